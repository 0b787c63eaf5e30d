//! An attack in progress, as both players see it.

use equipoise_dice::{PoolShape, PoolSize, Roll};

use super::aim::Form;
use super::constants::{CRITICAL, ENERGY_LOSS, SAVE_DAMAGE, finisher_threshold};
use super::decision::{AttackBonus, DefenceBonus, Reply};
use super::harm::Harm;
use super::skilled::Skill;
use super::terrain::Cover;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::{Category, Effect};
use crate::options::IronWallFinisher;

/// An attack as declared.
///
/// It is handed on from step to step and copied into what they remember, hence in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Strike {
    pub(crate) attacker: u8,
    pub(crate) target: u8,
    pub(crate) weapon: u8,
    /// With the weapon's paid special.
    pub(crate) special: bool,
    /// How it reaches the target.
    pub(crate) form: Form,
    /// One of several targets of a sweep (`ms10.aoe.sweep`).
    pub(crate) swept: bool,
    /// Not the first of them (`ms10.aoe.first-only`).
    pub(crate) follows: bool,
    /// Made in the middle of a move (`ms10.crash.attack`).
    pub(crate) crash: bool,
    /// Set when this attack is a Counter.
    pub(crate) counter: Option<CounterTerms>,
}

impl Strike {
    /// An attack with nothing special about it.
    #[inline]
    pub(crate) fn plain(attacker: UnitId, weapon: usize, target: UnitId) -> Self {
        Self {
            attacker: attacker as u8,
            target: target as u8,
            weapon: weapon as u8,
            special: false,
            form: Form::Direct,
            swept: false,
            follows: false,
            crash: false,
            counter: None,
        }
    }

    /// A Counter with a weapon and its paid special or without; what the defender traded counts in melee
    /// (`ms10.counter.profile`, `ms10.counter.trade`).
    #[inline]
    pub(crate) fn counter(
        unit: UnitId,
        reply: Reply,
        enemy: UnitId,
        melee: bool,
        terms: CounterTerms,
    ) -> Self {
        Self {
            special: reply.special,
            counter: Some(CounterTerms {
                trade: terms.trade && melee,
                ..terms
            }),
            form: if melee { Form::Melee } else { Form::Direct },
            ..Self::plain(unit, reply.weapon, enemy)
        }
    }

    #[inline]
    pub(crate) fn attacker(&self) -> UnitId {
        self.attacker.into()
    }

    #[inline]
    pub(crate) fn target(&self) -> UnitId {
        self.target.into()
    }

    /// Position of the weapon in the attacker's profile.
    #[inline]
    pub(crate) fn weapon(&self) -> usize {
        self.weapon.into()
    }

    /// The same against another target.
    #[inline]
    pub(crate) fn against(self, target: UnitId) -> Self {
        Self {
            target: target as u8,
            ..self
        }
    }

    /// The same by another attacker.
    #[inline]
    pub(crate) fn by(self, attacker: UnitId) -> Self {
        Self {
            attacker: attacker as u8,
            ..self
        }
    }
}

/// What distinguishes a Counter from an attack of the own turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CounterTerms {
    /// The usual -2 HITS apply (`ms10.counter.penalty`, lifted by `ms10.skill.flash-ace`).
    pub(crate) penalty: bool,
    /// Two Melee DEF dice were traded for two attack dice (`ms10.counter.trade`).
    pub(crate) trade: bool,
    /// Made by a Skill of its own (`ms93.skill.shooting-counterattack`, `ms93.skill.mayhem`).
    pub(crate) skill: Option<Skill>,
}

impl CounterTerms {
    /// Those of a Counter by the rules alone.
    pub(crate) const PLAIN: Self = Self {
        penalty: true,
        trade: false,
        skill: None,
    };
}

/// One side's pool and what is added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Line {
    pub(crate) shape: PoolShape,
    /// Dice over the cap, each a success.
    pub(crate) automatic: u8,
    pub(crate) flat: i32,
    pub(crate) roll: Roll,
    pub(crate) focused: bool,
    pub(crate) rerolled: bool,
}

impl Line {
    /// A pool of `net` dice at critical number `critical`, capped (`ms10.core.pool-cap`,
    /// `ms10.core.pool-floor`).
    pub(crate) fn new(net: i32, critical: u8, flat: i32) -> Self {
        let size = PoolSize::capped(net);
        Self {
            shape: PoolShape::d10(size.rolled, critical),
            automatic: size.automatic,
            flat,
            roll: Roll::default(),
            focused: false,
            rerolled: false,
        }
    }

    /// The same with a target number changed by so much; what makes it worse makes that of Focus worse too
    /// (`ms93.trait.swordsman-skilled`).
    #[inline]
    pub(crate) fn shifted(mut self, by: i8) -> Self {
        let shape = &mut self.shape;
        // A 10 always succeeds.
        shape.target = shape.target.saturating_add_signed(by).min(CRITICAL);
        let lowered = shape.lowered.saturating_add_signed(by.max(0));
        shape.lowered = lowered.min(shape.target);
        self
    }

    /// Successes on the dice, automatic ones included.
    #[inline]
    pub(crate) fn successes(&self) -> i32 {
        let dice = if self.focused {
            self.roll.lowered()
        } else {
            self.roll.successes()
        };
        i32::from(dice) + i32::from(self.automatic)
    }

    /// Successes and flat bonuses, never below zero (`ms10.core.flat-bonus`, `ms10.core.total-floor`).
    #[inline]
    pub(crate) fn total(&self) -> i32 {
        (self.successes() + self.flat).max(0)
    }
}

/// What both sides fixed before the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct PreRoll {
    /// Lock On of attacker and defender; the attacker's cancels the penalty of indirect fire.
    pub(crate) lock_on: [bool; 2],
    pub(crate) attack_bonus: Option<AttackBonus>,
    pub(crate) defence_bonus: Option<DefenceBonus>,
    /// HITS and DEF of weapons in Support Mode, as far as they count (`ms10.support.cap`).
    pub(crate) support: [u8; 2],
    /// The defender gave up Melee DEF dice for its Counter (`ms10.counter.trade`).
    pub(crate) trade: bool,
    /// Blindside applies (`ms10.advantage.blindside`).
    pub(crate) blindside: bool,
    /// What gives the target its cover.
    pub(crate) cover: Option<Cover>,
    /// All pieces of terrain that do, one bit each (`ms10.destroy.check`).
    pub(crate) pieces: u64,
    /// AOE brought that cover down before it reached the target, which could be seen beside it
    /// (`ms10.aoe.cover`).
    pub(crate) breached: bool,
}

/// An attack after both pools are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Clash {
    pub(crate) strike: Strike,
    /// What both sides fixed before the dice.
    pub(crate) pre: PreRoll,
    pub(crate) attack: Line,
    pub(crate) defence: Line,
    /// What its unblocked HITS do as things stand.
    pub(crate) harm: Harm,
    /// The defender bought Flash on this defence.
    pub(crate) flashed: bool,
    /// Dice of the defence that have been thrown again by a trait (`ms93.commander.three-times-as-fast`).
    pub(crate) stale: Roll,
    /// The attack has tactical advantage, where perks may ask for it.
    pub(crate) advantage: bool,
}

impl Clash {
    /// Failed dice of the defence that have not been thrown again.
    #[inline]
    pub(crate) fn fresh_failures(&self) -> u8 {
        self.defence.roll.failures() - self.stale.failures()
    }

    /// Unblocked HITS as things stand (`ms10.core.unblocked`).
    #[inline]
    pub(crate) fn unblocked(&self) -> i32 {
        (self.attack.total() - self.defence.total()).max(0)
    }
}

/// What a clash may still come to when a side adds to its total.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect {
    /// Totals so far, which may be below zero.
    attack: i32,
    defence: i32,
    /// HITS that the target's barrier stops.
    absorbed: i32,
    harm: Harm,
}

impl Prospect {
    /// The same if the target were behind an Iron Wall (`ms10.skill.iron-wall`).
    #[inline]
    pub(crate) fn walled(self, finisher: IronWallFinisher) -> Self {
        Self {
            harm: self.harm.walled(finisher),
            ..self
        }
    }

    /// The same with other harm.
    pub(crate) fn harmed(self, harm: Harm) -> Self {
        Self { harm, ..self }
    }

    /// Expected damage in tenths of an HP with `hits` more HITS and `defences` more DEF.
    #[inline(always)]
    pub(crate) fn tenths(&self, hits: i32, defences: i32) -> i32 {
        let unblocked = (self.attack + hits).max(0) - (self.defence + defences).max(0);
        self.harm
            .expected_tenths((unblocked - self.absorbed).max(0))
    }
}

impl View<'_> {
    /// What a clash may still come to.
    #[inline]
    pub(crate) fn prospect(self, clash: &Clash) -> Prospect {
        Prospect {
            attack: clash.attack.successes() + clash.attack.flat,
            defence: clash.defence.successes() + clash.defence.flat,
            absorbed: self.absorbs(&clash.strike),
            harm: clash.harm,
        }
    }

    /// HITS of a clash that come through the target's barrier as things stand.
    #[inline]
    pub(crate) fn through(self, clash: &Clash) -> i32 {
        (clash.unblocked() - self.absorbs(&clash.strike)).max(0)
    }

    /// What the unblocked HITS of a strike do now.
    pub(crate) fn harm(self, strike: &Strike) -> Harm {
        let weapon = self.weapon(strike.attacker(), strike.weapon());
        let special = weapon.special.filter(|_| strike.special);
        let save_damage = if pushes(weapon.effect) {
            0
        } else {
            SAVE_DAMAGE
        };
        let may_finish = strike.counter.is_none() || self.bout.options.finisher_on_counter;
        let finisher = may_finish.then(|| finisher_threshold(weapon.finisher, self.state.round));
        let mut pen_change = self.pen_change(strike) as i16;
        let mut more_dmg = 0;
        if self.bout.perks {
            let tuned = self.tuned(strike);
            pen_change += i16::from(tuned.pen);
            more_dmg = tuned.dmg();
        }
        let mut harm = Harm::new(weapon, special, pen_change, save_damage, finisher).with(more_dmg);
        if self.bout.perks {
            harm = self.changed_by_skills(strike, harm);
            harm = self.harm_to(strike, strike.target(), harm);
        }
        if self.unit(strike.target()).iron_wall > 0 {
            harm.walled(self.bout.options.iron_wall_finisher)
        } else {
            harm
        }
    }
}

impl View<'_> {
    /// The harm of a strike as it meets a model: its failed saves may be rolled again
    /// (`ms93.commander.unyielding`, `ms93.fleet.dont-give-up`).
    pub(crate) fn harm_to(self, strike: &Strike, model: UnitId, harm: Harm) -> Harm {
        if self.bout.perks {
            harm.saved_again(self.saves_again_from(strike, model))
        } else {
            harm
        }
    }
}

/// Whether failed saves move somebody instead of hurting (`ms10.push.move`).
pub(crate) fn pushes(effect: Effect) -> bool {
    matches!(effect, Effect::Push | Effect::PullTarget | Effect::PullSelf)
}

impl View<'_> {
    /// What changes the face a save needs: Energy through terrain or under water, the run-up of a
    /// Push, the target's Size and coating against it (`ms10.save.modified-pen`, `ms10.special.energy-through`,
    /// `ms10.special.underwater`, `ms10.push.accelerate`, `ms10.push.size`, `ms93.upgrade.anti-beam-coating`).
    #[inline(always)]
    fn pen_change(self, strike: &Strike) -> i32 {
        let weapon = self.weapon(strike.attacker(), strike.weapon());
        let through = matches!(strike.form, Form::Through(_));
        let wet = weapon.category == Some(Category::Energy)
            && (self.unit(strike.attacker()).sunk || self.unit(strike.target()).sunk);
        let coating = if self.bout.perks {
            self.coating(strike.target(), weapon)
        } else {
            0
        };
        let lost = ENERGY_LOSS * (i32::from(wet) + i32::from(through)) + coating;
        if !pushes(weapon.effect) {
            return -lost;
        }
        let runs = weapon.close_combat || weapon.crash;
        let run_up =
            i32::from(self.state.turn.accelerations) * i32::from(runs && strike.counter.is_none());
        run_up - i32::from(self.profile(strike.target()).size) - lost
    }
}
