//! The duty of units activated by Return Fire.

use super::hexmap;
use equipoise_engine::Hex;

use super::arena::{Arena, RIFLE, SABER, attacks, go, strike};
use super::drill::{drill, hit};
use crate::data::profile::{Role, Tier, UnitProfile, UnitType};
use crate::options::Options;
use crate::rules::unit_id::UnitId;

const AHEAD: Hex = Hex::new(0, 1);

/// Unit 0 on (3, 3) looking along (0, 1), enemies on these hexes; the first of them shot at it.
fn answering(own: UnitProfile, options: &Options, enemies: &[(i16, i16)]) -> Arena {
    let others = vec![drill(Tier::Basic, 0); enemies.len()];
    let mut arena = Arena::with(&[own], &others, options);
    arena.put(0, Hex::new(3, 3), AHEAD);
    for (i, &(q, r)) in enemies.iter().enumerate() {
        arena.put(1 + i, Hex::new(q, r), -AHEAD);
    }
    arena.battle.aggressor = Some(1);
    arena
}

/// Whom unit 0 attacks in its turn by Return Fire.
fn answer(arena: &mut Arena, faces: &[u8]) -> Vec<UnitId> {
    let (_, events) = arena.run(faces, |game| game.take_turn(0, true));
    attacks(&events)
        .into_iter()
        .map(|(_, target)| target)
        .collect()
}

/// `ms10.return-fire.duty`: a unit that would do nothing shoots its aggressor at 12 in although another
/// enemy is nearer; that one when the aggressor is out of its 24 in; nobody when both are.
#[test]
fn the_attacked_must_attack() {
    let basic = || drill(Tier::Basic, 0);
    for (enemies, target) in [
        (&[(3, 6), (4, 4)][..], Some(1)),
        (&[(3, 10), (4, 5)], Some(2)),
        (&[(3, 10), (2, 10)], None),
    ] {
        let mut arena = answering(basic(), &hexmap(), enemies);
        let faces = vec![1; usize::from(target.is_some())];
        assert_eq!(answer(&mut arena, &faces), Vec::from_iter(target));
    }
}

/// `ms10.return-fire.duty`: movement is free: who walks out of reach of both owes nothing; who has
/// answered owes nothing more.
#[test]
fn the_duty_is_judged_after_the_move() {
    let mut arena = answering(drill(Tier::Basic, 0), &hexmap(), &[(3, 9)]);
    arena.script(|s| s.actions = [go(3, 1)].into());
    assert!(answer(&mut arena, &[]).is_empty());
    let mut arena = answering(drill(Tier::Basic, 0), &hexmap(), &[(3, 9)]);
    arena.script(|s| s.actions = [hit(RIFLE, 1)].into());
    assert_eq!(answer(&mut arena, &[1]), [1]);
}

/// `ms10.return-fire.duty`, `ms10.target.closest`: the closest eligible enemy is sought inside the arc:
/// the aggressor is out of range and one enemy stands behind at 8 in; the one ahead at 12 in may be shot,
/// and must be.
#[test]
fn enemies_behind_are_not_eligible() {
    let enemies = [(3, 10), (3, 1), (3, 6)];
    for asked in [true, false] {
        let mut arena = answering(drill(Tier::Basic, 0), &hexmap(), &enemies);
        if asked {
            arena.script(|s| s.actions = [strike(RIFLE, 3)].into());
        }
        assert_eq!(answer(&mut arena, &[1]), [3]);
    }
}

/// `ms10.return-fire.duty`: the first attack is bound, melee too: the whip of 8 in may strike the
/// aggressor or the closest, not the third.
#[test]
fn melee_answers_as_well() {
    for (target, struck) in [(1, 1), (2, 2), (3, 1)] {
        let mut own = drill(Tier::Basic, 0);
        own.weapons[SABER].range_in = 12;
        own.weapons[RIFLE].uses = Some(0);
        let enemies = [(3, 6), (5, 3), (2, 6)];
        let mut arena = answering(own, &hexmap(), &enemies);
        arena.script(|s| s.actions = [strike(SABER, target)].into());
        assert_eq!(answer(&mut arena, &[1]), [struck], "asked for {target}");
    }
}

/// `ms10.return-fire.exempt`: Snipers, Warships, Skilled and Ace units choose any target, or none;
/// Battle-Tested ones with the option `bt_free_targeting` only.
#[test]
fn the_exempt_answer_as_they_like() {
    let free = with!(hexmap(), bt_free_targeting: true);
    let sniper = with!(drill(Tier::Basic, 0), role: Role::Sniper);
    let ship = with!(drill(Tier::Basic, 0), unit_type: UnitType::Warship);
    let plain = hexmap();
    for (own, options, exempt) in [
        (drill(Tier::Basic, 0), &free, false),
        (drill(Tier::BattleTested, 0), &plain, false),
        (drill(Tier::BattleTested, 0), &free, true),
        (drill(Tier::Skilled, 0), &plain, true),
        (drill(Tier::Ace, 0), &plain, true),
        (sniper, &plain, true),
        (ship, &plain, true),
    ] {
        let enemies = [(3, 6), (4, 5), (2, 7)];
        let mut arena = answering(own.clone(), options, &enemies);
        let faces: &[u8] = if exempt { &[] } else { &[1] };
        let forced: &[UnitId] = if exempt { &[] } else { &[1] };
        assert_eq!(answer(&mut arena, faces), forced);
        let mut arena = answering(own, options, &enemies);
        arena.script(|s| s.actions = [strike(RIFLE, 3)].into());
        let target = if exempt { 3 } else { 1 };
        assert_eq!(answer(&mut arena, &[1]), [target]);
    }
}
