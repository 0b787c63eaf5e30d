//! Results of games between named units, from CSV files and saved runs.

mod csv_file;
mod named;
mod names;
mod payoffs;
mod results;
mod saved;

pub(crate) use named::NamedLeague;
pub(crate) use payoffs::{NamedPayoffs, read_payoffs};
pub(crate) use results::read_results;
pub(crate) use saved::read_run;
