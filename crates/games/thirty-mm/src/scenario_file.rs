//! Scenario files are sound when what they describe can be played.

use std::collections::BTreeSet;
use std::slice;

use equipoise_engine::Side;

use crate::data::catalogue::{Catalogue, Problem, SourceFile};
use crate::data::fault::{Fault, Spot};
use crate::data::scenario::{Building, Scenario};
use crate::data::squad::squad_charge;
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::board::Board;
use crate::rules::bout::Bout;
use crate::rules::terrain::Terrain;

impl Catalogue {
    /// Reads a scenario, to be played with its own rules options and with those requested, which override
    /// them. Its name is that of the file without folders and `.toml`.
    ///
    /// # Errors
    /// Every problem of the file, sorted by position: TOML that does not parse, unknown or missing
    /// fields, values outside their range, units or options that do not exist, squads and fields that
    /// break a rule.
    pub fn scenario(
        &self,
        file: &SourceFile,
        requested: &[(String, String)],
    ) -> Result<Scenario, Vec<Problem>> {
        self.read_scenario(file, requested, faults)
    }
}

/// The rules that a scenario breaks: what lies off the board, squads that are too dear, and the rest.
fn faults(scenario: &Scenario, options: &Options) -> Vec<(Spot, Fault)> {
    let board = Board::new(options);
    let areas = scenario.areas.iter().enumerate();
    let areas = areas.map(|(at, area)| (Spot::Area(at), &area.hexes));
    let buildings = scenario.buildings.iter().enumerate();
    let buildings = buildings.map(|(at, building)| (Spot::Building(at), &building.hexes));
    let off = areas.chain(buildings);
    let off = off.filter_map(|(spot, hexes)| Some((spot, off_board(&board, hexes)?)));
    let second = second_structure(&board, &scenario.buildings);
    let dear = Side::BOTH.into_iter().filter_map(|side| {
        let units = &scenario.forces[side.index()].units;
        let charge = squad_charge(units, scenario.size?, options);
        Some((Spot::Units(side), charge.err()?))
    });
    let mut found: Vec<(Spot, Fault)> = off.chain(second).chain(dear).collect();
    if scenario.lacks_water() {
        let message =
            "an attack sub on a field without water, expected light blue or dark blue hexes";
        let fault = Fault::new("mm30.vehicle.sub-water", "units", message.to_owned());
        found.push((Spot::Whole, fault));
    }
    let whole = Bout::battle(scenario, [PolicyKind::Plain; 2], options).err();
    let whole = whole.into_iter().flat_map(|faults| faults.0);
    let told: Vec<&str> = found.iter().map(|(_, fault)| fault.rule).collect();
    let rest: Vec<Fault> = whole.filter(|it| !told.contains(&it.rule)).collect();
    found.extend(rest.into_iter().map(|fault| (Spot::Whole, fault)));
    found
}

/// The first structure with a hex in which another one stands (`mm30.structure.blocks`).
fn second_structure(board: &Board, buildings: &[Building]) -> Option<(Spot, Fault)> {
    let mut built = BTreeSet::new();
    for (at, building) in buildings.iter().enumerate() {
        let both = Terrain::of(board, &[], slice::from_ref(building)).structures;
        // As listed first, so that the hex told is one of the list.
        let sites = both.into_iter().rev().flat_map(|it| it.hexes);
        let mut sites = sites.filter(|&hex| board.contains(hex));
        if let Some(hex) = sites.find(|&hex| !built.insert(hex)) {
            let (file, row) = board.place(hex)?;
            let message = format!(
                "a second structure in hex [{file}, {row}], expected one at most; each stands as listed and \
                 turned by half a circle"
            );
            let fault = Fault::new("mm30.structure.blocks", "hexes", message);
            return Some((Spot::Building(at), fault));
        }
    }
    None
}

/// The first hex that the board does not have (`mm30.board.size`).
fn off_board(board: &Board, hexes: &[[u8; 2]]) -> Option<Fault> {
    let there = |&&[file, row]: &&[u8; 2]| row < board.length(file);
    let &[file, row] = hexes.iter().find(|hex| !there(hex))?;
    let legal = match board.length(file) {
        0 => format!("a file from 0 to {}", board.files() - 1),
        rows => format!("a row from 0 to {} in this file", rows - 1),
    };
    let message = format!("hex [{file}, {row}] is off the board, expected {legal}");
    Some(Fault::new("mm30.board.size", "hexes", message))
}
