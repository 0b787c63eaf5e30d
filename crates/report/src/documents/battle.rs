//! A scenario played many times, as `equipoise battle` tells it.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::Score;
use super::reading::{optional_name, printable};
use crate::Interval;

/// A battle of two forces.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Battle {
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) scenario: String,
    pub(crate) a: Force,
    pub(crate) b: Force,
    pub(crate) battles: u64,
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) policy: String,
    pub(crate) seed: Option<u64>,
    pub(crate) score_a: Option<Score>,
}

/// One side with what is told of it by round.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "RawForce")]
pub(crate) struct Force {
    pub(crate) name: String,
    /// Means by round, of each quantity.
    by_round: Vec<(String, Vec<Interval>)>,
}

/// What both sides count, round by round.
#[derive(Debug, Clone)]
pub(crate) struct Quantity<'a> {
    pub(crate) name: String,
    /// Means of a and of b.
    pub(crate) sides: [&'a [Interval]; 2],
}

impl Battle {
    /// What is told of both sides by round.
    pub(crate) fn quantities(&self) -> Vec<Quantity<'_>> {
        let of_a = self.a.by_round.iter();
        let both = of_a.filter_map(|(name, a)| Some((name, a, self.b.told(name)?)));
        let shown = both.map(|(name, a, b)| Quantity {
            name: printable(&name.replace('_', " ")),
            sides: [a.as_slice(), b],
        });
        shown.collect()
    }
}

impl Force {
    fn told(&self, quantity: &str) -> Option<&[Interval]> {
        let mut all = self.by_round.iter();
        all.find(|(name, _)| name == quantity)
            .map(|(_, means)| means.as_slice())
    }
}

#[derive(Deserialize)]
#[serde(expecting = "a side with its name")]
struct RawForce {
    name: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Deserialize)]
struct RawByRound {
    mean_by_round: Vec<f64>,
    low_by_round: Vec<f64>,
    high_by_round: Vec<f64>,
}

/// The key that marks a quantity told by round.
const MEANS: &str = "mean_by_round";

impl TryFrom<RawForce> for Force {
    type Error = String;

    fn try_from(raw: RawForce) -> Result<Self, String> {
        let told = raw.rest.into_iter();
        let told = told.filter(|(_, value)| value.get(MEANS).is_some());
        let read = |(name, value): (String, Value)| {
            let means = serde_json::from_value(value).map_err(|error| error.to_string());
            let means = means.and_then(intervals);
            means
                .map(|means| (name.clone(), means))
                .map_err(|error| format!("{}: {error}", printable(&name)))
        };
        Ok(Self {
            name: printable(&raw.name),
            by_round: told.map(read).collect::<Result<_, String>>()?,
        })
    }
}

fn intervals(raw: RawByRound) -> Result<Vec<Interval>, String> {
    let rounds = raw.mean_by_round.len();
    if rounds == 0 || [raw.low_by_round.len(), raw.high_by_round.len()] != [rounds; 2] {
        return Err("expected a mean, a low and a high for each of at least one round".to_owned());
    }
    let ends = raw.low_by_round.into_iter().zip(raw.high_by_round);
    let all = raw.mean_by_round.into_iter().zip(ends);
    let interval = |(estimate, (low, high)): (f64, (f64, f64))| {
        let inside = low <= estimate && estimate <= high;
        inside
            .then_some(Interval {
                estimate,
                low,
                high,
            })
            .ok_or_else(|| format!("expected low <= mean <= high, found {low}, {estimate}, {high}"))
    };
    all.map(interval).collect()
}
