//! What a unit can do beyond moving and fighting: barriers, modes, ships, ways to get about.

use super::limits::{self, Limits};
use super::weapons::{CATEGORIES, read_name};
use crate::data::profile::{
    Barrier, BarrierArc, Category, Defence, Mode, NoWear, Shield, Ship, Stops, UnitProfile,
    UnitType, WeaponKind,
};
use equipoise_engine::source::raw::{Fields, Node};

const ARCS: [(&str, BarrierArc); 2] = [("all", BarrierArc::All), ("front", BarrierArc::Front)];

const STOPS: [(&str, Stops); 4] = [
    ("kinetic", Stops::Kinetic),
    ("energy", Stops::Energy),
    ("explosive", Stops::Explosive),
    ("melee", Stops::Melee),
];

const STOPS_EXPECTED: &str =
    "an array of at least one of \"kinetic\", \"energy\", \"explosive\", \"melee\"";
const MODES_EXPECTED: &str =
    "an array of 1 to 3 tables such as { name = \"Flyer\", move_in = 3, fly = true }";
const SHIP_EXPECTED: &str = "a table such as { catapult_in = 8, repair_hp = 500, repair_bay = 1 }";

/// Abilities of one unit; modes keep their places for the checks that need the whole unit.
pub(super) struct Abilities<'a> {
    pub(super) fly: bool,
    pub(super) aircraft: bool,
    pub(super) amphibious: bool,
    pub(super) ambush: bool,
    pub(super) barrier: Option<Barrier>,
    pub(super) ship: Option<Ship>,
    modes: Vec<(Mode, Node<'a>)>,
}

impl<'a> Abilities<'a> {
    /// Reads them all; mistakes are reported, and the dataset is refused for them.
    pub(super) fn read(fields: &Fields<'a>, unit_type: Option<UnitType>) -> Self {
        let barrier = fields.optional("barrier");
        let modes = fields.optional("modes");
        Self {
            fly: fields.switch("fly"),
            aircraft: fields.switch("aircraft"),
            amphibious: fields.switch("amphibious"),
            ambush: fields.switch("ambush"),
            barrier: barrier.and_then(|node| read_barrier(&node)),
            ship: read_ship(fields, unit_type),
            modes: modes.map(|node| read_modes(&node)).unwrap_or_default(),
        }
    }

    pub(super) fn modes(&self) -> Vec<Mode> {
        self.modes.iter().map(|(mode, _)| mode.clone()).collect()
    }

    /// Reports modes in which the finished unit leaves the legal ranges.
    pub(super) fn check_modes(&self, unit: &UnitProfile) {
        for (mode, node) in &self.modes {
            if let Err(why) = check_mode(mode, unit) {
                node.complain(format!("in mode \"{}\" {why}", mode.name));
            }
        }
    }
}

fn read_barrier(node: &Node<'_>) -> Option<Barrier> {
    let fields =
        node.fields("a table such as { strength = 5, arc = \"all\", stops = [\"energy\"] }")?;
    let strength = fields.number("strength", limits::BARRIER);
    let arc = fields.choice("arc", &ARCS);
    let stops = fields.required("stops", STOPS_EXPECTED);
    let stops = stops.and_then(|node| read_stops(&node));
    let no_wear = fields.optional("no_wear");
    let no_wear = no_wear.map(|node| (read_no_wear(&node), node));
    fields.finish();
    let stops = stops?;
    if let Some((Some(no_wear), node)) = &no_wear {
        check_no_wear(*no_wear, &stops, node);
    }
    Some(Barrier {
        strength: strength?,
        arc: arc?,
        stops,
        no_wear: no_wear.and_then(|(no_wear, _)| no_wear),
    })
}

fn read_stops(node: &Node<'_>) -> Option<Vec<Stops>> {
    let items = node.items(STOPS_EXPECTED)?;
    if items.is_empty() {
        node.refuse(STOPS_EXPECTED);
        return None;
    }
    let mut stops = Vec::new();
    for item in &items {
        let stop = item.choice(&STOPS)?;
        if stops.contains(&stop) {
            item.refuse("each kind of attack once");
        }
        stops.push(stop);
    }
    Some(stops)
}

fn read_no_wear(node: &Node<'_>) -> Option<NoWear> {
    let fields = node.fields("a table such as { category = \"energy\", pen_below = 7 }")?;
    let category = fields.choice("category", &CATEGORIES);
    let pen_below = fields.number("pen_below", limits::PEN);
    fields.finish();
    Some(NoWear {
        category: category?,
        pen_below: pen_below?,
    })
}

/// An attack that the barrier never meets cannot wear it down.
fn check_no_wear(no_wear: NoWear, stops: &[Stops], node: &Node<'_>) {
    let shooting = match no_wear.category {
        Category::Kinetic => Stops::Kinetic,
        Category::Energy => Stops::Energy,
        Category::Explosive => Stops::Explosive,
    };
    if !stops.contains(&shooting) && !stops.contains(&Stops::Melee) {
        node.complain("`no_wear` names attacks that the barrier does not stop, expected a category of `stops`");
    }
}

fn read_modes<'a>(node: &Node<'a>) -> Vec<(Mode, Node<'a>)> {
    let items = node.items(MODES_EXPECTED).unwrap_or_default();
    if node.is_array() && !(1..=3).contains(&items.len()) {
        node.complain(format!("{} modes, expected 1 to 3", items.len()));
    }
    let mut modes: Vec<(Mode, Node<'a>)> = Vec::new();
    for item in items {
        let Some(mode) = read_mode(&item) else {
            continue;
        };
        if modes.iter().any(|(other, _)| other.name == mode.name) {
            item.complain(format!(
                "a second mode named \"{}\", expected names to differ",
                mode.name
            ));
        }
        modes.push((mode, item));
    }
    modes
}

fn read_mode(node: &Node<'_>) -> Option<Mode> {
    let fields = node.fields(MODES_EXPECTED)?;
    let name = fields.required("name", "text in quotes");
    let name = name.and_then(|node| read_name(&node));
    let move_in = fields.number_or("move_in", limits::SHIFT, 0);
    let bonuses = [
        "evade_bonus",
        "melee_def_bonus",
        "shooting_bonus",
        "melee_bonus",
    ]
    .map(|name| fields.number_or(name, limits::MODE_BONUS, 0));
    let targets = ["evade_target", "melee_def_target"].map(|name| read_target(&fields, name));
    let fly = fields.switch("fly");
    fields.finish();
    let ([evade, melee_def, shooting, melee], [evade_target, melee_def_target]) =
        (bonuses, targets);
    let mode = Mode {
        name: name?,
        move_in: move_in?,
        evade_bonus: evade?,
        melee_def_bonus: melee_def?,
        shooting_bonus: shooting?,
        melee_bonus: melee?,
        evade_target: evade_target?,
        melee_def_target: melee_def_target?,
        fly,
    };
    if changes_nothing(&mode) {
        node.complain(format!(
            "mode \"{}\" changes nothing, expected a benefit or a drawback",
            mode.name
        ));
    }
    Some(mode)
}

/// A target number that need not be stated; the outer `None` follows a mistake.
fn read_target(fields: &Fields<'_>, name: &'static str) -> Option<Option<u8>> {
    match fields.optional(name) {
        Some(node) => node.number(limits::TARGET_NUMBER).map(Some),
        None => Some(None),
    }
}

fn changes_nothing(mode: &Mode) -> bool {
    let bonuses = [
        mode.move_in,
        mode.evade_bonus,
        mode.melee_def_bonus,
        mode.shooting_bonus,
        mode.melee_bonus,
    ];
    bonuses == [0; 5] && mode.evade_target.or(mode.melee_def_target).is_none() && !mode.fly
}

pub(super) fn check_mode(mode: &Mode, unit: &UnitProfile) -> Result<(), String> {
    let fit = |what: &str, value: i64, limits: Limits| match limits.contain(value) {
        true => Ok(()),
        false => Err(format!("{what} is {value}, expected {limits}")),
    };
    fit(
        "move_in",
        i64::from(unit.move_in) + i64::from(mode.move_in),
        limits::MOVE,
    )?;
    let (full, melee) = shields(unit);
    let defences = [
        ("evade", unit.evade, mode.evade_bonus, full),
        (
            "melee_def",
            unit.melee_def,
            mode.melee_def_bonus,
            full + melee,
        ),
    ];
    for (name, Defence { bonus, .. }, change, lost) in defences {
        let total = i64::from(bonus) + i64::from(change);
        fit(&format!("the {name} bonus"), total, limits::BONUS)?;
        fit(
            &format!("the {name} bonus without shields"),
            total - lost,
            limits::BONUS,
        )?;
    }
    for weapon in &unit.weapons {
        let change = match weapon.kind {
            WeaponKind::Shooting => mode.shooting_bonus,
            WeaponKind::Melee => mode.melee_bonus,
        };
        let total = i64::from(weapon.bonus) + i64::from(change);
        fit(
            &format!("the HITS of \"{}\"", weapon.name),
            total,
            limits::BONUS,
        )?;
    }
    Ok(())
}

/// Sums of the `[S#]` and of the `[MD#]` shields.
fn shields(unit: &UnitProfile) -> (i64, i64) {
    unit.shields
        .iter()
        .fold((0, 0), |(full, melee), shield| match *shield {
            Shield::Full(value) => (full + i64::from(value), melee),
            Shield::Melee(value) => (full, melee + i64::from(value)),
        })
}

/// A Warship has `ship`, and nothing else has.
fn read_ship(fields: &Fields<'_>, unit_type: Option<UnitType>) -> Option<Ship> {
    let Some(node) = fields.optional("ship") else {
        if unit_type == Some(UnitType::Warship) {
            fields.complain(format!(
                "missing `ship`, expected {SHIP_EXPECTED} for a warship"
            ));
        }
        return None;
    };
    if unit_type.is_some_and(|unit_type| unit_type != UnitType::Warship) {
        node.complain("`ship` does not belong to this kind of unit, expected a warship");
    }
    let inner = node.fields(SHIP_EXPECTED)?;
    let catapult_in = inner.number_or("catapult_in", limits::CATAPULT, 8);
    let repair_hp = inner.number("repair_hp", limits::REPAIR_HP);
    let repair_bay = inner.number_or("repair_bay", limits::REPAIR_BAY, 1);
    let actions = inner.number_or("actions", limits::ACTIONS, 1);
    inner.finish();
    Some(Ship {
        catapult_in: catapult_in?,
        repair_hp: repair_hp?,
        repair_bay: repair_bay?,
        actions: actions?,
    })
}
