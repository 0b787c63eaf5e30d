//! The same battles played in one way and in several others, on the same dice.

use std::ops::Range;

use equipoise_engine::{GameSystem, Observe, Outcome, Scratch, Side};
use equipoise_stats::Paired;

use crate::compiled::CompiledPairing;
use crate::control::{Control, RunError};
use crate::plan::{Pairing, Plan};
use crate::run::compile_pairing;
use crate::schedule::{in_turn, on_workers, schedule};

/// Battles whose ends are held in memory at once; part of no result.
const AT_A_TIME: u64 = 4096;

/// How the battles of one way went beside those of the first way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// Results of contestant a in pairs, those of the first way first.
    pub results: Paired,
    /// Battles whose outcome or observed quantities differ in anything.
    pub altered: u64,
}

/// Plays every battle of a plan in a first way and in `others` more, each on the dice that it has in the
/// plan. `compile` gets the way, 0 for the first, and two contestants in seat order.
///
/// The results are those of each pairing and other way, in order; they do not depend on the number of
/// threads.
///
/// # Errors
/// When a pairing does not compile, the cancel flag is set or threads cannot be started.
pub fn run_variants<S, E>(
    plan: &Plan,
    others: usize,
    compile: impl Fn(usize, usize, usize) -> Result<S::Bout, E> + Sync,
    control: Control<'_>,
) -> Result<Vec<Vec<Variation>>, RunError<E>>
where
    S: Observe,
    E: Send,
{
    let play = |scratch: &mut Scratch<S>, pairing: &Pairing| {
        let compile =
            |way: usize| compile_pairing::<S, E>(plan, *pairing, |a, b| compile(way, a, b));
        let first = compile(0)?;
        let others = (1..=others).map(compile);
        let others: Vec<_> = others.collect::<Result<_, _>>()?;
        let found = against_first(&first, &others, plan.runs(), scratch, control);
        control.progress.end_pairing();
        found.ok_or(RunError::Interrupted)
    };
    on_workers(control, || schedule(plan.pairings(), 1, play))
}

/// `None` when the run was cancelled.
fn against_first<S: Observe>(
    first: &CompiledPairing<S>,
    others: &[CompiledPairing<S>],
    runs: u64,
    scratch: &mut Scratch<S>,
    control: Control<'_>,
) -> Option<Vec<Variation>> {
    let mut found = vec![Variation::default(); others.len()];
    for start in (0..runs).step_by(AT_A_TIME as usize) {
        let battles = start..runs.min(start + AT_A_TIME);
        let known = ends(first, battles.clone(), scratch, control)?;
        for (variation, other) in found.iter_mut().zip(others) {
            let new = ends(other, battles.clone(), scratch, control)?;
            for (old, new) in known.iter().zip(&new) {
                variation.results.record(old.result(), new.result());
                variation.altered += u64::from(old != new);
            }
        }
    }
    Some(found)
}

/// How a battle ended.
#[derive(PartialEq, Eq)]
struct End {
    outcome: Outcome,
    /// A digest of what was observed.
    observed: u64,
}

impl End {
    /// Of contestant a: 0 for a loss, 1 for a draw, 2 for a win.
    fn result(&self) -> u8 {
        match self.outcome.winner {
            Some(Side::A) => 2,
            None => 1,
            Some(Side::B) => 0,
        }
    }
}

fn ends<S: Observe>(
    pairing: &CompiledPairing<S>,
    battles: Range<u64>,
    scratch: &mut Scratch<S>,
    control: Control<'_>,
) -> Option<Vec<End>> {
    in_turn(battles, control, |ends: &mut Vec<End>, battles| {
        ends.extend(battles.map(|battle| {
            let outcome = pairing.run(battle, scratch);
            let observed = digest::<S>(pairing.bout(battle), &scratch.battle);
            End { outcome, observed }
        }));
    })
}

/// The 64-bit FNV-1a hash of everything observed, number by number.
fn digest<S: Observe>(bout: &<S as GameSystem>::Bout, battle: &<S as GameSystem>::Battle) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut take = |number: u64| hash = (hash ^ number).wrapping_mul(0x0000_0100_0000_01b3);
    S::observe(bout, battle, |side, quantity, value| {
        take(side.index() as u64);
        take(quantity as u64);
        take(value as u64);
    });
    hash
}
