//! Two ways to play the same battles.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use crate::common::{STRENGTHS, compile, plan, play};
use equipoise_simulator::{Control, NoProgress, Plan, RunError, run_paired, run_variants};
use equipoise_stats::{Paired, mean_difference};
use equipoise_toy::{Bout, Toy};

fn pairs(plan: &Plan, strengths: [u16; 4], threads: usize) -> Vec<Paired> {
    let control = Control {
        threads: Some(threads),
        progress: &NoProgress,
        cancel: &AtomicBool::new(false),
    };
    let new = |a: usize, b: usize| Ok(Bout::new([strengths[a], strengths[b]]));
    let played: Result<_, RunError<Infallible>> = run_paired::<Toy, _>(plan, compile, new, control);
    played.unwrap()
}

/// A change that changes nothing turns no battle, and the old way is that of a plain run.
#[test]
fn the_old_way_is_that_of_a_run() {
    let plan = plan(4, 500);
    for (counts, tally) in pairs(&plan, STRENGTHS, 2).iter().zip(play(&plan, 2)) {
        assert_eq!((counts.battles(), counts.changed()), (500, 0));
        let [old, new] = counts.scores().unwrap();
        assert_eq!(old, tally.points_a() / 500.0);
        assert_eq!(old, new);
    }
}

#[test]
fn threads_change_nothing() {
    let plan = plan(4, 1_000);
    let stronger = [45, 70, 50, 0];
    let one = pairs(&plan, stronger, 1);
    assert!(one == pairs(&plan, stronger, 2) && one == pairs(&plan, stronger, 7));
}

/// What unit 0 gains against unit 1 of 70 when its 30 become 45.
const TRUTH: f64 = 45.0 / 115.0 - 30.0 / 100.0;

fn pair_of_0_and_1(plan: &Plan, threads: usize) -> Paired {
    let counts = pairs(plan, [45, 70, 50, 0], threads);
    let mut pairings = plan.pairings().iter();
    let place = pairings
        .position(|pairing| (pairing.a, pairing.b) == (0, 1))
        .unwrap();
    counts[place]
}

/// Unit 0 of 30 becomes 45: against unit 1 of 70 it wins 45 / 115 instead of 30 / 100. At 20,000 battles
/// and 1 − 10⁻⁹ the interval holds that, and common dice leave a part of the variance.
#[test]
fn a_known_change_is_found() {
    let pair = pair_of_0_and_1(&plan(4, 20_000), 2);
    let found = mean_difference(&[pair], 1.0 - 1e-9).unwrap();
    assert!(
        found.estimate.low < TRUTH && TRUTH < found.estimate.high,
        "{found:?}"
    );
    assert!(found.variance_ratio.unwrap() < 0.8, "{found:?}");
}

/// The same change in 1,000 runs of 200 battles: 95 % intervals hold the truth in at least 905. At a true
/// 94.5 % that is 5.5 standard deviations below: less likely than 1 in 10^6.
#[test]
fn intervals_hold_a_known_change() {
    let holds = |seed: &u64| {
        let pair = pair_of_0_and_1(&plan(*seed, 200), 1);
        let found = mean_difference(&[pair], 0.95).unwrap().estimate;
        found.low <= TRUTH && TRUTH <= found.high
    };
    let held = (0..1_000).filter(holds).count();
    assert!((905..985).contains(&held), "{held} of 1000");
}

/// Other ways are counted as `run_paired` counts them one by one; a way that changes nothing alters
/// nothing, and a battle with another result is altered.
#[test]
fn several_ways_are_those_played_alone() {
    let plan = plan(4, 5_000);
    let ways = [STRENGTHS, [45, 70, 50, 0], STRENGTHS, [30, 71, 50, 0]];
    let cancel = AtomicBool::new(false);
    let control = |threads| Control {
        threads: Some(threads),
        progress: &NoProgress,
        cancel: &cancel,
    };
    let play = |threads| {
        let compile = |way: usize, a: usize, b: usize| Ok(Bout::new([ways[way][a], ways[way][b]]));
        let played: Result<_, RunError<Infallible>> =
            run_variants::<Toy, _>(&plan, 3, compile, control(threads));
        played.unwrap()
    };
    let found = play(2);
    assert_eq!(found, play(1));
    for (place, strengths) in ways[1..].iter().enumerate() {
        let alone = pairs(&plan, *strengths, 2);
        for (variations, alone) in found.iter().zip(alone) {
            assert_eq!(variations[place].results, alone);
            assert!(variations[place].altered >= alone.changed());
            assert!(place != 1 || variations[place].altered == 0);
        }
    }
}
