//! Crash and attacks beside the Combat Action as the policies use them.

use equipoise_dice::{TableDice, stream};
use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, RIFLE, SABER, attacks, crewed, mech, rifle};
use super::drill::drill;
use crate::data::profile::{Defence, Tier, UnitProfile};
use crate::fast::memo::play_on;
use crate::policy::policies::Policies;
use crate::policy::search::PlayOuts;
use crate::policy_kind::PolicyKind;
use crate::rules::constants::FLASH_COST;
use crate::rules::decider::Players as _;
use crate::rules::decision::Action;
use crate::rules::event::Event;
use crate::rules::view::View;

fn played_by(kind: PolicyKind, own: UnitProfile, enemy: UnitProfile) -> Arena {
    let mut arena = Arena::new(&[own], &[enemy]);
    arena.play_by(kind);
    arena.set_momentum(Side::A, 0);
    arena
}

/// `ms10.crash.bonus`: at 2 hexes, Move 8 in: greedy rams with Size 1, which adds a HIT to the cut, and
/// walks up to cut with Size 0, which adds none. Six dice each, twice, no success, no PEN.
#[test]
fn greedy_rams_when_it_promises_more() {
    for (size, rams) in [(1, true), (0, false)] {
        let mut own = mech();
        own.size = size;
        own.weapons.remove(RIFLE);
        own.weapons[0].crash = true;
        (own.weapons[0].pen, own.weapons[0].dmg) = (None, 100);
        let mut harmless = mech();
        for weapon in &mut harmless.weapons {
            (weapon.pen, weapon.dmg) = (None, 0);
        }
        let mut arena = played_by(PolicyKind::Greedy, own, harmless);
        arena.apart(0, 1, 2);
        let (_, events) = arena.run(&[1; 24], |game| game.take_turn(0, false));
        let crashes = events.iter().any(|e| matches!(e, Event::Crash { .. }));
        assert_eq!(crashes, rams, "Size {size}");
        // A second one by Zeal, from the Momentum of coming nearer.
        assert_eq!(attacks(&events), [(0, 1); 2]);
    }
}

/// `ms10.remote.attack`: after the rifle both policies fire the remote weapon, 9.2 HITS of DMG 300
/// expected, for 1 Momentum when there is one. Six dice each; the target rolls none.
#[test]
fn remote_weapons_follow_the_combat_action() {
    for (kind, behaviour) in [(PolicyKind::Greedy, 0), (PolicyKind::Solo, 1)] {
        for (momentum, shots) in [(1, 2), (0, 1)] {
            let mut own = mech();
            own.move_in = 0;
            let mut lances = rifle();
            lances.remote = Some(1);
            own.weapons[SABER] = lances;
            let mut arena = played_by(kind, own, drill(Tier::Basic, 0));
            arena.apart(0, 1, 4);
            arena.set_momentum(Side::A, momentum);
            let faces = vec![5; behaviour]
                .into_iter()
                .chain(vec![1; 6 * shots])
                .collect::<Vec<u8>>();
            let (_, events) = arena.run(&faces, |game| game.take_turn(0, false));
            assert_eq!(attacks(&events).len(), shots, "{kind}");
            assert_eq!(arena.momentum(Side::A), 0);
        }
    }
}

/// `ms10.skill.flash`: in a duel greedy attacks an enemy that may buy a Flash with what a Flash stops least. Five HITS of
/// DMG 400 are lost to one altogether, but for what it costs, 500 HP to a target of 4000; of nine HITS of DMG 200 four
/// come through. Without the Momentum for it, the five of DMG 400 do more.
#[test]
fn greedy_reckons_with_a_flash() {
    for (momentum, weapon) in [(FLASH_COST, 1), (FLASH_COST - 1, 0)] {
        let mut own = mech();
        own.move_in = 0;
        (own.shooting_bonus, own.resource) = (0, None);
        own.weapons = [(5, 400), (9, 200)]
            .map(|(bonus, dmg)| {
                let mut weapon = rifle();
                (weapon.dice, weapon.bonus, weapon.dmg) = (0, bonus, dmg);
                weapon
            })
            .to_vec();
        let mut enemy = crewed(Tier::Ace);
        enemy.weapons.truncate(1);
        (enemy.weapons[RIFLE].pen, enemy.weapons[RIFLE].dmg) = (None, 0);
        (enemy.evade.dice, enemy.evade.bonus) = (0, 0);
        let mut arena = played_by(PolicyKind::Greedy, own, enemy);
        arena.apart(0, 1, 4);
        arena.set_momentum(Side::B, momentum);
        let (_, events) = arena.run(&[], |game| game.take_turn(0, false));
        let chosen: Vec<usize> = matching!(&events, Event::Attack { weapon, .. } => *weapon);
        assert_eq!(chosen[0], weapon, "{momentum} Momentum");
    }
}

/// A unit of Move 0 with weapons that roll no dice, each given by its HITS and its DMG.
fn turret<const N: usize>(weapons: [(i8, u16); N]) -> UnitProfile {
    let mut own = with!(mech(), move_in: 0, shooting_bonus: 0);
    own.weapons = weapons
        .map(|(bonus, dmg)| with!(rifle(), dice: 0, bonus: bonus, dmg: dmg, pen: None))
        .to_vec();
    own
}

/// The first target and weapon of greedy's turn against two enemies that defend with nothing, 5 hexes off.
fn chosen(
    own: UnitProfile,
    enemies: [UnitProfile; 2],
    change: impl FnOnce(&mut Arena),
) -> (usize, usize) {
    let bare = enemies.map(|enemy| with!(enemy, evade: Defence { dice: 0, bonus: 0 }));
    let mut arena = Arena::new(&[own], &bare);
    arena.play_by(PolicyKind::Greedy);
    arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
    arena.put(1, Hex::new(3, 6), Hex::new(0, -1));
    arena.put(2, Hex::new(2, 6), Hex::new(0, -1));
    arena.set_momentum(Side::A, 0);
    change(&mut arena);
    let mut dice = TableDice::new(stream(1, 0, 0));
    let mut there = arena.battle.clone();
    there.begin_turn(0, false);
    let view = View {
        state: &there,
        ..arena.view()
    };
    let play_outs = PlayOuts::new(play_on);
    let policies = Policies::new([PolicyKind::Greedy; 2], &play_outs);
    match policies.action(Side::A, view, &mut dice) {
        Action::Attack { weapon, target, .. } => (target, weapon),
        other => panic!("{other:?}"),
    }
}

/// `ms10.counter.cost`, `ms10.target.arc`: of two enemies greedy shoots at the Elite one, which is worth more, unless that
/// may Counter with five HITS of DMG 900: it looks this way and has a point of Momentum, and one more for its Stun Token.
#[test]
fn greedy_fears_the_counters_that_the_rules_allow() {
    let own = || with!(turret([(3, 300)]), hp: 5000);
    let ace = || {
        let gun = with!(rifle(), dice: 0, bonus: 9, dmg: 900);
        with!(crewed(Tier::Ace), vp: 44, hp: 4000, weapons: vec![gun])
    };
    let plain = || with!(mech(), hp: 4000);
    for (momentum, stun, facing, target) in [
        (1, 0, -1, 2),
        (0, 0, -1, 1),
        (1, 1, -1, 1),
        (2, 1, -1, 2),
        (1, 0, 1, 1),
    ] {
        let (first, _) = chosen(own(), [ace(), plain()], |arena| {
            arena.set_momentum(Side::B, momentum);
            arena.unit_mut(1).stun = stun;
            for unit in [1, 2] {
                arena.unit_mut(unit).facing = Hex::new(0, facing);
            }
        });
        assert_eq!(
            first, target,
            "{momentum} Momentum, {stun} Stun, facing {facing}"
        );
    }
}

/// `ms10.aoe.sweep`: what a sweep does to a second target does not destroy the first: 600 HP destroy one of 500, a sweep
/// of 400 each does not, though it does more in all.
#[test]
fn greedy_counts_the_targets_of_a_sweep_apart() {
    let mut own = turret([(2, 300), (4, 200)]);
    own.weapons[1].aoe = Some(2);
    let enemies = || [with!(mech(), hp: 500), with!(mech(), hp: 20_000)];
    assert_eq!(chosen(own.clone(), enemies(), |_| ()), (1, 0));
    // Where neither destroys, the sweep does more.
    own.weapons[0].dmg = 200;
    assert_eq!(
        chosen(
            own,
            [with!(mech(), hp: 4000), with!(mech(), hp: 4000)],
            |_| ()
        )
        .1,
        1
    );
}
