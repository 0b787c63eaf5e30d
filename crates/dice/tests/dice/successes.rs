//! Success pools against numbers worked out by hand.

use equipoise_dice::{Dice, EveryOutcome, Ones, Pmf, PreparedSuccesses, ScriptedDice, SuccessPool};

fn d6(dice: u8, skill: u8, ones: Ones) -> SuccessPool {
    SuccessPool {
        dice,
        faces: 6,
        skill,
        ones,
        chain: 20,
    }
}

fn assert_near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() < within, "{value}, not {expected}");
}

/// A die that scores its ones and rolls again: k/6 and a sixth of the same again, so k/5.
#[test]
fn an_exploding_die_scores_a_fifth_of_the_skill() {
    for skill in 1..=6 {
        let pmf = Pmf::successes(d6(1, skill, Ones::CountAndReroll));
        assert_near(pmf.mean(), f64::from(skill) / 5.0, 1e-12);
    }
}

/// Faces 2 to k of the five that are not 1; with ones ignored k of six.
#[test]
fn replaced_and_ignored_ones_score_once() {
    for skill in 1..=6 {
        let replaced = Pmf::successes(d6(1, skill, Ones::Replace)).probability(1);
        assert_near(replaced, f64::from(skill - 1) / 5.0, 1e-12);
        let ignored = Pmf::successes(d6(1, skill, Ones::Ignore)).probability(1);
        assert_near(ignored, f64::from(skill) / 6.0, 1e-15);
    }
}

/// The published figures of the reference pool: four dice, skill 3.
#[test]
fn four_dice_of_skill_three() {
    let pmf = Pmf::successes(d6(4, 3, Ones::CountAndReroll));
    assert_near(pmf.mean(), 2.4, 1e-12);
    assert_near(pmf.at_least(5), 0.071_615, 5e-7);
    assert_near(pmf.at_least(8), 0.001_652, 5e-7);
}

/// Two rerolls at most: three throws of a coin. Two ones and no third: 1/8 for two successes.
#[test]
fn a_chain_ends_at_its_cap() {
    let pool = SuccessPool {
        dice: 1,
        faces: 2,
        skill: 1,
        ones: Ones::CountAndReroll,
        chain: 2,
    };
    let pmf = Pmf::successes(pool);
    let expected = [0.5, 0.25, 0.125, 0.125];
    for (value, expected) in (0..).zip(expected) {
        assert_near(pmf.probability(value), expected, 1e-15);
    }
    assert_eq!(pmf.max(), 3);
    let replaced = Pmf::successes(SuccessPool {
        ones: Ones::Replace,
        ..pool
    });
    // Only three ones in a row leave a 1 that scores.
    assert_near(replaced.probability(1), 0.125, 1e-15);
}

#[test]
fn scripted_faces_are_read_with_their_rerolls() {
    // 1, 1, 4: two; 3: one; 6: none; 1, 2: two.
    let faces = [1, 1, 4, 3, 6, 1, 2];
    let pool = PreparedSuccesses::new(d6(4, 3, Ones::CountAndReroll));
    let mut dice = ScriptedDice::new(faces);
    assert_eq!(dice.successes(&pool), 5);
    let pool = PreparedSuccesses::new(d6(4, 3, Ones::Replace));
    let mut dice = ScriptedDice::new(faces);
    assert_eq!(dice.successes(&pool), 2);
    let pool = PreparedSuccesses::new(d6(7, 3, Ones::Ignore));
    let mut dice = ScriptedDice::new(faces);
    assert_eq!(dice.successes(&pool), 5);
}

#[test]
fn every_outcome_of_a_success_pool_has_its_probability() {
    let pool = d6(3, 2, Ones::CountAndReroll);
    let (prepared, exact) = (PreparedSuccesses::new(pool), Pmf::successes(pool));
    let mut sum = 0.0;
    EveryOutcome::new().walk(
        |dice| dice.successes(&prepared),
        |value, chance| {
            assert_near(chance, exact.probability(value.into()), 1e-15);
            sum += chance;
        },
    );
    assert_near(sum, 1.0, 1e-12);
}

#[test]
fn a_face_off_is_decided() {
    let mut dice = ScriptedDice::new([4, 4, 2, 12]);
    assert_eq!(dice.face_off(12), [2, 12]);
    let mut first = 0.0;
    EveryOutcome::new().walk(
        |dice| dice.face_off(12),
        |[a, b], chance| first += if a > b { chance } else { 0.0 },
    );
    assert_near(first, 0.5, 1e-15);
}
