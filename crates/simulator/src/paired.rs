//! The same battles played in two ways on the same dice.

use std::ops::Range;

use equipoise_engine::{GameSystem, Outcome, Scratch, Side};
use equipoise_stats::Paired;

use crate::compiled::CompiledPairing;
use crate::control::{Control, RunError};
use crate::plan::{Pairing, Plan};
use crate::run::compile_pairing;
use crate::schedule::{in_turn, on_workers, schedule};

/// Pairings that a thread takes at once; they are longer than those of a sweep.
const AT_ONCE: usize = 4;

/// Plays every battle of a plan the old way and the new way, each on the dice that it has in the plan,
/// and counts the results of contestant a in pairs, a count for each pairing of the plan.
///
/// The two ways may differ in a unit, in rules options or in a policy; the generator streams are those
/// of the plan's names, whatever the ways. The result does not depend on the number of threads.
///
/// # Errors
/// When a pairing does not compile, the cancel flag is set or threads cannot be started.
pub fn run_paired<S, E>(
    plan: &Plan,
    old: impl Fn(usize, usize) -> Result<S::Bout, E> + Sync,
    new: impl Fn(usize, usize) -> Result<S::Bout, E> + Sync,
    control: Control<'_>,
) -> Result<Vec<Paired>, RunError<E>>
where
    S: GameSystem,
    E: Send,
{
    let play = |scratch: &mut Scratch<S>, pairing: &Pairing| {
        let old = compile_pairing::<S, E>(plan, *pairing, &old)?;
        let new = compile_pairing::<S, E>(plan, *pairing, &new)?;
        let counts = in_turn(0..plan.runs(), control, |counts: &mut Paired, battles| {
            // One way after the other, as what a system remembers of a bout is soon forgotten.
            let [old, new] = [&old, &new].map(|way| results(way, battles.clone(), scratch));
            for (old, new) in old.into_iter().zip(new) {
                counts.record(old, new);
            }
            // Each battle is two.
            control.progress.add(battles.end - battles.start);
        });
        control.progress.end_pairing();
        counts.ok_or(RunError::Interrupted)
    };
    on_workers(control, || schedule(plan.pairings(), AT_ONCE, play))
}

/// Results of contestant a, 0 for a loss, 1 for a draw, 2 for a win.
fn results<S: GameSystem>(
    pairing: &CompiledPairing<S>,
    battles: Range<u64>,
    scratch: &mut Scratch<S>,
) -> Vec<u8> {
    let result = |outcome: Outcome| match outcome.winner {
        Some(Side::A) => 2,
        None => 1,
        Some(Side::B) => 0,
    };
    battles
        .map(|battle| result(pairing.run(battle, scratch)))
        .collect()
}
