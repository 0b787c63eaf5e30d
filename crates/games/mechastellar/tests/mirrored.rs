//! Battles of a force against itself on a table that looks the same from both edges: the seats are
//! alike, and who wins between two policies tells which plays better.
//!
//! The ladder of policies is published in `docs/policies.md`; a change of play shows there.

use std::path::Path;
use std::thread;

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::{GameSystem, Scratch, Side};
use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{
    Attacker, BattleMode, Bout, Deployment, MechaStellar, Options, PolicyKind, Scenario,
};
use equipoise_stats::wilson;

const SEED: u64 = 20_261_122;
/// Battles are shared out; each has a stream of its own, so the sum does not depend on how.
const THREADS: u64 = 2;
/// Debug checks make battles some twenty times slower.
const THINNED: u64 = if cfg!(debug_assertions) { 50 } else { 1 };

/// Wins of seat A, wins of seat B, draws.
type Wins = [u64; 3];

/// A shipped scenario with one of its forces on both sides, placed by the policies.
fn mirror(name: &str, force: usize) -> Scenario {
    let (_, file) = Catalogue::scenarios()
        .into_iter()
        .find(|(scenario, _)| *scenario == name)
        .expect("a shipped scenario");
    let read = Catalogue::embedded().scenario(&file);
    let mut scenario = read.expect("shipped scenarios are legal");
    for entry in &mut scenario.forces[force].entries {
        entry.at = None;
    }
    scenario.forces = [0, 1].map(|_| scenario.forces[force].clone());
    scenario
}

fn play(scenario: &Scenario, policies: [PolicyKind; 2], cell: u64, battles: u64) -> Wins {
    let share = |thread: u64| {
        let bout = Bout::battle(scenario, policies, &Options::default()).expect("a legal battle");
        let (mut scratch, mut wins) = (Scratch::default(), [0; 3]);
        for number in (thread..battles).step_by(THREADS as usize) {
            let mut dice = StreamDice::new(stream(SEED, cell, number));
            let outcome = MechaStellar::run(&bout, &mut scratch, &mut dice);
            wins[outcome.winner.map_or(2, Side::index)] += 1;
        }
        wins
    };
    thread::scope(|scope| {
        let shares: Vec<_> = (0..THREADS)
            .map(|thread| scope.spawn(move || share(thread)))
            .collect();
        let shares = shares
            .into_iter()
            .map(|share| share.join().expect("no panic"));
        shares.fold([0; 3], |sum, share| [0, 1, 2].map(|at| sum[at] + share[at]))
    })
}

/// How far `wins` against `losses` is from even, in standard deviations of a fair coin.
fn sigmas(wins: u64, losses: u64) -> f64 {
    (wins as f64 - losses as f64) / ((wins + losses) as f64).sqrt()
}

/// Both seats win alike, within 5.5 standard deviations: 1,000,000 battles of the skirmish by the
/// solo, fewer of other forces, tables and policies. Ten false alarms in 2.6 x 10^7 runs.
#[test]
fn the_seats_of_a_mirrored_battle_are_alike() {
    let (solo, greedy, random) = (PolicyKind::Solo, PolicyKind::Greedy, PolicyKind::Random);
    let cells = [
        ("skirmish", 0, solo, 1_000_000),
        ("skirmish", 1, solo, 100_000),
        ("skirmish", 0, greedy, 50_000),
        ("skirmish", 1, random, 50_000),
        ("open-duel", 0, solo, 1_000_000),
        ("open-duel", 1, greedy, 200_000),
        ("simple-battle", 0, solo, 20_000),
        ("simple-battle", 1, greedy, 10_000),
        ("warships", 0, solo, 20_000),
        ("warships", 1, greedy, 10_000),
    ];
    for (cell, (name, force, policy, battles)) in (1..).zip(cells) {
        let [a, b, draws] = play(&mirror(name, force), [policy; 2], cell, battles / THINNED);
        assert!(a + b > draws, "{name}/{force}, {policy}: {draws} draws");
        let off = sigmas(a, b);
        let what = format!("{name}/{force}, {policy}: {a} to {b}, {off:.1} sigma");
        assert!(off.abs() < 5.5, "{what}");
    }
}

/// `ms93.secure.base`: so they do where control points score: 10,000 battles of each policy, within 5.5 standard
/// deviations.
#[test]
fn the_seats_are_alike_where_points_score() {
    let policies = [PolicyKind::Greedy, PolicyKind::Solo, PolicyKind::Random];
    for (cell, policy) in (101..).zip(policies) {
        let mut scenario = mirror("simple-battle", 1);
        scenario.mode = BattleMode::Secure;
        let [a, b, draws] = play(&scenario, [policy; 2], cell, 10_000 / THINNED);
        assert!(a + b > draws, "{policy}: {draws} draws");
        let off = sigmas(a, b);
        assert!(off.abs() < 5.5, "{policy}: {a} to {b}, {off:.1} sigma");
    }
}

/// `ms93.rampage.free-for-all`: and where both sides wreck the city.
#[test]
fn the_seats_are_alike_in_a_free_for_all() {
    let policies = [PolicyKind::Greedy, PolicyKind::Solo, PolicyKind::Random];
    for (cell, policy) in (111..).zip(policies) {
        let mut scenario = mirror("simple-battle", 1);
        scenario.control_points.clear();
        scenario.mode = BattleMode::Rampage(Attacker::Both);
        let [a, b, draws] = play(&scenario, [policy; 2], cell, 10_000 / THINNED);
        assert!(a + b > draws, "{policy}: {draws} draws");
        let off = sigmas(a, b);
        assert!(off.abs() < 5.5, "{policy}: {a} to {b}, {off:.1} sigma");
    }
}

/// `ms93.endurance.waves`: and where both come in waves.
#[test]
fn the_seats_are_alike_in_waves() {
    let policies = [PolicyKind::Greedy, PolicyKind::Solo, PolicyKind::Random];
    for (cell, policy) in (121..).zip(policies) {
        let mut scenario = mirror("simple-battle", 1);
        scenario.control_points.clear();
        scenario.mode = BattleMode::Endurance(Attacker::Both);
        scenario.deployment = Deployment::Alternate;
        for force in &mut scenario.forces {
            let units = force.entries.len();
            assert!(units >= 3);
            for (place, entry) in force.entries.iter_mut().enumerate() {
                entry.wave = (3 * place / units) as u8;
            }
        }
        let [a, b, draws] = play(&scenario, [policy; 2], cell, 10_000 / THINNED);
        assert!(
            a + b > draws || policy == PolicyKind::Random,
            "{policy}: {draws} draws"
        );
        let off = sigmas(a, b);
        assert!(off.abs() < 5.5, "{policy}: {a} to {b}, {off:.1} sigma");
    }
}

/// A rung of the ladder: `better` against `worse`, each in both seats, with both forces of a
/// scenario mirrored in turn. Wins, losses, draws.
fn rung(name: &str, better: PolicyKind, worse: PolicyKind, cell: u64, battles: u64) -> Wins {
    let mut sum = [0; 3];
    for force in [0, 1] {
        let scenario = mirror(name, force);
        for (seat, policies) in [[better, worse], [worse, better]].into_iter().enumerate() {
            let cell = cell + 2 * force as u64 + seat as u64;
            let [a, b, draws] = play(&scenario, policies, cell, battles / 4);
            let (won, lost) = if seat == 0 { (a, b) } else { (b, a) };
            sum = [sum[0] + won, sum[1] + lost, sum[2] + draws];
        }
    }
    sum
}

/// A row of the published table.
fn row(name: &str, better: PolicyKind, worse: PolicyKind, [won, lost, draws]: Wins) -> String {
    let battles = won + lost + draws;
    let score = won as f64 + draws as f64 / 2.0;
    let score = wilson(score, battles, 0.95).expect("battles were played");
    format!(
        "| `{better}` | `{worse}` | {name} | {battles} | {won} | {lost} | {draws} | {:.3} ({:.3} to {:.3}) |",
        score.estimate, score.low, score.high
    )
}

/// 20,000 battles of mixed forces a rung, 2,000 where play-outs are played: greedy beats the solo, the
/// solo beats chance, and search beats greedy where many units are to be activated, each by more than
/// 6.2 standard deviations; of equals that happens less than once in 10^9 runs. The rows are those of
/// `docs/policies.md`.
#[test]
fn each_policy_beats_the_next() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/policies.md");
    let page = std::fs::read_to_string(page).expect("docs/policies.md is there");
    let (greedy, solo) = (PolicyKind::Greedy, PolicyKind::Solo);
    let rungs = [
        ("simple-battle", PolicyKind::Search, greedy, 2_000, true),
        ("skirmish", PolicyKind::Search, greedy, 2_000, false),
        ("skirmish", greedy, solo, 20_000, true),
        ("skirmish", solo, PolicyKind::Random, 20_000, true),
    ];
    let mut missing = Vec::new();
    for (number, rung_of) in rungs.into_iter().enumerate() {
        let (name, better, worse, battles, wins_clearly) = rung_of;
        let cell = 100 + 10 * number as u64;
        let wins = rung(name, better, worse, cell, battles / THINNED);
        let row = row(name, better, worse, wins);
        let [won, lost, _] = wins;
        if cfg!(debug_assertions) {
            // Too few to tell; that they end is what debug checks are for.
            assert!(won + lost > 0, "{row}");
            continue;
        }
        assert!(!wins_clearly || sigmas(won, lost) > 6.2, "{row}");
        if !page.contains(&row) {
            missing.push(row);
        }
    }
    assert!(
        missing.is_empty(),
        "docs/policies.md lacks\n{}",
        missing.join("\n")
    );
}
