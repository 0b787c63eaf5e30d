//! Attack rolls thrown with every outcome of every die against the convolution.

use std::collections::BTreeMap;

use equipoise_dice::EveryOutcome;

use super::arena::options;
use crate::data::options::Options;
use crate::odds::opposed::{ContestRoll, OpposedOdds};
use crate::odds::thrown_odds::OpposedDice;

fn agree(options: &Options, attack: ContestRoll, defense: ContestRoll) {
    let dice = OpposedDice::new(options, attack, defense);
    let mut thrown: BTreeMap<i32, f64> = BTreeMap::new();
    EveryOutcome::new().walk(
        |every| dice.throw(every),
        |margin, chance| *thrown.entry(margin).or_default() += chance,
    );
    let exact = OpposedOdds::new(options, attack, defense).margins();
    for (margin, p) in exact {
        let seen = thrown.remove(&margin).unwrap_or(0.0);
        assert!((seen - p).abs() < 1e-12, "margin {margin}: {seen}, not {p}");
    }
    assert!(thrown.is_empty(), "impossible margins {thrown:?}");
}

#[test]
fn every_throw_has_the_probability_of_its_margin() {
    let roll = |dice, skill, added| ContestRoll { dice, skill, added };
    agree(&Options::default(), roll(4, 3, 0), roll(3, 2, 1));
    agree(&Options::default(), roll(0, 3, 2), roll(5, 1, 0));
    agree(
        &options(&[("ones", "ignore")]),
        roll(3, 4, 0),
        roll(2, 6, 0),
    );
    // More dice than one roll has, a skill the die cannot show.
    agree(
        &options(&[("ones", "replace")]),
        roll(20, 9, 0),
        roll(1, 3, 0),
    );
}
