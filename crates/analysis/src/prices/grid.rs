//! The profiles of a grid and the named units beside them, with their places.

use std::collections::BTreeMap;

use equipoise_engine::front_end::{Axis, AxisKind, AxisValue, Dataset as _, FrontEnd, Unit as _};
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{Estimate, StatsError, StructuredWorth};

use crate::error::Error;
use crate::game::Game;
use crate::request;

/// The units of a price map: profiles first, then named units.
pub(super) struct Grid<'a, S: FrontEnd> {
    pub(super) axes: Vec<Axis>,
    /// Levels of each axis in order.
    pub(super) levels: Vec<Vec<AxisValue>>,
    pub(super) units: Vec<&'a S::Unit>,
    /// How many of the units are profiles.
    pub(super) profiles: usize,
    pub(super) coordinates: Vec<Option<Vec<AxisValue>>>,
    /// Level of each profile on every axis; named units stand by themselves.
    pub(super) places: Vec<Option<Vec<usize>>>,
}

impl<'a, S: FrontEnd> Grid<'a, S> {
    /// The profiles of a dataset, and its named units unless the grid leaves them out.
    ///
    /// # Errors
    /// When the grid has fewer than two axes, or a unit has no price.
    pub(super) fn new(game: &'a Game<S>, grid: request::Grid) -> Result<Self, Error> {
        let axes = S::Dataset::axes();
        if axes.len() < 2 {
            let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
            return Err(Error::Input(format!(
                "a price map needs profiles along two axes at least, {} has {} ({}); name the units \
                 instead",
                S::NAME,
                axes.len(),
                names.join(", ")
            )));
        }
        let (mut units, mut coordinates) = (Vec::new(), Vec::new());
        for profile in game.dataset().profiles() {
            units.push(profile.unit);
            coordinates.push(Some(profile.coordinates));
        }
        let profiles = units.len();
        if grid == request::Grid::Standard {
            for unit in game.units() {
                units.push(unit);
                coordinates.push(S::Dataset::coordinates(unit));
            }
        }
        if let Some(free) = units.iter().find(|unit| unit.points() == 0) {
            return Err(Error::Input(format!(
                "{} has no points; a price map compares what units cost with what they are worth",
                free.name()
            )));
        }
        let levels: Vec<Vec<AxisValue>> = (0..axes.len())
            .map(|axis| levels(coordinates[..profiles].iter().flatten().map(|of| &of[axis])))
            .collect();
        let level = |axis: usize, value: &AxisValue| levels[axis].iter().position(|of| of == value);
        let place = |(at, of): (usize, &Option<Vec<AxisValue>>)| {
            let of = of.as_ref().filter(|_| at < profiles)?;
            let values = of.iter().enumerate();
            values.map(|(axis, value)| level(axis, value)).collect()
        };
        Ok(Self {
            places: coordinates.iter().enumerate().map(place).collect(),
            levels,
            axes,
            units,
            profiles,
            coordinates,
        })
    }

    /// Which axes are numbers.
    pub(super) fn numeric(&self) -> Vec<bool> {
        let axes = self.axes.iter();
        axes.map(|axis| axis.kind == AxisKind::Integer).collect()
    }

    /// Fewest matchups that price it.
    pub(super) fn fewest_matchups(&self) -> u64 {
        StructuredWorth::fewest_matchups(&self.places, &self.numeric())
    }

    /// A weighted sum of listed points, by unit and weight.
    pub(super) fn listed(&self, sum: &[(usize, f64)]) -> f64 {
        let terms = sum.iter();
        terms
            .map(|&(unit, weight)| weight * f64::from(self.units[unit].points()))
            .sum()
    }

    /// Refuses a budget that some unit does not fit into.
    pub(super) fn check_budget(&self, budget: u32) -> Result<(), Error> {
        let dearest = self.units.iter().max_by_key(|unit| unit.points());
        match dearest {
            Some(unit) if unit.points() > budget => Err(Error::Input(format!(
                "armies of {budget} points have no room for {}, which costs {}; raise the budget to at least that",
                unit.name(),
                unit.points()
            ))),
            _ => Ok(()),
        }
    }

    /// What each named unit is worth beyond the profile at its place: number of the unit, name of the
    /// profile, and the difference.
    pub(super) fn beyond(
        &self,
        fit: &StructuredWorth,
    ) -> Result<Vec<(usize, String, Estimate)>, StatsError> {
        let profiles = self.coordinates[..self.profiles].iter().enumerate();
        let at: BTreeMap<&Vec<AxisValue>, usize> = profiles
            .filter_map(|(number, of)| Some((of.as_ref()?, number)))
            .collect();
        let named = self.profiles..self.units.len();
        let pairs = named.filter_map(|unit| {
            let profile = at.get(self.coordinates[unit].as_ref()?)?;
            Some((unit, *profile))
        });
        let beyond = |(unit, profile): (usize, usize)| {
            let difference = fit.sum(&[(unit, 1.0), (profile, -1.0)], CONFIDENCE)?;
            Ok((unit, self.units[profile].name().to_owned(), difference))
        };
        pairs.map(beyond).collect()
    }
}

/// The levels of an axis: numbers in order, names as they first come.
fn levels<'v>(values: impl Iterator<Item = &'v AxisValue>) -> Vec<AxisValue> {
    let mut levels: Vec<AxisValue> = Vec::new();
    for value in values {
        if !levels.contains(value) {
            levels.push(value.clone());
        }
    }
    if levels
        .iter()
        .all(|level| matches!(level, AxisValue::Integer(_)))
    {
        levels.sort();
    }
    levels
}
