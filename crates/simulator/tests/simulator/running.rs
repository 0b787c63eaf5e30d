//! Running a plan: exact, repeatable, fair to both seats.

use crate::common;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::common::{STRENGTHS, compile, plan, play, setting};
use equipoise_engine::Side;
use equipoise_simulator::{
    CompiledPairing, Contestant, Control, NoProgress, Observed, Plan, Progress, RunError, Sums,
    Tally, digest, narrate, observed_digest, replay, run, score_a,
};
use equipoise_toy::{Bout, Event, Toy};

fn compiled(plan: &Plan, place: usize) -> CompiledPairing<Toy> {
    let Ok(pairing) =
        CompiledPairing::compile(plan.pairings()[place], plan.setting().seed, compile);
    pairing
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let plan = plan(1, 1000);
    let one = play(&plan, 1);
    for threads in [2, 7] {
        let other = play(&plan, threads);
        assert_eq!(one, other, "{threads} threads");
        assert_eq!(digest(&plan, &one), digest(&plan, &other));
    }
}

#[test]
fn the_digest_follows_seed_runs_and_options() {
    let of = |plan: &Plan| digest(plan, &play(plan, 2));
    let base = of(&plan(1, 100));
    assert_eq!(base, of(&plan(1, 100)));
    assert_ne!(base, of(&plan(2, 100)));
    assert_ne!(base, of(&plan(1, 102)));
    let tallies = play(&plan(1, 100), 1);
    let mut other = setting(1);
    other.options.insert("coin".into(), "bent".into());
    let axes = plan(1, 100).axes().to_vec();
    let bent = Plan::gauntlet(
        other,
        "standard",
        100,
        axes,
        common::contestants(),
        vec![0, 1],
    )
    .unwrap();
    assert_ne!(base, digest(&bent, &tallies));
}

#[test]
fn every_battle_is_counted_once() {
    let plan = plan(3, 515);
    let tallies = play(&plan, 2);
    assert_eq!(plan.runs(), 516);
    assert_eq!(tallies.len(), 7);
    for tally in &tallies {
        assert_eq!(tally.battles, 516);
        assert_eq!(tally.wins_a + tally.wins_b + tally.draws, 516);
        assert_eq!(tally.margins.counts().iter().sum::<u64>(), 516);
        assert!((516..=5 * 516).contains(&tally.rounds));
    }
}

#[test]
fn a_run_is_the_sum_of_its_replays() {
    let plan = plan(5, 600);
    let tallies = play(&plan, 2);
    for (place, tally) in tallies.iter().enumerate() {
        let pairing = compiled(&plan, place);
        let mut sum = Tally::default();
        for battle in 0..plan.runs() {
            sum.record(&replay(&pairing, battle).outcome);
        }
        assert_eq!(&sum, tally, "pairing {place}");
    }
}

/// Each battle draws one number of a hundred. 1,000 battles and those after them, and those of another pairing,
/// draw the same number in 10 cases by chance, in 40 with a probability below 1e-11; battles that share a
/// stream always do.
#[test]
fn every_battle_has_dice_of_its_own() {
    let plan = plan(5, 10);
    let drawn = |pairing: &CompiledPairing<Toy>, battle: u64| {
        let replayed = replay(pairing, battle);
        let [Event::Drawn { number }] = replayed.events[..] else {
            panic!("{:?}", replayed.events);
        };
        number
    };
    let pairings = [compiled(&plan, 1), compiled(&plan, 2)];
    let same = |battle: &u64, other: usize, later: u64| {
        drawn(&pairings[0], *battle) == drawn(&pairings[other], battle + later)
    };
    for (other, later) in [(0, 1), (0, 2), (0, 3), (1, 0)] {
        let shared = (0..1000).filter(|battle| same(battle, other, later));
        assert!(
            shared.count() < 40,
            "pairing {other}, {later} battles later"
        );
    }
}

#[test]
fn a_replay_tells_what_happened_from_the_seats() {
    let plan = plan(5, 10);
    // Unit 0 (30) against unit 1 (70): in odd battles unit 1 sits in seat A.
    let pairing = compiled(&plan, 1);
    for battle in 0..100 {
        let replayed = replay(&pairing, battle);
        let [Event::Drawn { number: drawn }] = replayed.events[..] else {
            panic!("{:?}", replayed.events);
        };
        let lines = narrate(&pairing, battle, &replayed);
        assert_eq!(lines, [format!("drew {drawn}")]);
        let (seat, a_wins) = if battle % 2 == 0 {
            (Side::A, drawn < 30)
        } else {
            (Side::B, drawn >= 70)
        };
        assert_eq!(replayed.seat_of_a, seat);
        let winner = if a_wins { Side::A } else { Side::B };
        assert_eq!(
            replayed.outcome.winner,
            Some(winner),
            "battle {battle} drew {drawn}"
        );
        let [vp_a, vp_b] = replayed.outcome.score;
        assert_eq!(vp_a > vp_b, a_wins);
    }
}

#[test]
fn both_seats_are_played_equally() {
    // Whoever sits in seat A wins: equal seats must give equal wins, exactly.
    let seat_a_wins = |_, _| Ok::<_, Infallible>(Bout::new([1, 0]));
    let cancel = AtomicBool::new(false);
    let control = Control {
        threads: Some(2),
        progress: &NoProgress,
        cancel: &cancel,
    };
    let plan = plan(1, 777);
    for tally in run::<Toy, _, _>(&plan, seat_a_wins, control).unwrap() {
        assert_eq!((tally.wins_a, tally.wins_b, tally.draws), (389, 389, 0));
    }
}

#[test]
fn the_score_is_that_of_the_dice() {
    // 100,000 battles at p = 0.3: standard error 0.00145; 6 standard errors fail by chance with
    // a probability of 2e-9. The 95 % interval must be 2 * 1.96 standard errors wide.
    let plan = plan(2024, 100_000);
    let tallies = play(&plan, 2);
    let place = plan
        .pairings()
        .iter()
        .position(|pairing| (pairing.a, pairing.b) == (0, 1))
        .unwrap();
    let score = score_a(&tallies[place]).unwrap();
    let standard_error = (0.3_f64 * 0.7 / 100_000.0).sqrt();
    assert!(
        (score.estimate - 0.3).abs() < 6.0 * standard_error,
        "{score:?}"
    );
    let width = (score.high - score.low) / (2.0 * 1.96 * standard_error);
    assert!((width - 1.0).abs() < 0.02, "{score:?}");
}

#[test]
fn intervals_contain_the_truth_as_often_as_they_claim() {
    // 400 seeds with 1,000 battles each: the number of misses at 5 % has mean 20 and standard
    // deviation 4.4; more than 50 happen by chance with a probability below 1e-9.
    let contestant = |name: &str| Contestant {
        name: name.into(),
        points: 1,
        vp: 1,
        axes: Vec::new(),
    };
    let mut misses = 0;
    for seed in 0..400 {
        let plan = Plan::duel(setting(seed), 1000, contestant("x"), contestant("y")).unwrap();
        let score = score_a(&play(&plan, 1)[0]).unwrap();
        misses += u32::from(!(score.low..=score.high).contains(&0.3));
    }
    assert!((1..=50).contains(&misses), "{misses} of 400");
}

#[test]
fn a_cancelled_run_gives_no_result() {
    let cancel = AtomicBool::new(true);
    let control = Control {
        threads: Some(2),
        progress: &NoProgress,
        cancel: &cancel,
    };
    let result = run::<Toy, _, _>(&plan(1, 100), compile, control);
    assert!(matches!(result, Err(RunError::Interrupted)));
}

/// Counts, and pulls the plug after a while.
struct Plug<'a> {
    battles: AtomicU64,
    cancel: &'a AtomicBool,
}

impl Progress for Plug<'_> {
    fn add(&self, battles: u64) {
        if self.battles.fetch_add(battles, Ordering::Relaxed) > 2000 {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_run_can_be_cancelled_half_way() {
    let cancel = AtomicBool::new(false);
    let plug = Plug {
        battles: AtomicU64::new(0),
        cancel: &cancel,
    };
    let control = Control {
        threads: Some(2),
        progress: &plug,
        cancel: &cancel,
    };
    let result = run::<Toy, _, _>(&plan(1, 100_000), compile, control);
    assert!(matches!(result, Err(RunError::Interrupted)));
    assert!(plug.battles.load(Ordering::Relaxed) < 100_000);
}

#[test]
fn progress_hears_of_every_battle() {
    let cancel = AtomicBool::new(false);
    let unplugged = AtomicBool::new(false);
    let plug = Plug {
        battles: AtomicU64::new(0),
        cancel: &unplugged,
    };
    let control = Control {
        threads: Some(2),
        progress: &plug,
        cancel: &cancel,
    };
    let plan = plan(1, 900);
    run::<Toy, _, _>(&plan, compile, control).unwrap();
    assert_eq!(plug.battles.load(Ordering::Relaxed), plan.battles());
}

#[test]
fn a_pairing_that_does_not_compile_is_named() {
    let refuse = |a: usize, _: usize| {
        if a == 2 {
            Err("too strong")
        } else {
            Ok(Bout::new([1, 1]))
        }
    };
    let cancel = AtomicBool::new(false);
    let control = Control {
        threads: Some(1),
        progress: &NoProgress,
        cancel: &cancel,
    };
    let Err(error) = run::<Toy, _, _>(&plan(1, 2), refuse, control) else {
        panic!("compiled");
    };
    let text = error.to_string();
    assert!(
        text.contains("unit 2") && text.contains("too strong"),
        "{text}"
    );
}

#[test]
fn a_unit_without_strength_always_loses() {
    let plan = plan(1, 100);
    let tallies = play(&plan, 1);
    for (pairing, tally) in plan
        .pairings()
        .iter()
        .zip(&tallies)
        .filter(|(pairing, _)| pairing.a == 3)
    {
        assert_eq!(STRENGTHS[pairing.a], 0);
        assert_eq!((tally.wins_a, tally.wins_b), (0, 100));
    }
}

/// Who is called a is a matter of names: swapping the two swaps wins, points and nothing else.
#[test]
fn swapping_the_sides_swaps_the_result_exactly() {
    let names = ["alpha", "beta"];
    let tally = |order: [usize; 2]| {
        let [a, b] = order.map(|index| Contestant {
            name: names[index].to_owned(),
            points: 1,
            vp: 1,
            axes: Vec::new(),
        });
        let plan = Plan::duel(setting(9), 1000, a, b).unwrap();
        let compile = |a: usize, b: usize| compile(order[a], order[b]);
        let control = Control {
            threads: Some(2),
            progress: &NoProgress,
            cancel: &AtomicBool::new(false),
        };
        run::<Toy, _, _>(&plan, compile, control).unwrap().remove(0)
    };
    let (one, other) = (tally([0, 1]), tally([1, 0]));
    assert_eq!((one.wins_a, one.wins_b), (other.wins_b, other.wins_a));
    assert_eq!((one.vp_a, one.vp_b), (other.vp_b, other.vp_a));
    assert_eq!((one.draws, one.rounds), (other.draws, other.rounds));
    assert!(one.wins_a != one.wins_b);
}

#[test]
fn the_digest_of_an_observed_pairing_sees_content_and_sums() {
    let plan = plan(1, 20);
    let sums = Sums { sum: 3, squares: 5 };
    let observed = Observed {
        sums: [vec![sums], Vec::new()],
        ..Observed::default()
    };
    let other = |sums| Observed {
        sums,
        ..Observed::default()
    };
    let digest = |content: &str, observed: &Observed| observed_digest(&plan, content, observed);
    let base = digest("table", &observed);
    assert_eq!(base, digest("table", &observed));
    assert_ne!(base, digest("another table", &observed));
    for sums in [
        [vec![Sums { sum: 4, squares: 5 }], Vec::new()],
        [Vec::new(), vec![sums]],
    ] {
        assert_ne!(base, digest("table", &other(sums)));
    }
}
