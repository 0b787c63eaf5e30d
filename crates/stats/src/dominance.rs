//! Dominance between players.

use crate::{League, Payoffs, StatsError, simultaneous, wilson};

/// One player dominates another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dominance {
    /// The player that scores at least as well against every opponent, and better against at least one.
    pub by: usize,
    /// The dominated player.
    pub dominated: usize,
}

/// All pairs of which one dominates the other, for exact payoffs.
#[must_use]
pub fn dominance(payoffs: &Payoffs) -> Vec<Dominance> {
    let game = payoffs.zero_sum();
    pairs(game.players(), |by, dominated| {
        let both = || game.row(by).iter().zip(game.row(dominated));
        both().all(|(x, y)| x >= y) && both().any(|(x, y)| x > y)
    })
}

/// All pairs of players of `panel`, by their places in it, of which one significantly dominates the
/// other: the probability of any false pair is at most one minus the confidence.
///
/// A pair must differ significantly against each opponent, so the tests against single opponents need
/// no correction for each other (intersection-union test: R. L. Berger, Technometrics 24 (1982)
/// 295–300); the level is divided by the number of ordered pairs of players (Bonferroni). Two scores are
/// compared by Newcombe's interval for a difference, from two of Wilson's (method 10 of R. G. Newcombe,
/// Statistics in Medicine 17 (1998) 873–890). Two players that beat some opponent in every game are
/// never separated, however many games there are.
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
    // Half as many, since only one end of each interval counts.
    let scores = scores(league, panel, simultaneous(confidence, claims / 2))?;
    Ok(pairs(players, |by, dominated| {
        (0..players).all(|other| {
            scores[by * players + other]
                .is_significantly_above(&scores[dominated * players + other])
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
    /// A score without uncertainty.
    const fn exactly(score: f64) -> Self {
        Self {
            low: score,
            score,
            high: score,
        }
    }

    /// Whether the lower limit of the difference is positive.
    fn is_significantly_above(&self, other: &Self) -> bool {
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
    // Without games any score is possible, so such a pair never differs significantly.
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
    use crate::{League, Meeting, Payoffs, Resampling};

    fn of(by: usize, dominated: usize) -> Dominance {
        Dominance { by, dominated }
    }

    #[test]
    fn dominance_of_exact_payoffs() {
        // 0 and 1 tie and score the same against 2, but 0 scores better against 3; nothing dominates 3.
        let rows = [
            vec![0.0, 0.0, 1.0, -1.0],
            vec![0.0, 0.0, 1.0, -2.0],
            vec![-1.0, -1.0, 0.0, 5.0],
            vec![1.0, 2.0, -5.0, 0.0],
        ];
        assert_eq!(dominance(&Payoffs::new(&rows).unwrap()), [of(0, 1)]);
        // Of two equal players neither dominates.
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
    fn dominance_is_reported_once_it_is_significant() {
        let panel = [0, 1, 2, 3];
        let all = sure_dominance(&order(10_000), &panel, 0.95).unwrap();
        // 1 and 3 score the same against 2, and 2 and 3 against 0 and 1, so they are never separated.
        assert_eq!(all, [of(0, 1), of(0, 2), of(0, 3), of(1, 2)]);
        assert_eq!(sure_dominance(&order(20), &panel, 0.95).unwrap(), []);
        // Players are numbered by their places in the panel.
        assert_eq!(
            sure_dominance(&order(10_000), &[3, 2], 0.95).unwrap(),
            [of(0, 1)]
        );
        assert!(sure_dominance(&order(20), &panel, 1.0).is_err());
    }

    /// 2,000 leagues of six equal players, 30 games a pair, fixed seed: at 95 %, false pairs in at most
    /// 100 of them on average (160 is six standard deviations of 9.7 above). Among equals a player must
    /// be lucky against every opponent, so there are hardly any.
    #[test]
    fn equal_players_hardly_ever_dominate() {
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
