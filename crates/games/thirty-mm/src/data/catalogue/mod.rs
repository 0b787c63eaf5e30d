//! Units of a dataset.
//!
//! A dataset is three TOML files, [`Catalogue::FILES`]: weapons, shields, equipment and abilities;
//! the model of generated profiles; datasheets with their pilots. [`Catalogue::parse`] reads their texts and reports
//! every mistake at its place, with the id of the rule it breaks. Files are read elsewhere.

mod embedded;
mod limits;
mod parts;
mod profile_model;
mod scenario;
mod units;

pub use equipoise_engine::source::{Problem, SourceFile};

use equipoise_engine::source::{check_files, in_order, nearest, read};
use thiserror::Error;

use super::sheet::Sheet;
use parts::Parts;

pub use profile_model::ProfileId;

/// Every unit of a dataset, checked.
#[derive(Clone, Debug)]
pub struct Catalogue {
    sources: Vec<SourceFile>,
    units: Vec<Sheet>,
    grid: Vec<(ProfileId, Sheet)>,
}

/// No unit of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no unit named \"{name}\"{}", advice(nearest))]
pub struct UnknownUnit {
    /// The name asked for.
    pub name: String,
    /// Names that resemble it; may be empty.
    pub nearest: Vec<String>,
}

fn advice(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return "; name a unit of the dataset or a profile such as \"C2R4:pistol\"".to_owned();
    }
    let quoted: Vec<_> = nearest.iter().map(|name| format!("\"{name}\"")).collect();
    format!("; did you mean {}?", quoted.join(" or "))
}

impl Catalogue {
    /// The files of a dataset.
    pub const FILES: [&str; 3] = ["parts.toml", "profiles.toml", "units.toml"];

    /// The dataset that ships with the program.
    ///
    /// # Panics
    /// Never: the files are fixed when the program is built, and the tests parse them.
    #[must_use]
    pub fn embedded() -> Self {
        match Self::parse(&embedded::sources()) {
            Ok(catalogue) => catalogue,
            Err(problems) => unreachable!("the embedded dataset is broken: {problems:?}"),
        }
    }

    /// Reads a dataset. The last part of a file's name says which file it is.
    ///
    /// # Errors
    /// Every problem of every file, sorted by file and position.
    pub fn parse(files: &[SourceFile]) -> Result<Self, Vec<Problem>> {
        let mut problems = check_files(files, &Self::FILES);
        let [parts, profiles, units] =
            Self::FILES.map(|name| files.iter().find(|file| file.base_name() == name));
        let parts = read(parts, &mut problems, Parts::read).unwrap_or_default();
        let grid = read(profiles, &mut problems, |root| {
            profile_model::read_grid(root, &parts)
        });
        let units = read(units, &mut problems, |root| units::read_units(root, &parts));
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

    /// The texts that the catalogue was read from, in the order of [`Catalogue::FILES`].
    #[must_use]
    pub fn sources(&self) -> &[SourceFile] {
        &self.sources
    }

    /// Units in the order of their file.
    #[must_use]
    pub fn units(&self) -> &[Sheet] {
        &self.units
    }

    /// The generated profiles, by class, rank and the order of the weapons.
    pub fn grid(&self) -> impl Iterator<Item = (&ProfileId, &Sheet)> {
        self.grid.iter().map(|(id, sheet)| (id, sheet))
    }

    /// Where a sheet lies on the axes of the grid: that of the profile with its class, rank and only
    /// weapon.
    #[must_use]
    pub fn place_of(&self, sheet: &Sheet) -> Option<&ProfileId> {
        let found = self.grid.iter().find(|(_, profile)| {
            profile.class() == sheet.class()
                && profile.pilot.rank == sheet.pilot.rank
                && profile.all_weapons().eq(sheet.all_weapons())
        });
        found.map(|(id, _)| id)
    }

    /// Finds a unit or a generated profile by name, in any case.
    ///
    /// # Errors
    /// [`UnknownUnit`], with the names that resemble the one asked for.
    pub fn find(&self, name: &str) -> Result<&Sheet, UnknownUnit> {
        let wanted = name.trim().to_lowercase();
        let all = || {
            let profiles = self.grid.iter().map(|(_, profile)| profile);
            self.units.iter().chain(profiles)
        };
        let found = all().find(|unit| unit.name.to_lowercase() == wanted);
        found.ok_or_else(|| UnknownUnit {
            name: name.to_owned(),
            nearest: nearest(name, all().map(|unit| unit.name.as_str())),
        })
    }
}
