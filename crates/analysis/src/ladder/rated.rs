//! From the tallies of a ladder to scores and ratings.

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::{Stopping, Tally};
use equipoise_stats::{
    BradleyTerry, League, Meeting, RatingError, Standing, StatsError, elo_of_score, z_score,
};

use super::field::Field;
use super::play::merged;
use super::request::Part;
use super::result::{EloRating, Pair, Played, Split};
use crate::error::Error;
use crate::result::{Interval, Score};
use crate::sprt::EloInterval;

/// Elo of one unit of natural log odds: 400 / ln 10.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The scores of a pair, whole and split.
pub(super) fn pair<S: FrontEnd>(
    field: &Field<'_, S>,
    [a, b]: [&str; 2],
    tallies: &[Tally],
    stopping: &Stopping,
) -> Result<Pair, Error> {
    let tally = merged(tallies);
    let whole = played(&tally, stopping)?;
    let standing = match stopping {
        Stopping::Decide(_) => {
            let standing = stopping.standing(&tally).map(Standing::name);
            Some(standing.map(str::to_owned))
        }
        Stopping::Fixed | Stopping::HalfWidth(_) => None,
    };
    Ok(Pair {
        a: a.to_owned(),
        b: b.to_owned(),
        elo: elo(&whole.score_a),
        whole,
        standing,
        splits: splits(field, tallies, stopping)?,
    })
}

/// The battles of a pair by part, those of scenarios also by scenario.
fn splits<S: FrontEnd>(
    field: &Field<'_, S>,
    tallies: &[Tally],
    stopping: &Stopping,
) -> Result<Vec<Split>, Error> {
    let mut kinds: Vec<(Part, Option<&str>)> = Vec::new();
    for &cell in &field.cells {
        let (part, scenario) = field.split(cell);
        for kind in [(part, None), (part, scenario)] {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    let split = |(part, scenario): (Part, Option<&str>)| {
        let cells = field.cells.iter().zip(tallies);
        let own = cells.filter(|(cell, _)| match scenario {
            Some(_) => field.split(**cell) == (part, scenario),
            None => field.split(**cell).0 == part,
        });
        Ok(Split {
            part,
            scenario: scenario.map(str::to_owned),
            played: played(&merged(own.map(|(_, tally)| tally)), stopping)?,
        })
    };
    kinds.into_iter().map(split).collect()
}

/// The interval is that of independent scores with one mean. Whole rounds of battles with different means
/// keep it valid: a round adds no more evidence against its mean than as many battles that all had
/// that mean would, since the geometric mean of its factors is at most their arithmetic mean.
fn played(tally: &Tally, stopping: &Stopping) -> Result<Played, StatsError> {
    Ok(Played {
        battles: tally.battles,
        wins_a: tally.wins_a,
        wins_b: tally.wins_b,
        draws: tally.draws,
        score_a: (&stopping.score_a(tally)?).into(),
    })
}

/// The Elo differences at a score and at the ends of its interval.
fn elo(score: &Score) -> EloInterval {
    let [estimate, low, high] = [score.estimate, score.low, score.high].map(|score| {
        let elo = elo_of_score(score);
        elo.is_finite().then_some(elo)
    });
    EloInterval {
        estimate,
        low,
        high,
    }
}

/// Elo ratings, the best first, against the first policy; `None` if no finite ratings exist.
pub(super) fn ratings(
    policies: &[&str],
    pairs: &[([usize; 2], Tally)],
    confidence: f64,
) -> Result<Option<Vec<EloRating>>, StatsError> {
    let meeting = |([a, b], tally): &([usize; 2], Tally)| Meeting {
        a: *a,
        b: *b,
        wins_a: tally.wins_a,
        wins_b: tally.wins_b,
        draws: tally.draws,
    };
    let league = League::new(policies.len(), pairs.iter().map(meeting))?;
    let fit = match BradleyTerry::fit(&league) {
        Ok(fit) => fit,
        Err(RatingError::Groups(_)) => return Ok(None),
        Err(RatingError::Stats(error)) => return Err(error),
    };
    let (z, games) = (z_score(confidence)?, league.games());
    let rating = |(place, policy): (usize, &&str)| {
        let lead = ELO * (fit.ratings[place] - fit.ratings[0]);
        let reach = ELO * z * fit.lead_error(place, 0);
        EloRating {
            policy: (*policy).to_owned(),
            elo: Interval {
                estimate: lead,
                low: lead - reach,
                high: lead + reach,
            },
            battles: games[place],
        }
    };
    let mut ratings: Vec<EloRating> = policies.iter().enumerate().map(rating).collect();
    ratings.sort_by(|a, b| b.elo.estimate.total_cmp(&a.elo.estimate));
    Ok(Some(ratings))
}
