//! Exact odds of grapples, throws and attacks until a section is gone: by hand, and against 20,000 samples
//! by the rules themselves.

use std::collections::BTreeMap;

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::NoLog;

use super::arena::{Arena, TORSO, at};
use super::sheets::sheet;
use crate::odds::grapple::{Bystander, GrappleOdds, Throw};
use crate::options::Options;
use crate::rules::board::Board;
use crate::rules::check::Check;
use crate::rules::facing::Facing;
use crate::rules::game::Game;
use crate::rules::grapple::{Grappled, Grip};
use crate::rules::state::{AP_CAP, Battle, UnitId};
use crate::rules::view::Arm;

const SAMPLES: u32 = 20_000;

const fn plain(stat: u8) -> Check {
    Check { stat, modifier: 0 }
}

/// Samples against exact probabilities: at most 5.5 standard errors, and never a value without
/// probability. By the normal approximation one value raises a false alarm in 26 million, so that the
/// 30 values of this file together raise one in 800,000.
fn agree<T: Ord + std::fmt::Debug>(exact: &[(T, f64)], counts: &BTreeMap<T, u32>) {
    let samples = f64::from(SAMPLES);
    let mut all = 0;
    for (value, p) in exact {
        let count = counts.get(value).copied().unwrap_or(0);
        all += count;
        let error = (p * (1.0 - p) / samples).sqrt();
        let found = f64::from(count) / samples;
        assert!(
            (found - p).abs() <= 5.5 * error,
            "{value:?}: {found}, not {p}"
        );
    }
    assert_eq!(all, SAMPLES, "{counts:?}");
}

fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-12, "{value}, not {expected}");
}

/// What the rules make of one act on copies of a battle, again and again.
fn counted<T: Ord>(
    arena: &Arena,
    seed: u64,
    mut act: impl FnMut(&mut Game<'_, StreamDice, NoLog>) -> T,
) -> BTreeMap<T, u32> {
    let mut dice = StreamDice::new(stream(seed, 0, 0));
    let mut counts = BTreeMap::new();
    for _ in 0..SAMPLES {
        let mut battle = arena.battle.clone();
        let mut game = Game {
            table: &arena.table,
            battle: &mut battle,
            dice: &mut dice,
            log: &mut NoLog,
        };
        *counts.entry(act(&mut game)).or_default() += 1;
    }
    counts
}

/// mm30.grapple.resolve: at 7 against 7 the Assault roll passes with 7 and 8, 16 of 64; the target evades
/// with 7 and 8, 4 of 64, so that 12 of 64 succeed. Without evasion of an 8 only that of a 7 is left: 2
/// and 14 of 64. Nobody evades off its feet: 16 of 64.
#[test]
fn odds_of_a_grapple_by_hand() {
    let mut options = Options::default();
    let odds = |options: &Options, evasion| {
        let odds = GrappleOdds::new(plain(7), evasion, options);
        [odds.failed, odds.evaded, odds.gripped]
    };
    assert_eq!(odds(&options, Some(plain(7))), [48, 4, 12]);
    assert_eq!(odds(&options, None), [48, 0, 16]);
    options
        .set("grapple_crit_evadable", "false")
        .expect("an option");
    assert_eq!(odds(&options, Some(plain(7))), [48, 2, 14]);
}

/// mm30.grapple.resolve: 20,000 grapples of REF-2 by the rules, seeds 41 and 42, with each option.
#[test]
fn grapples_by_the_rules_have_their_odds() {
    for (seed, evadable) in [(41, "true"), (42, "false")] {
        let values = [("grapple_crit_evadable", evadable)];
        let mut arena = Arena::duel(["REF-2", "REF-2"], &values);
        arena.put(1, 5, 4, Facing::SOUTH);
        arena.begin(0, 9);
        let odds = GrappleOdds::new(plain(7), Some(plain(7)), &arena.table.options);
        let [failed, evaded, gripped] = odds.chances();
        let counts = counted(&arena, seed, |game| match game.grapple(1, Grip::Hold) {
            Ok(Grappled::Failed) => 0,
            Ok(Grappled::Evaded) => 1,
            Ok(Grappled::Gripped) => 2,
            Err(refusal) => panic!("{refusal:?}"),
        });
        agree(&[(0, failed), (1, evaded), (2, gripped)], &counts);
    }
}

/// mm30.grapple.throw-distance, mm30.grapple.throw-limits: the difference of the classes and 2.
#[test]
fn throws_have_their_distance() {
    assert_eq!(Throw::most(2, 2), Some(2));
    assert_eq!(Throw::most(5, 1), Some(6));
    assert_eq!(Throw::most(1, 2), None);
}

/// Chance, damage of the thrown unit and of the bystander, stuck.
fn cases(throw: Throw) -> Vec<(f64, u16, u16, bool)> {
    let cases = throw.collisions().into_iter();
    cases
        .map(|it| (it.chance, it.damage, it.bystander, it.stuck))
        .collect()
}

/// mm30.grapple.collision, mm30.grapple.into-unit, mm30.grapple.into-structure-stands,
/// mm30.grapple.into-structure-falls: class 1 thrown 3 hexes takes 2 * 1 * 3 = 6. A bystander with Evasion
/// 7 two hexes away is struck with 6 of 8: both take 4. A structure of 7 stands and holds the unit, one of
/// 6 falls and adds its 6.
#[test]
fn collisions_by_hand() {
    let throw = Throw {
        class: 1,
        hexes: 3,
        bystander: None,
        structure: None,
    };
    assert_eq!(cases(throw), [(1.0, 6, 0, false)]);
    let bystander = Some(Bystander {
        evasion: Some(plain(7)),
        at: 2,
    });
    let crowded = Throw { bystander, ..throw };
    assert_eq!(cases(crowded), [(0.75, 4, 4, false), (0.25, 6, 0, false)]);
    let sure = Some(Bystander {
        evasion: None,
        at: 2,
    });
    let sure = Throw {
        bystander: sure,
        ..throw
    };
    assert_eq!(cases(sure), [(1.0, 4, 4, false)]);
    for (left, damage, stuck) in [(7, 6, true), (6, 12, false)] {
        let structure = Some(left);
        assert_eq!(
            cases(Throw { structure, ..throw }),
            [(1.0, damage, 0, stuck)]
        );
        let both = Throw {
            structure,
            ..crowded
        };
        assert_eq!(cases(both), [(0.75, 4, 4, false), (0.25, damage, 0, stuck)]);
    }
}

/// REF-2 next to Quick Fox, with another REF-2 two hexes from the Fox.
fn crowd() -> Arena {
    let [thrower, fox] = ["REF-2", "Quick Fox"].map(sheet);
    let foes = [fox, thrower.clone()];
    let mut arena = Arena::new([&[thrower], &foes], &[]);
    arena.put(0, 5, 3, Facing::NORTH);
    arena.put(1, 5, 4, Facing::SOUTH);
    arena.put(2, 5, 6, Facing::SOUTH);
    arena.begin(0, 9);
    arena
}

fn lost(arena: &Arena, battle: &Battle, unit: UnitId) -> u16 {
    arena.battle.units[unit].defense[TORSO] - battle.units[unit].defense[TORSO]
}

/// mm30.grapple.collision, mm30.grapple.into-unit, mm30.grapple.into-structure-stands: 20,000 throws of
/// 3 hexes by the rules, with seeds 43 to 45: nothing beyond the bystander, a structure that stands, one
/// that falls.
#[test]
fn throws_by_the_rules_have_their_odds() {
    for (seed, structure) in [(43, None), (44, Some(7)), (45, Some(6))] {
        let mut arena = crowd();
        if let Some(left) = structure {
            arena.build(&[7], 0);
            arena.battle.structures[0] = left;
        }
        let grapple = GrappleOdds::new(plain(7), Some(plain(6)), &arena.table.options);
        let [failed, evaded, gripped] = grapple.chances();
        let throw = Throw {
            class: 1,
            hexes: 3,
            bystander: Some(Bystander {
                evasion: Some(plain(7)),
                at: 2,
            }),
            structure,
        };
        let mut exact = vec![((0, 0, false), failed + evaded)];
        exact.extend(throw.collisions().into_iter().map(|it| {
            let found = (it.damage, it.bystander, it.stuck);
            (found, gripped * it.chance)
        }));
        let counts = counted(&arena, seed, |game| {
            let thrown = Grip::Throw(Board::hex(5, 7));
            game.grapple(1, thrown).expect("legal");
            let damage = [1, 2].map(|unit| lost(&arena, game.battle, unit));
            (damage[0], damage[1], game.battle.units[1].stuck)
        });
        agree(&exact, &counts);
    }
}

/// mm30.ranged.damage, mm30.ranged.repeat: attacks until a section of 5 is gone, by the rules, and the
/// Action Points they cost, 2 each; seed 46. By hand: the first with 1/8, the second with 0.6875 / 8 +
/// 0.1875 * 0.3125.
#[test]
fn sections_go_as_worked_out() {
    let mut arena = Arena::refs();
    arena.battle.units[1].defense[TORSO] = 5;
    arena.begin(0, AP_CAP);
    let fire = arena.view().fire(0, Arm::Weapon(0), 1, TORSO);
    let gone = fire.attacks_until_gone(6);
    near(gone[0], 0.125);
    near(gone[1], 0.6875 * 0.125 + 0.1875 * 0.3125);
    let rest = 1.0 - gone.iter().sum::<f64>();
    let numbered = (1_u16..).zip(gone);
    let mut exact: Vec<(u16, f64)> = numbered.map(|(number, p)| (2 * number, p)).collect();
    exact.push((0, rest));
    let counts = counted(&arena, 46, |game| {
        let mut spent = 0;
        for _ in 0..6 {
            game.battle.units[0].ap = AP_CAP;
            game.attack(at(TORSO)).expect("legal");
            spent += u16::from(AP_CAP - game.battle.units[0].ap);
            if game.battle.units[1].defense[TORSO] == 0 {
                return spent;
            }
        }
        0
    });
    agree(&exact, &counts);
}

/// mm30.ranged.critical: a pistol does 0, 3 or 5 with 0.6875, 0.1875 and 0.125; seed 47.
#[test]
fn shots_by_the_rules_have_their_damage() {
    let mut arena = Arena::refs();
    arena.begin(0, AP_CAP);
    let exact = [(0, 0.6875), (3, 0.1875), (5, 0.125)];
    let counts = counted(&arena, 47, |game| {
        game.attack(at(TORSO)).expect("legal");
        lost(&arena, game.battle, 1)
    });
    agree(&exact, &counts);
}
