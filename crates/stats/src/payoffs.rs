//! Expected payoffs between players.

use crate::{League, StatsError};

/// A square matrix: the expected payoff of the row's player against the column's player.
#[derive(Debug, Clone, PartialEq)]
pub struct Payoffs {
    players: usize,
    /// Row by row.
    values: Vec<f64>,
}

impl Payoffs {
    /// Largest absolute value of a payoff, so that no sum of squares overflows.
    pub const MOST: f64 = 1e100;

    /// A matrix from its rows.
    ///
    /// # Errors
    ///
    /// [`StatsError::NotSquare`] where the length of a row differs from the number of rows,
    /// [`StatsError::OutOfRange`] for a value that is not a number within ±[`Payoffs::MOST`],
    /// [`StatsError::TooFew`] without rows.
    pub fn new(rows: &[Vec<f64>]) -> Result<Self, StatsError> {
        let players = rows.len();
        if players == 0 {
            return Err(StatsError::TooFew { needed: 1, got: 0 });
        }
        if let Some(row) = rows.iter().position(|row| row.len() != players) {
            return Err(StatsError::NotSquare {
                row,
                players,
                got: rows[row].len(),
            });
        }
        let values = rows.concat();
        let range = -Self::MOST..=Self::MOST;
        match values.iter().position(|value| !range.contains(value)) {
            Some(at) => Err(StatsError::OutOfRange {
                row: at / players,
                column: at % players,
            }),
            None => Ok(Self { players, values }),
        }
    }

    /// Wins minus losses per game among `panel`, in its order; a pair that never met has payoff zero.
    #[must_use]
    pub fn of_league(league: &League, panel: &[usize]) -> Self {
        let players = panel.len();
        let mut place = vec![None; league.players()];
        for (at, &player) in panel.iter().enumerate() {
            place[player] = Some(at);
        }
        let mut values = vec![0.0; players * players];
        for meeting in league.meetings() {
            if let (Some(a), Some(b)) = (place[meeting.a], place[meeting.b]) {
                values[a * players + b] = meeting.payoff_a();
                values[b * players + a] = -meeting.payoff_a();
            }
        }
        Self { players, values }
    }

    /// Number of players.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Payoff of `row` against `column`.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.players + column]
    }

    /// Payoffs of `row` against all players.
    #[must_use]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.players..(row + 1) * self.players]
    }

    /// Expected payoff of each player against a mixture of players.
    #[must_use]
    pub fn against(&self, mixture: &[f64]) -> Vec<f64> {
        let expect = |row| self.row(row).iter().zip(mixture).map(|(x, p)| x * p).sum();
        (0..self.players).map(expect).collect()
    }

    /// The antisymmetric part (A − Aᵀ) / 2: the zero-sum game whose payoff is half the difference of the
    /// two players' payoffs. An antisymmetric matrix stays the same; win probabilities become
    /// probability minus one half.
    #[must_use]
    pub fn zero_sum(&self) -> Self {
        let difference = |at: usize| {
            let (row, column) = (at / self.players, at % self.players);
            // Halved first to avoid overflow.
            self.get(row, column) / 2.0 - self.get(column, row) / 2.0
        };
        Self {
            players: self.players,
            values: (0..self.values.len()).map(difference).collect(),
        }
    }

    /// The largest absolute value.
    pub(crate) fn scale(&self) -> f64 {
        self.values
            .iter()
            .fold(0.0, |most, value| most.max(value.abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::Payoffs;
    use crate::{League, Meeting, StatsError};

    #[test]
    fn a_league_pays_wins_minus_losses() {
        let meeting = Meeting {
            a: 0,
            b: 2,
            wins_a: 6,
            wins_b: 2,
            draws: 2,
        };
        let league = League::new(3, [meeting]).unwrap();
        let payoffs = Payoffs::of_league(&league, &[2, 0]);
        assert_eq!(
            (payoffs.row(0), payoffs.row(1)),
            (&[0.0, -0.4][..], &[0.4, 0.0][..])
        );
    }

    #[test]
    fn win_chances_become_their_distance_from_one_half() {
        let chances = Payoffs::new(&[vec![0.5, 0.75], vec![0.25, 0.5]]).unwrap();
        let zero_sum = Payoffs::new(&[vec![0.0, 0.25], vec![-0.25, 0.0]]).unwrap();
        assert_eq!(chances.zero_sum(), zero_sum);
        assert_eq!(zero_sum.zero_sum(), zero_sum);
    }

    #[test]
    fn only_square_matrices_of_finite_numbers_are_accepted() {
        let of = |rows: &[Vec<f64>]| Payoffs::new(rows).unwrap_err();
        let short = StatsError::NotSquare {
            row: 1,
            players: 2,
            got: 1,
        };
        assert_eq!(of(&[vec![0.0, 1.0], vec![0.0]]), short);
        let odd = StatsError::OutOfRange { row: 0, column: 1 };
        assert_eq!(of(&[vec![0.0, f64::NAN], vec![0.0, 0.0]]), odd);
        assert_eq!(of(&[]), StatsError::TooFew { needed: 1, got: 0 });
    }
}
