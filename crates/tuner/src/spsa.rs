//! Simultaneous perturbation stochastic approximation: climbs a hill by comparing two points at a time.
//!
//! J. C. Spall, IEEE Transactions on Automatic Control 37 (1992) 332–341. Each step goes a little way
//! along a random direction and as far against it, compares the two points, and moves towards the better
//! one. Two points suffice however many numbers are sought.

use rand::{Rng, RngExt as _};

/// How far a point goes for a score that is wholly one-sided, in scales of its axes.
const RATE: f64 = 6.0;
/// The scale of an axis: share of where it starts.
const SCALE: f64 = 0.15;
/// Steps fade as (1 + step / `FADING`)^-`POWER`.
const FADING: f64 = 40.0;
const POWER: f64 = 0.3;
/// Two points this far to either side of a third are never rounded to the same whole number, not even
/// at the edge of a range.
const LEAST_REACH: f64 = 1.0;

/// One number that is sought.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    /// Where the search starts.
    pub(crate) start: f64,
    /// The greatest value; the least is 0.
    pub(crate) most: f64,
    /// The scale at least.
    pub(crate) step: f64,
}

impl Axis {
    fn scale(&self) -> f64 {
        (SCALE * self.start).max(self.step)
    }
}

/// A search under way.
#[derive(Clone, Debug)]
pub(crate) struct Spsa {
    axes: Vec<Axis>,
    point: Vec<f64>,
    /// Over the steps of the second half.
    sums: Vec<f64>,
    steps: u32,
    done: u32,
}

impl Spsa {
    /// A search of so many steps, at least one.
    pub(crate) fn new(axes: Vec<Axis>, steps: u32) -> Self {
        Self {
            point: axes.iter().map(|axis| axis.start).collect(),
            sums: vec![0.0; axes.len()],
            axes,
            steps,
            done: 0,
        }
    }

    /// Where the search is.
    pub(crate) fn point(&self) -> &[f64] {
        &self.point
    }

    /// Takes one step and returns the score: what `play` says that its first point scores against its
    /// second, from 0 to 1.
    ///
    /// # Errors
    /// Those of `play`.
    pub(crate) fn step<E>(
        &mut self,
        rng: &mut impl Rng,
        play: impl FnOnce(&[f64], &[f64]) -> Result<f64, E>,
    ) -> Result<f64, E> {
        let fade = libm::pow(1.0 + f64::from(self.done) / FADING, -POWER);
        let signs: Vec<f64> = (self.axes.iter())
            .map(|_| [-1.0, 1.0][rng.random_range(0..2)])
            .collect();
        let away = |way: f64| {
            let reach = |axis: &Axis| (fade * axis.scale()).max(LEAST_REACH);
            self.moved(|at| way * signs[at] * reach(&self.axes[at]))
        };
        let score = play(&away(1.0), &away(-1.0))?;
        let gain = RATE * fade * (score - 0.5);
        self.point = self.moved(|at| gain * signs[at] * self.axes[at].scale());
        if self.done >= self.steps / 2 {
            for (sum, value) in self.sums.iter_mut().zip(&self.point) {
                *sum += value;
            }
        }
        self.done += 1;
        Ok(score)
    }

    /// The mean of the points of the second half of the steps; the start before there are any.
    pub(crate) fn mean(&self) -> Vec<f64> {
        let counted = self.done.saturating_sub(self.steps / 2);
        if counted == 0 {
            return self.axes.iter().map(|axis| axis.start).collect();
        }
        let mean = |sum: &f64| sum / f64::from(counted);
        self.sums.iter().map(mean).collect()
    }

    /// The point moved along each axis by so much, within its range.
    fn moved(&self, by: impl Fn(usize) -> f64) -> Vec<f64> {
        let axes = self.axes.iter().zip(&self.point).enumerate();
        axes.map(|(at, (axis, value))| (value + by(at)).clamp(0.0, axis.most))
            .collect()
    }
}

#[cfg(test)]
mod tests;
