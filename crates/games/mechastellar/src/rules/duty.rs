//! What a Challenge asks of a move: to come nearer to the other Challenger, and to end in sight of it.

use std::cell::OnceCell;

use equipoise_engine::Hex;

use super::moves::{MoveWith, hexes_within};
use super::unit_id::{UnitId, UnitSet};
use super::view::View;

impl<'a> View<'a> {
    /// A Challenger that the active unit must still come nearer to, unless it is engaged
    /// (`ms10.challenge.duty-move`).
    pub(crate) fn unmet_challenger(self) -> Option<UnitId> {
        let unit = self.state.turn.unit;
        let bound = self.state.challenge.is_some() || self.state.revenge();
        if !bound || self.is_engaged(unit) {
            return None;
        }
        self.enemies(unit).find(|&enemy| {
            let start = self.state.turn.start.distance(self.unit(enemy).pos);
            self.is_challenger_of(unit, enemy)
                && start > self.bout.distances.engagement
                && self.distance(unit, enemy) >= start
        })
    }

    /// A Challenger that the active unit, not engaged, does not see (`ms10.challenge.duty-move`).
    #[inline]
    pub(crate) fn unseen_challenger(self) -> Option<UnitId> {
        let unit = self.state.turn.unit;
        let bound = || self.state.challenge.is_some() || self.state.revenge();
        if self.bout.terrain.is_empty() || !bound() || self.is_engaged(unit) {
            return None;
        }
        let here = self.unit(unit).pos;
        self.enemies(unit)
            .find(|&enemy| self.is_challenger_of(unit, enemy) && !self.would_see(here, enemy))
    }

    /// A place where the active unit may end this move nearer to a Challenger than its turn began, and
    /// see it: the fewest hexes off (`ms10.challenge.duty-move`).
    pub(crate) fn end_in_sight(self, enemy: UnitId) -> Option<Hex> {
        let unit = self.state.turn.unit;
        let (from, there) = (self.unit(unit).pos, self.unit(enemy).pos);
        let (table, side) = (self.bout.table, self.side_of(unit));
        let start = self.state.turn.start.distance(there);
        let mover = self.mover(MoveWith::MoveAction);
        let ways = OnceCell::new();
        hexes_within(mover.reach)
            .map(|way| from + table.way_seen_from(side, way))
            .filter(|&hex| hex.distance(there) < start && table.contains(hex))
            .filter(|&hex| self.would_see(hex, enemy) && mover.kind_by(&ways, hex).is_some())
            .min_by_key(|&hex| (from.distance(hex), hex.distance(there)))
    }

    /// Whether the last Move Action of a Challenger to a hex leaves it out of sight of the other
    /// although it could end in sight (`ms10.challenge.duty-move`).
    #[inline]
    pub(crate) fn shirks(self, to: Hex) -> bool {
        self.sight_duty().shirks(to)
    }

    /// What the active unit owes Challengers whom it would not see, for many hexes.
    #[inline]
    pub(crate) fn sight_duty(self) -> SightDuty<'a> {
        let bound = || self.state.challenge.is_some() || self.state.revenge();
        let owed = !self.bout.terrain.is_empty() && self.state.turn.move_actions == 1 && bound();
        SightDuty {
            view: self,
            owed,
            open: OnceCell::new(),
        }
    }
}

/// The duty of ending a turn in sight of a Challenger (`ms10.challenge.duty-move`).
pub(crate) struct SightDuty<'a> {
    view: View<'a>,
    owed: bool,
    /// Challengers that some place in reach sees.
    open: OnceCell<UnitSet>,
}

impl SightDuty<'_> {
    /// Whether the last Move Action to a hex breaks it.
    #[inline]
    pub(crate) fn shirks(&self, to: Hex) -> bool {
        self.owed && self.is_broken(to)
    }

    #[inline(never)]
    fn is_broken(&self, to: Hex) -> bool {
        let view = self.view;
        let unit = view.state.turn.unit;
        let unseen = view.enemies(unit).filter(|&enemy| {
            view.is_challenger_of(unit, enemy)
                && to.distance(view.unit(enemy).pos) > view.bout.distances.engagement
                && !view.would_see(to, enemy)
        });
        let mut unseen = unseen.peekable();
        unseen.peek().is_some()
            && unseen.any(|enemy| {
                let open = self.open.get_or_init(|| {
                    let mut open = UnitSet::EMPTY;
                    for enemy in view.enemies(unit) {
                        let bound = view.is_challenger_of(unit, enemy);
                        if bound && view.end_in_sight(enemy).is_some() {
                            open.insert(enemy);
                        }
                    }
                    open
                });
                open.contains(enemy)
            })
    }
}
