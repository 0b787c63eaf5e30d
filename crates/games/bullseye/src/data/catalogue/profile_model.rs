//! `profiles.toml`: a grid of mecha that differ in Attack, Defense, Movement and skill.

use std::ops::RangeInclusive;

use super::cost::Costs;
use super::limits::{self, Limits};
use super::names::ProfileId;
use super::units::read_weapons;
use crate::data::profile::{Mecha, Weapon};
use equipoise_engine::source::raw::{Fields, Node};

/// Lowest and highest value of an axis.
type Axis = RangeInclusive<u8>;

const AXIS_EXPECTED: &str = "two values in order, such as [3, 6]";

/// Reads the model and generates its mecha; `None` if anything is missing.
pub(super) fn read_grid(
    root: &Fields<'_>,
    costs: Option<&Costs>,
) -> Option<Vec<(ProfileId, Mecha)>> {
    let machine = root
        .section("machine")
        .and_then(|fields| read_machine(&fields));
    let axes = root.section("grid").and_then(|fields| read_axes(&fields));
    let ((engineering, weapons), axes, costs) = (machine?, axes?, costs?);
    let mecha = |id: ProfileId| {
        let mut mecha = Mecha {
            name: id.to_string(),
            engineering,
            movement: id.movement,
            attack: id.attack,
            defense: id.defense,
            skill: id.skill,
            points: 0,
            weapons: weapons.clone(),
        };
        mecha.points = costs.points(&mecha);
        (id, mecha)
    };
    Some(every(axes).into_iter().map(mecha).collect())
}

/// Every point of the grid, sorted.
fn every([attack, defense, movement, skill]: [Axis; 4]) -> Vec<ProfileId> {
    let mut all = Vec::new();
    for attack in attack {
        for defense in defense.clone() {
            for movement in movement.clone() {
                all.extend(skill.clone().map(|skill| ProfileId {
                    attack,
                    defense,
                    movement,
                    skill,
                }));
            }
        }
    }
    all
}

/// What every generated mecha shares: Engineering and weapons.
fn read_machine(fields: &Fields<'_>) -> Option<(u8, Vec<Weapon>)> {
    let engineering = fields.number("engineering", limits::STAT);
    let weapons = read_weapons(fields);
    fields.finish();
    Some((engineering?, weapons?))
}

fn read_axes(fields: &Fields<'_>) -> Option<[Axis; 4]> {
    let axes = ProfileId::AXES.map(|name| {
        let limits = if name == "skill" {
            limits::SKILL
        } else {
            limits::STAT
        };
        let node = fields.required(name, AXIS_EXPECTED);
        node.and_then(|node| read_axis(&node, limits))
    });
    fields.finish();
    let [attack, defense, movement, skill] = axes;
    Some([attack?, defense?, movement?, skill?])
}

fn read_axis(node: &Node<'_>, limits: Limits) -> Option<Axis> {
    let items = node.items(AXIS_EXPECTED)?;
    let [from, to] = items.as_slice() else {
        node.refuse(AXIS_EXPECTED);
        return None;
    };
    let (from, to): (Option<u8>, Option<u8>) = (from.number(limits), to.number(limits));
    let (from, to) = (from?, to?);
    if from > to {
        node.complain(format!(
            "runs from {from} to {to}, expected {AXIS_EXPECTED}"
        ));
        return None;
    }
    Some(from..=to)
}
