//! One attack with armour saves: sampled from tables, sampled die by die, and its exact odds; and
//! what a bout costs to compile.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use equipoise_benches::{
    ATTACKS, DieByDie, RAW_DRAWS, RIFLE, bout, generator, raw_draws, rifle_odds, unit,
};
use equipoise_dice::{Dice, TableDice};
use equipoise_engine::mechastellar::PolicyKind;

/// Attacks per iteration.
const BATCH: usize = RAW_DRAWS as usize;

fn sampled<D: Dice>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut dice: D) {
    group.throughput(Throughput::Elements(RAW_DRAWS));
    let rifle = black_box(RIFLE);
    group.bench_function(format!("{name}/rifle"), |bencher| {
        bencher
            .iter(|| (0..BATCH).fold(0, |sum: u32, _| sum.wrapping_add(rifle.sample(&mut dice))));
    });
    let attacks = black_box(ATTACKS);
    group.bench_function(format!("{name}/mixed"), |bencher| {
        let mut at = |at: usize| attacks[at % attacks.len()].sample(&mut dice);
        bencher.iter(|| (0..BATCH).fold(0, |sum: u32, number| sum.wrapping_add(at(number))));
    });
    group.throughput(Throughput::Elements(1));
}

fn attacks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("attack");
    raw_draws(&mut group);
    sampled(&mut group, "table", TableDice::new(generator()));
    sampled(&mut group, "die_by_die", DieByDie(generator()));
    let rifle = rifle_odds();
    group.bench_function("exact_odds", |bencher| {
        bencher.iter(|| black_box(&rifle).distribution());
    });
    let (asura, djinn) = (unit("White Asura"), unit("Blue Djinn"));
    group.bench_function("compile_a_bout", |bencher| {
        bencher.iter(|| bout(&asura, &djinn, PolicyKind::Greedy));
    });
    group.finish();
}

criterion_group!(benches, attacks);
criterion_main!(benches);
