//! Alias tables over exact integer weights.

use std::array::from_fn;
use std::hint::select_unpredictable;

use crate::pool::PoolShape;

/// One column: the outcome below its limit and the outcome from there on.
///
/// Sixteen bytes, so that one cache line holds four and none is split.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(crate) struct Column {
    /// Draws of this column below the limit show the first outcome.
    limit: u64,
    first: u32,
    second: u32,
}

impl Column {
    /// The outcome of a draw that belongs to this column.
    #[inline]
    pub(crate) fn pick(&self, draw: u64) -> u32 {
        // Never a branch: on which side of the limit a draw falls cannot be predicted.
        select_unpredictable(draw < self.limit, self.first, self.second)
    }
}

/// Where a table lies in its set, in sixteenths of a column: bytes, so that no index is multiplied.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    /// Bits of a draw below those that choose the sixteenth.
    shift: u32,
}

/// Bits of the place within a column.
const WITHIN: u32 = size_of::<Column>().trailing_zeros();

/// Tables of one set, by the number of dice; those beyond [`PoolShape::MAX_DICE`] are never built.
const SIZES: usize = (PoolShape::MAX_DICE as usize + 1).next_power_of_two();

/// Distributions for 0, 1, ... dice that turn one 64-bit draw into an outcome.
///
/// Walker's alias method ("An efficient method for generating discrete random variables with
/// general distributions", ACM Transactions on Mathematical Software 3(3), 1977), built as in
/// Vose (IEEE Transactions on Software Engineering 17(9), 1991). The columns of each table are
/// padded to a power of two: the top bits of the draw choose the column, and the whole draw is
/// compared with the column's limit. Weights are shared out in integers, so the only rounding is
/// that of each limit to a multiple of 2^-64; with at most 512 columns to a table no probability
/// is off by more than 2^-55.
///
/// A set is one block of memory: spans, then `COLUMNS` columns. Both numbers are powers of two, so that
/// an index is masked rather than checked. Picking has no branch and cannot panic, which lets the
/// generator's state stay in registers between draws.
#[derive(Clone, Debug)]
pub(crate) struct AliasSet<const COLUMNS: usize> {
    spans: [Span; SIZES],
    columns: [Column; COLUMNS],
}

impl<const COLUMNS: usize> AliasSet<COLUMNS> {
    /// Builds the tables of `outcomes(0)`, `outcomes(1)`, ...: each outcome with its weight.
    ///
    /// A table has at most 512 outcomes, all tables at most `COLUMNS` columns. Weights are positive and sum
    /// to at most 2^40, so that no product overflows.
    pub(crate) fn new(outcomes: impl Fn(u8) -> Vec<(u32, u64)>) -> Self {
        const { assert!(COLUMNS.is_power_of_two()) };
        let mut spans = [Span::default(); SIZES];
        let mut built = Vec::with_capacity(COLUMNS);
        for (dice, span) in (0..=PoolShape::MAX_DICE).zip(&mut spans) {
            span.start = (built.len() as u32) << WITHIN;
            span.shift = add_table(&outcomes(dice), &mut built) - WITHIN;
        }
        debug_assert!(built.len() <= COLUMNS, "{} columns", built.len());
        let nothing = Column {
            limit: 0,
            first: 0,
            second: 0,
        };
        let columns = from_fn(|at| built.get(at).copied().unwrap_or(nothing));
        Self { spans, columns }
    }

    /// The outcome of a uniform 64-bit draw for this many dice, at most [`PoolShape::MAX_DICE`].
    #[inline]
    pub(crate) fn pick(&self, dice: u8, draw: u64) -> u32 {
        let span = self.spans[usize::from(dice) % SIZES];
        let sixteenth = (draw >> (span.shift % u64::BITS)) as u32 + span.start;
        self.columns[(sixteenth >> WITHIN) as usize % COLUMNS].pick(draw)
    }
}

/// Appends the columns of one table and returns how many bits of a draw lie below those that choose one.
///
/// At most 512 outcomes with weights that sum to less than 2^63, so that no product overflows.
pub(crate) fn add_table(outcomes: &[(u32, u64)], columns: &mut Vec<Column>) -> u32 {
    let count = outcomes.len().next_power_of_two().max(2);
    let shift = 64 - count.trailing_zeros();
    let total = outcomes
        .iter()
        .map(|&(_, weight)| u128::from(weight))
        .sum::<u128>()
        .max(1);
    let outcome = |at: usize| outcomes.get(at).map_or(0, |&(outcome, _)| outcome);
    for (index, share) in share_out(outcomes, count, total).iter().enumerate() {
        let start = (index as u128) << shift;
        let kept = ((share.kept << shift) + total / 2) / total;
        // Only a last column that is wholly its own reaches 2^64, and both its outcomes agree.
        let limit = u64::try_from(start + kept).unwrap_or(u64::MAX);
        columns.push(Column {
            limit,
            first: outcome(index),
            second: outcome(share.alias),
        });
    }
    shift
}

/// How much of a column its own outcome keeps, out of the total, and who has the rest.
#[derive(Clone, Copy)]
struct Share {
    kept: u128,
    alias: usize,
}

/// Fills every column to exactly `total` with at most two outcomes.
fn share_out(outcomes: &[(u32, u64)], count: usize, total: u128) -> Vec<Share> {
    let scaled = |at: usize| outcomes.get(at).map_or(0, |&(_, w)| u128::from(w)) * count as u128;
    let mut shares: Vec<Share> = (0..count)
        .map(|at| Share {
            kept: scaled(at),
            alias: at,
        })
        .collect();
    let (mut short, mut ample): (Vec<usize>, Vec<usize>) =
        (0..count).partition(|&at| shares[at].kept < total);
    while let (Some(poor), Some(&rich)) = (short.pop(), ample.last()) {
        shares[poor].alias = rich;
        shares[rich].kept -= total - shares[poor].kept;
        if shares[rich].kept < total {
            ample.pop();
            short.push(rich);
        }
    }
    shares
}

#[cfg(test)]
impl Column {
    pub(crate) const fn limit(&self) -> u64 {
        self.limit
    }

    pub(crate) const fn outcomes(&self) -> (u32, u32) {
        (self.first, self.second)
    }
}

#[cfg(test)]
impl<const COLUMNS: usize> AliasSet<COLUMNS> {
    /// Bits of a draw below those that choose the column.
    fn shift(&self, dice: u8) -> u32 {
        self.spans[usize::from(dice)].shift + WITHIN
    }

    fn table(&self, dice: u8) -> &[Column] {
        let first = self.spans[usize::from(dice)].start as usize >> WITHIN;
        &self.columns[first..first + (1 << (u64::BITS - self.shift(dice)))]
    }

    /// Number of the 2^64 draws that give each outcome.
    pub(crate) fn draws(&self, dice: u8) -> std::collections::BTreeMap<u32, u128> {
        let mut draws = std::collections::BTreeMap::new();
        let width = 1 << self.shift(dice);
        for (start, column) in (0..).step_by(width as usize).zip(self.table(dice)) {
            let limit = u128::from(column.limit);
            assert!((start..=start + width).contains(&limit));
            *draws.entry(column.first).or_insert(0) += limit - start;
            *draws.entry(column.second).or_insert(0) += start + width - limit;
        }
        draws.retain(|_, draws| *draws > 0);
        draws
    }

    /// Memory of the columns in use, bytes.
    pub(crate) fn bytes(&self) -> usize {
        (0..=PoolShape::MAX_DICE)
            .map(|dice| size_of_val(self.table(dice)))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{AliasSet, Column};

    #[test]
    fn a_column_takes_sixteen_bytes() {
        assert_eq!(size_of::<Column>(), 16);
    }

    #[test]
    fn a_fair_coin_splits_the_draws_in_half() {
        let set = AliasSet::<64>::new(|_| vec![(3, 1), (8, 1)]);
        assert_eq!([set.pick(0, 0), set.pick(0, (1 << 63) - 1)], [3, 3]);
        assert_eq!([set.pick(10, 1 << 63), set.pick(10, u64::MAX)], [8, 8]);
    }

    #[test]
    fn a_certain_outcome_is_always_picked() {
        let set = AliasSet::<64>::new(|dice| vec![(u32::from(dice), 5)]);
        assert_eq!(
            [0, 1 << 62, 1 << 63, u64::MAX].map(|draw| set.pick(7, draw)),
            [7; 4]
        );
    }

    #[test]
    fn draws_are_shared_in_proportion_to_the_weights() {
        // Weights out of 8 over 4 columns: every limit is a whole number, so the counts are exact.
        let set = AliasSet::<64>::new(|_| vec![(0, 1), (1, 5), (2, 2)]);
        let expected = [(0, 1_u128 << 61), (1, 5 << 61), (2, 2 << 61)];
        assert_eq!(set.draws(4).into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn pick_agrees_with_the_counted_limits() {
        let set = AliasSet::<64>::new(|_| vec![(10, 1), (20, 2), (30, 4)]);
        let width = 1_u64 << set.shift(3);
        for (start, column) in (0..4).map(|at| at * width).zip(set.table(3)) {
            if column.limit > start {
                assert_eq!(set.pick(3, column.limit - 1), column.first);
            }
            if column.limit - start < width {
                assert_eq!(set.pick(3, column.limit), column.second);
            }
        }
    }
}
