//! A standing duel, solved exactly: both stay in range and fire at one section while Action Points last.

use super::fire::Fire;
use crate::rules::shot::ShotOdds;
use crate::rules::state::UnitId;
use crate::rules::view::{Arm, View};

/// What becomes of a standing duel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuelOdds {
    /// Probability that the side that acts first wins, and that the other does.
    pub wins: [f64; 2],
    /// Probability that both stand after the last round.
    pub draw: f64,
    /// Expected rounds begun.
    pub rounds: f64,
}

impl DuelOdds {
    /// Solves the duel; `fire[0]` acts first in each of so many rounds (`mm30.turn.alternate`).
    ///
    /// Neither side's fire changes the other's, so the turn in which each falls is independent.
    #[must_use]
    pub fn solve(fire: [Fire; 2], rounds: usize) -> Self {
        let [first, second] = fire.map(|fire| fire.turns_until_gone(rounds));
        // Probability that each side's target stands.
        let mut stands = [1.0, 1.0];
        let mut odds = Self {
            wins: [0.0; 2],
            draw: 0.0,
            rounds: 0.0,
        };
        for (first, second) in first.into_iter().zip(second) {
            odds.rounds += stands[0] * stands[1];
            odds.wins[0] += first * stands[1];
            stands[0] -= first;
            odds.wins[1] += second * stands[0];
            stands[1] -= second;
        }
        odds.draw = stands[0] * stands[1];
        odds
    }
}

impl View<'_> {
    /// A unit's fire at a core section of a target, as both stand.
    #[must_use]
    pub fn fire(self, unit: UnitId, arm: Arm, target: UnitId, section: usize) -> Fire {
        Fire {
            odds: self.shot_odds(unit, arm, target),
            strike: self.strike(unit, arm),
            ap_bonus: self.piece(unit).class.ap_bonus(),
            defense: self.unit(target).defense[section],
            cap_scope: self.table.options.ap_cap_scope,
        }
    }

    /// Exact odds of one attack as both units stand.
    #[inline]
    #[must_use]
    pub fn shot_odds(self, unit: UnitId, arm: Arm, target: UnitId) -> ShotOdds {
        let attack = if self.range(unit, arm) > 1 {
            self.accuracy(unit, target)
        } else {
            self.assault(unit, target)
        };
        let evasion = self
            .can_evade(target)
            .then(|| self.evasion_against(target, self.range(unit, arm) > 1));
        ShotOdds::new(attack, evasion)
    }
}
