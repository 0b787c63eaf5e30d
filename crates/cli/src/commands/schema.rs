//! `equipoise schema`: the result tables, column by column.

use equipoise_simulator::schema::{ColumnInfo, SCHEMA, columns};
use serde_json::{Map, Value, json};

use crate::args::Output;
use crate::failure::Failure;
use crate::output::print_as;
use crate::systems::Front;
use crate::table::Table;
use equipoise_engine::front_end::Dataset as _;

/// The tables and their rows.
fn tables<S: Front>() -> [(&'static str, String); 4] {
    let units = "one row per unit, over its pairings with the panel, except against itself";
    let tallies = "one row per pairing, exact: what the digest is of, and what runs are extended and put \
                   together from";
    let margins = format!(
        "one row per pairing and non-empty bin of the {}",
        S::SCORE.difference
    );
    [
        ("results", "one row per pairing".to_owned()),
        ("margins", margins),
        ("units", units.to_owned()),
        ("tallies", tallies.to_owned()),
    ]
}

pub(crate) fn run<S: Front>(output: &Output) -> Result<(), Failure> {
    let columns = columns(&S::Dataset::axes(), &equipoise_analysis::score_words::<S>());
    print_as(
        output.format,
        || text::<S>(&columns),
        || json::<S>(&columns),
        || table(&columns),
    )
}

fn of<'a>(columns: &'a [ColumnInfo], table: &str) -> impl Iterator<Item = &'a ColumnInfo> {
    columns.iter().filter(move |column| column.table == table)
}

fn text<S: Front>(columns: &[ColumnInfo]) -> String {
    let mut text = format!(
        "Result tables, schema {SCHEMA}. The manifest, manifest.json, says how they were made.\n"
    );
    for (name, rows) in tables::<S>() {
        let mut table = Table::new(&["column", "type", "unit", "meaning"]);
        for column in of(columns, name) {
            let kind = column.kind.name();
            let kind = if column.nullable {
                format!("{kind}?")
            } else {
                kind.to_owned()
            };
            let row = [&column.column, &kind, &column.unit, &column.meaning];
            table.push(row.map(|cell| json!(cell)).into());
        }
        text += &format!("\n{name}.parquet: {rows}\n\n{}", table.to_text());
    }
    text + "\nA type with ? may have missing values.\n"
}

fn json<S: Front>(columns: &[ColumnInfo]) -> Value {
    let table = |(name, rows): (&str, String)| {
        let columns: Vec<&ColumnInfo> = of(columns, name).collect();
        (name.to_owned(), json!({"rows": rows, "columns": columns}))
    };
    let tables: Map<String, Value> = tables::<S>().into_iter().map(table).collect();
    json!({"schema": SCHEMA, "tables": tables})
}

fn table(columns: &[ColumnInfo]) -> Table {
    let mut table = Table::new(&["table", "column", "type", "nullable", "unit", "meaning"]);
    for column in columns {
        table.push(vec![
            json!(column.table),
            json!(column.column),
            json!(column.kind),
            json!(column.nullable),
            json!(column.unit),
            json!(column.meaning),
        ]);
    }
    table
}
