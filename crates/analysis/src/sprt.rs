//! Whether one side is better by so much: a sequential test of an Elo difference.

use equipoise_stats::{elo_estimate, elo_of_known_scatter, likelihood_of_superiority};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::result::RESULT_SCHEMA;

pub use equipoise_stats::{Decision, EloEstimate, EloModel, Scores, Sprt};

/// Confidence level of the intervals of Elo differences.
const CONFIDENCE: f64 = 0.95;

/// A test of the Elo difference `elo1` (H1) against `elo0` (H0). One may test after every game: the
/// error rates allow for that.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtRequest {
    /// How often each score occurred: losses, draws and wins of single games, or pairs of games that
    /// gave 0, ½, 1, 1½ and 2 points.
    #[serde(with = "ScoresAsCounts")]
    pub counts: Scores,
    /// Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// Elo difference of the hypothesis H1.
    pub elo1: f64,
    /// What these differences mean.
    #[serde(with = "EloModelName")]
    pub model: EloModel,
    /// Chance of deciding for H1 when H0 is true.
    pub alpha: f64,
    /// Chance of deciding for H0 when H1 is true.
    pub beta: f64,
}

/// Where a test stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtResult {
    /// Version of the document.
    pub schema: u32,
    /// Logarithm of how much likelier the games are under H1 than under H0.
    pub llr: f64,
    /// H0 is accepted once `llr` is as low as this.
    pub lower: f64,
    /// H1 is accepted once `llr` is as high as this.
    pub upper: f64,
    /// `H0`, `H1`, or `continue` while the games do not decide.
    #[serde(with = "DecisionName")]
    pub decision: Decision,
    /// The difference by the expected score alone.
    pub elo: EloInterval,
    /// The difference in units of the scatter of a single game.
    pub normalized_elo: EloInterval,
    /// The normalized Elo difference with the interval that fastchess prints, which takes the scatter for known and is
    /// too narrow where a match is one-sided.
    #[serde(default)]
    pub normalized_elo_known_scatter: EloInterval,
    /// Likelihood of superiority: the probability that the true score is above one half.
    pub los: f64,
    /// How intervals and superiority were computed; few games have other ways than many.
    #[serde(default)]
    pub method: String,
    /// What the differences of the hypotheses mean.
    #[serde(with = "EloModelName")]
    pub model: EloModel,
    /// Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// Elo difference of the hypothesis H1.
    pub elo1: f64,
    /// Chance of deciding for H1 when H0 is true.
    pub alpha: f64,
    /// Chance of deciding for H0 when H1 is true.
    pub beta: f64,
    /// How often each score occurred, from the lowest to the highest.
    #[serde(with = "ScoresAsCounts")]
    pub counts: Scores,
}

/// An Elo difference with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EloInterval {
    /// The difference; null when all games were won or lost.
    pub estimate: Option<f64>,
    /// Lower end; null if there is none.
    pub low: Option<f64>,
    /// Upper end; null if there is none.
    pub high: Option<f64>,
}

impl From<EloEstimate> for EloInterval {
    fn from(of: EloEstimate) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        Self {
            estimate: finite(of.estimate),
            low: finite(of.low),
            high: finite(of.high),
        }
    }
}

/// How intervals and superiority are computed, as results say it.
fn method(counts: &Scores) -> &'static str {
    if counts.are_few() {
        "few games: Wilson's interval; superiority by a uniform prior"
    } else {
        "normal approximation"
    }
}

/// Tests an Elo difference.
///
/// # Errors
/// When there are no games, or the hypotheses or error rates are out of range.
pub fn sprt(request: &SprtRequest) -> Result<SprtResult, Error> {
    let SprtRequest {
        counts,
        elo0,
        elo1,
        model,
        alpha,
        beta,
    } = *request;
    let test = Sprt::new([elo0, elo1], [alpha, beta], model)?;
    if counts.total() == 0 {
        return Err(Error::Input("expected at least one game".into()));
    }
    let llr = test.log_likelihood_ratio(&counts)?;
    Ok(SprtResult {
        schema: RESULT_SCHEMA,
        llr,
        lower: test.lower(),
        upper: test.upper(),
        decision: test.decision(llr),
        elo: elo_estimate(&counts, EloModel::Logistic, CONFIDENCE)?.into(),
        normalized_elo: elo_estimate(&counts, EloModel::Normalized, CONFIDENCE)?.into(),
        normalized_elo_known_scatter: elo_of_known_scatter(&counts, CONFIDENCE)?.into(),
        los: likelihood_of_superiority(&counts)?,
        method: method(&counts).to_owned(),
        model,
        elo0,
        elo1,
        alpha,
        beta,
        counts,
    })
}

/// [`EloModel`] as one word.
#[derive(Serialize, Deserialize)]
#[serde(remote = "EloModel", rename_all = "lowercase")]
enum EloModelName {
    Logistic,
    Normalized,
}

/// [`Decision`] as one word.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Decision")]
enum DecisionName {
    H0,
    H1,
    #[serde(rename = "continue")]
    Continue,
}

/// [`Scores`] as three or five counts.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Scores", untagged)]
enum ScoresAsCounts {
    Trinomial([u64; 3]),
    Pentanomial([u64; 5]),
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Decision, Scores, SprtRequest, SprtResult};
    use crate::sprt::sprt;

    /// By hand: 104 even pairs against a lead of 100 √2 ln(10) / 800 = 0.407 standard deviations have a
    /// log-likelihood ratio near -104 · 0.407² / 2 = -8.6, below ln(0.05 / 0.95) = -2.9.
    #[test]
    fn request_and_result_are_documents() {
        for (counts, decision) in [
            (json!([100, 0, 200]), Decision::H1),
            (json!([7, 20, 50, 20, 7]), Decision::H0),
        ] {
            let document = json!({
                "counts": counts, "elo0": 0.0, "elo1": 100.0, "model": "normalized",
                "alpha": 0.05, "beta": 0.05,
            });
            let request: SprtRequest = serde_json::from_value(document.clone()).unwrap();
            assert_eq!(serde_json::to_value(request).unwrap(), document);
            let result = sprt(&request).unwrap();
            assert_eq!(result.decision, decision);
            let document = serde_json::to_value(&result).unwrap();
            let read: SprtResult = serde_json::from_value(document).unwrap();
            assert_eq!(read, result);
        }
    }

    #[test]
    fn what_has_no_end_is_null() {
        let request = SprtRequest {
            counts: Scores::Trinomial([0, 0, 7]),
            elo0: 0.0,
            elo1: 5.0,
            model: super::EloModel::Logistic,
            alpha: 0.05,
            beta: 0.05,
        };
        let elo = sprt(&request).unwrap().elo;
        assert_eq!((elo.estimate, elo.high), (None, None));
        assert!(elo.low.is_some_and(|low| low > 0.0), "{elo:?}");
    }
}
