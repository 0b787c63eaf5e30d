//! Straight lines between hexes of a table, worked out once per bout.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use equipoise_engine::Hex;

use crate::data::table::Table;

/// The hexes strictly between two hexes, by the way from one to the other.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    depth: i16,
    /// Where the line of each way ends in `hexes`; it begins where the one before ends.
    ends: Vec<u32>,
    /// Hexes passed, as seen from where the line begins.
    hexes: Vec<Hex>,
}

impl Lines {
    /// The lines of a table; tables of one size share theirs.
    pub(crate) fn of(table: Table) -> Arc<Self> {
        static KNOWN: Mutex<BTreeMap<(i16, i16), Arc<Lines>>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = known.entry((table.width, table.depth));
        Arc::clone(lines.or_insert_with(|| Arc::new(Self::new(table))))
    }

    fn new(table: Table) -> Self {
        let mut this = Self {
            depth: table.depth,
            ends: vec![0],
            hexes: Vec::new(),
        };
        let columns = table.width + table.depth / 2;
        for q in 0..=columns {
            for r in -this.depth..=this.depth {
                let way = Hex::new(q, r);
                let steps = 1..way.length();
                let passed = steps.map(|step| Hex::default().towards(way, step));
                this.hexes.extend(passed);
                this.ends.push(this.hexes.len() as u32);
            }
        }
        this
    }

    /// The hexes strictly between two of the table, the same for both directions; from the hex that
    /// comes first in the order of hexes.
    #[inline]
    pub(crate) fn between(&self, a: Hex, b: Hex) -> impl DoubleEndedIterator<Item = Hex> + use<'_> {
        let (from, to) = if a <= b { (a, b) } else { (b, a) };
        let way = to - from;
        let index = way.q as usize * (2 * self.depth as usize + 1) + (way.r + self.depth) as usize;
        let span = self.ends[index] as usize..self.ends[index + 1] as usize;
        self.hexes[span].iter().map(move |&passed| from + passed)
    }

    /// The same from the first of the two to the second, the second included.
    #[inline]
    pub(crate) fn along(&self, from: Hex, to: Hex) -> impl Iterator<Item = Hex> + use<'_> {
        let backwards = from > to;
        let mut between = self.between(from, to);
        let next = move || {
            if backwards {
                between.next_back()
            } else {
                between.next()
            }
        };
        std::iter::from_fn(next).chain(std::iter::once(to))
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::data::table::Table;
    use equipoise_engine::Hex;

    #[test]
    fn lines_are_those_of_the_hexes_between() {
        let table = Table {
            width: 9,
            depth: 14,
            zone: 4,
        };
        let lines = Lines::new(table);
        let places = || (0..9).flat_map(|c| (0..14).map(move |r| Hex::from_offset(c, r)));
        for a in places() {
            for b in places() {
                let (from, to) = if a <= b { (a, b) } else { (b, a) };
                let stepped = (1..from.distance(to)).map(|step| from.towards(to, step));
                assert!(lines.between(a, b).eq(stepped), "{a:?} to {b:?}");
            }
        }
    }
}
