//! Differences of scores between two runs, and from a baseline.

use equipoise_dice::{Dice as _, StreamDice};
use equipoise_simulator::{CONFIDENCE, Stopping};
use equipoise_stats::{
    Estimate, Gate, Paired, StatsError, enclosing_difference, mean_difference, newcombe_difference,
    simultaneous, wilson,
};

use super::study::{Hits, Study};
use super::world::{World, any_strengths, chance};
use crate::change::mean_size;
use crate::result::Limits;

pub(super) fn studies() -> Vec<Study> {
    let about = (0.94, 0.96);
    let at_least = (0.95, 1.0);
    vec![
        Study::new(
            "difference of two runs, Newcombe",
            "100 to 1,000 battles of a pairing in each, of any strengths",
            about,
            of_two_runs,
        ),
        Study::new(
            "difference of two runs, any dependence",
            "the same on the same dice, the first side's strength changed by up to a third; allows for dice that oppose each other",
            at_least,
            on_common_dice,
        ),
        Study::new(
            "difference from a baseline, at every look",
            "a gate of one pairing, margin 0.1; allows for any dependence and any number of looks",
            at_least,
            from_a_baseline,
        )
        .one_in(5),
        Study::new(
            "difference on the same dice",
            "three pairings of 300 battles, played in two ways",
            about,
            on_the_same_dice,
        ),
        Study::new(
            "mean size of differences",
            "five pairings of 300 battles, played in two ways; holds wherever the five hold at once",
            at_least,
            mean_of_sizes,
        ),
    ]
}

/// Wilson's interval of a pairing.
fn score(
    world: &World,
    number: u64,
    strengths: [u16; 2],
    battles: u64,
    confidence: f64,
) -> Result<Estimate, StatsError> {
    let mut played = world.pairing(number, strengths);
    wilson(played.up_to(battles).points_a(), battles, confidence)
}

fn any_number(dice: &mut StreamDice) -> u64 {
    100 + u64::from(dice.below(901))
}

/// Two strengths from 30 to 70, and those with the first larger or smaller by up to a third.
fn changed(dice: &mut StreamDice) -> [[u16; 2]; 2] {
    let old = [(); 2].map(|()| 30 + dice.below(41) as u16);
    let third = old[0] / 3;
    let new = old[0] - third + dice.below(u32::from(2 * old[0] / 3)) as u16;
    [old, [new, old[1]]]
}

fn of_two_runs(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let ways = [(); 2].map(|()| (any_strengths(&mut dice), any_number(&mut dice)));
    let [old, new] = [0, 1].map(|way| {
        let (strengths, battles) = ways[way];
        score(world, way as u64, strengths, battles, CONFIDENCE)
    });
    let [(old_strengths, _), (new_strengths, _)] = ways;
    let truth = chance(new_strengths) - chance(old_strengths);
    Ok(Hits::each([(&newcombe_difference(&old?, &new?), truth)]))
}

/// Each of the two has half of the error probability.
fn on_common_dice(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let [old, new] = changed(&mut dice);
    let battles = any_number(&mut dice);
    let level = simultaneous(CONFIDENCE, 2);
    let of = |strengths| score(world, 0, strengths, battles, level);
    let found = enclosing_difference(&of(old)?, &of(new)?);
    Ok(Hits::each([(&found, chance(new) - chance(old))]))
}

fn from_a_baseline(world: &World) -> Result<Hits, StatsError> {
    let gate = Gate::new(0.1, 1.0 - CONFIDENCE, 1)?;
    let [old, new] = changed(&mut world.dice());
    let sequence = gate.baseline()?;
    let rule = Stopping::HalfWidth(sequence);
    let mut battles = world.pairing(0, old);
    let mut tally = battles.up_to(0);
    while let Some(look) = rule.next_look(tally, sequence.most_scores()) {
        tally = battles.up_to(look);
    }
    let baseline = rule.score_a(tally)?;
    let truth = chance(new) - chance(old);
    let mut battles = world.pairing(1, new);
    let mut n = gate.next_look(0);
    let mut all = Hits::default();
    while n <= gate.most_scores() {
        let found = gate.difference(&baseline, battles.up_to(n).points_a(), n)?;
        all = all.plus(Hits::each([(&found, truth)]));
        n = gate.next_look(n);
    }
    Ok(all.together())
}

/// Battles of each pairing, played in two ways.
const PAIRED: u64 = 300;

/// Battles of a pairing played in two ways, and the true difference.
fn paired(world: &World, number: u64, dice: &mut StreamDice) -> (Paired, f64) {
    let [old, new] = changed(dice);
    let mut ways = [old, new].map(|strengths| world.pairing(number, strengths));
    let mut paired = Paired::default();
    for battle in 0..PAIRED {
        let [old, new] = ways.each_mut().map(|way| 2 * u8::from(way.wins(battle)));
        paired.record(old, new);
    }
    (paired, chance(new) - chance(old))
}

fn on_the_same_dice(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let found = [0, 1, 2].map(|number| paired(world, number, &mut dice));
    let truth = found.iter().map(|of| of.1).sum::<f64>() / found.len() as f64;
    let found = mean_difference(&found.map(|of| of.0), CONFIDENCE)?;
    Ok(Hits::each([(&found.estimate, truth)]))
}

/// How far scores moved on average, whichever way.
fn mean_of_sizes(world: &World) -> Result<Hits, StatsError> {
    const PAIRINGS: u64 = 5;
    let (mut found, mut truth) = (Vec::new(), 0.0);
    let mut dice = world.dice();
    for number in 0..PAIRINGS {
        let (paired, difference) = paired(world, number, &mut dice);
        let of = mean_difference(&[paired], simultaneous(CONFIDENCE, PAIRINGS))?.estimate;
        found.push((of.estimate, Limits::from(&of)));
        truth += difference.abs() / PAIRINGS as f64;
    }
    let size = mean_size(&found);
    Ok(Hits::between([([size.low, size.high], truth)]))
}
