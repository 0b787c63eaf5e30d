//! Units, the armies that are drawn from them, and the battles of those armies.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use equipoise_engine::front_end::{FrontEnd, Scenario, Unit};
use equipoise_engine::text::counted;
use equipoise_simulator::{
    Army, Control, Kept, Muster, Plan, Tally, digest, run_on, run_resumable,
};
use equipoise_stats::{Matchup, StatsError};
use serde_json::{Value, json};

use crate::control::Watch;
use crate::error::Error;
use crate::game::Game;

/// Where battles of armies are kept, so that none is played twice.
#[derive(Clone, Copy)]
pub(crate) struct Keep<'a> {
    pub(crate) folder: &'a Path,
    /// Between two times that battles are written.
    pub(crate) pause: Duration,
    /// Is told of files that are not what was written.
    pub(crate) watch: &'a dyn Watch,
}

/// Units that armies are drawn from, and the table that they meet on.
pub(crate) struct Field<'a, S: FrontEnd> {
    pub(crate) game: &'a Game<S>,
    pub(crate) scenario: &'a S::Scenario,
    /// The units, in the order of all results.
    pub(crate) units: Vec<&'a S::Unit>,
    pub(crate) muster: Muster,
    /// Points of an army.
    pub(crate) budget: u32,
    /// Battles of each matchup; even.
    pub(crate) runs: u64,
    keep: Option<Keep<'a>>,
}

/// Random armies and what came of their battles.
pub(crate) struct Fought {
    armies: Vec<[Army; 2]>,
    surpluses: Vec<Vec<i32>>,
    played: Played,
}

/// What came of battles.
pub(crate) struct Played {
    /// By matchup.
    pub(crate) tallies: Vec<Tally>,
    /// Digest of plan and tallies.
    pub(crate) digest: String,
}

/// The message where no price can be fitted to this number of matchups, in the words of requests.
pub(crate) fn unpriced(error: StatsError, matchups: usize) -> Error {
    match error {
        StatsError::TooFew { needed, got } => too_few_matchups(needed, got),
        StatsError::Collinear | StatsError::Separated => Error::Input(format!(
            "{error} in {}; play more matchups or choose another budget",
            counted(matchups as u64, "matchup")
        )),
        other => other.into(),
    }
}

/// Refuses fewer matchups than the model has coefficients.
pub(crate) fn too_few_matchups(needed: u64, got: u64) -> Error {
    Error::Input(format!(
        "matchups: {got} are too few to price these units, the model alone needs {needed}, and useful \
         intervals many times as many"
    ))
}

impl<'a, S: FrontEnd> Field<'a, S> {
    /// Armies of up to `budget` points of these units, drawn one by one, each matchup played `runs` times.
    ///
    /// # Errors
    /// When armies cannot be drawn.
    pub(crate) fn new(
        game: &'a Game<S>,
        scenario: &'a S::Scenario,
        units: Vec<&'a S::Unit>,
        budget: u32,
        runs: u64,
    ) -> Result<Self, Error> {
        let costs = units.iter().map(|unit| unit.points()).collect();
        Ok(Self {
            muster: Muster::new(costs, S::ARMIES.most_models, budget).map_err(Error::input)?,
            game,
            scenario,
            units,
            budget,
            runs,
            keep: None,
        })
    }

    /// Keeps battles, and plays none that has been kept.
    pub(crate) fn kept_in(self, keep: Option<Keep<'a>>) -> Self {
        Self { keep, ..self }
    }

    /// Draws armies of squads of one to `most` units of a kind.
    pub(crate) fn in_squads_of_up_to(self, most: u32) -> Self {
        Self {
            muster: self.muster.in_squads_of_up_to(most),
            ..self
        }
    }

    /// Listed points of the units.
    pub(crate) fn listed(&self) -> Vec<f64> {
        self.units.iter().map(|unit| unit.points().into()).collect()
    }

    /// Plays random armies of equal points under a policy. The armies are the same under every policy.
    pub(crate) fn fight(
        &self,
        policy: S::Policy,
        matchups: u64,
        control: Control<'_>,
    ) -> Result<Fought, Error> {
        self.fight_on(policy, None, matchups, control)
    }

    /// As [`fight`](Self::fight), without playing again what `before`, a shorter fight under this policy, has played.
    pub(crate) fn fight_on(
        &self,
        policy: S::Policy,
        before: Option<&Fought>,
        matchups: u64,
        control: Control<'_>,
    ) -> Result<Fought, Error> {
        let armies = self
            .muster
            .even(self.budget, matchups, &self.game.setting());
        let known = before.map_or(&[][..], |fought| &fought.played.tallies);
        let played = self.play_on(policy, "army", &armies, known, control)?;
        Ok(Fought {
            surpluses: armies.iter().map(surplus).collect(),
            armies,
            played,
        })
    }

    /// Plays these matchups; `label` distinguishes their dice from those of other plans.
    pub(crate) fn play(
        &self,
        policy: S::Policy,
        label: &str,
        matchups: &[[Army; 2]],
        control: Control<'_>,
    ) -> Result<Played, Error> {
        self.play_on(policy, label, matchups, &[], control)
    }

    /// Plays these matchups, the first of which are known.
    fn play_on(
        &self,
        policy: S::Policy,
        label: &str,
        matchups: &[[Army; 2]],
        known: &[Tally],
        control: Control<'_>,
    ) -> Result<Played, Error> {
        let setting = self.game.setting_under(policy);
        let plan: Plan = self.muster.plan(setting, label, self.runs, matchups)?;
        let army = |index: usize| -> Vec<&S::Unit> {
            let units = matchups[index / 2][index % 2].units();
            units.map(|kind| self.units[kind]).collect()
        };
        // Each army fights from both seats, on both sides of the table.
        let compile = |a: usize, b: usize| {
            let scenario = self.scenario.mustered([army(a), army(b)]);
            self.game.compile_battle(&scenario, policy)
        };
        let tallies = match self.keep {
            None => {
                let known: BTreeMap<usize, Tally> = known.iter().cloned().enumerate().collect();
                run_on::<S, _, _>(&plan, &known, compile, control)?
            }
            Some(keep) => {
                let mut kept = Kept::open(keep.folder, &self.what(&plan, label))?;
                let played = kept.read(&plan)?;
                for path in &played.damaged {
                    let note = format!(
                        "{} is damaged; its battles are played again",
                        path.display()
                    );
                    keep.watch.note(&note);
                }
                let battles = played.tallies.values().map(|tally| tally.battles).sum();
                control.progress.add(battles);
                let (known, pause) = (&played.tallies, keep.pause);
                run_resumable::<S, _, _>(&plan, known, compile, control, kept.segments(), pause)?
            }
        };
        Ok(Played {
            digest: digest(&plan, &tallies),
            tallies,
        })
    }

    /// All that decides a battle of these armies, but for the armies themselves, which their names tell apart.
    fn what(&self, plan: &Plan, label: &str) -> Value {
        let setting = plan.setting();
        let units = self.units.iter();
        let prices: Vec<(&str, u32)> = units.map(|unit| (unit.name(), unit.points())).collect();
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "system": setting.system,
            "dataset": setting.dataset.sha256,
            "policy": setting.policy,
            "options": setting.options,
            "seed": setting.seed,
            "armies": label,
            "budget": self.budget,
            "squad": self.muster.squad(),
            "battles_per_matchup": plan.runs(),
            "scenario": self.scenario,
            "prices": prices,
        })
    }
}

impl Fought {
    /// The matchups, as regressions read them.
    pub(crate) fn matchups(&self) -> Vec<Matchup<'_>> {
        let pairs = self.surpluses.iter().zip(&self.played.tallies);
        pairs
            .map(|(surplus, tally)| Matchup {
                surplus,
                battles: tally.battles,
                points: tally.points_a(),
            })
            .collect()
    }

    /// Digest of plan and tallies.
    pub(crate) fn digest(&self) -> &str {
        &self.played.digest
    }

    /// How many of each kind an army has on average.
    pub(crate) fn presence(&self) -> Vec<f64> {
        presence(&self.armies)
    }
}

/// How many more of each kind the first army has.
#[must_use]
pub(crate) fn surplus([a, b]: &[Army; 2]) -> Vec<i32> {
    let pairs = a.counts().iter().zip(b.counts());
    pairs.map(|(&a, &b)| a as i32 - b as i32).collect()
}

/// How many of each kind an army has on average.
#[must_use]
pub(crate) fn presence(matchups: &[[Army; 2]]) -> Vec<f64> {
    let mut presence: Vec<f64> = Vec::new();
    let share = 0.5 / matchups.len() as f64;
    for army in matchups.iter().flatten() {
        presence.resize(army.counts().len(), 0.0);
        for (sum, &count) in presence.iter_mut().zip(army.counts()) {
            *sum += share * f64::from(count);
        }
    }
    presence
}
