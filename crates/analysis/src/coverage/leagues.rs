//! Ratings and the meta-game, from leagues whose odds are known.

use equipoise_dice::Dice as _;
use equipoise_simulator::{CONFIDENCE, Tally};
use equipoise_stats::{
    AlphaRank, BradleyTerry, Decomposition, Estimate, League, Meeting, MetaGame, MetaReport,
    Method, NashAverage, Payoffs, RatingError, Replicate, StatsError, responses, z_score,
};

use super::study::{Hits, Study};
use super::world::{World, chance};

pub(super) fn studies() -> Vec<Study> {
    let circle = "three units that go round in circles at 65 % and a fourth that loses 60 %, 200 battles each";
    vec![
        Study::new(
            "ratings",
            "six units of any strengths from 10 to 40, 40 battles of each pairing",
            (0.94, 0.96),
            ratings,
        ),
        Study::new("cyclic share", circle, (0.93, 0.97), cyclic_share),
        Study::new("Nash values", circle, (0.95, 1.0), nash_values),
        Study::new("Nash weights", circle, (0.95, 1.0), nash_weights),
        Study::new(
            "gains against a mixture, all at once",
            circle,
            (0.95, 1.0),
            gains,
        ),
    ]
}

fn meeting(a: usize, b: usize, tally: &Tally) -> Meeting {
    Meeting {
        a,
        b,
        wins_a: tally.wins_a,
        wins_b: tally.wins_b,
        draws: tally.draws,
    }
}

/// All pairs of so many players.
fn pairs(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)))
}

/// A rating is the logarithm of a strength, less the mean of them.
fn ratings(world: &World) -> Result<Hits, StatsError> {
    const PLAYERS: usize = 6;
    const BATTLES: u64 = 40;
    let mut dice = world.dice();
    let strengths = [(); PLAYERS].map(|()| 10 + dice.below(31) as u16);
    let games = (0..).zip(pairs(PLAYERS)).map(|(number, (a, b))| {
        let mut battles = world.pairing(number, [strengths[a], strengths[b]]);
        meeting(a, b, battles.up_to(BATTLES))
    });
    let fit = match BradleyTerry::fit(&League::new(PLAYERS, games)?) {
        Ok(fit) => fit,
        // No finite ratings, no interval.
        Err(RatingError::Groups(_)) => return Ok(Hits::default()),
        Err(RatingError::Stats(error)) => return Err(error),
    };
    let logs = strengths.map(|strength| f64::from(strength).ln());
    let mean = logs.iter().sum::<f64>() / PLAYERS as f64;
    let z = z_score(CONFIDENCE)?;
    let errors = fit.ratings.iter().zip(&fit.standard_errors);
    let intervals: Vec<Estimate> = errors
        .map(|(&rating, error)| around(rating, z * error))
        .collect();
    Ok(Hits::each(intervals.iter().zip(logs.map(|log| log - mean))))
}

fn around(estimate: f64, reach: f64) -> Estimate {
    Estimate {
        estimate,
        low: estimate - reach,
        high: estimate + reach,
        confidence: CONFIDENCE,
        method: Method::NormalMean,
    }
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

/// What is said of a league, with intervals from as many resamples as `meta` takes.
fn report(world: &World) -> Result<MetaReport, StatsError> {
    const RESAMPLES: u64 = 200;
    let league = circle(world)?;
    let panel: Vec<usize> = (0..PLAYERS).collect();
    let game = MetaGame::new(&league, &panel, AlphaRank::new(50, 100.0)?)?;
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
    let (Some(estimate), Some(truth)) = (found.estimate, truth) else {
        return Ok(Hits::default());
    };
    let interval = Estimate {
        low: found.low,
        high: found.high,
        ..around(estimate, 0.0)
    };
    Ok(Hits::each([(&interval, truth)]))
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
