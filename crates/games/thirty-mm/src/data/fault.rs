//! What is wrong with a datasheet or a squad.

use std::fmt;

use equipoise_engine::Side;
use thiserror::Error;

/// A rule that a datasheet or squad breaks, with what is legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message} ({rule})")]
pub struct Fault {
    /// Id of the rule.
    pub rule: &'static str,
    /// Field of the data file that holds the mistake.
    pub field: &'static str,
    /// What was found and what is legal.
    pub message: String,
}

/// Every rule that a matchup breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.0.iter().enumerate() {
            let between = if at == 0 { "" } else { "; " };
            write!(f, "{between}{fault}")?;
        }
        Ok(())
    }
}

impl Fault {
    pub(crate) fn new(rule: &'static str, field: &'static str, message: String) -> Self {
        Self {
            rule,
            field,
            message,
        }
    }

    /// A number of entries above a limit.
    pub(crate) fn too_many(
        rule: &'static str,
        field: &'static str,
        what: &str,
        count: usize,
        most: usize,
    ) -> Option<Self> {
        let message = || format!("{count} {what}, expected at most {most}");
        (count > most).then(|| Self::new(rule, field, message()))
    }
}

/// What a fault of a scenario concerns.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Spot {
    /// The scenario as a whole.
    Whole,
    /// The hexes of an area, by number.
    Area(usize),
    /// The hexes of a structure, by number.
    Building(usize),
    /// The units of a side.
    Units(Side),
}
