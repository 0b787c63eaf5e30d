//! Scenario files: `scenarios/*.toml` of a dataset, or any other.

use std::collections::BTreeMap;

use equipoise_engine::Side;
use equipoise_engine::source::finish;
use equipoise_engine::source::problem::Source;
use equipoise_engine::source::raw::{self, Fields, Node};

use super::parts::read_name;
use super::{Catalogue, Problem, SourceFile, embedded, limits};
use crate::data::colour::Colour;
use crate::data::fault::{Fault, Spot};
use crate::data::mission::Mission;
use crate::data::scenario::{Area, Building, Force, Scenario};
use crate::data::sheet::Sheet;
use crate::data::squad::EngagementSize;
use crate::options::Options;

/// Where the file has what faults may concern.
struct Places<'a> {
    areas: Vec<Node<'a>>,
    buildings: Vec<Node<'a>>,
    units: [Node<'a>; 2],
}

impl Places<'_> {
    fn complain(&self, root: &Fields<'_>, spot: Spot, fault: &Fault) {
        let node = match spot {
            Spot::Whole => None,
            Spot::Area(at) => self.areas.get(at),
            Spot::Building(at) => self.buildings.get(at),
            Spot::Units(side) => Some(&self.units[side.index()]),
        };
        match node {
            Some(node) => node.complain(fault),
            None => root.complain(fault),
        }
    }
}

impl Catalogue {
    /// The scenarios that ship with the program: name and file, in alphabetical order.
    #[must_use]
    pub fn scenarios() -> Vec<(&'static str, SourceFile)> {
        embedded::scenarios()
    }

    /// Reads a scenario and lets `check` say which rules it breaks, and where, under its options and
    /// those requested, which override them.
    pub(crate) fn read_scenario(
        &self,
        file: &SourceFile,
        requested: &[(String, String)],
        check: impl FnOnce(&Scenario, &Options) -> Vec<(Spot, Fault)>,
    ) -> Result<Scenario, Vec<Problem>> {
        let source = Source::new(file);
        let table = raw::parse(&source);
        let scenario = table.as_ref().and_then(|table| {
            let root = Fields::root(&source, table);
            let (scenario, mut options, places) = read(&root, self, source.stem())?;
            // A request that no option fits is reported where it was made.
            for (name, value) in requested {
                let _ = options.set(name, value);
            }
            for (spot, fault) in check(&scenario, &options) {
                places.complain(&root, spot, &fault);
            }
            Some(scenario)
        });
        drop(table);
        finish(scenario, source.into_problems())
    }
}

fn read<'a>(
    root: &Fields<'a>,
    catalogue: &Catalogue,
    name: &str,
) -> Option<(Scenario, Options, Places<'a>)> {
    let summary = read_summary(root);
    let size = one_of(root, "size", &EngagementSize::NAMES);
    let mission = one_of(root, "mission", &Mission::NAMES);
    let attacker = one_of(root, "attacker", &[("a", Side::A), ("b", Side::B)]);
    let options = read_options(root);
    let areas = read_tables(root, "terrain", read_area);
    let buildings = read_tables(root, "structure", read_building);
    let forces = read_forces(root, catalogue);
    root.finish();
    let [a, b] = forces;
    let (options, in_force) = options?;
    let (areas, area_places) = areas?.into_iter().unzip();
    let (buildings, building_places) = buildings?.into_iter().unzip();
    let [(a, units_a), (b, units_b)] = [a?, b?];
    let scenario = Scenario {
        name: name.to_owned(),
        summary: summary?,
        size: size?,
        mission: mission?,
        attacker: attacker?,
        areas,
        buildings,
        forces: [a, b],
        options,
    };
    let places = Places {
        areas: area_places,
        buildings: building_places,
        units: [units_a, units_b],
    };
    Some((scenario, in_force, places))
}

const SUMMARY_EXPECTED: &str = "one line of at most 100 characters";

fn read_summary(root: &Fields<'_>) -> Option<String> {
    let node = root.required("summary", SUMMARY_EXPECTED)?;
    let read = |text: &str| {
        let legal = text.trim() == text && !text.is_empty() && !text.chars().any(char::is_control);
        (legal && text.chars().count() <= 100).then(|| text.to_owned())
    };
    node.notation(read, SUMMARY_EXPECTED)
}

/// One of a few words, if the field is there; the outer `None` after a mistake.
fn one_of<T: Copy>(
    root: &Fields<'_>,
    name: &'static str,
    choices: &[(&str, T)],
) -> Option<Option<T>> {
    match root.optional(name) {
        Some(node) => node.choice(choices).map(Some),
        None => Some(None),
    }
}

/// The options as written and the options in force with them; `None` after a mistake.
fn read_options(root: &Fields<'_>) -> Option<(BTreeMap<String, String>, Options)> {
    let (mut options, mut in_force) = (BTreeMap::new(), Options::default());
    let Some(node) = root.optional("options") else {
        return Some((options, in_force));
    };
    let fields = node.fields("a table such as { round_limit = 12 }")?;
    let mut sound = true;
    for (name, offset, node) in fields.pairs("options") {
        let Some(value) = node.plain() else {
            node.refuse("text, a number, true or false");
            sound = false;
            continue;
        };
        if let Err(why) = in_force.set(name, &value) {
            fields.complain_at(offset, why);
            sound = false;
        }
        options.insert(name.to_owned(), value);
    }
    sound.then_some((options, in_force))
}

/// The tables of a `[[name]]` that may be missing; `None` after a mistake.
fn read_tables<'a, T>(
    root: &Fields<'a>,
    name: &'static str,
    read: impl Fn(&Fields<'a>) -> Option<T>,
) -> Option<Vec<T>> {
    let tables = root.optional_entries(name, "name");
    let all: Vec<Option<T>> = tables
        .iter()
        .map(|fields| {
            let entry = read(fields);
            fields.finish();
            entry
        })
        .collect();
    all.into_iter().collect()
}

/// An area and where its hexes are listed.
fn read_area<'a>(fields: &Fields<'a>) -> Option<(Area, Node<'a>)> {
    let colour = one_of(fields, "colour", &Colour::NAMES);
    let level = fields.number_or("level", limits::GROUND, 0);
    let (hexes, place) = read_hexes(fields)?;
    let area = Area {
        colour: colour?.unwrap_or_default(),
        level: level?,
        hexes,
    };
    Some((area, place))
}

/// A structure and where its hexes are listed.
fn read_building<'a>(fields: &Fields<'a>) -> Option<(Building, Node<'a>)> {
    let top = fields.number("top", limits::TOP);
    let (hexes, place) = read_hexes(fields)?;
    Some((Building { hexes, top: top? }, place))
}

const HEXES_EXPECTED: &str = "hexes by file and row, such as [[4, 5], [5, 5]]";

fn read_hexes<'a>(fields: &Fields<'a>) -> Option<(Vec<[u8; 2]>, Node<'a>)> {
    let node = fields.required("hexes", HEXES_EXPECTED)?;
    let items = node.items(HEXES_EXPECTED)?;
    let read = |node: &Node<'_>| {
        let items = node.items(HEXES_EXPECTED)?;
        let [file, row] = items.as_slice() else {
            node.refuse(HEXES_EXPECTED);
            return None;
        };
        let (file, row) = (file.number(limits::FILE), row.number(limits::ROW));
        Some([file?, row?])
    };
    let all: Vec<Option<[u8; 2]>> = items.iter().map(read).collect();
    let hexes: Option<Vec<[u8; 2]>> = all.into_iter().collect();
    Some((hexes?, node))
}

/// A squad and where its units are listed.
type ReadForce<'a> = Option<(Force, Node<'a>)>;

fn read_forces<'a>(root: &Fields<'a>, catalogue: &Catalogue) -> [ReadForce<'a>; 2] {
    let entries = root.entries("force", "name");
    if !entries.is_empty() && entries.len() != 2 {
        let count = entries.len();
        entries[count - 1].complain(format!("force {count} of {count}, expected exactly 2"));
    }
    let mut forces = entries
        .iter()
        .take(2)
        .map(|fields| read_force(fields, catalogue));
    [forces.next().flatten(), forces.next().flatten()]
}

const UNITS_EXPECTED: &str =
    "at least one unit, each a name or a table such as { unit = \"REF-2\", count = 2 }";

fn read_force<'a>(fields: &Fields<'a>, catalogue: &Catalogue) -> ReadForce<'a> {
    let name = read_name(fields);
    let units = read_units(fields, catalogue);
    fields.finish();
    let (name, (units, place)) = (name?, units?);
    Some((Force { name, units }, place))
}

fn read_units<'a>(fields: &Fields<'a>, catalogue: &Catalogue) -> Option<(Vec<Sheet>, Node<'a>)> {
    let node = fields.required("units", UNITS_EXPECTED)?;
    let items = node.items(UNITS_EXPECTED)?;
    let read: Vec<Option<Vec<Sheet>>> = items
        .iter()
        .map(|item| read_entry(item, catalogue))
        .collect();
    let groups: Option<Vec<Vec<Sheet>>> = read.into_iter().collect();
    let units = groups?.concat();
    if units.is_empty() {
        node.complain(format!("no unit, expected {UNITS_EXPECTED}"));
        return None;
    }
    Some((units, node))
}

fn read_entry(node: &Node<'_>, catalogue: &Catalogue) -> Option<Vec<Sheet>> {
    if node.is_text() {
        return Some(vec![find(node, catalogue)?]);
    }
    let fields = node.fields(UNITS_EXPECTED)?;
    let count = fields.number_or("count", limits::COUNT, 1_usize);
    let unit = fields.required("unit", "the name of a unit");
    let sheet = unit.and_then(|node| find(&node, catalogue));
    fields.finish();
    Some(vec![sheet?; count?])
}

fn find(node: &Node<'_>, catalogue: &Catalogue) -> Option<Sheet> {
    match catalogue.find(node.text()?) {
        Ok(sheet) => Some(sheet.clone()),
        Err(unknown) => {
            node.complain(unknown);
            None
        }
    }
}
