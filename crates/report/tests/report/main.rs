//! The report as its readers see it: charts, page, files and refusals.

mod charts;
mod document_refusals;
mod documents;
mod files;
mod hostile;
mod markdown;
mod page;
mod refusals;
mod results;
mod run;
mod snapshots;
mod svg;
