//! Logistic regression on grouped scores, with errors that survive groups that are unlike.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use crate::error::StatsError;

/// Trials under the same conditions, such as the battles of two armies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Group<'a> {
    /// The conditions in numbers, as many for each group.
    pub features: &'a [f64],
    /// How often it was tried; positive.
    pub trials: u64,
    /// Score sum, half-integral where draws count half.
    pub successes: f64,
}

/// Maximum-likelihood fit of `logit(score) = Σ coefficient · feature`, without an intercept.
///
/// The errors of the coefficients do not believe the model. They are those of the cluster-robust
/// "sandwich" with each group as a cluster: that battles of the same two armies are alike, that
/// draws vary less than wins and losses, and that log-odds do not quite add up, all widens or
/// narrows them as it should (P. J. Huber, Fifth Berkeley Symposium 1 (1967) 221–233; H. White,
/// Econometrica 50 (1982) 1–25; K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986) 13–22). Groups
/// must be independent of each other, and be drawn like those one wants to speak of.
#[derive(Debug, Clone, PartialEq)]
pub struct LogisticFit {
    coefficients: DVector<f64>,
    /// Inverse of the information.
    bread: DMatrix<f64>,
    covariance: DMatrix<f64>,
    dispersion: f64,
}

/// Newton steps at most; a fit that exists takes fewer than ten.
const STEPS: u32 = 50;
/// Log-odds that no sum of coefficients reaches unless one side always wins.
const BEYOND: f64 = 40.0;

impl LogisticFit {
    /// Fits the coefficients by Newton's method.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] unless there are more groups than coefficients, with trials each,
    /// [`StatsError::Successes`] for an impossible group, [`StatsError::Collinear`] where the
    /// features do not tell the coefficients apart, [`StatsError::Separated`] where the likelihood
    /// has no maximum, as some combination of features goes with nothing but wins.
    ///
    /// # Panics
    ///
    /// If groups differ in their number of features.
    pub fn new(groups: &[Group<'_>]) -> Result<Self, StatsError> {
        check(groups)?;
        let width = groups[0].features.len();
        let mut at = Point::new(groups, DVector::zeros(width));
        for _ in 0..STEPS {
            let step = at.factor()?.solve(&at.gradient);
            let next = climb(groups, &at, &step)?;
            let moved = (&next.coefficients - &at.coefficients).amax();
            at = next;
            if moved <= 1e-11 * (1.0 + at.coefficients.amax()) {
                return Self::at(groups, at);
            }
        }
        Err(StatsError::Separated)
    }

    fn at(groups: &[Group<'_>], at: Point) -> Result<Self, StatsError> {
        let width = at.coefficients.len();
        let (mut meat, mut pearson) = (DMatrix::zeros(width, width), 0.0);
        for group in groups {
            let p = at.score(group);
            let residual = group.successes - group.trials as f64 * p;
            pearson += residual * residual / (group.trials as f64 * p * (1.0 - p));
            add_square(&mut meat, group.features, residual * residual);
        }
        let free = (groups.len() - width) as f64;
        let bread = at.factor()?.inverse();
        let covariance = &bread * meat * &bread * small_sample(groups.len(), width);
        Ok(Self {
            coefficients: at.coefficients,
            bread,
            covariance,
            dispersion: pearson / free,
        })
    }

    /// The coefficients, in the order of the features.
    #[must_use]
    pub fn coefficients(&self) -> &[f64] {
        self.coefficients.as_slice()
    }

    /// Covariance of two coefficients.
    ///
    /// # Panics
    ///
    /// If there are fewer coefficients.
    #[must_use]
    pub fn covariance(&self, i: usize, j: usize) -> f64 {
        self.covariance[(i, j)]
    }

    /// Pearson's statistic over its degrees of freedom: about 1 where wins and losses scatter about
    /// the fit as coins do; above it, the groups differ by more than the features tell.
    #[must_use]
    pub const fn dispersion(&self) -> f64 {
        self.dispersion
    }

    /// Standard error of a function of the coefficients with this gradient at their estimate, by the
    /// delta method.
    ///
    /// # Panics
    ///
    /// If the gradient has another length than the coefficients.
    #[must_use]
    pub fn standard_error(&self, gradient: &[f64]) -> f64 {
        let gradient = DVector::from_column_slice(gradient);
        let variance = gradient.dot(&(&self.covariance * &gradient));
        variance.max(0.0).sqrt()
    }

    /// How far each of the groups it was fitted to moves a function of the coefficients with this
    /// gradient: the sum of their squares is the square of its standard error, but for the correction
    /// of small samples.
    ///
    /// # Panics
    ///
    /// If gradient or groups have another width than the coefficients.
    #[must_use]
    pub fn influences(&self, groups: &[Group<'_>], gradient: &[f64]) -> Vec<f64> {
        let direction = &self.bread * DVector::from_column_slice(gradient);
        let influence = |group: &Group<'_>| {
            let dot = |vector: &DVector<f64>| -> f64 {
                let pairs = vector.iter().zip(group.features);
                pairs.map(|(a, b)| a * b).sum()
            };
            let expected = group.trials as f64 * logistic(dot(&self.coefficients));
            (group.successes - expected) * dot(&direction)
        };
        groups.iter().map(influence).collect()
    }
}

/// Factor of a variance summed over groups, whose residuals the coefficients have made a little small.
pub(crate) fn small_sample(groups: usize, coefficients: usize) -> f64 {
    groups as f64 / (groups - coefficients) as f64
}

/// The log-likelihood at some coefficients, with its derivatives.
struct Point {
    coefficients: DVector<f64>,
    log_likelihood: f64,
    gradient: DVector<f64>,
    /// Minus the second derivative.
    information: DMatrix<f64>,
}

impl Point {
    fn new(groups: &[Group<'_>], coefficients: DVector<f64>) -> Self {
        let width = coefficients.len();
        let mut point = Self {
            coefficients,
            log_likelihood: 0.0,
            gradient: DVector::zeros(width),
            information: DMatrix::zeros(width, width),
        };
        for group in groups {
            point.add(group);
        }
        point
    }

    fn add(&mut self, group: &Group<'_>) {
        let odds = self.log_odds(group);
        let p = logistic(odds);
        let trials = group.trials as f64;
        // ln(1 + e^odds), without overflow.
        let all = odds.max(0.0) + libm::log1p(libm::exp(-odds.abs()));
        self.log_likelihood += group.successes * odds - trials * all;
        let residual = group.successes - trials * p;
        for (sum, feature) in self.gradient.iter_mut().zip(group.features) {
            *sum += residual * feature;
        }
        add_square(
            &mut self.information,
            group.features,
            trials * p * (1.0 - p),
        );
    }

    fn log_odds(&self, group: &Group<'_>) -> f64 {
        let pairs = self.coefficients.iter().zip(group.features);
        pairs
            .map(|(coefficient, feature)| coefficient * feature)
            .sum()
    }

    /// Expected score of a group.
    fn score(&self, group: &Group<'_>) -> f64 {
        logistic(self.log_odds(group))
    }

    fn factor(&self) -> Result<Cholesky<f64, Dyn>, StatsError> {
        let scale = self.information.diagonal().amax();
        let factor = Cholesky::new(self.information.clone()).ok_or(StatsError::Collinear)?;
        // A diagonal that is rounding error of what was subtracted from it has no meaning.
        let least = factor.l_dirty().diagonal().amin();
        if least * least > 1e-12 * scale {
            Ok(factor)
        } else {
            Err(StatsError::Collinear)
        }
    }
}

/// Goes as much of a step as the likelihood gains by.
fn climb(groups: &[Group<'_>], from: &Point, step: &DVector<f64>) -> Result<Point, StatsError> {
    let mut length = 1.0;
    loop {
        let to = Point::new(groups, &from.coefficients + step * length);
        // Near the top a gain is lost in rounding.
        let slack = 1e-12 * from.log_likelihood.abs();
        if to.log_likelihood >= from.log_likelihood - slack {
            let far = groups.iter().any(|group| to.log_odds(group).abs() > BEYOND);
            return if far {
                Err(StatsError::Separated)
            } else {
                Ok(to)
            };
        }
        length /= 2.0;
        if length < 1e-9 {
            return Err(StatsError::Separated);
        }
    }
}

fn check(groups: &[Group<'_>]) -> Result<(), StatsError> {
    let width = groups.first().map_or(0, |group| group.features.len());
    if width == 0 || groups.len() <= width {
        let (needed, got) = (width as u64 + 1, groups.len() as u64);
        return Err(StatsError::TooFew { needed, got });
    }
    for group in groups {
        assert_eq!(group.features.len(), width, "groups of one shape");
        crate::interval::proportion(group.successes, group.trials)?;
    }
    Ok(())
}

/// Adds `weight` times the square of a vector, as a matrix.
fn add_square(sum: &mut DMatrix<f64>, vector: &[f64], weight: f64) {
    for (j, &b) in vector.iter().enumerate() {
        if b != 0.0 {
            for (cell, &a) in sum.column_mut(j).iter_mut().zip(vector) {
                *cell += weight * a * b;
            }
        }
    }
}

/// The score that log-odds stand for.
fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

#[cfg(test)]
mod tests;
