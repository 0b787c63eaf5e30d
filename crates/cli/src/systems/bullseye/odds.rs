//! `equipoise odds`: exact odds of one attack and of the damage track.

use clap::{ArgGroup, Args, value_parser};
use equipoise_bullseye::{
    Bullseye, ContestRoll, OpposedOdds, Options, StabilityTrack, StrafeUnit, attack_dice,
};
use equipoise_dice::{Pmf, SuccessPool};
use serde_json::{Map, Value, json};

use crate::args::{Output, name_value};
use crate::failure::Failure;
use crate::numbers::percent;
use crate::output::print_as;
use crate::systems::Odds;
use crate::systems::sampled::{SAMPLED, SampleArgs, Sampled};
use crate::table::Table;

/// Arguments of `odds`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("asked").args(["attack", "boxes", "configurations"]).required(true).multiple(true))]
#[command(after_help = "\
With --attack: the odds of one attack roll against one defense roll; Great Success and Cut Scene
count what the dice show, before Overdrive and strafing. With --boxes or --configurations: the odds
of the damage track of a mecha whose owner fights on after every failed stability roll.
Rolls and track are those of the rules options, see `equipoise list options --system bullseye`.

Examples:
  equipoise odds --system bullseye --attack 4 --defense 4 --skill 3
  equipoise odds --system bullseye --attack 4 --defense 4 --skill 3 --sample 10000 --seed 7
  equipoise odds --system bullseye --attack 6 --defense 4 --skill 3 --range 4 --optimal 2 --overdrive 1
  equipoise odds --system bullseye --attack 4 --defense 4 --skill 3 --strafing 2 --option ones=ignore
  equipoise odds --system bullseye --boxes 6 --configurations 2 --faces 6 --format json

Another system has arguments of its own: `equipoise odds --system NAME --help`.")]
pub(crate) struct OddsArgs {
    /// Attack linked stat: dice of the attack roll
    #[arg(long, value_name = "DICE", requires_all = ["defense", "skill"], value_parser = dice(), help_heading = ATTACK)]
    attack: Option<u8>,
    /// Defense linked stat: dice of the defense roll
    #[arg(long, value_name = "DICE", requires = "attack", value_parser = dice(), help_heading = ATTACK)]
    defense: Option<u8>,
    /// Mecha Combat skill of the attacker, and of the defender unless told otherwise
    #[arg(long, value_name = "K", requires = "attack", value_parser = value_parser!(u8).range(1..=20), help_heading = ATTACK)]
    skill: Option<u8>,
    /// Mecha Combat skill of the defender [default: --skill]
    #[arg(long, value_name = "K", requires = "attack", value_parser = value_parser!(u8).range(1..=20), help_heading = ATTACK)]
    defense_skill: Option<u8>,
    /// Range of the attack, movement points
    #[arg(long, value_name = "MP", requires = "attack", requires = "optimal", help_heading = ATTACK)]
    range: Option<u8>,
    /// Optimal Range of the weapon, movement points; a die fewer for each point of difference
    #[arg(long, value_name = "MP", requires = "attack", requires = "range", help_heading = ATTACK)]
    optimal: Option<u8>,
    /// Overdrive that the attacker spends
    #[arg(long, value_name = "N", requires = "attack", default_value_t = 0, value_parser = points(), help_heading = ATTACK)]
    overdrive: u8,
    /// Overdrive that the defender spends
    #[arg(long, value_name = "N", requires = "attack", default_value_t = 0, value_parser = points(), help_heading = ATTACK)]
    defense_overdrive: u8,
    /// Points of the defender's strafing pool
    #[arg(long, value_name = "N", requires = "attack", default_value_t = 0, value_parser = points(), help_heading = ATTACK)]
    strafing: u8,
    /// Boxes of the damage track
    #[arg(long, value_name = "N", help_heading = TRACK)]
    boxes: Option<u8>,
    /// Configurations of the mecha
    #[arg(long, value_name = "N", help_heading = TRACK)]
    configurations: Option<u8>,
    /// Faces of every die
    #[arg(long, value_name = "S")]
    faces: Option<u8>,
    /// Sets a rules option, see `equipoise list options --system bullseye`; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value::<Bullseye>)]
    options: Vec<(String, String)>,
    #[command(flatten)]
    sample: SampleArgs,
}

const ATTACK: &str = "Attack";
const TRACK: &str = "Damage track";

/// Dice of one roll.
fn dice() -> clap::builder::RangedI64ValueParser<u8> {
    value_parser!(u8).range(0..=i64::from(SuccessPool::MAX_DICE))
}

/// Overdrive or strafing points.
fn points() -> clap::builder::RangedI64ValueParser<u8> {
    value_parser!(u8).range(0..=20)
}

impl Odds for OddsArgs {
    fn run(&self, output: &Output) -> Result<(), Failure> {
        let options = self.rules()?;
        let asked_track = self.boxes.is_some() || self.configurations.is_some();
        let answer = Answer {
            attack: self.contest(&options)?,
            track: asked_track.then(|| Track::new(options)),
        };
        print_as(
            output.format,
            || answer.text(),
            || answer.json(),
            || answer.table(),
        )
    }
}

impl OddsArgs {
    /// The rules options in force.
    fn rules(&self) -> Result<Options, Failure> {
        let own = [
            ("die_faces", self.faces),
            ("damage_boxes", self.boxes),
            ("configurations", self.configurations),
        ];
        let own = own
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?.to_string())));
        let mut options = Options::default();
        for (name, value) in self.options.iter().cloned().chain(own) {
            options.set(&name, &value).map_err(Failure::input)?;
        }
        Ok(options)
    }

    /// The two rolls and their odds; `None` where no attack was asked for.
    fn contest(&self, options: &Options) -> Result<Option<Contest>, Failure> {
        let (Some(attack), Some(defense), Some(skill)) = (self.attack, self.defense, self.skill)
        else {
            return Ok(None);
        };
        let penalised = |(range, optimal)| attack_dice(attack, range, optimal);
        let bought = |points: u8| points.saturating_mul(options.overdrive_value);
        // The strafing pool holds successes, or dice to roll with the defense.
        let (successes, dice) = match options.strafe_unit {
            StrafeUnit::Successes => (self.strafing, 0),
            StrafeUnit::Dice => (0, self.strafing),
        };
        let rolls = [
            ContestRoll {
                dice: self.range.zip(self.optimal).map_or(attack, penalised),
                skill: readable(skill, options)?,
                added: bought(self.overdrive),
            },
            ContestRoll {
                dice: rollable(defense + dice)?,
                skill: readable(self.defense_skill.unwrap_or(skill), options)?,
                added: bought(self.defense_overdrive).saturating_add(successes),
            },
        ];
        let [attack, defense] = rolls;
        let odds = OpposedOdds::new(options, attack, defense);
        let sampled = self.sample.draw(|dice| odds.throw(dice).into());
        Ok(Some(Contest {
            rolls,
            odds,
            sampled,
        }))
    }
}

/// No more dice than one roll has.
fn rollable(dice: u8) -> Result<u8, Failure> {
    let most = SuccessPool::MAX_DICE;
    if dice <= most {
        return Ok(dice);
    }
    let message = format!("{dice} dice of defense and strafing pool: expected at most {most}");
    Err(Failure::Input(message))
}

/// A skill that the die can show.
fn readable(skill: u8, options: &Options) -> Result<u8, Failure> {
    let faces = options.die_faces;
    if skill <= faces {
        return Ok(skill);
    }
    let message = format!("a skill of {skill} on a die of {faces} faces: expected 1 to {faces}");
    Err(Failure::Input(message))
}

/// What was asked for.
struct Answer {
    attack: Option<Contest>,
    track: Option<Track>,
}

impl Answer {
    fn text(&self) -> String {
        let attack = self.attack.as_ref().map(Contest::text);
        let track = self.track.as_ref().map(Track::text);
        let parts: Vec<String> = attack.into_iter().chain(track).collect();
        parts.join("\n")
    }

    fn json(&self) -> Value {
        let mut document = json!({"schema": 1, "kind": "odds", "charted": self.charted()});
        if let Some(attack) = &self.attack {
            document["attack"] = attack.json(0);
            document["defense"] = attack.json(1);
            document["margin"] = outcomes(attack.odds.margins());
            document["hit"] = json!(attack.odds.hit());
            if let Some(sampled) = &attack.sampled {
                document["sampled"] = sampled.json();
            }
        }
        if let Some(track) = &self.track {
            document["track"] = track.json();
        }
        document
    }

    /// The distribution that a chart shows, and what was sampled.
    fn charted(&self) -> Value {
        match (&self.attack, &self.track) {
            (Some(attack), _) => json!({
                "path": "/margin",
                "of": "margin of attack over defense",
                "unit": "successes",
                "success": {"from": 1, "name": "a hit"},
                "attack": attack.described(),
            }),
            (None, Some(track)) => json!({
                "path": "/track/dies",
                "of": "number of the hit that kills the pilot",
                "attack": track.described(),
            }),
            (None, None) => Value::Null,
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["distribution", "value", "probability"]);
        let mut rows = |name: &str, outcomes: Vec<(i64, f64)>| {
            for (value, p) in outcomes {
                table.push(vec![json!(name), json!(value), json!(p)]);
            }
        };
        if let Some(attack) = &self.attack {
            rows("attack", attack.results(0));
            rows("defense", attack.results(1));
            rows("margin", wide(attack.odds.margins()));
        }
        if let Some(track) = &self.track {
            rows("holds", track.holds());
            for (name, hits) in track.milestones() {
                rows(name, wide(hits.iter()));
            }
        }
        if let Some(attack) = &self.attack
            && let Some(sampled) = &attack.sampled
        {
            let values: Vec<i64> = wide(attack.odds.margins()).iter().map(|m| m.0).collect();
            sampled.push_rows(&values, &mut table);
        }
        table
    }
}

/// An attack roll against a defense roll.
struct Contest {
    /// Attack and defense.
    rolls: [ContestRoll; 2],
    odds: OpposedOdds,
    /// Margins thrown.
    sampled: Option<Sampled>,
}

impl Contest {
    /// Results of attack or defense, all that is added included.
    fn results(&self, at: usize) -> Vec<(i64, f64)> {
        let added = i64::from(self.rolls[at].added);
        let shown = self.odds.shown()[at].iter();
        shown
            .map(|(value, p)| (i64::from(value) + added, p))
            .collect()
    }

    fn json(&self, at: usize) -> Value {
        let ContestRoll { dice, skill, added } = self.rolls[at];
        json!({
            "dice": dice,
            "skill": skill,
            "added": added,
            "result": outcomes(self.results(at)),
            "mean": self.odds.expected()[at],
            "great_success": self.odds.great_success()[at],
            "cut_scene": self.odds.cut_scene()[at],
        })
    }

    fn text(&self) -> String {
        let mut rolls = Table::new(&["", "mean", "great success", "cut scene"]);
        for (at, name) in ["attack", "defense"].into_iter().enumerate() {
            rolls.push(vec![
                json!(name),
                json!((self.odds.expected()[at] * 1000.0).round() / 1000.0),
                json!(percent(self.odds.great_success()[at])),
                json!(percent(self.odds.cut_scene()[at])),
            ]);
        }
        format!(
            "{}\n\n{}\nhit  {}\n\n{}{}",
            self.described(),
            rolls.to_text(),
            percent(self.odds.hit()),
            self.margins().to_text(),
            self.sampled
                .as_ref()
                .map_or_else(String::new, |s| format!("\n{}", s.summary("margin")))
        )
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

    /// Each margin with its probability and the probability of at least as much.
    fn margins(&self) -> Table {
        let mut columns = vec!["margin", "probability", "at least"];
        if self.sampled.is_some() {
            columns.extend(SAMPLED);
        }
        let mut table = Table::new(&columns);
        let mut at_least = 1.0;
        for (margin, p) in self.odds.margins() {
            let shown = [p, at_least].map(percent);
            if shown[0] != percent(0.0) {
                let [p, at_least] = shown;
                let mut row = vec![json!(margin), json!(p), json!(at_least)];
                let sampled = self.sampled.iter();
                row.extend(sampled.flat_map(|s| s.cells(margin.into())));
                table.push(row);
            }
            at_least -= p;
        }
        table
    }
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

    /// Boxes checked, and the probability that the roll then holds.
    fn holds(&self) -> Vec<(i64, f64)> {
        let boxes = 1..=self.options.damage_boxes;
        boxes
            .map(|checked| (checked.into(), self.odds.holds(checked)))
            .collect()
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
        let mut document = json!({
            "faces": self.options.die_faces,
            "boxes": self.options.damage_boxes,
            "configurations": self.options.configurations,
            "holds": outcomes(self.holds()),
        });
        let mut means = Map::new();
        for (name, hits) in self.milestones() {
            document[name] = outcomes(hits.iter());
            means.insert(name.to_owned(), json!(hits.mean()));
        }
        document["mean_hits"] = Value::Object(means);
        document
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

    fn text(&self) -> String {
        let mut text = format!("Damage track: {}\n\n", self.described());
        let mut holds = Table::new(&["boxes", "holds"]);
        for (boxes, p) in self.holds() {
            holds.push(vec![json!(boxes), json!(percent(p))]);
        }
        text += &holds.to_text();
        text += "\nWhat happens on which hit\n\n";
        let mut hits = Table::new(&[
            "hit",
            "first failure",
            "lethal phase",
            "death",
            "dead by then",
        ]);
        let milestones = self.milestones().map(|(_, hits)| hits);
        let dies = &milestones[2];
        let mut dead = 0.0;
        for hit in (1..=dies.max()).take_while(|hit| dies.at_least(*hit) >= SHOWN) {
            dead += dies.probability(hit);
            let each = milestones.iter().map(|pmf| pmf.probability(hit));
            let shown = each.chain([dead]).map(|p| json!(percent(p)));
            hits.push([json!(hit)].into_iter().chain(shown).collect());
        }
        let means = milestones
            .iter()
            .map(|pmf| json!(format!("{:.2}", pmf.mean())));
        let mean = [json!("mean")]
            .into_iter()
            .chain(means)
            .chain([Value::Null]);
        hits.push(mean.collect());
        text + &hits.to_text()
    }
}

/// Probability from which on a row is worth showing to people.
const SHOWN: f64 = 0.0005;

/// Values as wide as margins.
fn wide<V: Into<i64>>(outcomes: impl IntoIterator<Item = (V, f64)>) -> Vec<(i64, f64)> {
    outcomes
        .into_iter()
        .map(|(value, p)| (value.into(), p))
        .collect()
}

/// Probabilities by value.
fn outcomes<V: Into<i64>>(outcomes: impl IntoIterator<Item = (V, f64)>) -> Value {
    let named = wide(outcomes)
        .into_iter()
        .map(|(value, p)| (value.to_string(), json!(p)));
    Value::Object(named.collect())
}
