//! Alias tables over exact integer weights.

/// One column: the outcome below its limit and the outcome from there on.
///
/// Sixteen bytes, so that one cache line holds four and none is split.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
struct Column {
    /// Draws of this column below the limit show the first outcome.
    limit: u64,
    /// First outcome in the low half, second in the high half.
    outcomes: u64,
}

impl Column {
    const fn new(limit: u64, first: u32, second: u32) -> Self {
        Self {
            limit,
            outcomes: first as u64 | (second as u64) << 32,
        }
    }
}

/// A finite distribution that turns one 64-bit draw into an outcome.
///
/// Walker's alias method ("An efficient method for generating discrete random variables with
/// general distributions", ACM Transactions on Mathematical Software 3(3), 1977), built as in
/// Vose (IEEE Transactions on Software Engineering 17(9), 1991). The columns are padded to a
/// power of two: the top bits of the draw choose the column, and the whole draw is compared with
/// the column's limit. Weights are shared out in integers, so the only rounding is that of each
/// limit to a multiple of 2^-64; with at most 512 columns no probability is off by more than 2^-55.
#[derive(Clone, Debug)]
pub(crate) struct AliasTable {
    columns: Box<[Column]>,
    shift: u32,
}

impl AliasTable {
    /// Builds the table of `outcomes`, each with its weight.
    ///
    /// Weights are positive and sum to at most 2^40, so that no product below overflows.
    pub(crate) fn new(outcomes: &[(u32, u64)]) -> Self {
        let count = outcomes.len().next_power_of_two().max(2);
        let shift = 64 - count.trailing_zeros();
        let total = outcomes
            .iter()
            .map(|&(_, weight)| u128::from(weight))
            .sum::<u128>()
            .max(1);
        let shares = share_out(outcomes, count, total);
        let column = |(index, share): (usize, &Share)| {
            let outcome = |at: usize| outcomes.get(at).map_or(0, |&(outcome, _)| outcome);
            let start = (index as u128) << shift;
            let kept = ((share.kept << shift) + total / 2) / total;
            // Only a last column that is wholly its own reaches 2^64, and both its outcomes agree.
            let limit = u64::try_from(start + kept).unwrap_or(u64::MAX);
            Column::new(limit, outcome(index), outcome(share.alias))
        };
        Self {
            columns: shares.iter().enumerate().map(column).collect(),
            shift,
        }
    }

    /// The outcome of a uniform 64-bit draw.
    #[inline]
    pub(crate) fn pick(&self, draw: u64) -> u32 {
        let column = &self.columns[(draw >> self.shift) as usize];
        // A shift, not a branch: which side of the limit a draw falls on cannot be predicted.
        (column.outcomes >> (u32::from(draw >= column.limit) * 32)) as u32
    }
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
impl AliasTable {
    /// Number of the 2^64 draws that give each outcome.
    pub(crate) fn draws(&self) -> std::collections::BTreeMap<u32, u128> {
        let mut draws = std::collections::BTreeMap::new();
        for (index, column) in self.columns.iter().enumerate() {
            let start = (index as u128) << self.shift;
            let end = start + (1 << self.shift);
            let limit = u128::from(column.limit);
            assert!((start..=end).contains(&limit));
            *draws.entry(column.outcomes as u32).or_insert(0) += limit - start;
            *draws.entry((column.outcomes >> 32) as u32).or_insert(0) += end - limit;
        }
        draws.retain(|_, draws| *draws > 0);
        draws
    }

    /// Memory of the columns, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::{AliasTable, Column};

    #[test]
    fn a_column_takes_sixteen_bytes() {
        assert_eq!(size_of::<Column>(), 16);
    }

    #[test]
    fn a_fair_coin_splits_the_draws_in_half() {
        let table = AliasTable::new(&[(3, 1), (8, 1)]);
        assert_eq!([table.pick(0), table.pick((1 << 63) - 1)], [3, 3]);
        assert_eq!([table.pick(1 << 63), table.pick(u64::MAX)], [8, 8]);
    }

    #[test]
    fn a_certain_outcome_is_always_picked() {
        let table = AliasTable::new(&[(7, 5)]);
        assert_eq!(
            [0, 1 << 62, 1 << 63, u64::MAX].map(|draw| table.pick(draw)),
            [7; 4]
        );
    }

    #[test]
    fn draws_are_shared_in_proportion_to_the_weights() {
        // Weights over 8 and 4 columns: every limit is a whole number, so the counts are exact.
        let table = AliasTable::new(&[(0, 1), (1, 5), (2, 2)]);
        let expected = [(0, 1_u128 << 61), (1, 5 << 61), (2, 2 << 61)];
        assert_eq!(table.draws().into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn pick_agrees_with_the_counted_limits() {
        let table = AliasTable::new(&[(10, 1), (20, 2), (30, 4)]);
        for (index, column) in table.columns.iter().enumerate() {
            let start = (index as u64) << table.shift;
            if column.limit > start {
                assert_eq!(table.pick(column.limit - 1), column.outcomes as u32);
            }
            if u128::from(column.limit) < u128::from(start) + (1 << table.shift) {
                assert_eq!(table.pick(column.limit), (column.outcomes >> 32) as u32);
            }
        }
    }
}
