//! Straight lines between hexes of a table, worked out once per bout.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use equipoise_engine::Hex;

use super::terrain::Grid;
use crate::data::table::Table;

/// The hexes strictly between two hexes, by the way from one to the other.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    depth: i16,
    /// Where the line of each way ends in `hexes`; it begins where the one before ends.
    ends: Vec<u32>,
    /// Hexes passed, as seen from where the line begins, and cells to each of them.
    hexes: Vec<Hex>,
    cells: Vec<i32>,
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
            cells: Vec::new(),
        };
        let grid = Grid::of(table);
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
        this.cells = this.hexes.iter().map(|&way| grid.steps(way)).collect();
        this
    }

    /// The hexes strictly between two of the table, the same for both directions; from the hex that
    /// comes first in the order of hexes.
    #[inline]
    pub(crate) fn between(
        &self,
        a: Hex,
        b: Hex,
    ) -> impl DoubleEndedIterator<Item = Hex> + ExactSizeIterator + use<'_> {
        let (from, to) = if a <= b { (a, b) } else { (b, a) };
        let passed = &self.hexes[self.span(to - from)];
        passed.iter().map(move |&passed| from + passed)
    }

    /// Where the line of a way is in `hexes`.
    #[inline]
    fn span(&self, way: Hex) -> Range<usize> {
        let index = way.q as usize * (2 * self.depth as usize + 1) + (way.r + self.depth) as usize;
        self.ends[index] as usize..self.ends[index + 1] as usize
    }

    /// The cells of the line from a hex to another but for its first so many: the hex that the way begins at,
    /// and cells from that.
    #[inline]
    pub(crate) fn cells(&self, from: Hex, to: Hex, but: u16) -> (Hex, &[i32]) {
        // Each step of a line leads one hex away from where it begins.
        if from <= to {
            let span = self.span(to - from);
            let start = (span.start + usize::from(but)).min(span.end);
            (from, &self.cells[start..span.end])
        } else {
            let span = self.span(from - to);
            let end = span.end.saturating_sub(but.into()).max(span.start);
            (to, &self.cells[span.start..end])
        }
    }

    /// Those of them that are at most this many hexes from the second of the two.
    #[inline]
    pub(crate) fn near_end(
        &self,
        from: Hex,
        to: Hex,
        most: u16,
    ) -> impl Iterator<Item = Hex> + use<'_> {
        // Each step of a line leads one hex away from where it begins.
        let farther = from
            .distance(to)
            .saturating_sub(most.saturating_add(1))
            .into();
        let (first, last) = if from <= to {
            (farther, 0)
        } else {
            (0, farther)
        };
        let between = self.between(from, to);
        let near = between.len() - last;
        between.take(near).skip(first)
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
    use crate::rules::terrain::Grid;
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
                for most in [0, 1, 4, 20] {
                    let close = |hex: &Hex| hex.distance(b) <= most;
                    let near = lines.between(a, b).filter(close);
                    assert!(lines.near_end(a, b, most).eq(near), "{a:?} to {b:?}");
                    let (start, cells) = lines.cells(a, b, most);
                    let far = lines.between(a, b).filter(|hex| hex.distance(a) > most);
                    let steps = far.map(|hex| Grid::of(table).steps(hex - start));
                    assert!(cells.iter().copied().eq(steps), "{a:?} to {b:?}");
                }
            }
        }
    }
}
