use equipoise_simulator::NoProgress;
use equipoise_stats::Method;
use rayon::ThreadPoolBuilder;

use super::study::{Coverage, Hits, Methods, Study, holds};
use super::world::World;
use super::{asked_for, studies};
use crate::control::Control;
use crate::error::Error;

#[test]
fn every_row_has_a_name_of_its_own_and_a_rate() {
    let rows = studies();
    let names: std::collections::BTreeSet<&str> = rows.iter().map(|row| row.what).collect();
    assert_eq!(names.len(), rows.len());
    assert!(
        rows.iter()
            .all(|row| row.least >= 0.94 && row.least < row.most && row.one_in > 0)
    );
}

/// Of every row the same bits on one thread and on three.
#[test]
fn threads_change_nothing() {
    let on = |threads: usize, row: &Study| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.expect("threads");
        pool.install(|| {
            let found = row.run(1, 20, &NoProgress, Control::silent());
            found.expect("replicates")
        })
    };
    for row in studies() {
        assert_eq!(on(1, &row), on(3, &row), "{}", row.what);
    }
}

/// Three replicates with 2 of 2, 1 of 2 and 2 of 4: 5 of 8. By hand: residuals 2 - 1.25, 1 - 1.25 and
/// 2 - 2.5, their squares 0.5625 + 0.0625 + 0.25, the root over 8.
#[test]
fn the_error_of_a_share_by_hand() {
    let row = Study {
        what: "by hand",
        games: "",
        least: 0.5,
        most: 1.0,
        one_in: 4,
        replicate: |_| Ok(Hits::default()),
    };
    assert_eq!([1, 4, 5].map(|asked| row.replicates(asked)), [1, 1, 2]);
    let held = [(2, 2), (1, 2), (2, 4)].map(|(held, of)| {
        let methods = Methods::default();
        Coverage::record(Hits { held, of, methods })
    });
    let sum = held.into_iter().fold(Coverage::default(), Coverage::plus);
    assert_eq!(
        (sum.share(), sum.intervals(), sum.replicates),
        (0.625, 8, 3)
    );
    assert!((sum.error() - 0.875_f64.sqrt() / 8.0).abs() < 1e-15);
    // A quarter of an interval inside, at an even error of √(1/4 / 8) at the end.
    assert!((row.errors_off(&sum) + 0.125 / (0.25_f64 / 8.0).sqrt()).abs() < 1e-12);
    assert!(row.is_in_range(&sum) && !row.is_off(&sum));
    assert!(
        row.is_off(&Coverage::default()),
        "a study without intervals has failed"
    );
}

#[test]
fn an_interval_holds_its_ends() {
    let unit = equipoise_stats::Estimate {
        estimate: 0.5,
        low: 0.0,
        high: 1.0,
        confidence: 0.95,
        method: equipoise_stats::Method::Wilson,
    };
    assert!(holds(&unit, 0.0) && holds(&unit, 1.0));
    assert!(!holds(&unit, -1e-6) && !holds(&unit, 1.0 + 1e-6) && !holds(&unit, f64::NAN));
    let methods = Methods::one(unit.method);
    let hits = |held, of, methods| Hits { held, of, methods };
    let found = Hits::each([(&unit, 0.5), (&unit, 2.0)]);
    assert_eq!(found, hits(1, 2, methods));
    assert_eq!(found.together(), hits(0, 1, methods));
    let ends = Hits::between([([0.0, 1.0], 0.5), ([0.0, f64::INFINITY], 2.0)]);
    assert_eq!(ends, hits(2, 2, Methods::default()));
    assert_eq!(ends.plus(found).together(), hits(0, 1, methods));
}

/// The intervals themselves say how they were computed: a method that no row has is measured nowhere.
#[test]
fn every_method_has_a_row() {
    let of_row = |row: &Study| {
        let found = row.run(1, 1, &NoProgress, Control::silent());
        found.expect("a replicate").methods
    };
    let rows = studies().iter().map(of_row).collect::<Vec<Methods>>();
    let all = rows.into_iter().fold(Methods::default(), Methods::plus);
    let without = Method::ALL.iter().filter(|method| !all.has(**method));
    let without: Vec<&str> = without.map(|method| method.name()).collect();
    assert!(without.is_empty(), "no row of {without:?}");
    assert!(!Methods::default().has(Method::Wilson));
}

/// Replicates and rows have games of their own.
#[test]
fn worlds_differ() {
    use equipoise_dice::Dice as _;
    let number = |seed, row, replicate| World::new(seed, row, replicate).dice().below(u32::MAX);
    let all = [
        number(1, "a", 0),
        number(1, "a", 1),
        number(1, "b", 0),
        number(2, "a", 0),
    ];
    let unlike: std::collections::BTreeSet<u32> = all.into();
    assert_eq!(unlike.len(), 4);
}

#[test]
fn rows_are_found_by_their_names() {
    let rows = asked_for(Some("IMPLIED")).expect("rows");
    assert!(rows.len() >= 2 && rows.iter().all(|row| row.what.contains("implied")));
    assert!(matches!(asked_for(Some("no such")), Err(Error::Input(_))));
    assert_eq!(asked_for(None).expect("rows").len(), studies().len());
}
