//! Implied points of units, as `equipoise points` gives them.

use equipoise_analysis::points::{PointsResult, PricedUnit};

use super::reading::make_printable;

/// What a unit is worth to other policies than that of the audit.
pub(crate) fn others<'a>(unit: &'a PricedUnit, policy: &'a str) -> impl Iterator<Item = f64> + 'a {
    let others = unit.by_policy.iter();
    let others = others.filter(move |(name, _)| name != policy);
    others.map(|(_, worth)| worth.estimate)
}

/// The least and the most that is drawn of a unit.
pub(crate) fn reach(unit: &PricedUnit) -> (f64, f64) {
    let (implied, together) = (unit.implied, unit.together);
    let low = together.low.min(implied.low);
    (low, together.high.max(implied.high))
}

/// Names of the other policies.
pub(crate) fn other_policies(points: &PointsResult) -> Vec<&str> {
    let names = points.units.iter().flat_map(|unit| &unit.by_policy);
    let mut names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| *name != points.played_in.policy);
    names
}

/// With names as charts show them.
pub(crate) fn shown(mut points: PointsResult) -> PointsResult {
    let played = &mut points.played_in;
    make_printable([&mut played.scenario, &mut played.policy, &mut points.method]);
    for unit in &mut points.units {
        make_printable([&mut unit.name]);
        make_printable(unit.by_policy.iter_mut().map(|(policy, _)| policy));
    }
    points
}
