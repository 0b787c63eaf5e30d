//! A battle from set-up to scoring: rounds, slots, Challenge, Commands.

use equipoise_dice::{Dice, Sides};

use equipoise_engine::{Log, Outcome, Side};

use super::constants::{LATE_ROUND, RALLY_ALLIES, TRUST_DICE, TRUST_DICE_LATE, TRUST_HP};
use super::decider::{Decider, ask};
use super::decision::{Action, Command};
use super::event::Event;
use super::game::Game;
use super::unit_id::{UnitId, UnitSet};
use super::unit_state::UnitState;
use crate::options::TieBreak;

/// How much of a turn is played in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// One action.
    Action,
    /// All actions that are left.
    Turn,
}

/// Where a battle is taken up in the middle of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// The activation of a unit.
    Activation(UnitId),
    /// The next action of the active unit.
    Action(Action),
}

/// Where a battle stands. Between two stages the [`Battle`](crate::Battle) and the stage tell all
/// that the rest of the battle depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Stage {
    /// Nothing has happened yet.
    Setup,
    /// A round begins, the number of the last one is in the battle.
    Round,
    /// A side is to activate a unit.
    Slot(Side),
    /// The active unit is to act; it may take `left` actions more.
    Action {
        /// Actions left before the turn is cut off.
        left: u8,
    },
    /// The active unit has acted.
    EndOfTurn,
    /// Every unit has acted.
    EndOfRound,
    /// The battle is to be scored.
    Over,
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Plays the battle.
    pub(crate) fn play(&mut self) -> Outcome {
        let mut stage = Stage::Setup;
        while stage != Stage::Over {
            stage = self.step(stage, Pace::Turn);
        }
        self.score()
    }

    /// Plays one stage and tells which comes next.
    #[inline(always)]
    pub(crate) fn step(&mut self, stage: Stage, pace: Pace) -> Stage {
        match stage {
            Stage::Setup => self.set_up(),
            Stage::Round => self.open_round(),
            Stage::Slot(side) => self.slot(side),
            Stage::Action { left } => self.act(left, pace),
            Stage::EndOfTurn => self.finish_turn(),
            Stage::EndOfRound => self.close_round(),
            Stage::Over => Stage::Over,
        }
    }

    fn set_up(&mut self) -> Stage {
        self.state.reset(self.bout);
        let momentum = self.bout.starting_momentum;
        self.log.record(|| Event::Setup { momentum });
        self.deploy();
        Stage::Round
    }

    /// Both sides roll a d10 until one is higher (`ms10.round.initiative`, `ms10.deploy.order`).
    pub(crate) fn roll_off(&mut self, purpose: &'static str) -> Side {
        let faces = self.dice.roll_off(Sides::D10);
        let winner = if faces[0] > faces[1] {
            Side::A
        } else {
            Side::B
        };
        self.log.record(|| Event::RollOff {
            purpose,
            faces,
            winner,
        });
        winner
    }

    fn open_round(&mut self) -> Stage {
        self.state.round += 1;
        let round = self.state.round;
        self.scheduled_waves();
        let winner = self.roll_off("initiative");
        let goes_first = ask!(self, winner, goes_first(winner));
        let first = if goes_first { winner } else { winner.other() };
        self.state.first = Some(first);
        self.log.record(|| Event::Round { round, first });
        self.refresh();
        self.tally_orders();
        self.repair_all();
        self.launch(first);
        self.guide(first);
        self.challenge(first);
        Stage::Slot(first)
    }

    /// End of round: control points, late arrivals, and whether the battle goes on
    /// (`ms10.score.length`).
    fn close_round(&mut self) -> Stage {
        let decided = self.is_decided();
        if !decided {
            self.settle_points();
            self.late_arrivals();
        } else {
            self.settle_rest();
        }
        self.score_round();
        let at = usize::from(self.state.round) - 1;
        for side in Side::BOTH {
            let owned = self.view().points_owned(side) as u8;
            self.state.momentum_by_round[side.index()][at] = self.view().momentum(side);
            self.state.points_by_round[side.index()][at] = owned;
        }
        self.end_wave_round(decided);
        if decided || self.state.round >= self.bout.mission.rounds {
            self.close_battle(decided)
        } else {
            Stage::Round
        }
    }

    /// Start of round: points, activations and per-round limits (`ms10.round.start-sequence`,
    /// `ms10.boost.refresh`).
    pub(crate) fn refresh(&mut self) {
        for unit in self.state.units.iter_mut() {
            unit.points = unit.stat;
            unit.free_focus = 0;
            unit.activated = false;
            (unit.fired, unit.supporting) = (0, 0);
            (unit.all_weapons, unit.anti_air) = (0, 0);
            (unit.arrived, unit.repaired, unit.repairs) = (false, false, 0);
        }
        for (unit, profile) in self.state.units.iter_mut().zip(self.bout.units.iter()) {
            // A round brings 1 Strength back (`ms10.barrier.recover`); the first finds it full.
            let full = profile
                .barrier
                .as_ref()
                .map_or(0, |barrier| barrier.strength);
            unit.barrier = (unit.barrier + 1).min(full);
            if self.bout.perks {
                unit.refresh_perks(profile.perks.each_round());
            }
        }
        for side in &mut self.state.sides {
            side.command_used = false;
            side.last_shift_done = false;
            (side.stood_firm, side.decimated) = (false, false);
        }
        self.state.challenge = None;
        self.state.return_fire = UnitSet::EMPTY;
        self.state.aggressor = None;
        self.state.progress.secured = 0;
        self.state.secondary.refresh();
        self.watch_halves();
    }

    /// The first side may issue a Challenge; only if it declines may the other
    /// (`ms10.challenge.issue`).
    fn challenge(&mut self, first: Side) {
        for side in [first, first.other()] {
            if !self
                .view()
                .standing(side)
                .any(|u| self.bout.units[u].tier.is_elite())
            {
                continue;
            }
            let Some((unit, enemy)) = ask!(self, side, challenge(side)) else {
                continue;
            };
            let view = self.view();
            let legal = view.is_unit(unit)
                && view.side_of(unit) == side
                && view.profile(unit).tier.is_elite()
                && view.is_unit(enemy)
                && view.side_of(enemy) != side;
            if legal {
                self.state.challenge = Some((unit, enemy));
                self.log.record(|| Event::Challenge { unit, enemy });
                return;
            }
        }
    }

    /// Sides alternate until every unit has acted (`ms10.round.alternate`, `ms10.round.skip`). The
    /// slot goes to `side`, or to the other if it has nobody left.
    fn slot(&mut self, side: Side) -> Stage {
        let mut side = side;
        self.offer_reform(side);
        let mut waiting = self.waiting(side);
        if waiting.is_empty() && !self.reinforce(side) {
            side = side.other();
            waiting = self.waiting(side);
            if waiting.is_empty() && !self.reinforce(side) {
                return Stage::EndOfRound;
            }
        }
        // Who has just arrived waits too.
        if waiting.is_empty() {
            waiting = self.waiting(side);
        }
        if !waiting.is_empty() {
            self.activate(side, waiting)
        } else if self.is_decided() {
            Stage::EndOfRound
        } else {
            Stage::Slot(side.other())
        }
    }

    #[inline]
    fn finish_turn(&mut self) -> Stage {
        let unit = self.state.turn.unit;
        self.end_turn(unit);
        if self.is_decided() {
            Stage::EndOfRound
        } else {
            Stage::Slot(self.bout.side_of(unit).other())
        }
    }

    /// Goes on from a start to the end of so many turns, the one under way included, or of the round.
    pub(crate) fn play_on(&mut self, start: Start, turns: u8) {
        let mut stage = match start {
            Start::Activation(unit) => {
                let answers = self.state.return_fire.contains(unit);
                self.open_turn(unit, answers)
            }
            Start::Action(action) => self.go_on(action),
        };
        let mut done = 0;
        while stage != Stage::EndOfRound && done < turns {
            done += u8::from(stage == Stage::EndOfTurn);
            stage = self.step(stage, Pace::Turn);
        }
        if stage == Stage::EndOfRound {
            if self.is_decided() {
                self.settle_rest();
            } else {
                self.settle_points();
            }
            self.score_round();
        }
    }

    /// Units of a side that have not acted this round.
    fn waiting(&self, side: Side) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        for unit in self
            .view()
            .standing(side)
            .filter(|&u| !self.state.units[u].activated)
        {
            set.insert(unit);
        }
        set
    }

    /// Starts one activation: inside the Return Fire set if there is one
    /// (`ms10.return-fire.activate`).
    #[inline]
    fn activate(&mut self, side: Side, waiting: UnitSet) -> Stage {
        let answering = waiting.and(self.state.return_fire);
        let among = if answering.is_empty() {
            waiting
        } else {
            answering
        };
        let unit = ask!(self, side, activate(side, among));
        debug_assert!(among.contains(unit));
        self.open_turn(unit, !answering.is_empty())
    }

    /// End of turn: Commands, effects that last a turn, Return Fire (`ms10.command.limit`).
    pub(crate) fn end_turn(&mut self, unit: UnitId) {
        if self.state.units[unit].on_table {
            self.alight(unit);
            self.capture(unit);
            self.recover_from_stun(unit);
            self.offer_boarding(unit);
        }
        self.settle_turn();
        self.watch_halves();
        if self.bout.commanders && !self.is_decided() {
            // The side whose turn it was first; the rules leave the order open.
            let side = self.bout.side_of(unit);
            self.command(side);
            self.command(side.other());
        }
        self.state.return_fire = self.state.turn.attacked;
        if self.bout.perks {
            for attacked in self.state.turn.attacked.iter() {
                self.state.units[attacked].use_up_awe();
            }
            self.state.units.iter_mut().for_each(UnitState::relax);
        }
        let leader = self.state.units[unit].leader;
        self.state.aggressor = Some(leader).filter(|_| !self.state.turn.attacked.is_empty());
        self.state.end_turn();
    }

    /// Trust or Rally at the end of any unit's turn, once a round (`ms10.command.limit`).
    fn command(&mut self, side: Side) {
        let view = self.view();
        let Some(commander) = view.commander(side).filter(|&u| view.is_unit(u)) else {
            return;
        };
        if self.state.sides[side.index()].command_used {
            return;
        }
        match ask!(self, side, command(commander)) {
            Some(Command::Trust(ally)) if self.may_trust(commander, ally) => self.trust(side, ally),
            Some(Command::Rally) => self.rally(side, commander),
            _ => {}
        }
    }

    /// Trust goes to an ally, to the Commander itself only by option (`ms10.command.trust`).
    fn may_trust(&self, commander: UnitId, ally: UnitId) -> bool {
        let view = self.view();
        view.unit(ally).on_table
            && view.side_of(ally) == view.side_of(commander)
            && (ally != commander || self.bout.options.trust_self)
    }

    /// 2d10 x 100 HP, from round 4 on 4d10 x 100, up to the maximum (`ms10.command.trust`).
    fn trust(&mut self, side: Side, ally: UnitId) {
        self.state.sides[side.index()].command_used = true;
        let dice = if self.state.round >= LATE_ROUND {
            TRUST_DICE_LATE
        } else {
            TRUST_DICE
        };
        let sum: u32 = (0..dice).map(|_| u32::from(self.d10())).sum();
        let state = &mut self.state.units[ally];
        let before = state.hp;
        state.hp = (before + (sum * TRUST_HP) as i32).min(self.bout.units[ally].hp);
        let hp = (state.hp - before) as u32;
        self.log.record(|| Event::Trust {
            unit: ally,
            dice,
            hp,
        });
    }

    /// The Commander and its two closest allies make saves to Rally (`ms10.command.rally`).
    fn rally(&mut self, side: Side, commander: UnitId) {
        self.state.sides[side.index()].command_used = true;
        self.log.record(|| Event::Rally { side });
        let saves = if self.state.round >= LATE_ROUND { 2 } else { 1 };
        let mut called = UnitSet::EMPTY;
        called.insert(commander);
        for _ in 0..RALLY_ALLIES {
            let view = self.view();
            let next = view
                .standing(side)
                .filter(|&u| !called.contains(u))
                .min_by_key(|&u| view.distance(commander, u));
            let Some(next) = next else { break };
            called.insert(next);
        }
        for unit in self.bout.side(side).filter(|&u| called.contains(u)) {
            for _ in 0..saves {
                self.rally_save(unit);
            }
        }
    }

    /// Victory points of both sides and the winner (`ms10.score.winner`).
    pub(crate) fn score(&mut self) -> Outcome {
        self.score_survival();
        let score = Side::BOTH.map(|side| self.view().earnings(side).total());
        let momentum = Side::BOTH.map(|side| self.view().momentum(side));
        let mut order = score[0].cmp(&score[1]);
        if self.bout.options.tie_break == TieBreak::Momentum {
            order = order.then(momentum[0].cmp(&momentum[1]));
        }
        let winner = match order {
            std::cmp::Ordering::Greater => Some(Side::A),
            std::cmp::Ordering::Less => Some(Side::B),
            std::cmp::Ordering::Equal => None,
        };
        self.log.record(|| Event::End {
            score,
            momentum,
            winner,
        });
        Outcome {
            winner,
            score,
            rounds: self.view().rounds_played(),
        }
    }
}
