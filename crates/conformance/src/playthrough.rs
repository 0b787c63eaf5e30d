//! Recorded playthroughs: one battle of a matchup, event by event, in a text file.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::PathBuf;

use equipoise_dice::{Dice, StreamDice, TableDice};
use equipoise_engine::Side;

use crate::battle::{Ending, SEED, dice, tell};
use crate::complete::Complete;
use crate::specimen::{Matchup, Specimen};

/// Number of the battle that is recorded.
const BATTLE: u64 = 0;

/// Compares each playthrough with its file, and the files with the playthroughs.
pub(crate) fn check<S: Complete>(specimen: &Specimen<S>) -> Result<(), String> {
    let recorded = || specimen.matchups.iter().filter(|m| m.recorded);
    if recorded().next().is_none() {
        return Err("no matchup is recorded".to_owned());
    }
    for matchup in recorded() {
        let path = path(specimen, matchup);
        let before = fs::read_to_string(&path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        same(&before, &text(matchup)).map_err(|what| format!("{}, {what}", path.display()))?;
    }
    let expected: BTreeSet<PathBuf> = recorded().map(|m| path(specimen, m)).collect();
    if expected.len() < recorded().count() {
        return Err("two recorded matchups have one name".to_owned());
    }
    let found = files(specimen).map_err(|error| error.to_string())?;
    match found.difference(&expected).next() {
        Some(stray) => Err(format!("{} is of no matchup", stray.display())),
        None => Ok(()),
    }
}

/// Writes all playthroughs and removes files of matchups that are no more.
pub(crate) fn record<S: Complete>(specimen: &Specimen<S>) -> io::Result<()> {
    fs::create_dir_all(&specimen.playthroughs)?;
    for file in files(specimen)? {
        fs::remove_file(file)?;
    }
    for matchup in specimen.matchups.iter().filter(|m| m.recorded) {
        fs::write(path(specimen, matchup), text(matchup))?;
    }
    Ok(())
}

fn path<S: Complete>(specimen: &Specimen<S>, matchup: &Matchup<S>) -> PathBuf {
    specimen.playthroughs.join(format!("{}.txt", matchup.name))
}

fn files<S: Complete>(specimen: &Specimen<S>) -> io::Result<BTreeSet<PathBuf>> {
    let entries = fs::read_dir(&specimen.playthroughs)?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

/// The first line that differs.
fn same(before: &str, now: &str) -> Result<(), String> {
    if before == now {
        return Ok(());
    }
    let pairs = before.lines().zip(now.lines()).zip(1..);
    let differing = pairs.into_iter().find(|((before, now), _)| before != now);
    Err(match differing {
        Some(((before, now), line)) => format!("line {line}: {now:?}, recorded was {before:?}"),
        None => format!(
            "{} lines, recorded were {}",
            now.lines().count(),
            before.lines().count()
        ),
    })
}

/// Setting and seed, a line for each event, then the outcome and all that was observed.
fn text<S: Complete>(matchup: &Matchup<S>) -> String {
    let bout = matchup.bout(Side::A);
    let (ending, log) = tell::<S>(&bout, dice(matchup.cell(), BATTLE));
    let mut text = head(matchup);
    for event in log.events() {
        text += &S::narrate(&bout, event);
        text.push('\n');
    }
    text + "\n" + &foot(&ending)
}

fn head<S: Complete>(matchup: &Matchup<S>) -> String {
    let mut text = format!("system: {}\nmatchup: {}\n", S::NAME, matchup.name);
    for side in Side::BOTH {
        let at = side.index();
        let (force, policy) = (&matchup.forces[at], matchup.policies[at]);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{side}: {force}, played by {policy}");
    }
    let setting = &matchup.setting;
    text + &format!("setting: {setting}\nseed: {SEED}, battle: {BATTLE}\n\n")
}

fn foot(ending: &Ending) -> String {
    let outcome = ending.outcome;
    let winner = outcome
        .winner
        .map_or("nobody".to_owned(), |side| side.to_string());
    let [a, b] = outcome.score;
    let mut text = format!(
        "winner: {winner}\nvictory points: A {a}, B {b}\nrounds: {}\n",
        outcome.rounds
    );
    for side in Side::BOTH {
        let own = ending.observed.iter().filter(|(of, ..)| *of == side);
        let values: Vec<String> = own.map(|(.., value)| value.to_string()).collect();
        let _ = writeln!(text, "observed of {side}: {}", values.join(" "));
    }
    let mut dice: StreamDice = TableDice::new(ending.dice.clone());
    text + &format!("next number below 1000000: {}\n", dice.below(1_000_000))
}
