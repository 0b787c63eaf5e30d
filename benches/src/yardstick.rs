//! The raw generator, the yardstick of every group.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Throughput};
use equipoise_dice::stream;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Raw draws per iteration of the yardstick.
pub const RAW_DRAWS: u64 = 1024;

/// The generator of one battle.
#[must_use]
pub fn generator() -> Xoshiro256PlusPlus {
    stream(1, 2, 3)
}

/// The yardstick of a group: [`RAW_DRAWS`] raw draws of the generator every battle uses, summed.
pub fn raw_draws(group: &mut BenchmarkGroup<'_, WallTime>) {
    group.throughput(Throughput::Elements(RAW_DRAWS));
    group.bench_function("next_u64", |bencher| {
        let mut rng = generator();
        bencher.iter(|| (0..RAW_DRAWS).fold(0_u64, |sum, _| sum.wrapping_add(rng.next_u64())));
    });
    group.throughput(Throughput::Elements(1));
}
