//! Does the program do what it says, on this machine?

mod check;
mod dice;
mod games;
mod threads;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::front_end::Trial;
use equipoise_simulator::{NoProgress, Progress};
use equipoise_stats::{GoodnessOfFit, StatsError};
use rayon::prelude::{
    IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _,
};
use serde::{Deserialize, Serialize};

use crate::control::{Control, Work};
use crate::coverage::{self, Study};
use crate::error::Error;
use crate::games::{GAMES, with_game};
use crate::result::RESULT_SCHEMA;

pub use check::Check;
use check::FALSE_ALARM;
use games::Exacts;

/// A check of the program itself, on all games with their own datasets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfcheckRequest {
    /// Master seed of all draws.
    pub seed: u64,
}

/// The results of all checks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfcheckResult {
    /// Version of the document.
    pub schema: u32,
    /// Master seed.
    pub seed: u64,
    /// The chance that any check fails although all is well, at most.
    pub false_alarm: f64,
    /// Whether all checks passed.
    pub passed: bool,
    /// The checks.
    pub checks: Vec<Check>,
}

impl SelfcheckResult {
    fn new(seed: u64, checks: Vec<Check>) -> Self {
        Self {
            schema: RESULT_SCHEMA,
            seed,
            false_alarm: FALSE_ALARM,
            passed: checks.iter().all(|check| check.passed),
            checks,
        }
    }

    /// Checks that failed.
    pub fn failed(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.passed)
    }
}

/// Replicates of games whose truth is known.
const REPLICATES: u64 = 2_000;
/// Distinguishes these streams from those of battles.
const CELL: u64 = u64::from_be_bytes(*b"selfchck");

/// Makes all checks.
///
/// # Errors
/// When a check cannot be made, or the analysis is interrupted.
pub fn selfcheck(
    request: &SelfcheckRequest,
    control: Control<'_>,
) -> Result<SelfcheckResult, Error> {
    let seed = request.seed;
    let pool = control.pool()?;
    let trials = pool.install(trials)?;
    let studies = coverage::studies();
    let progress = control.watch.begin(Work::Steps {
        total: (trials.len() + GAMES.len() + studies.len()) as u64,
        noun: "checks",
    });
    let significance = FALSE_ALARM / (trials.len() + studies.len()) as f64;
    let compared = || compare(trials, seed, significance, &*progress, control);
    let mut checks = pool.install(compared)?;
    for game in GAMES {
        control.check()?;
        checks.extend(with_game!(game.name, S => threads::of::<S>(seed, control))?);
        progress.add(1);
    }
    for study in studies {
        checks.push(pool.install(|| coverage_of(&study, seed, significance, control))?);
        progress.add(1);
    }
    Ok(SelfcheckResult::new(seed, checks))
}

/// Everything that is sampled and known exactly, by kind of check.
fn trials() -> Result<Vec<(&'static str, Trial)>, Error> {
    let exacts = GAMES.into_par_iter();
    let exacts = exacts.map(|game| with_game!(game.name, S => games::exacts::<S>()));
    let exacts: Vec<Exacts> = exacts.collect::<Result<_, Error>>()?;
    let mut all: Vec<_> = dice::all().into_iter().map(|dice| ("dice", dice)).collect();
    let (mut attacks, mut duels) = (Vec::new(), Vec::new());
    for exact in exacts {
        attacks.extend(exact.attacks.into_iter().map(|attack| ("attack", attack)));
        duels.extend(exact.duel.map(|duel| ("duel", duel)));
    }
    all.extend(attacks.into_iter().chain(duels));
    Ok(all)
}

/// Samples every trial; each has a stream of its own, so that threads make no difference.
fn compare(
    trials: Vec<(&'static str, Trial)>,
    seed: u64,
    significance: f64,
    progress: &dyn Progress,
    control: Control<'_>,
) -> Result<Vec<Check>, Error> {
    let one = |(number, (kind, mut trial)): (usize, (&'static str, Trial))| {
        control.check()?;
        let mut dice = StreamDice::new(stream(seed, CELL, number as u64));
        let fit = sample(&mut trial, &mut dice)?;
        progress.add(1);
        Ok(Check::of_fit(
            kind,
            trial.what,
            trial.samples,
            &fit,
            significance,
        )?)
    };
    trials.into_par_iter().enumerate().map(one).collect()
}

/// Draws a number as often as its check does, and compares the counts with the exact distribution.
fn sample(trial: &mut Trial, dice: &mut StreamDice) -> Result<GoodnessOfFit, StatsError> {
    let mut counts = BTreeMap::new();
    for _ in 0..trial.samples {
        *counts.entry((trial.draw)(dice)).or_insert(0) += 1;
    }
    GoodnessOfFit::new(&counts, &trial.exact)
}

/// Whether intervals hold the truth as often as they say.
fn coverage_of(
    study: &Study,
    seed: u64,
    significance: f64,
    control: Control<'_>,
) -> Result<Check, Error> {
    let held = study.run(seed, REPLICATES, &NoProgress, control)?;
    // One-sided.
    let allowed = equipoise_stats::z_score(1.0 - 2.0 * significance)?;
    let statistic = study.errors_off(&held);
    Ok(Check::new(
        "intervals",
        study.what.to_owned(),
        held.replicates,
        statistic,
        allowed,
    ))
}
