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

mod line;

use self::line::{Line, Point};
use crate::error::StatsError;
use crate::interval::{Estimate, Method, t_score};

/// Fewest units: a line fits any two, and tells nothing of a third that lies off it.
const FEWEST: usize = 4;

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
    /// The empirical log-odds of a win at the points, and their variance by the delta method.
    ///
    /// Half a win and half a loss are added first (the Haldane–Anscombe correction: the score
    /// becomes (w + ½) / (n + 1)), so that the log-odds of a unit that always or never won are finite.
    /// The variance is 1/(w + ½) + 1/(n − w + ½).
    fn point(&self, scale: Scale) -> Point {
        let wins = self.wins + 0.5;
        let losses = self.battles as f64 - self.wins + 0.5;
        Point {
            x: scale.of(self.points),
            y: (wins / losses).ln(),
            variance: 1.0 / wins + 1.0 / losses,
        }
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

/// The scale of points on which the log-odds of a win make a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scale {
    /// Equal percentages of points buy equal odds: strength is a power of points, and win odds are a ratio
    /// of strengths (R. A. Bradley and M. E. Terry, Biometrika 39 (1952) 324–345).
    Logarithm,
    /// Equal points buy equal odds, as in armies, to whose log-odds each unit adds its worth.
    Points,
}

impl Scale {
    fn of(self, points: f64) -> f64 {
        match self {
            Self::Logarithm => points.ln(),
            Self::Points => points,
        }
    }

    /// Points at a place of the scale. A unit that scores worse than one of no points would has 0.
    fn points(self, at: f64) -> f64 {
        match self {
            Self::Logarithm => at.exp(),
            Self::Points => at.max(0.0),
        }
    }
}

/// The fitted curve `logit(score) = intercept + slope · x`, where x is the points or their logarithm,
/// whichever leaves less scatter. On the wrong scale the line cuts a bend in the scores, and the cheapest and
/// dearest units all seem mispriced.
///
/// Points alone do not determine a score, so units scatter about the curve however many battles they
/// fight. Each unit therefore weighs 1 / (v + τ²): v is the sampling variance of its log-odds, τ² the
/// variance of units about the curve, estimated with the curve itself (R. C. Paule and J. Mandel, Journal
/// of Research of the National Bureau of Standards 87 (1982) 377–385). With weights 1 / v, units that
/// win about half their battles would count for most: their log-odds are known best, but that says
/// nothing about how far such a unit lies from the curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    scale: Scale,
    line: Line,
}

impl Calibration {
    /// Fits the curve to the units of a run.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] for fewer than four units, without two different point values or for a unit
    /// without battles, [`StatsError::Points`] and [`StatsError::Successes`] for impossible units,
    /// [`StatsError::NoTrend`] when scores do not rise with points.
    pub fn fit(units: &[Observation]) -> Result<Self, StatsError> {
        units.iter().try_for_each(Observation::check)?;
        require_units(units)?;
        require_two_prices(units)?;
        let [logarithm, points] =
            [Scale::Logarithm, Scale::Points].map(|scale| Self::on(scale, units));
        let (logarithm, points) = (logarithm?, points?);
        let best = if points.line.fits_better_than(&logarithm.line) {
            points
        } else {
            logarithm
        };
        if best.slope() > 0.0 && best.intercept().is_finite() {
            Ok(best)
        } else {
            Err(StatsError::NoTrend {
                slope: best.slope(),
            })
        }
    }

    fn on(scale: Scale, units: &[Observation]) -> Result<Self, StatsError> {
        let points: Vec<Point> = units.iter().map(|unit| unit.point(scale)).collect();
        let line = Line::fit(&points)?;
        Ok(Self { scale, line })
    }

    /// The scale on which the curve is a line.
    #[must_use]
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// Log-odds where the scale has zero.
    #[must_use]
    pub const fn intercept(&self) -> f64 {
        self.line.intercept
    }

    /// Change of log-odds per point, or per unit of ln(points); above zero.
    #[must_use]
    pub const fn slope(&self) -> f64 {
        self.line.slope
    }

    /// Standard deviation of units about the curve beyond their sampling error, in log-odds; 0 where
    /// sampling error explains all.
    #[must_use]
    pub fn scatter(&self) -> f64 {
        self.line.heterogeneity.sqrt()
    }

    /// The points at which the curve reaches the score of a unit, one of those fitted, with the range in
    /// which they would lie if the unit were priced as the others are: by its sampling error, and by as
    /// much as the others scatter about the curve. Listed points outside that range are clearly off.
    ///
    /// On the scale of log-odds the range is symmetric, a quantile of Student's t distribution times the
    /// standard deviation of the unit's distance from the curve. The unit does not count towards the scatter
    /// that judges it, so that one far off does not hide itself, and the degrees of freedom are those that
    /// the others leave, three fewer than there are units: the scatter of few units is hardly known.
    /// For ranges simultaneous over all units of a run, pass the level of
    /// [`simultaneous`](crate::simultaneous).
    ///
    /// Expected points never fall as the score rises, and are finite even for a unit that always or never won;
    /// none are below 0.
    ///
    /// # Errors
    ///
    /// Those of [`Calibration::fit`] for an impossible unit, [`StatsError::Confidence`],
    /// [`StatsError::TooFew`] for a unit without which all prices would be equal, so that the curve passes
    /// through it wherever it lies, and [`StatsError::NoTrend`] when the curve is so flat that the points
    /// overflow.
    pub fn expected_points(
        &self,
        unit: &Observation,
        confidence: f64,
    ) -> Result<Estimate, StatsError> {
        unit.check()?;
        let point = unit.point(self.scale);
        let (variance, degrees) = self
            .line
            .luck(&point)
            .ok_or(StatsError::TooFew { needed: 2, got: 1 })?;
        let reach = t_score(confidence, degrees)? * variance.sqrt();
        let estimate = self.points_at(point.y);
        let low = self.points_at(point.y - reach);
        let high = self.points_at(point.y + reach);
        if !(estimate.is_finite() && high.is_finite()) {
            return Err(StatsError::NoTrend {
                slope: self.slope(),
            });
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
        let at = (log_odds - self.line.intercept) / self.line.slope;
        self.scale.points(at)
    }
}

fn require_units(units: &[Observation]) -> Result<(), StatsError> {
    if units.len() >= FEWEST {
        return Ok(());
    }
    Err(StatsError::TooFew {
        needed: FEWEST as u64,
        got: units.len() as u64,
    })
}

/// A line needs two different values of listed points.
fn require_two_prices(units: &[Observation]) -> Result<(), StatsError> {
    let different = units
        .first()
        .is_some_and(|first| units.iter().any(|u| u.points != first.points));
    if different {
        return Ok(());
    }
    Err(StatsError::TooFew { needed: 2, got: 1 })
}

#[cfg(test)]
mod tests;
