//! A line through estimates that scatter about it by more than their errors.

use crate::error::StatsError;

/// Most steps to the variance of the scatter; they double it at first, then its correct digits.
const MOST_STEPS: u32 = 500;
/// Change of that variance, as a share of it, below which it stands.
const STILL: f64 = 1e-12;
/// Share of a point's luck that its residual must keep: with less, the line passes through it anyway.
const LEAST_FREE: f64 = 1e-9;
/// Share by which a misfit must be smaller to count as such, beyond rounding errors: through two places, lines on
/// any scale fit alike.
const SMALLER: f64 = 1e-9;

/// An estimate at its place along the line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    /// Sampling variance of `y`.
    pub(super) variance: f64,
}

/// Least squares with weights 1 / (v + τ²): the mixed model yᵢ = a + b xᵢ + uᵢ + eᵢ, in which points differ
/// from the line by uᵢ, of variance τ² for all, and from themselves by sampling errors eᵢ, of known variance vᵢ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Line {
    pub(super) intercept: f64,
    pub(super) slope: f64,
    /// τ².
    pub(super) heterogeneity: f64,
    /// How many points there are beyond the two that any line fits.
    degrees: f64,
    /// Σ w.
    total: f64,
    /// Σ w x / Σ w.
    centre: f64,
    /// Σ w (x − centre)².
    breadth: f64,
    /// Q = Σ w r², of residuals r.
    misfit: f64,
}

impl Line {
    /// The line for a given τ².
    pub(super) fn with_heterogeneity(points: &[Point], heterogeneity: f64) -> Self {
        let weight = |point: &Point| 1.0 / (point.variance + heterogeneity);
        let sum = |of: &dyn Fn(&Point) -> f64| -> f64 {
            points.iter().map(|point| weight(point) * of(point)).sum()
        };
        let total = sum(&|_| 1.0);
        let centre = sum(&|p| p.x) / total;
        let height = sum(&|p| p.y) / total;
        let breadth = sum(&|p| (p.x - centre).powi(2));
        let slope = sum(&|p| (p.x - centre) * (p.y - height)) / breadth;
        let intercept = height - slope * centre;
        Self {
            intercept,
            slope,
            heterogeneity,
            degrees: points.len() as f64 - 2.0,
            total,
            centre,
            breadth,
            misfit: sum(&|p| (p.y - intercept - slope * p.x).powi(2)),
        }
    }

    /// The line with the τ² at which Q equals its expectation, the number of points less two, or 0 where even
    /// that is too much: the estimate of R. C. Paule and J. Mandel (Journal of Research of the National Bureau of
    /// Standards 87 (1982) 377–385), which R. DerSimonian and R. Kacker (Contemporary Clinical Trials 28 (2007)
    /// 105–114) derive as the method of moments of DerSimonian and Laird with the weights it leads to.
    ///
    /// Q falls with τ² and is convex, so Newton's steps from 0 approach the solution from one side.
    ///
    /// # Errors
    ///
    /// [`StatsError::NoConvergence`].
    pub(super) fn fit(points: &[Point]) -> Result<Self, StatsError> {
        let mut line = Self::with_heterogeneity(points, 0.0);
        for _ in 0..MOST_STEPS {
            let excess = line.misfit - line.degrees;
            if excess <= 0.0 {
                return Ok(line);
            }
            // dQ/dτ² = −Σ (w r)²: the line is where Q is least, so its own movement adds nothing.
            let fall: f64 = points
                .iter()
                .map(|p| (line.residual(p) * line.weight(p)).powi(2))
                .sum();
            let step = excess / fall;
            line = Self::with_heterogeneity(points, line.heterogeneity + step);
            if step <= STILL * line.heterogeneity {
                return Ok(line);
            }
        }
        Err(StatsError::NoConvergence("the scatter about a line"))
    }

    /// Whether the same ordinates scatter less about this line than about another.
    pub(super) fn fits_better_than(&self, other: &Self) -> bool {
        let smaller = |of: f64, than: f64| of < than * (1.0 - SMALLER);
        // Where neither has scatter, the misfits are to the same weights.
        if self.heterogeneity == 0.0 && other.heterogeneity == 0.0 {
            smaller(self.misfit, other.misfit)
        } else {
            smaller(self.heterogeneity, other.heterogeneity)
        }
    }

    /// How far a point lies above the line.
    pub(super) fn residual(&self, point: &Point) -> f64 {
        point.y - self.intercept - self.slope * point.x
    }

    /// Variance of the residual of one of the points as the others have it, and the degrees of freedom that they
    /// leave to it; `None` where the point alone makes the line what it is.
    ///
    /// The variance of yᵢ is vᵢ + τ², times what Q without this point is of its expectation, but no less than vᵢ:
    /// a point far from the line does not excuse itself. Its residual has the share 1 − hᵢ of it, since the
    /// line leans towards it: the externally studentised residual (R. D. Cook and S. Weisberg, Residuals and
    /// Influence in Regression (1982), 2.2), which has Student's t distribution where all vᵢ are equal.
    pub(super) fn luck(&self, point: &Point) -> Option<(f64, f64)> {
        let free = 1.0 - self.leverage(point);
        let degrees = self.degrees - 1.0;
        if free < LEAST_FREE || degrees < 1.0 {
            return None;
        }
        let weight = self.weight(point);
        let own = weight * self.residual(point).powi(2) / free;
        let of_others = (self.misfit - own).max(0.0) / degrees / weight;
        Some((free * of_others.max(point.variance), degrees))
    }

    fn weight(&self, point: &Point) -> f64 {
        1.0 / (point.variance + self.heterogeneity)
    }

    /// hᵢ: how much of a move of this point the line follows.
    fn leverage(&self, point: &Point) -> f64 {
        let along = (point.x - self.centre).powi(2) / self.breadth;
        self.weight(point) * (1.0 / self.total + along)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The 13 trials of the BCG vaccine against tuberculosis (G. A. Colditz et al., JAMA 271 (1994) 698–702; C. S.
    /// Berkey et al., Statistics in Medicine 14 (1995) 395–411): cases and others among the vaccinated, among the
    /// rest, and the degrees of latitude.
    const BCG: [[f64; 5]; 13] = [
        [4.0, 119.0, 11.0, 128.0, 44.0],
        [6.0, 300.0, 29.0, 274.0, 55.0],
        [3.0, 228.0, 11.0, 209.0, 42.0],
        [62.0, 13_536.0, 248.0, 12_619.0, 52.0],
        [33.0, 5_036.0, 47.0, 5_761.0, 13.0],
        [180.0, 1_361.0, 372.0, 1_079.0, 44.0],
        [8.0, 2_537.0, 10.0, 619.0, 19.0],
        [505.0, 87_886.0, 499.0, 87_892.0, 13.0],
        [29.0, 7_470.0, 45.0, 7_232.0, 27.0],
        [17.0, 1_699.0, 65.0, 1_600.0, 42.0],
        [186.0, 50_448.0, 141.0, 27_197.0, 18.0],
        [5.0, 2_493.0, 3.0, 2_338.0, 33.0],
        [27.0, 16_886.0, 29.0, 17_825.0, 33.0],
    ];

    /// Logarithms of relative risks, on latitude.
    fn bcg() -> Vec<Point> {
        let point = |[ill, well, ill_without, well_without, x]: [f64; 5]| {
            let (with, without) = (ill + well, ill_without + well_without);
            Point {
                x,
                y: (ill / with / (ill_without / without)).ln(),
                variance: 1.0 / ill - 1.0 / with + 1.0 / ill_without - 1.0 / without,
            }
        };
        BCG.map(point).to_vec()
    }

    /// Standard errors of intercept and slope.
    fn errors(line: &Line) -> [f64; 2] {
        let of_slope = 1.0 / line.breadth;
        [1.0 / line.total + line.centre.powi(2) * of_slope, of_slope].map(f64::sqrt)
    }

    fn assert_line(line: &Line, expected: [f64; 5], digits: f64) {
        let [of_intercept, of_slope] = errors(line);
        let found = [
            line.heterogeneity,
            line.intercept,
            of_intercept,
            line.slope,
            of_slope,
        ];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < digits, "{line:?}: {expected}");
        }
    }

    /// The published line, with the τ² of DerSimonian and Laird: that at which Q with the weights 1 / v equals its
    /// expectation.
    #[test]
    fn the_bcg_trials_by_dersimonian_and_laird_are_as_published() {
        let plain = Line::with_heterogeneity(&bcg(), 0.0);
        let points = bcg();
        let free = points
            .iter()
            .map(|p| plain.weight(p) * (1.0 - plain.leverage(p)));
        let heterogeneity = (plain.misfit - plain.degrees) / free.sum::<f64>();
        let line = Line::with_heterogeneity(&bcg(), heterogeneity);
        assert_line(&line, [0.0633, 0.2595, 0.2323, -0.0292, 0.0067], 5e-5);
    }

    /// By bisection of Q − 11 in another program.
    #[test]
    fn the_bcg_trials_by_paule_and_mandel() {
        let line = Line::fit(&bcg()).unwrap();
        let expected = [
            0.142_131_941_473,
            0.221_915_964_507,
            0.317_473_696_547,
            -0.028_564_525_894,
            0.009_070_188_871,
        ];
        assert_line(&line, expected, 1e-11);
        assert!((line.misfit - 11.0).abs() < 1e-9, "{line:?}");
    }

    #[test]
    fn the_scatter_is_found_however_small_the_errors() {
        for variance in [1e-15, 1e-6, 1.0, 1e6] {
            let points: Vec<Point> = bcg().iter().map(|p| Point { variance, ..*p }).collect();
            let plain = Line::with_heterogeneity(&points, 0.0);
            // Equal variances: residuals of one line, whatever the weights.
            let squares = plain.misfit * variance;
            let expected = (squares / 11.0 - variance).max(0.0);
            let found = Line::fit(&points).unwrap().heterogeneity;
            assert!((found - expected).abs() < 1e-9, "{found}, {expected}");
        }
    }

    /// With equal variances a point is judged as by the line through the others, which does not know of it.
    #[test]
    fn a_point_is_judged_by_the_others() {
        let points: Vec<Point> = bcg()
            .iter()
            .map(|p| Point {
                variance: 0.01,
                ..*p
            })
            .collect();
        let line = Line::fit(&points).unwrap();
        for (place, point) in points.iter().enumerate() {
            let mut others = points.clone();
            others.remove(place);
            let others = Line::fit(&others).unwrap();
            let variance = (1.0 + others.leverage(point)) / others.weight(point);
            let expected = others.residual(point) / variance.sqrt();
            let (luck, degrees) = line.luck(point).unwrap();
            let found = line.residual(point) / luck.sqrt();
            assert!((found - expected).abs() < 1e-9, "{found}, {expected}");
            assert_eq!(degrees, 10.0);
        }
    }

    #[test]
    fn a_point_alone_at_its_place_is_not_judged() {
        let mut points = bcg();
        points.iter_mut().for_each(|p| p.x = 30.0);
        points[4].x = 50.0;
        let line = Line::fit(&points).unwrap();
        assert_eq!(line.luck(&points[4]), None);
        assert!(line.luck(&points[5]).is_some());
    }
}
