//! A rule of thumb: come into range, then the attack that ends an enemy with the fewest Action Points.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Side};

use super::aims::{Scope, arms, best, best_on, can_attack, enemies};
use super::markers::{Duty, duty};
use super::ways::{first_step, first_step_towards, preferred};
use crate::data::kind::{SectionKind, UnitKind};
use crate::rules::attack::Attack;
use crate::rules::board::{Board, Edge};
use crate::rules::decision::{Action, Placing, Policy, inward};
use crate::rules::facing::Facing;
use crate::rules::state::{
    AP_CAP, COMMAND_COST, Hold, ItemState, Phase, Place, Posture, Stance, Turn, UnitId,
};
use crate::rules::view::{Arm, View};

/// Action Points above which a step more is worth the price of Press On: a turn's roll would run into
/// the cap.
const PLENTY: u8 = 8;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

impl Policy for Plain {
    /// The first shot counts.
    fn leads<D: Dice>(self, _view: View<'_>, _side: Side, _dice: &mut D) -> bool {
        true
    }

    fn edge<D: Dice>(self, _view: View<'_>, _side: Side, dice: &mut D) -> Edge {
        if dice.below(2) == 0 {
            Edge::South
        } else {
            Edge::North
        }
    }

    /// As far ahead as the area goes and as near to the middle file as there is room; equal hexes by
    /// lot.
    fn place<D: Dice>(
        self,
        view: View<'_>,
        waiting: &[UnitId],
        edge: Edge,
        dice: &mut D,
    ) -> Placing {
        let board = &view.table.board;
        let unit = waiting[0];
        let side = view.piece(unit).side;
        let free = |hex: Hex| {
            let mut units = 0..view.battle.units.len();
            let friend = units.any(|it| {
                let placed = view.piece(it).side == side && !waiting.contains(&it);
                placed && view.unit(it).hex == hex
            });
            !friend && view.check_ground(unit, hex, view.ground(hex)).is_ok()
        };
        let area = board.area(edge);
        let (mut least, mut equal) = ((u8::MAX, u8::MAX), 0);
        for &hex in area {
            let rating = remoteness(board, edge, hex);
            if rating <= least && free(hex) {
                equal = if rating < least { 1 } else { equal + 1 };
                least = rating;
            }
        }
        let chosen = if equal > 1 { dice.below(equal) } else { 0 };
        let good = |hex: &&Hex| remoteness(board, edge, **hex) == least && free(**hex);
        let mut good = area.iter().filter(good);
        Placing {
            unit,
            hex: good.nth(chosen as usize).copied().unwrap_or_default(),
            facing: inward(edge),
        }
    }

    /// Who can attack with what it will have; of equal ones, who has most Action Points.
    fn activate<D: Dice>(self, view: View<'_>, waiting: &[UnitId], _dice: &mut D) -> UnitId {
        if let [only] = waiting {
            return *only;
        }
        let readiness = |unit: UnitId| {
            let armed = view.in_play(unit) && can_attack(view, unit);
            (armed, view.unit(unit).ap)
        };
        let rated = waiting.iter().map(|&unit| (readiness(unit), unit));
        let best = rated.reduce(|best, it| if it.0 > best.0 { it } else { best });
        best.map_or(0, |(_, unit)| unit)
    }

    fn act<D: Dice>(self, view: View<'_>, unit: UnitId, refused: u8, _dice: &mut D) -> Action {
        let Some(turn) = view.battle.turn.filter(|_| refused < 2) else {
            return Action::End;
        };
        if refused == 0
            && let Some(action) = recover(view, unit).or_else(|| rearm(view, unit))
        {
            return action;
        }
        if turn.phase == Phase::Movement {
            return movement(view, &turn).unwrap_or(Action::EndMovement);
        }
        combat(view, &turn)
    }

    fn react<D: Dice>(
        self,
        view: View<'_>,
        unit: UnitId,
        mover: UnitId,
        _dice: &mut D,
    ) -> Option<Attack> {
        let scope = Scope {
            ap: view.unit(unit).ap,
            unarmed: false,
            ..Scope::ANY
        };
        best_on(view, unit, mover, scope).map(|it| it.attack)
    }

    /// The section that is left with most, a torso last.
    fn fall<D: Dice>(self, view: View<'_>, unit: UnitId, _dice: &mut D) -> usize {
        let sections = &view.piece(unit).sheet.sections;
        let left = &view.unit(unit).defense;
        let rating = |&at: &usize| {
            let limb = sections[at].kind != SectionKind::Torso;
            (left[at] > 0, limb, left[at])
        };
        (0..left.len()).max_by_key(rating).unwrap_or_default()
    }
}

/// Rows behind the front of the area, then twice the distance from the middle file.
fn remoteness(board: &Board, edge: Edge, hex: Hex) -> (u8, u8) {
    let Some((file, row)) = board.place(hex) else {
        return (u8::MAX, u8::MAX);
    };
    let ahead = match edge {
        Edge::South => row,
        Edge::North => board.length(file) - 1 - row,
    };
    (u8::MAX - ahead, (2 * file + 1).abs_diff(board.files()))
}

/// Breaks a hold or gets on its feet.
pub(super) fn recover(view: View<'_>, unit: UnitId) -> Option<Action> {
    let state = view.unit(unit);
    if let Hold::HeldBy(_) = state.hold {
        let cost = view.cost_to_break(unit);
        let way = view.ways_out(unit).next();
        return way.filter(|_| state.ap >= cost).map(Action::Break);
    }
    if state.ap < COMMAND_COST {
        return None;
    }
    let down = state.stuck || matches!(state.posture, Posture::Kneeling | Posture::Grounded);
    down.then_some(Action::GetUp)
}

/// Takes a carried weapon into a hand that works when no weapon can be used.
fn rearm(view: View<'_>, unit: UnitId) -> Option<Action> {
    let state = view.unit(unit);
    let armed = (0..state.weapons.len()).any(|at| view.usable(unit, at));
    if armed || state.ap < COMMAND_COST {
        return None;
    }
    let sections = &view.piece(unit).sheet.sections;
    let arm = |at: &usize| sections[*at].kind == SectionKind::Arm && view.hand_works(unit, *at);
    let hand = (0..sections.len()).find(arm)?;
    let carried = |it: &ItemState| it.place == Place::Carried && it.durability > 0;
    let weapon = state.weapons.iter().position(carried)?;
    Some(Action::Swap(weapon, hand))
}

/// The next move, if there is a reason to move: a marker, or nobody to attack from here.
fn movement(view: View<'_>, turn: &Turn) -> Option<Action> {
    let unit = turn.unit;
    if view.piece(unit).sheet.kind == UnitKind::AirFighter {
        return flight(view, turn);
    }
    let duty = duty(view, unit);
    if let Duty::Claim(marker) = duty
        && let Some(action) = walk(view, turn, (marker, 1), |hex, _| hex.distance(marker) == 1)
    {
        return Some(action);
    }
    if can_attack(view, unit) {
        return None;
    }
    let state = view.unit(unit);
    let near = |&enemy: &UnitId| view.distance(unit, enemy);
    let target = enemies(view, unit).min_by_key(near)?;
    let aim = view.unit(target).hex;
    let range = u16::from(best_range(view, unit));
    let goal = (aim, view.unit(target).elevation);
    let in_reach = |hex: Hex, level: i8| {
        let (hexes, levels) = (
            hex.distance(aim),
            u16::from((level - goal.1).unsigned_abs()),
        );
        let near = if range > 1 {
            hexes + levels <= range
        } else {
            hexes <= 1 && levels <= 1
        };
        near && view.is_clear((hex, level), goal, None)
    };
    let there = duty == Duty::Stay || in_reach(state.hex, state.elevation);
    if there {
        return look(view, turn, aim);
    }
    if !turn.walked
        && view.distance(unit, target) > range + u16::from(turn.movement)
        && let Some(thrust) = thrust(view, turn, aim)
    {
        return Some(thrust);
    }
    let levels = u16::from(goal.1.unsigned_abs());
    let radius = match range {
        ..=1 => u16::from(levels <= 1),
        _ => range.saturating_sub(levels),
    };
    walk(view, turn, (aim, radius), in_reach).or_else(|| look(view, turn, aim))
}

/// An air fighter flies on as far as it can, towards the nearest enemy unless it can attack.
fn flight(view: View<'_>, turn: &Turn) -> Option<Action> {
    let unit = turn.unit;
    if !can_attack(view, unit) {
        let near = |&enemy: &UnitId| view.distance(unit, enemy);
        let target = enemies(view, unit).min_by_key(near)?;
        let turned = look(view, turn, view.unit(target).hex);
        if turned.is_some() {
            return turned;
        }
    }
    step(view, turn, None)
}

/// Whether a unit may turn or go at all.
fn is_free(view: View<'_>, unit: UnitId) -> bool {
    let state = view.unit(unit);
    let upright = state.posture == Posture::Standing && !view.in_hold(unit);
    view.in_play(unit) && upright && !matches!(state.stance, Stance::Defensive { .. })
}

/// Turns towards a hex, if that is free.
fn look(view: View<'_>, turn: &Turn, aim: Hex) -> Option<Action> {
    let state = view.unit(turn.unit);
    if aim == state.hex || turn.rotated || !is_free(view, turn.unit) {
        return None;
    }
    let towards = Facing::towards(aim - state.hex, state.facing);
    (towards != state.facing).then_some(Action::Rotate(towards))
}

/// The next step or turn on the way to where `there` holds: on the ground of an open board, at most so far from
/// the aim. Straight to the aim while no way is known.
fn walk(
    view: View<'_>,
    turn: &Turn,
    (aim, radius): (Hex, u16),
    there: impl Fn(Hex, i8) -> bool,
) -> Option<Action> {
    let (unit, state) = (turn.unit, view.unit(turn.unit));
    if !is_free(view, unit) || state.stuck || turn.thrust {
        return None;
    }
    let straight = first_step_towards(view, unit, aim, radius);
    let Some(direction) = straight.or_else(|| first_step(view, unit, there)) else {
        return step(view, turn, Some(aim));
    };
    let next = match view.step_cost(unit, direction) {
        Ok(cost) if cost <= turn.movement => Some(Action::Step(direction)),
        Ok(_) => None,
        // Not ahead of it: it turns first.
        Err(_) if !turn.rotated || turn.movement > 0 => return Some(Action::Rotate(direction)),
        Err(_) => None,
    };
    let short = !turn.thrust && state.ap >= PLENTY;
    next.or_else(|| short.then_some(Action::PressOn))
}

/// A step, the one that comes nearest to an aim; `None` when no step comes nearer. Without an aim any
/// step will do, straight ahead first.
fn step(view: View<'_>, turn: &Turn, aim: Option<Hex>) -> Option<Action> {
    let state = view.unit(turn.unit);
    let directions = preferred(state.facing);
    let legal = directions.into_iter().filter(|&direction| {
        let cost = view.step_cost(turn.unit, direction);
        cost.is_ok_and(|cost| cost <= turn.movement)
    });
    let left =
        |direction: &Facing| aim.map_or(0, |aim| (state.hex + direction.step()).distance(aim));
    let best = legal.min_by_key(left)?;
    let nearer = aim.is_none_or(|aim| left(&best) < state.hex.distance(aim));
    nearer.then_some(Action::Step(best))
}

/// Thruster Movement that comes nearer to an aim than all steps of the turn could: too far away to fight,
/// a unit forfeits nothing by it.
fn thrust(view: View<'_>, turn: &Turn, aim: Hex) -> Option<Action> {
    let state = view.unit(turn.unit);
    let directions = [0, 5, 1].map(|sixths| state.facing.turned(sixths));
    let ends = directions.into_iter().filter_map(|direction| {
        let end = view.thruster_end(turn.unit, direction).ok()?;
        Some((end.distance(aim), direction))
    });
    let (left, direction) = ends.min_by_key(|&(left, _)| left)?;
    let walk = state.hex.distance(aim).saturating_sub(turn.movement.into());
    (!turn.thrust && left < walk).then_some(Action::Thrust(direction))
}

/// The range of the weapon with most damage for its Action Points.
fn best_range(view: View<'_>, unit: UnitId) -> u8 {
    let usable = arms(view, unit).filter(|&arm| match arm {
        Arm::Weapon(at) => view.usable(unit, at) && view.strike(unit, arm).ap <= AP_CAP,
        Arm::Basic => true,
    });
    let worth = |own: Arm, against: Arm| {
        let damage = u32::from(view.strike(unit, own).damage);
        damage * u32::from(view.strike(unit, against).ap.max(1))
    };
    let best = usable.reduce(|best, it| {
        if worth(it, best) > worth(best, it) {
            it
        } else {
            best
        }
    });
    best.map_or(1, |arm| view.range(unit, arm))
}

/// The best attack as soon as it can be paid; an Offensive Stance when there is nobody to attack.
fn combat(view: View<'_>, turn: &Turn) -> Action {
    let (unit, state) = (turn.unit, view.unit(turn.unit));
    let scope = Scope {
        from: turn.phase,
        ..Scope::ANY
    };
    match best(view, unit, scope) {
        Some(rated) if rated.ap <= state.ap => Action::Attack(rated.attack),
        Some(_) => Action::End,
        None if state.stance == Stance::None && state.ap >= PLENTY && view.in_play(unit) => {
            Action::Offensive
        }
        None => Action::End,
    }
}
