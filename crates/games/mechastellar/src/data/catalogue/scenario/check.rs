//! Forces that cannot be played on the table of a scenario, found before the first die.

use std::collections::BTreeMap;
use std::fmt;

use super::ground::{Ground, shown};
use super::layout::piece_at;
use crate::data::profile::{Tier, UnitProfile, UnitType, Upgrade};
use crate::data::scenario::{BattleMode, Deployment, Entry, Force, Place, Scenario, WAVES};
use crate::data::upgrade::printed_performance;
use equipoise_engine::Side;

/// Models a side may have.
const MAX_MODELS: usize = 30;

/// What of a force is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The force as a whole.
    Force,
    /// The entry at this position.
    Entry(usize),
    /// The choice of the Commander.
    Commander,
    /// The choice of the Fleet Commander.
    FleetCommander,
}

/// Why a force cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceFault {
    /// The side.
    pub side: Side,
    /// Name of the force.
    pub force: String,
    /// What of it is at fault.
    pub part: Part,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for ForceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "force \"{}\": {}", self.force, self.message)
    }
}

impl std::error::Error for ForceFault {}

/// Collects faults of one force.
pub(super) struct Faults<'a> {
    side: Side,
    force: &'a Force,
    pub(super) found: Vec<ForceFault>,
}

impl<'a> Faults<'a> {
    pub(super) const fn new(side: Side, force: &'a Force) -> Self {
        Self {
            side,
            force,
            found: Vec::new(),
        }
    }

    fn add(&mut self, part: Part, message: String) {
        self.found.push(ForceFault {
            side: self.side,
            force: self.force.name.clone(),
            part,
            message,
        });
    }
}

/// Faults that do not depend on the table.
pub(super) fn army_faults(side: Side, force: &Force) -> Vec<ForceFault> {
    let mut faults = Faults::new(side, force);
    let models = force.models().count();
    if !(1..=MAX_MODELS).contains(&models) {
        let message = format!("{models} models, expected 1 to {MAX_MODELS} a side");
        faults.add(Part::Force, message);
    }
    for (position, entry) in force.entries.iter().enumerate() {
        let wrong = [
            squad_fault(entry),
            aboard_fault(entry, position, force),
            reserve_fault(entry),
            wave_fault(entry, force),
        ];
        for message in wrong.into_iter().flatten() {
            faults.add(Part::Entry(position), message);
        }
    }
    if !force.entries.is_empty() && !force.entries.iter().any(starts_on_table) {
        let message = "every unit is in reserve, in a later wave or aboard, expected at least one on the table";
        faults.add(Part::Force, message.to_owned());
    }
    let commander = force.commander;
    if commander.is_some_and(|position| position >= force.entries.len()) {
        let message = "the Commander is not in the force, expected one of its units";
        faults.add(Part::Commander, message.to_owned());
    }
    if force.commander_trait.is_some() && commander.is_none() {
        let message = "a Commander trait without a Commander, expected a Commander with it";
        faults.add(Part::Force, message.to_owned());
    }
    if let Some(message) = fleet_fault(force) {
        faults.add(Part::FleetCommander, message);
    }
    faults.found
}

const fn starts_on_table(entry: &Entry) -> bool {
    !entry.reserve && entry.wave == 0 && entry.aboard.is_none()
}

/// `ms10.squad.form`
fn squad_fault(entry: &Entry) -> Option<String> {
    let Some(leader) = entry.models.first() else {
        return Some("an entry without models, expected a unit or a squad".to_owned());
    };
    if entry.models.len() > 3 {
        let count = entry.models.len();
        return Some(format!("a squad of {count} models, expected 2 or 3"));
    }
    let other = entry
        .models
        .iter()
        .find(|model| (model.role, model.performance) != (leader.role, leader.performance))?;
    let says = |unit: &UnitProfile| {
        format!(
            "\"{}\" ({}, Performance {})",
            unit.name,
            unit.role.name(),
            unit.performance
        )
    };
    Some(format!(
        "a squad of {} and {}, expected models of one Role and Performance",
        says(leader),
        says(other)
    ))
}

/// Only a Warship of the force leads its fleet (`ms93.fleet.eligibility`).
fn fleet_fault(force: &Force) -> Option<String> {
    let fleet = force.fleet?;
    let leader = |entry: &'_ Entry| entry.models.first().cloned();
    let Some(unit) = force.entries.get(fleet.commander).and_then(leader) else {
        return Some(
            "the Fleet Commander is not in the force, expected one of its units".to_owned(),
        );
    };
    (unit.unit_type != UnitType::Warship).then(|| {
        let name = unit.name;
        format!("\"{name}\" leads the fleet and is no warship, expected a warship of the force")
    })
}

/// Only a Warship of the force takes units aboard (`ms10.ship.launch`).
fn aboard_fault(entry: &Entry, position: usize, force: &Force) -> Option<String> {
    let name = |entry: &Entry| {
        entry
            .models
            .first()
            .map_or("", |unit| &unit.name)
            .to_owned()
    };
    let is_ship = |entry: &Entry| {
        let ship = |unit: &UnitProfile| unit.unit_type == UnitType::Warship;
        entry.models.first().is_some_and(ship)
    };
    let aboard = entry.aboard?;
    let Some(ship) = force.entries.get(aboard).filter(|_| aboard != position) else {
        return Some("aboard nothing, expected a warship of the force".to_owned());
    };
    if !is_ship(ship) {
        let name = name(ship);
        return Some(format!(
            "aboard \"{name}\", which is no warship, expected a warship of the force"
        ));
    }
    if is_ship(entry) {
        let name = name(entry);
        return Some(format!(
            "\"{name}\" is a warship, expected only other units aboard"
        ));
    }
    (entry.reserve || entry.at.is_some())
        .then(|| "aboard a ship, expected neither `reserve` nor `at` with it".to_owned())
}

fn reserve_fault(entry: &Entry) -> Option<String> {
    (entry.reserve && entry.at.is_some())
        .then(|| "in reserve, expected no place on the table".to_owned())
}

/// A wave comes whole and deploys where it may then (`ms93.endurance.waves`).
fn wave_fault(entry: &Entry, force: &Force) -> Option<String> {
    let number = entry.wave + 1;
    let ship = entry.aboard.and_then(|ship| force.entries.get(ship));
    if ship.is_some_and(|ship| ship.wave != entry.wave) {
        return Some(format!(
            "in wave {number} aboard a ship of another, expected both in one wave"
        ));
    }
    (entry.wave > 0 && (entry.at.is_some() || entry.reserve)).then(|| {
        format!("in wave {number}, expected neither `reserve` nor a place on the table with it")
    })
}

/// In a battle of waves a force has three, each within its points, and nothing else held back; in any
/// other it has one (`ms93.endurance.waves`, `ms93.endurance.wave-points`).
fn check_waves(scenario: &Scenario, faults: &mut Faults<'_>) {
    let force = faults.force;
    let waves = matches!(scenario.mode, BattleMode::Endurance(_));
    for (position, entry) in force.entries.iter().enumerate() {
        let message = match (waves, entry.wave > 0, entry.reserve) {
            (false, true, _) => {
                "a later wave in a battle without waves, expected mode \"endurance\""
            }
            (true, _, true) => "in reserve in a battle of waves, expected a later `wave` instead",
            _ => continue,
        };
        faults.add(Part::Entry(position), message.to_owned());
    }
    if !waves {
        return;
    }
    for wave in 0..WAVES {
        let number = wave + 1;
        if force
            .entries
            .iter()
            .all(|entry| usize::from(entry.wave) != wave)
        {
            let message = format!("no unit in wave {number}, expected three waves");
            faults.add(Part::Force, message);
        }
        let (cost, limit) = (
            force.wave_points(wave),
            scenario.waves.map(|waves| waves[wave]),
        );
        if let Some(limit) = limit.filter(|limit| cost > *limit) {
            let over = cost - limit;
            let message =
                format!("wave {number} costs {cost} points, {over} over its limit of {limit}");
            faults.add(Part::Force, message);
        }
    }
}

/// Faults that depend on the table, its terrain, or the other force, but for a lack of room.
pub(super) fn table_faults(scenario: &Scenario) -> Vec<ForceFault> {
    let mut places = BTreeMap::new();
    let mut found = Vec::new();
    for (side, force) in Side::BOTH.into_iter().zip(&scenario.forces) {
        let mut faults = Faults::new(side, force);
        check_points(scenario, &mut faults);
        check_waves(scenario, &mut faults);
        check_commander(scenario, &mut faults);
        check_fleet(scenario, &mut faults);
        for (position, entry) in force.entries.iter().enumerate() {
            if let Some(message) = performance_fault(entry, scenario, side.other()) {
                faults.add(Part::Entry(position), message);
            }
            if let Some(message) = instincts_fault(entry, force.commander == Some(position)) {
                faults.add(Part::Entry(position), message);
            }
            let Some(at) = entry.at else { continue };
            let message = place_fault(entry, at, side, scenario)
                .or_else(|| overlap_fault(at, force, position, &mut places));
            if let Some(message) = message {
                faults.add(Part::Entry(position), message);
            }
        }
        found.extend(faults.found);
    }
    found
}

fn check_points(scenario: &Scenario, faults: &mut Faults<'_>) {
    let cost = faults.force.points();
    let Some(limit) = scenario.points.filter(|limit| cost > *limit) else {
        return;
    };
    let over = cost - limit;
    let message = format!("costs {cost} points, {over} over the limit of {limit}");
    faults.add(Part::Force, message);
}

/// Nobody is upgraded above the best printed Performance of the enemy (`ms93.upgrade.performance-up-limit`).
fn performance_fault(entry: &Entry, scenario: &Scenario, enemy: Side) -> Option<String> {
    let enemies = scenario.forces[enemy.index()].models();
    let best = enemies.map(printed_performance).max()?;
    let upgraded = |unit: &&UnitProfile| {
        unit.upgrades.contains(&Upgrade::PerformanceUpgrade) && unit.performance > best
    };
    let unit = entry.models.iter().find(upgraded)?;
    Some(format!(
        "Performance Upgrade limit: \"{}\" has Performance {} by upgrades, expected at most {best}, \
         the highest of the other force without upgrades",
        unit.name, unit.performance
    ))
}

/// Superior Instincts are an Ace's or the Commander's (`ms93.upgrade.superior-instincts`).
fn instincts_fault(entry: &Entry, commands: bool) -> Option<String> {
    let leads = |model: usize| commands && model == 0;
    let mut models = entry.models.iter().enumerate();
    let (_, unit) = models.find(|(model, unit)| {
        unit.upgrades.contains(&Upgrade::SuperiorInstincts)
            && unit.tier != Tier::Ace
            && !leads(*model)
    })?;
    Some(format!(
        "Superior Instincts: \"{}\" has them, expected an ace or the Commander",
        unit.name
    ))
}

/// Commanders are for both sides or for none (`ms10.command.limit`).
fn check_commander(scenario: &Scenario, faults: &mut Faults<'_>) {
    let both = scenario
        .forces
        .iter()
        .any(|force| force.commander.is_some());
    if both && faults.force.commander.is_none() {
        let message = "no Commander, expected one as the other force has one";
        faults.add(Part::Force, message.to_owned());
    }
}

/// Fleet Commanders are for both sides or for none (`ms93.fleet.eligibility`).
fn check_fleet(scenario: &Scenario, faults: &mut Faults<'_>) {
    let led = |force: &Force| force.fleet.is_some();
    if scenario.forces.iter().any(led) && !led(faults.force) {
        let message = "no Fleet Commander, expected one as the other force has one";
        faults.add(Part::Force, message.to_owned());
    }
}

/// Whether there is a hex for each model that deploys: of the force in its zone, of both forces on
/// the table when they deploy in turn (`ms10.deploy.zone`, `ms10.deploy.alternate`).
pub(super) fn check_room(scenario: &Scenario, faults: &mut Faults<'_>) {
    let side = faults.side;
    let hexes = (0..scenario.depth).flat_map(|row| (0..scenario.width).map(move |col| (col, row)));
    let room = hexes
        .filter(|place| {
            in_zone(*place, side, scenario) && standing_fault(*place, scenario, false).is_none()
        })
        .count();
    let deploying = |force: &Force| -> usize {
        let entries = force.entries.iter().filter(|entry| starts_on_table(entry));
        entries.map(|entry| entry.models.len()).sum()
    };
    let (models, place) = match scenario.deployment {
        Deployment::Zone(_) => (deploying(faults.force), "into a zone"),
        Deployment::Alternate => (
            scenario.forces.iter().map(deploying).sum(),
            "in turn on a table",
        ),
    };
    if models > room {
        let message =
            format!("{models} models deploy {place} where {room} can stand, expected room for all");
        faults.add(Part::Force, message);
    }
}

fn in_zone((_, row): Place, side: Side, scenario: &Scenario) -> bool {
    let Deployment::Zone(rows) = scenario.deployment else {
        return true;
    };
    match side {
        Side::A => row < i16::from(rows),
        Side::B => row >= scenario.depth - i16::from(rows),
    }
}

/// Why an entry cannot start at its place.
fn place_fault(entry: &Entry, at: Place, side: Side, scenario: &Scenario) -> Option<String> {
    let ground = Ground::of(scenario);
    if !ground.contains(at) {
        return Some(ground.off_table(at));
    }
    if !in_zone(at, side, scenario) {
        return Some(outside_zone(at, side, scenario));
    }
    let floats = entry.models.iter().all(|unit| unit.fly || unit.amphibious);
    standing_fault(at, scenario, floats)
}

fn outside_zone(at: Place, side: Side, scenario: &Scenario) -> String {
    let rows = match scenario.deployment {
        Deployment::Zone(rows) => i16::from(rows),
        Deployment::Alternate => scenario.depth,
    };
    let (from, to) = match side {
        Side::A => (0, rows - 1),
        Side::B => (scenario.depth - rows, scenario.depth - 1),
    };
    let at = shown(at);
    format!("{at} is outside its deployment zone, expected rows {from} to {to}")
}

/// Why no unit can start in a hex: nobody deploys on High Ground (`ms10.deploy.zone`), stands
/// inside a solid piece, or, unless it `floats`, starts in deep water.
fn standing_fault(at: Place, scenario: &Scenario, floats: bool) -> Option<String> {
    let piece = piece_at(&scenario.terrain, at)?;
    let (at, name) = (shown(at), &piece.name);
    if piece.level > 0 {
        return Some(format!(
            "{at} is on High Ground \"{name}\", expected a place below"
        ));
    }
    if piece.deep_water && !floats {
        return Some(format!(
            "{at} is in deep water \"{name}\", expected a unit that flies or is amphibious"
        ));
    }
    (piece.blocks_los && !piece.obscuring)
        .then(|| format!("{at} is inside \"{name}\", expected a place outside solid terrain"))
}

fn overlap_fault(
    at: Place,
    force: &Force,
    position: usize,
    places: &mut BTreeMap<Place, String>,
) -> Option<String> {
    let entry = &force.entries[position];
    let name = entry.models.first().map_or("", |unit| &unit.name);
    let other = places.insert(at, name.to_owned())?;
    let at = shown(at);
    Some(format!(
        "{at} is already taken by \"{other}\", expected a place of its own"
    ))
}
