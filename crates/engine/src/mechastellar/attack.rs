//! Attacks: declaration, pools, commitments (`ms10.attack.sequence`).

use equipoise_dice::{Dice, Reroll, reroll};

use crate::Log;

use super::clash::{Clash, CounterTerms, Line, Strike};
use super::constants::{
    ADVANTAGE_HITS, BEST_CRITICAL, COUNTER_PENALTY, COUNTER_TRADE, CRITICAL, FLASH_COST, FLASH_DEF,
    FOCUS_COST, IRON_WALL_COST, IRON_WALL_DEF, SOUL_HITS, VALOR_COST, VALOR_HITS,
};
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::options::{AdvantageMode, FlashWithSkill};
use super::policy::{AttackBonus, AttackSkills, DefenceBonus, DefenceSkills, ask};
use super::profile::{ResourceKind, Shield, Tier};
use super::state::UnitId;
use super::view::View;

/// What both sides fixed before the dice.
#[derive(Clone, Copy, Debug, Default)]
struct PreRoll {
    lock_on: [bool; 2],
    attack_bonus: Option<AttackBonus>,
    defence_bonus: Option<DefenceBonus>,
    /// The defender gave up Melee DEF dice for its Counter (`ms10.counter.trade`).
    trade: bool,
    /// Blindside applies (`ms10.advantage.blindside`).
    blindside: bool,
}

/// Flat HITS of an attack before skills, part by part.
#[derive(Clone, Copy, Debug, Default)]
struct HitParts {
    weapon: i32,
    rapid_fire: i32,
    advantage: i32,
    shields: i32,
    size: i32,
    order: i32,
    counter: i32,
}

impl HitParts {
    fn sum(&self) -> i32 {
        self.weapon
            + self.rapid_fire
            + self.advantage
            + self.shields
            + self.size
            + self.order
            + self.counter
    }

    fn named(&self) -> Vec<(&'static str, i32)> {
        [
            ("weapon", self.weapon),
            ("Rapid Fire", self.rapid_fire),
            ("tactical advantage", self.advantage),
            ("shields from behind", self.shields),
            ("size", self.size),
            ("order", self.order),
            ("Counter", self.counter),
        ]
        .into_iter()
        .filter(|(_, value)| *value != 0)
        .collect()
    }
}

impl View<'_> {
    /// Shield values still carried that count against a Blindside attack
    /// (`ms10.advantage.blindside-shield`).
    fn shields_from_behind(self, target: UnitId, melee: bool) -> i32 {
        let intact = self.unit(target).shields;
        let value = |shield: &Shield| match *shield {
            Shield::Full(value) => i32::from(value),
            Shield::Melee(value) => i32::from(value) * i32::from(melee),
        };
        let shields = self.profile(target).shields.iter().enumerate();
        shields
            .filter(|(i, _)| intact >> i & 1 == 1)
            .map(|(_, shield)| value(shield))
            .sum()
    }

    /// Whether a strike has Blindside: begun behind the target and not yet used on it, or a target
    /// without a head; never on a Counter (`ms10.advantage.blindside`,
    /// `ms10.advantage.blindside-once`, `ms10.battle-damage.head`, `ms10.counter.no-passive`).
    pub(crate) fn has_blindside(self, strike: &Strike) -> bool {
        let turn = &self.state.turn;
        strike.counter.is_none()
            && (self.unit(strike.target).head_lost
                || turn.behind.contains(strike.target)
                    && !turn.blindside_used.contains(strike.target))
    }

    /// Whether Lock On is open to a unit against another: a Shooting or Evade roll within Sensors,
    /// never in a Counter (`ms10.lock-on.choice`, `ms10.lock-on.dice`, `ms10.counter.no-passive`).
    pub(crate) fn can_lock_on(self, strike: &Strike, defending: bool) -> bool {
        let distance = self.distance(strike.attacker, strike.target);
        let sensors = if defending {
            self.profile(strike.target).sensors_evade
        } else {
            self.profile(strike.attacker).sensors_shooting
        };
        strike.counter.is_none()
            && !self.weapon(strike.attacker, strike.weapon).is_melee()
            && distance <= sensors
    }

    /// Whether the elite bonus module gives `unit` a bonus on this strike (`ms10.bonus.module`).
    fn has_elite_bonus(self, strike: &Strike, unit: UnitId) -> bool {
        self.bout.options.elite_bonus
            && strike.counter.is_none()
            && self.profile(unit).tier.is_elite()
            && self.profile(unit).has_pilot_skills()
    }

    /// Whether the defender may trade Melee DEF dice for its Counter (`ms10.counter.trade`).
    fn can_trade(self, strike: &Strike) -> bool {
        let target = strike.target;
        strike.counter.is_none()
            && self.weapon(strike.attacker, strike.weapon).is_melee()
            && self.profile(target).tier.is_elite()
            && self.unit(target).melee_def.dice >= COUNTER_TRADE
            && self.momentum_of(target) >= super::constants::COUNTER_COST
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Resolves an attack of the active unit and the Counter it may provoke. The caller has checked
    /// that it is legal and has paid the action.
    pub(crate) fn attack(&mut self, weapon: usize, special: bool, target: UnitId) {
        let attacker = self.state.turn.unit;
        let strike = Strike {
            attacker,
            target,
            weapon,
            special,
            counter: None,
        };
        self.state.turn.count_attack(target);
        let (clash, trade) = self.clash(strike);
        let intuition = clash.flashed && self.bout.units[target].has_ace_access();
        self.inflict(&clash);
        self.offer_counter(
            &strike,
            CounterTerms {
                penalty: !intuition,
                trade,
            },
        );
    }

    /// A Counter by a surviving Elite target (`ms10.counter.trigger`).
    fn offer_counter(&mut self, struck: &Strike, terms: CounterTerms) {
        let (unit, enemy) = (struck.target, struck.attacker);
        let cost = super::constants::COUNTER_COST;
        if !self.state.units[unit].on_table
            || !self.state.units[enemy].on_table
            || !self.bout.units[unit].tier.is_elite()
            || self.view().momentum_of(unit) < cost
        {
            return;
        }
        let side = self.bout.units[unit].side;
        let Some(weapon) = ask!(self, side, counter(struck, terms)) else {
            return;
        };
        let view = self.view();
        if !view.may_counter_with(unit, weapon, enemy)
            || cost + view.shot_cost(unit, weapon) > view.momentum(side)
        {
            return;
        }
        self.pay_momentum(side, cost, MomentumCause::Counter);
        let trade = terms.trade && self.bout.units[unit].weapons[weapon].is_melee();
        let counter = Some(CounterTerms { trade, ..terms });
        let strike = Strike {
            attacker: unit,
            target: enemy,
            weapon,
            special: false,
            counter,
        };
        let (clash, _) = self.clash(strike);
        self.inflict(&clash);
    }

    /// Steps from declaration to the last commitment; the result is not yet applied.
    fn clash(&mut self, strike: Strike) -> (Clash, bool) {
        self.declare(&strike);
        let pre = self.before_the_roll(&strike);
        let (attack, defence) = (
            self.attack_line(&strike, &pre),
            self.defence_line(&strike, &pre),
        );
        let mut clash = Clash {
            strike,
            attack,
            defence,
            flashed: false,
        };
        self.roll(&mut clash);
        self.attacker_commits(&mut clash);
        self.defender_commits(&mut clash);
        (clash, pre.trade)
    }

    /// Pays uses, points and the surcharge of shooting while engaged, then turns the model
    /// (`ms10.target.turn`, `ms10.target.all-round`).
    fn declare(&mut self, strike: &Strike) {
        let (unit, index) = (strike.attacker, strike.weapon);
        let weapon = &self.bout.units[unit].weapons[index];
        let inches = self.view().distance(unit, strike.target) * super::constants::INCHES_PER_HEX;
        self.log.record(|| Event::Attack {
            attacker: unit,
            target: strike.target,
            weapon: index,
            special: strike.special,
            counter: strike.counter.is_some(),
            inches,
        });
        let surcharge = self.view().shot_cost(unit, index);
        if surcharge > 0 {
            self.pay_momentum(
                self.bout.units[unit].side,
                surcharge,
                MomentumCause::EngagedShot,
            );
        }
        if weapon.limited {
            self.state.units[unit].uses[index] -= 1;
        }
        let special = if strike.special {
            weapon.special.map_or(0, |s| s.cost)
        } else {
            0
        };
        self.spend_points(unit, weapon.resource_cost + special, "weapon");
        if !weapon.all_round {
            let facing = self.state.units[strike.target].pos - self.state.units[unit].pos;
            self.face(unit, facing);
        }
    }

    /// Choices both sides make before the dice (`ms10.attack.sequence`, step 3).
    fn before_the_roll(&mut self, strike: &Strike) -> PreRoll {
        let (own, other) = (
            self.bout.units[strike.attacker].side,
            self.bout.units[strike.target].side,
        );
        let mut pre = PreRoll::default();
        if self.view().can_lock_on(strike, false) {
            pre.lock_on[0] = ask!(self, own, lock_on(strike, false));
        }
        if self.view().can_lock_on(strike, true) {
            pre.lock_on[1] = ask!(self, other, lock_on(strike, true));
        }
        if self.view().has_elite_bonus(strike, strike.attacker) {
            pre.attack_bonus = Some(ask!(self, own, attack_bonus(strike)));
        }
        if self.view().has_elite_bonus(strike, strike.target) {
            pre.defence_bonus = Some(ask!(self, other, defence_bonus(strike)));
        }
        pre.trade = self.view().can_trade(strike) && ask!(self, other, trade(strike));
        pre.blindside = self.view().has_blindside(strike);
        if pre.blindside {
            self.state.turn.blindside_used.insert(strike.target);
        }
        pre
    }

    fn attack_line(&mut self, strike: &Strike, pre: &PreRoll) -> Line {
        let weapon = &self.bout.units[strike.attacker].weapons[strike.weapon];
        let melee = weapon.is_melee();
        let rapid = weapon
            .rapid_at(self.view().distance(strike.attacker, strike.target))
            .filter(|_| strike.counter.is_none() || self.bout.options.counter_rf);
        let barrage = pre.attack_bonus == Some(AttackBonus::Die);
        let trade = strike.counter.is_some_and(|terms| terms.trade);
        let net = weapon.dice
            + rapid.map_or(0, |band| band.dice)
            + i32::from(pre.lock_on[0])
            + i32::from(barrage)
            + COUNTER_TRADE * i32::from(trade);
        let mode = self.bout.options.advantage_mode;
        let sharper = u8::from(pre.attack_bonus == Some(AttackBonus::Critical))
            + u8::from(pre.blindside && mode == AdvantageMode::CritRange);
        let tear = melee && pre.attack_bonus == Some(AttackBonus::Size);
        let parts = HitParts {
            weapon: weapon.bonus,
            rapid_fire: rapid.map_or(0, |band| band.hits),
            advantage: i32::from(pre.blindside) * advantage_hits(mode),
            shields: i32::from(pre.blindside)
                * self.view().shields_from_behind(strike.target, melee),
            size: i32::from(tear) * i32::from(self.bout.units[strike.target].size),
            order: if strike.counter.is_none() {
                self.state.turn.order_hits
            } else {
                0
            },
            counter: strike.counter.map_or(0, |terms| {
                weapon.counter_bonus - COUNTER_PENALTY * i32::from(terms.penalty)
            }),
        };
        let line = Line::new(net, sharpened(sharper), parts.sum());
        self.log_pool(strike.attacker, true, &line, || parts.named());
        line
    }

    fn defence_line(&mut self, strike: &Strike, pre: &PreRoll) -> Line {
        let weapon = &self.bout.units[strike.attacker].weapons[strike.weapon];
        let state = &self.state.units[strike.target];
        let printed = if weapon.is_melee() {
            state.melee_def
        } else {
            state.evade
        };
        let wall = state.iron_wall;
        let net = printed.dice
            + i32::from(pre.lock_on[1])
            + i32::from(pre.defence_bonus == Some(DefenceBonus::Die))
            - COUNTER_TRADE * i32::from(pre.trade);
        let sharper = u8::from(pre.defence_bonus == Some(DefenceBonus::Critical));
        let line = Line::new(net, sharpened(sharper), printed.bonus + wall);
        self.log_pool(strike.target, false, &line, || {
            let parts = [("profile", printed.bonus), ("Iron Wall", wall)];
            parts.into_iter().filter(|(_, value)| *value != 0).collect()
        });
        line
    }

    fn log_pool(
        &mut self,
        unit: UnitId,
        attack: bool,
        line: &Line,
        parts: impl FnOnce() -> Vec<(&'static str, i32)>,
    ) {
        self.log.record(|| Event::Pool {
            unit,
            attack,
            dice: line.shape.dice,
            automatic: line.automatic as u8,
            critical: line.shape.critical,
            flat: line.flat,
            parts: parts(),
        });
    }

    /// Rolls both pools, the attack first.
    fn roll(&mut self, clash: &mut Clash) {
        clash.attack.roll = self.dice.pool(clash.attack.shape);
        clash.defence.roll = self.dice.pool(clash.defence.shape);
        for (unit, attack, line) in [
            (clash.strike.attacker, true, clash.attack),
            (clash.strike.target, false, clash.defence),
        ] {
            let critical = line.shape.critical;
            self.log.record(|| Event::Rolled {
                unit,
                attack,
                critical,
                roll: line.roll.into(),
            });
        }
    }

    /// The attacker buys everything first, seeing both rolls (`ms10.core.commit-order`).
    fn attacker_commits(&mut self, clash: &mut Clash) {
        let unit = clash.strike.attacker;
        let side = self.bout.units[unit].side;
        let fuel = self.bout.units[unit].resource;
        if matches!(fuel, Some(ResourceKind::Power | ResourceKind::Havoc))
            && self.state.units[unit].points > 0
            && let Some(which) = ask!(self, side, attack_reroll(&*clash))
        {
            self.spend_points(unit, 1, "reroll");
            self.throw_again(unit, true, &mut clash.attack, which);
        }
        let skills: AttackSkills = ask!(self, side, attack_skills(&*clash));
        if skills.focus {
            self.focus(unit, &mut clash.attack);
        }
        if skills.valor && self.view().can_valor(unit) {
            self.valor(clash);
        }
    }

    /// The defender answers with full knowledge (`ms10.core.commit-order`).
    fn defender_commits(&mut self, clash: &mut Clash) {
        let unit = clash.strike.target;
        let side = self.bout.units[unit].side;
        let state = &self.state.units[unit];
        let boost = self.bout.units[unit].resource == Some(ResourceKind::Boost) && state.points > 0;
        if (state.boost_reroll || boost)
            && let Some(which) = ask!(self, side, defence_reroll(&*clash))
        {
            if !self.state.units[unit].boost_reroll {
                self.spend_points(unit, 1, "reroll");
                self.state.units[unit].boost_reroll = true;
            }
            self.throw_again(unit, false, &mut clash.defence, which);
        }
        let skills: DefenceSkills = ask!(self, side, defence_skills(&*clash));
        if skills.focus {
            self.focus(unit, &mut clash.defence);
        }
        if self.view().can_flash(unit, skills.flash) {
            self.flash(clash, skills.flash);
        }
        // On one defence only one of Flash and a newly declared Iron Wall, unless the option allows both.
        let both = self.bout.options.flash_and_other_skill == FlashWithSkill::Always;
        if (both || !clash.flashed) && self.view().can_iron_wall(unit, skills.iron_wall) {
            self.iron_wall(clash, skills.iron_wall);
        }
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
        let side = self.bout.units[unit].side;
        if line.focused || self.view().momentum(side) < FOCUS_COST {
            return;
        }
        self.pay_momentum(side, FOCUS_COST, MomentumCause::Focus);
        line.focused = true;
        let successes = line.successes();
        self.log.record(|| Event::Focus { unit, successes });
    }

    /// Valor and its ACE part (`ms10.skill.valor`, `ms10.skill.valor-ace`).
    fn valor(&mut self, clash: &mut Clash) {
        let unit = clash.strike.attacker;
        let target = &self.bout.units[clash.strike.target];
        let soul = self.bout.units[unit].has_ace_access()
            && (target.tier == Tier::Ace || target.commander);
        let amount = VALOR_HITS + SOUL_HITS * i32::from(soul);
        self.pay_momentum(self.bout.units[unit].side, VALOR_COST, MomentumCause::Valor);
        self.state.units[unit].skill_used = true;
        clash.attack.flat += amount;
        self.log.record(|| Event::Skill {
            unit,
            skill: "Valor",
            amount,
        });
    }

    /// Flash (`ms10.skill.flash`).
    fn flash(&mut self, clash: &mut Clash, steps: u8) {
        let unit = clash.strike.target;
        let amount = FLASH_DEF * i32::from(steps);
        self.pay_momentum(
            self.bout.units[unit].side,
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
        let unit = clash.strike.target;
        let amount = IRON_WALL_DEF * i32::from(steps);
        self.pay_momentum(
            self.bout.units[unit].side,
            IRON_WALL_COST * steps,
            MomentumCause::IronWall,
        );
        let state = &mut self.state.units[unit];
        state.skill_used = true;
        state.iron_wall = amount;
        clash.defence.flat += amount;
        self.log.record(|| Event::Skill {
            unit,
            skill: "Iron Wall",
            amount,
        });
        if self.bout.units[unit].has_ace_access() {
            self.rally_save(unit);
        }
    }
}

impl View<'_> {
    /// Whether a skill that counts against the limit is still open this turn (`ms10.skill.limit`).
    fn skill_open(self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        let clashes = self.bout.options.flash_and_other_skill == FlashWithSkill::Never;
        !(state.skill_used || clashes && state.flash_used)
    }

    /// Whether Valor is open and affordable (`ms10.skill.access`, `ms10.momentum.pay`).
    pub(crate) fn can_valor(self, unit: UnitId) -> bool {
        self.profile(unit).has_elite_skills()
            && self.skill_open(unit)
            && self.momentum_of(unit) >= VALOR_COST
    }

    /// Whether Flash is open and affordable; `steps` 1 or 2 (`ms10.skill.access`).
    pub(crate) fn can_flash(self, unit: UnitId, steps: u8) -> bool {
        let state = self.unit(unit);
        let clashes = self.bout.options.flash_and_other_skill == FlashWithSkill::Never;
        (1..=2).contains(&steps)
            && self.profile(unit).has_pilot_skills()
            && !(clashes && state.skill_used)
            && self.momentum_of(unit) >= FLASH_COST * steps
    }

    /// Whether Iron Wall is open and affordable; `steps` 1 or 2 (`ms10.skill.access`).
    pub(crate) fn can_iron_wall(self, unit: UnitId, steps: u8) -> bool {
        (1..=2).contains(&steps)
            && self.profile(unit).has_elite_skills()
            && self.skill_open(unit)
            && self.momentum_of(unit) >= IRON_WALL_COST * steps
    }

    /// Whether Zeal is open and affordable (`ms10.skill.zeal`, `ms10.skill.access`).
    pub(crate) fn can_zeal(self, unit: UnitId, actions: u8) -> bool {
        let turn = &self.state.turn;
        (1..=super::constants::ZEAL_MAX).contains(&actions)
            && self.profile(unit).has_pilot_skills()
            && self.skill_open(unit)
            && (turn.acted || turn.moves_made >= super::constants::MOVE_ACTIONS)
            && self.momentum_of(unit) >= actions
    }
}

fn advantage_hits(mode: AdvantageMode) -> i32 {
    match mode {
        AdvantageMode::CritHit => ADVANTAGE_HITS,
        AdvantageMode::Upgrade => 1,
        AdvantageMode::CritRange => 0,
    }
}

/// Critical number after improvements (`ms10.core.crit`, `ms10.core.crit-cap`).
pub(super) fn sharpened(by: u8) -> u8 {
    CRITICAL.saturating_sub(by).max(BEST_CRITICAL)
}
