//! Plays pairs of policies round by round until each is known well enough.

use std::ops::Range;

use equipoise_engine::Scratch;
use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::{CompiledPairing, Plan, Progress, Tally, schedule};

use super::field::Field;
use crate::control::{Control, Work};
use crate::error::Error;

/// Most battles that a thread takes at once: few, so that none is left with many at the end.
const BATCH: u64 = 32;

/// Battles of one cell of a pair.
struct Job {
    /// Place of the cell in the plan.
    place: usize,
    battles: Range<u64>,
}

/// Plays each pair of policies until the plan's rule ends it, always by whole rounds, and returns a tally
/// for each pairing of the plan.
///
/// A pair is looked at after numbers of rounds that depend on its own battles alone, and what lies
/// between two looks is added up in whole numbers: the same bits on any number of threads.
pub(super) fn play<S: FrontEnd>(
    field: &Field<'_, S>,
    plan: &Plan,
    pairs: &[[S::Policy; 2]],
    control: Control<'_>,
) -> Result<Vec<Tally>, Error> {
    let progress = control
        .watch
        .begin(Work::battles(plan.runs() * pairs.len() as u64));
    let compiled = compile(field, plan, pairs, control)?;
    let mut tallies = vec![Tally::default(); compiled.len()];
    let pool = control.pool()?;
    loop {
        let jobs = jobs(field, plan, &tallies);
        if jobs.is_empty() {
            return Ok(tallies);
        }
        let one = |scratch: &mut Scratch<S>, job: &Job| {
            battles(
                &compiled[job.place],
                &job.battles,
                scratch,
                &*progress,
                control,
            )
        };
        let played = pool.install(|| schedule(&jobs, 1, one))?;
        for (job, tally) in jobs.iter().zip(&played) {
            tallies[job.place].merge(tally);
        }
    }
}

/// Compiles the pairings of the plan.
fn compile<S: FrontEnd>(
    field: &Field<'_, S>,
    plan: &Plan,
    pairs: &[[S::Policy; 2]],
    control: Control<'_>,
) -> Result<Vec<CompiledPairing<S>>, Error> {
    let places: Vec<usize> = (0..plan.pairings().len()).collect();
    let cells = &field.cells;
    let one = |(): &mut (), &place: &usize| {
        control.check()?;
        let (pair, cell) = (pairs[place / cells.len()], cells[place % cells.len()]);
        field.compile(cell, plan.pairings()[place], plan.setting().seed, pair)
    };
    control.pool()?.install(|| schedule(&places, 1, one))
}

/// What open pairs play until their next looks.
fn jobs<S: FrontEnd>(field: &Field<'_, S>, plan: &Plan, tallies: &[Tally]) -> Vec<Job> {
    let (cells, round) = (&field.cells, field.round());
    let mut jobs = Vec::new();
    for (pair, tallies) in tallies.chunks(cells.len()).enumerate() {
        let whole = merged(tallies);
        let Some(look) = plan.stopping().next_look(&whole, plan.runs()) else {
            continue;
        };
        let done = whole.battles / round;
        let rounds = look.div_ceil(round).max(done + 1);
        for (cell, of) in cells.iter().enumerate() {
            let place = pair * cells.len() + cell;
            let end = rounds * of.battles;
            let starts = (done * of.battles..end).step_by(BATCH as usize);
            jobs.extend(starts.map(|start| Job {
                place,
                battles: start..end.min(start + BATCH),
            }));
        }
    }
    jobs
}

/// Plays some battles of a cell.
fn battles<S: FrontEnd>(
    pairing: &CompiledPairing<S>,
    battles: &Range<u64>,
    scratch: &mut Scratch<S>,
    progress: &dyn Progress,
    control: Control<'_>,
) -> Result<Tally, Error> {
    let mut tally = Tally::default();
    for battle in battles.clone() {
        control.check()?;
        tally.record(&pairing.run(battle, scratch));
        progress.add(1);
    }
    Ok(tally)
}

/// All battles of some tallies.
pub(super) fn merged<'a>(tallies: impl IntoIterator<Item = &'a Tally>) -> Tally {
    let mut whole = Tally::default();
    for tally in tallies {
        whole.merge(tally);
    }
    whole
}
