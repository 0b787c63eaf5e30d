//! From unblocked HITS to lost HP: saves, finishing blows, Battle Damage, destruction.

use equipoise_dice::{Dice, Sides};

use equipoise_engine::{Log, Side};

use super::clash::{Clash, Line, Strike, pushes};
use super::constants::{EXPLOSION_HITS, LATE_ROUND, MOVE_ACTIONS, ROUT_ENEMIES};
use super::decider::{Decider, ask};
use super::earnings::Source;
use super::event::Event;
use super::game::Game;
use super::harm::Harm;
use super::hurt::{Hurt, Location};
use super::scoring::BIG_HIT_DAMAGE;
use super::unit::CompiledWeapon;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;
use crate::data::profile::{Category, Effect, Tier, UnitType};

impl View<'_> {
    /// Everything Battle Damage may still take from a unit, in a fixed order.
    pub(crate) fn locations(self, unit: UnitId) -> impl Iterator<Item = Location> {
        let (state, profile) = (self.unit(unit), self.profile(unit));
        let shields = (0..profile.shields.len()).map(Location::Shield);
        let weapons = (0..profile.printed).map(Location::Weapon);
        let rest = [Location::Legs, Location::Head, Location::Core];
        debug_assert!(state.legs_lost <= MOVE_ACTIONS);
        shields
            .chain(rest)
            .chain(weapons)
            .filter(move |&l| self.can_lose(unit, l))
    }

    /// Whether a location still has something to lose (`ms10.battle-damage.option`,
    /// `ms10.battle-damage.weapon`, `ms10.battle-damage.core`).
    #[inline]
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
                    && (!weapon.limited || !weapon.free && state.uses[i] > 0)
            }
        }
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Applies a clash: barrier, finishing blow, base damage, saves, Battle Damage, HP, destruction
    /// (`ms10.attack.sequence`, steps 7 to 12). Returns the HITS that came through.
    pub(crate) fn inflict(&mut self, clash: &Clash, arm: &CompiledWeapon) -> i32 {
        let strike = &clash.strike;
        let unblocked = clash.unblocked();
        let (attacker, target) = (strike.attacker(), strike.target());
        let (hits, defences) = (clash.attack.total(), clash.defence.total());
        self.log.record(|| Event::Result {
            attacker,
            target,
            hits,
            defences,
            unblocked,
        });
        self.shoot_down_remotes(clash, arm);
        let through = self.absorb(clash, unblocked);
        if through > 0 {
            if self.view().is_squad(target) {
                self.inflict_on_squad(clash, arm, through);
            } else {
                self.inflict_on(clash, arm, target, through);
            }
        }
        self.settle_strike(clash, arm, through);
        through
    }

    /// The attacker spreads the HITS over the models of a squad; each is worked out on its own
    /// (`ms10.squad.assign`).
    fn inflict_on_squad(&mut self, clash: &Clash, arm: &CompiledWeapon, through: i32) {
        let strike = &clash.strike;
        let side = self.bout.side_of(strike.attacker());
        let shares = ask!(self, side, assign(strike, through));
        let mut models = [None; 3];
        for (slot, model) in models.iter_mut().zip(self.view().models(strike.target())) {
            *slot = Some(model);
        }
        let mut left = through;
        for (model, share) in models.into_iter().zip(shares) {
            let Some(model) = model else { continue };
            let share = share.clamp(0, left);
            left -= share;
            // A collision may have destroyed it since the HITS were spread.
            if share > 0 && self.state.units[model].on_table {
                self.inflict_on(clash, arm, model, share);
            }
        }
    }

    /// What the HITS on one model do.
    fn inflict_on(&mut self, clash: &Clash, arm: &CompiledWeapon, model: UnitId, unblocked: i32) {
        let (strike, harm) = (&clash.strike, &clash.harm);
        let bonus = self.finishing_bonus(strike, harm, unblocked);
        let failed = self.roll_saves(strike, model, harm, unblocked);
        if failed > 0 && self.bout.secondary.on {
            self.state.secondary.strike.pierced = true;
        }
        let (taken, explosions) =
            self.convert(strike, model, harm, harm.base(unblocked), failed, bonus);
        if arm.effect == Effect::Stun && failed > 0 {
            let unit = self.state.units[model].leader;
            self.stun(unit, failed);
        }
        self.hurt(model, strike.attacker(), taken, explosions);
        // A squad is moved through its next leader when the old one fell (`ms10.squad.leader`).
        let target = self.state.units[strike.target()].leader;
        if pushes(arm.effect) && self.state.units[target].on_table {
            self.push(&strike.against(target), failed);
        }
    }

    /// A barrier absorbs what it can stop and wears down (`ms10.barrier.block`,
    /// `ms10.barrier.scope`, `ms10.barrier.immune`). Returns the HITS that come through.
    fn absorb(&mut self, clash: &Clash, unblocked: i32) -> i32 {
        let strike = &clash.strike;
        let (unit, view) = (strike.target(), self.view());
        if !view.has_active_barrier(unit) {
            return unblocked;
        }
        let weapon = view.weapon(strike.attacker(), strike.weapon());
        let profile = view.profile(unit);
        let in_front = view.in_front(unit, view.unit(strike.attacker()).pos);
        if !profile.barrier_stops(weapon, in_front) {
            return unblocked;
        }
        let strength = view.unit(unit).barrier;
        let absorbed = unblocked.min(i32::from(strength));
        let pen = i32::from(clash.harm.pen.unwrap_or(0));
        let worn = if profile.barrier_unworn(weapon.category, pen) {
            0
        } else {
            absorbed as u8
        };
        let left = strength - worn;
        self.state.units[unit].barrier = left;
        if absorbed > 0 {
            self.log.record(|| Event::Barrier {
                unit,
                absorbed,
                left,
            });
        }
        unblocked - absorbed
    }

    /// Each 10 on an Ace's Evade costs a remote weapon a die for the rest of the battle
    /// (`ms10.remote.shoot-down`).
    fn shoot_down_remotes(&mut self, clash: &Clash, weapon: &CompiledWeapon) {
        let strike = &clash.strike;
        if weapon.remote.is_none() || self.bout.units[strike.target()].tier != Tier::Ace {
            return;
        }
        let tens = self.tens(&clash.defence);
        let lost = &mut self.state.units[strike.attacker()].dice_lost[strike.weapon()];
        *lost = (*lost + tens).min(weapon.dice as u8);
    }

    /// Tens among the criticals of a roll: all of them unless the critical number is better than
    /// 10, then each with its exact chance.
    fn tens(&mut self, line: &Line) -> u8 {
        let faces = u32::from(11 - line.shape.critical.max(line.shape.target));
        if faces <= 1 {
            return line.roll.crit;
        }
        (0..line.roll.crit)
            .map(|_| u8::from(self.dice.below(faces) == 0))
            .sum()
    }

    /// Extra damage of a finishing blow, 0 if it is none (`ms10.finisher.bonus`).
    fn finishing_bonus(&mut self, strike: &Strike, harm: &Harm, unblocked: i32) -> u32 {
        if !harm.is_finishing(unblocked) {
            return 0;
        }
        let bonus = harm.finishing_bonus(unblocked);
        let attacker = strike.attacker();
        self.log.record(|| Event::FinishingBlow { attacker, bonus });
        bonus
    }

    /// Rolls the armour saves and counts the failed ones (`ms10.save.roll`).
    fn roll_saves(&mut self, strike: &Strike, model: UnitId, harm: &Harm, unblocked: i32) -> u8 {
        let dice = harm.saves(unblocked);
        let Some(needed) = harm.pen.filter(|_| dice > 0).map(i32::from) else {
            return 0;
        };
        let again = self.view().saves_again_from(strike, model);
        self.fail_saves(model, dice, needed, again)
    }

    /// How many of some armour saves fail, those that do rolled again if `again` (`ms93.commander.unyielding`).
    pub(super) fn fail_saves(&mut self, target: UnitId, dice: u8, needed: i32, again: bool) -> u8 {
        let failed = self.dice.fails(Sides::D10, dice, needed);
        self.log.record(|| Event::Saves {
            target,
            needed,
            dice,
            failed,
        });
        if again && failed > 0 {
            return self.fail_saves(target, failed, needed, false);
        }
        failed
    }

    /// Lets both sides turn failed saves and the finishing bonus into Battle Damage
    /// (`ms10.battle-damage.option`, `ms10.battle-damage.called-shot`, `ms93.army.optional-modules`).
    /// Returns the damage of the attack and that of exploding weapons. Saves that move instead of hurting
    /// are nothing to turn.
    fn convert(
        &mut self,
        strike: &Strike,
        model: UnitId,
        harm: &Harm,
        base: u32,
        failed: u8,
        bonus: u32,
    ) -> (u32, u32) {
        let (mut taken, mut explosions) = (base, 0);
        let mut rest = u32::from(failed) * harm.save_damage + bonus;
        if !self.bout.units[strike.attacker()].calls_shots && !self.bout.units[model].loses_parts {
            // Nobody is asked.
            return (base + rest, 0);
        }
        let saves = if harm.save_damage > 0 { failed } else { 0 };
        let items = std::iter::repeat_n(harm.save_damage, saves.into());
        for item in items.chain((bonus > 0).then_some(bonus)) {
            rest -= item;
            let hurt = Hurt {
                strike: strike.against(model),
                item,
                taken: taken + explosions,
                rest,
            };
            match self.battle_damage(&hurt) {
                Some(location) => explosions += self.lose(model, location),
                None => taken += item,
            }
        }
        (taken, explosions)
    }

    /// The location that takes the place of an item of HP damage, if either side wants one.
    fn battle_damage(&mut self, hurt: &Hurt) -> Option<Location> {
        let (attacker, unit) = (hurt.strike.attacker(), hurt.strike.target());
        let (own, other) = (self.bout.side_of(attacker), self.bout.side_of(unit));
        let mut choice = None;
        let mut called = false;
        if self.bout.units[attacker].calls_shots {
            choice = ask!(self, own, called_shot(hurt));
            called = choice.is_some();
        }
        if choice.is_none() && self.bout.units[unit].loses_parts {
            choice = ask!(self, other, battle_damage(hurt));
        }
        let location = choice.filter(|&location| self.view().can_lose(unit, location))?;
        self.log.record(|| Event::BattleDamage {
            unit,
            location,
            called,
        });
        if own != other {
            let points = self.bout.scoring.battle_damage;
            self.award(attacker, Source::Feats, points, "Battle Damage");
        }
        Some(location)
    }

    /// Takes a location from a unit; returns the damage of an explosive that blows up.
    fn lose(&mut self, unit: UnitId, location: Location) -> u32 {
        let state = &mut self.state.units[unit];
        match location {
            Location::Weapon(index) => return self.lose_weapon(unit, index),
            Location::Shield(index) => {
                state.lose_shield(index, self.bout.units[unit].shields[index]);
            }
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

    /// Takes HP and resolves destruction (`ms10.attack.destroyed`, `ms10.score.big-hit`).
    pub(crate) fn hurt(&mut self, unit: UnitId, by: UnitId, taken: u32, explosions: u32) {
        let amount = taken + explosions;
        if amount == 0 {
            return;
        }
        let state = &mut self.state.units[unit];
        let lost = (amount as i32).min(state.hp);
        state.hp -= amount as i32;
        let hp = state.hp;
        if self.bout.perks {
            self.decimate(unit, by, hp + amount as i32);
        }
        self.note_damage(unit);
        if self.bout.side_of(by) != self.bout.side_of(unit) {
            self.state.units[by].damage_dealt += lost as u32;
        }
        self.log.record(|| Event::Damage { unit, amount, hp });
        if taken >= BIG_HIT_DAMAGE {
            let points = self.bout.scoring.big_hit;
            self.award(by, Source::Feats, points, "10,000 damage in one attack");
        }
        if hp <= 0 {
            self.destroy(unit, by);
        }
    }

    /// Removes a model and resolves what its loss triggers.
    pub(crate) fn destroy(&mut self, unit: UnitId, by: UnitId) {
        let was_leader = self.state.units[unit].leader == unit;
        self.state.units[unit].on_table = false;
        self.state.losses = true;
        self.log.record(|| Event::Destroyed { unit, by });
        if self.bout.perks {
            self.bequeath(unit);
            self.grieve(unit);
        }
        let (victim, side) = (&self.bout.units[unit], self.bout.side_of(by));
        let hostile = victim.side != side;
        let mut value = i32::from(victim.vp);
        if hostile {
            self.state.units[by].vp_earned += value;
            let early = value * self.bout.mission.early(side, self.state.round);
            self.award(by, Source::Destroyed, early, "early kill");
            value += early;
        }
        if self.bout.secondary.on {
            self.count_loss(unit, by);
        }
        if hostile && self.view().commands(unit) {
            let points = self.bout.scoring.commander(self.state.round);
            self.award(by, Source::Commander, points, "enemy Commander");
        }
        // Of a squad the last model counts; until then the next one takes the oath over.
        let whole = was_leader && self.view().models(unit).next().is_none();
        if hostile && whole && self.view().is_challenger_of(by, unit) {
            let points = self.bout.scoring.challenge(value);
            self.award(by, Source::Challenge, points, "challenged enemy");
        }
        if was_leader {
            self.promote(unit);
        }
        self.contest();
        if victim.unit_type == UnitType::Warship {
            self.wreck(unit, by);
        }
        if victim.tier.is_elite() {
            self.shake_nearest(unit);
            self.offer_revenge(victim.side, by);
        }
        if hostile {
            self.command_rout(side, unit);
        }
    }

    /// The model of a squad that its owner names takes the lead (`ms10.squad.leader`).
    fn promote(&mut self, fallen: UnitId) {
        let Some(first) = self.view().models(fallen).next() else {
            return;
        };
        let mut models = UnitSet::EMPTY;
        for model in self.view().models(fallen) {
            models.insert(model);
        }
        let mut next = first;
        if models.len() > 1 {
            let side = self.bout.side_of(fallen);
            let wanted = ask!(self, side, lead(fallen, models));
            next = if models.contains(wanted) {
                wanted
            } else {
                first
            };
        }
        let old = self.state.units[fallen];
        for unit in self.bout.side(self.bout.side_of(fallen)) {
            if self.state.units[unit].leader == fallen {
                self.state.units[unit].leader = next;
            }
        }
        // A squad that loses its leader in its own turn has had that turn.
        let activated = old.activated || self.state.turn.unit == fallen;
        let deep = self.view().is_deep(self.state.units[next].pos);
        let state = &mut self.state.units[next];
        (state.facing, state.activated) = (old.facing, activated);
        (state.sunk, state.stun) = (old.sunk && deep, old.stun);
        (state.arrived, state.fallen) = (old.arrived, old.fallen);
        state.free_focus = old.free_focus;
        if self.state.return_fire.contains(fallen) {
            self.state.return_fire.insert(next);
        }
        self.state.turn.pass_on(fallen, next);
        self.state.heir(fallen, next);
        self.log.record(|| Event::Leads { unit: next });
    }

    /// The friendly unit nearest to a destroyed Elite unit makes a Morale save against Rout
    /// (`ms10.morale.elite-loss`).
    fn shake_nearest(&mut self, lost: UnitId) {
        let view = self.view();
        let side = view.side_of(lost);
        let nearest = view.standing(side).min_by_key(|&u| view.distance(lost, u));
        if let Some(nearest) = nearest {
            self.rout_save(nearest);
        }
    }

    /// Rout: the four enemies closest to the destroyed unit make Morale saves, two each from round
    /// 4 on (`ms10.command.rout`).
    fn command_rout(&mut self, side: Side, lost: UnitId) {
        let view = self.view();
        let commands = view.standing(side).any(|u| view.commands(u));
        let shaken = view.standing(side.other()).next().is_some();
        if !commands || !shaken || self.state.sides[side.index()].command_used {
            return;
        }
        if !ask!(self, side, rout(lost)) {
            return;
        }
        self.state.sides[side.index()].command_used = true;
        self.log.record(|| Event::Rout { side });
        let saves = if self.state.round >= LATE_ROUND { 2 } else { 1 };
        let mut called = UnitSet::EMPTY;
        for _ in 0..ROUT_ENEMIES {
            let view = self.view();
            let next = view
                .standing(side.other())
                .filter(|&u| !called.contains(u))
                .min_by_key(|&u| view.distance(lost, u));
            let Some(next) = next else { break };
            called.insert(next);
            for _ in 0..saves {
                self.rout_save(next);
            }
        }
    }

    /// Once per battle a side may bind the destroyer of an Elite ally to one of its own units
    /// (`ms10.challenge.revenge`).
    fn offer_revenge(&mut self, side: Side, enemy: UnitId) {
        if self.state.sides[side.index()].revenge.is_some()
            || self.bout.side_of(enemy) == side
            || self.view().standing(side).next().is_none()
            || !self.state.units[enemy].on_table
        {
            return;
        }
        let Some(unit) = ask!(self, side, revenge(enemy)) else {
            return;
        };
        if self.state.units[unit].on_table && self.bout.side_of(unit) == side {
            self.state.sides[side.index()].revenge = Some((unit, enemy));
            self.log.record(|| Event::Revenge { unit, enemy });
        }
    }
}
