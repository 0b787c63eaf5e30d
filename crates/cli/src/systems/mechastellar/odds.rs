//! `equipoise odds`: exact odds of one attack.

use clap::{Args, ValueEnum, value_parser};
use equipoise_dice::Pmf;
use equipoise_engine::mechastellar::{AttackDistribution, AttackOdds, PoolOdds, WeaponKind};
use serde_json::{Map, Value, json};

use super::dice_notation::{DiceNotation, parse_dice};
use crate::args::Output;
use crate::failure::Failure;
use crate::numbers::percent;
use crate::output::print_as;
use crate::systems::Odds;
use crate::table::Table;

/// Arguments of `odds`.
#[derive(Debug, Args)]
#[command(after_help = "\
Dice over ten become automatic successes; saves are at most five.
Without --finisher the finishing-blow threshold is 10 in every round.

Examples:
  equipoise odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5
  equipoise odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5 --finisher 2 --round 4 --format json

Another system has arguments of its own: `equipoise odds --system NAME --help`.")]
pub(crate) struct OddsArgs {
    /// Attack dice and HITS, such as 6d10+5
    #[arg(long, value_name = "DICE", value_parser = parse_dice)]
    attack: DiceNotation,
    /// Defence dice and DEF, such as 8d10+3
    #[arg(long, value_name = "DICE", value_parser = parse_dice)]
    defence: DiceNotation,
    /// Damage of each unblocked HIT
    #[arg(long, value_parser = value_parser!(u16).range(0..=10_000))]
    dmg: u16,
    /// Armour penetration; without it the attack causes no saves
    #[arg(long, value_parser = value_parser!(u8).range(1..=14))]
    pen: Option<u8>,
    /// Target number of the attack
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u8).range(2..=10))]
    attack_tn: u8,
    /// Target number of the defence
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u8).range(2..=10))]
    defence_tn: u8,
    /// Lowest face of the attack that counts twice
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(7..=10))]
    attack_crit: u8,
    /// Lowest face of the defence that counts twice
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(7..=10))]
    defence_crit: u8,
    /// The attacker spends Focus
    #[arg(long)]
    attack_focus: bool,
    /// The defender spends Focus
    #[arg(long)]
    defence_focus: bool,
    /// The attacker re-rolls failures once
    #[arg(long)]
    attack_reroll: bool,
    /// The defender re-rolls failures once
    #[arg(long)]
    defence_reroll: bool,
    /// Kind of attack
    #[arg(long, value_enum, default_value_t = AttackKind::Shooting)]
    kind: AttackKind,
    /// Finisher+X of the weapon
    #[arg(long, value_name = "X", value_parser = value_parser!(u8).range(1..=6))]
    finisher: Option<u8>,
    /// Round of the battle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..=5))]
    round: u8,
}

/// Kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AttackKind {
    /// Opposed by Evade
    Shooting,
    /// Opposed by Melee DEF
    Melee,
}

impl Odds for OddsArgs {
    fn run(&self, output: &Output) -> Result<(), Failure> {
        let odds = attack_odds(self).distribution();
        print_as(
            output.format,
            || text(self, &odds),
            || json(&odds),
            || table(&odds),
        )
    }
}

fn attack_odds(args: &OddsArgs) -> AttackOdds {
    let pool =
        |DiceNotation { dice, bonus }: DiceNotation, target, critical, focus, reroll| PoolOdds {
            dice: dice.into(),
            bonus: bonus.into(),
            target,
            critical,
            focus,
            reroll,
        };
    AttackOdds {
        attack: pool(
            args.attack,
            args.attack_tn,
            args.attack_crit,
            args.attack_focus,
            args.attack_reroll,
        ),
        defence: pool(
            args.defence,
            args.defence_tn,
            args.defence_crit,
            args.defence_focus,
            args.defence_reroll,
        ),
        kind: match args.kind {
            AttackKind::Shooting => WeaponKind::Shooting,
            AttackKind::Melee => WeaponKind::Melee,
        },
        dmg: args.dmg,
        pen: args.pen,
        finisher: args.finisher,
        round: args.round,
    }
}

/// One of the distributions of an attack.
struct Named {
    name: &'static str,
    /// Values with their probabilities, ascending.
    outcomes: Vec<(u32, f64)>,
    mean: f64,
}

fn distributions(odds: &AttackDistribution) -> [Named; 5] {
    let means = odds.means;
    let of = |name, pmf: &Pmf, mean| Named {
        name,
        outcomes: pmf.iter().collect(),
        mean,
    };
    [
        of("hits", &odds.hits, means.hits),
        of("defences", &odds.defences, means.defences),
        of("unblocked", &odds.unblocked, means.unblocked),
        of("failed_saves", &odds.failed_saves, means.failed_saves),
        Named {
            name: "damage",
            outcomes: odds.damage.clone(),
            mean: means.damage,
        },
    ]
}

fn json(odds: &AttackDistribution) -> Value {
    let mut document = Map::new();
    let mut means = Map::new();
    document.insert("schema".to_owned(), json!(1));
    for Named {
        name,
        outcomes,
        mean,
    } in distributions(odds)
    {
        let outcomes = outcomes
            .into_iter()
            .map(|(value, p)| (value.to_string(), json!(p)));
        document.insert(name.to_owned(), Value::Object(outcomes.collect()));
        means.insert(name.to_owned(), json!(mean));
    }
    document.insert("mean".to_owned(), Value::Object(means));
    document.insert("finishing_blow".to_owned(), json!(odds.finishing_blow));
    document.insert("no_damage".to_owned(), json!(odds.no_damage));
    Value::Object(document)
}

fn text(args: &OddsArgs, odds: &AttackDistribution) -> String {
    let mut text = format!("{} against {}\n\n", args.attack, args.defence);
    let mut means = Table::new(&["", "mean"]);
    for Named { name, mean, .. } in distributions(odds) {
        means.push(vec![
            json!(name.replace('_', " ")),
            json!((mean * 1000.0).round() / 1000.0),
        ]);
    }
    text += &means.to_text();
    text += &format!("\nfinishing blow  {}\n", percent(odds.finishing_blow));
    text += &format!("no damage       {}\n\n", percent(odds.no_damage));
    text + &damage_table(&odds.damage).to_text()
}

/// Damage with its probability and the probability of at least as much.
fn damage_table(damage: &[(u32, f64)]) -> Table {
    let mut table = Table::new(&["damage", "probability", "at least"]);
    let mut at_least = 1.0;
    for &(value, probability) in damage {
        table.push(vec![
            json!(value),
            json!(percent(probability)),
            json!(percent(at_least)),
        ]);
        at_least -= probability;
    }
    table
}

fn table(odds: &AttackDistribution) -> Table {
    let mut table = Table::new(&["distribution", "value", "probability"]);
    for Named { name, outcomes, .. } in distributions(odds) {
        for (value, probability) in outcomes {
            table.push(vec![json!(name), json!(value), json!(probability)]);
        }
    }
    table
}
