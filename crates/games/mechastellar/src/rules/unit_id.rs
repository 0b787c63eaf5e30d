//! Units by number, and sets of them.

/// Position of a unit in the bout, both sides counted through.
pub(crate) type UnitId = usize;

/// Largest number of units in one battle, so that sets of units fit into one word.
pub(crate) const MAX_UNITS: usize = 60;

/// A set of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct UnitSet(u64);

impl UnitSet {
    pub(crate) const EMPTY: Self = Self(0);

    #[inline]
    pub(crate) fn contains(self, unit: UnitId) -> bool {
        self.0 >> unit & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, unit: UnitId) {
        self.0 |= 1 << unit;
    }

    /// These units that are among the others too.
    #[inline]
    pub(crate) fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// These units but not the others.
    #[inline]
    pub(crate) fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The units, in order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = UnitId> {
        bits(self.0)
    }

    #[inline]
    pub(crate) fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The unit of a set of one.
    #[inline]
    pub(crate) fn only(self) -> Option<UnitId> {
        self.0
            .is_power_of_two()
            .then(|| self.0.trailing_zeros() as UnitId)
    }
}

/// Positions of the bits of a set, in order.
#[inline]
pub(crate) fn bits(set: u64) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let next = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        next
    })
}
