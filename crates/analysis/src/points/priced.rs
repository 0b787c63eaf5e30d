//! Units with what the battles of an audit say of their points.

use equipoise_engine::front_end::{FrontEnd, Unit as _};
use equipoise_stats::{Pricing, agree};

use super::audit::{Audit, Measured};
use super::result::PricedUnit;

pub(super) const METHOD: &str =
    "logistic regression of results on army composition, errors robust by matchup";

/// The units of an audit; verdicts hold for all of them together.
pub(super) fn units<S: FrontEnd>(
    audit: &Audit<'_, S>,
    measured: &Measured,
    margin: f64,
) -> Vec<PricedUnit> {
    let worth = &measured.worths[0];
    let price = |(place, unit): (usize, &&S::Unit)| {
        let (implied, together) = (&worth.each[place], &worth.together[place]);
        let break_even = measured.break_even[place].as_ref();
        let by_policy = measured.worths.iter();
        let by_policy =
            by_policy.map(|worth| (worth.policy.to_owned(), (&worth.each[place]).into()));
        PricedUnit {
            name: unit.name().to_owned(),
            listed: unit.points(),
            implied: implied.into(),
            together: together.into(),
            verdict: Pricing::of(together, unit.points().into(), margin),
            by_policy: by_policy.collect(),
            break_even: break_even.map(Into::into),
            agrees: break_even.and_then(|cost| agree(implied, cost).ok()),
        }
    };
    audit.field.units.iter().enumerate().map(price).collect()
}

/// The median half-width of implied points, as a share of the listed ones.
pub(super) fn median_half_width(units: &[PricedUnit]) -> f64 {
    let relative =
        |unit: &PricedUnit| (unit.implied.high - unit.implied.low) / 2.0 / f64::from(unit.listed);
    let mut widths: Vec<f64> = units.iter().map(relative).collect();
    widths.sort_by(f64::total_cmp);
    widths[(widths.len() - 1) / 2]
}
