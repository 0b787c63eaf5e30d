//! Parametric bootstrap of leagues.

use rand::Rng;
use rand_distr::{Binomial, Distribution as _};

use crate::{League, Meeting};

/// Probabilities of win, draw and loss of each pair, from which leagues of the same size are drawn: a
/// parametric bootstrap (B. Efron, Annals of Statistics 7 (1979) 1–26).
///
/// The probabilities are the shares in the league after adding half a win, half a loss and, if any game
/// of the league was drawn, half a draw to each pair (Jeffreys' prior), so that a pair without a loss, or
/// with a single game, still varies.
#[derive(Debug, Clone)]
pub struct Resampling {
    players: usize,
    pairs: Vec<Pair>,
}

#[derive(Debug, Clone, Copy)]
struct Pair {
    a: usize,
    b: usize,
    games: u64,
    win: f64,
    /// Chance of a loss among games that are not won.
    loss_of_rest: f64,
}

impl Resampling {
    /// Prepares the resampling of a league.
    #[must_use]
    pub fn new(league: &League) -> Self {
        let drawn = league.meetings().iter().any(|meeting| meeting.draws > 0);
        let half_draw = if drawn { 0.5 } else { 0.0 };
        let pair = |meeting: &Meeting| {
            let [wins, losses] = [meeting.wins_a, meeting.wins_b].map(|count| count as f64 + 0.5);
            let draws = meeting.draws as f64 + half_draw;
            Pair {
                a: meeting.a,
                b: meeting.b,
                games: meeting.games(),
                win: wins / (wins + draws + losses),
                loss_of_rest: losses / (draws + losses),
            }
        };
        Self {
            players: league.players(),
            pairs: league.meetings().iter().map(pair).collect(),
        }
    }

    /// A league with the same number of games of each pair and random results.
    #[must_use]
    pub fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> League {
        let meetings = self.pairs.iter().map(|pair| pair.draw(rng));
        League::with(self.players, meetings.collect())
    }
}

impl Pair {
    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Meeting {
        let wins_a = binomial(self.games, self.win, rng);
        let wins_b = binomial(self.games - wins_a, self.loss_of_rest, rng);
        Meeting {
            a: self.a,
            b: self.b,
            wins_a,
            wins_b,
            draws: self.games - wins_a - wins_b,
        }
    }
}

/// A binomial number of successes. A probability outside [0, 1], which rounding may produce, counts as
/// the nearest end.
fn binomial<R: Rng + ?Sized>(trials: u64, chance: f64, rng: &mut R) -> u64 {
    if chance >= 1.0 {
        return trials;
    }
    Binomial::new(trials, chance).map_or(0, |distribution| distribution.sample(rng))
}

/// The quantile at this fraction of the values, with linear interpolation (definition 7 of R. J. Hyndman
/// and Y. Fan, The American Statistician 50 (1996) 361–365).
///
/// `None` without values.
#[must_use]
pub fn quantile(values: &[f64], fraction: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let place = fraction.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (place - below as f64) * (sorted[above] - sorted[below]))
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng as _;

    use super::{Resampling, quantile};
    use crate::{League, Meeting};

    fn league() -> League {
        let meetings = [
            Meeting {
                a: 0,
                b: 1,
                wins_a: 60,
                wins_b: 25,
                draws: 15,
            },
            Meeting {
                a: 0,
                b: 2,
                wins_a: 1,
                wins_b: 0,
                draws: 0,
            },
        ];
        League::new(3, meetings).unwrap()
    }

    /// 20,000 draws, fixed seed: each of four mean counts lies within five standard errors of its
    /// expectation; false-alarm rate 10⁻⁶ each.
    #[test]
    fn mean_counts_agree_with_the_probabilities() {
        let resampling = Resampling::new(&league());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let draws: Vec<League> = (0..20_000).map(|_| resampling.draw(&mut rng)).collect();
        let check = |pair: usize, count: fn(&Meeting) -> u64, chance: f64| {
            let games = draws[0].meetings()[pair].games() as f64;
            let all = draws
                .iter()
                .map(|league| count(&league.meetings()[pair]))
                .sum::<u64>() as f64;
            let error = (chance * (1.0 - chance) / (20_000.0 * games)).sqrt();
            let share = all / (20_000.0 * games);
            assert!(
                (share - chance).abs() < 5.0 * error,
                "{share} is not {chance}"
            );
        };
        check(0, |meeting| meeting.wins_a, 60.5 / 101.5);
        check(0, |meeting| meeting.wins_b, 25.5 / 101.5);
        check(0, |meeting| meeting.draws, 15.5 / 101.5);
        check(1, |meeting| meeting.wins_a, 1.5 / 2.5);
        assert!(
            draws
                .iter()
                .all(|league| league.meetings()[0].games() == 100)
        );
    }

    #[test]
    fn a_league_without_draws_resamples_without_draws() {
        let meeting = Meeting {
            a: 0,
            b: 1,
            wins_a: 3,
            wins_b: 0,
            draws: 0,
        };
        let resampling = Resampling::new(&League::new(2, [meeting]).unwrap());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let drawn: Vec<League> = (0..1000).map(|_| resampling.draw(&mut rng)).collect();
        assert!(drawn.iter().all(|league| league.meetings()[0].draws == 0));
        assert!(drawn.iter().any(|league| league.meetings()[0].wins_b > 0));
    }

    #[test]
    fn quantiles_by_hand() {
        let values = [4.0, 1.0, 3.0, 2.0];
        assert_eq!(quantile(&values, 0.0), Some(1.0));
        assert_eq!(quantile(&values, 0.5), Some(2.5));
        assert_eq!(quantile(&values, 1.0), Some(4.0));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
