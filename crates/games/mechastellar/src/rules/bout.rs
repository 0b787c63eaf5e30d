//! A matchup resolved to indices and tables: compiled once, played many times.

use std::ops::Range;
use std::sync::Arc;

use equipoise_engine::{Hex, Side};

use super::chances::Chances;
use super::distances::Distances;
use super::expect::Expectations;
use super::lead::Lead;
use super::lines::Lines;
use super::mission::Mission;
use super::scoring::Scoring;
use super::secondary::Secondary;
use super::terrain::Terrain;
use super::unit::CompiledUnit;
use super::unit_id::UnitId;
use crate::data::scenario::{Deployment, Environment};
use crate::data::table::Table;
use crate::options::{HexSize, Options};
use crate::policy_kind::PolicyKind;
use crate::weights::Weights;

/// Two forces, a table, options and policies; immutable.
#[derive(Clone, Debug)]
pub struct Bout {
    /// Side A's first; shared with copies of the bout.
    pub(crate) units: Arc<[CompiledUnit]>,
    pub(crate) ranges: [Range<UnitId>; 2],
    pub(crate) table: Table,
    pub(crate) distances: Distances,
    pub(crate) environment: Environment,
    pub(crate) deployment: Deployment,
    pub(crate) terrain: Terrain,
    pub(crate) lines: Arc<Lines>,
    pub(crate) control_points: Vec<Hex>,
    pub(crate) options: Options,
    /// The numbers of the scoring profile.
    pub(crate) scoring: Scoring,
    /// What the mode adds to it.
    pub(crate) mission: Mission,
    /// What those who lead bring, by side.
    pub(crate) leads: [Lead; 2],
    /// What its sides have chosen to score besides.
    pub(crate) secondary: Secondary,
    pub(crate) policies: [PolicyKind; 2],
    pub(crate) starting_momentum: [u8; 2],
    pub(crate) expectations: Expectations,
    /// What the best attacks of a side's units are worth on the mean, in thousandths of a victory point.
    pub(crate) best_worth: [i32; 2],
    /// Weights of the policies that have some, by side.
    pub(crate) weights: [Weights; 2],
    /// The model of a duel on an open table, as each side sees it.
    pub(crate) chances: [Option<Arc<Chances>>; 2],
    /// There are ships or aircraft, which some units cannot meet in melee.
    pub(crate) craft: bool,
    /// There are ships that carry, repair or command.
    pub(crate) ships: bool,
    /// There are units that give Commands.
    pub(crate) commanders: bool,
    /// Some unit has traits, or upgrades that act in play.
    pub(crate) perks: bool,
    /// There are barriers.
    pub(crate) barriers: bool,
    /// There are squads, or units that could form one (`ms10.squad.form`, `ms10.squad.reform`).
    pub(crate) reforms: bool,
}

impl Bout {
    /// Units of a side.
    #[inline]
    pub(crate) fn side(&self, side: Side) -> Range<UnitId> {
        self.ranges[side.index()].clone()
    }

    /// The side of a unit: A's come first.
    #[inline(always)]
    pub(crate) fn side_of(&self, unit: UnitId) -> Side {
        if unit < self.ranges[0].end {
            Side::A
        } else {
            Side::B
        }
    }

    /// Units of the other side.
    #[inline]
    pub(crate) fn enemies_of(&self, unit: UnitId) -> Range<UnitId> {
        self.side(self.units[unit].side.other())
    }

    /// Inches of the hexes it is played on.
    #[must_use]
    pub const fn hex_in(&self) -> HexSize {
        self.distances.hex_in
    }

    /// Names of the units, side A's first.
    pub fn unit_names(&self) -> impl Iterator<Item = &str> {
        self.units.iter().map(|u| u.name.as_str())
    }
}
