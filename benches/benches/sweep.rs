//! A whole run on one thread and on two: the same plan, the same bits.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use equipoise_engine::GameSystem;
use equipoise_engine::mechastellar::catalogue::Catalogue;
use equipoise_engine::mechastellar::{
    Bout, CompileError, MechaStellar, Options, PolicyKind, UnitProfile,
};
use equipoise_simulator::{Contestant, Control, DatasetId, NoProgress, Plan, Setting, Tally, run};

/// Battles per pairing.
const RUNS: u64 = 512;
/// Every so many profiles of the grid take part.
const STRIDE: usize = 50;

fn setting() -> Setting {
    Setting {
        system: MechaStellar::NAME.into(),
        policy: PolicyKind::Rulebook.name().into(),
        options: BTreeMap::new(),
        dataset: DatasetId {
            name: "embedded".into(),
            sha256: String::new(),
        },
        seed: 1,
    }
}

fn play(plan: &Plan, units: &[UnitProfile], threads: usize) -> Vec<Tally> {
    let compile = |a: usize, b: usize| -> Result<Bout, CompileError> {
        let forces = [&units[a..=a], &units[b..=b]];
        Bout::compile(forces, [PolicyKind::Rulebook; 2], &Options::default())
    };
    let control = Control {
        threads: Some(threads),
        progress: &NoProgress,
        cancel: &AtomicBool::new(false),
    };
    run::<MechaStellar, _, _>(plan, compile, control).unwrap_or_else(|e| panic!("{e}"))
}

fn sweeps(criterion: &mut Criterion) {
    let catalogue = Catalogue::embedded();
    let units: Vec<_> = catalogue
        .grid()
        .step_by(STRIDE)
        .map(|(_, profile)| profile.clone())
        .collect();
    let contestants: Vec<Contestant> = units
        .iter()
        .map(|unit| Contestant {
            name: unit.name.clone(),
            points: unit.points.into(),
            vp: unit.vp.into(),
            axes: Vec::new(),
        })
        .collect();
    let panel = (0..contestants.len()).collect();
    let plan = Plan::gauntlet(setting(), "bench", RUNS, Vec::new(), contestants, panel)
        .unwrap_or_else(|e| panic!("{e}"));
    let mut group = criterion.benchmark_group("sweep");
    group.sample_size(10);
    group.throughput(Throughput::Elements(plan.battles()));
    for threads in [1, 2] {
        group.bench_function(format!("{threads} thread(s)"), |bencher| {
            bencher.iter(|| play(&plan, &units, threads));
        });
    }
    group.finish();
}

criterion_group!(benches, sweeps);
criterion_main!(benches);
