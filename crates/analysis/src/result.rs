//! What results have in common.

use std::collections::BTreeMap;
use std::fmt::Display;

use equipoise_simulator::{Setting, Tally, moments};
use equipoise_stats::{Estimate, Moments, StatsError};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// Version of the result documents.
pub const RESULT_SCHEMA: u32 = 1;

/// Declares the type of a result's `kind` field: a unit that serde writes as one word and reads as
/// that word only, so that no result is taken for another.
macro_rules! kind {
    ($(#[$doc:meta])* $name:ident = $word:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            #[doc = concat!("`", $word, "`.")]
            #[default]
            #[serde(rename = $word)]
            Kind,
        }
    };
}
pub(crate) use kind;

/// The game, its policies and its rules, as results name them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedBy {
    /// Game.
    pub system: String,
    /// The policy of both sides, or both policies: `greedy against rulebook`.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
}

impl From<&Setting> for PlayedBy {
    fn from(setting: &Setting) -> Self {
        Self {
            system: setting.system.clone(),
            policy: setting.policy.clone(),
            options: setting.options.clone(),
        }
    }
}

/// The game, the scenario, the policies and the rules, as results name them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedIn {
    /// Game.
    pub system: String,
    /// Scenario.
    pub scenario: String,
    /// The policy of both sides, or both policies: `greedy against rulebook`.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
}

impl PlayedIn {
    /// In this scenario.
    pub(crate) fn new(setting: &Setting, scenario: &str) -> Self {
        Self {
            system: setting.system.clone(),
            scenario: scenario.to_owned(),
            policy: setting.policy.clone(),
            options: setting.options.clone(),
        }
    }
}

/// A contestant of a duel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Name of the unit.
    pub name: String,
}

impl Named {
    /// With this name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
        }
    }
}

/// Something of contestant a and of contestant b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfBoth<T> {
    /// Of contestant a.
    pub a: T,
    /// Of contestant b.
    pub b: T,
}

impl<T> From<[T; 2]> for OfBoth<T> {
    fn from([a, b]: [T; 2]) -> Self {
        Self { a, b }
    }
}

/// Something the old way and the new way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OldNew<T> {
    /// As it is.
    pub old: T,
    /// With the change.
    pub new: T,
}

impl<T> From<[T; 2]> for OldNew<T> {
    fn from([old, new]: [T; 2]) -> Self {
        Self { old, new }
    }
}

/// A mean over battles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
}

/// A mean over battles and how the battles scatter about it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The sample standard deviation; null for a single battle.
    pub sd: Option<f64>,
}

impl From<Moments> for Spread {
    fn from(Moments { mean, sd, .. }: Moments) -> Self {
        Self { mean, sd }
    }
}

/// An estimate with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "IntervalDocument")]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl From<&Estimate> for Interval {
    fn from(of: &Estimate) -> Self {
        Self {
            estimate: of.estimate,
            low: of.low,
            high: of.high,
        }
    }
}

#[derive(Deserialize)]
#[serde(expecting = "an object with estimate, low and high")]
struct IntervalDocument {
    estimate: f64,
    low: f64,
    high: f64,
}

impl TryFrom<IntervalDocument> for Interval {
    type Error = String;

    fn try_from(of: IntervalDocument) -> Result<Self, String> {
        Self::around("estimate", of.estimate, of.low, of.high)
    }
}

impl Interval {
    /// The larger distance from the estimate to an end.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.estimate).max(self.estimate - self.low)
    }

    /// An interval that holds its estimate but for rounding: its ends are computed apart from it.
    /// `what` is what messages call the estimate.
    pub(crate) fn around(what: &str, estimate: f64, low: f64, high: f64) -> Result<Self, String> {
        let slack = 1e-9 * estimate.abs().max(1.0);
        if low - slack <= estimate && estimate <= high + slack {
            return Ok(Self {
                estimate,
                low,
                high,
            });
        }
        Err(format!(
            "expected low <= {what} <= high, found {low}, {estimate} and {high}"
        ))
    }
}

/// Both ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "LimitsDocument")]
pub struct Limits {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with low and high")]
struct LimitsDocument {
    low: f64,
    high: f64,
}

impl TryFrom<LimitsDocument> for Limits {
    type Error = String;

    fn try_from(LimitsDocument { low, high }: LimitsDocument) -> Result<Self, String> {
        if low <= high {
            Ok(Self { low, high })
        } else {
            Err(format!("expected low <= high, found {low} and {high}"))
        }
    }
}

impl Limits {
    /// Whether the interval lies above zero; `None` if it holds zero.
    #[must_use]
    pub fn above_zero(&self) -> Option<bool> {
        if self.low > 0.0 {
            Some(true)
        } else if self.high < 0.0 {
            Some(false)
        } else {
            None
        }
    }
}

impl From<Interval> for Limits {
    fn from(Interval { low, high, .. }: Interval) -> Self {
        Self { low, high }
    }
}

impl From<&Estimate> for Limits {
    fn from(of: &Estimate) -> Self {
        Self {
            low: of.low,
            high: of.high,
        }
    }
}

/// A score, a draw counting half, with its interval and how that was computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The estimate.
    pub estimate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Two-sided confidence level.
    #[serde(deserialize_with = "share")]
    pub confidence: f64,
    /// `wilson`, or `confidence_sequence` for an interval that holds at all times at once.
    pub method: String,
}

impl From<&Estimate> for Score {
    fn from(of: &Estimate) -> Self {
        Self {
            estimate: of.estimate,
            low: of.low,
            high: of.high,
            confidence: of.confidence,
            method: of.method.name().to_owned(),
        }
    }
}

/// What came of the battles of one pairing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fought {
    /// Battles played.
    pub battles: u64,
    /// Battles won by a.
    pub wins_a: u64,
    /// Battles won by b.
    pub wins_b: u64,
    /// Drawn battles.
    pub draws: u64,
    /// Score of a.
    pub score_a: Score,
    /// What the score of each side counts in the game: victory points, destroyed enemies.
    pub vp: OfBoth<Spread>,
    /// Length of the battles.
    pub rounds: Mean,
    /// Digest of all that was played.
    pub digest: String,
}

impl Fought {
    /// The battles of a tally, with their score.
    pub(crate) fn new(
        tally: &Tally,
        score_a: &Estimate,
        digest: String,
    ) -> Result<Self, StatsError> {
        let battles = tally.battles;
        let vp = |sums| moments(sums, battles).map(Spread::from);
        Ok(Self {
            battles,
            wins_a: tally.wins_a,
            wins_b: tally.wins_b,
            draws: tally.draws,
            score_a: score_a.into(),
            vp: [vp(tally.vp_a)?, vp(tally.vp_b)?].into(),
            rounds: Mean {
                mean: tally.rounds as f64 / battles as f64,
            },
            digest,
        })
    }
}

/// Reads a number above 0.
pub(crate) fn positive<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + PartialOrd + Default + Display,
    D: Deserializer<'de>,
{
    let number = T::deserialize(from)?;
    if number > T::default() {
        return Ok(number);
    }
    let message = format!("expected a number above 0, found {number}");
    Err(D::Error::custom(message))
}

/// Reads a share above 0 and below 1, such as a confidence level.
pub(crate) fn share<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let share = f64::deserialize(from)?;
    if share > 0.0 && share < 1.0 {
        return Ok(share);
    }
    let message = format!("expected a number above 0 and below 1, found {share}");
    Err(D::Error::custom(message))
}

/// Serde of named values as a JSON object that keeps their order; what is wrong with a value is told
/// with its name.
pub(crate) mod as_map {
    use std::fmt::{self, Formatter};
    use std::marker::PhantomData;

    use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
    use serde::{Deserializer, Serialize, Serializer};
    use serde_json::Value;

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        values: &[(String, T)],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_map(values.iter().map(|(name, value)| (name, value)))
    }

    pub(crate) fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<(String, T)>, D::Error> {
        from.deserialize_map(Values(PhantomData))
    }

    struct Values<T>(PhantomData<T>);

    impl<'de, T: DeserializeOwned> Visitor<'de> for Values<T> {
        type Value = Vec<(String, T)>;

        fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut values = Vec::new();
            while let Some((name, value)) = map.next_entry::<String, Value>()? {
                let value = serde_json::from_value(value);
                let value = value.map_err(|error| A::Error::custom(format!("{name}: {error}")))?;
                values.push((name, value));
            }
            Ok(values)
        }
    }
}
