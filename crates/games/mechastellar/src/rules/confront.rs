//! Confrontation: three linked battles of the same forces, in one state of play.
//!
//! The number of the round is that of its battle; what asks for all rounds asks [`View::rounds_played`].

use std::cmp::Reverse;

use equipoise_dice::Dice;

use equipoise_engine::{Log, Side};

use super::decider::{Decider, ask};
use super::earnings::Source;
use super::event::Event;
use super::game::Game;
use super::mission::Progress;
use super::play::Stage;
use super::scoring::survivor_levels;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;
use crate::data::scenario::Deployment;
use crate::data::table::forward;
use crate::options::SecondaryOver;

impl View<'_> {
    /// Rounds played in all battles together.
    pub(crate) fn rounds_played(self) -> u8 {
        self.bout.mission.rounds * self.state.progress.battle + self.state.round
    }

    /// How forces come onto the table of the present battle (`ms93.confront.redeploy`).
    pub(crate) fn deployment(self) -> Deployment {
        if self.bout.mission.in_turn && self.state.progress.battle > 0 {
            Deployment::Alternate
        } else {
            self.bout.deployment
        }
    }

    /// Victory points for a unit that survives a battle (`ms93.confront.survivor-vp`,
    /// `ms93.confront.survivor-bonus`).
    fn survivor_points(self, unit: UnitId) -> i32 {
        self.bout.mission.survivor * survivor_levels(&self.profile(unit).profile)
    }

    /// What its side would still score for a unit that survived to the end.
    #[inline]
    pub(crate) fn survivor_prize(self, unit: UnitId) -> i32 {
        let mission = &self.bout.mission;
        if mission.survivor == 0 {
            return 0;
        }
        let left = mission.battles - self.state.progress.battle;
        i32::from(left) * self.survivor_points(unit)
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Notes that the models of a unit take part in the battle (`ms93.confront.idle-no-vp`).
    #[inline]
    pub(crate) fn note_fight(&mut self, unit: UnitId) {
        if self.bout.mission.survivor > 0 {
            let leader = self.state.units[unit].leader;
            let fought = &mut self.state.progress.fought;
            fought.insert(unit);
            for model in self.bout.side(self.bout.side_of(unit)) {
                if self.state.units[model].leader == leader {
                    fought.insert(model);
                }
            }
        }
    }

    /// What follows the last round of a battle: the end, or the next battle (`ms93.confront.format`).
    pub(crate) fn close_battle(&mut self, decided: bool) -> Stage {
        let mission = &self.bout.mission;
        if mission.battles == 1 {
            return Stage::Over;
        }
        self.score_survivors();
        if self.bout.options.secondary_over == SecondaryOver::Battle {
            self.score_survival();
        }
        if decided && self.is_wiped_out() || self.state.progress.battle + 1 >= mission.battles {
            return Stage::Over;
        }
        self.next_battle();
        Stage::Round
    }

    /// Whether a side has no unit left alive, on the table or off it.
    fn is_wiped_out(&self) -> bool {
        let alive = |unit: UnitId| self.state.units[unit].hp > 0;
        let lost = |side: Side| !self.bout.side(side).any(alive);
        Side::BOTH.into_iter().any(lost)
    }

    /// Victory points for the survivors that took part (`ms93.confront.survivor-vp`,
    /// `ms93.confront.idle-no-vp`).
    pub(crate) fn score_survivors(&mut self) {
        for unit in 0..self.bout.units.len() {
            let fought = self.state.progress.fought.contains(unit);
            if fought && self.state.units[unit].hp > 0 {
                let points = self.view().survivor_points(unit);
                self.award(unit, Source::Survivors, points, "survivor");
            }
        }
    }

    /// Everything is as before a battle but what the forces have lost and scored
    /// (`ms93.confront.repairs`, `ms93.confront.momentum-reset`, `ms93.confront.redeploy`).
    pub(crate) fn next_battle(&mut self) {
        let scored = Side::BOTH.map(|side| self.view().earnings(side));
        let before = self.state.units.clone();
        let mut gone = UnitSet::EMPTY;
        for (unit, _) in before.iter().enumerate().filter(|(_, old)| old.hp <= 0) {
            gone.insert(unit);
        }
        let battle = self.state.progress.battle + 1;
        let secondary = self
            .state
            .secondary
            .after_battle(self.bout.options.secondary_over);
        let successors = self.state.progress.successors;
        self.state.reset(self.bout);
        self.state.secondary = secondary;
        self.state.losses = !gone.is_empty();
        self.state.progress = Progress {
            battle,
            gone,
            successors,
            ..Progress::default()
        };
        for (side, earned) in self.state.sides.iter_mut().zip(scored) {
            side.earned = earned;
        }
        for (unit, old) in before.iter().enumerate() {
            let lead = self.bout.units[old.leader].fresh;
            let new = &mut self.state.units[unit];
            let full = new.hp;
            (new.leader, new.hp) = (old.leader, old.hp);
            (new.damage_dealt, new.vp_earned) = (old.damage_dealt, old.vp_earned);
            let alive = old.hp > 0;
            if alive {
                new.hp = (old.hp + full / 2).min(full);
            }
            new.reserve = alive && lead.reserve;
            new.aboard = lead.aboard.filter(|&ship| alive && !gone.contains(ship));
        }
        for side in Side::BOTH {
            self.call_up(side);
        }
        let (number, momentum) = (battle + 1, self.bout.starting_momentum);
        self.log.record(|| Event::Battle { number, momentum });
        self.name_commanders();
        self.deploy();
    }

    /// A side whose Commander is destroyed names another, which has the trait of the first: of the units that
    /// are left, squads by their leaders, the one of most points, of equals the first of the force. A Commander
    /// that lives stays (`ms93.confront.new-command`).
    fn name_commanders(&mut self) {
        if !self.bout.options.new_commander {
            return;
        }
        for side in Side::BOTH {
            let view = self.view();
            let Some(fallen) = view.commander(side).filter(|&unit| view.is_destroyed(unit)) else {
                continue;
            };
            let leaders = self.bout.side(side).filter(|&unit| {
                let state = view.unit(unit);
                state.hp > 0 && state.leader == unit
            });
            let Some(unit) = leaders.min_by_key(|&unit| Reverse(view.profile(unit).points)) else {
                continue;
            };
            let mut before = UnitSet::EMPTY;
            before.insert(fallen);
            let successors = &mut self.state.progress.successors;
            *successors = successors.without(before);
            successors.insert(unit);
            self.log.record(|| Event::TakesCommand { unit });
        }
    }

    /// A side that would have nobody on the table holds nobody back (`ms10.deploy.reserve`).
    fn call_up(&mut self, side: Side) {
        let units = &mut self.state.units;
        let mut side = self.bout.side(side);
        if !side
            .clone()
            .any(|u| units[u].hp > 0 && !units[u].reserve && units[u].aboard.is_none())
        {
            side.by_ref().for_each(|u| units[u].reserve = false);
        }
    }

    /// Units held back come in at the own edge as a round ends, as many as their side wants; their
    /// first turn is in the next one (`ms93.confront.hold-back`).
    pub(super) fn edge_arrivals(&mut self) {
        if self.state.round >= self.bout.mission.rounds {
            return;
        }
        for side in Side::BOTH {
            while self.view().reserves(side).next().is_some() {
                let Some((unit, at)) = ask!(self, side, reinforce(side)) else {
                    break;
                };
                let waiting = self.view().reserves(side).any(|reserve| reserve == unit);
                if !waiting || !self.view().may_arrive(unit, at) {
                    break;
                }
                self.set_down(unit, at, forward(side), || Event::Arrive { unit, at });
                self.state.units[unit].activated = true;
            }
        }
    }
}
