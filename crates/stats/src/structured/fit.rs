//! The logistic mixed model behind the worth of a grid.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use super::design::{Block, Design, Effects};
use crate::error::StatsError;
use crate::interval::proportion;
use crate::logistic::{MOST_LOG_ODDS, logistic};
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
/// What an effect of one adds to the log-odds of an average army. It is only the unit that effects are computed in:
/// that in which those of most games are near one, as the first variances are meant for.
const ARMY_LOG_ODDS: f64 = 6.0;
/// Most steps; a fit takes some twenty.
const MOST_STEPS: u32 = 500;
/// Change of the coefficients, as a share of the largest, below which the fit stands.
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
    /// By block, what the estimate of its variance adds to an error of the coefficients.
    shifts: Vec<Vec<f64>>,
    dispersion: f64,
}

/// Standard deviations of random effects, as shares of a kind's size.
#[derive(Debug, Clone, PartialEq)]
pub struct Scatter {
    /// Of the effects of each pair of axes, by the numbers of the axes.
    pub pairs: Vec<([usize; 2], f64)>,
    /// Of what is left to each kind.
    pub residual: f64,
}

/// Matchups as a regression reads them.
pub(super) struct Rows {
    rows: Vec<Row>,
    kinds: usize,
}

/// A matchup with its surplus of each kind, those that are not zero, as log-odds that an effect of one on
/// that kind adds.
struct Row {
    features: Vec<(usize, f64)>,
    trials: f64,
    successes: f64,
}

impl Fit {
    pub(super) fn new(design: &Design, rows: &Rows) -> Result<Self, StatsError> {
        let matchups = rows.rows.len();
        if matchups <= design.fixed() {
            return Err(StatsError::TooFew {
                needed: design.fixed() as u64 + 1,
                got: matchups as u64,
            });
        }
        let blocks = design.blocks();
        let mut variances = vec![FIRST_VARIANCE; blocks.len()];
        let mut dispersion = 1.0;
        let mut at = vec![0.0; design.width()];
        for _ in 0..MOST_STEPS {
            let model = Model {
                rows,
                design,
                units: units(design, &variances),
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
            let spread = rows.dispersion(&design.worths(&next));
            let left = (matchups as f64 - used) / matchups as f64;
            dispersion = (spread / left).max(LEAST_DISPERSION);
            let moved = next.iter().zip(&at).map(|(next, at)| (next - at).abs());
            let moved = moved.fold(0.0, f64::max);
            let largest = next.iter().fold(0.0_f64, |most, of| most.max(of.abs()));
            at = next;
            if moved <= STILL * largest {
                return Ok(Self {
                    shifts: shifts(design, &model.units, &at, &factor, &free),
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

    /// Standard deviations of random effects as shares of a kind's size; an effect of one is `points` such sizes.
    pub(super) fn scatter(&self, design: &Design, points: f64) -> Scatter {
        let mut scatter = Scatter {
            pairs: Vec::new(),
            residual: 0.0,
        };
        for (block, variance) in design.blocks().iter().zip(&self.variances) {
            match block.effects {
                Effects::Pair(axes) => scatter.pairs.push((axes, points * variance.sqrt())),
                Effects::Residual => scatter.residual = points * variance.sqrt(),
            }
        }
        scatter
    }

    /// Standard error of a function of the coefficients with this gradient.
    ///
    /// Variances are estimates. That adds the variance of the function as they vary, to first order, and as much again
    /// because errors given the variances are on average too small by it (N. G. N. Prasad and J. N. K. Rao, Journal of
    /// the American Statistical Association 85 (1990) 163–171).
    pub(super) fn standard_error(&self, gradient: &[f64]) -> f64 {
        let scaled = gradient.iter().zip(&self.units).map(|(of, unit)| of * unit);
        let mut solved: Vec<f64> = scaled.collect();
        forward(self.factor.l_dirty(), &mut solved, 0);
        let given = solved.iter().map(|of| of * of).sum::<f64>();
        let moved = self.shifts.iter().map(|shift| {
            let along: f64 = shift.iter().zip(gradient).map(|(a, b)| a * b).sum();
            along * along
        });
        (given + moved.sum::<f64>()).sqrt()
    }

    /// How many independent standard normal numbers an error takes.
    pub(super) fn degrees(&self) -> usize {
        self.coefficients.len() + self.shifts.len()
    }

    /// An error of the coefficients, from independent standard normal numbers.
    pub(super) fn error(&self, mut normal: Vec<f64>) -> Vec<f64> {
        let lower = self.factor.l_dirty();
        let of_variances = normal.split_off(self.coefficients.len());
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
        for (shift, times) in self.shifts.iter().zip(of_variances) {
            let pairs = error.iter_mut().zip(shift);
            pairs.for_each(|(of, shift)| *of += times * shift);
        }
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
    rows: &'a Rows,
    design: &'a Design,
    units: Vec<f64>,
    dispersion: f64,
}

impl Model<'_> {
    /// A Newton step, or the largest half, quarter, … of it that does not lower the penalised likelihood,
    /// and the precision before it.
    fn step(&self, at: &[f64]) -> Result<(Vec<f64>, Cholesky<f64, Dyn>), StatsError> {
        let width = at.len();
        let (slopes, curvature) = self.rows.differentiate(&self.design.worths(at));
        let (mut gradient, mut precision) = self.design.project(&slopes, &curvature);
        for column in 0..width {
            gradient[column] *= self.units[column] / self.dispersion;
            for row in column..width {
                precision[(row, column)] *= self.units[row] * self.units[column] / self.dispersion;
            }
        }
        for random in self.design.fixed()..width {
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
                return if self.rows.largest_log_odds(&self.design.worths(&to)) > MOST_LOG_ODDS {
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
        let likelihood = self.rows.log_likelihood(&self.design.worths(at));
        let random =
            (self.design.fixed()..at.len()).map(|column| self.in_units(at, column).powi(2));
        likelihood / self.dispersion - random.sum::<f64>() / 2.0
    }
}

impl Rows {
    /// Matchups of kinds of these sizes; an effect of one on each kind of an army, with these sizes in sum, adds
    /// [`ARMY_LOG_ODDS`].
    pub(super) fn new(
        matchups: &[Matchup<'_>],
        sizes: &[f64],
        army: f64,
    ) -> Result<Self, StatsError> {
        let unit = ARMY_LOG_ODDS / army;
        let row = |matchup: &Matchup<'_>| {
            proportion(matchup.points, matchup.battles)?;
            assert_eq!(matchup.surplus.len(), sizes.len(), "a number for each kind");
            let kinds = matchup.surplus.iter().zip(sizes).enumerate();
            let present = kinds.filter(|(_, (count, _))| **count != 0);
            Ok(Row {
                features: present
                    .map(|(kind, (&count, size))| (kind, unit * f64::from(count) * size))
                    .collect(),
                trials: matchup.battles as f64,
                successes: matchup.points,
            })
        };
        Ok(Self {
            rows: matchups.iter().map(row).collect::<Result<_, _>>()?,
            kinds: sizes.len(),
        })
    }

    /// How many times the variance of luck alone the results scatter about these worths.
    ///
    /// Luck of a matchup's own widens close matchups most, and those say most of worths. So squares and variances are
    /// added up by themselves, and each matchup counts by its variance; the mean of their quotients would count them all
    /// alike, and errors would be too small.
    fn dispersion(&self, worths: &[f64]) -> f64 {
        let (mut squares, mut variances) = (0.0, 0.0);
        for row in &self.rows {
            let p = logistic(row.log_odds(worths));
            squares += (row.successes - row.trials * p).powi(2);
            variances += row.trials * p * (1.0 - p);
        }
        squares / variances
    }

    fn log_likelihood(&self, worths: &[f64]) -> f64 {
        let each = self.rows.iter().map(|row| row.log_likelihood(worths));
        each.sum()
    }

    fn largest_log_odds(&self, worths: &[f64]) -> f64 {
        let each = self.rows.iter().map(|row| row.log_odds(worths).abs());
        each.fold(0.0, f64::max)
    }

    /// First derivatives of the likelihood by the worths of kinds, and the second ones without their sign, of
    /// which only the lower triangle is filled.
    fn differentiate(&self, worths: &[f64]) -> (Vec<f64>, DMatrix<f64>) {
        let mut slopes = vec![0.0; self.kinds];
        let mut curvature = DMatrix::zeros(self.kinds, self.kinds);
        for row in &self.rows {
            let p = logistic(row.log_odds(worths));
            let residual = row.successes - row.trials * p;
            let weight = row.trials * p * (1.0 - p);
            for (index, &(kind, feature)) in row.features.iter().enumerate() {
                slopes[kind] += residual * feature;
                let mut sums = curvature.column_mut(kind);
                for &(other, of) in &row.features[index..] {
                    sums[other] += weight * feature * of;
                }
            }
        }
        (slopes, curvature)
    }
}

impl Row {
    fn log_odds(&self, worths: &[f64]) -> f64 {
        let terms = self.features.iter();
        terms.map(|&(kind, feature)| feature * worths[kind]).sum()
    }

    fn log_likelihood(&self, worths: &[f64]) -> f64 {
        let odds = self.log_odds(worths);
        // ln(1 + e^odds), without overflow.
        let all = odds.max(0.0) + libm::log1p(libm::exp(-odds.abs()));
        self.successes * odds - self.trials * all
    }
}

/// By block with a variance, how the coefficients move with the logarithm of that variance, times its standard
/// error and the square root of two, so that its square counts twice ([`Fit::standard_error`]): the error is that of
/// a variance estimated from as many independent effects as the results give.
fn shifts(
    design: &Design,
    units: &[f64],
    at: &[f64],
    factor: &Cholesky<f64, Dyn>,
    free: &[f64],
) -> Vec<Vec<f64>> {
    let blocks = design.blocks().iter().zip(free);
    let blocks = blocks.filter(|(block, free)| block.width > 1 && **free > 1e-9);
    let shift = |(block, free): (&Block, &f64)| {
        // At the maximum the slope of the likelihood is that of the penalty, which the variance divides.
        let mut right = DVector::zeros(at.len());
        for column in block.range() {
            if units[column] > 0.0 {
                right[column] = at[column] / units[column];
            }
        }
        let error = 2.0 / free.sqrt();
        let moved = factor.solve(&right);
        let moved = moved.iter().zip(units);
        moved.map(|(of, unit)| error * of * unit).collect()
    };
    blocks.map(shift).collect()
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
