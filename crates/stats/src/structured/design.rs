//! Which coefficients each kind of unit has.

use std::collections::BTreeMap;
use std::ops::Range;

use nalgebra::{DMatrix, DVector};

/// Fewest effects of a pair of axes, beside trends, from which their variance is estimated.
const FEWEST_EFFECTS: usize = 8;

/// Which random effects a block of coefficients holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effects {
    /// Of the pairs of levels of two axes.
    Pair([usize; 2]),
    /// Of each kind by itself.
    Residual,
}

/// A run of random coefficients of one variance.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) effects: Effects,
    start: usize,
    pub(super) width: usize,
}

/// The coefficients of each kind: fixed ones first, then the blocks of random ones.
#[derive(Debug, Clone)]
pub(super) struct Design {
    /// By kind: coefficients and how often each counts.
    rows: Vec<Vec<(usize, f64)>>,
    fixed: usize,
    blocks: Vec<Block>,
    width: usize,
}

impl Block {
    /// Its coefficients.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.start + self.width
    }
}

impl Design {
    /// Of kinds at these places; kinds off the grid and `exceptions` have a coefficient of their own. `numeric` says
    /// which axes are numbers.
    pub(super) fn new(
        places: &[Option<Vec<usize>>],
        numeric: &[bool],
        exceptions: &[usize],
    ) -> Self {
        let on_grid = |kind: usize| {
            places[kind]
                .as_ref()
                .filter(|_| !exceptions.contains(&kind))
        };
        let axes = places.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let mut design = Self {
            rows: vec![Vec::new(); places.len()],
            fixed: 0,
            blocks: Vec::new(),
            width: 0,
        };
        let kinds: Vec<usize> = (0..places.len())
            .filter(|&kind| on_grid(kind).is_some())
            .collect();
        if !kinds.is_empty() {
            let mean = design.columns(1);
            for &kind in &kinds {
                design.rows[kind].push((mean, 1.0));
            }
        }
        for axis in 0..axes {
            design.axis(
                kinds
                    .iter()
                    .filter_map(|&kind| Some((kind, on_grid(kind)?[axis]))),
            );
        }
        let pairs =
            (0..axes).flat_map(|first| (first + 1..axes).map(move |second| [first, second]));
        let pairs: Vec<[usize; 2]> = pairs.collect();
        let levels = |[first, second]: [usize; 2]| {
            let placed = kinds.iter().map(|&kind| (kind, on_grid(kind)));
            placed.filter_map(move |(kind, place)| {
                let place = place?;
                Some((kind, [place[first], place[second]]))
            })
        };
        for &pair in &pairs {
            design.trends(&levels(pair), pair.map(|axis| numeric[axis]));
        }
        for kind in 0..places.len() {
            if on_grid(kind).is_none() {
                let own = design.columns(1);
                design.rows[kind].push((own, 1.0));
            }
        }
        design.fixed = design.width;
        // Of two axes a pair of levels is one kind: what it adds is the residual.
        if axes > 2 {
            for &pair in &pairs {
                design.block(Effects::Pair(pair), levels(pair));
            }
        }
        design.block(Effects::Residual, kinds.iter().map(|&kind| (kind, kind)));
        design
    }

    fn columns(&mut self, count: usize) -> usize {
        self.width += count;
        self.width - count
    }

    /// Effects of one axis, which add up to nothing over its levels.
    fn axis(&mut self, levels: impl Iterator<Item = (usize, usize)> + Clone) {
        let number = numbered(levels.clone().map(|(_, level)| level));
        let last = number.len().saturating_sub(1);
        let start = self.columns(last);
        for (kind, level) in levels {
            let at = number[&level];
            if at < last {
                self.rows[kind].push((start + at, 1.0));
            } else {
                let others = start..start + last;
                self.rows[kind].extend(others.map(|other| (other, -1.0)));
            }
        }
    }

    /// Trends along one axis of a pair for the levels of the other, of kinds with their levels on both: along those that
    /// are numbers, as far as the coefficients so far do not have them. There are none where too few effects of the pair
    /// would be left to tell their variance.
    fn trends(
        &mut self,
        kinds: &(impl Iterator<Item = (usize, [usize; 2])> + Clone),
        numeric: [bool; 2],
    ) {
        let mut basis = Vec::new();
        for column in 0..self.width {
            let of = self.rows.iter().map(|row| weight_of(row, column));
            basis.extend(independent(of.collect(), &basis));
        }
        let (singles, mut all) = (basis.len(), basis.clone());
        for cell in numbered(kinds.clone().map(|(_, levels)| levels)).keys() {
            let inside = kinds.clone().filter(|(_, levels)| levels == cell);
            let of = self.column(inside.map(|(kind, _)| (kind, 1.0)));
            all.extend(independent(of, &all));
        }
        let mut trends = Vec::new();
        for along in (0..2).filter(|&axis| numeric[axis]) {
            let most = kinds.clone().map(|(_, levels)| levels[along]).max();
            for level in numbered(kinds.clone().map(|(_, levels)| levels[1 - along])).into_keys() {
                let here = kinds.clone().filter(|(_, of)| of[1 - along] == level);
                // From −1 at the lowest level to 1 at the highest.
                let place = |of: usize| 2.0 * of as f64 / most.unwrap_or(1) as f64 - 1.0;
                let trend = here.map(|(kind, levels)| (kind, place(levels[along])));
                let trend: Vec<(usize, f64)> = trend.collect();
                // A trend of all levels is an effect of the axis, and that along both axes is the same either way.
                if let Some(direction) = independent(self.column(trend.iter().copied()), &basis) {
                    basis.push(direction);
                    trends.push(trend);
                }
            }
        }
        if all.len() - singles < trends.len() + FEWEST_EFFECTS {
            return;
        }
        for trend in trends {
            let column = self.columns(1);
            for (kind, place) in trend.into_iter().filter(|(_, place)| *place != 0.0) {
                self.rows[kind].push((column, place));
            }
        }
    }

    /// A coefficient that counts so often for these kinds, and not for others.
    fn column(&self, kinds: impl Iterator<Item = (usize, f64)>) -> Vec<f64> {
        let mut column = vec![0.0; self.rows.len()];
        for (kind, weight) in kinds {
            column[kind] = weight;
        }
        column
    }

    fn block<L: Copy + Ord>(
        &mut self,
        effects: Effects,
        levels: impl Iterator<Item = (usize, L)> + Clone,
    ) {
        let number = numbered(levels.clone().map(|(_, level)| level));
        let width = number.len();
        let start = self.columns(width);
        for (kind, level) in levels {
            self.rows[kind].push((start + number[&level], 1.0));
        }
        self.blocks.push(Block {
            effects,
            start,
            width,
        });
    }

    pub(super) const fn kinds(&self) -> usize {
        self.rows.len()
    }

    /// Number of coefficients.
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// Number of coefficients that are not random.
    pub(super) const fn fixed(&self) -> usize {
        self.fixed
    }

    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub(super) fn row(&self, kind: usize) -> &[(usize, f64)] {
        &self.rows[kind]
    }

    /// Adds a multiple of the coefficients of a kind to a sum.
    pub(super) fn add(&self, kind: usize, times: f64, sum: &mut [f64]) {
        for &(column, weight) in &self.rows[kind] {
            sum[column] += times * weight;
        }
    }

    /// Worth of each kind per point of its size.
    pub(super) fn worths(&self, coefficients: &[f64]) -> Vec<f64> {
        let kinds = 0..self.kinds();
        kinds.map(|kind| self.dot(kind, coefficients)).collect()
    }

    /// Derivatives by the coefficients from those by the worths of kinds; of second ones the lower triangle.
    pub(super) fn project(
        &self,
        slopes: &[f64],
        curvature: &DMatrix<f64>,
    ) -> (DVector<f64>, DMatrix<f64>) {
        let width = self.width;
        let mut gradient = DVector::zeros(width);
        for (kind, slope) in slopes.iter().enumerate() {
            self.add(kind, *slope, gradient.as_mut_slice());
        }
        // By the coefficients of one side and the kinds of the other first.
        let mut half = DMatrix::zeros(width, self.kinds());
        for one in 0..self.kinds() {
            for other in one..self.kinds() {
                let value = curvature[(other, one)];
                if value != 0.0 {
                    self.add(other, value, half.column_mut(one).as_mut_slice());
                    if other != one {
                        self.add(one, value, half.column_mut(other).as_mut_slice());
                    }
                }
            }
        }
        let mut precision = DMatrix::zeros(width, width);
        for (kind, row) in self.rows.iter().enumerate() {
            let of_kind = half.column(kind);
            for &(column, weight) in row {
                let mut sums = precision.column_mut(column);
                for below in column..width {
                    sums[below] += weight * of_kind[below];
                }
            }
        }
        (gradient, precision)
    }

    /// Worth of a kind per point of its size.
    pub(super) fn dot(&self, kind: usize, coefficients: &[f64]) -> f64 {
        let row = self.rows[kind].iter();
        row.map(|&(column, weight)| weight * coefficients[column])
            .sum()
    }
}

/// How often a coefficient counts.
fn weight_of(row: &[(usize, f64)], column: usize) -> f64 {
    let found = row.iter().find(|(at, _)| *at == column);
    found.map_or(0.0, |(_, weight)| *weight)
}

/// The part of a vector that is orthogonal to these directions, of length 1; none if they span it.
fn independent(mut vector: Vec<f64>, directions: &[Vec<f64>]) -> Option<Vec<f64>> {
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let before = dot(&vector, &vector);
    // Twice, as rounding errors of the first time are left.
    for direction in directions.iter().chain(directions) {
        let along = dot(&vector, direction);
        vector
            .iter_mut()
            .zip(direction)
            .for_each(|(of, unit)| *of -= along * unit);
    }
    let left = dot(&vector, &vector);
    (left > 1e-9 * before).then(|| {
        let length = left.sqrt();
        vector.iter_mut().for_each(|of| *of /= length);
        vector
    })
}

/// Levels in order, each with its number.
fn numbered<L: Ord>(levels: impl Iterator<Item = L>) -> BTreeMap<L, usize> {
    let mut number: BTreeMap<L, usize> = levels.map(|level| (level, 0)).collect();
    for (at, value) in number.values_mut().enumerate() {
        *value = at;
    }
    number
}
