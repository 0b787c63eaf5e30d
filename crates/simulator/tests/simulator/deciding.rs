//! Pairings that end once it is known on which side of a line their score lies.

use crate::common;
use crate::common::{plan, play};
use equipoise_simulator::{Manifest, Plan, Provenance, Stopped, Stopping, Tables, Tally, digest};
use equipoise_stats::{ConfidenceSequence, LineTest, Standing};

fn decision(line: f64, margin: f64) -> LineTest {
    LineTest::new(line, margin, 0.999).unwrap()
}

/// All pairings of the toy's gauntlet until it is known whether they are even to ± 5 %.
fn deciding(seed: u64) -> Plan {
    let decision = decision(0.5, 0.05);
    plan(seed, decision.most_scores()).stopping_by(Stopping::Decide(decision))
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

/// Pairings as (a, b, standing, battles).
fn standings(plan: &Plan, tallies: &[Tally]) -> Vec<(usize, usize, Option<Standing>, u64)> {
    let pairings = plan.pairings().iter().zip(tallies);
    pairings
        .map(|(pairing, tally)| {
            let standing = plan.stopping().standing(tally);
            (pairing.a, pairing.b, standing, tally.battles)
        })
        .collect()
}

/// The toy's strengths are 30, 70, 50 and 0, so that every answer is known. At 99.9 % the seven of
/// a seed are all right but for one seed in 140; this one was not chosen.
#[test]
fn answers_are_right() {
    let plan = deciding(4);
    for (a, b, standing, battles) in standings(&plan, &play(&plan, 2)) {
        let [own, other] = [a, b].map(|unit| common::STRENGTHS[unit]);
        let expected = match own.cmp(&other) {
            std::cmp::Ordering::Less => Standing::Below,
            std::cmp::Ordering::Equal => Standing::Near,
            std::cmp::Ordering::Greater => Standing::Above,
        };
        assert_eq!(standing, Some(expected), "{a} against {b} after {battles}");
    }
}

#[test]
fn clear_pairings_end_first() {
    let plan = deciding(4);
    let standings = standings(&plan, &play(&plan, 2));
    let battles = |a: usize, b: usize| {
        let found = standings.iter().find(|found| (found.0, found.1) == (a, b));
        found.unwrap().3
    };
    // Unit 3 never wins: 2^-n is beaten 2,000 times within twenty battles.
    assert!(battles(3, 0) <= 20, "{}", battles(3, 0));
    assert!(battles(0, 1) < battles(2, 1));
    // An even pairing whose score came out even: (ln 2000 + ln 2) / (2 · 0.05²) = 1,659. A score that
    // came out beside it must be known so much better: by a third for two standard errors.
    assert!((1_600..4_000).contains(&battles(0, 0)), "{}", battles(0, 0));
}

#[test]
fn any_number_of_threads_decides_at_the_same_battle() {
    let plan = deciding(4);
    let one = play(&plan, 1);
    for threads in [2, 5] {
        let other = play(&plan, threads);
        assert!(one == other && digest(&plan, &one) == digest(&plan, &other));
    }
}

#[test]
fn the_manifest_and_the_table_tell_standings_and_saving() {
    let capped = plan(4, 200).stopping_by(Stopping::Decide(decision(0.5, 0.05)));
    let tallies = play(&capped, 2);
    let told = manifest(&capped, &tallies);
    let Stopped::Decide(decided) = told.stopped else {
        panic!("{:?}", told.stopped);
    };
    assert_eq!((decided.line, decided.margin), (0.5, 0.05));
    // Unit 3 against both, and unit 0 against unit 1; 5 : 3 and 5 : 7 may be open still.
    assert!(decided.below >= 3 && decided.near == 0 && decided.open >= 2);
    assert_eq!(decided.above + decided.below + decided.open, 7);
    // 10.82757 · (1 / 0.01 − 1) = 1071.9, and even.
    assert_eq!(decided.fixed_runs, 1072);
    assert_eq!(told.method, "confidence_sequence");
    let text = serde_json::to_string(&told).unwrap();
    assert_eq!(serde_json::from_str::<Manifest>(&text).unwrap(), told);
    let results = Tables::new(&capped, &tallies).unwrap().results;
    let column = results.column("standing").unwrap().str().unwrap();
    let below = column.iter().flatten().filter(|&name| name == "below");
    assert_eq!(below.count() as u64, decided.below);
    assert_eq!(column.null_count() as u64, decided.open);
}

#[test]
fn the_digest_sees_line_margin_and_rule() {
    let tallies = play(&deciding(4), 2);
    let digests = [
        Stopping::Decide(decision(0.5, 0.05)),
        Stopping::Decide(decision(0.5, 0.04)),
        Stopping::Decide(decision(0.55, 0.05)),
        Stopping::HalfWidth(ConfidenceSequence::new(0.05, 0.999).unwrap()),
        Stopping::Fixed,
    ]
    .map(|stopping| digest(&plan(4, 4000).stopping_by(stopping), &tallies));
    for (place, digest) in digests.iter().enumerate() {
        assert!(!digests[..place].contains(digest), "{place}");
    }
}
