//! Squads and the limits of an engagement.

use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::sheet::Sheet;
use crate::options::Options;

/// Engagement Size (`mm30.squad.size-limits`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EngagementSize {
    /// Limit 600.
    Scouting,
    /// Limit 1200.
    Skirmish,
    /// Limit 1800.
    Operation,
    /// Limit 2500.
    Conflagration,
}

impl EngagementSize {
    /// The sizes, smallest first.
    pub const ALL: [Self; 4] = [
        Self::Scouting,
        Self::Skirmish,
        Self::Operation,
        Self::Conflagration,
    ];

    /// Every size with its name in data files.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("scouting", Self::Scouting),
        ("skirmish", Self::Skirmish),
        ("operation", Self::Operation),
        ("conflagration", Self::Conflagration),
    ];

    /// Deployment cost limit of a side.
    #[must_use]
    pub const fn limit(self) -> u32 {
        match self {
            Self::Scouting => 600,
            Self::Skirmish => 1200,
            Self::Operation => 1800,
            Self::Conflagration => 2500,
        }
    }
}

/// Deployment cost of a squad, if it fits the engagement (`mm30.squad.under-limit`).
///
/// # Errors
/// When the squad has no unit or costs too much.
pub fn squad_charge(
    squad: &[Sheet],
    size: EngagementSize,
    options: &Options,
) -> Result<u32, Fault> {
    let fault = |message| Err(Fault::new("mm30.squad.under-limit", "units", message));
    if squad.is_empty() {
        return fault("no unit, expected at least one".to_owned());
    }
    let total: u32 = squad.iter().map(|sheet| sheet.charge(options)).sum();
    let limit = size.limit();
    if options.cost_strictly_below && total >= limit {
        return fault(format!(
            "deployment cost {total}, expected less than {limit}"
        ));
    }
    if total > limit {
        return fault(format!("deployment cost {total}, expected at most {limit}"));
    }
    Ok(total)
}
