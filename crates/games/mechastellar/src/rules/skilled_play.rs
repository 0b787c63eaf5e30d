//! Skills under upgrades of the wargame: Army of One, Superior Instincts and Highly Skilled pilots.

use equipoise_dice::Dice;
use equipoise_engine::Log;

use super::aim::Form;
use super::bought::INSTINCT_DEF;
use super::clash::{Clash, CounterTerms, PreRoll, Strike};
use super::constants::{ADVANTAGE_HITS, ATTACKS_PER_TARGET, INDIRECT_PENALTY, LATE_ROUND};
use super::decider::{Decider, ask};
use super::decision::Reply;
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::harm::Harm;
use super::perks::PoolPerks;
use super::skilled::{Readied, Skill};
use super::unit::CompiledWeapon;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::{ResourceKind, UnitType, Upgrade};
use crate::options::FlashWithSkill;

/// PEN of Giant Slayer, and what larger Sizes add in melee (`ms93.skill.giant-slayer`).
const SLAYER_PEN: i16 = 1;
const GIANT_PEN: i16 = 2;
/// DMG that Persevere takes off each HIT, and from round 4 on; the least it leaves (`ms93.skill.persevere`).
const PERSEVERE: u32 = 200;
const PERSEVERE_LATE: u32 = 300;
const LEAST_DMG: u32 = 100;
/// Inches that Take the Shot reaches farther, and the PEN that takes it past shields and cover
/// (`ms93.skill.take-the-shot`).
const STEADY_IN: u16 = 16;
const PIERCING_PEN: u8 = 3;

impl View<'_> {
    /// Different Skills that a unit may use in a turn (`ms93.upgrade.army-of-one`).
    fn skill_limit(self, unit: UnitId) -> u32 {
        1 + u32::from(self.has_bought(unit, Upgrade::ArmyOfOne))
    }

    /// Whether a Skill that counts against the limit is still open this turn (`ms10.skill.limit`,
    /// `ms93.upgrade.army-of-one`).
    pub(crate) fn skill_open(self, unit: UnitId, skill: Skill) -> bool {
        let state = self.unit(unit);
        let flashed =
            self.bout.options.flash_and_other_skill == FlashWithSkill::Never && state.flash_used;
        if !self.bout.perks {
            return !(state.skill_used || flashed);
        }
        let used = state.skills.count_ones() + u32::from(flashed);
        !state.has_used(skill) && used < self.skill_limit(unit)
    }

    /// Whether a unit may still use two Skills this turn (`ms93.upgrade.army-of-one`).
    pub(crate) fn has_room_for_two_skills(self, unit: UnitId) -> bool {
        self.unit(unit).skills.count_ones() + 2 <= self.skill_limit(unit)
    }

    /// Whether other Skills leave room for Flash where it counts like one of them
    /// (`ms10.skill.limit`, `ms93.upgrade.army-of-one`).
    pub(super) fn leaves_room_for_flash(self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        if self.bout.perks {
            state.skills.count_ones() < self.skill_limit(unit)
        } else {
            !state.skill_used
        }
    }

    /// Whether a unit has Superior Instincts in force or left: an Ace or the Commander
    /// (`ms93.upgrade.superior-instincts`).
    #[inline]
    pub(super) fn is_instinctive(self, unit: UnitId) -> bool {
        let own = self.profile(unit);
        self.bout.perks
            && own.perks.bought.has(Upgrade::SuperiorInstincts)
            && self.has_ace_access(unit)
            && own.unit_type != UnitType::Warship
    }

    /// Whether it may begin one of its two turns of them.
    pub(crate) fn may_brace(self, unit: UnitId) -> bool {
        self.is_instinctive(unit) && self.unit(unit).has_instincts()
    }

    /// Momentum for the Skill of a Highly Skilled pilot, 0 for the free use of the round; `None` where it is
    /// not open or there is too little (`ms93.upgrade.highly-skilled`).
    pub(crate) fn skill_price(self, unit: UnitId, skill: Skill) -> Option<u8> {
        let own = self.bout.perks && self.profile(unit).perks.skill == Some(skill);
        if !own || !self.skill_open(unit, skill) {
            return None;
        }
        let price = if self.unit(unit).has_free_skill() {
            0
        } else {
            self.skill_cost(unit, skill.price()?)
        };
        (price <= self.momentum_of(unit)).then_some(price)
    }

    /// What the Skills in force make of the harm of a strike (`ms93.skill.giant-slayer`,
    /// `ms93.skill.persevere`).
    #[inline]
    pub(super) fn changed_by_skills(self, strike: &Strike, harm: Harm) -> Harm {
        let mut harm = harm;
        if self.unit(strike.attacker()).has_used(Skill::GiantSlayer) {
            harm = self.slaying(strike, harm);
        }
        if self.unit(strike.target()).has_used(Skill::Persevere) {
            harm = self.persevering(harm);
        }
        harm
    }

    /// The harm of a strike with Giant Slayer: in melee against larger Sizes there is more of it
    /// (`ms93.skill.giant-slayer`).
    pub(crate) fn slaying(self, strike: &Strike, harm: Harm) -> Harm {
        let [own, other] = [strike.attacker(), strike.target()].map(|unit| self.profile(unit).size);
        let melee = self.weapon(strike.attacker(), strike.weapon()).is_melee();
        let giant = melee && other > own;
        harm.piercing(SLAYER_PEN + GIANT_PEN * i16::from(giant))
    }

    /// The harm of a strike at who perseveres (`ms93.skill.persevere`).
    pub(crate) fn persevering(self, harm: Harm) -> Harm {
        let less = if self.state.round >= LATE_ROUND {
            PERSEVERE_LATE
        } else {
            PERSEVERE
        };
        harm.softened(less, LEAST_DMG)
    }

    /// Momentum for Unbeaten on a melee defence, 0 while it is in force; `None` where it is not open
    /// (`ms93.skill.unbeaten`).
    pub(crate) fn unbeaten_price(self, strike: &Strike) -> Option<u8> {
        let unit = strike.target();
        let melee = self.weapon(strike.attacker(), strike.weapon()).is_melee();
        if !self.bout.perks || !melee || self.profile(unit).perks.skill != Some(Skill::Unbeaten) {
            return None;
        }
        if self.unit(unit).has_used(Skill::Unbeaten) {
            return Some(0);
        }
        self.skill_price(unit, Skill::Unbeaten)
    }

    /// Momentum that a reroll of a defence takes where neither points nor a reroll of the turn are there:
    /// that of Unbeaten.
    pub(crate) fn reroll_price(self, strike: &Strike) -> u8 {
        let state = self.unit(strike.target());
        let boost = self.profile(strike.target()).resource == Some(ResourceKind::Boost);
        if state.boost_reroll || boost && state.points > 0 {
            return 0;
        }
        self.unbeaten_price(strike).unwrap_or(0)
    }

    /// Whether a weapon may answer by a Skill: a shot like that of a Counter
    /// (`ms93.skill.shooting-counterattack`, `ms93.skill.mayhem`).
    pub(crate) fn may_answer_with(self, unit: UnitId, reply: Reply, enemy: UnitId) -> bool {
        self.may_counter_with(unit, reply, enemy) && !self.weapon(unit, reply.weapon).is_melee()
    }

    /// Momentum of an answer with a weapon on these terms; Mayhem is free of the fee for shots out of an
    /// engagement (`ms10.counter.trigger`, `ms93.skill.mayhem`). `None` where it is not open.
    pub(crate) fn answer_price(
        self,
        unit: UnitId,
        weapon: usize,
        terms: CounterTerms,
    ) -> Option<u8> {
        let fee = self.shot_cost(unit, weapon);
        match terms.skill {
            None => Some(self.counter_cost(unit) + fee),
            Some(skill) => {
                let price = self.skill_price(unit, skill)?;
                Some(if skill == Skill::Mayhem {
                    price
                } else {
                    price + fee
                })
            }
        }
    }

    /// Whether a Shooting Counterattack takes Momentum of a unit that may Counter as well.
    pub(crate) fn answers_for_more(self, unit: UnitId) -> bool {
        self.profile(unit).tier.is_elite()
            && self.skill_price(unit, Skill::Counterattack) != Some(0)
            && self.momentum_of(unit) >= self.counter_cost(unit)
    }

    /// Whether the active unit may ready a Skill for the attacks to come (`ms93.skill.take-the-shot`,
    /// `ms93.upgrade.highly-skilled-20`).
    pub(crate) fn may_ready(self, readied: Readied) -> bool {
        self.ready_price(readied).is_some()
    }

    /// Momentum for it; `None` where it is not open.
    pub(crate) fn ready_price(self, readied: Readied) -> Option<u8> {
        let turn = &self.state.turn;
        let skill = self.profile(turn.unit).perks.skill?;
        if turn.readied.is_some() || !Readied::of(skill).contains(&readied) {
            return None;
        }
        self.skill_price(turn.unit, skill)
    }

    /// Hexes that shots of the active unit reach farther (`ms93.skill.take-the-shot`).
    #[inline]
    pub(crate) fn farther(self) -> u16 {
        if self.state.turn.readied == Some(Readied::Steady) {
            self.bout.distances.hex_in.hexes(STEADY_IN)
        } else {
            0
        }
    }

    /// What is readied for a strike: a shot of the own turn at its first target.
    fn readied_for(self, strike: &Strike, arm: &CompiledWeapon) -> Option<Readied> {
        let turn = &self.state.turn;
        let shot = !arm.is_melee() && strike.counter.is_none() && !strike.follows;
        turn.readied
            .filter(|_| shot && turn.unit == strike.attacker())
    }

    /// What a Skill changes in the pool of an attack: it is sharper, without penalties, or more by the
    /// critical hit of Mayhem (`ms93.upgrade.highly-skilled-20`, `ms93.skill.take-the-shot`,
    /// `ms93.skill.mayhem`).
    pub(super) fn skilled_attack(
        self,
        strike: &Strike,
        pre: &PreRoll,
        arm: &CompiledWeapon,
        pool: &mut PoolPerks,
    ) {
        if strike
            .counter
            .is_some_and(|terms| terms.skill == Some(Skill::Mayhem))
        {
            pool.flat += ADVANTAGE_HITS;
        }
        match self.readied_for(strike, arm) {
            Some(Readied::Bullseye) if strike.form != Form::Indirect => pool.sharper += 1,
            Some(Readied::Steady) => {
                let band = arm.rapid_at(self.distance(strike.attacker(), strike.target()));
                let (dice, hits) = band.map_or((0, 0), |band| (band.dice, band.hits));
                // What the crew's traits have taken off is not taken off again.
                let covered = if strike.form == Form::Indirect {
                    (0, 0)
                } else {
                    self.rapid_relief(strike, pre, band)
                };
                pool.dice += (-dice - covered.0).max(0);
                pool.flat += (-hits - covered.1).max(0);
                if strike.form == Form::Indirect && !pre.lock_on[0] {
                    pool.flat += INDIRECT_PENALTY;
                }
            }
            Some(_) | None => {}
        }
    }

    /// DEF that a shot past shields and cover takes away: a Blindside has taken that of the shields already
    /// (`ms93.skill.take-the-shot`, `ms10.advantage.blindside-shield`).
    pub(super) fn pierced_def(
        self,
        strike: &Strike,
        pre: &PreRoll,
        arm: &CompiledWeapon,
        cover: i32,
    ) -> i32 {
        let pierces = self.readied_for(strike, arm) == Some(Readied::Piercing)
            && arm.pen.is_some_and(|pen| pen >= PIERCING_PEN);
        if !pierces {
            return 0;
        }
        let shields = if pre.blindside {
            0
        } else {
            self.shields_from_behind(strike.target(), false)
        };
        cover + shields
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Superior Instincts: DEF on this defence and all others of the turn
    /// (`ms93.upgrade.superior-instincts`).
    pub(super) fn brace(&mut self, clash: &mut Clash) {
        let unit = clash.strike.target();
        if !self.view().may_brace(unit) {
            return;
        }
        self.state.units[unit].brace();
        clash.defence.flat += INSTINCT_DEF;
        self.log.record(|| Event::Skill {
            unit,
            skill: "Superior Instincts",
            amount: INSTINCT_DEF,
        });
    }

    /// Uses the Skill of a Highly Skilled pilot, the free use of the round first; whether it may
    /// (`ms93.upgrade.highly-skilled`).
    pub(super) fn use_bought_skill(&mut self, unit: UnitId, skill: Skill, amount: i32) -> bool {
        let Some(price) = self.view().skill_price(unit, skill) else {
            return false;
        };
        self.pay_momentum(self.bout.side_of(unit), price, MomentumCause::Skill);
        let state = &mut self.state.units[unit];
        state.use_up_free_skill();
        state.use_skill(skill, true);
        self.log.record(|| Event::Skill {
            unit,
            skill: skill.name(),
            amount,
        });
        true
    }

    /// Giant Slayer for this attack and all others of the turn (`ms93.skill.giant-slayer`).
    pub(super) fn slay(&mut self, clash: &mut Clash) {
        if self.use_bought_skill(
            clash.strike.attacker(),
            Skill::GiantSlayer,
            SLAYER_PEN.into(),
        ) {
            clash.harm = self.view().harm(&clash.strike);
        }
    }

    /// Persevere against this attack and all others of the turn (`ms93.skill.persevere`).
    pub(super) fn persevere(&mut self, clash: &mut Clash) {
        let late = self.state.round >= LATE_ROUND;
        let less = if late { PERSEVERE_LATE } else { PERSEVERE };
        if self.use_bought_skill(clash.strike.target(), Skill::Persevere, -(less as i32)) {
            clash.harm = self.view().harm(&clash.strike);
        }
    }

    /// Pays for a reroll of a defence: rerolls of the turn first, then a free Unbeaten, then Boost, then an
    /// Unbeaten for Momentum (`ms93.skill.unbeaten`, `ms10.boost.reroll`).
    pub(super) fn pay_for_reroll(&mut self, clash: &Clash) {
        let unit = clash.strike.target();
        let state = &self.state.units[unit];
        if state.boost_reroll || state.has_used(Skill::Unbeaten) && self.is_melee(clash) {
            return;
        }
        let boost = self.bout.units[unit].resource == Some(ResourceKind::Boost) && state.points > 0;
        let unbeaten = self.view().unbeaten_price(&clash.strike);
        if unbeaten == Some(0) || !boost {
            self.use_bought_skill(unit, Skill::Unbeaten, 0);
        } else {
            self.spend_points(unit, 1, "reroll");
            self.state.units[unit].boost_reroll = true;
        }
    }

    fn is_melee(&self, clash: &Clash) -> bool {
        let strike = &clash.strike;
        self.bout.units[strike.attacker()].weapons[strike.weapon()].is_melee()
    }

    /// A Shooting Counterattack of who has survived a shot, instead of a Counter; whether there was one
    /// (`ms93.skill.shooting-counterattack`).
    pub(super) fn offer_counterattack(&mut self, struck: &Strike) -> bool {
        let (unit, enemy) = (struck.target(), struck.attacker());
        if self.bout.units[enemy].weapons[struck.weapon()].is_melee() {
            return false;
        }
        self.offer_answer(unit, enemy, struck, Skill::Counterattack)
    }

    /// The shot of Mayhem after an own melee attack and its Counter (`ms93.skill.mayhem`).
    pub(super) fn offer_mayhem(&mut self, strike: &Strike) {
        let leader = |unit: UnitId| self.state.units[unit].leader;
        let (unit, enemy) = (leader(strike.attacker()), leader(strike.target()));
        let open = strike.form == Form::Melee
            && self.state.turn.attacks_on(enemy) < ATTACKS_PER_TARGET
            && [unit, enemy]
                .iter()
                .all(|&own| self.state.units[own].on_table);
        if open {
            // As if the enemy had struck.
            let struck = Strike {
                form: Form::Melee,
                ..Strike::plain(enemy, 0, unit)
            };
            if self.offer_answer(unit, enemy, &struck, Skill::Mayhem) {
                self.state.turn.count_attack(enemy);
            }
        }
    }

    /// A shot by a Skill, like that of a Counter; whether there was one.
    fn offer_answer(&mut self, unit: UnitId, enemy: UnitId, struck: &Strike, skill: Skill) -> bool {
        if self.view().skill_price(unit, skill).is_none() {
            return false;
        }
        let terms = CounterTerms {
            penalty: skill == Skill::Mayhem,
            trade: false,
            skill: Some(skill),
        };
        let side = self.bout.side_of(unit);
        let Some(reply) = ask!(self, side, counter(struck, terms)) else {
            return false;
        };
        let weapon = reply.weapon;
        let view = self.view();
        let price = || view.answer_price(unit, weapon, terms);
        if !view.may_answer_with(unit, reply, enemy)
            || price().is_none_or(|price| price > view.momentum(side))
        {
            return false;
        }
        let amount = if skill == Skill::Mayhem {
            ADVANTAGE_HITS
        } else {
            0
        };
        self.use_bought_skill(unit, skill, amount);
        let arm = &self.bout.units[unit].weapons[weapon];
        let strike = Strike::counter(unit, reply, enemy, false, terms);
        self.strike_back(strike, arm);
        true
    }

    /// A Skill for the attacks to come (`ms93.skill.take-the-shot`, `ms93.upgrade.highly-skilled-20`).
    pub(super) fn ready(&mut self, readied: Readied) -> bool {
        let unit = self.state.turn.unit;
        let open = self.view().may_ready(readied);
        let Some(skill) = self.bout.units[unit].perks.skill.filter(|_| open) else {
            return false;
        };
        self.use_bought_skill(unit, skill, 0);
        self.state.turn.readied = Some(readied);
        true
    }

    /// What was readied for one shot is gone with it: into a melee with one at a target in one.
    pub(super) fn use_up_readied(&mut self, strike: &Strike, arm: &CompiledWeapon, shielded: bool) {
        let gone = match self.view().readied_for(strike, arm) {
            Some(Readied::Bullseye | Readied::Steady) => true,
            Some(Readied::IntoMelee) => shielded,
            Some(Readied::Piercing) | None => false,
        };
        if gone {
            self.state.turn.readied = None;
        }
    }
}
