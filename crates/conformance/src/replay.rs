//! A replay is the battle that was run.

use equipoise_engine::Scratch;

use crate::battle::{dice, play_silently, run, tell};
use crate::complete::Complete;
use crate::specimen::Specimen;

pub(crate) fn check<S: Complete>(specimen: &Specimen<S>) -> Result<(), String> {
    for matchup in &specimen.matchups {
        let bouts = matchup.bouts();
        for number in matchup.numbers() {
            let bout = &bouts[number as usize % 2];
            battle::<S>(bout, matchup.cell(), number)
                .map_err(|what| format!("{}, battle {number} {what}", matchup.name))?;
        }
    }
    Ok(())
}

fn battle<S: Complete>(bout: &S::Bout, cell: u64, number: u64) -> Result<(), String> {
    let ran = run::<S>(bout, &mut Scratch::default(), dice(cell, number));
    let silent = play_silently::<S>(bout, &mut S::Battle::default(), dice(cell, number));
    let (logged, _) = tell::<S>(bout, dice(cell, number));
    silent
        .expect(&ran)
        .map_err(|what| format!("played in silence: {what}"))?;
    logged
        .expect(&ran)
        .map_err(|what| format!("logged: {what}"))
}
