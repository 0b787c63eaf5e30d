//! `units.toml`: mecha by name.

use super::cost::Costs;
use super::limits;
use super::names::ProfileId;
use crate::data::profile::{MAX_WEAPONS, Mecha, Weapon};
use equipoise_engine::source::raw::{Fields, Node};

/// Reads the file; mecha with mistakes are reported and left out.
pub(super) fn read_units(root: &Fields<'_>, costs: Option<&Costs>) -> Vec<Mecha> {
    let mut names: Vec<String> = Vec::new();
    let mut units = Vec::new();
    for fields in root.entries("unit", "name") {
        let unit = read_unit(&fields, costs, &mut names);
        fields.finish();
        units.extend(unit);
    }
    root.finish();
    units
}

fn read_unit(fields: &Fields<'_>, costs: Option<&Costs>, names: &mut Vec<String>) -> Option<Mecha> {
    let name = read_unit_name(fields, names);
    let stat = |name| fields.number(name, limits::STAT);
    let stats = ["engineering", "movement", "attack", "defense"].map(stat);
    let skill = fields.number("skill", limits::SKILL);
    let points = fields.optional_number("points", limits::POINTS);
    let weapons = read_weapons(fields);
    let [engineering, movement, attack, defense] = stats;
    let mut mecha = Mecha {
        name: name?,
        engineering: engineering?,
        movement: movement?,
        attack: attack?,
        defense: defense?,
        skill: skill?,
        points: 0,
        weapons: weapons?,
    };
    mecha.points = match points {
        Some(points) => points,
        None => costs?.points(&mecha),
    };
    Some(mecha)
}

fn read_unit_name(fields: &Fields<'_>, names: &mut Vec<String>) -> Option<String> {
    let node = fields.required("name", "text in quotes")?;
    let name = read_name(&node)?;
    if name.parse::<ProfileId>().is_ok() {
        node.refuse("a name that no generated profile has");
    }
    let key = name.to_lowercase();
    if names.contains(&key) {
        node.complain("a second unit of this name, expected names to differ in more than case");
    }
    names.push(key);
    Some(name)
}

const NAME_EXPECTED: &str = "a name of 1 to 40 characters without blanks at its ends";

pub(super) fn read_name(node: &Node<'_>) -> Option<String> {
    let read = |text: &str| {
        let plain = text.trim() == text && !text.chars().any(char::is_control);
        let length = text.chars().count();
        (plain && (1..=40).contains(&length)).then(|| text.to_owned())
    };
    node.notation(read, NAME_EXPECTED)
}

const WEAPONS_EXPECTED: &str =
    "1 to 8 weapons such as { name = \"Rifle\", optimal = 2, damage = \"shell\" }";

/// The weapons of a mecha; `None` after a mistake.
pub(super) fn read_weapons(fields: &Fields<'_>) -> Option<Vec<Weapon>> {
    let node = fields.required("weapons", WEAPONS_EXPECTED)?;
    let items = node.items(WEAPONS_EXPECTED)?;
    if items.is_empty() || items.len() > MAX_WEAPONS {
        node.complain(format!(
            "{} weapons, expected {WEAPONS_EXPECTED}",
            items.len()
        ));
        return None;
    }
    let read: Vec<Option<Weapon>> = items.iter().map(read_weapon).collect();
    read.into_iter().collect()
}

fn read_weapon(node: &Node<'_>) -> Option<Weapon> {
    let fields = node.fields(WEAPONS_EXPECTED)?.labelled("weapon", "name");
    let text = |name| {
        let node = fields.required(name, "text in quotes");
        node.and_then(|node| read_name(&node))
    };
    let (name, damage_type) = (text("name"), text("damage"));
    let optimal_range = fields.number("optimal", limits::OPTIMAL_RANGE);
    fields.finish();
    Some(Weapon {
        name: name?,
        optimal_range: optimal_range?,
        damage_type: damage_type?,
    })
}
