//! A battle being played: what every rule reads and changes.

use equipoise_dice::Dice;

use equipoise_engine::{Log, Side};

use super::bout::Bout;
use super::decision::Policy;
use super::event::{Ending, Event, RollKind};
use super::state::{Battle, UnitId};
use super::view::View;

/// Everything a rule needs while a battle is played.
pub(crate) struct Game<'a, P, D, L> {
    pub(crate) bout: &'a Bout,
    /// Who decides for each side; play-outs put others in the place of the bout's own.
    pub(crate) policies: [P; 2],
    pub(crate) state: &'a mut Battle,
    pub(crate) dice: &'a mut D,
    pub(crate) log: &'a mut L,
}

impl<P: Policy, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// The open information as it is now.
    #[inline]
    pub(crate) fn view(&self) -> View<'_> {
        View {
            bout: self.bout,
            state: self.state,
        }
    }

    /// The decision of a combatant's side; `point` is one of [`DECISION_POINTS`].
    ///
    /// [`DECISION_POINTS`]: super::decision::DECISION_POINTS
    #[inline]
    pub(crate) fn ask<T>(
        &mut self,
        point: &'static str,
        unit: UnitId,
        decide: impl FnOnce(&P, View<'_>, &mut D) -> T,
    ) -> T {
        self.log.decision(point);
        let policy = &self.policies[self.side(unit).index()];
        let view = View {
            bout: self.bout,
            state: self.state,
        };
        decide(policy, view, self.dice)
    }

    #[inline]
    pub(crate) fn side(&self, unit: UnitId) -> Side {
        self.bout.units[unit].side
    }

    /// Rolls so many dice against the pilot's skill (`bull.dice.success`).
    #[inline]
    pub(crate) fn throw(&mut self, unit: UnitId, dice: u8) -> u8 {
        let most = self.bout.most_dice();
        if dice <= most {
            return self.dice.successes(self.bout.roll(unit, dice));
        }
        let (mut left, mut sum) = (dice, 0_u8);
        while left > 0 {
            let now = left.min(most);
            sum = sum.saturating_add(self.dice.successes(self.bout.roll(unit, now)));
            left -= now;
        }
        sum
    }

    /// A success roll with what it may earn; `strafing` of the dice come from a strafing pool.
    #[inline]
    pub(crate) fn roll(&mut self, unit: UnitId, roll: RollKind, dice: u8, strafing: u8) -> u8 {
        let dice = dice.saturating_add(strafing);
        let successes = self.throw(unit, dice);
        self.log.record(|| Event::Roll {
            unit,
            roll,
            dice,
            strafing,
            successes,
        });
        self.earn(unit, roll, successes);
        successes
    }

    /// Great Success and Cut Scene of a roll (`bull.dice.great-success`, `bull.dice.cut-scene`).
    #[inline]
    pub(crate) fn earn(&mut self, unit: UnitId, roll: RollKind, successes: u8) {
        if successes >= self.bout.options.great_success_at {
            self.gain_overdrive(unit);
        }
        if successes >= self.bout.options.cut_scene_at {
            self.earn_scene(unit, roll, successes);
        }
    }

    pub(crate) fn gain_overdrive(&mut self, unit: UnitId) {
        let pool = &mut self.state.overdrive[self.bout.units[unit].pool];
        *pool = pool.saturating_add(1);
        let left = *pool;
        let gained = 1;
        self.log.record(|| Event::Overdrive { unit, gained, left });
    }

    /// Spends points the caller has checked to be there; the successes they add
    /// (`bull.overdrive.pool`).
    pub(crate) fn spend_overdrive(
        &mut self,
        unit: UnitId,
        roll: RollKind,
        points: u8,
        result: u8,
    ) -> u8 {
        let pool = &mut self.state.overdrive[self.bout.units[unit].pool];
        debug_assert!(points <= *pool);
        *pool -= points;
        let left = *pool;
        let added = points.saturating_mul(self.bout.options.overdrive_value);
        let result = result.saturating_add(added);
        self.log.record(|| Event::Spend {
            unit,
            roll,
            points,
            left,
            result,
        });
        result
    }

    /// Ends the battle.
    pub(crate) fn end(&mut self, winner: Option<Side>, ending: Ending) {
        self.state.over = true;
        self.state.winner = winner;
        self.log.record(|| Event::End { winner, ending });
    }
}
