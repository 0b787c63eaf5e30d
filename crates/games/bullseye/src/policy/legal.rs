//! Legal choices where there are many.

use crate::rules::decision::{Attack, Shift};
use crate::rules::state::UnitId;
use crate::rules::view::View;

/// All shifts of single steps that the points pay for.
pub(super) fn shifts(
    view: View<'_>,
    unit: UnitId,
    points: u8,
) -> impl Iterator<Item = Shift> + Clone + '_ {
    view.pieces(unit).flat_map(move |piece| {
        let from = view.sector_of(piece);
        let steps = view.map().neighbours(from).iter();
        let paid = steps.filter(move |(_, step)| step.cost() <= points);
        paid.map(move |&(to, _)| Shift { piece, to })
    })
}

/// Every ready weapon against every enemy.
pub(super) fn attacks(view: View<'_>, unit: UnitId) -> impl Iterator<Item = Attack> + Clone + '_ {
    let weapons = 0..view.profile(unit).weapons.len();
    let ready = weapons.filter(move |&weapon| view.is_ready(unit, weapon));
    ready.flat_map(move |weapon| {
        let enemies = view.bout.side(view.side(unit).other());
        let fighting = enemies.filter(move |&enemy| view.unit(enemy).in_play());
        fighting.map(move |target| Attack { weapon, target })
    })
}
