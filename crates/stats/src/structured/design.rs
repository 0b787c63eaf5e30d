//! Which coefficients each kind of unit has.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use nalgebra::{DMatrix, DVector};

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
        for along in (0..axes).filter(|&axis| numeric[axis]) {
            let most = kinds
                .iter()
                .filter_map(|&kind| Some(on_grid(kind)?[along]))
                .max();
            for other in (0..axes).filter(|&axis| axis != along) {
                let place = kinds.iter().filter_map(|&kind| {
                    let place = on_grid(kind)?;
                    // From −1 at the lowest level to 1 at the highest.
                    let at = 2.0 * place[along] as f64 / most? as f64 - 1.0;
                    Some((kind, at, place[other]))
                });
                design.trends(place);
            }
        }
        for kind in 0..places.len() {
            if on_grid(kind).is_none() {
                let own = design.columns(1);
                design.rows[kind].push((own, 1.0));
            }
        }
        design.fixed = design.width;
        // Of two axes a pair of levels is one kind: what it adds is the residual.
        let paired = if axes == 2 { 0 } else { axes };
        for first in 0..paired {
            for second in first + 1..paired {
                let levels = kinds.iter().filter_map(|&kind| {
                    let place = on_grid(kind)?;
                    Some((kind, [place[first], place[second]]))
                });
                design.block(Effects::Pair([first, second]), levels);
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

    /// A trend along an axis for each level of another, as the fixed coefficients do not have it yet: kinds with
    /// their place along the axis and their level on the other.
    fn trends(&mut self, kinds: impl Iterator<Item = (usize, f64, usize)> + Clone) {
        let levels: BTreeSet<usize> = kinds.clone().map(|(_, _, level)| level).collect();
        let mut basis = Vec::new();
        for column in 0..self.width {
            let of = self.rows.iter().map(|row| weight_of(row, column));
            basis.extend(independent(of.collect(), &basis));
        }
        for level in levels {
            let at_level = kinds.clone().filter(|&(_, _, of)| of == level);
            let mut of = vec![0.0; self.rows.len()];
            for (kind, at, _) in at_level.clone() {
                of[kind] = at;
            }
            // What a level at one place of the axis adds, or the last of all trends, is known from the others.
            if let Some(direction) = independent(of, &basis) {
                basis.push(direction);
                let column = self.columns(1);
                for (kind, at, _) in at_level.filter(|(_, at, _)| *at != 0.0) {
                    self.rows[kind].push((column, at));
                }
            }
        }
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
