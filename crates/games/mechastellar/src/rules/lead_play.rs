//! What traits of Commanders bring in turns and rounds.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log, Side};

use super::clash::{Clash, Strike};
use super::decider::Decider;
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::command::{CommanderTrait, FleetTrait};
use crate::data::profile::{Tier, UnitType};

/// Momentum as a round ends (`ms93.commander.resourceful`).
const RESOURCES: i32 = 2;
/// Momentum of a turn in which the Commander is attacked (`ms93.commander.galvanizing-display`).
const DISPLAY: i32 = 2;
/// Momentum for the loss of a unit, and more for that of a large or well crewed one
/// (`ms93.commander.rallying-leader`).
const GRIEF: i32 = 1;
const GREATER_GRIEF: i32 = 2;
/// A unit of this Frame is large (the same).
const LARGE_FRAME: u8 = 3;
/// A Commander of this Size is too large to hide (`ms93.commander.commando`).
const TOO_LARGE: u8 = 2;
/// DEF of one defence a round (`ms93.commander.unyielding`).
pub(crate) const FIRM_DEF: i32 = 2;
/// Momentum that the enemy loses (`ms93.commander.decimator`).
const DECIMATION: i32 = 2;
/// Momentum that the Skills of a Commander take less (`ms93.commander.impressive-skill`).
const RELIEF: u8 = 1;

impl View<'_> {
    /// The Commander of a side, alive or not: the one that the scenario names, or who was named after its loss
    /// (`ms93.commander.designate`, `ms93.confront.new-command`).
    pub(crate) fn commander(self, side: Side) -> Option<UnitId> {
        let successors = self.state.progress.successors;
        let mut units = self.bout.side(side);
        if !successors.is_empty()
            && let Some(named) = units.clone().find(|&unit| successors.contains(unit))
        {
            return Some(named);
        }
        units.find(|&unit| self.profile(unit).commander)
    }

    /// Whether a unit is the Commander of its side, or was the one that the scenario names.
    #[inline]
    pub(crate) fn commands(self, unit: UnitId) -> bool {
        self.profile(unit).commander || self.state.progress.successors.contains(unit)
    }

    /// Whether ACE parts of skills work (`ms10.skill.ace`).
    #[inline]
    pub(crate) fn has_ace_access(self, unit: UnitId) -> bool {
        self.profile(unit).tier == Tier::Ace || self.commands(unit)
    }

    /// Whether Iron Wall and Valor are open to a unit (`ms10.skill.access`).
    #[inline]
    pub(crate) fn has_elite_skills(self, unit: UnitId) -> bool {
        let profile = self.profile(unit);
        profile.tier.is_elite() || (self.commands(unit) && profile.unit_type != UnitType::Warship)
    }

    /// Whether a side has a trait of its Commander: until that is destroyed (`ms93.commander.lost`).
    pub(crate) fn is_led(self, side: Side, own: CommanderTrait) -> bool {
        self.bout.leads[side.index()].own == Some(own)
            && self
                .commander(side)
                .is_some_and(|unit| !self.is_destroyed(unit))
    }

    /// Whether a unit is the Commander of its side and has a trait; it must not be destroyed.
    pub(super) fn leads_by(self, unit: UnitId, own: CommanderTrait) -> bool {
        self.commands(unit) && self.is_led(self.side_of(unit), own)
    }

    /// Whether a Commander may not be attacked from a hex, since another model of its side is closer to it
    /// (`ms93.commander.commando`).
    #[inline]
    pub(crate) fn is_behind_allies(self, from: Hex, target: UnitId) -> bool {
        self.bout.perks && self.hides_as_commando(from, target)
    }

    fn hides_as_commando(self, from: Hex, target: UnitId) -> bool {
        if self.profile(target).size >= TOO_LARGE
            || !self.leads_by(target, CommanderTrait::Commando)
        {
            return false;
        }
        let away = |unit: UnitId| from.distance(self.unit(unit).pos);
        let mut models = self.bout.side(self.side_of(target));
        models.any(|model| self.unit(model).on_table && away(model) < away(target))
    }

    /// Momentum of a Skill that takes so much from others, Flash aside (`ms93.commander.impressive-skill`).
    #[inline]
    pub(crate) fn skill_cost(self, unit: UnitId, printed: u8) -> u8 {
        if self.bout.perks && self.leads_by(unit, CommanderTrait::ImpressiveSkill) {
            printed.saturating_sub(RELIEF)
        } else {
            printed
        }
    }

    /// Whether a model rolls failed armour saves again (`ms93.commander.unyielding`, `ms93.fleet.dont-give-up`).
    #[inline]
    pub(super) fn saves_again(self, model: UnitId) -> bool {
        let side = self.side_of(model);
        self.bout.perks
            && (self.leads_by(model, CommanderTrait::Unyielding)
                || self.fleet_leader(side, FleetTrait::DontGiveUp) == Some(model))
    }

    /// The same against a strike: not in a Counter (`ms10.counter.no-passive`).
    #[inline]
    pub(super) fn saves_again_from(self, strike: &Strike, model: UnitId) -> bool {
        strike.counter.is_none() && self.saves_again(model)
    }

    /// Whether a Commander may still stand firm on a defence this round, Counters aside
    /// (`ms93.commander.unyielding`, `ms10.counter.no-passive`).
    pub(crate) fn may_stand_firm(self, strike: &Strike) -> bool {
        let unit = strike.target();
        self.bout.perks
            && strike.counter.is_none()
            && !self.state.sides[self.side_of(unit).index()].stood_firm
            && self.leads_by(unit, CommanderTrait::Unyielding)
    }

    /// Whether a model is destroyed; one that has left the table is not.
    pub(super) fn is_destroyed(self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        state.hp <= 0 && !state.on_table
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// The Momentum of Resourceful Commanders as a round ends (`ms93.commander.resourceful`).
    pub(crate) fn provide(&mut self) {
        for side in Side::BOTH {
            if self.view().is_led(side, CommanderTrait::Resourceful) {
                self.change_momentum(side, RESOURCES, MomentumCause::Trait);
            }
        }
    }

    /// The Momentum of the first attack on a Commander in a turn, as it is declared
    /// (`ms93.commander.galvanizing-display`).
    pub(crate) fn galvanize(&mut self, target: UnitId) {
        let side = self.bout.side_of(target);
        let leads = self
            .view()
            .leads_by(target, CommanderTrait::GalvanizingDisplay);
        if leads && !self.state.turn.galvanized[side.index()] {
            self.state.turn.galvanized[side.index()] = true;
            self.change_momentum(side, DISPLAY, MomentumCause::Trait);
        }
    }

    /// The Momentum of a loss where the Commander rallies (`ms93.commander.rallying-leader`).
    pub(crate) fn grieve(&mut self, lost: UnitId) {
        let side = self.bout.side_of(lost);
        if self.view().is_led(side, CommanderTrait::RallyingLeader) {
            let unit = &self.bout.units[lost];
            let great = unit.frame >= LARGE_FRAME || matches!(unit.tier, Tier::Skilled | Tier::Ace);
            let gain = GRIEF + if great { GREATER_GRIEF } else { 0 };
            self.change_momentum(side, gain, MomentumCause::Trait);
        }
    }

    /// DEF on this defence alone, once a round (`ms93.commander.unyielding`).
    pub(super) fn stand_firm(&mut self, clash: &mut Clash) {
        if !self.view().may_stand_firm(&clash.strike) {
            return;
        }
        let unit = clash.strike.target();
        self.state.sides[self.bout.side_of(unit).index()].stood_firm = true;
        clash.defence.flat += FIRM_DEF;
        self.log.record(|| Event::Skill {
            unit,
            skill: "Unyielding",
            amount: FIRM_DEF,
        });
    }

    /// The Momentum that a side loses when the enemy Commander brings a model below half its HP or destroys
    /// it, the first time in a round (`ms93.commander.decimator`).
    pub(super) fn decimate(&mut self, model: UnitId, by: UnitId, before: i32) {
        let (own, other) = (self.bout.side_of(by), self.bout.side_of(model));
        let full = self.bout.units[model].hp;
        let after = self.state.units[model].hp;
        let falls = after <= 0 || 2 * before >= full && 2 * after < full;
        let view = self.view();
        if own == other || !falls || !view.leads_by(by, CommanderTrait::Decimator) {
            return;
        }
        let done = &mut self.state.sides[own.index()].decimated;
        if !std::mem::replace(done, true) {
            self.change_momentum(other, -DECIMATION, MomentumCause::Trait);
        }
    }
}
