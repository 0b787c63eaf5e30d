//! Grapples: holds and throws.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log};

use super::check::Reading;
use super::event::{Command, Event};
use super::facing::Facing;
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{COMMAND_COST, Hold, Phase, Posture, Turn, UnitId};
use super::view::View;
use crate::data::colour::Colour;

/// What a successful grapple becomes (`mm30.grapple.success`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grip {
    /// The target is held.
    Hold,
    /// The target is thrown into a hex.
    Throw(Hex),
}

/// How a grapple came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grappled {
    /// The Assault roll failed.
    Failed,
    /// The target evaded.
    Evaded,
    /// It succeeded.
    Gripped,
}

impl View<'_> {
    /// Whether a unit may grapple a target, Action Points and phases apart
    /// (`mm30.grapple.eligibility`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_grapple(self, unit: UnitId, target: UnitId, grip: Grip) -> Result<(), Refusal> {
        let rule = "mm30.grapple.eligibility";
        let known = target < self.battle.units.len() && self.in_play(target);
        require(known, rule, "the target takes no part")?;
        let enemies = self.piece(unit).side != self.piece(target).side;
        require(enemies, rule, "the target is no enemy")?;
        require(
            self.has_hand(unit),
            "mm30.section.all-arms",
            "no hand is left",
        )?;
        let free = !self.in_hold(unit) && !self.in_hold(target);
        require(free, rule, "one of them is part of a hold")?;
        let (own, other) = (self.unit(unit), self.unit(target));
        let near = own.hex.distance(other.hex) <= 1 && own.elevation == other.elevation;
        require(near, rule, "not within 1 hex")?;
        require(
            self.sees(unit, target),
            "mm30.sight.blind-spot",
            "not in the field of view",
        )?;
        let barred = own.barred.contains(&target);
        require(
            !barred,
            "mm30.grapple.lockout",
            "the target has evaded a grapple",
        )?;
        // The grappler steps into that hex, where a flyer may be above what stops who walks.
        if own.hex != other.hex {
            let level = self.next_level(unit, (own.hex, own.elevation), other.hex);
            self.check_ground(unit, other.hex, level)?;
        }
        match grip {
            Grip::Hold => Ok(()),
            Grip::Throw(hex) => self.check_throw(unit, target, hex),
        }
    }

    /// Hexes a unit throws a target at most: the difference of their classes and 2
    /// (`mm30.grapple.throw-distance`); `None` of a higher class (`mm30.grapple.throw-limits`).
    #[must_use]
    pub fn throw_distance(self, unit: UnitId, target: UnitId) -> Option<u8> {
        let [own, other] = [unit, target].map(|unit| self.piece(unit).class.number());
        own.checked_sub(other).map(|more| more + 2)
    }

    /// Whether a target may be thrown into a hex, from its own, where the thrower will stand.
    fn check_throw(self, unit: UnitId, target: UnitId, hex: Hex) -> Result<(), Refusal> {
        let rule = "mm30.grapple.throw-limits";
        let most = self.throw_distance(unit, target);
        require(most.is_some(), rule, "the target is of a higher class")?;
        let from = self.unit(target).hex;
        let distance = from.distance(hex);
        let near = most.is_some_and(|most| (1..=u16::from(most)).contains(&distance));
        require(near, "mm30.grapple.throw-distance", "too far, or nowhere")?;
        require(self.table.board.contains(hex), rule, "off the board")?;
        let model = self.table.options.fov_model;
        let seen = self.unit(unit).facing.sees(hex - from, model);
        require(seen, rule, "not in the field of view")?;
        let level = self.unit(target).elevation;
        let mut path = (1..=distance).map(|step| from.towards(hex, step));
        let low = path.all(|hex| self.ground(hex) <= level);
        require(low, rule, "the ground is higher")?;
        let open = self.colour(hex) != Colour::Red;
        require(open, rule, "a red hex")
    }

    /// Units other than `except` that are at a level of a hex.
    fn units_at(self, hex: Hex, level: i8, except: UnitId) -> Vec<UnitId> {
        let there = |&unit: &UnitId| {
            let state = self.unit(unit);
            let same = state.hex == hex && state.elevation == level;
            unit != except && same && state.on_board()
        };
        (0..self.battle.units.len()).filter(there).collect()
    }

    /// Action Points of an attempt to break free: those of a command, twice as many without a hand that works
    /// (`mm30.command.break-grapple`).
    pub(crate) fn cost_to_break(self, unit: UnitId) -> u8 {
        if self.has_hand(unit) {
            COMMAND_COST
        } else {
            2 * COMMAND_COST
        }
    }

    /// Where a held unit may break free to: the hex behind it, else the two beside that
    /// (`mm30.grapple.held-breaks`).
    pub fn ways_out(self, unit: UnitId) -> impl Iterator<Item = Hex> {
        let state = self.unit(unit);
        let free = move |sixths| {
            let hex = state.hex + state.facing.turned(sixths).step();
            self.check_hex(unit, hex).is_ok().then_some(hex)
        };
        let behind = free(3);
        let beside = [4, 2].into_iter().filter(move |_| behind.is_none());
        behind.into_iter().chain(beside.filter_map(free))
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Grapples a target in the Close Combat Phase: an Assault roll, then an evasion roll of the target
    /// (`mm30.grapple.resolve`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn grapple(&mut self, target: UnitId, grip: Grip) -> Result<Grappled, Refusal> {
        let turn = self.combat_turn()?;
        let unit = turn.unit;
        self.require_standing(unit)?;
        self.view().check_grapple(unit, target, grip)?;
        let cost = self.table.options.grapple_ap_cost;
        self.pay(unit, cost, "mm30.grapple.eligibility")?;
        self.enter(Phase::Close)?;
        let (face, reading) = self.view().assault(unit, target).roll(self.dice);
        self.log.record(|| Event::Grapples {
            unit,
            target,
            face,
            reading,
        });
        if reading == Reading::Fails {
            return Ok(Grappled::Failed);
        }
        let sure = reading == Reading::Natural8 && !self.table.options.grapple_crit_evadable;
        if !sure && self.evades(target, false) {
            self.battle.units[unit].barred.push(target);
            return Ok(Grappled::Evaded);
        }
        let origin = self.battle.units[unit].hex;
        self.put(unit, self.battle.units[target].hex);
        match grip {
            Grip::Hold => self.hold(unit, target, origin),
            Grip::Throw(hex) => self.throw(unit, target, hex),
        }
        Ok(Grappled::Gripped)
    }

    fn hold(&mut self, unit: UnitId, held: UnitId, origin: Hex) {
        self.battle.units[unit].hold = Hold::Holds { held, origin };
        self.battle.units[held].hold = Hold::HeldBy(unit);
        if let Some(turn) = &mut self.battle.turn {
            turn.gripped = true;
        }
        self.log.record(|| Event::Holds { unit, held });
    }

    /// Throws a unit along the line to a hex. It goes no further than the first structure that reaches
    /// its level, and stops before a unit that does not evade it, which takes the same damage and is on the
    /// ground too (`mm30.grapple.into-unit`). Collision damage grows with the hexes flown.
    fn throw(&mut self, unit: UnitId, thrown: UnitId, hex: Hex) {
        self.log.record(|| Event::Throws { unit, thrown, hex });
        let from = self.battle.units[unit].hex;
        let class = u16::from(self.table.pieces[thrown].class.number());
        let level = self.battle.units[thrown].elevation;
        let distance = from.distance(hex);
        let mut free = from;
        for step in 1..=distance {
            let next = from.towards(hex, step);
            let damage = 2 * class * step;
            let structures = &self.table.terrain.structures;
            let wall = self.view().structure_in(next);
            if let Some(at) = wall.filter(|&at| structures[at].top >= level) {
                self.come_down(thrown, from, next);
                return self.crash(thrown, at, damage);
            }
            let there = self.view().units_at(next, level, thrown);
            if self.strikes_any(&there, damage) {
                return self.lands(thrown, from, free, damage);
            }
            // A line along the ragged edge passes between two hexes, one of which may be off the board.
            if there.is_empty() && self.table.board.contains(next) {
                free = next;
            }
        }
        self.lands(thrown, from, hex, 2 * class * distance);
    }

    /// Units that a thrown one flies into roll to evade it; whether one of them fails.
    fn strikes_any(&mut self, units: &[UnitId], damage: u16) -> bool {
        let mut struck = false;
        for &unit in units {
            if !self.evades(unit, false) {
                struck = true;
                self.battle.units[unit].posture = Posture::Grounded;
                self.damage_torso(unit, damage);
            }
        }
        struck
    }

    /// A thrown unit comes to lie on its back, facing the thrower: collision damage to its torso
    /// (`mm30.grapple.collision`, `mm30.grapple.on-ground`).
    fn lands(&mut self, thrown: UnitId, from: Hex, hex: Hex, damage: u16) {
        self.battle.units[thrown].posture = Posture::Grounded;
        self.come_down(thrown, from, hex);
        self.damage_torso(thrown, damage);
    }

    /// Puts a thrown unit on the ground of a hex; from above it falls as well
    /// (`mm30.grapple.throw-fall`).
    fn come_down(&mut self, thrown: UnitId, from: Hex, hex: Hex) {
        let before = self.battle.units[thrown].hex;
        self.battle.units[thrown].hex = hex;
        self.drones_follow(thrown, before);
        self.log.record(|| Event::Lands { unit: thrown, hex });
        self.update_control();
        self.drop_to_ground(thrown);
        if from != hex {
            let present = self.battle.units[thrown].facing;
            self.face(thrown, Facing::towards(from - hex, present));
        }
    }

    /// A held unit tries to break free with an Assault roll, to one of [`View::ways_out`]; whether it is
    /// free (`mm30.command.break-grapple`, `mm30.grapple.held-breaks`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn break_grapple(&mut self, to: Hex) -> Result<bool, Refusal> {
        let rule = "mm30.command.break-grapple";
        let unit = self.turn()?.unit;
        let Hold::HeldBy(holder) = self.battle.units[unit].hold else {
            return Err(Refusal {
                rule,
                why: "the unit is not held",
            });
        };
        let open = self.view().ways_out(unit).any(|way| way == to);
        require(
            open,
            "mm30.grapple.held-breaks",
            "no free hex behind the unit",
        )?;
        self.pay(unit, self.view().cost_to_break(unit), rule)?;
        let (face, reading) = self.view().assault(unit, holder).roll(self.dice);
        let free = reading != Reading::Fails;
        self.log.record(|| Event::Breaks { unit, face, free });
        if reading == Reading::Fails {
            return Ok(false);
        }
        self.end_hold(unit);
        self.put(unit, to);
        let away = self.battle.units[holder].hex - to;
        let present = self.battle.units[unit].facing;
        self.face(unit, Facing::towards(away, present));
        Ok(true)
    }

    /// The holder lets go and returns to where it came from, or to a free hex next to it; whether it did
    /// (`mm30.grapple.holder-releases`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn release(&mut self) -> Result<bool, Refusal> {
        let rule = "mm30.grapple.holder-releases";
        let turn: Turn = self.turn()?;
        let unit = turn.unit;
        let state = &self.battle.units[unit];
        let Hold::Holds { held, origin } = state.hold else {
            return Err(Refusal {
                rule,
                why: "the unit holds nobody",
            });
        };
        let near = (0..6).map(|sixths| state.hex + state.facing.turned(3 + sixths).step());
        let mut places = std::iter::once(origin).chain(near);
        let free = places.find(|&hex| self.view().check_hex(unit, hex).is_ok());
        let back = free.ok_or(Refusal {
            rule,
            why: "no free hex to return to",
        })?;
        self.pay(unit, COMMAND_COST, "mm30.command.cost")?;
        if self.table.options.holder_release_needs_roll {
            let (face, reading) = self.view().assault(unit, held).roll(self.dice);
            let free = reading != Reading::Fails;
            self.log.record(|| Event::Breaks { unit, face, free });
            if reading == Reading::Fails {
                return Ok(false);
            }
        }
        self.tell(unit, Command::Release);
        self.end_hold(unit);
        self.put(unit, back);
        Ok(true)
    }
}
