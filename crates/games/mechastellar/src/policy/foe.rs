//! An enemy as the active unit sees it: what either may do to the other, by distance.

use equipoise_engine::Hex;

use super::duel::Worth;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// Distances that are told apart; those beyond are taken as the last.
const SPAN: usize = 64;
/// A number for each of them.
type Row = [Worth; SPAN];

/// An enemy as the active unit sees it. Rows are by distance from it, from `first` on.
pub(super) struct Foe {
    pub(super) unit: UnitId,
    pub(super) at: Hex,
    /// Hexes from it when the turn began.
    pub(super) start: u16,
    pub(super) first: u16,
    /// Worth of the unit's best attack.
    pub(super) attack: Row,
    /// Worth of what the enemy may do to the unit before it acts again.
    pub(super) danger: Row,
    /// Worth of what the unit may do to the enemy in turns to come.
    pub(super) hope: Row,
    /// Extra share of `hope` from behind an enemy that cannot turn first, in 256ths.
    pub(super) rear: i32,
}

impl Foe {
    #[inline]
    pub(super) fn index(&self, distance: u16) -> usize {
        usize::from(distance.saturating_sub(self.first)).min(SPAN - 1)
    }

    /// Worth of the unit's best attack from a hex.
    #[inline]
    pub(super) fn attack_at(&self, hex: Hex) -> Worth {
        self.attack[self.index(hex.distance(self.at))]
    }

    /// What the unit may do to it from a hex that is so far away.
    #[inline]
    pub(super) fn hope_from(&self, view: View<'_>, hex: Hex, at: usize) -> Worth {
        let hope = self.hope[at];
        if self.rear > 0 && hope > 0 && !view.in_front(self.unit, hex) {
            hope + hope * self.rear / 256
        } else {
            hope
        }
    }
}

/// A row of worths from a row of damage: a run of equal damage is weighed once.
pub(super) fn fill(first: u16, damage: &[i32], worth: impl Fn(i32) -> Worth) -> Row {
    let mut row = [0; SPAN];
    let last = damage.len() - 1;
    let mut before = (i32::MIN, 0);
    for (distance, place) in (usize::from(first)..).zip(&mut row) {
        let damage = damage[distance.min(last)];
        if damage != before.0 {
            before = (damage, worth(damage));
        }
        *place = before.1;
    }
    row
}
