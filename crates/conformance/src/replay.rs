//! A replay is the battle that was run.

use equipoise_engine::{Scratch, Transcript};

use crate::battle::{dice, play, play_silently, run};
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
    let fresh = S::Battle::default;
    let ran = run::<S>(bout, &mut Scratch::default(), dice(cell, number));
    let silent = play_silently::<S>(bout, &mut fresh(), dice(cell, number));
    let mut log = Transcript::default();
    let logged = play::<S, _>(bout, &mut fresh(), dice(cell, number), &mut log);
    silent
        .expect(&ran)
        .map_err(|what| format!("played in silence: {what}"))?;
    logged
        .expect(&ran)
        .map_err(|what| format!("logged: {what}"))
}
