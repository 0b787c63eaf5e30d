//! The exact odds of one attack, and what a bout costs to compile.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use equipoise_benches::{bout, raw_draws, unit};
use equipoise_engine::mechastellar::{AttackOdds, PolicyKind, PoolOdds, WeaponKind};

fn pool(dice: i32, bonus: i32) -> PoolOdds {
    PoolOdds {
        dice,
        bonus,
        target: 5,
        critical: 10,
        focus: false,
        reroll: false,
    }
}

fn attacks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("attack");
    raw_draws(&mut group);
    let rifle = AttackOdds {
        attack: pool(6, 5),
        defence: pool(8, 3),
        kind: WeaponKind::Shooting,
        dmg: 300,
        pen: Some(5),
        finisher: None,
        round: 1,
    };
    group.bench_function("exact odds", |bencher| {
        bencher.iter(|| black_box(&rifle).distribution());
    });
    let (asura, djinn) = (unit("White Asura"), unit("Blue Djinn"));
    group.bench_function("compile a bout", |bencher| {
        bencher.iter(|| bout(&asura, &djinn, PolicyKind::Greedy));
    });
    group.finish();
}

criterion_group!(benches, attacks);
criterion_main!(benches);
