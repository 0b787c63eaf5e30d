//! Whole duels, against the raw generator and the same rules on dice rolled one by one.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use equipoise_benches::{
    BASIC_DUELS, BULLSEYE_DUELS, ELITE_DUELS, Matchup, NaiveMechaStellar, Player, THIRTY_MM_DUELS,
    basic_duel, bullseye_bout, elite_duel, raw_draws, thirty_mm_duel, thirty_mm_standing_duel,
};
use equipoise_bullseye::Bullseye;
use equipoise_dice::stream;
use equipoise_mechastellar::{Bout, HexSize, MechaStellar, PolicyKind};
use equipoise_thirty_mm::{self as thirty_mm, ThirtyMm};

fn time_all(
    group: &mut BenchmarkGroup<'_, WallTime>,
    kind: &str,
    duels: &[Matchup],
    policy: PolicyKind,
) {
    for duel in duels {
        for (hex_in, measure) in [(HexSize::Four, ""), (HexSize::One, "_1in")] {
            let mut player = Player::<MechaStellar>::new(duel.bout(policy, hex_in));
            let id = format!("{kind}_{policy}{measure}/{}", duel.id);
            group.bench_function(id, |bencher| bencher.iter(|| player.play()));
        }
    }
}

fn bullseye(group: &mut BenchmarkGroup<'_, WallTime>, policy: equipoise_bullseye::PolicyKind) {
    for duel in &BULLSEYE_DUELS {
        let mut player = Player::<Bullseye>::new(bullseye_bout(duel, policy));
        let id = format!("bullseye_{policy}/{}", duel.id);
        group.bench_function(id, |bencher| bencher.iter(|| player.play()));
    }
}

fn thirty_mm(group: &mut BenchmarkGroup<'_, WallTime>) {
    let mut player = Player::<ThirtyMm>::new(thirty_mm_standing_duel());
    group.bench_function("thirty_mm_stand/pistols", |bencher| {
        bencher.iter(|| player.play());
    });
    for policy in [thirty_mm::PolicyKind::Plain, thirty_mm::PolicyKind::Greedy] {
        for duel in &THIRTY_MM_DUELS {
            let mut player = Player::<ThirtyMm>::new(thirty_mm_duel(duel, policy));
            let id = format!("thirty_mm_{policy}/{}", duel.id);
            group.bench_function(id, |bencher| bencher.iter(|| player.play()));
        }
    }
}

fn naive(group: &mut BenchmarkGroup<'_, WallTime>, id: &str, bout: Bout) {
    let mut player = Player::<NaiveMechaStellar>::new(bout);
    group.bench_function(id, |bencher| bencher.iter(|| player.play()));
}

/// The cost of seeding the generator of a battle.
fn seeding(group: &mut BenchmarkGroup<'_, WallTime>) {
    let mut battle = 0;
    group.bench_function("seeding", |bencher| {
        bencher.iter(|| {
            battle += 1;
            stream(1, 2, black_box(battle))
        });
    });
}

fn duels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("duel");
    raw_draws(&mut group);
    seeding(&mut group);
    time_all(&mut group, "basic", &BASIC_DUELS, PolicyKind::Solo);
    time_all(&mut group, "basic", &BASIC_DUELS[..1], PolicyKind::Greedy);
    time_all(&mut group, "elite", &ELITE_DUELS, PolicyKind::Greedy);
    time_all(&mut group, "elite", &ELITE_DUELS[..1], PolicyKind::Solo);
    bullseye(&mut group, equipoise_bullseye::PolicyKind::Rulebook);
    bullseye(&mut group, equipoise_bullseye::PolicyKind::Greedy);
    thirty_mm(&mut group);
    naive(&mut group, "die_by_die/basic_solo/middle", basic_duel());
    naive(
        &mut group,
        "die_by_die/elite_greedy/asura_v_djinn",
        elite_duel(),
    );
    group.finish();
}

criterion_group!(benches, duels);
criterion_main!(benches);
