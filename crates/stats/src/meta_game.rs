//! The meta-game, in which each side picks a player, with sampling uncertainty.

use rand::Rng;

use crate::alpha_rank::AlphaRank;
use crate::cyclic::{Decomposition, LengthErrors, Lengths};
use crate::dominance::{Dominance, sure_dominance};
use crate::error::StatsError;
use crate::interval::z_score;
use crate::interval::{Estimate, Method};
use crate::league::{League, Meeting};
use crate::nash::NashAverage;
use crate::payoffs::Payoffs;
use crate::resample::{Resampling, quantile};

/// A league as the game in which each side picks a player, prepared for resampling.
///
/// Nash average, α-rank and dominance need a result for each pair, so they use a panel of players that
/// all met each other; the cyclic share uses all pairs that met.
#[derive(Debug, Clone)]
pub struct MetaGame<'a> {
    league: &'a League,
    panel: &'a [usize],
    alpha_rank: AlphaRank,
    decomposition: Decomposition,
    resampling: Resampling,
}

/// The estimates from one resampled league.
#[derive(Debug, Clone, PartialEq)]
pub struct Replicate {
    /// `None` where the computation did not converge.
    nash: Option<NashAverage>,
    masses: Vec<f64>,
}

/// Estimates of the meta-game. Vectors are in the order of the panel.
#[derive(Debug, Clone, PartialEq)]
pub struct MetaReport {
    /// Weight of each player in the maximum-entropy equilibrium; none where the computation did not converge.
    pub weights: Vec<Estimate>,
    /// Payoff of each player against that equilibrium: wins minus losses per game; none without an equilibrium.
    pub values: Vec<Estimate>,
    /// Mass of each player in α-rank.
    pub masses: Vec<Estimate>,
    /// Share of the payoffs that no ranking explains.
    pub cyclic: CyclicShare,
    /// Significant dominance between players.
    pub dominance: Vec<Dominance>,
}

/// Share of the squared payoffs that no ranking explains, with the mean contribution of noise removed
/// from numerator and denominator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CyclicShare {
    /// The share; `None` where the payoffs do not differ significantly from noise.
    pub estimate: Option<f64>,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// The share in the observed payoffs, noise included; `None` where all are zero.
    pub uncorrected: Option<f64>,
    /// Number of independent cycles among the pairs.
    pub cycles: usize,
}

impl<'a> MetaGame<'a> {
    /// Prepares a league for resampling; the players of `panel` all met each other.
    ///
    /// # Errors
    ///
    /// Those of [`Decomposition::new`].
    pub fn new(
        league: &'a League,
        panel: &'a [usize],
        alpha_rank: AlphaRank,
    ) -> Result<Self, StatsError> {
        let pairs: Vec<(usize, usize)> = league.meetings().iter().map(|m| (m.a, m.b)).collect();
        Ok(Self {
            league,
            panel,
            alpha_rank,
            decomposition: Decomposition::new(league.players(), &pairs)?,
            resampling: Resampling::new(league),
        })
    }

    /// Resamples the games of each pair and estimates from them.
    ///
    /// # Errors
    ///
    /// Those of [`NashAverage::new`].
    pub fn replicate<R: Rng + ?Sized>(&self, rng: &mut R) -> Result<Replicate, StatsError> {
        self.estimate(&self.resampling.draw(rng))
    }

    fn estimate(&self, league: &League) -> Result<Replicate, StatsError> {
        let payoffs = Payoffs::of_league(league, self.panel);
        Ok(Replicate {
            nash: NashAverage::new(&payoffs).ok(),
            masses: self.alpha_rank.masses(&payoffs),
        })
    }

    /// The estimates of the league, with intervals from the replicates.
    ///
    /// The intervals of weights, values and masses are percentiles of the replicates. That of the cyclic share is
    /// Fieller's for a ratio, from the variances of both squared lengths: the replicates scatter about payoffs that have
    /// noise in them already, and know nothing of the share without it. Where the length of all payoffs is within the
    /// error of noise there is no share.
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1), and those of [`NashAverage::new`].
    pub fn report(
        &self,
        replicates: &[Replicate],
        confidence: f64,
    ) -> Result<MetaReport, StatsError> {
        let seen = self.estimate(self.league)?;
        // Replicates without an equilibrium, if any, say nothing of it.
        let ranges = |of: &dyn Fn(&Replicate) -> &[f64]| {
            let range = |(at, &estimate): (usize, &f64)| {
                let values = replicates.iter().filter_map(|r| of(r).get(at).copied());
                let values: Vec<f64> = values.collect();
                percentiles(estimate, &values, confidence)
            };
            of(&seen).iter().enumerate().map(range).collect()
        };
        Ok(MetaReport {
            weights: ranges(&|of| of.nash.as_ref().map_or(&[], |nash| &nash.weights)),
            values: ranges(&|of| of.nash.as_ref().map_or(&[], |nash| &nash.values)),
            masses: ranges(&|replicate| &replicate.masses),
            cyclic: self.cyclic_share(confidence)?,
            dominance: sure_dominance(self.league, self.panel, confidence)?,
        })
    }

    fn cyclic_share(&self, confidence: f64) -> Result<CyclicShare, StatsError> {
        let (flow, variances) = (flow(self.league), variances(self.league));
        let games: Vec<u64> = self.league.meetings().iter().map(Meeting::games).collect();
        let share = CyclicShare {
            estimate: None,
            low: 0.0,
            high: 1.0,
            uncorrected: self.decomposition.lengths(&flow).share(),
            cycles: self.decomposition.cycles(),
        };
        let seen = self.decomposition.corrected(&flow, &variances);
        let errors = self.decomposition.errors(&flow, &variances, &games);
        let z = z_score(confidence)?;
        let Some(estimate) = seen
            .share()
            .filter(|_| seen.total > z * errors.total.max(0.0).sqrt())
        else {
            return Ok(share);
        };
        let [low, high] = ratio_interval(seen, errors, z);
        Ok(CyclicShare {
            estimate: Some(estimate.clamp(0.0, 1.0)),
            low: low.clamp(0.0, 1.0),
            high: high.clamp(0.0, 1.0),
            ..share
        })
    }
}

/// Fieller's interval of the cyclic share: the shares s at which the cyclic length is no farther than z standard errors
/// from s times the total. The total is farther than that from zero, so it is an interval.
fn ratio_interval(seen: Lengths, errors: LengthErrors, z: f64) -> [f64; 2] {
    let square = z * z;
    let a = seen.total * seen.total - square * errors.total;
    let b = seen.total * seen.cyclic - square * errors.both;
    let c = seen.cyclic * seen.cyclic - square * errors.cyclic;
    let reach = (b * b - a * c).max(0.0).sqrt();
    [(b - reach) / a, (b + reach) / a]
}

/// Wins minus losses per game of each pair.
fn flow(league: &League) -> Vec<f64> {
    league.meetings().iter().map(Meeting::payoff_a).collect()
}

/// Variance of each entry of [`flow`]: the unbiased estimate from the games of the pair.
///
/// A single game has no such estimate: with half a win and half a loss added, as in [`Resampling`], the
/// variance is 3/4, or 1/2 for a draw.
fn variances(league: &League) -> Vec<f64> {
    let variance = |meeting: &Meeting| {
        let games = meeting.games() as f64;
        let decided = (meeting.wins_a + meeting.wins_b) as f64;
        match meeting.games() {
            1 => 0.5 + 0.25 * decided,
            _ => (decided / games - meeting.payoff_a().powi(2)) / (games - 1.0),
        }
    };
    league.meetings().iter().map(variance).collect()
}

/// The percentile interval of the values, extended to include the estimate.
fn percentiles(estimate: f64, values: &[f64], confidence: f64) -> Estimate {
    let tail = (1.0 - confidence) / 2.0;
    let end = |fraction| quantile(values, fraction).unwrap_or(estimate);
    Estimate {
        estimate,
        low: end(tail).min(estimate),
        high: end(1.0 - tail).max(estimate),
        confidence,
        method: Method::Bootstrap,
    }
}

#[cfg(test)]
mod tests;
