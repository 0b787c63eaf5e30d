//! Ships: launching, repairs, boarding, sinking, Captain's Orders.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log, Side};

use super::constants::{SAVE_DAMAGE, WRECK_PEN, WRECK_SAVES};
use super::decider::{Decider, ask};
use super::event::Event;
use super::game::Game;
use super::moves::hexes_within;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;
use crate::data::command::FleetTrait;
use crate::data::profile::{Tier, UnitType};

/// By how much an armada multiplies the catapults and repairs of its ships, and from how many inches units go
/// aboard one (`ms93.fleet.carrier-armada`).
const ARMADA: u16 = 2;
const ARMADA_BOARDING_IN: u16 = 12;

impl View<'_> {
    /// Whether a ship belongs to an armada (`ms93.fleet.carrier-armada`).
    fn is_in_armada(self, ship: UnitId) -> bool {
        self.bout.perks && self.sails_by(ship, FleetTrait::CarrierArmada)
    }

    /// What a value of a ship's equipment comes to in an armada (`ms93.fleet.carrier-armada`).
    fn in_armada(self, ship: UnitId, printed: u16) -> u16 {
        if self.is_in_armada(ship) {
            ARMADA * printed
        } else {
            printed
        }
    }

    /// Hexes over which a ship launches (`ms10.ship.launch`, `ms93.fleet.carrier-armada`).
    pub(crate) fn catapult(self, ship: UnitId) -> u16 {
        let printed_in = self.profile(ship).ship.map_or(0, |own| own.catapult_in);
        let inches = self.in_armada(ship, printed_in.into());
        self.bout.distances.hex_in.hexes(inches)
    }

    /// HP of a repair aboard a ship (`ms10.ship.repair`, `ms93.fleet.carrier-armada`).
    fn repair_hp(self, ship: UnitId) -> u16 {
        let printed = self.profile(ship).ship.map_or(0, |own| own.repair_hp);
        self.in_armada(ship, printed)
    }

    /// Hexes from which units go aboard a ship (`ms10.ship.board`, `ms93.fleet.carrier-armada`).
    fn boarding(self, ship: UnitId) -> u16 {
        let distances = &self.bout.distances;
        if self.is_in_armada(ship) {
            distances.hex_in.hexes(ARMADA_BOARDING_IN)
        } else {
            distances.boarding
        }
    }

    /// Units aboard a ship (`ms10.ship.board`).
    pub(crate) fn aboard(self, ship: UnitId) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        for unit in self.bout.side(self.side_of(ship)) {
            let state = self.unit(unit);
            if state.aboard == Some(ship) && state.leader == unit && state.hp > 0 {
                set.insert(unit);
            }
        }
        set
    }

    /// Whether a unit can be set down on a hex: on the table, free, not in a wall or deep water, with
    /// room for its squad.
    pub(crate) fn can_land(self, unit: UnitId, hex: Hex) -> bool {
        let solid = self.piece_at(hex).is_none_or(|piece| {
            let tags = &self.bout.terrain.pieces[piece];
            !tags.is_wall()
                && (!tags.deep_water
                    || self.profile(unit).amphibious
                    || self.profile(unit).fly
                    || self.flies_as_leader(unit))
        });
        self.bout.table.contains(hex)
            && solid
            && !self.is_crowded(unit, hex)
            && self.has_room(unit, hex)
    }

    /// The nearest hex to `around` within `range` where a unit can be set down.
    pub(crate) fn landing(self, unit: UnitId, around: Hex, range: u16) -> Option<Hex> {
        let (table, side) = (self.bout.table, self.side_of(unit));
        hexes_within(range)
            .map(|way| around + table.way_seen_from(side, way))
            .filter(|&hex| self.can_land(unit, hex))
            .min_by_key(|hex| hex.distance(around))
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Captains' orders of the round: Battle-Tested 1, Skilled 2, Ace 3 (`ms10.orders.pool`).
    pub(crate) fn tally_orders(&mut self) {
        if !self.bout.ships {
            return;
        }
        for side in Side::BOTH {
            let view = self.view();
            let captains = view
                .standing(side)
                .filter(|&u| view.profile(u).unit_type == UnitType::Warship);
            let orders = captains
                .map(|u| match view.profile(u).tier {
                    Tier::Basic => 0,
                    Tier::BattleTested => 1,
                    Tier::Skilled => 2,
                    Tier::Ace => 3,
                })
                .sum();
            self.state.sides[side.index()].orders = orders;
        }
    }

    /// Operations Support orders for a unit that may soon pay; each relieves one cost (`ms10.orders.ops-support`).
    #[inline(always)]
    pub(crate) fn offer_order(&mut self, unit: UnitId) {
        if self.bout.ships {
            self.offer_order_of_ship(unit);
        }
    }

    /// The order, in a battle with ships.
    fn offer_order_of_ship(&mut self, unit: UnitId) {
        let side = self.bout.side_of(unit);
        if self.state.sides[side.index()].orders == 0 {
            return;
        }
        let view = self.view();
        let captain = view.standing(side).any(|u| {
            view.profile(u).unit_type == UnitType::Warship && view.profile(u).tier.is_elite()
        });
        while captain && self.state.sides[side.index()].orders > 0 && ask!(self, side, order(unit))
        {
            self.state.sides[side.index()].orders -= 1;
            self.state.units[unit].orders += 1;
            self.log.record(|| Event::Order { unit });
        }
    }

    /// An order is used up by the cost it relieves.
    pub(crate) fn use_order(&mut self, unit: UnitId, cost: u8) {
        let orders = &mut self.state.units[unit].orders;
        if cost > 0 && *orders > 0 {
            *orders -= 1;
        }
    }

    /// At the start of a round ships launch what is aboard, 8 in or as far as their catapult throws
    /// (`ms10.ship.launch`).
    pub(crate) fn launch(&mut self, first: Side) {
        if !self.bout.ships {
            return;
        }
        for side in [first, first.other()] {
            for ship in self.bout.side(side) {
                if self.bout.units[ship].ship.is_none() || !self.state.units[ship].on_table {
                    continue;
                }
                let range = self.view().catapult(ship);
                for unit in self.bout.side(side) {
                    if self.view().aboard(ship).contains(unit) {
                        self.launch_one(ship, unit, range);
                    }
                }
            }
        }
    }

    fn launch_one(&mut self, ship: UnitId, unit: UnitId, range: u16) {
        let side = self.bout.side_of(unit);
        let Some(wanted) = ask!(self, side, launch(ship, unit)) else {
            return;
        };
        let deck = self.state.units[ship].pos;
        let legal = wanted.distance(deck) <= range && self.view().can_land(unit, wanted);
        let at = if legal {
            Some(wanted)
        } else {
            self.view().landing(unit, deck, range)
        };
        if let Some(at) = at {
            let facing = self.state.units[ship].facing;
            self.set_down(unit, at, facing, || Event::Launch { ship, unit, at });
            self.contest();
        }
    }

    /// Repairs before anything launches (`ms10.ship.repair`).
    pub(crate) fn repair_all(&mut self) {
        if !self.bout.ships {
            return;
        }
        for ship in 0..self.bout.units.len() {
            self.repair(ship);
        }
    }

    /// Repairs a ship may still make this round: as many as its bay's number, each on another unit
    /// aboard (`ms10.ship.repair`, `ms10.ship.repair-bay`).
    fn repair(&mut self, ship: UnitId) {
        let Some(equipment) = self.bout.units[ship].ship else {
            return;
        };
        if !self.state.units[ship].on_table {
            return;
        }
        let side = self.bout.side_of(ship);
        while self.state.units[ship].repairs < equipment.repair_bay {
            let Some(unit) = ask!(self, side, repair(ship)) else {
                return;
            };
            if !self.view().aboard(ship).contains(unit) || self.state.units[unit].repaired {
                return;
            }
            self.state.units[ship].repairs += 1;
            let (full, mended) = (self.bout.units[unit].hp, self.view().repair_hp(ship));
            let state = &mut self.state.units[unit];
            let before = state.hp;
            state.hp = (before + i32::from(mended)).min(full);
            state.repaired = true;
            let hp = (state.hp - before) as u32;
            self.log.record(|| Event::Repair { ship, unit, hp });
        }
    }

    /// At the end of its turn a unit within 8 in of a friendly ship may go aboard, in an armada within 12 in
    /// (`ms10.ship.board`, `ms93.fleet.carrier-armada`).
    pub(crate) fn offer_boarding(&mut self, unit: UnitId) {
        let view = self.view();
        let side = view.side_of(unit);
        if !self.bout.ships || view.profile(unit).ship.is_some() {
            return;
        }
        let ship = view.standing(side).find(|&ship| {
            view.profile(ship).ship.is_some() && view.distance(unit, ship) <= view.boarding(ship)
        });
        let Some(ship) = ship else { return };
        if !ask!(self, side, board(unit, ship)) {
            return;
        }
        for model in self.bout.side(side) {
            let state = &mut self.state.units[model];
            if state.on_table && state.leader == unit {
                state.on_table = false;
                state.aboard = Some(ship);
            }
        }
        self.log.record(|| Event::Board { unit, ship });
        self.contest();
        self.repair(ship);
    }

    /// A sunk ship stays as a wreck; each unit aboard makes 3 armour saves against PEN 5, survivors
    /// are set down within 8 in (`ms10.ship.wreck`, `ms10.ship.sunk-aboard`).
    pub(crate) fn wreck(&mut self, ship: UnitId, by: UnitId) {
        self.state.units[ship].wreck = true;
        self.state.wrecks = true;
        let aboard = self.view().aboard(ship);
        let place = self.state.units[ship].pos;
        for unit in self.bout.side(self.bout.side_of(ship)) {
            if !aboard.contains(unit) {
                continue;
            }
            let spot = self
                .view()
                .landing(unit, place, self.bout.distances.boarding)
                .unwrap_or(place);
            let facing = self.state.units[ship].facing;
            self.set_down(unit, spot, facing, || Event::Arrive { unit, at: spot });
            self.wreck_saves(unit, by);
        }
    }

    /// 3 armour saves against PEN 5, 1000 damage each that fails
    /// (`ms10.ship.sunk-aboard`, `ms10.ship.ram-terrain`).
    pub(crate) fn wreck_saves(&mut self, unit: UnitId, by: UnitId) {
        let again = self.view().saves_again(unit);
        let failed = self.fail_saves(unit, WRECK_SAVES, WRECK_PEN, again);
        self.hurt(unit, by, u32::from(failed) * SAVE_DAMAGE, 0);
    }
}
