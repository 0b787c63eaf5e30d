use std::ops::Range;

use clap::Parser as _;

use super::{Verdict, judge};
use crate::args::{Cli, Play};
use crate::tally::Tally;

fn play(line: &str) -> Play {
    let words = ["equipoise-tuner", "versus", "a.toml"].into_iter();
    Cli::parse_from(words.chain(line.split_whitespace())).play
}

/// The verdict where pairs score these half points in turn.
fn verdict(line: &str, half_points: &[usize]) -> Verdict {
    let battles = |numbers: Range<u64>| {
        let pair = |number: u64| Tally::of_pair(half_points[number as usize % half_points.len()]);
        Ok(numbers
            .map(pair)
            .fold(Tally::default(), |sum, pair| sum + pair))
    };
    judge(&play(line), battles).expect("a verdict")
}

#[test]
fn who_wins_more_pairs_is_better_and_the_test_stops_early() {
    let better = verdict("", &[4, 2, 2, 0, 2, 2, 4, 2]);
    assert!(better.is_better());
    assert!(better.pairs < 20_000, "{better}");
    let said = better.to_string();
    assert!(
        said.starts_with(
            "better (H1: normalized Elo rather 5 than 0), alpha 0.05, beta 0.05; score 56.2"
        ),
        "{said}"
    );
    assert!(
        said.ends_with(" battles of greedy against itself, seed 1"),
        "{said}"
    );
    let worse = verdict("", &[0, 2, 2, 4, 2, 2, 0, 2]).to_string();
    assert!(worse.starts_with("not better (H0"), "{worse}");
}

#[test]
fn no_difference_is_no_improvement() {
    let even = verdict("", &[4, 0, 2, 2]);
    assert!(!even.is_better());
    assert!(even.to_string().starts_with("not better (H0"), "{even}");
}

#[test]
fn too_few_battles_are_undecided() {
    let few = verdict("--test-battles 20 --only duels --seed 9", &[4, 0, 2, 2, 3]);
    assert_eq!(few.pairs, 10);
    let said = few.to_string();
    assert!(
        said.starts_with("undecided (normalized Elo 0 or 5)"),
        "{said}"
    );
    assert!(
        said.ends_with("in 20 duels of greedy against itself, seed 9"),
        "{said}"
    );
    let few = verdict("--test-battles 20 --scenario skirmish", &[4, 0, 2, 2, 3]).to_string();
    assert!(
        few.ends_with("in 20 battles of greedy against itself in skirmish, seed 1"),
        "{few}"
    );
}
