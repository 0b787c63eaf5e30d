//! Battles that are kept for later plans.

use std::fs;
use std::path::Path;

use serde::Serialize;

use crate::digest::bytes_sha256;
use crate::plan::Plan;
use crate::save::failed;
use crate::segments::{CheckpointError, Played, Segments};
use crate::tallies::Beyond;

/// File that says what the battles of a folder are.
const WHAT: &str = "battles.json";

/// Battles of a plan in a folder, kept for plans that begin with the same pairings: those of the same random armies,
/// of which one plan may have more than another.
///
/// A folder of kept battles has one folder for each kind, named by a checksum of what decides them. `battles.json` in
/// it says what that is, and beside it lie [`Segments`]. One process at a time holds it.
#[derive(Debug)]
pub struct Kept {
    segments: Segments,
}

impl Kept {
    /// Opens the battles that `what` describes, or begins to keep such ones. It must name all that decides a battle of
    /// one pairing of the plan, but for the pairing, and the version of the program.
    ///
    /// # Errors
    /// When the folder cannot be made or written, or another process holds these battles.
    pub fn open(folder: &Path, what: &impl Serialize) -> Result<Self, CheckpointError> {
        let text = serde_json::to_string_pretty(what).map_err(|error| failed(folder)(error.into()));
        let text = text? + "\n";
        let folder = folder.join(&bytes_sha256(text.as_bytes())[..16]);
        fs::create_dir_all(&folder).map_err(failed(&folder))?;
        let segments = Segments::open(folder)?;
        segments.write(WHAT, text.as_bytes())?;
        Ok(Self { segments })
    }

    /// Reads what has been played of this plan; battles of pairings that it does not have are left out.
    ///
    /// # Errors
    /// When the folder or a file cannot be read; a damaged segment is no error.
    pub fn read(&self, plan: &Plan) -> Result<Played, CheckpointError> {
        self.segments.read(plan, Beyond::Skip)
    }

    /// Where battles are added.
    pub const fn segments(&mut self) -> &mut Segments {
        &mut self.segments
    }
}
