//! What the commands play: a dataset, a policy and rules options of one system.

use std::path::{Path, PathBuf};

use equipoise_engine::Side;
use equipoise_simulator::{
    AxisValue, Contestant, DatasetId, Pairing, Plan, Setting, content_sha256,
};

use crate::args::{Grid, Shared};
use crate::dataset_files;
use crate::failure::Failure;
use crate::scenario_files;
use crate::systems::{Dataset, Front, Policy as _, RulesOptions, Scenario, Unit};

/// Dataset, policy and rules options in force.
pub(crate) struct Game<S: Front> {
    dataset: S::Dataset,
    /// Where the dataset was read from; `None` for the embedded one.
    folder: Option<PathBuf>,
    dataset_id: DatasetId,
    policy: S::Policy,
    options: S::Options,
    seed: u64,
}

impl<S: Front> Game<S> {
    /// Reads what the shared arguments name.
    pub(crate) fn new(shared: &Shared<S>) -> Result<Self, Failure> {
        let mut options = S::Options::default();
        set_all(&mut options, named(&shared.options))?;
        let (dataset, name) = dataset_files::read::<S::Dataset>(&shared.data)?;
        let files = dataset
            .sources()
            .iter()
            .map(|file| (file.base_name(), file.text.as_str()));
        let dataset_id = DatasetId {
            name,
            sha256: content_sha256(files),
        };
        Ok(Self {
            dataset,
            folder: shared.data.dataset.clone(),
            dataset_id,
            policy: shared.policy,
            options,
            seed: shared.seed,
        })
    }

    /// Where the dataset was read from; `None` for the embedded one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Finds a unit by name or coordinates.
    pub(crate) fn unit(&self, name: &str) -> Result<&S::Unit, Failure> {
        self.dataset.find(name).map_err(Failure::Input)
    }

    /// The dataset in force.
    pub(crate) const fn dataset(&self) -> &S::Dataset {
        &self.dataset
    }

    /// Units by name.
    pub(crate) fn units(&self) -> &[S::Unit] {
        self.dataset.units()
    }

    /// The units that an option such as `--units` names; each may be named once.
    pub(crate) fn units_named(
        &self,
        option: &str,
        names: &[String],
    ) -> Result<Vec<&S::Unit>, Failure> {
        let mut units: Vec<&S::Unit> = Vec::new();
        for name in names {
            let unit = self.unit(name)?;
            if units.iter().any(|other| other.name() == unit.name()) {
                let twice = format!("{option} names \"{}\" twice", unit.name());
                return Err(Failure::Input(twice));
            }
            units.push(unit);
        }
        Ok(units)
    }

    /// The profiles that everyone meets on the standard grid.
    pub(crate) fn reference(&self) -> Vec<&S::Unit> {
        let profiles = self.dataset.profiles().into_iter();
        let reference = profiles.filter(|profile| profile.reference);
        reference.map(|profile| profile.unit).collect()
    }

    /// Compiles a battle played by another policy than that in force, the first force in seat A.
    pub(crate) fn compile_battle(
        &self,
        scenario: &S::Scenario,
        policy: S::Policy,
    ) -> Result<S::Bout, S::CompileError> {
        S::battle(scenario, policy, &self.options)
    }

    /// Compiles a duel, seat A first.
    pub(crate) fn compile(&self, a: &S::Unit, b: &S::Unit) -> Result<S::Bout, S::CompileError> {
        S::duel([a, b], self.policy, &self.options)
    }

    /// Plans a duel.
    pub(crate) fn duel(&self, a: &S::Unit, b: &S::Unit, runs: u64) -> Result<Plan, Failure> {
        let [a, b] = [a, b].map(|unit| contestant(unit, Vec::new()));
        Ok(Plan::duel(self.setting(), runs, a, b)?)
    }

    /// Compiles the only pairing of a duel's plan.
    pub(crate) fn pairing(
        &self,
        plan: &Plan,
        a: &S::Unit,
        b: &S::Unit,
    ) -> Result<Pairing<S>, Failure> {
        let cell = plan.cells()[0];
        let unit = |index| if index == cell.a { a } else { b };
        let compile = |a, b| self.compile(unit(a), unit(b));
        Pairing::compile(cell, plan.setting().seed, compile).map_err(Failure::input)
    }

    /// Plans a sweep and names the unit behind each contestant.
    pub(crate) fn sweep(&self, grid: Grid, runs: u64) -> Result<(Plan, Vec<&S::Unit>), Failure> {
        let axes = S::Dataset::axes();
        let (mut units, mut contestants, mut panel) = (Vec::new(), Vec::new(), Vec::new());
        for profile in self.dataset.profiles() {
            if grid == Grid::Full || profile.reference {
                panel.push(units.len());
            }
            let coordinates = profile.coordinates.into_iter().map(Some).collect();
            contestants.push(contestant(profile.unit, coordinates));
            units.push(profile.unit);
        }
        if grid == Grid::Standard {
            for unit in self.dataset.units() {
                contestants.push(contestant(unit, vec![None; axes.len()]));
                units.push(unit);
            }
        }
        let setting = self.setting();
        let plan = Plan::gauntlet(setting, grid.name(), runs, axes, contestants, panel)?;
        Ok((plan, units))
    }

    /// Reads a scenario by its name or from a file, with other armies if files of them are given;
    /// its options come first, those of the command line may override them.
    pub(crate) fn scenario(
        &mut self,
        shared: &Shared<S>,
        name: &str,
        armies: Option<&[PathBuf]>,
    ) -> Result<S::Scenario, Failure> {
        let file = scenario_files::find::<S::Dataset>(self.folder(), name)?;
        let read = match armies {
            Some([a, b]) => {
                let readers = S::Dataset::ARMIES.ok_or_else(no_armies::<S>)?;
                let (a, b) = (scenario_files::read(a)?, scenario_files::read(b)?);
                (readers.scenario)(&self.dataset, &file, [&a, &b])
            }
            _ => self.dataset.scenario(&file),
        };
        let scenario = read.map_err(|problems| Failure::problems("the scenario", &problems))?;
        set_all(&mut self.options, scenario.options())?;
        set_all(&mut self.options, named(&shared.options))?;
        Ok(scenario)
    }

    /// Plans the battles of a scenario; the pairing is that of its two forces on its table. Forces of
    /// one name are told apart by their sides; others are not, so that they keep their seats and
    /// their battles when they change sides.
    pub(crate) fn battle_plan(&self, scenario: &S::Scenario, runs: u64) -> Result<Plan, Failure> {
        let namesakes = scenario.force_name(Side::A) == scenario.force_name(Side::B);
        let force = |side: Side| {
            let mark = if namesakes {
                format!("/{side}")
            } else {
                String::new()
            };
            let models = scenario.models(side);
            Contestant {
                name: format!("{}{mark}: {}", scenario.name(), scenario.force_name(side)),
                points: models.iter().map(|unit| unit.points()).sum(),
                vp: models.iter().map(|unit| unit.score()).sum(),
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
        scenario: &S::Scenario,
    ) -> Result<Pairing<S>, Failure> {
        let cell = plan.cells()[0];
        let swapped = scenario.swapped();
        let compile = |a: usize, _: usize| {
            let seated = if a == cell.a { scenario } else { &swapped };
            S::battle(seated, self.policy, &self.options)
        };
        Pairing::compile(cell, plan.setting().seed, compile).map_err(Failure::input)
    }

    /// System, policy, options, dataset and seed, as results name them.
    pub(crate) fn setting(&self) -> Setting {
        let options = self.options.values().into_iter();
        Setting {
            system: S::NAME.to_owned(),
            vp: S::VP.words(),
            policy: self.policy.name().to_owned(),
            options: options
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            dataset: self.dataset_id.clone(),
            seed: self.seed,
        }
    }
}

fn contestant(unit: &impl Unit, axes: Vec<Option<AxisValue>>) -> Contestant {
    Contestant {
        name: unit.name().to_owned(),
        points: unit.points(),
        vp: unit.score(),
        axes,
    }
}

fn named(options: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    options
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
}

fn set_all<'a>(
    options: &mut impl RulesOptions,
    values: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<(), Failure> {
    for (name, value) in values {
        options.set(name, value).map_err(Failure::Input)?;
    }
    Ok(())
}

fn no_armies<S: Front>() -> Failure {
    Failure::Input(format!(
        "{} has no army files; --armies needs another --system",
        S::NAME
    ))
}
