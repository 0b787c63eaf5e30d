//! The datasheet of a unit with its pilot.

use serde::{Deserialize, Serialize};

use super::ability::{Ability, Power};
use super::class::Class;
use super::item::{Equipment, Shield};
use super::kind::{SectionKind, UnitKind};
use super::pilot::{Pilot, Rank};
use super::stats::{PerStat, Stat};
use super::weapon::Weapon;
use crate::options::Options;

/// A core section (`mm30.build.core-sections`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Section {
    /// Name, such as "left arm".
    pub name: String,
    /// Kind.
    pub kind: SectionKind,
    /// Max Defense.
    pub defense: u16,
    /// Tagged CT: counts as a thruster (`mm30.build.thruster-value`).
    pub thruster: bool,
}

/// What a mounted weapon sits on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mount {
    /// The core section of this number.
    Section(usize),
    /// The group of equipment of this number.
    Equipment(usize),
}

/// A weapon or shield in hand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Held<T> {
    /// The item.
    pub item: T,
    /// Numbers of the arm sections that hold it: one, or two for a weapon used with both hands.
    pub hands: Vec<usize>,
}

/// A unit as its player wrote it down. [`Sheet::faults`] says whether it is legal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Sheet {
    /// Name.
    pub name: String,
    /// Kind of unit.
    pub kind: UnitKind,
    /// Core type: the kit of the chest piece (`mm30.stat.base`).
    pub core_type: String,
    /// Stats of the core type.
    pub base: PerStat<u8>,
    /// Core sections.
    pub sections: Vec<Section>,
    /// Weapons in hand.
    pub weapons: Vec<Held<Weapon>>,
    /// Weapons carried, which must be swapped in before they are used.
    pub carried: Vec<Weapon>,
    /// Mounted weapons.
    pub mounted: Vec<(Weapon, Mount)>,
    /// Shields in hand.
    pub shields: Vec<Held<Shield>>,
    /// Shields carried.
    pub carried_shields: Vec<Shield>,
    /// Equipment, thruster groups among it.
    pub equipment: Vec<Equipment>,
    /// Systems of attached parts.
    pub systems: Vec<Ability>,
    /// The pilot.
    pub pilot: Pilot,
    /// What the unit is listed at, in place of its deployment cost and that of its pilot.
    pub points: Option<u16>,
}

impl Sheet {
    /// Total Defense: Max Defense of all core sections, and of nothing else
    /// (`mm30.build.total-defense`).
    #[must_use]
    pub fn total_defense(&self) -> u16 {
        let add = |sum: u16, section: &Section| sum.saturating_add(section.defense);
        self.sections.iter().fold(0, add)
    }

    /// Class (`mm30.class.from-defense`).
    #[must_use]
    pub fn class(&self) -> Class {
        Class::of_defense(self.total_defense())
    }

    /// Systems, mods and traits.
    pub fn abilities(&self) -> impl Iterator<Item = &Ability> {
        let pilot = self.pilot.mods.iter().chain(&self.pilot.traits);
        self.systems.iter().chain(pilot)
    }

    /// Whether an ability grants a power.
    #[must_use]
    pub fn has(&self, power: Power) -> bool {
        self.abilities().any(|it| it.powers.contains(&power))
    }

    /// Modified Stats: those of the core type less the pilot's points, changed by abilities, never
    /// below 2 (`mm30.stat.reduction`, `mm30.stat.smt-change`, `mm30.stat.floor`).
    #[must_use]
    pub fn stats(&self) -> PerStat<u8> {
        PerStat(Stat::ALL.map(|stat| {
            let points = i32::from(self.pilot.points.get(stat));
            let changes: i32 = self
                .abilities()
                .map(|it| i32::from(it.stats.get(stat)))
                .sum();
            let value = i32::from(self.base.get(stat)) - points + changes;
            value.clamp(i32::from(Stat::MIN), i32::from(u8::MAX)) as u8
        }))
    }

    /// Whether anything on the sheet is a thruster.
    #[must_use]
    pub fn has_thrusters(&self) -> bool {
        self.sections.iter().any(|section| section.thruster)
            || self.equipment.iter().any(|group| group.thruster)
    }

    /// Thruster Movement, twice the Standard Movement Points of the class; `None` without thrusters
    /// (`mm30.build.thruster-value`).
    #[must_use]
    pub fn thruster_movement(&self) -> Option<u8> {
        self.has_thrusters().then(|| 2 * self.class().movement())
    }

    /// Weapons: held, carried, mounted, in this order.
    pub fn all_weapons(&self) -> impl Iterator<Item = &Weapon> {
        let held = self.weapons.iter().map(|held| &held.item);
        let mounted = self.mounted.iter().map(|(weapon, _)| weapon);
        held.chain(&self.carried).chain(mounted)
    }

    /// Deployment cost of the sheet, the pilot left out (`mm30.build.deployment-cost`).
    #[must_use]
    pub fn sheet_cost(&self) -> u32 {
        let shields = self.shields.iter().map(|held| &held.item);
        let shields = shields.chain(&self.carried_shields).map(|it| it.cost);
        let weapons = self.all_weapons().map(|it| it.cost);
        let equipment = self.equipment.iter().map(|it| it.cost);
        let abilities = self.abilities().map(|it| it.cost);
        let items = shields.chain(weapons).chain(equipment).chain(abilities);
        u32::from(self.total_defense()) + items.map(u32::from).sum::<u32>()
    }

    /// What the unit is listed at: the points given, or else its deployment cost and that of its pilot.
    #[must_use]
    pub fn listed(&self) -> u32 {
        let cost = self.sheet_cost() + u32::from(Rank::of(self.pilot.rank).cost);
        self.points.map_or(cost, u32::from)
    }

    /// What the unit counts against the limit of the engagement (`mm30.pilot.cost`).
    #[must_use]
    pub fn charge(&self, options: &Options) -> u32 {
        if let Some(points) = self.points {
            return points.into();
        }
        let pilot = if options.pilot_cost_counts {
            Rank::of(self.pilot.rank).cost
        } else {
            0
        };
        self.sheet_cost() + u32::from(pilot)
    }
}
