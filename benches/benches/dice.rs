//! The dice hot path: a pool by one table look-up, against rolling its dice one by one.
//!
//! Every routine makes [`BATCH`] draws per iteration and sums the results, so that the loop overhead is
//! the same everywhere and no draw can be optimised away.

use std::hint::black_box;

use caith::Roller;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use equipoise_benches::{DieByDie, RAW_DRAWS, generator, raw_draws};
use equipoise_dice::{Dice, PoolShape, PreparedPool, Sides, TableDice};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Draws per iteration.
const BATCH: u64 = RAW_DRAWS;

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

/// Pools whose tables are built when they are first rolled.
const UNCOMMON: [(&str, PoolShape); 4] = [
    ("table/10d10_target_4", shape(Sides::D10, 10, 4, 10)),
    ("table/8d6", shape(Sides::D6, 8, 4, 6)),
    ("table/10d8", shape(Sides::D8, 10, 5, 8)),
    ("table/7d10_target_6", shape(Sides::D10, 7, 6, 9)),
];

const fn shape(sides: Sides, dice: u8, target: u8, critical: u8) -> PoolShape {
    PoolShape {
        sides,
        dice,
        target,
        critical,
        lowered: 3,
    }
}

/// Times `draw`, called [`BATCH`] times per iteration on a generator that is never reset.
fn per_draw<S: Clone>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    mut source: S,
    mut draw: impl FnMut(&mut S, u64) -> u64,
) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| batch(&mut source, &mut draw));
    });
}

/// The sum of [`BATCH`] draws.
///
/// As in the yardstick the source is a local variable of the loop, so that it can stay in registers.
// Not inlined, or criterion's loop would use some of the registers.
#[inline(never)]
fn batch<S: Clone>(source: &mut S, draw: &mut impl FnMut(&mut S, u64) -> u64) -> u64 {
    let mut local = source.clone();
    let sum = (0..BATCH).fold(0_u64, |sum, at| sum.wrapping_add(draw(&mut local, at)));
    *source = local;
    sum
}

/// The simplest loop: successes only, target and critical known at compile time.
fn ten_random_ranges(rng: &mut Xoshiro256PlusPlus) -> u64 {
    let successes = |_| {
        let face = rng.random_range(1..=10_u8);
        u64::from(face >= 5) + u64::from(face >= 10)
    };
    (0..10).map(successes).sum()
}

fn baselines(group: &mut BenchmarkGroup<'_, WallTime>) {
    per_draw(group, "ten_random_ranges", generator(), |rng, _| {
        ten_random_ranges(rng)
    });
    pools(group, "die_by_die", || DieByDie(generator()));
    // A common dice roller for Rust: it evaluates the notation at every roll, keeps the faces, and
    // draws from its thread's generator.
    let roller = Roller::new("10d10 t5 tt10").expect("caith's own notation");
    per_draw(group, "caith/10d10", roller, |roller, _| {
        let result = roller.roll().expect("caith's own notation");
        result
            .as_single()
            .map_or(0, |single| single.get_total() as u64)
    });
}

/// Common pools, one shape at a time and in turn, on dice of one kind.
fn pools<D: Dice + Clone>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    kind: &str,
    dice: impl Fn() -> D,
) {
    for count in [1, 2, 6, 10] {
        // A shape known at compile time, like the target and critical of `ten_random_ranges`, except
        // for the number of dice.
        let count = black_box(count);
        let roll =
            |source: &mut D, _| u64::from(source.pool(PoolShape::d10(count, 10)).successes());
        per_draw(group, &format!("{kind}/{count}d10"), dice(), roll);
    }
    let mixed = black_box(MIXED);
    per_draw(group, &format!("{kind}/mixed"), dice(), |source, at| {
        let (count, critical) = mixed[at as usize % mixed.len()];
        u64::from(source.pool(PoolShape::d10(count, critical)).successes())
    });
}

/// Uncommon pools: the same one repeatedly, and different ones in turn.
fn uncommon_pools(group: &mut BenchmarkGroup<'_, WallTime>) {
    let shapes = black_box(UNCOMMON.map(|(_, shape)| shape));
    let name = "table/uncommon_in_turn";
    per_draw(group, name, TableDice::new(generator()), |source, at| {
        u64::from(source.pool(shapes[at as usize % shapes.len()]).successes())
    });
    let prepared = black_box(shapes.map(PreparedPool::new));
    let name = "table/prepared_in_turn";
    per_draw(group, name, TableDice::new(generator()), |source, at| {
        let pool = prepared[at as usize % prepared.len()];
        u64::from(source.roll(pool).successes())
    });
    for (name, shape) in UNCOMMON {
        let shape = black_box(shape);
        per_draw(group, name, TableDice::new(generator()), |source, _| {
            u64::from(source.pool(shape).successes())
        });
    }
}

/// Armour saves of one to five hits.
fn saves<D: Dice + Clone>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, dice: D) {
    let needed = black_box([5, 6, 7, 8]);
    per_draw(group, name, dice, |source, at| {
        let needed = needed[at as usize % needed.len()];
        u64::from(source.fails(Sides::D10, 1 + (at % 5) as u8, needed))
    });
}

fn dice(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dice");
    raw_draws(&mut group);
    group.throughput(Throughput::Elements(BATCH));
    baselines(&mut group);
    pools(&mut group, "table", || TableDice::new(generator()));
    uncommon_pools(&mut group);
    let one = TableDice::new(generator());
    per_draw(&mut group, "die/d10", one, |source, _| {
        u64::from(source.die(Sides::D10))
    });
    saves(&mut group, "saves/1_to_5", TableDice::new(generator()));
    saves(&mut group, "saves/die_by_die/1_to_5", DieByDie(generator()));
    group.finish();
}

criterion_group!(benches, dice);
criterion_main!(benches);
