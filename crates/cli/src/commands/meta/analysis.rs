//! From games or payoffs to all that is shown.

use equipoise_dice::stream;
use equipoise_stats::{
    AlphaRank, BradleyTerry, CyclicShare, Decomposition, Dominance, Estimate, League, MetaGame,
    MetaReport, Method, NashAverage, Payoffs, RatingError, Replicate, StatsError, dominance,
};
use rayon::prelude::{IntoParallelIterator as _, ParallelIterator as _};
use serde_json::{Map, Value};

use super::MetaArgs;
use crate::commands::ratings::rating_rows;
use crate::failure::Failure;
use crate::games::{Games, NamedPayoffs};

/// Confidence of all intervals, and of all dominances at once.
pub(super) const CONFIDENCE: f64 = 0.95;

/// All that is shown of a meta-game.
pub(super) struct Analysis {
    /// Every unit.
    pub(super) names: Vec<String>,
    /// The units that all met, by their places; the report is in their order.
    pub(super) panel: Vec<usize>,
    pub(super) missing_pairings: usize,
    pub(super) report: MetaReport,
    pub(super) ratings: Ratings,
    /// Seed and number of resamples.
    pub(super) resampled: Option<(u64, u64)>,
    pub(super) alpha_rank: AlphaRank,
}

/// Ratings as rows, the best first.
pub(super) struct Ratings {
    pub(super) rows: Vec<Map<String, Value>>,
    /// Why some units have none, or all.
    pub(super) missing: Option<String>,
}

pub(super) fn of_games(
    games: Games,
    alpha_rank: AlphaRank,
    args: &MetaArgs,
) -> Result<Analysis, Failure> {
    let Games { names, league, .. } = games;
    let ratings = ratings(&league, &names)?;
    let panel = league.panel();
    let game = MetaGame::new(&league, &panel, alpha_rank)?;
    let replicates = replicates(&game, args)?;
    let report = game.report(&replicates, CONFIDENCE)?;
    Ok(Analysis {
        missing_pairings: league.missing_pairings(),
        names,
        panel,
        report,
        ratings,
        resampled: Some((args.seed, args.resamples)),
        alpha_rank,
    })
}

/// The ratings of all units, or of the largest group that can be compared.
fn ratings(league: &League, names: &[String]) -> Result<Ratings, Failure> {
    let groups = match BradleyTerry::fit(league) {
        Ok(fit) => {
            let rows = rating_rows(&fit, league, names);
            return Ok(Ratings {
                rows,
                missing: None,
            });
        }
        Err(RatingError::Groups(groups)) => groups,
        Err(RatingError::Stats(error)) => return Err(error.into()),
    };
    let largest = groups.iter().rev().max_by_key(|group| group.len());
    let largest = largest.map_or(&[][..], Vec::as_slice);
    let names: Vec<String> = largest.iter().map(|&unit| names[unit].clone()).collect();
    let fit = |league: League| Some((BradleyTerry::fit(&league).ok()?, league));
    let fitted = league.among(largest).ok().and_then(fit);
    let rows = fitted.map_or(Vec::new(), |(fit, league)| {
        rating_rows(&fit, &league, &names)
    });
    let missing = format!(
        "{} of {} units are rated, the largest of {} groups between which all games, if any, went one way",
        rows.len(),
        league.players(),
        groups.len()
    );
    Ok(Ratings {
        rows,
        missing: Some(missing),
    })
}

/// Each replicate has a generator of its own, so that threads make no difference.
fn replicates(game: &MetaGame<'_>, args: &MetaArgs) -> Result<Vec<Replicate>, Failure> {
    /// Tells these streams from those of battles.
    const CELL: u64 = u64::from_be_bytes(*b"resample");
    let one = |number| game.replicate(&mut stream(args.seed, CELL, number));
    let pool = args.workers.pool()?;
    let all: Result<Vec<Replicate>, StatsError> =
        pool.install(|| (0..args.resamples).into_par_iter().map(one).collect());
    Ok(all?)
}

pub(super) fn of_payoffs(named: NamedPayoffs, alpha_rank: AlphaRank) -> Result<Analysis, Failure> {
    let NamedPayoffs { names, payoffs } = named;
    let nash = NashAverage::new(&payoffs)?;
    let report = MetaReport {
        weights: exactly(&nash.weights),
        values: exactly(&nash.values),
        masses: exactly(&alpha_rank.masses(&payoffs)),
        cyclic: cyclic_share(&payoffs)?,
        dominance: dominance(&payoffs),
    };
    Ok(Analysis {
        panel: (0..names.len()).collect(),
        names,
        missing_pairings: 0,
        report,
        ratings: Ratings {
            rows: Vec::new(),
            missing: Some("a matrix of payoffs holds no games".into()),
        },
        resampled: None,
        alpha_rank,
    })
}

/// Numbers that follow from exact payoffs.
fn exactly(values: &[f64]) -> Vec<Estimate> {
    let exact = |&value: &f64| Estimate {
        estimate: value,
        low: value,
        high: value,
        confidence: CONFIDENCE,
        method: Method::Bootstrap,
    };
    values.iter().map(exact).collect()
}

fn cyclic_share(payoffs: &Payoffs) -> Result<CyclicShare, StatsError> {
    let game = payoffs.zero_sum();
    let units = game.players();
    let pairs: Vec<(usize, usize)> = (0..units)
        .flat_map(|a| (a + 1..units).map(move |b| (a, b)))
        .collect();
    let flow: Vec<f64> = pairs.iter().map(|&(a, b)| game.get(a, b)).collect();
    let decomposition = Decomposition::new(units, &pairs)?;
    let share = decomposition.lengths(&flow).share();
    Ok(CyclicShare {
        estimate: share,
        low: share.unwrap_or(0.0),
        high: share.unwrap_or(1.0),
        uncorrected: share,
        cycles: decomposition.cycles(),
    })
}

impl Analysis {
    /// Name of a unit of the panel.
    pub(super) fn name(&self, place: usize) -> &str {
        &self.names[self.panel[place]]
    }

    /// Names of those who are on the given side of a dominance, in order, each once.
    pub(super) fn names_of(&self, side: impl Fn(&Dominance) -> usize) -> Vec<&str> {
        let mut places: Vec<usize> = self.report.dominance.iter().map(side).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| self.name(place)).collect()
    }

    /// Names of those who dominate a unit.
    pub(super) fn dominating(&self, dominated: usize) -> Vec<&str> {
        let by = self
            .report
            .dominance
            .iter()
            .filter(|found| found.dominated == dominated);
        by.map(|found| self.name(found.by)).collect()
    }
}
