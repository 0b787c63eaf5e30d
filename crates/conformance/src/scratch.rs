//! Memory that is used again leaves no trace.

use equipoise_engine::Scratch;

use crate::battle::{Chronicle, dice, play_logged, run, tell};
use crate::complete::Complete;
use crate::specimen::{Matchup, Specimen};

/// One memory plays all matchups, one after the other, twice; each battle must go as on fresh
/// memory, in silence and logged.
pub(crate) fn check<S: Complete>(specimen: &Specimen<S>) -> Result<(), String> {
    let mut used = Scratch::<S>::default();
    let bouts: Vec<[S::Bout; 2]> = specimen.matchups.iter().map(Matchup::bouts).collect();
    for pass in 0..2 {
        for (matchup, bouts) in specimen.matchups.iter().zip(&bouts) {
            for number in matchup.numbers().filter(|number| number / 2 % 2 == pass) {
                let bout = &bouts[number as usize % 2];
                battle::<S>(bout, &mut used, matchup.cell(), number)
                    .map_err(|what| format!("{}, battle {number}, {what}", matchup.name))?;
            }
        }
    }
    Ok(())
}

fn battle<S: Complete>(
    bout: &S::Bout,
    used: &mut Scratch<S>,
    cell: u64,
    number: u64,
) -> Result<(), String> {
    let fresh = run::<S>(bout, &mut Scratch::default(), dice(cell, number));
    run::<S>(bout, used, dice(cell, number))
        .expect(&fresh)
        .map_err(|what| format!("run on memory that was used: {what}"))?;
    let (_, expected) = tell::<S>(bout, dice(cell, number));
    let (ending, log) = play_logged::<S>(bout, &mut used.battle, dice(cell, number));
    ending
        .expect(&fresh)
        .map_err(|what| format!("logged on memory that was used: {what}"))?;
    let lines = |log: &Chronicle<S::Event>| log.lines().map_err(|error| error.to_string());
    if lines(&log)? == lines(&expected)? {
        return Ok(());
    }
    Err("logged on memory that was used: decisions or events differ".to_owned())
}
