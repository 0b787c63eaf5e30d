//! Exact odds of a grapple and a throw, as the command line asks for them.

use std::collections::BTreeMap;

use equipoise_dice::StreamDice;
use equipoise_engine::front_end::{
    Argument, Charted, Draw, ExactOdds, Given, OddsSection, OddsTable, Success, distribution,
    rounded,
};
use equipoise_engine::text::percent;
use serde_json::{Map, Value, json};

use crate::{Bystander, Check, Collision, GrappleOdds, Options, Reading, Throw};

const HEADING: &str = "Grapple and throw";

pub(super) const GRAPPLE: Argument = Argument::flag(
    "grapple",
    "A grapple in place of an attack: --attack is the Assault of the unit that grapples",
)
.under(HEADING);

pub(super) const THROW: Argument = Argument::number(
    "throw",
    "HEXES",
    [1, 6],
    "Throws the target this far on level ground",
)
.with(&["grapple", "thrown_class"])
.under(HEADING);

pub(super) const THROWN_CLASS: Argument =
    Argument::number("thrown_class", "N", [1, 5], "Class of the thrown unit")
        .with(&["throw"])
        .under(HEADING);

pub(super) const THROWER_CLASS: Argument = Argument::number(
    "thrower_class",
    "N",
    [1, 5],
    "Class of the thrower, which limits the distance",
)
.with(&["throw"])
.under(HEADING);

pub(super) const BYSTANDER: Argument = Argument::number(
    "bystander",
    "STAT",
    [2, 9],
    "Evasion of a unit in the way of the throw",
)
.with(&["throw"])
.under(HEADING);

pub(super) const BYSTANDER_AT: Argument = Argument::number(
    "bystander_at",
    "HEXES",
    [1, 6],
    "How far along the throw it stands [default: in the landing hex]",
)
.with(&["bystander"])
.under(HEADING);

pub(super) const STRUCTURE: Argument = Argument::number(
    "structure",
    "N",
    [1, 40],
    "Defense left of a structure in the landing hex",
)
.with(&["throw"])
.under(HEADING);

/// The odds of a grapple; `None` if they are of an attack.
pub(super) fn compute(given: &Given, options: &Options) -> Result<Option<ExactOdds>, String> {
    if !given.flag("grapple") {
        return Ok(None);
    }
    for of_attack in ["damage", "defense", "class"] {
        if given.number::<u16>(of_attack).is_some() {
            return Err(format!("{of_attack} is of an attack, not of a grapple"));
        }
    }
    let modifier = given.needed("evasion_modifier")?;
    let grapple = Grapple {
        assault: Check {
            stat: given.needed("attack")?,
            modifier: given.needed("attack_modifier")?,
        },
        evasion: given.number("evasion").map(|stat| Check { stat, modifier }),
        throw: throw(given)?,
        evadable: options.grapple_crit_evadable,
        ap: options.grapple_ap_cost,
    };
    let odds = GrappleOdds::new(grapple.assault, grapple.evasion, options);
    Ok(Some(grapple.exact(odds)))
}

fn throw(given: &Given) -> Result<Option<Throw>, String> {
    let Some(hexes) = given.number::<u8>("throw") else {
        return Ok(None);
    };
    let class = given.needed("thrown_class")?;
    let thrower: Option<u8> = given.number("thrower_class");
    if let Some(thrower) = thrower {
        match Throw::most(thrower, class) {
            None => {
                return Err(format!(
                    "thrower_class: class {thrower} does not throw class {class}, expected at least its class \
                     (mm30.grapple.throw-limits)"
                ));
            }
            Some(most) if hexes > most => {
                return Err(format!(
                    "throw: {hexes} hexes, expected at most {most} of class {thrower} with class {class} \
                     (mm30.grapple.throw-distance)"
                ));
            }
            Some(_) => {}
        }
    }
    let bystander = given.number("bystander").map(|stat| Bystander {
        evasion: Some(Check { stat, modifier: 0 }),
        at: given.number("bystander_at").unwrap_or(hexes),
    });
    if bystander.is_some_and(|it| it.at > hexes) {
        return Err(format!(
            "bystander_at: expected at most the {hexes} of the throw"
        ));
    }
    let structure: Option<u16> = given.number("structure");
    if structure.is_some() && bystander.is_some_and(|it| it.at == hexes) {
        return Err(
            "bystander_at: a structure is in the landing hex, expected a hex before it".to_owned(),
        );
    }
    Ok(Some(Throw {
        class,
        hexes,
        bystander,
        structure,
    }))
}

/// A grapple to be worked out.
struct Grapple {
    assault: Check,
    evasion: Option<Check>,
    throw: Option<Throw>,
    evadable: bool,
    ap: u8,
}

impl Grapple {
    fn exact(&self, odds: GrappleOdds) -> ExactOdds {
        let [failed, evaded, gripped] = odds.chances();
        let grades = [(0_i64, failed), (1, evaded), (2, gripped)];
        let mut parts = Map::new();
        parts.insert("result".to_owned(), distribution(grades));
        parts.insert("failed".to_owned(), json!(failed));
        parts.insert("evaded".to_owned(), json!(evaded));
        parts.insert("gripped".to_owned(), json!(gripped));
        parts.insert("ap".to_owned(), json!(self.ap));
        let mut tables = vec![OddsTable::of_chances(&[
            ("failed", failed),
            ("evaded", evaded),
            ("gripped", gripped),
        ])];
        match self.throw {
            None => tables.push(OddsTable::of_charted("result", &grades, 0.0)),
            Some(throw) => {
                let thrown = Thrown::new(throw, gripped);
                parts.insert("throw".to_owned(), thrown.json());
                tables.extend(thrown.tables());
            }
        }
        ExactOdds {
            parts,
            charted: self.charted(),
            draw: Some(self.draw()),
            sections: vec![OddsSection {
                title: self.described(),
                tables,
            }],
        }
    }

    fn described(&self) -> String {
        let evasion = match self.evasion {
            Some(evasion) => format!("evasion {evasion}"),
            None => "no evasion".to_owned(),
        };
        let throw = match self.throw {
            Some(throw) => format!(", class {} thrown {} hexes", throw.class, throw.hexes),
            None => String::new(),
        };
        format!("Grapple at {} against {evasion}{throw}", self.assault)
    }

    fn charted(&self) -> Charted {
        let (path, of, unit, success) = match self.throw {
            Some(_) => (
                "/throw/damage",
                "damage of the throw",
                Some("Defense".to_owned()),
                (1, "a throw"),
            ),
            None => (
                "/result",
                "result: 0 failed, 1 evaded, 2 gripped",
                None,
                (2, "a grip"),
            ),
        };
        Charted {
            path: path.to_owned(),
            of: of.to_owned(),
            unit,
            success: Some(Success {
                from: success.0,
                name: success.1.to_owned(),
            }),
            attack: self.described(),
        }
    }

    /// By the same dice as the rules: the Assault roll, the evasion of the target, that of the bystander.
    fn draw(&self) -> Draw {
        let (assault, evasion) = (self.assault, self.evasion);
        let (throw, evadable) = (self.throw, self.evadable);
        Box::new(move |dice| {
            let reading = assault.roll(dice).1;
            if reading == Reading::Fails {
                return 0;
            }
            let sure = reading == Reading::Natural8 && !evadable;
            let evaded = !sure && evasion.is_some_and(|it| evades(it, dice));
            let Some(throw) = throw else {
                return if evaded { 1 } else { 2 };
            };
            if evaded {
                return 0;
            }
            let struck = throw.bystander.filter(|it| {
                let missed = it.evasion.is_some_and(|evasion| evades(evasion, dice));
                !missed
            });
            let cases = throw.collisions();
            let case = if struck.is_some() {
                cases.first()
            } else {
                cases.last()
            };
            case.map_or(0, |it| it.damage.into())
        })
    }
}

fn evades(evasion: Check, dice: &mut StreamDice) -> bool {
    evasion.roll(dice).1 != Reading::Fails
}

/// What a throw does, from the grapple on.
struct Thrown {
    gripped: f64,
    cases: Vec<Collision>,
}

impl Thrown {
    fn new(throw: Throw, gripped: f64) -> Self {
        Self {
            gripped,
            cases: throw.collisions(),
        }
    }

    /// Probabilities of each damage, with none where the grapple fails.
    fn damage(&self, of: impl Fn(&Collision) -> u16) -> Vec<(i64, f64)> {
        let mut all = BTreeMap::from([(0_i64, 1.0 - self.gripped)]);
        for case in &self.cases {
            *all.entry(of(case).into()).or_default() += self.gripped * case.chance;
        }
        all.into_iter().collect()
    }

    fn stuck(&self) -> f64 {
        let stuck = self.cases.iter().filter(|it| it.stuck);
        self.gripped * stuck.map(|it| it.chance).sum::<f64>()
    }

    fn json(&self) -> Value {
        let damage = self.damage(|it| it.damage);
        json!({
            "damage": distribution(damage.iter().copied()),
            "mean_damage": mean(&damage),
            "bystander_damage": distribution(self.damage(|it| it.bystander)),
            "stuck": self.stuck(),
        })
    }

    fn tables(&self) -> Vec<OddsTable> {
        let damage = self.damage(|it| it.damage);
        let mut rows = vec![vec![json!("mean damage"), rounded(mean(&damage))]];
        for (value, chance) in self.damage(|it| it.bystander) {
            if value > 0 {
                rows.push(vec![
                    json!(format!("{value} to the bystander")),
                    json!(percent(chance)),
                ]);
            }
        }
        if self.stuck() > 0.0 {
            rows.push(vec![
                json!("stuck in the structure"),
                json!(percent(self.stuck())),
            ]);
        }
        vec![
            OddsTable::of_charted("damage", &damage, 0.0),
            OddsTable::new(&["", ""], rows),
        ]
    }
}

fn mean(outcomes: &[(i64, f64)]) -> f64 {
    outcomes.iter().map(|&(value, p)| value as f64 * p).sum()
}
