//! Commanders, Fleet Commanders and their traits.

use equipoise_engine::front_end::Dataset;
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, mech};
use super::drill::{drill, hit};
use super::field::Field;
use super::hexmap;
use crate::data::catalogue::{Catalogue, SourceFile};
use crate::data::command::{CommanderTrait, Fleet, FleetTrait};
use crate::data::profile::{Tier, UnitProfile};
use crate::options::{Options, ScoringProfile};

/// Forces of which the last unit of side A is Commander with a trait, and the first of side B without.
pub(super) fn led(a: &[UnitProfile], b: &[UnitProfile], own: Option<CommanderTrait>) -> Field {
    Field::new(a, b).with(|scenario| {
        scenario.forces[0].commander = Some(a.len() - 1);
        scenario.forces[0].commander_trait = own;
        scenario.forces[1].commander = Some(0);
    })
}

fn ms93() -> Options {
    with!(hexmap(), scoring: ScoringProfile::Ms93)
}

/// `ms93.commander.designate`: the force names its Commander, who stays so after its loss; the choice and the
/// trait go with the unit when a force is ranked or the seats are swapped. A force without a trait is written
/// as ever.
#[test]
fn a_force_names_its_commander() {
    let field = led(
        &[mech(), mech()],
        &[mech()],
        Some(CommanderTrait::Resourceful),
    );
    let force = &field.scenario.forces[0];
    // Equal points: the Commander comes first.
    assert_eq!(force.order(), [1, 0]);
    assert_eq!(force.ranked().commander, Some(0));
    assert_eq!(
        force.ranked().commander_trait,
        Some(CommanderTrait::Resourceful)
    );
    let swapped = field.scenario.swapped();
    assert_eq!(swapped.forces[1], *force);
    let fleet = Some(Fleet {
        commander: 1,
        own: FleetTrait::ShipHunter,
    });
    let both = with!(force.clone(), fleet: fleet);
    assert_eq!(
        both.listed_as(&[1, 0]).fleet.map(|fleet| fleet.commander),
        Some(0)
    );
    let written = |force| serde_json::to_string(force).expect("text");
    assert!(written(force).contains("\"commander_trait\":\"resourceful\""));
    let plain = with!(force.clone(), commander_trait: None);
    assert!(!written(&plain).contains("trait") && !written(&plain).contains("fleet"));

    let mut arena = field.arena();
    assert_eq!(
        Side::BOTH.map(|side| arena.view().commander(side)),
        [Some(1), Some(2)]
    );
    arena.unit_mut(1).hp = 0;
    arena.run(&[], |game| game.destroy(1, 2));
    assert_eq!(arena.view().commander(Side::A), Some(1));
    assert_eq!(Arena::duel().view().commander(Side::A), None);
}

/// `ms93.commander.designate`, `ms93.commander.multiplayer`: one Commander a side, the default of the rule for
/// teams: a force that names two is refused.
///
/// `ms93.fleet.eligibility`: both sides or none, each a Warship with a trait.
#[test]
fn files_name_leaders_that_may_lead() {
    let sound = include_str!("../../tests/mechastellar/broken/battle.toml");
    let told = |red: &str, blue: &str| {
        let text = sound
            .replace("name = \"Red\"", &format!("name = \"Red\"\n{red}"))
            .replace("[\"White Asura\"]", "[\"White Asura\", \"Musarl Cruiser\"]")
            .replace("name = \"Blue\"", &format!("name = \"Blue\"\n{blue}"))
            .replace("points = 1500\n", "");
        let read = Dataset::scenario(
            &Catalogue::embedded(),
            &SourceFile::new("t.toml", text),
            &[],
        );
        let problems = read.err().unwrap_or_default();
        let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
        shown.join("\n")
    };
    let commander = "commander = \"White Asura\"";
    let other = "commander = \"Blue Djinn\"";
    assert_eq!(
        told(
            &format!("{commander}\ncommander_trait = \"resourceful\""),
            other
        ),
        ""
    );
    let cases = [
        (
            format!("{commander}\ncommander_trait = \"commanding\""),
            "t.toml:13",
            "expected",
        ),
        (
            format!("{commander}\n{commander}"),
            "t.toml:1",
            "duplicate key",
        ),
        (
            "commander_trait = \"resourceful\"".into(),
            "t.toml:12",
            "expected `commander` with it",
        ),
        (
            "fleet_trait = \"ship-hunter\"".into(),
            "t.toml:12",
            "expected `fleet_commander` with it",
        ),
        (
            "fleet_commander = \"Musarl Cruiser\"".into(),
            "t.toml:12",
            "expected `fleet_trait` with it",
        ),
        (
            "fleet_commander = \"White Asura\"\nfleet_trait = \"ship-hunter\"".into(),
            "t.toml:12",
            "\"White Asura\" leads the fleet and is no warship",
        ),
        (
            "fleet_commander = \"Musarl Cruiser\"\nfleet_trait = \"ship-hunter\"".into(),
            "t.toml:",
            "no Fleet Commander, expected one as the other force has one",
        ),
    ];
    for (red, place, message) in cases {
        let blue = if red.starts_with("commander =") {
            other
        } else {
            ""
        };
        let told = told(&red, blue);
        assert!(
            told.contains(place) && told.contains(message),
            "{red}: {told}"
        );
    }
}

/// `ms93.commander.resourceful`: 1000 points: 5 + 1 = 6, a full pool of 10 stays so; then 2 as each round ends.
///
/// `ms93.commander.lost`: none in the round in which the Commander is destroyed.
#[test]
fn resourceful_commanders_provide() {
    let own = Some(CommanderTrait::Resourceful);
    let start = |options: Options, own| {
        let field = led(&[drill(Tier::Basic, 0)], &[drill(Tier::Basic, 0)], own)
            .with(|scenario| scenario.points = Some(1000));
        with!(field, options: options)
            .arena()
            .bout
            .starting_momentum
    };
    assert_eq!(start(ms93(), own), [6, 5]);
    assert_eq!(start(ms93(), None), [5, 5]);
    assert_eq!(start(hexmap(), own), [10, 10]);

    let mut arena = led(&[mech(), mech()], &[mech()], own).arena();
    let end = |arena: &mut Arena| {
        arena.run(&[], |game| game.settle_points());
        arena.momentum(Side::A)
    };
    arena.set_momentum(Side::A, 3);
    assert_eq!(end(&mut arena), 5);
    assert_eq!(end(&mut arena), 7);
    // Another loss ends nothing.
    arena.unit_mut(0).hp = 0;
    arena.run(&[], |game| game.destroy(0, 2));
    let before = arena.momentum(Side::A);
    assert_eq!(end(&mut arena), before + 2);
    arena.unit_mut(1).hp = 0;
    arena.run(&[], |game| game.destroy(1, 2));
    let before = arena.momentum(Side::A);
    assert_eq!(end(&mut arena), before);
}

/// `ms93.commander.rallying-leader`, `ms93.commander.lost`: the loss of a basic unit of Frame 2 brings 1, of Frame 4
/// or of a Skilled one 1 + 2 = 3, that of the Commander itself nothing.
#[test]
fn rallying_leaders_make_losses_count() {
    let small = |tier| with!(drill(tier, 0), frame: 2);
    let large = with!(drill(Tier::Basic, 0), frame: 4);
    let units = [
        small(Tier::Basic),
        large,
        small(Tier::Skilled),
        small(Tier::Basic),
    ];
    let own = Some(CommanderTrait::RallyingLeader);
    for (lost, gain) in [(0, 1), (1, 3), (3, 0)] {
        let mut arena = led(&units, &units[..1], own).arena();
        arena.set_momentum(Side::A, 4);
        arena.unit_mut(lost).hp = 0;
        arena.run(&[], |game| game.destroy(lost, 4));
        assert_eq!(arena.momentum(Side::A), 4 + gain, "{lost}");
    }
    // The Rout save that follows the loss of a Skilled one succeeds with 1.
    let mut arena = led(&units, &units[..1], own).arena();
    arena.set_momentum(Side::A, 4);
    arena.run(&[], |game| game.grieve(2));
    assert_eq!(arena.momentum(Side::A), 7);
}

/// `ms93.commander.galvanizing-display`: attacked twice in one turn: +2 once, from 1 to 3; again in the next turn.
/// Attacks on others bring nothing.
#[test]
fn attacks_on_the_commander_galvanize() {
    let basic = drill(Tier::Basic, 0);
    let own = Some(CommanderTrait::GalvanizingDisplay);
    let units = [basic.clone(), basic.clone()];
    let mut arena = led(&units, &units, own).arena();
    arena.set_momentum(Side::A, 1);
    arena.run(&[], |game| {
        game.galvanize(0);
        game.galvanize(2);
    });
    assert_eq!(Side::BOTH.map(|side| arena.momentum(side)), [1, 10]);
    arena.run(&[], |game| {
        game.galvanize(1);
        game.galvanize(1);
    });
    assert_eq!(arena.momentum(Side::A), 3);
    // By the attack itself, with dice that do nothing; the pool was 3 when the turn began.
    arena.put(0, Hex::new(8, 2), Hex::new(0, 1));
    arena.apart(2, 1, 4);
    arena.turn(2, &[hit(RIFLE, 1)], &[1]);
    assert_eq!(arena.momentum(Side::A), 5);
}
