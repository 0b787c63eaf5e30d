//! Scenario files: `scenarios/*.toml` of a dataset, or any other.

use std::collections::BTreeMap;
use std::fmt;

use super::units::read_name;
use super::{Catalogue, Problem, SourceFile, embedded, limits};
use crate::data::scenario::{Entry, Force, MAX_TEAM, Scenario};
use crate::options::Options;
use crate::sector::Place;
use equipoise_engine::Side;
use equipoise_engine::source::finish;
use equipoise_engine::source::problem::Source;
use equipoise_engine::source::raw::{self, Fields, Node};

impl Catalogue {
    /// The scenarios that ship with the program: name and file, in alphabetical order.
    #[must_use]
    pub fn scenarios() -> Vec<(&'static str, SourceFile)> {
        embedded::scenarios()
    }

    /// Reads a scenario and lets `check` say whether it can be played under its options.
    pub(crate) fn read_scenario<E: fmt::Display>(
        &self,
        file: &SourceFile,
        check: impl FnOnce(&Scenario, &Options) -> Result<(), E>,
    ) -> Result<Scenario, Vec<Problem>> {
        let source = Source::new(file);
        let table = raw::parse(&source);
        let scenario = table.as_ref().and_then(|table| {
            let root = Fields::root(&source, table);
            let (scenario, options) = read(&root, self, source.stem())?;
            if let Err(why) = check(&scenario, &options) {
                root.complain(why);
            }
            Some(scenario)
        });
        drop(table);
        finish(scenario, source.into_problems())
    }
}

fn read(root: &Fields<'_>, catalogue: &Catalogue, name: &str) -> Option<(Scenario, Options)> {
    let summary = read_summary(root);
    let gamemaster = root
        .optional("gamemaster")
        .map(|node| node.choice(&[("a", Side::A), ("b", Side::B)]));
    let options = read_options(root);
    let forces = read_forces(root, catalogue);
    root.finish();
    let [a, b] = forces;
    let (options, in_force) = options?;
    let scenario = Scenario {
        name: name.to_owned(),
        summary: summary?,
        gamemaster: match gamemaster {
            Some(side) => Some(side?),
            None => None,
        },
        forces: [a?, b?],
        options,
        turned: false,
    };
    Some((scenario, in_force))
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

/// The options as written and the options in force with them; `None` after a mistake.
fn read_options(root: &Fields<'_>) -> Option<(BTreeMap<String, String>, Options)> {
    let (mut options, mut in_force) = (BTreeMap::new(), Options::default());
    let Some(node) = root.optional("options") else {
        return Some((options, in_force));
    };
    let fields = node.fields("a table such as { tactical_points = 2 }")?;
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

fn read_forces(root: &Fields<'_>, catalogue: &Catalogue) -> [Option<Force>; 2] {
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
    "1 to 6 mecha, each a name or a table such as { unit = \"Standard\", count = 2, at = [2, 1] }";

fn read_force(fields: &Fields<'_>, catalogue: &Catalogue) -> Option<Force> {
    let name = fields
        .required("name", "text in quotes")
        .and_then(|node| read_name(&node));
    let entries = read_entries(fields, catalogue);
    fields.finish();
    Some(Force {
        name: name?,
        entries: entries?,
    })
}

fn read_entries(fields: &Fields<'_>, catalogue: &Catalogue) -> Option<Vec<Entry>> {
    let node = fields.required("units", UNITS_EXPECTED)?;
    let items = node.items(UNITS_EXPECTED)?;
    let read: Vec<Option<Vec<Entry>>> = items
        .iter()
        .map(|item| read_entry(item, catalogue))
        .collect();
    let groups: Option<Vec<Vec<Entry>>> = read.into_iter().collect();
    let entries = groups?.concat();
    if entries.is_empty() || entries.len() > MAX_TEAM {
        node.complain(format!(
            "{} mecha, expected {UNITS_EXPECTED}",
            entries.len()
        ));
        return None;
    }
    Some(entries)
}

fn read_entry(node: &Node<'_>, catalogue: &Catalogue) -> Option<Vec<Entry>> {
    if node.is_text() {
        return Some(vec![find(node, catalogue, None)?]);
    }
    let fields = node.fields(UNITS_EXPECTED)?;
    let count = fields.number_or("count", limits::COUNT, 1_usize);
    let at = fields.optional("at").map(|node| read_place(&node));
    let unit = fields.required("unit", "the name of a unit");
    let place = at.flatten();
    let entry = unit.and_then(|node| find(&node, catalogue, place));
    fields.finish();
    // A place that cannot be read has been reported.
    (at.is_none() || place.is_some()).then_some(())?;
    Some(vec![entry?; count?])
}

fn find(node: &Node<'_>, catalogue: &Catalogue, at: Option<Place>) -> Option<Entry> {
    match catalogue.find(node.text()?) {
        Ok(mecha) => Some(Entry {
            mecha: mecha.clone(),
            at,
        }),
        Err(unknown) => {
            node.complain(unknown);
            None
        }
    }
}

const PLACE_EXPECTED: &str = "ring and quadrant as the side sees them, such as [2, 1]";

fn read_place(node: &Node<'_>) -> Option<Place> {
    let items = node.items(PLACE_EXPECTED)?;
    let [ring, quadrant] = items.as_slice() else {
        node.refuse(PLACE_EXPECTED);
        return None;
    };
    let (ring, quadrant) = (ring.number(limits::RING), quadrant.number(limits::QUADRANT));
    Some(Place {
        ring: ring?,
        quadrant: quadrant?,
    })
}
