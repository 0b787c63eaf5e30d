//! Battles one by one: who won, the scores, and every observed quantity.

use std::ops::Range;
use std::sync::atomic::Ordering;

use equipoise_engine::{Observe, Outcome, PlayWith, Scratch, Side};
use thiserror::Error;

use crate::compiled::CompiledPairing;
use crate::control::{Control, RunError};
use crate::guests::Guests;
use crate::observe::Observed;
use crate::plan::Plan;
use crate::records_file::{Records, RecordsFile};
use crate::run::play_until;
use crate::save::SaveError;
use crate::schedule::{on_workers, spread};
use crate::tally::Tally;

/// Values that are held before they are written, over all columns: some 16 MB.
const VALUES: u64 = 1 << 21;
/// Fewest battles that are written at once: enough for every thread to have some.
const FEWEST: u64 = 1 << 12;
/// Most battles that are written at once.
const MOST: u64 = 1 << 16;

/// Why battles were not recorded.
#[derive(Debug, Error)]
pub enum RecordError<E> {
    /// They were not played.
    #[error(transparent)]
    Run(#[from] RunError<E>),
    /// Their rows cannot be written.
    #[error(transparent)]
    Save(SaveError),
}

/// Battles one by one, and their sums.
#[derive(Default)]
pub(crate) struct Recorded {
    pub(crate) observed: Observed,
    pub(crate) records: Records,
}

impl Recorded {
    /// Adds one battle, of which `state` is the end.
    pub(crate) fn add<S: Observe>(
        &mut self,
        pairing: &CompiledPairing<S>,
        battle: u64,
        outcome: Outcome,
        state: &S::Battle,
    ) {
        let Self { observed, records } = self;
        observed.make_room(pairing);
        records.battles.push(battle);
        records.seats_of_a.push(pairing.seat_of_a(battle));
        records.outcomes.push(outcome);
        let starts = records.quantities.each_ref().map(Vec::len);
        for (rows, sums) in records.quantities.iter_mut().zip(&observed.sums) {
            rows.resize(rows.len() + sums.len(), 0);
        }
        let rows = &mut records.quantities;
        observed.add(
            pairing,
            battle,
            &outcome,
            state,
            |contestant, quantity, value| {
                rows[contestant][starts[contestant] + quantity] = value;
            },
        );
    }

    fn merge(&mut self, other: &Self) {
        self.observed.merge(&other.observed);
        self.records.append(&other.records);
    }
}

/// Plays a compiled pairing of a plan until its battles end, as [`run`](crate::run) does, observes each and writes a
/// row for each into `file`, in the order of their numbers. Rows are held for a few ten thousand battles at most. Tally
/// and file are the same bits on any number of threads.
///
/// # Errors
/// When the cancel flag is set, threads cannot be started or the file cannot be written.
pub fn run_recorded<S, E>(
    plan: &Plan,
    pairing: &CompiledPairing<S>,
    file: &mut RecordsFile,
    control: Control<'_>,
) -> Result<Observed, RecordError<E>>
where
    S: Observe,
    E: Send,
{
    let play = |scratch: &mut Scratch<S>, recorded: &mut Recorded, battles: Range<u64>| {
        for battle in battles {
            let outcome = pairing.run(battle, scratch);
            recorded.add(pairing, battle, outcome, &scratch.battle);
        }
    };
    on_workers(control, || {
        let play = |battles| spread(battles, control, play, Recorded::merge);
        Ok(record(plan, pairing, Some(file), play))
    })?
}

/// Plays a compiled pairing of a plan until its battles end, with guests, one battle after the other on the calling
/// thread; writes a row for each battle if there is a file. `play` is how the game asks players.
///
/// # Errors
/// When the cancel flag is set or the file cannot be written.
pub fn run_with<S: Observe, E>(
    plan: &Plan,
    pairing: &CompiledPairing<S>,
    play: PlayWith<S>,
    guests: &mut Guests<'_>,
    file: Option<&mut RecordsFile>,
    control: Control<'_>,
) -> Result<Observed, RecordError<E>> {
    let mut state = S::Battle::default();
    record(plan, pairing, file, |battles| {
        let mut recorded = Recorded::default();
        for battle in battles {
            let outcome = pairing.play_with(battle, &mut state, play, guests, &mut |_| {});
            // A guest who gives up does so in the middle of a battle.
            if control.cancel.load(Ordering::Relaxed) {
                return None;
            }
            recorded.add(pairing, battle, outcome, &state);
            control.progress.add(1);
        }
        Some(recorded)
    })
}

/// Plays a pairing until its battles end by way of `play`, which returns `None` when it was cancelled, and writes a row
/// for each battle.
pub(crate) fn record<S: Observe, E>(
    plan: &Plan,
    pairing: &CompiledPairing<S>,
    mut file: Option<&mut RecordsFile>,
    mut play: impl FnMut(Range<u64>) -> Option<Recorded>,
) -> Result<Observed, RecordError<E>> {
    let at_once = at_once(pairing);
    let mut total = Observed::default();
    let mut failed = None;
    let play = |battles| {
        let mut tally = Tally::default();
        for piece in pieces(battles, at_once) {
            let Recorded { observed, records } = play(piece)?;
            if let Some(file) = &mut file
                && let Err(error) = file.write(&records)
            {
                failed = Some(error);
                return None;
            }
            tally.merge(&observed.tally);
            total.merge(&observed);
        }
        Some(tally)
    };
    let next_look = |tally: &Tally| plan.stopping().next_look(tally, plan.runs());
    let ended = play_until(Tally::default(), plan.runs(), next_look, play, |_| {});
    match (failed, ended) {
        (Some(error), _) => Err(RecordError::Save(error)),
        (None, None) => Err(RunError::Interrupted.into()),
        (None, Some(_)) => Ok(total),
    }
}

/// Battles that are written at once.
fn at_once<S: Observe>(pairing: &CompiledPairing<S>) -> u64 {
    let quantities = |side| S::quantities(pairing.bout(0), side) as u64;
    let columns = 8 + quantities(Side::A) + quantities(Side::B);
    (VALUES / columns).clamp(FEWEST, MOST)
}

/// These battles in pieces that end at the multiples of `at_once`.
fn pieces(battles: Range<u64>, at_once: u64) -> impl Iterator<Item = Range<u64>> {
    let mut start = battles.start;
    std::iter::from_fn(move || {
        let cut = (start / at_once + 1) * at_once;
        let piece = start..cut.min(battles.end);
        start = piece.end;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn battles_are_cut_where_rows_are_written() {
        let ends = |battles| pieces(battles, 8).map(|piece| (piece.start, piece.end));
        assert!(ends(0..20).eq([(0, 8), (8, 16), (16, 20)]));
        assert!(ends(6..9).eq([(6, 8), (8, 9)]));
        assert_eq!(ends(5..5).count(), 0);
    }
}
