//! Histogram of the victory-point difference.

/// Counts of the victory-point difference (a minus b).
///
/// Zero has a bin of its own; on either side follow 50 bins of ten points (1 to 10, 11 to 20,
/// …, 491 to 500) and one open bin beyond 500. The bins mirror each other, so that swapping the
/// sides mirrors the histogram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Margins {
    /// From the most negative bin to the most positive one.
    counts: [u64; Self::BINS],
}

/// One bin of [`Margins`] with inclusive bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bin {
    /// Smallest difference; `None` in the open bin of the losers.
    pub from: Option<i64>,
    /// Largest difference; `None` in the open bin of the winners.
    pub to: Option<i64>,
    /// Battles.
    pub battles: u64,
}

impl Margins {
    /// Width of the bounded bins, victory points.
    pub const WIDTH: i64 = 10;
    /// Differences beyond this fall in the open bins, victory points.
    pub const LIMIT: i64 = 500;
    /// Bins on each side of zero, the open one included.
    const SIDE: i64 = Self::LIMIT / Self::WIDTH + 1;
    /// Number of bins.
    pub const BINS: usize = (2 * Self::SIDE + 1) as usize;

    /// The histogram with these counts, from the most negative bin to the most positive one; `None`
    /// unless there is one for each bin.
    #[must_use]
    pub fn from_counts(counts: &[u64]) -> Option<Self> {
        let counts = counts.try_into().ok()?;
        Some(Self { counts })
    }

    /// Counts one battle.
    pub fn record(&mut self, difference: i64) {
        self.counts[Self::bin(difference)] += 1;
    }

    /// Adds the counts of other battles.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// Counts from the most negative bin to the most positive one.
    #[must_use]
    pub const fn counts(&self) -> &[u64; Self::BINS] {
        &self.counts
    }

    /// The bins that hold battles, in ascending order.
    pub fn bins(&self) -> impl Iterator<Item = Bin> {
        let bin = |(index, &battles): (usize, &u64)| {
            let (from, to) = Self::bounds(index);
            Bin { from, to, battles }
        };
        self.counts
            .iter()
            .enumerate()
            .filter(|&(_, &battles)| battles > 0)
            .map(bin)
    }

    fn bin(difference: i64) -> usize {
        let steps = (difference.abs() + Self::WIDTH - 1) / Self::WIDTH;
        (Self::SIDE + difference.signum() * steps.min(Self::SIDE)) as usize
    }

    fn bounds(index: usize) -> (Option<i64>, Option<i64>) {
        let place = index as i64 - Self::SIDE;
        let far = place.abs() * Self::WIDTH;
        let near = if place == 0 { 0 } else { far - Self::WIDTH + 1 };
        let far = (place.abs() < Self::SIDE).then_some(far);
        if place < 0 {
            (far.map(|far| -far), Some(-near))
        } else {
            (Some(near), far)
        }
    }
}

impl Default for Margins {
    fn default() -> Self {
        Self {
            counts: [0; Self::BINS],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bin, Margins};

    fn only_bin(difference: i64) -> Bin {
        let mut margins = Margins::default();
        margins.record(difference);
        let bins: Vec<Bin> = margins.bins().collect();
        assert_eq!(bins.len(), 1);
        bins[0]
    }

    #[test]
    fn bins_have_the_documented_bounds() {
        let bin = |from, to| Bin {
            from,
            to,
            battles: 1,
        };
        assert_eq!(only_bin(0), bin(Some(0), Some(0)));
        assert_eq!(only_bin(1), bin(Some(1), Some(10)));
        assert_eq!(only_bin(10), bin(Some(1), Some(10)));
        assert_eq!(only_bin(11), bin(Some(11), Some(20)));
        assert_eq!(only_bin(-1), bin(Some(-10), Some(-1)));
        assert_eq!(only_bin(500), bin(Some(491), Some(500)));
        assert_eq!(only_bin(501), bin(Some(501), None));
        assert_eq!(only_bin(-500), bin(Some(-500), Some(-491)));
        assert_eq!(only_bin(-99_999), bin(None, Some(-501)));
    }

    #[test]
    fn every_difference_lies_within_the_bounds_of_its_bin() {
        for difference in -600..=600 {
            let bin = only_bin(difference);
            assert!(
                bin.from.is_none_or(|from| from <= difference),
                "{difference} in {bin:?}"
            );
            assert!(
                bin.to.is_none_or(|to| difference <= to),
                "{difference} in {bin:?}"
            );
        }
    }
}
