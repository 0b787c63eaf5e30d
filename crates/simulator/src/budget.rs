//! Plays pairings for as long as a question about each is open, within a budget for all of them.

use std::ops::Range;

use equipoise_engine::{GameSystem, Scratch};
use rayon::ThreadPoolBuilder;
use rayon::prelude::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::plan::Plan;
use crate::run::{CELLS_PER_THREAD, Control, RunError, compile_cell, run_in_turn, run_spread};
use crate::tally::Tally;

/// Pairings that a thread takes at once; they are longer than those of a sweep.
const CELLS: usize = 4;

/// Plays each pairing of a plan until `next_look` has no further question, at most as many battles of
/// each as the plan says, and at most `budget` of all together.
///
/// `next_look` gets the number of a pairing and its tally and names the number of battles, even and
/// larger than that of the tally, after which it wants to be asked again; `None` ends the pairing. The
/// budget is shared out equally; what some pairings leave over is shared out again among those still
/// open, until less than a battle in each seat is left for each. So the result is a function of plan,
/// budget and `next_look` alone: the same bits on any number of threads.
///
/// # Errors
/// When a pairing does not compile, the cancel flag is set or threads cannot be started.
pub fn run_within<S, E>(
    plan: &Plan,
    budget: u64,
    compile: impl Fn(usize, usize) -> Result<S::Bout, E> + Sync,
    next_look: impl Fn(usize, &Tally) -> Option<u64> + Sync,
    control: Control<'_>,
) -> Result<Vec<Tally>, RunError<E>>
where
    S: GameSystem,
    S::Bout: Send,
    E: Send,
{
    let pool = ThreadPoolBuilder::new()
        .num_threads(control.threads.unwrap_or(0))
        .build()?;
    let mut tallies = vec![Tally::default(); plan.cells().len()];
    let mut left = budget;
    loop {
        let is_open = |&at: &usize| {
            let tally: &Tally = &tallies[at];
            tally.battles < plan.runs() && next_look(at, tally).is_some()
        };
        let open: Vec<usize> = (0..tallies.len()).filter(is_open).collect();
        let share = share(left, open.len());
        if share == 0 {
            return Ok(tallies);
        }
        let round = Round {
            plan,
            share,
            control,
        };
        let grown = pool.install(|| round.play::<S, E>(&open, &tallies, &compile, &next_look))?;
        for (at, tally) in open.into_iter().zip(grown) {
            left -= tally.battles - tallies[at].battles;
            tallies[at] = tally;
        }
    }
}

/// What each open pairing gets of a budget, in whole pairs of battles; 0 where there is none.
fn share(budget: u64, open: usize) -> u64 {
    budget.checked_div(open as u64).unwrap_or(0) / 2 * 2
}

/// One sharing out of the budget.
#[derive(Clone, Copy)]
struct Round<'a> {
    plan: &'a Plan,
    share: u64,
    control: Control<'a>,
}

impl Round<'_> {
    /// Plays these pairings on from their tallies, and returns what they have come to.
    fn play<S, E>(
        self,
        open: &[usize],
        tallies: &[Tally],
        compile: &(impl Fn(usize, usize) -> Result<S::Bout, E> + Sync),
        next_look: &(impl Fn(usize, &Tally) -> Option<u64> + Sync),
    ) -> Result<Vec<Tally>, RunError<E>>
    where
        S: GameSystem,
        S::Bout: Send,
        E: Send,
    {
        let many = open.len() >= CELLS_PER_THREAD * rayon::current_num_threads();
        let run_battles = if many {
            run_in_turn::<S>
        } else {
            run_spread::<S>
        };
        let play = |scratch: &mut Scratch<S>, &at: &usize| {
            let pairing = compile_cell::<S, E>(self.plan, self.plan.cells()[at], compile)?;
            let run = |battles| run_battles(&pairing, battles, scratch, self.control);
            let grown = self.play_on(&tallies[at], |tally| next_look(at, tally), run);
            grown.ok_or(RunError::Interrupted)
        };
        let cells = open.par_iter().with_max_len(CELLS);
        cells.map_init(Scratch::<S>::default, play).collect()
    }

    /// `None` when `run` was cancelled.
    fn play_on(
        self,
        tally: &Tally,
        next_look: impl Fn(&Tally) -> Option<u64>,
        mut run: impl FnMut(Range<u64>) -> Option<Tally>,
    ) -> Option<Tally> {
        let mut tally = tally.clone();
        let most = self.plan.runs().min(tally.battles + self.share);
        while tally.battles < most {
            let Some(look) = next_look(&tally) else {
                break;
            };
            // Onwards, whatever the answer, and by whole pairs: every number here is even.
            let look = look.clamp(tally.battles + 2, most);
            tally.merge(&run(tally.battles..look)?);
        }
        if tally.battles == self.plan.runs() || next_look(&tally).is_none() {
            self.control.progress.end_pairing();
        }
        Some(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn a_budget_is_shared_out_in_whole_pairs() {
        assert_eq!(share(100, 7), 14);
        assert_eq!(share(100, 9), 10);
        assert_eq!(share(13, 7), 0);
        assert_eq!(share(100, 0), 0);
    }
}
