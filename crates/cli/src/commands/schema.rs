//! `equipoise schema`: the result tables, column by column.

use equipoise_analysis::schema;
use equipoise_analysis::schema::SchemaResult;
use serde_json::json;

use crate::args::Output;
use crate::failure::Failure;
use crate::output::print_result;
use crate::table::Table;

pub(crate) fn run(output: &Output, system: &str) -> Result<(), Failure> {
    let result = schema(system)?;
    print_result(output, &result, || text(&result), || table(&result))
}

fn text(result: &SchemaResult) -> String {
    let mut text = format!(
        "Result tables, schema {}. manifest.json records how they were made.\n",
        result.schema
    );
    for (name, described) in result.tables.named() {
        let mut table = Table::new(&["column", "type", "unit", "meaning"]);
        for column in &described.columns {
            let kind = column.kind.name();
            let kind = if column.nullable {
                format!("{kind}?")
            } else {
                kind.to_owned()
            };
            let row = [&column.column, &kind, &column.unit, &column.meaning];
            table.push(row.map(|cell| json!(cell)).into());
        }
        let rows = &described.rows;
        text += &format!("\n{name}.parquet: {rows}\n\n{}", table.to_text());
    }
    text + "\n? marks types with missing values.\n"
}

fn table(result: &SchemaResult) -> Table {
    let tables = result.tables.named().into_iter();
    let columns = tables.flat_map(|(_, described)| &described.columns);
    Table::of_fields(columns, "table column type nullable unit meaning")
}
