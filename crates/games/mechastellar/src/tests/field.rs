//! Tables with terrain, control points and deployments for rule tests.

use super::hexmap;
use equipoise_engine::Hex;

use super::arena::Arena;
use crate::data::profile::UnitProfile;
use crate::data::scenario::{Entry, Force, Scenario, TerrainPiece};
use crate::data::table::Table;
use crate::options::Options;

/// What a test changes about an open table of 12 by 12 hexes before two forces meet on it.
pub(super) struct Field {
    pub(super) scenario: Scenario,
    pub(super) options: Options,
}

impl Field {
    /// Two forces of single units on a bare Ground table, zones of 4 rows.
    pub(super) fn new(a: &[UnitProfile], b: &[UnitProfile]) -> Self {
        let force = |units: &[UnitProfile]| Force {
            name: String::new(),
            entries: units.iter().cloned().map(Entry::single).collect(),
            commander: None,
            commander_trait: None,
            fleet: None,
            secondary: Vec::new(),
        };
        Self {
            scenario: Scenario::open(Table::DUEL, [force(a), force(b)]),
            options: hexmap(),
        }
    }

    /// Adds a piece of terrain on hexes; its number is the count of pieces before it.
    pub(super) fn piece(mut self, tags: TerrainPiece, hexes: &[(i16, i16)]) -> Self {
        let place = |&(q, r): &(i16, i16)| Hex::new(q, r).to_offset();
        self.scenario
            .terrain
            .push(with!(tags, hexes: hexes.iter().map(place).collect()));
        self
    }

    /// Adds a control point on a hex.
    pub(super) fn point(mut self, q: i16, r: i16) -> Self {
        let place = Hex::new(q, r).to_offset();
        self.scenario.control_points.push(place);
        self
    }

    /// Any other change.
    pub(super) fn with(mut self, change: impl FnOnce(&mut Scenario)) -> Self {
        change(&mut self.scenario);
        self
    }

    /// The battle, units placed as by [`Arena::new`].
    pub(super) fn arena(self) -> Arena {
        Arena::on(&self.scenario, &self.options)
    }
}

/// Terrain without any tag, on no hex yet.
pub(super) fn bare() -> TerrainPiece {
    TerrainPiece {
        name: "piece".to_owned(),
        hexes: Vec::new(),
        level: 0,
        cover: false,
        blocks_los: false,
        obscuring: false,
        deep_water: false,
        destructible: false,
        small: true,
        overhead: false,
    }
}

/// A low destructible wall that gives cover.
pub(super) fn low_wall() -> TerrainPiece {
    with!(bare(), cover: true, destructible: true)
}

/// A destructible wall that blocks line of sight and cannot be stood on.
pub(super) fn high_wall() -> TerrainPiece {
    with!(low_wall(), blocks_los: true)
}

/// A destructible building to stand on, which blocks line of sight up to its level.
pub(super) fn building(level: u8) -> TerrainPiece {
    with!(high_wall(), level: level)
}

/// A jungle: obscuring, indestructible.
pub(super) fn jungle() -> TerrainPiece {
    with!(bare(), obscuring: true)
}

/// Deep water.
pub(super) fn water() -> TerrainPiece {
    with!(bare(), deep_water: true)
}
