//! How well the policies of the Bullseye Battlemap play: who wins between two of them with the same
//! mecha on both sides. The ladder is published in `docs/policies.md`; a change of play shows there.

use std::path::Path;
use std::thread;

use equipoise_bullseye::catalogue::Catalogue;
use equipoise_bullseye::{Bout, Bullseye, Mecha, Options, PolicyKind};
use equipoise_dice::{StreamDice, stream};
use equipoise_engine::{GameSystem, Scratch, Side};
use equipoise_stats::wilson;

const SEED: u64 = 20_261_122;
const BATTLES: u64 = 20_000;
/// The look-ahead plays a battle out hundreds of times.
const ROLLOUT_BATTLES: u64 = 4_000;
/// Debug checks make battles slower.
const THINNED: u64 = if cfg!(debug_assertions) { 50 } else { 1 };

/// Wins, losses, draws of `better` against `worse`, half of the battles in either seat.
fn rung(teams: &[Vec<Mecha>], better: PolicyKind, worse: PolicyKind, cell: u64) -> [u64; 3] {
    let battles = match better {
        PolicyKind::Search => ROLLOUT_BATTLES,
        _ => BATTLES,
    };
    let share = |seat: Side| {
        let mut policies = [worse; 2];
        policies[seat.index()] = better;
        let (mut battle, mut sum) = (Scratch::default(), [0; 3]);
        for (force, team) in (0..).zip(teams) {
            let options = Options::default();
            let bout = Bout::compile([team, team], policies, &options).expect("a legal bout");
            let cell = cell + 2 * force + seat.index() as u64;
            for number in 0..battles / THINNED / 2 / teams.len() as u64 {
                let mut dice = StreamDice::new(stream(SEED, cell, number));
                let outcome = Bullseye::run(&bout, &mut battle, &mut dice);
                let result = outcome
                    .winner
                    .map_or(2, |winner| usize::from(winner != seat));
                sum[result] += 1;
            }
        }
        sum
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| share(Side::B));
        let own = share(Side::A);
        let other = other.join().expect("no panic");
        [0, 1, 2].map(|at| own[at] + other[at])
    })
}

/// A row of the published table.
fn row(field: &str, better: PolicyKind, worse: PolicyKind, [won, lost, draws]: [u64; 3]) -> String {
    let battles = won + lost + draws;
    let score = won as f64 + draws as f64 / 2.0;
    let score = wilson(score, battles, 0.95).expect("battles were played");
    format!(
        "| `{better}` | `{worse}` | {field} | {battles} | {won} | {lost} | {draws} | {:.3} ({:.3} to {:.3}) |",
        score.estimate, score.low, score.high
    )
}

/// 20,000 battles a rung, 4,000 with look-ahead: each policy beats the next by more than 6.2 standard deviations; of equals
/// that happens less than once in 10^9 runs. The rows are those of `docs/policies.md`.
#[test]
fn each_policy_beats_the_next() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/policies.md");
    let page = std::fs::read_to_string(page).expect("docs/policies.md is there");
    let catalogue = Catalogue::embedded();
    let unit = |name: &&str| catalogue.find(name).expect("shipped").clone();
    let team = |names: &[&str]| names.iter().map(unit).collect::<Vec<Mecha>>();
    let duels = ["Standard", "Red Mauler", "Far Owl", "Bastion"].map(|name| team(&[name]));
    let teams = [
        team(&["Standard", "Swift Jackal", "Far Owl"]),
        team(&["Bastion", "Lone Lance", "Grey Veteran"]),
    ];
    let fields: [(&str, &[Vec<Mecha>]); 2] = [("duels", &duels), ("three a side", &teams)];
    let rungs = [
        (PolicyKind::Search, PolicyKind::Greedy),
        (PolicyKind::Greedy, PolicyKind::Rulebook),
        (PolicyKind::Rulebook, PolicyKind::Random),
    ];
    let mut missing = Vec::new();
    for (number, (field, teams)) in (1..).zip(fields) {
        for (at, (better, worse)) in (1..).zip(rungs) {
            let wins = rung(teams, better, worse, 1000 * number + 100 * at);
            let row = row(field, better, worse, wins);
            let [won, lost, _] = wins;
            if cfg!(debug_assertions) {
                // Too few to tell; that they end is what debug checks are for.
                assert!(won + lost > 0, "{row}");
                continue;
            }
            let sigmas = (won as f64 - lost as f64) / ((won + lost) as f64).sqrt();
            assert!(sigmas > 6.2, "{row}");
            if !page.contains(&row) {
                missing.push(row);
            }
        }
    }
    assert!(
        missing.is_empty(),
        "docs/policies.md lacks\n{}",
        missing.join("\n")
    );
}
