//! Plays a plan on all cores.

use std::collections::BTreeMap;
use std::ops::Range;

use equipoise_engine::{GameSystem, Scratch};

use crate::compiled::CompiledPairing;
use crate::control::{Control, RunError};
use crate::plan::{Pairing, Plan};
use crate::schedule::{are_many, in_turn, on_workers, schedule, spread};
use crate::stopping::STRIDE;
use crate::tally::Tally;

/// Pairings that a thread takes at once, at most: few, so that none is left with many at the end.
const AT_ONCE: usize = 16;

/// Plays the plan, each pairing until its battles end, and returns one tally per pairing, in the plan's order.
///
/// `compile` gets the indices of two contestants in seat order. The result is a function of the
/// plan alone: the same bits on any number of threads, also where pairings end early.
///
/// # Errors
/// When a pairing does not compile, the cancel flag is set or threads cannot be started. There
/// are no partial results.
pub fn run<S, E, F>(
    plan: &Plan,
    compile: F,
    control: Control<'_>,
) -> Result<Vec<Tally>, RunError<E>>
where
    S: GameSystem,
    S::Bout: Send,
    E: Send,
    F: Fn(usize, usize) -> Result<S::Bout, E> + Sync,
{
    run_on::<S, E, F>(plan, &BTreeMap::new(), compile, control)
}

/// Plays the plan as [`run`] does, from the tallies `known` of pairings that have begun, by their place in the plan. The
/// result is that of the whole plan played at once.
///
/// # Errors
/// As [`run`].
pub fn run_on<S, E, F>(
    plan: &Plan,
    known: &BTreeMap<usize, Tally>,
    compile: F,
    control: Control<'_>,
) -> Result<Vec<Tally>, RunError<E>>
where
    S: GameSystem,
    S::Bout: Send,
    E: Send,
    F: Fn(usize, usize) -> Result<S::Bout, E> + Sync,
{
    run_from::<S, E, F>(plan, known, compile, control, &|_, _| {})
}

/// As [`run`], from the tallies `known` of pairings that have begun, by their place in the plan; `report`
/// gets the tallies of pairings from any thread, at the end of each and wherever it can be resumed.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_from<S, E, F>(
    plan: &Plan,
    known: &BTreeMap<usize, Tally>,
    compile: F,
    control: Control<'_>,
    report: &(dyn Fn(usize, &Tally) + Sync),
) -> Result<Vec<Tally>, RunError<E>>
where
    S: GameSystem,
    S::Bout: Send,
    E: Send,
    F: Fn(usize, usize) -> Result<S::Bout, E> + Sync,
{
    let places = 0..plan.pairings().len();
    let mut tallies: Vec<Tally> = places
        .map(|place| known.get(&place).cloned().unwrap_or_default())
        .collect();
    let growth = Growth {
        plan,
        share: plan.runs(),
        at_once: AT_ONCE,
        control,
    };
    let next_look = |_, tally: &Tally| plan.stopping().next_look(tally, plan.runs());
    growth.play::<S, E>(&mut tallies, &compile, &next_look, report)?;
    Ok(tallies)
}

/// Plays pairings on from their tallies.
#[derive(Clone, Copy)]
pub(crate) struct Growth<'a> {
    pub(crate) plan: &'a Plan,
    /// The most battles that are added to a pairing.
    pub(crate) share: u64,
    /// Pairings that a thread takes at once, at most.
    pub(crate) at_once: usize,
    pub(crate) control: Control<'a>,
}

impl Growth<'_> {
    /// Plays each pairing until `next_look`, which gets its place and tally, names no further number of
    /// battles, or its share or the battles of the plan are used up.
    pub(crate) fn play<S, E>(
        self,
        tallies: &mut [Tally],
        compile: &(impl Fn(usize, usize) -> Result<S::Bout, E> + Sync),
        next_look: &(impl Fn(usize, &Tally) -> Option<u64> + Sync),
        report: &(dyn Fn(usize, &Tally) + Sync),
    ) -> Result<(), RunError<E>>
    where
        S: GameSystem,
        S::Bout: Send,
        E: Send,
    {
        let (plan, control) = (self.plan, self.control);
        let open = self.open(tallies, next_look);
        let grown = on_workers(control, || {
            let many = are_many(open.len());
            schedule(&open, self.at_once, |scratch: &mut Scratch<S>, &place| {
                let pairing = compile_pairing::<S, E>(plan, plan.pairings()[place], compile)?;
                let play = |battles| {
                    if many {
                        play_in_turn(&pairing, battles, scratch, control)
                    } else {
                        play_spread(&pairing, battles, control)
                    }
                };
                let begun: &Tally = &tallies[place];
                let most = plan.runs().min(begun.battles.saturating_add(self.share));
                let next_look = |tally: &Tally| next_look(place, tally);
                let report = |tally: &Tally| report(place, tally);
                let tally = play_until(begun.clone(), most, next_look, play, report);
                let tally = tally.ok_or(RunError::Interrupted)?;
                if tally.battles == plan.runs() || next_look(&tally).is_none() {
                    control.progress.end_pairing();
                }
                Ok(tally)
            })
        })?;
        for (place, tally) in open.into_iter().zip(grown) {
            tallies[place] = tally;
        }
        Ok(())
    }

    /// Places of the pairings that have not been played enough.
    pub(crate) fn open(
        self,
        tallies: &[Tally],
        next_look: &impl Fn(usize, &Tally) -> Option<u64>,
    ) -> Vec<usize> {
        let is_open = |&place: &usize| {
            let tally = &tallies[place];
            tally.battles < self.plan.runs() && next_look(place, tally).is_some()
        };
        (0..tallies.len()).filter(is_open).collect()
    }
}

/// Compiles a pairing of a plan; an error names the two.
pub(crate) fn compile_pairing<S: GameSystem, E>(
    plan: &Plan,
    pairing: Pairing,
    compile: impl Fn(usize, usize) -> Result<S::Bout, E>,
) -> Result<CompiledPairing<S>, RunError<E>> {
    CompiledPairing::compile(pairing, plan.setting().seed, compile).map_err(|source| {
        let [a, b] = [pairing.a, pairing.b].map(|index| plan.name(index).to_owned());
        RunError::Compile { a, b, source }
    })
}

/// Plays a pairing on until `next_look` ends it or it has `most` battles; `None` when `play` was
/// cancelled.
pub(crate) fn play_until(
    mut tally: Tally,
    most: u64,
    next_look: impl Fn(&Tally) -> Option<u64>,
    mut play: impl FnMut(Range<u64>) -> Option<Tally>,
    report: impl Fn(&Tally),
) -> Option<Tally> {
    let mut reported = tally.battles;
    while tally.battles < most
        && let Some(look) = next_look(&tally)
    {
        // Onwards, whatever the answer, and by whole pairs: every number here is even.
        let look = look.clamp(tally.battles + 2, most);
        tally.merge(&play(tally.battles..look)?);
        if tally.battles - reported >= STRIDE {
            report(&tally);
            reported = tally.battles;
        }
    }
    if reported < tally.battles {
        report(&tally);
    }
    Some(tally)
}

/// Plays these battles one after the other; `None` when the run was cancelled.
fn play_in_turn<S: GameSystem>(
    pairing: &CompiledPairing<S>,
    battles: Range<u64>,
    scratch: &mut Scratch<S>,
    control: Control<'_>,
) -> Option<Tally> {
    in_turn(battles, control, |tally, batch| {
        record(pairing, scratch, tally, batch);
    })
}

/// Plays these battles on all threads; `None` when the run was cancelled.
pub(crate) fn play_spread<S: GameSystem>(
    pairing: &CompiledPairing<S>,
    battles: Range<u64>,
    control: Control<'_>,
) -> Option<Tally> {
    let play = |scratch: &mut Scratch<S>, tally: &mut Tally, batch| {
        record(pairing, scratch, tally, batch);
    };
    spread(battles, control, play, Tally::merge)
}

fn record<S: GameSystem>(
    pairing: &CompiledPairing<S>,
    scratch: &mut Scratch<S>,
    tally: &mut Tally,
    battles: Range<u64>,
) {
    for battle in battles {
        tally.record(&pairing.run(battle, scratch));
    }
}
