//! Who won how often: what a saved run says without its plan.

use std::path::Path;

use crate::load::{read_manifest, read_table};
use crate::load_error::LoadError;

/// One pairing of a saved run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPairing {
    /// Name of unit a.
    pub a: String,
    /// Name of unit b.
    pub b: String,
    /// Battles won by a.
    pub wins_a: u64,
    /// Battles won by b.
    pub wins_b: u64,
    /// Battles without a winner.
    pub draws: u64,
}

/// Reads the pairings of the run in `folder`, in the order of its table of results.
///
/// # Errors
/// When the folder holds no run of this schema, or its results lack a column or a value.
pub fn load_pairings(folder: &Path) -> Result<Vec<SavedPairing>, LoadError> {
    read_manifest(folder)?;
    let results = read_table(folder, "results")?;
    let (a, b) = (results.texts("a")?, results.texts("b")?);
    let [wins_a, wins_b, draws] = ["wins_a", "wins_b", "draws"].map(|name| results.counts(name));
    let rows = a.into_iter().zip(b).zip(wins_a?).zip(wins_b?).zip(draws?);
    let pairing = |((((a, b), wins_a), wins_b), draws)| SavedPairing {
        a,
        b,
        wins_a,
        wins_b,
        draws,
    };
    Ok(rows.map(pairing).collect())
}
