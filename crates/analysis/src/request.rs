//! What requests have in common.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Which game is played, with which units, by whom, by which rules and on which dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    /// Name of the game, one of [`games::names`](crate::games::names).
    pub system: String,
    /// Folder of the dataset; the embedded one unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<PathBuf>,
    /// Policies by name, of contestant a and of contestant b.
    pub policies: [String; 2],
    /// Rules options by name; a later one overrides an earlier one.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// Master seed of the dice.
    #[serde(default = "first_seed")]
    pub seed: u64,
}

const fn first_seed() -> u64 {
    1
}

impl GameRequest {
    /// The embedded dataset of a game, both sides played by its default policy, seed 1.
    #[must_use]
    pub fn new(system: &str) -> Self {
        let policy = crate::games::find(system)
            .and_then(|game| game.policies().next())
            .unwrap_or_default();
        Self {
            system: system.to_owned(),
            dataset: None,
            policies: [policy, policy].map(str::to_owned),
            options: Vec::new(),
            seed: first_seed(),
        }
    }

    /// The same, both sides played by this policy.
    #[must_use]
    pub fn played_by(mut self, policy: &str) -> Self {
        self.policies = [policy, policy].map(str::to_owned);
        self
    }
}

/// Which pairings a sweep plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grid {
    /// Everyone against the reference profiles.
    Standard,
    /// Every pairing of the profiles.
    Full,
}

impl Grid {
    /// Name in manifests and folder names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Full => "full",
        }
    }

    /// Battles per pairing unless a request says otherwise.
    #[must_use]
    pub const fn default_runs(self) -> u64 {
        match self {
            Self::Standard => 2000,
            Self::Full => 200,
        }
    }
}

/// Refuses a number out of range; `what` names it in the message.
pub(crate) fn within(what: &str, number: u64, range: &RangeInclusive<u64>) -> Result<(), Error> {
    if range.contains(&number) {
        return Ok(());
    }
    Err(Error::Input(format!(
        "{what}: expected {} to {}, got {number}",
        range.start(),
        range.end()
    )))
}
