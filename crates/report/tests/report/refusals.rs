//! Bad tables are refused by name, never with a panic.

use equipoise_report::{Chart, ReportError, ReportInput, draw_svg};
use equipoise_simulator::Tables;
use polars::prelude::{DataFrame, NamedFrom, Series};

use crate::run::{info, input, tables};

type Pick = fn(&mut Tables) -> &mut DataFrame;

const TABLES: [(&str, Pick); 3] = [
    ("results", |tables| &mut tables.results),
    ("margins", |tables| &mut tables.margins),
    ("units", |tables| &mut tables.units),
];

/// Columns of the schema that the report does not read.
const UNUSED: [&str; 2] = ["vp_a_sd", "vp_b_sd"];

#[test]
fn each_column_that_is_missing_is_named() {
    for (table, pick) in TABLES {
        let names = pick(&mut tables()).get_column_names_owned();
        for name in names.iter().filter(|name| !UNUSED.contains(&name.as_str())) {
            let mut broken = tables();
            pick(&mut broken).drop_in_place(name).unwrap();
            match ReportInput::new(&broken, info()) {
                Err(ReportError::MissingColumn { table: t, column }) => {
                    assert_eq!((t, column.as_str()), (table, name.as_str()));
                }
                other => panic!("{table}.{name}: {other:?}"),
            }
        }
    }
}

#[test]
fn each_column_of_the_wrong_type_is_named() {
    for (table, pick) in TABLES {
        let frame = pick(&mut tables()).clone();
        for name in frame
            .get_column_names()
            .iter()
            .filter(|name| !UNUSED.contains(&name.as_str()))
        {
            let rows = frame.height();
            let text = frame.column(name).unwrap().dtype().is_string();
            let wrong = if text {
                Series::new((*name).clone(), vec![1_i64; rows])
            } else {
                Series::new((*name).clone(), vec!["seven"; rows])
            };
            let mut broken = tables();
            pick(&mut broken).with_column(wrong.into()).unwrap();
            match ReportInput::new(&broken, info()) {
                Err(ReportError::ColumnType {
                    table: t, column, ..
                }) => {
                    assert_eq!((t, column.as_str()), (table, name.as_str()));
                }
                other => panic!("{table}.{name}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_missing_value_is_named_by_row() {
    let mut broken = tables();
    let mut scores = vec![Some(0.5); 5];
    scores[3] = None;
    let column = Series::new("score_a".into(), scores);
    broken.results.with_column(column.into()).unwrap();
    match ReportInput::new(&broken, info()) {
        Err(ReportError::MissingValue { table, column, row }) => {
            assert_eq!((table, column.as_str(), row), ("results", "score_a", 3));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn nan_counts_as_missing() {
    let mut broken = tables();
    let column = Series::new("score".into(), vec![f64::NAN; 9]);
    broken.units.with_column(column.into()).unwrap();
    let refused = ReportInput::new(&broken, info());
    assert!(
        matches!(refused, Err(ReportError::MissingValue { row: 0, .. })),
        "{refused:?}"
    );
}

#[test]
fn empty_tables_are_refused() {
    for (name, pick) in [TABLES[0], TABLES[2]] {
        let mut empty = tables();
        let frame = pick(&mut empty);
        *frame = frame.head(Some(0));
        match ReportInput::new(&empty, info()) {
            Err(ReportError::EmptyTable(table)) => assert_eq!(table, name),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn charts_without_data_are_typed_errors() {
    let mut empty = input();
    empty.margins.clear();
    empty.pairings.clear();
    empty.units.iter_mut().for_each(|unit| {
        unit.expected_points = None;
        unit.coordinates.clear();
    });
    for wanted in Chart::of(&input()) {
        match draw_svg(wanted, &empty) {
            Err(ReportError::NothingToDraw { chart, .. }) => assert_eq!(chart, wanted),
            other => panic!("{wanted}: {other:?}"),
        }
    }
}

#[test]
fn without_a_trend_in_points_the_other_charts_are_drawn() {
    let mut flat = tables();
    for name in [
        "expected_points",
        "expected_points_low",
        "expected_points_high",
    ] {
        let column = Series::new(name.into(), vec![None::<f64>; 9]);
        flat.units.with_column(column.into()).unwrap();
    }
    let input = ReportInput::new(&flat, info()).unwrap();
    let points = draw_svg(Chart::Points, &input);
    assert!(
        matches!(points, Err(ReportError::NothingToDraw { .. })),
        "{points:?}"
    );
    assert!(draw_svg(Chart::Heatmap, &input).is_ok());
}

#[test]
fn extreme_values_do_not_panic() {
    let mut input = input();
    input.units[0].points = 0;
    input.units[1].points = i64::MIN;
    input.units[2].points = i64::MAX;
    input.margins[0].from = Some(i64::MIN);
    input.margins[1].to = Some(i64::MAX);
    for chart in Chart::of(&input) {
        assert!(draw_svg(chart, &input).is_ok(), "{chart}");
    }
}
