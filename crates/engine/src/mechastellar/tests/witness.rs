//! A witness of a battle: keeps its own record from the events and fails when a rule is broken.

use crate::{Hex, Outcome, Side};

use super::super::bout::Bout;
use super::super::event::{Event, MomentumCause};
use super::super::moves::MoveKind;
use super::super::options::DisengageMode;
use super::super::profile::UnitType;
use super::super::state::{Battle, UnitId};
use super::super::unit::CompiledUnit;

/// What the witness knows of a unit.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    at: Hex,
    facing: Hex,
    hp: i32,
    standing: bool,
    turns: u8,
    /// The roll on the table has been thrown again: attack, defence.
    rerolled: [bool; 2],
}

/// What happened in the present turn.
#[derive(Clone, Debug, Default)]
struct TurnRecord {
    unit: UnitId,
    moves: u8,
    /// Combat Actions spent: attacks, and Accelerates not paid with a point.
    combat: u8,
    zeal: u8,
    /// An Accelerate is about to happen that a point paid.
    point_paid: bool,
    shifts: u8,
    flies: bool,
    disengaged_for: u8,
    attacked: Vec<UnitId>,
    start: Hex,
}

/// The record of one battle.
pub(super) struct Witness<'a> {
    bout: &'a Bout,
    units: Vec<Record>,
    turn: TurnRecord,
    momentum: [u8; 2],
    commands: [u8; 2],
    round: u8,
    challenge: Option<(UnitId, UnitId)>,
    oaths: Vec<(UnitId, UnitId)>,
}

impl<'a> Witness<'a> {
    pub(super) fn new(bout: &'a Bout) -> Self {
        let unit = |unit: &CompiledUnit| Record {
            hp: unit.hp,
            ..Record::default()
        };
        Self {
            bout,
            units: bout.units.iter().map(unit).collect(),
            turn: TurnRecord::default(),
            momentum: [0; 2],
            commands: [0; 2],
            round: 0,
            challenge: None,
            oaths: Vec::new(),
        }
    }

    /// One event, in the order in which it happened.
    pub(super) fn see(&mut self, event: &Event) {
        match *event {
            Event::Setup { momentum } => self.momentum = momentum,
            Event::Deploy { unit, at, facing } => self.deploy(unit, at, facing),
            Event::Round { round, .. } => self.begin_round(round),
            Event::Challenge { unit, enemy } => {
                assert!(self.challenge.is_none(), "two Challenges in a round");
                assert!(self.of(unit).tier.is_elite() && self.opposed(unit, enemy));
                self.challenge = Some((unit, enemy));
            }
            Event::Revenge { unit, enemy } => self.swear(unit, enemy),
            Event::Activate {
                unit, return_fire, ..
            } => self.activate(unit, return_fire),
            Event::Move {
                unit,
                from,
                to,
                kind,
                accelerate,
            } => self.travel(unit, from, to, kind, accelerate),
            Event::PressOn { unit } => {
                assert!(!self.holders(unit).is_empty(), "presses on unengaged");
                self.turn.moves += 1;
            }
            Event::Face { unit, facing } => self.units[unit].facing = facing,
            Event::Momentum {
                side,
                from,
                to,
                cause,
            } => self.shift(side, from, to, cause),
            Event::Points {
                unit,
                left,
                purpose,
            } => {
                assert!(left < self.bout.units[unit].fresh.stat);
                self.turn.point_paid |= purpose == "Accelerate";
            }
            Event::Zeal { actions, .. } => {
                assert_eq!(self.turn.zeal, 0, "Zeal twice");
                self.turn.zeal = actions;
            }
            Event::Attack {
                attacker,
                target,
                weapon,
                counter,
                inches,
                ..
            } => self.attack(attacker, target, weapon, counter, inches),
            Event::Pool { dice, critical, .. } => {
                assert!(dice <= 10, "{dice} dice");
                assert!((7..=10).contains(&critical), "critical {critical}");
            }
            Event::Rolled { unit, attack, .. } => {
                self.units[unit].rerolled[usize::from(attack)] = false;
            }
            Event::Rerolled { unit, attack, .. } => {
                let done = &mut self.units[unit].rerolled[usize::from(attack)];
                assert!(!*done, "a reroll of a reroll");
                *done = true;
            }
            Event::Saves { dice, failed, .. } => assert!((1..=5).contains(&dice) && failed <= dice),
            Event::Damage { unit, amount, hp } => {
                self.units[unit].hp -= amount as i32;
                assert_eq!(self.units[unit].hp, hp);
            }
            Event::Destroyed { unit, .. } => {
                assert!(self.units[unit].hp <= 0);
                self.units[unit].standing = false;
            }
            Event::Trust { unit, hp, .. } => {
                self.units[unit].hp += hp as i32;
                assert!(self.units[unit].hp <= self.of(unit).hp, "over full HP");
                self.command(self.of(unit).side);
            }
            Event::Rally { side } => self.command(side),
            Event::RollOff { faces, .. } => assert!(faces[0] != faces[1]),
            _ => {}
        }
    }

    /// After the battle: the record agrees with the engine's state and the outcome.
    pub(super) fn leave(mut self, battle: &Battle, outcome: &Outcome) {
        let left = Side::BOTH.map(|side| self.standing(side).count());
        if left[0] > 0 && left[1] > 0 {
            assert_eq!(self.round, 5);
            self.end_round();
        }
        assert_eq!(outcome.rounds, self.round);
        for (record, state) in self.units.iter().zip(&battle.units) {
            assert_eq!(record.standing, state.on_table);
            assert_eq!((record.at, record.hp), (state.pos, state.hp));
        }
        for side in Side::BOTH {
            let momentum = battle.sides[side.index()].momentum;
            assert_eq!(self.momentum[side.index()], momentum);
        }
    }

    fn of(&self, unit: UnitId) -> &'a CompiledUnit {
        &self.bout.units[unit]
    }

    fn opposed(&self, a: UnitId, b: UnitId) -> bool {
        self.of(a).side != self.of(b).side
    }

    fn standing(&self, side: Side) -> impl Iterator<Item = UnitId> {
        let units = &self.units;
        self.bout.side(side).filter(|&u| units[u].standing)
    }

    fn enemies(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        self.standing(self.of(unit).side.other())
    }

    fn flies(&self, unit: UnitId) -> bool {
        self.of(unit).fly || (self.turn.unit == unit && self.turn.flies)
    }

    /// Whether two units would be in melee with one of them on a hex.
    fn meets(&self, unit: UnitId, at: Hex, enemy: UnitId) -> bool {
        let lofty = |u: UnitId| self.of(u).unit_type == UnitType::Warship && self.flies(u);
        at.distance(self.units[enemy].at) <= 1
            && (!lofty(enemy) || self.flies(unit))
            && (!lofty(unit) || self.flies(enemy))
    }

    /// Enemies that hold a unit: all beside it, or none if it is two Sizes above them all.
    fn holders(&self, unit: UnitId) -> Vec<UnitId> {
        let at = self.units[unit].at;
        let beside: Vec<UnitId> = self
            .enemies(unit)
            .filter(|&e| self.meets(unit, at, e))
            .collect();
        let size = |u: UnitId| self.of(u).size;
        if beside.iter().all(|&e| size(unit) >= size(e) + 2) {
            Vec::new()
        } else {
            beside
        }
    }

    fn deploy(&mut self, unit: UnitId, at: Hex, facing: Hex) {
        let (_, row) = at.to_offset();
        let zone = match self.of(unit).side {
            Side::A => 0..4,
            Side::B => 8..12,
        };
        assert!(zone.contains(&row), "deployed in row {row}");
        self.stand(unit, at);
        let record = &mut self.units[unit];
        (record.facing, record.standing) = (facing, true);
    }

    /// A unit comes to stand on a hex: on the table and alone.
    fn stand(&mut self, unit: UnitId, at: Hex) {
        let (col, row) = at.to_offset();
        assert!((0..12).contains(&col) && (0..12).contains(&row), "{at:?}");
        let taken = |(other, record): (UnitId, &Record)| {
            other != unit && record.standing && record.at == at
        };
        assert!(!self.units.iter().enumerate().any(taken), "two on {at:?}");
        self.units[unit].at = at;
    }

    fn begin_round(&mut self, round: u8) {
        if self.round > 0 {
            self.end_round();
        }
        assert_eq!(round, self.round + 1);
        self.round = round;
        self.challenge = None;
        self.commands = [0; 2];
        self.units.iter_mut().for_each(|unit| unit.turns = 0);
    }

    fn end_round(&mut self) {
        let idle = self.units.iter().find(|u| u.standing && u.turns != 1);
        assert!(idle.is_none(), "not activated once: {idle:?}");
    }

    fn swear(&mut self, unit: UnitId, enemy: UnitId) {
        let side = self.of(unit).side;
        assert!(self.opposed(unit, enemy));
        let sworn = self.oaths.iter().any(|&(u, _)| self.of(u).side == side);
        assert!(!sworn, "Revenge twice");
        self.oaths.push((unit, enemy));
    }

    /// A unit's turn: once a round; one of the attacked units if any can answer.
    fn activate(&mut self, unit: UnitId, return_fire: bool) {
        let last = std::mem::take(&mut self.turn);
        let waiting = |u: &UnitId| self.units[*u].standing && self.units[*u].turns == 0;
        let side = self.of(unit).side;
        let answering = last
            .attacked
            .iter()
            .any(|u| waiting(u) && self.of(*u).side == side && self.turns_made() > 0);
        assert_eq!(answering, return_fire);
        assert!(!answering || last.attacked.contains(&unit));
        assert!(waiting(&unit), "activated twice");
        self.units[unit].turns += 1;
        self.turn.unit = unit;
        self.turn.start = self.units[unit].at;
    }

    /// Turns made in the round so far.
    fn turns_made(&self) -> u8 {
        self.units.iter().map(|unit| unit.turns).sum()
    }

    fn travel(&mut self, unit: UnitId, from: Hex, to: Hex, kind: MoveKind, accelerate: bool) {
        assert_eq!((unit, from), (self.turn.unit, self.units[unit].at));
        let holders = self.holders(unit);
        let mode = self.bout.options.disengage_mode;
        let reach = match (accelerate, kind) {
            (true, _) => 1,
            (false, MoveKind::Disengage) if mode != DisengageMode::FullMove => 1,
            (false, _) => self.of(unit).reach,
        };
        assert!(
            from != to && from.distance(to) <= reach,
            "{from:?} to {to:?}"
        );
        let touches = |e: &UnitId| self.meets(unit, to, *e);
        match kind {
            MoveKind::Free => assert!(holders.is_empty(), "walks out of an engagement"),
            MoveKind::Circle => assert!(!holders.is_empty() && holders.iter().all(touches)),
            MoveKind::Disengage => {
                assert!(!holders.iter().any(touches));
                let paid = std::mem::take(&mut self.turn.disengaged_for);
                assert_eq!(usize::from(paid), holders.len(), "price of leaving");
            }
        }
        if self.of(unit).unit_type == UnitType::Warship {
            assert!(self.units[unit].facing.dot2(to - from) >= 0, "sails astern");
        }
        if accelerate {
            if !std::mem::take(&mut self.turn.point_paid) {
                self.turn.combat += 1;
            }
        } else if kind != MoveKind::Disengage || mode != DisengageMode::Free {
            self.turn.moves += 1;
        }
        self.stand(unit, to);
        self.turn.flies |= accelerate;
        self.check_actions();
    }

    fn check_actions(&self) {
        let turn = &self.turn;
        assert!(turn.moves <= 2, "{} Move Actions", turn.moves);
        assert!(turn.combat <= 1 + turn.zeal && turn.combat <= 4);
    }

    fn shift(&mut self, side: Side, from: u8, to: u8, cause: MomentumCause) {
        assert_eq!(from, self.momentum[side.index()]);
        assert!(to <= 10);
        self.momentum[side.index()] = to;
        match cause {
            MomentumCause::ShiftAway => assert!(from > 5 && to == from - 1),
            MomentumCause::ShiftCloser => assert!(from < 5 && to == from + 2),
            MomentumCause::Disengage => self.turn.disengaged_for = from - to,
            _ => {}
        }
        if matches!(cause, MomentumCause::ShiftAway | MomentumCause::ShiftCloser) {
            self.turn.shifts += 1;
            assert_eq!(self.turn.shifts, 1, "two Momentum Shifts in a turn");
            assert_eq!(side, self.of(self.turn.unit).side);
        }
    }

    fn attack(
        &mut self,
        attacker: UnitId,
        target: UnitId,
        weapon: usize,
        counter: bool,
        inches: u16,
    ) {
        assert!(self.opposed(attacker, target));
        let (own, other) = (self.units[attacker], self.units[target]);
        assert!(own.standing && other.standing);
        let gun = &self.of(attacker).weapons[weapon];
        let distance = own.at.distance(other.at);
        assert!(distance <= gun.range && inches == 4 * distance);
        let sees = own.facing.dot2(other.at - own.at) >= 0;
        assert!(gun.is_melee() || gun.all_round || sees, "out of the arc");
        if counter {
            return;
        }
        assert_eq!(attacker, self.turn.unit, "attacks out of turn");
        let holders = self.holders(target);
        assert!(
            holders.is_empty() || holders.contains(&attacker),
            "into a melee"
        );
        let pairs = self.challenge.iter().chain(&self.oaths);
        let bound: Vec<UnitId> = pairs
            .filter_map(|&(a, b)| match attacker {
                u if u == a => Some(b),
                u if u == b => Some(a),
                _ => None,
            })
            .filter(|&u| self.units[u].standing)
            .collect();
        assert!(bound.is_empty() || bound.contains(&target), "off the duty");
        self.turn.attacked.push(target);
        let times = self.turn.attacked.iter().filter(|&&u| u == target).count();
        assert!(times <= 2, "{times} attacks on one target");
        self.turn.combat += 1;
        self.check_actions();
    }

    fn command(&mut self, side: Side) {
        self.commands[side.index()] += 1;
        assert_eq!(self.commands[side.index()], 1, "two Commands in a round");
    }
}
