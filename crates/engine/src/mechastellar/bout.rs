//! A matchup resolved to indices and tables: compiled once, played many times.

use std::ops::Range;

use thiserror::Error;

use crate::{Hex, Side};

use super::constants::{INCHES_PER_HEX, MOMENTUM_MAX, MOMENTUM_START_MIN};
use super::expect::Expectations;
use super::options::Options;
use super::policy::PolicyKind;
use super::profile::{
    Category, RapidFireEffect, ResourceKind, Role, Shield, Special, Tier, UnitProfile, UnitType,
    Weapon, WeaponKind,
};
use super::state::{DefenceNow, MAX_UNITS, MAX_WEAPONS, UnitId, UnitState};

/// An open hex table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Hexes along the deployment edges.
    pub width: i16,
    /// Hexes from one deployment edge to the other.
    pub depth: i16,
    /// Rows of a deployment zone (`ms10.deploy.zone`).
    pub zone: i16,
}

impl Table {
    /// The table of a duel: 48 x 48 in, the own control point 16 in from the edge.
    pub const DUEL: Self = Self {
        width: 12,
        depth: 12,
        zone: 4,
    };

    /// Whether a hex lies on the table.
    #[inline]
    #[must_use]
    pub const fn contains(&self, hex: Hex) -> bool {
        let (col, row) = hex.to_offset();
        0 <= col && col < self.width && 0 <= row && row < self.depth
    }

    /// Whether a hex lies in the deployment zone of a side (`ms10.deploy.zone`).
    #[must_use]
    pub const fn in_zone(&self, side: Side, hex: Hex) -> bool {
        self.contains(hex)
            && match side {
                Side::A => hex.r < self.zone,
                Side::B => hex.r >= self.depth - self.zone,
            }
    }

    /// The hex `col` to the right and `row` forward, as `side` sees the table from its own edge.
    #[must_use]
    pub const fn from_edge(&self, side: Side, col: i16, row: i16) -> Hex {
        match side {
            Side::A => Hex::from_offset(col, row),
            Side::B => Hex::from_offset(self.width - 1 - col, self.depth - 1 - row),
        }
    }

    /// Longest distance on the table, in hexes.
    #[must_use]
    pub const fn longest(&self) -> usize {
        (self.width + self.depth) as usize
    }
}

/// Why a matchup cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompileError {
    /// Forces of another size than one.
    #[error("side {side} has {found} units; a duel takes exactly one a side")]
    ForceSize {
        /// The side.
        side: Side,
        /// Units it has.
        found: usize,
    },
    /// A profile outside what the engine can hold.
    #[error("unit \"{unit}\": {reason}")]
    Profile {
        /// The unit.
        unit: String,
        /// What is wrong.
        reason: String,
    },
}

/// A Rapid Fire band in hexes, dice and HITS.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RapidFireBand {
    pub(crate) range: u16,
    pub(crate) dice: i32,
    pub(crate) hits: i32,
}

/// A weapon as the rules read it in play.
#[derive(Clone, Debug)]
pub(crate) struct CompiledWeapon {
    pub(crate) name: String,
    pub(crate) kind: WeaponKind,
    pub(crate) category: Option<Category>,
    pub(crate) dice: i32,
    pub(crate) bonus: i32,
    /// Maximum range in hexes (`ms10.range.max`, `ms10.range.melee-reach`).
    pub(crate) range: u16,
    pub(crate) rapid_fire: Option<RapidFireBand>,
    pub(crate) pen: Option<u8>,
    pub(crate) dmg: u32,
    pub(crate) finisher: Option<u8>,
    pub(crate) counter_bonus: i32,
    pub(crate) limited: bool,
    pub(crate) resource_cost: u8,
    pub(crate) special: Option<Special>,
    pub(crate) all_round: bool,
    pub(crate) anti_air: bool,
}

impl CompiledWeapon {
    fn new(weapon: &Weapon) -> Self {
        let hexes = |inches: u8| u16::from(inches) / INCHES_PER_HEX;
        Self {
            name: weapon.name.clone(),
            kind: weapon.kind,
            category: weapon.category,
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
            pen: weapon.pen,
            dmg: u32::from(weapon.dmg),
            finisher: weapon.finisher,
            counter_bonus: i32::from(weapon.counter_bonus),
            limited: weapon.uses.is_some(),
            resource_cost: weapon.resource_cost,
            special: weapon.special,
            all_round: weapon.all_round,
            anti_air: weapon.anti_air,
        }
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

/// A unit as the rules read it in play.
#[derive(Clone, Debug)]
pub(crate) struct CompiledUnit {
    pub(crate) name: String,
    pub(crate) side: Side,
    pub(crate) unit_type: UnitType,
    pub(crate) role: Role,
    pub(crate) tier: Tier,
    pub(crate) commander: bool,
    pub(crate) morale: u8,
    pub(crate) size: u8,
    pub(crate) hp: i32,
    /// Hexes per Move Action.
    pub(crate) reach: u16,
    /// Lock On range for Shooting rolls, hexes (`ms10.lock-on.dual`).
    pub(crate) sensors_shooting: u16,
    /// Lock On range for Evade rolls, hexes (`ms10.lock-on.dual`).
    pub(crate) sensors_evade: u16,
    pub(crate) shields: Vec<Shield>,
    pub(crate) resource: Option<ResourceKind>,
    pub(crate) fly: bool,
    pub(crate) vp: i32,
    pub(crate) weapons: Vec<CompiledWeapon>,
    /// The unit before deployment.
    pub(crate) fresh: UnitState,
}

impl CompiledUnit {
    fn new(profile: &UnitProfile, side: Side, commander: bool) -> Result<Self, CompileError> {
        check(profile)?;
        let hexes = |inches: u8| u16::from(inches) / INCHES_PER_HEX;
        Ok(Self {
            name: profile.name.clone(),
            side,
            unit_type: profile.unit_type,
            role: profile.role,
            tier: profile.tier,
            commander,
            morale: profile.morale,
            size: profile.size,
            hp: profile.hp as i32,
            reach: hexes(profile.move_in),
            sensors_shooting: hexes(profile.sensors.shooting_in),
            sensors_evade: hexes(profile.sensors.evade_in),
            shields: profile.shields.clone(),
            resource: profile.resource.map(|r| r.kind),
            fly: profile.fly,
            vp: i32::from(profile.vp),
            weapons: profile.weapons.iter().map(CompiledWeapon::new).collect(),
            fresh: fresh(profile),
        })
    }

    /// Whether ACE parts of skills work (`ms10.skill.ace`).
    #[inline]
    pub(crate) fn has_ace_access(&self) -> bool {
        self.tier == Tier::Ace || self.commander
    }

    /// Whether Iron Wall and Valor are open to it (`ms10.skill.access`).
    #[inline]
    pub(crate) fn has_elite_skills(&self) -> bool {
        self.tier.is_elite() || (self.commander && self.unit_type != UnitType::Warship)
    }

    /// Whether Flash and Zeal are open to it (`ms10.skill.access`).
    #[inline]
    pub(crate) fn has_pilot_skills(&self) -> bool {
        self.unit_type != UnitType::Warship
    }
}

fn check(profile: &UnitProfile) -> Result<(), CompileError> {
    let fail = |reason: String| {
        Err(CompileError::Profile {
            unit: profile.name.clone(),
            reason,
        })
    };
    if profile.weapons.is_empty() || profile.weapons.len() > MAX_WEAPONS {
        return fail(format!(
            "has {} weapons, expected 1 to {MAX_WEAPONS}",
            profile.weapons.len()
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
    let line = |d: super::profile::Defence| DefenceNow {
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
        ..UnitState::default()
    }
}

/// Two forces, a table, options and policies; immutable.
#[derive(Clone, Debug)]
pub struct Bout {
    pub(crate) units: Vec<CompiledUnit>,
    ranges: [Range<UnitId>; 2],
    pub(crate) table: Table,
    pub(crate) options: Options,
    pub(crate) policies: [PolicyKind; 2],
    pub(crate) starting_momentum: [u8; 2],
    pub(crate) expectations: Expectations,
}

impl Bout {
    /// Compiles a duel: one unit a side on the open table [`Table::DUEL`].
    ///
    /// # Errors
    /// When a force has not exactly one unit, or a profile is outside what the engine holds.
    pub fn compile(
        forces: [&[UnitProfile]; 2],
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Self, CompileError> {
        for side in Side::BOTH {
            let found = forces[side.index()].len();
            if found != 1 {
                return Err(CompileError::ForceSize { side, found });
            }
        }
        Self::with_forces(forces, policies, options)
    }

    /// Compiles forces of any size; the first unit of a side is its Commander if the options want one.
    pub(crate) fn with_forces(
        forces: [&[UnitProfile]; 2],
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Self, CompileError> {
        debug_assert!(forces[0].len() + forces[1].len() <= MAX_UNITS);
        let mut units = Vec::new();
        let mut ranges = [0..0, 0..0];
        for side in Side::BOTH {
            let start = units.len();
            for (i, profile) in forces[side.index()].iter().enumerate() {
                units.push(CompiledUnit::new(
                    profile,
                    side,
                    options.duel_commander && i == 0,
                )?);
            }
            ranges[side.index()] = start..units.len();
        }
        let level = |force: &[UnitProfile]| force.iter().map(|u| u32::from(u.elite_level)).sum();
        let starting_momentum = starting_momentum(level(forces[0]), level(forces[1]));
        let table = Table::DUEL;
        let expectations = Expectations::new(&units, &ranges, table, options);
        Ok(Self {
            units,
            ranges,
            table,
            options: *options,
            policies,
            starting_momentum,
            expectations,
        })
    }

    /// Units of a side.
    #[inline]
    pub(crate) fn side(&self, side: Side) -> Range<UnitId> {
        self.ranges[side.index()].clone()
    }

    /// Units of the other side.
    #[inline]
    pub(crate) fn enemies_of(&self, unit: UnitId) -> Range<UnitId> {
        self.side(self.units[unit].side.other())
    }

    /// Names of the units, side A's first.
    pub fn unit_names(&self) -> impl Iterator<Item = &str> {
        self.units.iter().map(|u| u.name.as_str())
    }
}

/// Starting Momentum of two sides from their Elite levels (`ms10.momentum.start`).
#[must_use]
pub fn starting_momentum(level_a: u32, level_b: u32) -> [u8; 2] {
    let pool = |own: u32, other: u32| {
        let behind = own.saturating_sub(other).min(u32::from(MOMENTUM_MAX)) as u8;
        (MOMENTUM_MAX - behind).max(MOMENTUM_START_MIN)
    };
    [pool(level_a, level_b), pool(level_b, level_a)]
}
