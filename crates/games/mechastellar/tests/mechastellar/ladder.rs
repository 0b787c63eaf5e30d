//! Who wins between two policies with the same forces on both sides, on tables that look the same from both
//! edges. That the seats are alike is checked by the conformance suite.

use std::thread;

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::{GameSystem, Scratch, Side};
use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{Bout, MechaStellar, Options, PolicyKind, Scenario};

const SEED: u64 = 20_261_122;
/// Battles are shared out; each has a stream of its own, so the sum does not depend on how.
const THREADS: u64 = 2;

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

/// Whether `better` wins more than it loses by more than 6.2 standard deviations; of equals that happens less
/// than once in 10^9 times.
fn beats(name: &str, better: PolicyKind, worse: PolicyKind, cell: u64, battles: u64) {
    let [won, lost, draws] = rung(name, better, worse, cell, battles);
    assert!(
        sigmas(won, lost) > 6.2,
        "{better} against {worse} in {name}: {won} won, {lost} lost, {draws} drawn"
    );
}

/// 200 battles of mixed forces a rung; with 99 % probability fails where the better policy scores .55, and
/// passes where it scores .82.
#[test]
fn each_policy_beats_the_next_by_far() {
    beats("skirmish", PolicyKind::Greedy, PolicyKind::Random, 120, 200);
    beats("skirmish", PolicyKind::Solo, PolicyKind::Random, 130, 200);
}

#[test]
#[ignore = "statistical: 42,000 battles; false alarm 1e-9; passes where the better policy scores .53, or .60 with look-ahead"]
fn each_policy_beats_the_next() {
    let (greedy, solo) = (PolicyKind::Greedy, PolicyKind::Solo);
    beats("simple-battle", PolicyKind::Search, greedy, 100, 2_000);
    beats("skirmish", greedy, solo, 120, 20_000);
    beats("skirmish", solo, PolicyKind::Random, 130, 20_000);
}
