//! Charts and documents from the tables of a run.
//!
//! [`StagedReport`] turns a run, read into a [`ReportInput`], into SVG and PNG charts, one HTML page
//! that opens from disk without a network, and a Markdown document. The crate depends on no game: units
//! are names with coordinates on the axes that the run declares.

mod answer;
mod chart;
mod costing;
mod document;
mod documents;
mod error;
mod findings;
mod format;
mod html;
mod input;
mod making;
mod markdown;
mod stopping;
mod tables;
mod write;

pub use answer::headline;
pub use chart::{Chart, Drawing, draw_png, draw_svg};
pub use costing::{Costing, Verdict};
pub use document::Document;
pub use documents::DocumentKind;
pub use equipoise_analysis::Interval;
pub use error::ReportError;
pub use format::level;
pub use input::{MarginBin, Pairing, ReportInput, Unit};
pub use stopping::{saving, stopping};
pub use write::{Outputs, StagedReport};
