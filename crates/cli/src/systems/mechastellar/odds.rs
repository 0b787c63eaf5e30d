//! `equipoise odds`: exact odds of one attack.

use clap::{Args, ValueEnum, value_parser};
use equipoise_dice::Pmf;
use equipoise_mechastellar::{AttackDistribution, AttackOdds, PoolOdds, WeaponKind};
use serde_json::{Map, Value, json};

use super::dice_notation::{DiceNotation, parse_dice};
use crate::args::Output;
use crate::failure::Failure;
use crate::numbers::percent;
use crate::output::print_as;
use crate::systems::Odds;
use crate::systems::sampled::{SAMPLED, SampleArgs, Sampled};
use crate::table::Table;

/// Arguments of `odds`.
#[derive(Debug, Args)]
#[command(after_help = "\
Dice over ten become automatic successes; saves are at most five.
Without --finisher the finishing-blow threshold is 10 in every round.

Examples:
  equipoise odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5
  equipoise odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5 --finisher 2 --round 4 --format json
  equipoise odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5 --sample 10000 --seed 7

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
    #[command(flatten)]
    sample: SampleArgs,
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
        let attack = attack_odds(self);
        let odds = attack.distribution();
        let sampled = self.sample.draw(|dice| attack.throw(dice).into());
        let sampled = sampled.as_ref();
        print_as(
            output.format,
            || text(self, &odds, sampled),
            || json(self, &odds, sampled),
            || table(&odds, sampled),
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

fn json(args: &OddsArgs, odds: &AttackDistribution, sampled: Option<&Sampled>) -> Value {
    let mut document = Map::new();
    let mut means = Map::new();
    document.insert("schema".to_owned(), json!(1));
    document.insert("kind".to_owned(), json!("odds"));
    document.insert("charted".to_owned(), charted(args));
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
    if let Some(sampled) = sampled {
        document.insert("sampled".to_owned(), sampled.json());
    }
    Value::Object(document)
}

/// The distribution that a chart shows, and what was sampled.
fn charted(args: &OddsArgs) -> Value {
    let pen = args.pen.map_or(String::new(), |pen| format!(", PEN {pen}"));
    let (attack, defence, dmg) = (args.attack, args.defence, args.dmg);
    json!({
        "path": "/damage",
        "of": "damage",
        "unit": "HP",
        "success": {"from": 1, "name": "damage"},
        "attack": format!("{attack} against {defence}, DMG {dmg}{pen}"),
    })
}

fn text(args: &OddsArgs, odds: &AttackDistribution, sampled: Option<&Sampled>) -> String {
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
    text += &damage_table(&odds.damage, sampled).to_text();
    text + &sampled.map_or_else(String::new, |s| format!("\n{}", s.summary("damage")))
}

/// Damage with its probability and the probability of at least as much.
fn damage_table(damage: &[(u32, f64)], sampled: Option<&Sampled>) -> Table {
    let mut columns = vec!["damage", "probability", "at least"];
    if sampled.is_some() {
        columns.extend(SAMPLED);
    }
    let mut table = Table::new(&columns);
    let mut at_least = 1.0;
    for &(value, probability) in damage {
        let mut row = vec![
            json!(value),
            json!(percent(probability)),
            json!(percent(at_least)),
        ];
        row.extend(sampled.into_iter().flat_map(|s| s.cells(value.into())));
        table.push(row);
        at_least -= probability;
    }
    table
}

fn table(odds: &AttackDistribution, sampled: Option<&Sampled>) -> Table {
    let mut table = Table::new(&["distribution", "value", "probability"]);
    for Named { name, outcomes, .. } in distributions(odds) {
        for (value, probability) in outcomes {
            table.push(vec![json!(name), json!(value), json!(probability)]);
        }
    }
    if let Some(sampled) = sampled {
        let values: Vec<i64> = odds.damage.iter().map(|&(hp, _)| hp.into()).collect();
        sampled.push_rows(&values, &mut table);
    }
    table
}
