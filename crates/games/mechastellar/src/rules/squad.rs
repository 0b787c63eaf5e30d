//! Where the models of a squad stand (`ms10.squad.coherency`).
//!
//! Moves, facing, sight, range, arcs and engagement are those of the leader. The other models stand
//! beside it on places of their own; on hexes of 4 in all of them stand on its hex.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log};

use super::constants::SQUAD_MODELS;
use super::decider::Decider;
use super::event::Event;
use super::game::Game;
use super::moves::ring;
use super::unit_id::UnitId;
use super::view::View;
use crate::options::HexSize;

/// Places of the models that follow a leader.
pub(crate) type Places = [Option<(UnitId, Hex)>; SQUAD_MODELS - 1];

impl<'a> View<'a> {
    /// Whether models of squads have places of their own: not on hexes of 4 in, each of which has room
    /// for a squad.
    #[inline]
    pub(crate) fn spreads(self) -> bool {
        self.bout.reforms && !matches!(self.bout.distances.hex_in, HexSize::Four)
    }

    /// Models that follow a leader wherever it stands, on the table or not.
    pub(crate) fn followers(self, leader: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        let units = &self.state.units;
        let led = move |&u: &UnitId| u != leader && units[u].leader == leader && units[u].hp > 0;
        self.bout.side(self.side_of(leader)).filter(led)
    }

    /// Whether a unit on a hex would have room for all its models within coherency; on High Ground all
    /// of them on it (`ms10.squad.coherency`).
    #[inline]
    pub(crate) fn has_room(self, unit: UnitId, at: Hex) -> bool {
        !self.spreads() || self.coherent_places(unit, at).is_some()
    }

    /// Places for the models of a squad whose leader stands on a hex; where coherency cannot be kept
    /// the nearest that are free. `None` if there are none, or all share the leader's hex.
    pub(crate) fn places(self, leader: UnitId, at: Hex) -> Option<Places> {
        let anywhere = || {
            let low = |hex: Hex| self.level_at(hex) <= self.level_at(at);
            let free = |model, hex| low(hex) && self.can_land(model, hex);
            self.nearest_places(leader, at, self.bout.table.longest() as u16, free)
        };
        let places = || self.coherent_places(leader, at).or_else(anywhere);
        self.spreads().then(places).flatten()
    }

    fn coherent_places(self, leader: UnitId, at: Hex) -> Option<Places> {
        let range = self.bout.distances.coherency;
        let (level, piece) = (self.level_at(at), self.piece_at(at));
        // A place that the scenario gives is given to the whole squad.
        let zoned = self.state.round == 0 && self.profile(leader).at.is_none();
        self.nearest_places(leader, at, range, |model, hex| {
            self.level_at(hex) == level
                && (level == 0 || self.piece_at(hex) == piece)
                && self.can_land(model, hex)
                && (!zoned || self.is_in_deployment(model, hex))
        })
    }

    /// For each model in turn the nearest hex to the leader, base to base at least with all others;
    /// of equals the first as the side sees the table.
    fn nearest_places(
        self,
        leader: UnitId,
        at: Hex,
        range: u16,
        may_stand: impl Fn(UnitId, Hex) -> bool,
    ) -> Option<Places> {
        let (table, side) = (self.bout.table, self.side_of(leader));
        let mut places = Places::default();
        for (slot, model) in self.followers(leader).take(places.len()).enumerate() {
            let apart = |hex: Hex, (other, there): (UnitId, Hex)| {
                hex.distance(there) >= self.apart(model, other)
            };
            let free = |&hex: &Hex| {
                let mut placed = places.iter().flatten();
                placed.all(|&other| apart(hex, other)) && may_stand(model, hex)
            };
            let place = (self.apart(model, leader)..=range)
                .flat_map(ring)
                .map(|way| at + table.way_seen_from(side, way))
                .find(free)?;
            places[slot] = Some((model, place));
        }
        Some(places)
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Moves a unit to another hex, its squad with it, and reports how.
    pub(crate) fn relocate(&mut self, unit: UnitId, to: Hex, event: impl FnOnce() -> Event) {
        self.state.units[unit].pos = to;
        self.wade(unit);
        self.log.record(event);
        self.gather(unit);
        self.contest();
    }

    /// Puts a unit and its squad on the table.
    pub(crate) fn set_down(
        &mut self,
        unit: UnitId,
        at: Hex,
        facing: Hex,
        event: impl FnOnce() -> Event,
    ) {
        for model in self.bout.side(self.bout.side_of(unit)) {
            let state = &mut self.state.units[model];
            if state.leader == unit && state.hp > 0 {
                (state.pos, state.facing, state.on_table) = (at, facing, true);
                (state.aboard, state.reserve, state.sunk) = (None, false, false);
            }
        }
        self.log.record(event);
        self.gather(unit);
    }

    /// The models of a squad take their places beside the leader (`ms10.squad.coherency`).
    #[inline]
    fn gather(&mut self, leader: UnitId) {
        if self.bout.reforms {
            self.gather_squad(leader);
        }
    }

    fn gather_squad(&mut self, leader: UnitId) {
        let at = self.state.units[leader].pos;
        let Some(places) = self.view().places(leader, at) else {
            for model in self.bout.side(self.bout.side_of(leader)) {
                let state = &mut self.state.units[model];
                // A wreck stays where it is.
                if state.leader == leader && state.on_table {
                    state.pos = at;
                }
            }
            return;
        };
        for (unit, at) in places.into_iter().flatten() {
            self.state.units[unit].pos = at;
            self.log.record(|| Event::Follow { unit, at });
        }
    }
}
