//! Beliefs about every weapon at every distance, for policies that plan; [`tabulate`](super::tabulate)
//! finds them once per bout.
//!
//! The figures are [beliefs](super::belief) about two units as they start: whole, alone, face to face on
//! open ground, in the first round, the attacker with its Combat Action. They guide where to go; what an
//! attack does once its place is chosen is believed anew.

use super::unit_state::MAX_WEAPONS;

/// How a weapon is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// An attack of the own turn.
    Plain,
    /// An attack of the own turn with the paid special of the weapon.
    Special,
    /// A Counter.
    Counter,
    /// A Counter with the paid special of the weapon.
    SpecialCounter,
}

impl Use {
    pub(super) const ALL: [Self; 4] = [
        Self::Plain,
        Self::Special,
        Self::Counter,
        Self::SpecialCounter,
    ];

    /// How a weapon is used in a Counter, with its paid special or without.
    #[inline]
    pub(crate) const fn counter(special: bool) -> Self {
        if special {
            Self::SpecialCounter
        } else {
            Self::Counter
        }
    }

    /// Whether it pays for the weapon's special.
    pub(super) const fn is_special(self) -> bool {
        matches!(self, Self::Special | Self::SpecialCounter)
    }

    pub(super) const fn is_counter(self) -> bool {
        matches!(self, Self::Counter | Self::SpecialCounter)
    }
}

/// Shields of a unit whose loss is tabulated, at most.
pub(super) const MAX_STRIPPED: usize = 2;
/// Classes of units for which it is, at most, so that the figures of a large battle stay small.
pub(super) const MAX_STRIPPED_CLASSES: usize = 12;

/// Distances tabulated at most, in hexes.
pub(crate) const MAX_DISTANCES: usize = 128;

/// Expected damage, in HP rounded to whole points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expectations {
    pub(super) distances: usize,
    pub(super) units: usize,
    /// Sets of lost shields that have figures of their own; the first is that of none.
    pub(super) stripped: usize,
    /// By class: `[attacker][target][weapon][use][shields lost][distance]`
    pub(super) damage: Vec<i32>,
    /// By class: `[attacker][target][distance]`: best plain attack after up to two Move Actions.
    pub(super) threat: Vec<i32>,
    /// By class: `[attacker][target][distance]`: the best of `threat` in the turns to come.
    pub(super) pursuit: Vec<i32>,
    /// By class: `[attacker][target][melee or not][distance]`: best plain attack with what is printed.
    pub(super) armed: Vec<i32>,
    /// By class: `[attacker][target]`: the most of `armed`.
    pub(super) best: Vec<i32>,
    /// By class: `[attacker][target]`: weapons that `armed` outdoes all over their range, one bit each.
    pub(super) outdone: Vec<u16>,
}

impl Expectations {
    /// Figures, all 0, of so many classes of units with so many sets of lost shields.
    pub(super) fn new(units: usize, stripped: usize, distances: usize) -> Self {
        let pairs = units * units;
        Self {
            distances,
            units,
            stripped,
            damage: vec![0; pairs * MAX_WEAPONS * Use::ALL.len() * stripped * distances],
            threat: vec![0; pairs * distances],
            pursuit: vec![0; pairs * distances],
            armed: vec![0; pairs * 2 * distances],
            best: vec![0; pairs],
            outdone: vec![0; pairs],
        }
    }

    pub(super) fn pair(&self, attacker: usize, target: usize, distance: u16) -> usize {
        let distance = (distance as usize).min(self.distances - 1);
        (attacker * self.units + target) * self.distances + distance
    }

    pub(super) fn at(
        &self,
        attacker: usize,
        target: usize,
        weapon: usize,
        how: Use,
        lost: u8,
        distance: u16,
    ) -> usize {
        let row = (attacker * self.units + target) * MAX_WEAPONS + weapon;
        let row = row * Use::ALL.len() + how as usize;
        let row = row * self.stripped + usize::from(lost);
        row * self.distances + (distance as usize).min(self.distances - 1)
    }

    /// Expected damage of one use of a weapon against a target that has lost these shields; 0 out of
    /// range.
    #[inline]
    pub(crate) fn damage(
        &self,
        attacker: usize,
        target: usize,
        weapon: usize,
        how: Use,
        lost: u8,
        distance: u16,
    ) -> i32 {
        self.damage[self.at(attacker, target, weapon, how, lost, distance)]
    }

    /// Whether there are figures against a unit of so many shields that has lost these.
    #[inline]
    pub(crate) fn lists_lost(&self, lost: u8, shields: usize) -> bool {
        lost == 0
            || usize::from(lost) < self.stripped && shields <= MAX_STRIPPED && lost >> shields == 0
    }

    /// Expected damage of one use of a weapon by distance in hexes; index 0 is unused.
    #[inline]
    pub(crate) fn damage_row(
        &self,
        attacker: usize,
        target: usize,
        weapon: usize,
        how: Use,
    ) -> &[i32] {
        let start = self.at(attacker, target, weapon, how, 0, 0);
        &self.damage[start..start + self.distances]
    }

    /// Expected damage of the best weapon of the profile by distance in hexes, with or without its
    /// melee weapons; index 0 is unused.
    #[inline]
    pub(crate) fn armed_row(&self, attacker: usize, target: usize, melee: bool) -> &[i32] {
        let start = 2 * self.pair(attacker, target, 0) + usize::from(melee) * self.distances;
        &self.armed[start..start + self.distances]
    }

    /// Expected damage of the best attack with a weapon of the profile at any distance.
    #[inline]
    pub(crate) fn best_damage(&self, attacker: usize, target: usize) -> i32 {
        self.best[attacker * self.units + target]
    }

    /// Weapons of the profile that never are the best, one bit each, with all of them ready.
    #[inline]
    pub(crate) fn outdone(&self, attacker: usize, target: usize) -> u16 {
        self.outdone[attacker * self.units + target]
    }

    /// [`Expectations::threat`] by distance in hexes; index 0 is unused.
    #[inline]
    pub(crate) fn threat_row(&self, attacker: usize, target: usize) -> &[i32] {
        let start = self.pair(attacker, target, 0);
        &self.threat[start..start + self.distances]
    }

    /// The best plain attack within the turns to come, each later one counting a quarter less, by
    /// distance in hexes.
    #[inline]
    pub(crate) fn pursuit_row(&self, attacker: usize, target: usize) -> &[i32] {
        let start = self.pair(attacker, target, 0);
        &self.pursuit[start..start + self.distances]
    }

    /// The best plain attack `attacker` could bring from a distance within its next turn.
    #[inline]
    pub(crate) fn threat(&self, attacker: usize, target: usize, distance: u16) -> i32 {
        self.threat[self.pair(attacker, target, distance)]
    }
}

/// Whether a weapon with this row of expected damage is below another row all over its range.
pub(crate) fn is_outdone(own: &[i32], row: &[i32], range: u16) -> bool {
    let reach = usize::from(range).min(own.len() - 1);
    (1..=reach).all(|distance| own[distance] < row[distance])
}
