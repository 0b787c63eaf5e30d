//! Ratings, from leagues whose odds are known.

use std::num::NonZeroU32;

use equipoise_dice::Dice as _;
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{
    BradleyTerry, HomeAdvantage, League, Meeting, RatingError, StatsError, z_score,
};

use super::leagues::{meeting, pairs};
use super::study::{Hits, Study};
use super::world::{World, luck, strengths_at};

pub(super) fn studies() -> Vec<Study> {
    let about = (0.94, 0.96);
    vec![
        Study::new(
            "ratings",
            "six units of any strengths from 10 to 40, 40 battles of each pairing",
            about,
            ratings,
        ),
        Study::new("leads in rating", "the same", about, leads),
        Study::new(
            "ratings with a prior",
            "six units, the odds of each drawn from the prior of two draws, 40 battles of each pairing",
            about,
            with_prior,
        ),
        Study::new(
            "ratings with a prior, few battles",
            "the same, ten battles of each pairing",
            about,
            with_prior_and_few,
        ),
        Study::new(
            "home advantage",
            "six units of any strengths from 10 to 40, each twenty times at home against each, odds up to 2 to 1 for being there",
            about,
            home_advantage,
        ),
        Study::new(
            "ratings clustered by pairing",
            "16 units, 100 battles of each pairing, the odds of each off by up to e^0.5 to 1",
            about,
            clustered,
        )
        .one_in(2),
    ]
}

/// A league in which each pair meets in `battles` battles. The log-odds of a pairing are the difference of the two ratings
/// plus a number that `stray` draws for it.
fn league(
    world: &World,
    ratings: &[f64],
    battles: u64,
    mut stray: impl FnMut() -> f64,
) -> Result<League, StatsError> {
    let games = (0..).zip(pairs(ratings.len())).map(|(number, (a, b))| {
        let lead = ratings[a] - ratings[b] + stray();
        let mut played = world.pairing(number, strengths_at(lead));
        meeting(a, b, played.up_to(battles))
    });
    League::new(ratings.len(), games)
}

/// The intervals of ratings beside the true ones, less the mean of these.
fn around(fit: &BradleyTerry, truth: &[f64]) -> Result<Hits, StatsError> {
    let mean = truth.iter().sum::<f64>() / truth.len() as f64;
    let z = z_score(CONFIDENCE)?;
    let rated = fit.ratings.iter().zip(&fit.standard_errors);
    let rated = rated.zip(truth);
    let rated = rated.map(|((&rating, error), of)| (ends(rating, z * error), of - mean));
    Ok(Hits::between(rated))
}

fn ends(centre: f64, reach: f64) -> [f64; 2] {
    [centre - reach, centre + reach]
}

/// The fit, or none where there are no finite ratings and hence no intervals.
fn finite(fit: Result<BradleyTerry, RatingError>) -> Result<Option<BradleyTerry>, StatsError> {
    match fit {
        Ok(fit) => Ok(Some(fit)),
        Err(RatingError::Groups(_)) => Ok(None),
        Err(RatingError::Stats(error)) => Err(error),
    }
}

/// Six ratings, which are the logarithms of strengths.
fn six(world: &World) -> [f64; 6] {
    let mut dice = world.dice();
    [(); 6].map(|()| f64::from(10 + dice.below(31)).ln())
}

fn ratings(world: &World) -> Result<Hits, StatsError> {
    let truth = six(world);
    let fit = finite(BradleyTerry::fit(&league(world, &truth, 40, || 0.0)?))?;
    fit.map_or(Ok(Hits::default()), |fit| around(&fit, &truth))
}

/// Of all others over the first, as `ladder` shows them.
fn leads(world: &World) -> Result<Hits, StatsError> {
    let truth = six(world);
    let Some(fit) = finite(BradleyTerry::fit(&league(world, &truth, 40, || 0.0)?))? else {
        return Ok(Hits::default());
    };
    let z = z_score(CONFIDENCE)?;
    let lead = |of: usize| {
        let lead = fit.ratings[of] - fit.ratings[0];
        (ends(lead, z * fit.lead_error(of, 0)), truth[of] - truth[0])
    };
    Ok(Hits::between((1..truth.len()).map(lead)))
}

/// Two draws with an average unit are a win and a loss, whose likelihood p (1 − p) of a chance p is, as a density of
/// log-odds, the one that p has when it is equally likely anywhere from 0 to 1.
fn of_prior(world: &World, battles: u64) -> Result<Hits, StatsError> {
    const DRAWS: NonZeroU32 = NonZeroU32::new(2).expect("not zero");
    let mut dice = world.dice();
    let truth = [(); 6].map(|()| {
        let chance = (f64::from(dice.below(1_000_000)) + 0.5) / 1_000_000.0;
        (chance / (1.0 - chance)).ln()
    });
    let fit = BradleyTerry::with_prior(&league(world, &truth, battles, || 0.0)?, DRAWS);
    finite(fit)?.map_or(Ok(Hits::default()), |fit| around(&fit, &truth))
}

fn with_prior(world: &World) -> Result<Hits, StatsError> {
    of_prior(world, 40)
}

fn with_prior_and_few(world: &World) -> Result<Hits, StatsError> {
    of_prior(world, 10)
}

/// The advantage, and the ratings beside it.
fn home_advantage(world: &World) -> Result<Hits, StatsError> {
    let truth = six(world);
    let advantage = luck(&mut world.dice()) * std::f64::consts::LN_2;
    let at_home = (0..truth.len()).flat_map(|a| (0..truth.len()).map(move |b| (a, b)));
    let games = (0..)
        .zip(at_home.filter(|(a, b)| a != b))
        .map(|(number, (a, b))| {
            let lead = truth[a] - truth[b] + advantage;
            meeting(a, b, world.pairing(number, strengths_at(lead)).up_to(20))
        });
    let games: Vec<Meeting> = games.collect();
    let fit = match HomeAdvantage::fit(truth.len(), &games, None) {
        Ok(fit) => fit,
        Err(RatingError::Groups(_)) => return Ok(Hits::default()),
        Err(RatingError::Stats(error)) => return Err(error),
    };
    let z = z_score(CONFIDENCE)?;
    let mean = truth.iter().sum::<f64>() / truth.len() as f64;
    let rated = fit.ratings.iter().zip(&fit.standard_errors).zip(&truth);
    let rated = rated.map(|((&rating, error), of)| (ends(rating, z * error), of - mean));
    let of_advantage = (ends(fit.advantage, z * fit.advantage_error), advantage);
    Ok(Hits::between(rated.chain([of_advantage])))
}

/// The truth is what the odds of a unit's pairings are about, as if it met many more.
fn clustered(world: &World) -> Result<Hits, StatsError> {
    let mut dice = world.dice();
    let truth = [(); 16].map(|()| luck(&mut dice));
    let league = league(world, &truth, 100, || 0.5 * luck(&mut dice))?;
    let fit = finite(BradleyTerry::fit(&league))?;
    let fit = fit.and_then(|fit| fit.clustered_by_pairing(&league));
    fit.map_or(Ok(Hits::default()), |fit| around(&fit, &truth))
}
