//! Which units took part in a saved run, and what they cost.

use std::path::Path;

use crate::load::{read_manifest, read_table};
use crate::load_error::LoadError;

/// One unit of a saved run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedUnit {
    /// Its name.
    pub name: String,
    /// Its listed points.
    pub points: i64,
}

/// Reads the units of the run in `folder`, in the order of its table of units.
///
/// # Errors
/// When the folder holds no run of this schema, or its table of units lacks a column or a value.
pub fn load_units(folder: &Path) -> Result<Vec<SavedUnit>, LoadError> {
    read_manifest(folder)?;
    let units = read_table(folder, "units")?;
    let (names, points) = (units.texts("unit")?, units.wholes("points")?);
    let rows = names.into_iter().zip(points);
    let unit = |(name, points)| SavedUnit { name, points };
    Ok(rows.map(unit).collect())
}
