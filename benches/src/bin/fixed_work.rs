//! A fixed, deterministic amount of work whose instructions can be counted.
//!
//! ```text
//! fixed_work                 lists the parts with their amounts
//! fixed_work PART            does the part's whole amount of work
//! fixed_work PART AMOUNT     does another amount; 0 does the set-up alone
//! ```
//!
//! Each prints a checksum of the results. `scripts/instruction_gate` counts the instructions of each
//! part less those of its set-up; `scripts/profile` attributes them to source files and functions.

use std::env;
use std::hint::black_box;
use std::process::ExitCode;

use equipoise_benches::{
    ATTACKS, BASIC_DUELS, BULLSEYE_DUELS, ELITE_DUELS, Matchup, Player, SmallSweep,
    THIRTY_MM_DUELS, battle_bout, bullseye_bout, generator, rifle_odds, thirty_mm_battle,
    thirty_mm_duel, thirty_mm_standing_duel,
};
use equipoise_bullseye::Bullseye;
use equipoise_dice::{Dice, PoolShape, TableDice};
use equipoise_engine::{GameSystem, Outcome};
use equipoise_mechastellar::{HexSize, MechaStellar, PolicyKind};
use equipoise_thirty_mm::{self as thirty_mm, ThirtyMm};

/// One kind of work.
struct Part {
    name: &'static str,
    /// Number of repetitions behind the stored figures.
    amount: u64,
    /// Whether the instruction gate checks it; with threads the count varies.
    gated: bool,
    run: fn(u64) -> u64,
}

const PARTS: &[Part] = &[
    gated("basic_duels", 4_000, basic_duels),
    gated("elite_duels", 3_000, elite_duels),
    gated("bullseye_duels", 3_000, bullseye_duels),
    gated("mm30_standing", 3_000, thirty_mm_standing),
    gated("mm30_duels", 1_500, thirty_mm_duels),
    gated("mm30_battles", 100, thirty_mm_battles),
    gated("mm30_greedy", 8, thirty_mm_greedy),
    gated("battles_5v5", 200, battles),
    gated("basic_duels_1in", 4_000, basic_duels_1in),
    gated("elite_duels_1in", 3_000, elite_duels_1in),
    gated("battles_5v5_1in", 100, battles_1in),
    gated("pools", 1_000_000, pools),
    gated("attacks", 200_000, attacks),
    gated("exact_odds", 1_000, exact_odds),
    Part {
        name: "sweep",
        amount: 1,
        gated: false,
        run: sweep,
    },
];

const fn gated(name: &'static str, amount: u64, run: fn(u64) -> u64) -> Part {
    Part {
        name,
        amount,
        gated: true,
        run,
    }
}

fn basic_duels(amount: u64) -> u64 {
    duels(&BASIC_DUELS, PolicyKind::Solo, HexSize::Four, amount)
}

fn basic_duels_1in(amount: u64) -> u64 {
    duels(&BASIC_DUELS, PolicyKind::Solo, HexSize::One, amount)
}

fn elite_duels(amount: u64) -> u64 {
    duels(&ELITE_DUELS, PolicyKind::Greedy, HexSize::Four, amount)
}

fn elite_duels_1in(amount: u64) -> u64 {
    duels(&ELITE_DUELS, PolicyKind::Greedy, HexSize::One, amount)
}

/// The same number of duels of each matchup; `amount` is a multiple of the number of matchups.
fn duels(matchups: &[Matchup], policy: PolicyKind, hex_in: HexSize, amount: u64) -> u64 {
    let each = amount / matchups.len() as u64;
    matchups.iter().fold(0, |sum, duel| {
        mix(sum, play::<MechaStellar>(duel.bout(policy, hex_in), each))
    })
}

fn bullseye_duels(amount: u64) -> u64 {
    let each = amount / BULLSEYE_DUELS.len() as u64;
    BULLSEYE_DUELS.iter().fold(0, |sum, duel| {
        let bout = bullseye_bout(duel, equipoise_bullseye::PolicyKind::Rulebook);
        mix(sum, play::<Bullseye>(bout, each))
    })
}

fn thirty_mm_standing(amount: u64) -> u64 {
    play::<ThirtyMm>(thirty_mm_standing_duel(), amount)
}

fn thirty_mm_duels(amount: u64) -> u64 {
    let each = amount / THIRTY_MM_DUELS.len() as u64;
    THIRTY_MM_DUELS.iter().fold(0, |sum, duel| {
        let bout = thirty_mm_duel(duel, thirty_mm::PolicyKind::Plain);
        mix(sum, play::<ThirtyMm>(bout, each))
    })
}

fn thirty_mm_battles(amount: u64) -> u64 {
    play::<ThirtyMm>(thirty_mm_battle(thirty_mm::PolicyKind::Plain), amount)
}

fn thirty_mm_greedy(amount: u64) -> u64 {
    play::<ThirtyMm>(thirty_mm_battle(thirty_mm::PolicyKind::Greedy), amount)
}

fn battles(amount: u64) -> u64 {
    let bout = battle_bout(5, PolicyKind::Solo, HexSize::Four);
    play::<MechaStellar>(bout, amount)
}

fn battles_1in(amount: u64) -> u64 {
    let bout = battle_bout(5, PolicyKind::Solo, HexSize::One);
    play::<MechaStellar>(bout, amount)
}

fn play<S: GameSystem>(bout: S::Bout, amount: u64) -> u64 {
    let mut player = Player::<S>::new(bout);
    (0..amount).fold(0, |sum, _| mix(sum, checksum(player.play())))
}

fn checksum(outcome: Outcome) -> u64 {
    let [a, b] = outcome.score.map(|points| points as u64);
    let winner = outcome.winner.map_or(2, |side| side as u64);
    mix(mix(a, b), mix(winner, outcome.rounds.into()))
}

const fn mix(sum: u64, value: u64) -> u64 {
    sum.rotate_left(5).wrapping_add(value)
}

/// Pools of one to ten dice in turn.
fn pools(amount: u64) -> u64 {
    let mut dice = TableDice::new(generator());
    (0..amount).fold(0_u64, |sum, at| {
        let shape = PoolShape::d10(1 + (at % 10) as u8, 10);
        sum.wrapping_add(dice.pool(black_box(shape)).successes().into())
    })
}

/// Attacks with armour saves and no choices.
fn attacks(amount: u64) -> u64 {
    let mut dice = TableDice::new(generator());
    let attacks = black_box(ATTACKS);
    (0..amount).fold(0, |sum, at| {
        let attack = &attacks[at as usize % attacks.len()];
        sum + u64::from(attack.sample(&mut dice))
    })
}

fn exact_odds(amount: u64) -> u64 {
    let rifle = rifle_odds();
    (0..amount).fold(0, |sum, _| {
        let odds = black_box(&rifle).distribution();
        mix(sum, odds.means.damage.to_bits())
    })
}

/// Sweeps on one worker thread; the plan is set-up.
fn sweep(amount: u64) -> u64 {
    let sweep = SmallSweep::new();
    let battles = |_| -> u64 {
        let tallies = sweep.play::<MechaStellar>(1);
        tallies.iter().map(|tally| tally.battles).sum()
    };
    (0..amount).map(battles).sum()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match act(&arguments) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn act(arguments: &[String]) -> Result<String, String> {
    let (name, amount) = match arguments {
        [] => return Ok(list()),
        [name] => (name, None),
        [name, amount] => (name, Some(read_amount(amount)?)),
        _ => return Err("usage: fixed_work [PART [AMOUNT]]".into()),
    };
    let part = PARTS.iter().find(|part| part.name == name);
    let part = part.ok_or_else(|| format!("there is no part \"{name}\"; parts:\n{}", list()))?;
    let sum = (part.run)(amount.unwrap_or(part.amount));
    Ok(format!("{name} {sum:016x}"))
}

fn read_amount(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("the amount \"{text}\" is not a whole number"))
}

/// One line for each part: name, amount, and "gated" or "free".
fn list() -> String {
    let line = |part: &Part| {
        let gated = if part.gated { "gated" } else { "free" };
        format!("{} {} {gated}", part.name, part.amount)
    };
    PARTS.iter().map(line).collect::<Vec<_>>().join("\n")
}
