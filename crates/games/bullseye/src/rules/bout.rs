//! A matchup resolved to indices and tables: compiled once, played many times.

use std::ops::Range;

use equipoise_dice::{PreparedSuccesses, SuccessPool};
use thiserror::Error;

use equipoise_engine::Side;

use super::chances::Chances;
use super::map::{self, Map};
use super::sectors::SectorId;
use super::state::UnitId;
use super::unit::CompiledUnit;
use crate::data::profile::{MAX_WEAPONS, Mecha};
use crate::data::scenario::{Entry, Force, MAX_TEAM, Scenario};
use crate::options::{Options, StrafeUnit};
use crate::policy_kind::PolicyKind;
use crate::sector::{Place, Sector};

/// Why a matchup cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompileError {
    /// A force without mecha or with too many.
    #[error("side {side} has {found} mecha; at least 1 and at most {most} can play")]
    ForceSize {
        /// The side.
        side: Side,
        /// Mecha it has.
        found: usize,
        /// Mecha it may have.
        most: usize,
    },
    /// A profile outside what the options allow.
    #[error("mecha \"{mecha}\": {reason}")]
    Profile {
        /// The mecha.
        mecha: String,
        /// What is wrong.
        reason: String,
    },
    /// A sector that the map does not have.
    #[error(
        "{what} is sector {sector}; the map has rings 0 to {last_ring} of {quadrants} quadrants"
    )]
    NoSector {
        /// What should be there.
        what: String,
        /// The sector.
        sector: Sector,
        /// Outermost ring.
        last_ring: u8,
        /// Sectors of a ring.
        quadrants: u8,
    },
    /// Bounds in the wrong order.
    #[error("option {min} is above option {max}")]
    Bounds {
        /// The lower bound.
        min: &'static str,
        /// The upper bound.
        max: &'static str,
    },
}

/// Two forces, a map, options and policies; immutable.
#[derive(Clone, Debug)]
pub struct Bout {
    pub(crate) units: Vec<CompiledUnit>,
    ranges: [Range<UnitId>; 2],
    pub(crate) map: Map,
    pub(crate) marker: SectorId,
    pub(crate) gamemaster: Option<Side>,
    pub(crate) options: Options,
    pub(crate) policies: [PolicyKind; 2],
    /// Success rolls of 0 dice, 1 die, ... for each skill in turn.
    rolls: Vec<PreparedSuccesses>,
    /// Dice of the largest of them.
    most_dice: u8,
    pub(crate) chances: Chances,
}

impl Bout {
    /// Compiles a duel or a battle of small teams on the map of the options: everybody starts in
    /// the start sector of its side, and each pilot has an Overdrive pool of its own.
    ///
    /// # Errors
    /// When a force has no mecha or more than six, a profile is outside what the options allow, or
    /// the options name a sector that their map does not have.
    pub fn compile(
        forces: [&[Mecha]; 2],
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Self, CompileError> {
        let force = |mecha: &[Mecha]| Force {
            name: String::new(),
            entries: mecha.iter().cloned().map(Entry::new).collect(),
        };
        Self::battle(&Scenario::open(forces.map(force)), policies, options)
    }

    /// Compiles a battle. Its mecha stand in the order of [`Force::ranked`], not in that of the lists.
    /// The scenario's own options are for the caller to put into `options`.
    ///
    /// # Errors
    /// As [`Bout::compile`], and when a mecha starts in a sector that the map does not have.
    pub fn battle(
        scenario: &Scenario,
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Self, CompileError> {
        check_bounds(options)?;
        let map = Map::new(options);
        let marker = map::objective(options, scenario.turned);
        let marker = locate(&map, options, marker, || "the objective marker".to_owned())?;
        let mut units = Vec::new();
        let mut ranges = [0..0, 0..0];
        for side in Side::BOTH {
            let first = units.len();
            compile_side(&mut units, side, scenario, options, &map)?;
            ranges[side.index()] = first..units.len();
        }
        let (rolls, most_dice) = prepare_rolls(&mut units, options);
        Ok(Self {
            chances: Chances::new(&units, options),
            units,
            ranges,
            map,
            marker,
            gamemaster: scenario.gamemaster,
            options: *options,
            policies,
            rolls,
            most_dice,
        })
    }

    /// Combatants of a side.
    #[inline]
    pub(crate) fn side(&self, side: Side) -> Range<UnitId> {
        self.ranges[side.index()].clone()
    }

    /// Names of the mecha, side A's first, each side's in the order of [`Force::ranked`].
    pub fn unit_names(&self) -> impl Iterator<Item = &str> {
        self.units.iter().map(|unit| unit.name.as_str())
    }

    /// The roll of a number of dice by a pilot, at most [`Bout::most_dice`].
    #[inline]
    pub(crate) fn roll(&self, unit: UnitId, dice: u8) -> &PreparedSuccesses {
        &self.rolls[self.units[unit].rolls + usize::from(dice)]
    }

    /// Dice that are rolled at once.
    #[inline]
    pub(crate) const fn most_dice(&self) -> u8 {
        self.most_dice
    }

    /// A sector as players name it.
    pub(crate) fn sector(&self, id: SectorId) -> Sector {
        self.map.sector(id)
    }
}

fn check_bounds(options: &Options) -> Result<(), CompileError> {
    let bounds = [
        (
            ("linked_stat_min", options.linked_stat_min),
            ("linked_stat_max", options.linked_stat_max),
        ),
        (
            ("skill_min", options.skill_min),
            ("skill_max", options.skill_max),
        ),
    ];
    for ((min, low), (max, high)) in bounds {
        if low > high {
            return Err(CompileError::Bounds { min, max });
        }
    }
    Ok(())
}

fn locate(
    map: &Map,
    options: &Options,
    sector: Sector,
    what: impl FnOnce() -> String,
) -> Result<SectorId, CompileError> {
    map.find(sector).ok_or_else(|| CompileError::NoSector {
        what: what(),
        sector,
        last_ring: options.rings - 1,
        quadrants: options.quadrants,
    })
}

/// Adds the combatants of a side.
fn compile_side(
    units: &mut Vec<CompiledUnit>,
    side: Side,
    scenario: &Scenario,
    options: &Options,
    map: &Map,
) -> Result<(), CompileError> {
    let entries = scenario.forces[side.index()].ranked();
    let (found, most) = (entries.len(), MAX_TEAM);
    if found == 0 || found > most {
        return Err(CompileError::ForceSize { side, found, most });
    }
    let first = units.len();
    let own_start = options.start_quadrants.0[side.index()];
    for entry in entries {
        let mecha = &entry.mecha;
        check_profile(mecha, options).map_err(|reason| CompileError::Profile {
            mecha: mecha.name.clone(),
            reason,
        })?;
        let sector = start_sector(entry.at, side, options, own_start);
        let start = locate(map, options, sector, || {
            format!("the start of mecha \"{}\"", mecha.name)
        })?;
        let shared = scenario.gamemaster == Some(side);
        let pool = if shared { first } else { units.len() };
        units.push(CompiledUnit::new(mecha, side, pool, start));
    }
    Ok(())
}

/// The start sector of a combatant (`bull.setup.start-positions`).
const fn start_sector(at: Option<Place>, side: Side, options: &Options, own_start: u8) -> Sector {
    match at {
        Some(Place { ring, quadrant }) if quadrant < options.quadrants => Sector {
            ring,
            quadrant: map::quadrant_of(options, side, quadrant),
        },
        // Not on the map: reported as written.
        Some(Place { ring, quadrant }) => Sector { ring, quadrant },
        None => Sector {
            ring: options.start_ring,
            quadrant: own_start,
        },
    }
}

/// What is wrong with a profile under the options (`bull.dice.linked-stats`).
fn check_profile(mecha: &Mecha, options: &Options) -> Result<(), String> {
    let within = |what: &str, value: u8, min: u8, max: u8| {
        if (min..=max).contains(&value) {
            return Ok(());
        }
        Err(format!("{what} is {value}, expected {min} to {max}"))
    };
    for (name, value) in mecha.linked_stats() {
        within(
            name,
            value,
            options.linked_stat_min,
            options.linked_stat_max,
        )?;
    }
    let top = options.skill_max.min(options.die_faces);
    within("skill", mecha.skill, options.skill_min, top)?;
    let weapons = mecha.weapons.len();
    if weapons == 0 || weapons > MAX_WEAPONS {
        return Err(format!("{weapons} weapons, expected 1 to {MAX_WEAPONS}"));
    }
    Ok(())
}

/// Tables of the rolls of every skill in the bout, and the largest number of dice.
fn prepare_rolls(units: &mut [CompiledUnit], options: &Options) -> (Vec<PreparedSuccesses>, u8) {
    let stats = |unit: &CompiledUnit| unit.linked_stats().map(|(_, dice)| dice);
    let most_dice = match options.strafe_unit {
        StrafeUnit::Successes => units.iter().flat_map(stats).max().unwrap_or(0),
        // The pool adds dice to a defense.
        StrafeUnit::Dice => SuccessPool::MAX_DICE,
    };
    let mut skills: Vec<u8> = units.iter().map(|unit| unit.skill).collect();
    skills.sort_unstable();
    skills.dedup();
    let row = usize::from(most_dice) + 1;
    for unit in units {
        let place = skills.iter().position(|&skill| skill == unit.skill);
        unit.rolls = row * place.unwrap_or(0);
    }
    let rolls = |&skill: &u8| {
        (0..=most_dice).map(move |dice| PreparedSuccesses::new(options.roll(dice, skill)))
    };
    (skills.iter().flat_map(rolls).collect(), most_dice)
}
