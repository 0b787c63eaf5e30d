//! The choice of units as a game: who is worth picking, and is there a best one?

mod exploit;
mod findings;
mod result;

use std::path::PathBuf;

use equipoise_dice::stream;
use equipoise_stats::{AlphaRank, MetaGame, Replicate, responses};
use rayon::prelude::{IntoParallelIterator as _, ParallelIterator as _};
use serde::{Deserialize, Serialize};

use crate::control::Control;
use crate::error::Error;
use crate::league::{NamedLeague, NamedPayoffs, read_payoffs, read_results, read_run};
use crate::ratings::Rated;

use exploit::{Units, exact_responses, exploitability};
use findings::Findings;
use result::CONFIDENCE;
pub use result::{
    AlphaRankMass, BestResponse, CyclicShare, Dominated, Exploitability, MetaResult, Mixture,
    NashWeight,
};

/// Which results are looked at, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetaRequest {
    /// Where the results are.
    pub source: MetaSource,
    /// Population size of α-rank.
    #[serde(default = "population")]
    pub alpha_rank_m: u32,
    /// Selection intensity of α-rank.
    #[serde(default = "intensity")]
    pub alpha_rank_alpha: f64,
    /// How often the games are resampled.
    #[serde(default = "resamples")]
    pub resamples: u64,
    /// Seed of the resampling.
    #[serde(default = "seed")]
    pub seed: u64,
}

/// Where results come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MetaSource {
    /// Folder of a saved run, or a CSV file of games as [`RatingsRequest`](crate::ratings::RatingsRequest)
    /// has it.
    Results(PathBuf),
    /// CSV file with a square matrix under a header of names, taken as exact: what the unit of the row
    /// expects to gain against that of the column, in any unit of measure. Half of what the row gains
    /// minus what the column gains counts.
    Payoffs(PathBuf),
}

const fn population() -> u32 {
    50
}

const fn intensity() -> f64 {
    100.0
}

const fn resamples() -> u64 {
    200
}

const fn seed() -> u64 {
    1
}

impl MetaRequest {
    /// These results, with the usual numbers.
    #[must_use]
    pub const fn new(source: MetaSource) -> Self {
        Self {
            source,
            alpha_rank_m: population(),
            alpha_rank_alpha: intensity(),
            resamples: resamples(),
            seed: seed(),
        }
    }
}

/// Looks at the choice of units as a game.
///
/// Nash averages, α-rank and dominance need a result for every pair. Where pairs never met they are
/// those of a panel: the units that met everybody, and others that all met each other. Ratings and
/// cyclic share use every game, and so does what units gain against the mixtures of the panel. Intervals come from
/// resampled games, their numbers taken as fixed; those of gains do not.
///
/// # Errors
/// When the results cannot be read or have problems, a number is out of range, or the analysis is
/// interrupted. A run whose battles ended with a decision is refused: whoever was ahead then was ahead
/// by chance too.
pub fn meta(request: &MetaRequest, control: Control<'_>) -> Result<MetaResult, Error> {
    let alpha_rank = AlphaRank::new(request.alpha_rank_m, request.alpha_rank_alpha)?;
    match &request.source {
        MetaSource::Payoffs(file) => of_payoffs(read_payoffs(file)?, alpha_rank),
        MetaSource::Results(folder) if folder.is_dir() => {
            let games = read_run(folder, control)?;
            of_games(games, alpha_rank, request, control)
        }
        MetaSource::Results(file) => of_games(
            read_results(file, control.watch)?,
            alpha_rank,
            request,
            control,
        ),
    }
}

fn of_games(
    NamedLeague {
        names,
        league,
        points,
        listed: _,
    }: NamedLeague,
    alpha_rank: AlphaRank,
    request: &MetaRequest,
    control: Control<'_>,
) -> Result<MetaResult, Error> {
    let rated = Rated::of(&league, None)?.clustered_by_pairing(&league)?;
    let ratings = rated.ratings(&names);
    let ratings_missing = (!rated.groups.is_empty()).then(|| {
        format!(
            "{} of {} units are rated, the largest of {} groups between which all games, if any, went one way",
            ratings.len(),
            league.players(),
            rated.groups.len()
        )
    });
    let panel = league.panel();
    let game = MetaGame::new(&league, &panel, alpha_rank)?;
    let replicates = replicates(&game, request, control)?;
    let report = game.report(&replicates, CONFIDENCE)?;
    let findings = Findings {
        names: &names,
        panel: &panel,
        report: &report,
    };
    let exploitability = findings.mixtures().map(|(mixture, weights)| {
        let found = responses(&league, &weights, CONFIDENCE)?;
        let units = Units {
            names: &names,
            points: points.as_deref(),
        };
        Ok(exploitability(mixture, &weights, &found, units))
    });
    Ok(MetaResult {
        exploitability: exploitability.collect::<Result<_, Error>>()?,
        missing_pairings: league.missing_pairings(),
        seed: Some(request.seed),
        resamples: Some(request.resamples),
        ..findings.result(alpha_rank, ratings, ratings_missing)
    })
}

/// Each replicate has a generator of its own, so that threads make no difference.
fn replicates(
    game: &MetaGame<'_>,
    request: &MetaRequest,
    control: Control<'_>,
) -> Result<Vec<Replicate>, Error> {
    /// Tells these streams from those of battles.
    const CELL: u64 = u64::from_be_bytes(*b"resample");
    let one = |number| {
        control.check()?;
        Ok(game.replicate(&mut stream(request.seed, CELL, number))?)
    };
    let all = (0..request.resamples).into_par_iter();
    control.pool()?.install(|| all.map(one).collect())
}

fn of_payoffs(
    NamedPayoffs { names, payoffs }: NamedPayoffs,
    alpha_rank: AlphaRank,
) -> Result<MetaResult, Error> {
    let panel: Vec<usize> = (0..names.len()).collect();
    let findings = Findings {
        names: &names,
        panel: &panel,
        report: &findings::exactly(&payoffs, alpha_rank)?,
    };
    let game = payoffs.zero_sum();
    let units = Units {
        names: &names,
        points: None,
    };
    let exploitability = findings.mixtures().map(|(mixture, weights)| {
        exploitability(mixture, &weights, &exact_responses(&game, &weights), units)
    });
    let exploitability = exploitability.collect();
    let missing = "a matrix of payoffs holds no games".to_owned();
    Ok(MetaResult {
        exploitability,
        ..findings.result(alpha_rank, Vec::new(), Some(missing))
    })
}
