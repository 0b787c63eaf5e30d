//! Units and weapons resolved to what the rules read in play.

use std::ops::Deref;

use super::compile_error::CompileError;
use super::constants::{
    ENGAGEMENT_IN, THROW_DICE, THROW_ENEMY_PEN, THROW_TERRAIN_DMG, THROW_TERRAIN_IN,
    THROW_TERRAIN_PEN, WIDEST_BASE_IN,
};
use super::perks::Perks;
use super::scoring::Losses;
use super::unit_state::{DefenceNow, MAX_WEAPONS, NATIVE_WEAPONS, UnitState};
use crate::data::profile::{
    BarrierArc, Category, Defence, Effect, RapidFireEffect, ResourceKind, Stops, Support,
    UnitProfile, UnitType, Weapon, WeaponKind,
};
use crate::data::scenario::Environment;
use crate::options::HexSize;
use equipoise_engine::{Hex, Side};

/// Where a weapon comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Native {
    /// The profile.
    #[default]
    Printed,
    /// Every unit may throw an enemy (`ms10.throw.enemy`).
    ThrowEnemy,
    /// Every unit may throw terrain (`ms10.throw.terrain`).
    ThrowTerrain,
}

/// A Rapid Fire band in hexes, dice and HITS.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RapidFireBand {
    pub(crate) range: u16,
    pub(crate) dice: i32,
    pub(crate) hits: i32,
}

/// A weapon as the rules read it in play: the printed one, with Support and indirect fire as this
/// table allows them, and what is worked out from it.
#[derive(Clone, Debug)]
pub(crate) struct CompiledWeapon {
    pub(crate) weapon: Weapon,
    pub(crate) dice: i32,
    pub(crate) bonus: i32,
    /// Maximum range in hexes (`ms10.range.max`, `ms10.range.melee-reach`).
    pub(crate) range: u16,
    pub(crate) rapid_fire: Option<RapidFireBand>,
    pub(crate) dmg: u32,
    pub(crate) counter_bonus: i32,
    pub(crate) limited: bool,
    pub(crate) native: Native,
}

impl Deref for CompiledWeapon {
    type Target = Weapon;

    #[inline]
    fn deref(&self) -> &Weapon {
        &self.weapon
    }
}

/// Support of a weapon: as printed, by Free Attack, or by the table being in space
/// (`ms10.support.free-attack`, `ms10.idf.space`).
fn support_of(weapon: &Weapon, environment: Environment) -> Option<Support> {
    let melee = weapon.kind == WeaponKind::Melee;
    let grounded = loses_indirect(weapon, environment);
    let implied = (weapon.free || grounded).then_some(Support {
        attack: 1,
        defence: 0,
        melee,
    });
    weapon.support.or(implied)
}

/// In space Kinetic weapons lose indirect fire (`ms10.idf.space`).
fn loses_indirect(weapon: &Weapon, environment: Environment) -> bool {
    environment == Environment::Space
        && weapon.indirect
        && weapon.category == Some(Category::Kinetic)
}

impl CompiledWeapon {
    pub(crate) fn new(weapon: &Weapon, environment: Environment, hex_in: HexSize) -> Self {
        let adjusted = Weapon {
            indirect: weapon.indirect && !loses_indirect(weapon, environment),
            support: support_of(weapon, environment),
            ..weapon.clone()
        };
        Self::compile(adjusted, Native::Printed, hex_in)
    }

    fn compile(weapon: Weapon, native: Native, hex_in: HexSize) -> Self {
        let hexes = |inches: u8| hex_in.hexes(u16::from(inches));
        Self {
            dice: i32::from(weapon.dice),
            bonus: i32::from(weapon.bonus),
            range: hexes(weapon.range_in),
            rapid_fire: weapon.rapid_fire.map(|rf| {
                let (dice, hits) = match rf.effect {
                    RapidFireEffect::Dice(dice) => (i32::from(dice), 0),
                    RapidFireEffect::Hits(hits) => (0, i32::from(hits)),
                };
                RapidFireBand {
                    range: hexes(rf.range_in),
                    dice,
                    hits,
                }
            }),
            dmg: u32::from(weapon.dmg),
            counter_bonus: i32::from(weapon.counter_bonus),
            limited: weapon.uses.is_some(),
            native,
            weapon,
        }
    }

    /// Throw Enemy: 5 dice, PEN Size + 8 with Push, no DMG (`ms10.throw.enemy`).
    fn throw_enemy(profile: &UnitProfile, hex_in: HexSize) -> Self {
        Self::compile(thrown_enemy(profile), Native::ThrowEnemy, hex_in)
    }

    /// Throw Terrain: 5 dice, 16 in, PEN Size + 5 with Push, DMG (Size + 3) x 100
    /// (`ms10.throw.terrain`).
    fn throw_terrain(profile: &UnitProfile, hex_in: HexSize) -> Self {
        let weapon = Weapon {
            name: "Throw Terrain".to_owned(),
            kind: WeaponKind::Shooting,
            bonus: profile.shooting_bonus,
            range_in: THROW_TERRAIN_IN as u8,
            pen: Some(profile.size + THROW_TERRAIN_PEN),
            dmg: (u16::from(profile.size) + THROW_TERRAIN_DMG) * 100,
            ..thrown_enemy(profile)
        };
        Self::compile(weapon, Native::ThrowTerrain, hex_in)
    }

    /// Whether `distance` hexes is within the Rapid Fire band (`ms10.range.rapid-fire`).
    #[inline]
    pub(crate) fn rapid_at(&self, distance: u16) -> Option<RapidFireBand> {
        self.rapid_fire.filter(|band| distance <= band.range)
    }

    #[inline]
    pub(crate) fn is_melee(&self) -> bool {
        self.kind == WeaponKind::Melee
    }
}

/// A thrown enemy as if it were a printed weapon.
fn thrown_enemy(profile: &UnitProfile) -> Weapon {
    Weapon {
        name: "Throw Enemy".to_owned(),
        dice: THROW_DICE,
        bonus: profile.melee_bonus,
        range_in: ENGAGEMENT_IN as u8,
        pen: Some(profile.size + THROW_ENEMY_PEN),
        effect: Effect::Push,
        ..Weapon::blank(WeaponKind::Melee)
    }
}

/// A unit as the rules read it in play: its profile, and what is worked out from it.
#[derive(Clone, Debug)]
pub(crate) struct CompiledUnit {
    pub(crate) profile: UnitProfile,
    pub(crate) side: Side,
    /// The scenario names it Commander; who commands in play is asked of [`View::commands`].
    ///
    /// [`View::commands`]: super::view::View::commands
    pub(crate) commander: bool,
    /// It may lose parts instead of HP (`ms10.battle-damage.option`, `ms93.army.optional-modules`).
    pub(crate) loses_parts: bool,
    /// It may call its shots (`ms10.battle-damage.called-shot`).
    pub(crate) calls_shots: bool,
    /// The wave it comes with, from 0 (`ms93.endurance.waves`).
    pub(crate) wave: u8,
    pub(crate) hp: i32,
    /// Victory points for destroying it by the scoring profile (`ms10.score.destroyed`,
    /// `ms93.simple.vp-destroy`).
    pub(crate) vp: u16,
    /// Victory points that its loss costs its own side.
    pub(crate) losses: Losses,
    /// Hexes per Move Action.
    pub(crate) reach: u16,
    /// Lock On range for Shooting rolls, hexes (`ms10.lock-on.dual`).
    pub(crate) sensors_shooting: u16,
    /// Lock On range for Evade rolls, hexes (`ms10.lock-on.dual`).
    pub(crate) sensors_evade: u16,
    /// Inches across its base.
    pub(crate) base_in: u16,
    /// Hexes around its own that its base covers.
    pub(crate) base_radius: u16,
    pub(crate) resource: Option<ResourceKind>,
    /// Units of one class have the same profile; tables are shared by class.
    pub(crate) class: usize,
    /// Where the scenario puts it.
    pub(crate) at: Option<Hex>,
    /// Weapons whose support is worth something, one bit each: on the attack or the defence, to
    /// Shooting or to Melee (`ms10.support.bonus`).
    pub(crate) helpers: [[u16; 2]; 2],
    /// Some weapon's support is worth something.
    pub(crate) helps: bool,
    /// Some weapon strikes finishing blows earlier from round to round (`ms10.finisher.tag`).
    pub(crate) finishes: bool,
    /// Weapons of the profile with Free Attacks, one bit each (`ms10.army.free-attack`).
    pub(crate) free: u16,
    /// Weapons without limited uses, costs or dice to lose, one bit each.
    pub(crate) unmetered: u16,
    /// All weapons of the profile are like that.
    pub(crate) all_unmetered: bool,
    /// Range of the shooting weapon that reaches farthest, hexes; the native ones count.
    pub(crate) gun_range: u16,
    /// Range of the weapon that reaches farthest, hexes; the native ones count.
    pub(crate) longest_range: u16,
    /// The same of the weapons of the profile.
    pub(crate) printed_range: u16,
    /// Expected melee total of its best weapon in tenths, 0.7 a die; `None` without one.
    pub(crate) melee_tenths: Option<i32>,
    /// What its traits and upgrades add in play.
    pub(crate) perks: Perks,
    /// Some weapon bears all round.
    pub(crate) turrets: bool,
    /// Weapons of the profile; the native ones follow.
    pub(crate) printed: usize,
    pub(crate) weapons: Vec<CompiledWeapon>,
    /// The unit before deployment.
    pub(crate) fresh: UnitState,
}

impl Deref for CompiledUnit {
    type Target = UnitProfile;

    #[inline]
    fn deref(&self) -> &UnitProfile {
        &self.profile
    }
}

impl CompiledUnit {
    pub(crate) fn new(
        profile: &UnitProfile,
        side: Side,
        environment: Environment,
        hex_in: HexSize,
    ) -> Result<Self, CompileError> {
        check(profile)?;
        let hexes = |inches: u8| hex_in.hexes(u16::from(inches));
        let printed = profile.weapons.iter();
        let weapons: Vec<CompiledWeapon> = printed
            .map(|w| CompiledWeapon::new(w, environment, hex_in))
            .chain([
                CompiledWeapon::throw_enemy(profile, hex_in),
                CompiledWeapon::throw_terrain(profile, hex_in),
            ])
            .collect();
        let helpers = [false, true].map(|defending| {
            [false, true].map(|melee| {
                those(&weapons, |w| {
                    let support = w.support.filter(|support| support.melee == melee);
                    support.is_some_and(|support| support.given(defending) > 0)
                })
            })
        });
        Ok(Self {
            profile: profile.clone(),
            side,
            commander: false,
            loses_parts: false,
            calls_shots: false,
            wave: 0,
            hp: profile.hp as i32,
            vp: profile.vp,
            losses: Losses::default(),
            reach: hexes(profile.move_in),
            base_in: base_in(profile.size),
            base_radius: hex_in.hexes((base_in(profile.size) - 1) / 2),
            sensors_shooting: hexes(profile.sensors.shooting_in),
            sensors_evade: hexes(profile.sensors.evade_in),
            resource: profile.resource.map(|r| r.kind),
            class: 0,
            at: None,
            helpers,
            finishes: weapons.iter().any(|w| w.finisher.is_some()),
            helps: helpers.as_flattened().iter().any(|&set| set > 0),
            free: those(&weapons[..profile.weapons.len()], |w| w.free),
            unmetered: those(&weapons, |w| {
                !w.limited && w.resource_cost == 0 && w.remote.is_none()
            }),
            all_unmetered: profile
                .weapons
                .iter()
                .all(|w| w.uses.is_none() && w.resource_cost == 0 && w.remote.is_none()),
            gun_range: longest(weapons.iter().filter(|w| !w.is_melee())),
            longest_range: longest(weapons.iter()),
            printed_range: longest(weapons[..profile.weapons.len()].iter()),
            melee_tenths: weapons[..profile.weapons.len()]
                .iter()
                .filter(|w| w.is_melee())
                .map(|w| 7 * w.dice + 10 * w.bonus)
                .max(),
            perks: Perks::default(),
            turrets: weapons.iter().any(|w| w.all_round),
            printed: profile.weapons.len(),
            weapons,
            fresh: fresh(profile),
        })
    }

    /// Weapons whose support helps a roll, one bit each (`ms10.support.bonus`).
    #[inline]
    pub(crate) fn helpers(&self, defending: bool, melee: bool) -> u16 {
        self.helpers[usize::from(defending)][usize::from(melee)]
    }

    /// Whether it steers like a ship (`ms10.move.ship-turning`).
    #[inline]
    pub(crate) fn steers(&self) -> bool {
        self.unit_type == UnitType::Warship || self.aircraft
    }

    /// Whether its barrier stops an attack of this kind (`ms10.barrier.scope`).
    pub(crate) fn barrier_stops(&self, weapon: &CompiledWeapon, in_front: bool) -> bool {
        let kind = match (weapon.kind, weapon.category) {
            (WeaponKind::Melee, _) => Some(Stops::Melee),
            (_, Some(Category::Kinetic)) => Some(Stops::Kinetic),
            (_, Some(Category::Energy)) => Some(Stops::Energy),
            (_, Some(Category::Explosive)) => Some(Stops::Explosive),
            (_, None) => None,
        };
        self.barrier.as_ref().is_some_and(|barrier| {
            kind.is_some_and(|kind| barrier.stops.contains(&kind))
                && (barrier.arc == BarrierArc::All || in_front)
        })
    }

    /// Whether its barrier keeps its Strength against an attack (`ms10.barrier.immune`).
    pub(crate) fn barrier_unworn(&self, category: Option<Category>, pen: i32) -> bool {
        let spared = self.barrier.as_ref().and_then(|barrier| barrier.no_wear);
        spared
            .is_some_and(|rule| category == Some(rule.category) && pen < i32::from(rule.pen_below))
    }

    /// Whether Flash and Zeal are open to it (`ms10.skill.access`).
    #[inline]
    pub(crate) fn has_pilot_skills(&self) -> bool {
        self.unit_type != UnitType::Warship
    }
}

/// Inches across the base of a model of a Size. The rules print none: these are assumed, so that even
/// the largest two stand in each other's engagement range base to base.
const fn base_in(size: u8) -> u16 {
    match size {
        0 | 1 => 2,
        2 | 3 => 3,
        _ => WIDEST_BASE_IN,
    }
}

/// The range of the weapon that reaches farthest; 0 for none.
fn longest<'a>(weapons: impl Iterator<Item = &'a CompiledWeapon>) -> u16 {
    weapons.map(|w| w.range).max().unwrap_or(0)
}

/// The weapons that are of a kind, one bit each.
fn those(weapons: &[CompiledWeapon], kind: impl Fn(&CompiledWeapon) -> bool) -> u16 {
    let bits = weapons.iter().enumerate();
    bits.fold(0, |set, (i, weapon)| set | u16::from(kind(weapon)) << i)
}

fn check(profile: &UnitProfile) -> Result<(), CompileError> {
    let fail = |reason: String| {
        Err(CompileError::Profile {
            unit: profile.name.clone(),
            reason,
        })
    };
    if profile.weapons.is_empty() || profile.weapons.len() > MAX_WEAPONS - NATIVE_WEAPONS {
        return fail(format!(
            "has {} weapons, expected 1 to {}",
            profile.weapons.len(),
            MAX_WEAPONS - NATIVE_WEAPONS
        ));
    }
    if profile.shields.len() > 8 {
        return fail(format!(
            "has {} shields, expected at most 8",
            profile.shields.len()
        ));
    }
    if profile.hp == 0 || profile.hp > 1_000_000 {
        return fail(format!("has {} HP, expected 1 to 1000000", profile.hp));
    }
    Ok(())
}

fn fresh(profile: &UnitProfile) -> UnitState {
    let line = |d: Defence| DefenceNow {
        dice: i32::from(d.dice),
        bonus: i32::from(d.bonus),
    };
    let stat = profile.resource.map_or(0, |r| r.stat);
    let mut uses = [0; MAX_WEAPONS];
    for (slot, weapon) in uses.iter_mut().zip(&profile.weapons) {
        *slot = weapon.uses.unwrap_or(0);
    }
    UnitState {
        hp: profile.hp as i32,
        evade: line(profile.evade),
        melee_def: line(profile.melee_def),
        points: stat,
        stat,
        shields: ((1u16 << profile.shields.len()) - 1) as u8,
        uses,
        barrier: profile
            .barrier
            .as_ref()
            .map_or(0, |barrier| barrier.strength),
        ..UnitState::default()
    }
}
