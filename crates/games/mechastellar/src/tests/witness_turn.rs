//! What the witness checks of the actions of a turn: moves, attacks, Momentum.

use equipoise_engine::{Hex, Side};

use super::witness::{Record, Volley, Witness};
use crate::data::profile::{ResourceKind, Role, Tier, UnitType};
use crate::data::scenario::Environment;
use crate::data::traits::Trait;
use crate::options::DisengageMode;
use crate::rules::event::{Event, MomentumCause};
use crate::rules::moves::MoveKind;
use crate::rules::terrain::Piece;
use crate::rules::unit::{CompiledWeapon, Native};
use crate::rules::unit_id::UnitId;

impl Witness<'_> {
    /// What a unit does in its turn, or suffers in another's.
    pub(super) fn see_action(&mut self, event: &Event) {
        match *event {
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
                self.check_actions();
            }
            Event::Sink { below, .. } => {
                self.turn.moves += u8::from(!below);
                self.check_actions();
            }
            Event::Pushed { unit, from, to } => {
                assert_eq!(self.units[unit].at, from);
                assert!((1..=4).contains(&self.inches(from, to)));
                self.stand(unit, to, false);
            }
            Event::Face { unit, facing } => self.units[unit].facing = facing,
            Event::Momentum {
                side,
                from,
                to,
                cause,
            } => self.shift(side, from, to, cause),
            Event::Attack {
                attacker,
                target,
                weapon,
                counter,
                inches,
                ..
            } => self.attack(attacker, target, weapon, counter, inches),
            Event::Sweep { attacker, target } => self.sweep(attacker, target),
            Event::Crash {
                unit,
                target,
                piece,
            } => {
                assert!(self.turn.unit == Some(unit) && self.holders(unit).is_empty());
                self.turn.moves += 1;
                self.turn.combat += 1;
                let record = &self.units[unit];
                self.turn.crash = Some((record.at, record.facing, 0));
                self.turn.rammed = target;
                self.check_ram(target, piece);
                self.check_actions();
            }
            Event::Ram { target, piece, .. } => {
                assert!(self.turn.crash.is_some(), "rams without a Crash");
                self.turn.rammed = target;
                self.check_ram(target, piece);
            }
            Event::Batter {
                unit,
                weapon,
                piece,
            } => {
                let terrain = &self.bout.terrain.pieces[piece];
                let range = self.of(unit).weapons[weapon].range;
                let at = self.units[unit].at;
                assert!(terrain.hexes.iter().any(|h| h.distance(at) <= range));
                assert!(!self.razed[piece] && self.holders(unit).is_empty());
                self.turn.combat += 1;
                self.check_actions();
            }
            _ => self.see_consequence(event),
        }
    }

    /// What a Crash goes into: an enemy or standing terrain.
    fn check_ram(&self, target: Option<UnitId>, piece: Option<usize>) {
        assert!(target.is_some() != piece.is_some(), "one thing at a time");
        assert!(piece.is_none_or(|piece| !self.razed[piece]));
    }

    fn flies(&self, unit: UnitId) -> bool {
        let modes = &self.of(unit).modes;
        let mode = usize::from(self.units[unit].mode).checked_sub(1);
        self.of(unit).fly
            || self.turn.unit == Some(unit) && self.turn.flies
            || mode.is_some_and(|index| modes[index].fly)
    }

    /// High Ground level of a hex.
    pub(super) fn level(&self, at: Hex) -> u8 {
        let pieces = self.bout.terrain.pieces.iter().zip(&self.razed);
        let under = |(piece, razed): &(&Piece, &bool)| !**razed && piece.hexes.contains(&at);
        pieces
            .into_iter()
            .find(under)
            .map_or(0, |(piece, _)| piece.level)
    }

    /// Whether two units would be in melee with one of them on a hex.
    fn meets(&self, unit: UnitId, at: Hex, enemy: UnitId) -> bool {
        let steers = |u: UnitId| self.of(u).unit_type == UnitType::Warship || self.of(u).aircraft;
        let lofty = |u: UnitId| steers(u) && self.flies(u);
        let there = self.units[enemy].at;
        let (high, low) = (self.level(at), self.level(there));
        let below = if high < low { unit } else { enemy };
        self.inches(at, there) <= 4
            && (high == low || self.of(below).size >= 2)
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

    /// How many of these make leaving cost more (`ms93.pilot2.merciless-melee`).
    fn clinging(&self, holders: &[UnitId]) -> usize {
        let clings = |e: &&UnitId| self.of(**e).traits.contains(&Trait::MercilessMelee);
        if self.bout.options.traits {
            holders.iter().filter(clings).count()
        } else {
            0
        }
    }

    /// The price of leaving an engagement was paid, an order aside.
    fn pays_for_leaving(&mut self, unit: UnitId, price: usize) {
        let paid = usize::from(std::mem::take(&mut self.turn.disengaged_for));
        let relieved = self.units[unit].orders > 0 && paid + 1 == price;
        assert!(paid == price || relieved, "price of leaving: {paid}");
    }

    /// Inches of a Move Action.
    fn reach(&self, unit: UnitId) -> u16 {
        if self.units[unit].arrived {
            return 4;
        }
        let modes = &self.of(unit).modes;
        let mode = usize::from(self.units[unit].mode).checked_sub(1);
        let more = mode.map_or(0, |index| i32::from(modes[index].move_in));
        (i32::from(self.of(unit).move_in) + more).max(0) as u16 + self.turn.surge
    }

    fn travel(&mut self, unit: UnitId, from: Hex, to: Hex, kind: MoveKind, accelerate: bool) {
        assert!(from == self.units[unit].at && from != to);
        if Some(unit) != self.turn.unit {
            assert!(self.bout.options.reactive_accelerate && accelerate);
            assert!(self.inches(from, to) <= 4 && self.holders(unit).is_empty());
            return self.stand(unit, to, true);
        }
        if kind == MoveKind::Crash {
            return self.dash(unit, from, to);
        }
        let holders = self.holders(unit);
        let mode = self.bout.options.disengage_mode;
        let reach = match (accelerate, kind) {
            (true, _) | (false, MoveKind::Feint) => 4,
            (false, MoveKind::Disengage) if mode != DisengageMode::FullMove => 4,
            (false, _) => self.reach(unit),
        };
        assert!(self.inches(from, to) <= reach, "{from:?} to {to:?}");
        let touches = |e: &UnitId| self.meets(unit, to, *e);
        match kind {
            MoveKind::Circle => assert!(!holders.is_empty() && holders.iter().all(touches)),
            MoveKind::Disengage => {
                assert!(!holders.iter().any(touches));
                self.pays_for_leaving(unit, holders.len() + self.clinging(&holders));
            }
            MoveKind::Feint => {
                assert!(self.bout.options.elite_bonus && !self.turn.attacked.is_empty());
                assert!(!holders.is_empty() && !holders.iter().any(touches));
                self.pays_for_leaving(unit, self.clinging(&holders));
            }
            MoveKind::Free | MoveKind::Crash => {
                assert!(holders.is_empty(), "walks out of an engagement");
            }
        }
        if self.of(unit).unit_type == UnitType::Warship || self.of(unit).aircraft {
            assert!(self.units[unit].facing.dot2(to - from) >= 0, "sails astern");
        }
        if accelerate {
            if !std::mem::take(&mut self.turn.point_paid) {
                self.turn.combat += 1;
            }
        } else if kind != MoveKind::Feint
            && (kind != MoveKind::Disengage || mode != DisengageMode::Free)
        {
            self.turn.moves += 1;
            self.turn.surge = 0;
        }
        self.stand(unit, to, true);
        self.turn.flies |= accelerate;
        self.check_actions();
    }

    /// A leg of a Crash; both together are no longer than a Move Action.
    fn dash(&mut self, unit: UnitId, from: Hex, to: Hex) {
        let reach = self.reach(unit);
        let steers = self.of(unit).unit_type == UnitType::Warship || self.of(unit).aircraft;
        let inches = self.inches(from, to);
        let Some((start, facing, covered)) = &mut self.turn.crash else {
            panic!("a leg without a Crash");
        };
        *covered += inches;
        assert!(*covered <= reach, "{covered} in of {reach}");
        assert!(!steers || facing.dot2(to - *start) >= 0, "sails astern");
        self.stand(unit, to, true);
    }

    fn check_actions(&self) {
        let turn = &self.turn;
        let combat = turn.combat_allowed + turn.zeal;
        assert!(
            turn.moves <= turn.moves_allowed,
            "{} Move Actions",
            turn.moves
        );
        assert!(
            turn.combat <= combat && combat <= 4,
            "{} Combat Actions",
            turn.combat
        );
        let all = (turn.moves_allowed + combat).saturating_sub(turn.stunned);
        assert!(turn.moves + turn.combat <= all, "acts in spite of stun");
    }

    fn shift(&mut self, side: Side, from: u8, to: u8, cause: MomentumCause) {
        assert_eq!(from, self.momentum[side.index()]);
        assert!(to <= 10);
        self.momentum[side.index()] = to;
        match cause {
            MomentumCause::ShiftAway => assert!(from > 5 && to == from - 1),
            MomentumCause::ShiftCloser => assert!(from < 5 && to == from + 2),
            MomentumCause::Disengage => self.turn.disengaged_for = from - to,
            MomentumCause::EngagedShot => {
                assert_eq!(std::mem::take(&mut self.turn.owed[0]), from - to);
            }
            MomentumCause::Remote => {
                assert_eq!(std::mem::take(&mut self.turn.owed[1]), from - to);
            }
            MomentumCause::Collision | MomentumCause::Rout => assert_eq!(to, from - 1),
            MomentumCause::ControlPoints => {
                let each = if self.supplement() { 1 } else { 2 };
                assert_eq!(to, (from + each * self.points(side)).min(10));
            }
            MomentumCause::Building | MomentumCause::Defence => assert_eq!(to, from + 1),
            MomentumCause::Round => assert_eq!(to, 7),
            MomentumCause::Roar => assert_eq!(to, (from + 3).min(10)),
            _ => {}
        }
        if matches!(cause, MomentumCause::ShiftAway | MomentumCause::ShiftCloser) {
            self.turn.shifts += 1;
            assert_eq!(self.turn.shifts, 1, "two Momentum Shifts in a turn");
            assert_eq!(Some(side), self.turn.unit.map(|u| self.of(u).side));
        }
    }

    /// Enemies a Challenger of the round or of Revenge is bound to.
    fn bound_to(&self, unit: UnitId) -> Vec<UnitId> {
        let pairs = self.challenge.iter().chain(&self.oaths);
        pairs
            .filter_map(|&(a, b)| match unit {
                u if u == a => Some(b),
                u if u == b => Some(a),
                _ => None,
            })
            .filter(|&u| self.units[u].standing)
            .collect()
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
        assert!(own.leader == attacker && other.leader == target);
        let gun = &self.of(attacker).weapons[weapon];
        assert!(inches <= u16::from(gun.range_in) && inches == self.inches(own.at, other.at));
        let sees = own.facing.dot2(other.at - own.at) >= 0;
        let melee = gun.is_melee();
        let remote = gun.remote.is_some();
        assert!(melee || remote || gun.all_round || sees, "out of the arc");
        if !melee && !self.holders(attacker).is_empty() {
            self.turn.owed[0] = 2;
        }
        if gun.native == Native::ThrowEnemy && self.of(target).size > self.of(attacker).size {
            let fuel = self.of(attacker).resource;
            assert!(matches!(
                fuel,
                Some(ResourceKind::Power | ResourceKind::Havoc)
            ));
        }
        if counter {
            assert!(gun.aoe.is_none() && !remote && gun.native == Native::Printed);
            assert!(self.of(attacker).tier.is_elite(), "a Basic unit counters");
            return;
        }
        assert_eq!(Some(attacker), self.turn.unit, "attacks out of turn");
        self.turn.owed[1] = gun.remote.unwrap_or(0);
        assert!(gun.aoe.is_none() || self.holders(attacker).is_empty());
        self.turn.volley = Volley {
            weapon,
            from: own.at,
            first: other.at,
            facing: own.facing,
        };
        self.turn.sweeps = gun.aoe.map_or(0, |most| most - 1);
        self.turn.crumbled = false;
        self.turn.bound = self.bound_to(attacker);
        self.check_choice(attacker, target, weapon);
        self.mark_attacked(attacker, target, weapon);
        self.pay_attack(target, weapon);
    }

    /// The action an attack takes: a Crash took its own, remote weapons and Free Attacks none.
    fn pay_attack(&mut self, target: UnitId, weapon: usize) {
        let gun = &self.of(self.turn.unit.expect("a turn")).weapons[weapon];
        if let Some(rammed) = self.turn.rammed.take() {
            assert!(gun.crash && rammed == target);
            return;
        }
        let used = self.turn.free_used >> weapon & 1 == 1;
        if gun.free && !used {
            self.turn.free_used |= 1 << weapon;
        } else if gun.remote.is_none() {
            self.turn.combat += 1;
        }
        self.check_actions();
    }

    /// Duty of a Challenger, then the closest-target rule and Return Fire, where the table has
    /// nothing that hides anybody.
    fn check_choice(&self, attacker: UnitId, target: UnitId, weapon: usize) {
        let bound = self.bound_to(attacker);
        assert!(bound.is_empty() || bound.contains(&target), "off the duty");
        let profile = self.of(attacker);
        let exempt = match profile.tier {
            Tier::Skilled | Tier::Ace => true,
            Tier::BattleTested => self.bout.options.bt_free_targeting,
            Tier::Basic => false,
        };
        let exempt = exempt || profile.role == Role::Sniper;
        let hidden = !self.bout.terrain.pieces.is_empty() || self.has_wrecks();
        let answered = self.turn.aggressor == Some(target);
        let free = exempt || profile.unit_type == UnitType::Warship || hidden;
        if free || answered || bound.contains(&target) {
            return;
        }
        let (own, distance) = (self.units[attacker], |u: UnitId| {
            self.units[attacker].at.distance(self.units[u].at)
        });
        let open = |u: &UnitId| {
            let holders = self.holders(*u);
            distance(*u) < distance(target) && (holders.is_empty() || holders.contains(&attacker))
        };
        let nearer: Vec<UnitId> = self.enemies(attacker).filter(open).collect();
        let gun = &profile.weapons[weapon];
        let in_arc = |u: &UnitId| own.facing.dot2(self.units[*u].at - own.at) >= 0;
        if self.turn.return_fire && self.turn.attacked.is_empty() {
            let passed = nearer.iter().any(in_arc);
            assert!(!passed, "answers neither aggressor nor closest");
        }
        if !gun.is_melee() && !self.arches(gun, target) {
            let passed = nearer.iter().any(|u| gun.all_round || in_arc(u));
            assert!(!passed, "shoots past the closest");
        }
    }

    /// Indirect fire goes at whom it likes, on the Ground at no flyer.
    fn arches(&self, gun: &CompiledWeapon, target: UnitId) -> bool {
        let grounded = self.bout.environment == Environment::Ground && self.flies(target);
        (gun.indirect || gun.remote.is_some()) && !grounded
    }

    fn has_wrecks(&self) -> bool {
        let sunk = |(unit, record): (usize, &Record)| {
            self.of(unit).unit_type == UnitType::Warship && record.hp <= 0
        };
        self.units.iter().enumerate().any(sunk)
    }

    /// Twice a turn at most, never into the melee of others, no AOE into any.
    fn mark_attacked(&mut self, attacker: UnitId, target: UnitId, weapon: usize) {
        let holders = self.holders(target);
        let area = self.of(attacker).weapons[weapon].aoe.is_some();
        let part = holders.contains(&attacker) && !area;
        // A weapon that drags its user on has chosen its targets before; so has one that brings, itself
        // or by Havoc, a third unit down from terrain, beside the target.
        let chosen = self.turn.volley.from != self.units[attacker].at
            || self.turn.crumbled
            || std::mem::take(&mut self.turn.smashed);
        assert!(holders.is_empty() || part || chosen, "into a melee");
        self.turn.attacked.push(target);
        let times = self.turn.attacked.iter().filter(|&&u| u == target).count();
        assert!(times <= 2, "{times} attacks on one target");
    }

    /// A further target of a sweep.
    fn sweep(&mut self, attacker: UnitId, target: UnitId) {
        assert!(Some(attacker) == self.turn.unit && self.opposed(attacker, target));
        assert!(self.turn.sweeps > 0, "sweeps too many");
        self.turn.sweeps -= 1;
        let volley = self.turn.volley;
        let at = self.units[target].at;
        let gun = &self.of(attacker).weapons[volley.weapon];
        assert!(self.units[target].standing && at != volley.first);
        assert!(self.inches(volley.first, at) <= 16 && volley.from.distance(at) <= gun.range);
        let anywhere = gun.all_round || gun.remote.is_some();
        assert!(anywhere || volley.facing.dot2(at - volley.from) >= 0);
        let bound = &self.turn.bound;
        assert!(bound.is_empty() || bound.contains(&target), "off the duty");
        self.mark_attacked(attacker, target, volley.weapon);
    }
}
