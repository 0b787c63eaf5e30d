//! What the rules do not allow.

use thiserror::Error;

/// Why an action is not allowed: the rule that forbids it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{why} ({rule})")]
pub struct Refusal {
    /// Id of the rule.
    pub rule: &'static str,
    /// What is missing.
    pub why: &'static str,
}

/// `Ok` if it holds, otherwise the refusal.
pub(crate) const fn require(
    holds: bool,
    rule: &'static str,
    why: &'static str,
) -> Result<(), Refusal> {
    if holds {
        Ok(())
    } else {
        Err(Refusal { rule, why })
    }
}
