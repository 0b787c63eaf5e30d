//! `equipoise schema`: the result tables, column by column.

use equipoise_simulator::schema::{ColumnInfo, SCHEMA, columns};
use serde_json::{Map, Value, json};

use crate::args::Output;
use crate::failure::Failure;
use crate::output::print_as;
use crate::systems::{Dataset as _, Front};
use crate::table::Table;

const TABLES: [(&str, &str); 3] = [
    ("results", "one row per pairing"),
    (
        "margins",
        "one row per pairing and non-empty bin of the victory-point difference",
    ),
    (
        "units",
        "one row per unit, over its pairings with the panel, except against itself",
    ),
];

pub(crate) fn run<S: Front>(output: &Output) -> Result<(), Failure> {
    let columns = columns(&S::Dataset::axes());
    print_as(
        output.format,
        || text(&columns),
        || json(&columns),
        || table(&columns),
    )
}

fn of<'a>(columns: &'a [ColumnInfo], table: &str) -> impl Iterator<Item = &'a ColumnInfo> {
    columns.iter().filter(move |column| column.table == table)
}

fn text(columns: &[ColumnInfo]) -> String {
    let mut text = format!(
        "Result tables, schema {SCHEMA}. The manifest, manifest.json, says how they were made.\n"
    );
    for (name, rows) in TABLES {
        let mut table = Table::new(&["column", "type", "unit", "meaning"]);
        for column in of(columns, name) {
            let kind = column.kind.name();
            let kind = if column.nullable {
                format!("{kind}?")
            } else {
                kind.to_owned()
            };
            let row = [&column.column, &kind, column.unit, column.meaning];
            table.push(row.map(|cell: &str| json!(cell)).into());
        }
        text += &format!("\n{name}.parquet: {rows}\n\n{}", table.to_text());
    }
    text + "\nA type with ? may have missing values.\n"
}

fn json(columns: &[ColumnInfo]) -> Value {
    let table = |(name, rows): (&str, &str)| {
        let columns: Vec<&ColumnInfo> = of(columns, name).collect();
        (name.to_owned(), json!({"rows": rows, "columns": columns}))
    };
    let tables: Map<String, Value> = TABLES.into_iter().map(table).collect();
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
