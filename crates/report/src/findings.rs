//! The main findings of a run.

use crate::costing::Costing;
use crate::input::{Pairing, ReportInput};

/// What stands out in a run.
pub(crate) struct Findings<'a> {
    /// Verdicts on listed points.
    pub(crate) costing: Costing<'a>,
    /// The pairing farthest from an even score.
    pub(crate) lopsided: Option<&'a Pairing>,
    /// The pairing nearest to an even score.
    pub(crate) closest: Option<&'a Pairing>,
}

impl<'a> Findings<'a> {
    pub(crate) fn new(input: &'a ReportInput) -> Self {
        let pairings = by_distance(input);
        Self {
            costing: Costing::new(input),
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
