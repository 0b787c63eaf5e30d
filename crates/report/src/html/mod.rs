//! One HTML page that opens from disk: the answer, charts, tables, and how it was made.
//!
//! The text is static; the page's script draws the tables' rows from one block of JSON ([`data`]), as
//! many as requested, so that a large run opens on a phone.

mod answer;
mod charts;
mod data;
mod making;
mod selection;
mod tables;

use equipoise_engine::text::escape;

use crate::answer::Answer;
use crate::chart::Drawing;
use crate::input::ReportInput;

const STYLE: &str = include_str!("../../assets/report.css");
const SCRIPTS: [&str; 4] = [
    include_str!("../../assets/table.js"),
    include_str!("../../assets/distribution.js"),
    include_str!("../../assets/columns.js"),
    include_str!("../../assets/report.js"),
];

/// A chart of the report: its drawing, or the reason why it is left out.
pub(crate) struct ChartOutcome {
    /// File name without extension.
    pub(crate) slug: String,
    /// The drawing, or the data that the run lacks for it.
    pub(crate) drawing: Result<Drawing, String>,
}

/// The sections of the page: identifier and heading, in order.
const SECTIONS: [(&str, &str); 5] = [
    ("answer", "The answer"),
    ("charts", "Charts"),
    ("units", "Units"),
    ("pairings", "Pairings"),
    ("making", "How it was made"),
];

/// The whole document.
pub(crate) fn page(input: &ReportInput, charts: &[ChartOutcome]) -> String {
    let answer = Answer::new(input);
    let shown = selection::shown_pairings(input);
    let sections = [
        answer::section_of(&answer),
        charts::section_of(charts),
        tables::units(&answer),
        tables::pairings(input, shown.len()),
        making::section_of(&input.info),
    ];
    let data = data::block(&answer, &shown);
    let scripts = SCRIPTS.concat();
    format!(
        "<!doctype html>\n\
         <html lang=\"en\">\n\
         <head>\n\
         <meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}: balance report</title>\n\
         <style>\n{STYLE}</style>\n\
         </head>\n\
         <body>\n\
         <a class=\"skip\" href=\"#answer\">Skip to the answer</a>\n\
         {}{}\
         <main>\n{}</main>\n\
         {}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script>\n\"use strict\";\n{scripts}</script>\n\
         </body>\n\
         </html>\n",
        escape(&answer.headline()),
        header(&answer),
        contents(),
        sections.concat(),
        tables::DIALOG,
    )
}

fn header(answer: &Answer<'_>) -> String {
    format!(
        "<header>\n<p class=\"kicker\">Balance report · {}</p>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n\
         </header>\n",
        escape(&answer.input.info.system),
        escape(&answer.headline()),
        escape(&answer.field())
    )
}

fn contents() -> String {
    let link = |(id, heading)| format!("<li><a href=\"#{id}\">{heading}</a></li>\n");
    let links: String = SECTIONS.map(link).concat();
    format!("<nav aria-label=\"Contents\">\n<ul>\n{links}</ul>\n</nav>\n")
}

/// A section under its heading, which the contents link to.
fn section(id: &str, content: &str) -> String {
    let named = SECTIONS.iter().find(|(known, _)| *known == id);
    let heading = named.map_or(id, |(_, heading)| heading);
    format!(
        "<section id=\"{id}\" tabindex=\"-1\" aria-labelledby=\"{id}-heading\">\n\
         <h2 id=\"{id}-heading\">{heading}</h2>\n{content}</section>\n"
    )
}
