//! α-rank: the stationary distribution of an evolutionary process.

mod number;
mod stationary;

use crate::{Payoffs, StatsError};
use number::LogNumber;
use stationary::stationary;

/// Ranks players by the share of time that an evolving population spends on each of them.
///
/// All members of a population of size m use one player as their strategy, until a mutant uses another.
/// Members copy each other, fitter ones more often (with selection intensity α), until the mutant has
/// died out or taken over. In the limit of rare mutations, the share of time spent on a player is that
/// player's mass.
///
/// S. Omidshafiei, C. Papadimitriou, G. Piliouras et al., "α-Rank: multi-agent evaluation by
/// evolution", Scientific Reports 9 (2019) 9937, for one population; fitness is the mean payoff
/// against the rest of the population, as in A. Traulsen, J. M. Pacheco and M. A. Nowak, Journal of
/// Theoretical Biology 246 (2007) 522–529.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlphaRank {
    population: u32,
    intensity: f64,
}

impl AlphaRank {
    /// Largest population.
    pub const MAX_POPULATION: u32 = 10_000;

    /// A population of this size, at least 2, with this selection intensity, 0 to 10¹⁰⁰.
    ///
    /// # Errors
    ///
    /// [`StatsError::Population`] or [`StatsError::Intensity`] for numbers out of range.
    pub fn new(population: u32, intensity: f64) -> Result<Self, StatsError> {
        if !(2..=Self::MAX_POPULATION).contains(&population) {
            return Err(StatsError::Population(population));
        }
        if !(0.0..=Payoffs::MOST).contains(&intensity) {
            return Err(StatsError::Intensity(intensity));
        }
        Ok(Self {
            population,
            intensity,
        })
    }

    /// Size of the population.
    #[must_use]
    pub const fn population(&self) -> u32 {
        self.population
    }

    /// Selection intensity.
    #[must_use]
    pub const fn intensity(&self) -> f64 {
        self.intensity
    }

    /// The mass of each player; the masses add up to one.
    ///
    /// With strong selection fixation probabilities underflow. In a constant-sum game one of the two
    /// probabilities of a pair is at least that of a neutral mutant, so the underflow does not matter;
    /// other games are computed with logarithms.
    #[must_use]
    pub fn masses(&self, payoffs: &Payoffs) -> Vec<f64> {
        let players = payoffs.players();
        let logs = self.log_rates(payoffs);
        if is_constant_sum(payoffs) {
            let rates = logs.iter().map(|&log| libm::exp(log).max(NEGLIGIBLE));
            return stationary(players, rates.collect(), 1.0);
        }
        let masses = stationary(
            players,
            logs.into_iter().map(LogNumber).collect(),
            LogNumber(0.0),
        );
        masses.into_iter().map(LogNumber::value).collect()
    }

    /// Logarithms of the probabilities that a mutant of the column's player takes over a population of
    /// the row's.
    fn log_rates(&self, payoffs: &Payoffs) -> Vec<f64> {
        let players = payoffs.players();
        let rate = |at: usize| match (at / players, at % players) {
            (resident, mutant) if resident == mutant => 0.0,
            (resident, mutant) => self.log_fixation(payoffs, mutant, resident),
        };
        (0..players * players).map(rate).collect()
    }

    /// Logarithm of the fixation probability of a single mutant.
    ///
    /// With k mutants the odds of losing one to gaining one are exp(−α d(k)), where d(k) is the
    /// fitness of a mutant less that of a resident; the probability is one over the sum, for l from 0
    /// to m − 1, of the products of the first l of these odds.
    fn log_fixation(&self, payoffs: &Payoffs, mutant: usize, resident: usize) -> f64 {
        let m = f64::from(self.population);
        let [mm, mr, rm, rr] = [
            payoffs.get(mutant, mutant),
            payoffs.get(mutant, resident),
            payoffs.get(resident, mutant),
            payoffs.get(resident, resident),
        ];
        // d(k) is linear in k: its value at k = 0, and the slope per mutant.
        let slope = self.intensity * ((mm - mr) + (rr - rm)) / (m - 1.0);
        let start = self.intensity * (m * mr - mm - (m - 1.0) * rr) / (m - 1.0);
        if slope == 0.0 {
            return log_even_fixation(start, m);
        }
        let lead = |l: f64| l * start + slope * l * (l + 1.0) / 2.0;
        let terms = (0..self.population).map(|l| LogNumber(-lead(f64::from(l))));
        let sum = terms
            .reduce(|sum, term| sum + term)
            .unwrap_or(LogNumber(0.0));
        -sum.0
    }
}

/// Smallest rate used: too small to affect the stationary distribution of a constant-sum game, but
/// enough to leave no state absorbing.
const NEGLIGIBLE: f64 = 1e-300;

/// Logarithm of (1 − e^−u) / (1 − e^−mu), for a lead `u` that does not depend on the number of mutants.
fn log_even_fixation(u: f64, m: f64) -> f64 {
    if u == 0.0 {
        return -libm::log(m);
    }
    let rising = libm::log(libm::expm1(-u.abs()) / libm::expm1(-m * u.abs()));
    if u > 0.0 {
        rising
    } else {
        (m - 1.0) * u + rising
    }
}

fn is_constant_sum(payoffs: &Payoffs) -> bool {
    let sum = 2.0 * payoffs.get(0, 0);
    let players = 0..payoffs.players();
    players
        .clone()
        .all(|i| (0..=i).all(|j| payoffs.get(i, j) + payoffs.get(j, i) == sum))
}

#[cfg(test)]
mod tests;
