//! One attack by itself, by the rules of play: what exact odds are held against.

use equipoise_dice::{Dice, StreamDice};

use equipoise_engine::{Hex, NoLog};

use super::attack::{AttackDistribution, AttackOdds, PoolOdds};
use crate::data::profile::{
    Defence, RapidFireEffect, Sensors, Special, Tier, UnitProfile, Weapon, WeaponKind,
};
use crate::data::table::Table;
use crate::fast::memo::play_on;
use crate::options::{HexSize, Options};
use crate::policy::policies::Policies;
use crate::policy::search::PlayOuts;
use crate::policy_kind::PolicyKind;
use crate::rules::aim::Form;
use crate::rules::bout::Bout;
use crate::rules::clash::{CounterTerms, Strike, pushes};
use crate::rules::compile_error::CompileError;
use crate::rules::constants::{COUNTER_PENALTY, CRITICAL, TARGET};
use crate::rules::game::Game;
use crate::rules::state::Battle;

/// How the attack of an [`AttackTrial`] is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blow {
    /// Hexes of 4 in between the two units, 1 to [`Blow::FARTHEST`]; beyond the weapon's range it strikes all
    /// the same.
    pub hexes: u16,
    /// Round of the battle, from 1.
    pub round: u8,
    /// With the paid special of the weapon, if it has one.
    pub special: bool,
    /// As a Counter.
    pub counter: bool,
}

impl Blow {
    /// As far as the table of a trial goes.
    pub const FARTHEST: u16 = 7;
}

/// An attack that can be made again and again by the rules of play, and its exact odds, worked out from
/// the profiles alone.
///
/// Both units are Basic, of Size 0 and without Momentum, Sensors, barrier and points to spare, so that
/// nobody can do anything about the dice; the target stands up to any damage.
///
/// ```
/// use equipoise_dice::{StreamDice, stream};
/// use equipoise_mechastellar::{AttackTrial, Blow, catalogue::Catalogue};
/// let catalogue = Catalogue::embedded();
/// let unit = catalogue.find("White Asura").unwrap();
/// let blow = Blow { hexes: 3, round: 1, special: false, counter: false };
/// let mut trial = AttackTrial::new(unit, 0, unit, blow).unwrap();
/// let damage = trial.run(&mut StreamDice::new(stream(1, 0, 0)));
/// assert!(trial.damage().iter().any(|&(possible, _)| possible == damage));
/// ```
#[derive(Debug)]
pub struct AttackTrial {
    bout: Bout,
    start: Battle,
    battle: Battle,
    strike: Strike,
    odds: AttackOdds,
}

/// The hexes of a trial.
const HEX_IN: HexSize = HexSize::Four;
/// HP that no attack comes near.
const PLENTY: i32 = 1_000_000;

impl AttackTrial {
    /// Prepares an attack with the weapon of this number.
    ///
    /// # Errors
    /// When a profile is outside what the engine holds.
    ///
    /// # Panics
    /// If there is no such weapon.
    pub fn new(
        attacker: &UnitProfile,
        weapon: usize,
        target: &UnitProfile,
        blow: Blow,
    ) -> Result<Self, CompileError> {
        let weapon = &attacker.weapons[weapon];
        let units = [bare(attacker, weapon), bare(target, weapon)];
        let policies = [PolicyKind::Solo; 2];
        let forces = [&units[..1], &units[1..]];
        let options = Options {
            hex_in: HEX_IN,
            ..Options::default()
        };
        let bout = Bout::with_forces(forces, policies, &options)?;
        let start = placed(&bout, weapon, blow);
        let melee = weapon.kind == WeaponKind::Melee;
        let terms = CounterTerms {
            penalty: true,
            trade: false,
            skill: None,
        };
        Ok(Self {
            battle: start.clone(),
            start,
            bout,
            strike: Strike {
                special: blow.special,
                form: if melee { Form::Melee } else { Form::Direct },
                counter: blow.counter.then_some(terms),
                ..Strike::plain(0, 0, 1)
            },
            odds: odds(weapon, target, blow),
        })
    }

    /// Makes the attack; the damage, HP.
    pub fn run(&mut self, dice: &mut StreamDice) -> u32 {
        self.play(dice)
    }

    /// The same with any dice.
    pub(crate) fn play<D: Dice>(&mut self, dice: &mut D) -> u32 {
        self.battle.copy_from(&self.start);
        let play_outs = PlayOuts::new(play_on);
        let mut game = Game {
            bout: &self.bout,
            decider: &mut Policies::new(self.bout.policies, &play_outs),
            state: &mut self.battle,
            dice,
            log: &mut NoLog,
        };
        let strike = self.strike;
        let (weapon, target) = (strike.weapon(), strike.target());
        if strike.counter.is_some() {
            let arm = &self.bout.units[strike.attacker()].weapons[weapon];
            game.strike_back(strike, arm);
        } else {
            game.attack(weapon, strike.special, target, strike.form);
        }
        (PLENTY - self.battle.units[target].hp) as u32
    }

    /// What the profiles say of the attack.
    #[must_use]
    pub const fn odds(&self) -> &AttackOdds {
        &self.odds
    }

    /// Every damage, HP, with its exact probability, smallest first.
    #[must_use]
    pub fn damage(&self) -> Vec<(u32, f64)> {
        let AttackDistribution { damage, .. } = if self.strike.counter.is_some() {
            self.odds.counter_distribution()
        } else {
            self.odds.distribution()
        };
        damage
    }
}

/// A unit with this weapon alone, that has no choices and changes no pool.
fn bare(unit: &UnitProfile, weapon: &Weapon) -> UnitProfile {
    UnitProfile {
        tier: Tier::Basic,
        elite_level: 0,
        size: 0,
        sensors: Sensors {
            shooting_in: 0,
            evade_in: 0,
        },
        resource: None,
        fly: false,
        barrier: None,
        modes: Vec::new(),
        ship: None,
        weapons: vec![Weapon {
            // Delivered by hand, so to speak: what a tag adds beyond the dice is no matter of odds.
            remote: None,
            support: None,
            ..weapon.clone()
        }],
        ..unit.clone()
    }
}

/// The two face to face in the middle of the table, with the points the attack costs.
fn placed(bout: &Bout, weapon: &Weapon, blow: Blow) -> Battle {
    let mut battle = Battle::default();
    battle.reset(bout);
    battle.round = blow.round;
    let column = Table::DUEL.width / 2;
    let ahead = Hex::from_offset(column, 2);
    let beyond = ahead + Hex::new(0, blow.hexes as i16);
    let places = [(ahead, Hex::new(0, 1)), (beyond, Hex::new(0, -1))];
    for (unit, (at, facing)) in places.into_iter().enumerate() {
        let state = &mut battle.units[unit];
        (state.pos, state.facing) = (at, facing);
        (state.on_table, state.hp) = (true, PLENTY);
    }
    for side in &mut battle.sides {
        side.momentum = 0;
    }
    let special = weapon.special.filter(|_| blow.special);
    battle.units[0].points = weapon.resource_cost + special.map_or(0, |paid| paid.cost);
    battle.turn.unit = 0;
    battle
}

/// The odds of the attack, from what the profiles print.
fn odds(weapon: &Weapon, target: &UnitProfile, blow: Blow) -> AttackOdds {
    let inches = blow.hexes * HEX_IN.inches();
    let rapid = weapon.rapid_fire.filter(|band| {
        let within = inches <= u16::from(band.range_in);
        within && (!blow.counter || Options::default().counter_rf)
    });
    let (dice, hits) = match rapid.map(|band| band.effect) {
        Some(RapidFireEffect::Dice(dice)) => (dice, 0),
        Some(RapidFireEffect::Hits(hits)) => (0, hits),
        None => (0, 0),
    };
    let counter = if blow.counter {
        i32::from(weapon.counter_bonus) - COUNTER_PENALTY
    } else {
        0
    };
    let Defence {
        dice: evading,
        bonus,
    } = match weapon.kind {
        WeaponKind::Shooting => target.evade,
        WeaponKind::Melee => target.melee_def,
    };
    let special = weapon.special.filter(|_| blow.special);
    let Special { pen, dmg, .. } = special.unwrap_or(Special {
        cost: 0,
        pen: 0,
        dmg: 0,
    });
    AttackOdds {
        attack: pool(
            i32::from(weapon.dice) + i32::from(dice),
            i32::from(weapon.bonus) + i32::from(hits) + counter,
        ),
        defence: pool(evading.into(), bonus.into()),
        kind: weapon.kind,
        dmg: weapon.dmg + dmg,
        // Saves that move the target cost no HP (`ms10.push.move`).
        pen: weapon
            .pen
            .filter(|_| !pushes(weapon.effect))
            .map(|printed| printed + pen),
        finisher: weapon.finisher,
        round: blow.round,
    }
}

const fn pool(dice: i32, bonus: i32) -> PoolOdds {
    PoolOdds {
        dice,
        bonus,
        target: TARGET,
        critical: CRITICAL,
        focus: false,
        reroll: false,
    }
}
