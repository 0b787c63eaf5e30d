//! Odds of an attack, exact and sampled, as `equipoise odds` gives them.

use equipoise_analysis::odds::{OddsResult, SampledOdds};
use equipoise_engine::front_end::Charted;
use serde_json::Value;

use super::reading::{make_printable, read};
use crate::error::ReportError;

/// A distribution of an attack.
#[derive(Debug, Clone)]
pub(crate) struct Odds {
    pub(crate) charted: Charted,
    /// Ascending in value.
    pub(crate) exact: Vec<Outcome>,
    pub(crate) sampled: Option<SampledOdds>,
}

/// A value with its probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) value: i64,
    pub(crate) probability: f64,
}

impl Odds {
    /// What the values are counted in; empty where that has no name.
    pub(crate) fn unit(&self) -> &str {
        self.charted.unit.as_deref().unwrap_or_default()
    }

    pub(crate) fn parse(name: &str, text: &str) -> Result<Self, ReportError> {
        let OddsResult {
            mut charted,
            parts,
            sampled,
            ..
        } = read(name, text)?;
        let refuse = |message: String| ReportError::Document {
            name: name.to_owned(),
            message,
        };
        let parts = Value::Object(parts);
        let found = parts.pointer(&charted.path);
        let found = found.ok_or_else(|| refuse(format!("no distribution at {}", charted.path)))?;
        let exact = outcomes(found).map_err(|e| refuse(format!("{}: {e}", charted.path)))?;
        let thrown = |s: &SampledOdds| {
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
        let success = charted.success.iter_mut().map(|success| &mut success.name);
        make_printable(charted.unit.iter_mut().chain(success));
        make_printable([&mut charted.of, &mut charted.attack]);
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
