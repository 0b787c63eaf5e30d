//! Units with what the battles of an audit say of their points.

use equipoise_engine::front_end::{FrontEnd, Unit as _};
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{
    Equivalence, Estimate, Pricing, StatsError, normal_below, simultaneous, z_score,
};

use super::audit::{Audit, Measured};
use super::result::{OtherScale, PricedUnit};

pub(super) const METHOD: &str =
    "logistic regression of results on army composition, errors robust by matchup";

/// The units of an audit; verdicts hold for all of them together.
pub(super) fn units<S: FrontEnd>(audit: &Audit<'_, S>, measured: &Measured) -> Vec<PricedUnit> {
    let (worth, margin) = (&measured.worths[0], audit.margin);
    let compared = measured.break_even.iter().flatten().count() as u64;
    let level = simultaneous(CONFIDENCE, compared);
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
            agrees: break_even.and_then(|cost| {
                let margin = margin * f64::from(unit.points());
                Equivalence::of(implied, cost, margin, level).ok()
            }),
        }
    };
    audit.field.units.iter().enumerate().map(price).collect()
}

/// Another scale of implied points, and the verdicts by it.
pub(super) fn other_scale<S: FrontEnd>(audit: &Audit<'_, S>, measured: &Measured) -> OtherScale {
    let worth = &measured.worths[0];
    let scale = worth.median_scale;
    let scaled = |of: &Estimate| Estimate {
        estimate: scale * of.estimate,
        low: scale * of.low,
        high: scale * of.high,
        ..*of
    };
    let units = audit.field.units.iter().zip(&worth.together);
    let moved = units.filter(|(unit, together)| {
        let verdict = |of: &Estimate| Pricing::of(of, unit.points().into(), audit.margin);
        verdict(together) != verdict(&scaled(together))
    });
    OtherScale {
        factor: scale,
        moved: moved.map(|(unit, _)| unit.name().to_owned()).collect(),
    }
}

/// The median probability, over units, that one whose worth is off by twice the margin gets its verdict: the interval that
/// holds for all at once must then lie outside the margin. `level` is that of the interval of a single unit.
pub(super) fn power(units: &[PricedUnit], margin: f64, level: f64) -> Result<f64, StatsError> {
    let z = z_score(level)?;
    let one = |unit: &PricedUnit| {
        let error = (unit.implied.high - unit.implied.low) / 2.0 / z;
        let reach = (unit.together.high - unit.together.low) / 2.0;
        normal_below((margin * f64::from(unit.listed) - reach) / error)
    };
    let mut powers: Vec<f64> = units.iter().map(one).collect();
    powers.sort_by(f64::total_cmp);
    Ok(powers[(powers.len() - 1) / 2])
}

/// The median half-width of implied points, as a share of the listed ones.
pub(super) fn median_half_width(units: &[PricedUnit]) -> f64 {
    let relative =
        |unit: &PricedUnit| (unit.implied.high - unit.implied.low) / 2.0 / f64::from(unit.listed);
    let mut widths: Vec<f64> = units.iter().map(relative).collect();
    widths.sort_by(f64::total_cmp);
    widths[(widths.len() - 1) / 2]
}
