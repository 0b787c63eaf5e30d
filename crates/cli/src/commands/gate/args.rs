//! Arguments of `gate`.

use std::marker::PhantomData;
use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use equipoise_analysis::gate::{GateRequest, GateStudyRequest};

use crate::args::{Data, Workers, alpha, half_width, name_value, price_share, runs};
use equipoise_engine::front_end::FrontEnd;

const GATE: &str = "\
Plays the pairings of the baseline again with its seed, policy and options, but the current dataset
and rules, each until its score is known to be within --margin of the baseline's, or to have
changed. All intervals hold at once, over all pairings and all times, with probability 1 - alpha:

  pass       exit code 0  every score is within the margin of the baseline's
  regressed  exit code 1  some score has changed and is not known to be within the margin
  undecided  exit code 4  --budget was too small; without it the battles always suffice,
                          unless margin or alpha is smaller than the baseline's

A baseline with a price map (`equipoise baseline --prices`) has its map played again. The gate is
regressed too if the implied price of any unit has moved by more than --price-margin of the baseline's,
by intervals that hold for all units at once with probability 1 - alpha. It names the units whose
listed points alone are others. The map has as many battles as the baseline's; a price that they
leave uncertain passes. Another --seed makes its intervals a third narrower or so.

A baseline of another system, or with units missing from the dataset, is refused with exit code 2,
and so is a price map whose profiles are not those of the dataset.
docs/ci.md shows a workflow, and the rates of all verdicts as measured by --study.

Examples:
  equipoise gate --baseline balance.toml
  equipoise gate --baseline balance.toml --markdown gate.md --junit gate.xml
  equipoise gate --baseline balance.toml --annotations github --format json
  equipoise gate --baseline balance.toml --option tie_break=draw
  equipoise gate --baseline balance.toml --price-margin 0.2 --seed 2
  equipoise gate --study --replicates 100";

/// Arguments that a study of gates does not take, nor do those that need `--study`: where an argument is given that conflicts
/// with a required one, clap does not require it.
const WITH_A_BASELINE: [&str; 5] = ["baseline", "options", "markdown", "junit", "annotations"];

/// Arguments of `gate`.
#[derive(Args)]
#[command(after_help = GATE)]
pub(crate) struct GateArgs<S: FrontEnd> {
    /// Baseline file, written by `equipoise baseline`
    #[arg(long, value_name = "FILE", required_unless_present = "study")]
    pub(crate) baseline: Option<PathBuf>,
    /// Largest accepted change of a score [default: the baseline's margin]
    #[arg(long, value_name = "M", value_parser = half_width)]
    pub(crate) margin: Option<f64>,
    /// Probability of any wrong verdict, over all pairings together [default: the baseline's]
    #[arg(long, value_name = "A", value_parser = alpha)]
    pub(crate) alpha: Option<f64>,
    /// Most battles of all pairings together [default: enough for any verdict]
    #[arg(long, value_name = "BATTLES", value_parser = runs())]
    pub(crate) budget: Option<u64>,
    /// Largest accepted move of an implied price, as a share of it [default: the baseline's]
    #[arg(long, value_name = "SHARE", value_parser = price_share, conflicts_with = "study")]
    pub(crate) price_margin: Option<f64>,
    /// Master seed of the dice [default: the baseline's]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Overrides a rules option of the baseline; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value::<S>)]
    pub(crate) options: Vec<(String, String)>,
    /// Writes a summary for a pull-request comment
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Writes a JUnit report with one test case per pairing
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Also writes the verdict and the changes as annotations to standard error
    #[arg(long, value_enum)]
    pub(crate) annotations: Option<Annotations>,
    /// Measures the error rates of gates on a game with known probabilities instead
    #[arg(long, conflicts_with_all = WITH_A_BASELINE)]
    pub(crate) study: bool,
    /// Baselines of the study, each tested by a gate for every kind of change
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "study", conflicts_with_all = WITH_A_BASELINE, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) replicates: u32,
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) workers: Workers,
    /// Options are those of the system.
    #[arg(skip)]
    pub(crate) system: PhantomData<S>,
}

impl<S: FrontEnd> GateArgs<S> {
    /// The gate of this baseline.
    pub(super) fn request(&self, baseline: PathBuf) -> GateRequest {
        GateRequest {
            baseline,
            system: S::NAME.to_owned(),
            dataset: self.data.dataset.clone(),
            options: self.options.clone(),
            margin: self.margin,
            alpha: self.alpha,
            budget: self.budget,
            price_margin: self.price_margin,
            seed: self.seed,
        }
    }

    /// The study of gates.
    pub(super) fn study_request(&self) -> GateStudyRequest {
        let usual = GateStudyRequest::new(self.replicates);
        GateStudyRequest {
            replicates: self.replicates,
            margin: self.margin.unwrap_or(usual.margin),
            alpha: self.alpha.unwrap_or(usual.alpha),
            budget: self.budget,
            seed: self.seed.unwrap_or(usual.seed),
        }
    }
}

/// Format of annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Annotations {
    /// GitHub Actions
    Github,
}
