//! One attack with armour saves: sampled from tables, sampled die by die, and its exact odds; and the
//! compilation of a bout.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use equipoise_benches::{
    ATTACKS, DieByDie, RAW_DRAWS, RIFLE, bout, generator, raw_draws, rifle_odds, unit,
};
use equipoise_dice::{Dice, TableDice};
use equipoise_mechastellar::{HexSize, PolicyKind};

/// Attacks per iteration.
const BATCH: usize = RAW_DRAWS as usize;

/// Damage of [`BATCH`] attacks.
///
/// As in the yardstick the dice are a local variable of the loop, so that they can stay in registers.
// Not inlined, or criterion's loop would use some of the registers.
#[inline(never)]
fn batch<D: Dice + Clone>(dice: &mut D, attack: impl Fn(&mut D, usize) -> u32) -> u32 {
    let mut local = dice.clone();
    let sum = (0..BATCH).fold(0_u32, |sum, at| sum.wrapping_add(attack(&mut local, at)));
    *dice = local;
    sum
}

/// Attacks on a generator that is never reset.
fn sampled<D: Dice + Clone>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut dice: D) {
    group.throughput(Throughput::Elements(RAW_DRAWS));
    let rifle = black_box(RIFLE);
    group.bench_function(format!("{name}/rifle"), |bencher| {
        bencher.iter(|| batch(&mut dice, |dice, _| rifle.sample(dice)));
    });
    let attacks = black_box(ATTACKS);
    group.bench_function(format!("{name}/mixed"), |bencher| {
        bencher.iter(|| {
            batch(&mut dice, |dice, at| {
                attacks[at % attacks.len()].sample(dice)
            })
        });
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
        bencher.iter(|| bout(&asura, &djinn, PolicyKind::Greedy, HexSize::Four));
    });
    group.finish();
}

criterion_group!(benches, attacks);
criterion_main!(benches);
