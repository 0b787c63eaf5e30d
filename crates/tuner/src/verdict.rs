//! Is one set of weights better than another? A sequential test on battles of its own.

use std::fmt;
use std::ops::Range;

use equipoise_engine::text::counted;
use equipoise_mechastellar::weights::CountsIn;
use equipoise_stats::{ConfidenceSequence, Decision, EloModel, Estimate, Sprt};

use crate::args::Play;
use crate::failure::Failure;
use crate::tally::Tally;

/// Error rates of the test.
const ALPHA: f64 = 0.05;
const BETA: f64 = 0.05;
/// Pairs between two looks.
const LOOK: u64 = 250;
const CONFIDENCE: f64 = 0.95;

/// What the test said.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    decision: Decision,
    score: Estimate,
    pairs: u64,
    elo1: f64,
    counts_in: CountsIn,
    scenario: Option<String>,
    seed: u64,
}

/// Plays pairs by their numbers until the test decides or the battles run out.
///
/// # Errors
/// Hypotheses that are none, and those of `battles`.
pub(crate) fn judge(
    play: &Play,
    mut battles: impl FnMut(Range<u64>) -> Result<Tally, Failure>,
) -> Result<Verdict, Failure> {
    let sprt = Sprt::new([0.0, play.elo1], [ALPHA, BETA], EloModel::Normalized);
    let sprt = sprt.map_err(|error| Failure::input(&error))?;
    let most = u64::from(play.test_battles / 2);
    let sequence = ConfidenceSequence::new(half_width(most), CONFIDENCE);
    let sequence = sequence.map_err(|error| Failure::input(&error))?;
    let mut tally = Tally::default();
    let mut decision = Decision::Continue;
    while decision == Decision::Continue && tally.pairs() < most {
        let next = (tally.pairs() + LOOK).min(most);
        tally = tally + battles(tally.pairs()..next)?;
        let ratio = sprt.log_likelihood_ratio(&tally.scores());
        decision = sprt.decision(ratio.map_err(|error| Failure::input(&error))?);
    }
    let score = sequence.interval(tally.sum(), tally.pairs());
    Ok(Verdict {
        decision,
        score: score.map_err(|error| Failure::input(&error))?,
        pairs: tally.pairs(),
        elo1: play.elo1,
        counts_in: play.only.into(),
        scenario: play.scenario.clone(),
        seed: play.seed,
    })
}

/// The half-width that a confidence sequence surely reaches in so many pairs, or nearly one half.
fn half_width(pairs: u64) -> f64 {
    let needed = libm::log(2.0 / (1.0 - CONFIDENCE));
    (needed / (2.0 * pairs as f64)).sqrt().min(0.45)
}

impl Verdict {
    /// Whether the first set is shown to be better.
    #[cfg(test)]
    pub(crate) fn is_better(&self) -> bool {
        self.decision == Decision::H1
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elo = self.elo1;
        match self.decision {
            Decision::H1 => write!(f, "better (H1: normalized Elo rather {elo} than 0)")?,
            Decision::H0 => write!(f, "not better (H0: normalized Elo rather 0 than {elo})")?,
            Decision::Continue => write!(f, "undecided (normalized Elo 0 or {elo})")?,
        }
        let Estimate {
            estimate,
            low,
            high,
            ..
        } = self.score;
        let [estimate, low, high] = [estimate, low, high].map(|share| 100.0 * share);
        let battles = match self.counts_in {
            CountsIn::Duels => counted(2 * self.pairs, "duel"),
            CountsIn::Battles => counted(2 * self.pairs, "battle"),
        };
        let place = match &self.scenario {
            Some(name) => format!(" in {name}"),
            None => String::new(),
        };
        write!(
            f,
            ", alpha {ALPHA}, beta {BETA}; score {estimate:.2} % (95 % interval {low:.2} % to {high:.2} %) \
             in {battles} of greedy against itself{place}, seed {}",
            self.seed
        )
    }
}

#[cfg(test)]
mod tests;
