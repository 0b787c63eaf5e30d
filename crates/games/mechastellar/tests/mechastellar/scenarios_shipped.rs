//! The scenarios and armies that ship: legal, even, and what their names say.

use equipoise_engine::front_end::{Dataset, Scenario as _};
use equipoise_mechastellar::HexSize;
use equipoise_mechastellar::catalogue::{Catalogue, SourceFile, check_forces};
use equipoise_mechastellar::{
    Attacker, BattleMode, Environment, Force, Scenario, TerrainPiece, UnitType,
};

#[test]
fn shipped_scenarios_are_legal_and_even() {
    let catalogue = Catalogue::embedded();
    let names: Vec<_> = Catalogue::scenarios()
        .iter()
        .map(|(name, _)| *name)
        .collect();
    assert_eq!(
        names,
        [
            "battlefield",
            "crossover",
            "kaiju-hunt",
            "last-stand",
            "monster-movie",
            "open-duel",
            "simple-battle",
            "skirmish",
            "warships"
        ]
    );
    for (name, file) in Catalogue::scenarios() {
        let scenario = catalogue
            .scenario(&file)
            .unwrap_or_else(|problems| panic!("{problems:#?}"));
        assert_eq!(scenario.name, name);
        assert_eq!(check_forces(&scenario, HexSize::Four), []);
        let points = scenario.forces.each_ref().map(Force::points);
        // Within a twelfth of each other, except the duel.
        let (low, high) = (points[0].min(points[1]), points[0].max(points[1]));
        assert!(
            name == "open-duel" || 12 * low >= 11 * high,
            "{name}: {points:?}"
        );
        // One band of four values of Performance (`ms10.army.performance-band`).
        let levels: Vec<_> = scenario
            .forces
            .iter()
            .flat_map(Force::models)
            .map(|unit| unit.performance)
            .collect();
        let (min, max) = (levels.iter().min(), levels.iter().max());
        assert!(
            max.zip(min).is_some_and(|(max, min)| max - min <= 3),
            "{name}"
        );
    }
}

/// Each mode of the list is there, with a shipped scenario that is fought in it.
#[test]
fn every_mode_plays_from_the_box() {
    let modes = <Catalogue as Dataset>::MODES.expect("modes");
    let modes = (modes.list)();
    let mut names = Vec::new();
    for row in &modes.rows {
        let [name, _, scenario, _] = row.as_slice() else {
            panic!("{row:?}")
        };
        let (name, scenario) = (
            name.as_str().expect("text"),
            scenario.as_str().expect("text"),
        );
        let found = match shipped(scenario).mode {
            BattleMode::Simple => "simple",
            BattleMode::Secure => "secure",
            BattleMode::Rampage(_) => "rampage",
            BattleMode::Confrontation(_) => "confrontation",
            BattleMode::Endurance(_) => "endurance",
        };
        assert_eq!(name, found, "{scenario}");
        names.push(name);
    }
    names.sort_unstable();
    assert_eq!(
        names,
        ["confrontation", "endurance", "rampage", "secure", "simple"]
    );
}

fn shipped(name: &str) -> Scenario {
    let file = Catalogue::scenarios()
        .into_iter()
        .find(|(found, _)| *found == name)
        .expect("shipped")
        .1;
    Catalogue::embedded().scenario(&file).expect("legal")
}

#[test]
fn shipped_scenarios_are_what_they_are_called() {
    let duel = shipped("open-duel");
    assert!(duel.forces.iter().all(|force| force.models().count() == 1));
    assert!(duel.terrain.is_empty());
    assert!(
        shipped("skirmish")
            .forces
            .iter()
            .all(|force| force.models().count() == 3)
    );

    let battle = shipped("simple-battle");
    assert_eq!(battle.points, Some(1000));
    assert!(
        battle
            .forces
            .iter()
            .all(|force| force.points() > 950 && force.commander.is_some())
    );
    assert_eq!(
        battle.control_points,
        [(8, 8), (3, 8), (13, 8), (8, 3), (8, 13)]
    );
    let has = |test: &dyn Fn(&TerrainPiece) -> bool| battle.terrain.iter().any(test);
    for level in [1, 2] {
        assert!(has(&|piece| piece.level == level
            && piece.blocks_los
            && piece.destructible));
    }
    assert!(has(&|piece| piece.obscuring) && has(&|piece| piece.deep_water));
    assert!(has(&|piece| piece.cover
        && piece.level == 0
        && piece.destructible));

    let fleets = shipped("warships");
    assert_eq!(fleets.environment, Environment::Space);
    for force in &fleets.forces {
        assert!(
            force
                .models()
                .any(|unit| unit.unit_type == UnitType::Warship)
        );
        assert!(force.entries.iter().any(|entry| entry.aboard.is_some()));
    }

    let mode = |name: &str| shipped(name).mode;
    assert!(matches!(mode("battlefield"), BattleMode::Confrontation(_)));
    assert_eq!(mode("last-stand"), BattleMode::Secure);
    assert_eq!(mode("monster-movie"), BattleMode::Rampage(Attacker::First));
    assert_eq!(mode("crossover"), BattleMode::Endurance(Attacker::First));

    let [kaiju, hunters] = shipped("kaiju-hunt").forces;
    assert_eq!(
        kaiju
            .models()
            .map(|unit| unit.unit_type)
            .collect::<Vec<_>>(),
        [UnitType::Kaiju]
    );
    assert!(hunters.entries.iter().any(|entry| entry.models.len() > 1));
}

/// `ms93.army.narrative-presets`: a story with the modes that suit it: two large armies in a Confrontation, few
/// dear units against a large army in Secure the Objective, Kaiju against mecha in a Rampage, a few favourites a
/// side in Endurance. None does otherwise than the supplement advises.
#[test]
fn presets_pair_a_story_with_a_mode() {
    let models = |name: &str| {
        shipped(name)
            .forces
            .each_ref()
            .map(|force| force.models().count())
    };
    assert_eq!(models("battlefield"), [10, 10]);
    assert_eq!(models("last-stand"), [3, 8]);
    assert_eq!(models("crossover"), [4, 4]);
    let giants = |force: &Force| force.models().all(|unit| unit.unit_type == UnitType::Kaiju);
    let movie = shipped("monster-movie").forces;
    assert_eq!(movie.each_ref().map(giants), [true, false]);
    for name in ["battlefield", "last-stand", "monster-movie", "crossover"] {
        let scenario = shipped(name);
        assert_eq!(scenario.advice(), [""; 0], "{name}");
        assert_eq!(scenario.options["scoring"], "ms93", "{name}");
    }
}

/// Both sides see the same table: terrain is its own mirror image across the middle row.
#[test]
fn battlefields_are_mirrored_where_the_forces_are_alike() {
    for name in [
        "battlefield",
        "crossover",
        "last-stand",
        "monster-movie",
        "simple-battle",
        "skirmish",
        "warships",
    ] {
        let scenario = shipped(name);
        assert_eq!(
            scenario.depth % 2,
            1,
            "{name}: only odd depths mirror exactly"
        );
        let tags = |piece: &TerrainPiece| {
            (
                piece.level,
                piece.cover,
                piece.blocks_los,
                piece.obscuring,
                piece.deep_water,
                piece.destructible,
            )
        };
        let at = |place| {
            scenario
                .terrain
                .iter()
                .find(|piece| piece.hexes.contains(&place))
                .map(tags)
        };
        for piece in &scenario.terrain {
            for &(col, row) in &piece.hexes {
                assert_eq!(
                    at((col, scenario.depth - 1 - row)),
                    Some(tags(piece)),
                    "{name}: {}",
                    piece.name
                );
            }
        }
        let mut points = scenario.control_points.clone();
        let mut mirrored: Vec<_> = points
            .iter()
            .map(|(col, row)| (*col, scenario.depth - 1 - row))
            .collect();
        points.sort_unstable();
        mirrored.sort_unstable();
        assert_eq!(points, mirrored, "{name}");
    }
}

macro_rules! armies {
    ($($name:literal),+ $(,)?) => {
        [$(SourceFile::new(
            concat!($name, ".toml"),
            include_str!(concat!("../../../../../datasets/mechastellar/armies/", $name, ".toml")),
        )),+]
    };
}

/// Two lists for each mode of the supplement, at equal points that its scenario allows; the points are those of
/// the units with what was bought for the rest.
#[test]
fn every_mode_has_two_armies_of_equal_points() {
    let modes = [
        (
            "simple-battle",
            995,
            armies!["line-company", "shock-company"],
        ),
        (
            "battlefield",
            1000,
            armies!["trench-brigade", "mobile-brigade"],
        ),
        ("last-stand", 715, armies!["garrison", "landing-force"]),
        ("monster-movie", 800, armies!["twin-terrors", "city-guard"]),
        ("crossover", 890, armies!["star-raiders", "home-guard"]),
    ];
    for (scenario, points, files) in modes {
        for file in &files {
            assert_eq!(army(file).points(), points, "{}", file.name);
        }
        assert_playable(scenario, &files);
    }
}

#[test]
fn the_other_armies_are_legal_in_the_simple_battle() {
    let files = armies!["raiders", "siege-train"];
    let points = files.each_ref().map(|file| army(file).points());
    assert_eq!(points, [955, 985]);
    assert_playable("simple-battle", &files);
}

fn army(file: &SourceFile) -> Force {
    let army = Catalogue::embedded().army(file);
    army.unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn assert_playable(scenario: &str, [first, second]: &[SourceFile; 2]) {
    let shipped = Catalogue::scenarios().into_iter();
    let (_, battle) = shipped
        .into_iter()
        .find(|(name, _)| *name == scenario)
        .expect("shipped");
    let read = Catalogue::embedded().scenario_with_armies(&battle, [first, second]);
    read.unwrap_or_else(|problems| panic!("{scenario}: {problems:#?}"));
}

/// The example that documents the format is a sound scenario once it has its second force.
#[test]
fn the_documented_example_parses() {
    let readme = include_str!("../../../../../datasets/mechastellar/scenarios/README.md");
    let (_, rest) = readme.split_once("```toml\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    let second = "[[force]]\nname = \"Others\"\ncommander = \"Dervish\"\nunits = [\"Dervish\"]\n";
    let scenario = Catalogue::embedded().scenario(&SourceFile::new(
        "example.toml",
        format!("{example}{second}"),
    ));
    let scenario = scenario.unwrap_or_else(|problems| panic!("{problems:#?}"));
    // One, two, a squad of three, a squad of two, one in reserve, a ship, one aboard.
    assert_eq!(scenario.forces[0].entries.len(), 8);
    assert_eq!(scenario.forces[0].models().count(), 11);
    assert_eq!(scenario.forces[0].entries[7].aboard, Some(6));
}
