//! Pairings that are played for as long as a question is open, within a budget.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{STRENGTHS, compile, plan, play};
use equipoise_simulator::{
    Control, NoProgress, Plan, Progress, RunError, Stopping, Tally, run_within,
};
use equipoise_stats::{Finding, Gate};
use equipoise_toy::{Bout, Toy};

fn control<'a>(threads: usize, cancel: &'a AtomicBool) -> Control<'a> {
    Control {
        threads: Some(threads),
        progress: &NoProgress,
        cancel,
    }
}

/// Each pairing asks for so many battles, a tenth of them at a time.
fn asking(wanted: &[u64]) -> impl Fn(usize, &Tally) -> Option<u64> + Sync {
    |at, tally| (tally.battles < wanted[at]).then_some(tally.battles + (wanted[at] / 20 * 2).max(2))
}

fn within(plan: &Plan, budget: u64, wanted: &[u64], threads: usize) -> Vec<Tally> {
    let cancel = AtomicBool::new(false);
    let control = control(threads, &cancel);
    run_within::<Toy, _>(plan, budget, compile, asking(wanted), control).unwrap()
}

fn battles(tallies: &[Tally]) -> Vec<u64> {
    tallies.iter().map(|tally| tally.battles).collect()
}

/// Seven pairings: four units against two of them, each pair once.
const WANTED: [u64; 7] = [20, 100, 400, 1_000, 1_000, 2_000, 0];

#[test]
fn each_pairing_gets_what_it_asks_for() {
    let plan = plan(3, 1_000);
    assert_eq!(plan.pairings().len(), WANTED.len());
    // Nobody gets more than the plan has.
    let expected = [20, 100, 400, 1_000, 1_000, 1_000, 0];
    for threads in [1, 2, 5] {
        assert_eq!(
            battles(&within(&plan, 1_000_000, &WANTED, threads)),
            expected
        );
    }
}

/// 700 battles for six open pairings are 116 each; the two that take 20 and 100 leave 112 over, and
/// 4 are left of the 700: 116 for the other four, 28 more each, and less than a pair then.
#[test]
fn a_budget_is_shared_out_until_nothing_is_left() {
    let plan = plan(3, 1_000);
    let played = within(&plan, 700, &WANTED, 2);
    assert_eq!(battles(&played), [20, 100, 144, 144, 144, 144, 0]);
    assert_eq!(within(&plan, 700, &WANTED, 5), played);
    assert_eq!(battles(&within(&plan, 11, &WANTED, 1)), [0; 7]);
}

#[test]
fn the_battles_are_those_of_a_run() {
    let all = play(&plan(3, 144), 2);
    let played = within(&plan(3, 1_000), 700, &WANTED, 2);
    assert_eq!(played[2..6], all[2..6]);
}

#[test]
fn cancelling_leaves_no_result() {
    struct Cancelling<'a>(&'a AtomicBool);
    impl Progress for Cancelling<'_> {
        fn add(&self, _battles: u64) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let cancel = AtomicBool::new(false);
    let control = Control {
        threads: Some(2),
        progress: &Cancelling(&cancel),
        cancel: &cancel,
    };
    let played = run_within::<Toy, _>(&plan(3, 1_000), 5_000, compile, asking(&WANTED), control);
    assert!(matches!(played, Err(RunError::Interrupted)));
}

/// A gate of the toy: one unit that wins 5 of 12 against another is made to win one half, and every
/// other pairing stays. Wrong findings have a chance of 10^-6 at most by the level of the gate.
#[test]
fn a_gate_finds_what_changed_and_nothing_else() {
    let gate = Gate::new(0.05, 1e-6, 7).unwrap();
    let sequence = gate.baseline().unwrap();
    let before = plan(3, sequence.most_scores()).stopping_by(Stopping::HalfWidth(sequence));
    let cancel = AtomicBool::new(false);
    let baseline = play(&before, 2);
    let scores: Vec<_> = baseline
        .iter()
        .map(|tally| {
            gate.baseline_score(0.0125, tally.points_a(), tally.battles)
                .unwrap()
        })
        .collect();
    // Unit 2 has the strength 50: against unit 1 it becomes 70, as strong as that one.
    let changed = |a: usize, b: usize| {
        let strength = |index: usize, other: usize| match (index, other) {
            (2, 1) => 70,
            _ => STRENGTHS[index],
        };
        Ok::<_, std::convert::Infallible>(Bout::new([strength(a, b), strength(b, a)]))
    };
    let look = |at: usize, tally: &Tally| {
        let finding = gate.finding(&scores[at], tally.points_a(), tally.battles);
        finding.is_none().then(|| gate.next_look(tally.battles))
    };
    let after = plan(4, gate.most_scores());
    let tallies =
        run_within::<Toy, _>(&after, after.battles(), changed, look, control(2, &cancel)).unwrap();
    for (at, (pairing, tally)) in after.pairings().iter().zip(&tallies).enumerate() {
        let moved = (pairing.a.max(pairing.b), pairing.a.min(pairing.b)) == (2, 1);
        let expected = if moved {
            Finding::Changed
        } else {
            Finding::Within
        };
        let found = gate.finding(&scores[at], tally.points_a(), tally.battles);
        assert_eq!(found, Some(expected), "{pairing:?}");
    }
}
