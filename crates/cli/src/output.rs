//! Results on standard output, notes on standard error.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::args::{Format, Output};
use crate::document::document;
use crate::failure::Failure;
use crate::names::without_control;
use crate::table::Table;

/// Prints a result; a reader that has gone away, such as `head`, is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Access(format!("cannot write the result: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a JSON document.
pub(crate) fn print_json(value: &Value) -> Result<(), Failure> {
    print(&format!("{value:#}\n"))
}

/// A head line and one line of JSON for each event.
pub(crate) fn json_lines<H: Serialize>(head: &H, events: &[Value]) -> String {
    let events = events.iter().map(Value::to_string);
    std::iter::once(document(head).to_string())
        .chain(events)
        .flat_map(|line| [line, "\n".to_owned()])
        .collect()
}

/// Prints a result in the format asked for; `table` is its form in a spreadsheet.
pub(crate) fn print_as(
    format: Format,
    text: impl FnOnce() -> String,
    json: impl FnOnce() -> Value,
    table: impl FnOnce() -> Table,
) -> Result<(), Failure> {
    match format {
        Format::Text => print(&without_control(&text())),
        Format::Json => print_json(&json()),
        Format::Csv => print(&table().to_csv()),
    }
}

/// Tells the user something that is no result, unless told to be quiet.
pub(crate) fn note(output: &Output, text: &str) {
    if !output.quiet {
        // Nobody listens on a closed standard error: nothing to be done.
        let _ = writeln!(io::stderr(), "{}", without_control(text));
    }
}

/// Prints a typed result in the format asked for; `text` and `table` are its forms for people and for
/// spreadsheets.
pub(crate) fn print_result<T: Serialize>(
    output: &Output,
    result: &T,
    text: impl FnOnce() -> String,
    table: impl FnOnce() -> Table,
) -> Result<(), Failure> {
    print_as(output.format, text, || document(result), table)
}
