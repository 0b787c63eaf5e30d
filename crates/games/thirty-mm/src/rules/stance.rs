//! Stances: what a unit does outside its own turn.

use std::mem;

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log};

use super::attack::{Attack, Strikes};
use super::event::{Command, Event};
use super::facing::Facing;
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{Cover, Place, Stance, UnitId};
use super::view::{Arm, View};
use crate::data::weapon::Tag;
use crate::options::{FovModel, StanceTrigger};

impl View<'_> {
    /// Whether a unit has an item at hand to cover itself with: a shield or a 2H weapon.
    #[must_use]
    pub fn covers(self, unit: UnitId, cover: Cover) -> bool {
        let state = self.unit(unit);
        let item = match cover {
            Cover::Shield(at) => state.shields.get(at),
            Cover::Weapon(at) => {
                let weapons = &self.piece(unit).weapons;
                let two = weapons.get(at).is_some_and(|it| it.has(Tag::TwoHanded));
                state.weapons.get(at).filter(|_| two)
            }
        };
        item.is_some_and(|item| match item.place {
            Place::Held { hand, .. } => item.durability > 0 && self.hand_works(unit, hand),
            Place::Carried | Place::Mounted(_) | Place::Dropped(_) => false,
        })
    }

    /// What takes the damage of an attack that comes from a hex in place of what was aimed at: the
    /// covered side is the half-plane around the chosen direction, the own hex left out.
    #[must_use]
    pub fn cover_against(self, unit: UnitId, from: Hex) -> Option<Cover> {
        let state = self.unit(unit);
        let Stance::Defensive { cover, direction } = state.stance else {
            return None;
        };
        let covered = direction.sees(from - state.hex, FovModel::HalfPlaneStrict);
        (covered && self.covers(unit, cover)).then_some(cover)
    }

    /// Whether a Defensive Stance binds the facing of a unit.
    pub(super) fn keeps_facing(self, unit: UnitId) -> bool {
        matches!(self.unit(unit).stance, Stance::Defensive { .. })
    }

    /// Whether a unit could attack a target with one of its weapons now, Action Points included.
    fn bears_on(self, unit: UnitId, target: UnitId) -> bool {
        let mut weapons = 0..self.piece(unit).weapons.len();
        weapons.any(|at| {
            let arm = Arm::Weapon(at);
            self.strike(unit, arm).ap <= self.unit(unit).ap
                && self.check_arm(unit, arm, target).is_ok()
        })
    }

    /// Whether a target is in the range of a usable weapon, wherever the unit looks.
    fn in_range(self, unit: UnitId, target: UnitId) -> bool {
        let mut weapons = 0..self.piece(unit).weapons.len();
        weapons.any(|at| self.usable(unit, at) && self.reaches(unit, Arm::Weapon(at), target))
    }

    /// The units in an Offensive Stance against a unit.
    fn watchers(self, target: UnitId) -> impl Iterator<Item = UnitId> {
        let others = self.side(self.piece(target).side.other());
        others
            .filter(move |&unit| self.in_play(unit) && self.unit(unit).stance == Stance::Offensive)
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Takes the Offensive Stance (`mm30.command.offensive-stance`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn take_offensive_stance(&mut self) -> Result<(), Refusal> {
        let unit = self.turn()?.unit;
        self.pay_command(unit)?;
        self.battle.units[unit].stance = Stance::Offensive;
        self.tell(unit, Command::OffensiveStance);
        Ok(())
    }

    /// Takes the Defensive Stance behind an item, towards a direction
    /// (`mm30.command.defensive-stance`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn take_defensive_stance(
        &mut self,
        cover: Cover,
        direction: Facing,
    ) -> Result<(), Refusal> {
        let unit = self.turn()?.unit;
        let rule = "mm30.command.defensive-stance";
        let at_hand = self.view().covers(unit, cover);
        require(at_hand, rule, "neither a shield nor a 2H weapon in hand")?;
        self.pay_command(unit)?;
        self.battle.units[unit].stance = Stance::Defensive { cover, direction };
        self.tell(unit, Command::DefensiveStance);
        Ok(())
    }

    /// An attack out of the Offensive Stance by a unit that may react, as often as its Action Points
    /// pay; weapons of any range (`mm30.command.offensive-stance`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn react(&mut self, unit: UnitId, attack: Attack) -> Result<Strikes, Refusal> {
        let rule = "mm30.command.offensive-stance";
        let waits = self.battle.reactions.contains(&unit);
        require(waits, rule, "nothing to react to")?;
        let mover = self.current()?.unit;
        require(attack.target == mover, rule, "only at the unit that moves")?;
        require(attack.arm != Arm::Basic, rule, "only with a weapon")?;
        self.view().check_attack(unit, &attack)?;
        let strike = self.view().strike(unit, attack.arm);
        self.pay(unit, strike.ap, rule)?;
        let result = self.resolve(unit, &attack, strike);
        if !self.view().in_play(mover) {
            self.battle.reactions.clear();
        }
        Ok(result)
    }

    /// Nobody reacts any further: the unit in motion goes on.
    pub fn end_reactions(&mut self) {
        self.battle.reactions.clear();
        self.glide();
    }

    /// Notes which units in an Offensive Stance have a unit in range before its step.
    pub(super) fn note_in_range(&mut self, mover: UnitId) {
        let mut before = mem::take(&mut self.battle.lists.in_range);
        let view = self.view();
        before.clear();
        let watchers = view.watchers(mover);
        before.extend(watchers.filter(|&unit| view.in_range(unit, mover)));
        self.battle.lists.in_range = before;
    }

    /// Opens the reactions to a step of a unit.
    pub(super) fn offer_reactions(&mut self, mover: UnitId) {
        let mut reactions = mem::take(&mut self.battle.reactions);
        let view = self.view();
        let entering = self.table.options.offensive_stance_trigger == StanceTrigger::EnterRange;
        let before = &self.battle.lists.in_range;
        reactions.clear();
        let watchers = view.watchers(mover);
        let watchers = watchers.filter(|unit| !(entering && before.contains(unit)));
        reactions.extend(watchers.filter(|&unit| view.bears_on(unit, mover)));
        self.battle.reactions = reactions;
    }
}
