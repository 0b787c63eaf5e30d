//! Who is never the better choice.

use crate::error::StatsError;
use crate::interval::{simultaneous, wilson};
use crate::league::League;
use crate::payoffs::Payoffs;

/// One player dominates another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dominance {
    /// Who scores at least as well against everybody, and better against somebody.
    pub by: usize,
    /// Whom the other one dominates.
    pub dominated: usize,
}

/// All pairs of which one dominates the other, for payoffs that are known exactly.
#[must_use]
pub fn dominance(payoffs: &Payoffs) -> Vec<Dominance> {
    let game = payoffs.zero_sum();
    pairs(game.players(), |by, dominated| {
        let both = || game.row(by).iter().zip(game.row(dominated));
        both().all(|(x, y)| x >= y) && both().any(|(x, y)| x > y)
    })
}

/// All pairs among `panel`, in its numbers, of which one dominates the other for sure: the chance that
/// any of them is named wrongly is at most one minus the confidence.
///
/// To be sure, one must score better for sure against each opponent, so none of these tests needs a
/// correction for the others (R. L. Berger, Technometrics 24 (1982) 295–300, intersection-union
/// test); the level is divided by the number of ordered pairs of players (Bonferroni). Two scores are
/// compared by Newcombe's interval for a difference, from two of Wilson's (method 10 of R. G. Newcombe,
/// Statistics in Medicine 17 (1998) 873–890). Players that an opponent always loses to are never told
/// apart, however many games there are.
///
/// # Errors
///
/// [`StatsError::Confidence`] outside (0, 1).
pub fn sure_dominance(
    league: &League,
    panel: &[usize],
    confidence: f64,
) -> Result<Vec<Dominance>, StatsError> {
    let players = panel.len();
    let claims = (players * players.saturating_sub(1)) as u64;
    // Half as many, for only one end of each interval counts.
    let scores = scores(league, panel, simultaneous(confidence, claims / 2))?;
    Ok(pairs(players, |by, dominated| {
        (0..players).all(|other| {
            scores[by * players + other].surely_above(&scores[dominated * players + other])
        })
    }))
}

fn pairs(players: usize, is_better: impl Fn(usize, usize) -> bool) -> Vec<Dominance> {
    let all = (0..players).flat_map(|by| (0..players).map(move |dominated| (by, dominated)));
    let found = all.filter(|&(by, dominated)| by != dominated && is_better(by, dominated));
    found
        .map(|(by, dominated)| Dominance { by, dominated })
        .collect()
}

/// A score and its interval.
#[derive(Debug, Clone, Copy)]
struct Score {
    low: f64,
    score: f64,
    high: f64,
}

impl Score {
    /// Against oneself, or where nothing is known.
    const fn exactly(score: f64) -> Self {
        Self {
            low: score,
            score,
            high: score,
        }
    }

    /// Whether the difference's lower limit is above zero.
    fn surely_above(&self, other: &Self) -> bool {
        let reach = (self.score - self.low).hypot(other.high - other.score);
        self.score - other.score > reach
    }
}

/// The score of each player of the panel against each other one, row by row.
fn scores(league: &League, panel: &[usize], confidence: f64) -> Result<Vec<Score>, StatsError> {
    let players = panel.len();
    let mut place = vec![None; league.players()];
    for (at, &player) in panel.iter().enumerate() {
        place[player] = Some(at);
    }
    // Whoever never met is never told apart: anything may be the score.
    let unknown = Score {
        low: 0.0,
        score: 0.5,
        high: 1.0,
    };
    let mut scores = vec![unknown; players * players];
    for player in 0..players {
        scores[player * players + player] = Score::exactly(0.5);
    }
    for meeting in league.meetings() {
        if let (Some(a), Some(b)) = (place[meeting.a], place[meeting.b]) {
            let score = wilson(meeting.points_a(), meeting.games(), confidence)?;
            let (low, score, high) = (score.low, score.estimate, score.high);
            scores[a * players + b] = Score { low, score, high };
            scores[b * players + a] = Score {
                low: 1.0 - high,
                score: 1.0 - score,
                high: 1.0 - low,
            };
        }
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng as _;

    use super::{Dominance, dominance, sure_dominance};
    use crate::league::{League, Meeting};
    use crate::payoffs::Payoffs;
    use crate::resample::Resampling;

    fn of(by: usize, dominated: usize) -> Dominance {
        Dominance { by, dominated }
    }

    #[test]
    fn known_payoffs_are_compared_as_they_are() {
        // 0 and 1 tie and do alike against 2, but 0 does better against 3; nothing dominates 3.
        let rows = [
            vec![0.0, 0.0, 1.0, -1.0],
            vec![0.0, 0.0, 1.0, -2.0],
            vec![-1.0, -1.0, 0.0, 5.0],
            vec![1.0, 2.0, -5.0, 0.0],
        ];
        assert_eq!(dominance(&Payoffs::new(&rows).unwrap()), [of(0, 1)]);
        // Two alike dominate neither way.
        let alike = Payoffs::new(&[vec![0.0, 0.0], vec![0.0, 0.0]]).unwrap();
        assert_eq!(dominance(&alike), []);
        let cycle = [
            vec![0.0, 1.0, -1.0],
            vec![-1.0, 0.0, 1.0],
            vec![1.0, -1.0, 0.0],
        ];
        assert_eq!(dominance(&Payoffs::new(&cycle).unwrap()), []);
    }

    fn order(games: u64) -> League {
        // Wins per ten games: 0 beats 1 and 2 with 6 and 8, 1 beats 2 with 6; against 3 they take 8, 6
        // and 4.
        let pairs = [
            (0, 1, 6),
            (0, 2, 8),
            (1, 2, 6),
            (0, 3, 8),
            (1, 3, 6),
            (2, 3, 4),
        ];
        let meeting = |(a, b, tenths): (usize, usize, u64)| Meeting {
            a,
            b,
            wins_a: games * tenths / 10,
            wins_b: games - games * tenths / 10,
            draws: 0,
        };
        League::new(4, pairs.map(meeting)).unwrap()
    }

    #[test]
    fn dominance_is_named_once_it_is_sure() {
        let panel = [0, 1, 2, 3];
        let all = sure_dominance(&order(10_000), &panel, 0.95).unwrap();
        // 1 and 3 do alike against 2, and 2 and 3 against 0 and 1, which nobody can be sure of.
        assert_eq!(all, [of(0, 1), of(0, 2), of(0, 3), of(1, 2)]);
        assert_eq!(sure_dominance(&order(20), &panel, 0.95).unwrap(), []);
        // A panel has numbers of its own.
        assert_eq!(
            sure_dominance(&order(10_000), &[3, 2], 0.95).unwrap(),
            [of(0, 1)]
        );
        assert!(sure_dominance(&order(20), &panel, 1.0).is_err());
    }

    /// 2,000 leagues of six equal players, 30 games a pair, fixed seed: false names at 95 % in 100 of
    /// them at most on average (sd 9.7, and 160 is six of these away). Between equals one has to be
    /// lucky against everybody, so there are hardly any.
    #[test]
    fn equals_hardly_ever_dominate() {
        let pairs = (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b)));
        let even = |(a, b)| Meeting {
            a,
            b,
            wins_a: 15,
            wins_b: 15,
            draws: 0,
        };
        let resampling = Resampling::new(&League::new(6, pairs.map(even)).unwrap());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let panel = [0, 1, 2, 3, 4, 5];
        let is_wrong = |league: &League| !sure_dominance(league, &panel, 0.95).unwrap().is_empty();
        let wrong = (0..2000)
            .filter(|_| is_wrong(&resampling.draw(&mut rng)))
            .count();
        assert!(wrong <= 160, "{wrong}");
    }
}
