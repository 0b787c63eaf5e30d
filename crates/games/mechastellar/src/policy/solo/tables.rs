//! The two tables: which column a situation is in, and the order that a roll gives in it.

use super::{arms, range, targets};
use crate::rules::decision::Order;
use crate::rules::terrain::Cover;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// Inches from the nearest enemy up to which a Kaiju reads its second column
/// (`ms93.kaiju-ai.header-distance`).
const NEAR_IN: u16 = 10;

/// A column of the mecha table (`ms93.mecha-ai.header-order`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Hidden,
    Wounded,
    Covered,
    Default,
}

/// The order that a face of the d10 gives the active unit.
pub(super) fn order_for(view: View<'_>, unit: UnitId, face: u8) -> Order {
    let commander = view.commands(unit);
    let face = read_face(face, commander, view.state.turn.return_fire);
    if arms::is_kaiju(view, unit) {
        kaiju_order(face, is_far(view, unit))
    } else {
        mecha_order(face, column(view, unit))
    }
}

/// A 1 counts as 10 for the Commander and under Return Fire (`ms93.mecha-ai.one-becomes-ten`,
/// `ms93.kaiju-ai.one-becomes-ten`).
const fn read_face(face: u8, commander: bool, return_fire: bool) -> u8 {
    if face == 1 && (commander || return_fire) {
        10
    } else {
        face
    }
}

/// A cell of the mecha table (`ms93.mecha-ai.row-1`, `ms93.mecha-ai.row-2-9`,
/// `ms93.mecha-ai.row-10`).
const fn mecha_order(face: u8, column: Column) -> Order {
    match (face, column) {
        (1, Column::Hidden) => Order::Hold,
        (1, Column::Wounded) => Order::Retreat,
        (1, Column::Default) | (2..=9, Column::Wounded) => Order::AttackAndRetreat,
        (1..=9, Column::Covered) => Order::HoldAndAttack,
        (2..=9, Column::Hidden) => Order::Flank,
        (2..=9, Column::Default) => Order::Attack,
        (_, Column::Hidden) => Order::Blitz,
        (_, Column::Wounded | Column::Covered) => Order::LastStand,
        (_, Column::Default) => Order::FinishThem,
    }
}

/// A cell of the Kaiju table (`ms93.kaiju-ai.row-1`, `ms93.kaiju-ai.row-2-9`,
/// `ms93.kaiju-ai.row-10`).
const fn kaiju_order(face: u8, far: bool) -> Order {
    match (face, far) {
        (1, true) => Order::RetreatAndRampage,
        (1, false) => Order::RoaringBehemoth,
        (2..=9, _) => Order::Attack,
        (_, true) => Order::Blitz,
        (_, false) => Order::FinishThem,
    }
}

/// Whether the nearest enemy is more than 10 in off (`ms93.kaiju-ai.header-distance`).
fn is_far(view: View<'_>, unit: UnitId) -> bool {
    let inches = view.bout.distances.hex_in.inches();
    view.nearest_enemy(unit)
        .is_none_or(|enemy| view.distance(unit, enemy) * inches > NEAR_IN)
}

/// The first column that applies, from left to right (`ms93.mecha-ai.header-order`).
fn column(view: View<'_>, unit: UnitId) -> Column {
    let hidden = is_hidden(view, unit);
    if hidden && !range::lobs(view, unit) {
        Column::Hidden
    } else if 2 * view.unit(unit).hp < view.profile(unit).hp {
        // `ms93.mecha-ai.header-wounded`
        Column::Wounded
    } else if has_covered_shot(view, unit, hidden) {
        Column::Covered
    } else {
        Column::Default
    }
}

/// Whether no enemy sees a unit (`ms93.mecha-ai.header-hidden`).
fn is_hidden(view: View<'_>, unit: UnitId) -> bool {
    let mut enemies = view.enemies(unit).peekable();
    enemies.peek().is_some() && !enemies.any(|enemy| view.sees(enemy, unit))
}

/// Whether a unit is behind terrain, seen from its target or hidden altogether, and has that target in
/// range (`ms93.mecha-ai.header-cover`, `ms93.mecha-ai.header-hidden`).
fn has_covered_shot(view: View<'_>, unit: UnitId, hidden: bool) -> bool {
    if view.bout.terrain.is_empty() {
        return false;
    }
    let target = targets::target(view, unit);
    let cover = || matches!(view.cover(target, unit, false), Some(Cover::Piece(_)));
    target != unit && (hidden || cover()) && range::is_in_range(view, unit, target)
}
