//! `equipoise selfcheck`: does the program do what it says, on this machine?

mod check;
mod dice;
mod show;
mod systems;
mod threads;

#[cfg(test)]
mod tests;

use clap::Args;
use equipoise_dice::{StreamDice, stream};
use equipoise_simulator::Progress as _;
use rayon::prelude::{
    IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _,
};

use crate::args::{Output, Workers};
use crate::commands::coverage::{self, Promise};
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Bar;
use equipoise_engine::front_end::Trial;

use check::{Check, FALSE_ALARM};

/// Arguments of `selfcheck`.
#[derive(Debug, Args)]
#[command(after_help = "\
Checks all game systems with their own datasets, whatever --system says:
  dice       every way to roll, sampled against its exact distribution
  attack     every kind of attack of the datasets, played by the rules against its exact odds
  duel       a duel by sampling against the same duel computed exactly
  threads    the same plans on 1, 2 and 3 threads: the same digests
  intervals  2,000 replicates of toy games whose truth is known: the intervals hold it as often
             as they say; `equipoise coverage` does that thoroughly

Trial counts are compared by the likelihood-ratio test. All tests together fail by chance in less
than one of 10,000,000 runs. Text shows the most strained check of each group and all that failed;
json and csv have every check. Ends with exit code 1 if a check failed.

Examples:
  equipoise selfcheck
  equipoise selfcheck --seed 7 --format json
  equipoise selfcheck --quiet --format csv > checks.csv")]
pub(crate) struct SelfcheckArgs {
    /// Master seed of all draws
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

/// Replicates of toy games.
const REPLICATES: u64 = 2_000;
/// Tells these streams from those of battles.
const CELL: u64 = u64::from_be_bytes(*b"selfchck");

pub(crate) fn run(output: &Output, args: &SelfcheckArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let checks = make(output, args)?;
    show::print(output, args.seed, &checks)?;
    verdict(&checks)
}

/// Exit code 1 unless all passed.
fn verdict(checks: &[Check]) -> Result<(), Failure> {
    let failed = checks.iter().filter(|check| !check.passed()).count();
    if failed == 0 {
        return Ok(());
    }
    let all = checks.len();
    Err(Failure::Check(format!("{failed} of {all} checks failed")))
}

/// Makes all checks.
fn make(output: &Output, args: &SelfcheckArgs) -> Result<Vec<Check>, Failure> {
    let pool = args.workers.pool()?;
    let sampled = pool.install(sampled)?;
    let promises = coverage::promises();
    let steps = sampled.len() + systems::all().len() + 1 + promises.len();
    let bar = Bar::of_steps(output, steps as u64, "checks");
    let significance = FALSE_ALARM / (sampled.len() + promises.len()) as f64;
    let mut checks = pool.install(|| compare(sampled, args.seed, significance, &bar))?;
    for threads in systems::all().iter().map(|system| system.threads) {
        interrupt::check()?;
        checks.extend(threads(args.seed)?);
        bar.add(1);
    }
    checks.extend(threads::of_toy(args.seed)?);
    bar.add(1);
    for promise in promises {
        checks.push(pool.install(|| kept(&promise, args.seed, significance))?);
        bar.add(1);
    }
    bar.finish();
    Ok(checks)
}

/// Everything that is sampled, by kind of check.
fn sampled() -> Result<Vec<(&'static str, Trial)>, Failure> {
    let exacts = systems::all().into_par_iter();
    let exacts: Result<Vec<_>, Failure> = exacts.map(|system| (system.exacts)()).collect();
    let mut all: Vec<_> = dice::all().into_iter().map(|dice| ("dice", dice)).collect();
    let (mut attacks, mut duels) = (Vec::new(), Vec::new());
    for exact in exacts? {
        attacks.extend(exact.attacks.into_iter().map(|attack| ("attack", attack)));
        duels.extend(exact.duel.map(|duel| ("duel", duel)));
    }
    all.extend(attacks.into_iter().chain(duels));
    Ok(all)
}

/// Draws everything that is sampled; each has a stream of its own, so that threads make no difference.
fn compare(
    sampled: Vec<(&'static str, Trial)>,
    seed: u64,
    significance: f64,
    bar: &Bar,
) -> Result<Vec<Check>, Failure> {
    let one = |(number, (kind, mut sampled)): (usize, (&'static str, Trial))| {
        interrupt::check()?;
        let mut dice = StreamDice::new(stream(seed, CELL, number as u64));
        let fit = crate::sampled::compare(&mut sampled, &mut dice)?;
        bar.add(1);
        Check::of_fit(kind, sampled.what, sampled.samples, &fit, significance)
    };
    sampled.into_par_iter().enumerate().map(one).collect()
}

/// Whether intervals hold the truth as often as they say.
fn kept(promise: &Promise, seed: u64, significance: f64) -> Result<Check, Failure> {
    let held = promise.keep(seed, REPLICATES, &equipoise_simulator::NoProgress)?;
    Ok(Check {
        kind: "intervals",
        what: promise.what.to_owned(),
        samples: REPLICATES,
        statistic: promise.errors_off(&held),
        // One-sided.
        allowed: equipoise_stats::z_score(1.0 - 2.0 * significance)?,
    })
}
