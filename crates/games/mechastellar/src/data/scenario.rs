//! A battle to be played: table, terrain, control points, forces, options.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::command::{CommanderTrait, Fleet};
use super::profile::UnitProfile;
use super::secondary::Objective;
use super::table::Table;
use crate::options::HexSize;

/// Ground or space (`ms10.setup.environment`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Environment {
    /// Indirect fire may not aim at flyers.
    #[default]
    Ground,
    /// Kinetic indirect weapons give Support ATK instead.
    Space,
}

/// How forces come onto the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deployment {
    /// Between the own edge and the own control point (`ms10.deploy.zone`): rows of the zone, 4 to 80 in.
    Zone(u8),
    /// One by one, anywhere out of sight or 20 in from the enemy (`ms10.deploy.alternate`).
    Alternate,
}

/// What a battle is fought for (`ms93.game.types`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleMode {
    /// Simple Battle: victory points for what is destroyed.
    #[default]
    Simple,
    /// Secure the Objective: victory points for control points as well (`ms93.secure.base`).
    Secure,
    /// Defend the City: victory points for buildings as well (`ms93.rampage.sides`).
    Rampage(Attacker),
    /// Confrontation: three linked battles of the same forces (`ms93.confront.format`).
    Confrontation(Redeployment),
    /// Defend the City against three waves (`ms93.endurance.waves`).
    Endurance(Attacker),
}

impl BattleMode {
    fn is_simple(&self) -> bool {
        *self == Self::Simple
    }

    /// With the sides' seats swapped.
    const fn swapped(self) -> Self {
        match self {
            Self::Simple | Self::Secure | Self::Confrontation(_) => self,
            Self::Rampage(attacker) => Self::Rampage(attacker.swapped()),
            Self::Endurance(attacker) => Self::Endurance(attacker.swapped()),
        }
    }
}

/// How survivors come onto the table of the next battle (`ms93.confront.redeploy`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Redeployment {
    /// As in the first one.
    #[default]
    Same,
    /// In turn, as by [`Deployment::Alternate`].
    Alternate,
}

/// Who wrecks the city; a side that does not defends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attacker {
    /// The force listed first.
    #[default]
    First,
    /// The force listed second.
    Second,
    /// Everybody (`ms93.rampage.free-for-all`).
    Both,
}

impl Attacker {
    const fn swapped(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
            Self::Both => Self::Both,
        }
    }
}

/// A place on the table: column and row, both from 0, odd rows shifted half a hex.
pub type Place = (i16, i16);

/// Pieces of terrain at most, so that a set of them fits into one word.
pub(crate) const MAX_PIECES: usize = 64;

/// A piece of terrain with its tags (`ms10.setup.terrain-tags`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TerrainPiece {
    /// Name for replays.
    pub name: String,
    /// Hexes it covers; at least one, no hex in two pieces.
    pub hexes: Vec<Place>,
    /// High Ground level, 0 to 2 (`ms10.high-ground.climb`).
    pub level: u8,
    /// Gives cover (`ms10.cover.criteria`).
    pub cover: bool,
    /// Blocks line of sight (`ms10.los.need`).
    pub blocks_los: bool,
    /// Obscuring (`ms10.obscuring.los`).
    pub obscuring: bool,
    /// Deep water (`ms10.special.deep-water`).
    pub deep_water: bool,
    /// Can be destroyed (`ms10.destroy.direct`).
    pub destructible: bool,
    /// Small enough to be shot away when it gives cover (`ms10.destroy.check`).
    pub small: bool,
    /// Covers who stands on it from above (`ms10.idf.cover`).
    pub overhead: bool,
}

impl TerrainPiece {
    /// What the supplement calls a building: it blocks sight and can be destroyed (`ms93.rampage.setup`).
    pub(crate) const fn is_building(&self) -> bool {
        self.destructible && self.blocks_los
    }
}

/// One entry of a force: a unit or a squad.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Entry {
    /// Models: one, or two or three of a squad, the leader first (`ms10.squad.form`).
    pub models: Vec<UnitProfile>,
    /// Held back at the start (`ms10.deploy.reserve`).
    pub reserve: bool,
    /// The wave it comes with, from 0 to 2; 0 where there are none (`ms93.endurance.waves`).
    #[serde(skip_serializing_if = "is_first")]
    pub wave: u8,
    /// Starts aboard the ship of this entry (`ms10.ship.launch`), by position in the force.
    pub aboard: Option<usize>,
    /// Where the scenario puts it; `None` lets the policy deploy.
    pub at: Option<Place>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_first(wave: &u8) -> bool {
    *wave == 0
}

/// Waves of a force, those of a battle of waves (`ms93.endurance.waves`).
pub(crate) const WAVES: usize = 3;

/// One side's force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Force {
    /// Name of the army.
    pub name: String,
    /// Units and squads, 1 to 30 models.
    pub entries: Vec<Entry>,
    /// The entry whose leader is the Commander (`ms10.command.limit`), if the scenario has Commanders.
    pub commander: Option<usize>,
    /// What the Commander brings (`ms93.commander.designate`). A force without is written as forces were
    /// before there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander_trait: Option<CommanderTrait>,
    /// Who leads its Warships (`ms93.fleet.eligibility`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fleet: Option<Fleet>,
    /// Secondary objectives, at most one of a category (`ms93.secondary.selection`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub secondary: Vec<Objective>,
}

impl Entry {
    /// A unit of one model that the policy deploys.
    #[must_use]
    pub fn single(unit: UnitProfile) -> Self {
        Self {
            models: vec![unit],
            reserve: false,
            wave: 0,
            aboard: None,
            at: None,
        }
    }
}

impl Force {
    /// The entries by what their units are: the dearest first, names last of all. Battles are played in
    /// this order, so that the order of a list decides nothing.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let nameless = |entry: &Entry| -> Vec<UnitProfile> {
            let bare = |unit: &UnitProfile| UnitProfile {
                name: String::new(),
                ..unit.clone()
            };
            entry.models.iter().map(bare).collect()
        };
        let rank = |&place: &usize| {
            let entry = &self.entries[place];
            let points: u32 = entry.models.iter().map(|unit| u32::from(unit.points)).sum();
            let ship = entry.aboard.map(|ship| nameless(&self.entries[ship]));
            (
                Reverse(points),
                self.commander != Some(place),
                self.fleet.map(|fleet| fleet.commander) != Some(place),
                nameless(entry),
                ship,
                entry.clone(),
            )
        };
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_cached_key(rank);
        order
    }

    /// The same force listed in its [`Force::order`].
    #[must_use]
    pub fn ranked(&self) -> Self {
        let order = self.order();
        let place_of = |old: usize| order.iter().position(|&place| place == old);
        let moved = |&place: &usize| Entry {
            aboard: self.entries[place].aboard.and_then(place_of),
            ..self.entries[place].clone()
        };
        Self {
            name: self.name.clone(),
            entries: order.iter().map(moved).collect(),
            commander: self.commander.and_then(place_of),
            commander_trait: self.commander_trait,
            fleet: self.fleet.and_then(|fleet| fleet.moved(place_of)),
            secondary: self.secondary.clone(),
        }
    }

    /// Models in the force.
    pub fn models(&self) -> impl Iterator<Item = &UnitProfile> {
        self.entries.iter().flat_map(|entry| &entry.models)
    }

    /// The same force with its entries in another order: `order` is a permutation of their places.
    #[must_use]
    pub(crate) fn listed_as(&self, order: &[usize]) -> Self {
        let place = |old: usize| order.iter().position(|&entry| entry == old);
        let entry = |&old: &usize| {
            let entry = self.entries[old].clone();
            let aboard = entry.aboard.and_then(place);
            Entry { aboard, ..entry }
        };
        Self {
            name: self.name.clone(),
            entries: order.iter().map(entry).collect(),
            commander: self.commander.and_then(place),
            commander_trait: self.commander_trait,
            fleet: self.fleet.and_then(|fleet| fleet.moved(place)),
            secondary: self.secondary.clone(),
        }
    }

    /// Listed points of the models of a wave.
    pub(crate) fn wave_points(&self, wave: usize) -> u32 {
        let wave = |entry: &&Entry| usize::from(entry.wave) == wave;
        let models = self
            .entries
            .iter()
            .filter(wave)
            .flat_map(|entry| &entry.models);
        models.map(|unit| u32::from(unit.points)).sum()
    }

    /// Listed points of all models.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.models().map(|unit| u32::from(unit.points)).sum()
    }
}

/// A battle to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scenario {
    /// Name on the command line.
    pub name: String,
    /// One line for lists.
    pub summary: String,
    /// Inches of one hex, the measure of all places below (`ms10.core.scale`).
    pub hex_in: HexSize,
    /// Hexes along the deployment edges: 16 to 160 in.
    pub width: i16,
    /// Hexes from one deployment edge to the other: 16 to 160 in.
    pub depth: i16,
    /// Ground or space.
    pub environment: Environment,
    /// How forces come onto the table.
    pub deployment: Deployment,
    /// What it is fought for. A Simple Battle is written as scenarios were before there were others.
    #[serde(skip_serializing_if = "BattleMode::is_simple")]
    pub mode: BattleMode,
    /// Terrain, at most 64 pieces.
    pub terrain: Vec<TerrainPiece>,
    /// Control points (`ms10.setup.cp-layout`), at most 5.
    pub control_points: Vec<Place>,
    /// Points each army may cost; `None` for no limit.
    pub points: Option<u32>,
    /// Points each wave of an army may cost (`ms93.endurance.wave-points`); `None` for no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waves: Option<[u32; WAVES]>,
    /// Side A, side B.
    pub forces: [Force; 2],
    /// Rules options the scenario sets, by name.
    pub options: BTreeMap<String, String>,
}

impl Scenario {
    /// Two forces on an open table.
    #[must_use]
    pub fn open(table: Table, forces: [Force; 2]) -> Self {
        Self {
            name: String::new(),
            summary: String::new(),
            hex_in: HexSize::Four,
            width: table.width,
            depth: table.depth,
            environment: Environment::Ground,
            deployment: Deployment::Zone(table.zone as u8),
            mode: BattleMode::Simple,
            terrain: Vec::new(),
            control_points: Vec::new(),
            points: None,
            waves: None,
            forces,
            options: BTreeMap::new(),
        }
    }

    /// The same battle with its lists in an order that does not depend on how they were written:
    /// forces by [`Force::ranked`], terrain and control points by their places.
    #[must_use]
    pub fn ranked(&self) -> Self {
        let mut this = self.clone();
        this.forces = self.forces.each_ref().map(Force::ranked);
        for piece in &mut this.terrain {
            piece.hexes.sort_unstable();
        }
        this.terrain.sort_by(|a, b| a.hexes.cmp(&b.hexes));
        this.control_points.sort_unstable();
        this
    }

    /// The place that looks the same from the other edge.
    pub(crate) fn turned(&self, (column, row): Place) -> Place {
        let table = Table {
            width: self.width,
            depth: self.depth,
            zone: 0,
        };
        table.turned(column, row)
    }

    /// The same battle with the sides' seats swapped: the table is turned with them, so each force
    /// keeps its ground.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let turn = |place| self.turned(place);
        let mut this = self.clone();
        this.forces.swap(0, 1);
        this.mode = this.mode.swapped();
        for entry in this.forces.iter_mut().flat_map(|force| &mut force.entries) {
            entry.at = entry.at.map(turn);
        }
        for hex in this.terrain.iter_mut().flat_map(|piece| &mut piece.hexes) {
            *hex = turn(*hex);
        }
        for point in &mut this.control_points {
            *point = turn(*point);
        }
        // A table that looks the same from both edges is left as it is, its lists in their order.
        if ground(&this.terrain) == ground(&self.terrain) {
            this.terrain.clone_from(&self.terrain);
        }
        if sorted(&this.control_points) == sorted(&self.control_points) {
            this.control_points.clone_from(&self.control_points);
        }
        this
    }
}

fn sorted(places: &[Place]) -> Vec<Place> {
    let mut places = places.to_vec();
    places.sort_unstable();
    places
}

/// Terrain without names and order.
fn ground(terrain: &[TerrainPiece]) -> Vec<TerrainPiece> {
    let nameless = |piece: &TerrainPiece| TerrainPiece {
        name: String::new(),
        hexes: sorted(&piece.hexes),
        ..piece.clone()
    };
    let mut pieces: Vec<TerrainPiece> = terrain.iter().map(nameless).collect();
    pieces.sort_by(|a, b| a.hexes.cmp(&b.hexes));
    pieces
}
