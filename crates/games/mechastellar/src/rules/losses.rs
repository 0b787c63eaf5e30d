//! Victory points that a side loses with its own units.

use equipoise_engine::Side;

use super::unit_id::UnitId;
use super::view::View;

impl View<'_> {
    /// Victory points that a side has lost with its units (`ms93.simple.loss-critical-machine`,
    /// `ms93.simple.loss-casualties`).
    pub(crate) fn losses(self, side: Side) -> i32 {
        let (mut each, mut once) = (0, 0);
        for unit in self.lost(side) {
            let losses = self.profile(unit).losses;
            each += losses.each;
            once = losses.once.max(once);
        }
        each + once
    }

    /// Victory points that its side would lose with one more unit.
    #[inline]
    pub(crate) fn loss_of(self, unit: UnitId) -> i32 {
        let losses = self.profile(unit).losses;
        let spent = || {
            let mut lost = self.lost(self.side_of(unit));
            lost.any(|u| self.profile(u).losses.once > 0)
        };
        if losses.once > 0 && spent() {
            losses.each
        } else {
            losses.of_first()
        }
    }

    /// Models of a side that are destroyed, in this battle.
    fn lost(self, side: Side) -> impl Iterator<Item = UnitId> {
        let gone = self.state.progress.gone;
        let units = self.bout.side(side);
        units.filter(move |&u| self.unit(u).hp <= 0 && !gone.contains(u))
    }
}
