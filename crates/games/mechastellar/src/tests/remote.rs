//! Remote weapons: fired for Momentum, from behind, out of sight, and shot down by Aces.

use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, pools, results};
use super::drill::{drill, hit, spent, strikes};
use crate::data::profile::{Shield, Tier, UnitProfile};

/// A drill unit whose rifle is a remote weapon of so much Momentum.
fn newtype(hits: i8, momentum: u8) -> UnitProfile {
    let mut unit = drill(Tier::Ace, hits);
    unit.weapons[RIFLE].remote = Some(momentum);
    unit
}

/// `ms10.remote.attack`, `ms10.advantage.blindside-once`: 5 HITS against a shield of 2: 5 - 2 of
/// indirect fire + 2 of advantage + 2 of the shield = 7. The second attack of the turn on the same
/// target has no Blindside: 3. Each costs the printed 2 Momentum and no Combat Action, which is still
/// there; a third one on the target is one too many.
#[test]
fn remotes_fire_for_momentum_from_behind() {
    let mut target = drill(Tier::Basic, 0);
    target.shields = vec![Shield::Full(2)];
    let mut arena = Arena::new(&[newtype(5, 2)], &[target]);
    let fire = hit(RIFLE, 1);
    let events = arena.turn(0, &[fire, fire, fire], &[1, 1]);
    assert_eq!(results(&events), [(7, 0, 7), (3, 0, 3)]);
    assert_eq!(spent(&arena, Side::A), 4);
    assert_eq!(arena.battle.turn.combat_actions, 1);
}

/// `ms10.remote.attack`: a Combat Action attack may follow, also at another target; with 1 Momentum a
/// weapon of 2 stays silent.
#[test]
fn remotes_leave_the_combat_action() {
    let mut unit = newtype(5, 2);
    unit.weapons[SABER] = super::arena::rifle();
    unit.weapons[SABER].dice = 1;
    unit.weapons[SABER].bonus = 4;
    let two = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = Arena::new(std::slice::from_ref(&unit), &two);
    arena.put(2, Hex::new(2, 8), Hex::new(0, -1));
    let events = arena.turn(0, &[hit(RIFLE, 1), hit(SABER, 2)], &[1, 1]);
    assert_eq!(strikes(&events), [(0, 1, false), (0, 2, false)]);
    let mut arena = Arena::new(&[unit], &two);
    arena.set_momentum(Side::A, 1);
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[])), []);
}

/// `ms10.remote.attack`, `ms10.counter.weapon`: a remote weapon fires in the own turn only.
#[test]
fn remotes_do_not_counter() {
    let mut arena = Arena::new(&[drill(Tier::Basic, 1)], &[newtype(5, 1)]);
    arena.script(|s| s.counter = Some(RIFLE));
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[1])).len(), 1);
    assert_eq!(spent(&arena, Side::B), 0);
}

/// `ms10.remote.attack`, `ms10.idf.no-fly`: on the ground not at a flyer.
#[test]
fn remotes_do_not_reach_flyers() {
    let mut target = drill(Tier::Basic, 0);
    target.fly = true;
    let mut arena = Arena::new(&[newtype(5, 1)], &[target]);
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[])), []);
}

/// `ms10.remote.shoot-down`, `ms10.elite.ace`: an Ace's Evade of [3,7,10,10] takes two of the six
/// dice for good, after the present attack; a Skilled pilot takes none; against an ordinary rifle an
/// Ace takes none either.
#[test]
fn aces_shoot_remotes_down() {
    for (tier, remote, dice) in [
        (Tier::Ace, true, 4),
        (Tier::Skilled, true, 6),
        (Tier::Ace, false, 6),
    ] {
        let mut unit = newtype(0, 1);
        unit.weapons[RIFLE].dice = 6;
        unit.weapons[RIFLE].remote = remote.then_some(1);
        let mut target = drill(tier, 0);
        target.evade.dice = 4;
        let mut arena = Arena::new(&[unit], &[target]);
        let faces = [1, 1, 1, 1, 1, 1, 3, 7, 10, 10];
        let events = arena.attack(0, RIFLE, 1, &faces);
        assert_eq!(pools(&events)[0], (6, 0));
        let again = [vec![1; dice], vec![1; 4]].concat();
        let events = arena.attack(0, RIFLE, 1, &again);
        assert_eq!(pools(&events)[0], (dice as u8, 0));
    }
}

/// `ms10.remote.shoot-down`: two 10s cost a weapon of one die no more than that die, and with none
/// left it fires no more.
#[test]
fn a_remote_without_dice_is_gone() {
    let mut target = drill(Tier::Ace, 0);
    target.evade.dice = 2;
    let mut arena = Arena::new(&[newtype(5, 1)], &[target]);
    arena.attack(0, RIFLE, 1, &[1, 10, 10]);
    assert_eq!(arena.unit(0).dice_lost[RIFLE], 1);
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[])), []);
}

/// `ms10.remote.attack`, `ms10.idf.no-fly`, `ms10.aoe.sweep`: remote weapons sweep in any direction and
/// no flyer on the ground's table.
#[test]
fn remote_weapons_sweep_all_round_but_no_flyers() {
    for flies in [false, true] {
        let mut own = drill(Tier::Basic, 5);
        own.weapons[RIFLE].remote = Some(1);
        own.weapons[RIFLE].aoe = Some(2);
        let second = with!(drill(Tier::Basic, 0), fly: flies);
        let mut arena = Arena::new(&[own], &[drill(Tier::Basic, 0), second]);
        arena.put(0, Hex::new(3, 3), Hex::new(0, 1));
        arena.put(1, Hex::new(3, 5), Hex::new(0, -1));
        // Behind the attacker and within 16 in of the first target.
        arena.put(2, Hex::new(4, 1), Hex::new(0, -1));
        arena.battle.begin_turn(0, false);
        assert_eq!(arena.view().may_sweep(RIFLE, 1, 2), !flies);
    }
}
