//! What both sides buy once the dice are seen: rerolls, skills, reactions.

use equipoise_dice::{Dice, Reroll, reroll};

use equipoise_engine::Log;

use super::aim::Form;
use super::clash::{Clash, Line};
use super::constants::{
    ALL_WEAPONS_COST, ANTI_AIR_COST, FLASH_COST, FLASH_DEF, IRON_WALL_COST, IRON_WALL_DEF,
    MOVE_ACTIONS, SOUL_HITS, VALOR_COST, VALOR_HITS, ZEAL_MAX,
};
use super::decider::{Decider, ask};
use super::decision::{AttackSkills, DefenceSkills};
use super::evade::fresh;
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::skilled::Skill;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::{Category, ResourceKind, UnitType};
use crate::options::FlashWithSkill;

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// The attacker buys everything first, seeing both rolls (`ms10.core.commit-order`).
    pub(crate) fn attacker_commits(&mut self, clash: &mut Clash) {
        let unit = clash.strike.attacker();
        let side = self.bout.side_of(unit);
        let fuel = self.bout.units[unit].resource;
        let boosted = !clash.strike.follows;
        if boosted
            && matches!(fuel, Some(ResourceKind::Power | ResourceKind::Havoc))
            && self.state.units[unit].points > 0
            && let Some(which) = ask!(self, side, attack_reroll(&*clash))
        {
            self.spend_points(unit, 1, "reroll");
            self.throw_again(unit, true, &mut clash.attack, which);
        }
        if self.bout.perks {
            self.match_dice(clash);
        }
        if !boosted || clash.strike.form == Form::Indirect {
            return;
        }
        let skills: AttackSkills = ask!(self, side, attack_skills(&*clash));
        if skills.focus {
            self.focus(unit, &mut clash.attack);
        }
        // Bought in an attack of the own turn; what is bought lasts for the round.
        let reactions = if clash.strike.counter.is_none() {
            skills.all_weapons
        } else {
            0
        };
        for _ in 0..reactions {
            self.all_weapons(clash);
        }
        for _ in 0..skills.anti_air {
            self.anti_air(unit, clash);
        }
        if skills.valor && self.view().can_valor(unit) {
            self.valor(clash);
        }
        if skills.slayer {
            self.slay(clash);
        }
    }

    /// The defender answers with full knowledge (`ms10.core.commit-order`).
    pub(crate) fn defender_commits(&mut self, clash: &mut Clash) {
        let unit = clash.strike.target();
        let side = self.bout.side_of(unit);
        if self.bout.perks {
            self.evade_again(clash);
        }
        let state = &self.state.units[unit];
        let boost = self.bout.units[unit].resource == Some(ResourceKind::Boost) && state.points > 0;
        if (state.boost_reroll || boost || self.view().unbeaten_price(&clash.strike).is_some())
            && !self.view().is_sought(&clash.strike)
            && let Some(which) = ask!(self, side, defence_reroll(&*clash))
        {
            self.pay_for_reroll(clash);
            let which = fresh(which, clash.defence.roll, clash.stale);
            self.throw_again(unit, false, &mut clash.defence, which);
        }
        let skills: DefenceSkills = ask!(self, side, defence_skills(&*clash));
        if skills.instincts {
            self.brace(clash);
        }
        if skills.ward {
            self.ward(clash);
        }
        if skills.firm {
            self.stand_firm(clash);
        }
        if skills.persevere {
            self.persevere(clash);
        }
        if skills.focus {
            self.focus(unit, &mut clash.defence);
        }
        for _ in 0..skills.anti_air {
            self.anti_air(unit, clash);
        }
        if self.view().can_flash(unit, skills.flash) {
            self.flash(clash, skills.flash);
        }
        // On one defence only one of Flash and a newly declared Iron Wall, unless the option allows both.
        let both = self.bout.options.flash_and_other_skill == FlashWithSkill::Always;
        if (both || !clash.flashed) && self.view().can_iron_wall(unit, skills.iron_wall) {
            self.iron_wall(clash, skills.iron_wall);
        }
        self.recharge(clash);
    }

    /// Power or Havoc points go into the barrier, one Strength each up to the printed value
    /// (`ms10.barrier.power`).
    fn recharge(&mut self, clash: &Clash) {
        let unit = clash.strike.target();
        let side = self.bout.side_of(unit);
        let able = self.view().rechargeable(unit);
        if able == 0 {
            return;
        }
        let points = able.min(ask!(self, side, recharge(clash)));
        self.spend_points(unit, points, "barrier");
        self.state.units[unit].barrier += points;
    }

    /// Throws chosen dice again, once (`ms10.core.reroll-once`, `ms10.core.reroll-subset`).
    fn throw_again(&mut self, unit: UnitId, attack: bool, line: &mut Line, which: Reroll) {
        if line.rerolled {
            return;
        }
        line.roll = reroll(self.dice, line.shape, line.roll, which);
        line.rerolled = true;
        let (critical, roll) = (line.shape.critical, line.roll);
        self.log.record(|| Event::Rerolled {
            unit,
            attack,
            critical,
            roll: roll.into(),
        });
    }

    /// Focus: this roll succeeds on 3 or more (`ms10.skill.focus`).
    fn focus(&mut self, unit: UnitId, line: &mut Line) {
        let side = self.bout.side_of(unit);
        let price = self.view().focus_cost(unit);
        let cost = self.view().relieved(unit, price);
        if line.focused || self.view().momentum(side) < cost {
            return;
        }
        if price == 0 && self.view().uses_free_focus(unit) {
            self.state.units[unit].free_focus -= 1;
        }
        self.use_order(unit, price);
        self.pay_momentum(side, cost, MomentumCause::Focus);
        line.focused = true;
        let successes = line.successes();
        self.log.record(|| Event::Focus { unit, successes });
    }

    /// All Weapons Fire: +1 HIT for the round with all but AA weapons (`ms10.ship.all-weapons`,
    /// `ms10.ship.elite-twice`).
    fn all_weapons(&mut self, clash: &mut Clash) {
        let unit = clash.strike.attacker();
        if !self
            .view()
            .can_react(unit, self.state.units[unit].all_weapons)
        {
            return;
        }
        self.react(unit, ALL_WEAPONS_COST, "All Weapons Fire");
        self.state.units[unit].all_weapons += 1;
        let anti_air = self.bout.units[unit].weapons[clash.strike.weapon()].anti_air;
        clash.attack.flat += i32::from(!anti_air);
    }

    /// Anti-Air Defences: +1 HIT with AA weapons, +1 DEF against Explosive ones, for the round
    /// (`ms10.ship.anti-air`, `ms10.ship.elite-twice`).
    fn anti_air(&mut self, unit: UnitId, clash: &mut Clash) {
        if !self.view().can_react(unit, self.state.units[unit].anti_air) {
            return;
        }
        self.react(unit, ANTI_AIR_COST, "Anti-Air Defences");
        self.state.units[unit].anti_air += 1;
        let weapon = &self.bout.units[clash.strike.attacker()].weapons[clash.strike.weapon()];
        if unit == clash.strike.attacker() {
            clash.attack.flat += i32::from(weapon.anti_air);
        } else {
            let missile = weapon.category == Some(Category::Explosive);
            clash.defence.flat += i32::from(missile);
            // Once, however often the ship reacts; the pool had it where it had reacted before.
            let first = self.state.units[unit].anti_air == 1 && clash.strike.counter.is_none();
            if self.bout.perks && missile && first {
                clash.defence.flat += self.view().pinpoint_def(unit);
            }
        }
    }

    fn react(&mut self, unit: UnitId, price: u8, reaction: &'static str) {
        let cost = self.view().relieved(unit, price);
        self.use_order(unit, price);
        self.pay_momentum(self.bout.side_of(unit), cost, MomentumCause::Reaction);
        self.log.record(|| Event::Reaction { unit, reaction });
    }

    /// Valor and its ACE part (`ms10.skill.valor`, `ms10.skill.valor-ace`).
    fn valor(&mut self, clash: &mut Clash) {
        let unit = clash.strike.attacker();
        let view = self.view();
        let soul = view.has_ace_access(unit) && view.has_ace_access(clash.strike.target());
        let amount = VALOR_HITS + SOUL_HITS * i32::from(soul);
        let cost = self.view().skill_cost(unit, VALOR_COST);
        self.pay_momentum(self.bout.side_of(unit), cost, MomentumCause::Valor);
        self.state.units[unit].use_skill(Skill::Valor, self.bout.perks);
        clash.attack.flat += amount;
        self.log.record(|| Event::Skill {
            unit,
            skill: "Valor",
            amount,
        });
    }

    /// Flash (`ms10.skill.flash`).
    fn flash(&mut self, clash: &mut Clash, steps: u8) {
        let unit = clash.strike.target();
        let amount = FLASH_DEF * i32::from(steps);
        self.pay_momentum(
            self.bout.side_of(unit),
            FLASH_COST * steps,
            MomentumCause::Flash,
        );
        self.state.units[unit].flash_used = true;
        clash.flashed = true;
        clash.defence.flat += amount;
        self.log.record(|| Event::Skill {
            unit,
            skill: "Flash",
            amount,
        });
    }

    /// Iron Wall and its ACE part (`ms10.skill.iron-wall`, `ms10.skill.iron-wall-ace`).
    fn iron_wall(&mut self, clash: &mut Clash, steps: u8) {
        let unit = clash.strike.target();
        let amount = IRON_WALL_DEF * i32::from(steps);
        let cost = self.view().skill_cost(unit, IRON_WALL_COST * steps);
        self.pay_momentum(self.bout.side_of(unit), cost, MomentumCause::IronWall);
        let state = &mut self.state.units[unit];
        state.use_skill(Skill::IronWall, self.bout.perks);
        state.iron_wall = amount;
        clash.defence.flat += amount;
        clash.harm = self.view().harm(&clash.strike);
        self.log.record(|| Event::Skill {
            unit,
            skill: "Iron Wall",
            amount,
        });
        if self.view().has_ace_access(unit) {
            self.rally_save(unit);
        }
    }
}

impl View<'_> {
    /// Whether a ship may react once more this round: once, with an Elite captain twice
    /// (`ms10.ship.elite-twice`).
    pub(crate) fn can_react(self, unit: UnitId, used: u8) -> bool {
        let profile = self.profile(unit);
        let most = if profile.tier.is_elite() { 2 } else { 1 };
        profile.unit_type == UnitType::Warship
            && used < most
            && self.momentum_of(unit) >= self.relieved(unit, ALL_WEAPONS_COST)
    }

    /// Strength that points could bring back to a unit's barrier (`ms10.barrier.power`).
    pub(crate) fn rechargeable(self, unit: UnitId) -> u8 {
        let (state, profile) = (self.unit(unit), self.profile(unit));
        let Some(barrier) = &profile.barrier else {
            return 0;
        };
        match profile.resource {
            Some(ResourceKind::Power | ResourceKind::Havoc) => {
                state.points.min(barrier.strength - state.barrier)
            }
            Some(ResourceKind::Boost) | None => 0,
        }
    }

    /// Whether Valor is open and affordable (`ms10.skill.access`, `ms10.momentum.pay`).
    pub(crate) fn can_valor(self, unit: UnitId) -> bool {
        self.has_elite_skills(unit)
            && self.skill_open(unit, Skill::Valor)
            && self.momentum_of(unit) >= self.skill_cost(unit, VALOR_COST)
    }

    /// Whether Flash is open and affordable; `steps` 1 or 2 (`ms10.skill.access`).
    pub(crate) fn can_flash(self, unit: UnitId, steps: u8) -> bool {
        let clashes = self.bout.options.flash_and_other_skill == FlashWithSkill::Never;
        (1..=2).contains(&steps)
            && self.profile(unit).has_pilot_skills()
            && (!clashes || self.leaves_room_for_flash(unit))
            && self.momentum_of(unit) >= FLASH_COST * steps
    }

    /// Whether Iron Wall is open and affordable; `steps` 1 or 2 (`ms10.skill.access`).
    pub(crate) fn can_iron_wall(self, unit: UnitId, steps: u8) -> bool {
        (1..=2).contains(&steps)
            && self.has_elite_skills(unit)
            && self.skill_open(unit, Skill::IronWall)
            && self.momentum_of(unit) >= self.skill_cost(unit, IRON_WALL_COST * steps)
    }

    /// Whether Zeal is open and affordable (`ms10.skill.zeal`, `ms10.skill.access`).
    pub(crate) fn can_zeal(self, unit: UnitId, actions: u8) -> bool {
        let turn = &self.state.turn;
        (1..=ZEAL_MAX).contains(&actions)
            && (turn.acted || turn.moves_made >= MOVE_ACTIONS)
            && self.momentum_of(unit) >= self.skill_cost(unit, actions)
            && self.skill_open(unit, Skill::Zeal)
            && self.profile(unit).has_pilot_skills()
    }
}
