//! Why a unit may not have an upgrade.

use std::fmt::{self, Display, Formatter};

use crate::data::catalogue::limits::Limits;

/// The rule in the way, what was found and what would be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// Title of the rule.
    rule: &'static str,
    message: String,
}

impl Refusal {
    pub(super) const fn new(rule: &'static str, message: String) -> Self {
        Self { rule, message }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}

/// The new value of a field, if it is legal in any profile.
pub(super) fn fit<T: TryFrom<i64>>(
    rule: &'static str,
    what: &str,
    value: i64,
    limits: Limits,
) -> Result<T, Refusal> {
    let illegal = || Refusal::new(rule, format!("{what} would be {value}, expected {limits}"));
    limits.admit(value).ok_or_else(illegal)
}
