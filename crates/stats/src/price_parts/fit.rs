//! The factors of each part of a price.

use rand::SeedableRng as _;
use rand_distr::{Distribution as _, StandardUniform};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::monotone::nearest_rising;

/// Mean square, in their tolerances, of how far kinds that have to move may do so for worths that still count as rising.
const PER_MOVED: f64 = 1.0;
/// What a number must lower the sum of squares by to be worth having.
const PER_NUMBER: f64 = 1.0;
/// Parts at most.
const MOST_PARTS: usize = 12;
/// Random beginnings of each new part, the best of which is kept.
const BEGINNINGS: u64 = 4;
/// Fall of the sum of squares in a round below which factors stand, as a share of it.
const STILL: f64 = 1e-6;
/// What is left of the sum of squares of worths when a fit is exact.
const EXACT: f64 = 1e-12;
/// Most rounds: the last change prices by less than rounding does.
const MOST_ROUNDS: u32 = 5_000;
/// Share of the largest factor of a part on an axis below which another is none.
const NEGLIGIBLE: f64 = 1e-3;
/// Significant digits of a factor, so that a list can be copied by hand and still gives its own prices.
const DIGITS: i32 = 3;

/// One part of the prices of a [`PriceParts`](crate::PriceParts).
#[derive(Debug, Clone, PartialEq)]
pub struct PricePart {
    /// By axis and level.
    factors: Vec<Vec<f64>>,
}

/// The kinds that are priced.
pub(super) struct Kinds<'a> {
    pub(super) worths: Vec<f64>,
    pub(super) weights: Vec<f64>,
    pub(super) places: &'a [Vec<usize>],
    /// Mean of the worths.
    pub(super) mean: f64,
}

impl PricePart {
    /// Factors by axis and level.
    #[must_use]
    pub fn factors(&self) -> &[Vec<f64>] {
        &self.factors
    }

    /// Points that it adds to the price of a kind at these levels.
    pub(super) fn points(&self, place: &[usize]) -> f64 {
        let factors = self.factors.iter().zip(place);
        factors.map(|(of, &level)| of[level]).product()
    }

    /// The product of the factors on all axes but one.
    fn beside(&self, axis: usize, place: &[usize]) -> f64 {
        let others = self.factors.iter().zip(place).enumerate();
        let others = others.filter(|(other, _)| *other != axis);
        others.map(|(_, (of, &level))| of[level]).product()
    }

    /// With factors up to 1 on all axes but the first.
    fn scaled(mut self) -> Self {
        for axis in 1..self.factors.len() {
            let largest = self.factors[axis]
                .iter()
                .fold(0.0_f64, |most, of| most.max(*of));
            if largest > 0.0 {
                self.factors[axis].iter_mut().for_each(|of| *of /= largest);
                self.factors[0].iter_mut().for_each(|of| *of *= largest);
            }
        }
        self
    }

    /// With few digits; a factor that is next to nothing beside the largest of its axis is nothing.
    fn rounded(mut self) -> Self {
        for factors in &mut self.factors {
            let largest = factors.iter().fold(0.0_f64, |most, of| most.max(*of));
            for factor in factors {
                *factor = if *factor < NEGLIGIBLE * largest {
                    0.0
                } else {
                    significant(*factor)
                };
            }
        }
        self
    }
}

impl Kinds<'_> {
    /// The ordered axes along which worths rise, as far as what is tolerated can tell.
    pub(super) fn rising(&self, ordered: &[bool]) -> Vec<bool> {
        let rises = |axis: usize| {
            let alone: Vec<bool> = (0..ordered.len()).map(|of| of == axis).collect();
            let risen = nearest_rising(&self.worths, &self.weights, self.places, &alone);
            let left = self.worths.iter().zip(&risen);
            let left: Vec<f64> = left.map(|(worth, risen)| worth - risen).collect();
            let moved = left.iter().filter(|left| left.abs() > EXACT * self.mean);
            self.squares(&left) <= PER_MOVED * moved.count() as f64
        };
        let axes = ordered.iter().enumerate();
        axes.map(|(axis, ordered)| *ordered && rises(axis))
            .collect()
    }

    /// As many parts as are worth their numbers.
    pub(super) fn parts(&self, axes: usize) -> Vec<PricePart> {
        let levels: Vec<usize> = (0..axes)
            .map(|axis| {
                let of_kinds = self.places.iter().map(|place| place[axis] + 1);
                of_kinds.max().unwrap_or(1)
            })
            .collect();
        let numbers = 1 + levels.iter().map(|of| of - 1).sum::<usize>();
        let mut parts = Vec::new();
        let mut squares = self.squares(&self.worths);
        let exact = EXACT * squares;
        while parts.len() < MOST_PARTS {
            let more = (0..BEGINNINGS).map(|seed| {
                let mut more: Vec<PricePart> = parts.clone();
                more.push(self.beginning(&levels, seed));
                (self.improve(&mut more, exact), more)
            });
            let best = more.min_by(|one, other| one.0.total_cmp(&other.0));
            let Some((left, more)) = best else { break };
            if !parts.is_empty() && squares - left < PER_NUMBER * numbers as f64 {
                break;
            }
            (squares, parts) = (left, more);
        }
        let points = |part: &PricePart| -> f64 {
            let each = self.places.iter().map(|place| part.points(place));
            each.sum()
        };
        parts.sort_by(|one, other| points(other).total_cmp(&points(one)));
        let parts = parts.into_iter();
        parts.map(|part| part.scaled().rounded()).collect()
    }

    /// A part to begin with.
    fn beginning(&self, levels: &[usize], seed: u64) -> PricePart {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut factors: Vec<Vec<f64>> = levels
            .iter()
            .map(|&count| {
                let each = StandardUniform.sample_iter(&mut generator);
                each.take(count).collect()
            })
            .collect();
        for points in factors.iter_mut().take(1).flatten() {
            *points *= self.mean;
        }
        PricePart { factors }
    }

    /// Moves factors until the sum of squares stands, and returns it: those of one part on one axis at a time have a
    /// closed form (A. Cichocki and A.-H. Phan, IEICE Transactions on Fundamentals E92-A (2009) 708–721).
    fn improve(&self, parts: &mut [PricePart], exact: f64) -> f64 {
        let kinds = self.places.iter().zip(&self.worths);
        let mut left: Vec<f64> = kinds
            .map(|(place, worth)| {
                let price: f64 = parts.iter().map(|part| part.points(place)).sum();
                worth - price
            })
            .collect();
        let mut before = f64::INFINITY;
        for _ in 0..MOST_ROUNDS {
            for part in parts.iter_mut() {
                for axis in 0..part.factors.len() {
                    self.improve_axis(part, axis, &mut left);
                }
            }
            let squares = self.squares(&left);
            if before - squares <= STILL * squares + exact {
                return squares;
            }
            before = squares;
        }
        before
    }

    /// The best factors of a part on one axis with all others as they are; a level without kinds keeps its own.
    fn improve_axis(&self, part: &mut PricePart, axis: usize, left: &mut [f64]) {
        let others: Vec<f64> = self
            .places
            .iter()
            .map(|place| part.beside(axis, place))
            .collect();
        let factors = &mut part.factors[axis];
        let (mut sums, mut of_weights) = (vec![0.0; factors.len()], vec![0.0; factors.len()]);
        for (kind, place) in self.places.iter().enumerate() {
            let (level, weight) = (place[axis], self.weights[kind] * others[kind]);
            sums[level] += weight * left[kind];
            of_weights[level] += weight * others[kind];
        }
        let before = factors.clone();
        for ((factor, sum), weight) in factors.iter_mut().zip(sums).zip(of_weights) {
            if weight > 0.0 {
                *factor = (*factor + sum / weight).max(0.0);
            }
        }
        for (kind, place) in self.places.iter().enumerate() {
            let level = place[axis];
            left[kind] += others[kind] * (before[level] - factors[level]);
        }
    }

    /// Weighted sum of the squares of what is left of the worths.
    fn squares(&self, left: &[f64]) -> f64 {
        let kinds = left.iter().zip(&self.weights);
        kinds.map(|(left, weight)| weight * left * left).sum()
    }
}

/// A number that is not negative with few significant digits.
pub(super) fn significant(value: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    let whole = value.log10().floor() as i32 + 1;
    let scale = 10_f64.powi((DIGITS - whole).abs());
    if whole <= DIGITS {
        (value * scale).round() / scale
    } else {
        (value / scale).round() * scale
    }
}
