//! One HTML page that opens from disk: findings, charts, tables, and how it was made.

mod escape;
mod sections;
mod table;

pub use escape::escape;

use crate::chart::Drawing;
use crate::{Chart, ReportInput};

const STYLE: &str = include_str!("../../assets/report.css");
const SCRIPT: &str = include_str!("../../assets/report.js");

/// A chart of the report, or the reason why it is left out.
pub(crate) type ChartOutcome = (Chart, Result<Drawing, String>);

/// The whole document.
pub(crate) fn page(input: &ReportInput, charts: &[ChartOutcome]) -> String {
    let system = escape(&input.info.system);
    let header = sections::header(input);
    let findings = sections::findings(input);
    let charts = sections::charts(charts);
    let units = sections::units(input);
    let pairings = sections::pairings(input);
    let making = sections::making(&input.info);
    format!(
        "<!doctype html>\n\
         <html lang=\"en\">\n\
         <head>\n\
         <meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Balance report: {system}</title>\n\
         <style>\n{STYLE}</style>\n\
         </head>\n\
         <body>\n\
         <main>\n\
         {header}{findings}{charts}{units}{pairings}{making}\
         </main>\n\
         <script>\n{SCRIPT}</script>\n\
         </body>\n\
         </html>\n"
    )
}
