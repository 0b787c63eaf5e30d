//! Rampage: the Combat Action spent on buildings.

use std::cmp::Reverse;

use smallvec::SmallVec;

use equipoise_engine::Hex;

use super::range;
use crate::data::scenario::MAX_PIECES;
use crate::rules::clash::pushes;
use crate::rules::constants::DIRECT_CHECKS;
use crate::rules::decision::{Action, Ram};
use crate::rules::moves::{MoveWith, hexes_within};
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// The attack that brings down most buildings, by expectation: the shots and blows that are open from
/// here, and Crash attacks into one building or two; `None` with none in reach
/// (`ms93.kaiju-ai.rampage`).
pub(super) fn wreck(view: View<'_>) -> Option<Action> {
    let unit = view.state.turn.unit;
    let blow = best_blow(view, unit);
    let crash = best_crash(view, unit);
    // A Crash takes a Move Action besides.
    match (blow, crash) {
        (Some((worth, _)), Some((more, crash))) if more > worth => Some(crash),
        (Some((_, blow)), _) => Some(blow),
        (None, crash) => crash.map(|(_, crash)| crash),
    }
}

/// Standing buildings: what can be destroyed and blocks sight.
fn buildings(view: View<'_>) -> impl Iterator<Item = usize> {
    let pieces = view.bout.terrain.pieces.iter().enumerate();
    pieces
        .filter(move |(piece, tags)| tags.destructible && tags.blocks_los && view.stands(*piece))
        .map(|(piece, _)| piece)
}

/// Chance in thousandths that an attack on terrain with a weapon destroys it: a check is passed with a
/// face times 100 at or above its DMG.
fn chance(view: View<'_>, unit: UnitId, weapon: usize) -> u32 {
    let dmg = view.weapon(unit, weapon).dmg;
    let passing = (1..=10).filter(|face| face * 100 >= dmg).count() as u32;
    1000 - passing.pow(u32::from(DIRECT_CHECKS))
}

/// How near a piece of terrain is to a unit: hexes to it, then its place as the side sees the table.
fn closeness(view: View<'_>, unit: UnitId, piece: usize) -> (u16, (i16, i16)) {
    let nearest = range::nearest_hex(view, unit, &view.bout.terrain.pieces[piece]);
    let hex = nearest.unwrap_or_default();
    let seen = view.bout.table.seen_from(view.side_of(unit), hex);
    (hex.distance(view.unit(unit).pos), seen)
}

/// The best Combat Action on a building that no enemy is closer than.
fn best_blow(view: View<'_>, unit: UnitId) -> Option<(u32, Action)> {
    let enemy = view.nearest_enemy(unit).map(|e| view.distance(unit, e));
    let open = |&piece: &usize| enemy.is_none_or(|enemy| closeness(view, unit, piece).0 <= enemy);
    let weapons = 0..view.profile(unit).printed;
    let blows = buildings(view).filter(open).flat_map(|piece| {
        let weapons = weapons.clone();
        weapons.map(move |weapon| (weapon, piece))
    });
    blows
        .filter(|&(weapon, piece)| {
            !pushes(view.weapon(unit, weapon).effect) && view.may_batter(weapon, piece)
        })
        .map(|(weapon, piece)| (chance(view, unit, weapon), weapon, piece))
        .filter(|&(chance, ..)| chance > 0)
        .max_by_key(|&(chance, weapon, piece)| {
            (
                chance,
                Reverse(closeness(view, unit, piece)),
                Reverse(weapon),
            )
        })
        .map(|(chance, weapon, piece)| (chance, Action::Batter { weapon, piece }))
}

/// The best Crash into one building or two; it ends as far from the nearest enemy as it gets.
fn best_crash(view: View<'_>, unit: UnitId) -> Option<(u32, Action)> {
    let mover = view.mover(MoveWith::MoveAction);
    let far = mover.reach + view.bout.distances.touch;
    let key = |piece: usize| closeness(view, unit, piece);
    let mut near: SmallVec<[usize; MAX_PIECES]> =
        buildings(view).filter(|&b| key(b).0 <= far).collect();
    near.sort_unstable_by_key(|&piece| key(piece));
    let mut best: Option<(u32, Action)> = None;
    for weapon in (0..view.profile(unit).printed).filter(|&w| view.weapon(unit, w).crash) {
        let each = chance(view, unit, weapon);
        for (first, second) in pairs(&near) {
            let rams = [Some(Ram::Piece(first)), second.map(Ram::Piece)];
            let worth = each * if second.is_some() { 2 } else { 1 };
            if worth <= best.map_or(0, |(most, _)| most) {
                continue;
            }
            if let Some(to) = end(view, unit, weapon, rams) {
                best = Some((worth, Action::Crash { weapon, rams, to }));
            }
        }
    }
    best
}

/// Every building by itself and with every other one.
fn pairs(pieces: &[usize]) -> impl Iterator<Item = (usize, Option<usize>)> {
    pieces.iter().flat_map(move |&first| {
        let others = pieces.iter().filter(move |&&other| other != first);
        std::iter::once(None)
            .chain(others.copied().map(Some))
            .map(move |second| (first, second))
    })
}

/// Where a Crash into buildings ends, if it may be made.
fn end(view: View<'_>, unit: UnitId, weapon: usize, rams: [Option<Ram>; 2]) -> Option<Hex> {
    let first = rams[0]?;
    if !view.may_ram(weapon, first) || !rams[1].is_none_or(|ram| view.is_ram(weapon, ram)) {
        return None;
    }
    let mover = view.mover(MoveWith::MoveAction);
    let legs = view.crash_legs(&mover, rams)?;
    let (from, side) = (view.unit(unit).pos, view.side_of(unit));
    let enemy = view.nearest_enemy(unit).map(|enemy| view.unit(enemy).pos);
    let off = |hex: &Hex| enemy.map_or(0, |enemy| hex.distance(enemy));
    hexes_within(mover.reach)
        .map(|way| from + view.bout.table.way_seen_from(side, way))
        .filter(|&to| view.may_end_crash(&mover, &legs, to))
        .max_by_key(off)
}
