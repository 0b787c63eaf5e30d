//! Stun Tokens: actions lost, Shutdown, recovery.

use equipoise_engine::Side;

use super::arena::{Arena, RIFLE, pools, results};
use super::drill::{FULL, drill, flats, fuelled, hit, lost, saves, spent, strikes};
use crate::data::profile::{
    Barrier, BarrierArc, Defence, Effect, ResourceKind, Stops, Tier, UnitProfile, UnitType,
};
use crate::rules::constants::SHUTDOWN_TOKENS;

/// A drill unit whose rifle has PEN 5S.
fn stunner(hits: i8) -> UnitProfile {
    let mut unit = drill(Tier::Basic, hits);
    unit.weapons[RIFLE].pen = Some(5);
    unit.weapons[RIFLE].effect = Effect::Stun;
    unit
}

/// Combat Actions and Move Actions left at the start of the turn of a unit with `tokens`, when its
/// owner answers `(Zeal, Move Actions given up)`.
fn actions_left(profile: UnitProfile, tokens: u8, answer: (u8, u8)) -> (u8, u8) {
    let mut arena = Arena::new(&[profile], &[drill(Tier::Basic, 0)]);
    arena.unit_mut(0).stun = tokens;
    arena.script(|s| s.stunned = answer);
    arena.turn(0, &[], &[]);
    let turn = &arena.battle.turn;
    (turn.combat_actions, turn.move_actions)
}

/// `ms10.stun.token`: PEN 5S, 4 unblocked, saves [1,2,3,4]: 4 tokens, and 4000 besides the 1200 of
/// the HITS. A save that is passed gives none: [5,6,3,9] is one token and 1000.
#[test]
fn failed_saves_stun() {
    for (faces, tokens) in [([1, 1, 2, 3, 4], 4), ([1, 5, 6, 3, 9], 1)] {
        let mut arena = Arena::new(&[stunner(4)], &[drill(Tier::Basic, 0)]);
        arena.attack(0, RIFLE, 1, &faces);
        assert_eq!(arena.unit(1).stun, tokens);
        assert_eq!(lost(&arena, 1), 1200 + 1000 * i32::from(tokens));
    }
}

/// `ms10.stun.actions`: 2 tokens take both moves or the Combat Action and one move, as the owner
/// says; 1 token takes either; 4 take everything. Unable to give up two moves when legs are gone, the
/// unit gives its Combat Action.
#[test]
fn tokens_take_actions() {
    let unit = || drill(Tier::Basic, 0);
    assert_eq!(actions_left(unit(), 0, (0, 0)), (1, 2));
    assert_eq!(actions_left(unit(), 1, (0, 0)), (0, 2));
    assert_eq!(actions_left(unit(), 1, (0, 1)), (1, 1));
    assert_eq!(actions_left(unit(), 2, (0, 2)), (1, 0));
    assert_eq!(actions_left(unit(), 2, (0, 0)), (0, 1));
    assert_eq!(actions_left(unit(), 4, (0, 0)), (0, 0));
    let mut arena = Arena::new(&[unit()], &[unit()]);
    arena.unit_mut(0).stun = 2;
    arena.unit_mut(0).legs_lost = 1;
    arena.script(|s| s.stunned = (0, 2));
    let events = arena.turn(0, &[hit(RIFLE, 1)], &[]);
    assert_eq!(strikes(&events), []);
    assert_eq!(arena.battle.turn.move_actions, 0);
}

/// `ms10.stun.zeal`: 3 tokens and Zeal for 2: 5 actions less 3 leave 2, for 2 Momentum; without, none
/// of the 3 is left. A Warship has no Zeal.
#[test]
fn zeal_before_the_tokens() {
    let unit = || drill(Tier::Basic, 0);
    assert_eq!(actions_left(unit(), 3, (2, 0)), (0, 2));
    assert_eq!(actions_left(unit(), 3, (2, 2)), (2, 0));
    assert_eq!(actions_left(unit(), 3, (0, 0)), (0, 0));
    let ship = with!(unit(), unit_type: UnitType::Warship);
    assert_eq!(actions_left(ship, 3, (2, 0)), (0, 0));
    let mut arena = Arena::new(&[drill(Tier::Basic, 1)], &[unit()]);
    arena.unit_mut(0).stun = 3;
    arena.script(|s| s.stunned = (2, 2));
    let fire = hit(RIFLE, 1);
    let events = arena.turn(0, &[fire, fire], &[1, 1]);
    assert_eq!(strikes(&events).len(), 2);
    assert_eq!(spent(&arena, Side::A), 2);
}

/// `ms10.stun.shutdown`, `ms10.advantage.shutdown`: more tokens than 3 and the stat: 4 without a
/// stat, 6 with Power 2 (not 5), also when the points are spent. 7 HITS and the 2 of advantage
/// against no dice and the flat 2: 7 unblocked; not Shutdown 7 against 8 dice of face 1 and 2.
#[test]
fn too_many_tokens_shut_down() {
    for (stat, tokens, down) in [
        (None, 3, false),
        (None, 4, true),
        (Some(2), 5, false),
        (Some(2), 6, true),
    ] {
        let mut target = drill(Tier::Basic, 0);
        if let Some(stat) = stat {
            target = fuelled(Tier::Basic, 0, ResourceKind::Power, stat);
        }
        target.evade = Defence { dice: 8, bonus: 2 };
        let mut arena = Arena::new(&[drill(Tier::Basic, 7)], &[target]);
        arena.unit_mut(1).stun = tokens;
        arena.unit_mut(1).points = 0;
        let faces = vec![1; if down { 1 } else { 9 }];
        let events = arena.attack(0, RIFLE, 1, &faces);
        let expected = if down { (9, 2, 7) } else { (7, 2, 5) };
        assert_eq!(results(&events), [expected]);
        assert_eq!(pools(&events)[1].0, if down { 0 } else { 8 });
    }
}

/// `ms10.advantage.shutdown`, `ms10.barrier.block`: a Shutdown unit has no barrier.
#[test]
fn shutdown_switches_barriers_off() {
    for (tokens, left) in [(3, 2), (4, 5)] {
        let mut target = drill(Tier::Basic, 0);
        target.barrier = Some(Barrier {
            strength: 5,
            arc: BarrierArc::All,
            stops: vec![Stops::Energy],
            no_wear: None,
        });
        let mut arena = Arena::new(&[drill(Tier::Basic, 3)], &[target]);
        arena.unit_mut(1).stun = tokens;
        arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(arena.unit(1).barrier, left);
    }
}

/// `ms10.stun.recover`: at the end of the own turn one die a token, 5 or more removes one, also of a
/// unit that could not act; at the end of the enemy's turn nothing.
#[test]
fn tokens_wear_off() {
    let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[drill(Tier::Basic, 0)]);
    arena.unit_mut(0).stun = 4;
    arena.full_turn(1, &[], &[]);
    assert_eq!(arena.unit(0).stun, 4);
    arena.full_turn(0, &[], &[4, 5, 10, 1]);
    assert_eq!(arena.unit(0).stun, 2);
}

/// `ms10.stun.spend`: each kind of point removes a token at once: when it is received, and at the
/// start of the turn before actions are lost. Boost 1 and 2 tokens: 1 token, no Boost, one action
/// lost. The owner may keep the points.
#[test]
fn points_remove_tokens() {
    use ResourceKind::{Boost, Havoc, Power};
    for kind in [Boost, Power, Havoc] {
        for (spends, tokens, points) in [(true, 1, 0), (false, 2, 1)] {
            let mut arena = Arena::new(
                &[fuelled(Tier::Basic, 0, kind, 1)],
                &[drill(Tier::Basic, 0)],
            );
            arena.unit_mut(0).stun = 2;
            arena.script(|s| s.buy_off_stun = spends);
            arena.turn(0, &[], &[]);
            assert_eq!((arena.unit(0).stun, arena.unit(0).points), (tokens, points));
            let actions = arena.battle.turn.combat_actions + arena.battle.turn.move_actions;
            assert_eq!(actions, 3 - tokens);
        }
    }
    let mut arena = Arena::new(&[stunner(2)], &[fuelled(Tier::Basic, 0, Havoc, 1)]);
    arena.script(|s| s.buy_off_stun = true);
    arena.attack(0, RIFLE, 1, &[1, 1, 1]);
    assert_eq!((arena.unit(1).stun, arena.unit(1).points), (1, 0));
}

/// `ms10.stun.spend`: also when it is attacked, before the dice: 5 tokens on a stat of 1 are Shutdown
/// and +2 HITS, 4 are not.
#[test]
fn tokens_are_bought_off_before_an_attack() {
    for (spends, hits, tokens) in [(true, 0, 4), (false, 2, 5)] {
        let target = fuelled(Tier::Basic, 0, ResourceKind::Boost, 1);
        let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[target]);
        arena.unit_mut(1).stun = SHUTDOWN_TOKENS + 2;
        arena.script(|s| s.buy_off_stun = spends);
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(flats(&events)[0], hits);
        assert_eq!(arena.unit(1).stun, tokens);
    }
}

/// `ms10.counter.stun`: with 2 tokens a Counter costs 3 Momentum; with 2 in the pool there is none.
/// Tokens of the attack that is answered count too.
#[test]
fn tokens_make_counters_dearer() {
    for (momentum, countered) in [(3, true), (2, false)] {
        let mut arena = Arena::new(&[drill(Tier::Basic, 1)], &[drill(Tier::Skilled, 1)]);
        arena.unit_mut(1).stun = 2;
        arena.set_momentum(Side::B, momentum);
        arena.script(|s| s.counter = Some(RIFLE));
        let faces: &[u8] = if countered { &[1, 1] } else { &[1] };
        arena.attack(0, RIFLE, 1, faces);
        let left = if countered { 0 } else { 2 };
        assert_eq!(arena.momentum(Side::B), left);
    }
    let mut arena = Arena::new(&[stunner(2)], &[drill(Tier::Skilled, 1)]);
    arena.script(|s| s.counter = Some(RIFLE));
    let events = arena.attack(0, RIFLE, 1, &[1, 1, 1, 1]);
    assert_eq!(saves(&events), [(5, 2, 2)]);
    assert_eq!(spent(&arena, Side::B), 3);
    assert_eq!(arena.unit(1).hp, FULL - 600 - 2000);
}
