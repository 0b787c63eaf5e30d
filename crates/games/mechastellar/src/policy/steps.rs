//! Moves that policies share.

use std::cell::OnceCell;

use equipoise_engine::{Hex, Side};

use crate::data::table::{Table, forward};
use crate::rules::decision::{Action, Fuel};
use crate::rules::moves::MoveWith;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// The way from a unit to another: a facing that looks at it.
pub(super) fn facing(view: View<'_>, unit: UnitId, at: UnitId) -> Hex {
    view.unit(at).pos - view.unit(unit).pos
}

/// The middle of a row of the own zone, `row` rows from the own edge, looking at the enemy's edge.
pub(super) fn centre_spot(table: Table, side: Side, row: i16) -> (Hex, Hex) {
    let at = table.from_edge(side, table.width / 2, row);
    (at, forward(side))
}

/// Twelve hexes of the ring of `radius` hexes around a unit: its six corners and the middles of its sides.
pub(super) fn ring(view: View<'_>, unit: UnitId, radius: i32) -> [Hex; 12] {
    let (from, side) = (view.unit(unit).pos, view.side_of(unit));
    std::array::from_fn(|index| {
        let one = Hex::DIRECTIONS[index / 2];
        let two = Hex::DIRECTIONS[(index / 2 + 1) % Hex::DIRECTIONS.len()];
        let share = if index % 2 == 0 { 0 } else { radius / 2 };
        let along =
            |a: i16, b: i16| (i32::from(a) * (radius - share) + i32::from(b) * share) as i16;
        let way = Hex::new(along(one.q, two.q), along(one.r, two.r));
        from + view.bout.table.way_seen_from(side, way)
    })
}

/// Where the active unit is on its way to a hex after a move of `reach` hexes.
pub(super) fn on_the_way(view: View<'_>, to: Hex, reach: u16) -> Hex {
    let unit = view.state.turn.unit;
    let from = view.unit(unit).pos;
    if from.distance(to) <= reach {
        to
    } else {
        (view.bout.table).towards(view.side_of(unit), from, to, reach)
    }
}

/// A move of the active unit that brings it as near to a distance from an enemy as it gets.
pub(super) fn move_to(view: View<'_>, enemy: UnitId, goal: u16) -> Option<Action> {
    let to = step_to(view, enemy, goal, MoveWith::MoveAction)?;
    Some(Action::Move {
        to,
        spin: Some(view.unit(enemy).pos - to),
    })
}

/// Towards or away from `enemy` by Accelerate.
pub(super) fn accelerate(view: View<'_>, enemy: UnitId, goal: u16, fuel: Fuel) -> Option<Action> {
    if !view.can_accelerate(fuel) {
        return None;
    }
    step_to(view, enemy, goal, MoveWith::Accelerate).map(|to| Action::Accelerate { to, fuel })
}

/// Turns a shooter whose target is outside its arc, if a Move Action is left for it.
pub(super) fn turn_to(view: View<'_>, enemy: UnitId) -> Option<Action> {
    let unit = view.state.turn.unit;
    let blind = !view.in_front(unit, view.unit(enemy).pos);
    (blind && view.may_rotate()).then(|| Action::Rotate {
        facing: facing(view, unit, enemy),
    })
}

/// Distances the active unit can stand at after `moves` Move Actions, nearest and farthest.
pub(super) fn distances_in(view: View<'_>, enemy: UnitId, moves: u8) -> (u16, u16) {
    let unit = view.state.turn.unit;
    let distance = view.distance(unit, enemy);
    let reach = view.reach(unit, MoveWith::MoveAction) * u16::from(moves);
    let nearest = view.apart(unit, enemy);
    (
        distance.saturating_sub(reach).max(nearest),
        distance + reach,
    )
}

/// A move of the active unit that brings its distance to `enemy` as near to `goal` as it gets; of
/// equally good hexes one beside a control point to be won. `None` when no legal move brings it
/// nearer to the goal than it is, or, the fight over, to a point at the same distance.
pub(super) fn step_to(view: View<'_>, enemy: UnitId, goal: u16, with: MoveWith) -> Option<Hex> {
    let unit = view.state.turn.unit;
    let (from, there) = (view.unit(unit).pos, view.unit(enemy).pos);
    let distance = from.distance(there);
    let reach = view.reach(unit, with);
    let (table, side) = (view.bout.table, view.side_of(unit));
    let miss = |d: u16| d.abs_diff(goal);
    let gains = |hex: Hex| view.gains_point(side, hex, 0);
    let points_near = view.gains_point(side, from, reach);
    let sideways = points_near
        && with == MoveWith::MoveAction
        && view.state.turn.combat_actions == 0
        && !gains(from)
        && !view.is_engaged(unit);
    if reach == 0 || miss(distance) == 0 && !sideways {
        return None;
    }
    let aim = if distance > goal {
        goal.max(distance.saturating_sub(reach))
    } else {
        goal.min(distance + reach)
    };
    let mover = view.mover(with);
    let straight = table.towards(side, there, from, aim);
    if (!points_near || gains(straight)) && mover.kind(straight).is_some() {
        return Some(straight);
    }
    let ways = OnceCell::new();
    let is_legal = |hex: Hex| mover.kind_by(&ways, hex).is_some();
    let target = table.way_seen_from(side, there - from);
    let open = mover.distances_from(enemy);
    let farthest = miss(distance) + u16::from(sideways);
    (miss(aim)..farthest).find_map(|off| {
        let nearer = goal.checked_sub(off).filter(|_| off > 0);
        let rings = [nearer, Some(goal + off)].map(|ring| ring.filter(|d| open.contains(d)));
        let place = |way: Hex| from + table.way_seen_from(side, way);
        if !points_near {
            let way = first_way(reach, target, rings, |way| is_legal(place(way)));
            return way.map(place);
        }
        let first = |gaining: bool| {
            let is_good = |hex: Hex| gains(hex) == gaining && is_legal(hex);
            let ahead = !gaining && miss(aim) == off && from.distance(straight) <= reach;
            if ahead && is_good(straight) {
                return Some(straight);
            }
            first_way(reach, target, rings, |way| is_good(place(way))).map(place)
        };
        let place = first(true);
        if place.is_some() || off == miss(distance) {
            return place;
        }
        first(false)
    })
}

/// The first good way, in the order of [`hexes_within`], to a hex at most `reach` steps off that is on
/// one of two rings around a target, the narrower one first; the rings are by their distance from it.
fn first_way(
    reach: u16,
    target: Hex,
    [near, far]: [Option<u16>; 2],
    is_good: impl Fn(Hex) -> bool,
) -> Option<Hex> {
    let reach = reach as i16;
    near.or(far)?;
    for q in -reach..=reach {
        let (first, last) = ((-reach).max(-q - reach), reach.min(reach - q));
        let [below, above] = rows_at(q - target.q, near);
        let [far_below, far_above] = rows_at(q - target.q, far);
        for (low, high) in [far_below, below, above, far_above] {
            for r in (low + target.r).max(first)..=(high + target.r).min(last) {
                let way = Hex::new(q, r);
                if is_good(way) {
                    return Some(way);
                }
            }
        }
    }
    None
}

/// Rows of a column of hexes on a ring around the origin: a first and a last run, each from its first
/// row to its last, empty where the last comes first.
#[inline]
fn rows_at(column: i16, ring: Option<u16>) -> [(i16, i16); 2] {
    const NONE: (i16, i16) = (0, -1);
    let (low, high) = (0.min(-column), 0.max(-column));
    match ring.map_or(-1, |ring| ring as i16 - column.abs()) {
        ..0 => [NONE, NONE],
        0 => [(low, high), NONE],
        more => [(low - more, low - more), (high + more, high + more)],
    }
}

#[cfg(test)]
mod tests {
    use super::first_way;
    use crate::rules::moves::hexes_within;
    use equipoise_engine::Hex;
    use std::cell::RefCell;

    /// Every ring around every target is gone round in the order of the hexes within reach.
    #[test]
    fn ways_to_rings_come_in_the_order_of_hexes() {
        for target in hexes_within(6) {
            for (near, far) in [(None, Some(3)), (Some(0), Some(4)), (Some(2), Some(5))] {
                let on_ring = |hex: &Hex| [near, far].contains(&Some(hex.distance(target)));
                let expected: Vec<Hex> = hexes_within(5).filter(on_ring).collect();
                let seen = RefCell::new(Vec::new());
                let none = first_way(5, target, [near, far], |way| {
                    seen.borrow_mut().push(way);
                    false
                });
                assert_eq!((none, seen.into_inner()), (None, expected), "{target:?}");
            }
        }
    }
}
