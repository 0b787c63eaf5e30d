//! A pairing on its way to its result.

use std::ops::Range;

use equipoise_engine::GameSystem;

use crate::compiled::CompiledPairing;
use crate::control::{Control, RunError};
use crate::plan::Plan;
use crate::run::{play_spread, play_until};
use crate::schedule::on_workers;
use crate::tally::Tally;

/// Plays one pairing of a plan until its battles end, and returns its tallies after 2, 4, 8, …
/// battles and at the end. The last is the tally that [`run`](crate::run) returns of it, the
/// others are those of the same battles up to there.
///
/// # Errors
/// When the cancel flag is set or threads cannot be started.
pub fn run_traced<S, E>(
    plan: &Plan,
    pairing: &CompiledPairing<S>,
    control: Control<'_>,
) -> Result<Vec<Tally>, RunError<E>>
where
    S: GameSystem,
    E: Send,
{
    let (mut trace, mut tally) = (Vec::new(), Tally::default());
    let play = |battles| {
        let mut played = Tally::default();
        for piece in pieces(battles) {
            let more = play_spread(pairing, piece, control)?;
            played.merge(&more);
            tally.merge(&more);
            if tally.battles.is_power_of_two() {
                trace.push(tally.clone());
            }
        }
        Some(played)
    };
    let next_look = |tally: &Tally| plan.stopping().next_look(tally, plan.runs());
    let end = on_workers(control, || {
        play_until(Tally::default(), plan.runs(), next_look, play, |_| {})
            .ok_or(RunError::Interrupted)
    })?;
    if trace.last() != Some(&end) {
        trace.push(end);
    }
    Ok(trace)
}

/// These battles, cut after each power of two from 2 on.
fn pieces(battles: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let mut start = battles.start;
    std::iter::from_fn(move || {
        let cut = (start + 1).next_power_of_two().max(2);
        let piece = start..cut.min(battles.end);
        start = piece.end;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn battles_are_cut_after_each_power_of_two() {
        let ends = |battles| pieces(battles).map(|piece| (piece.start, piece.end));
        assert!(ends(0..11).eq([(0, 2), (2, 4), (4, 8), (8, 11)]));
        assert!(ends(4..8).eq([(4, 8)]));
        assert!(ends(6..20).eq([(6, 8), (8, 16), (16, 20)]));
        assert_eq!(ends(5..5).count(), 0);
    }
}
