//! Command actions: 2 Action Points each, at any point of the own turn.

use equipoise_dice::Dice;
use equipoise_engine::Log;

use super::event::{Command, Event};
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{COMMAND_COST, Phase, Place, Posture, Turn, UnitId};
use crate::data::kind::SectionKind;
use crate::data::weapon::Tag;

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    pub(super) fn pay_command(&mut self, unit: UnitId) -> Result<(), Refusal> {
        let lent = self.battle.turn.is_some_and(|turn| turn.lent);
        require(!lent, "mm30.drone.unit", "a drone unit only moves")?;
        self.pay(unit, COMMAND_COST, "mm30.command.cost")
    }

    pub(super) fn tell(&mut self, unit: UnitId, command: Command) {
        self.log.record(|| Event::Commands { unit, command });
    }

    /// Stands up from the ground or from a knee (`mm30.command.get-up`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn get_up(&mut self) -> Result<(), Refusal> {
        let unit = self.turn()?.unit;
        let posture = self.battle.units[unit].posture;
        let stuck = self.battle.units[unit].stuck;
        let down = stuck || matches!(posture, Posture::Kneeling | Posture::Grounded);
        require(
            down,
            "mm30.command.get-up",
            "neither on the ground nor kneeling nor stuck",
        )?;
        self.pay_command(unit)?;
        let state = &mut self.battle.units[unit];
        state.posture = Posture::Standing;
        state.stuck = false;
        self.tell(unit, Command::GetUp);
        Ok(())
    }

    /// Gains a Standard Movement Point (`mm30.command.press-on`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn press_on(&mut self) -> Result<(), Refusal> {
        let rule = "mm30.command.press-on";
        let turn = self.turn()?;
        let of_use = turn.phase == Phase::Movement && !turn.thrust;
        require(of_use, rule, "no Standard Movement can follow")?;
        self.pay_command(turn.unit)?;
        self.battle.turn = Some(Turn {
            movement: turn.movement + 1,
            ..turn
        });
        self.tell(turn.unit, Command::PressOn);
        Ok(())
    }

    /// Kneels, from standing or prone, once a turn (`mm30.command.kneel`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn kneel(&mut self) -> Result<(), Refusal> {
        let rule = "mm30.command.kneel";
        let turn = self.turn()?;
        let posture = self.battle.units[turn.unit].posture;
        require(!turn.knelt, rule, "once a turn")?;
        let able = matches!(posture, Posture::Standing | Posture::Prone);
        require(able, rule, "neither standing nor prone")?;
        self.pay_command(turn.unit)?;
        self.battle.turn = Some(Turn {
            knelt: true,
            ..turn
        });
        self.battle.units[turn.unit].posture = Posture::Kneeling;
        self.tell(turn.unit, Command::Kneel);
        Ok(())
    }

    /// Goes prone from a knee, once a turn, unless a unit or structure is in the hex ahead
    /// (`mm30.command.prone`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn prone(&mut self) -> Result<(), Refusal> {
        let rule = "mm30.command.prone";
        let turn = self.turn()?;
        let state = &self.battle.units[turn.unit];
        require(!turn.prone, rule, "once a turn")?;
        require(state.posture == Posture::Kneeling, rule, "not kneeling")?;
        let ahead = state.hex + state.facing.step();
        let mut others = self.battle.units.iter();
        let free = !others.any(|it| it.hex == ahead && it.on_board());
        let free = free && self.view().structure_in(ahead).is_none();
        require(free, rule, "no room ahead")?;
        self.pay_command(turn.unit)?;
        self.battle.turn = Some(Turn {
            prone: true,
            ..turn
        });
        self.battle.units[turn.unit].posture = Posture::Prone;
        self.tell(turn.unit, Command::Prone);
        Ok(())
    }

    /// Takes a carried weapon into a hand; the weapon there is carried in its place
    /// (`mm30.command.swapping`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn swap(&mut self, carried: usize, hand: usize) -> Result<(), Refusal> {
        let rule = "mm30.command.swapping";
        let unit = self.turn()?.unit;
        let weapons = &self.battle.units[unit].weapons;
        let there = weapons
            .get(carried)
            .is_some_and(|it| it.place == Place::Carried);
        require(there, rule, "the weapon is not carried")?;
        self.require_hand(unit, hand, rule)?;
        require(
            !self.holds_shield(unit, hand),
            rule,
            "a shield is in the hand",
        )?;
        self.pay_command(unit)?;
        let weapons = &mut self.battle.units[unit].weapons;
        for item in weapons.iter_mut().filter(|item| holds(item.place, hand)) {
            item.place = Place::Carried;
        }
        weapons[carried].place = Place::Held { hand, other: None };
        self.log.record(|| Event::Draws {
            unit,
            weapon: carried,
            from_ground: false,
        });
        Ok(())
    }

    /// Picks up a weapon that the unit dropped in its own hex, with a free hand
    /// (`mm30.command.retrieving`). Vehicles cannot (`mm30.vehicle.no-interaction`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn retrieve(&mut self, weapon: usize, hand: usize) -> Result<(), Refusal> {
        let rule = "mm30.command.retrieving";
        let unit = self.turn()?.unit;
        let vehicle = self.table.pieces[unit].sheet.kind.is_vehicle();
        require(
            !vehicle,
            "mm30.vehicle.no-interaction",
            "a vehicle picks nothing up",
        )?;
        let state = &self.battle.units[unit];
        let lies = Place::Dropped(state.hex);
        let there = state.weapons.get(weapon).is_some_and(|it| it.place == lies);
        require(there, rule, "the weapon does not lie in the hex")?;
        self.require_hand(unit, hand, rule)?;
        let mut held = state.weapons.iter().filter(|it| it.durability > 0);
        let free = !held.any(|it| holds(it.place, hand)) && !self.holds_shield(unit, hand);
        require(free, rule, "the hand is not free")?;
        self.pay_command(unit)?;
        let item = &mut self.battle.units[unit].weapons[weapon];
        item.place = Place::Held { hand, other: None };
        self.log.record(|| Event::Draws {
            unit,
            weapon,
            from_ground: true,
        });
        Ok(())
    }

    /// Switches a gun blade between its forms (`mm30.command.transform`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn transform(&mut self, weapon: usize) -> Result<(), Refusal> {
        let unit = self.turn()?.unit;
        let weapons = &self.table.pieces[unit].weapons;
        let blade = weapons.get(weapon).is_some_and(|it| it.has(Tag::GunBlade));
        require(blade, "mm30.command.transform", "the weapon has one form")?;
        self.pay_command(unit)?;
        let item = &mut self.battle.units[unit].weapons[weapon];
        item.switched = !item.switched;
        let blade = item.switched;
        self.log.record(|| Event::Transforms {
            unit,
            weapon,
            blade,
        });
        Ok(())
    }

    /// The section is an arm that is left.
    fn require_hand(&self, unit: UnitId, hand: usize, rule: &'static str) -> Result<(), Refusal> {
        let sections = &self.table.pieces[unit].sheet.sections;
        let arm = sections
            .get(hand)
            .is_some_and(|it| it.kind == SectionKind::Arm);
        let works = arm && self.view().hand_works(unit, hand);
        require(works, rule, "no working hand")
    }

    fn holds_shield(&self, unit: UnitId, hand: usize) -> bool {
        let mut shields = self.battle.units[unit].shields.iter();
        shields.any(|it| it.durability > 0 && holds(it.place, hand))
    }
}

/// Whether the hand of an arm section holds an item in this place.
pub(crate) fn holds(place: Place, section: usize) -> bool {
    matches!(place, Place::Held { hand, other } if hand == section || other == Some(section))
}
