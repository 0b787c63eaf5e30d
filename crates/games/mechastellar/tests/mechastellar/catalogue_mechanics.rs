//! The shipped dataset uses every mechanic: each fails here when its last user disappears.

use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{
    BarrierArc, Category, Effect, Mode, RapidFireEffect, ResourceKind, Role, Shield, Stops,
    Support, Tier, UnitProfile, UnitType, Weapon, WeaponKind,
};

/// A mechanic by name, and whether something uses it.
type Use<'a, T> = (&'static str, &'a dyn Fn(&T) -> bool);

/// Mechanics by name, and whether something uses them.
macro_rules! uses {
    ($user:ident: $($name:literal: $test:expr,)+) => { &[$(($name, &|$user| $test)),+] };
}

/// Names of the mechanics that no unit uses.
fn unused(uses: &[Use<'_, UnitProfile>]) -> Vec<&'static str> {
    let catalogue = Catalogue::embedded();
    idle(uses, &catalogue.units().iter().collect::<Vec<_>>())
}

/// Names of those that no weapon in the hands of a unit uses.
fn unused_by_weapons(uses: &[Use<'_, Weapon>]) -> Vec<&'static str> {
    let catalogue = Catalogue::embedded();
    let carried = catalogue.units().iter().flat_map(|unit| &unit.weapons);
    idle(uses, &carried.collect::<Vec<_>>())
}

fn idle<T>(uses: &[Use<'_, T>], users: &[&T]) -> Vec<&'static str> {
    let idle = uses
        .iter()
        .filter(|(_, test)| !users.iter().any(|user| test(user)));
    idle.map(|(name, _)| *name).collect()
}

#[test]
fn every_kind_of_unit_has_three_complete_units() {
    let catalogue = Catalogue::embedded();
    for kind in [
        UnitType::MechSuit,
        UnitType::SuperRobot,
        UnitType::Kaiju,
        UnitType::SuperHeavy,
        UnitType::Warship,
        UnitType::Vehicle,
    ] {
        let of_kind = catalogue
            .units()
            .iter()
            .filter(|unit| unit.unit_type == kind);
        assert!(of_kind.count() >= 3, "{kind:?}");
    }
}

#[test]
fn every_role_tier_and_size_from_0_to_4_is_used() {
    let catalogue = Catalogue::embedded();
    let some = |test: &dyn Fn(&UnitProfile) -> bool| catalogue.units().iter().any(test);
    for role in Role::ALL {
        assert!(some(&|unit| unit.role == role), "{role:?}");
    }
    for tier in [Tier::Basic, Tier::BattleTested, Tier::Skilled, Tier::Ace] {
        assert!(some(&|unit| unit.tier == tier), "{tier:?}");
    }
    for size in 0..=4 {
        assert!(some(&|unit| unit.size == size), "Size {size}");
    }
    // Captains give orders by tier (`ms10.orders`): a plain one, and Elite ones.
    let ship = |tier| some(&|unit| unit.unit_type == UnitType::Warship && unit.tier == tier);
    assert!(ship(Tier::Basic) && ship(Tier::BattleTested) && ship(Tier::Skilled));
}

#[test]
fn every_ability_of_a_unit_is_used() {
    let none = unused(uses!(unit:
        "fly": unit.fly,
        "aircraft": unit.aircraft,
        "amphibious": unit.amphibious,
        "ambush": unit.ambush,
        "boost": has(unit, ResourceKind::Boost),
        "power": has(unit, ResourceKind::Power),
        "havoc": has(unit, ResourceKind::Havoc),
        "shield S": unit.shields.iter().any(|s| matches!(s, Shield::Full(_))),
        "shield MD": unit.shields.iter().any(|s| matches!(s, Shield::Melee(_))),
        "dual sensors": unit.sensors.shooting_in != unit.sensors.evade_in,
        "printed morale": unit.morale != unit.tier.default_morale(),
        "printed Elite level": unit.elite_level != unit.tier.default_elite_level(),
        "two modes": unit.modes.len() == 2,
        "catapult 8": unit.ship.is_some_and(|ship| ship.catapult_in == 8),
        "longer catapult": unit.ship.is_some_and(|ship| ship.catapult_in > 8),
        "repair": unit.ship.is_some_and(|ship| ship.repair_hp > 0),
        "one repair a round": unit.ship.is_some_and(|ship| ship.repair_bay == 1),
        "repair bay": unit.ship.is_some_and(|ship| ship.repair_bay > 1),
        "ship with Fly": unit.ship.is_some() && unit.fly,
        "ship without Fly": unit.ship.is_some() && !unit.fly,
    ));
    assert_eq!(none, [""; 0]);
}

fn has(unit: &UnitProfile, kind: ResourceKind) -> bool {
    unit.resource.is_some_and(|resource| resource.kind == kind)
}

#[test]
fn every_kind_of_barrier_is_used() {
    let arc = |unit: &UnitProfile, arc| unit.barrier.as_ref().is_some_and(|b| b.arc == arc);
    let stops = |unit: &UnitProfile, kind| {
        unit.barrier
            .as_ref()
            .is_some_and(|b| b.stops.contains(&kind))
    };
    let none = unused(uses!(unit:
        "360": arc(unit, BarrierArc::All),
        "180": arc(unit, BarrierArc::Front),
        "kinetic": stops(unit, Stops::Kinetic),
        "energy": stops(unit, Stops::Energy),
        "explosive": stops(unit, Stops::Explosive),
        "melee": stops(unit, Stops::Melee),
        "no wear": unit.barrier.as_ref().is_some_and(|b| b.no_wear.is_some()),
        // Power or Havoc mends a barrier; Boost does not (`ms10.barrier.power`).
        "mended": unit.barrier.is_some() && has(unit, ResourceKind::Havoc),
        "not mended": unit.barrier.is_some() && !has(unit, ResourceKind::Havoc),
    ));
    assert_eq!(none, [""; 0]);
}

#[test]
fn every_change_of_a_mode_is_used() {
    let catalogue = Catalogue::embedded();
    let modes: Vec<&Mode> = catalogue
        .units()
        .iter()
        .flat_map(|unit| &unit.modes)
        .collect();
    let none = idle::<Mode>(
        &[
            ("faster", &|mode| mode.move_in > 0),
            ("slower", &|mode| mode.move_in < 0),
            ("evade_bonus", &|mode| mode.evade_bonus != 0),
            ("melee_def_bonus", &|mode| mode.melee_def_bonus != 0),
            ("shooting_bonus", &|mode| mode.shooting_bonus != 0),
            ("melee_bonus", &|mode| mode.melee_bonus != 0),
            ("evade_target", &|mode| mode.evade_target.is_some()),
            ("melee_def_target", &|mode| mode.melee_def_target.is_some()),
            ("fly", &|mode| mode.fly),
        ],
        &modes,
    );
    assert_eq!(none, [""; 0]);
}

#[test]
fn every_tag_of_a_weapon_is_used() {
    let rapid = |weapon: &Weapon| weapon.rapid_fire.map(|rf| rf.effect);
    let none = unused_by_weapons(uses!(weapon:
        "360": weapon.all_round,
        "AA": weapon.anti_air,
        "free attack, shooting": weapon.free && weapon.kind == WeaponKind::Shooting,
        "free attack, melee": weapon.free && weapon.kind == WeaponKind::Melee,
        "IDF, kinetic": weapon.indirect && weapon.category == Some(Category::Kinetic),
        "IDF, explosive": weapon.indirect && weapon.category == Some(Category::Explosive),
        "AOE 2": weapon.aoe == Some(2),
        "AOE 3": weapon.aoe == Some(3),
        "CC push": weapon.close_combat && weapon.effect == Effect::Push,
        "Crash push": weapon.crash && weapon.effect == Effect::Push,
        "Crash": weapon.crash && weapon.effect == Effect::None,
        "remote 1": weapon.remote == Some(1),
        "remote 2": weapon.remote == Some(2),
        "stun, melee": weapon.effect == Effect::Stun && weapon.kind == WeaponKind::Melee,
        "stun, shooting": weapon.effect == Effect::Stun && weapon.kind == WeaponKind::Shooting,
        "pull target": weapon.effect == Effect::PullTarget,
        "pull self": weapon.effect == Effect::PullSelf,
        "whip": weapon.kind == WeaponKind::Melee && weapon.range_in == 8,
        "no category": weapon.category.is_none(),
        "no PEN": weapon.pen.is_none(),
        "limited": weapon.uses.is_some(),
        "limited explosive": weapon.uses.is_some() && weapon.category == Some(Category::Explosive),
        "limited free attack": weapon.uses.is_some() && weapon.free,
        "Finisher+X": weapon.finisher.is_some(),
        "Counter+X": weapon.counter_bonus > 0,
        "paid attack": weapon.resource_cost > 0,
        "special, PEN": weapon.special.is_some_and(|special| special.pen > 0),
        "special, DMG": weapon.special.is_some_and(|special| special.dmg > 0),
        "RF dice": matches!(rapid(weapon), Some(RapidFireEffect::Dice(1..))),
        "RF fewer dice": matches!(rapid(weapon), Some(RapidFireEffect::Dice(..=-1))),
        "RF hits": matches!(rapid(weapon), Some(RapidFireEffect::Hits(1..))),
    ));
    assert_eq!(none, [""; 0]);
}

#[test]
fn every_kind_of_support_is_used() {
    let some =
        |weapon: &Weapon, test: fn(&Support) -> bool| weapon.support.as_ref().is_some_and(test);
    let none = unused_by_weapons(uses!(weapon:
        "ATK+1": some(weapon, |s| s.attack == 1 && !s.melee),
        "ATK+2": some(weapon, |s| s.attack == 2 && !s.melee),
        "DEF+1": some(weapon, |s| s.defence == 1 && !s.melee),
        "DEF+2": some(weapon, |s| s.defence == 2 && !s.melee),
        "melee ATK": some(weapon, |s| s.attack > 0 && s.melee),
        "melee DEF": some(weapon, |s| s.defence > 0 && s.melee),
        "limited": weapon.uses.is_some() && weapon.support.is_some(),
        "unlimited": weapon.uses.is_none() && weapon.support.is_some(),
    ));
    assert_eq!(none, [""; 0]);
}

/// Power and Havoc both feed weapons (`ms10.power.weapon-cost`).
#[test]
fn both_power_and_havoc_feed_weapons() {
    for kind in [ResourceKind::Power, ResourceKind::Havoc] {
        let feeds = |unit: &UnitProfile| {
            has(unit, kind) && unit.weapons.iter().any(|weapon| weapon.resource_cost > 0)
        };
        assert!(Catalogue::embedded().units().iter().any(feeds), "{kind:?}");
    }
}

/// Tags that the rules print, section "Support Attack / Defense", "Stun" and "Battle Damage".
#[test]
fn printed_tags_are_carried() {
    let catalogue = Catalogue::embedded();
    let weapon = |unit: &str, name: &str| {
        let unit = catalogue.find(unit).expect("a shipped unit");
        let found = unit.weapons.iter().find(|weapon| weapon.name == name);
        found.expect("a weapon of the unit").clone()
    };
    let support = |attack, defence, melee| {
        Some(Support {
            attack,
            defence,
            melee,
        })
    };
    let whip = weapon("Blue Djinn", "Arc Whip");
    assert_eq!((whip.effect, whip.free), (Effect::Stun, true));
    assert_eq!(whip.support, support(1, 0, true));
    let guns = weapon("Mithridates Cruiser", "Secondary Beam Guns");
    assert!(guns.free && guns.category == Some(Category::Energy));
    assert_eq!(guns.support, support(1, 0, false));
    assert_eq!(
        weapon("White Raven", "Missile Pod").support,
        support(1, 0, false)
    );
    assert_eq!(
        weapon("White Raven", "Pulse Laser").support,
        support(0, 1, false)
    );
    let vulcans = weapon("Laughing Joker", "Vulcans");
    assert!(vulcans.free && vulcans.uses.is_some());
    assert_eq!(catalogue.find("Musarl Cruiser").expect("shipped").size, 2);
    assert_eq!(weapon("Bastion Walker", "Death Ray").range_in, 36);
}

/// SOURCES.md calls these units' numbers those of the profile model.
#[test]
fn units_of_the_model_match_the_grid() {
    let catalogue = Catalogue::embedded();
    let model_numbers = |unit: &UnitProfile| {
        (
            (unit.hp, unit.move_in, unit.sensors),
            (unit.evade, unit.melee_def),
            (unit.shooting_bonus, unit.melee_bonus),
        )
    };
    for name in ["Gun Marten", "Night Jackal", "Storm Petrel", "Silver Heron"] {
        let unit = catalogue.find(name).expect("a shipped unit");
        let coordinates = format!("F{}P{}:{}", unit.frame, unit.performance, unit.role.name());
        let model = catalogue.find(&coordinates).expect("in the grid");
        assert_eq!(model_numbers(unit), model_numbers(model), "{name}");
    }
}
