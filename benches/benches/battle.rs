//! Battles of several units with terrain and control points, against the raw generator.

use criterion::{Criterion, criterion_group, criterion_main};
use equipoise_benches::{Player, raw_draws, unit};
use equipoise_engine::mechastellar::catalogue::Catalogue;
use equipoise_engine::mechastellar::{Bout, Entry, Force, Options, PolicyKind, Scenario};

/// Units that take part, over and over.
const UNITS: [&str; 5] = [
    "White Asura",
    "Green Viking",
    "F3P5:sniper",
    "F2P3:battler",
    "Argonaut",
];

/// The table of the book's Simple Battle with `count` units a side.
fn scenario(count: usize) -> Scenario {
    let (_, file) = Catalogue::scenarios()
        .into_iter()
        .find(|(name, _)| *name == "simple-battle")
        .unwrap_or_else(|| panic!("simple-battle ships with the program"));
    let read = Catalogue::embedded().scenario(&file);
    let scenario = read.unwrap_or_else(|problems| panic!("{problems:?}"));
    let force = || Force {
        name: String::from("bench"),
        entries: (0..count)
            .map(|index| Entry::single(unit(UNITS[index % UNITS.len()])))
            .collect(),
        commander: Some(0),
    };
    Scenario {
        forces: [force(), force()],
        ..scenario
    }
}

fn battles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("battle");
    raw_draws(&mut group);
    for (count, policy) in [
        (5, PolicyKind::Rulebook),
        (5, PolicyKind::Greedy),
        (15, PolicyKind::Rulebook),
    ] {
        let bout = Bout::battle(&scenario(count), [policy; 2], &Options::default())
            .unwrap_or_else(|error| panic!("{error}"));
        let mut player = Player::new(bout);
        group.bench_function(format!("{count} v {count}, {policy}"), |bencher| {
            bencher.iter(|| player.play());
        });
    }
    group.finish();
}

criterion_group!(benches, battles);
criterion_main!(benches);
