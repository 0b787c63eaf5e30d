//! Deployment, reserves and reinforcements.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log, Side};

use super::constants::REINFORCE_ROUND;
use super::decider::{Decider, ask};
use super::event::Event;
use super::game::Game;
use super::moves::ring;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;
use crate::data::scenario::Deployment;
use crate::data::table::forward;

impl View<'_> {
    /// Whether a unit may deploy on a hex (`ms10.deploy.zone`, `ms10.deploy.alternate`).
    pub(crate) fn may_deploy(self, unit: UnitId, hex: Hex) -> bool {
        self.is_in_deployment(unit, hex) && self.can_land(unit, hex)
    }

    /// Whether the place is one to deploy a model on, whatever stands there.
    pub(crate) fn is_in_deployment(self, model: UnitId, hex: Hex) -> bool {
        let table = self.bout.table;
        let place = match self.deployment() {
            Deployment::Zone(_) => table.in_zone(self.side_of(model), hex),
            Deployment::Alternate => self.keeps_apart(model, hex),
        };
        place && self.level_at(hex) == 0
    }

    /// At least 20 in from every enemy model, or out of its sight (`ms10.deploy.alternate`,
    /// `ms10.reinforce.ambush`).
    fn keeps_apart(self, unit: UnitId, hex: Hex) -> bool {
        let mut enemies = self.bout.enemies_of(unit).map(|enemy| self.unit(enemy));
        enemies.all(|enemy| {
            let there = enemy.pos;
            !enemy.on_table
                || hex.distance(there) >= self.bout.distances.ambush
                || self.is_hidden(hex, there)
        })
    }

    /// Whether a reinforcement may appear on a hex: on an own control point, at the own edge, with
    /// Ambush at any edge away from enemies (`ms10.reinforce.where`, `ms10.reinforce.ambush`).
    pub(crate) fn may_arrive(self, unit: UnitId, hex: Hex) -> bool {
        let side = self.side_of(unit);
        let table = self.bout.table;
        let (column, row) = hex.to_offset();
        let own_edge = row == if side == Side::A { 0 } else { table.depth - 1 };
        let any_edge = own_edge
            || column == 0
            || column == table.width - 1
            || row == 0
            || row == table.depth - 1;
        let own_point = self
            .bout
            .control_points
            .iter()
            .zip(&self.state.owners)
            .any(|(&at, owner)| at == hex && *owner == Some(side));
        if self.bout.mission.edge_arrivals {
            return own_edge && self.can_land(unit, hex);
        }
        let ambush = any_edge && self.profile(unit).ambush && self.keeps_apart(unit, hex);
        (own_edge || own_point || ambush) && self.can_land(unit, hex)
            || own_point && self.may_clear(hex) && !self.is_crowded(unit, hex)
    }

    /// Whether the terrain on a control point can be destroyed by who arrives there
    /// (`ms10.reinforce.where`).
    fn may_clear(self, hex: Hex) -> bool {
        let piece = self.piece_at(hex);
        piece.is_some_and(|piece| self.bout.terrain.pieces[piece].destructible)
            && self.bout.control_points.contains(&hex)
    }

    /// Units of a side waiting off the table (`ms10.deploy.reserve`).
    pub(crate) fn reserves(self, side: Side) -> impl Iterator<Item = UnitId> {
        self.bout
            .side(side)
            .filter(move |&u| self.unit(u).reserve && self.unit(u).leader == u)
            .filter(move |&u| !self.awaits(u))
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// The larger force deploys first; equal forces roll off and the loser does
    /// (`ms10.deploy.order`, `ms10.deploy.zone`). Alternate deployment takes turns, the side with
    /// more models starting (`ms10.deploy.alternate`).
    pub(crate) fn deploy(&mut self) {
        let deployment = self.view().deployment();
        // Of a later wave those that are not down yet.
        let mut down = UnitSet::EMPTY;
        for unit in 0..self.bout.units.len() {
            if self.state.units[unit].on_table {
                down.insert(unit);
            }
        }
        let alive = |side| {
            let view = self.view();
            let units = self.bout.side(side).filter(|&u| !down.contains(u));
            units
                .filter(|&u| view.unit(u).hp > 0 && !view.awaits(u))
                .count()
        };
        let count = |side: Side| match deployment {
            Deployment::Zone(_) => self.leaders(side).count(),
            Deployment::Alternate => alive(side),
        };
        let first = match count(Side::A).cmp(&count(Side::B)) {
            std::cmp::Ordering::Greater => Side::A,
            std::cmp::Ordering::Less => Side::B,
            std::cmp::Ordering::Equal => self.roll_off("deployment").other(),
        };
        let zones = matches!(deployment, Deployment::Zone(_));
        for side in [first, first.other()] {
            // Nobody takes a place that the scenario gives to another unit.
            self.deploy_side(side, |game, unit| game.bout.units[unit].at.is_some());
            if zones {
                self.deploy_side(side, |_, _| true);
            }
        }
        if !zones {
            self.deploy_in_turn(first);
        }
        for side in [first, first.other()] {
            self.turn_about(side, down);
        }
        self.state.crowd = self.state.units.len();
    }

    /// Places those units of a side that are due.
    fn deploy_side(&mut self, side: Side, which: impl Fn(&Self, UnitId) -> bool) {
        for unit in self.bout.side(side) {
            if self.is_due(unit) && which(self, unit) {
                self.place(unit);
            }
        }
    }

    fn leaders(&self, side: Side) -> impl Iterator<Item = UnitId> {
        let units = &self.state.units;
        let leads = move |&u: &UnitId| units[u].leader == u && units[u].hp > 0;
        self.bout.side(side).filter(leads)
    }

    /// One unit at a time, which its side picks (`ms10.deploy.alternate`).
    fn deploy_in_turn(&mut self, first: Side) {
        let mut due = [first, first.other()].map(|side| {
            let mut units = UnitSet::EMPTY;
            for unit in self.bout.side(side).filter(|&unit| self.is_due(unit)) {
                units.insert(unit);
            }
            (side, units)
        });
        while due.iter().any(|(_, units)| !units.is_empty()) {
            for (side, units) in &mut due {
                let Some(first) = units.iter().next() else {
                    continue;
                };
                let mut next = first;
                if units.len() > 1 {
                    let wanted = ask!(self, *side, deploy_next(*side, *units));
                    next = if units.contains(wanted) {
                        wanted
                    } else {
                        first
                    };
                }
                let mut placed = UnitSet::EMPTY;
                placed.insert(next);
                *units = units.without(placed);
                self.place(next);
            }
        }
    }

    /// Once all are down a side may turn any of its models that has just deployed (`ms10.deploy.facing`).
    fn turn_about(&mut self, side: Side, before: UnitSet) {
        for unit in self.bout.side(side).filter(|&unit| !before.contains(unit)) {
            let state = &self.state.units[unit];
            if !state.on_table || state.leader != unit {
                continue;
            }
            if let Some(facing) = ask!(self, side, turn_about(unit)) {
                self.face(unit, facing);
            }
        }
    }

    /// Whether a unit is yet to be placed: neither held back nor aboard (`ms10.deploy.reserve`).
    fn is_due(&self, unit: UnitId) -> bool {
        let state = &self.state.units[unit];
        state.hp > 0
            && state.leader == unit
            && !state.reserve
            && state.aboard.is_none()
            && !state.on_table
    }

    fn place(&mut self, unit: UnitId) {
        let side = self.bout.side_of(unit);
        let (wanted, facing) = ask!(self, side, deploy(unit));
        let wanted = self.bout.units[unit].at.unwrap_or(wanted);
        match self.legal_spot(unit, wanted) {
            Some(at) => {
                self.set_down(unit, at, facing, || Event::Deploy { unit, at, facing });
            }
            // No legal spot: it waits in reserve (`ms10.deploy.alternate-fallback`).
            None => self.state.units[unit].reserve = true,
        }
    }

    /// The wanted hex, or the legal one nearest to it; of equals the one nearest to the middle of the
    /// table's width, front rows first.
    fn legal_spot(&self, unit: UnitId, wanted: Hex) -> Option<Hex> {
        let view = self.view();
        let fixed = self.bout.units[unit].at == Some(wanted) && view.can_land(unit, wanted);
        if fixed || view.may_deploy(unit, wanted) {
            return Some(wanted);
        }
        let table = self.bout.table;
        let side = self.bout.side_of(unit);
        let rank = |hex: &Hex| {
            let (row, column) = table.seen_from(side, *hex);
            ((2 * column + 1 - table.width).abs(), -row, column)
        };
        (1..=table.longest() as u16).find_map(|distance| {
            let around = ring(distance).map(|way| wanted + way);
            around
                .filter(|&hex| view.may_deploy(unit, hex))
                .min_by_key(rank)
        })
    }

    /// From round 2 on a side that has nobody left to activate may bring in a reserve unit
    /// (`ms10.reinforce.when`, `ms10.reinforce.turn`). True when one arrived.
    pub(crate) fn reinforce(&mut self, side: Side) -> bool {
        if self.bout.mission.edge_arrivals || self.bout.mission.waves {
            return false;
        }
        if self.state.round < REINFORCE_ROUND || self.view().reserves(side).next().is_none() {
            return false;
        }
        let Some((unit, at)) = ask!(self, side, reinforce(side)) else {
            return false;
        };
        let waiting = self.state.units[unit].reserve && self.bout.side_of(unit) == side;
        if !waiting || !self.view().may_arrive(unit, at) {
            return false;
        }
        self.clear_point(unit, at);
        let ahead = forward(side);
        self.set_down(unit, at, ahead, || Event::Arrive { unit, at });
        self.state.units[unit].arrived = true;
        self.take_turn(unit, false);
        self.end_turn(unit);
        true
    }

    /// Destroys the terrain on the point where a reserve unit arrives: where it could not stand
    /// otherwise, else as its side wishes (`ms10.reinforce.where`).
    fn clear_point(&mut self, unit: UnitId, at: Hex) {
        if !self.view().may_clear(at) {
            return;
        }
        let side = self.bout.side_of(unit);
        let needed = !self.view().can_land(unit, at);
        if (needed || ask!(self, side, clear_point(unit)))
            && let Some(piece) = self.view().piece_at(at)
        {
            self.raze(piece, unit);
        }
    }

    /// Units that found no spot in alternate deployment stand on the own edge when the round ends
    /// (`ms10.deploy.alternate-fallback`).
    pub(crate) fn late_arrivals(&mut self) {
        if self.bout.mission.edge_arrivals {
            self.edge_arrivals();
            return;
        }
        let waves = self.bout.mission.waves;
        if self.view().deployment() != Deployment::Alternate || self.state.round != 1 && !waves {
            return;
        }
        for unit in 0..self.bout.units.len() {
            let profile = &self.bout.units[unit];
            let waits = self.state.units[unit].reserve && self.state.units[unit].leader == unit;
            let held = profile.fresh.reserve && !waves;
            if !waits || held || self.view().awaits(unit) {
                continue;
            }
            let table = self.bout.table;
            let side = profile.side;
            let edge = (0..table.width)
                .filter(|&column| self.view().can_land(unit, table.from_edge(side, column, 0)))
                .min_by_key(|&column| (2 * column + 1 - table.width).abs());
            if let Some(at) = edge.map(|column| table.from_edge(side, column, 0)) {
                let ahead = forward(side);
                self.set_down(unit, at, ahead, || Event::Arrive { unit, at });
                self.state.units[unit].activated = true;
            }
        }
    }
}
