//! Arguments of `baseline`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use equipoise_analysis::baseline::{BaselineRequest, RecordedPrices, Selection};
use equipoise_analysis::points::PointsRequest;
use equipoise_analysis::prices::PriceMapRequest;

use crate::args::{Shared, Workers, alpha, half_width, price_share};
use crate::failure::Failure;
use equipoise_engine::front_end::FrontEnd;

const BASELINE: &str = "\
Plays each pairing until its score is known to a quarter of --margin, precise enough for `equipoise
gate` to decide every change of that size. Writes seed, policy, options, dataset and the counts of
each pairing to one file: sorted, one pairing per line, the same bytes for the same plan on any
machine. Keep it with the dataset, and renew it after an intended change of balance.

With --prices the file has the price map too: listed and implied points of every profile and named
unit, from battles of random armies as `equipoise points --grid standard` plays them. A gate plays the
map again and names each unit whose implied price has moved by more than --price-margin.

Examples:
  equipoise baseline --out balance.toml
  equipoise baseline --dataset my-dataset --policy solo --out balance.toml
  equipoise baseline --units \"White Asura,Blue Djinn\" --margin 0.01 --out duelists.toml
  equipoise baseline --prices --out balance.toml
  equipoise baseline --prices --price-matchups 128000 --price-margin 0.05 --out balance.toml
  equipoise baseline --units Standard --system bullseye --out standard.toml";

/// Arguments of `baseline`.
#[derive(Args)]
#[command(after_help = BASELINE)]
pub(crate) struct BaselineArgs<S: FrontEnd> {
    /// File to write; an existing baseline is replaced
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Pairings to play [default: named]
    #[arg(long, value_enum, conflicts_with_all = ["units", "against"])]
    pub(crate) grid: Option<WatchedGrid>,
    /// Units to check, instead of a grid
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) units: Vec<String>,
    /// Their opponents [default: the reference profiles of the standard grid]
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "units")]
    pub(crate) against: Vec<String>,
    /// Smallest change of a score that a gate must detect, such as 0.02 for 2 percentage points
    #[arg(long, value_name = "M", default_value_t = BaselineRequest::MARGIN, value_parser = half_width)]
    pub(crate) margin: f64,
    /// Probability of any wrong verdict of a gate, over all pairings together
    #[arg(long, value_name = "A", default_value_t = BaselineRequest::ALPHA, value_parser = alpha)]
    pub(crate) alpha: f64,
    /// Records the price map of the profiles and the named units too
    #[arg(long)]
    pub(crate) prices: bool,
    /// Matchups of random armies for the price map, 2 battles each
    #[arg(long, value_name = "N", default_value_t = PriceMapRequest::MATCHUPS, requires = "prices", value_parser = value_parser!(u64).range(PointsRequest::MATCHUPS_RANGE))]
    pub(crate) price_matchups: u64,
    /// Largest move of an implied price that a gate accepts, as a share of it
    #[arg(long, value_name = "SHARE", default_value_t = RecordedPrices::MARGIN, requires = "prices", value_parser = price_share)]
    pub(crate) price_margin: f64,
    /// Replaces any file, even one that is no baseline
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

/// A set of pairings by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WatchedGrid {
    /// The named units of the dataset, each against the reference profiles of the standard grid
    Named,
    /// All profiles and named units against the reference profiles
    Standard,
    /// Every pairing of the profiles
    Full,
}

impl<S: FrontEnd> BaselineArgs<S> {
    /// The baseline they ask for.
    pub(super) fn request(&self) -> Result<BaselineRequest, Failure> {
        Ok(BaselineRequest {
            game: self.shared.request()?,
            selection: self.selection(),
            margin: self.margin,
            alpha: self.alpha,
            price_matchups: self.prices.then_some(self.price_matchups),
            price_margin: self.price_margin,
        })
    }

    fn selection(&self) -> Selection {
        match self.grid {
            Some(WatchedGrid::Standard) => Selection::Standard,
            Some(WatchedGrid::Full) => Selection::Full,
            None if !self.units.is_empty() => Selection::Units {
                units: self.units.clone(),
                against: self.against.clone(),
            },
            Some(WatchedGrid::Named) | None => Selection::Named,
        }
    }
}
