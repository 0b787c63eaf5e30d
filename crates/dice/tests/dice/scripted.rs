//! Scripted dice: faces are read in order, and a wrong script is told.

use std::panic::{AssertUnwindSafe, catch_unwind};

use equipoise_dice::{Dice, PoolShape, Reroll, Roll, ScriptedDice, Sides, reroll};

/// The message of the panic in `run`.
fn panic_of(run: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
    match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => payload.downcast::<&str>().expect("a message").to_string(),
    }
}

#[test]
fn a_printed_attack_and_defence() {
    // The shooting example of the core rules: 5 hits + 1 critical, then 6 DEF.
    let mut dice = ScriptedDice::new([1, 2, 2, 3, 5, 6, 7, 7, 8, 10, 2, 2, 5, 6, 8, 8, 8, 9]);
    let attack = dice.pool(PoolShape::d10(10, 10));
    assert_eq!(
        attack,
        Roll {
            low: 3,
            mid: 1,
            hit: 5,
            crit: 1
        }
    );
    assert_eq!(attack.successes(), 7);
    assert_eq!(dice.pool(PoolShape::d10(8, 10)).successes(), 6);
    dice.assert_all_used();
}

#[test]
fn a_printed_lowered_target() {
    // An example of the core rules: 4 hits become 8.
    let mut dice = ScriptedDice::new([2, 2, 3, 3, 3, 3, 5, 7, 8, 9]);
    let roll = dice.pool(PoolShape::d10(10, 10));
    assert_eq!((roll.successes(), roll.lowered()), (4, 8));
}

#[test]
fn a_reroll_takes_one_face_for_each_die_thrown_again() {
    let shape = PoolShape::d10(4, 10);
    let mut dice = ScriptedDice::new([1, 4, 6, 10, 7, 2]);
    let first = dice.pool(shape);
    let again = reroll(&mut dice, shape, first, Reroll::LowAndMid);
    assert_eq!(
        again,
        Roll {
            low: 1,
            mid: 0,
            hit: 2,
            crit: 1
        }
    );
    let mut dice = ScriptedDice::new([3]);
    let lowered = reroll(&mut dice, shape, first, Reroll::Low);
    assert_eq!(
        lowered,
        Roll {
            low: 0,
            mid: 2,
            hit: 1,
            crit: 1
        }
    );
}

#[test]
fn saves_take_their_faces_even_when_certain() {
    // Needed 5: 3 fails, 5 passes (ms10.save.roll). Needed 1 always passes, 11 always fails.
    let mut dice = ScriptedDice::new([3, 5, 1, 10]);
    assert_eq!(dice.fails(Sides::D10, 2, 5), 1);
    assert_eq!(dice.fails(Sides::D10, 1, 1), 0);
    assert_eq!(dice.fails(Sides::D10, 1, 11), 1);
}

#[test]
fn single_dice_and_choices() {
    let mut dice = ScriptedDice::new([6, 8, 10]).with_choices([2, 0]);
    assert_eq!(
        [Sides::D6, Sides::D8, Sides::D10].map(|sides| dice.die(sides)),
        [6, 8, 10]
    );
    assert_eq!([dice.below(3), dice.below(1)], [2, 0]);
    dice.assert_all_used();
}

#[test]
fn running_out_of_faces_panics() {
    let message = panic_of(|| {
        ScriptedDice::new([5, 6]).pool(PoolShape::d10(3, 10));
    });
    assert_eq!(message, "scripted dice ran out of faces after 2");
}

#[test]
fn running_out_of_choices_panics() {
    let message = panic_of(|| {
        ScriptedDice::new([]).below(4);
    });
    assert_eq!(message, "scripted dice ran out of choices after 0");
}

#[test]
fn a_face_the_die_does_not_have_panics() {
    let message = panic_of(|| {
        ScriptedDice::new([7]).die(Sides::D6);
    });
    assert_eq!(message, "scripted face 7 (number 1) is not on a d6");
    let message = panic_of(|| {
        ScriptedDice::new([5, 0]).fails(Sides::D10, 2, 5);
    });
    assert_eq!(message, "scripted face 0 (number 2) is not on a d10");
}

#[test]
fn a_choice_out_of_bounds_panics() {
    let message = panic_of(|| {
        ScriptedDice::new([]).with_choices([3]).below(3);
    });
    assert_eq!(message, "scripted choice 3 (number 1) is not below 3");
}

#[test]
fn leftovers_panic_when_asked_and_when_dropped() {
    let expected = "scripted dice left over: faces [9], choices [1]";
    let script = || ScriptedDice::new([9]).with_choices([1]);
    let mut dice = script();
    assert_eq!(panic_of(|| dice.assert_all_used()), expected);
    dice.die(Sides::D10);
    dice.below(2);
    assert_eq!(panic_of(|| drop(script())), expected);
}

#[test]
fn leftovers_do_not_hide_an_earlier_panic() {
    let message = panic_of(|| {
        let _dice = ScriptedDice::new([9]);
        panic!("the first panic");
    });
    assert_eq!(message, "the first panic");
}
