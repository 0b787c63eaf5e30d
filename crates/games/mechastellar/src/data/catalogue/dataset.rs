//! A dataset read and checked.

use std::fmt;

use super::cost::Costs;
use super::names::{ProfileId, UnknownUnit};
use super::weapons::Armoury;
use super::{embedded, profile_model, units};
use crate::data::profile::{UnitProfile, Weapon};
use equipoise_engine::source::raw::Fields;
use equipoise_engine::source::{Problem, SourceFile, check_files, in_order, read};

/// Every unit and weapon of a dataset, checked.
#[derive(Clone)]
pub struct Catalogue {
    sources: Vec<SourceFile>,
    armoury: Armoury,
    units: Vec<UnitProfile>,
    /// Points of the units without their crews and the traits of their pilots.
    machine_points: Vec<u16>,
    costs: Costs,
    /// In the order of [`ProfileId::all`].
    grid: Vec<UnitProfile>,
}

impl Catalogue {
    /// The files of a dataset, in the order in which [`Catalogue::sources`] keeps them.
    pub const FILES: [&str; 3] = ["profiles.toml", "weapons.toml", "units.toml"];

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

    /// Reads a dataset. The last part of a file's name says which file it is; the order of
    /// `files` does not matter.
    ///
    /// # Errors
    ///
    /// Every problem of every file, sorted by file and position: files missing, unexpected or
    /// given twice, TOML that does not parse, unknown or missing fields, values outside their
    /// legal range, names used twice, weapons that do not exist.
    pub fn parse(files: &[SourceFile]) -> Result<Self, Vec<Problem>> {
        let mut problems = check_files(files, &Self::FILES);
        let [profiles, weapons, units] =
            Self::FILES.map(|name| files.iter().find(|file| file.base_name() == name));
        let armoury = read(weapons, &mut problems, Armoury::read);
        let armoury = armoury.unwrap_or_default();
        let model = read(profiles, &mut problems, |root| {
            read_profiles(root, &armoury)
        });
        let (costs, grid) = model.unwrap_or_default();
        let units = read(units, &mut problems, |root| {
            units::read_units(root, &armoury, costs.as_ref())
        });
        problems.sort();
        match (units, costs, grid) {
            (Some(units), Some(costs), Some(grid)) if problems.is_empty() => {
                let (units, machine_points) = units.into_iter().unzip();
                Ok(Self {
                    sources: in_order(files, &Self::FILES),
                    armoury,
                    units,
                    machine_points,
                    costs,
                    grid,
                })
            }
            _ => Err(problems),
        }
    }

    /// The texts that the catalogue was read from, in the order of [`Catalogue::FILES`]: what
    /// a hash of the dataset covers.
    #[must_use]
    pub fn sources(&self) -> &[SourceFile] {
        &self.sources
    }

    /// Units by name, in the order of their file.
    #[must_use]
    pub fn units(&self) -> &[UnitProfile] {
        &self.units
    }

    /// Weapons by id, in alphabetical order, without the Mech+ of any unit.
    pub fn weapons(&self) -> impl Iterator<Item = (&str, &Weapon)> {
        self.armoury.iter()
    }

    /// The generated profiles, in the order of [`ProfileId::all`].
    pub fn grid(&self) -> impl Iterator<Item = (ProfileId, &UnitProfile)> {
        ProfileId::all().zip(&self.grid)
    }

    /// One generated profile.
    #[must_use]
    pub fn profile(&self, id: ProfileId) -> &UnitProfile {
        &self.grid[id.index()]
    }

    /// Points that a unit of the catalogue would cost without its crew, its upgrades and the traits of its pilot.
    pub(super) fn machine_points(&self, unit: &UnitProfile) -> u16 {
        let listed = self.units.iter().position(|own| own.name == unit.name);
        match listed {
            Some(place) => self.machine_points[place],
            None => self.costs.without_crew(unit.points, unit.tier),
        }
    }

    /// Its rates of points and victory points.
    pub(super) const fn costs(&self) -> &Costs {
        &self.costs
    }

    /// Finds a unit by name or a generated profile by coordinates such as `F3P5:sniper`, in
    /// any case.
    ///
    /// # Errors
    ///
    /// [`UnknownUnit`], with the names that resemble the one asked for.
    pub fn find(&self, name: &str) -> Result<&UnitProfile, UnknownUnit> {
        if let Ok(id) = name.parse() {
            return Ok(self.profile(id));
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
            .field("weapons", &self.weapons().count())
            .finish_non_exhaustive()
    }
}

type Profiles = (Option<Costs>, Option<Vec<UnitProfile>>);

fn read_profiles(root: &Fields<'_>, armoury: &Armoury) -> Profiles {
    let costs = Costs::read(root);
    let grid = profile_model::read_grid(root, armoury, costs.as_ref());
    root.finish();
    (costs, grid)
}
