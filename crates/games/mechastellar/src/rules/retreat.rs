//! Leaving the table alive, in battles whose survivors score.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log};

use super::decider::Decider;
use super::event::Event;
use super::game::Game;
use super::unit_id::UnitId;
use super::view::View;

impl View<'_> {
    /// Whether units may leave the table alive: where survivors score.
    #[inline]
    pub(crate) fn may_retreat(self) -> bool {
        self.bout.mission.survivor > 0
    }

    /// Whether the active unit may leave the table from where it stands, a squad from where its leader
    /// does: at an edge, with no enemy in sight within 16 in. Who is bound by a Challenge or must answer
    /// fire fights (`ms93.game.retreat`).
    pub(crate) fn may_leave(self) -> bool {
        if !self.may_retreat() {
            return false;
        }
        let turn = &self.state.turn;
        let unit = turn.unit;
        self.is_at_edge(self.unit(unit).pos)
            && !self.is_challenged(unit)
            && !(turn.return_fire && self.bound_to_closest(unit))
            && self.enemies(unit).all(|enemy| {
                self.distance(enemy, unit) > self.bout.distances.retreat || !self.sees(enemy, unit)
            })
    }

    /// Whether a unit could leave the table from a hex, the enemies where they are and terrain alone
    /// considered.
    pub(crate) fn is_way_out(self, unit: UnitId, hex: Hex) -> bool {
        let retreat = self.bout.distances.retreat;
        let close = |enemy: UnitId| hex.distance(self.unit(enemy).pos) <= retreat;
        self.is_at_edge(hex)
            && self
                .enemies(unit)
                .all(|enemy| !close(enemy) || !self.would_see(hex, enemy))
    }

    fn is_at_edge(self, hex: Hex) -> bool {
        self.bout.table.inland(hex) == 0
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// The active unit leaves the table, whoever is aboard with it; false, as no action follows
    /// (`ms93.game.retreat`).
    pub(crate) fn leave(&mut self) -> bool {
        if self.view().may_leave() {
            let unit = self.state.turn.unit;
            for model in self.bout.side(self.bout.side_of(unit)) {
                let state = &mut self.state.units[model];
                if state.leader == unit || state.aboard == Some(unit) {
                    (state.on_table, state.aboard) = (false, None);
                }
            }
            self.state.losses = true;
            self.log.record(|| Event::Leave { unit });
            self.contest();
        }
        false
    }
}
