//! A table of a price list.

/// One table of a [`PriceTables`](crate::PriceTables): an entry for each combination of bands of its axes.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceTable {
    axes: Vec<BandedAxis>,
    entries: Vec<f64>,
}

/// An axis of a [`PriceTable`] whose levels are joined into bands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BandedAxis {
    /// Number of the axis in the grid.
    pub axis: usize,
    /// Band of each level; bands are counted from 0 in the order of the levels.
    pub band_of: Vec<usize>,
}

impl PriceTable {
    pub(super) const fn new(axes: Vec<BandedAxis>, entries: Vec<f64>) -> Self {
        Self { axes, entries }
    }

    /// Its axes, two, one or none; a table without axes has one entry.
    #[must_use]
    pub fn axes(&self) -> &[BandedAxis] {
        &self.axes
    }

    /// Entries by band, those of the last axis next to each other.
    #[must_use]
    pub fn entries(&self) -> &[f64] {
        &self.entries
    }

    pub(super) fn entries_mut(&mut self) -> &mut [f64] {
        &mut self.entries
    }

    pub(super) fn entry(&self, place: &[usize]) -> f64 {
        self.entries[cell(&self.axes, place)]
    }

    /// Brings the geometric mean of each band to 1 where an earlier table can take the factor, since it tells
    /// the levels of these bands apart; the mean of the whole table goes to the first.
    pub(super) fn hand_on(&mut self, earlier: &mut [Self]) {
        for at in 0..self.axes.len() {
            let own = self.axes[at].clone();
            let takes = |table: &Self| table.axes.iter().position(|axis| axis.refines(&own));
            let taker = earlier
                .iter_mut()
                .find_map(|table| takes(table).map(|place| (table, place)));
            let Some((table, place)) = taker else {
                continue;
            };
            for band in 0..own.count() {
                let factor = self.take_mean(|bands| bands[at] == band);
                let level = |of: usize| table.axes[place].band_of.iter().position(|at| *at == of);
                let inside: Vec<bool> = (0..table.axes[place].count())
                    .map(|of| level(of).is_some_and(|level| own.band_of[level] == band))
                    .collect();
                let cells: Vec<Vec<usize>> = table.bands().collect();
                for (entry, bands) in table.entries.iter_mut().zip(cells) {
                    if inside[bands[place]] {
                        *entry *= factor;
                    }
                }
            }
        }
        let factor = self.take_mean(|_| true);
        for entry in &mut earlier[0].entries {
            *entry *= factor;
        }
    }

    /// Divides these entries by their geometric mean, and says what it was.
    fn take_mean(&mut self, these: impl Fn(&[usize]) -> bool) -> f64 {
        let cells: Vec<Vec<usize>> = self.bands().collect();
        let chosen: Vec<usize> = (0..cells.len()).filter(|&at| these(&cells[at])).collect();
        let logarithms = chosen.iter().map(|&at| self.entries[at].ln());
        let mean = (logarithms.sum::<f64>() / chosen.len() as f64).exp();
        for at in chosen {
            self.entries[at] /= mean;
        }
        mean
    }

    /// Bands of each entry, by axis.
    fn bands(&self) -> impl Iterator<Item = Vec<usize>> {
        let counts: Vec<usize> = self.axes.iter().map(BandedAxis::count).collect();
        (0..self.entries.len()).map(move |mut cell| {
            let mut bands = vec![0; counts.len()];
            for (band, count) in bands.iter_mut().zip(&counts).rev() {
                *band = cell % count;
                cell /= count;
            }
            bands
        })
    }
}

impl BandedAxis {
    /// Number of bands.
    #[must_use]
    pub fn count(&self) -> usize {
        self.band_of.iter().max().map_or(1, |last| last + 1)
    }

    /// Whether it is the same axis and each of its bands lies in one band of the other.
    pub(super) fn refines(&self, other: &Self) -> bool {
        let levels = self.band_of.iter().zip(&other.band_of);
        self.axis == other.axis
            && levels.clone().all(|(own, of)| {
                levels
                    .clone()
                    .filter(|(band, _)| *band == own)
                    .all(|(_, band)| band == of)
            })
    }
}

/// The entry that the table of these axes has for a place.
pub(super) fn cell(axes: &[BandedAxis], place: &[usize]) -> usize {
    axes.iter().fold(0, |cell, axis| {
        cell * axis.count() + axis.band_of[place[axis.axis]]
    })
}
