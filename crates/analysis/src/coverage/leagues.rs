//! The meta-game, from leagues whose odds are known.

use equipoise_simulator::{CONFIDENCE, Tally};
use equipoise_stats::{
    AlphaRank, Decomposition, League, Meeting, MetaGame, MetaReport, NashAverage, Payoffs,
    Replicate, StatsError, responses,
};

use super::study::{Hits, Study};
use super::world::{World, chance};

pub(super) fn studies() -> Vec<Study> {
    let circle = "three units that go round in circles at 65 % and a fourth that loses 60 %, 200 battles each";
    vec![
        Study::new("cyclic share", circle, (0.94, 0.96), cyclic_share),
        Study::new("Nash values", circle, (0.95, 1.0), nash_values),
        Study::new("Nash weights", circle, (0.95, 1.0), nash_weights),
        Study::new("α-rank masses", circle, (0.95, 1.0), masses).one_in(4),
        Study::new(
            "gains against a mixture, all at once",
            circle,
            (0.95, 1.0),
            gains,
        ),
    ]
}

pub(super) fn meeting(a: usize, b: usize, tally: &Tally) -> Meeting {
    Meeting {
        a,
        b,
        wins_a: tally.wins_a,
        wins_b: tally.wins_b,
        draws: tally.draws,
    }
}

/// All pairs of so many players.
pub(super) fn pairs(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)))
}

/// Players of the meta-game.
const PLAYERS: usize = 4;

/// Strengths of each pair of players: 0 beats 1 beats 2 beats 0, and all beat 3.
fn matchup(a: usize, b: usize) -> [u16; 2] {
    match (a, b) {
        (0, 1) | (1, 2) => [65, 35],
        (0, 2) => [35, 65],
        _ => [60, 40],
    }
}

/// Wins minus losses per game of each pair, in their order.
fn payoffs() -> Vec<f64> {
    let payoff = |(a, b)| 2.0 * chance(matchup(a, b)) - 1.0;
    pairs(PLAYERS).map(payoff).collect()
}

/// A league of the circle.
fn circle(world: &World) -> Result<League, StatsError> {
    const BATTLES: u64 = 200;
    let games = (0..).zip(pairs(PLAYERS)).map(|(number, (a, b))| {
        let mut battles = world.pairing(number, matchup(a, b));
        meeting(a, b, battles.up_to(BATTLES))
    });
    League::new(PLAYERS, games)
}

/// As `meta` computes it by default.
fn alpha_rank() -> Result<AlphaRank, StatsError> {
    AlphaRank::new(50, 100.0)
}

/// What is said of a league, with intervals from as many resamples as `meta` takes.
fn report(world: &World) -> Result<MetaReport, StatsError> {
    const RESAMPLES: u64 = 200;
    let league = circle(world)?;
    let panel: Vec<usize> = (0..PLAYERS).collect();
    let game = MetaGame::new(&league, &panel, alpha_rank()?)?;
    let mut dice = world.dice();
    let resamples = (0..RESAMPLES).map(|_| game.replicate(dice.rng()));
    game.report(
        &resamples.collect::<Result<Vec<Replicate>, _>>()?,
        CONFIDENCE,
    )
}

fn cyclic_share(world: &World) -> Result<Hits, StatsError> {
    let truth = Decomposition::new(PLAYERS, &pairs(PLAYERS).collect::<Vec<_>>())?;
    let truth = truth.lengths(&payoffs()).share();
    let found = report(world)?.cyclic;
    let (Some(_), Some(truth)) = (found.estimate, truth) else {
        return Ok(Hits::default());
    };
    Ok(Hits::between([([found.low, found.high], truth)]))
}

/// The true payoffs.
fn truth() -> Result<Payoffs, StatsError> {
    let mut rows = vec![vec![0.0; PLAYERS]; PLAYERS];
    for ((a, b), payoff) in pairs(PLAYERS).zip(payoffs()) {
        (rows[a][b], rows[b][a]) = (payoff, -payoff);
    }
    Payoffs::new(&rows)
}

/// The most even equilibrium of the true payoffs.
fn nash() -> Result<NashAverage, StatsError> {
    NashAverage::new(&truth()?)
}

/// Against half of the first, a third of the second and a sixth of the fourth.
fn gains(world: &World) -> Result<Hits, StatsError> {
    const MIXTURE: [f64; PLAYERS] = [1.0 / 2.0, 1.0 / 3.0, 0.0, 1.0 / 6.0];
    let truth = truth()?.against(&MIXTURE);
    let found = responses(&circle(world)?, &MIXTURE, CONFIDENCE)?;
    let gains = found.iter().map(|of| (&of.gain, truth[of.player]));
    Ok(Hits::each(gains).together())
}

fn nash_values(world: &World) -> Result<Hits, StatsError> {
    let (found, truth) = (report(world)?.values, nash()?.values);
    Ok(Hits::each(found.iter().zip(truth)))
}

fn nash_weights(world: &World) -> Result<Hits, StatsError> {
    let (found, truth) = (report(world)?.weights, nash()?.weights);
    Ok(Hits::each(found.iter().zip(truth)))
}

fn masses(world: &World) -> Result<Hits, StatsError> {
    let (found, truth) = (report(world)?.masses, alpha_rank()?.masses(&truth()?));
    Ok(Hits::each(found.iter().zip(truth)))
}
