//! From unblocked HITS to lost HP: saves, finishing blows, Battle Damage, destruction.

use equipoise_dice::Dice;
use serde::Serialize;

use crate::{Log, Side};

use super::clash::{Clash, Harm, Strike};
use super::constants::{
    BIG_HIT_DAMAGE, BIG_HIT_VP, CHALLENGE_VP, COMMANDER_VP, EXPLOSION_HITS, MOVE_ACTIONS,
};
use super::event::Event;
use super::game::Game;
use super::options::IronWallFinisher;
use super::policy::ask;
use super::profile::{Category, Shield};
use super::state::UnitId;
use super::view::View;

/// What Battle Damage can take (`ms10.battle-damage.option`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "part", content = "index")]
pub enum Location {
    /// A weapon, by its position in the profile.
    Weapon(usize),
    /// A shield, by its position in the profile.
    Shield(usize),
    /// Head or main camera.
    Head,
    /// Legs or propulsion.
    Legs,
    /// Core or reactor.
    Core,
}

/// A failed save, or the bonus of a finishing blow, about to cost HP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hurt {
    pub(crate) strike: Strike,
    /// HP this item costs.
    pub(crate) item: u32,
    /// HP the attack costs so far, this item left out.
    pub(crate) taken: u32,
    /// HP the items after this one cost.
    pub(crate) rest: u32,
}

impl View<'_> {
    /// Everything Battle Damage may still take from a unit, in a fixed order.
    pub(crate) fn locations(self, unit: UnitId) -> impl Iterator<Item = Location> {
        let (state, profile) = (self.unit(unit), self.profile(unit));
        let shields = (0..profile.shields.len()).map(Location::Shield);
        let weapons = (0..profile.weapons.len()).map(Location::Weapon);
        let rest = [Location::Legs, Location::Head, Location::Core];
        debug_assert!(state.legs_lost <= MOVE_ACTIONS);
        shields
            .chain(rest)
            .chain(weapons)
            .filter(move |&l| self.can_lose(unit, l))
    }

    /// Whether a location still has something to lose (`ms10.battle-damage.option`,
    /// `ms10.battle-damage.weapon`, `ms10.battle-damage.core`).
    pub(crate) fn can_lose(self, unit: UnitId, location: Location) -> bool {
        let state = self.unit(unit);
        match location {
            Location::Shield(i) => state.shields >> i & 1 == 1,
            Location::Head => !state.head_lost,
            Location::Legs => state.legs_lost < MOVE_ACTIONS,
            Location::Core => state.stat > 0,
            Location::Weapon(i) => {
                let weapon = self.weapon(unit, i);
                state.disabled >> i & 1 == 0
                    && !weapon.is_melee()
                    && !weapon.anti_air
                    && (!weapon.limited || state.uses[i] > 0)
            }
        }
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Applies a clash: finishing blow, base damage, saves, Battle Damage, HP, destruction
    /// (`ms10.attack.sequence`, steps 7 to 12).
    pub(crate) fn inflict(&mut self, clash: &Clash) {
        let strike = &clash.strike;
        let unblocked = clash.unblocked();
        let (attacker, target) = (strike.attacker, strike.target);
        let (hits, defences) = (clash.attack.total(), clash.defence.total());
        self.log.record(|| Event::Result {
            attacker,
            target,
            hits,
            defences,
            unblocked,
        });
        if unblocked == 0 {
            return;
        }
        let harm = self.view().harm(strike);
        let bonus = self.finishing_bonus(strike, &harm, unblocked);
        let failed = self.roll_saves(target, &harm, unblocked);
        let (taken, explosions) = self.convert(strike, &harm, harm.base(unblocked), failed, bonus);
        self.hurt(strike, taken, explosions);
    }

    /// Extra damage of a finishing blow, 0 if it is none (`ms10.finisher.bonus`).
    fn finishing_bonus(&mut self, strike: &Strike, harm: &Harm, unblocked: i32) -> u32 {
        if !harm.is_finishing(unblocked) {
            return 0;
        }
        let mut bonus = unblocked as u32 * harm.finisher_bonus;
        if self.state.units[strike.target].iron_wall > 0 {
            bonus = match self.bout.options.iron_wall_finisher {
                IronWallFinisher::Ignore => bonus,
                IronWallFinisher::Minus500 => bonus.saturating_sub(500),
                IronWallFinisher::Half => bonus / 2,
            };
        }
        let attacker = strike.attacker;
        self.log.record(|| Event::FinishingBlow { attacker, bonus });
        bonus
    }

    /// Rolls the armour saves and counts the failed ones (`ms10.save.roll`).
    fn roll_saves(&mut self, target: UnitId, harm: &Harm, unblocked: i32) -> u8 {
        let dice = harm.saves(unblocked);
        let Some(needed) = harm.pen.filter(|_| dice > 0) else {
            return 0;
        };
        let failed = self.dice.fails(dice, needed);
        self.log.record(|| Event::Saves {
            target,
            needed,
            dice,
            failed,
        });
        failed
    }

    /// Lets both sides turn failed saves and the finishing bonus into Battle Damage
    /// (`ms10.battle-damage.option`, `ms10.battle-damage.called-shot`). Returns the damage of the
    /// attack and that of exploding weapons.
    fn convert(
        &mut self,
        strike: &Strike,
        harm: &Harm,
        base: u32,
        failed: u8,
        bonus: u32,
    ) -> (u32, u32) {
        let (mut taken, mut explosions) = (base, 0);
        let mut rest = u32::from(failed) * harm.save_damage + bonus;
        let items = std::iter::repeat_n(harm.save_damage, failed.into());
        for item in items.chain((bonus > 0).then_some(bonus)) {
            rest -= item;
            let hurt = Hurt {
                strike: *strike,
                item,
                taken: taken + explosions,
                rest,
            };
            match self.battle_damage(&hurt) {
                Some(location) => explosions += self.lose(strike.target, location),
                None => taken += item,
            }
        }
        (taken, explosions)
    }

    /// The location that takes the place of an item of HP damage, if either side wants one.
    fn battle_damage(&mut self, hurt: &Hurt) -> Option<Location> {
        let (attacker, unit) = (hurt.strike.attacker, hurt.strike.target);
        let (own, other) = (self.bout.units[attacker].side, self.bout.units[unit].side);
        let mut choice = None;
        let mut called = false;
        if self.bout.options.called_shots && self.bout.units[attacker].tier.is_elite() {
            choice = ask!(self, own, called_shot(hurt));
            called = choice.is_some();
        }
        if choice.is_none() && self.bout.units[unit].tier.is_elite() {
            choice = ask!(self, other, battle_damage(hurt));
        }
        let location = choice.filter(|&location| self.view().can_lose(unit, location))?;
        self.log.record(|| Event::BattleDamage {
            unit,
            location,
            called,
        });
        Some(location)
    }

    /// Takes a location from a unit; returns the damage of an explosive that blows up.
    fn lose(&mut self, unit: UnitId, location: Location) -> u32 {
        let state = &mut self.state.units[unit];
        match location {
            Location::Weapon(index) => return self.lose_weapon(unit, index),
            Location::Shield(index) => self.lose_shield(unit, index),
            Location::Head => state.head_lost = true,
            Location::Legs => state.legs_lost += 1,
            Location::Core => {
                state.stat -= 1;
                state.points = state.points.min(state.stat);
            }
        }
        0
    }

    /// Disables a weapon; an explosive does 3 HITS of its DMG for each use left
    /// (`ms10.battle-damage.weapon`, `ms10.battle-damage.explosive`).
    fn lose_weapon(&mut self, unit: UnitId, index: usize) -> u32 {
        let weapon = &self.bout.units[unit].weapons[index];
        let state = &mut self.state.units[unit];
        state.disabled |= 1 << index;
        if weapon.category != Some(Category::Explosive) {
            return 0;
        }
        let damage = u32::from(state.uses[index]) * EXPLOSION_HITS * weapon.dmg;
        self.log.record(|| Event::Explosion { unit, damage });
        damage
    }

    /// Removes a shield: an S# gives its value back as dice, an MD# does not
    /// (`ms10.battle-damage.shield`, `ms10.battle-damage.melee-shield`).
    fn lose_shield(&mut self, unit: UnitId, index: usize) {
        let shield = self.bout.units[unit].shields[index];
        let state = &mut self.state.units[unit];
        state.shields &= !(1 << index);
        match shield {
            Shield::Full(value) => {
                for line in [&mut state.evade, &mut state.melee_def] {
                    line.bonus -= i32::from(value);
                    line.dice += i32::from(value);
                }
            }
            Shield::Melee(value) => state.melee_def.bonus -= i32::from(value),
        }
    }

    /// Takes HP and resolves destruction (`ms10.attack.destroyed`, `ms10.score.big-hit`).
    fn hurt(&mut self, strike: &Strike, taken: u32, explosions: u32) {
        let unit = strike.target;
        let amount = taken + explosions;
        let state = &mut self.state.units[unit];
        state.hp -= amount as i32;
        let hp = state.hp;
        self.log.record(|| Event::Damage { unit, amount, hp });
        if taken >= BIG_HIT_DAMAGE {
            self.award(
                self.bout.units[strike.attacker].side,
                BIG_HIT_VP,
                "10,000 damage in one attack",
            );
        }
        if hp <= 0 {
            self.destroy(unit, strike.attacker);
        }
    }

    fn destroy(&mut self, unit: UnitId, by: UnitId) {
        self.state.units[unit].on_table = false;
        self.log.record(|| Event::Destroyed { unit, by });
        let (victim, side) = (&self.bout.units[unit], self.bout.units[by].side);
        if victim.commander {
            self.award(
                side,
                COMMANDER_VP * i32::from(self.state.round),
                "enemy Commander",
            );
        }
        if self.view().is_challenger_of(by, unit) {
            self.award(side, CHALLENGE_VP, "challenged enemy");
        }
        if victim.tier.is_elite() {
            self.offer_revenge(victim.side, by);
        }
    }

    /// Once per battle a side may bind the destroyer of an Elite ally to one of its own units
    /// (`ms10.challenge.revenge`).
    fn offer_revenge(&mut self, side: Side, enemy: UnitId) {
        if self.state.sides[side.index()].revenge.is_some()
            || self.view().standing(side).next().is_none()
            || !self.state.units[enemy].on_table
        {
            return;
        }
        let Some(unit) = ask!(self, side, revenge(enemy)) else {
            return;
        };
        if self.state.units[unit].on_table && self.bout.units[unit].side == side {
            self.state.sides[side.index()].revenge = Some((unit, enemy));
            self.log.record(|| Event::Revenge { unit, enemy });
        }
    }
}
