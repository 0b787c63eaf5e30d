//! What a change does to implied points: the same random armies on the same dice, both ways.

use std::collections::BTreeMap;

use equipoise_engine::front_end::{FrontEnd, Scenario as _, Unit};
use equipoise_simulator::{Army, CONFIDENCE, Control, Muster, Setting, run_paired};
use equipoise_stats::{Estimate, ImpliedPoints, Matchup, Paired, StatsError, simultaneous};
use serde::{Deserialize, Serialize};

use super::request::ArmyRequest;
use super::ways::WayError;
use crate::error::Error;
use crate::game::Game;
use crate::points::{presence, surplus};
use crate::request::GameRequest;
use crate::result::{Interval, Limits};

/// Battles of each matchup; even.
const RUNS: u64 = 8;

/// Random armies of units, each as it is the old way and the new way.
pub(super) struct Armies<'a, S: FrontEnd> {
    games: [Game<S>; 2],
    scenario: S::Scenario,
    kinds: Vec<[&'a S::Unit; 2]>,
    muster: Muster,
    budget: u32,
    matchups: u64,
}

/// What the armies' battles say.
pub(super) struct Worths {
    pub(super) battles: ArmyBattles,
    /// Of each kind by name; empty if the battles do not say what a point is worth.
    pub(super) of_kinds: BTreeMap<String, Worth>,
}

/// The battles of random armies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArmyBattles {
    /// Scenario whose table the armies met on.
    pub scenario: String,
    /// Points of an army.
    pub budget: u32,
    /// Matchups of random armies.
    pub matchups: u64,
    /// Battles, each played both ways.
    pub battles: u64,
    /// How many of them went differently.
    pub battles_changed: u64,
    /// Why the battles give no implied points, if they give none.
    pub missing: Option<String>,
}

/// Implied points of a kind of unit.
pub(super) struct Worth {
    /// What it is listed at, the old way.
    listed: u32,
    /// The old way and the new way, both scaled by the old listing.
    pub(super) implied: [Estimate; 2],
    /// New less old.
    pub(super) change: Estimate,
    /// The same with an interval that holds together with those of all other kinds.
    together: Estimate,
}

/// Implied points of a unit, the old way and the new way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImpliedChange {
    /// Listed points.
    pub listed: u32,
    /// Implied points the old way.
    pub old: Interval,
    /// Implied points the new way, scaled as the old ones are.
    pub new: Interval,
    /// New less old.
    pub change: Interval,
    /// The interval of the change that holds for all units together.
    pub together: Limits,
    /// Whether that interval leaves zero out.
    pub sure: bool,
}

impl From<&Worth> for ImpliedChange {
    fn from(worth: &Worth) -> Self {
        let together = Limits::from(&worth.together);
        Self {
            listed: worth.listed,
            old: (&worth.implied[0]).into(),
            new: (&worth.implied[1]).into(),
            change: (&worth.change).into(),
            together,
            sure: together.above_zero().is_some(),
        }
    }
}

impl<'a, S: FrontEnd> Armies<'a, S> {
    /// Armies of these kinds under the rules of either way; `None` without matchups.
    ///
    /// # Errors
    /// When there is no such scenario, or armies cannot be drawn.
    pub(super) fn new(
        request: &ArmyRequest,
        games: [&GameRequest; 2],
        kinds: Vec<[&'a S::Unit; 2]>,
    ) -> Result<Option<Self>, Error> {
        if request.matchups == 0 {
            // Nothing meets there, but a misspelt name should not pass.
            if let Some(scenario) = &request.scenario {
                Game::<S>::new(games[0])?.scenario(scenario, None)?;
            }
            return Ok(None);
        }
        let [mut old, mut new] = [Game::new(games[0])?, Game::new(games[1])?];
        let scenario = request.scenario.as_deref().unwrap_or(S::ARMIES.scenario);
        let budget = request.budget.unwrap_or(S::ARMIES.budget);
        // Its rules options hold both ways, but for the change.
        new.scenario(scenario, None)?;
        let scenario = old.scenario(scenario, None)?;
        let costs = kinds.iter().map(|[old, _]| old.points()).collect();
        let muster = Muster::new(costs, S::ARMIES.most_models, budget);
        let muster = muster
            .map_err(|error| Error::Input(format!("{error}; 0 matchups omit implied points")))?;
        Ok(Some(Self {
            games: [old, new],
            scenario,
            kinds,
            muster,
            budget,
            matchups: request.matchups,
        }))
    }

    /// Battles, each of which is played both ways.
    pub(super) const fn battles(&self) -> u64 {
        RUNS * self.matchups
    }

    /// Plays them under a policy and tells what the kinds are worth.
    pub(super) fn measure(&self, policy: S::Policy, control: Control<'_>) -> Result<Worths, Error> {
        let setting = self.games[0].setting_under(policy);
        let armies = self.muster.even(self.budget, self.matchups, &setting);
        let counts = self.play(policy, setting, &armies, control)?;
        let (of_kinds, missing) = match self.worths(&armies, &counts) {
            Ok(worths) => (worths, None),
            Err(reason) => (BTreeMap::new(), Some(reason.to_string())),
        };
        let battles = ArmyBattles {
            scenario: self.scenario.name().to_owned(),
            budget: self.budget,
            matchups: self.matchups,
            battles: self.battles(),
            battles_changed: counts.iter().map(Paired::changed).sum(),
            missing,
        };
        Ok(Worths { battles, of_kinds })
    }

    fn play(
        &self,
        policy: S::Policy,
        setting: Setting,
        armies: &[[Army; 2]],
        control: Control<'_>,
    ) -> Result<Vec<Paired>, Error> {
        let plan = self.muster.plan(setting, "army", RUNS, armies)?;
        let compile = |way: usize, a: usize, b: usize| {
            let army = |index: usize| -> Vec<&S::Unit> {
                let units = armies[index / 2][index % 2].units();
                units.map(|kind| self.kinds[kind][way]).collect()
            };
            let scenario = self.scenario.mustered([army(a), army(b)]);
            self.games[way].compile_battle(&scenario, policy)
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
