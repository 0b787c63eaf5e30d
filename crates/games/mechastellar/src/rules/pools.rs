//! The pools of an attack: dice, critical numbers and flat bonuses, part by part.

use equipoise_engine::Log;

use super::aim::Form;
use super::clash::{Line, PreRoll, Strike};
use super::constants::{
    ADVANTAGE_HITS, BARRIER_WEAKNESS, BEST_CRITICAL, COUNTER_PENALTY, COUNTER_TRADE, COVER_DEF,
    COVER_DEF_LOCKED, CRITICAL, INDIRECT_PENALTY, INDIRECT_SQUAD, OVERWHELM_MODELS,
    SHUTDOWN_TOKENS, SWEEP_PENALTY,
};
use super::decision::{AttackBonus, DefenceBonus};
use super::event::Event;
use super::perks::PoolPerks;
use super::unit::CompiledWeapon;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::{Category, Shield, Tier};
use crate::options::AdvantageMode;

/// Flat HITS of an attack before skills, part by part.
#[derive(Clone, Copy, Debug, Default)]
struct HitParts {
    weapon: i32,
    rapid_fire: i32,
    advantage: i32,
    shields: i32,
    size: i32,
    exposed: i32,
    indirect: i32,
    sweep: i32,
    barrier: i32,
    support: i32,
    reaction: i32,
    order: i32,
    traits: i32,
    counter: i32,
}

impl HitParts {
    fn parts(&self) -> [(&'static str, i32); 14] {
        [
            ("weapon", self.weapon),
            ("Rapid Fire", self.rapid_fire),
            ("tactical advantage", self.advantage),
            ("shields from behind", self.shields),
            ("size", self.size),
            ("target on High Ground", self.exposed),
            ("indirect fire", self.indirect),
            ("sweep", self.sweep),
            ("against the barrier", self.barrier),
            ("support", self.support),
            ("reaction", self.reaction),
            ("order", self.order),
            ("traits", self.traits),
            ("Counter", self.counter),
        ]
    }

    fn sum(&self) -> i32 {
        self.weapon
            + self.rapid_fire
            + self.advantage
            + self.shields
            + self.size
            + self.exposed
            + self.indirect
            + self.sweep
            + self.barrier
            + self.support
            + self.reaction
            + self.order
            + self.traits
            + self.counter
    }

    fn named(&self) -> Vec<(&'static str, i32)> {
        let parts = self.parts().into_iter();
        parts.filter(|(_, value)| *value != 0).collect()
    }
}

impl View<'_> {
    /// Shield values still carried that count against a Blindside attack
    /// (`ms10.advantage.blindside-shield`).
    pub(super) fn shields_from_behind(self, target: UnitId, melee: bool) -> i32 {
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

    /// Whether a strike has Blindside: begun behind the target and not yet used on it, a remote
    /// weapon, or a target without a head; never on a Counter, with other indirect fire or on later
    /// targets of a sweep (`ms10.advantage.blindside`, `ms10.advantage.blindside-once`,
    /// `ms10.battle-damage.head`, `ms10.counter.no-passive`, `ms10.remote.attack`,
    /// `ms10.idf.no-bonus`, `ms10.aoe.first-only`), nor on who is immune (`ms93.upgrade.superior-instincts`).
    pub(crate) fn has_blindside(self, strike: &Strike, arm: &CompiledWeapon) -> bool {
        let turn = &self.state.turn;
        let remote = arm.remote.is_some();
        let bare = strike.counter.is_some() || strike.follows;
        if bare || strike.form == Form::Indirect && !remote || self.is_instinctive(strike.target())
        {
            return false;
        }
        self.unit(strike.target()).head_lost
            || (remote || turn.behind.contains(strike.target()))
                && !turn.blindside_used.contains(strike.target())
    }

    /// Whether Lock On is open to a unit against another: a Shooting or Evade roll within Sensors,
    /// never in a Counter, for the first target of a sweep only (`ms10.lock-on.choice`,
    /// `ms10.lock-on.dice`, `ms10.counter.no-passive`, `ms10.aoe.first-only`); not where the shot seeks its
    /// target (`ms93.trait.seeking-shot`).
    #[inline(always)]
    pub(crate) fn can_lock_on(
        self,
        strike: &Strike,
        arm: &CompiledWeapon,
        defending: bool,
    ) -> bool {
        let bare = strike.counter.is_some() || strike.follows && !defending;
        let denied = defending && self.bout.perks && self.seeks(strike, arm);
        if bare || denied || arm.is_melee() {
            return false;
        }
        let (unit, target) = (strike.attacker(), strike.target());
        let distance = self.distance(unit, target);
        if defending {
            distance <= self.profile(target).sensors_evade
        } else {
            self.finds(unit, target, distance)
        }
    }

    /// Whether a target this many hexes away is within Sensors for the shots of a unit: its own, or those of its fleet
    /// (`ms10.lock-on.dual`, `ms93.fleet.awacs-support`).
    #[inline(always)]
    pub(super) fn finds(self, unit: UnitId, target: UnitId, distance: u16) -> bool {
        distance <= self.profile(unit).sensors_shooting
            || self.bout.perks && self.is_found_by_fleet(unit, target)
    }

    /// Whether the elite bonus module gives `unit` a bonus on this strike (`ms10.bonus.module`).
    pub(crate) fn has_elite_bonus(self, strike: &Strike, unit: UnitId) -> bool {
        self.bout.options.elite_bonus
            && strike.counter.is_none()
            && (unit != strike.attacker() || !strike.follows)
            && self.profile(unit).tier.is_elite()
            && (self.profile(unit).has_pilot_skills() || self.captain_has_bonus(strike, unit))
    }

    /// Whether an Elite defender has Guard, Dodge or a Counter, one of the three (`ms10.bonus.guard`).
    #[inline]
    pub(crate) fn counters_instead(self) -> bool {
        self.bout.options.counters_instead()
    }

    /// The Elite bonus of a defence that a player has named, if it is open: no Dodge against a seeking shot,
    /// two in one by a trait alone; else a Guard.
    pub(super) fn open_defence(self, strike: &Strike, bonus: DefenceBonus) -> DefenceBonus {
        let open = !(bonus.dodges() && self.is_sought(strike))
            && (!bonus.doubles() || self.may_double_defence(strike.target()))
            && (!bonus.counters() || self.counters_instead());
        if open { bonus } else { DefenceBonus::Die }
    }

    /// Whether what was chosen before the dice leaves the defender a Counter (`ms10.bonus.guard`).
    pub(super) fn leaves_counter(self, pre: &PreRoll) -> bool {
        let chosen = |bonus: DefenceBonus| bonus.counters() || !self.counters_instead();
        pre.defence_bonus.is_none_or(chosen)
    }

    /// Whether the defender may trade Melee DEF dice for its Counter (`ms10.counter.trade`).
    pub(crate) fn can_trade(self, strike: &Strike) -> bool {
        let target = strike.target();
        strike.counter.is_none()
            && self.weapon(strike.attacker(), strike.weapon()).is_melee()
            && self.profile(target).tier.is_elite()
            && self.unit(target).melee_def.dice >= COUNTER_TRADE
            && self.momentum_of(target) >= self.counter_cost(target)
    }

    /// Whether a unit is Shutdown (`ms10.stun.shutdown`).
    pub(crate) fn is_shut_down(self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        state.stun > SHUTDOWN_TOKENS + state.stat
    }

    /// Whether a unit's barrier is up (`ms10.barrier.block`, `ms10.advantage.shutdown`).
    pub(crate) fn has_active_barrier(self, unit: UnitId) -> bool {
        self.unit(unit).barrier > 0 && !self.is_shut_down(unit)
    }

    /// Size for AOE, Tear Through and High Ground: of a squad the number of models, or the sum of
    /// their Sizes (`ms10.squad.size`).
    pub(crate) fn size_of(self, unit: UnitId) -> i32 {
        let sizes = |u: UnitId| i32::from(self.profile(u).size);
        let count = self.models(unit).count() as i32;
        let sum: i32 = self.models(unit).map(sizes).sum();
        if count > 1 { sum.max(count) } else { sum }
    }

    pub(crate) fn is_squad(self, unit: UnitId) -> bool {
        self.bout.reforms && self.models(unit).count() > 1
    }

    /// Whether a condition of tactical advantage holds, Blindside aside
    /// (`ms10.advantage.high-ground`, `ms10.advantage.overwhelm`, `ms10.advantage.crumbling`,
    /// `ms10.advantage.shutdown`, `ms93.trait.ambusher`).
    pub(super) fn has_advantage(self, strike: &Strike) -> bool {
        let (attacker, target) = (strike.attacker(), strike.target());
        if strike.counter.is_some() || strike.follows || strike.form == Form::Indirect {
            return false;
        }
        let fallen = self.unit(target).fallen && self.profile(target).tier == Tier::Basic;
        self.level(attacker) > self.level(target)
            || self.is_shut_down(target)
            || fallen
            || self.overwhelms(attacker, target)
            || self.ambushes(strike)
    }

    /// Three models of the attacking side within 8 in of the target (`ms10.advantage.overwhelm`).
    pub(crate) fn overwhelms(self, attacker: UnitId, target: UnitId) -> bool {
        if self.is_duel() {
            return false;
        }
        let near = |&u: &UnitId| {
            let state = self.unit(u);
            state.on_table
                && state.pos.distance(self.unit(target).pos) <= self.bout.distances.overwhelm
        };
        let own = self.bout.side(self.side_of(attacker));
        own.filter(near).count() >= OVERWHELM_MODELS
    }

    /// Dice that other models of the squad with the same working weapon add
    /// (`ms10.squad.attack-dice`).
    fn squad_dice(self, strike: &Strike) -> i32 {
        if !self.bout.reforms || strike.counter.is_some() || strike.follows {
            return 0;
        }
        let name = &self.weapon(strike.attacker(), strike.weapon()).name;
        let armed = |&u: &UnitId| {
            let weapons = self.profile(u).weapons.iter().take(self.profile(u).printed);
            u != strike.attacker()
                && weapons
                    .enumerate()
                    .any(|(i, w)| w.name == *name && self.weapon_works(u, i))
        };
        self.models(strike.attacker()).filter(armed).count() as i32
    }

    /// HITS one weapon of another model of the attacker's squad gives as support
    /// (`ms10.squad.support`).
    pub(crate) fn squad_support(self, strike: &Strike, model: UnitId, index: usize) -> i32 {
        let (attacker, state) = (strike.attacker(), self.unit(model));
        let weapon = self.weapon(model, index);
        let given = weapon.support.filter(|support| {
            model != attacker
                && state.on_table
                && state.leader == attacker
                && support.melee == self.weapon(attacker, strike.weapon()).is_melee()
                && weapon.range >= self.distance(model, strike.target())
                && self.weapon_works(model, index)
        });
        given.map_or(0, |support| i32::from(support.attack))
    }

    /// DEF of cover against a strike (`ms10.cover.bonus`, `ms10.cover.lock-on`, `ms10.aoe.cover`).
    fn cover_def(self, strike: &Strike, pre: &PreRoll) -> i32 {
        let aoe = self
            .weapon(strike.attacker(), strike.weapon())
            .aoe
            .is_some();
        if pre.cover.is_none() {
            0
        } else if (aoe || pre.lock_on[0]) && !pre.breached {
            COVER_DEF_LOCKED
        } else {
            COVER_DEF
        }
    }

    /// HITS of indirect fire: the penalty unless Lock On cancels it, and the tag's own bonus
    /// against squads (`ms10.idf.attack`, `ms10.lock-on.cancel-idf`, `ms10.idf.squad`).
    fn indirect_hits(self, strike: &Strike, locked: bool) -> i32 {
        let weapon = self.weapon(strike.attacker(), strike.weapon());
        let penalty = strike.form == Form::Indirect && !locked;
        let squad = weapon.indirect && self.is_squad(strike.target());
        INDIRECT_SQUAD * i32::from(squad) - INDIRECT_PENALTY * i32::from(penalty)
    }

    /// HITS by Size: AOE, Tear Through, Crash (`ms10.aoe.size`, `ms10.bonus.tear`,
    /// `ms10.crash.bonus`).
    fn size_hits(self, strike: &Strike, tears: bool) -> i32 {
        let weapon = self.weapon(strike.attacker(), strike.weapon());
        let by_target = weapon.aoe.is_some() || tears && weapon.is_melee();
        let target = if by_target {
            self.size_of(strike.target())
        } else {
            0
        };
        let runs = i32::from(self.state.turn.accelerations);
        let crash = i32::from(self.profile(strike.attacker()).size) + runs;
        target + if strike.crash { crash } else { 0 }
    }

    /// HITS of a ship's reactions (`ms10.ship.all-weapons`, `ms10.ship.anti-air`).
    fn reaction_hits(self, strike: &Strike) -> i32 {
        let state = self.unit(strike.attacker());
        let weapon = self.weapon(strike.attacker(), strike.weapon());
        if strike.form == Form::Indirect || strike.follows {
            0
        } else if weapon.anti_air {
            i32::from(state.anti_air)
        } else {
            i32::from(state.all_weapons)
        }
    }

    /// HITS that a higher target gives away (`ms10.advantage.high-ground-exposed`).
    fn exposed_hits(self, strike: &Strike) -> i32 {
        let higher = self.level(strike.target()) > self.level(strike.attacker());
        if higher && strike.counter.is_none() && strike.form != Form::Indirect && !strike.follows {
            1 + self.size_of(strike.target())
        } else {
            0
        }
    }
}

impl View<'_> {
    /// The attacker's pool (`ms10.attack.pools`).
    pub(crate) fn attack_line<L: Log<Event>>(
        self,
        strike: &Strike,
        pre: &PreRoll,
        log: &mut L,
    ) -> Line {
        let view = self;
        let weapon = &self.bout.units[strike.attacker()].weapons[strike.weapon()];
        let melee = weapon.is_melee();
        let indirect = strike.form == Form::Indirect;
        let rapid = weapon
            .rapid_at(view.distance(strike.attacker(), strike.target()))
            .filter(|_| strike.counter.is_none() || self.bout.options.counter_rf);
        let trade = strike.counter.is_some_and(|terms| terms.trade);
        let lost = self.state.units[strike.attacker()].dice_lost[strike.weapon()];
        let perks = if self.bout.perks {
            let mut perks = view.attack_perks(strike, pre, weapon, rapid);
            view.skilled_attack(strike, pre, weapon, &mut perks);
            perks
        } else {
            PoolPerks::default()
        };
        let net = weapon.dice
            + rapid.map_or(0, |band| band.dice)
            + i32::from(pre.lock_on[0] && !indirect)
            + i32::from(pre.attack_bonus == Some(AttackBonus::Die))
            + view.squad_dice(strike)
            + COUNTER_TRADE * i32::from(trade)
            + perks.dice
            - i32::from(lost);
        let mode = self.bout.options.advantage_mode;
        let advantage = pre.blindside || view.has_advantage(strike);
        let sharper = u8::from(pre.attack_bonus == Some(AttackBonus::Critical))
            + u8::from(advantage && mode == AdvantageMode::CritRange)
            + perks.sharper;
        let tears = pre.attack_bonus == Some(AttackBonus::Size);
        let in_mode = view.mode(strike.attacker()).map_or(0, |mode| {
            i32::from(if melee {
                mode.melee_bonus
            } else {
                mode.shooting_bonus
            })
        });
        let weak =
            (weapon.aoe.is_some() || weapon.indirect) && view.has_active_barrier(strike.target());
        let parts = HitParts {
            weapon: weapon.bonus + in_mode,
            rapid_fire: rapid.map_or(0, |band| band.hits),
            advantage: i32::from(advantage) * advantage_hits(mode),
            shields: i32::from(pre.blindside) * view.shields_from_behind(strike.target(), melee),
            size: view.size_hits(strike, tears),
            exposed: view.exposed_hits(strike),
            indirect: view.indirect_hits(strike, pre.lock_on[0]),
            sweep: -SWEEP_PENALTY * i32::from(strike.swept),
            barrier: BARRIER_WEAKNESS * i32::from(weak),
            support: pre.support[0].into(),
            reaction: view.reaction_hits(strike),
            order: if strike.counter.is_none() && !strike.follows && !indirect {
                self.state.turn.order_hits
            } else {
                0
            },
            traits: perks.flat,
            counter: strike.counter.map_or(0, |terms| {
                weapon.counter_bonus - COUNTER_PENALTY * i32::from(terms.penalty)
            }),
        };
        let line = Line::new(net, sharpened(sharper), parts.sum()).shifted(perks.target);
        log_pool(log, strike.attacker(), true, &line, || parts.named());
        line
    }

    /// The defender's pool (`ms10.attack.defence-kind`).
    pub(crate) fn defence_line<L: Log<Event>>(
        self,
        strike: &Strike,
        pre: &PreRoll,
        log: &mut L,
    ) -> Line {
        let view = self;
        let unit = strike.target();
        let weapon = &self.bout.units[strike.attacker()].weapons[strike.weapon()];
        let melee = weapon.is_melee();
        let state = view.unit(unit);
        let printed = if melee { state.melee_def } else { state.evade };
        let (mode_bonus, target) = view.mode(unit).map_or((0, None), |mode| {
            if melee {
                (mode.melee_def_bonus, mode.melee_def_target)
            } else {
                (mode.evade_bonus, mode.evade_target)
            }
        });
        let wall = state.iron_wall;
        let down = view.is_shut_down(unit);
        let net = printed.dice
            + i32::from(pre.lock_on[1])
            + i32::from(pre.defence_bonus.is_some_and(DefenceBonus::guards))
            - COUNTER_TRADE * i32::from(pre.trade);
        let perks = if self.bout.perks {
            view.defence_perks(strike, pre, weapon)
        } else {
            PoolPerks::default()
        };
        let net = net + perks.dice;
        let dodges = pre.defence_bonus.is_some_and(DefenceBonus::dodges);
        let sharper = u8::from(dodges) + perks.sharper;
        let cover = view.cover_def(strike, pre);
        let pierced = if self.bout.perks {
            view.pierced_def(strike, pre, weapon, cover)
        } else {
            0
        };
        let flak =
            i32::from(state.anti_air) * i32::from(weapon.category == Some(Category::Explosive));
        let parts = [
            ("profile", printed.bonus + i32::from(mode_bonus)),
            ("Iron Wall", wall),
            ("cover", cover),
            ("support", pre.support[1].into()),
            ("anti-air defences", flak),
            ("traits", perks.flat),
            ("Take the Shot", -pierced),
        ];
        let flat = parts.iter().map(|(_, value)| value).sum();
        let mut line = Line::new(if down { 0 } else { net }, sharpened(sharper), flat);
        if let Some(target) = target {
            line.shape.target = target;
            line.shape.lowered = line.shape.lowered.min(target);
        }
        let line = line.shifted(perks.target);
        log_pool(log, unit, false, &line, || {
            parts.into_iter().filter(|(_, value)| *value != 0).collect()
        });
        line
    }
}

fn log_pool<L: Log<Event>>(
    log: &mut L,
    unit: UnitId,
    attack: bool,
    line: &Line,
    parts: impl FnOnce() -> Vec<(&'static str, i32)>,
) {
    log.record(|| Event::Pool {
        unit,
        attack,
        dice: line.shape.dice,
        automatic: line.automatic,
        critical: line.shape.critical,
        flat: line.flat,
        parts: parts(),
    });
}

/// HITS of tactical advantage.
pub(super) fn advantage_hits(mode: AdvantageMode) -> i32 {
    match mode {
        AdvantageMode::CritHit => ADVANTAGE_HITS,
        AdvantageMode::Upgrade => 1,
        AdvantageMode::CritRange => 0,
    }
}

/// Critical number after improvements (`ms10.core.crit`, `ms10.core.crit-cap`).
pub(crate) fn sharpened(by: u8) -> u8 {
    CRITICAL.saturating_sub(by).max(BEST_CRITICAL)
}
