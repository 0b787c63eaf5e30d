//! Victory points as a battle stands, and those that a side loses with its own units.

use equipoise_engine::Side;

use super::earnings::{Earnings, Source};
use super::unit_id::UnitId;
use super::view::View;

impl View<'_> {
    /// Victory points of a side as the battle stands: of events, of destroyed enemies, half for those below half
    /// their HP (`ms10.score.destroyed`, `ms10.score.damaged`), and those of the mode, less those of its own losses.
    pub(crate) fn earnings(self, side: Side) -> Earnings {
        let mut earnings = self.state.sides[side.index()].earned;
        for unit in self.bout.side(side.other()) {
            let (state, profile) = (&self.state.units[unit], &self.bout.units[unit]);
            let vp = i32::from(profile.vp);
            if state.hp <= 0 {
                // Those of an earlier battle of the set are scored.
                if !self.state.progress.gone.contains(unit) {
                    earnings.add(Source::Destroyed, vp);
                }
            } else if 2 * state.hp < profile.hp {
                earnings.add(Source::Damaged, (vp + 1) / 2);
            }
        }
        let buildings = self.state.progress.buildings[side.index()];
        earnings.add(
            Source::Buildings,
            self.bout.mission.building_points(buildings),
        );
        earnings.add(Source::Losses, -self.losses(side));
        earnings
    }

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
