//! Exact odds of a core section under fire.

use crate::options::ApCapScope;
use crate::rules::redundancy::Strike;
use crate::rules::shot::ShotOdds;
use crate::rules::state::AP_CAP;

/// A section that one weapon fires at again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fire {
    /// Odds of one attack.
    pub odds: ShotOdds,
    /// AP cost and Base Damage of one attack.
    pub strike: Strike,
    /// Action Points added to each AP roll of the attacker.
    pub ap_bonus: u8,
    /// Defense that the section has left.
    pub defense: u16,
    /// When the cap of Action Points binds.
    pub cap_scope: ApCapScope,
}

impl Fire {
    /// One attack on sections with these probabilities of what they have left, by Defense; what is gone
    /// with it is returned.
    fn attack(&self, left: &mut [f64]) -> f64 {
        let [_, plain, critical] = self.odds.chances();
        let hits = [
            (self.strike.damage, plain),
            (self.strike.critical(), critical),
        ];
        let mut gone = 0.0;
        // From low to high: what falls to a lower Defense has been dealt with.
        for defense in 1..left.len() {
            let here = left[defense];
            for (damage, chance) in hits {
                let part = here * chance;
                left[defense] -= part;
                match defense.checked_sub(usize::from(damage)) {
                    None | Some(0) => gone += part,
                    Some(rest) => left[rest] += part,
                }
            }
        }
        gone
    }

    fn whole(&self) -> Vec<f64> {
        let mut left = vec![0.0; usize::from(self.defense) + 1];
        left[usize::from(self.defense)] = 1.0;
        left
    }

    /// Probability that the section is gone with exactly the first, second, ... attack, for so many
    /// attacks. A section without Defense is never hit.
    #[must_use]
    pub fn attacks_until_gone(&self, attacks: usize) -> Vec<f64> {
        let mut left = self.whole();
        (0..attacks).map(|_| self.attack(&mut left)).collect()
    }

    /// Probability that the section is gone in exactly the first, second, ... turn of an attacker who
    /// rolls for Action Points, fires while they last and keeps the rest (`mm30.ap.roll`,
    /// `mm30.ap.cap`, `mm30.ap.store`), for so many turns.
    #[must_use]
    pub fn turns_until_gone(&self, turns: usize) -> Vec<f64> {
        let mut by_ap = vec![vec![0.0; usize::from(self.defense) + 1]; usize::from(AP_CAP) + 1];
        by_ap[0] = self.whole();
        (0..turns).map(|_| self.turn(&mut by_ap)).collect()
    }

    /// One turn from every store of Action Points.
    fn turn(&self, by_ap: &mut Vec<Vec<f64>>) -> f64 {
        let none = vec![vec![0.0; usize::from(self.defense) + 1]; by_ap.len()];
        let before = std::mem::replace(by_ap, none);
        let mut gone = 0.0;
        for (stored, row) in before.iter().enumerate() {
            if row.iter().all(|&chance| chance == 0.0) {
                continue;
            }
            for face in 1..=8 {
                let mut left: Vec<f64> = row.iter().map(|chance| chance / 8.0).collect();
                let rolled = stored + face + usize::from(self.ap_bonus);
                let cap = usize::from(AP_CAP);
                let mut ap = match self.cap_scope {
                    ApCapScope::Always => rolled.min(cap),
                    ApCapScope::EndOfTurn => rolled,
                };
                let cost = usize::from(self.strike.ap.max(1));
                while ap >= cost {
                    ap -= cost;
                    gone += self.attack(&mut left);
                }
                for (sum, chance) in by_ap[ap.min(cap)].iter_mut().zip(left) {
                    *sum += chance;
                }
            }
        }
        gone
    }
}
