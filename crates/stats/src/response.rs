//! What players gain against a mixture of players, and how far it can be exploited.

use std::collections::BTreeMap;

use crate::error::StatsError;
use crate::interval::{Estimate, Method, simultaneous, wilson};
use crate::league::{League, Meeting};

/// What a player gains against a mixture of players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Response {
    /// Number of the player.
    pub player: usize,
    /// Wins minus losses per game against the mixture, in [−1, 1].
    pub gain: Estimate,
}

impl Response {
    /// Whether the player surely wins more than it loses against the mixture.
    #[must_use]
    pub fn is_better(&self) -> bool {
        self.gain.low > 0.0
    }
}

/// Gains of all players that met everybody in a mixture, by the numbers of the players. `mixture` has the weight of each
/// player of the league; a player with weight gains nothing against itself.
///
/// The largest gain is the exploitability of the mixture: what somebody who knows it wins by the best response. The
/// intervals hold for all players at once (Bonferroni), and for a mixture that is given: one that was found in the same
/// games gains from their luck, so that its true exploitability is larger on average. A gain is a weighted sum of independent
/// scores, so the distances from its scores to the limits of Wilson's intervals add up in quadrature (G. Y. Zou and
/// A. Donner, Biometrics 64 (2008) 581–587).
///
/// # Errors
///
/// [`StatsError::Confidence`] outside (0, 1).
///
/// # Panics
///
/// When `mixture` has not one weight for each player.
pub fn responses(
    league: &League,
    mixture: &[f64],
    confidence: f64,
) -> Result<Vec<Response>, StatsError> {
    assert_eq!(mixture.len(), league.players(), "a weight for each player");
    let members = (0..mixture.len()).filter(|&player| mixture[player] > 0.0);
    // By player: its meetings with members of the mixture, and the weights of these.
    let mut met: BTreeMap<usize, Vec<(&Meeting, f64)>> =
        members.map(|player| (player, Vec::new())).collect();
    let support = met.len();
    for meeting in league.meetings() {
        for (player, other) in [(meeting.a, meeting.b), (meeting.b, meeting.a)] {
            if mixture[other] > 0.0 {
                let all = met.entry(player).or_default();
                all.push((meeting, mixture[other]));
            }
        }
    }
    met.retain(|&player, all| all.len() + usize::from(mixture[player] > 0.0) == support);
    let level = simultaneous(confidence, met.len() as u64);
    let of = |(player, all)| gain(player, all, level).map(|gain| Response { player, gain });
    met.into_iter().map(of).collect()
}

/// The weighted sum of a player's payoffs in these meetings.
fn gain(player: usize, met: Vec<(&Meeting, f64)>, level: f64) -> Result<Estimate, StatsError> {
    let (mut estimate, mut below, mut above) = (0.0, 0.0, 0.0);
    for (meeting, weight) in met {
        let points = if meeting.a == player {
            meeting.points_a()
        } else {
            meeting.games() as f64 - meeting.points_a()
        };
        let score = wilson(points, meeting.games(), level)?;
        // A payoff is twice the score, less one.
        let scale = 2.0 * weight;
        estimate += weight * (2.0 * score.estimate - 1.0);
        below = f64::hypot(below, scale * (score.estimate - score.low));
        above = f64::hypot(above, scale * (score.high - score.estimate));
    }
    Ok(Estimate {
        estimate,
        low: (estimate - below).max(-1.0),
        high: (estimate + above).min(1.0),
        confidence: level,
        method: Method::SumOfScores,
    })
}

#[cfg(test)]
mod tests {
    use super::responses;
    use crate::interval::{simultaneous, wilson};
    use crate::league::{League, Meeting};

    fn meeting(a: usize, b: usize, wins_a: u64, wins_b: u64) -> Meeting {
        Meeting {
            a,
            b,
            wins_a,
            wins_b,
            draws: 0,
        }
    }

    /// 0 beats 1 beats 2 beats 0 in every game; 3 wins 8 of 10 games against each of them, and 4 met 0 alone.
    fn circle() -> League {
        let games = [
            meeting(0, 1, 10, 0),
            meeting(1, 2, 10, 0),
            meeting(0, 2, 0, 10),
            meeting(3, 0, 8, 2),
            meeting(1, 3, 2, 8),
            meeting(2, 3, 2, 8),
            meeting(0, 4, 0, 10),
        ];
        League::new(5, games).unwrap()
    }

    #[test]
    fn a_mixture_that_no_member_exploits_is_exploited_from_outside() {
        let third = 1.0 / 3.0;
        let found = responses(&circle(), &[third, third, third, 0.0, 0.0], 0.95).unwrap();
        let players: Vec<usize> = found.iter().map(|of| of.player).collect();
        // 4 met only one of the mixture.
        assert_eq!(players, [0, 1, 2, 3]);
        for of in &found[..3] {
            assert!(of.gain.estimate.abs() < 1e-12 && !of.is_better());
        }
        // Eight of ten: 0.8 − 0.2.
        assert!((found[3].gain.estimate - 0.6).abs() < 1e-12);
        assert!(found[3].is_better());
    }

    /// Against a single opponent a gain is a score by another scale, and so is its interval.
    #[test]
    fn a_single_opponent_leaves_its_score() {
        let found = responses(&circle(), &[1.0, 0.0, 0.0, 0.0, 0.0], 0.95).unwrap();
        let of = |player: usize| found.iter().find(|of| of.player == player).unwrap().gain;
        assert_eq!(found.len(), 5);
        assert_eq!((of(0).low, of(0).estimate, of(0).high), (0.0, 0.0, 0.0));
        let score = wilson(8.0, 10, simultaneous(0.95, 5)).unwrap();
        assert!((of(3).low - (2.0 * score.low - 1.0)).abs() < 1e-12);
        assert!((of(3).high - (2.0 * score.high - 1.0)).abs() < 1e-12);
        assert!(of(1).high < 0.0 && of(4).low > 0.0);
    }

    #[test]
    fn a_confidence_of_one_is_refused() {
        assert!(responses(&circle(), &[1.0, 0.0, 0.0, 0.0, 0.0], 1.0).is_err());
    }
}
