//! What the witness checks of squads, and of the places of models: alone on the table, squads together.

use equipoise_engine::Hex;

use super::witness::{Record, Witness};
use crate::data::scenario::Deployment;
use crate::options::HexSize;
use crate::rules::unit_id::UnitId;

/// A squad whose leader has moved, its models about to follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    leader: UnitId,
    /// Its own choice, so that all of them must have found room.
    chosen: bool,
}

impl Witness<'_> {
    /// The next model of a squad takes the lead in everything; where they share it, the place too.
    pub(super) fn lead(&mut self, next: UnitId) {
        let fallen = self.units[next].leader;
        assert!(!self.units[fallen].standing && self.units[next].standing);
        for record in &mut self.units {
            if record.leader == fallen {
                record.leader = next;
            }
        }
        let old = self.units[fallen];
        assert!(self.spreads() || self.units[next].at == old.at);
        let record = &mut self.units[next];
        (record.facing, record.turns) = (old.facing, old.turns);
        (record.stun, record.arrived) = (old.stun, old.arrived);
        let pairs = self.challenge.iter_mut().chain(&mut self.oaths);
        for unit in pairs.flat_map(|pair| [&mut pair.0, &mut pair.1]) {
            if *unit == fallen {
                *unit = next;
            }
        }
        for unit in self.turn.attacked.iter_mut().chain(&mut self.turn.bound) {
            if *unit == fallen {
                *unit = next;
            }
        }
    }

    /// A unit joins a squad: three models at most of one Role and Performance, once a battle.
    pub(super) fn merge(&mut self, leader: UnitId, joins: UnitId) {
        self.reform(leader);
        let at = |u: UnitId| self.units[u].at;
        let mut pairs = self.models(leader).into_iter().flat_map(|own| {
            let others = self.models(joins).into_iter();
            others.map(move |other| (own, other))
        });
        let adjacent = pairs.any(|(own, other)| self.inches(at(own), at(other)) <= 4);
        assert!(!self.opposed(leader, joins) && adjacent);
        let (old, stays) = (self.units[joins], self.spreads());
        for model in self.models(joins) {
            let kind = |u: UnitId| (self.of(u).role, self.of(u).performance);
            assert_eq!(kind(model), kind(leader));
            let head = self.units[leader];
            let record = &mut self.units[model];
            (record.leader, record.facing) = (leader, head.facing);
            record.at = if stays { record.at } else { head.at };
        }
        self.units[joins].stun = 0;
        self.units[leader].stun += old.stun;
        assert!(self.models(leader).len() <= 3);
        let pairs = self.challenge.iter_mut().chain(&mut self.oaths);
        for unit in pairs.flat_map(|pair| [&mut pair.0, &mut pair.1]) {
            if *unit == joins {
                *unit = leader;
            }
        }
        for unit in &mut self.turn.attacked {
            if *unit == joins {
                *unit = leader;
            }
        }
    }

    /// A model leaves its squad where it stands, or for a hex of its own.
    pub(super) fn split(&mut self, unit: UnitId, at: Hex) {
        let leader = self.units[unit].leader;
        let from = self.units[if self.spreads() { unit } else { leader }].at;
        let inches = if self.spreads() { 0 } else { 4 };
        assert!(leader != unit && self.inches(from, at) <= inches);
        if self.split_from != Some(leader) {
            self.reform(leader);
            self.split_from = Some(leader);
        }
        let old = self.units[leader];
        let record = &mut self.units[unit];
        (record.leader, record.turns, record.arrived) = (unit, old.turns, old.arrived);
        record.facing = old.facing;
        self.stand(unit, at, true);
    }

    fn reform(&mut self, leader: UnitId) {
        let done = &mut self.reformed[self.bout.side_of(leader).index()];
        assert!(!std::mem::replace(done, true), "squads formed twice");
    }

    /// Whether models of squads have places of their own.
    pub(super) fn spreads(&self) -> bool {
        self.bout.options.hex_in != HexSize::Four
    }

    /// A unit comes to stand on a hex, where squads share one with all its models.
    pub(super) fn stand(&mut self, unit: UnitId, at: Hex, chosen: bool) {
        self.check_place(unit, at);
        for model in self.models(unit) {
            if model == unit || !self.spreads() {
                self.units[model].at = at;
            }
        }
        self.move_of_squad = self.spreads().then_some(Move {
            leader: unit,
            chosen,
        });
    }

    /// A model of a squad follows its leader.
    pub(super) fn follow(&mut self, unit: UnitId, at: Hex) {
        let leader = self.units[unit].leader;
        assert!(self.spreads() && unit != leader && self.units[unit].standing);
        let moved = self.move_of_squad.map(|moved| moved.leader);
        assert_eq!(moved, Some(leader), "follows nobody");
        self.check_place(unit, at);
        let zoned = self.round == 0 && self.of(leader).at.is_none();
        assert!(!zoned || self.bout.deployment == Deployment::Alternate || self.in_zone(unit, at));
        self.units[unit].at = at;
    }

    /// A squad has moved: no two models overlap, each is within 4 in of another; after a move of its own
    /// all stand on one level. One that was moved may have found no room near enough.
    pub(super) fn settle(&mut self) {
        let Some(Move { leader, chosen }) = self.move_of_squad.take() else {
            return;
        };
        let models = self.models(leader);
        for &model in models.iter().filter(|&&model| model != leader) {
            let at = self.units[model].at;
            assert!(!self.is_taken(model, at, false), "two on {at:?}");
            let mut others = models.iter().filter(|&&other| other != model);
            let near = others.any(|&other| self.inches(at, self.units[other].at) <= 4);
            let centre = self.units[leader].at;
            if chosen {
                assert_eq!(self.level(at), self.level(centre), "left behind");
            }
            assert!(near || !chosen && !self.has_room(model, centre), "astray");
        }
    }

    /// Whether there is a free hex for a model within 4 in of its leader.
    fn has_room(&self, model: UnitId, centre: Hex) -> bool {
        let (table, profile) = (self.bout.table, self.of(model));
        let floats = profile.amphibious || profile.fly;
        (0..table.depth)
            .flat_map(|row| (0..table.width).map(move |column| Hex::from_offset(column, row)))
            .filter(|&hex| self.inches(hex, centre) <= 4 && self.level(hex) <= self.level(centre))
            .any(|hex| {
                let mut pieces = self.bout.terrain.pieces.iter().zip(&self.razed);
                let closed = pieces.any(|(piece, &razed)| {
                    let bars = piece.is_wall() || piece.deep_water && !floats;
                    !razed && bars && piece.hexes.contains(&hex)
                });
                !closed && !self.is_taken(model, hex, false)
            })
    }

    /// A model is alone where it stands, on the table and in no wall; its own squad may still move.
    fn check_place(&self, unit: UnitId, at: Hex) {
        let (col, row) = at.to_offset();
        let table = self.bout.table;
        assert!(
            (0..table.width).contains(&col) && (0..table.depth).contains(&row),
            "{at:?}"
        );
        assert!(!self.is_taken(unit, at, true), "two on {at:?}");
        for (piece, razed) in self.bout.terrain.pieces.iter().zip(&self.razed) {
            let wall = piece.blocks_los && piece.level == 0 && !razed;
            assert!(!(wall && piece.hexes.contains(&at)), "in a wall");
        }
    }

    /// Whether the base of a model on a hex overlaps that of another, its own squad left out or not.
    fn is_taken(&self, unit: UnitId, at: Hex, squad_moves: bool) -> bool {
        let squad = self.units[unit].leader;
        // Bases of 2, 3 and 4 in; models on neighbouring hexes never overlap.
        let base = |u: UnitId| 2 + u16::from(self.of(u).size / 2).min(2);
        let overlaps = |(other, record): (UnitId, &Record)| {
            let hexes = record.at.distance(at);
            let apart = (base(unit) + base(other)).div_ceil(2);
            let close =
                hexes == 0 || self.inches(record.at, at) < apart && hexes < apart / self.hex();
            let own = other == unit || squad_moves && record.leader == squad;
            !own && record.standing && close
        };
        self.units.iter().enumerate().any(overlaps)
    }
}
