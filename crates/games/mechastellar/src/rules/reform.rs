//! Squads that form and disband during the battle.

use equipoise_dice::Dice;

use equipoise_engine::{Log, Side};

use super::constants::SQUAD_MODELS;
use super::decider::{Decider, ask};
use super::decision::Reform;
use super::event::Event;
use super::game::Game;
use super::unit_id::UnitId;
use super::view::View;

impl View<'_> {
    /// Whether a side may change its squads so: adjacent models of one Role and Performance, three at
    /// most; once a battle (`ms10.squad.reform`).
    pub(crate) fn may_reform(self, side: Side, reform: Reform) -> bool {
        if self.state.sides[side.index()].reformed {
            return false;
        }
        match reform {
            Reform::Merge { leader, joins } => {
                leader != joins
                    && [leader, joins].into_iter().all(|u| self.is_free(side, u))
                    && self.is_adjacent(leader, joins)
                    && self.models(leader).count() + self.models(joins).count() <= SQUAD_MODELS
                    && self.is_alike(leader, joins)
                    && self.unit(leader).sunk == self.unit(joins).sunk
                    && !self.models(joins).any(|u| self.commands(u))
            }
            Reform::Disband { leader } => self.is_free(side, leader) && self.is_squad(leader),
        }
    }

    /// Whether two units could be one squad as they stand: a model of each within coherency of the other
    /// (`ms10.squad.coherency`).
    fn is_adjacent(self, leader: UnitId, joins: UnitId) -> bool {
        let range = self.bout.distances.coherency;
        self.models(leader)
            .any(|a| self.models(joins).any(|b| self.distance(a, b) <= range))
    }

    /// A unit of the side on the table, its leader named.
    fn is_free(self, side: Side, unit: UnitId) -> bool {
        self.is_unit(unit) && self.side_of(unit) == side && self.profile(unit).ship.is_none()
    }

    /// Whether all models of two units have one Role and Performance (`ms10.squad.form`).
    fn is_alike(self, a: UnitId, b: UnitId) -> bool {
        let kind = |u: UnitId| (self.profile(u).role, self.profile(u).performance);
        self.models(a)
            .chain(self.models(b))
            .all(|u| kind(u) == kind(a))
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Before a side activates a unit it may change its squads (`ms10.squad.reform`).
    #[inline]
    pub(crate) fn offer_reform(&mut self, side: Side) {
        if !self.bout.reforms || self.state.sides[side.index()].reformed {
            return;
        }
        let Some(reform) = ask!(self, side, reform(side)) else {
            return;
        };
        if !self.view().may_reform(side, reform) {
            return;
        }
        self.state.sides[side.index()].reformed = true;
        match reform {
            Reform::Merge { leader, joins } => self.merge(leader, joins),
            Reform::Disband { leader } => self.disband(side, leader),
        }
        self.contest();
    }

    /// A unit joins another: it stands with its leader, where models have no places of their own on the
    /// leader's hex; the leader's activation counts; tokens and oaths are those of the unit.
    fn merge(&mut self, leader: UnitId, joins: UnitId) {
        let tokens = std::mem::take(&mut self.state.units[joins].stun);
        self.state.units[leader].stun += tokens;
        let (head, stays) = (self.state.units[leader], self.view().spreads());
        for model in self.bout.side(self.bout.side_of(leader)) {
            let state = &mut self.state.units[model];
            if state.leader == joins && state.on_table {
                (state.leader, state.facing) = (leader, head.facing);
                state.pos = if stays { state.pos } else { head.pos };
            }
        }
        if self.state.return_fire.contains(joins) {
            self.state.return_fire.insert(leader);
        }
        self.state.heir(joins, leader);
        self.log.record(|| Event::Merge {
            unit: leader,
            joins,
        });
    }

    /// Every model for itself, activated as the squad was, where it stands; one that shares its leader's
    /// hex on a free hex beside it, and if there is none it stays in the squad.
    fn disband(&mut self, side: Side, leader: UnitId) {
        let head = self.state.units[leader];
        for model in self.bout.side(side) {
            let state = &self.state.units[model];
            if model == leader || state.leader != leader || !state.on_table {
                continue;
            }
            self.state.units[model].leader = model;
            let view = self.view();
            let place = if view.spreads() {
                Some(view.unit(model).pos)
            } else {
                view.landing(model, head.pos, self.bout.distances.disengage)
            };
            let Some(at) = place else {
                self.state.units[model].leader = leader;
                continue;
            };
            let state = &mut self.state.units[model];
            (state.pos, state.facing) = (at, head.facing);
            (state.activated, state.arrived) = (head.activated, head.arrived);
            state.sunk = head.sunk;
            self.wade(model);
            self.log.record(|| Event::Split { unit: model, at });
        }
    }
}
