//! What is observed of a force, round by round and model by model.

use equipoise_engine::Side;
use equipoise_engine::front_end::{
    FrontEnd, Kind, Quantities, Quantity as Observable, Scenario as _, Unit as _,
};
use equipoise_simulator::{CONFIDENCE, Observed, Sums};
use equipoise_stats::{Estimate, StatsError, normal_mean, wilson};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::result::{Interval, Limits, as_map};

/// One side of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Force {
    /// Its name.
    pub name: String,
    /// Listed points of its models together.
    pub points: u32,
    /// Its models.
    pub units: Vec<Model>,
    /// Quantities of the whole battle by name, in the order of the game.
    #[serde(default, skip_serializing_if = "Totals::is_empty")]
    pub totals: Totals,
    /// Means after each round, of each quantity that the game observes by round.
    #[serde(flatten, with = "as_map")]
    pub by_round: Vec<(String, ByRound)>,
}

/// Quantities of a side over the whole battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "Map<String, Value>", try_from = "Map<String, Value>")]
pub struct Totals(pub Vec<(String, Quantity)>);

impl Totals {
    /// Whether the game has none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Means of one quantity after each round, with their intervals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "ByRoundDocument", try_from = "ByRoundDocument")]
pub struct ByRound(pub Vec<Interval>);

/// A model with what is observed of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "ModelDocument", try_from = "ModelDocument")]
pub struct Model {
    /// Name of the unit.
    pub name: String,
    /// Listed points. The JSON document does not hold them: 0 in a result read from one.
    pub points: u32,
    /// Quantities by name, in the order of the game.
    pub quantities: Vec<(String, Quantity)>,
}

/// What is observed of a model, over all battles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// Share of the battles in which it is so.
    Share(Interval),
    /// Mean of a number.
    Mean(Interval),
}

impl Quantity {
    /// Share or mean with its interval.
    #[must_use]
    pub const fn interval(&self) -> &Interval {
        match self {
            Self::Share(interval) | Self::Mean(interval) => interval,
        }
    }
}

/// Both forces of a scenario.
pub(super) fn both<S: FrontEnd>(
    scenario: &S::Scenario,
    observed: &Observed,
) -> Result<[Force; 2], StatsError> {
    let [a, b] = Side::BOTH.map(|side| force::<S>(scenario, side, observed));
    Ok([a?, b?])
}

fn force<S: FrontEnd>(
    scenario: &S::Scenario,
    side: Side,
    observed: &Observed,
) -> Result<Force, StatsError> {
    let quantities = S::QUANTITIES;
    let sums = &observed.sums[side.index()];
    let means = means(quantities, sums, observed.tally.battles)?;
    let (of_side, of_models) = means.split_at(quantities.of_side());
    let units = scenario.models(side);
    let (of_rounds, of_battle) = of_side.split_at(of_side.len() - quantities.of_battle.len());
    let by_round = of_rounds.chunks(quantities.rounds);
    let by_round = quantities.by_round.iter().zip(by_round);
    // A game may observe nothing of its models.
    let each = quantities.of_model.len();
    let of_model = |at: usize| {
        of_models
            .get(at * each..(at + 1) * each)
            .unwrap_or_default()
    };
    let models = units
        .iter()
        .enumerate()
        .map(|(at, unit)| (unit, of_model(at)));
    Ok(Force {
        name: scenario.force_name(side).to_owned(),
        points: units.iter().map(|unit| unit.points()).sum(),
        by_round: by_round
            .map(|(&name, means)| (name.to_owned(), ByRound(means.to_vec())))
            .collect(),
        totals: Totals(named(quantities.of_battle, of_battle)),
        units: models
            .map(|(unit, means)| model::<S>(unit, means))
            .collect(),
    })
}

/// Means of a side's quantities with their intervals.
fn means(quantities: Quantities, sums: &[Sums], battles: u64) -> Result<Vec<Interval>, StatsError> {
    let of_side = quantities.of_side();
    let of_rounds = of_side - quantities.of_battle.len();
    let of_model = quantities.of_model.len();
    let kind = |index: usize| match index.checked_sub(of_side) {
        Some(index) => Some(quantities.of_model[index % of_model].kind),
        None => Some(quantities.of_battle[index.checked_sub(of_rounds)?].kind),
    };
    let estimate = |(index, sums): (usize, &Sums)| {
        let estimate: Estimate = match kind(index) {
            Some(Kind::Share) => wilson(sums.sum as f64, battles, CONFIDENCE)?,
            _ => normal_mean(sums.sum.into(), sums.squares, battles, CONFIDENCE)?,
        };
        Ok((&estimate).into())
    };
    sums.iter().enumerate().map(estimate).collect()
}

fn model<S: FrontEnd>(unit: &S::Unit, means: &[Interval]) -> Model {
    Model {
        name: unit.name().to_owned(),
        points: unit.points(),
        quantities: named(S::QUANTITIES.of_model, means),
    }
}

/// Means with the names and kinds of their quantities.
fn named(quantities: &[Observable], means: &[Interval]) -> Vec<(String, Quantity)> {
    let quantities = quantities.iter().zip(means);
    let quantities = quantities.map(|(quantity, &mean)| {
        let observed = match quantity.kind {
            Kind::Share => Quantity::Share(mean),
            Kind::Mean { .. } => Quantity::Mean(mean),
        };
        (quantity.name.to_owned(), observed)
    });
    quantities.collect()
}

#[derive(Serialize, Deserialize)]
struct ByRoundDocument {
    mean_by_round: Vec<f64>,
    low_by_round: Vec<f64>,
    high_by_round: Vec<f64>,
}

impl From<ByRound> for ByRoundDocument {
    fn from(ByRound(means): ByRound) -> Self {
        let each = |pick: fn(&Interval) -> f64| means.iter().map(pick).collect();
        Self {
            mean_by_round: each(|mean| mean.estimate),
            low_by_round: each(|mean| mean.low),
            high_by_round: each(|mean| mean.high),
        }
    }
}

impl TryFrom<ByRoundDocument> for ByRound {
    type Error = String;

    fn try_from(document: ByRoundDocument) -> Result<Self, String> {
        let ByRoundDocument {
            mean_by_round: means,
            low_by_round: lows,
            high_by_round: highs,
        } = document;
        if means.is_empty() || [lows.len(), highs.len()] != [means.len(); 2] {
            let expected = "expected a mean, a low and a high for each of at least one round";
            return Err(expected.to_owned());
        }
        let ends = lows.into_iter().zip(highs);
        let means = means.into_iter().zip(ends);
        let means = means.map(|(mean, (low, high))| Interval::around("mean", mean, low, high));
        means.collect::<Result<_, _>>().map(Self)
    }
}

#[derive(Serialize, Deserialize)]
struct ModelDocument {
    name: String,
    #[serde(flatten)]
    quantities: Map<String, Value>,
}

/// Ends the name of the interval of a share.
const INTERVAL: &str = "_interval";

#[derive(Serialize, Deserialize)]
struct MeanDocument {
    mean: f64,
    low: f64,
    high: f64,
}

impl From<Model> for ModelDocument {
    fn from(model: Model) -> Self {
        Self {
            name: model.name,
            quantities: Totals(model.quantities).into(),
        }
    }
}

impl From<Totals> for Map<String, Value> {
    fn from(Totals(all): Totals) -> Self {
        let mut quantities = Self::new();
        for (name, quantity) in all {
            let Interval {
                estimate,
                low,
                high,
            } = *quantity.interval();
            match quantity {
                Quantity::Share(_) => {
                    let interval = format!("{name}{INTERVAL}");
                    quantities.insert(name, json!(estimate));
                    quantities.insert(interval, json!(Limits { low, high }));
                }
                Quantity::Mean(_) => {
                    let mean = MeanDocument {
                        mean: estimate,
                        low,
                        high,
                    };
                    quantities.insert(name, json!(mean));
                }
            }
        }
        quantities
    }
}

impl TryFrom<ModelDocument> for Model {
    type Error = String;

    fn try_from(document: ModelDocument) -> Result<Self, String> {
        let Totals(quantities) = document.quantities.try_into()?;
        Ok(Self {
            name: document.name,
            points: 0,
            quantities,
        })
    }
}

impl TryFrom<Map<String, Value>> for Totals {
    type Error = String;

    fn try_from(all: Map<String, Value>) -> Result<Self, String> {
        let named = all.iter().filter(|(name, _)| !name.ends_with(INTERVAL));
        let read = |(name, value): (&String, &Value)| {
            let interval = all.get(&format!("{name}{INTERVAL}"));
            let quantity = quantity(value, interval);
            let quantity = quantity.map_err(|error| format!("{name}: {error}"))?;
            Ok((name.clone(), quantity))
        };
        named.map(read).collect::<Result<_, String>>().map(Self)
    }
}

/// A quantity from its value and the interval beside it, which a share has.
fn quantity(value: &Value, interval: Option<&Value>) -> Result<Quantity, String> {
    if let (Some(estimate), Some(interval)) = (value.as_f64(), interval) {
        let ends = Limits::deserialize(interval).map_err(|error| error.to_string())?;
        let share = Interval::around("estimate", estimate, ends.low, ends.high)?;
        return Ok(Quantity::Share(share));
    }
    let mean = MeanDocument::deserialize(value).map_err(|error| error.to_string())?;
    let mean = Interval::around("mean", mean.mean, mean.low, mean.high)?;
    Ok(Quantity::Mean(mean))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Force;

    fn force() -> Value {
        json!({
            "name": "raiders",
            "points": 205,
            "units": [{
                "name": "White Asura",
                "survival": 0.5,
                "survival_interval": {"low": 0.25, "high": 0.75},
                "vp_earned": {"mean": 2.0, "low": 1.5, "high": 2.5},
            }],
            "totals": {"vp_destroyed": {"mean": 1.0, "low": 0.5, "high": 1.5}},
            "momentum": {
                "mean_by_round": [1.0, 2.0],
                "low_by_round": [0.5, 1.5],
                "high_by_round": [1.5, 2.5],
            },
        })
    }

    #[test]
    fn a_document_is_read_and_written_alike() {
        let read: Force = serde_json::from_value(force()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), force());
    }

    #[test]
    fn numbers_that_do_not_fit_together_are_refused() {
        let refusal = |at: &str, value: Value| {
            let mut force = force();
            *force.pointer_mut(at).unwrap() = value;
            serde_json::from_value::<Force>(force)
                .unwrap_err()
                .to_string()
        };
        let rounds = refusal("/momentum/low_by_round", json!([1.0]));
        assert!(
            rounds.starts_with("momentum: expected a mean, a low"),
            "{rounds}"
        );
        let share = refusal("/units/0/survival", json!(0.9));
        assert!(share.contains("low <= estimate <= high"), "{share}");
        let mean = refusal("/units/0/vp_earned/low", json!(3.0));
        assert!(mean.contains("low <= mean <= high"), "{mean}");
    }
}
