//! Ratings where whoever is named first in a game has an advantage.

use std::num::NonZeroU32;

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use super::{
    MOST_STEPS, NOT_CONVERGED, PRECISION, RatingError, around_mean, check_players, log_chance,
    win_chance,
};
use crate::error::StatsError;
use crate::league::{League, Meeting};
use crate::logistic::MOST_LOG_ODDS;

/// Ratings and a home advantage such that player i at home beats player j with probability
/// 1 / (1 + exp(rⱼ − rᵢ − h)): the maximum of the likelihood, in natural logarithms of odds.
///
/// The advantage is that of any order that the games have: home and away, the first seat and the second. Draws count as half a
/// win for each, as in [`BradleyTerry`](super::BradleyTerry).
///
/// A. Agresti, Categorical Data Analysis, 2nd edition (2002), section 10.6.
#[derive(Debug, Clone, PartialEq)]
pub struct HomeAdvantage {
    /// Rating of each player; their mean is zero.
    pub ratings: Vec<f64>,
    /// Standard error of each rating, from the inverse of the observed information.
    pub standard_errors: Vec<f64>,
    /// What being at home adds to the log-odds of a win.
    pub advantage: f64,
    /// Its standard error.
    pub advantage_error: f64,
    /// Natural logarithm of the likelihood, a draw counting as half a win for each.
    pub log_likelihood: f64,
}

impl HomeAdvantage {
    /// Fits the model to games in which player `a` of each meeting was at home. With a prior each player has also drawn
    /// `prior` games with an average player, where neither was at home; errors are those of a normal distribution.
    ///
    /// # Errors
    ///
    /// [`RatingError::Groups`] as for [`BradleyTerry::fit`](super::BradleyTerry::fit), unless there is a prior, and as
    /// [`RatingError::Stats`]: [`StatsError::Collinear`] where nobody played both at home and away of the others, so that
    /// nothing tells the advantage from ratings, [`StatsError::Separated`] where it decided all games, and those of
    /// [`League::new`] and [`BradleyTerry::fit`](super::BradleyTerry::fit).
    pub fn fit(
        players: usize,
        games: &[Meeting],
        prior: Option<NonZeroU32>,
    ) -> Result<Self, RatingError> {
        let league = League::new(players, games.iter().copied())?;
        if prior.is_none() {
            let groups = league.comparable_groups();
            if groups.len() != 1 {
                return Err(RatingError::Groups(groups));
            }
        }
        check_players(&league)?;
        Ok(Model::new(players, games, prior).fit()?)
    }
}

/// Games of one pairing at one place.
struct Row {
    a: usize,
    b: usize,
    /// 1 where `a` was at home, 0 where nobody was.
    home: f64,
    games: f64,
    points_a: f64,
}

impl Row {
    fn lead(&self, at: &DVector<f64>) -> f64 {
        at[self.a] - at[self.b] + self.home * at[at.len() - 1]
    }
}

/// Coefficients are the ratings, with a prior that of the average player after them, and the advantage.
struct Model {
    players: usize,
    rows: Vec<Row>,
    /// Rows of games that were played; those of the prior come after them.
    played: usize,
    /// Ratings, that of the average player among them.
    rated: usize,
}

impl Model {
    fn new(players: usize, games: &[Meeting], prior: Option<NonZeroU32>) -> Self {
        let played = games.iter().filter(|of| of.games() > 0);
        let mut rows: Vec<Row> = played
            .map(|of| Row {
                a: of.a,
                b: of.b,
                home: 1.0,
                games: of.games() as f64,
                points_a: of.points_a(),
            })
            .collect();
        let played = rows.len();
        if let Some(draws) = prior {
            let draws = f64::from(draws.get());
            rows.extend((0..players).map(|player| Row {
                a: player,
                b: players,
                home: 0.0,
                games: draws,
                points_a: draws / 2.0,
            }));
        }
        Self {
            players,
            rows,
            played,
            rated: players + usize::from(prior.is_some()),
        }
    }

    fn fit(&self) -> Result<HomeAdvantage, StatsError> {
        let mut at = DVector::zeros(self.rated + 1);
        for _ in 0..MOST_STEPS {
            let factor = self.information(&at)?;
            let step = factor.solve(&self.gradient(&at));
            let next = self.improve(&at, step);
            let moved = (&next - &at).amax();
            at = next;
            if self
                .rows
                .iter()
                .any(|of| of.lead(&at).abs() > MOST_LOG_ODDS)
            {
                return Err(StatsError::Separated);
            }
            if moved < PRECISION {
                return self.result(&at);
            }
        }
        Err(NOT_CONVERGED)
    }

    fn result(&self, at: &DVector<f64>) -> Result<HomeAdvantage, StatsError> {
        let covariance = self.information(at)?.inverse();
        let of_players = covariance.view((0, 0), (self.players, self.players));
        let variances = around_mean(&of_players.into_owned());
        let ratings = at.rows(0, self.players);
        let centred = ratings.add_scalar(-ratings.mean());
        Ok(HomeAdvantage {
            ratings: centred.as_slice().to_vec(),
            standard_errors: variances.iter().map(|of| of.max(0.0).sqrt()).collect(),
            advantage: at[self.rated],
            advantage_error: covariance[(self.rated, self.rated)].sqrt(),
            log_likelihood: log_likelihood(&self.rows[..self.played], at),
        })
    }

    /// The step, or the largest half, quarter, … of it that does not lower the likelihood.
    fn improve(&self, at: &DVector<f64>, mut step: DVector<f64>) -> DVector<f64> {
        let before = log_likelihood(&self.rows, at);
        for _ in 0..60 {
            let next = at + &step;
            if log_likelihood(&self.rows, &next) >= before - 1e-12 * before.abs() {
                return next;
            }
            step *= 0.5;
        }
        at.clone()
    }

    fn gradient(&self, at: &DVector<f64>) -> DVector<f64> {
        let mut gradient = DVector::zeros(at.len());
        for row in &self.rows {
            let lead = row.lead(at);
            let points_b = row.games - row.points_a;
            // Points less expected points, without cancellation where the two are close.
            let surplus = row.points_a * win_chance(-lead) - points_b * win_chance(lead);
            gradient[row.a] += surplus;
            gradient[row.b] -= surplus;
            gradient[self.rated] += row.home * surplus;
        }
        gradient
    }

    /// Of the observed information, with a ridge along equal ratings, which changes no difference of them.
    fn information(&self, at: &DVector<f64>) -> Result<Cholesky<f64, Dyn>, StatsError> {
        let home = self.rated;
        let mut information = DMatrix::zeros(at.len(), at.len());
        for row in &self.rows {
            let lead = row.lead(at);
            let weight = row.games * win_chance(lead) * win_chance(-lead);
            information[(row.a, row.a)] += weight;
            information[(row.b, row.b)] += weight;
            information[(row.a, row.b)] -= weight;
            information[(row.b, row.a)] -= weight;
            let of_home = row.home * weight;
            information[(row.a, home)] += of_home;
            information[(home, row.a)] += of_home;
            information[(row.b, home)] -= of_home;
            information[(home, row.b)] -= of_home;
            information[(home, home)] += row.home * of_home;
        }
        let rated = self.rated as f64;
        let mut ratings = information.view_mut((0, 0), (self.rated, self.rated));
        let ridge = ratings.trace() / (rated * rated);
        ratings.add_scalar_mut(ridge);
        let diagonal = information.diagonal();
        let factor = Cholesky::new(information).ok_or(StatsError::Collinear)?;
        let pivots = factor.l_dirty().diagonal();
        // A pivot as small as the rounding error of its computation means a singular matrix.
        let mut pivots = pivots.iter().zip(&diagonal);
        if pivots.any(|(pivot, of)| pivot * pivot <= 1e-11 * of) {
            return Err(StatsError::Collinear);
        }
        Ok(factor)
    }
}

fn log_likelihood(rows: &[Row], at: &DVector<f64>) -> f64 {
    let of = |points: f64, lead: f64| {
        if points == 0.0 {
            0.0
        } else {
            points * log_chance(lead)
        }
    };
    let each = rows.iter().map(|row| {
        let lead = row.lead(at);
        of(row.points_a, lead) + of(row.games - row.points_a, -lead)
    });
    each.sum()
}

#[cfg(test)]
mod tests {
    use super::super::BradleyTerry;
    use super::*;

    /// Wins at home and away of the first of two teams at the home of the first: the American League East of 1987.
    /// Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore; a row for each home team, without itself.
    const BASEBALL: [[[u64; 2]; 6]; 7] = [
        [[4, 3], [4, 2], [4, 3], [6, 1], [4, 2], [6, 0]],
        [[3, 3], [4, 2], [4, 3], [6, 0], [6, 1], [4, 3]],
        [[2, 5], [4, 3], [2, 4], [4, 3], [4, 2], [6, 0]],
        [[3, 3], [5, 1], [2, 5], [4, 3], [4, 2], [6, 1]],
        [[5, 1], [2, 5], [3, 3], [4, 2], [5, 2], [6, 0]],
        [[2, 5], [3, 3], [3, 4], [4, 3], [4, 2], [2, 4]],
        [[2, 5], [1, 5], [1, 6], [2, 4], [1, 6], [3, 4]],
    ];

    fn baseball() -> Vec<Meeting> {
        let home = |(a, row): (usize, &[[u64; 2]; 6])| {
            let away = (0..7).filter(move |&b| b != a).zip(*row);
            let games = away.map(move |(b, [wins_a, wins_b])| meeting(a, b, wins_a, wins_b));
            games.collect::<Vec<_>>()
        };
        BASEBALL.iter().enumerate().flat_map(home).collect()
    }

    fn meeting(a: usize, b: usize, wins_a: u64, wins_b: u64) -> Meeting {
        Meeting {
            a,
            b,
            wins_a,
            wins_b,
            draws: 0,
        }
    }

    /// Agresti (2002), table 10.11: shares of exp(rating) with the advantage, and 0.302 for that; its standard error is
    /// that of R's `BradleyTerry2`, 0.131. Without the advantage leads over Baltimore of 1.58, 1.44, 1.29, 1.25, 1.11, 0.68.
    #[test]
    fn baseball_at_home_is_as_published() {
        let games = baseball();
        let fit = HomeAdvantage::fit(7, &games, None).unwrap();
        assert!((fit.advantage - 0.302).abs() < 5e-4, "{fit:?}");
        assert!((fit.advantage_error - 0.131).abs() < 5e-4, "{fit:?}");
        let odds: Vec<f64> = fit.ratings.iter().map(|of| of.exp()).collect();
        let all: f64 = odds.iter().sum();
        let published = [0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044];
        for (odds, published) in odds.iter().zip(published) {
            assert!((odds / all - published).abs() < 5e-4, "{fit:?}");
        }
        let plain = BradleyTerry::fit(&League::new(7, games).unwrap()).unwrap();
        for (rating, lead) in plain
            .ratings
            .iter()
            .zip([1.58, 1.44, 1.29, 1.25, 1.11, 0.68])
        {
            assert!((rating - plain.ratings[6] - lead).abs() < 5e-3, "{plain:?}");
        }
        assert!(fit.log_likelihood > plain.log_likelihood);
    }

    /// By hand: each of two wins 3 of 4 at home, so they are equal and h = ln 3. Each home half has the information
    /// 4 · 3/16, so the variance of h is 1/1.5, and that of the lead is as much.
    #[test]
    fn two_players_by_hand() {
        let games = [meeting(0, 1, 3, 1), meeting(1, 0, 3, 1)];
        let fit = HomeAdvantage::fit(2, &games, None).unwrap();
        assert!(fit.ratings.iter().all(|of| of.abs() < 1e-9));
        assert!((fit.advantage - 3.0_f64.ln()).abs() < 1e-9);
        assert!((fit.advantage_error - 1.5_f64.sqrt().recip()).abs() < 1e-9);
        // A rating is half of the lead.
        let error = 1.5_f64.sqrt().recip() / 2.0;
        assert!((fit.standard_errors[0] - error).abs() < 1e-9);
    }

    /// Without an advantage the ratings, their errors and the prior's are those without the model of one, where both
    /// players of each pairing were as often at home with the same results.
    #[test]
    fn an_even_schedule_gives_the_ratings_without_it() {
        let both =
            |a, b, wins_a, wins_b| [meeting(a, b, wins_a, wins_b), meeting(b, a, wins_b, wins_a)];
        let games = [both(0, 1, 4, 2), both(1, 2, 3, 3), both(0, 2, 5, 1)].concat();
        let league = League::new(3, games.iter().copied()).unwrap();
        let plain = BradleyTerry::fit(&league).unwrap();
        let fit = HomeAdvantage::fit(3, &games, None).unwrap();
        assert!(fit.advantage.abs() < 1e-9);
        let pairs = fit.ratings.iter().zip(&plain.ratings);
        let errors = fit.standard_errors.iter().zip(&plain.standard_errors);
        assert!(pairs.chain(errors).all(|(a, b)| (a - b).abs() < 1e-7));
        let draws = NonZeroU32::new(2).unwrap();
        let plain = BradleyTerry::with_prior(&league, draws).unwrap();
        let fit = HomeAdvantage::fit(3, &games, Some(draws)).unwrap();
        let mut pairs = fit.ratings.iter().zip(&plain.ratings);
        assert!(
            pairs.all(|(a, b)| (a - b).abs() < 1e-7),
            "{fit:?} {plain:?}"
        );
    }

    #[test]
    fn what_tells_nothing_is_refused() {
        let one_way = [meeting(0, 1, 3, 1)];
        let found = HomeAdvantage::fit(2, &one_way, None);
        assert_eq!(found, Err(RatingError::Stats(StatsError::Collinear)));
        let home_wins = [meeting(0, 1, 3, 0), meeting(1, 0, 3, 0)];
        let found = HomeAdvantage::fit(2, &home_wins, None);
        assert_eq!(found, Err(RatingError::Stats(StatsError::Separated)));
        let unbeaten = [meeting(0, 1, 3, 0), meeting(1, 0, 0, 3)];
        let found = HomeAdvantage::fit(2, &unbeaten, None);
        assert_eq!(found, Err(RatingError::Groups(vec![vec![0], vec![1]])));
        let draws = NonZeroU32::MIN;
        assert!(HomeAdvantage::fit(2, &unbeaten, Some(draws)).is_ok());
    }
}
