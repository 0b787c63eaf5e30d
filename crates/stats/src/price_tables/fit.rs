//! Which tables a price list has, and their entries.

use super::table::{BandedAxis, PriceTable, cell};
use crate::error::StatsError;

/// What the sum of squares may rise by for each number that a list gets shorter.
const PER_NUMBER: f64 = 1.0;
/// Least and most of a factor, so that no price vanishes.
const FACTORS: (f64, f64) = (1e-3, 1e3);
/// Fall of the sum of squares in a round below which a fit is done, as a share of it: where lists are compared,
/// and in the end.
const STILL: (f64, f64) = (1e-4, 1e-9);
/// What is left of the sum of squares of worths when a fit is exact.
const EXACT: f64 = 1e-14;
/// Most rounds; a fit takes some tens.
const MOST_ROUNDS: u32 = 10_000;

/// The kinds that are priced.
pub(super) struct Kinds<'a> {
    pub(super) worths: Vec<f64>,
    pub(super) weights: Vec<f64>,
    pub(super) places: &'a [Vec<usize>],
    /// Mean of the worths.
    pub(super) mean: f64,
}

/// The axes of each table, with their bands.
#[derive(Clone)]
pub(super) struct Layout(Vec<Vec<BandedAxis>>);

impl Layout {
    /// A table for each pair of axes, and a band for each level.
    pub(super) fn full(places: &[Vec<usize>], axes: usize) -> Self {
        let levels = |axis: usize| places.iter().map(|place| place[axis] + 1).max();
        let axes = (0..axes).map(|axis| BandedAxis {
            axis,
            band_of: (0..levels(axis).unwrap_or(0)).collect(),
        });
        let axes: Vec<BandedAxis> = axes.filter(|axis| axis.count() > 1).collect();
        if axes.len() < 2 {
            return Self(vec![axes]);
        }
        let pairs = axes.iter().enumerate().flat_map(|(place, one)| {
            let others = axes[place + 1..].iter();
            others.map(|other| vec![one.clone(), other.clone()])
        });
        Self(pairs.collect())
    }

    /// The list that is left when nothing can be left out that is not worth its numbers.
    pub(super) fn shortened(self, kinds: &Kinds<'_>, rising: &[bool]) -> Result<Self, StatsError> {
        let mut squares = kinds.fit(&self, STILL.0)?.squares;
        let mut layout = self;
        loop {
            let mut best: Option<(f64, f64, Self)> = None;
            for shorter in layout.shorter(rising) {
                let fit = kinds.fit(&shorter, STILL.0)?;
                let saved = layout.numbers() - shorter.numbers();
                let cost = (fit.squares - squares) / saved as f64;
                if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    best = Some((cost, fit.squares, shorter));
                }
            }
            match best {
                Some((cost, left, shorter)) if cost < PER_NUMBER => {
                    (squares, layout) = (left, shorter);
                }
                _ => return Ok(layout),
            }
        }
    }

    /// The tables with their entries; all but the first are factors.
    pub(super) fn tables(self, kinds: &Kinds<'_>) -> Result<Vec<PriceTable>, StatsError> {
        let fit = kinds.fit(&self, STILL.1)?;
        let tables = self.0.into_iter().zip(fit.factors).enumerate();
        let tables = tables.map(|(number, (axes, mut entries))| {
            if number == 0 {
                entries.iter_mut().for_each(|entry| *entry *= kinds.mean);
            }
            PriceTable::new(axes, entries)
        });
        Ok(tables.collect())
    }

    /// Entries of all tables.
    fn numbers(&self) -> usize {
        self.0.iter().map(|axes| numbers(axes)).sum()
    }

    /// The lists that are one step shorter: by bands that are merged, or a table of two axes that becomes two of
    /// one.
    fn shorter(&self, rising: &[bool]) -> Vec<Self> {
        let mut shorter = Vec::new();
        for (table, axes) in self.0.iter().enumerate() {
            for (place, axis) in axes.iter().enumerate() {
                let merged: Vec<Vec<usize>> = if rising[axis.axis] {
                    (1..axis.count()).map(|band| join(axis, band)).collect()
                } else {
                    vec![vec![0; axis.band_of.len()]]
                };
                let merged = merged.into_iter();
                shorter.extend(merged.map(|band_of| self.with(table, place, band_of)));
            }
            if let [one, other] = &axes[..] {
                let mut split = self.clone();
                let apart = [vec![one.clone()], vec![other.clone()]];
                split.0.splice(table..=table, apart);
                split.drop_idle();
                shorter.extend((split.numbers() < self.numbers()).then_some(split));
            }
        }
        shorter
    }

    /// With other bands on an axis of a table; one band is no axis.
    fn with(&self, table: usize, place: usize, band_of: Vec<usize>) -> Self {
        let mut other = self.clone();
        let axes = &mut other.0[table];
        axes[place].band_of = band_of;
        if axes[place].count() == 1 {
            axes.remove(place);
        }
        other.drop_idle();
        other
    }

    /// Drops the tables that another can stand for, since it tells the same bands apart.
    fn drop_idle(&mut self) {
        let stands_for = |one: &[BandedAxis], other: &[BandedAxis]| {
            let mut axes = other.iter();
            axes.all(|axis| one.iter().any(|of| of.refines(axis)))
        };
        while let Some(idle) = (0..self.0.len()).rev().find(|&idle| {
            let mut others = (0..self.0.len()).filter(|&other| other != idle);
            others.any(|other| stands_for(&self.0[other], &self.0[idle]))
        }) {
            self.0.remove(idle);
        }
    }
}

/// Bands of an axis with this one joined to the one before.
fn join(axis: &BandedAxis, band: usize) -> Vec<usize> {
    let bands = axis.band_of.iter();
    bands.map(|&of| of - usize::from(of >= band)).collect()
}

fn numbers(axes: &[BandedAxis]) -> usize {
    axes.iter().map(BandedAxis::count).product()
}

/// The best factors of a layout.
struct Fit {
    /// By table and entry; the price is their product times the mean worth.
    factors: Vec<Vec<f64>>,
    /// Weighted sum of squares that they leave.
    squares: f64,
}

impl Kinds<'_> {
    /// Fits all tables in turn until the sum of squares stands.
    fn fit(&self, layout: &Layout, still: f64) -> Result<Fit, StatsError> {
        let cells: Vec<Vec<usize>> = layout
            .0
            .iter()
            .map(|axes| self.places.iter().map(|place| cell(axes, place)).collect())
            .collect();
        let mut factors: Vec<Vec<f64>> = layout
            .0
            .iter()
            .map(|axes| vec![1.0; numbers(axes)])
            .collect();
        let mut prices = vec![self.mean; self.worths.len()];
        let exact = EXACT * self.squares(&vec![0.0; prices.len()]);
        let mut before = f64::INFINITY;
        for _ in 0..MOST_ROUNDS {
            for (cells, factors) in cells.iter().zip(&mut factors) {
                self.fit_table(cells, factors, &mut prices);
            }
            let squares = self.squares(&prices);
            if before - squares <= still * squares + exact {
                return Ok(Fit { factors, squares });
            }
            before = squares;
        }
        Err(StatsError::NoConvergence("the tables of prices"))
    }

    /// The best factors of one table with those of the others as they are; an entry without kinds stays.
    fn fit_table(&self, cells: &[usize], factors: &mut [f64], prices: &mut [f64]) {
        let (mut sums, mut of_weights) = (vec![0.0; factors.len()], vec![0.0; factors.len()]);
        for (kind, &cell) in cells.iter().enumerate() {
            let (rest, weight) = (prices[kind] / factors[cell], self.weights[kind]);
            sums[cell] += weight * self.worths[kind] * rest;
            of_weights[cell] += weight * rest * rest;
        }
        let before = factors.to_vec();
        for ((factor, sum), weight) in factors.iter_mut().zip(sums).zip(of_weights) {
            if weight > 0.0 {
                *factor = (sum / weight).clamp(FACTORS.0, FACTORS.1);
            }
        }
        for (price, &cell) in prices.iter_mut().zip(cells) {
            *price *= factors[cell] / before[cell];
        }
    }

    fn squares(&self, prices: &[f64]) -> f64 {
        let kinds = prices.iter().zip(&self.worths).zip(&self.weights);
        kinds
            .map(|((price, worth), weight)| weight * (price - worth) * (price - worth))
            .sum()
    }
}
