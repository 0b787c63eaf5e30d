//! Attacks.

use super::arena::{Arena, HEAD, LEFT_ARM, RIGHT_ARM, RIGHT_LEG, TORSO, at, fist};
use super::sheets::sheet;
use crate::data::stats::PerStat;
use crate::data::weapon::Tag;
use crate::rules::aim::Aim;
use crate::rules::attack::{Attack, Strikes};
use crate::rules::board::Board;
use crate::rules::facing::Facing;
use crate::rules::state::{Life, Posture};
use crate::rules::view::Arm;

/// REF-2 at 5 hexes with many Action Points and its turn begun.
fn ready() -> Arena {
    let mut arena = Arena::refs();
    arena.begin(0, 16);
    arena
}

fn torso(arena: &Arena) -> u16 {
    arena.battle.units[1].defense[TORSO]
}

/// mm30.ranged.accuracy-roll, mm30.ranged.evasion-roll, mm30.ranged.damage: Accuracy 6: a 5 misses, a 6
/// passes; Evasion 7: a 7 evades, a 6 does not, and 3 damage is done.
#[test]
fn a_shot_passes_and_is_evaded_or_hits() {
    for (faces, result, left) in [
        (&[5][..], Strikes::Missed, 36),
        (&[1], Strikes::Missed, 36),
        (&[6, 7], Strikes::Evaded, 36),
        (&[7, 8], Strikes::Evaded, 36),
        (&[6, 6], Strikes::Hit, 33),
        (&[7, 1], Strikes::Hit, 33),
    ] {
        let mut arena = ready();
        assert_eq!(arena.act(faces, |game| game.attack(at(TORSO))), Ok(result));
        assert_eq!(torso(&arena), left, "{faces:?}");
    }
}

/// mm30.ranged.critical: an 8 hits without an evasion roll for 3 + 2.
#[test]
fn an_eight_cannot_be_evaded() {
    let mut arena = ready();
    let result = arena.act(&[8], |game| game.attack(at(TORSO)));
    assert_eq!((result, torso(&arena)), (Ok(Strikes::Critical), 31));
}

/// mm30.ranged.pay-ap: of 9 points a weapon of 4 is paid twice, hit or miss; a third attack is not made.
#[test]
fn attacks_are_paid_before_the_roll() {
    let mut arena = Arena::duel(["Tall Heron", "REF-2"], &[]);
    arena.begin(0, 9);
    arena.act(&[1, 1], |game| {
        game.attack(at(TORSO)).expect("9 points");
        game.attack(at(TORSO)).expect("5 points");
        assert_eq!(
            game.attack(at(TORSO)).expect_err("1 point").rule,
            "mm30.ranged.pay-ap"
        );
    });
    assert_eq!(arena.battle.units[0].ap, 1);
}

/// mm30.ranged.repeat: 16 points of 3 each are five attacks, at sections chosen one by one, and 1 left.
#[test]
fn attacks_repeat_while_points_last() {
    let mut unit = sheet("REF-2");
    unit.weapons[0].item.ap = 3;
    let mut arena = Arena::new([&[unit], &[sheet("REF-2")]], &[]);
    arena.put(0, 5, 3, Facing::NORTH);
    arena.put(1, 5, 8, Facing::SOUTH);
    arena.begin(0, 16);
    arena.act(&[8, 8, 8, 8, 8], |game| {
        for section in [HEAD, HEAD, HEAD, TORSO, TORSO] {
            game.attack(at(section)).expect("enough points");
        }
        assert!(game.attack(at(TORSO)).is_err());
    });
    assert_eq!(arena.battle.units[1].defense[..2], [0, 26]);
    assert_eq!(arena.battle.units[0].ap, 1);
}

/// mm30.ranged.eligibility, mm30.weapon.range: range 6 reaches 6 hexes and not 7; 1 point does not pay
/// for 2; a lost hand does not fire.
#[test]
fn a_shot_needs_range_points_and_a_hand() {
    for (row, legal) in [(9, true), (10, false)] {
        let mut arena = ready();
        arena.put(1, 5, row, Facing::SOUTH);
        let faces: &[u8] = if legal { &[1] } else { &[] };
        let result = arena.act(faces, |game| game.attack(at(TORSO)));
        assert_eq!(result.is_ok(), legal);
        if let Err(refusal) = result {
            assert_eq!(refusal.rule, "mm30.weapon.range");
        }
    }
    let mut arena = ready();
    arena.battle.units[0].ap = 1;
    assert!(arena.act(&[], |game| game.attack(at(TORSO))).is_err());
    let mut arena = ready();
    arena.act(&[], |game| game.damage_section(0, RIGHT_ARM, 16));
    let refusal = arena
        .act(&[], |game| game.attack(at(TORSO)))
        .expect_err("no hand");
    assert_eq!(refusal.rule, "mm30.ranged.eligibility");
}

/// mm30.weapon.range-elevation: 6 hexes from -2 to +1 are a range of 9.
#[test]
fn levels_add_to_range() {
    let mut arena = Arena::refs();
    arena.put(1, 5, 9, Facing::SOUTH);
    arena.battle.units[0].elevation = -2;
    arena.battle.units[1].elevation = 1;
    assert_eq!(arena.view().distance(0, 1), 9);
}

/// mm30.ranged.choose-section: a lost section is no target, five others are; damage goes there alone.
#[test]
fn a_lost_section_is_no_target() {
    let mut arena = ready();
    arena.act(&[], |game| game.damage_section(1, RIGHT_ARM, 16));
    let legal = (0..7).filter(|&section| arena.view().check_attack(0, &at(section)).is_ok());
    assert_eq!(legal.collect::<Vec<_>>(), [0, 1, 2, 4, 5]);
    arena
        .act(&[8], |game| game.attack(at(LEFT_ARM)))
        .expect("legal");
    assert_eq!(arena.battle.units[1].defense, [12, 36, 11, 0, 20, 20]);
}

/// mm30.ranged.damage: an arm of 4 hit for 5 is gone, the surplus is lost.
#[test]
fn surplus_damage_is_lost() {
    let mut arena = ready();
    arena.battle.units[1].defense[LEFT_ARM] = 4;
    arena
        .act(&[8], |game| game.attack(at(LEFT_ARM)))
        .expect("legal");
    assert_eq!(arena.battle.units[1].defense, [12, 36, 0, 16, 20, 20]);
}

/// mm30.ranged.target-equipment, mm30.weapon.destroyed: a wing of 9 falls to 5 and 5; a held pistol of 6
/// to 5 and 5, and is used no more; a carried weapon is no target.
#[test]
fn items_are_targets_too() {
    let mut arena = Arena::duel(["REF-2", "White Tern"], &[]);
    arena.begin(0, 16);
    let wing = Attack::new(Arm::Weapon(0), 1, Aim::Equipment(0));
    arena.act(&[8, 8], |game| {
        game.attack(wing).expect("9 left");
        game.attack(wing).expect("4 left");
        assert!(game.attack(wing).is_err());
    });
    assert_eq!(arena.battle.units[1].equipment, [0, 9]);
    let mut arena = ready();
    let pistol = Attack::new(Arm::Weapon(0), 1, Aim::Weapon(0));
    arena.act(&[8, 8], |game| {
        game.attack(pistol).expect("6 left");
        game.attack(pistol).expect("1 left");
    });
    assert!(!arena.view().usable(1, 0));
    let fox = Arena::duel(["REF-2", "Quick Fox"], &[]);
    let carried = Attack::new(Arm::Weapon(0), 1, Aim::Weapon(1));
    assert!(fox.view().check_attack(0, &carried).is_err());
}

/// mm30.close.assault-roll, mm30.close.basic-attack: Assault 7: a 6 fails, a 7 passes, an 8 deals 1 + 1;
/// each strike costs 1 point, six of them 6.
#[test]
fn fists_strike_with_assault() {
    for (faces, left) in [(&[6][..], 36), (&[7, 6], 35), (&[7, 7], 36), (&[8], 34)] {
        let mut arena = ready();
        arena.put(1, 5, 4, Facing::SOUTH);
        arena
            .act(faces, |game| game.attack(fist(TORSO)))
            .expect("next to it");
        assert_eq!(torso(&arena), left, "{faces:?}");
        assert_eq!(arena.battle.units[0].ap, 15);
    }
    let mut arena = ready();
    arena.put(1, 5, 4, Facing::SOUTH);
    arena.battle.units[0].ap = 6;
    arena.act(&[1; 6], |game| {
        for _ in 0..6 {
            game.attack(fist(TORSO)).expect("a point");
        }
        assert!(game.attack(fist(TORSO)).is_err());
    });
}

/// mm30.close.melee-range: a blade reaches the next hex, one level up or down, and the own hex; not two
/// hexes, not two levels.
#[test]
fn melee_reaches_the_next_hex() {
    let mut arena = Arena::refs();
    for (row, elevation, legal) in [
        (4, 0, true),
        (5, 0, false),
        (4, 1, true),
        (4, -1, true),
        (4, 2, false),
        (3, 1, true),
    ] {
        arena.put(1, 5, row, Facing::SOUTH);
        arena.battle.units[1].elevation = elevation;
        let reaches = arena.view().reaches(0, Arm::Basic, 1);
        assert_eq!(reaches, legal, "row {row}, level {elevation}");
    }
}

/// mm30.roll.stacking: kneeling +1 and no head left -1 are 0; an ability's +1 comes on top.
#[test]
fn modifiers_add_up() {
    let modifier = |arena: &Arena| arena.view().accuracy(0, 1).modifier;
    let mut arena = Arena::refs();
    arena.battle.units[0].posture = Posture::Kneeling;
    assert_eq!(modifier(&arena), 1);
    arena.act(&[], |game| game.damage_section(0, HEAD, 12));
    assert_eq!(modifier(&arena), 0);
    arena.battle.units[0].elevation = 2;
    assert_eq!(modifier(&arena), 1);
    assert_eq!(
        Arena::duel(["Tall Heron", "REF-2"], &[])
            .view()
            .accuracy(0, 1)
            .modifier,
        1
    );
}

/// mm30.terrain.high-ground: one level: +1 Assault; two and three: +1 Accuracy; four and five: +2; none
/// for the lower unit.
#[test]
fn high_ground_helps() {
    let mut arena = Arena::refs();
    arena.battle.units[1].elevation = -2;
    let modifiers: Vec<_> = (-2..=3)
        .map(|elevation| {
            arena.battle.units[0].elevation = elevation;
            let view = arena.view();
            (view.accuracy(0, 1).modifier, view.assault(0, 1).modifier)
        })
        .collect();
    assert_eq!(modifiers, [(0, 0), (0, 1), (1, 0), (1, 0), (2, 0), (2, 0)]);
    let view = arena.view();
    assert_eq!(
        (view.accuracy(1, 0).modifier, view.assault(1, 0).modifier),
        (0, 0)
    );
}

/// mm30.tag.two-handed: 4 points with both hands, 7 with one.
#[test]
fn a_two_handed_weapon_costs_more_in_one_hand() {
    let mut arena = Arena::duel(["Tall Heron", "REF-2"], &[]);
    assert_eq!(arena.view().strike(0, Arm::Weapon(0)).ap, 4);
    arena.act(&[], |game| game.damage_section(0, LEFT_ARM, 99));
    assert!(arena.view().usable(0, 0));
    assert_eq!(arena.view().strike(0, Arm::Weapon(0)).ap, 7);
}

/// mm30.tag.mounted-exempt: a mounted 2H cannon pays no surcharge.
#[test]
fn mounted_weapons_need_no_hands() {
    let mut unit = sheet("REF-3");
    unit.mounted[0].0.tags = vec![Tag::TwoHanded];
    let arena = Arena::new([&[unit], &[sheet("REF-2")]], &[]);
    assert_eq!(arena.view().strike(0, Arm::Weapon(0)).ap, 6);
}

/// mm30.tag.undefined-systems: MG and EO change nothing.
#[test]
fn full_auto_and_splash_have_no_effect() {
    let mut unit = sheet("REF-2");
    unit.weapons[0].item.tags = vec![Tag::MachineGun, Tag::Explosive];
    let mut tagged = Arena::new([&[unit], &[sheet("REF-2")]], &[]);
    tagged.put(0, 5, 3, Facing::NORTH);
    tagged.put(1, 5, 8, Facing::SOUTH);
    tagged.begin(0, 16);
    let mut plain = ready();
    for faces in [&[8][..], &[6, 2], &[2]] {
        let shots = [&mut tagged, &mut plain].map(|arena| {
            let result = arena.act(faces, |game| game.attack(at(TORSO)));
            (
                result,
                arena.battle.units[1].defense.clone(),
                arena.battle.units[0].ap,
            )
        });
        assert_eq!(shots[0], shots[1]);
    }
}

/// mm30.tag.shotgun: 5 on the first section, 3 on each of two others; a critical deals 8, 3 and 3; three
/// different sections, and a shotgun, are needed.
#[test]
fn a_shotgun_spreads() {
    let blast = |spread| Attack {
        spread,
        ..at(TORSO)
    };
    for (faces, torso) in [(&[7, 1][..], 31), (&[8], 28)] {
        let mut arena = Arena::duel(["Stone Bear", "REF-2"], &[]);
        arena.put(1, 5, 6, Facing::SOUTH);
        arena.begin(0, 16);
        let both = blast([Some(HEAD), Some(RIGHT_LEG)]);
        arena.act(faces, |game| game.attack(both)).expect("legal");
        assert_eq!(arena.battle.units[1].defense, [9, torso, 16, 16, 20, 17]);
        for wrong in [
            [Some(TORSO), None],
            [Some(HEAD), Some(HEAD)],
            [Some(9), None],
        ] {
            let refusal = arena
                .view()
                .check_attack(0, &blast(wrong))
                .expect_err("illegal");
            assert_eq!(refusal.rule, "mm30.tag.shotgun");
        }
    }
    let arena = Arena::refs();
    assert!(
        arena
            .view()
            .check_attack(0, &blast([Some(HEAD), None]))
            .is_err()
    );
}

/// mm30.tag.gun-blade, mm30.command.transform: range 4 and 3 damage become range 1 and 6, and back.
#[test]
fn a_gun_blade_changes_its_form() {
    let mut unit = sheet("REF-2");
    let mut gun = unit.weapons[0].item.clone();
    (gun.range, gun.base_damage, gun.tags) = (4, 3, vec![Tag::GunBlade]);
    unit.weapons[0].item = gun;
    let mut arena = Arena::new([&[unit], &[sheet("REF-2")]], &[]);
    arena.begin(0, 5);
    let form = |arena: &Arena| {
        let view = arena.view();
        let arm = Arm::Weapon(0);
        (view.range(0, arm), view.strike(0, arm).damage)
    };
    assert_eq!(form(&arena), (4, 3));
    arena
        .act(&[], |game| game.transform(0))
        .expect("a gun blade");
    assert_eq!(form(&arena), (1, 6));
    arena
        .act(&[], |game| game.transform(0))
        .expect("a gun blade");
    assert_eq!((form(&arena), arena.battle.units[0].ap), ((4, 3), 1));
    assert!(Arena::refs().act(&[], |game| game.transform(0)).is_err());
}

/// A mortar that misses on 6 or less, five hexes away, with a bystander.
fn mortar() -> Arena {
    let mut gunner = sheet("Stone Bear");
    gunner.base = PerStat([7, 9, 7]);
    gunner.pilot.points = PerStat([0; 3]);
    let friend = sheet("REF-3");
    let mut arena = Arena::new([&[gunner, friend], &[sheet("REF-2")]], &[]);
    arena.put(0, 5, 3, Facing::NORTH);
    arena.put(1, 5, 7, Facing::NORTH);
    arena.put(2, 5, 8, Facing::SOUTH);
    arena.begin(0, 16);
    arena
}

const MORTAR: Attack = Attack::new(Arm::Weapon(1), 2, Aim::Section(HEAD));

/// mm30.deviation.trigger, mm30.deviation.damage: a missed mortar shot scatters before the target, onto a
/// friend: 9 on its torso, no evasion roll. A shot that was evaded does not scatter, a pistol neither.
#[test]
fn a_missed_mortar_shot_comes_down_next_to_the_target() {
    let mut arena = mortar();
    assert_eq!(arena.hex(1), Board::hex(5, 7));
    // The target faces south: 5 is before it, the friend's hex.
    let result = arena.act(&[6, 5], |game| game.attack(MORTAR));
    assert_eq!(result, Ok(Strikes::Missed));
    assert_eq!(arena.battle.units[1].defense[TORSO], 60 - 9);
    assert_eq!(arena.battle.units[2].defense, [12, 36, 16, 16, 20, 20]);
    // The shooter in that hex is not spared.
    let mut near = mortar();
    near.put(0, 5, 7, Facing::NORTH);
    near.put(1, 5, 2, Facing::NORTH);
    let torsos = |arena: &Arena| [0, 1].map(|unit| arena.battle.units[unit].defense[TORSO]);
    let [own, friend] = torsos(&near);
    let result = near.act(&[6, 5], |game| game.attack(MORTAR));
    assert_eq!(result, Ok(Strikes::Missed));
    assert_eq!(torsos(&near), [own - 9, friend]);
    let evaded = mortar().act(&[7, 7], |game| game.attack(MORTAR));
    assert_eq!(evaded, Ok(Strikes::Evaded));
    let pistol = ready().act(&[2], |game| game.attack(at(TORSO)));
    assert_eq!(pistol, Ok(Strikes::Missed));
}

/// mm30.ranged.evasion-roll: a unit that cannot evade makes no roll.
#[test]
fn a_unit_off_its_feet_does_not_evade() {
    for posture in [Posture::Kneeling, Posture::Prone, Posture::Grounded] {
        let mut arena = ready();
        arena.battle.units[1].posture = posture;
        let result = arena.act(&[6], |game| game.attack(at(TORSO)));
        assert_eq!(result, Ok(Strikes::Hit), "{posture:?}");
    }
}

/// mm30.grapple.on-ground: a unit on the ground may attack, unless by the option; it cannot step or turn.
#[test]
fn a_unit_on_the_ground_may_attack() {
    for (value, legal) in [("true", true), ("false", false)] {
        let mut arena = Arena::duel(["REF-2", "REF-2"], &[("grounded_can_attack", value)]);
        arena.battle.units[0].posture = Posture::Grounded;
        assert_eq!(arena.view().check_attack(0, &at(TORSO)).is_ok(), legal);
        arena.begin(0, 9);
        arena.act(&[], |game| {
            assert!(game.step(Facing::NORTH).is_err());
            assert!(game.rotate(Facing::SOUTH).is_err());
        });
    }
}

/// mm30.section.torso: a torso of 7 hit for 8 destroys the unit, whatever limbs are left.
#[test]
fn a_lost_torso_destroys_the_unit() {
    let mut arena = Arena::duel(["Quick Fox", "REF-2"], &[]);
    arena.put(1, 5, 4, Facing::SOUTH);
    arena.battle.units[1].defense[TORSO] = 8;
    arena.begin(0, 16);
    // Edge Blade: 7 damage, 11 as a critical.
    arena
        .act(&[8], |game| game.attack(at(TORSO)))
        .expect("next to it");
    assert_eq!(arena.battle.units[1].life, Life::Destroyed);
    let refusal = arena
        .act(&[], |game| game.attack(at(HEAD)))
        .expect_err("no target");
    assert_eq!(refusal.rule, "mm30.ranged.eligibility");
}
