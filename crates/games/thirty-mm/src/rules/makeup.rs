//! What is asked of a sheet again and again, as sets of numbers.

use crate::data::ability::Power;
use crate::data::kind::SectionKind;
use crate::data::sheet::Sheet;

/// A set of small numbers, such as those of core sections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers(u32);

impl Numbers {
    /// Numbers above this one are not kept; a sheet has 10 core sections and 23 weapons at most.
    const LARGEST: usize = u32::BITS as usize - 1;

    const fn add(&mut self, number: usize) {
        if number <= Self::LARGEST {
            self.0 |= 1 << number;
        }
    }

    /// Whether a number is among them.
    pub(crate) const fn contains(self, number: usize) -> bool {
        number <= Self::LARGEST && self.0 & (1 << number) != 0
    }

    /// How many there are.
    pub(crate) const fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there are none.
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// From the lowest.
impl Iterator for Numbers {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let next = self.0.trailing_zeros() as usize;
        let there = next <= Self::LARGEST;
        self.0 &= self.0.wrapping_sub(1);
        there.then_some(next)
    }
}

/// The makeup of a unit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Makeup {
    /// Core sections of each kind.
    sections: [Numbers; SectionKind::NAMES.len()],
    /// The largest core section; of equal ones the first.
    largest: Option<usize>,
    /// A bit for each power.
    powers: u8,
    /// The copies of each weapon, itself included (`mm30.weapon.redundancy-live`).
    copies: Vec<Numbers>,
    /// Groups of equipment that are drones.
    drones: Numbers,
}

impl Makeup {
    pub(super) fn of(sheet: &Sheet) -> Self {
        let mut sections = [Numbers::default(); SectionKind::NAMES.len()];
        for (at, section) in sheet.sections.iter().enumerate() {
            sections[section.kind as usize].add(at);
        }
        let larger = |best: usize, at: usize| {
            let [one, other] = [at, best].map(|at| sheet.sections[at].defense);
            if one > other { at } else { best }
        };
        let powers = Power::NAMES.into_iter().map(|(_, power)| power);
        let powers = powers.filter(|&power| sheet.has(power));
        let mut drones = Numbers::default();
        for (at, group) in sheet.equipment.iter().enumerate() {
            if group.drone.is_some() {
                drones.add(at);
            }
        }
        let names: Vec<&str> = sheet.all_weapons().map(|it| it.name.as_str()).collect();
        let copies = names.iter().map(|name| {
            let mut same = Numbers::default();
            let all = names.iter().enumerate().filter(|(_, it)| *it == name);
            all.for_each(|(at, _)| same.add(at));
            same
        });
        Self {
            sections,
            largest: (0..sheet.sections.len()).reduce(larger),
            powers: powers.fold(0, |bits, power| bits | 1 << power as u8),
            copies: copies.collect(),
            drones,
        }
    }

    /// Core sections of a kind.
    pub(crate) const fn sections(&self, kind: SectionKind) -> Numbers {
        self.sections[kind as usize]
    }

    /// The largest core section; of equal ones the first.
    pub(crate) const fn largest(&self) -> Option<usize> {
        self.largest
    }

    /// Whether an ability grants a power.
    pub(crate) const fn has(&self, power: Power) -> bool {
        self.powers & (1 << power as u8) != 0
    }

    /// The copies of a weapon, itself included.
    pub(crate) fn copies(&self, weapon: usize) -> Numbers {
        self.copies[weapon]
    }

    /// Groups of equipment that are drones.
    pub(crate) const fn drones(&self) -> Numbers {
        self.drones
    }
}
