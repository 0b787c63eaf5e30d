//! Upgrades of the wargame: crews, Havoc and Power.

use equipoise_engine::Side;

use super::arena::Arena;
use super::upgrade::{DOWN, KAIJU, ROBOT, UP, bought, refused, with};
use crate::data::profile::{Resource, ResourceKind, Tier, UnitProfile};

/// Tier, Elite level, morale, victory points and points.
fn crew_of(unit: &UnitProfile) -> (Tier, u8, u8, u16, u16) {
    (
        unit.tier,
        unit.elite_level,
        unit.morale,
        unit.vp,
        unit.points,
    )
}

/// `ms93.upgrade.crew-up`: level 0 to 2 costs 2 x 50 = 100 points. Elite level and morale are the new
/// tier's, each level is worth 10 victory points, and one ace starts with max(5, 10 - 3) = 7 Momentum
/// against 10.
#[test]
fn crews_rise_to_aces() {
    let up = "crew-upgrade";
    let skilled = bought(&[], &[up]).unwrap();
    assert_eq!(crew_of(&skilled), (Tier::Skilled, 1, 6, 70, 370));
    let ace = bought(&[], &[up, up]).unwrap();
    assert_eq!(crew_of(&ace), (Tier::Ace, 3, 5, 80, 420));
    let arena = Arena::new(&[ace], &[bought(&[], &[]).unwrap()]);
    assert_eq!(arena.bout.starting_momentum, [7, 10]);
    refused(
        &[],
        &[up, up, up],
        &["Pilot / Captain / Kaiju Upgrade", "an ace already"],
    );
    // Battle-Tested is level 0.
    let tested = bought(&["tier = \"battle-tested\""], &[up]).unwrap();
    assert_eq!(crew_of(&tested), (Tier::Skilled, 1, 6, 70, 370));
    // What is printed beside the tier stays beside it: morale one better, Elite level two more.
    let own = ["tier = \"skilled\"", "morale = 5", "elite_level = 3"];
    assert_eq!(
        crew_of(&bought(&own, &[up]).unwrap()),
        (Tier::Ace, 5, 4, 70, 370)
    );
}

/// `ms93.upgrade.crew-down`: 400 points with an ace, two steps down: 400 - 2 x 50 = 300, level 0.
#[test]
fn crews_fall_to_level_nought() {
    let down = "crew-downgrade";
    let ace = ["tier = \"ace\"", "points = 400"];
    assert_eq!(
        crew_of(&bought(&ace, &[down]).unwrap()),
        (Tier::Skilled, 1, 6, 50, 350)
    );
    assert_eq!(
        crew_of(&bought(&ace, &[down, down]).unwrap()),
        (Tier::Basic, 0, 7, 40, 300)
    );
    let title = "Pilot / Captain / Kaiju Downgrade";
    refused(
        &ace,
        &[down, down, down],
        &[title, "level 0, expected level 1 or 2"],
    );
    refused(&["tier = \"battle-tested\""], &[down], &[title]);
}

/// Havoc or Power of a unit.
fn stat(unit: &UnitProfile, kind: ResourceKind) -> u8 {
    let resource = unit.resource.expect("it has some");
    assert_eq!(resource.kind, kind);
    resource.stat
}

/// A unit buys one point after the other until the cap refuses, all from none.
fn most(kind: &[&str], frame: u8, performance: u8, name: &str) -> usize {
    let (frame, performance) = (
        format!("frame = {frame}"),
        format!("performance = {performance}"),
    );
    let unit = with(kind, &[&frame, &performance]);
    let legal = (1..=10).take_while(|&count| bought(&unit, &vec![name; count]).is_ok());
    legal.count()
}

/// `ms93.upgrade.havoc-plus`: a Kaiju with Havoc 1 gets 2 for 100 points, one without gets its first.
#[test]
fn havoc_is_bought_by_the_point() {
    let giant = with(KAIJU, &["havoc = 1"]);
    let unit = bought(&giant, &["havoc-plus-1"]).unwrap();
    assert_eq!((stat(&unit, ResourceKind::Havoc), unit.points), (2, 420));
    let first = bought(&["unit_type = \"super-heavy\""], &["havoc-plus-1"]).unwrap();
    assert_eq!(first.resource, Some(Resource::of(ResourceKind::Havoc, 1)));
    // Havoc comes back each round from the stat.
    assert_eq!(Arena::new(&[unit], &[first]).battle.units[0].points, 2);
}

/// `ms93.upgrade.havoc-cap`: Frame 2, Performance 3: 1; Frame 4, Performance 6: 2 + 1 = 3; Performance 8:
/// 2 + 1 + 1 = 4; by the Performance in the end, whatever was bought first.
#[test]
fn havoc_has_a_cap() {
    let caps = [
        (2, 3, 1),
        (1, 3, 1),
        (3, 4, 2),
        (5, 4, 2),
        (4, 5, 3),
        (4, 6, 3),
        (4, 8, 4),
    ];
    for (frame, performance, cap) in caps {
        let found = most(KAIJU, frame, performance, "havoc-plus-1");
        assert_eq!(found, cap, "F{frame}P{performance}");
    }
    let (more, title) = ("havoc-plus-1", "Havoc cap");
    let message = "Havoc would be 3, expected at most 2 for Frame 3 at Performance 4";
    refused(KAIJU, &[more, more, more], &[title, message]);
    assert!(bought(KAIJU, &[more, more, more, UP]).is_ok());
    refused(
        &with(KAIJU, &["performance = 5"]),
        &[more, more, more, DOWN],
        &[title],
    );
    // What is printed counts, and is no fault by itself.
    let printed = with(KAIJU, &["havoc = 3"]);
    refused(&printed, &[more], &[title]);
    assert!(bought(&printed, &[UP]).is_ok());
}

/// `ms93.upgrade.widespread-havoc`: Havoc +1 beyond the cap for no points; 60 victory points become 80,
/// and the side starts with 10 - 2 = 8 Momentum. Once.
#[test]
fn widespread_havoc_is_paid_in_momentum() {
    let name = "widespread-havoc";
    let full = with(KAIJU, &["havoc = 2"]);
    let unit = bought(&full, &[name]).unwrap();
    assert_eq!(
        (stat(&unit, ResourceKind::Havoc), unit.points, unit.vp),
        (3, 320, 80)
    );
    let arena = Arena::new(&[bought(KAIJU, &[]).unwrap()], &[unit]);
    assert_eq!(arena.bout.starting_momentum, [10, 8]);
    assert_eq!(arena.momentum(Side::B), 8);
    refused(
        KAIJU,
        &[name, name],
        &["Widespread Havoc", "expected it once per unit"],
    );
    // It leaves the cap of the base stat as it is.
    assert!(bought(KAIJU, &["havoc-plus-1", name, "havoc-plus-1"]).is_ok());
    refused(
        &full,
        &[name, "havoc-plus-1"],
        &["Havoc cap", "Havoc would be 3"],
    );
}

/// `ms93.upgrade.power-plus`: a Super Robot with Power 2 gets 3 for 50 points, one without gets its first.
#[test]
fn power_is_bought_by_the_point() {
    let unit = bought(&with(ROBOT, &["power = 2"]), &["power-plus-1"]).unwrap();
    assert_eq!((stat(&unit, ResourceKind::Power), unit.points), (3, 370));
    let first = bought(ROBOT, &["power-plus-1"]).unwrap();
    assert_eq!(first.resource, Some(Resource::of(ResourceKind::Power, 1)));
    refused(
        &[],
        &["power-plus-1"],
        &["Power +1", "expected a super-robot"],
    );
}

/// `ms93.upgrade.power-cap`: Frame 1, Performance 5: 2 + 2 = 4; Frame 4, Performance 8: 4 + 2 + 2 = 8.
#[test]
fn power_has_a_cap() {
    let caps = [(1, 5, 4), (4, 8, 8), (2, 4, 2), (3, 4, 4), (5, 7, 6)];
    for (frame, performance, cap) in caps {
        let found = most(ROBOT, frame, performance, "power-plus-1");
        assert_eq!(found, cap, "F{frame}P{performance}");
    }
    let words = [
        "Power cap",
        "Power would be 5, expected at most 4 for Frame 3 at Performance 4",
    ];
    refused(&with(ROBOT, &["power = 4"]), &["power-plus-1"], &words);
}

/// `ms93.upgrade.immensely-powerful`: Power +2 beyond the cap, 60 victory points become 80. Two such units
/// start with 10 - 4 = 6 Momentum. A side that Elite levels leave 5 has 5 - 4 = 1 with two, and none with
/// three, as the pool has no debts.
#[test]
fn immense_power_is_paid_in_momentum() {
    let name = "immensely-powerful";
    let unit = bought(&with(ROBOT, &["power = 4"]), &[name]).unwrap();
    assert_eq!(
        (stat(&unit, ResourceKind::Power), unit.points, unit.vp),
        (6, 320, 80)
    );
    let plain = bought(ROBOT, &[]).unwrap();
    let start = |own: &[UnitProfile]| {
        Arena::new(own, std::slice::from_ref(&plain))
            .bout
            .starting_momentum
    };
    assert_eq!(start(&[unit.clone(), unit.clone()]), [6, 10]);
    let great = with!(unit.clone(), elite_level: 5);
    assert_eq!(start(&[great.clone(), unit.clone()]), [1, 10]);
    assert_eq!(start(&[great, unit.clone(), unit]), [0, 10]);
    refused(
        ROBOT,
        &[name, name],
        &["Immensely Powerful", "expected it once per unit"],
    );
    // 8 by the cap and 2 beyond it.
    let top = with(ROBOT, &["frame = 4", "performance = 8", "power = 6"]);
    let top = bought(&top, &[name, "power-plus-1", "power-plus-1"]).unwrap();
    assert_eq!(stat(&top, ResourceKind::Power), 10);
}
