//! Whole duels, against the raw generator and the same rules on dice thrown one by one.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use equipoise_benches::{
    BASIC_DUELS, ELITE_DUELS, Matchup, NaiveMechaStellar, Player, basic_duel, elite_duel, raw_draws,
};
use equipoise_engine::mechastellar::{Bout, MechaStellar, PolicyKind};

fn time_all(
    group: &mut BenchmarkGroup<'_, WallTime>,
    kind: &str,
    duels: &[Matchup],
    policy: PolicyKind,
) {
    for duel in duels {
        let mut player = Player::<MechaStellar>::new(duel.bout(policy));
        let id = format!("{kind}_{policy}/{}", duel.id);
        group.bench_function(id, |bencher| bencher.iter(|| player.play()));
    }
}

fn naive(group: &mut BenchmarkGroup<'_, WallTime>, id: &str, bout: Bout) {
    let mut player = Player::<NaiveMechaStellar>::new(bout);
    group.bench_function(id, |bencher| bencher.iter(|| player.play()));
}

fn duels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("duel");
    raw_draws(&mut group);
    time_all(&mut group, "basic", &BASIC_DUELS, PolicyKind::Rulebook);
    time_all(&mut group, "basic", &BASIC_DUELS[..1], PolicyKind::Greedy);
    time_all(&mut group, "elite", &ELITE_DUELS, PolicyKind::Greedy);
    time_all(&mut group, "elite", &ELITE_DUELS[..1], PolicyKind::Rulebook);
    naive(&mut group, "die_by_die/basic_rulebook/middle", basic_duel());
    naive(
        &mut group,
        "die_by_die/elite_greedy/asura_v_djinn",
        elite_duel(),
    );
    group.finish();
}

criterion_group!(benches, duels);
criterion_main!(benches);
