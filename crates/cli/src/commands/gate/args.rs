//! Arguments of `gate`.

use std::marker::PhantomData;
use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use equipoise_analysis::gate::{GateRequest, GateStudyRequest};

use crate::args::{Data, Workers, alpha, half_width, name_value, runs};
use equipoise_engine::front_end::FrontEnd;

const GATE: &str = "\
Plays the pairings of the baseline again, with its seed, policy and options, by the dataset and
the rules of today, each until it is known that its score is within --margin of the baseline's, or
that it has changed. All intervals hold at once, over all pairings and all times, with
probability 1 - alpha:

  pass       exit code 0  every score is within the margin of the baseline's
  regressed  exit code 1  some score is not the baseline's, nor known to be within the margin
  undecided  exit code 4  the battles of --budget did not tell; without it there are always
                          enough, unless margin or alpha are smaller than the baseline's

A baseline of another system, or with units that the dataset does not have, is refused with exit
code 2. docs/ci.md shows a workflow, and the rates of all verdicts as measured by --study.

Examples:
  equipoise gate --baseline balance.toml
  equipoise gate --baseline balance.toml --markdown gate.md --junit gate.xml
  equipoise gate --baseline balance.toml --annotations github --format json
  equipoise gate --baseline balance.toml --option tie_break=draw
  equipoise gate --study --replicates 100";

/// Arguments of `gate`.
#[derive(Args)]
#[command(after_help = GATE)]
pub(crate) struct GateArgs<S: FrontEnd> {
    /// The baseline, made by `equipoise baseline`
    #[arg(long, value_name = "FILE", required_unless_present = "study")]
    pub(crate) baseline: Option<PathBuf>,
    /// How far a score may be from the baseline's [default: the baseline's margin]
    #[arg(long, value_name = "M", value_parser = half_width)]
    pub(crate) margin: Option<f64>,
    /// Chance of any wrong verdict, over all pairings together [default: the baseline's]
    #[arg(long, value_name = "A", value_parser = alpha)]
    pub(crate) alpha: Option<f64>,
    /// Most battles of all pairings together [default: as many as any verdict may need]
    #[arg(long, value_name = "BATTLES", value_parser = runs())]
    pub(crate) budget: Option<u64>,
    /// Master seed of the dice [default: the baseline's]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Sets a rules option to another value than the baseline's; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value::<S>)]
    pub(crate) options: Vec<(String, String)>,
    /// Writes a summary for a comment on a pull request
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Writes a JUnit report, a test case for each pairing
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Also tells the verdict and what changed as annotations, on standard error
    #[arg(long, value_enum)]
    pub(crate) annotations: Option<Annotations>,
    /// Plays gates of a game with known probabilities instead, and shows how often they are right
    #[arg(long, conflicts_with_all = ["baseline", "options", "markdown", "junit", "annotations"])]
    pub(crate) study: bool,
    /// Baselines of a study, each with a gate for every kind of change
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "study", value_parser = value_parser!(u32).range(1..=1_000_000))]
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

/// Who reads annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Annotations {
    /// GitHub Actions
    Github,
}
