//! A result is a function of plan and seed, on any number of threads.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use equipoise_engine::Side;
use equipoise_simulator::{
    CompiledPairing, Contestant, Control, NoProgress, Plan, RunError, Setting, digest,
    observed_digest, run, run_observed,
};

use crate::battle::SEED;
use crate::complete::Complete;
use crate::specimen::{Matchup, Specimen};

/// Numbers of threads that must agree.
const THREADS: [usize; 4] = [1, 2, 3, 7];
/// Pairings of the plan: enough for one thread to play each on one memory, so that both ways of
/// sharing battles out are compared.
const PAIRINGS: usize = 9;

pub(crate) fn check<S: Complete>(specimen: &Specimen<S>) -> Result<(), String> {
    for matchup in &specimen.matchups {
        for result in [sweep::<S>, observed::<S>] {
            agree(|threads| result(matchup, threads))
                .map_err(|what| format!("{}, {what}", matchup.name))?;
        }
    }
    Ok(())
}

/// Compares the digests of a result.
fn agree(result: impl Fn(usize) -> Result<String, String>) -> Result<(), String> {
    let first = result(THREADS[0])?;
    for threads in &THREADS[1..] {
        let other = result(*threads)?;
        if first != other {
            return Err(format!(
                "{threads} threads: digest {other}, on {} {first}",
                THREADS[0]
            ));
        }
    }
    Ok(())
}

/// Plays the matchup under several names and returns the digest of all tallies.
fn sweep<S: Complete>(matchup: &Matchup<S>, threads: usize) -> Result<String, String> {
    let battles = matchup.played();
    let field = (0..PAIRINGS).map(|number| Contestant::named(format!("force {number}")));
    let plan = Plan::gauntlet(
        setting(matchup),
        "conformance",
        battles,
        Vec::new(),
        field.collect(),
        vec![0],
    )
    .map_err(|error| error.to_string())?;
    let compile = |_: usize, b: usize| {
        let seat = if b == 0 { Side::A } else { Side::B };
        Ok::<_, Infallible>(matchup.bout(seat))
    };
    let cancel = AtomicBool::new(false);
    let tallies = run::<S, _, _>(&plan, compile, control(threads, &cancel));
    let tallies = tallies.map_err(|error| error.to_string())?;
    Ok(digest(&plan, &tallies))
}

/// Plays the matchup with its observed quantities and returns their digest.
fn observed<S: Complete>(matchup: &Matchup<S>, threads: usize) -> Result<String, String> {
    let battles = matchup.played();
    let [a, b] = ["first", "second"].map(Contestant::named);
    let plan = Plan::duel(setting(matchup), battles, a, b).map_err(|error| error.to_string())?;
    let cell = plan.pairings()[0];
    let compile = |a: usize, _: usize| Ok::<_, Infallible>(matchup.bout([Side::A, Side::B][a]));
    let Ok(pairing) = CompiledPairing::<S>::compile(cell, SEED, compile);
    let cancel = AtomicBool::new(false);
    let observed: Result<_, RunError<Infallible>> =
        run_observed(&pairing, plan.runs(), control(threads, &cancel));
    let observed = observed.map_err(|error| error.to_string())?;
    Ok(observed_digest(&plan, &matchup.name, &observed))
}

fn control(threads: usize, cancel: &AtomicBool) -> Control<'_> {
    Control {
        threads: Some(threads),
        progress: &NoProgress,
        cancel,
    }
}

pub(crate) fn setting<S: Complete>(matchup: &Matchup<S>) -> Setting {
    Setting {
        options: [("matchup".to_owned(), matchup.name.clone())].into(),
        ..Setting::without_dataset(S::NAME, matchup.policies[0], SEED)
    }
}
