//! Odds of an attack, exact and sampled, as `equipoise odds` tells them.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::reading::{optional_name, read, share, usual_confidence};
use crate::error::ReportError;

/// A distribution of an attack.
#[derive(Debug, Clone)]
pub(crate) struct Odds {
    pub(crate) charted: Charted,
    /// Ascending in value.
    pub(crate) exact: Vec<Outcome>,
    pub(crate) sampled: Option<Sampled>,
}

/// Which distribution is drawn, in the words of its system.
#[derive(Debug, Clone, Deserialize)]
#[serde(expecting = "an object with path and of")]
pub(crate) struct Charted {
    /// Where in the document it stands, as a JSON pointer (RFC 6901).
    path: String,
    /// What its values are.
    #[serde(deserialize_with = "super::reading::name")]
    pub(crate) of: String,
    /// What they are counted in.
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) unit: String,
    /// The attack.
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) attack: String,
    /// What the attack is from some value on.
    pub(crate) success: Option<Success>,
}

/// A value from which on an attack counts as something.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Success {
    pub(crate) from: i64,
    #[serde(deserialize_with = "super::reading::name")]
    pub(crate) name: String,
}

/// A value with its probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) value: i64,
    pub(crate) probability: f64,
}

/// Attacks thrown with dice.
#[derive(Debug, Clone, Deserialize)]
#[serde(expecting = "an object with attacks and counts")]
pub(crate) struct Sampled {
    pub(crate) attacks: u64,
    pub(crate) seed: Option<u64>,
    /// How often each value was thrown.
    pub(crate) counts: BTreeMap<i64, u64>,
    #[serde(default = "usual_confidence", deserialize_with = "share")]
    pub(crate) confidence: f64,
}

#[derive(Deserialize)]
struct Raw {
    charted: Charted,
    sampled: Option<Sampled>,
}

impl Odds {
    pub(crate) fn parse(name: &str, text: &str) -> Result<Self, ReportError> {
        let Raw { charted, sampled } = read(name, text)?;
        let document: Value = read(name, text)?;
        let refuse = |message: String| ReportError::Document {
            name: name.to_owned(),
            message,
        };
        let found = document.pointer(&charted.path);
        let found = found.ok_or_else(|| refuse(format!("no distribution at {}", charted.path)))?;
        let exact = outcomes(found).map_err(|e| refuse(format!("{}: {e}", charted.path)))?;
        let thrown = |s: &Sampled| {
            s.counts
                .values()
                .try_fold(0_u64, |sum, &n| sum.checked_add(n))
        };
        if let Some(sampled) = &sampled
            && (sampled.attacks == 0 || thrown(sampled) != Some(sampled.attacks))
        {
            let message = "sampled: expected counts that add up to \"attacks\", at least one";
            return Err(refuse(message.to_owned()));
        }
        Ok(Self {
            charted,
            exact,
            sampled,
        })
    }
}

/// Largest value: any whole number up to here has a place of its own on an axis.
const LARGEST: u64 = 1_000_000_000_000_000;

/// Probabilities by value, ascending.
fn outcomes(found: &Value) -> Result<Vec<Outcome>, String> {
    let named = found.as_object().ok_or("expected probabilities by value")?;
    let outcome = |(value, p): (&String, &Value)| {
        let known: Option<i64> = value.parse().ok();
        let known = known.filter(|value| value.unsigned_abs() <= LARGEST);
        let value = known.ok_or_else(|| format!("expected a whole number, found {value:?}"))?;
        let inside = |p: &f64| (0.0..=1.0).contains(p);
        let probability = p.as_f64().filter(inside);
        let probability =
            probability.ok_or(format!("expected a probability at {value}, found {p}"))?;
        Ok(Outcome { value, probability })
    };
    let mut outcomes: Vec<Outcome> = named.iter().map(outcome).collect::<Result<_, String>>()?;
    outcomes.sort_by_key(|outcome| outcome.value);
    let sum: f64 = outcomes.iter().map(|outcome| outcome.probability).sum();
    if (sum - 1.0).abs() > 1e-6 {
        return Err(format!(
            "expected probabilities that add up to 1, found {sum}"
        ));
    }
    Ok(outcomes)
}
