//! Small tables of results, for people, programs and spreadsheets.

use equipoise_analysis::on_one_line;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::document::document;

/// Rows of values under named columns.
#[derive(Debug)]
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

impl Table {
    /// No rows yet.
    pub(crate) fn new(columns: &[impl AsRef<str>]) -> Self {
        Self {
            columns: columns
                .iter()
                .map(|name| name.as_ref().to_owned())
                .collect(),
            rows: Vec::new(),
        }
    }

    /// One row for each result, of fields of its document; a field that it lacks is an empty cell.
    ///
    /// Columns are separated by spaces. `score_low` is the field `low` of `score`, and `score` the
    /// `estimate` or `name` of an object; `wins_a=wins` gives a field another name.
    pub(crate) fn of_fields<T: Serialize>(
        results: impl IntoIterator<Item = T>,
        columns: &str,
    ) -> Self {
        let columns = columns.split_whitespace();
        let columns = columns.map(|column| column.split_once('=').unwrap_or((column, column)));
        let (names, fields): (Vec<&str>, Vec<&str>) = columns.unzip();
        let mut table = Self::new(&names);
        for result in results {
            let result = document(&result);
            let cells = fields.iter().map(|name| field(&result, name));
            table.push(
                cells
                    .map(|cell| cell.cloned().unwrap_or_default())
                    .collect(),
            );
        }
        table
    }

    /// Adds a row, with a value for each column.
    pub(crate) fn push(&mut self, row: Vec<Value>) {
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// One object per row.
    pub(crate) fn to_json(&self) -> Value {
        let object = |row: &Vec<Value>| {
            self.columns
                .iter()
                .cloned()
                .zip(row.iter().cloned())
                .collect::<Map<_, _>>()
        };
        self.rows
            .iter()
            .map(|row| Value::Object(object(row)))
            .collect()
    }

    /// Comma-separated values as in RFC 4180, with a line of column names.
    pub(crate) fn to_csv(&self) -> String {
        let header = self.columns.iter().map(|name| quoted(name));
        let mut text = header.collect::<Vec<_>>().join(",") + "\r\n";
        for row in &self.rows {
            let cells = row.iter().map(|value| quoted(&plain(value)));
            text += &cells.collect::<Vec<_>>().join(",");
            text += "\r\n";
        }
        text
    }

    /// Aligned columns, numbers to the right; without a header where no column has a name.
    pub(crate) fn to_text(&self) -> String {
        let cells: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| on_one_line(&plain(cell))).collect())
            .collect();
        let widths: Vec<usize> = self
            .columns
            .iter()
            .enumerate()
            .map(|(at, name)| {
                cells
                    .iter()
                    .map(|row| width(&row[at]))
                    .fold(width(name), usize::max)
            })
            .collect();
        let right: Vec<bool> = (0..self.columns.len())
            .map(|at| self.rows.iter().any(|row| row[at].is_number()))
            .collect();
        let named = self.columns.iter().any(|name| !name.is_empty());
        let mut text = if named {
            aligned(&self.columns, &widths, &right)
        } else {
            String::new()
        };
        for row in &cells {
            text += &aligned(row, &widths, &right);
        }
        text
    }
}

/// The field of a document, by the names on the way to it.
fn field<'v>(of: &'v Value, name: &str) -> Option<&'v Value> {
    let Value::Object(fields) = of else {
        return name.is_empty().then_some(of);
    };
    if name.is_empty() {
        return fields.get("estimate").or_else(|| fields.get("name"));
    }
    fields.iter().find_map(|(first, inner)| {
        let rest = name.strip_prefix(first.as_str())?;
        match rest.strip_prefix('_') {
            Some(rest) => field(inner, rest),
            None if rest.is_empty() => field(inner, rest),
            None => None,
        }
    })
}

fn aligned(cells: &[String], widths: &[usize], right: &[bool]) -> String {
    let mut line = String::new();
    for ((cell, &wide), &right) in cells.iter().zip(widths).zip(right) {
        let padding = " ".repeat(wide - width(cell));
        line += &if right {
            padding + cell
        } else {
            format!("{cell}{padding}")
        };
        line += "  ";
    }
    format!("{}\n", line.trim_end())
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// A value without quotes; nothing for null, a comma-free list for arrays.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" | "),
        other => other.to_string(),
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Table;

    fn table() -> Table {
        let mut table = Table::new(&["name", "points"]);
        table.push(vec![json!("Bow, \"the\" long"), json!(7)]);
        table.push(vec![json!("Axe"), Value::Null]);
        table
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let csv = "name,points\r\n\"Bow, \"\"the\"\" long\",7\r\nAxe,\r\n";
        assert_eq!(table().to_csv(), csv);
    }

    #[test]
    fn names_made_of_marks_stay_one_cell() {
        let names = [
            "<script>alert(1)</script>",
            "comma, \"quote\"",
            "two\nlines",
            "pipe | `tick`",
        ];
        let mut table = Table::new(&["name", "points"]);
        names
            .iter()
            .for_each(|name| table.push(vec![json!(name), json!(7)]));
        let csv = table.to_csv();
        let rows = csv::Reader::from_reader(csv.as_bytes()).into_records();
        let read: Vec<String> = rows.map(|row| row.unwrap()[0].to_owned()).collect();
        assert_eq!(read, names);
    }

    #[test]
    fn fields_are_found_by_their_names() {
        let of = json!({
            "a": {"name": "Axe"},
            "score": {"estimate": 0.5, "low": 0.25},
            "score_old": 1,
            "none": null,
        });
        let table = Table::of_fields([of], "a score score_low score_old none_low wins=score_old");
        let csv = "a,score,score_low,score_old,none_low,wins\r\nAxe,0.5,0.25,1,,1\r\n";
        assert_eq!(table.to_csv(), csv);
    }

    #[test]
    fn text_is_aligned() {
        let text = "name             points\nBow, \"the\" long       7\nAxe\n";
        assert_eq!(table().to_text(), text);
    }

    #[test]
    fn json_has_an_object_per_row() {
        let rows =
            json!([{"name": "Bow, \"the\" long", "points": 7}, {"name": "Axe", "points": null}]);
        assert_eq!(table().to_json(), rows);
    }
}
