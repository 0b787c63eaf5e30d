//! The tables of a run as typed rows.

use std::collections::HashMap;
use std::sync::Arc;

use equipoise_analysis::Interval;
use equipoise_analysis::prices::PriceMapResult;
use equipoise_engine::front_end::{Axis, AxisKind, AxisValue};
use equipoise_simulator::Manifest;
use equipoise_stats::Pricing;

/// Battles between two units, which swap seats with every battle; A is the one listed first.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairing {
    /// The unit named first.
    pub a: String,
    /// The other unit.
    pub b: String,
    /// Battles fought.
    pub battles: u64,
    /// Battles that A won.
    pub wins_a: u64,
    /// Battles that B won.
    pub wins_b: u64,
    /// Drawn battles.
    pub draws: u64,
    /// A's share of the battles, a draw counting half.
    pub score_a: Interval,
    /// Mean victory points of A.
    pub vp_a_mean: f64,
    /// Mean victory points of B.
    pub vp_b_mean: f64,
    /// Mean victory-point difference, A − B.
    pub vp_diff_mean: f64,
    /// Its standard deviation over battles; `None` for a single battle.
    pub vp_diff_sd: Option<f64>,
    /// Mean number of rounds.
    pub rounds_mean: f64,
}

/// One bin of a pairing's victory-point differences (A − B).
#[derive(Debug, Clone, PartialEq)]
pub struct MarginBin {
    /// The unit named first; bins share its name, as a large run has millions of them.
    pub a: Arc<str>,
    /// The other unit.
    pub b: Arc<str>,
    /// Smallest difference in the bin; `None` for a bin that is open below.
    pub from: Option<i64>,
    /// Largest difference in the bin; `None` for a bin that is open above.
    pub to: Option<i64>,
    /// Battles in the bin.
    pub battles: u64,
}

/// One unit against the other units of the run's panel of opponents.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// Name.
    pub name: String,
    /// Coordinate on each axis of the run, in the order of the axes; `None` for a unit off the grid.
    pub coordinates: Vec<Option<AxisValue>>,
    /// Listed points.
    pub points: i64,
    /// Victory points for destroying it.
    pub vp: i64,
    /// Opponents met.
    pub opponents: u64,
    /// Battles fought.
    pub battles: u64,
    /// Share of the battles, a draw counting half.
    pub score: Interval,
    /// What it should cost; `None` where that is not known. By the run's price map: its implied points, with
    /// the interval that holds for all units at once. Without a map: points at which the run's curve of
    /// score on points reaches this score.
    pub expected_points: Option<Interval>,
    /// Whether its listed points fit, by the run's price map; `None` without one.
    pub pricing: Option<Pricing>,
}

impl Unit {
    /// Expected minus listed points: above zero, the unit scores better than its price.
    #[must_use]
    pub fn gap(&self) -> Option<f64> {
        Some(self.expected_points?.estimate - self.points as f64)
    }

    pub(crate) fn integer(&self, axis: usize) -> Option<i64> {
        match self.coordinates.get(axis)? {
            Some(AxisValue::Integer(value)) => Some(*value),
            _ => None,
        }
    }

    /// Its coordinate on an axis of either kind, as text.
    pub(crate) fn label(&self, axis: usize) -> Option<String> {
        match self.coordinates.get(axis)?.as_ref()? {
            AxisValue::Integer(value) => Some(value.to_string()),
            AxisValue::Text(value) => Some(value.clone()),
        }
    }

    pub(crate) fn category(&self, axis: usize) -> Option<&str> {
        match self.coordinates.get(axis)? {
            Some(AxisValue::Text(value)) => Some(value),
            _ => None,
        }
    }
}

/// All input of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportInput {
    /// One row per pairing.
    pub pairings: Vec<Pairing>,
    /// One row per bin and pairing.
    pub margins: Vec<MarginBin>,
    /// One row per unit.
    pub units: Vec<Unit>,
    /// How the run was made.
    pub info: Manifest,
    /// What the units are worth in armies; `None` for a run without a price map.
    pub prices: Option<PriceMapResult>,
}

impl ReportInput {
    /// What the points are called that its units should cost: those of a price map are implied by battles of
    /// armies, others are expected of the score.
    #[must_use]
    pub const fn worth(&self) -> &'static str {
        match self.prices {
            Some(_) => "implied",
            None => "expected",
        }
    }

    /// With the price map of the run, which from now on says what its units should cost.
    #[must_use]
    pub fn priced_by(mut self, map: PriceMapResult) -> Self {
        let priced = map.profiles.iter().chain(&map.named);
        let by_name: HashMap<&str, _> = priced.map(|unit| (unit.name.as_str(), unit)).collect();
        for unit in &mut self.units {
            let found = by_name.get(unit.name.as_str());
            unit.expected_points = found.map(|of| Interval {
                estimate: of.implied.estimate,
                low: of.together.low,
                high: of.together.high,
            });
            unit.pricing = found.map(|of| of.verdict);
        }
        self.prices = Some(map);
        self
    }

    /// Positions of the axes of one kind, in the run's order.
    pub(crate) fn axes(&self, kind: AxisKind) -> impl Iterator<Item = (usize, &Axis)> {
        let numbered = self.info.axes.iter().enumerate();
        numbered.filter(move |(_, axis)| axis.kind == kind)
    }

    /// Units by name.
    pub(crate) fn unit_index(&self) -> HashMap<&str, &Unit> {
        self.units.iter().map(|u| (u.name.as_str(), u)).collect()
    }
}
