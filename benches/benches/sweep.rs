//! A whole run of the same plan on one thread and on two.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use equipoise_benches::{NaiveMechaStellar, SmallSweep, raw_draws};
use equipoise_mechastellar::MechaStellar;

fn sweeps(criterion: &mut Criterion) {
    let sweep = SmallSweep::new();
    let mut group = criterion.benchmark_group("sweep");
    raw_draws(&mut group);
    group.sample_size(10);
    group.throughput(Throughput::Elements(sweep.battles()));
    for threads in [1, 2] {
        group.bench_function(format!("threads_{threads}"), |bencher| {
            bencher.iter(|| sweep.play::<MechaStellar>(threads));
        });
    }
    group.bench_function("die_by_die/threads_1", |bencher| {
        bencher.iter(|| sweep.play::<NaiveMechaStellar>(1));
    });
    group.finish();
}

criterion_group!(benches, sweeps);
criterion_main!(benches);
