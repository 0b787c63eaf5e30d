//! What a change does to implied points: the same random armies on the same dice, both ways.

use std::collections::BTreeMap;

use equipoise_simulator::{Army, CONFIDENCE, Control, Muster, run_paired};
use equipoise_stats::{Estimate, ImpliedPoints, Matchup, Paired, StatsError, simultaneous};

use super::args::ArmyArgs;
use super::ways::WayError;
use crate::args::Shared;
use crate::commands::points::{presence, surplus};
use crate::failure::Failure;
use crate::systems::Front;
use equipoise_analysis::Game;
use equipoise_engine::front_end::{Scenario as _, Unit};

/// Battles of each matchup; even.
const RUNS: u64 = 8;

/// Random armies of units, each as it is the old way and the new way.
pub(super) struct Armies<'a, S: Front> {
    games: [Game<S>; 2],
    policy: S::Policy,
    scenario: S::Scenario,
    kinds: Vec<[&'a S::Unit; 2]>,
    muster: Muster,
    budget: u32,
    matchups: u64,
}

/// What the armies' battles say.
pub(super) struct Worths {
    pub(super) scenario: String,
    pub(super) budget: u32,
    pub(super) matchups: u64,
    /// Battles, each played both ways, and how many of them went differently.
    pub(super) battles: u64,
    pub(super) changed: u64,
    /// Of each kind by name, or why there is none.
    pub(super) of_kinds: Result<BTreeMap<String, Worth>, StatsError>,
}

impl Worths {
    /// Of the unit with this name.
    pub(super) fn of(&self, name: &str) -> Option<Worth> {
        self.of_kinds.as_ref().ok()?.get(name).cloned()
    }
}

/// Implied points of a kind of unit.
#[derive(Clone)]
pub(super) struct Worth {
    /// What it is listed at, the old way.
    pub(super) listed: u32,
    /// The old way and the new way, both scaled by the old listing.
    pub(super) implied: [Estimate; 2],
    /// New less old.
    pub(super) change: Estimate,
    /// The same with an interval that holds together with those of all other kinds.
    pub(super) together: Estimate,
}

impl<'a, S: Front> Armies<'a, S> {
    /// Armies of these kinds under the rules of either way; `None` if none are asked for.
    ///
    /// # Errors
    /// When there is no such scenario, or armies cannot be drawn.
    pub(super) fn new(
        args: &ArmyArgs,
        shared: [&Shared<S>; 2],
        kinds: Vec<[&'a S::Unit; 2]>,
    ) -> Result<Option<Self>, Failure> {
        if args.matchups == 0 {
            return Ok(None);
        }
        let [mut old, mut new] = [
            Game::new(&shared[0].request())?,
            Game::new(&shared[1].request())?,
        ];
        let scenario = args.scenario.as_deref().unwrap_or(S::ARMIES.scenario);
        let budget = args.budget.unwrap_or(S::ARMIES.budget);
        // Its rules options hold both ways, but for the change.
        new.scenario(scenario, None)?;
        let scenario = old.scenario(scenario, None)?;
        let costs = kinds.iter().map(|[old, _]| old.points()).collect();
        let muster = Muster::new(costs, S::ARMIES.most_models, budget);
        let muster = muster.map_err(|error| {
            Failure::Input(format!("{error}; --matchups 0 leaves implied points out"))
        })?;
        Ok(Some(Self {
            games: [old, new],
            policy: shared[0].policy,
            scenario,
            kinds,
            muster,
            budget,
            matchups: args.matchups,
        }))
    }

    /// Battles, each of which is played both ways.
    pub(super) const fn battles(&self) -> u64 {
        RUNS * self.matchups
    }

    /// Plays them and tells what the kinds are worth.
    pub(super) fn measure(&self, control: Control<'_>) -> Result<Worths, Failure> {
        let setting = self.games[0].setting();
        let armies = self.muster.even(self.budget, self.matchups, &setting);
        let counts = self.play(&armies, control)?;
        Ok(Worths {
            scenario: self.scenario.name().to_owned(),
            budget: self.budget,
            matchups: self.matchups,
            battles: self.battles(),
            changed: counts.iter().map(Paired::changed).sum(),
            of_kinds: self.worths(&armies, &counts),
        })
    }

    fn play(&self, armies: &[[Army; 2]], control: Control<'_>) -> Result<Vec<Paired>, Failure> {
        let setting = self.games[0].setting();
        let plan = self.muster.plan(setting, "army", RUNS, armies)?;
        let compile = |way: usize, a: usize, b: usize| {
            let army = |index: usize| -> Vec<&S::Unit> {
                let units = armies[index / 2][index % 2].units();
                units.map(|kind| self.kinds[kind][way]).collect()
            };
            let scenario = self.scenario.mustered([army(a), army(b)]);
            self.games[way].compile_battle(&scenario, self.policy)
        };
        Ok(run_paired::<S, _>(
            &plan,
            |a, b| compile(0, a, b).map_err(WayError::Old),
            |a, b| compile(1, a, b).map_err(WayError::New),
            control,
        )?)
    }

    fn worths(
        &self,
        armies: &[[Army; 2]],
        counts: &[Paired],
    ) -> Result<BTreeMap<String, Worth>, StatsError> {
        let surpluses: Vec<Vec<i32>> = armies.iter().map(surplus).collect();
        let [old, new] = [0, 1].map(|way: usize| -> Vec<Matchup<'_>> {
            let pairs = surpluses.iter().zip(counts);
            let matchups = pairs.map(|(surplus, counts)| matchup(surplus, counts, way));
            matchups.collect()
        });
        let (listed, presence) = (self.listed(), presence(armies));
        let fit = |matchups: &[Matchup<'_>]| ImpliedPoints::fit(matchups, &listed, &presence);
        let fits = [fit(&old)?, fit(&new)?];
        let implied = [fits[0].each(CONFIDENCE)?, fits[1].each(CONFIDENCE)?];
        let kinds = self.kinds.len();
        let change = |kind: usize, confidence: f64| {
            fits[1].change_from(&fits[0], [&new, &old], kind, confidence)
        };
        let worth = |kind: usize| {
            let unit = self.kinds[kind][0];
            let worth = Worth {
                listed: unit.points(),
                implied: [implied[0][kind], implied[1][kind]],
                change: change(kind, CONFIDENCE)?,
                together: change(kind, simultaneous(CONFIDENCE, kinds as u64))?,
            };
            Ok((unit.name().to_owned(), worth))
        };
        (0..kinds).map(worth).collect()
    }

    fn listed(&self) -> Vec<f64> {
        let costs = self.kinds.iter().map(|[old, _]| old.points().into());
        costs.collect()
    }
}

fn matchup<'s>(surplus: &'s [i32], counts: &Paired, way: usize) -> Matchup<'s> {
    Matchup {
        surplus,
        battles: counts.battles(),
        points: counts.points()[way],
    }
}
