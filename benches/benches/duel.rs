//! Whole duels, against the raw generator in the same run.

use criterion::{Criterion, criterion_group, criterion_main};
use equipoise_benches::{Player, bout, raw_draws, unit};
use equipoise_engine::mechastellar::PolicyKind;

/// Name of the bench, units and policy.
const DUELS: [(&str, &str, &str, PolicyKind); 5] = [
    (
        "basic, rulebook",
        "F3P5:versatile",
        "F3P5:battler",
        PolicyKind::Rulebook,
    ),
    (
        "basic, greedy",
        "F3P5:versatile",
        "F3P5:battler",
        PolicyKind::Greedy,
    ),
    (
        "elite, rulebook",
        "White Asura",
        "Blue Djinn",
        PolicyKind::Rulebook,
    ),
    (
        "elite, greedy",
        "White Asura",
        "Blue Djinn",
        PolicyKind::Greedy,
    ),
    (
        "elite in melee, greedy",
        "White Asura",
        "Crimson Gallant",
        PolicyKind::Greedy,
    ),
];

fn duels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("duel");
    raw_draws(&mut group);
    for (name, a, b, policy) in DUELS {
        let mut player = Player::new(bout(&unit(a), &unit(b), policy));
        group.bench_function(name, |bencher| bencher.iter(|| player.play()));
    }
    group.finish();
}

criterion_group!(benches, duels);
criterion_main!(benches);
