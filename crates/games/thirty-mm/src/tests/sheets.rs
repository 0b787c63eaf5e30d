//! Datasheets, pilots, squads.

use crate::catalogue::Catalogue;
use crate::data::ability::{Ability, AbilityKind, Power};
use crate::data::class::Class;
use crate::data::kind::{SectionKind, UnitKind};
use crate::data::mission::Mission;
use crate::data::pilot::Rank;
use crate::data::sheet::{Held, Mount, Section, Sheet};
use crate::data::squad::{EngagementSize, squad_charge};
use crate::data::stats::PerStat;
use crate::data::weapon::{DamageType, PartsTotal, Tag, WeaponCategory, WeaponPart};
use crate::options::Options;

pub(super) fn sheet(name: &str) -> Sheet {
    Catalogue::embedded().find(name).expect("shipped").clone()
}

/// The ids of the rules a sheet breaks, in the order of the checks.
fn broken(sheet: &Sheet) -> Vec<&'static str> {
    sheet.faults().iter().map(|fault| fault.rule).collect()
}

pub(super) fn changed(name: &str, change: impl FnOnce(&mut Sheet)) -> Sheet {
    let mut sheet = sheet(name);
    change(&mut sheet);
    sheet
}

fn section(name: &str, kind: SectionKind) -> Section {
    Section {
        name: name.to_owned(),
        kind,
        defense: 10,
        thruster: false,
    }
}

fn ability(kind: AbilityKind, stats: [i8; 3]) -> Ability {
    Ability {
        name: "Test".to_owned(),
        kind,
        cost: 20,
        stats: PerStat(stats),
        rolls: PerStat::default(),
        powers: Vec::new(),
    }
}

/// A sheet with an ability that grants a power.
pub(super) fn with_power(name: &str, power: Power) -> Sheet {
    changed(name, |it| {
        it.systems.push(Ability {
            powers: vec![power],
            ..ability(AbilityKind::System, [0; 3])
        });
    })
}

/// mm30.vehicle.elevation-lock: a vehicle never has the Jump ability; a mech may.
#[test]
fn vehicles_do_not_jump() {
    assert_eq!(
        broken(&with_power("Mud Hog", Power::Jump)),
        ["mm30.vehicle.elevation-lock"]
    );
    assert!(broken(&with_power("REF-2", Power::Jump)).is_empty());
}

/// mm30.class.from-defense: the edges of the bands.
#[test]
fn class_follows_total_defense() {
    let cases = [
        (0, 1),
        (75, 1),
        (76, 2),
        (150, 2),
        (151, 3),
        (225, 3),
        (226, 4),
        (300, 4),
        (301, 5),
    ];
    for (defense, class) in cases {
        assert_eq!(Class::of_defense(defense).number(), class, "{defense}");
    }
    assert_eq!(sheet("REF-2").class().number(), 2);
    assert_eq!(sheet("REF-3").class().number(), 3);
}

/// mm30.class.movement, mm30.class.base-ap: by class 1 to 5.
#[test]
fn class_gives_movement_and_action_points() {
    let classes = [50, 100, 200, 250, 400].map(Class::of_defense);
    assert_eq!(classes.map(Class::movement), [5, 4, 3, 2, 1]);
    assert_eq!(classes.map(Class::ap_bonus), [2, 2, 3, 4, 4]);
}

/// mm30.pilot.ranks: points, mods, traits, cost.
#[test]
fn ranks_grant_what_the_table_says() {
    let row = |number| {
        let rank = Rank::of(number);
        (rank.points, rank.mods, rank.traits, rank.cost)
    };
    let table = [
        (0, 0, 1, 0),
        (1, 1, 1, 20),
        (2, 2, 1, 60),
        (3, 2, 1, 120),
        (4, 3, 2, 200),
    ];
    assert_eq!([1, 2, 3, 4, 5].map(row), table);
    let rankless = changed("REF-2", |it| it.pilot.rank = 0);
    assert_eq!(broken(&rankless), ["mm30.pilot.ranks"]);
}

/// mm30.build.total-defense: 12 + 36 + 16 + 16 + 20 + 20 = 120; a weapon adds nothing.
#[test]
fn total_defense_is_that_of_the_sections() {
    assert_eq!(sheet("REF-2").total_defense(), 120);
    let unarmed = changed("REF-2", |it| it.weapons.clear());
    assert_eq!(unarmed.total_defense(), 120);
}

/// mm30.stat.base, mm30.stat.reduction: 7/9/7 less 1, 2, 0 is 6/7/7; a fourth point is not rank 4's.
#[test]
fn points_lower_the_base_stats() {
    assert_eq!(sheet("REF-2").stats(), PerStat([6, 7, 7]));
    let greedy = changed("REF-2", |it| it.pilot.points = PerStat([2, 2, 0]));
    assert_eq!(broken(&greedy), ["mm30.stat.reduction"]);
    assert_eq!(
        greedy.faults()[0].to_string(),
        "4 stat-reduction points, expected at most 3 at rank 4 (mm30.stat.reduction)"
    );
}

/// mm30.stat.floor: Accuracy 3 takes one point, not two; abilities do not pass 2 either.
#[test]
fn no_stat_falls_below_two() {
    let with = |points| {
        changed("REF-2", |it| {
            it.base = PerStat([3, 7, 7]);
            it.pilot.points = PerStat([points, 0, 0]);
        })
    };
    assert_eq!(broken(&with(1)), [""; 0]);
    assert_eq!(with(1).stats(), PerStat([2, 7, 7]));
    assert_eq!(broken(&with(2)), ["mm30.stat.floor"]);
    let mut keen = with(1);
    keen.pilot.mods.push(ability(AbilityKind::Mod, [-3, 0, 0]));
    assert_eq!(keen.stats(), PerStat([2, 7, 7]));
}

/// mm30.stat.smt-change: Evasion 7 with a mod of -1 is 6 for good.
#[test]
fn abilities_change_stats_for_good() {
    let agile = changed("REF-2", |it| {
        it.pilot.mods.push(ability(AbilityKind::Mod, [0, 0, -1]));
    });
    assert_eq!(agile.stats(), PerStat([6, 7, 6]));
}

/// mm30.pilot.smt-slots: rank 2 has one mod and one trait; a trait is no mod.
#[test]
fn a_rank_limits_mods_and_traits() {
    let crew = |mods: usize, traits: usize| {
        changed("REF-2", |it| {
            it.pilot.rank = 2;
            it.pilot.points = PerStat([1, 0, 0]);
            it.pilot.mods = vec![ability(AbilityKind::Mod, [0; 3]); mods];
            it.pilot.traits = vec![ability(AbilityKind::Trait, [0; 3]); traits];
        })
    };
    assert_eq!(broken(&crew(1, 1)), [""; 0]);
    assert_eq!(broken(&crew(2, 1)), ["mm30.pilot.smt-slots"]);
    assert_eq!(broken(&crew(1, 2)), ["mm30.pilot.smt-slots"]);
    let wrong = changed("REF-2", |it| {
        it.pilot.mods = vec![ability(AbilityKind::Trait, [0; 3])];
    });
    assert_eq!(broken(&wrong), ["mm30.pilot.smt-slots"]);
}

/// mm30.build.deployment-cost, mm30.pilot.cost: 120 + 30 + 18 + 25 + 12 + 15 + 20 = 240, and 300 with
/// a pilot of rank 3.
#[test]
fn costs_add_up_and_the_pilot_is_charged() {
    let mut unit = sheet("REF-2");
    let pistol = unit.weapons[0].item.clone();
    let priced = |cost, category| crate::data::weapon::Weapon {
        cost,
        category,
        ..pistol.clone()
    };
    unit.weapons[0].item = priced(30, WeaponCategory::Hand);
    unit.carried = vec![priced(18, WeaponCategory::Hand)];
    unit.mounted = vec![(priced(25, WeaponCategory::Mounted), Mount::Section(1))];
    let mut shield = sheet("Stone Bear").shields[0].item.clone();
    shield.cost = 12;
    unit.carried_shields = vec![shield];
    let mut wing = sheet("White Tern").equipment[0].clone();
    wing.cost = 15;
    unit.equipment = vec![wing];
    unit.pilot.rank = 3;
    unit.pilot.points = PerStat([0, 2, 0]);
    unit.pilot.mods = vec![ability(AbilityKind::Mod, [0; 3])];
    assert_eq!(broken(&unit), [""; 0]);
    assert_eq!(unit.sheet_cost(), 240);
    let mut options = Options::default();
    assert_eq!(unit.charge(&options), 300);
    options.pilot_cost_counts = false;
    assert_eq!(unit.charge(&options), 240);
}

/// mm30.squad.size-limits: 600, 1200, 1800, 2500.
#[test]
fn engagements_have_limits() {
    let limits = EngagementSize::ALL.map(EngagementSize::limit);
    assert_eq!(limits, [600, 1200, 1800, 2500]);
}

/// mm30.squad.under-limit: 500 + 400 + 299 = 1199 is legal in a Skirmish, 1200 is not.
#[test]
fn a_squad_stays_below_the_limit() {
    let priced = |cost: u32| {
        changed("REF-2", |it| {
            let rest = it.charge(&Options::default()) - u32::from(it.weapons[0].item.cost);
            it.weapons[0].item.cost = (cost - rest) as u16;
        })
    };
    let mut options = Options::default();
    let small = |last| [priced(500), priced(400), priced(last)];
    let fits =
        |last, options: &Options| squad_charge(&small(last), EngagementSize::Skirmish, options);
    assert_eq!(fits(299, &options), Ok(1199));
    let fault = fits(300, &options).expect_err("at the limit");
    assert_eq!(
        fault.to_string(),
        "deployment cost 1200, expected less than 1200 (mm30.squad.under-limit)"
    );
    options.cost_strictly_below = false;
    assert_eq!(fits(300, &options), Ok(1200));
    assert!(fits(301, &options).is_err());
    assert!(squad_charge(&[], EngagementSize::Scouting, &options).is_err());
}

/// mm30.unit.mech: arms, legs or a torso make a mech; a unit of other sections is none.
#[test]
fn a_mech_has_limbs_or_a_torso() {
    let only = |kind| changed("REF-3", |it| it.sections = vec![section("all", kind)]);
    for kind in [SectionKind::Arm, SectionKind::Leg, SectionKind::Torso] {
        let mut unit = only(kind);
        unit.mounted.clear();
        assert_eq!(broken(&unit), [""; 0], "{kind:?}");
    }
    let mut wheels = only(SectionKind::Drive);
    wheels.mounted.clear();
    assert_eq!(broken(&wheels), ["mm30.unit.mech"]);
}

/// mm30.unit.vehicle, mm30.vehicle.min-sections: no arms, at least four sections.
#[test]
fn a_vehicle_has_no_arms_and_four_sections() {
    for (_, kind) in UnitKind::NAMES
        .into_iter()
        .filter(|(_, kind)| kind.is_vehicle())
    {
        let mut unit = changed("Mud Hog", |it| it.kind = kind);
        assert_eq!(broken(&unit), [""; 0]);
        unit.sections.push(section("arm", SectionKind::Arm));
        assert_eq!(broken(&unit), ["mm30.unit.vehicle"]);
        unit.sections.truncate(3);
        assert_eq!(broken(&unit), ["mm30.vehicle.min-sections"]);
    }
    assert!(!UnitKind::Mech.is_vehicle() && !UnitKind::Drone.is_vehicle());
}

/// mm30.build.core-sections: one to ten, names of their own; four legs are legal.
#[test]
fn a_unit_has_one_to_ten_sections() {
    let legs = |count| {
        changed("REF-2", |it| {
            let leg = |at| section(&format!("leg {at}"), SectionKind::Leg);
            it.sections.extend((0..count).map(leg));
        })
    };
    assert_eq!(broken(&legs(2)), [""; 0]);
    assert_eq!(broken(&legs(4)), [""; 0]);
    assert_eq!(broken(&legs(5)), ["mm30.build.core-sections"]);
    let twins = changed("REF-2", |it| it.sections[5].name = "left leg".to_owned());
    assert_eq!(broken(&twins), ["mm30.build.core-sections"]);
}

/// mm30.build.hands-and-carry: a rifle and a shield in hand, three carried; a fourth carried, a second
/// item in a hand, a weapon in a leg are illegal.
#[test]
fn hands_hold_one_item_and_three_are_carried() {
    let loaded = |carried: usize| {
        changed("Stone Bear", |it| {
            it.carried = vec![it.weapons[0].item.clone(); carried];
            it.carried_shields = vec![it.shields[0].item.clone(); carried];
        })
    };
    assert_eq!(broken(&loaded(3)), [""; 0]);
    assert_eq!(broken(&loaded(4)), ["mm30.build.hands-and-carry"; 2]);
    let hold = |hands: &[usize]| changed("Stone Bear", |it| it.weapons[0].hands = hands.to_vec());
    assert_eq!(broken(&hold(&[3])), [""; 0]);
    for wrong in [&[2][..], &[4], &[], &[99], &[2, 3]] {
        let rules = broken(&hold(wrong));
        assert!(!rules.is_empty(), "{wrong:?}");
        assert!(
            rules
                .iter()
                .all(|rule| *rule == "mm30.build.hands-and-carry")
        );
    }
    // Two hands are for weapons that need them.
    assert_eq!(broken(&sheet("Tall Heron")), [""; 0]);
}

/// mm30.build.slot-limits: ten mounted weapons, ten groups of equipment, five systems.
#[test]
fn slots_are_limited() {
    let mounted = |count| {
        changed("REF-3", |it| {
            it.mounted = vec![it.mounted[0].clone(); count];
        })
    };
    assert_eq!(broken(&mounted(10)), [""; 0]);
    assert_eq!(broken(&mounted(11)), ["mm30.build.slot-limits"]);
    let wing = sheet("White Tern").equipment[0].clone();
    let equipment = |count| changed("REF-3", |it| it.equipment = vec![wing.clone(); count]);
    assert_eq!(broken(&equipment(10)), [""; 0]);
    assert_eq!(broken(&equipment(11)), ["mm30.build.slot-limits"]);
    let system = ability(AbilityKind::System, [0; 3]);
    let systems = |count| changed("REF-3", |it| it.systems = vec![system.clone(); count]);
    assert_eq!(broken(&systems(5)), [""; 0]);
    assert_eq!(broken(&systems(6)), ["mm30.build.slot-limits"]);
}

/// mm30.tag.category: a weapon is of one category and used as such.
#[test]
fn a_weapon_is_held_or_mounted() {
    let swapped = changed("REF-2", |it| {
        it.weapons[0].item.category = WeaponCategory::Mounted;
    });
    assert_eq!(broken(&swapped), ["mm30.tag.category"]);
    let swapped = changed("REF-3", |it| {
        it.mounted[0].0.category = WeaponCategory::Hand;
    });
    assert_eq!(broken(&swapped), ["mm30.tag.category"]);
    let carried = changed("REF-2", |it| {
        let pod = sheet("REF-3").mounted[0].0.clone();
        it.carried = vec![pod];
    });
    assert_eq!(broken(&carried), ["mm30.tag.category"]);
}

/// mm30.build.thruster-value: 2 * 4 = 8 in class 2 with a thruster group or a CT section; none without.
#[test]
fn thrusters_double_the_movement() {
    assert_eq!(sheet("REF-2").thruster_movement(), None);
    let wing = sheet("White Tern").equipment[0].clone();
    let winged = changed("REF-2", |it| it.equipment = vec![wing]);
    assert_eq!(winged.thruster_movement(), Some(8));
    let core = changed("REF-2", |it| it.sections[1].thruster = true);
    assert_eq!(core.thruster_movement(), Some(8));
    let heavy = changed("REF-3", |it| it.sections[1].thruster = true);
    assert_eq!(heavy.thruster_movement(), Some(6));
}

fn part(numbers: (u16, u8, u16, u8), damage_type: DamageType) -> WeaponPart {
    let (durability, range, base_damage, ap) = numbers;
    WeaponPart {
        durability,
        range,
        base_damage,
        ap,
        damage_type,
        system: None,
        tags: Vec::new(),
    }
}

/// mm30.build.weapon-stats: (3, 2, 1, 1) + (2, 4, 3, 2) = (5, 6, 4, 3); tags of parts bind.
#[test]
fn a_weapon_is_the_sum_of_its_parts() {
    let kinetic = DamageType::Kinetic;
    let mut parts = [part((3, 2, 1, 1), kinetic), part((2, 4, 3, 2), kinetic)];
    parts[1].tags = vec![Tag::TwoHanded];
    let total = PartsTotal::of(&parts);
    let sums = (total.durability, total.range, total.base_damage, total.ap);
    assert_eq!(sums, (5, 6, 4, 3));
    assert_eq!(total.tags, [Tag::TwoHanded]);
}

/// mm30.build.weapon-type: most parts decide, then Base Damage, then Kinetic.
#[test]
fn most_parts_decide_the_type() {
    use DamageType::{Energy, Kinetic};
    let of = |parts: &[(DamageType, u16)]| {
        let part = |&(kind, damage): &(DamageType, u16)| part((1, 1, damage, 1), kind);
        let parts: Vec<_> = parts.iter().map(part).collect();
        PartsTotal::of(&parts).damage_type
    };
    assert_eq!(
        of(&[(Kinetic, 1), (Kinetic, 1), (Kinetic, 1), (Energy, 9)]),
        Kinetic
    );
    assert_eq!(of(&[(Energy, 1), (Energy, 1), (Kinetic, 9)]), Energy);
    assert_eq!(of(&[(Kinetic, 2), (Energy, 3)]), Energy);
    assert_eq!(of(&[(Kinetic, 4), (Energy, 3)]), Kinetic);
    assert_eq!(of(&[(Energy, 3), (Kinetic, 3)]), Kinetic);
}

/// mm30.build.ranged-or-melee: range 1 is melee, range 2 ranged.
#[test]
fn range_decides_between_ranged_and_melee() {
    let mut weapon = sheet("REF-2").weapons[0].item.clone();
    weapon.range = 1;
    assert!(weapon.is_melee());
    weapon.range = 2;
    assert!(!weapon.is_melee());
}

/// mm30.battle.mission-roll: the tables by size; blanks are none.
#[test]
fn missions_follow_the_tables() {
    use Mission as M;
    let row = |size| [1, 2, 3, 4, 5, 6, 7, 8].map(|face| M::of_face(size, face));
    let twice = |names: [Option<M>; 4]| {
        let [a, b, c, d] = names;
        [a, a, b, b, c, c, d, d]
    };
    let (recon, show) = (Some(M::Reconnaissance), Some(M::ShowOfForce));
    assert_eq!(
        row(EngagementSize::Scouting),
        twice([recon, recon, show, show])
    );
    let skirmish = [
        M::WindsOfWar,
        M::EndlessPursuit,
        M::Counterattack,
        M::TheCallOfDarkness,
    ];
    assert_eq!(row(EngagementSize::Skirmish), twice(skirmish.map(Some)));
    let operation = [
        M::TheOrderToDestroy,
        M::EmissaryOfDarkness,
        M::BurningSandstorm,
    ];
    let [a, b, c] = operation.map(Some);
    assert_eq!(row(EngagementSize::Operation), twice([a, b, c, None]));
    assert_eq!(row(EngagementSize::Conflagration), [None; 8]);
}

/// The hands of a weapon that is held with both.
#[test]
fn a_two_handed_weapon_may_take_both_hands() {
    let held: &Held<_> = &sheet("Tall Heron").weapons[0];
    assert_eq!(held.hands, [2, 3]);
}
