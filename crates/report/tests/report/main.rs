//! Tests of charts, page, files and errors through the public interface.

mod charts;
mod document_prices;
mod document_refusals;
mod documents;
mod files;
mod hostile;
mod page;
mod priced;
mod refusals;
mod results;
mod run;
mod snapshots;
mod svg;
