//! Exact odds of one attack, of a section under fire, and of grapples.

use equipoise_dice::Pmf;
use equipoise_engine::front_end::{
    Argument, Charted, Draw, ExactOdds, Given, Odds, OddsSection, OddsTable, Success, distribution,
    outcomes, rounded,
};
use equipoise_engine::text::percent;
use serde_json::{Map, Value, json};

use super::grapple_odds;
use crate::{Check, Fire, Options, Reading, ShotOdds};

pub(super) const ODDS: Odds<Options> = Odds {
    arguments: &[
        stat("attack", "Accuracy of the attacker, or Assault in close combat: lower is better")
            .required(),
        stat(
            "evasion",
            "Evasion of the target; without it the target cannot evade",
        ),
        modifier("attack_modifier", "Added to the d8 of the attack"),
        modifier("evasion_modifier", "Added to the d8 of the evasion"),
        Argument::number("damage", "N", [1, 99], "Base Damage of the attack"),
        Argument::number("ap", "N", [1, 16], "Action Points of the attack").or(1),
        Argument::number(
            "copies",
            "N",
            [1, 10],
            "Copies of the weapon on the unit, this one included",
        )
        .or(1)
        .with(&["damage"]),
        Argument::number("defense", "N", [1, 999], "Defense of the section under fire")
            .with(&["damage"])
            .under(FIRE),
        Argument::number("class", "N", [1, 5], "Class of the attacker: its Action Points a turn")
            .with(&["damage", "defense"])
            .under(FIRE),
        grapple_odds::GRAPPLE,
        grapple_odds::THROW,
        grapple_odds::THROWN_CLASS,
        grapple_odds::THROWER_CLASS,
        grapple_odds::BYSTANDER,
        grapple_odds::BYSTANDER_AT,
        grapple_odds::STRUCTURE,
    ],
    any_of: &[],
    attack: "attack",
    options: true,
    help: "\
The odds of one attack: a d8 that reaches the stat hits unless the target's own d8 reaches its Evasion; a
natural 8 is a critical hit, which nobody evades. With --damage the damage of the attack, with --defense
how many attacks and Action Points destroy a section, with --class in how many turns of firing while Action
Points last. With --grapple the odds of a grapple, with --throw what the throw does to torsos.
Rules options affect copies and turns, see `equipoise list options --system thirty-mm`.

Examples:
  equipoise odds --system thirty-mm --attack 6 --evasion 7
  equipoise odds --system thirty-mm --attack 6 --evasion 7 --damage 3 --ap 2 --sample 10000 --seed 7
  equipoise odds --system thirty-mm --attack 6 --evasion 7 --damage 3 --ap 2 --defense 36 --class 2
  equipoise odds --system thirty-mm --attack 6 --damage 12 --ap 6 --copies 2 --format json
  equipoise odds --system thirty-mm --grapple --attack 7 --evasion 6
  equipoise odds --system thirty-mm --grapple --attack 7 --evasion 6 --throw 3 --thrown-class 1 --bystander 7",
    compute,
};

const FIRE: &str = "Section under fire";
/// Attacks and turns that are worked out at most; what is left then is told.
const MOST: usize = 400;
/// Probability from which on a row is worth showing to people.
const SHOWN: f64 = 0.0005;

const fn stat(name: &'static str, help: &'static str) -> Argument {
    Argument::number(name, "STAT", [2, 9], help)
}

const fn modifier(name: &'static str, help: &'static str) -> Argument {
    Argument::number(name, "N", [-7, 7], help).or(0)
}

fn compute(given: &Given, options: Options) -> Result<ExactOdds, String> {
    if let Some(odds) = grapple_odds::compute(given, &options)? {
        return Ok(odds);
    }
    let shot = Shot::new(given, &options)?;
    let fire = shot.fire(given, &options)?;
    let (attack, evasion, strike) = (shot.attack, shot.evasion, shot.strike);
    let draw: Draw = Box::new(move |dice| {
        let reading = attack.roll(dice).1;
        let evaded = |dice| evasion.is_some_and(|it| it.roll(dice).1 != Reading::Fails);
        let (hit, critical) = match reading {
            Reading::Fails => (false, false),
            Reading::Natural8 => (true, true),
            Reading::Passes => (!evaded(dice), false),
        };
        match strike {
            Some(strike) if critical => strike.critical().into(),
            Some(strike) if hit => strike.damage.into(),
            _ => i64::from(hit) + i64::from(critical),
        }
    });
    let mut parts = shot.parts()?;
    let mut tables = shot.tables()?;
    if let Some(fire) = &fire {
        parts.insert("fire".to_owned(), fire.json());
        tables.extend(fire.tables());
    }
    Ok(ExactOdds {
        parts,
        charted: shot.charted(),
        draw: Some(draw),
        sections: vec![OddsSection {
            title: shot.described(),
            tables,
        }],
    })
}

/// One attack.
struct Shot {
    attack: Check,
    evasion: Option<Check>,
    odds: ShotOdds,
    strike: Option<crate::Strike>,
}

impl Shot {
    fn new(given: &Given, options: &Options) -> Result<Self, String> {
        let attack = Check {
            stat: given.needed("attack")?,
            modifier: given.needed("attack_modifier")?,
        };
        let modifier = given.needed("evasion_modifier")?;
        let evasion = given.number("evasion");
        let evasion = evasion.map(|stat| Check { stat, modifier });
        let ap = given.needed("ap")?;
        let copies = given.needed("copies")?;
        let strike = given.number("damage").map(|damage| {
            let printed = crate::Strike { ap, damage };
            printed.with_copies(copies, options)
        });
        Ok(Self {
            attack,
            evasion,
            odds: ShotOdds::new(attack, evasion),
            strike,
        })
    }

    /// The section that it fires at, if there is one.
    fn fire(&self, given: &Given, options: &Options) -> Result<Option<UnderFire>, String> {
        let (Some(strike), Some(defense)) = (self.strike, given.number("defense")) else {
            return Ok(None);
        };
        let class: Option<u8> = given.number("class");
        let ap_bonus = class.map(crate::Class::ap_bonus_of);
        let fire = Fire {
            odds: self.odds,
            strike,
            ap_bonus: ap_bonus.unwrap_or(0),
            defense,
            cap_scope: options.ap_cap_scope,
        };
        Ok(Some(UnderFire {
            defense,
            ap: strike.ap,
            attacks: fire.attacks_until_gone(MOST),
            turns: ap_bonus.map(|_| fire.turns_until_gone(MOST)),
        }))
    }

    fn described(&self) -> String {
        let evasion = match self.evasion {
            Some(evasion) => format!("evasion {evasion}"),
            None => "no evasion".to_owned(),
        };
        let strike = match self.strike {
            Some(strike) => format!(", Base Damage {} for {} AP", strike.damage, strike.ap),
            None => String::new(),
        };
        format!("Attack at {} against {evasion}{strike}", self.attack)
    }

    fn damage(&self) -> Result<Option<Pmf>, String> {
        let damage = self.strike.map(|strike| self.odds.damage(strike));
        damage.transpose().map_err(|error| error.to_string())
    }

    /// No hit, a hit, a critical hit.
    fn grades(&self) -> [(i64, f64); 3] {
        let [none, plain, critical] = self.odds.chances();
        [(0, none), (1, plain), (2, critical)]
    }

    fn charted(&self) -> Charted {
        let of_damage = self.strike.is_some();
        Charted {
            path: if of_damage { "/damage" } else { "/result" }.to_owned(),
            of: if of_damage {
                "damage of the attack"
            } else {
                "result: 0 no hit, 1 a hit, 2 a critical hit"
            }
            .to_owned(),
            unit: of_damage.then(|| "Defense".to_owned()),
            success: Some(Success {
                from: 1,
                name: "a hit".to_owned(),
            }),
            attack: self.described(),
        }
    }

    fn parts(&self) -> Result<Map<String, Value>, String> {
        let [_, plain, critical] = self.odds.chances();
        let share = |ways: u8| f64::from(ways) / 64.0;
        let mut parts = Map::new();
        let mut add = |name: &str, value: Value| drop(parts.insert(name.to_owned(), value));
        add("result", distribution(self.grades()));
        add("hit", json!(plain + critical));
        add("critical", json!(critical));
        add("missed", json!(share(self.odds.missed)));
        add("evaded", json!(share(self.odds.evaded)));
        if let (Some(strike), Some(damage)) = (self.strike, self.damage()?) {
            add("damage", distribution(damage.iter()));
            add("mean_damage", json!(damage.mean()));
            add("ap", json!(strike.ap));
            add("mean_damage_per_ap", json!(per_ap(&damage, strike)));
        }
        Ok(parts)
    }

    fn tables(&self) -> Result<Vec<OddsTable>, String> {
        let [_, plain, critical] = self.odds.chances();
        let share = |ways: u8| f64::from(ways) / 64.0;
        let mut tables = vec![OddsTable::of_chances(&[
            ("missed", share(self.odds.missed)),
            ("evaded", share(self.odds.evaded)),
            ("hit", plain + critical),
            ("critical hit", critical),
        ])];
        match (self.strike, self.damage()?) {
            (Some(strike), Some(damage)) => {
                let outcomes: Vec<(i64, f64)> = outcomes(damage.iter());
                let possible: Vec<_> = outcomes.into_iter().filter(|it| it.1 > 0.0).collect();
                tables.push(OddsTable::of_charted("damage", &possible, SHOWN));
                let means = vec![
                    vec![json!("mean damage"), rounded(damage.mean())],
                    vec![
                        json!("mean damage per AP"),
                        rounded(per_ap(&damage, strike)),
                    ],
                ];
                tables.push(OddsTable::new(&["", ""], means));
            }
            _ => tables.push(OddsTable::of_charted("result", &self.grades(), SHOWN)),
        }
        Ok(tables)
    }
}

fn per_ap(damage: &Pmf, strike: crate::Strike) -> f64 {
    damage.mean() / f64::from(strike.ap.max(1))
}

/// A section under fire: probabilities of the attack, and of the turn, that destroys it.
struct UnderFire {
    defense: u16,
    /// Action Points of one attack.
    ap: u8,
    attacks: Vec<f64>,
    turns: Option<Vec<f64>>,
}

impl UnderFire {
    fn json(&self) -> Value {
        let numbered = |gone: &[f64]| distribution((1_i64..).zip(gone.iter().copied()));
        let mut fire = json!({
            "defense": self.defense,
            "attacks": numbered(&self.attacks),
            "mean_attacks": mean(&self.attacks),
            "ap": self.spent(),
            "mean_ap": mean(&self.attacks).map(|it| it * f64::from(self.ap)),
        });
        if let Some(turns) = &self.turns {
            fire["turns"] = numbered(turns);
            fire["mean_turns"] = json!(mean(turns));
        }
        fire
    }

    /// Probabilities by the Action Points spent until the section is gone.
    fn spent(&self) -> Value {
        let attacks = (1_i64..).zip(self.attacks.iter().copied());
        distribution(attacks.map(|(number, p)| (number * i64::from(self.ap), p)))
    }

    fn tables(&self) -> Vec<OddsTable> {
        let turns = self.turns.as_deref();
        let turns = turns.map(|turns| table("turn", "Destroyed in which turn", turns));
        [self.attack_table()].into_iter().chain(turns).collect()
    }

    /// The attack that destroys the section, with the Action Points spent by then.
    fn attack_table(&self) -> OddsTable {
        let mut table = table("attack", "Destroyed with which attack", &self.attacks);
        table.columns.insert(1, "AP");
        for row in &mut table.rows {
            let spent = match row.first().and_then(Value::as_i64) {
                Some(number) => json!(number * i64::from(self.ap)),
                None => mean(&self.attacks).map_or(Value::Null, |mean| {
                    json!(format!("{:.2}", mean * f64::from(self.ap)))
                }),
            };
            row.insert(1, spent);
        }
        table
    }
}

/// The mean number; `None` if the section may outlast all that are worked out.
fn mean(gone: &[f64]) -> Option<f64> {
    let all: f64 = gone.iter().sum();
    let numbered = (1_u32..).zip(gone);
    let mean = numbered.map(|(number, p)| f64::from(number) * p).sum();
    ((1.0 - all).abs() < 1e-6).then_some(mean)
}

fn table(name: &'static str, heading: &'static str, gone: &[f64]) -> OddsTable {
    let mut by_then = 0.0;
    let mut rows = Vec::new();
    for (number, &p) in (1_u32..).zip(gone) {
        by_then += p;
        if p >= SHOWN {
            rows.push(vec![
                json!(number),
                json!(percent(p)),
                json!(percent(by_then)),
            ]);
        }
    }
    let mean = mean(gone).map_or(Value::Null, |mean| json!(format!("{mean:.2}")));
    rows.push(vec![json!("mean"), mean, Value::Null]);
    OddsTable {
        heading: Some(heading),
        ..OddsTable::new(&[name, "probability", "by then"], rows)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use equipoise_engine::front_end::{ArgumentValue, ExactOdds, Given};

    use super::ODDS;
    use crate::Options;

    /// The numbers of the reference duel: 0.3125 to hit at 6 against 7, 1.1875 Defense a pistol shot.
    #[test]
    fn the_reference_shot_has_its_odds() {
        let odds = odds(&[
            ("attack", 6),
            ("evasion", 7),
            ("damage", 3),
            ("ap", 2),
            ("defense", 36),
            ("class", 2),
        ]);
        let odds = odds.expect("odds");
        let number = |path: &str| {
            let found = odds.parts.get(path).and_then(serde_json::Value::as_f64);
            found.expect("a number")
        };
        assert!((number("hit") - 0.3125).abs() < 1e-12);
        assert!((number("mean_damage") - 1.1875).abs() < 1e-12);
        assert!((number("mean_damage_per_ap") - 0.593_75).abs() < 1e-12);
        let fire = &odds.parts["fire"];
        let turns = fire["mean_turns"].as_f64().expect("a mean");
        assert!((8.0..12.0).contains(&turns), "{turns}");
        let mean = |name: &str| fire[name].as_f64().expect("a mean");
        assert!((mean("mean_ap") - 2.0 * mean("mean_attacks")).abs() < 1e-9);
        assert_eq!(fire["ap"]["24"], fire["attacks"]["12"]);
    }

    /// 7 against 6 grips with 2/8 * 5/8 = 0.15625; class 1 thrown 3 hexes then takes 6, or 4 two hexes away
    /// from a bystander that does not evade, with 6 of 8. What no throw can be is refused.
    #[test]
    fn the_reference_throw_has_its_odds() {
        let throw = [
            ("grapple", 1),
            ("attack", 7),
            ("evasion", 6),
            ("throw", 3),
            ("thrown_class", 1),
            ("thrower_class", 2),
        ];
        let with = |more: &[(&str, i64)]| odds(&[&throw[..], more].concat());
        let found = with(&[("bystander", 7), ("bystander_at", 2)]).expect("odds");
        let throw = &found.parts["throw"];
        let number = |path: &str| throw.pointer(path).and_then(serde_json::Value::as_f64);
        assert_eq!(number("/damage/4"), Some(0.15625 * 0.75));
        assert_eq!(number("/damage/6"), Some(0.15625 * 0.25));
        assert_eq!(number("/bystander_damage/4"), Some(0.15625 * 0.75));
        assert_eq!(number("/stuck"), Some(0.0));
        for (more, expected) in [
            (&[("thrown_class", 3)][..], "class 2 does not throw class 3"),
            (&[("throw", 4)], "4 hexes, expected at most 3"),
            (&[("damage", 3)], "damage is of an attack"),
            (
                &[("bystander", 7), ("bystander_at", 4)],
                "expected at most the 3",
            ),
            (
                &[("bystander", 7), ("structure", 8)],
                "expected a hex before it",
            ),
        ] {
            let error = with(more).err().expect("refused");
            assert!(error.contains(expected), "{error}");
        }
    }

    fn odds(values: &[(&str, i64)]) -> Result<ExactOdds, String> {
        let value = |&(name, value): &(&str, i64)| {
            let value = match name {
                "grapple" => ArgumentValue::Flag(true),
                _ => ArgumentValue::Number(value),
            };
            (name.to_owned(), value)
        };
        let values: BTreeMap<String, ArgumentValue> = values.iter().map(value).collect();
        let given = Given::new(&ODDS, &values)?;
        (ODDS.compute)(&given, Options::default())
    }
}
