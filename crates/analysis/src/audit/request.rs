//! What an audit of play measures, and how thoroughly.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use equipoise_simulator::Plan;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::points::PointsRequest;
use crate::request::{GameRequest, within};

/// A part of an audit of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Whether better units do better.
    Monotonicity,
    /// Which tools are used.
    Tools,
    /// What is left to gain.
    Gain,
    /// Whether the order of a list decides anything.
    Order,
}

/// How well sides play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayAuditRequest {
    /// Game, policy of both sides, options and seed.
    pub game: GameRequest,
    /// What is measured; everything if empty.
    #[serde(default)]
    pub only: Vec<Part>,
    /// Units that are looked at; all named units of the dataset if empty.
    #[serde(default)]
    pub units: Vec<String>,
    /// Opponents of units with a better stat; the reference profiles of the standard grid if empty.
    #[serde(default)]
    pub against: Vec<String>,
    /// Battles of each unit with a better stat against each opponent, on the dice of the unit as it is;
    /// an odd number is rounded up, so that both seats are played equally.
    #[serde(default = "runs")]
    pub runs: u64,
    /// Models of a unit with a better stat, against as many of each opponent; more than one fight on the
    /// table of random armies instead of a duel.
    #[serde(default = "copies")]
    pub copies: u64,
    /// Battles of each scenario in which uses of tools are counted; each pair of units plays a
    /// hundredth of it, at least two. Odd numbers are rounded up.
    #[serde(default = "battles")]
    pub battles: u64,
    /// Battles of a policy that plays battles out against the audited one, all scenarios together; rounded up
    /// to whole rounds.
    #[serde(default = "gain")]
    pub gain: u64,
    /// Matchups of random armies for each order of the units, eight battles each.
    #[serde(default = "matchups")]
    pub matchups: u64,
    /// Battles of each force against itself in each order; rounded up to a multiple of four, so that
    /// either order plays both seats on both grounds equally.
    #[serde(default = "mirrored")]
    pub mirrored: u64,
    /// Army files that are set against themselves beside the forces of the scenarios.
    #[serde(default)]
    pub armies: Vec<PathBuf>,
}

impl PlayAuditRequest {
    /// Battles against each opponent unless a request says otherwise.
    pub const RUNS: u64 = 1_000;
    /// Models of a unit unless a request says otherwise.
    pub const COPIES: u64 = 1;
    /// Models of a unit there can be.
    pub const COPIES_RANGE: RangeInclusive<u64> = 1..=8;
    /// Battles of each scenario unless a request says otherwise.
    pub const BATTLES: u64 = 1_000;
    /// Battles against a policy that plays battles out unless a request says otherwise.
    pub const GAIN: u64 = 2_000;
    /// Matchups for each order unless a request says otherwise.
    pub const MATCHUPS: u64 = 4_000;
    /// Battles of each force against itself unless a request says otherwise.
    pub const MIRRORED: u64 = 4_000;
    /// Orders in which lists are shuffled.
    pub const ORDERS: u64 = 3;
    /// Chance that any case of monotonicity is called worse although none is, at most.
    pub const SIGNIFICANCE: f64 = 0.05;

    /// Matchups there can be.
    pub const MATCHUPS_RANGE: RangeInclusive<u64> = PointsRequest::MATCHUPS_RANGE;

    /// Everything, of all named units.
    #[must_use]
    pub const fn new(game: GameRequest) -> Self {
        Self {
            game,
            only: Vec::new(),
            units: Vec::new(),
            against: Vec::new(),
            runs: Self::RUNS,
            copies: Self::COPIES,
            battles: Self::BATTLES,
            gain: Self::GAIN,
            matchups: Self::MATCHUPS,
            mirrored: Self::MIRRORED,
            armies: Vec::new(),
        }
    }

    /// Whether a part is measured.
    #[must_use]
    pub fn has(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    /// Refuses numbers out of range and armies that no part would play.
    pub(super) fn check(&self) -> Result<(), Error> {
        if !self.armies.is_empty() && !self.has(Part::Order) {
            let reason =
                "armies are played by the part `order`, which is not among those asked for";
            return Err(Error::Input(reason.to_owned()));
        }
        let battles = 1..=Plan::MAX_RUNS;
        within("runs", self.runs, &battles)?;
        within("copies", self.copies, &Self::COPIES_RANGE)?;
        within("battles", self.battles, &battles)?;
        within("gain", self.gain, &battles)?;
        within("mirrored", self.mirrored, &battles)?;
        within("matchups", self.matchups, &Self::MATCHUPS_RANGE)
    }
}

const fn runs() -> u64 {
    PlayAuditRequest::RUNS
}

const fn copies() -> u64 {
    PlayAuditRequest::COPIES
}

const fn battles() -> u64 {
    PlayAuditRequest::BATTLES
}

const fn gain() -> u64 {
    PlayAuditRequest::GAIN
}

const fn matchups() -> u64 {
    PlayAuditRequest::MATCHUPS
}

const fn mirrored() -> u64 {
    PlayAuditRequest::MIRRORED
}
