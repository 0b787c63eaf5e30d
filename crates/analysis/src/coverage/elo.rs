//! Elo differences of a list of games, some of them drawn.

use equipoise_dice::{Dice as _, StreamDice};
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{EloModel, Scores, StatsError, elo_estimate, elo_of_score};

use super::study::{Hits, Study};
use super::world::{Battles, World, any_strengths, chance};

pub(super) fn studies() -> Vec<Study> {
    let about = (0.94, 0.96);
    vec![
        Study::new(
            "Elo difference",
            "100 to 1,000 games of any strengths, each of two battles, drawn where either side wins one",
            about,
            logistic,
        ),
        Study::new(
            "Elo difference, pairs of games",
            "50 to 500 pairs of such games",
            about,
            of_pairs,
        ),
        Study::new(
            "Elo difference, few games",
            "two to 20 such games; draws scatter less than it reckons with",
            (0.95, 1.0),
            few,
        ),
        Study::new(
            "normalized Elo difference",
            "100 to 1,000 such games of any strengths",
            about,
            normalized,
        ),
    ]
}

/// The half points of the first side in the game of this number: two battles, of which each is one.
fn half_points(battles: &mut Battles, number: u64) -> usize {
    let won = [2 * number, 2 * number + 1].map(|number| battles.wins(number));
    won.into_iter().filter(|won| *won).count()
}

/// So many games.
fn games(world: &World, strengths: [u16; 2], games: u64) -> Scores {
    let mut battles = world.pairing(0, strengths);
    let mut counts = [0; 3];
    for number in 0..games {
        counts[half_points(&mut battles, number)] += 1;
    }
    Scores::Trinomial(counts)
}

fn between(dice: &mut StreamDice, least: u32, most: u32) -> u64 {
    (least + dice.below(most - least + 1)).into()
}

/// Whether the interval of the Elo difference holds that of the expected score, which is the chance in a battle.
fn held(scores: &Scores, strengths: [u16; 2]) -> Result<Hits, StatsError> {
    let found = elo_estimate(scores, EloModel::Logistic, CONFIDENCE)?;
    let truth = elo_of_score(chance(strengths));
    Ok(Hits::between([([found.low, found.high], truth)]))
}

fn logistic(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let strengths = any_strengths(&mut dice);
    let number = between(&mut dice, 100, 1_000);
    held(&games(world, strengths, number), strengths)
}

fn of_pairs(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let strengths = any_strengths(&mut dice);
    let pairs = between(&mut dice, 50, 500);
    let mut battles = world.pairing(0, strengths);
    let mut counts = [0; 5];
    for pair in 0..pairs {
        let both = [2 * pair, 2 * pair + 1].map(|number| half_points(&mut battles, number));
        counts[both[0] + both[1]] += 1;
    }
    held(&Scores::Pentanomial(counts), strengths)
}

fn few(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let strengths = any_strengths(&mut dice);
    let number = between(&mut dice, 2, 20);
    held(&games(world, strengths, number), strengths)
}

/// A game's score is the mean of two battles, of variance p (1 − p) / 2; the difference is the distance of p from one
/// half in roots of that, times 800 / ln 10.
fn normalized(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let strengths = any_strengths(&mut dice);
    let number = between(&mut dice, 100, 1_000);
    let scores = games(world, strengths, number);
    let found = elo_estimate(&scores, EloModel::Normalized, CONFIDENCE)?;
    let p = chance(strengths);
    let truth = (p - 0.5) / (p * (1.0 - p) / 2.0).sqrt() * 800.0 / 10.0_f64.ln();
    Ok(Hits::between([([found.low, found.high], truth)]))
}
