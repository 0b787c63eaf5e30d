//! Exact odds of attacks and of the damage track, by convolution.

use equipoise_dice::{Dice, Pmf, PreparedSuccesses, SuccessPool};

use crate::data::profile::Mecha;
use crate::options::Options;
use crate::rules::view::attack_dice;

/// One side's roll in an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestRoll {
    /// Dice rolled, the range penalty taken off; more than [`SuccessPool::MAX_DICE`] count as so
    /// many.
    pub dice: u8,
    /// Mecha Combat skill; more than the die has faces counts as all of them.
    pub skill: u8,
    /// Successes added by Overdrive or strafing points; they earn nothing.
    pub added: u8,
}

/// Exact odds of one attack roll against one defense roll (`bull.attack.roll`,
/// `bull.defense.roll`, `bull.hit.compare`).
///
/// ```
/// use equipoise_bullseye::{ContestRoll, OpposedOdds, Options};
/// let roll = ContestRoll { dice: 4, skill: 3, added: 0 };
/// let odds = OpposedOdds::new(&Options::default(), roll, roll);
/// assert!((odds.hit() - 0.395462).abs() < 5e-7);
/// ```
#[derive(Clone, Debug)]
pub struct OpposedOdds {
    /// Dice of each side, ready to be rolled: attack, defense.
    rolls: [PreparedSuccesses; 2],
    /// Successes the dice of each side show: attack, defense.
    shown: [Pmf; 2],
    added: [u8; 2],
    great_success_at: u32,
    cut_scene_at: u32,
}

impl OpposedOdds {
    /// The odds of two rolls under the options.
    #[must_use]
    pub fn new(options: &Options, attack: ContestRoll, defense: ContestRoll) -> Self {
        let pools = [attack, defense].map(|roll| {
            let dice = roll.dice.min(SuccessPool::MAX_DICE);
            options.roll(dice, roll.skill.min(options.die_faces))
        });
        Self {
            rolls: pools.map(PreparedSuccesses::new),
            shown: pools.map(Pmf::successes),
            added: [attack.added, defense.added],
            great_success_at: options.great_success_at.into(),
            cut_scene_at: options.cut_scene_at.into(),
        }
    }

    /// The odds of an attack at a range with the weapon of this number; `None` if there is no such
    /// weapon.
    #[must_use]
    pub fn of_attack(
        options: &Options,
        attacker: &Mecha,
        weapon: usize,
        range: u8,
        target: &Mecha,
    ) -> Option<Self> {
        let optimal = attacker.weapons.get(weapon)?.optimal_range;
        let attack = ContestRoll {
            dice: attack_dice(attacker.attack, range, optimal),
            skill: attacker.skill,
            added: 0,
        };
        let defense = ContestRoll {
            dice: target.defense,
            skill: target.skill,
            added: 0,
        };
        Some(Self::new(options, attack, defense))
    }

    /// The margin of one attack with dice, attack less defense, the attack rolled first; 1 or more is
    /// a hit.
    ///
    /// ```
    /// use equipoise_dice::ScriptedDice;
    /// use equipoise_bullseye::{ContestRoll, OpposedOdds, Options};
    /// let roll = ContestRoll { dice: 2, skill: 3, added: 0 };
    /// let bid = ContestRoll { added: 1, ..roll };
    /// // Two successes and one bought, against one.
    /// let mut dice = ScriptedDice::new([2, 3, 3, 6]);
    /// assert_eq!(OpposedOdds::new(&Options::default(), bid, roll).throw(&mut dice), 2);
    /// ```
    pub fn throw<D: Dice>(&self, dice: &mut D) -> i32 {
        let [attack, defense] = [0, 1].map(|at| {
            let shown = dice.successes(&self.rolls[at]);
            i32::from(shown) + i32::from(self.added[at])
        });
        attack - defense
    }

    /// Successes that the dice of attack and defense show, without what is added.
    #[must_use]
    pub const fn shown(&self) -> &[Pmf; 2] {
        &self.shown
    }

    /// Expected successes of attack and defense, with what is added.
    #[must_use]
    pub fn expected(&self) -> [f64; 2] {
        [0, 1].map(|at| self.shown[at].mean() + f64::from(self.added[at]))
    }

    /// Every margin, attack less defense, with its probability; smallest first
    /// (`bull.hit.compare`).
    #[must_use]
    pub fn margins(&self) -> Vec<(i32, f64)> {
        let [attack, defense] = &self.shown;
        let lead = i32::from(self.added[0]) - i32::from(self.added[1]);
        let least = lead - defense.max() as i32;
        let mut mass = vec![0.0; (attack.max() + defense.max()) as usize + 1];
        for (a, p) in attack.iter() {
            for (d, q) in defense.iter() {
                mass[(a + defense.max() - d) as usize] += p * q;
            }
        }
        (least..).zip(mass).collect()
    }

    /// Probability of a hit: a margin of 1 or more.
    #[must_use]
    pub fn hit(&self) -> f64 {
        let hits = |&(margin, _): &(i32, f64)| margin > 0;
        self.margins()
            .into_iter()
            .filter(hits)
            .map(|(_, p)| p)
            .sum()
    }

    /// Probability of a Great Success of attack and defense (`bull.dice.great-success`).
    #[must_use]
    pub fn great_success(&self) -> [f64; 2] {
        [0, 1].map(|at| self.shown[at].at_least(self.great_success_at))
    }

    /// Probability of a Cut Scene of attack and defense (`bull.dice.cut-scene`).
    #[must_use]
    pub fn cut_scene(&self) -> [f64; 2] {
        [0, 1].map(|at| self.shown[at].at_least(self.cut_scene_at))
    }
}
