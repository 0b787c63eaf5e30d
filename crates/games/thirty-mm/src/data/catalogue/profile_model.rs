//! `profiles.toml`: a grid of mechs that differ in class, rank and weapon.

use std::fmt;

use equipoise_engine::source::raw::{Fields, Node};

use super::limits;
use super::parts::{Parts, read_name};
use super::units::{STATS_EXPECTED, mount, read_hands, read_sections, read_triple};
use crate::data::class::Class;
use crate::data::kind::UnitKind;
use crate::data::pilot::Pilot;
use crate::data::sheet::{Held, Mount, Section, Sheet};
use crate::data::stats::PerStat;
use crate::data::weapon::Weapon;

/// Coordinates of a generated profile: class, rank and weapon, written `C2R4:pistol`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProfileId {
    /// Class, which its Defense gives.
    pub class: u8,
    /// Rank of the pilot.
    pub rank: u8,
    /// The grid's name for its weapon.
    pub weapon: String,
}

impl ProfileId {
    /// Names of the axes of the grid.
    pub const AXES: [&str; 3] = ["class", "rank", "weapon"];
}

impl fmt::Display for ProfileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "C{}R{}:{}", self.class, self.rank, self.weapon)
    }
}

/// What every generated mech shares.
struct Machine {
    core_type: String,
    base: PerStat<u8>,
    /// Core sections; Max Defense is the share of each.
    shares: Vec<Section>,
}

/// A weapon of the grid, and where it goes.
struct Arm {
    name: String,
    weapon: Weapon,
    place: Place,
}

#[derive(Clone)]
enum Place {
    Hands(Vec<usize>),
    On(Mount),
}

/// Reads the model and generates its mechs, sorted by class, rank and the order of the weapons.
pub(super) fn read_grid(root: &Fields<'_>, parts: &Parts) -> Vec<(ProfileId, Sheet)> {
    let machine = root
        .section("machine")
        .and_then(|fields| read_machine(&fields));
    let grid = root.section("grid");
    let mut all = Vec::new();
    if let (Some(machine), Some(grid)) = (machine, grid) {
        let defense = read_defense(&grid, &machine);
        let points = read_list(&grid, "points", POINTS_EXPECTED, |node| {
            read_triple(node, limits::POINTS, POINTS_EXPECTED)
        });
        let arms = read_list(&grid, "weapons", WEAPONS_EXPECTED, |node| {
            read_arm(node, parts, &machine.shares)
        });
        grid.finish();
        if let (Some(defense), Some(points), Some(arms)) = (defense, points, arms) {
            all = every(&machine, &defense, &points, &arms);
        }
        for fault in all.iter().flat_map(|(_, sheet)| sheet.faults()).take(1) {
            grid.complain(fault);
        }
    }
    root.finish();
    all
}

const SHARE_TOTAL_EXPECTED: &str = "Defense that divides into the shares of the sections";
const POINTS_EXPECTED: &str = "points on the stats for each rank, such as [[0, 0, 0], [1, 0, 0]]";
const WEAPONS_EXPECTED: &str = "weapons such as { name = \"pistol\", item = \"Pistol\", hands = [\"right arm\"] } \
                                or { name = \"pod\", item = \"Missile Pod\", on = \"torso\" }";

fn read_machine(fields: &Fields<'_>) -> Option<Machine> {
    let core_type = fields
        .required("core_type", "text in quotes")
        .and_then(|node| node.text());
    let base = fields
        .required("stats", STATS_EXPECTED)
        .and_then(|node| read_triple(&node, limits::STAT, STATS_EXPECTED));
    let shares = read_sections(fields);
    fields.finish();
    Some(Machine {
        core_type: core_type?.to_owned(),
        base: base?,
        shares: shares?,
    })
}

fn read_list<T>(
    grid: &Fields<'_>,
    name: &'static str,
    expected: &'static str,
    read: impl Fn(&Node<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let items = grid.required(name, expected)?.items(expected)?;
    let all: Vec<Option<T>> = items.iter().map(read).collect();
    all.into_iter().collect()
}

/// Total Defense of each class; each must divide into the shares.
fn read_defense(grid: &Fields<'_>, machine: &Machine) -> Option<Vec<u16>> {
    let shares: u16 = machine.shares.iter().map(|it| it.defense).sum();
    read_list(grid, "defense", SHARE_TOTAL_EXPECTED, |node| {
        let total: u16 = node.number(limits::DEFENSE)?;
        if shares == 0 || !total.is_multiple_of(shares) {
            node.refuse(SHARE_TOTAL_EXPECTED);
            return None;
        }
        Some(total)
    })
}

fn read_arm(node: &Node<'_>, parts: &Parts, sections: &[Section]) -> Option<Arm> {
    let fields = node.fields(WEAPONS_EXPECTED)?.labelled("weapon", "name");
    let name = read_name(&fields);
    let weapon = fields.required("item", "the name of a weapon");
    let weapon = weapon.and_then(|node| parts.weapon(&node));
    let place = match fields.optional("on") {
        Some(node) => mount(&node, sections, &[]).map(Place::On),
        None => read_hands(&fields, sections).map(Place::Hands),
    };
    fields.finish();
    Some(Arm {
        name: name?,
        weapon: weapon?,
        place: place?,
    })
}

fn every(
    machine: &Machine,
    defense: &[u16],
    points: &[PerStat<u8>],
    arms: &[Arm],
) -> Vec<(ProfileId, Sheet)> {
    let mut all = Vec::new();
    for &total in defense {
        for (below, &points) in points.iter().enumerate() {
            let pilot = Pilot {
                rank: below as u8 + 1,
                points,
                ..Pilot::default()
            };
            all.extend(arms.iter().map(|arm| profile(machine, total, &pilot, arm)));
        }
    }
    all
}

fn profile(machine: &Machine, total: u16, pilot: &Pilot, arm: &Arm) -> (ProfileId, Sheet) {
    let shares: u16 = machine.shares.iter().map(|it| it.defense).sum();
    let section = |share: &Section| Section {
        defense: total / shares * share.defense,
        ..share.clone()
    };
    let (mut weapons, mut mounted) = (Vec::new(), Vec::new());
    match arm.place.clone() {
        Place::Hands(hands) => weapons.push(Held {
            item: arm.weapon.clone(),
            hands,
        }),
        Place::On(mount) => mounted.push((arm.weapon.clone(), mount)),
    }
    let id = ProfileId {
        class: Class::of_defense(total).number(),
        rank: pilot.rank,
        weapon: arm.name.clone(),
    };
    let sheet = Sheet {
        name: id.to_string(),
        kind: UnitKind::Mech,
        core_type: machine.core_type.clone(),
        base: machine.base,
        sections: machine.shares.iter().map(section).collect(),
        weapons,
        carried: Vec::new(),
        mounted,
        shields: Vec::new(),
        carried_shields: Vec::new(),
        equipment: Vec::new(),
        systems: Vec::new(),
        pilot: pilot.clone(),
        points: None,
    };
    (id, sheet)
}
