//! A small sweep of the grid, every unit against every other.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use equipoise_engine::GameSystem;
use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{Bout, CompileError, MechaStellar, Options, PolicyKind, UnitProfile};
use equipoise_simulator::{
    Contestant, Control, DatasetId, NoProgress, Plan, ScoreWords, Setting, Tally, run,
};

/// Battles per pairing.
const RUNS: u64 = 512;
/// One in this many profiles of the grid takes part.
const STRIDE: usize = 50;

/// Every pairing of eleven profiles of the grid, 512 battles each under the policy solo.
#[derive(Debug)]
pub struct SmallSweep {
    plan: Plan,
    units: Vec<UnitProfile>,
}

impl SmallSweep {
    /// Compiles the plan.
    ///
    /// # Panics
    /// When the embedded grid does not make a plan.
    #[must_use]
    pub fn new() -> Self {
        let catalogue = Catalogue::embedded();
        let profiles = catalogue.grid().step_by(STRIDE);
        let units: Vec<_> = profiles.map(|(_, profile)| profile.clone()).collect();
        let contestants: Vec<_> = units.iter().map(contestant).collect();
        let panel = (0..contestants.len()).collect();
        let plan = Plan::gauntlet(setting(), "bench", RUNS, Vec::new(), contestants, panel);
        Self {
            plan: plan.unwrap_or_else(|e| panic!("{e}")),
            units,
        }
    }

    /// Battles of the whole sweep.
    #[must_use]
    pub fn battles(&self) -> u64 {
        self.plan.battles()
    }

    /// Plays the sweep: [`MechaStellar`] on table dice, or its naive counterpart.
    ///
    /// # Panics
    /// When a pairing does not compile or threads cannot be started.
    #[must_use]
    pub fn play<S>(&self, threads: usize) -> Vec<Tally>
    where
        S: GameSystem<Bout = Bout>,
    {
        let compile = |a: usize, b: usize| -> Result<Bout, CompileError> {
            let forces = [&self.units[a..=a], &self.units[b..=b]];
            Bout::compile(forces, [PolicyKind::Solo; 2], &Options::default())
        };
        let control = Control {
            threads: Some(threads),
            progress: &NoProgress,
            cancel: &AtomicBool::new(false),
        };
        run::<S, _, _>(&self.plan, compile, control).unwrap_or_else(|e| panic!("{e}"))
    }
}

impl Default for SmallSweep {
    fn default() -> Self {
        Self::new()
    }
}

fn contestant(unit: &UnitProfile) -> Contestant {
    Contestant {
        name: unit.name.clone(),
        points: unit.points.into(),
        vp: unit.vp.into(),
        axes: Vec::new(),
    }
}

fn setting() -> Setting {
    Setting {
        system: MechaStellar::NAME.into(),
        score: ScoreWords::default(),
        policy: PolicyKind::Solo.name().into(),
        options: BTreeMap::new(),
        dataset: DatasetId {
            name: "embedded".into(),
            sha256: String::new(),
        },
        seed: 1,
    }
}
