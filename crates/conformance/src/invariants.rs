//! What holds of every single battle.

use equipoise_engine::{Outcome, Side};
use serde_json::Value;

use crate::battle::{Ending, dice, tell};
use crate::complete::Complete;
use crate::specimen::{Matchup, Specimen};

pub(crate) fn check<S: Complete>(specimen: &Specimen<S>) -> Result<(), String> {
    for matchup in &specimen.matchups {
        let bouts = matchup.bouts();
        same_quantities::<S>(&bouts).map_err(|what| format!("{}: {what}", matchup.name))?;
        for number in matchup.numbers() {
            let bout = &bouts[number as usize % 2];
            battle(specimen, matchup, bout, number)
                .map_err(|what| format!("{}, battle {number}: {what}", matchup.name))?;
        }
    }
    Ok(())
}

fn battle<S: Complete>(
    specimen: &Specimen<S>,
    matchup: &Matchup<S>,
    bout: &S::Bout,
    number: u64,
) -> Result<(), String> {
    let (ending, log) = tell::<S>(bout, dice(matchup.cell(), number));
    outcome(specimen, &ending.outcome)?;
    quantities::<S>(bout, &ending)?;
    for event in log.events() {
        line(&S::narrate(bout, event))?;
        object(serde_json::to_value(event))?;
    }
    Ok(())
}

/// A force has the same quantities in both seats.
fn same_quantities<S: Complete>(bouts: &[S::Bout; 2]) -> Result<(), String> {
    for seat in Side::BOTH {
        let there = S::quantities(&bouts[0], seat);
        let swapped = S::quantities(&bouts[1], seat.other());
        if there != swapped {
            return Err(format!(
                "the force of seat {seat} has {there} quantities, and {swapped} in the other seat"
            ));
        }
    }
    Ok(())
}

fn outcome<S: Complete>(specimen: &Specimen<S>, outcome: &Outcome) -> Result<(), String> {
    let (rounds, scores) = (&specimen.rounds, &specimen.scores);
    if !rounds.contains(&outcome.rounds) {
        return Err(format!("{} rounds, not {rounds:?}", outcome.rounds));
    }
    if let Some(score) = outcome.score.iter().find(|&score| !scores.contains(score)) {
        return Err(format!("{score} victory points, not {scores:?}"));
    }
    let [a, b] = outcome.score;
    let leader = [Side::B, Side::A][usize::from(a > b)];
    if specimen.more_points_win && a != b && outcome.winner != Some(leader) {
        return Err(format!("{outcome:?}, though {leader} has more points"));
    }
    Ok(())
}

/// Each quantity of each side is recorded exactly once.
fn quantities<S: Complete>(bout: &S::Bout, ending: &Ending) -> Result<(), String> {
    let mut found: Vec<(Side, usize)> = ending.observed.iter().map(|&(s, q, _)| (s, q)).collect();
    found.sort_unstable();
    let all = |side| (0..S::quantities(bout, side)).map(move |quantity| (side, quantity));
    let expected: Vec<(Side, usize)> = Side::BOTH.into_iter().flat_map(all).collect();
    if found == expected {
        return Ok(());
    }
    Err(format!(
        "quantities recorded: {found:?}, not {expected:?} each once"
    ))
}

fn line(line: &str) -> Result<(), String> {
    if line.trim().is_empty() {
        return Err("an event has an empty line".to_owned());
    }
    if line.contains(['\n', '\r']) {
        return Err(format!("an event has more than one line: {line:?}"));
    }
    Ok(())
}

/// An event is an object that names it under `event`, as replays print it.
fn object(event: Result<Value, serde_json::Error>) -> Result<(), String> {
    let event = event.map_err(|error| format!("an event cannot be written: {error}"))?;
    match event.get("event") {
        Some(Value::String(_)) => Ok(()),
        _ => Err(format!("an event does not name itself: {event}")),
    }
}
