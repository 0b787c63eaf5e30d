//! A game ready to be asked: dataset, policies and rules options in force.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use equipoise_engine::Side;
use equipoise_engine::front_end::{
    AxisValue, Dataset, FrontEnd, Policy as _, RulesOptions, Scenario, Unit,
};
use equipoise_simulator::{
    CompiledPairing, Contestant, DatasetId, Plan, ScoreWords, Setting, content_sha256,
};

use crate::control::Control;
use crate::error::Error;
use crate::request::{GameRequest, Grid};
use crate::{dataset_files, roundings, scenario_files};

/// Dataset, policies and rules options in force.
pub(crate) struct Game<S: FrontEnd> {
    dataset: S::Dataset,
    /// Where the dataset was read from; `None` for the embedded one.
    folder: Option<PathBuf>,
    dataset_id: DatasetId,
    /// Of contestant a and of contestant b.
    policies: [S::Policy; 2],
    /// Who plays them in the place of these.
    guests: [Option<String>; 2],
    options: S::Options,
    /// Options of the request, which override those of a scenario.
    requested: Vec<(String, String)>,
    seed: u64,
}

impl<S: FrontEnd> Game<S> {
    /// Reads what a request names.
    ///
    /// # Errors
    /// When the dataset cannot be read or has problems, or a policy or an option does not exist.
    pub(crate) fn new(request: &GameRequest) -> Result<Self, Error> {
        let mut options = S::Options::default();
        set_all(&mut options, named(&request.options))?;
        let folder = request.dataset.as_deref();
        let (dataset, name) = dataset_files::read::<S::Dataset>(folder)?;
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
            folder: request.dataset.clone(),
            dataset_id,
            policies: policies::<S>(&request.policies)?,
            guests: [None, None],
            options,
            requested: request.options.clone(),
            seed: request.seed,
        })
    }

    /// Where the dataset was read from; `None` for the embedded one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Notes which printed values of these units and of this scenario the options round.
    pub(crate) fn note_roundings(
        &self,
        units: &[&S::Unit],
        scenario: Option<&S::Scenario>,
        control: Control<'_>,
    ) {
        let roundings = S::roundings(units, scenario, Some(&self.options));
        for line in roundings::summary(&roundings) {
            control.watch.note(&line);
        }
    }

    /// Finds a unit by name or coordinates.
    pub(crate) fn unit(&self, name: &str) -> Result<&S::Unit, Error> {
        self.dataset.find(name).map_err(Error::Input)
    }

    /// The dataset in force.
    pub(crate) const fn dataset(&self) -> &S::Dataset {
        &self.dataset
    }

    /// Units by name.
    pub(crate) fn units(&self) -> &[S::Unit] {
        self.dataset.units()
    }

    /// The units that a field of the request, such as `units`, names; each may be named once.
    pub(crate) fn units_named(
        &self,
        field: &str,
        names: &[String],
    ) -> Result<Vec<&S::Unit>, Error> {
        let mut units: Vec<&S::Unit> = Vec::new();
        for name in names {
            let unit = self.unit(name)?;
            if units.iter().any(|other| other.name() == unit.name()) {
                let twice = format!("{field}: names \"{}\" twice", unit.name());
                return Err(Error::Input(twice));
            }
            units.push(unit);
        }
        Ok(units)
    }

    /// The units named in the field, or every named unit if it is empty.
    ///
    /// # Errors
    /// When a unit does not exist or is named twice.
    pub(crate) fn units_or_all(
        &self,
        field: &str,
        names: &[String],
    ) -> Result<Vec<&S::Unit>, Error> {
        if names.is_empty() {
            return Ok(self.units().iter().collect());
        }
        self.units_named(field, names)
    }

    /// The profiles that everyone meets on the standard grid.
    pub(crate) fn reference(&self) -> Vec<&S::Unit> {
        let profiles = self.dataset.profiles().into_iter();
        let reference = profiles.filter(|profile| profile.reference);
        reference.map(|profile| profile.unit).collect()
    }

    /// The one policy of both sides.
    ///
    /// # Errors
    /// When the request names two.
    pub(crate) fn policy(&self) -> Result<S::Policy, Error> {
        let [a, b] = self.policies;
        if a == b {
            return Ok(a);
        }
        Err(Error::Input(format!(
            "both sides are played by one policy here, not by {}",
            self.played_by()
        )))
    }

    /// The policies that play in turn: the one of both sides, whose answer counts, then those whose
    /// answers stand beside it.
    ///
    /// # Errors
    /// When the request names two policies, or `also` names one that does not exist or plays already.
    pub(crate) fn policy_and(&self, also: &[String]) -> Result<Vec<S::Policy>, Error> {
        let mut policies = vec![self.policy()?];
        for name in also {
            let policy = policy::<S>(name)?;
            match policies.iter().position(|&other| other == policy) {
                None => policies.push(policy),
                Some(0) => {
                    return Err(Error::Input(format!(
                        "also: names \"{name}\", which plays already"
                    )));
                }
                Some(_) => return Err(Error::Input(format!("also: names \"{name}\" twice"))),
            }
        }
        Ok(policies)
    }

    /// Compiles a battle of which both sides are played by one policy, the first force in seat A.
    ///
    /// # Errors
    /// When the forces cannot meet.
    pub(crate) fn compile_battle(
        &self,
        scenario: &S::Scenario,
        policy: S::Policy,
    ) -> Result<S::Bout, S::CompileError> {
        self.compile_seats(scenario, [policy; 2])
    }

    /// The same with a policy for each seat.
    ///
    /// # Errors
    /// When the forces cannot meet.
    pub(crate) fn compile_seats(
        &self,
        scenario: &S::Scenario,
        policies: [S::Policy; 2],
    ) -> Result<S::Bout, S::CompileError> {
        S::battle(scenario, policies, &self.options)
    }

    /// Compiles a duel of a unit with itself, with a policy for each seat.
    ///
    /// # Errors
    /// When the unit cannot meet itself.
    pub(crate) fn compile_mirror(
        &self,
        unit: &S::Unit,
        policies: [S::Policy; 2],
    ) -> Result<S::Bout, S::CompileError> {
        S::duel([unit, unit], policies, &self.options)
    }

    /// Compiles a duel, seat A first, both played by the policy of contestant a.
    ///
    /// # Errors
    /// When the units cannot meet.
    pub(crate) fn compile(&self, a: &S::Unit, b: &S::Unit) -> Result<S::Bout, S::CompileError> {
        self.compile_under(self.policies[0], [a, b])
    }

    /// Compiles a duel, seat A first, both played by this policy.
    ///
    /// # Errors
    /// When the units cannot meet.
    pub(crate) fn compile_under(
        &self,
        policy: S::Policy,
        units: [&S::Unit; 2],
    ) -> Result<S::Bout, S::CompileError> {
        S::duel(units, [policy; 2], &self.options)
    }

    /// Compiles a duel of a plan, each contestant played by its own policy; `seats` are the indices
    /// of the contestants in seat order.
    ///
    /// # Errors
    /// When the units cannot meet.
    pub(crate) fn compile_duel(
        &self,
        plan: &Plan,
        units: [&S::Unit; 2],
        seats: [usize; 2],
    ) -> Result<S::Bout, S::CompileError> {
        let contestant = seats.map(|index| usize::from(index != plan.pairings()[0].a));
        S::duel(
            contestant.map(|at| units[at]),
            contestant.map(|at| self.policies[at]),
            &self.options,
        )
    }

    /// Plans a duel. A unit that meets itself under another policy is named after both.
    ///
    /// # Errors
    /// When `runs` is out of range.
    pub(crate) fn duel(&self, a: &S::Unit, b: &S::Unit, runs: u64) -> Result<Plan, Error> {
        let [name_a, name_b] = self.duellists([a, b]);
        let [a, b] = [(a, name_a), (b, name_b)].map(|(unit, name)| Contestant {
            name,
            ..contestant(unit, Vec::new())
        });
        Ok(Plan::duel(self.setting(), runs, a, b)?)
    }

    /// Names of the contestants of a duel: those of the units, with the policies behind them where a
    /// unit meets itself under another policy.
    pub(crate) fn duellists(&self, units: [&S::Unit; 2]) -> [String; 2] {
        let [a, b] = units.map(|unit| unit.name());
        let [policy_a, policy_b] = self.players();
        if a == b && policy_a != policy_b {
            [format!("{a} ({policy_a})"), format!("{b} ({policy_b})")]
        } else {
            [a, b].map(str::to_owned)
        }
    }

    /// Compiles the only pairing of a duel's plan.
    ///
    /// # Errors
    /// When the units cannot meet.
    pub(crate) fn pairing(
        &self,
        plan: &Plan,
        a: &S::Unit,
        b: &S::Unit,
    ) -> Result<CompiledPairing<S>, Error> {
        let compile = |first, second| self.compile_duel(plan, [a, b], [first, second]);
        CompiledPairing::compile(plan.pairings()[0], plan.setting().seed, compile)
            .map_err(Error::input)
    }

    /// Plans a sweep and names the unit behind each contestant.
    pub(crate) fn sweep(&self, grid: Grid, runs: u64) -> Result<(Plan, Vec<&S::Unit>), Error> {
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

    /// Plans these pairings and names the unit behind each contestant.
    pub(crate) fn pairings<'a>(
        &self,
        grid: &str,
        runs: u64,
        pairs: &[[&'a S::Unit; 2]],
    ) -> Result<(Plan, Vec<&'a S::Unit>), Error> {
        let mut places = BTreeMap::new();
        let mut units: Vec<&S::Unit> = Vec::new();
        let mut place = |unit: &'a S::Unit| {
            *places.entry(unit.name()).or_insert_with(|| {
                units.push(unit);
                units.len() - 1
            })
        };
        let pairs = pairs.iter().map(|&[a, b]| (place(a), place(b))).collect();
        let contestants = units.iter().map(|&unit| contestant(unit, Vec::new()));
        let contestants = contestants.collect();
        let plan = Plan::of_pairings(self.setting(), grid, runs, contestants, pairs)?;
        Ok((plan, units))
    }

    /// Names of the scenarios that the dataset can play.
    ///
    /// # Errors
    /// When their folder cannot be read.
    pub(crate) fn scenario_names(&self) -> Result<Vec<String>, Error> {
        let files = scenario_files::named::<S::Dataset>(self.folder())?;
        // A dataset of the user's own may lack units that a shipped scenario names.
        let playable = files.iter().filter_map(|file| {
            let scenario = self.dataset.scenario(file, &self.requested);
            scenario.ok().map(|_| scenario_files::stem(file).to_owned())
        });
        Ok(playable.collect())
    }

    /// Reads a scenario by its name or from a file, with other armies if files of them are given;
    /// its options come first, those of the command line may override them.
    pub(crate) fn scenario(
        &mut self,
        name: &str,
        armies: Option<&[PathBuf; 2]>,
    ) -> Result<S::Scenario, Error> {
        let file = scenario_files::find::<S::Dataset>(self.folder(), name)?;
        let read = match armies {
            Some([a, b]) => {
                let readers = S::Dataset::ARMIES.ok_or_else(no_armies::<S>)?;
                let (a, b) = (scenario_files::read(a)?, scenario_files::read(b)?);
                (readers.scenario)(&self.dataset, &file, [&a, &b], &self.requested)
            }
            None => self.dataset.scenario(&file, &self.requested),
        };
        let scenario = read.map_err(|problems| Error::problems("the scenario", &problems))?;
        set_all(&mut self.options, scenario.options())?;
        set_all(&mut self.options, named(&self.requested))?;
        Ok(scenario)
    }

    /// Plans the battles of a scenario; the pairing is that of its two forces on its table. Forces of
    /// one name are told apart by their sides; others are not, so that they keep their seats and
    /// their battles when they change sides.
    pub(crate) fn battle_plan(&self, scenario: &S::Scenario, runs: u64) -> Result<Plan, Error> {
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
    ) -> Result<CompiledPairing<S>, Error> {
        let cell = plan.pairings()[0];
        let swapped = scenario.swapped();
        let compile = |a: usize, _: usize| {
            let [policy_a, policy_b] = self.policies;
            let (seated, policies) = if a == cell.a {
                (scenario, [policy_a, policy_b])
            } else {
                (&swapped, [policy_b, policy_a])
            };
            S::battle(seated, policies, &self.options)
        };
        CompiledPairing::compile(cell, plan.setting().seed, compile).map_err(Error::input)
    }

    /// Names guests, who play in the place of the policies.
    ///
    /// # Errors
    /// When a policy has the name of one.
    pub(crate) fn seat_guests(&mut self, names: [Option<String>; 2]) -> Result<(), Error> {
        for name in names.iter().flatten() {
            if S::Policy::ALL.iter().any(|policy| policy.name() == name) {
                return Err(Error::Input(format!(
                    "{} has a policy named \"{name}\"; give yours another name",
                    S::NAME
                )));
            }
        }
        self.guests = names;
        Ok(())
    }

    /// The policy of each contestant; a guest is named before the policy that decides what it does not.
    fn players(&self) -> [String; 2] {
        let named = |at: usize| {
            let policy = self.policies[at].name();
            match &self.guests[at] {
                Some(guest) => format!("{guest}, else {policy}"),
                None => policy.to_owned(),
            }
        };
        [named(0), named(1)]
    }

    /// The policy of both sides, or both policies: `greedy against rulebook`.
    pub(crate) fn played_by(&self) -> String {
        let [a, b] = self.players();
        if a == b {
            a
        } else {
            format!("{a} against {b}")
        }
    }

    /// System, policy, options, dataset and seed, as results name them.
    pub(crate) fn setting(&self) -> Setting {
        let options = self.options.values().into_iter();
        Setting {
            system: S::NAME.to_owned(),
            score: score_words::<S>(),
            policy: self.played_by(),
            options: options
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            dataset: self.dataset_id.clone(),
            seed: self.seed,
        }
    }

    /// The same, both sides played by this policy.
    pub(crate) fn setting_under(&self, policy: S::Policy) -> Setting {
        Setting {
            policy: policy.name().to_owned(),
            ..self.setting()
        }
    }
}

/// What the score of a game counts, as plans and manifests hold it.
#[must_use]
pub(crate) fn score_words<S: FrontEnd>() -> ScoreWords {
    ScoreWords {
        unit: S::SCORE.unit.to_owned(),
        difference: S::SCORE.difference.to_owned(),
    }
}

/// The policies with these names.
fn policies<S: FrontEnd>(names: &[String; 2]) -> Result<[S::Policy; 2], Error> {
    let [a, b] = names.each_ref().map(|name| policy::<S>(name));
    Ok([a?, b?])
}

/// The policy with this name.
///
/// # Errors
/// [`Error::Input`] with the names there are.
pub(crate) fn policy<S: FrontEnd>(name: &str) -> Result<S::Policy, Error> {
    let mut all = S::Policy::ALL.iter().copied();
    all.find(|policy| policy.name() == name).ok_or_else(|| {
        let names: Vec<&str> = S::Policy::ALL.iter().map(|policy| policy.name()).collect();
        Error::Input(format!(
            "no policy named \"{name}\" in {}; expected one of {}",
            S::NAME,
            names.join(", ")
        ))
    })
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
) -> Result<(), Error> {
    for (name, value) in values {
        options.set(name, value).map_err(Error::Input)?;
    }
    Ok(())
}

fn no_armies<S: FrontEnd>() -> Error {
    Error::Input(format!(
        "{} has no army files; they need another game",
        S::NAME
    ))
}
