//! A duel's tally on its way to the result.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use crate::common::{compile, plan, play};
use equipoise_simulator::{
    CompiledPairing, Control, NoProgress, Plan, RunError, Stopping, Tally, run_traced,
};
use equipoise_stats::ConfidenceSequence;
use equipoise_toy::Toy;

fn traced(plan: &Plan, threads: usize, cancel: bool) -> Result<Vec<Tally>, RunError<Infallible>> {
    let cancel = AtomicBool::new(cancel);
    let control = Control {
        threads: Some(threads),
        progress: &NoProgress,
        cancel: &cancel,
    };
    let pairing =
        CompiledPairing::<Toy>::compile(plan.pairings()[0], plan.setting().seed, compile).unwrap();
    run_traced(plan, &pairing, control)
}

/// 3,000 battles are looked at after 2, 4, … 2,048 and at their end.
#[test]
fn each_look_is_the_duel_of_so_many_battles() {
    let trace = traced(&plan(5, 3_000), 2, false).unwrap();
    let battles: Vec<u64> = trace.iter().map(|tally| tally.battles).collect();
    let powers = (1..=11).map(|k| 1_u64 << k);
    assert_eq!(battles, powers.chain([3_000]).collect::<Vec<u64>>());
    for tally in &trace {
        assert_eq!(*tally, play(&plan(5, tally.battles), 1)[0]);
    }
}

#[test]
fn an_end_at_a_power_of_two_is_told_once() {
    let battles = |runs| traced(&plan(5, runs), 1, false).unwrap().len();
    assert_eq!((battles(2), battles(4), battles(6)), (1, 2, 3));
}

#[test]
fn a_duel_that_stops_early_ends_its_trace_where_it_stops_on_any_number_of_threads() {
    let sequence = ConfidenceSequence::new(0.03, 0.95).unwrap();
    let until = plan(5, sequence.most_scores()).stopping_by(Stopping::HalfWidth(sequence));
    let trace = traced(&until, 1, false).unwrap();
    assert_eq!(trace.last(), play(&until, 2).first());
    assert_eq!(trace, traced(&until, 5, false).unwrap());
}

#[test]
fn a_cancelled_trace_has_no_part() {
    let cancelled = traced(&plan(5, 100), 1, true);
    assert!(matches!(cancelled, Err(RunError::Interrupted)));
}
