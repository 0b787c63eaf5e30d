//! The shipped dataset: legal, complete, true to the printed numbers.

use equipoise_mechastellar::catalogue::{Catalogue, ProfileId};
use equipoise_mechastellar::{
    Category, Defence, RapidFire, RapidFireEffect, Resource, ResourceKind, Role, Sensors, Shield,
    Special, Tier, UnitProfile, UnitType, Weapon, WeaponKind,
};

fn unit<'a>(catalogue: &'a Catalogue, name: &str) -> &'a UnitProfile {
    catalogue
        .find(name)
        .unwrap_or_else(|unknown| panic!("{unknown}"))
}

fn weapon<'a>(unit: &'a UnitProfile, name: &str) -> &'a Weapon {
    unit.weapons
        .iter()
        .find(|weapon| weapon.name == name)
        .unwrap_or_else(|| panic!("{name}"))
}

const fn pool(dice: u8, bonus: i8) -> Defence {
    Defence { dice, bonus }
}

fn every_profile(catalogue: &Catalogue) -> impl Iterator<Item = &UnitProfile> {
    catalogue
        .units()
        .iter()
        .chain(catalogue.grid().map(|(_, profile)| profile))
}

fn hundreds(value: u32, min: u32, max: u32) -> bool {
    value.is_multiple_of(100) && (min..=max).contains(&value)
}

fn legal_unit(unit: &UnitProfile) -> bool {
    let bonus = |value: i8| (-5..=15).contains(&value);
    let defence = |defence: Defence| defence.dice <= 14 && bonus(defence.bonus);
    (1..=5).contains(&unit.frame)
        && unit.performance <= 10
        && unit.elite_level <= 9
        && (2..=10).contains(&unit.morale)
        && unit.size <= 6
        && hundreds(unit.hp, 100, 60_000)
        && unit.move_in <= 40
        && unit.sensors.shooting_in.max(unit.sensors.evade_in) <= 60
        && defence(unit.evade)
        && defence(unit.melee_def)
        && bonus(unit.shooting_bonus)
        && bonus(unit.melee_bonus)
        && unit.shields.len() <= 4
        && unit
            .resource
            .is_none_or(|resource| (1..=6).contains(&resource.stat))
        && unit.vp <= 1000
        && (1..=12).contains(&unit.weapons.len())
}

fn legal_weapon(weapon: &Weapon) -> bool {
    let band = |band: RapidFire| {
        let (RapidFireEffect::Dice(effect) | RapidFireEffect::Hits(effect)) = band.effect;
        (1..=weapon.range_in).contains(&band.range_in) && (-5..=5).contains(&effect)
    };
    (1..=14).contains(&weapon.dice)
        && (-5..=15).contains(&weapon.bonus)
        && (4..=60).contains(&weapon.range_in)
        && weapon.rapid_fire.is_none_or(band)
        && weapon.pen.is_none_or(|pen| (1..=14).contains(&pen))
        && hundreds(weapon.dmg.into(), 0, 2000)
        && weapon
            .finisher
            .is_none_or(|finisher| (1..=6).contains(&finisher))
        && weapon.counter_bonus <= 5
        && weapon.uses.is_none_or(|uses| (1..=9).contains(&uses))
        && weapon.resource_cost <= 5
}

#[test]
fn the_embedded_dataset_parses_and_keeps_its_sources() {
    let catalogue = Catalogue::embedded();
    let names: Vec<_> = catalogue
        .sources()
        .iter()
        .map(|file| file.name.as_str())
        .collect();
    assert_eq!(names, Catalogue::FILES);
    // The order in which files are passed in does not show.
    let mut shuffled = catalogue.sources().to_vec();
    shuffled.rotate_left(1);
    let again = Catalogue::parse(&shuffled).expect("the same files");
    assert_eq!(again.sources(), catalogue.sources());
    assert_eq!(again.units(), catalogue.units());
}

#[test]
fn the_grid_is_five_frames_by_eleven_performances_by_ten_roles() {
    let catalogue = Catalogue::embedded();
    let mut names: Vec<_> = catalogue
        .grid()
        .map(|(_, profile)| profile.name.clone())
        .collect();
    assert_eq!(names.len(), 550);
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 550);
    for (id, profile) in catalogue.grid() {
        assert_eq!(profile.name, id.to_string());
        assert_eq!(
            (profile.frame, profile.performance, profile.role),
            (id.frame(), id.performance(), id.role())
        );
        assert_eq!(catalogue.profile(id), profile);
    }
}

#[test]
fn every_number_is_within_its_legal_range() {
    let catalogue = Catalogue::embedded();
    for unit in every_profile(&catalogue) {
        assert!(legal_unit(unit), "{unit:?}");
        for weapon in &unit.weapons {
            assert!(legal_weapon(weapon), "{}: {weapon:?}", unit.name);
        }
    }
}

#[test]
fn two_points_of_performance_move_what_the_rules_print() {
    let catalogue = Catalogue::embedded();
    for (id, low) in catalogue.grid().filter(|(id, _)| id.performance() <= 8) {
        let up = id.performance() + 2;
        let high = catalogue.profile(ProfileId::new(id.frame(), up, id.role()).expect("legal"));
        // Shooting +1, Evade +1, melee attack and defence +1.
        assert_eq!(high.shooting_bonus - low.shooting_bonus, 1, "{id}");
        assert_eq!(high.evade.bonus - low.evade.bonus, 1, "{id}");
        assert_eq!(high.melee_bonus - low.melee_bonus, 1, "{id}");
        assert_eq!(high.melee_def.bonus - low.melee_def.bonus, 1, "{id}");
        assert_eq!(
            (high.evade.dice, high.melee_def.dice),
            (low.evade.dice, low.melee_def.dice)
        );
        // Crossing 5 and 8: HP +1000, Sensors +2, Move +2 a turn, so +1 a Move Action.
        let crossed = [5, 8]
            .iter()
            .filter(|at| low.performance < **at && **at <= up)
            .count();
        let crossed = u8::try_from(crossed).expect("at most one");
        assert_eq!(high.hp - low.hp, 1000 * u32::from(crossed), "{id}");
        assert_eq!(
            high.sensors.shooting_in - low.sensors.shooting_in,
            2 * crossed,
            "{id}"
        );
        assert_eq!(high.move_in - low.move_in, crossed, "{id}");
        for (before, after) in low.weapons.iter().zip(&high.weapons) {
            assert_eq!(
                *after,
                Weapon {
                    bonus: before.bonus + 1,
                    ..before.clone()
                },
                "{id}"
            );
        }
        // 50 points for two of Performance.
        assert_eq!(high.points - low.points, 50, "{id}");
    }
}

#[test]
fn odd_performance_steps_at_even_values_only() {
    let catalogue = Catalogue::embedded();
    for (id, even) in catalogue.grid().filter(|(id, _)| id.performance() % 2 == 0) {
        let Ok(next) = ProfileId::new(id.frame(), id.performance() + 1, id.role()) else {
            continue;
        };
        let odd = catalogue.profile(next);
        assert_eq!(
            (odd.shooting_bonus, odd.evade),
            (even.shooting_bonus, even.evade),
            "{id}"
        );
        assert_eq!(
            (odd.melee_bonus, odd.melee_def),
            (even.melee_bonus, even.melee_def),
            "{id}"
        );
    }
}

#[test]
fn a_better_frame_is_never_worse() {
    let catalogue = Catalogue::embedded();
    for (id, low) in catalogue.grid().filter(|(id, _)| id.frame() < 5) {
        let better = ProfileId::new(id.frame() + 1, id.performance(), id.role()).expect("legal");
        let high = catalogue.profile(better);
        assert!(
            high.hp > low.hp && high.points > low.points && high.vp > low.vp,
            "{id}"
        );
        assert!(high.shooting_bonus >= low.shooting_bonus && high.melee_bonus >= low.melee_bonus);
        assert!(high.evade.bonus >= low.evade.bonus && high.melee_def.bonus >= low.melee_def.bonus);
    }
}

#[test]
fn roles_are_best_at_what_the_rules_say() {
    let catalogue = Catalogue::embedded();
    let at = |role| catalogue.profile(ProfileId::new(3, 5, role).expect("legal"));
    let versatile = at(Role::Versatile);
    // Strongest at shooting and at melee.
    assert!(
        Role::ALL
            .iter()
            .all(|role| at(*role).shooting_bonus <= at(Role::Sniper).shooting_bonus)
    );
    assert!(
        Role::ALL
            .iter()
            .all(|role| at(*role).melee_bonus <= at(Role::Melee).melee_bonus)
    );
    for quick in [Role::Interceptor, Role::Raid, Role::Battler] {
        assert!(at(quick).move_in > versatile.move_in, "{quick:?}");
        assert!(at(quick).evade.bonus > versatile.evade.bonus, "{quick:?}");
    }
    assert!(
        Role::ALL
            .iter()
            .all(|role| at(*role).sensors.shooting_in <= at(Role::Firepower).sensors.shooting_in)
    );
    for special in [Role::Unstoppable, Role::Assault, Role::HeavyArms] {
        let offence = |unit: &UnitProfile| unit.shooting_bonus + unit.melee_bonus;
        assert!(offence(at(special)) >= offence(versatile), "{special:?}");
        assert!(
            at(special).evade.bonus < versatile.evade.bonus,
            "{special:?}"
        );
    }
}

/// Baselines worked by hand: frame 3 starts at 3100 HP, 8 in, 14 in, Evade +1, Melee DEF +3,
/// shooting and melee +2; Performance 5 adds two steps and one threshold.
#[test]
fn the_baseline_is_the_sum_of_its_parts() {
    let catalogue = Catalogue::embedded();
    let sniper = unit(&catalogue, "F3P5:sniper");
    assert_eq!((sniper.hp, sniper.move_in), (4100, 9));
    assert_eq!(
        sniper.sensors,
        Sensors {
            shooting_in: 20,
            evade_in: 20
        }
    );
    assert_eq!((sniper.evade, sniper.melee_def), (pool(8, 3), pool(6, 5)));
    assert_eq!((sniper.shooting_bonus, sniper.melee_bonus), (6, 3));
    assert_eq!(
        (sniper.unit_type, sniper.tier, sniper.size),
        (UnitType::MechSuit, Tier::Basic, 0)
    );
    let names: Vec<_> = sniper
        .weapons
        .iter()
        .map(|weapon| weapon.name.as_str())
        .collect();
    assert_eq!(names, ["Sniper Rifle", "Beam Saber"]);
    assert_eq!((sniper.weapons[0].bonus, sniper.weapons[1].bonus), (6, 3));

    let top = unit(&catalogue, "F5P10:assault");
    assert_eq!((top.hp, top.move_in), (5500, 10));
    assert_eq!((top.shooting_bonus, top.melee_bonus), (10, 9));
    assert_eq!((top.evade, top.melee_def), (pool(8, 6), pool(6, 9)));
}

/// 5 x Frame squared + 25 x Performance; 10 x (Frame + 1, 2, 3 at Performance 5, 8, 10 + crew).
#[test]
fn points_and_victory_points_follow_their_formulas() {
    let catalogue = Catalogue::embedded();
    let worth = |name| (unit(&catalogue, name).points, unit(&catalogue, name).vp);
    assert_eq!(worth("F1P0:versatile"), (5, 10));
    assert_eq!(worth("F1P1:melee"), (30, 10));
    assert_eq!(worth("F3P4:sniper"), (145, 30));
    assert_eq!(worth("F3P5:sniper"), (170, 40));
    assert_eq!(worth("F4P8:raid"), (280, 60));
    assert_eq!(worth("F5P10:assault"), (375, 80));
    // Crews cost nothing under VER10, and score one or two levels.
    assert_eq!(worth("Green Viking"), (80, 10));
    assert_eq!(worth("Blue Djinn"), (145, 40));
    assert_eq!(worth("White Asura"), (205, 70));
    assert_eq!(unit(&catalogue, "Trident Drake").points, 450);
}

#[test]
fn printed_numbers_of_the_clash_example() {
    let catalogue = Catalogue::embedded();
    let asura = unit(&catalogue, "White Asura");
    assert_eq!(
        (asura.tier, asura.elite_level, asura.morale),
        (Tier::Ace, 3, 5)
    );
    assert_eq!(asura.melee_def, pool(6, 5));
    assert_eq!(asura.shields, [Shield::Full(2)]);
    // Four stun tokens shut it down: more than 3 + Boost, so it has none.
    assert_eq!(asura.resource, None);
    let saber = weapon(asura, "Beam Saber");
    assert_eq!((saber.dice, saber.bonus, saber.pen), (7, 5, Some(8)));
    let rifle = weapon(asura, "Beam Rifle");
    assert_eq!((rifle.bonus, rifle.finisher, rifle.dmg), (5, Some(2), 300));

    let djinn = unit(&catalogue, "Blue Djinn");
    assert!(djinn.tier.is_elite());
    assert_eq!(djinn.melee_def, pool(6, 4));
    let sword = weapon(djinn, "Heat Sword");
    assert_eq!(
        (sword.dice, sword.bonus, sword.pen, sword.dmg),
        (7, 5, Some(5), 500)
    );
    assert_eq!(weapon(djinn, "Arc Whip").range_in, 8);
}

#[test]
fn printed_numbers_of_the_shooting_example() {
    let catalogue = Catalogue::embedded();
    let gun = weapon(unit(&catalogue, "Argonaut"), "Machine Gun");
    assert_eq!((gun.dice, gun.bonus, gun.dmg, gun.pen), (10, 5, 200, None));
    assert_eq!(
        gun.rapid_fire.map(|band| band.effect),
        Some(RapidFireEffect::Hits(1))
    );
    assert_eq!(unit(&catalogue, "Dervish").evade, pool(8, 3));
}

#[test]
fn printed_numbers_of_the_other_examples() {
    let catalogue = Catalogue::embedded();
    let named = |name| unit(&catalogue, name);
    assert_eq!(weapon(named("Falconeye"), "Micromissiles").dice, 10);
    assert_eq!(
        named("Falconeye").sensors,
        Sensors {
            shooting_in: 24,
            evade_in: 12
        }
    );
    assert_eq!(named("Dusk Wraith").evade.dice, 7);
    assert_eq!(named("Green Viking").size, 0);
    assert_eq!(weapon(named("Green Viking"), "Machine Gun").range_in, 24);
    assert_eq!(weapon(named("Jack Knife III"), "Beam Rifle").dice, 6);
    assert_eq!(weapon(named("Gamma Apollo"), "Beam Phalanx").range_in, 20);
    let pods = weapon(named("White Raven"), "Missile Pod");
    assert_eq!((pods.uses, pods.dmg, pods.range_in), (Some(2), 300, 24));
    assert_eq!(weapon(named("White Raven"), "Pulse Laser").range_in, 20);
    assert_eq!(
        weapon(named("Lunar Ravager"), "Beam Machine Gun").pen,
        Some(4)
    );
    assert_eq!(weapon(named("Lunar Ravager"), "Tomahawk").pen, Some(7));
    let power = |stat| {
        Some(Resource {
            kind: ResourceKind::Power,
            stat,
        })
    };
    assert_eq!(named("Iron Castle").resource, power(1));
    assert_eq!(
        weapon(named("Iron Castle"), "Furnace Blaster").resource_cost,
        1
    );
    let drake = named("Trident Drake");
    assert_eq!(
        drake.resource,
        Some(Resource {
            kind: ResourceKind::Havoc,
            stat: 3
        })
    );
    assert_eq!(
        drake
            .weapons
            .iter()
            .filter(|beam| beam.name.starts_with("Grav-Beam"))
            .count(),
        3
    );
    // "Power-1: gain PEN+2".
    let overcharge = weapon(named("VoltLion"), "Nova Beam").special;
    assert_eq!(
        overcharge,
        Some(Special {
            cost: 1,
            pen: 2,
            dmg: 0
        })
    );
    assert_eq!(named("Laughing Joker").elite_level, 5);
    // Iron Wall, Valor and Flash of the examples are for Elite units and Aces.
    for elite in [
        "Crimson Gallant",
        "VoltLion",
        "Deathly Beastman",
        "TriClops",
        "Iron Duke",
    ] {
        assert!(named(elite).tier.is_elite(), "{elite}");
    }
}

#[test]
fn printed_numbers_of_the_generic_weapons() {
    let catalogue = Catalogue::embedded();
    let generic = |id: &str| {
        catalogue
            .weapons()
            .find(|entry| entry.0 == id)
            .expect("a weapon")
            .1
    };
    let rifle = generic("beam-rifle");
    let band = |range_in, effect| Some(RapidFire { range_in, effect });
    assert_eq!(
        (rifle.dice, rifle.range_in, rifle.dmg, rifle.bonus),
        (6, 24, 300, 0)
    );
    assert_eq!(rifle.rapid_fire, band(16, RapidFireEffect::Dice(1)));
    assert_eq!(rifle.category, Some(Category::Energy));
    let sniper = generic("sniper-rifle");
    assert_eq!(sniper.dice, 7);
    assert_eq!(
        sniper.rapid_fire.map(|band| band.effect),
        Some(RapidFireEffect::Dice(-2))
    );
    let saber = generic("beam-saber");
    assert_eq!(
        (saber.kind, saber.dice, saber.pen),
        (WeaponKind::Melee, 6, Some(8))
    );
    assert_eq!(generic("cannon").dmg, 500);
}

#[test]
fn every_field_of_the_profiles_is_used_by_a_unit() {
    let catalogue = Catalogue::embedded();
    let unit = |test: &dyn Fn(&UnitProfile) -> bool| catalogue.units().iter().any(test);
    let arm = |test: &dyn Fn(&Weapon) -> bool| unit(&|unit| unit.weapons.iter().any(test));
    for kind in [
        ResourceKind::Boost,
        ResourceKind::Power,
        ResourceKind::Havoc,
    ] {
        assert!(
            unit(&|unit| unit.resource.is_some_and(|resource| resource.kind == kind)),
            "{kind:?}"
        );
    }
    for tier in [Tier::Basic, Tier::BattleTested, Tier::Skilled, Tier::Ace] {
        assert!(unit(&|unit| unit.tier == tier), "{tier:?}");
    }
    for kind in [
        UnitType::MechSuit,
        UnitType::SuperRobot,
        UnitType::Kaiju,
        UnitType::SuperHeavy,
    ] {
        assert!(unit(&|unit| unit.unit_type == kind), "{kind:?}");
    }
    assert!(unit(&|unit| unit
        .shields
        .iter()
        .any(|shield| matches!(shield, Shield::Melee(_)))));
    assert!(unit(&|unit| unit.fly) && unit(&|unit| unit.size > 1));
    assert!(unit(&|unit| unit.morale != unit.tier.default_morale()));
    assert!(unit(
        &|unit| unit.elite_level != unit.tier.default_elite_level()
    ));
    assert!(arm(&|weapon| weapon.category.is_none()) && arm(&|weapon| weapon.pen.is_none()));
    assert!(arm(
        &|weapon| weapon.category == Some(Category::Explosive) && weapon.uses.is_some()
    ));
    assert!(arm(&|weapon| weapon.finisher.is_some()) && arm(&|weapon| weapon.counter_bonus > 0));
    assert!(arm(&|weapon| weapon.resource_cost > 0) && arm(&|weapon| weapon.special.is_some()));
    assert!(arm(&|weapon| weapon.all_round) && arm(&|weapon| weapon.anti_air));
}

#[test]
fn every_weapon_is_carried_by_something() {
    let catalogue = Catalogue::embedded();
    for (id, weapon) in catalogue.weapons() {
        let carried = |unit: &UnitProfile| {
            unit.weapons
                .iter()
                .any(|other| other.name.starts_with(&weapon.name))
        };
        assert!(every_profile(&catalogue).any(carried), "{id}");
    }
}
