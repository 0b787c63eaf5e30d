//! The dice hot path: a pool by one table look-up, against rolling its dice one by one.
//!
//! Every routine makes [`BATCH`] draws per iteration and sums what they show, so that the loop
//! around one draw costs the same everywhere and no result can be left out.

use std::hint::black_box;

use caith::Roller;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use equipoise_dice::{Dice, PoolShape, Roll, TableDice, stream};
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Draws per iteration.
const BATCH: u64 = 1024;

/// Dice and critical numbers in turn, as attacks and defences of many units mix them.
const MIXED: [(u8, u8); 16] = [
    (10, 10),
    (8, 10),
    (6, 9),
    (7, 10),
    (5, 8),
    (9, 10),
    (4, 10),
    (10, 9),
    (6, 10),
    (8, 9),
    (2, 10),
    (10, 10),
    (7, 8),
    (8, 10),
    (3, 10),
    (6, 10),
];

fn generator() -> Xoshiro256PlusPlus {
    stream(1, 2, 3)
}

/// Times `draw`, called [`BATCH`] times per iteration on a generator that is never reset.
fn per_draw<S>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    mut source: S,
    mut draw: impl FnMut(&mut S, u64) -> u64,
) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| (0..BATCH).fold(0_u64, |sum, at| sum.wrapping_add(draw(&mut source, at))));
    });
}

/// What a hand-written simulator does: one draw per die.
fn die_by_die(rng: &mut Xoshiro256PlusPlus, shape: PoolShape) -> Roll {
    let sides = shape.sides.count();
    (0..shape.dice).fold(Roll::default(), |sum, _| {
        sum.plus(shape.read(rng.random_range(1..=sides)))
    })
}

/// The plainest loop of all: successes alone, target and critical known when compiling.
fn ten_random_ranges(rng: &mut Xoshiro256PlusPlus) -> u64 {
    let successes = |_| {
        let face = rng.random_range(1..=10_u8);
        u64::from(face >= 5) + u64::from(face >= 10)
    };
    (0..10).map(successes).sum()
}

fn baselines(group: &mut BenchmarkGroup<'_, WallTime>) {
    per_draw(group, "next_u64", generator(), |rng, _| rng.next_u64());
    per_draw(group, "ten_random_ranges", generator(), |rng, _| {
        ten_random_ranges(rng)
    });
    per_draw(group, "die_by_die/10d10", generator(), |rng, _| {
        u64::from(die_by_die(rng, black_box(PoolShape::d10(10, 10))).successes())
    });
    // The dice roller a Rust program would reach for: it reads the notation at every roll, keeps
    // the faces, and draws from its thread's generator.
    let roller = Roller::new("10d10 t5 tt10").expect("caith's own notation");
    per_draw(group, "caith/10d10", roller, |roller, _| {
        let result = roller.roll().expect("caith's own notation");
        result
            .as_single()
            .map_or(0, |single| single.get_total() as u64)
    });
}

fn table_pools(group: &mut BenchmarkGroup<'_, WallTime>) {
    // A shape known when compiling, as the target and critical of `ten_random_ranges` are.
    per_draw(
        group,
        "table/2d10",
        TableDice::new(generator()),
        |source, _| u64::from(source.pool(PoolShape::d10(2, 10)).successes()),
    );
    per_draw(
        group,
        "table/6d10",
        TableDice::new(generator()),
        |source, _| u64::from(source.pool(PoolShape::d10(6, 10)).successes()),
    );
    per_draw(
        group,
        "table/10d10",
        TableDice::new(generator()),
        |source, _| u64::from(source.pool(PoolShape::d10(10, 10)).successes()),
    );
    let pools = black_box(MIXED);
    per_draw(
        group,
        "table/mixed",
        TableDice::new(generator()),
        |source, at| {
            let (dice, critical) = pools[at as usize % pools.len()];
            u64::from(source.pool(PoolShape::d10(dice, critical)).successes())
        },
    );
    per_draw(group, "die_by_die/mixed", generator(), |rng, at| {
        let (dice, critical) = pools[at as usize % pools.len()];
        u64::from(die_by_die(rng, PoolShape::d10(dice, critical)).successes())
    });
    let other = black_box(PoolShape {
        target: 4,
        ..PoolShape::d10(10, 10)
    });
    per_draw(
        group,
        "table/10d10_target_4",
        TableDice::new(generator()),
        |source, _| u64::from(source.pool(other).successes()),
    );
}

fn saves(group: &mut BenchmarkGroup<'_, WallTime>) {
    let needed = black_box([5, 6, 7, 8]);
    per_draw(
        group,
        "saves/1_to_5",
        TableDice::new(generator()),
        |source, at| {
            u64::from(source.fails(1 + (at % 5) as u8, needed[at as usize % needed.len()]))
        },
    );
    per_draw(group, "saves/die_by_die/1_to_5", generator(), |rng, at| {
        let needed = needed[at as usize % needed.len()];
        (0..=at % 5)
            .filter(|_| rng.random_range(1..=10) < needed)
            .count() as u64
    });
}

fn dice(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dice");
    group.throughput(Throughput::Elements(BATCH));
    baselines(&mut group);
    table_pools(&mut group);
    saves(&mut group);
    group.finish();
}

criterion_group!(benches, dice);
criterion_main!(benches);
