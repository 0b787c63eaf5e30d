//! `--also`: the policies whose answers stand beside that of `--policy`.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use equipoise_engine::front_end::{FrontEnd, Policy};

use crate::failure::Failure;

/// The value that asks for no other policy.
const NONE: &str = "none";

/// A second opinion.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Also<S: FrontEnd> {
    /// Further policies to compare with --policy; may be repeated; `none` omits them [default: the
    /// first other one of `equipoise list policies`]
    #[arg(long, value_name = "POLICY", value_parser = others::<S::Policy>())]
    also: Vec<Other<S::Policy>>,
}

/// A value of `--also`.
#[derive(Clone, Copy)]
enum Other<P> {
    None,
    Policy(P),
}

impl<S: FrontEnd> Also<S> {
    /// The names of the policies to compare with this one.
    ///
    /// # Errors
    /// When `none` and something else are asked for.
    pub(crate) fn names(&self, main: S::Policy) -> Result<Vec<String>, Failure> {
        let policy = |other: &Other<S::Policy>| match other {
            Other::None => None,
            Other::Policy(policy) => Some(*policy),
        };
        let policies: Option<Vec<S::Policy>> = match &self.also[..] {
            [] => Some(second_opinion(main).into_iter().collect()),
            [Other::None] => Some(Vec::new()),
            several => several.iter().map(policy).collect(),
        };
        let names = |policies: Vec<S::Policy>| {
            let names = policies.iter().map(|policy| policy.name().to_owned());
            names.collect()
        };
        policies
            .map(names)
            .ok_or_else(|| Failure::Input(format!("--also {NONE} excludes any other --also")))
    }
}

/// The policy that is compared with another unless others are named.
fn second_opinion<P: Policy>(policy: P) -> Option<P> {
    P::ALL.iter().copied().find(|&other| other != policy)
}

fn others<P: Policy>() -> impl TypedValueParser<Value = Other<P>> {
    let names = P::ALL.iter().map(|policy| policy.name());
    PossibleValuesParser::new(names.chain([NONE])).map(|name| {
        let mut all = P::ALL.iter().copied();
        all.find(|policy| policy.name() == name)
            .map_or(Other::None, Other::Policy)
    })
}
