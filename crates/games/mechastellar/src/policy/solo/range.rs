//! What a unit reaches.

use equipoise_engine::Hex;

use crate::rules::constants::MOVE_ACTIONS;
use crate::rules::moves::MoveWith;
use crate::rules::terrain::Piece;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// Hexes that a unit covers with both Move Actions.
pub(super) fn reach(view: View<'_>, unit: UnitId) -> u16 {
    view.reach(unit, MoveWith::MoveAction) * u16::from(MOVE_ACTIONS)
}

/// Range of the weapon that reaches farthest of those that are ready.
pub(super) fn longest_range(view: View<'_>, unit: UnitId) -> u16 {
    let weapons = (0..view.profile(unit).printed).filter(|&w| view.weapon_ready(unit, w, false));
    weapons
        .map(|w| view.weapon(unit, w).range)
        .max()
        .unwrap_or(0)
}

/// The hex of a piece of terrain nearest to a unit, of equals the first as its side sees the table.
pub(in crate::policy) fn nearest_hex(view: View<'_>, unit: UnitId, piece: &Piece) -> Option<Hex> {
    let (from, side) = (view.unit(unit).pos, view.side_of(unit));
    let hexes = piece.hexes.iter().copied();
    hexes.min_by_key(|hex| (hex.distance(from), view.bout.table.seen_from(side, *hex)))
}

/// Whether a unit has a weapon for indirect fire (`ms93.mecha-ai.header-hidden`).
pub(super) fn lobs(view: View<'_>, unit: UnitId) -> bool {
    let mut weapons = 0..view.profile(unit).printed;
    weapons.any(|w| view.weapon(unit, w).indirect && view.weapon_works(unit, w))
}

/// Whether an enemy is in range and sight of any weapon from where the unit stands, or in range of one
/// that needs no sight; arcs aside, as it may turn.
pub(super) fn is_in_range(view: View<'_>, unit: UnitId, enemy: UnitId) -> bool {
    (0..view.profile(unit).printed).any(|weapon| reaches(view, unit, weapon, enemy))
}

/// Whether one of its weapons does so.
pub(super) fn reaches(view: View<'_>, unit: UnitId, index: usize, enemy: UnitId) -> bool {
    let weapon = view.weapon(unit, index);
    if view.distance(unit, enemy) > weapon.range || !view.weapon_ready(unit, index, false) {
        return false;
    }
    let over = weapon.indirect || weapon.remote.is_some();
    let meets = || view.can_meet(unit, enemy) && view.reaches_up(unit, enemy);
    over && view.open_to_indirect(enemy)
        || view.sees(unit, enemy) && (!weapon.is_melee() || meets())
}
