//! Shared set-up of the benches: bouts by unit name, and the raw generator as the yardstick.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Throughput};
use equipoise_dice::{StreamDice, stream};
use equipoise_engine::mechastellar::catalogue::Catalogue;
use equipoise_engine::mechastellar::{
    Battle, Bout, MechaStellar, Options, PolicyKind, UnitProfile,
};
use equipoise_engine::{GameSystem, Outcome};
use rand::Rng;

/// Raw draws that make one iteration of the yardstick.
pub const RAW_DRAWS: u64 = 1024;

/// A unit of the embedded dataset.
///
/// # Panics
/// When the dataset has no such unit.
#[must_use]
pub fn unit(name: &str) -> UnitProfile {
    let catalogue = Catalogue::embedded();
    let found = catalogue.find(name);
    found.unwrap_or_else(|unknown| panic!("{unknown}")).clone()
}

/// A bout of two units under one policy.
///
/// # Panics
/// When the two do not make a bout.
#[must_use]
pub fn bout(a: &UnitProfile, b: &UnitProfile, policy: PolicyKind) -> Bout {
    let forces = [std::slice::from_ref(a), std::slice::from_ref(b)];
    Bout::compile(forces, [policy; 2], &Options::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// Plays battles one after the other, each on its own stream, as the simulator does.
pub struct Player {
    bout: Bout,
    battle: Battle,
    next: u64,
}

impl Player {
    /// Starts with battle 0.
    #[must_use]
    pub fn new(bout: Bout) -> Self {
        Self {
            bout,
            battle: Battle::default(),
            next: 0,
        }
    }

    /// The next battle.
    pub fn play(&mut self) -> Outcome {
        let mut dice = StreamDice::new(stream(1, 2, self.next));
        self.next += 1;
        MechaStellar::run(&self.bout, &mut self.battle, &mut dice)
    }
}

/// The yardstick of a group: [`RAW_DRAWS`] raw draws of the generator every battle uses.
pub fn raw_draws(group: &mut BenchmarkGroup<'_, WallTime>) {
    group.throughput(Throughput::Elements(RAW_DRAWS));
    group.bench_function("raw next_u64", |bencher| {
        let mut rng = stream(1, 2, 3);
        bencher.iter(|| (0..RAW_DRAWS).fold(0_u64, |sum, _| sum.wrapping_add(rng.next_u64())));
    });
    group.throughput(Throughput::Elements(1));
}
