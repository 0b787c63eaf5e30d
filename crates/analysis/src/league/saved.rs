//! The pairings of a saved run as games.

use std::collections::BTreeMap;
use std::path::Path;

use equipoise_simulator::{SavedPairing, Stopped, load_pairings, load_units, read_manifest};
use equipoise_stats::Meeting;

use super::named::{NamedLeague, Names, league};
use crate::control::Control;
use crate::error::Error;

/// Reads the results of the run in a folder, but for battles of a unit against itself, which are even.
pub(crate) fn read_run(folder: &Path, control: Control<'_>) -> Result<NamedLeague, Error> {
    check_stopping(folder, control)?;
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
    let units = load_units(folder)?;
    let listed: BTreeMap<&str, f64> = units
        .iter()
        .map(|unit| (unit.name.as_str(), unit.points as f64))
        .collect();
    let points = names.iter().map(|name| listed.get(name.as_str()).copied());
    Ok(NamedLeague {
        league: league(
            &folder.display().to_string(),
            names.len(),
            games.into_iter(),
        )?,
        listed: None,
        points: Some(points.collect()),
        names,
    })
}

/// Refuses battles that were ended by what they decided: whoever was ahead when they ended was ahead by
/// chance too, and more so the sooner they ended.
fn check_stopping(folder: &Path, control: Control<'_>) -> Result<(), Error> {
    let manifest = read_manifest(folder)?;
    if matches!(manifest.stopped, Stopped::Decide(_)) {
        return Err(Error::Input(format!(
            "{}: the battles of this run were stopped as soon as a side was known, which exaggerates leads; use a sweep \
             that estimates scores",
            folder.display()
        )));
    }
    if matches!(manifest.stopped, Stopped::Until(_)) {
        control.watch.note(
            "the run stopped at a precision; intervals treat its numbers of battles as fixed",
        );
    }
    Ok(())
}
