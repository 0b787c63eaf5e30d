//! Units and weapons of a dataset: named ones, and the grid of Frame, Performance and role.
//!
//! A dataset is three TOML files, [`Catalogue::FILES`]. [`Catalogue::parse`] reads their texts
//! and reports every mistake at once; [`Catalogue::embedded`] is the dataset that ships with
//! the program. [`Catalogue::scenario`] and [`Catalogue::army`] read battles and armies made of
//! its units. Files are read elsewhere: nothing here touches a disk.

mod abilities;
mod cost;
mod dataset;
mod embedded;
pub(in crate::data) mod limits;
mod names;
mod notation;
mod pilot_traits;
mod price_tables;
mod profile_model;
mod scenario;
mod traits;
mod units;
mod upgrades;
mod weapon_tags;
mod weapons;

pub use dataset::Catalogue;
pub use equipoise_engine::source::{Problem, SourceFile};
pub use names::{ProfileId, ProfileIdError, UnknownUnit};
pub(crate) use price_tables::price_tables;
pub(crate) use scenario::Reading;
pub use scenario::{ForceFault, Part, check_forces};
