//! `units.toml`: datasheets with their pilots.

use equipoise_engine::source::raw::{Fields, Node};

use super::limits;
use super::parts::{Parts, read_name};
use crate::data::ability::Ability;
use crate::data::kind::{SectionKind, UnitKind};
use crate::data::pilot::Pilot;
use crate::data::sheet::{Held, Mount, Section, Sheet};
use crate::data::stats::{PerStat, Stat};

/// Reads the file; units with mistakes are reported and left out.
pub(super) fn read_units(root: &Fields<'_>, parts: &Parts) -> Vec<Sheet> {
    let mut units: Vec<Sheet> = Vec::new();
    for fields in root.entries("unit", "name") {
        let unit = read_unit(&fields, parts);
        fields.finish();
        let Some(unit) = unit else { continue };
        for fault in unit.faults() {
            match fields.optional(fault.field) {
                Some(node) => node.complain(&fault),
                None => fields.complain(&fault),
            }
        }
        let key = unit.name.to_lowercase();
        if units.iter().any(|other| other.name.to_lowercase() == key) {
            fields.complain("a second unit of this name, expected names to differ");
        }
        units.push(unit);
    }
    root.finish();
    units
}

fn read_unit(fields: &Fields<'_>, parts: &Parts) -> Option<Sheet> {
    let name = read_name(fields);
    let kind = fields.choice("kind", &UnitKind::NAMES);
    let core_type = fields
        .required("core_type", "text in quotes")
        .and_then(|node| node.text());
    let base = fields
        .required("stats", STATS_EXPECTED)
        .and_then(|node| read_triple(&node, limits::STAT, STATS_EXPECTED));
    let sections = read_sections(fields);
    let pilot = read_pilot(fields, parts);
    let systems = read_abilities(fields, "systems", parts);
    let points = fields
        .optional("points")
        .map(|node| node.number(limits::LISTED));
    // What names sections needs them.
    let sections = sections?;
    let equipment = read_list(fields, "equipment", |node| {
        let fields = node.fields(EQUIPMENT_EXPECTED)?;
        let item = fields.required("item", "the name of equipment");
        let item = item.and_then(|node| parts.equipment(&node));
        let section = fields.optional("on").map(|node| section(&node, &sections));
        fields.finish();
        let mut item = item?;
        item.section = match section {
            Some(section) => Some(section?),
            None => None,
        };
        Some(item)
    });
    let equipment = equipment?;
    let weapons = read_list(fields, "weapons", |node| {
        read_held(node, &sections, |node| parts.weapon(node))
    });
    let shields = read_list(fields, "shields", |node| {
        read_held(node, &sections, |node| parts.shield(node))
    });
    let carried = read_list(fields, "carried", |node| parts.weapon(node));
    let carried_shields = read_list(fields, "carried_shields", |node| parts.shield(node));
    let mounts = |node: &Node<'_>| mount(node, &sections, &equipment);
    let mounted = read_list(fields, "mounted", |node| {
        let fields = node.fields(MOUNTED_EXPECTED)?;
        let item = fields.required("item", "the name of a weapon");
        let item = item.and_then(|node| parts.weapon(&node));
        let on = fields.required("on", "the name of a core section or group of equipment");
        let on = on.and_then(|node| mounts(&node));
        fields.finish();
        Some((item?, on?))
    });
    Some(Sheet {
        name: name?,
        kind: kind?,
        core_type: core_type?.to_owned(),
        base: base?,
        weapons: weapons?,
        carried: carried?,
        mounted: mounted?,
        shields: shields?,
        carried_shields: carried_shields?,
        systems: systems?,
        pilot: pilot?,
        points: match points {
            Some(points) => Some(points?),
            None => None,
        },
        sections,
        equipment,
    })
}

pub(super) const STATS_EXPECTED: &str = "accuracy, assault and evasion such as [7, 9, 7]";
const POINTS_EXPECTED: &str = "points on accuracy, assault and evasion such as [1, 2, 0]";
const EQUIPMENT_EXPECTED: &str = "equipment such as { item = \"Left Wing\", on = \"torso\" }";
const HELD_EXPECTED: &str = "items in hand such as { item = \"Pistol\", hands = [\"right arm\"] }";
const MOUNTED_EXPECTED: &str = "mounted weapons such as { item = \"Pod\", on = \"torso\" }";
const SECTIONS_EXPECTED: &str =
    "core sections such as { name = \"torso\", kind = \"torso\", defense = 36 }";
const PILOT_EXPECTED: &str = "a pilot such as { rank = 4, points = [1, 2, 0] }";

/// A number for each stat.
pub(super) fn read_triple(
    node: &Node<'_>,
    limits: limits::Limits,
    expected: &str,
) -> Option<PerStat<u8>> {
    let items = node.items(expected)?;
    if items.len() != Stat::ALL.len() {
        node.complain(format!("{} numbers, expected {expected}", items.len()));
        return None;
    }
    let numbers: Vec<Option<u8>> = items.iter().map(|item| item.number(limits)).collect();
    Some(PerStat([numbers[0]?, numbers[1]?, numbers[2]?]))
}

/// The items of an array that may be missing; `None` after a mistake.
fn read_list<T>(
    fields: &Fields<'_>,
    name: &'static str,
    read: impl Fn(&Node<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let Some(node) = fields.optional(name) else {
        return Some(Vec::new());
    };
    let items = node.items("a list")?;
    let all: Vec<Option<T>> = items.iter().map(read).collect();
    all.into_iter().collect()
}

pub(super) fn read_sections(fields: &Fields<'_>) -> Option<Vec<Section>> {
    let node = fields.required("sections", SECTIONS_EXPECTED)?;
    let items = node.items(SECTIONS_EXPECTED)?;
    let read = |node: &Node<'_>| {
        let fields = node.fields(SECTIONS_EXPECTED)?.labelled("section", "name");
        let name = read_name(&fields);
        let kind = fields.choice("kind", &SectionKind::NAMES);
        let defense = fields.number("defense", limits::DEFENSE);
        let thruster = fields.switch("thruster");
        fields.finish();
        Some(Section {
            name: name?,
            kind: kind?,
            defense: defense?,
            thruster,
        })
    };
    let all: Vec<Option<Section>> = items.iter().map(read).collect();
    all.into_iter().collect()
}

fn read_pilot(fields: &Fields<'_>, parts: &Parts) -> Option<Pilot> {
    let fields = fields
        .required("pilot", PILOT_EXPECTED)?
        .fields(PILOT_EXPECTED)?;
    let rank = fields.number("rank", limits::RANK);
    let points = match fields.optional("points") {
        Some(node) => read_triple(&node, limits::POINTS, POINTS_EXPECTED),
        None => Some(PerStat::default()),
    };
    let mods = read_abilities(&fields, "mods", parts);
    let traits = read_abilities(&fields, "traits", parts);
    fields.finish();
    Some(Pilot {
        rank: rank?,
        points: points?,
        mods: mods?,
        traits: traits?,
    })
}

fn read_abilities(fields: &Fields<'_>, name: &'static str, parts: &Parts) -> Option<Vec<Ability>> {
    read_list(fields, name, |node| parts.ability(node))
}

fn read_held<T>(
    node: &Node<'_>,
    sections: &[Section],
    find: impl Fn(&Node<'_>) -> Option<T>,
) -> Option<Held<T>> {
    let fields = node.fields(HELD_EXPECTED)?;
    let item = fields.required("item", "the name of an item");
    let item = item.and_then(|node| find(&node));
    let hands = read_hands(&fields, sections);
    fields.finish();
    Some(Held {
        item: item?,
        hands: hands?,
    })
}

/// Numbers of the arm sections that hold an item.
pub(super) fn read_hands(fields: &Fields<'_>, sections: &[Section]) -> Option<Vec<usize>> {
    let node = fields.required("hands", "names of arm sections")?;
    let items = node.items("names of arm sections")?;
    if !sections.iter().any(|it| it.kind == SectionKind::Arm) {
        node.complain(
            "an item in hand of a unit without arms, expected a unit with an arm section, or a \
             mounted weapon (mm30.build.hands-and-carry)",
        );
        return None;
    }
    let hands: Vec<_> = items.iter().map(|node| section(node, sections)).collect();
    hands.into_iter().collect()
}

/// The number of the core section of this name.
fn section(node: &Node<'_>, sections: &[Section]) -> Option<usize> {
    let wanted = node.text()?;
    let found = sections.iter().position(|section| section.name == wanted);
    if found.is_none() {
        let names: Vec<_> = sections
            .iter()
            .map(|it| format!("\"{}\"", it.name))
            .collect();
        node.refuse(format!("one of {}", names.join(", ")));
    }
    found
}

/// What a mounted weapon sits on: a core section, or else a group of equipment, of this name.
pub(super) fn mount(
    node: &Node<'_>,
    sections: &[Section],
    equipment: &[crate::data::item::Equipment],
) -> Option<Mount> {
    let wanted = node.text()?;
    let group = equipment.iter().position(|group| group.name == wanted);
    match (sections.iter().position(|it| it.name == wanted), group) {
        (Some(at), _) => Some(Mount::Section(at)),
        (None, Some(at)) => Some(Mount::Equipment(at)),
        (None, None) => section(node, sections).map(Mount::Section),
    }
}
