//! Exact odds of one attack, from the numbers of its pools.

use equipoise_dice::Pmf;
use equipoise_engine::front_end::{
    Argument, Charted, ExactOdds, Given, Odds, OddsSection, OddsTable, Success, distribution,
    outcomes, rounded,
};
use serde_json::{Map, Value, json};

use super::dice_notation::{DiceNotation, parse_dice};
use crate::{AttackDistribution, AttackOdds, Options, PoolOdds, WeaponKind};

pub(super) const ODDS: Odds<Options> = Odds {
    arguments: &[
        pool("attack", "Attack dice and HITS, such as 6d10+5"),
        pool("defence", "Defence dice and DEF, such as 8d10+3"),
        Argument::number("dmg", "DMG", [0, 10_000], "Damage of each unblocked HIT").required(),
        Argument::number(
            "pen",
            "PEN",
            [1, 14],
            "Armour penetration; without it there are no saves",
        ),
        target("attack_tn", "Target number of the attack"),
        target("defence_tn", "Target number of the defence"),
        critical("attack_crit", "Lowest face of the attack that counts twice"),
        critical("defence_crit", "Lowest face of the defence that counts twice"),
        Argument::flag("attack_focus", "The attacker spends Focus"),
        Argument::flag("defence_focus", "The defender spends Focus"),
        Argument::flag("attack_reroll", "The attacker re-rolls failures once"),
        Argument::flag("defence_reroll", "The defender re-rolls failures once"),
        Argument::choice(
            "kind",
            "KIND",
            &[
                ("shooting", "Opposed by Evade"),
                (MELEE, "Opposed by Melee DEF"),
            ],
            "Kind of attack",
        ),
        Argument::number("finisher", "X", [1, 6], "Finisher+X of the weapon"),
        Argument::number("round", "N", [1, 5], "Round of the battle").or(1),
    ],
    any_of: &[],
    attack: "attack",
    options: false,
    help: "\
Dice over ten become automatic successes; saves are at most five.
Without --finisher the finishing-blow threshold is 10 in every round.

Examples:
  equipoise odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5
  equipoise odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5 --finisher 2 --round 4 --format json
  equipoise odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5 --sample 10000 --seed 7",
    compute,
};

const MELEE: &str = "melee";

const fn pool(name: &'static str, help: &'static str) -> Argument {
    Argument::text(name, "DICE", |text| parse_dice(text).map(|_| ()), help).required()
}

const fn target(name: &'static str, help: &'static str) -> Argument {
    Argument::number(name, "N", [2, 10], help).or(5)
}

const fn critical(name: &'static str, help: &'static str) -> Argument {
    Argument::number(name, "N", [7, 10], help).or(10)
}

fn compute(given: &Given, _options: Options) -> Result<ExactOdds, String> {
    let [attack, defence] = [
        parse_dice(given.text("attack"))?,
        parse_dice(given.text("defence"))?,
    ];
    let odds = AttackOdds {
        attack: PoolOdds {
            dice: attack.dice.into(),
            bonus: attack.bonus.into(),
            target: given.needed("attack_tn")?,
            critical: given.needed("attack_crit")?,
            focus: given.flag("attack_focus"),
            reroll: given.flag("attack_reroll"),
        },
        defence: PoolOdds {
            dice: defence.dice.into(),
            bonus: defence.bonus.into(),
            target: given.needed("defence_tn")?,
            critical: given.needed("defence_crit")?,
            focus: given.flag("defence_focus"),
            reroll: given.flag("defence_reroll"),
        },
        kind: match given.text("kind") {
            MELEE => WeaponKind::Melee,
            _ => WeaponKind::Shooting,
        },
        dmg: given.needed("dmg")?,
        pen: given.number("pen"),
        finisher: given.number("finisher"),
        round: given.needed("round")?,
    };
    let exact = odds.distribution();
    Ok(ExactOdds {
        parts: parts(&exact),
        charted: charted(&odds, [attack, defence]),
        draw: Some(Box::new(move |dice| odds.throw(dice).into())),
        sections: vec![section(&exact, [attack, defence])],
    })
}

/// A name, the values with their probabilities, and the mean.
type Named = (&'static str, Vec<(i64, f64)>, f64);

fn distributions(odds: &AttackDistribution) -> [Named; 5] {
    let means = odds.means;
    let of = |pmf: &Pmf| outcomes(pmf.iter());
    [
        ("hits", of(&odds.hits), means.hits),
        ("defences", of(&odds.defences), means.defences),
        ("unblocked", of(&odds.unblocked), means.unblocked),
        ("failed_saves", of(&odds.failed_saves), means.failed_saves),
        ("damage", damage(odds), means.damage),
    ]
}

fn damage(odds: &AttackDistribution) -> Vec<(i64, f64)> {
    outcomes(odds.damage.iter().copied())
}

fn parts(odds: &AttackDistribution) -> Map<String, Value> {
    let (mut parts, mut means) = (Map::new(), Map::new());
    for (name, outcomes, mean) in distributions(odds) {
        parts.insert(name.to_owned(), distribution(outcomes));
        means.insert(name.to_owned(), json!(mean));
    }
    parts.insert("mean".to_owned(), Value::Object(means));
    parts.insert("finishing_blow".to_owned(), json!(odds.finishing_blow));
    parts.insert("no_damage".to_owned(), json!(odds.no_damage));
    parts
}

fn charted(odds: &AttackOdds, [attack, defence]: [DiceNotation; 2]) -> Charted {
    let pen = odds.pen.map_or(String::new(), |pen| format!(", PEN {pen}"));
    Charted {
        path: "/damage".to_owned(),
        of: "damage".to_owned(),
        unit: Some("HP".to_owned()),
        success: Some(Success {
            from: 1,
            name: "damage".to_owned(),
        }),
        attack: format!("{attack} against {defence}, DMG {}{pen}", odds.dmg),
    }
}

fn section(odds: &AttackDistribution, [attack, defence]: [DiceNotation; 2]) -> OddsSection {
    let means = distributions(odds);
    let means = means
        .iter()
        .map(|(name, _, mean)| vec![json!(name.replace('_', " ")), rounded(*mean)]);
    let chances = [
        ("finishing blow", odds.finishing_blow),
        ("no damage", odds.no_damage),
    ];
    OddsSection {
        title: format!("{attack} against {defence}"),
        tables: vec![
            OddsTable::new(&["", "mean"], means.collect()),
            OddsTable::of_chances(&chances),
            OddsTable::of_charted("damage", &damage(odds), 0.0),
        ],
    }
}
