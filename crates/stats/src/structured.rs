//! Implied points of a whole grid of units, from what its axes are worth.

use rand::SeedableRng as _;
use rand_distr::{Distribution as _, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::error::StatsError;
use crate::interval::{Estimate, Method, z_score};
use crate::worth::Matchup;

mod design;
mod fit;

use design::Design;
pub use fit::Scatter;
use fit::{Fit, Rows};

/// Share of a kind's size that is the same for all kinds. Held-out battles of a grid whose prices run from 5
/// to 375 points were predicted best between a fifth and a half.
const COMMON: f64 = 0.25;
/// Draws by which simultaneous intervals are calibrated: its own error is 0.3 percentage points.
const DRAWS: usize = 5_000;
/// Seed of those draws, so that a fit has one answer.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
/// Probability that a kind which follows its pattern is taken for an exception, over all kinds.
const EXCEPTION: f64 = 0.01;

/// Implied points of the kinds of a grid: each is worth its size times what the levels of its axes are worth,
/// what pairs of them add, and what is left to itself.
///
/// The model is [`ImpliedPoints`](crate::ImpliedPoints)' with structure. A kind of size `s` adds `s · r` to the
/// log-odds of its army, and
///
/// `r = mean + Σ effect(axis, level) + Σ trend(axis of numbers, level of another) · place + Σ effect(two axes, two
/// levels) + residual`,
///
/// where the place on an axis of numbers goes from −1 at its lowest level to 1 at its highest. Pairs of axes with so few
/// levels that trends would leave fewer than eight effects to tell a variance from have none.
///
/// The size is what effects are shares of: three quarters of the kind's listed points and a quarter of what a
/// unit of an average army is listed at. By listed points alone, an effect would mean nothing on a kind that
/// costs next to nothing, however much it is worth.
///
/// Effects of single axes are fixed, and so are trends: where a Frame is worth the more the higher the Performance,
/// that is most of what a pair of axes adds, and effects of pairs that had to carry it would hardly be shrunk.
/// Effects of pairs of axes, and residuals, are random: each pair of axes has a
/// variance and so have the residuals, so that the results decide how far they are shrunk towards none: it
/// is a logistic mixed model, fitted by penalised quasi-likelihood (N. E. Breslow and D. G. Clayton, Journal
/// of the American Statistical Association 88 (1993) 9–25). Variances maximise the restricted likelihood
/// times the variance, which keeps them from none, where intervals would be too narrow (H. Li and P. Lahiri,
/// Journal of Multivariate Analysis 101 (2010) 882–892), by the iteration of R. Schall (Biometrika 78
/// (1991) 719–727). The dispersion between matchups ([`dispersion`](Self::dispersion)) widens all errors,
/// and so does that variances are estimates.
///
/// Kinds without a place on the grid stand by themselves, and so do *exceptions*: kinds whose residual is so
/// large that one of all kinds would have such a one by chance in a hundred fits. An interval of another kind
/// holds its truth as often as it says over kinds that scatter about their pattern as normally distributed
/// residuals do; a kind that is far from its pattern, yet too near to be told from chance, is drawn towards it.
///
/// Scale and intervals are those of [`ImpliedPoints`](crate::ImpliedPoints): an average army is worth what it
/// costs, and errors include that of the scale.
#[derive(Debug, Clone)]
pub struct StructuredWorth {
    design: Design,
    fit: Fit,
    /// Points that an effect of one adds to a kind.
    sizes: Vec<f64>,
    /// Listed points of an average army, and what each coefficient adds to its worth.
    army: (f64, Vec<f64>),
    /// Points that an effect of one adds to a kind for each point of its size.
    scale: f64,
    exceptions: Vec<usize>,
}

impl StructuredWorth {
    /// Fewest matchups that [`fit`](Self::fit) takes of kinds at these places on these axes: one more than the fixed effects
    /// have coefficients. Useful intervals need many times as many.
    #[must_use]
    pub fn fewest_matchups(places: &[Option<Vec<usize>>], numeric: &[bool]) -> u64 {
        Design::new(places, numeric, &[]).fixed() as u64 + 1
    }

    /// Fits kinds of units with these listed points; `presence` is the number of each in an average army,
    /// `places` the level of each on every axis, `None` for a kind off the grid, and `numeric` whether the levels of
    /// each axis are numbers in order.
    ///
    /// # Errors
    ///
    /// [`StatsError::Points`] for listed points that are not positive, [`StatsError::NoTrend`] when more
    /// points do not score better, [`StatsError::TooFew`] for fewer matchups than
    /// [`fewest_matchups`](Self::fewest_matchups), or than exceptions need besides, [`StatsError::Collinear`] where the matchups cannot tell effects apart,
    /// [`StatsError::Separated`] where some effect always wins, [`StatsError::NoConvergence`].
    ///
    /// # Panics
    ///
    /// If lengths differ.
    pub fn fit(
        matchups: &[Matchup<'_>],
        listed: &[f64],
        presence: &[f64],
        places: &[Option<Vec<usize>>],
        numeric: &[bool],
    ) -> Result<Self, StatsError> {
        assert_eq!(listed.len(), presence.len(), "one number each");
        assert_eq!(listed.len(), places.len(), "one place each");
        if let Some(&points) = listed
            .iter()
            .find(|points| points.is_nan() || **points <= 0.0)
        {
            return Err(StatsError::Points(points));
        }
        let least = z_score(1.0 - EXCEPTION / listed.len() as f64)?;
        let sizes = sizes(listed, presence);
        let army = presence.iter().zip(&sizes).map(|(count, of)| count * of);
        let rows = Rows::new(matchups, &sizes, army.sum())?;
        let mut exceptions = Vec::new();
        loop {
            let design = Design::new(places, numeric, &exceptions);
            let fit = Fit::new(&design, &rows)?;
            // The one that sticks out most: the others are judged anew without it.
            let stray = fit
                .strays(&design)
                .filter(|&(kind, stray)| stray.abs() > least && !exceptions.contains(&kind))
                .max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()));
            if let Some((kind, _)) = stray {
                exceptions.push(kind);
                continue;
            }
            let (mut total, mut army) = (0.0, vec![0.0; design.width()]);
            for (kind, (count, listed)) in presence.iter().zip(listed).enumerate() {
                total += count * listed;
                design.add(kind, count * sizes[kind], &mut army);
            }
            let strength: f64 = army
                .iter()
                .zip(fit.coefficients())
                .map(|(a, b)| a * b)
                .sum();
            if strength.is_nan() || strength <= 0.0 {
                return Err(StatsError::NoTrend { slope: strength });
            }
            exceptions.sort_unstable();
            return Ok(Self {
                design,
                fit,
                sizes,
                army: (total, army),
                scale: total / strength,
                exceptions,
            });
        }
    }

    /// Implied points of each kind, each interval at this level by itself.
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1).
    pub fn each(&self, confidence: f64) -> Result<Vec<Estimate>, StatsError> {
        let z = z_score(confidence)?;
        let sums = self.kinds();
        Ok(sums.map(|sum| self.estimate(&sum, z, confidence)).collect())
    }

    /// Implied points of each kind, with intervals that all hold at once at this level: as many standard
    /// errors wide as the largest of all deviations is at that probability, which errors drawn from
    /// their joint distribution give.
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1).
    pub fn together(&self, confidence: f64) -> Result<Vec<Estimate>, StatsError> {
        let sums: Vec<Vec<(usize, f64)>> = self.kinds().collect();
        self.sums_together(&sums, confidence)
    }

    /// A weighted sum of implied points, by kind and weight: what a step along an axis is worth is that of
    /// kinds with the step, less that of kinds without.
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1).
    ///
    /// # Panics
    ///
    /// If there is no such kind.
    pub fn sum(&self, sum: &[(usize, f64)], confidence: f64) -> Result<Estimate, StatsError> {
        Ok(self.estimate(sum, z_score(confidence)?, confidence))
    }

    /// Weighted sums, as [`sum`](Self::sum), with intervals that all hold at once, as
    /// [`together`](Self::together).
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1).
    ///
    /// # Panics
    ///
    /// If there is no such kind.
    pub fn sums_together(
        &self,
        sums: &[Vec<(usize, f64)>],
        confidence: f64,
    ) -> Result<Vec<Estimate>, StatsError> {
        z_score(confidence)?;
        let errors: Vec<f64> = sums
            .iter()
            .map(|sum| self.fit.standard_error(&self.gradient(sum)))
            .collect();
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(SEED);
        let mut largest: Vec<f64> = (0..DRAWS)
            .map(|_| {
                let normal = (0..self.fit.degrees()).map(|_| StandardNormal.sample(&mut generator));
                let of_kinds = self.deviations(&self.fit.error(normal.collect()));
                let deviation = |sum: &Vec<(usize, f64)>| -> f64 {
                    let terms = sum.iter().map(|&(kind, weight)| weight * of_kinds[kind]);
                    terms.sum()
                };
                let standardised = sums.iter().zip(&errors);
                let standardised = standardised.map(|(sum, error)| deviation(sum).abs() / error);
                standardised.fold(0.0, f64::max)
            })
            .collect();
        largest.sort_unstable_by(f64::total_cmp);
        let rank = (confidence * DRAWS as f64).ceil() as usize;
        let reach = largest[rank.clamp(1, DRAWS) - 1];
        let estimates = sums.iter().map(|sum| self.estimate(sum, reach, confidence));
        Ok(estimates.collect())
    }

    /// Overdispersion of the matchups about the model: about 1 if it explains them.
    #[must_use]
    pub const fn dispersion(&self) -> f64 {
        self.fit.dispersion()
    }

    /// How much pairs of axes and kinds scatter about the effects of single axes.
    #[must_use]
    pub fn scatter(&self) -> Scatter {
        self.fit.scatter(&self.design, self.scale)
    }

    /// Kinds of the grid that do not follow its pattern and are judged by themselves, in order.
    #[must_use]
    pub fn exceptions(&self) -> &[usize] {
        &self.exceptions
    }

    fn kinds(&self) -> impl Iterator<Item = Vec<(usize, f64)>> {
        (0..self.sizes.len()).map(|kind| vec![(kind, 1.0)])
    }

    fn worth(&self, kind: usize) -> f64 {
        self.scale * self.sizes[kind] * self.design.dot(kind, self.fit.coefficients())
    }

    fn value(&self, sum: &[(usize, f64)]) -> f64 {
        let terms = sum.iter().map(|&(kind, weight)| weight * self.worth(kind));
        terms.sum()
    }

    /// Gradient of a sum of implied points by the coefficients: as in `ImpliedPoints::gradient`.
    fn gradient(&self, sum: &[(usize, f64)]) -> Vec<f64> {
        let (total, army) = &self.army;
        let share = -self.value(sum) * self.scale / total;
        let mut gradient: Vec<f64> = army.iter().map(|of| share * of).collect();
        for &(kind, weight) in sum {
            let points = weight * self.scale * self.sizes[kind];
            self.design.add(kind, points, &mut gradient);
        }
        gradient
    }

    /// By how much the implied points of each kind change with the coefficients, to first order: the gradient
    /// of each times this change, of which few coefficients concern a kind.
    fn deviations(&self, change: &[f64]) -> Vec<f64> {
        let (total, army) = &self.army;
        let of_army: f64 = army.iter().zip(change).map(|(a, b)| a * b).sum();
        let deviation = |kind: usize| {
            let own = self.sizes[kind] * self.design.dot(kind, change);
            self.scale * (own - self.worth(kind) / total * of_army)
        };
        (0..self.sizes.len()).map(deviation).collect()
    }

    fn estimate(&self, sum: &[(usize, f64)], z: f64, confidence: f64) -> Estimate {
        let estimate = self.value(sum);
        let reach = z * self.fit.standard_error(&self.gradient(sum));
        Estimate {
            estimate,
            low: estimate - reach,
            high: estimate + reach,
            confidence,
            method: Method::StructuredWorth,
        }
    }
}

/// Points that an effect of one adds to each kind.
fn sizes(listed: &[f64], presence: &[f64]) -> Vec<f64> {
    let units: f64 = presence.iter().sum();
    let points = presence.iter().zip(listed).map(|(count, of)| count * of);
    let mean = points.sum::<f64>() / units;
    let size = |of: &f64| COMMON * mean + (1.0 - COMMON) * of;
    listed.iter().map(size).collect()
}

#[cfg(test)]
mod tests;
