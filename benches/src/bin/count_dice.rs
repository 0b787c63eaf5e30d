//! Counts dice calls: a Markdown table of calls per battle, by kind.
//!
//! ```text
//! count_dice [BATTLES]       default 10,000 duels; a hundredth as many battles
//! ```

use std::env;
use std::process::ExitCode;

use equipoise_benches::{BASIC_DUELS, Calls, CountingDice, ELITE_DUELS, Matchup, battle_bout};
use equipoise_dice::{StreamDice, stream};
use equipoise_mechastellar::{Battle, Bout, HexSize, MechaStellar, Memo, PolicyKind};

/// Duels of each kind unless the command line says otherwise.
const DUELS: u64 = 10_000;

fn main() -> ExitCode {
    let duels = match env::args().nth(1).map(|text| text.parse()) {
        None => DUELS,
        Some(Ok(duels)) if duels > 0 => duels,
        Some(_) => {
            eprintln!("usage: count_dice [BATTLES], a whole number above 0");
            return ExitCode::from(2);
        }
    };
    print_table(duels);
    ExitCode::SUCCESS
}

fn print_table(duels: u64) {
    println!("| battle | rounds | pool | fails | die | below | calls together | dice in them |");
    println!("|---|---|---|---|---|---|---|---|");
    for (duels_of, policy) in [
        (&BASIC_DUELS[..], PolicyKind::Solo),
        (&ELITE_DUELS[..], PolicyKind::Greedy),
    ] {
        for duel in duels_of {
            print_row(
                &title(duel, policy),
                &duel.bout(policy, HexSize::Four),
                duels,
            );
        }
    }
    let battle = battle_bout(5, PolicyKind::Solo, HexSize::Four);
    print_row("5 v 5, solo", &battle, (duels / 100).max(1));
}

fn title(duel: &Matchup, policy: PolicyKind) -> String {
    let [a, b] = duel.units;
    format!("{a} v {b}, {policy}")
}

fn print_row(title: &str, bout: &Bout, battles: u64) {
    let (calls, rounds) = count(bout, battles);
    let each = |count: u64| count as f64 / battles as f64;
    println!(
        "| {title} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} |",
        each(rounds),
        each(calls.pool),
        each(calls.fails),
        each(calls.die),
        each(calls.below),
        each(calls.total()),
        each(calls.dice),
    );
}

/// Calls and rounds of all the battles together.
fn count(bout: &Bout, battles: u64) -> (Calls, u64) {
    let (mut battle, mut memo) = (Battle::default(), Memo::default());
    let mut sum = (Calls::default(), 0);
    for number in 0..battles {
        let mut dice = CountingDice::new(StreamDice::new(stream(1, 2, number)));
        let outcome = MechaStellar::run_on(bout, &mut battle, &mut memo, &mut dice);
        sum.0 += dice.calls;
        sum.1 += u64::from(outcome.rounds);
    }
    sum
}
