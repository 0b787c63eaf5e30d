//! Expected points: listed points calibrated by score.
//!
//! A calibration fits one curve of score against listed points through all units of a run. A unit's
//! expected points are those at which the curve reaches its score. A unit whose expected points
//! exceed its listed points scores better than the trend at its price: it is under-costed *against
//! this field, under this policy*.
//!
//! This differs from implied points, which are estimated from battles of random armies. Here single
//! units meet opponents of other prices, and the curve only compares units with the run's own trend:
//! another field gives other expected points.

use crate::interval::z_score;
use crate::{Estimate, Method, StatsError, wilson};

/// Listed points and results of one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observation {
    /// Listed points; positive.
    pub points: f64,
    /// Battles won; a draw counts half.
    pub wins: f64,
    /// Battles fought.
    pub battles: u64,
}

impl Observation {
    /// The empirical log-odds of a win and its variance by the delta method.
    ///
    /// Half a win and half a loss are added first (the Haldane–Anscombe correction: the score
    /// becomes (w + ½) / (n + 1)), so that the log-odds of a unit that always or never won are finite.
    /// The variance is 1/(w + ½) + 1/(n − w + ½).
    fn log_odds(&self) -> (f64, f64) {
        let wins = self.wins + 0.5;
        let losses = self.battles as f64 - self.wins + 0.5;
        ((wins / losses).ln(), 1.0 / wins + 1.0 / losses)
    }

    fn check(&self) -> Result<(), StatsError> {
        if !(self.points.is_finite() && self.points > 0.0) {
            return Err(StatsError::Points(self.points));
        }
        if self.battles == 0 {
            return Err(StatsError::TooFew { needed: 1, got: 0 });
        }
        if !(0.0..=self.battles as f64).contains(&self.wins) {
            return Err(StatsError::Successes {
                successes: self.wins,
                trials: self.battles,
            });
        }
        Ok(())
    }
}

/// The fitted curve `logit(score) = intercept + slope · ln(points)`.
///
/// The curve uses the logarithm of points because win odds are a ratio of strengths (Bradley and Terry,
/// Biometrika 39 (1952) 324–345): if strength grows as a power of points, log-odds are linear in
/// log-points, equal *percentages* of points buy equal odds, and no expected points are negative.
/// The fit is by least squares weighted with the inverse sampling variance of each unit's
/// log-odds (J. Berkson's minimum logit chi-square, JASA 39 (1944) 357–365).
///
/// Points alone do not determine a score, so units scatter about the curve however many battles they
/// fight. The scatter is estimated by the method of moments, from the weighted squared residuals beyond
/// sampling error: DerSimonian and Laird (Controlled Clinical Trials 7 (1986) 177–188) for a mean,
/// Thompson and Sharp (Statistics in Medicine 18 (1999) 2693–2708) for a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// Log-odds at one point; of no interest by itself.
    pub intercept: f64,
    /// Change of log-odds per unit of ln(points); above zero.
    pub slope: f64,
    /// Standard deviation of units about the curve beyond their sampling error, in log-odds;
    /// 0 where sampling error explains all, and for two units, which a line always fits exactly.
    pub scatter: f64,
}

impl Calibration {
    /// Fits the curve to the units of a run.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] without two different point values or for a unit without battles,
    /// [`StatsError::Points`] and [`StatsError::Successes`] for impossible units,
    /// [`StatsError::NoTrend`] when scores do not rise with points.
    pub fn fit(units: &[Observation]) -> Result<Self, StatsError> {
        units.iter().try_for_each(Observation::check)?;
        require_two_prices(units)?;
        let line = weighted_line(units);
        if line.slope > 0.0 && line.intercept.is_finite() {
            Ok(line)
        } else {
            Err(StatsError::NoTrend { slope: line.slope })
        }
    }

    /// The points at which the curve reaches the unit's score, with a prediction interval: the range of
    /// expected points of a correctly priced unit, given its sampling error and the scatter of units
    /// about the curve.
    ///
    /// On the scale of log-odds, the distance to each limit of the score's Wilson interval is combined
    /// with z · [`scatter`](Self::scatter) like the limits of a sum of two independent quantities:
    /// squared and added (G. Y. Zou and A. Donner, Statistics in Medicine 27 (2008) 1693–1702). The error
    /// of the fitted line is omitted: with dozens of units it is small beside the scatter. For intervals
    /// simultaneous over all units of a run, pass the level of [`simultaneous`](crate::simultaneous).
    ///
    /// Score and limits are clamped to [½ / (n + 1), (n + ½) / (n + 1)], so the points are finite even
    /// for a unit that always or never won. The unit's listed points are not used.
    ///
    /// # Errors
    ///
    /// Those of [`wilson`], [`StatsError::Points`] for a unit with impossible points, and
    /// [`StatsError::NoTrend`] when the curve is so flat that the points overflow.
    pub fn expected_points(
        &self,
        unit: &Observation,
        confidence: f64,
    ) -> Result<Estimate, StatsError> {
        unit.check()?;
        let score = wilson(unit.wins, unit.battles, confidence)?;
        let spread = z_score(confidence)? * self.scatter;
        let n = unit.battles as f64;
        let centre = unit.log_odds().0;
        // Distance of the limit from the estimate.
        let reach = |p: f64| {
            let p = p.clamp(0.5 / (n + 1.0), (n + 0.5) / (n + 1.0));
            ((p / (1.0 - p)).ln() - centre).hypot(spread)
        };
        let estimate = self.points_at(centre);
        let low = self.points_at(centre - reach(score.low));
        let high = self.points_at(centre + reach(score.high));
        if !(estimate.is_finite() && high.is_finite()) {
            return Err(StatsError::NoTrend { slope: self.slope });
        }
        Ok(Estimate {
            estimate,
            low,
            high,
            confidence,
            method: Method::Calibration,
        })
    }

    fn points_at(&self, log_odds: f64) -> f64 {
        ((log_odds - self.intercept) / self.slope).exp()
    }
}

/// A line needs two different values of listed points.
fn require_two_prices(units: &[Observation]) -> Result<(), StatsError> {
    let different = units
        .first()
        .is_some_and(|first| units.iter().any(|u| u.points != first.points));
    if different {
        return Ok(());
    }
    let got = u64::from(!units.is_empty());
    Err(StatsError::TooFew { needed: 2, got })
}

/// A unit in the fit: weight, log-points and log-odds.
type Row = [f64; 3];

/// Weighted least squares of log-odds on log-points, about the weighted means.
fn weighted_line(units: &[Observation]) -> Calibration {
    let rows: Vec<Row> = units
        .iter()
        .map(|u| {
            let (y, variance) = u.log_odds();
            [1.0 / variance, u.points.ln(), y]
        })
        .collect();
    let total: f64 = rows.iter().map(|[w, ..]| w).sum();
    let mean_x = rows.iter().map(|[w, x, _]| w * x).sum::<f64>() / total;
    let mean_y = rows.iter().map(|[w, _, y]| w * y).sum::<f64>() / total;
    let sxx: f64 = rows.iter().map(|[w, x, _]| w * (x - mean_x).powi(2)).sum();
    let sxy: f64 = rows
        .iter()
        .map(|[w, x, y]| w * (x - mean_x) * (y - mean_y))
        .sum();
    let slope = sxy / sxx;
    let centred = rows.iter().map(|[w, x, y]| [*w, x - mean_x, y - mean_y]);
    Calibration {
        intercept: mean_y - slope * mean_x,
        slope,
        scatter: scatter(&centred.collect::<Vec<Row>>(), slope),
    }
}

/// Standard deviation about the line through centred rows, beyond the sampling error given by the
/// weights.
///
/// With residuals r and scatter τ the expectation of Q = Σ w r² is
/// (k − 2) + τ² (Σ w − Σ w² / Σ w − Σ w² x² / Σ w x²); this is solved for τ² and clamped at 0.
fn scatter(rows: &[Row], slope: f64) -> f64 {
    if rows.len() < 3 {
        return 0.0;
    }
    let sum = |of: fn(&Row) -> f64| rows.iter().map(of).sum::<f64>();
    let residuals = rows.iter().map(|[w, x, y]| w * (y - slope * x).powi(2));
    let excess = residuals.sum::<f64>() - (rows.len() as f64 - 2.0);
    let total = sum(|[w, ..]| *w);
    let by_mean = sum(|[w, ..]| w * w) / total;
    let by_slope = sum(|[w, x, _]| (w * x).powi(2)) / sum(|[w, x, _]| w * x * x);
    (excess / (total - by_mean - by_slope)).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(points: f64, wins: f64, battles: u64) -> Observation {
        Observation {
            points,
            wins,
            battles,
        }
    }

    /// Corrected odds of 2 : 4, 4 : 4 and 8 : 4. They double with the points, so the slope is 1,
    /// and they are even at 100 points.
    fn doubling() -> [Observation; 3] {
        [
            unit(50.0, 1.5, 5),   // 2 : 4
            unit(100.0, 3.5, 7),  // 4 : 4
            unit(200.0, 7.5, 11), // 8 : 4
        ]
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9 * b.abs().max(1.0)
    }

    #[test]
    fn units_on_a_line_are_fitted_exactly_whatever_their_weights() {
        let fit = Calibration::fit(&doubling()).unwrap();
        assert!(close(fit.slope, 1.0), "{fit:?}");
        assert!(close(fit.intercept, -(100.0_f64.ln())), "{fit:?}");
        for u in doubling() {
            let expected = fit.expected_points(&u, 0.95).unwrap();
            assert!(close(expected.estimate, u.points), "{expected:?}");
        }
    }

    #[test]
    fn a_unit_off_the_line_gets_the_points_of_its_score() {
        // On that curve, odds 6 : 2 belong to 300 points, whatever the unit is listed at.
        let fit = Calibration::fit(&doubling()).unwrap();
        let found = fit.expected_points(&unit(120.0, 5.5, 7), 0.95).unwrap();
        assert!(close(found.estimate, 300.0), "{found:?}");
        assert_eq!(found.method, Method::Calibration);
    }

    #[test]
    fn without_scatter_the_interval_is_the_scores_interval_on_the_curve() {
        // The units lie on the line, so there is no scatter. Score ½ of 99: Wilson's limits are ½ ± d
        // with d = z/2 / √(n + z²), so on the curve with slope 1 the points are
        // 100 (½ + d) / (½ - d) and 100 (½ - d) / (½ + d).
        let fit = Calibration::fit(&doubling()).unwrap();
        let found = fit.expected_points(&unit(90.0, 49.5, 99), 0.95).unwrap();
        let z = 1.959_963_984_540_054_f64;
        let d = z / 2.0 / (99.0 + z * z).sqrt();
        let ratio = (0.5 + d) / (0.5 - d);
        assert!(close(found.estimate, 100.0));
        assert!(close(found.high, 100.0 * ratio) && close(found.low, 100.0 / ratio));
    }

    /// Five units with 1,000 battles each at points e⁻², e⁻¹, 1, e, e²; corrected wins give the
    /// log-odds, so each weighs w = 1001 p (1 − p).
    fn five(scores: [f64; 5]) -> [Observation; 5] {
        std::array::from_fn(|i| {
            let wins = 1001.0 * scores[i] - 0.5;
            unit((i as f64 - 2.0).exp(), wins, 1000)
        })
    }

    #[test]
    fn the_scatter_of_units_widens_the_interval() {
        // Scores of log-odds −a, a, 0, −a and a at abscissae −2 to 2 with a = ln 3: p is ¼ or ¾ with
        // weight 1001 · 3/16 for all but the middle one, which weighs 1001/4 and lies on every line
        // through the origin. Slope: Σ w x y / Σ w x² = (2a − a − a + 2a) / 10 = a / 5. Residuals of
        // the four: −3a/5, 6a/5, −6a/5 and 3a/5; Σ r² = 18/5 · a².
        let units = five([0.25, 0.75, 0.5, 0.25, 0.75]);
        let a = 3.0_f64.ln();
        let fit = Calibration::fit(&units).unwrap();
        assert!(close(fit.slope, a / 5.0) && fit.intercept.abs() < 1e-12);
        let (w, middle) = (1001.0 * 3.0 / 16.0, 1001.0 / 4.0);
        let q = w * 3.6 * a * a;
        let total = 4.0 * w + middle;
        let by_mean = (4.0 * w * w + middle * middle) / total;
        let variance = (q - 3.0) / (total - by_mean - w);
        assert!(close(fit.scatter, variance.sqrt()), "{fit:?}");
        // A unit of score ½: in log-odds the limits are √(d² + (z τ)²) to either side of 1 point.
        let z = 1.959_963_984_540_054_f64;
        let d = z / 2.0 / (99.0 + z * z).sqrt();
        let reach = ((0.5 + d) / (0.5 - d)).ln().hypot(z * fit.scatter);
        let found = fit.expected_points(&unit(1.0, 49.5, 99), 0.95).unwrap();
        assert!(close(found.high.ln(), reach / fit.slope), "{found:?}");
        assert!(close(found.low.ln(), -reach / fit.slope), "{found:?}");
    }

    #[test]
    fn sampling_error_alone_gives_no_scatter() {
        // With two battles a unit, sampling error explains every residual.
        let scores = [0.25, 0.75, 0.5, 0.25, 0.75];
        let units: [Observation; 5] = std::array::from_fn(|i| {
            let wins = 3.0 * scores[i] - 0.5;
            unit((i as f64 - 2.0).exp(), wins, 2)
        });
        assert_eq!(Calibration::fit(&units).unwrap().scatter, 0.0);
        let two = [unit(50.0, 100.0, 1000), unit(100.0, 500.0, 1000)];
        assert_eq!(Calibration::fit(&two).unwrap().scatter, 0.0);
    }

    #[test]
    fn weights_are_the_inverse_variance_of_the_log_odds() {
        // At 100 points odds 4 : 4 (weight 2) and 12 : 4 (weight 3); at 200 odds 4 : 1. Two
        // abscissae: the line passes through (3/5) ln 3 at ln 100 and ln 4 at ln 200.
        let units = [
            unit(100.0, 3.5, 7),
            unit(100.0, 11.5, 15),
            unit(200.0, 3.5, 4),
        ];
        let fit = Calibration::fit(&units).unwrap();
        let left = 0.6 * 3.0_f64.ln();
        let slope = (4.0_f64.ln() - left) / 2.0_f64.ln();
        assert!(close(fit.slope, slope), "{fit:?}");
        assert!(
            close(fit.intercept, left - slope * 100.0_f64.ln()),
            "{fit:?}"
        );
    }

    #[test]
    fn a_unit_that_never_or_always_won_has_finite_points() {
        // Corrected odds 0.5 : 10.5 and 10.5 : 0.5 on the curve of slope 1 through 100 points.
        let fit = Calibration::fit(&doubling()).unwrap();
        let never = fit.expected_points(&unit(80.0, 0.0, 10), 0.95).unwrap();
        let always = fit.expected_points(&unit(80.0, 10.0, 10), 0.95).unwrap();
        assert!(close(never.estimate, 100.0 / 21.0) && never.low == never.estimate);
        assert!(close(always.estimate, 2100.0) && close(always.high, 2100.0));
        assert!(never.high > never.estimate && always.low < always.estimate);
    }

    #[test]
    fn scores_that_do_not_rise_with_points_have_no_trend() {
        let falling = [unit(100.0, 7.5, 11), unit(200.0, 1.5, 5)];
        let flat = [unit(100.0, 3.5, 7), unit(200.0, 3.5, 7)];
        for units in [falling, flat] {
            let found = Calibration::fit(&units);
            assert!(
                matches!(found, Err(StatsError::NoTrend { .. })),
                "{found:?}"
            );
        }
    }

    #[test]
    fn impossible_units_are_errors() {
        let good = unit(100.0, 3.5, 7);
        let fit = |u| Calibration::fit(&[good, u]);
        assert_eq!(fit(unit(0.0, 1.0, 2)), Err(StatsError::Points(0.0)));
        assert_eq!(
            fit(unit(50.0, 0.0, 0)),
            Err(StatsError::TooFew { needed: 1, got: 0 })
        );
        assert!(matches!(
            fit(unit(50.0, 9.0, 7)),
            Err(StatsError::Successes { .. })
        ));
        assert_eq!(fit(good), Err(StatsError::TooFew { needed: 2, got: 1 }));
        assert_eq!(
            Calibration::fit(&[]),
            Err(StatsError::TooFew { needed: 2, got: 0 })
        );
    }
}
