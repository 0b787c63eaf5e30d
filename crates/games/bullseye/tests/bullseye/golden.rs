//! Golden results of the Bullseye Battlemap: fixed seeds, every scenario, every policy. A change here
//! changes what users' saved seeds give, and is named "Value-breaking" in the CHANGELOG.
//!
//! The file is what the program gave, not what it should give: it notices change, the rule tests
//! say what is right. `EQUIPOISE_BLESS=1 cargo test -p equipoise-bullseye --test bullseye golden`
//! records it anew.

use crate::recorded;
use std::fmt::Write as _;

use equipoise_bullseye::catalogue::Catalogue;
use equipoise_bullseye::{Battle, Bout, Bullseye, Options, PolicyKind};
use equipoise_dice::{TableDice, stream};
use equipoise_engine::{GameSystem, NoLog, Observe, Side};

/// Battles of each line; the search policy plays fewer.
const BATTLES: u64 = 200;
const ROLLOUT_BATTLES: u64 = 8;

const DUELS: [(&str, &str); 4] = [
    ("Standard", "Red Mauler"),
    ("Far Owl", "Pale Heron"),
    ("Walking Arsenal", "Lone Lance"),
    ("A3D6M4K3", "A6D3M4K4"),
];

/// Wins of A, wins of B, draws, enemies destroyed by both, rounds, sum of all quantities.
fn line(name: &str, policy: PolicyKind, bout: &Bout) -> String {
    let battles = match policy {
        PolicyKind::Search => ROLLOUT_BATTLES,
        _ => BATTLES,
    };
    let (mut wins, mut destroyed, mut rounds, mut all) = ([0_u32; 3], [0_i64; 2], 0_u32, 0);
    let mut battle = Battle::default();
    for number in 0..battles {
        let mut dice = TableDice::new(stream(1, 78, number));
        let outcome = Bullseye::play(bout, &mut battle, &mut dice, &mut NoLog);
        wins[outcome.winner.map_or(2, Side::index)] += 1;
        rounds += u32::from(outcome.rounds);
        for (sum, score) in destroyed.iter_mut().zip(outcome.score) {
            *sum += i64::from(score);
        }
        Bullseye::observe(bout, &battle, |_, _, value| all += value);
    }
    let ([a, b, draws], [by_a, by_b]) = (wins, destroyed);
    format!("{name}, {policy}: {a} {b} {draws}, {by_a} {by_b}, {rounds}, {all}")
}

fn results() -> String {
    let catalogue = Catalogue::embedded();
    let mut text = String::new();
    for policy in PolicyKind::ALL {
        for (a, b) in DUELS {
            let unit = |name: &str| catalogue.find(name).expect("a shipped unit").clone();
            let bout = Bout::compile([&[unit(a)], &[unit(b)]], [policy; 2], &Options::default());
            let name = format!("{a} against {b}");
            let line = line(&name, policy, &bout.expect("a duel"));
            writeln!(text, "{line}").expect("text grows");
        }
        for (name, file) in Catalogue::scenarios() {
            let scenario = catalogue.scenario(&file).expect("a shipped scenario");
            let mut options = Options::default();
            for (option, value) in &scenario.options {
                options.set(option, value).expect("a legal option");
            }
            let bout = Bout::battle(&scenario, [policy; 2], &options).expect("a battle");
            writeln!(text, "{}", line(name, policy, &bout)).expect("text grows");
        }
    }
    text
}

#[test]
fn results_of_fixed_seeds_have_not_changed() {
    recorded::compare("golden.txt", &results());
}
