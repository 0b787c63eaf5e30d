//! Attack rolls thrown with every outcome of every die against the convolution.

use std::collections::BTreeMap;

use equipoise_dice::EveryOutcome;

use super::arena::options;
use crate::odds::opposed::{ContestRoll, OpposedOdds};
use crate::options::Options;

fn agree(options: &Options, attack: ContestRoll, defense: ContestRoll) {
    let odds = OpposedOdds::new(options, attack, defense);
    let mut thrown: BTreeMap<i32, f64> = BTreeMap::new();
    EveryOutcome::new().walk(
        |every| odds.throw(every),
        |margin, chance| *thrown.entry(margin).or_default() += chance,
    );
    for (margin, p) in odds.margins() {
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
