//! Plays pairings for as long as a question about each is open, within a budget for all of them.

use equipoise_engine::GameSystem;

use crate::control::{Control, RunError};
use crate::plan::Plan;
use crate::run::Growth;
use crate::tally::Tally;

/// Pairings that a thread takes at once; they are longer than those of a sweep.
const AT_ONCE: usize = 4;

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
    let mut tallies = vec![Tally::default(); plan.pairings().len()];
    let mut left = budget;
    loop {
        let mut growth = Growth {
            plan,
            share: 0,
            at_once: AT_ONCE,
            control,
        };
        growth.share = share(left, growth.open(&tallies, &next_look).len());
        if growth.share == 0 {
            return Ok(tallies);
        }
        let before = battles(&tallies);
        growth.play::<S, E>(&mut tallies, &compile, &next_look, &|_, _| {})?;
        left -= battles(&tallies) - before;
    }
}

fn battles(tallies: &[Tally]) -> u64 {
    tallies.iter().map(|tally| tally.battles).sum()
}

/// What each open pairing gets of a budget, in whole pairs of battles; 0 where there is none.
fn share(budget: u64, open: usize) -> u64 {
    budget.checked_div(open as u64).unwrap_or(0) / 2 * 2
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
