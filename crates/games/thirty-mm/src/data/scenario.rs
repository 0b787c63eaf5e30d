//! A battle to be played: two squads, what lies on the board, options.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use equipoise_engine::Side;
use serde::Serialize;

use super::colour::Colour;
use super::kind::UnitKind;
use super::mission::Mission;
use super::sheet::Sheet;
use super::squad::EngagementSize;

/// One side's squad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Force {
    /// Name.
    pub name: String,
    /// At least one unit.
    pub units: Vec<Sheet>,
}

impl Force {
    /// The units by what they are: the most Defense first, names last of all. Battles are played and
    /// reported in this order, so that the order of a list decides nothing.
    #[must_use]
    pub fn ranked(&self) -> Vec<&Sheet> {
        let plain = |sheet: &&Sheet| {
            let nameless = Sheet {
                name: String::new(),
                points: None,
                ..(*sheet).clone()
            };
            (Reverse(sheet.total_defense()), nameless, sheet.name.clone())
        };
        let mut ranked: Vec<&Sheet> = self.units.iter().collect();
        ranked.sort_by_cached_key(plain);
        ranked
    }
}

/// Hexes of one colour and level. They lie twice on the board: as listed, and turned by half a circle
/// (`mm30.board.symmetry`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// Colour.
    pub colour: Colour,
    /// Level of the ground (`mm30.terrain.levels`).
    pub level: i8,
    /// File and row of each hex.
    pub hexes: Vec<[u8; 2]>,
}

/// A structure, which stands twice on the board as an [`Area`] lies there, unless it covers the middle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Building {
    /// File and row of each hex.
    pub hexes: Vec<[u8; 2]>,
    /// Level of its top (`mm30.structure.defense`).
    pub top: i8,
}

/// A battle to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scenario {
    /// Name on the command line.
    pub name: String,
    /// One line for lists.
    pub summary: String,
    /// Limit of the squads; none without a size (`mm30.squad.under-limit`).
    pub size: Option<EngagementSize>,
    /// The mission; without one the battle is played to annihilation.
    pub mission: Option<Mission>,
    /// The side that acts first in every round; rolled for without it (`mm30.turn.roll-for-sides`).
    pub attacker: Option<Side>,
    /// Coloured, raised and sunken ground.
    pub areas: Vec<Area>,
    /// Structures.
    pub buildings: Vec<Building>,
    /// Side A's squad, side B's squad.
    pub forces: [Force; 2],
    /// Rules options the scenario sets, by their command-line names.
    pub options: BTreeMap<String, String>,
}

impl Scenario {
    /// Two squads on an open board.
    #[must_use]
    pub const fn open(forces: [Force; 2]) -> Self {
        Self {
            name: String::new(),
            summary: String::new(),
            size: None,
            mission: None,
            attacker: None,
            areas: Vec::new(),
            buildings: Vec::new(),
            forces,
            options: BTreeMap::new(),
        }
    }

    /// Whether an attack sub is to fight where there is no water (`mm30.vehicle.sub-water`).
    #[must_use]
    pub fn lacks_water(&self) -> bool {
        let mut units = self.forces.iter().flat_map(|force| &force.units);
        let sub = units.any(|unit| unit.kind == UnitKind::AttackSub);
        sub && !self.areas.iter().any(|area| area.colour.is_water())
    }

    /// The same battle with the seats changed. The halves of the board are alike, so the ground stays.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let [a, b] = self.forces.clone();
        Self {
            attacker: self.attacker.map(Side::other),
            forces: [b, a],
            ..self.clone()
        }
    }
}
