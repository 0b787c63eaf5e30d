//! Forces that come in three waves (`ms93.endurance.waves`).

use equipoise_dice::Dice;

use equipoise_engine::{Log, Side};

use super::decider::{Decider, ask};
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::scenario::WAVES;

/// The rounds in which the waves come.
const WAVE_ROUNDS: [u8; WAVES] = [1, 2, 4];

impl View<'_> {
    /// Whether a unit belongs to a wave that has not come.
    #[inline]
    pub(crate) fn awaits(self, unit: UnitId) -> bool {
        let side = self.side_of(unit).index();
        self.profile(unit).wave > self.state.progress.waves[side]
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// At the start of a round: the waves whose round it is, unless they came early
    /// (`ms93.endurance.waves`).
    #[inline]
    pub(crate) fn scheduled_waves(&mut self) {
        if self.bout.mission.waves {
            let round = self.state.round;
            let due = WAVE_ROUNDS.iter().filter(|&&wave| wave <= round).count() as u8 - 1;
            self.waves_come([due; 2]);
        }
    }

    /// After a round: a side without a unit on the table may bring in its next wave, and Momentum is as at
    /// the start (`ms93.endurance.early-wave`, `ms93.endurance.momentum`).
    #[inline]
    pub(crate) fn end_wave_round(&mut self, decided: bool) {
        if self.bout.mission.waves {
            self.reset_momentum();
            if !decided && self.state.round < self.bout.mission.rounds {
                self.early_waves();
            }
        }
    }

    fn reset_momentum(&mut self) {
        let Some(momentum) = self.bout.mission.momentum_after_round() else {
            return;
        };
        for side in Side::BOTH {
            let by = i32::from(momentum) - i32::from(self.view().momentum(side));
            self.change_momentum(side, by, MomentumCause::Round);
        }
    }

    fn early_waves(&mut self) {
        let mut due = self.state.progress.waves;
        for side in Side::BOTH {
            let next = due[side.index()] + 1;
            let mut units = self.bout.side(side);
            let gone = units.all(|unit| self.state.units[unit].hp <= 0 || self.view().awaits(unit));
            if usize::from(next) < WAVES && gone && ask!(self, side, early_wave(side)) {
                due[side.index()] = next;
            }
        }
        self.waves_come(due);
    }

    /// Deploys the waves of both sides up to these.
    fn waves_come(&mut self, due: [u8; 2]) {
        let mut come = false;
        for side in Side::BOTH {
            let due = due[side.index()];
            if due <= self.state.progress.waves[side.index()] {
                continue;
            }
            come = true;
            self.state.progress.waves[side.index()] = due;
            let number = due + 1;
            self.log.record(|| Event::Wave { side, number });
            for unit in self.bout.side(side) {
                let profile = &self.bout.units[unit];
                if profile.wave == due {
                    self.state.units[unit].reserve = false;
                }
            }
        }
        if come {
            self.deploy();
        }
    }
}
