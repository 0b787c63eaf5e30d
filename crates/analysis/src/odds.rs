//! Exact odds of one attack.

use std::collections::BTreeMap;

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::front_end::{
    Charted, Draw, ExactOdds, FrontEnd, Given, OddsSection, RulesOptions as _,
};
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{normal_mean, wilson};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::control::Control;
use crate::error::Error;
use crate::games::with_game;
use crate::result::{Interval, RESULT_SCHEMA, kind, share};

pub use equipoise_engine::front_end::ArgumentValue;

/// An attack, by numbers of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddsRequest {
    /// Name of the game, one of [`games::names`](crate::games::names).
    pub system: String,
    /// Arguments by name; [`GameInfo::odds_arguments`](crate::games::GameInfo::odds_arguments) lists
    /// those of a game.
    pub arguments: BTreeMap<String, ArgumentValue>,
    /// Rules options by name; a later one overrides an earlier one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// Also throws the attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
}

/// How often an attack is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// Attacks, from 1 to [`Sample::MOST`].
    pub attacks: u64,
    /// Seed of the dice.
    pub seed: u64,
}

impl Sample {
    /// Most attacks of a sample: a few seconds' worth.
    pub const MOST: u64 = 100_000_000;
}

kind!(
    /// The kind of an [`OddsResult`].
    OddsKind = "odds"
);

/// The odds of an attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OddsResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `odds`.
    pub kind: OddsKind,
    /// The distribution that stands for the attack.
    pub charted: Charted,
    /// By name, as the game calls them: distributions as probabilities by value, means, probabilities.
    #[serde(flatten)]
    pub parts: Map<String, Value>,
    /// The attack thrown with dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampled: Option<SampledOdds>,
    /// The same for people; no part of the document.
    #[serde(skip)]
    pub sections: Vec<OddsSection>,
}

impl OddsResult {
    /// Every distribution with its name, in the order of the document. The result of a roll goes by
    /// the name of the roll.
    #[must_use]
    pub fn distributions(&self) -> Vec<(&str, Vec<(i64, f64)>)> {
        let mut found = Vec::new();
        collect(&self.parts, "", &mut found);
        found
    }

    /// The distribution that stands for the attack.
    #[must_use]
    pub fn charted_outcomes(&self) -> Vec<(i64, f64)> {
        let mut path = self.charted.path.split('/').skip(1);
        let found = path.try_fold(&self.parts, |parts, name| parts.get(name)?.as_object());
        found.and_then(outcomes).unwrap_or_default()
    }
}

/// Finds the distributions of a part of the document and of the parts below it.
fn collect<'a>(
    parts: &'a Map<String, Value>,
    of: &'a str,
    found: &mut Vec<(&'a str, Vec<(i64, f64)>)>,
) {
    for (name, part) in parts {
        let Some(part) = part.as_object() else {
            continue;
        };
        match outcomes(part) {
            Some(outcomes) => found.push((if name == "result" { of } else { name }, outcomes)),
            None => collect(part, name, found),
        }
    }
}

/// Probabilities by value; `None` for a part that is no distribution.
fn outcomes(part: &Map<String, Value>) -> Option<Vec<(i64, f64)>> {
    let outcome = |(value, p): (&String, &Value)| Some((value.parse().ok()?, p.as_f64()?));
    part.iter().map(outcome).collect()
}

/// How often an attack had each value when it was thrown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampledOdds {
    /// Attacks thrown.
    pub attacks: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// Attacks by value.
    pub counts: BTreeMap<i64, u64>,
    /// Mean of the values; null for a single attack, which has no interval.
    pub mean: Option<Interval>,
    /// Two-sided confidence level of all intervals.
    #[serde(deserialize_with = "share")]
    pub confidence: f64,
}

impl SampledOdds {
    /// Throws an attack.
    fn draw(sample: Sample, mut draw: Draw, control: Control<'_>) -> Result<Self, Error> {
        const AT_ONCE: u64 = 1 << 16;
        let Sample { attacks, seed } = sample;
        let mut dice = StreamDice::new(stream(seed, 0, 0));
        let mut counts = BTreeMap::new();
        for number in 0..attacks {
            if number % AT_ONCE == 0 {
                control.check()?;
            }
            *counts.entry(draw(&mut dice)).or_insert(0) += 1;
        }
        let sum_of = |power| {
            let each = counts.iter();
            each.map(|(&value, &count)| i128::from(count) * i128::from(value).pow(power))
                .sum()
        };
        let mean = normal_mean(sum_of(1), sum_of(2), attacks, CONFIDENCE).ok();
        Ok(Self {
            attacks,
            seed,
            mean: mean.as_ref().map(Interval::from),
            counts,
            confidence: CONFIDENCE,
        })
    }

    /// Share of the attacks with a value; Wilson's interval.
    ///
    /// # Errors
    /// When there are no attacks.
    pub fn share(&self, value: i64) -> Result<Interval, Error> {
        let count = self.counts.get(&value).copied().unwrap_or(0);
        let share = wilson(count as f64, self.attacks, self.confidence)?;
        Ok((&share).into())
    }
}

/// Works out the odds of an attack.
///
/// # Errors
/// When the request is not what it should be, the game has no odds, or a sample is interrupted.
pub fn odds(request: &OddsRequest, control: Control<'_>) -> Result<OddsResult, Error> {
    with_game!(&request.system, S => work_out::<S>(request, control))
}

fn work_out<S: FrontEnd>(request: &OddsRequest, control: Control<'_>) -> Result<OddsResult, Error> {
    let odds = S::ODDS.ok_or_else(|| Error::Input(format!("{} has no exact odds", S::NAME)))?;
    let given = Given::new(&odds, &request.arguments).map_err(Error::Input)?;
    let mut options = S::Options::default();
    for (name, value) in &request.options {
        options.set(name, value).map_err(Error::Input)?;
    }
    let exact = (odds.compute)(&given, options).map_err(Error::Input)?;
    let ExactOdds {
        parts,
        charted,
        draw,
        sections,
    } = exact;
    let sample = request.sample.map(|sample| {
        if !(1..=Sample::MOST).contains(&sample.attacks) {
            let most = Sample::MOST;
            return Err(Error::Input(format!(
                "expected a sample of 1 to {most} attacks"
            )));
        }
        let no_attack = || Error::Input("there is no attack to sample".to_owned());
        SampledOdds::draw(sample, draw.ok_or_else(no_attack)?, control)
    });
    Ok(OddsResult {
        schema: RESULT_SCHEMA,
        kind: OddsKind::Kind,
        charted,
        parts,
        sampled: sample.transpose()?,
        sections,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::{OddsRequest, OddsResult};
    use crate::control::Control;
    use crate::error::Error;
    use crate::odds::odds;

    fn ask(request: serde_json::Value) -> Result<OddsResult, Error> {
        odds(
            &from_value::<OddsRequest>(request).expect("a request"),
            Control::silent(),
        )
    }

    #[test]
    fn a_result_is_what_its_document_says() {
        let arguments =
            json!({"attack": "2d10", "defence": "1d10", "dmg": 100, "attack_focus": true});
        let sample = json!({"attacks": 50, "seed": 3});
        let request = json!({"system": "mechastellar", "arguments": arguments, "sample": sample});
        let mut found = ask(request).expect("odds");
        assert_eq!(found.distributions().len(), 5);
        assert_eq!(
            found.distributions()[4],
            ("damage", found.charted_outcomes())
        );
        found.sections.clear();
        let document = to_value(&found).expect("a document");
        assert_eq!(document["kind"], "odds");
        assert_eq!(from_value::<OddsResult>(document).expect("a result"), found);
    }

    #[test]
    fn wrong_arguments_are_named() {
        let refused = |arguments| {
            let refused = ask(json!({"system": "bullseye", "arguments": arguments}));
            refused.expect_err("a refusal").to_string()
        };
        assert!(refused(json!({"attack": 4})).contains("attack needs defense"));
        assert!(refused(json!({"strength": 4})).contains("no argument \"strength\""));
        assert!(refused(json!({})).contains("expected one of attack, boxes"));
        assert!(refused(json!({"boxes": 300})).contains("boxes: expected a whole number from 0"));
        assert!(refused(json!({"boxes": true})).contains("boxes: expected a whole number"));
    }
}
