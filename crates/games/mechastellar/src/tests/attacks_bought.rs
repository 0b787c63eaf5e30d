//! Bought traits of attacks: decoys, dice alike, missiles at two targets.

use equipoise_dice::{Reroll, StreamDice, stream};
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, pools, results};
use super::drill::{FOCUS, drill, flats, fuelled, hit, spent, strikes};
use super::hexmap;
use super::upgrade::{WARSHIP, bought, refused};
use crate::data::profile::{Category, ResourceKind, Shield, Support, Tier, UnitProfile, Upgrade};
use crate::policy_kind::PolicyKind;
use crate::rules::aim::Form;
use crate::rules::clash::{CounterTerms, Strike};
use crate::rules::decision::Action;
use crate::rules::decision::AttackBonus;
use crate::rules::event::{Event, MomentumCause};

const AHEAD: Hex = Hex::new(0, 1);
const BACK: Hex = Hex::new(0, -1);

/// A drill unit that has bought this.
fn buyer(tier: Tier, hits: i8, upgrades: &[Upgrade]) -> UnitProfile {
    with!(drill(tier, hits), upgrades: upgrades.to_vec())
}

/// `ms93.trait.decoy-attack`, `ms93.trait.desperation-attack`, `ms93.trait.missile-massacre`: 20, 30 and 50
/// points, once, for any crew but not for Warships (`ms93.upgrade.warship-list`).
#[test]
fn traits_of_attacks_are_bought_once() {
    for (name, points) in [
        ("decoy-attack", 20),
        ("desperation-attack", 30),
        ("missile-massacre", 50),
    ] {
        assert_eq!(bought(&[], &[name]).unwrap().points, 320 + points);
        refused(&[], &[name; 2], &["expected it once per unit"]);
        refused(WARSHIP, &[name], &["What Warships may take"]);
    }
}

/// An attacker whose saber has six dice, HITS beside them and no PEN.
fn fencer(upgrades: &[Upgrade], bonus: i8) -> UnitProfile {
    let mut unit = buyer(Tier::Skilled, 0, upgrades);
    let saber = &mut unit.weapons[SABER];
    (saber.dice, saber.bonus, saber.pen, saber.close_combat) = (6, bonus, None, true);
    unit
}

/// HITS of a cut of unit 0 at unit 1.
fn cut(units: [UnitProfile; 2], faces: &[u8], write: impl FnOnce(&mut Arena)) -> i32 {
    let [own, other] = units;
    let options = with!(hexmap(), elite_bonus: true);
    let mut arena = Arena::with(&[own], &[other], &options);
    arena.apart(0, 1, 1);
    // Decided by the test where it matters.
    arena.script(|s| s.attack_bonus = AttackBonus::Size);
    write(&mut arena);
    results(&arena.attack(0, SABER, 1, faces))[0].0
}

/// The faces of a roll, then the places of its HITS among the faces from 5 to 9.
const THREE_SEVENS: [u8; 11] = [7, 7, 7, 2, 5, 9, 3, 3, 3, 1, 5];

/// `ms93.trait.desperation-attack`: three 7, a 5 and a 9 are 3 * 2 + 1 + 1 = 8 HITS instead of 5; four of a kind
/// are eight; 10 are criticals as ever, and 4 none; two of a kind gain nothing.
#[test]
fn three_dice_alike_are_criticals() {
    let own = || fencer(&[Upgrade::DesperationAttack], 0);
    let target = || drill(Tier::Basic, 0);
    let plain = |_: &mut Arena| {};
    let dice = |unit, faces: &[u8]| cut([unit, target()], faces, plain);
    assert_eq!(dice(own(), &THREE_SEVENS), 8);
    assert_eq!(dice(fencer(&[], 0), &THREE_SEVENS[..6]), 5);
    assert_eq!(dice(own(), &[8, 8, 8, 8, 1, 1, 4, 4, 4, 4]), 8);
    assert_eq!(dice(own(), &[9, 9, 9, 5, 5, 5, 5, 5, 5, 1, 1, 1]), 12);
    assert_eq!(dice(own(), &[10, 10, 10, 7, 7, 1]), 8);
    assert_eq!(dice(own(), &[4, 4, 4, 3, 3, 3]), 0);
    assert_eq!(dice(own(), &[6, 6, 8, 8, 1, 1, 2, 2, 4, 4]), 4);
}

/// `ms93.trait.desperation-attack`: Focus hits on 3, but three 3 stay three HITS.
#[test]
fn focus_makes_no_three_alike() {
    let own = fencer(&[Upgrade::DesperationAttack], 0);
    let hits = cut([own, drill(Tier::Basic, 0)], &[3, 3, 3, 1, 1, 1], |arena| {
        arena.script(|s| s.attack_skills = [FOCUS].into());
    });
    assert_eq!(hits, 3);
}

/// `ms93.trait.desperation-attack`: the faces after the reroll count, those that failed thrown again.
#[test]
fn dice_are_matched_after_the_reroll() {
    let mut own = fuelled(Tier::Skilled, 0, ResourceKind::Power, 1);
    own.upgrades = vec![Upgrade::DesperationAttack];
    own.weapons = fencer(&[], 0).weapons;
    let faces = [7, 7, 1, 1, 1, 1, 7, 1, 1, 1, 3, 3, 3];
    let hits = cut([own, drill(Tier::Basic, 0)], &faces, |arena| {
        arena.script(|s| s.attack_reroll = Some(Reroll::LowAndMid));
    });
    assert_eq!(hits, 6);
}

/// `ms93.trait.desperation-attack`: with a Feint a 9 is critical already, and three 9 gain nothing; four faces
/// are left for three of a kind.
#[test]
fn criticals_gain_nothing_more() {
    for (faces, hits) in [
        (&[9, 9, 9, 1, 1, 1][..], 6),
        (&[8, 8, 8, 9, 1, 1, 4, 4, 4], 8),
    ] {
        let own = fencer(&[Upgrade::DesperationAttack], 0);
        let found = cut([own, drill(Tier::Basic, 0)], faces, |arena| {
            arena.script(|s| s.attack_bonus = AttackBonus::Critical);
        });
        assert_eq!(found, hits);
    }
}

/// `ms93.trait.desperation-attack`, `ms93.trait.swordsman-skilled`: three 5 are criticals against who is hit on 6 as
/// well; among the failed dice that Focus would turn they are the higher of two faces.
#[test]
fn three_fives_find_a_swordsman() {
    let swordsman = || buyer(Tier::Skilled, 0, &[Upgrade::SwordsmanSkilled]);
    let own = || fencer(&[Upgrade::DesperationAttack], 0);
    let faces = [5, 5, 5, 1, 1, 1, 1, 2, 2, 2];
    assert_eq!(cut([own(), swordsman()], &faces, |_| {}), 6);
    let faces = [4, 4, 4, 1, 1, 1, 1, 1, 1, 1];
    assert_eq!(cut([own(), swordsman()], &faces, |_| {}), 0);
    // A 6 is the first of four faces that hit.
    let faces = [6, 6, 6, 1, 1, 1, 1, 1, 1, 1];
    assert_eq!(cut([own(), swordsman()], &faces, |_| {}), 6);
}

/// `ms93.trait.desperation-attack`: neither without the tag nor in a Counter (`ms10.counter.no-passive`).
#[test]
fn other_dice_are_not_matched() {
    let mut bare = fencer(&[Upgrade::DesperationAttack], 0);
    bare.weapons[SABER].close_combat = false;
    let faces = &THREE_SEVENS[..6];
    assert_eq!(cut([bare, drill(Tier::Basic, 0)], faces, |_| {}), 5);
    let own = fencer(&[Upgrade::DesperationAttack], 0);
    let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[own]);
    arena.apart(0, 1, 1);
    arena.script(|s| s.counter = Some(SABER));
    let faces: Vec<u8> = [1].into_iter().chain(THREE_SEVENS[..6].to_vec()).collect();
    let events = arena.attack(0, SABER, 1, &faces);
    // Less the 2 HITS of a Counter.
    assert_eq!(results(&events)[1].0, 3);
}

/// Beliefs know `ms93.trait.desperation-attack`: three dice are 3 * 0.7 HITS and 5 * 3 / 1000 more, of 10,000 DMG
/// 21,150 HP; a Counter is believed in as if there were none.
#[test]
fn dice_alike_are_believed_in() {
    let believed = |upgrades: &[Upgrade], counter| {
        let mut own = fencer(upgrades, 0);
        (own.weapons[SABER].dice, own.weapons[SABER].dmg) = (3, 10_000);
        let mut arena = Arena::new(&[own], &[drill(Tier::Basic, 0)]);
        arena.apart(0, 1, 1);
        let terms = CounterTerms {
            penalty: false,
            trade: false,
            skill: None,
        };
        arena.view().belief(&Strike {
            form: Form::Melee,
            counter: if counter { Some(terms) } else { None },
            ..Strike::plain(0, SABER, 1)
        })
    };
    let desperate = [Upgrade::DesperationAttack];
    assert_eq!(believed(&[], false), 21_000);
    assert_eq!(believed(&desperate, false), 21_150);
    assert_eq!(believed(&desperate, true), 21_000);
}

/// HITS of cuts at a target from its front, with Zeal between them, and what its side paid.
fn decoyed(own: UnitProfile, target: UnitProfile, cuts: usize) -> (Vec<i32>, u8) {
    let mut arena = Arena::new(&[own], &[target]);
    arena.apart(0, 1, 1);
    let mut actions = vec![hit(SABER, 1)];
    if cuts > 1 {
        actions.extend([Action::Zeal { actions: 1 }, hit(SABER, 1)]);
    }
    let events = arena.turn(0, &actions, &[5, 5, 5, 5, 5, 5].repeat(cuts));
    let hits = results(&events).iter().map(|result| result.0).collect();
    (hits, spent(&arena, Side::A))
}

/// `ms93.trait.decoy-attack`: a melee roll of 6 HITS and 5 more against MD1 comes to 6 + 5 + 2 + 1 = 14 for
/// 1 Momentum; the second attack of the turn on the same target has none of it, and pays for Zeal alone.
#[test]
fn decoys_surprise_once() {
    let own = || fencer(&[Upgrade::DecoyAttack], 5);
    let target = || with!(drill(Tier::Basic, 0), shields: vec![Shield::Melee(1)]);
    assert_eq!(decoyed(own(), target(), 1), (vec![14], 1));
    assert_eq!(decoyed(own(), target(), 2), (vec![14, 11], 2));
    assert_eq!(decoyed(fencer(&[], 5), target(), 1), (vec![11], 0));
    // Who is never surprised (`ms93.upgrade.superior-instincts`).
    let instincts = buyer(Tier::Ace, 0, &[Upgrade::SuperiorInstincts]);
    assert_eq!(decoyed(own(), instincts, 1), (vec![11], 0));
}

/// `ms93.trait.decoy-attack`: none without Momentum, against the player's will, with a shot or in a Counter; from
/// behind and on a target without a head Blindside is free as ever.
#[test]
fn decoys_are_for_melee_attacks_that_ask_for_them() {
    let decoy = || buyer(Tier::Skilled, 0, &[Upgrade::DecoyAttack]);
    let blow = |weapon, write: &dyn Fn(&mut Arena)| {
        let mut arena = Arena::new(&[decoy()], &[drill(Tier::Basic, 0)]);
        arena.apart(0, 1, 1 + 2 * i16::from(weapon == RIFLE));
        write(&mut arena);
        let before = arena.momentum(Side::A);
        let flat = flats(&arena.attack(0, weapon, 1, &[1]))[0];
        (flat, before - arena.momentum(Side::A))
    };
    assert_eq!(blow(RIFLE, &|_| {}), (0, 0));
    assert_eq!(blow(SABER, &|arena| arena.set_momentum(Side::A, 0)), (0, 0));
    let declines = |arena: &mut Arena| arena.script(|s| s.blindside = [false].into());
    assert_eq!(blow(SABER, &declines), (0, 0));
    // Face 1 and saves that are passed where the critical goes through.
    let surprised = |write: &dyn Fn(&mut Arena)| {
        let mut arena = Arena::new(&[decoy()], &[drill(Tier::Basic, 0)]);
        arena.apart(0, 1, 1);
        write(&mut arena);
        let flat = flats(&arena.attack(0, SABER, 1, &[1, 10, 10]))[0];
        (flat, spent(&arena, Side::A))
    };
    assert_eq!(surprised(&|_| {}), (2, 1));
    assert_eq!(surprised(&|arena| arena.unit_mut(1).facing = AHEAD), (2, 0));
    assert_eq!(
        surprised(&|arena| arena.unit_mut(1).head_lost = true),
        (2, 0)
    );
    let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[decoy()]);
    arena.apart(0, 1, 1);
    arena.script(|s| s.counter = Some(SABER));
    let events = arena.attack(0, SABER, 1, &[1, 1]);
    assert_eq!(flats(&events)[2], -2);
    assert_eq!(spent(&arena, Side::B), 1, "for the Counter alone");
}

/// `ms93.trait.decoy-attack`: Support DEF is ignored (`ms10.advantage.blindside-support`).
#[test]
fn support_is_no_use_against_a_decoy() {
    for (upgrades, def) in [(&[][..], 2), (&[Upgrade::DecoyAttack], 0)] {
        let mut target = drill(Tier::Basic, 0);
        target.weapons[SABER].support = Some(Support::of(0, 2, true));
        let mut arena = Arena::new(&[fencer(upgrades, 0)], &[target]);
        arena.apart(0, 1, 1);
        arena.script(|s| s.support = [0, 1 << SABER]);
        let events = arena.attack(0, SABER, 1, &[1; 6]);
        assert_eq!(results(&events)[0].1, def);
    }
}

/// `ms93.trait.decoy-attack`: policies pay where 2 HITS are worth more than the Momentum: of 1000 DMG `greedy` does
/// on 30,000 HP, of 10 it does not; `solo` does where they are expected to destroy.
#[test]
fn policies_pay_for_decoys_that_matter() {
    for (policy, dmg, hp, pays) in [
        (PolicyKind::Greedy, 1000, 30_000, true),
        (PolicyKind::Greedy, 10, 30_000, false),
        // 3 + 0.7 HITS, with a decoy 5.7.
        (PolicyKind::Solo, 1000, 30_000, false),
        (PolicyKind::Solo, 1000, 5000, true),
        (PolicyKind::Solo, 1000, 3000, false),
    ] {
        let mut own = buyer(Tier::Skilled, 3, &[Upgrade::DecoyAttack]);
        (own.weapons[SABER].dmg, own.weapons[SABER].pen) = (dmg, None);
        let target = with!(drill(Tier::Basic, 0), hp: hp);
        let mut arena = Arena::new(&[own], &[target]);
        arena.apart(0, 1, 1);
        arena.bout.policies[0] = policy;
        arena.bout.model_duel();
        arena.battle.turn.unit = 0;
        let mut dice = StreamDice::new(stream(1, 0, 0));
        let (_, events) = arena.run_on(&mut dice, |game| game.attack(SABER, false, 1, Form::Melee));
        let paid = events.iter().any(|event| {
            matches!(
                event,
                Event::Momentum {
                    cause: MomentumCause::Decoy,
                    ..
                }
            )
        });
        assert_eq!(paid, pays, "{policy:?} {dmg} {hp}");
    }
}

/// A unit whose rifle fires so many missiles, three times.
fn launcher(upgrades: &[Upgrade], dice: u8) -> UnitProfile {
    let mut unit = buyer(Tier::Skilled, 0, upgrades);
    let rifle = &mut unit.weapons[RIFLE];
    (rifle.category, rifle.dice, rifle.uses) = (Some(Category::Explosive), dice, Some(3));
    rifle.range_in = 48;
    unit
}

/// The attacker on (3, 2), the first target 8 in ahead, the second this many hexes beside it.
fn salvo(own: UnitProfile, beside: i16) -> Arena {
    let other = drill(Tier::Basic, 0);
    let mut arena = Arena::new(&[own], &[other.clone(), other]);
    arena.put(0, Hex::new(3, 2), AHEAD);
    arena.put(1, Hex::new(3, 4), BACK);
    arena.put(2, Hex::new(3 + beside, 4), BACK);
    arena.script(|s| s.sweep = vec![2]);
    arena
}

/// `ms93.trait.missile-massacre`: 8d10 missiles at two units 12 in apart are two pools of eight dice; one Combat
/// Action, and 3 - 1 = 2 uses are left. At 16 in it goes, at 20 in it does not, nor without the trait.
#[test]
fn missiles_hit_two_targets() {
    let massacre = || launcher(&[Upgrade::MissileMassacre], 8);
    for (own, beside, attacks) in [
        (massacre(), 3, 2),
        (massacre(), 4, 2),
        (massacre(), 5, 1),
        (launcher(&[], 8), 3, 1),
    ] {
        let mut arena = salvo(own, beside);
        let again = hit(RIFLE, 1);
        let faces = vec![1; 8 * attacks];
        let events = arena.turn(0, &[hit(RIFLE, 1), again], &faces);
        let dice: Vec<u8> = pools(&events)
            .iter()
            .step_by(2)
            .map(|pool| pool.0)
            .collect();
        assert_eq!(dice, vec![8; attacks], "{beside}");
        assert_eq!(strikes(&events), [(0, 1, false)]);
        assert_eq!(arena.unit(0).uses[RIFLE], 2);
        let turn = &arena.battle.turn;
        assert_eq!(turn.attacks_on(2), attacks as u8 - 1);
    }
}

/// `ms93.trait.missile-massacre`: once a turn, and again in the next one; each pool without the 2 HITS that a sweep
/// takes, and with Lock On for both.
#[test]
fn massacres_come_once_a_turn() {
    let mut own = launcher(&[Upgrade::MissileMassacre], 1);
    own.sensors.shooting_in = 40;
    let mut arena = salvo(own, 3);
    arena.script(|s| s.lock_on = true);
    let zeal = Action::Zeal { actions: 1 };
    let actions = [hit(RIFLE, 1), zeal, hit(RIFLE, 1)];
    let events = arena.full_turn(0, &actions, &[1; 6]);
    assert_eq!(results(&events).len(), 3);
    assert_eq!(flats(&events), [0; 6]);
    let dice: Vec<u8> = pools(&events)
        .iter()
        .step_by(2)
        .map(|pool| pool.0)
        .collect();
    assert_eq!(dice, [2; 3]);
    assert_eq!(
        results(&arena.full_turn(0, &[hit(RIFLE, 1)], &[1; 4])).len(),
        2
    );
}

/// `ms93.trait.missile-massacre`: neither with other weapons nor with one that sweeps, which goes on as it does
/// (`ms10.aoe.sweep`: each target 2 HITS less); the second target must be a legal one by itself: not behind
/// the shooter, nor farther than a nearer one for who is bound to the closest.
#[test]
fn massacres_need_legal_targets() {
    let count = |own: UnitProfile, write: &dyn Fn(&mut Arena)| {
        let mut arena = salvo(own, 3);
        write(&mut arena);
        let events = arena.attack_by_luck(0, RIFLE, 1);
        (results(&events).len(), flats(&events)[0])
    };
    let own = || launcher(&[Upgrade::MissileMassacre], 1);
    assert_eq!(count(own(), &|_| {}), (2, 0));
    let mut energy = own();
    energy.weapons[RIFLE].category = Some(Category::Energy);
    assert_eq!(count(energy, &|_| {}).0, 1);
    let mut sweeper = own();
    sweeper.weapons[RIFLE].aoe = Some(2);
    assert_eq!(count(sweeper, &|_| {}), (2, -2));
    let behind = |arena: &mut Arena| arena.put(2, Hex::new(3, 0), AHEAD);
    assert_eq!(count(own(), &behind).0, 1);
    let bound = with!(own(), tier: Tier::Basic);
    assert_eq!(count(bound, &|_| {}).0, 1);
}

/// `ms93.trait.missile-massacre`: both targets may Counter, when both attacks are over
/// (`ms10.counter.trigger`).
#[test]
fn both_targets_of_a_massacre_counter() {
    let other = drill(Tier::Skilled, 0);
    let own = launcher(&[Upgrade::MissileMassacre], 1);
    let mut arena = Arena::new(&[own], &[other.clone(), other]);
    arena.put(0, Hex::new(3, 0), AHEAD);
    arena.put(1, Hex::new(3, 3), BACK);
    arena.put(2, Hex::new(4, 3), BACK);
    arena.script(|s| {
        s.sweep = vec![2];
        s.counter = Some(RIFLE);
    });
    let events = arena.attack_by_luck(0, RIFLE, 1);
    assert_eq!(
        strikes(&events),
        [(0, 1, false), (1, 0, true), (2, 0, true)]
    );
    let sides: Vec<usize> = events
        .iter()
        .filter_map(|event| match event {
            Event::Result { attacker, .. } => Some(*attacker),
            _ => None,
        })
        .collect();
    assert_eq!(sides, [0, 0, 1, 2]);
}

/// `ms93.trait.missile-massacre`: `greedy` and `solo` fire missiles of 2 HITS at two targets rather than a gun of
/// 3 at one; without the trait they use the gun.
#[test]
fn policies_value_both_targets() {
    for policy in [PolicyKind::Greedy, PolicyKind::Solo] {
        for (upgrades, chosen) in [(&[][..], SABER), (&[Upgrade::MissileMassacre], RIFLE)] {
            let mut own = launcher(upgrades, 0);
            own.weapons[RIFLE].bonus = 2;
            let gun = with!(own.weapons[RIFLE].clone(), name: "Gun".to_owned(),
                category: Some(Category::Energy), bonus: 3, uses: None);
            own.weapons[SABER] = gun;
            own.move_in = 0;
            let mut arena = salvo(own, 3);
            arena.bout.policies[0] = policy;
            let mut dice = StreamDice::new(stream(1, 0, 0));
            let (_, events) = arena.run_on(&mut dice, |game| game.take_turn(0, false));
            let first = events.iter().find_map(|event| match event {
                Event::Attack { weapon, .. } => Some(*weapon),
                _ => None,
            });
            assert_eq!(first, Some(chosen), "{policy:?}");
        }
    }
}
