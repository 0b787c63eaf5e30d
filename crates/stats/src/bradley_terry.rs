//! Ratings from games between pairs, by the model of Bradley and Terry.

pub(crate) mod home;
mod posterior;

use std::iter;
use std::num::NonZeroU32;

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use crate::error::StatsError;
use crate::league::{League, Meeting};

/// Ratings such that player i beats player j with probability 1 / (1 + exp(rⱼ − rᵢ)): the maximum of
/// the likelihood, in units of the natural logarithm of the odds, with mean zero.
///
/// A draw counts as half a win for each. Draws lower the true variance, so the standard errors are
/// conservative.
///
/// R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: I", Biometrika 39
/// (1952) 324–345; for the maximum, L. R. Ford, American Mathematical Monthly 64 (1957) 28–33, and
/// D. R. Hunter, Annals of Statistics 32 (2004) 384–406.
#[derive(Debug, Clone, PartialEq)]
pub struct BradleyTerry {
    /// Rating of each player; their mean is zero.
    pub ratings: Vec<f64>,
    /// Standard error of each rating, from the inverse of the observed information on the space of
    /// ratings with mean zero.
    pub standard_errors: Vec<f64>,
    /// Natural logarithm of the likelihood, a draw counting as half a win for each.
    pub log_likelihood: f64,
    /// Covariance of the ratings, plus one constant everywhere, which no difference of ratings sees.
    covariance: DMatrix<f64>,
    /// Mean squares and products of the posterior distances from the ratings, with a prior.
    mean_squares: Option<DMatrix<f64>>,
}

/// Why there are no ratings.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RatingError {
    /// The players fall into groups between which all games, if any, went one way, so the likelihood
    /// has no finite maximum (Ford 1957). Groups that beat others come before them.
    #[error("the players fall into {} groups that cannot be compared", .0.len())]
    Groups(Vec<Vec<usize>>),
    /// The computation failed.
    #[error(transparent)]
    Stats(#[from] StatsError),
}

impl BradleyTerry {
    /// Fits the model to all games of a league.
    ///
    /// # Errors
    ///
    /// [`RatingError::Groups`] unless every player is linked to every other by a chain of opponents in
    /// which each has at least drawn with the next: the condition for a finite maximum.
    /// [`StatsError::TooManyPlayers`] for more than [`League::MOST_RATED`] players, and where the computation fails
    /// [`StatsError::NoConvergence`], as [`RatingError::Stats`].
    pub fn fit(league: &League) -> Result<Self, RatingError> {
        let groups = league.comparable_groups();
        if groups.len() != 1 {
            return Err(RatingError::Groups(groups));
        }
        check_players(league)?;
        Ok(Self::of_comparable(league)?)
    }

    /// The ratings of players that can all be compared.
    fn of_comparable(league: &League) -> Result<Self, StatsError> {
        let mut ratings = DVector::zeros(league.players());
        for _ in 0..MOST_STEPS {
            let step = newton_step(league, &ratings)?;
            if step.amax() < PRECISION {
                return finish(league, &(ratings + step));
            }
            ratings = improve(league, ratings, step);
        }
        Err(NOT_CONVERGED)
    }

    /// Fits the model with a prior: each player has also drawn this many games with an average player, one whose
    /// rating is zero. Then every league has finite ratings, and the fewer games a player has, the nearer its rating
    /// is to zero; the ratings are those of the largest posterior density. Their mean is set to zero afterwards.
    ///
    /// The standard errors are roots of the posterior mean squares of the distances from these ratings, by the terms
    /// beyond a normal distribution: with few games those of a normal one are too small. None is smaller than those.
    ///
    /// # Errors
    ///
    /// [`RatingError::Stats`] for more than [`League::MOST_RATED`] players, where the computation fails, or where
    /// counts add up to too many games.
    pub fn with_prior(league: &League, draws: NonZeroU32) -> Result<Self, RatingError> {
        check_players(league)?;
        let players = league.players();
        let with_average = |player: usize| Meeting {
            a: player,
            b: players,
            wins_a: 0,
            wins_b: 0,
            draws: draws.get().into(),
        };
        let prior = (0..players).map(with_average);
        let games = league.meetings().iter().copied().chain(prior);
        let all = League::new(players + 1, games)?;
        let fit = Self::of_comparable(&all)?;
        // Of all with the average player, a difference of ratings and its error are the same from any origin.
        let inverse = from_last(&fit.covariance);
        let from_average = DVector::from_column_slice(&fit.ratings);
        let squares = posterior::mean_squares(&all, &from_average, &inverse);
        let [covariance, squares] =
            [inverse, squares].map(|matrix| matrix.view((0, 0), (players, players)).into_owned());
        let ratings = DVector::from_row_slice(&fit.ratings[..players]);
        let centred = ratings.add_scalar(-ratings.mean());
        let variances = [&covariance, &squares].map(around_mean);
        let errors = variances[0].iter().zip(&variances[1]);
        Ok(Self {
            ratings: centred.as_slice().to_vec(),
            standard_errors: errors.map(|(a, b)| a.max(*b).max(0.0).sqrt()).collect(),
            log_likelihood: log_likelihood(league, &centred),
            covariance,
            mean_squares: Some(squares),
        })
    }

    /// The same ratings with standard errors that allow for pairings that suit one player better than the ratings say:
    /// all games of a pairing are one observation. Where many games of each pairing tell such departures from chance,
    /// the errors of [`fit`](Self::fit) are far too small.
    ///
    /// The sandwich of Huber and White with pairings as clusters, each residual divided by one less its leverage as
    /// in the jackknife (J. G. MacKinnon and H. White, Journal of Econometrics 29 (1985) 305–325); no error is smaller
    /// than that of the fit. `None` where the ratings follow a pairing wherever it goes, so that its residual says
    /// nothing: without it the players fall apart.
    ///
    /// # Panics
    ///
    /// When the league has other players than the one that was fitted.
    #[must_use]
    pub fn clustered_by_pairing(&self, league: &League) -> Option<Self> {
        let players = self.ratings.len();
        let mut scores = DMatrix::zeros(players, players);
        for &Meeting { a, b, .. } in league.meetings() {
            assert!(a.max(b) < players, "players of another league");
        }
        for meeting in league.meetings() {
            let (a, b) = (meeting.a, meeting.b);
            let lead = self.ratings[a] - self.ratings[b];
            let games = meeting.games() as f64;
            let residual = meeting.points_a() - games * win_chance(lead);
            let weight = games * win_chance(lead) * win_chance(-lead);
            let free = 1.0 - weight * pair_variance(&self.covariance, a, b);
            if free < LEAST_FREE {
                return None;
            }
            let square = (residual / free).powi(2);
            scores[(a, a)] += square;
            scores[(b, b)] += square;
            scores[(a, b)] -= square;
            scores[(b, a)] -= square;
        }
        // What the covariance has everywhere is nothing to the scores, whose rows sum to zero.
        let covariance = &self.covariance * scores * &self.covariance;
        let error = |of: usize| covariance[(of, of)].max(0.0).sqrt();
        let errors = self.standard_errors.iter().enumerate();
        Some(Self {
            standard_errors: errors.map(|(of, &least)| error(of).max(least)).collect(),
            covariance,
            mean_squares: None,
            ..self.clone()
        })
    }

    /// Standard error of the lead of player `a` over player `b`, the difference of their ratings.
    ///
    /// # Panics
    ///
    /// When there is no such player.
    #[must_use]
    pub fn lead_error(&self, a: usize, b: usize) -> f64 {
        let matrices = iter::once(&self.covariance).chain(&self.mean_squares);
        let variances = matrices.map(|matrix| pair_variance(matrix, a, b));
        variances.fold(0.0, f64::max).sqrt()
    }
}

/// Variance of the lead of player `a` over player `b`.
fn pair_variance(covariance: &DMatrix<f64>, a: usize, b: usize) -> f64 {
    covariance[(a, a)] + covariance[(b, b)] - 2.0 * covariance[(a, b)]
}

/// Variance of each rating less the mean of all.
fn around_mean(covariance: &DMatrix<f64>) -> Vec<f64> {
    let (rows, all) = (covariance.column_mean(), covariance.mean());
    let diagonal = covariance.diagonal();
    let of_each = diagonal.iter().zip(&rows);
    of_each.map(|(own, row)| own - 2.0 * row + all).collect()
}

/// The covariance of leads over the last player.
fn from_last(covariance: &DMatrix<f64>) -> DMatrix<f64> {
    let last = covariance.nrows() - 1;
    let of = |a, b| {
        covariance[(a, b)] - covariance[(a, last)] - covariance[(last, b)]
            + covariance[(last, last)]
    };
    DMatrix::from_fn(last + 1, last + 1, of)
}

const NOT_CONVERGED: StatsError = StatsError::NoConvergence("Bradley-Terry ratings");

fn check_players(league: &League) -> Result<(), StatsError> {
    let (players, most) = (league.players(), League::MOST_RATED);
    if players > most {
        return Err(StatsError::TooManyPlayers { players, most });
    }
    Ok(())
}

/// Most Newton steps; five to twenty are usual.
const MOST_STEPS: usize = 200;

/// A Newton step as small as this leaves an error of about its square.
const PRECISION: f64 = 1e-8;

/// Least share of a pairing's residual that the ratings do not follow.
const LEAST_FREE: f64 = 1e-6;

fn finish(league: &League, ratings: &DVector<f64>) -> Result<BradleyTerry, StatsError> {
    let (information, ridge) = information(league, ratings);
    // The variance that the ridge adds along (1, …, 1), where the games give no information.
    let free = 1.0 / ridge;
    let covariance = cholesky(information)?.inverse();
    let error = |variance: f64| (variance - free).max(0.0).sqrt();
    let centred = ratings.add_scalar(-ratings.mean());
    Ok(BradleyTerry {
        ratings: centred.as_slice().to_vec(),
        standard_errors: covariance.diagonal().iter().map(|&v| error(v)).collect(),
        log_likelihood: log_likelihood(league, &centred),
        covariance,
        mean_squares: None,
    })
}

fn newton_step(league: &League, ratings: &DVector<f64>) -> Result<DVector<f64>, StatsError> {
    let mut gradient = DVector::zeros(league.players());
    for meeting in league.meetings() {
        let lead = ratings[meeting.a] - ratings[meeting.b];
        // Points less expected points, without cancellation where the two are close.
        let points_b = meeting.games() as f64 - meeting.points_a();
        let surplus = meeting.points_a() * win_chance(-lead) - points_b * win_chance(lead);
        gradient[meeting.a] += surplus;
        gradient[meeting.b] -= surplus;
    }
    let (information, _) = information(league, ratings);
    Ok(cholesky(information)?.solve(&gradient))
}

/// Takes the step, or the largest half, quarter, … of it that does not lower the likelihood.
fn improve(league: &League, ratings: DVector<f64>, mut step: DVector<f64>) -> DVector<f64> {
    let before = log_likelihood(league, &ratings);
    for _ in 0..60 {
        let next = &ratings + &step;
        if log_likelihood(league, &next) >= before - 1e-12 * before.abs() {
            return next;
        }
        step *= 0.5;
    }
    ratings
}

/// The observed information, a matrix whose rows sum to zero, with a ridge along (1, …, 1): `k` added
/// to every entry, which changes nothing for ratings with mean zero. Also returns `k n²`: the ridge
/// adds the variance 1 / (k n²) to each rating.
fn information(league: &League, ratings: &DVector<f64>) -> (DMatrix<f64>, f64) {
    let players = league.players();
    let mut information = DMatrix::zeros(players, players);
    for meeting in league.meetings() {
        let lead = ratings[meeting.a] - ratings[meeting.b];
        let weight = meeting.games() as f64 * win_chance(lead) * win_chance(-lead);
        information[(meeting.a, meeting.a)] += weight;
        information[(meeting.b, meeting.b)] += weight;
        information[(meeting.a, meeting.b)] -= weight;
        information[(meeting.b, meeting.a)] -= weight;
    }
    let n = players as f64;
    let ridge = information.trace() / (n * n);
    information.add_scalar_mut(ridge);
    (information, ridge * n * n)
}

fn cholesky(matrix: DMatrix<f64>) -> Result<Cholesky<f64, Dyn>, StatsError> {
    Cholesky::new(matrix).ok_or(NOT_CONVERGED)
}

fn log_likelihood(league: &League, ratings: &DVector<f64>) -> f64 {
    let of = |points: f64, lead: f64| {
        if points == 0.0 {
            0.0
        } else {
            points * log_chance(lead)
        }
    };
    let meetings = league.meetings().iter();
    meetings
        .map(|meeting| {
            let lead = ratings[meeting.a] - ratings[meeting.b];
            let points = meeting.points_a();
            of(points, lead) + of(meeting.games() as f64 - points, -lead)
        })
        .sum()
}

/// Chance of a win at a lead in rating.
fn win_chance(lead: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-lead))
}

/// Logarithm of [`win_chance`], also where that underflows.
fn log_chance(lead: f64) -> f64 {
    if lead > 0.0 {
        -libm::log1p(libm::exp(-lead))
    } else {
        lead - libm::log1p(libm::exp(lead))
    }
}

#[cfg(test)]
mod tests;
