//! Which pairings a baseline has.

use std::collections::BTreeMap;

use clap::ValueEnum;

use crate::failure::Failure;
use crate::systems::Front;
use equipoise_analysis::Game;
use equipoise_analysis::Grid;
use equipoise_engine::front_end::{Dataset as _, Unit};

/// A set of pairings by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Selection {
    /// The named units of the dataset, each against the reference profiles of the standard grid
    Named,
    /// Everyone against the reference profiles
    Standard,
    /// Every pairing of the profiles
    Full,
    /// Units asked for by name
    #[value(skip)]
    Units,
}

impl Selection {
    const ALL: [Self; 4] = [Self::Named, Self::Standard, Self::Full, Self::Units];

    /// Name in baselines.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Standard => "standard",
            Self::Full => "full",
            Self::Units => "units",
        }
    }

    /// The selection of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// The pairings, sorted by names, without those of a unit against itself: they are even. With
    /// `Units` those of `units` against `against`, or the reference profiles.
    pub(crate) fn pairs<'a, S: Front>(
        self,
        game: &'a Game<S>,
        units: &[String],
        against: &[String],
    ) -> Result<Vec<[&'a S::Unit; 2]>, Failure> {
        let pairs = match self {
            Self::Named => every(&game.units().iter().collect::<Vec<_>>(), &game.reference()),
            Self::Standard => of_grid(game, Grid::Standard)?,
            Self::Full => of_grid(game, Grid::Full)?,
            Self::Units => {
                let opponents = if against.is_empty() {
                    game.reference()
                } else {
                    game.units_named("--against", against)?
                };
                every(&game.units_named("--units", units)?, &opponents)
            }
        };
        let pairs = sorted(pairs);
        if pairs.is_empty() {
            let message = "there are no two different units to pair".to_owned();
            return Err(Failure::Input(message));
        }
        Ok(pairs)
    }

    /// Names of the units that the dataset in force would bring into this selection.
    pub(crate) fn watched<S: Front>(self, game: &Game<S>) -> Vec<&str> {
        let units = game.units().iter().map(Unit::name);
        let profiles = game.dataset().profiles().into_iter();
        let profiles = profiles.map(|profile| profile.unit.name());
        match self {
            Self::Named => units.collect(),
            Self::Standard => profiles.chain(units).collect(),
            Self::Full => profiles.collect(),
            Self::Units => Vec::new(),
        }
    }
}

fn every<'a, U>(units: &[&'a U], opponents: &[&'a U]) -> Vec<[&'a U; 2]> {
    let pairs = units
        .iter()
        .flat_map(|&a| opponents.iter().map(move |&b| [a, b]));
    pairs.collect()
}

fn of_grid<S: Front>(game: &Game<S>, grid: Grid) -> Result<Vec<[&S::Unit; 2]>, Failure> {
    let (plan, units) = game.sweep(grid, grid.default_runs())?;
    let pair = |cell: &equipoise_simulator::Cell| [units[cell.a], units[cell.b]];
    Ok(plan.cells().iter().map(pair).collect())
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
