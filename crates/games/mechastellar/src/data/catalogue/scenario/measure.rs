//! Faults that a scenario has on the hexes it is played on, whatever it is written in.

use super::check::{Faults, ForceFault, army_faults, check_room, table_faults};
use super::ground::Ground;
use super::layout::{unfit, zones_meet};
use crate::data::scenario::{Deployment, Scenario};
use crate::options::HexSize;
use equipoise_engine::Side;
use equipoise_engine::source::raw::{Fields, Node};

/// Everything that keeps the forces of a scenario from being played on its table with hexes of this
/// size: empty when they are sound. Use it after putting other forces into a scenario.
#[must_use]
pub fn check_forces(scenario: &Scenario, hex_in: HexSize) -> Vec<ForceFault> {
    let armies = Side::BOTH.into_iter().zip(&scenario.forces);
    let mut faults: Vec<_> = armies
        .flat_map(|(side, force)| army_faults(side, force))
        .collect();
    faults.extend(table_faults(scenario));
    if faults.is_empty() {
        faults.extend(faults_of_forces(scenario, hex_in));
    }
    faults
}

/// A part of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Deployment,
    /// The piece at this position.
    Terrain(usize),
    /// The control point at this position.
    ControlPoint(usize),
}

/// Reports what is wrong with the table of a sound file on hexes of a size.
pub(super) fn report_table(root: &Fields<'_>, scenario: &Scenario, hex_in: HexSize) {
    if hex_in == scenario.hex_in {
        return;
    }
    for (spot, message) in faults_of_table(&scenario.on_hexes(hex_in)) {
        if let Some(node) = node_of(root, spot) {
            node.complain(on_hexes(hex_in, &message));
        }
    }
}

/// What is wrong with the forces on hexes of a size, where nothing is wrong on those that the
/// scenario is written in.
pub(super) fn faults_of_forces(scenario: &Scenario, hex_in: HexSize) -> Vec<ForceFault> {
    let on = scenario.on_hexes(hex_in);
    let mut found = Vec::new();
    if hex_in != scenario.hex_in {
        found.extend(table_faults(&on));
    }
    for (side, force) in Side::BOTH.into_iter().zip(&on.forces) {
        let mut faults = Faults::new(side, force);
        check_room(&on, &mut faults);
        found.extend(faults.found);
    }
    if hex_in != scenario.hex_in {
        for fault in &mut found {
            fault.message = on_hexes(hex_in, &fault.message);
        }
    }
    found
}

/// A fault of a force on hexes of another size than that of the file.
fn on_hexes(hex_in: HexSize, message: &str) -> String {
    let inches = hex_in.inches();
    format!("on hexes of {inches} in: {message}, or another option `hex_in`")
}

/// What is wrong with a table on the hexes it has been drawn on.
fn faults_of_table(on: &Scenario) -> Vec<(Spot, String)> {
    let ground = Ground::of(on);
    let mut found = Vec::new();
    if let Deployment::Zone(rows) = on.deployment {
        found.extend(zones_meet(rows, ground).map(|why| (Spot::Deployment, why)));
    }
    for (position, piece) in on.terrain.iter().enumerate() {
        if piece.hexes.is_empty() {
            let message =
                "nothing is left of it, expected a piece that covers more than half of a hex";
            found.push((Spot::Terrain(position), message.to_owned()));
        }
    }
    let points = &on.control_points;
    for (position, &point) in points.iter().enumerate() {
        let spot = Spot::ControlPoint(position);
        if points[..position].contains(&point) {
            let message =
                "control point shares a hex with another one, expected more space between them";
            found.push((spot, message.to_owned()));
        }
        let why = unfit(point, ground, &on.terrain);
        found.extend(why.map(|why| (spot, format!("control point {why}"))));
    }
    found
}

/// Where a sound file speaks of a part of the table.
fn node_of<'a>(root: &Fields<'a>, spot: Spot) -> Option<Node<'a>> {
    match spot {
        Spot::Deployment => root.optional("deployment"),
        Spot::Terrain(position) => {
            let pieces = root.optional_entries("terrain", "name");
            let piece = pieces.get(position)?;
            piece.optional("hexes").or_else(|| piece.optional("area"))
        }
        Spot::ControlPoint(position) => {
            let node = root.optional("control_points")?;
            let points = if node.is_array() {
                node.items("")
            } else {
                None
            };
            let point = points.and_then(|points| points.get(position).cloned());
            Some(point.unwrap_or(node))
        }
    }
}
