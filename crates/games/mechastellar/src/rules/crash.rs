//! Crash attacks: into an enemy in the middle of a move, and on through it.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log};

use super::constants::{ATTACKS_PER_TARGET, DROP_COST};
use super::decider::Decider;
use super::decision::Ram;
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::moves::{MoveKind, MoveWith, Mover};
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::UnitType;

/// The way of a Crash up to where it strikes last.
pub(crate) struct CrashLegs {
    /// Where it strikes.
    pub(crate) contacts: [Option<Hex>; 2],
    here: Hex,
    /// Hexes of movement.
    covered: u16,
}

impl View<'_> {
    /// The hexes from which a Crash strikes, if weapon, actions and way allow one that ends on `to`;
    /// the way itself passes through everything (`ms10.crash.attack`, `ms10.crash.targets`).
    pub(crate) fn crash_way(
        self,
        weapon: usize,
        rams: [Option<Ram>; 2],
        to: Hex,
    ) -> Option<[Option<Hex>; 2]> {
        let first = rams[0].filter(|&ram| Some(ram) != rams[1])?;
        if !self.may_ram(weapon, first) || !rams[1].is_none_or(|ram| self.is_ram(weapon, ram)) {
            return None;
        }
        let mover = self.mover(MoveWith::MoveAction);
        let legs = self.crash_legs(&mover, rams)?;
        self.may_end_crash(&mover, &legs, to)
            .then_some(legs.contacts)
    }

    /// The way of a Crash up to where it strikes last, if it may go there.
    pub(crate) fn crash_legs(self, mover: &Mover<'_>, rams: [Option<Ram>; 2]) -> Option<CrashLegs> {
        let unit = self.state.turn.unit;
        let from = self.unit(unit).pos;
        let mut legs = CrashLegs {
            contacts: [None; 2],
            here: from,
            covered: 0,
        };
        for (contact, ram) in legs.contacts.iter_mut().zip(rams) {
            let Some(ram) = ram else { continue };
            let next = self.contact(ram, legs.here)?;
            if next != from && !(self.can_land(unit, next) && mover.may_end(next)) {
                return None;
            }
            legs.covered += legs.here.distance(next);
            (legs.here, *contact) = (next, Some(next));
        }
        Some(legs)
    }

    /// Whether a Crash may go on from its legs to end on a hex.
    pub(crate) fn may_end_crash(self, mover: &Mover<'_>, legs: &CrashLegs, to: Hex) -> bool {
        let unit = self.state.turn.unit;
        legs.covered + legs.here.distance(to) <= mover.reach
            && to != self.unit(unit).pos
            && (to == legs.here || self.can_land(unit, to))
            && mover.may_end(to)
    }

    /// The hex next to a target on the way to it.
    fn contact(self, ram: Ram, here: Hex) -> Option<Hex> {
        let unit = self.state.turn.unit;
        let (there, apart) = match ram {
            Ram::Unit(target) => (self.unit(target).pos, self.apart(unit, target)),
            Ram::Piece(piece) => {
                let hexes = self.bout.terrain.pieces[piece].hexes.iter();
                let nearest = *hexes.min_by_key(|hex| hex.distance(here))?;
                (nearest, self.bout.distances.touch)
            }
        };
        let side = self.side_of(unit);
        Some(self.bout.table.towards(side, there, here, apart))
    }

    /// Whether the active unit may Crash into something first, the way aside (`ms10.crash.attack`).
    pub(crate) fn may_ram(self, weapon: usize, ram: Ram) -> bool {
        let turn = &self.state.turn;
        let unit = turn.unit;
        let profile = self.weapon(unit, weapon);
        turn.combat_actions > 0
            && turn.move_actions > 0
            && profile.crash
            && profile.is_melee()
            && self.held_by(unit).is_empty()
            && self.is_ram(weapon, ram)
            && match ram {
                Ram::Unit(target) => self.answers_fire(unit, target) && self.sees(unit, target),
                Ram::Piece(_) => true,
            }
    }

    /// Whether something can be rammed on the way (`ms10.attack.two-per-target`,
    /// `ms10.challenge.duty-target`, `ms10.engage.fly-needed`, `ms10.destroy.direct`, `ms93.commander.commando`).
    pub(crate) fn is_ram(self, weapon: usize, ram: Ram) -> bool {
        let unit = self.state.turn.unit;
        let target = match ram {
            Ram::Unit(target) => target,
            Ram::Piece(piece) => {
                return self.weapon_ready(unit, weapon, false)
                    && self.stands(piece)
                    && self.bout.terrain.pieces[piece].destructible
                    && !self.is_challenged(unit);
            }
        };
        self.weapon_ready(unit, weapon, false)
            && self.is_unit(target)
            && self.side_of(target) != self.side_of(unit)
            && self.state.turn.attacks_on(target) < ATTACKS_PER_TARGET
            && !self.shielded_by_melee(unit, target)
            && !self.is_behind_allies(self.unit(unit).pos, target)
            && (!self.is_challenged(unit) || self.is_challenger_of(unit, target))
            && self.can_meet(unit, target)
            && self.reaches_up(unit, target)
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// A Crash attack: into one or two enemies or pieces of terrain, through them, and on to a free
    /// hex; the Momentum Shift looks at the move as a whole (`ms10.crash.attack`,
    /// `ms10.crash.targets`).
    pub(crate) fn crash(&mut self, weapon: usize, rams: [Option<Ram>; 2], to: Hex) -> bool {
        let view = self.view();
        let Some(contacts) = view.crash_way(weapon, rams, to) else {
            return false;
        };
        let unit = view.state.turn.unit;
        let from = view.unit(unit).pos;
        let nearest = view.nearest_enemy(unit);
        let engaged_before = view.engaged_enemies(unit);
        let mover = view.mover(MoveWith::MoveAction);
        let drops = mover.drops(to) || contacts.into_iter().flatten().any(|at| mover.drops(at));
        let turn = &mut self.state.turn;
        turn.combat_actions -= 1;
        turn.acted = true;
        turn.move_actions -= 1;
        turn.moves_made += 1;
        let (target, piece) = parts(rams[0]);
        self.log.record(|| Event::Crash {
            unit,
            target,
            piece,
        });
        if drops {
            self.pay_with_order(unit, DROP_COST, MomentumCause::Drop);
        }
        let mut covered = 0;
        let targets = contacts.into_iter().zip(rams).enumerate();
        for (index, (contact, ram)) in targets {
            let (Some(contact), Some(ram)) = (contact, ram) else {
                continue;
            };
            if !self.goes_on(unit, contact, &mut covered) {
                break;
            }
            if index > 0 {
                if !self.view().is_ram(weapon, ram) {
                    continue;
                }
                let (target, piece) = parts(Some(ram));
                self.log.record(|| Event::Ram {
                    unit,
                    target,
                    piece,
                });
            }
            match ram {
                Ram::Unit(target) => self.crash_attack(weapon, target),
                Ram::Piece(piece) => self.batter_with(weapon, piece),
            }
        }
        self.goes_on(unit, to, &mut covered);
        self.state.turn.order_reach = 0;
        if let Some(nearest) = nearest.filter(|_| self.state.units[unit].on_table) {
            self.shift(unit, from, nearest, engaged_before);
        }
        true
    }

    /// A leg of a Crash, if nothing is in its way: a Counter may have destroyed the unit, thrown it out
    /// of its way, or made it change into a slower mode.
    fn goes_on(&mut self, unit: UnitId, to: Hex, covered: &mut u16) -> bool {
        let here = self.state.units[unit].pos;
        let reach = self.view().reach(unit, MoveWith::MoveAction);
        let free = here == to || self.view().can_land(unit, to);
        let length = here.distance(to);
        if !self.state.units[unit].on_table || *covered + length > reach || !free {
            return false;
        }
        *covered += length;
        self.dash(unit, to);
        self.state.units[unit].on_table
    }

    /// One leg of a Crash.
    fn dash(&mut self, unit: UnitId, to: Hex) {
        let from = self.state.units[unit].pos;
        if from == to {
            return;
        }
        let engaged_before = self.bout.perks.then(|| self.view().engaged_enemies(unit));
        self.relocate(unit, to, || Event::Move {
            unit,
            from,
            to,
            kind: MoveKind::Crash,
            accelerate: false,
        });
        if let Some(engaged_before) = engaged_before {
            self.note_engagement(unit, engaged_before);
        }
        if self.bout.units[unit].steers() {
            self.face(unit, to - from);
        }
        if self.bout.units[unit].unit_type == UnitType::Warship && self.rams(from, to) {
            self.wreck_saves(unit, unit);
        }
    }
}

/// Unit or piece of terrain that is rammed.
fn parts(ram: Option<Ram>) -> (Option<UnitId>, Option<usize>) {
    match ram {
        Some(Ram::Unit(unit)) => (Some(unit), None),
        Some(Ram::Piece(piece)) => (None, Some(piece)),
        None => (None, None),
    }
}
