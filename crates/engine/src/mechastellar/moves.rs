//! Where a unit may go: reach, engagement zones, disengaging, Challenge duty.

use serde::Serialize;

use crate::Hex;

use super::constants::{ACCELERATE_MOVE, DISENGAGE_MOVE, ENGAGEMENT, SIZE_GAP};
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

/// The active unit about to move, everything settled that does not depend on where to.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    view: View<'a>,
    unit: UnitId,
    from: Hex,
    /// Hexes this move covers at most.
    pub(crate) reach: u16,
    /// Enemies that hold the unit in engagement.
    held: UnitSet,
    /// Bound by a Challenge to end nearer (`ms10.challenge.duty-move`).
    on_duty: bool,
    /// No Move Action is left afterwards.
    last: bool,
}

impl<'a> View<'a> {
    /// Hexes a move of `unit` covers at most (`ms10.move.actions`).
    #[inline]
    pub(crate) fn reach(self, unit: UnitId, with: MoveWith) -> u16 {
        match with {
            MoveWith::MoveAction => self.profile(unit).reach,
            MoveWith::Accelerate => ACCELERATE_MOVE,
        }
    }

    /// The active unit about to move.
    pub(crate) fn mover(self, with: MoveWith) -> Mover<'a> {
        let unit = self.state.turn.unit;
        Mover {
            view: self,
            unit,
            from: self.unit(unit).pos,
            reach: self.reach(unit, with),
            held: self.held_by(unit),
            on_duty: self.is_challenged(unit),
            last: self.state.turn.move_actions <= u8::from(with == MoveWith::MoveAction),
        }
    }

    /// How the active unit may move to a hex, if at all.
    pub(crate) fn move_kind(self, to: Hex, with: MoveWith) -> Option<MoveKind> {
        self.mover(with).kind(to)
    }

    /// A Challenger that the active unit must still come nearer to, unless it is engaged
    /// (`ms10.challenge.duty-move`).
    pub(crate) fn unmet_challenger(self) -> Option<UnitId> {
        let unit = self.state.turn.unit;
        if !self.is_challenged(unit) || self.is_engaged(unit) {
            return None;
        }
        self.enemies(unit).find(|&enemy| {
            let start = self.state.turn.start.distance(self.unit(enemy).pos);
            self.is_challenger_of(unit, enemy)
                && start > ENGAGEMENT
                && self.distance(unit, enemy) >= start
        })
    }

    /// Momentum a move costs: 1 for each enemy the unit leaves (`ms10.engage.disengage`).
    pub(crate) fn disengage_cost(self, unit: UnitId) -> u8 {
        self.held_by(unit).len()
    }
}

impl Mover<'_> {
    /// How the unit may move to a hex, if at all.
    pub(crate) fn kind(&self, to: Hex) -> Option<MoveKind> {
        if self.from == to
            || !self.view.bout.table.contains(to)
            || self.is_occupied(to)
            || !self.steers(to)
            || !self.keeps_duty(to)
        {
            return None;
        }
        if !self.held.is_empty() {
            return self.kind_when_held(to);
        }
        let near = self.from.distance(to) <= self.reach;
        (near && self.has_path(to)).then_some(MoveKind::Free)
    }

    fn is_occupied(&self, hex: Hex) -> bool {
        let units = &self.view.state.units;
        units.iter().any(|u| u.on_table && u.pos == hex)
    }

    /// Ships move only into their front arc (`ms10.move.ship-turning`).
    fn steers(&self, to: Hex) -> bool {
        self.view.profile(self.unit).unit_type != UnitType::Warship
            || self.view.in_front(self.unit, to)
    }

    /// Whether a move leaves the Challenge duty of ending nearer possible
    /// (`ms10.challenge.duty-move`): never farther than the start, and nearer with the last move.
    fn keeps_duty(&self, to: Hex) -> bool {
        if !self.on_duty {
            return true;
        }
        let mut challengers = self
            .view
            .enemies(self.unit)
            .filter(|&e| self.view.is_challenger_of(self.unit, e));
        challengers.all(|enemy| {
            let there = self.view.unit(enemy).pos;
            let start = self.view.state.turn.start.distance(there);
            let end = to.distance(there);
            end < start || end == start && (!self.last || start <= ENGAGEMENT)
        })
    }

    fn kind_when_held(&self, to: Hex) -> Option<MoveKind> {
        let stays = |hex: Hex| {
            self.enemies(self.held)
                .all(|e| self.view.meets_at(self.unit, hex, e))
        };
        if stays(to) {
            let inside = search(self.from, to, self.reach, |here, next| {
                self.is_passable(next) && self.stays_in_zone(here, next)
            });
            return inside.then_some(MoveKind::Circle);
        }
        let step = match self.view.bout.options.disengage_mode {
            DisengageMode::UsesMove | DisengageMode::Free => DISENGAGE_MOVE,
            DisengageMode::FullMove => self.reach,
        };
        let clear = self
            .enemies(self.held)
            .all(|e| !self.view.meets_at(self.unit, to, e));
        let paid = self.held.len() <= self.view.momentum_of(self.unit);
        let near = self.from.distance(to) <= step;
        (clear && paid && near && self.has_way_out(to, step)).then_some(MoveKind::Disengage)
    }

    /// Whether a paid move gets out: the enemies it leaves hold it no more, all others do.
    fn has_way_out(&self, to: Hex, step: u16) -> bool {
        step <= DISENGAGE_MOVE
            || search(self.from, to, step, |here, next| {
                let mut others = self
                    .enemies(self.zone(here))
                    .filter(|&e| !self.held.contains(e));
                self.is_passable(next) && others.all(|e| self.view.meets_at(self.unit, next, e))
            })
    }

    /// Whether an unengaged unit gets to `to` without passing through an engagement range: it may
    /// enter one and then only move inside it (`ms10.engage.zone`).
    fn has_path(&self, to: Hex) -> bool {
        if self.ignores_zones() {
            return true;
        }
        let straight_is_clear = (1..self.from.distance(to)).all(|k| {
            let hex = self.from.towards(to, k);
            self.is_passable(hex) && self.zone(hex).is_empty()
        });
        straight_is_clear
            || search(self.from, to, self.reach, |here, next| {
                self.is_passable(next) && self.stays_in_zone(here, next)
            })
    }

    /// A unit two Sizes above all enemies is held by none of them (`ms10.engage.size-gap`).
    fn ignores_zones(&self) -> bool {
        let size = self.view.profile(self.unit).size;
        size >= SIZE_GAP
            && self
                .view
                .enemies(self.unit)
                .all(|e| size >= self.view.profile(e).size + SIZE_GAP)
    }

    fn is_passable(&self, hex: Hex) -> bool {
        let mut enemies = self.view.enemies(self.unit);
        self.view.bout.table.contains(hex) && !enemies.any(|e| self.view.unit(e).pos == hex)
    }

    /// Enemies that would hold the unit on a hex.
    fn zone(&self, hex: Hex) -> UnitSet {
        self.view.held_at(self.unit, hex)
    }

    fn stays_in_zone(&self, here: Hex, next: Hex) -> bool {
        self.enemies(self.zone(here))
            .all(|e| self.view.meets_at(self.unit, next, e))
    }

    /// Enemies on the table that are in a set.
    fn enemies(&self, set: UnitSet) -> impl Iterator<Item = UnitId> {
        self.view
            .enemies(self.unit)
            .filter(move |&enemy| set.contains(enemy))
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
