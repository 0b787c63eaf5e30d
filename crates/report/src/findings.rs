//! The few sentences a reader wants first.

use crate::{Pairing, ReportInput, Unit};

/// What stands out in a run.
pub(crate) struct Findings<'a> {
    /// Units whose interval of expected points lies below their listed points, widest gap first.
    pub(crate) over_costed: Vec<&'a Unit>,
    /// Units whose interval of expected points lies above their listed points, widest gap first.
    pub(crate) under_costed: Vec<&'a Unit>,
    /// The pairing farthest from an even score.
    pub(crate) lopsided: Option<&'a Pairing>,
    /// The pairing nearest to an even score.
    pub(crate) closest: Option<&'a Pairing>,
}

impl<'a> Findings<'a> {
    pub(crate) fn new(input: &'a ReportInput) -> Self {
        let mut by_gap: Vec<&Unit> = input.units.iter().filter(|u| u.gap().is_some()).collect();
        by_gap.sort_by(|a, b| compare_gaps(a, b));
        let pairings = by_distance(input);
        Self {
            over_costed: by_gap
                .iter()
                .copied()
                .filter(|u| is_over_costed(u))
                .collect(),
            under_costed: by_gap
                .iter()
                .rev()
                .copied()
                .filter(|u| is_under_costed(u))
                .collect(),
            lopsided: pairings.first().copied(),
            closest: pairings.last().copied(),
        }
    }
}

/// Pairings of different units, farthest from an even score first.
pub(crate) fn by_distance(input: &ReportInput) -> Vec<&Pairing> {
    let mut pairings: Vec<&Pairing> = input.pairings.iter().filter(|p| p.a != p.b).collect();
    let distance = |p: &Pairing| (p.score_a.estimate - 0.5).abs();
    pairings.sort_by(|p, q| distance(q).total_cmp(&distance(p)));
    pairings
}

/// The whole interval of expected points lies below the listed points.
pub(crate) fn is_over_costed(unit: &Unit) -> bool {
    unit.expected_points
        .is_some_and(|e| e.high < unit.points as f64)
}

/// The whole interval of expected points lies above the listed points.
pub(crate) fn is_under_costed(unit: &Unit) -> bool {
    unit.expected_points
        .is_some_and(|e| e.low > unit.points as f64)
}

/// From the most over-costed unit to the most under-costed one.
pub(crate) fn compare_gaps(a: &Unit, b: &Unit) -> std::cmp::Ordering {
    let gap = |unit: &Unit| unit.gap().unwrap_or(0.0);
    gap(a).total_cmp(&gap(b))
}
