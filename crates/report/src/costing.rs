//! Verdicts on units' listed points, shared by every output.

use std::ops::RangeInclusive;

use equipoise_stats::Pricing;

use crate::input::{ReportInput, Unit};

/// Verdict on a unit's listed points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval of its expected points lies above its listed points; by a price map, by more
    /// than the margin.
    UnderCosted,
    /// The whole interval of its expected points lies below its listed points; by a price map, by more
    /// than the margin.
    OverCosted,
    /// The whole interval of its expected points lies within the margin of its listed points; said by a
    /// price map alone.
    Fair,
    /// None of these.
    Unclear,
    /// Its expected points lie outside the listed points of the run, where no unit supports the curve
    /// because the score is too close to 0 or 1.
    BeyondPrices,
}

impl Verdict {
    /// The name used in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnderCosted => "under-costed",
            Self::OverCosted => "over-costed",
            Self::Fair => "fair",
            Self::Unclear => "unclear",
            Self::BeyondPrices => "beyond-prices",
        }
    }
}

/// The units of a run by verdict; those without expected points are left out.
///
/// The intervals of expected points are simultaneous over all units of a run: at 95 %, at most one run
/// in twenty of a correctly priced field gives any clear verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Costing<'a> {
    /// Clearly under-costed, widest gap first.
    pub under_costed: Vec<&'a Unit>,
    /// Clearly over-costed, widest gap first.
    pub over_costed: Vec<&'a Unit>,
    /// Within the margin of their listed points, from the most under-costed to the most over-costed.
    pub fair: Vec<&'a Unit>,
    /// None of these, from the most under-costed to the most over-costed.
    pub unclear: Vec<&'a Unit>,
    /// Too strong or too weak to price, from the most under-costed to the most over-costed.
    pub beyond_prices: Vec<&'a Unit>,
    /// Lowest and highest listed points of the run.
    pub prices: RangeInclusive<i64>,
}

impl<'a> Costing<'a> {
    /// Judges each unit of a run.
    #[must_use]
    pub fn new(input: &'a ReportInput) -> Self {
        let points = || input.units.iter().map(|unit| unit.points);
        let lowest = points().min().unwrap_or_default();
        let mut costing = Self {
            under_costed: Vec::new(),
            over_costed: Vec::new(),
            fair: Vec::new(),
            unclear: Vec::new(),
            beyond_prices: Vec::new(),
            prices: lowest..=points().max().unwrap_or_default(),
        };
        let mut units: Vec<&Unit> = input.units.iter().collect();
        units.sort_by(|a, b| compare_gaps(b, a));
        for unit in units {
            match costing.verdict(unit) {
                Some(Verdict::UnderCosted) => costing.under_costed.push(unit),
                Some(Verdict::OverCosted) => costing.over_costed.push(unit),
                Some(Verdict::Fair) => costing.fair.push(unit),
                Some(Verdict::Unclear) => costing.unclear.push(unit),
                Some(Verdict::BeyondPrices) => costing.beyond_prices.push(unit),
                None => {}
            }
        }
        costing.over_costed.reverse();
        costing
    }

    /// The verdict on a unit of the run; `None` without expected points.
    #[must_use]
    pub fn verdict(&self, unit: &Unit) -> Option<Verdict> {
        if let Some(pricing) = unit.pricing {
            return Some(match pricing {
                Pricing::Under => Verdict::UnderCosted,
                Pricing::Over => Verdict::OverCosted,
                Pricing::Fair => Verdict::Fair,
                Pricing::Unclear => Verdict::Unclear,
            });
        }
        let expected = unit.expected_points?;
        let (low, high) = (*self.prices.start() as f64, *self.prices.end() as f64);
        let listed = unit.points as f64;
        Some(match expected.estimate {
            estimate if estimate < low || estimate > high => Verdict::BeyondPrices,
            _ if expected.low > listed => Verdict::UnderCosted,
            _ if expected.high < listed => Verdict::OverCosted,
            _ => Verdict::Unclear,
        })
    }

    /// Units compared with each other.
    #[must_use]
    pub fn compared(&self) -> usize {
        let judged = self.under_costed.len() + self.over_costed.len() + self.unclear.len();
        judged + self.fair.len() + self.beyond_prices.len()
    }

    /// Units that can be priced and score above their listed points: the clear ones first, each
    /// group by its gap.
    pub fn most_under_costed(&self) -> impl Iterator<Item = &'a Unit> {
        let unclear = self.unclear.iter().filter(|unit| unit.gap() > Some(0.0));
        self.under_costed.iter().chain(unclear).copied()
    }

    /// Units that can be priced and score below their listed points: the clear ones first, each
    /// group by its gap.
    pub fn most_over_costed(&self) -> impl Iterator<Item = &'a Unit> {
        let unclear = self.unclear.iter().rev();
        let unclear = unclear.filter(|unit| unit.gap() < Some(0.0));
        self.over_costed.iter().chain(unclear).copied()
    }
}

/// From the most over-costed unit to the most under-costed one.
pub(crate) fn compare_gaps(a: &Unit, b: &Unit) -> std::cmp::Ordering {
    let gap = |unit: &Unit| unit.gap().unwrap_or(0.0);
    gap(a).total_cmp(&gap(b))
}
