//! Exact odds of one attack and of the damage track.

use equipoise_dice::{Pmf, SuccessPool};
use equipoise_engine::front_end::{
    Argument, Charted, Draw, ExactOdds, Given, Odds, OddsSection, OddsTable, Success, distribution,
    outcomes, rounded,
};
use equipoise_engine::text::percent;
use serde_json::{Map, Value, json};

use crate::{ContestRoll, OpposedOdds, Options, StabilityTrack, StrafeUnit, attack_dice};

pub(super) const ODDS: Odds<Options> = Odds {
    arguments: &[
        roll("attack", "Attack linked stat: dice of the attack roll").with(&["defense", "skill"]),
        roll("defense", "Defense linked stat: dice of the defense roll").with(&["attack"]),
        skill(
            "skill",
            "Mecha Combat skill of the attacker, and of the defender by default",
        ),
        skill(
            "defense_skill",
            "Mecha Combat skill of the defender [default: --skill]",
        ),
        Argument::number("range", "MP", BYTE, "Range of the attack, movement points")
            .with(&["attack", "optimal"])
            .under(ATTACK),
        Argument::number(
            "optimal",
            "MP",
            BYTE,
            "Optimal Range of the weapon, movement points; each point of difference costs one die",
        )
        .with(&["attack", "range"])
        .under(ATTACK),
        points("overdrive", "Overdrive that the attacker spends"),
        points("defense_overdrive", "Overdrive that the defender spends"),
        points("strafing", "Points of the defender's strafing pool"),
        Argument::number("boxes", "N", BYTE, "Boxes of the damage track").under(TRACK),
        Argument::number("configurations", "N", BYTE, "Configurations of the mecha").under(TRACK),
        Argument::number("faces", "S", BYTE, "Faces of every die"),
    ],
    any_of: &["attack", "boxes", "configurations"],
    attack: "attack",
    options: true,
    help: "\
With --attack: the odds of one attack roll against one defense roll; Great Success and Cut Scene
count dice successes, before Overdrive and strafing. With --boxes or --configurations: the odds of
the damage track of a mecha whose owner fights on after every failed stability roll.
Rules options affect both, see `equipoise list options --system bullseye`.

Examples:
  equipoise odds --system bullseye --attack 4 --defense 4 --skill 3
  equipoise odds --system bullseye --attack 4 --defense 4 --skill 3 --sample 10000 --seed 7
  equipoise odds --system bullseye --attack 6 --defense 4 --skill 3 --range 4 --optimal 2 --overdrive 1
  equipoise odds --system bullseye --attack 4 --defense 4 --skill 3 --strafing 2 --option ones=ignore
  equipoise odds --system bullseye --boxes 6 --configurations 2 --faces 6 --format json",
    compute,
};

const ATTACK: &str = "Attack";
const TRACK: &str = "Damage track";
/// Limits of what the rules options limit further.
const BYTE: [i64; 2] = [0, 255];

const fn roll(name: &'static str, help: &'static str) -> Argument {
    let limits = [0, SuccessPool::MAX_DICE as i64];
    Argument::number(name, "DICE", limits, help).under(ATTACK)
}

const fn skill(name: &'static str, help: &'static str) -> Argument {
    Argument::number(name, "K", [1, 20], help)
        .with(&["attack"])
        .under(ATTACK)
}

/// Overdrive or strafing points.
const fn points(name: &'static str, help: &'static str) -> Argument {
    Argument::number(name, "N", [0, 20], help)
        .or(0)
        .with(&["attack"])
        .under(ATTACK)
}

fn compute(given: &Given, mut options: Options) -> Result<ExactOdds, String> {
    let own = [
        ("die_faces", "faces"),
        ("damage_boxes", "boxes"),
        ("configurations", "configurations"),
    ];
    for (option, argument) in own {
        if let Some(value) = given.number::<u8>(argument) {
            let set = options.set(option, &value.to_string());
            set.map_err(|error| error.to_string())?;
        }
    }
    let asked = |name: &str| given.number::<u8>(name).is_some();
    let contest = asked("attack").then(|| Contest::new(given, &options));
    let contest = contest.transpose()?;
    let track = asked("boxes") || asked("configurations");
    let track = track.then(|| Track::new(options));
    let charted = contest.as_ref().map(Contest::charted);
    let charted = charted.or_else(|| track.as_ref().map(Track::charted));
    let mut parts = contest.as_ref().map(Contest::parts).unwrap_or_default();
    parts.extend(
        track
            .as_ref()
            .map(|track| ("track".to_owned(), track.json())),
    );
    let sections = contest.as_ref().map(Contest::section).into_iter();
    Ok(ExactOdds {
        parts,
        charted: charted.ok_or("expected an attack or a damage track")?,
        sections: sections.chain(track.as_ref().map(Track::section)).collect(),
        draw: contest.map(Contest::draw),
    })
}

/// An attack roll against a defense roll.
struct Contest {
    /// Attack and defense.
    rolls: [ContestRoll; 2],
    odds: OpposedOdds,
}

impl Contest {
    fn new(given: &Given, options: &Options) -> Result<Self, String> {
        let attack = given.needed("attack")?;
        let skill = given.needed("skill")?;
        let bought = |points: u8| points.saturating_mul(options.overdrive_value);
        // The strafing pool holds successes, or dice to roll with the defense.
        let strafing = given.needed("strafing")?;
        let (successes, dice) = match options.strafe_unit {
            StrafeUnit::Successes => (strafing, 0),
            StrafeUnit::Dice => (0, strafing),
        };
        let range = given.number("range").zip(given.number("optimal"));
        let penalised = |(range, optimal)| attack_dice(attack, range, optimal);
        let rolls = [
            ContestRoll {
                dice: range.map_or(attack, penalised),
                skill: readable(skill, options)?,
                added: bought(given.needed("overdrive")?),
            },
            ContestRoll {
                dice: rollable(given.needed::<u8>("defense")? + dice)?,
                skill: readable(given.number("defense_skill").unwrap_or(skill), options)?,
                added: bought(given.needed("defense_overdrive")?).saturating_add(successes),
            },
        ];
        let [attack, defense] = rolls;
        Ok(Self {
            rolls,
            odds: OpposedOdds::new(options, attack, defense),
        })
    }

    /// Draws a margin.
    fn draw(self) -> Draw {
        Box::new(move |dice| self.odds.throw(dice).into())
    }

    fn charted(&self) -> Charted {
        Charted {
            path: "/margin".to_owned(),
            of: "margin of attack over defense".to_owned(),
            unit: Some("successes".to_owned()),
            success: Some(Success {
                from: 1,
                name: "a hit".to_owned(),
            }),
            attack: self.described(),
        }
    }

    fn parts(&self) -> Map<String, Value> {
        let parts = [
            ("attack", self.json(0)),
            ("defense", self.json(1)),
            ("margin", distribution(self.odds.margins())),
            ("hit", json!(self.odds.hit())),
        ];
        let named = parts.map(|(name, part)| (name.to_owned(), part));
        named.into_iter().collect()
    }

    /// Attack or defense; the result includes all that is added.
    fn json(&self, at: usize) -> Value {
        let ContestRoll { dice, skill, added } = self.rolls[at];
        let shown = self.odds.shown()[at].iter();
        let result = shown.map(|(value, p)| (i64::from(value) + i64::from(added), p));
        json!({
            "dice": dice,
            "skill": skill,
            "added": added,
            "result": distribution(result),
            "mean": self.odds.expected()[at],
            "great_success": self.odds.great_success()[at],
            "cut_scene": self.odds.cut_scene()[at],
        })
    }

    /// Both rolls in words.
    fn described(&self) -> String {
        let described = |ContestRoll { dice, skill, added }: ContestRoll| {
            let plus = match added {
                0 => String::new(),
                added => format!(" + {added}"),
            };
            format!("{dice} dice at skill {skill}{plus}")
        };
        let [attack, defense] = self.rolls.map(described);
        format!("{attack} against {defense}")
    }

    fn section(&self) -> OddsSection {
        let roll = |(at, name): (usize, &str)| {
            vec![
                json!(name),
                rounded(self.odds.expected()[at]),
                json!(percent(self.odds.great_success()[at])),
                json!(percent(self.odds.cut_scene()[at])),
            ]
        };
        let rolls = ["attack", "defense"].into_iter().enumerate().map(roll);
        let columns = ["", "mean", "great success", "cut scene"];
        OddsSection {
            title: self.described(),
            tables: vec![
                OddsTable::new(&columns, rolls.collect()),
                OddsTable::of_chances(&[("hit", self.odds.hit())]),
                OddsTable::of_charted("margin", &outcomes(self.odds.margins()), SHOWN),
            ],
        }
    }
}

/// No more dice than one roll has.
fn rollable(dice: u8) -> Result<u8, String> {
    let most = SuccessPool::MAX_DICE;
    if dice <= most {
        return Ok(dice);
    }
    Err(format!(
        "{dice} dice of defense and strafing pool: expected at most {most}"
    ))
}

/// A skill that the die can show.
fn readable(skill: u8, options: &Options) -> Result<u8, String> {
    let faces = options.die_faces;
    if skill <= faces {
        return Ok(skill);
    }
    Err(format!(
        "a skill of {skill} on a die of {faces} faces: expected 1 to {faces}"
    ))
}

/// The damage track of a mecha whose owner fights on.
struct Track {
    options: Options,
    odds: StabilityTrack,
}

impl Track {
    fn new(options: Options) -> Self {
        Self {
            odds: StabilityTrack::new(&options),
            options,
        }
    }

    fn charted(&self) -> Charted {
        Charted {
            path: "/track/dies".to_owned(),
            of: "number of the hit that kills the pilot".to_owned(),
            unit: None,
            success: None,
            attack: self.described(),
        }
    }

    /// Boxes checked, and the probability that the roll then holds.
    fn holds(&self) -> impl Iterator<Item = (u8, f64)> {
        let boxes = 1..=self.options.damage_boxes;
        boxes.map(|checked| (checked, self.odds.holds(checked)))
    }

    /// Number of the hit on which each thing happens.
    fn milestones(&self) -> [(&'static str, Pmf); 3] {
        [
            ("first_failure", self.odds.disabled()),
            ("enters_lethal", self.odds.enters_lethal()),
            ("dies", self.odds.dies()),
        ]
    }

    fn json(&self) -> Value {
        let mut track = json!({
            "faces": self.options.die_faces,
            "boxes": self.options.damage_boxes,
            "configurations": self.options.configurations,
            "holds": distribution(self.holds()),
        });
        let mut means = Map::new();
        for (name, hits) in self.milestones() {
            track[name] = distribution(hits.iter());
            means.insert(name.to_owned(), json!(hits.mean()));
        }
        track["mean_hits"] = Value::Object(means);
        track
    }

    fn described(&self) -> String {
        let Options {
            die_faces,
            damage_boxes,
            configurations,
            ..
        } = self.options;
        format!("{damage_boxes} boxes, {configurations} Configurations, dice of {die_faces} faces")
    }

    fn section(&self) -> OddsSection {
        let holds = self.holds();
        let holds = holds.map(|(boxes, p)| vec![json!(boxes), json!(percent(p))]);
        OddsSection {
            title: format!("Damage track: {}", self.described()),
            tables: vec![
                OddsTable::new(&["boxes", "holds"], holds.collect()),
                self.hits(),
            ],
        }
    }

    fn hits(&self) -> OddsTable {
        let milestones = self.milestones().map(|(_, hits)| hits);
        let dies = &milestones[2];
        let mut rows = Vec::new();
        let mut dead = 0.0;
        for hit in (1..=dies.max()).take_while(|hit| dies.at_least(*hit) >= SHOWN) {
            dead += dies.probability(hit);
            let each = milestones.iter().map(|pmf| pmf.probability(hit));
            let shown = each.chain([dead]).map(|p| json!(percent(p)));
            rows.push([json!(hit)].into_iter().chain(shown).collect());
        }
        let means = milestones
            .iter()
            .map(|pmf| json!(format!("{:.2}", pmf.mean())));
        let mean = [json!("mean")].into_iter().chain(means);
        rows.push(mean.chain([Value::Null]).collect());
        let columns = [
            "hit",
            "first failure",
            "lethal phase",
            "death",
            "dead by then",
        ];
        OddsTable {
            heading: Some("What happens on which hit"),
            ..OddsTable::new(&columns, rows)
        }
    }
}

/// Probability from which on a row is worth showing to people.
const SHOWN: f64 = 0.0005;
