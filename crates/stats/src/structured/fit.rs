//! The logistic mixed model behind the worth of a grid.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use super::design::{Block, Design, Effects};
use crate::error::StatsError;
use crate::logistic::{Group, LogisticFit, MOST_LOG_ODDS, logistic};
use crate::worth::Matchup;

/// Variance of each kind of random effect to begin with: a fifth of the price.
const FIRST_VARIANCE: f64 = 0.04;
/// A likelihood that is multiplied by the variance has its maximum where the squares of the effects with two
/// variances more make up the variance.
const ADJUSTMENT: f64 = 2.0;
/// Most by which a step changes a variance, as a factor.
const MOST_CHANGE: f64 = 4.0;
/// Dispersion of results without any scatter, so that nothing is divided by zero.
const LEAST_DISPERSION: f64 = 1e-9;
/// Most steps; a fit takes some twenty.
const MOST_STEPS: u32 = 500;
/// Change of worth, as a share of the price, below which the fit stands.
const STILL: f64 = 1e-7;

/// Coefficients, their errors and the variances of random ones.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    coefficients: Vec<f64>,
    /// Standard deviation of each random coefficient, 1 for fixed ones: the units that `factor` is in.
    units: Vec<f64>,
    /// Of the precision of the coefficients, given the variances.
    factor: Cholesky<f64, Dyn>,
    /// Variances of the coefficients in those units.
    errors: Vec<f64>,
    variances: Vec<f64>,
    dispersion: f64,
}

/// Standard deviations of random effects, as shares of listed points.
#[derive(Debug, Clone, PartialEq)]
pub struct Scatter {
    /// Of the effects of each pair of axes, by the numbers of the axes.
    pub pairs: Vec<([usize; 2], f64)>,
    /// Of what is left to each kind.
    pub residual: f64,
}

/// A matchup with its coefficients, those that are not zero.
struct Row {
    features: Vec<(usize, f64)>,
    trials: f64,
    successes: f64,
}

impl Fit {
    pub(super) fn new(
        design: &Design,
        matchups: &[Matchup<'_>],
        listed: &[f64],
    ) -> Result<Self, StatsError> {
        if matchups.len() <= design.fixed() {
            return Err(StatsError::TooFew {
                needed: design.fixed() as u64 + 1,
                got: matchups.len() as u64,
            });
        }
        let rows = rows(design, matchups, listed)?;
        let blocks = design.blocks();
        let mut variances = vec![FIRST_VARIANCE; blocks.len()];
        let mut dispersion = 1.0;
        let mut at = vec![0.0; design.width()];
        for _ in 0..MOST_STEPS {
            let model = Model {
                rows: &rows,
                units: units(design, &variances),
                fixed: design.fixed(),
                dispersion,
            };
            let (mut next, factor) = model.step(&at)?;
            let errors = inverse_diagonal(&factor);
            let free: Vec<f64> = blocks
                .iter()
                .map(|block| block.width as f64 - errors[block.range()].iter().sum::<f64>())
                .collect();
            for ((variance, block), free) in variances.iter_mut().zip(blocks).zip(&free) {
                let squares: f64 = next[block.range()].iter().map(|of| of * of).sum();
                // A single effect, or effects of which the results say nothing, have no variance.
                *variance = if block.width > 1 && *free > 1e-9 {
                    let estimate = (squares + ADJUSTMENT * *variance) / free;
                    estimate.clamp(*variance / MOST_CHANGE, *variance * MOST_CHANGE)
                } else {
                    next[block.range()].fill(0.0);
                    0.0
                };
            }
            let used = design.fixed() as f64 + free.iter().sum::<f64>();
            let pearson: f64 = rows.iter().map(|row| row.pearson(&next)).sum();
            dispersion = (pearson / (rows.len() as f64 - used)).max(LEAST_DISPERSION);
            let moved = next.iter().zip(&at).map(|(next, at)| (next - at).abs());
            let moved = moved.fold(0.0, f64::max);
            at = next;
            if moved <= STILL {
                return Ok(Self {
                    coefficients: at,
                    units: model.units,
                    factor,
                    errors,
                    variances,
                    dispersion,
                });
            }
        }
        Err(StatsError::NoConvergence("the variances of effects"))
    }

    pub(super) fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    pub(super) const fn dispersion(&self) -> f64 {
        self.dispersion
    }

    pub(super) fn scatter(&self, design: &Design) -> Scatter {
        let mut scatter = Scatter {
            pairs: Vec::new(),
            residual: 0.0,
        };
        for (block, variance) in design.blocks().iter().zip(&self.variances) {
            match block.effects {
                Effects::Pair(axes) => scatter.pairs.push((axes, variance.sqrt())),
                Effects::Residual => scatter.residual = variance.sqrt(),
            }
        }
        scatter
    }

    /// Standard error of a function of the coefficients with this gradient.
    pub(super) fn standard_error(&self, gradient: &[f64]) -> f64 {
        let scaled = gradient.iter().zip(&self.units).map(|(of, unit)| of * unit);
        let mut solved: Vec<f64> = scaled.collect();
        forward(self.factor.l_dirty(), &mut solved, 0);
        solved.iter().map(|of| of * of).sum::<f64>().sqrt()
    }

    /// An error of the coefficients, from independent standard normal numbers.
    pub(super) fn error(&self, normal: Vec<f64>) -> Vec<f64> {
        let lower = self.factor.l_dirty();
        let mut error = normal;
        for at in (0..error.len()).rev() {
            let column = &lower.column(at);
            let below = at + 1..error.len();
            let sum: f64 = below.map(|row| column[row] * error[row]).sum();
            error[at] = (error[at] - sum) / column[at];
        }
        error
            .iter_mut()
            .zip(&self.units)
            .for_each(|(of, unit)| *of *= unit);
        error
    }

    /// How many of its standard errors each kind is off its pattern, if it followed it as others do.
    pub(super) fn strays<'a>(
        &'a self,
        design: &'a Design,
    ) -> impl Iterator<Item = (usize, f64)> + 'a {
        let residuals = design
            .blocks()
            .iter()
            .find(|block| block.effects == Effects::Residual);
        let range = residuals.map_or(0..0, Block::range);
        (0..design.kinds()).filter_map(move |kind| {
            let (column, _) = *design.row(kind).last()?;
            if !range.contains(&column) {
                return None;
            }
            let unit = self.units[column];
            // A residual that the results say nothing of has no error to compare it with.
            let known = 1.0 - self.errors[column];
            (unit > 0.0 && known > 1e-9)
                .then(|| (kind, self.coefficients[column] / unit / known.sqrt()))
        })
    }
}

/// The matchups at some variances.
struct Model<'a> {
    rows: &'a [Row],
    units: Vec<f64>,
    fixed: usize,
    dispersion: f64,
}

impl Model<'_> {
    /// A Newton step, or the largest half, quarter, … of it that does not lower the penalised likelihood,
    /// and the precision before it.
    fn step(&self, at: &[f64]) -> Result<(Vec<f64>, Cholesky<f64, Dyn>), StatsError> {
        let width = at.len();
        let (mut gradient, mut precision) = (DVector::zeros(width), DMatrix::zeros(width, width));
        for row in self.rows {
            row.differentiate(
                at,
                &self.units,
                self.dispersion,
                &mut gradient,
                &mut precision,
            );
        }
        for random in self.fixed..width {
            precision[(random, random)] += 1.0;
            gradient[random] -= self.in_units(at, random);
        }
        let diagonal = precision.diagonal();
        let factor = Cholesky::new(precision).ok_or(StatsError::Collinear)?;
        let pivots = factor.l_dirty().diagonal();
        // A pivot as small as the rounding error of its computation means a singular matrix.
        if pivots
            .iter()
            .zip(&diagonal)
            .any(|(pivot, of)| pivot * pivot <= 1e-11 * of)
        {
            return Err(StatsError::Collinear);
        }
        let step = factor.solve(&gradient);
        let from = self.objective(at);
        let mut length = 1.0;
        loop {
            let to: Vec<f64> = (0..width)
                .map(|column| at[column] + length * step[column] * self.units[column])
                .collect();
            // Near the maximum a gain is smaller than rounding errors.
            if self.objective(&to) >= from - 1e-10 * from.abs() {
                let too_far = |row: &Row| row.log_odds(&to).abs() > MOST_LOG_ODDS;
                return if self.rows.iter().any(too_far) {
                    Err(StatsError::Separated)
                } else {
                    Ok((to, factor))
                };
            }
            length /= 2.0;
            if length < 1e-9 {
                return Err(StatsError::Separated);
            }
        }
    }

    fn in_units(&self, at: &[f64], column: usize) -> f64 {
        let unit = self.units[column];
        if unit == 0.0 { 0.0 } else { at[column] / unit }
    }

    /// The likelihood less the penalty of random coefficients.
    fn objective(&self, at: &[f64]) -> f64 {
        let likelihood: f64 = self.rows.iter().map(|row| row.log_likelihood(at)).sum();
        let random = (self.fixed..at.len()).map(|column| self.in_units(at, column).powi(2));
        likelihood / self.dispersion - random.sum::<f64>() / 2.0
    }
}

impl Row {
    fn log_odds(&self, at: &[f64]) -> f64 {
        let terms = self
            .features
            .iter()
            .map(|&(column, feature)| feature * at[column]);
        terms.sum()
    }

    fn log_likelihood(&self, at: &[f64]) -> f64 {
        let odds = self.log_odds(at);
        // ln(1 + e^odds), without overflow.
        let all = odds.max(0.0) + libm::log1p(libm::exp(-odds.abs()));
        self.successes * odds - self.trials * all
    }

    fn pearson(&self, at: &[f64]) -> f64 {
        let p = logistic(self.log_odds(at));
        let residual = self.successes - self.trials * p;
        residual * residual / (self.trials * p * (1.0 - p))
    }

    /// Adds the derivatives of the likelihood over the dispersion; of the second only the lower triangle.
    fn differentiate(
        &self,
        at: &[f64],
        units: &[f64],
        dispersion: f64,
        gradient: &mut DVector<f64>,
        precision: &mut DMatrix<f64>,
    ) {
        let p = logistic(self.log_odds(at));
        let residual = (self.successes - self.trials * p) / dispersion;
        let weight = self.trials * p * (1.0 - p) / dispersion;
        for (index, &(column, feature)) in self.features.iter().enumerate() {
            let scaled = feature * units[column];
            gradient[column] += residual * scaled;
            let mut sums = precision.column_mut(column);
            for &(row, other) in &self.features[index..] {
                sums[row] += weight * scaled * other * units[row];
            }
        }
    }
}

/// Matchups as rows of the regression. Features are log-odds by the listed points alone, so that
/// coefficients are worth per listed point.
fn rows(design: &Design, matchups: &[Matchup<'_>], listed: &[f64]) -> Result<Vec<Row>, StatsError> {
    let points = |matchup: &Matchup<'_>| -> f64 {
        assert_eq!(
            matchup.surplus.len(),
            listed.len(),
            "a number for each kind"
        );
        let terms = matchup.surplus.iter().zip(listed);
        terms
            .map(|(&count, points)| f64::from(count) * points)
            .sum()
    };
    let surplus: Vec<[f64; 1]> = matchups.iter().map(|matchup| [points(matchup)]).collect();
    let groups: Vec<Group<'_>> = matchups
        .iter()
        .zip(&surplus)
        .map(|(matchup, features)| Group {
            features,
            trials: matchup.battles,
            successes: matchup.points,
        })
        .collect();
    let rate = LogisticFit::new(&groups)?.coefficients()[0];
    if rate <= 0.0 {
        return Err(StatsError::NoTrend { slope: rate });
    }
    let mut dense = vec![0.0; design.width()];
    let row = |matchup: &Matchup<'_>| {
        for (kind, (&count, points)) in matchup.surplus.iter().zip(listed).enumerate() {
            if count != 0 {
                design.add(kind, rate * f64::from(count) * points, &mut dense);
            }
        }
        let mut features = Vec::new();
        for (column, feature) in dense.iter_mut().enumerate() {
            if *feature != 0.0 {
                features.push((column, std::mem::take(feature)));
            }
        }
        Row {
            features,
            trials: matchup.battles as f64,
            successes: matchup.points,
        }
    };
    Ok(matchups.iter().map(row).collect())
}

/// Standard deviation of each random coefficient, 1 for fixed ones.
fn units(design: &Design, variances: &[f64]) -> Vec<f64> {
    let mut units = vec![1.0; design.width()];
    for (block, variance) in design.blocks().iter().zip(variances) {
        units[block.range()].fill(variance.sqrt());
    }
    units
}

/// Diagonal of the inverse of a factored matrix.
fn inverse_diagonal(factor: &Cholesky<f64, Dyn>) -> Vec<f64> {
    let lower = factor.l_dirty();
    let mut column = vec![0.0; lower.nrows()];
    (0..lower.nrows())
        .map(|at| {
            column.fill(0.0);
            column[at] = 1.0;
            forward(lower, &mut column, at);
            column[at..].iter().map(|of| of * of).sum()
        })
        .collect()
}

/// Solves a lower triangular system; the right-hand side is zero before `first`.
fn forward(lower: &DMatrix<f64>, right: &mut [f64], first: usize) {
    for at in first..right.len() {
        let column = lower.column(at);
        let column = column.as_slice();
        let (done, rest) = right.split_at_mut(at + 1);
        done[at] /= column[at];
        let value = done[at];
        for (of, factor) in rest.iter_mut().zip(&column[at + 1..]) {
            *of -= value * factor;
        }
    }
}
