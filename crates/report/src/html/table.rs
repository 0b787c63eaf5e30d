//! Tables that sort when their headings are pressed.

use std::fmt::Write;

use super::escape;

/// One cell: what it shows, and the number it sorts by if it is not sorted as text.
pub(super) struct Cell {
    shown: String,
    key: Option<f64>,
}

impl Cell {
    pub(super) fn text(shown: impl Into<String>) -> Self {
        Self {
            shown: shown.into(),
            key: None,
        }
    }

    pub(super) fn number(shown: impl Into<String>, key: f64) -> Self {
        Self {
            shown: shown.into(),
            key: Some(key),
        }
    }

    /// A number that is not known; it sorts below all others.
    pub(super) fn unknown() -> Self {
        Self::number("–", f64::NEG_INFINITY)
    }
}

/// A heading and whether its column holds numbers.
pub(super) struct Column {
    pub(super) heading: String,
    pub(super) numeric: bool,
}

impl Column {
    pub(super) fn text(heading: impl Into<String>) -> Self {
        Self {
            heading: heading.into(),
            numeric: false,
        }
    }

    pub(super) fn number(heading: impl Into<String>) -> Self {
        Self {
            heading: heading.into(),
            numeric: true,
        }
    }
}

/// Renders a table whose rows come with the largest numbers of the column `sorted_by` first;
/// pressing a heading sorts by it.
pub(super) fn render(
    caption: &str,
    columns: &[Column],
    sorted_by: &str,
    rows: &[Vec<Cell>],
) -> String {
    let mut html = String::new();
    html += "<section class=\"scroll\" tabindex=\"0\" aria-label=\"";
    html += &escape(caption);
    html += "\">\n<table class=\"sortable\">\n<caption>";
    html += &escape(caption);
    html += "</caption>\n<thead><tr>";
    for column in columns {
        let class = if column.numeric { " class=\"n\"" } else { "" };
        let heading = escape(&column.heading);
        let sorted = column.heading == sorted_by;
        let order = if sorted {
            " aria-sort=\"descending\""
        } else {
            ""
        };
        // Writing to a string cannot fail.
        let _ = write!(
            html,
            "<th scope=\"col\"{class}{order}><button type=\"button\">{heading}</button></th>"
        );
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in rows {
        html += "<tr>";
        row.iter().for_each(|cell| html += &render_cell(cell));
        html += "</tr>\n";
    }
    html += "</tbody>\n</table>\n</section>\n";
    html
}

fn render_cell(cell: &Cell) -> String {
    let shown = escape(&cell.shown);
    match cell.key {
        // Spelt as JavaScript reads it.
        Some(f64::NEG_INFINITY) => {
            format!("<td class=\"n\" data-key=\"-Infinity\">{shown}</td>")
        }
        Some(key) => format!("<td class=\"n\" data-key=\"{key}\">{shown}</td>"),
        None => format!("<td>{shown}</td>"),
    }
}
