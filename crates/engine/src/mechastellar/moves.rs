//! Where a unit may go: reach, engagement zones, disengaging, Challenge duty.

use serde::Serialize;

use crate::Hex;

use super::constants::{ACCELERATE_MOVE, DISENGAGE_MOVE};
use super::options::DisengageMode;
use super::profile::UnitType;
use super::state::{UnitId, UnitSet};
use super::view::View;

/// What kind of move leads to a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    /// A move of a unit that nothing holds.
    Free,
    /// A move inside the engagement (`ms10.engage.stay-inside`).
    Circle,
    /// Leaving the engagement for 1 Momentum an enemy (`ms10.engage.disengage`).
    Disengage,
}

/// What pays for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveWith {
    /// A Move Action.
    MoveAction,
    /// An Accelerate: 4 in, with Fly (`ms10.accel.action`).
    Accelerate,
}

/// Largest reach the path search covers, in hexes.
const WINDOW: i16 = 10;
const WIDTH: usize = 2 * WINDOW as usize + 1;

impl View<'_> {
    /// Hexes a move of `unit` covers at most (`ms10.move.actions`).
    #[inline]
    pub(crate) fn reach(self, unit: UnitId, with: MoveWith) -> u16 {
        match with {
            MoveWith::MoveAction => self.profile(unit).reach,
            MoveWith::Accelerate => ACCELERATE_MOVE,
        }
    }

    /// How the active unit may move to a hex, if at all.
    pub(crate) fn move_kind(self, to: Hex, with: MoveWith) -> Option<MoveKind> {
        let unit = self.state.turn.unit;
        let from = self.unit(unit).pos;
        let reach = self.reach(unit, with);
        if from == to
            || !self.bout.table.contains(to)
            || self.occupied(to)
            || !self.steers(unit, to)
            || !self.keeps_duty(unit, to, with)
        {
            return None;
        }
        let held = self.held_by(unit);
        if !held.is_empty() {
            return self.move_of_held(unit, to, reach, held);
        }
        let far = from.distance(to) > reach;
        (!far && self.free_path(unit, from, to, reach)).then_some(MoveKind::Free)
    }

    /// Momentum a move costs: 1 for each enemy the unit leaves (`ms10.engage.disengage`).
    pub(crate) fn disengage_cost(self, unit: UnitId) -> u8 {
        let held = self.held_by(unit);
        self.enemies(unit).filter(|&e| held.contains(e)).count() as u8
    }

    fn occupied(self, hex: Hex) -> bool {
        self.state.units.iter().any(|u| u.on_table && u.pos == hex)
    }

    /// Ships move only into their front arc (`ms10.move.ship-turning`).
    fn steers(self, unit: UnitId, to: Hex) -> bool {
        self.profile(unit).unit_type != UnitType::Warship || self.in_front(unit, to)
    }

    /// Whether a move leaves the Challenge duty of ending nearer possible
    /// (`ms10.challenge.duty-move`): never farther than the start, and nearer with the last move.
    fn keeps_duty(self, unit: UnitId, to: Hex, with: MoveWith) -> bool {
        if !self.is_challenged(unit) {
            return true;
        }
        let turn = &self.state.turn;
        let last = with == MoveWith::MoveAction && turn.move_actions <= 1;
        self.enemies(unit)
            .filter(|&e| self.is_challenger_of(unit, e))
            .all(|enemy| {
                let there = self.unit(enemy).pos;
                let (start, end) = (turn.start.distance(there), to.distance(there));
                end < start
                    || start <= super::constants::ENGAGEMENT && end <= start
                    || !last && end <= start
            })
    }

    fn move_of_held(self, unit: UnitId, to: Hex, reach: u16, held: UnitSet) -> Option<MoveKind> {
        let from = self.unit(unit).pos;
        let stays = |hex: Hex| {
            self.enemies(unit)
                .filter(|&e| held.contains(e))
                .all(|e| self.meets_at(unit, hex, e))
        };
        if stays(to) {
            let inside = search(from, to, reach, |_, next| {
                self.passable(unit, next) && stays(next)
            });
            return inside.then_some(MoveKind::Circle);
        }
        let step = match self.bout.options.disengage_mode {
            DisengageMode::UsesMove | DisengageMode::Free => DISENGAGE_MOVE,
            DisengageMode::FullMove => reach,
        };
        let clear = self
            .enemies(unit)
            .filter(|&e| held.contains(e))
            .all(|e| !self.meets_at(unit, to, e));
        let paid = self.disengage_cost(unit) <= self.momentum_of(unit);
        (clear && paid && from.distance(to) <= step).then_some(MoveKind::Disengage)
    }

    /// Whether an unengaged unit gets to `to` without passing through an engagement range: it may
    /// enter one and then only move inside it (`ms10.engage.zone`).
    fn free_path(self, unit: UnitId, from: Hex, to: Hex, reach: u16) -> bool {
        if self.ignores_zones(unit) {
            return true;
        }
        let steps = from.distance(to);
        let straight_is_clear = (1..steps).all(|k| {
            let hex = from.towards(to, k);
            self.passable(unit, hex) && self.zone(unit, hex).is_empty()
        });
        straight_is_clear
            || search(from, to, reach, |here, next| {
                self.passable(unit, next) && self.stays_in_zone(unit, here, next)
            })
    }

    /// A unit two Sizes above all enemies is held by none of them (`ms10.engage.size-gap`).
    fn ignores_zones(self, unit: UnitId) -> bool {
        let size = self.profile(unit).size;
        size >= super::constants::SIZE_GAP
            && self
                .enemies(unit)
                .all(|e| size >= self.profile(e).size + super::constants::SIZE_GAP)
    }

    fn passable(self, unit: UnitId, hex: Hex) -> bool {
        self.bout.table.contains(hex) && !self.enemies(unit).any(|e| self.unit(e).pos == hex)
    }

    /// Enemies whose engagement range covers a hex.
    fn zone(self, unit: UnitId, hex: Hex) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        for enemy in self.enemies(unit) {
            if self.meets_at(unit, hex, enemy) {
                set.insert(enemy);
            }
        }
        set
    }

    fn stays_in_zone(self, unit: UnitId, here: Hex, next: Hex) -> bool {
        let zone = self.zone(unit, here);
        zone.is_empty()
            || self
                .enemies(unit)
                .filter(|&e| zone.contains(e))
                .all(|e| self.meets_at(unit, next, e))
    }
}

/// Whether `to` can be reached from `from` in at most `reach` steps, each allowed by `step`.
fn search(from: Hex, to: Hex, reach: u16, step: impl Fn(Hex, Hex) -> bool) -> bool {
    let reach = reach.min(WINDOW as u16);
    let index = |hex: Hex| {
        let way = hex - from;
        (way.q + WINDOW) as usize * WIDTH + (way.r + WINDOW) as usize
    };
    let mut seen = [false; WIDTH * WIDTH];
    let mut queue = [Hex::default(); WIDTH * WIDTH];
    let (mut head, mut tail) = (0, 1);
    queue[0] = from;
    seen[index(from)] = true;
    for _ in 0..reach {
        let ring_end = tail;
        while head < ring_end {
            let here = queue[head];
            head += 1;
            for offset in Hex::DIRECTIONS {
                let next = here + offset;
                if seen[index(next)] || !step(here, next) {
                    continue;
                }
                if next == to {
                    return true;
                }
                seen[index(next)] = true;
                queue[tail] = next;
                tail += 1;
            }
        }
    }
    false
}
