//! Battles of several units with terrain and control points, against the raw generator and the same
//! rules on dice rolled one by one.

use criterion::{Criterion, criterion_group, criterion_main};
use equipoise_benches::{NaiveMechaStellar, Player, battle_bout, raw_draws, thirty_mm_battle};
use equipoise_mechastellar::{HexSize, MechaStellar, PolicyKind};
use equipoise_thirty_mm::{self as thirty_mm, ThirtyMm};

/// Units a side and policy, measure of the table and its name in the bench's.
const BATTLES: [(usize, PolicyKind, HexSize, &str); 5] = [
    (5, PolicyKind::Solo, HexSize::Four, ""),
    (5, PolicyKind::Solo, HexSize::One, "_1in"),
    (5, PolicyKind::Greedy, HexSize::Four, ""),
    (5, PolicyKind::Greedy, HexSize::One, "_1in"),
    (15, PolicyKind::Solo, HexSize::Four, ""),
];

fn battles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("battle");
    raw_draws(&mut group);
    for (count, policy, hex_in, measure) in BATTLES {
        let mut player = Player::<MechaStellar>::new(battle_bout(count, policy, hex_in));
        let id = format!("{policy}{measure}/{count}_v_{count}");
        group.bench_function(id, |bencher| bencher.iter(|| player.play()));
    }
    for policy in [thirty_mm::PolicyKind::Plain, thirty_mm::PolicyKind::Greedy] {
        let mut player = Player::<ThirtyMm>::new(thirty_mm_battle(policy));
        let id = format!("thirty_mm_{policy}/3_v_3");
        group.bench_function(id, |bencher| bencher.iter(|| player.play()));
    }
    let mut naive =
        Player::<NaiveMechaStellar>::new(battle_bout(5, PolicyKind::Solo, HexSize::Four));
    group.bench_function("die_by_die/solo/5_v_5", |bencher| {
        bencher.iter(|| naive.play());
    });
    group.finish();
}

criterion_group!(benches, battles);
criterion_main!(benches);
