//! One attack roll against one defense roll, thrown with the dice of a battle.

use equipoise_dice::{Dice, PreparedSuccesses, SuccessPool};

use super::opposed::ContestRoll;
use crate::data::options::Options;

/// Attack and defense rolls, ready to be thrown any number of times (`bull.attack.roll`,
/// `bull.defense.roll`, `bull.hit.compare`).
#[derive(Clone, Debug)]
pub struct OpposedDice {
    rolls: [PreparedSuccesses; 2],
    /// Successes of attack and defense that are no dice.
    added: [u8; 2],
}

impl OpposedDice {
    /// The same two rolls as [`OpposedOdds::new`](super::OpposedOdds::new) gives the odds of.
    #[must_use]
    pub fn new(options: &Options, attack: ContestRoll, defense: ContestRoll) -> Self {
        let prepared = |roll: ContestRoll| {
            let dice = roll.dice.min(SuccessPool::MAX_DICE);
            PreparedSuccesses::new(options.roll(dice, roll.skill.min(options.die_faces)))
        };
        Self {
            rolls: [prepared(attack), prepared(defense)],
            added: [attack.added, defense.added],
        }
    }

    /// The margin of one attack, attack less defense, the attack rolled first; 1 or more is a hit.
    ///
    /// ```
    /// use equipoise_dice::ScriptedDice;
    /// use equipoise_bullseye::{ContestRoll, OpposedDice, Options};
    /// let roll = ContestRoll { dice: 2, skill: 3, added: 0 };
    /// let bid = ContestRoll { added: 1, ..roll };
    /// // Two successes and one bought, against one.
    /// let mut dice = ScriptedDice::new([2, 3, 3, 6]);
    /// assert_eq!(OpposedDice::new(&Options::default(), bid, roll).throw(&mut dice), 2);
    /// ```
    pub fn throw<D: Dice>(&self, dice: &mut D) -> i32 {
        let [attack, defense] = [0, 1].map(|at| {
            let shown = dice.successes(&self.rolls[at]);
            i32::from(shown) + i32::from(self.added[at])
        });
        attack - defense
    }
}
