//! Pairings that end once their score is known well enough.

use crate::common;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::common::{compile, contestants, plan, play, setting};
use equipoise_simulator::{
    CompiledPairing, Contestant, Control, Manifest, NoProgress, Plan, Progress, Provenance,
    RunError, Stopped, Stopping, Tables, Tally, Until, digest, replay, run,
};
use equipoise_stats::{ConfidenceSequence, Method, mean_of_stopped};
use equipoise_toy::{Bout, Toy};
use polars::prelude::DataFrame;

const HALF_WIDTH: f64 = 0.03;

fn sequence(half_width: f64) -> ConfidenceSequence {
    ConfidenceSequence::new(half_width, 0.95).unwrap()
}

/// All pairings of the toy's gauntlet until they are known to ± 3 %.
fn until(seed: u64) -> Plan {
    let sequence = sequence(HALF_WIDTH);
    plan(seed, sequence.most_scores()).stopping_by(Stopping::HalfWidth(sequence))
}

fn reach(plan: &Plan, tally: &Tally) -> f64 {
    let score = plan.stopping().score_a(tally).unwrap();
    assert_eq!(score.method, Method::ConfidenceSequence);
    (score.high - score.estimate).max(score.estimate - score.low)
}

fn manifest(plan: &Plan, tallies: &[Tally]) -> Manifest {
    let made = Provenance {
        version: "0.1.0".into(),
        command: "equipoise sweep".into(),
        elapsed_seconds: 0.5,
        threads: 2,
    };
    Manifest::new(plan, tallies, made)
}

#[test]
fn any_number_of_threads_stops_at_the_same_battle() {
    let plan = until(4);
    let one = play(&plan, 1);
    for threads in [2, 5] {
        let other = play(&plan, threads);
        assert_eq!(one, other, "{threads} threads");
        assert_eq!(digest(&plan, &one), digest(&plan, &other));
    }
    // One pairing alone, whose looks lie hundreds of battles apart.
    let [a, b] = [0, 1].map(|index| contestants()[index].clone());
    let sequence = sequence(0.01);
    let duel = Plan::duel(setting(4), sequence.most_scores(), a, b).unwrap();
    let duel = duel.stopping_by(Stopping::HalfWidth(sequence));
    let alone = play(&duel, 1);
    assert_eq!(alone, play(&duel, 5));
    assert!(reach(&duel, &alone[0]) <= 0.01 + 1e-12);
}

#[test]
fn many_pairings_are_played_as_one_alone_is() {
    // 300 pairings are enough for one thread and for two to play each on its own, not for five.
    let contestant = |index: usize| Contestant {
        name: format!("unit {index:02}"),
        points: 1,
        vp: 1,
        axes: Vec::new(),
    };
    let field = (0..24).map(contestant).collect();
    let panel = (0..24).collect();
    let compile = |a: usize, b: usize| {
        let strengths = [a, b].map(|index| 10 + index as u16);
        Ok::<_, Infallible>(Bout::new(strengths))
    };
    let play = |plan: &Plan, threads: usize| {
        let control = Control {
            threads: Some(threads),
            progress: &NoProgress,
            cancel: &AtomicBool::new(false),
        };
        run::<Toy, _, _>(plan, compile, control).unwrap()
    };
    let sequence = sequence(0.05);
    let most = sequence.most_scores();
    let fixed = Plan::gauntlet(setting(6), "full", most, Vec::new(), field, panel).unwrap();
    let stopped = fixed.clone().stopping_by(Stopping::HalfWidth(sequence));
    for plan in [fixed, stopped] {
        assert_eq!(plan.pairings().len(), 300);
        let one = play(&plan, 1);
        assert!(one == play(&plan, 2) && one == play(&plan, 5));
    }
}

#[test]
fn every_pairing_is_known_as_well_as_asked_for_and_ends_at_once() {
    let plan = until(4);
    for (place, tally) in play(&plan, 2).iter().enumerate() {
        assert!(reach(&plan, tally) <= HALF_WIDTH + 1e-12, "pairing {place}");
        assert!(!plan.stopping().is_capped(tally));
        // The battles are the first ones, and after no even number of them before it was so.
        let compiled = CompiledPairing::<Toy>::compile(plan.pairings()[place], 4, compile);
        let Ok(pairing) = compiled;
        let mut sum = Tally::default();
        while sum.battles < tally.battles {
            assert!(sum.battles == 0 || plan.stopping().is_capped(&sum));
            for _ in 0..2 {
                sum.record(&replay(&pairing, sum.battles).outcome);
            }
        }
        assert_eq!(&sum, tally, "pairing {place}");
    }
}

#[test]
fn lopsided_pairings_end_first() {
    let plan = until(4);
    let tallies = play(&plan, 2);
    let battles = |a: usize, b: usize| {
        let pairings = plan.pairings().iter();
        let place = pairings
            .clone()
            .position(|pairing| (pairing.a, pairing.b) == (a, b));
        tallies[place.unwrap()].battles
    };
    // Unit 3 never wins: −ln 0.97 · n ≥ ln 40 from n = 121.1 on. An even pairing takes
    // ln 40 / (−½ ln(4 · 0.47 · 0.53)) = 2046 battles.
    assert_eq!(battles(3, 0), 122);
    assert!((2000..=2050).contains(&battles(0, 0)), "{}", battles(0, 0));
    assert!(battles(2, 1) > battles(0, 1), "5 : 7 is closer than 3 : 7");
}

fn reached(manifest: &Manifest) -> Until {
    match manifest.stopped {
        Stopped::Until(until) => until,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_cap_ends_a_pairing_and_is_told() {
    let plan = plan(4, 301).stopping_by(Stopping::HalfWidth(sequence(HALF_WIDTH)));
    let tallies = play(&plan, 2);
    let mut capped = 0;
    for tally in &tallies {
        let is_capped = plan.stopping().is_capped(tally);
        assert_eq!(is_capped, tally.battles == 302);
        assert_eq!(is_capped, reach(&plan, tally) > HALF_WIDTH);
        capped += u64::from(is_capped);
    }
    // All but the two pairings of unit 3.
    assert_eq!(capped, 5);
    let manifest = manifest(&plan, &tallies);
    let told = reached(&manifest);
    assert_eq!((told.capped, told.battles), (5, [122, 302]));
    let table = Tables::new(&plan, &tallies).unwrap().results;
    let column = table.column("capped").unwrap().bool().unwrap();
    assert_eq!(column.sum(), Some(5));
}

#[test]
fn the_manifest_tells_rule_and_saving() {
    let plan = until(4);
    let tallies = play(&plan, 2);
    let told = manifest(&plan, &tallies);
    assert_eq!(told.method, "confidence_sequence");
    assert_eq!(told.confidence, 0.95);
    assert_eq!(told.battles, tallies.iter().map(|t| t.battles).sum::<u64>());
    let until = reached(&told);
    assert_eq!((until.half_width, until.capped), (HALF_WIDTH, 0));
    // 3.841459 · (1 / 0.0036 − 1) = 1063.2, and even.
    assert_eq!(until.fixed_runs, 1064);
    let text = serde_json::to_string(&told).unwrap();
    assert_eq!(serde_json::from_str::<Manifest>(&text).unwrap(), told);
    let fixed = manifest(&common::plan(4, 20), &[]);
    assert_eq!(
        (fixed.stopped, fixed.method.as_str()),
        (Stopped::Fixed, "wilson")
    );
}

#[test]
fn the_digest_sees_the_rule_and_the_battles() {
    let tallies = play(&until(4), 2);
    let of = |stopping| {
        let plan = plan(4, 4000).stopping_by(stopping);
        digest(&plan, &tallies)
    };
    let sure = ConfidenceSequence::new(HALF_WIDTH, 0.99).unwrap();
    let digests = [
        of(Stopping::Fixed),
        of(Stopping::HalfWidth(sequence(HALF_WIDTH))),
        of(Stopping::HalfWidth(sequence(0.04))),
        of(Stopping::HalfWidth(sure)),
    ];
    for (place, digest) in digests.iter().enumerate() {
        assert!(!digests[..place].contains(digest), "{place}");
    }
    // Of a fixed plan the rule adds nothing: the digest is that of the plan without one.
    assert_eq!(digests[0], digest(&plan(4, 4000), &tallies));
}

fn reals(table: &DataFrame, column: &str) -> Vec<f64> {
    let column = table.column(column).unwrap().f64().unwrap().clone();
    column.into_no_null_iter().collect()
}

#[test]
fn tables_hold_the_sequences_and_units_weigh_opponents_alike() {
    let plan = until(4);
    let tallies = play(&plan, 2);
    let tables = Tables::new(&plan, &tallies).unwrap();
    let low = reals(&tables.results, "score_a_low");
    for (place, tally) in tallies.iter().enumerate() {
        assert_eq!(low[place], plan.stopping().score_a(tally).unwrap().low);
    }
    // Unit 2 met unit 0 (30) and unit 1 (70) with its 50.
    let place = |b| {
        let pairings = plan.pairings().iter();
        let found = pairings
            .clone()
            .position(|pairing| (pairing.a, pairing.b) == (2, b));
        &tallies[found.unwrap()]
    };
    let parts = [place(0), place(1)];
    assert_ne!(parts[0].battles, parts[1].battles);
    let [against_0, against_1] = parts.map(|t| t.wins_a as f64 / t.battles as f64);
    let score = reals(&tables.units, "score")[2];
    assert!((score - f64::midpoint(against_0, against_1)).abs() < 1e-12);
    let scores = parts.map(|t| (plan.stopping().score_a(t).unwrap(), t.battles));
    let whole = mean_of_stopped(&scores).unwrap();
    assert_eq!(reals(&tables.units, "score_low")[2], whole.low);
    assert_eq!(reals(&tables.units, "score_high")[2], whole.high);
    // Seen from unit 0, its only opponent is unit 1; unit 1 sees the same from the other end.
    let scores = reals(&tables.units, "score");
    assert!((scores[0] + scores[1] - 1.0).abs() < 1e-12);
    let expected = reals(&tables.units, "expected_points");
    assert!(expected[3] < expected[0] && expected[0] < expected[1]);
}

/// Counts battles and ended pairings, and pulls the plug after so many battles.
struct Counter<'a> {
    battles: AtomicU64,
    pairings: AtomicU64,
    limit: u64,
    cancel: &'a AtomicBool,
}

impl Progress for Counter<'_> {
    fn add(&self, battles: u64) {
        if self.battles.fetch_add(battles, Ordering::Relaxed) > self.limit {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn end_pairing(&self) {
        self.pairings.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn progress_hears_of_battles_and_pairings_and_can_cancel() {
    let plan = until(4);
    for limit in [u64::MAX, 1000] {
        let cancel = AtomicBool::new(false);
        let counter = Counter {
            battles: AtomicU64::new(0),
            pairings: AtomicU64::new(0),
            limit,
            cancel: &cancel,
        };
        let control = Control {
            threads: Some(2),
            progress: &counter,
            cancel: &cancel,
        };
        let played = run::<Toy, _, _>(&plan, compile, control);
        let (battles, pairings) = (counter.battles.into_inner(), counter.pairings.into_inner());
        match played {
            Ok(tallies) => {
                assert_eq!(battles, tallies.iter().map(|t| t.battles).sum::<u64>());
                assert_eq!(pairings, 7);
            }
            Err(error) => {
                assert!(limit == 1000 && matches!(error, RunError::Interrupted));
                assert!(battles < 5000 && pairings < 7, "{battles} {pairings}");
            }
        }
    }
}
