//! Which pairings a baseline has.

use std::collections::BTreeMap;

use equipoise_engine::front_end::{Dataset as _, FrontEnd, Unit};
use equipoise_simulator::Pairing;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::game::Game;
use crate::request::Grid;

/// A set of pairings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Selection {
    /// The named units of the dataset, each against the reference profiles of the standard grid.
    Named,
    /// Everyone against the reference profiles.
    Standard,
    /// Every pairing of the profiles.
    Full,
    /// These units.
    Units {
        /// Units to be watched.
        units: Vec<String>,
        /// Their opponents; the reference profiles if there are none.
        #[serde(default)]
        against: Vec<String>,
    },
}

impl Selection {
    /// Name in baselines.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Standard => "standard",
            Self::Full => "full",
            Self::Units { .. } => "units",
        }
    }

    /// The pairings, sorted by names, without those of a unit against itself: they are even.
    pub(crate) fn pairs<'a, S: FrontEnd>(
        &self,
        game: &'a Game<S>,
    ) -> Result<Vec<[&'a S::Unit; 2]>, Error> {
        let pairs = match self {
            Self::Named => every(&game.units().iter().collect::<Vec<_>>(), &game.reference()),
            Self::Standard => of_grid(game, Grid::Standard)?,
            Self::Full => of_grid(game, Grid::Full)?,
            Self::Units { units, against } => {
                let opponents = if against.is_empty() {
                    game.reference()
                } else {
                    game.units_named("against", against)?
                };
                every(&game.units_named("units", units)?, &opponents)
            }
        };
        let pairs = sorted(pairs);
        if pairs.is_empty() {
            let message = "expected at least two different units".to_owned();
            return Err(Error::Input(message));
        }
        Ok(pairs)
    }
}

/// Names of the units that the dataset in force would bring into the grid of this name.
pub(crate) fn watched<'a, S: FrontEnd>(grid: &str, game: &'a Game<S>) -> Vec<&'a str> {
    let of_this_name = |selection: &Selection| selection.name() == grid;
    let grids = [Selection::Named, Selection::Standard, Selection::Full];
    let units = game.units().iter().map(Unit::name);
    let profiles = game.dataset().profiles().into_iter();
    let profiles = profiles.map(|profile| profile.unit.name());
    match grids.into_iter().find(of_this_name) {
        Some(Selection::Named) => units.collect(),
        Some(Selection::Standard) => profiles.chain(units).collect(),
        Some(Selection::Full) => profiles.collect(),
        Some(Selection::Units { .. }) | None => Vec::new(),
    }
}

fn every<'a, U>(units: &[&'a U], opponents: &[&'a U]) -> Vec<[&'a U; 2]> {
    let pairs = units
        .iter()
        .flat_map(|&a| opponents.iter().map(move |&b| [a, b]));
    pairs.collect()
}

fn of_grid<S: FrontEnd>(game: &Game<S>, grid: Grid) -> Result<Vec<[&S::Unit; 2]>, Error> {
    let (plan, units) = game.sweep(grid, grid.default_runs())?;
    let pair = |cell: &Pairing| [units[cell.a], units[cell.b]];
    Ok(plan.pairings().iter().map(pair).collect())
}

/// Each pair once, whichever way round it was named first.
fn sorted<U: Unit>(pairs: Vec<[&U; 2]>) -> Vec<[&U; 2]> {
    let mut once = BTreeMap::new();
    for [a, b] in pairs {
        let (low, high) = (a.name().min(b.name()), a.name().max(b.name()));
        if low != high {
            once.entry([low, high]).or_insert([a, b]);
        }
    }
    let mut pairs: Vec<_> = once.into_values().collect();
    pairs.sort_by_key(|pair| pair.map(Unit::name));
    pairs
}
