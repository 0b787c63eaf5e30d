//! Who acts next under the behaviour tables, and whom it goes for.

use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, activations, attacks, crewed, mech, rifle};
use super::behaviour::{block, field};
use super::drill::drill;
use super::field::{Field, building, high_wall};
use super::hexmap;
use super::solo::{PLAIN, solo, target, turn};
use crate::data::profile::{Defence, Role, Tier, UnitProfile, UnitType};
use crate::data::scenario::Place;
use crate::options::Options;
use crate::rules::event::Event;
use crate::rules::play::{Pace, Stage};
use crate::rules::unit_id::UnitId;

/// The enemy that unit 0 goes for on a roll of 5, by Return Fire on a unit or of its own.
fn goes_for(arena: &mut Arena, aggressor: Option<UnitId>) -> UnitId {
    arena.battle.aggressor = aggressor;
    arena.run(&[PLAIN], |game| game.open_turn(0, aggressor.is_some()));
    arena.battle.turn.plan.target
}

/// One unit in row 4 against others in front of it, so many inches off.
fn facing(own: UnitProfile, enemies: &[UnitProfile], inches: &[i16]) -> Arena {
    let mut places: Vec<Place> = vec![(24, 4)];
    places.extend(inches.iter().map(|inches| (24, 4 + inches)));
    solo(field(&[own], enemies), &places)
}

fn of_role(role: Role, range_in: u8) -> UnitProfile {
    with!(mech(), role: role, weapons: vec![with!(rifle(), range_in: range_in)])
}

/// `ms93.mecha-ai.target-nearest`, `ms93.kaiju-ai.target-nearest`: a basic crew goes for the enemy at 12
/// in, not for the one at 18 in, and a basic Kaiju for the one at 7 in, not for the one at 9 in.
#[test]
fn basic_crews_go_for_the_nearest() {
    for (kind, inches) in [(UnitType::MechSuit, [18, 12]), (UnitType::Kaiju, [9, 7])] {
        let own = with!(mech(), unit_type: kind);
        let mut arena = facing(own, &[mech(), mech()], &inches);
        assert_eq!(goes_for(&mut arena, None), 2);
    }
}

/// `ms93.mecha-ai.target-raid`, `ms93.kaiju-ai.target-roles`: Evade 8d10+3 is 8.6, 6d10+2 is 6.2: Raid and
/// Assault go for the latter although it is farther off; other roles do not, and nobody goes for one that
/// two moves of 8 in and a range of 12 in do not reach (28 in).
#[test]
fn raiders_go_for_low_evade() {
    let quick = with!(mech(), evade: Defence { dice: 8, bonus: 3 });
    let slow = with!(mech(), evade: Defence { dice: 6, bonus: 2 });
    for (role, inches, expected) in [
        (Role::Raid, 20, 2),
        (Role::Assault, 28, 2),
        (Role::Raid, 29, 1),
        (Role::Battler, 20, 1),
    ] {
        for kind in [UnitType::MechSuit, UnitType::Kaiju] {
            let own = with!(of_role(role, 12), unit_type: kind);
            let mut arena = facing(own, &[quick.clone(), slow.clone()], &[14, inches]);
            assert_eq!(goes_for(&mut arena, None), expected, "{role:?} {inches}");
        }
    }
}

/// `ms93.mecha-ai.target-farthest`, `ms93.kaiju-ai.target-roles`: with a weapon of 36 in and enemies at
/// 10, 30 and 40 in a Sniper aims at the one at 30 in, and so does who fires over the others; a basic
/// Firepower unit is bound to the one at 10 in, a Skilled one is not.
#[test]
fn long_guns_aim_for_the_farthest_in_range() {
    let lobbing = with!(rifle(), indirect: true, range_in: 36);
    let skilled = with!(of_role(Role::Firepower, 36), tier: Tier::Skilled);
    for (own, expected) in [
        (of_role(Role::Sniper, 36), 2),
        (with!(mech(), weapons: vec![lobbing]), 2),
        (of_role(Role::Firepower, 36), 1),
        (skilled, 2),
        (of_role(Role::Versatile, 36), 1),
    ] {
        for kind in [UnitType::MechSuit, UnitType::Kaiju] {
            let own = with!(own.clone(), unit_type: kind);
            let mut arena = facing(own, &[mech(), mech(), mech()], &[10, 30, 40]);
            assert_eq!(goes_for(&mut arena, None), expected, "{kind:?}");
        }
    }
}

/// `ms93.mecha-ai.target-return-fire`, `ms93.kaiju-ai.target-roles`: attacked from 20 in, another enemy at
/// 6 in: with a range of 24 in the answer goes to the aggressor, with 16 in to the one at 6 in, whatever
/// the role; a Kaiju with 16 in answers one at 15 in although another stands at 5 in.
#[test]
fn return_fire_goes_to_the_aggressor_in_range() {
    for (kind, role, range, inches, expected) in [
        (UnitType::MechSuit, Role::Versatile, 24, [20, 6], 1),
        (UnitType::MechSuit, Role::Versatile, 16, [20, 6], 2),
        (UnitType::MechSuit, Role::Sniper, 16, [20, 6], 2),
        (UnitType::Kaiju, Role::Versatile, 16, [15, 5], 1),
    ] {
        let own = with!(of_role(role, range), unit_type: kind);
        let mut arena = facing(own, &[mech(), mech()], &inches);
        assert_eq!(goes_for(&mut arena, Some(1)), expected, "{role:?} {range}");
    }
}

/// `ms93.mecha-ai.target-return-fire`: in a turn of its own, too, a unit goes for whoever attacked it last, 20 in
/// off, past another at 6 in: a free crew with a range of 24 in does, whatever its role; not out of range, not once
/// the aggressor has fallen, and not a basic crew, which the core rules bind to the closest.
#[test]
fn the_last_aggressor_is_remembered() {
    for (tier, role, range, standing, expected) in [
        (Tier::Skilled, Role::Versatile, 24, true, 1),
        (Tier::Skilled, Role::Raid, 24, true, 1),
        (Tier::Skilled, Role::Versatile, 16, true, 2),
        (Tier::Skilled, Role::Versatile, 24, false, 2),
        (Tier::Basic, Role::Versatile, 24, true, 2),
    ] {
        let own = with!(of_role(role, range), tier: tier);
        let weak = with!(mech(), evade: Defence { dice: 1, bonus: 0 });
        let mut arena = facing(own, &[mech(), weak], &[20, 6]);
        arena.unit_mut(1).on_table = standing;
        arena.unit_mut(0).attacked_by = Some(1);
        assert_eq!(goes_for(&mut arena, None), expected, "{role:?} {range}");
    }
}

/// `ms93.mecha-ai.target-return-fire`: the last of two attackers counts; a Counter is no attack.
#[test]
fn attacks_are_remembered_counters_are_not() {
    let foes = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = Arena::with(&[drill(Tier::Skilled, 0)], &foes, &hexmap());
    arena.put(2, Hex::new(4, 6), Hex::new(0, -1));
    arena.script(|s| s.counter = Some(RIFLE));
    for attacker in [2, 1] {
        let events = arena.attack_by_luck(attacker, RIFLE, 0);
        let counter = |event: &Event| matches!(event, Event::Attack { counter: true, .. });
        assert!(events.iter().any(counter));
        assert_eq!(arena.unit(0).attacked_by, Some(attacker as u8));
        assert_eq!(arena.unit(attacker).attacked_by, None);
    }
}

/// `ms93.mecha-ai.move-effective`, `ms93.kaiju-ai.movement-weapon`: the same damage on 3000 HP is less of
/// a share than on 1000 HP: a Skilled crew goes for the latter, a basic one for the nearest, and a
/// Battle-Tested one by the option `bt_free_targeting`.
#[test]
fn free_crews_go_for_the_largest_share() {
    for (tier, free, expected) in [
        (Tier::Skilled, false, 2),
        (Tier::Ace, false, 2),
        (Tier::BattleTested, false, 1),
        (Tier::BattleTested, true, 2),
        (Tier::Basic, true, 1),
    ] {
        for kind in [UnitType::MechSuit, UnitType::Kaiju] {
            let own = with!(crewed(tier), unit_type: kind, weapons: vec![rifle()]);
            let field = field(&[own], &[mech(), mech()]);
            let field = Field {
                options: with!(Options::default(), bt_free_targeting: free),
                ..field
            };
            let mut arena = solo(field, &[(24, 4), (24, 20), (24, 24)]);
            arena.unit_mut(1).hp = 3000;
            arena.unit_mut(2).hp = 1000;
            assert_eq!(goes_for(&mut arena, None), expected, "{tier:?}");
        }
    }
}

/// `ms93.mecha-ai.conflict`: a Skilled Raid unit that does not move goes for the enemy of low Evade, but a
/// wall hides that one. Of the two others it shoots the one that it does more to; of two equal ones at 8
/// and at 12 in the nearer, below half its HP the farther.
#[test]
fn a_conflict_is_settled_by_expected_damage() {
    let slow = with!(target(), evade: Defence { dice: 4, bonus: 0 });
    let quick = with!(target(), evade: Defence { dice: 8, bonus: 4 });
    for (hp, near, far, expected) in [
        (4000, quick.clone(), target(), 3),
        (4000, target(), quick, 2),
        (4000, target(), target(), 2),
        (1900, target(), target(), 3),
    ] {
        let own = with!(of_role(Role::Raid, 24), tier: Tier::Skilled, move_in: 0);
        let field = field(&[own], &[slow.clone(), near, far]);
        let field = block(field, high_wall(), [14, 34], [18, 18]);
        let mut arena = solo(field, &[(24, 4), (24, 22), (24, 12), (18, 16)]);
        arena.unit_mut(0).hp = hp;
        let [two, three] = [2, 3].map(|enemy| arena.view().distance(0, enemy));
        assert!(two == 8 && three == 12, "{two} {three}");
        assert!(!arena.view().sees(0, 1));
        let events = turn(&mut arena, &[&[PLAIN], &[1; 14][..]].concat());
        assert_eq!(attacks(&events), [(0, expected)], "{hp} HP");
        assert_eq!(arena.battle.turn.plan.target, 1);
    }
}

/// The order in which units of side A are activated, each after the other.
fn activated(arena: &mut Arena, count: usize) -> Vec<UnitId> {
    let faces = vec![PLAIN; count];
    let (_, events) = arena.run(&faces, |game| {
        for _ in 0..count {
            game.step(Stage::Slot(Side::A), Pace::Turn);
            let unit = game.state.turn.unit;
            game.state.units[unit].activated = true;
        }
    });
    activations(&events)
        .into_iter()
        .map(|(unit, _)| unit)
        .collect()
}

/// `ms93.mecha-ai.activation-order`, `ms93.kaiju-ai.activation-order`: a is unhurt at 10 in, b commands at
/// 20 in, c at 30 in was just attacked: c, b, a. When c has acted already: b, a.
#[test]
fn who_was_attacked_acts_first_then_the_commander() {
    for kind in [UnitType::MechSuit, UnitType::Kaiju] {
        for (acted, expected) in [(false, vec![2, 1, 0]), (true, vec![1, 0])] {
            let own = with!(mech(), unit_type: kind);
            let field = field(&[own.clone(), own.clone(), own], &[mech()]);
            let mut arena = solo(field, &[(24, 34), (24, 24), (24, 14), (24, 44)]);
            arena.unit_profile(1).commander = true;
            arena.unit_mut(2).activated = acted;
            arena.battle.return_fire.insert(2);
            arena.battle.aggressor = Some(3);
            assert_eq!(activated(&mut arena, expected.len()), expected);
        }
    }
}

/// `ms93.mecha-ai.activation-order`: before the closest unit acts one that stands behind an enemy within
/// two moves and its range, and one that gets onto a roof with an enemy in its range; a wall in the place
/// of the building changes nothing.
#[test]
fn tactical_advantage_comes_before_the_closest() {
    let pair = || field(&[mech(), mech()], &[mech()]);
    // The enemy looks along column 24 towards row 0.
    for (second, expected) in [((24, 47), 1), ((10, 4), 0)] {
        let mut arena = solo(pair(), &[(24, 36), second, (24, 40)]);
        assert!(arena.view().distance(0, 2) < arena.view().distance(1, 2));
        assert_eq!(activated(&mut arena, 1), [expected]);
    }
    for (tags, expected) in [(building(1), 1), (high_wall(), 0)] {
        let field = block(pair(), tags, [14, 17], [18, 20]);
        let mut arena = solo(field, &[(38, 26), (14, 10), (24, 40)]);
        assert!(arena.view().distance(0, 2) < arena.view().distance(1, 2));
        assert_eq!(activated(&mut arena, 1), [expected]);
    }
}

/// `ms93.mecha-ai.activation-order`: where two models stand within 8 in of an enemy a third that comes near
/// overwhelms it, and acts before one of the two, which is closer; it does not with one of them away.
#[test]
fn the_third_model_comes_before_the_closest() {
    for (first, expected) in [((22, 34), 2), ((2, 2), 1)] {
        let still = || with!(mech(), move_in: 0);
        let field = field(&[still(), still(), mech()], &[mech()]);
        let mut arena = solo(field, &[first, (26, 34), (24, 24), (24, 40)]);
        arena.unit_mut(0).activated = true;
        assert_eq!(activated(&mut arena, 1), [expected]);
    }
}
