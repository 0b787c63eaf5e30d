//! Any legal choice, all equally likely.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Side};

use super::aims::{arms, enemies};
use super::lot::by_lot;
use crate::data::weapon::Tag;
use crate::rules::aim::Aim;
use crate::rules::attack::Attack;
use crate::rules::board::Edge;
use crate::rules::decision::{Action, DroneMoves, Placing, Policy};
use crate::rules::facing::Facing;
use crate::rules::grapple::Grip;
use crate::rules::state::{Cover, Hold, Phase, Place, Turn, UnitId};
use crate::rules::view::{Arm, View};

/// Draws from a list that holds every legal choice and some others; the rules refuse those, and what is
/// drawn after them is a legal choice, all equally likely.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random;

impl Policy for Random {
    fn leads<D: Dice>(self, _view: View<'_>, _side: Side, dice: &mut D) -> bool {
        dice.below(2) == 0
    }

    fn edge<D: Dice>(self, _view: View<'_>, _side: Side, dice: &mut D) -> Edge {
        by_lot(dice, &[Edge::South, Edge::North]).unwrap_or(Edge::South)
    }

    fn place<D: Dice>(
        self,
        view: View<'_>,
        waiting: &[UnitId],
        edge: Edge,
        dice: &mut D,
    ) -> Placing {
        let area = view.table.board.area(edge);
        Placing {
            unit: by_lot(dice, waiting).unwrap_or_default(),
            hex: by_lot(dice, area).unwrap_or_default(),
            facing: by_lot(dice, &Facing::ALL).unwrap_or_default(),
        }
    }

    fn activate<D: Dice>(self, _view: View<'_>, waiting: &[UnitId], dice: &mut D) -> UnitId {
        by_lot(dice, waiting).unwrap_or_default()
    }

    fn act<D: Dice>(self, view: View<'_>, _unit: UnitId, _refused: u8, dice: &mut D) -> Action {
        let Some(turn) = view.battle.turn else {
            return Action::End;
        };
        let mut choices = vec![Action::End];
        moves(view, &turn, &mut choices);
        if !turn.lent {
            attacks(view, &turn, &mut choices);
            commands(view, &turn, &mut choices);
            drones(view, turn.unit, dice, &mut choices);
        }
        by_lot(dice, &choices).unwrap_or(Action::End)
    }

    fn react<D: Dice>(
        self,
        view: View<'_>,
        unit: UnitId,
        mover: UnitId,
        dice: &mut D,
    ) -> Option<Attack> {
        let mut choices = vec![None];
        for arm in arms(view, unit).filter(|&arm| arm != Arm::Basic) {
            if view.strike(unit, arm).ap <= view.unit(unit).ap {
                choices.extend(aims(view, unit, arm, mover).map(Some));
            }
        }
        by_lot(dice, &choices).flatten()
    }

    fn fall<D: Dice>(self, view: View<'_>, unit: UnitId, dice: &mut D) -> usize {
        let left = &view.unit(unit).defense;
        let sections: Vec<usize> = (0..left.len()).filter(|&at| left[at] > 0).collect();
        by_lot(dice, &sections).unwrap_or_default()
    }
}

fn moves(view: View<'_>, turn: &Turn, choices: &mut Vec<Action>) {
    if turn.phase != Phase::Movement {
        return;
    }
    choices.push(Action::EndMovement);
    choices.extend(Facing::ALL.map(Action::Rotate));
    if turn.thrust {
        return;
    }
    choices.push(Action::PressOn);
    if turn.movement > 0 {
        choices.extend(Facing::ALL.map(Action::Step));
        let level = view.unit(turn.unit).elevation;
        choices.extend([level - 1, level + 1].map(Action::ChangeLevel));
    }
    if !turn.walked && view.thruster_movement(turn.unit).is_some() {
        choices.extend(Facing::ALL.map(Action::Thrust));
    }
}

/// Every legal aim of an arm at a target.
fn aims(
    view: View<'_>,
    unit: UnitId,
    arm: Arm,
    target: UnitId,
) -> impl Iterator<Item = Attack> + '_ {
    let state = view.unit(target);
    let sections = (0..state.defense.len()).map(Aim::Section);
    let weapons = (0..state.weapons.len()).map(Aim::Weapon);
    let shields = (0..state.shields.len()).map(Aim::Shield);
    let groups = (0..state.equipment.len()).map(Aim::Equipment);
    let all = sections.chain(weapons).chain(shields).chain(groups);
    let all = all.map(move |aim| Attack::new(arm, target, aim));
    all.filter(move |attack| view.check_attack(unit, attack).is_ok())
}

/// Attacks without spread and with, and grapples.
fn attacks(view: View<'_>, turn: &Turn, choices: &mut Vec<Action>) {
    let unit = turn.unit;
    if turn.thrust || turn.gripped {
        return;
    }
    for arm in arms(view, unit) {
        let close = view.range(unit, arm) <= 1;
        let open = close || turn.phase <= Phase::Ranged;
        if !open || view.strike(unit, arm).ap > view.unit(unit).ap {
            continue;
        }
        let spreads = match arm {
            Arm::Weapon(at) => view.piece(unit).weapons[at].has(Tag::Shotgun),
            Arm::Basic => false,
        };
        for target in enemies(view, unit) {
            for attack in aims(view, unit, arm, target) {
                choices.push(Action::Attack(attack));
                if spreads {
                    choices.extend(wider(view, attack).map(Action::Attack));
                }
            }
        }
        let structures = 0..view.battle.structures.len();
        choices.extend(structures.map(|at| Action::AttackStructure(arm, at)));
    }
    for target in enemies(view, unit) {
        if view.check_grapple(unit, target, Grip::Hold).is_ok() {
            choices.push(Action::Grapple(target, Grip::Hold));
            let hexes = view.table.board.hexes().iter();
            let throws = hexes.map(|&hex| Grip::Throw(hex));
            let legal = throws.filter(|&grip| view.check_grapple(unit, target, grip).is_ok());
            choices.extend(legal.map(|grip| Action::Grapple(target, grip)));
        }
    }
}

/// An attack with every pair of further sections.
fn wider(view: View<'_>, attack: Attack) -> impl Iterator<Item = Attack> {
    let sections = view.unit(attack.target).defense.len();
    let pairs = (0..sections).flat_map(move |one| (one + 1..sections).map(move |two| (one, two)));
    pairs.map(move |(one, two)| Attack {
        spread: [Some(one), Some(two)],
        ..attack
    })
}

fn commands(view: View<'_>, turn: &Turn, choices: &mut Vec<Action>) {
    let (unit, state) = (turn.unit, view.unit(turn.unit));
    let units = 0..view.battle.units.len();
    let led = units.filter(|&it| view.is_led_by(it, unit));
    choices.extend(led.map(Action::Lead));
    if state.ap < 2 {
        return;
    }
    choices.extend([
        Action::GetUp,
        Action::Kneel,
        Action::Prone,
        Action::Offensive,
    ]);
    match state.hold {
        Hold::Free => {}
        Hold::Holds { .. } => choices.push(Action::Release),
        Hold::HeldBy(_) => choices.extend(view.ways_out(unit).map(Action::Break)),
    }
    for (at, item) in state.weapons.iter().enumerate() {
        let hands = 0..state.defense.len();
        match item.place {
            Place::Carried => choices.extend(hands.map(|hand| Action::Swap(at, hand))),
            Place::Dropped(_) => choices.extend(hands.map(|hand| Action::Retrieve(at, hand))),
            Place::Held { .. } | Place::Mounted(_) => {}
        }
        if view.piece(unit).weapons[at].has(Tag::GunBlade) {
            choices.push(Action::Transform(at));
        }
    }
    let shields = (0..state.shields.len()).map(Cover::Shield);
    let covers = shields.chain((0..state.weapons.len()).map(Cover::Weapon));
    for cover in covers.filter(|&cover| view.covers(unit, cover)) {
        choices.extend(Facing::ALL.map(|direction| Action::Defensive(cover, direction)));
    }
}

/// One command of each kind, with drones and hexes by lot.
fn drones<D: Dice>(view: View<'_>, unit: UnitId, dice: &mut D, choices: &mut Vec<Action>) {
    let state = view.unit(unit);
    if state.ap < 2 || !view.has_drone(unit) {
        return;
    }
    let mut sent = [DroneMoves::default(); 2];
    for (group, drone) in state.drones.iter().enumerate() {
        let moves = &mut sent[usize::from(drone.is_some())];
        let near = (-2..=2).flat_map(|q| (-2..=2).map(move |r| Hex::new(q, r)));
        let near = near.map(|step| state.hex + step);
        let near: Vec<Hex> = near.filter(|hex| hex.distance(state.hex) <= 2).collect();
        let goes = view.piece(unit).sheet.equipment[group].drone.is_some() && dice.below(2) == 0;
        if let Some(free) = moves.iter_mut().find(|it| it.is_none()).filter(|_| goes) {
            *free = by_lot(dice, &near).map(|hex| (group, hex));
        }
        if drone.is_some() {
            choices.extend(Facing::ALL.map(|facing| Action::TurnTurret(group, facing)));
        }
    }
    let [docked, out] = sent;
    choices.extend([
        Action::Deploy(docked),
        Action::Reposition(out),
        Action::Recall,
    ]);
}
