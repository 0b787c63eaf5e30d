//! The pairings of a saved run as games.

use std::path::Path;

use equipoise_simulator::{LoadError, SavedPairing, load_pairings};
use equipoise_stats::Meeting;

use super::{Games, Names, league};
use crate::failure::Failure;

/// Reads the results of the run in a folder. Battles of a unit against itself tell nothing.
pub(crate) fn read_run(folder: &Path) -> Result<Games, Failure> {
    let mut names = Names::default();
    let meeting = |pairing: SavedPairing| Meeting {
        a: names.number(&pairing.a),
        b: names.number(&pairing.b),
        wins_a: pairing.wins_a,
        wins_b: pairing.wins_b,
        draws: pairing.draws,
    };
    let mut games: Vec<Meeting> = load_pairings(folder)?.into_iter().map(meeting).collect();
    games.retain(|meeting| meeting.a != meeting.b);
    let names = names.in_order();
    Ok(Games {
        league: league(&folder.display().to_string(), names.len(), games)?,
        points: None,
        names,
    })
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Io { .. } => Self::Access(error.to_string()),
            _ => Self::Input(error.to_string()),
        }
    }
}
