//! The game system behind the commands; with `odds` and the arguments the only place that names it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use equipoise_engine::mechastellar::catalogue::{Catalogue, Problem, ProfileId, SourceFile};
use equipoise_engine::mechastellar::{
    Bout, CompileError, MechaStellar, Options, PolicyKind, Scenario, UnitProfile,
};
use equipoise_engine::{GameSystem as _, Side};
use equipoise_simulator::{
    Axis, AxisKind, AxisValue, Contestant, DatasetId, Pairing, Plan, Setting, content_sha256,
};

use crate::args::{Data, Grid, Shared};
use crate::failure::Failure;
use crate::scenario_files;

/// The system whose rules are played.
pub(crate) type System = MechaStellar;

/// Rounds that a battle's quantities are told by.
pub(crate) const ROUNDS: usize = 5;
/// Quantities observed of each model: survival, HP taken from enemies, victory points earned.
pub(crate) const UNIT_QUANTITIES: usize = 3;

/// Frame and Performance of the profiles that everyone meets on the standard grid.
const REFERENCE: (u8, u8) = (3, 5);

/// Dataset, policy and rules options in force.
pub(crate) struct Game {
    catalogue: Catalogue,
    /// Where the dataset was read from; `None` for the embedded one.
    folder: Option<PathBuf>,
    dataset: DatasetId,
    policy: PolicyKind,
    options: Options,
    seed: u64,
}

impl Game {
    /// Reads what the shared arguments name.
    pub(crate) fn new(shared: &Shared) -> Result<Self, Failure> {
        let mut options = Options::default();
        for (name, value) in &shared.options {
            options.set(name, value)?;
        }
        let (catalogue, name) = read_dataset(&shared.data)?;
        let files = catalogue
            .sources()
            .iter()
            .map(|file| (file.base_name(), file.text.as_str()));
        let dataset = DatasetId {
            name,
            sha256: content_sha256(files),
        };
        Ok(Self {
            catalogue,
            folder: shared.data.dataset.clone(),
            dataset,
            policy: shared.policy,
            options,
            seed: shared.seed,
        })
    }

    /// Where the dataset was read from; `None` for the embedded one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Name of the system.
    pub(crate) const fn system() -> &'static str {
        System::NAME
    }

    /// Finds a unit by name or coordinates.
    pub(crate) fn unit(&self, name: &str) -> Result<&UnitProfile, Failure> {
        Ok(self.catalogue.find(name)?)
    }

    /// Compiles a duel, seat A first.
    pub(crate) fn compile(&self, a: &UnitProfile, b: &UnitProfile) -> Result<Bout, CompileError> {
        let forces = [a, b].map(std::slice::from_ref);
        Bout::compile(forces, [self.policy; 2], &self.options)
    }

    /// Plans a duel.
    pub(crate) fn duel(
        &self,
        a: &UnitProfile,
        b: &UnitProfile,
        runs: u64,
    ) -> Result<Plan, Failure> {
        let [a, b] = [a, b].map(|unit| contestant(unit, Vec::new()));
        Ok(Plan::duel(self.setting(), runs, a, b)?)
    }

    /// Compiles the only pairing of a duel's plan.
    pub(crate) fn pairing(
        &self,
        plan: &Plan,
        a: &UnitProfile,
        b: &UnitProfile,
    ) -> Result<Pairing<System>, Failure> {
        let cell = plan.cells()[0];
        let unit = |index| if index == cell.a { a } else { b };
        let compile = |a, b| self.compile(unit(a), unit(b));
        Ok(Pairing::compile(cell, plan.setting().seed, compile)?)
    }

    /// Plans a sweep and names the unit behind each contestant.
    pub(crate) fn sweep(
        &self,
        grid: Grid,
        runs: u64,
    ) -> Result<(Plan, Vec<&UnitProfile>), Failure> {
        let mut field: Vec<(&UnitProfile, Vec<Option<AxisValue>>)> = self
            .catalogue
            .grid()
            .map(|(id, unit)| (unit, coordinates(id)))
            .collect();
        let panel = match grid {
            Grid::Full => (0..field.len()).collect(),
            Grid::Standard => {
                let is_reference = |id: ProfileId| (id.frame(), id.performance()) == REFERENCE;
                let ids = self.catalogue.grid().map(|(id, _)| id).enumerate();
                ids.filter(|&(_, id)| is_reference(id))
                    .map(|(index, _)| index)
                    .collect()
            }
        };
        if grid == Grid::Standard {
            let nowhere = || axes().iter().map(|_| None).collect();
            field.extend(self.catalogue.units().iter().map(|unit| (unit, nowhere())));
        }
        let units = field.iter().map(|&(unit, _)| unit).collect();
        let contestants = field
            .into_iter()
            .map(|(unit, axes)| contestant(unit, axes))
            .collect();
        let plan = Plan::gauntlet(
            self.setting(),
            grid.name(),
            runs,
            axes(),
            contestants,
            panel,
        )?;
        Ok((plan, units))
    }

    /// Reads a scenario by its name or from a file, with other armies if files of them are given;
    /// its options come first, those of the command line may override them.
    pub(crate) fn scenario(
        &mut self,
        shared: &Shared,
        name: &str,
        armies: Option<&[PathBuf]>,
    ) -> Result<Scenario, Failure> {
        let file = scenario_files::find(self.folder(), name)?;
        let read = match armies {
            Some([a, b]) => {
                let (a, b) = (scenario_files::read(a)?, scenario_files::read(b)?);
                self.catalogue.scenario_with_armies(&file, [&a, &b])
            }
            _ => self.catalogue.scenario(&file),
        };
        let scenario = read.map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Failure::Input(format!("the scenario has problems:\n{}", lines.join("\n")))
        })?;
        for (name, value) in &scenario.options {
            self.options.set(name, value)?;
        }
        for (name, value) in &shared.options {
            self.options.set(name, value)?;
        }
        Ok(scenario)
    }

    /// Plans the battles of a scenario; the pairing is that of its two forces on its table. Forces of
    /// one name are told apart by their sides; others are not, so that they keep their seats and
    /// their battles when they change sides.
    pub(crate) fn battle_plan(&self, scenario: &Scenario, runs: u64) -> Result<Plan, Failure> {
        let namesakes = scenario.forces[0].name == scenario.forces[1].name;
        let force = |side: Side| {
            let force = &scenario.forces[side.index()];
            let mark = if namesakes {
                format!("/{side}")
            } else {
                String::new()
            };
            Contestant {
                name: format!("{}{mark}: {}", scenario.name, force.name),
                points: force.points(),
                vp: force.models().map(|unit| u32::from(unit.vp)).sum(),
                axes: Vec::new(),
            }
        };
        let [a, b] = Side::BOTH.map(force);
        Ok(Plan::duel(self.setting(), runs, a, b)?)
    }

    /// Compiles the battles of a scenario, both seat orders.
    pub(crate) fn battle_pairing(
        &self,
        plan: &Plan,
        scenario: &Scenario,
    ) -> Result<Pairing<System>, Failure> {
        let cell = plan.cells()[0];
        let swapped = scenario.swapped();
        let compile = |a: usize, _: usize| {
            let seated = if a == cell.a { scenario } else { &swapped };
            Bout::battle(seated, [self.policy; 2], &self.options)
        };
        Ok(Pairing::compile(cell, plan.setting().seed, compile)?)
    }

    /// System, policy, options, dataset and seed, as results name them.
    pub(crate) fn setting(&self) -> Setting {
        let options = self.options.values().into_iter();
        Setting {
            system: Self::system().to_owned(),
            policy: self.policy.name().to_owned(),
            options: options
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            dataset: self.dataset.clone(),
            seed: self.seed,
        }
    }
}

/// Coordinates of the generated profiles.
pub(crate) fn axes() -> Vec<Axis> {
    let axis = |(name, kind): (&str, AxisKind)| Axis {
        name: name.to_owned(),
        kind,
    };
    let axes = [
        ("frame", AxisKind::Integer),
        ("performance", AxisKind::Integer),
        ("role", AxisKind::Text),
    ];
    axes.map(axis).into()
}

fn coordinates(id: ProfileId) -> Vec<Option<AxisValue>> {
    vec![
        Some(AxisValue::Integer(id.frame().into())),
        Some(AxisValue::Integer(id.performance().into())),
        Some(AxisValue::Text(id.role().name().to_owned())),
    ]
}

fn contestant(unit: &UnitProfile, axes: Vec<Option<AxisValue>>) -> Contestant {
    Contestant {
        name: unit.name.clone(),
        points: unit.points.into(),
        vp: unit.vp.into(),
        axes,
    }
}

/// Reads the dataset in force, with its name.
pub(crate) fn read_dataset(data: &Data) -> Result<(Catalogue, String), Failure> {
    Ok(match &data.dataset {
        None => (Catalogue::embedded(), "embedded".to_owned()),
        Some(folder) => (read_catalogue(folder)?, folder.display().to_string()),
    })
}

fn read_catalogue(folder: &Path) -> Result<Catalogue, Failure> {
    check_dataset(folder)?.map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Failure::Input(format!("the dataset has problems:\n{}", lines.join("\n")))
    })
}

/// Reads a dataset folder; the inner result holds what is wrong with its content.
pub(crate) fn check_dataset(folder: &Path) -> Result<Result<Catalogue, Vec<Problem>>, Failure> {
    let cannot = |path: &Path, error| Failure::reading("dataset ", path, &error);
    // Names the folder itself if it is the folder that is missing.
    fs::read_dir(folder).map_err(|error| cannot(folder, error))?;
    let mut files = Vec::new();
    for name in Catalogue::FILES {
        let path = folder.join(name);
        match fs::read_to_string(&path) {
            Ok(text) => files.push(SourceFile {
                name: path.display().to_string(),
                text,
            }),
            // A file that is missing is a problem of the dataset, like a field that is missing.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(cannot(&path, error)),
        }
    }
    Ok(Catalogue::parse(&files).map_err(|problems| in_folder(folder, problems)))
}

/// Gives problems of files that are not there the path that was looked at.
fn in_folder(folder: &Path, mut problems: Vec<Problem>) -> Vec<Problem> {
    for problem in problems
        .iter_mut()
        .filter(|p| Catalogue::FILES.contains(&p.file.as_str()))
    {
        problem.file = folder.join(&problem.file).display().to_string();
    }
    problems
}
