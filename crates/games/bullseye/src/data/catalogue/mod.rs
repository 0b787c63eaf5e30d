//! Mecha of a dataset: named ones, and a grid of generated profiles.
//!
//! A dataset is two TOML files, [`Catalogue::FILES`]. [`Catalogue::parse`] reads their texts and
//! reports every mistake at once; [`Catalogue::embedded`] is the dataset that ships with the
//! program. [`Catalogue::scenario`] reads battles of its mecha. Files are read elsewhere: nothing
//! here touches a disk.

mod cost;
mod embedded;
mod limits;
mod names;
mod profile_model;
mod scenario;
mod units;

pub use equipoise_engine::source::{Problem, SourceFile};
pub use names::{ProfileId, ProfileIdError, UnknownUnit};

use std::fmt;

use super::profile::Mecha;
use cost::Costs;
use equipoise_engine::source::raw::Fields;
use equipoise_engine::source::{check_files, in_order, read};

/// Every mecha of a dataset, checked.
#[derive(Clone)]
pub struct Catalogue {
    sources: Vec<SourceFile>,
    units: Vec<Mecha>,
    /// Sorted by coordinates.
    grid: Vec<(ProfileId, Mecha)>,
}

impl Catalogue {
    /// The files of a dataset, in the order in which [`Catalogue::sources`] keeps them.
    pub const FILES: [&str; 2] = ["profiles.toml", "units.toml"];

    /// The dataset that ships with the program.
    ///
    /// # Panics
    ///
    /// Never: the files are fixed when the program is built, and the tests parse them.
    #[must_use]
    pub fn embedded() -> Self {
        match Self::parse(&embedded::sources()) {
            Ok(catalogue) => catalogue,
            Err(problems) => unreachable!("the embedded dataset is broken: {problems:?}"),
        }
    }

    /// Reads a dataset. The last part of a file's name says which file it is; the order of `files`
    /// does not matter.
    ///
    /// # Errors
    ///
    /// Every problem of every file, sorted by file and position: files missing, unexpected or given
    /// twice, TOML that does not parse, unknown or missing fields, values outside their legal range,
    /// names used twice.
    pub fn parse(files: &[SourceFile]) -> Result<Self, Vec<Problem>> {
        let mut problems = check_files(files, &Self::FILES);
        let [profiles, units] =
            Self::FILES.map(|name| files.iter().find(|file| file.base_name() == name));
        let model = read(profiles, &mut problems, read_profiles);
        let (costs, grid) = model.unwrap_or_default();
        let units = read(units, &mut problems, |root| {
            units::read_units(root, costs.as_ref())
        });
        problems.sort();
        match (units, grid) {
            (Some(units), Some(grid)) if problems.is_empty() => Ok(Self {
                sources: in_order(files, &Self::FILES),
                units,
                grid,
            }),
            _ => Err(problems),
        }
    }

    /// The texts that the catalogue was read from, in the order of [`Catalogue::FILES`]: what a hash
    /// of the dataset covers.
    #[must_use]
    pub fn sources(&self) -> &[SourceFile] {
        &self.sources
    }

    /// Mecha by name, in the order of their file.
    #[must_use]
    pub fn units(&self) -> &[Mecha] {
        &self.units
    }

    /// The generated profiles, sorted by coordinates.
    pub fn grid(&self) -> impl Iterator<Item = (ProfileId, &Mecha)> {
        self.grid.iter().map(|(id, mecha)| (*id, mecha))
    }

    /// Finds a mecha by name or a generated profile by coordinates such as `A4D4M4K3`, in any case.
    ///
    /// # Errors
    ///
    /// [`UnknownUnit`], with the names that resemble the one asked for.
    pub fn find(&self, name: &str) -> Result<&Mecha, UnknownUnit> {
        if let Ok(id) = name.parse::<ProfileId>() {
            let found = self.grid.binary_search_by_key(&id, |(id, _)| *id);
            return found
                .map(|at| &self.grid[at].1)
                .map_err(|_| UnknownUnit::outside(name, self.grid.iter().map(|(id, _)| *id)));
        }
        let wanted = name.trim().to_lowercase();
        let found = self
            .units
            .iter()
            .find(|unit| unit.name.to_lowercase() == wanted);
        found
            .ok_or_else(|| UnknownUnit::new(name, self.units.iter().map(|unit| unit.name.as_str())))
    }
}

/// Counts only: the contents run to thousands of lines.
impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue")
            .field("units", &self.units.len())
            .field("grid", &self.grid.len())
            .finish_non_exhaustive()
    }
}

type Profiles = (Option<Costs>, Option<Vec<(ProfileId, Mecha)>>);

fn read_profiles(root: &Fields<'_>) -> Profiles {
    let costs = Costs::read(root);
    let grid = profile_model::read_grid(root, costs.as_ref());
    root.finish();
    (costs, grid)
}
