//! Whether it is better to leave the table.

use equipoise_engine::Hex;

use super::Field;
use crate::policy::duel::{Worth, rounds_after};
use crate::rules::decision::Action;

impl Field<'_> {
    /// What it is worth to be at a place, or to leave the table from there if that is more.
    #[inline]
    pub(super) fn or_leave(&self, hex: Hex, stay: Worth) -> Worth {
        if self.view.may_retreat() {
            self.leaving(hex).map_or(stay, |leave| stay.max(leave))
        } else {
            stay
        }
    }

    /// What it is worth to leave the table from a hex: nothing more is risked there and nothing more done
    /// (`ms93.game.retreat`). `None` where the unit may not.
    fn leaving(&self, hex: Hex) -> Option<Worth> {
        self.view.is_way_out(self.unit, hex).then(|| {
            let hopes = self.foes.iter().flat_map(|foe| foe.hope.iter().copied());
            let forgone = hopes.max().unwrap_or(0);
            -forgone * Worth::from(rounds_after(self.view))
        })
    }

    /// Whether the best end of the turn is to leave the table.
    pub(in crate::policy) fn flees(&self) -> bool {
        let ends = self.ends();
        let best = ends.first();
        best.is_some_and(|place| self.end_at(place) > self.stay(place))
    }

    /// Leaving from where the unit stands, if it may and that is better than to stay.
    pub(super) fn leave(&self) -> Option<Action> {
        if !self.view.may_leave() {
            return None;
        }
        let here = self.place(self.from, 0);
        (self.end_at(&here) > self.stay(&here)).then_some(Action::Leave)
    }
}
