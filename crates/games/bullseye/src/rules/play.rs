//! A battle from set-up to its end (`bull.round.structure`).
//!
//! Between two calls of [`Game::slot`] the whole situation lies in the state, so a battle can be
//! taken up anywhere by [`Game::play_on`], as play-outs do.

use equipoise_dice::Dice;

use equipoise_engine::{Log, Outcome, Side};

use super::decision::Policy;
use super::event::{Ending, Event};
use super::game::Game;
use super::state::{Battle, UnitId, UnitState};
use crate::options::{HoldCarry, InitiativeScope};

impl<P: Policy, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    pub(crate) fn play(mut self) -> Outcome {
        self.set_up();
        self.spend_tactical_points();
        self.begin_round();
        self.play_on();
        self.outcome()
    }

    /// Everybody and the marker at their places (`bull.setup.start-positions`,
    /// `bull.setup.objective`), pools filled (`bull.overdrive.pool`).
    pub(crate) fn set_up(&mut self) {
        let (bout, options) = (self.bout, &self.bout.options);
        *self.state = Battle {
            marker: bout.marker,
            // As listed, until initiative is rolled.
            order: std::array::from_fn(|unit| unit as u8),
            ..Battle::default()
        };
        for (unit, profile) in bout.units.iter().enumerate() {
            self.state.units[unit] = UnitState {
                sector: profile.start,
                configurations: options.configurations,
                ..UnitState::default()
            };
            let shared = bout.gamemaster == Some(profile.side);
            self.state.overdrive[profile.pool] = if shared {
                bout.side(profile.side.other()).len() as u8
            } else {
                options.overdrive_start
            };
        }
        let units = 0..bout.units.len();
        let state = &*self.state;
        self.log.record(|| Event::Setup {
            sectors: units
                .clone()
                .map(|unit| bout.sector(state.units[unit].sector))
                .collect(),
            marker: bout.sector(state.marker),
            overdrive: units
                .map(|unit| state.overdrive[bout.units[unit].pool])
                .collect(),
        });
    }

    /// Plays from the state as it is to the end of the battle.
    pub(crate) fn play_on(&mut self) {
        loop {
            while !self.state.over && usize::from(self.state.slot) < self.bout.units.len() {
                self.slot();
            }
            if self.state.over {
                return;
            }
            self.end_round();
            if self.state.round == self.bout.options.round_limit {
                return self.end(None, Ending::RoundLimit);
            }
            self.begin_round();
        }
    }

    /// The next round, with a new order where initiative is rolled each round
    /// (`bull.initiative.scope`).
    fn begin_round(&mut self) {
        self.state.round += 1;
        self.state.slot = 0;
        let round = self.state.round;
        self.log.record(|| Event::Round { round });
        let scope = self.bout.options.initiative_scope;
        if round == 1 || scope == InitiativeScope::EachRound {
            self.roll_initiative();
        }
    }

    /// The next place of the order: its combatant takes its turn or holds it, then those who hold
    /// are asked (`bull.round.hold`).
    fn slot(&mut self) {
        let unit = UnitId::from(self.state.order[usize::from(self.state.slot)]);
        self.state.slot += 1;
        if !self.state.units[unit].in_play() {
            return self.last_chance();
        }
        if !self.state.holders.contains(unit)
            && self.ask("hold", unit, |policy, view, dice| {
                policy.hold(view, unit, dice)
            })
        {
            self.hold(unit);
            return self.last_chance();
        }
        self.turn(unit, false);
        self.offer_held_turns();
    }

    pub(crate) fn hold(&mut self, unit: UnitId) {
        self.state.holders.insert(unit);
        self.log.record(|| Event::Hold { unit });
    }

    /// When the last place of the round passed without a turn, holders are asked once more.
    pub(crate) fn last_chance(&mut self) {
        if usize::from(self.state.slot) == self.bout.units.len() {
            self.offer_held_turns();
        }
    }

    /// Asks those who hold, by initiative, after a turn has ended; who acts ends a turn again.
    pub(crate) fn offer_held_turns(&mut self) {
        let last = usize::from(self.state.slot) == self.bout.units.len();
        while !self.state.over && !self.state.holders.is_empty() {
            let Some(unit) = self.willing_holder(last) else {
                return;
            };
            self.state.holders.remove(unit);
            self.turn(unit, true);
        }
    }

    fn willing_holder(&mut self, last: bool) -> Option<UnitId> {
        for place in 0..self.bout.units.len() {
            let unit = UnitId::from(self.state.order[place]);
            let waits = self.state.holders.contains(unit) && self.state.units[unit].in_play();
            if waits
                && self.ask("join", unit, |policy, view, dice| {
                    policy.join(view, unit, last, dice)
                })
            {
                return Some(unit);
            }
        }
        None
    }

    /// Held turns that nobody took are lost or carried over (`bull.round.hold`).
    fn end_round(&mut self) {
        if self.bout.options.hold_carry == HoldCarry::CarriesOver {
            return;
        }
        for unit in self.state.holders.iter() {
            self.state.holders.remove(unit);
            if self.state.units[unit].in_play() {
                // A lost turn counts as one: weapons cool, the strafing pool ends, and the objective
                // opens.
                let state = &mut self.state.units[unit];
                state.turns += 1;
                state.strafe = 0;
                self.log.record(|| Event::LostTurn { unit });
            }
        }
    }

    /// Winner, enemies destroyed and rounds.
    fn outcome(&self) -> Outcome {
        let destroyed = |side: Side| {
            let units = &self.state.units[self.bout.side(side)];
            units.iter().map(|unit| i32::from(unit.destroyed)).sum()
        };
        Outcome {
            winner: self.state.winner,
            score: Side::BOTH.map(destroyed),
            rounds: self.state.round,
        }
    }
}
