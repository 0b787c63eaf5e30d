//! Whether results hang on the number of threads.

use std::error;

use equipoise_engine::GameSystem;
use equipoise_engine::front_end::{Dataset as _, FrontEnd, Policy as _, Unit as _};
use equipoise_simulator::{Contestant, NoProgress, Plan, Setting, Stopping, digest, run};
use equipoise_stats::LineTest;

use super::check::Check;
use crate::control::Control;
use crate::error::Error;

/// Numbers of threads that must agree.
const THREADS: [usize; 3] = [1, 2, 3];
/// Contestants: with all their pairings enough for each thread to play pairings of its own.
const FIELD: usize = 13;
/// Battles of each pairing of the sweep.
const SWEEP: u64 = 100;
/// Battles of the one pairing of a duel, which the threads share.
const DUEL: u64 = 2_000;
/// Most battles of a pairing that ends by itself.
const DECIDE: u64 = 400;

/// The checks of a game.
///
/// # Errors
/// When a plan cannot be played.
pub(super) fn of<S: FrontEnd>(seed: u64, control: Control<'_>) -> Result<Vec<Check>, Error> {
    let dataset = S::Dataset::embedded();
    let mut units: Vec<&S::Unit> = dataset.units().iter().take(FIELD).collect();
    let profiles = dataset.profiles();
    let missing = FIELD - units.len();
    units.extend(profiles.iter().take(missing).map(|profile| profile.unit));
    let (policy, options) = (S::Policy::ALL[0], S::Options::default());
    let names = units.iter().map(|unit| unit.name().to_owned()).collect();
    let compile = |a: usize, b: usize| S::duel([units[a], units[b]], [policy; 2], &options);
    checks::<S, _>(names, seed, compile, control)
}

/// A sweep, a sweep whose pairings end by themselves, and a duel.
fn checks<S: GameSystem<Bout: Send>, E: error::Error + Send>(
    names: Vec<String>,
    seed: u64,
    compile: impl Fn(usize, usize) -> Result<S::Bout, E> + Sync,
    control: Control<'_>,
) -> Result<Vec<Check>, Error> {
    let field: Vec<Contestant> = names.into_iter().map(Contestant::named).collect();
    let setting = Setting::without_dataset(S::NAME, "selfcheck", seed);
    let sweep = |runs| {
        let panel = vec![0, 1];
        Plan::gauntlet(
            setting.clone(),
            "selfcheck",
            runs,
            Vec::new(),
            field.clone(),
            panel,
        )
    };
    let decide = Stopping::Decide(LineTest::new(0.5, 0.1, 0.95)?);
    let duel = Plan::duel(setting.clone(), DUEL, field[0].clone(), field[1].clone());
    let plans = [
        ("sweep", sweep(SWEEP)?),
        ("sweep that decides", sweep(DECIDE)?.stopping_by(decide)),
        ("duel", duel?),
    ];
    let check = |(what, plan): (&str, Plan)| {
        let mut battles = 0;
        let mut digests = Vec::new();
        for threads in THREADS {
            let (played, digest) = play::<S, E>(&plan, &compile, threads, control)?;
            battles += played;
            digests.push(digest);
        }
        let what = format!("{}: {what} on 1, 2 and 3 threads", S::NAME);
        Ok(Check::of_digests("threads", what, battles, &digests))
    };
    plans.into_iter().map(check).collect()
}

/// Battles played and the digest of their results.
fn play<S: GameSystem<Bout: Send>, E: error::Error + Send>(
    plan: &Plan,
    compile: &(impl Fn(usize, usize) -> Result<S::Bout, E> + Sync),
    threads: usize,
    control: Control<'_>,
) -> Result<(u64, String), Error> {
    let control = Control {
        threads: Some(threads),
        ..control
    };
    let tallies = run::<S, E, _>(plan, compile, control.stage(&NoProgress))?;
    let battles = tallies.iter().map(|tally| tally.battles).sum();
    Ok((battles, digest(plan, &tallies)))
}
