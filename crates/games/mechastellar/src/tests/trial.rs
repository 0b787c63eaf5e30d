//! The attack that exact odds are held against, with given faces.

use equipoise_dice::ScriptedDice;

use super::arena::{RIFLE, SABER, mech};
use crate::odds::trial::{AttackTrial, Blow};

const BLOW: Blow = Blow {
    hexes: 1,
    round: 1,
    special: false,
    counter: false,
};

fn damage(weapon: usize, blow: Blow, faces: &[u8]) -> u32 {
    let unit = mech();
    let mut trial = AttackTrial::new(&unit, weapon, &unit, blow).expect("legal");
    let mut dice = ScriptedDice::new(faces.iter().copied());
    let damage = trial.play(&mut dice);
    dice.assert_all_used();
    damage
}

/// 6d10+6 with six hits against 6d10+3 with none: 12 - 3 = 9 HITS of DMG 400, five saves at PEN 6,
/// two of which fail: 3,600 + 2,000 HP. As a Counter two HITS less.
#[test]
fn an_attack_by_hand() {
    let dice = [[5; 6], [1; 6]].concat();
    let faces = [&dice[..], &[6, 5, 7, 1, 9]].concat();
    assert_eq!(damage(SABER, BLOW, &faces), 5_600);
    let counter = with!(BLOW, counter: true);
    assert_eq!(damage(SABER, counter, &faces), 4_800);
}

/// 6d10+5 with six criticals against 8d10+2 with none: 17 - 2 = 15 HITS, a finishing blow in round 1:
/// DMG 300 + 100 each.
#[test]
fn a_finishing_blow_by_hand() {
    let shot = Blow { hexes: 5, ..BLOW };
    assert_eq!(
        damage(RIFLE, shot, &[[10; 6].as_slice(), &[1; 8]].concat()),
        6_000
    );
}

/// The odds are read off the profiles: 13 dice at 13 HITS against Melee DEF 6d10+3.
#[test]
fn odds_are_those_of_the_profiles() {
    let mut unit = mech();
    unit.weapons = vec![with!(unit.weapons[SABER].clone(), dice: 13, bonus: 13, finisher: Some(2))];
    let trial = AttackTrial::new(&unit, 0, &mech(), BLOW).expect("legal");
    let odds = trial.odds();
    assert_eq!((odds.attack.dice, odds.attack.bonus), (13, 13));
    assert_eq!((odds.defence.dice, odds.defence.bonus), (6, 3));
    assert_eq!((odds.dmg, odds.pen, odds.finisher), (400, Some(6), Some(2)));
    let sum: f64 = trial.damage().iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-12);
}
