//! Which policies play, on what, and how precisely.

use serde::{Deserialize, Serialize};

use crate::goal::Goal;
use crate::request::GameRequest;

/// A part of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Forces of scenarios against themselves.
    Scenarios,
    /// Units against themselves.
    Duels,
}

impl Part {
    /// As results name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scenarios => "scenarios",
            Self::Duels => "duels",
        }
    }
}

/// How well the policies of a game play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LadderRequest {
    /// Game, dataset, options and seed; its policies are not used.
    pub game: GameRequest,
    /// The policies that meet, the anchor of the ratings first; if empty, all of the game but those that
    /// play battles out.
    #[serde(default)]
    pub policies: Vec<String>,
    /// What is played; both parts if empty.
    #[serde(default)]
    pub only: Vec<Part>,
    /// Scenarios by name or file; all of the dataset if empty.
    #[serde(default)]
    pub scenarios: Vec<String>,
    /// When the battles of a pair end. Numbers of battles are rounded up to whole rounds.
    #[serde(default = "LadderRequest::goal")]
    pub goal: Goal,
}

impl LadderRequest {
    /// Half-width to which the score of each pair is known unless a request says otherwise.
    pub const HALF_WIDTH: f64 = 0.02;

    /// The usual policies on everything that ships.
    #[must_use]
    pub const fn new(game: GameRequest) -> Self {
        Self {
            game,
            policies: Vec::new(),
            only: Vec::new(),
            scenarios: Vec::new(),
            goal: Self::goal(),
        }
    }

    /// Whether a part is played.
    #[must_use]
    pub fn has(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    const fn goal() -> Goal {
        Goal::Until {
            half_width: Self::HALF_WIDTH,
            confidence: equipoise_simulator::CONFIDENCE,
            most: None,
        }
    }
}
