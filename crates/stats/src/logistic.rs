//! Logistic regression on grouped scores, with cluster-robust standard errors.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use crate::error::StatsError;
use crate::interval::{Estimate, Method, z_score};

/// Trials under the same conditions, such as the battles of two armies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Group<'a> {
    /// The conditions as numbers; every group has the same number of features.
    pub features: &'a [f64],
    /// Number of trials; positive.
    pub trials: u64,
    /// Sum of scores, half-integral where draws count half.
    pub successes: f64,
}

/// Maximum-likelihood fit of `logit(score) = Σ coefficient · feature`, without an intercept.
///
/// The standard errors do not assume that the model is correct. They come from the cluster-robust
/// "sandwich" estimator with each group as a cluster, which allows for correlation between battles of
/// the same two armies, for the smaller variance of draws and for deviations from additive log-odds
/// (P. J. Huber, Fifth Berkeley Symposium 1 (1967) 221–233; H. White, Econometrica 50 (1982) 1–25;
/// K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986) 13–22). Groups must be independent of each other
/// and a random sample of the population of interest.
#[derive(Debug, Clone, PartialEq)]
pub struct LogisticFit {
    coefficients: DVector<f64>,
    /// Inverse of the information.
    bread: DMatrix<f64>,
    covariance: DMatrix<f64>,
    dispersion: f64,
    scatter: Scatter,
}

/// Sums from which the variance of the groups' log-odds is estimated, and its error.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Scatter {
    /// Of what residuals have beyond binomial scatter, and of what a variance of one would add.
    beyond: f64,
    of_one: f64,
    /// Of the squares of both, and of their product.
    beyond_squares: f64,
    of_one_squares: f64,
    products: f64,
}

impl Scatter {
    fn add(&mut self, beyond: f64, of_one: f64) {
        self.beyond += beyond;
        self.of_one += of_one;
        self.beyond_squares += beyond * beyond;
        self.of_one_squares += of_one * of_one;
        self.products += beyond * of_one;
    }
}

/// Most Newton steps; a finite fit takes fewer than ten.
const MOST_STEPS: u32 = 50;
/// Log-odds beyond which the likelihood is taken to have no maximum.
pub(crate) const MOST_LOG_ODDS: f64 = 40.0;

impl LogisticFit {
    /// Fits the coefficients by Newton's method.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] unless there are more groups than coefficients, each with trials,
    /// [`StatsError::Successes`] for an impossible group, [`StatsError::Collinear`] where the
    /// features are linearly dependent, [`StatsError::Separated`] where the likelihood has no
    /// maximum because some combination of features always wins.
    ///
    /// # Panics
    ///
    /// If groups differ in their number of features.
    pub fn new(groups: &[Group<'_>]) -> Result<Self, StatsError> {
        check(groups)?;
        let width = groups[0].features.len();
        let mut at = Point::new(groups, DVector::zeros(width));
        for _ in 0..MOST_STEPS {
            let step = at.factor()?.solve(&at.gradient);
            let next = line_search(groups, &at, &step)?;
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
        let mut scatter = Scatter::default();
        let correction = small_sample(groups.len(), width);
        for group in groups {
            let p = at.score(group);
            let trials = group.trials as f64;
            let residual = group.successes - trials * p;
            let binomial = trials * p * (1.0 - p);
            pearson += residual * residual / binomial;
            add_square(&mut meat, group.features, residual * residual);
            // Trials of a group share its log-odds: each pair of them adds its covariance.
            let shared = trials * (trials - 1.0) * (p * (1.0 - p)).powi(2);
            scatter.add(residual * residual * correction - binomial, shared);
        }
        let free = (groups.len() - width) as f64;
        let bread = at.factor()?.inverse();
        let covariance = &bread * meat * &bread * small_sample(groups.len(), width);
        Ok(Self {
            coefficients: at.coefficients,
            bread,
            covariance,
            dispersion: pearson / free,
            scatter,
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
    /// If an index is out of range.
    #[must_use]
    pub fn covariance(&self, i: usize, j: usize) -> f64 {
        self.covariance[(i, j)]
    }

    /// Pearson's statistic over its degrees of freedom: about 1 where wins and losses have binomial
    /// scatter about the fit; larger where the groups differ by more than the features explain.
    #[must_use]
    pub const fn dispersion(&self) -> f64 {
        self.dispersion
    }

    /// Standard deviation of the groups' log-odds about the fit, beyond binomial scatter, by the method of moments; unlike the
    /// dispersion it does not grow with the trials of a group. Its square is a quotient of sums over groups, whose error
    /// is that of a ratio (W. G. Cochran, Sampling Techniques, 3rd ed. (1977), section 2.11). Scores are less than linear in
    /// log-odds, so that a variance v shows as v / (1 + 0.4 v), which is undone; what is left of that error is less than 4 % up to
    /// a scatter of 1. Where many trials are drawn the scatter comes out too small: draws vary less than wins and losses, as
    /// which they are counted.
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1), [`StatsError::TooFew`] for groups of one trial each.
    pub fn scatter(&self, confidence: f64) -> Result<Estimate, StatsError> {
        let z = z_score(confidence)?;
        let Scatter {
            beyond,
            of_one,
            beyond_squares,
            of_one_squares,
            products,
        } = self.scatter;
        if of_one <= 0.0 {
            return Err(StatsError::TooFew { needed: 2, got: 1 });
        }
        let variance = beyond / of_one;
        let squares =
            beyond_squares - 2.0 * variance * products + variance * variance * of_one_squares;
        let reach = z * squares.max(0.0).sqrt() / of_one;
        let deviation = |seen: f64| {
            // A variance seen as 2 is that of certain wins and losses; less is left of it to undo.
            let seen = seen.clamp(0.0, 2.0);
            (seen / (1.0 - 0.4 * seen)).sqrt()
        };
        Ok(Estimate {
            estimate: deviation(variance),
            low: deviation(variance - reach),
            high: deviation(variance + reach),
            confidence,
            method: Method::Moments,
        })
    }

    /// Standard error of a function of the coefficients with this gradient at their estimate, by the
    /// delta method.
    ///
    /// # Panics
    ///
    /// If the length of the gradient differs from the number of coefficients.
    #[must_use]
    pub fn standard_error(&self, gradient: &[f64]) -> f64 {
        let gradient = DVector::from_column_slice(gradient);
        let variance = gradient.dot(&(&self.covariance * &gradient));
        variance.max(0.0).sqrt()
    }

    /// The influence of each fitted group on a function of the coefficients with this gradient: the sum
    /// of their squares is the squared standard error, without the small-sample correction.
    ///
    /// # Panics
    ///
    /// If the width of the gradient or of a group differs from the number of coefficients.
    #[must_use]
    pub fn influences(&self, groups: &[Group<'_>], gradient: &[f64]) -> Vec<f64> {
        let of_one = self.influences_of_one(groups, gradient);
        let influence = |(group, of_one): (&Group<'_>, f64)| {
            let pairs = self.coefficients.iter().zip(group.features);
            let log_odds: f64 = pairs.map(|(a, b)| a * b).sum();
            let expected = group.trials as f64 * logistic(log_odds);
            (group.successes - expected) * of_one
        };
        groups.iter().zip(of_one).map(influence).collect()
    }

    /// The influence that one more success in each of these groups would have on a function of the coefficients with this
    /// gradient.
    ///
    /// # Panics
    ///
    /// If the width of the gradient or of a group differs from the number of coefficients.
    #[must_use]
    pub fn influences_of_one(&self, groups: &[Group<'_>], gradient: &[f64]) -> Vec<f64> {
        let direction = &self.bread * DVector::from_column_slice(gradient);
        let of_one = |group: &Group<'_>| {
            assert_eq!(
                group.features.len(),
                direction.len(),
                "groups of this shape"
            );
            let pairs = direction.iter().zip(group.features);
            pairs.map(|(a, b)| a * b).sum()
        };
        groups.iter().map(of_one).collect()
    }
}

/// Small-sample factor of a variance summed over groups: fitting the coefficients makes the residuals
/// too small.
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
        // A diagonal as small as the rounding error of its computation means a singular matrix.
        let least = factor.l_dirty().diagonal().amin();
        if least * least > 1e-12 * scale {
            Ok(factor)
        } else {
            Err(StatsError::Collinear)
        }
    }
}

/// Takes the step, or the largest half, quarter, … of it that does not lower the likelihood.
fn line_search(
    groups: &[Group<'_>],
    from: &Point,
    step: &DVector<f64>,
) -> Result<Point, StatsError> {
    let mut length = 1.0;
    loop {
        let to = Point::new(groups, &from.coefficients + step * length);
        // Near the maximum a gain is smaller than rounding errors.
        let slack = 1e-12 * from.log_likelihood.abs();
        if to.log_likelihood >= from.log_likelihood - slack {
            let too_far = |group| to.log_odds(group).abs() > MOST_LOG_ODDS;
            return if groups.iter().any(too_far) {
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

/// The score with these log-odds.
pub(crate) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

#[cfg(test)]
mod tests;
