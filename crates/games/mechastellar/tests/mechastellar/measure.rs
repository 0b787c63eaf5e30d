//! `ms10.core.scale`: the same battle on hexes of 1, 2 and 4 in.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use equipoise_dice::{TableDice, stream};
use equipoise_engine::front_end::{Dataset, FrontEnd};
use equipoise_engine::{GameSystem, NoLog, Outcome, Transcript};
use equipoise_mechastellar::catalogue::{Catalogue, SourceFile};
use equipoise_mechastellar::{
    Battle, Bout, Deployment, Event, HexSize, MechaStellar, Options, PolicyKind, Scenario,
    UnitProfile,
};

const SIZES: [HexSize; 3] = [HexSize::One, HexSize::Two, HexSize::Four];

fn shipped() -> Vec<Scenario> {
    let catalogue = Catalogue::embedded();
    let files = Catalogue::scenarios();
    let read = |(_, file): &(_, SourceFile)| catalogue.scenario(file).expect("a shipped scenario");
    files.iter().map(read).collect()
}

fn on(hex_in: HexSize) -> Options {
    Options {
        hex_in,
        ..Options::default()
    }
}

/// Wherever rows are even in number the table is turned, else it is mirrored; both keep hexes in
/// place on every measure, so swapping seats and changing the measure can trade places.
#[test]
fn terrain_looks_the_same_from_both_edges_on_every_measure() {
    for scenario in shipped() {
        for hex_in in SIZES {
            let first = scenario.on_hexes(hex_in).swapped();
            let swapped = scenario.swapped();
            let second = swapped.on_hexes(hex_in);
            let ground = |scenario: &Scenario| {
                let mut hexes: Vec<_> = scenario
                    .terrain
                    .iter()
                    .flat_map(|piece| piece.hexes.iter().map(|&hex| (hex, piece.level)))
                    .collect();
                hexes.sort_unstable();
                hexes
            };
            assert_eq!(
                ground(&first),
                ground(&second),
                "{} {hex_in:?}",
                scenario.name
            );
        }
    }
}

/// `ms10.core.scale`, by hand: a hex of 4 in away from the edges is 4 by 4 hexes of 1 in; half a row's shift is 2 in.
#[test]
fn a_hex_of_the_book_is_sixteen_hexes_of_an_inch() {
    let text = r#"summary = "Blocks"
table = { width = 12, depth = 12 }
deployment = { zone = 4 }
control_points = [[5, 3], [5, 8]]

[[terrain]]
name = "Even"
kind = "building"
hexes = [[3, 4]]

[[terrain]]
name = "Odd"
kind = "wall"
hexes = [[3, 5]]

[[force]]
name = "Red"
units = ["Green Viking"]

[[force]]
name = "Blue"
units = ["Blue Djinn"]
"#;
    let scenario = Catalogue::embedded()
        .scenario(&SourceFile::new("blocks.toml", text))
        .expect("a sound scenario");
    let fine = scenario.on_hexes(HexSize::One);
    assert_eq!((fine.width, fine.depth), (48, 48));
    assert_eq!(fine.deployment, Deployment::Zone(16));
    let block = |columns: std::ops::Range<i16>, rows: std::ops::Range<i16>| -> Vec<_> {
        rows.flat_map(|row| columns.clone().map(move |column| (column, row)))
            .collect()
    };
    // Centres lie a quarter of an inch (even rows) or three quarters (odd rows) into each inch, those
    // of the book 1 in or 3 in: column 3 spans 11 to 15 in, in an odd row 13 to 17 in.
    assert_eq!(fine.terrain[0].hexes, block(11..15, 16..20));
    assert_eq!(fine.terrain[1].hexes, block(13..17, 20..24));
    // [5, 3] lies 23 in from the left and 14 in from the edge, [5, 8] 21 in and 34 in.
    assert_eq!(fine.control_points, [(23, 14), (20, 33)]);
}

/// Going to a finer measure and back changes nothing; what is written in inches reads as such.
#[test]
fn a_finer_measure_loses_nothing() {
    for scenario in shipped() {
        for hex_in in [HexSize::One, HexSize::Two] {
            let fine = scenario.on_hexes(hex_in);
            let back = fine.on_hexes(HexSize::Four);
            assert_eq!(
                (back.width, back.deployment),
                (scenario.width, scenario.deployment)
            );
            assert_eq!(back.depth, scenario.depth, "{}", scenario.name);
            let sorted = |scenario: &Scenario| -> Vec<_> {
                let pieces = scenario.terrain.iter().map(|piece| {
                    let mut hexes = piece.hexes.clone();
                    hexes.sort_unstable();
                    hexes
                });
                pieces.collect()
            };
            assert_eq!(sorted(&back), sorted(&scenario), "{}", scenario.name);
            assert_eq!(back.control_points, scenario.control_points);
        }
    }
}

fn outcomes(a: &UnitProfile, b: &UnitProfile, hex_in: HexSize, battles: u64) -> Vec<Outcome> {
    let bout = Bout::compile(
        [std::slice::from_ref(a), std::slice::from_ref(b)],
        [PolicyKind::Greedy; 2],
        &on(hex_in),
    )
    .expect("a duel");
    let mut battle = Battle::default();
    let play = |number| {
        let mut dice = TableDice::new(stream(5, 1, number));
        MechaStellar::play(&bout, &mut battle, &mut dice, &mut NoLog)
    };
    (0..battles).map(play).collect()
}

/// `ms10.core.scale`, `ms10.move.actions`: on hexes of 1 in one inch more changes how nearly all units fight.
#[test]
fn an_inch_of_move_counts_on_hexes_of_an_inch() {
    let catalogue = Catalogue::embedded();
    let units = catalogue.units();
    let profiles: Vec<_> = catalogue
        .grid()
        .filter(|(id, _)| (id.frame(), id.performance()) == (3, 5))
        .map(|(_, unit)| unit.clone())
        .collect();
    let changed = |unit: &UnitProfile| {
        let mut faster = unit.clone();
        faster.move_in += 1;
        profiles.iter().any(|enemy| {
            outcomes(unit, enemy, HexSize::One, 20) != outcomes(&faster, enemy, HexSize::One, 20)
        })
    };
    let named: Vec<_> = units.iter().filter(|unit| !changed(unit)).collect();
    let same: Vec<&str> = named.iter().map(|unit| unit.name.as_str()).collect();
    assert!(
        same.len() <= 2,
        "{} of {}: {same:?}",
        same.len(),
        units.len()
    );
}

/// `ms10.deploy.zone`: whatever the measure, every unit of a shipped scenario and of the shipped armies
/// finds its place, by every policy and whoever deploys first.
#[test]
fn shipped_battles_deploy_on_every_measure() {
    let catalogue = Catalogue::embedded();
    let armies =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../datasets/mechastellar/armies");
    let files = fs::read_dir(armies).expect("armies");
    let mut armies: Vec<SourceFile> = files
        .map(|file| {
            let path = file.expect("a file").path();
            let text = fs::read_to_string(&path).expect("an army");
            SourceFile::new(path.display().to_string(), text)
        })
        .filter(|file| file.name.ends_with(".toml"))
        .collect();
    armies.sort_by(|a, b| a.name.cmp(&b.name));
    let reader = Catalogue::ARMIES.expect("army files").scenario;
    for hex_in in SIZES {
        let requested = [("hex_in".to_owned(), hex_in.inches().to_string())];
        let mut battles = Vec::new();
        for (_, file) in Catalogue::scenarios() {
            battles.push(Dataset::scenario(&catalogue, &file, &requested).expect("sound"));
            let name = file.base_name();
            for army in armies.iter().filter(|army| scenario_of(army) == name) {
                battles.push(reader(&catalogue, &file, [army; 2], &requested).expect("sound"));
            }
        }
        for scenario in &battles {
            for policy in [PolicyKind::Solo, PolicyKind::Greedy, PolicyKind::Random] {
                deploys(scenario, policy, hex_in);
            }
        }
    }
}

/// The scenario that an army is made for; `every_mode_has_two_armies_of_equal_points` says so of two each.
fn scenario_of(army: &SourceFile) -> &'static str {
    match army.base_name().trim_end_matches(".toml") {
        "trench-brigade" | "mobile-brigade" => "battlefield.toml",
        "garrison" | "landing-force" => "last-stand.toml",
        "twin-terrors" | "city-guard" => "monster-movie.toml",
        "star-raiders" | "home-guard" => "crossover.toml",
        _ => "simple-battle.toml",
    }
}

/// The first model of every entry that starts on the table is set down on it.
fn deploys(scenario: &Scenario, policy: PolicyKind, hex_in: HexSize) {
    let bout = Bout::battle(scenario, [policy; 2], &on(hex_in)).expect("a battle");
    // As battles are played.
    let ranked = scenario.ranked();
    let entries = ranked.forces.iter().flat_map(|force| &force.entries);
    let mut next = 0;
    let mut leaders = Vec::new();
    for entry in entries {
        if !entry.reserve && entry.wave == 0 && entry.aboard.is_none() {
            leaders.push(next);
        }
        next += entry.models.len();
    }
    for number in 0..2 {
        let mut dice = TableDice::new(stream(5, 1, number));
        let mut log = Transcript::default();
        MechaStellar::play(&bout, &mut Battle::default(), &mut dice, &mut log);
        let deployed = log.0.iter().filter_map(|event| match event {
            Event::Deploy { unit, .. } => Some(*unit),
            _ => None,
        });
        let deployed: BTreeSet<usize> = deployed.collect();
        let missing = leaders.iter().find(|unit| !deployed.contains(unit));
        assert_eq!(missing, None, "{} {policy:?} {hex_in:?}", scenario.name);
    }
}

/// `ms10.core.scale`: what hexes of 4 in change by more than a tenth is named; an inch loses nothing.
#[test]
fn large_roundings_are_named() {
    let catalogue = Catalogue::embedded();
    let unit = catalogue.find("Bastion Walker").expect("shipped");
    let of = |options: Option<&Options>| MechaStellar::roundings(&[unit], None, options);
    let [tape, map] = [HexSize::One, HexSize::Four].map(on);
    let book = of(Some(&map));
    let moved = book.iter().find(|rounding| rounding.value == "Move");
    let moved = moved.expect("Move is rounded");
    assert_eq!((moved.printed, moved.counts, moved.percent()), (7, 4, -43));
    assert_eq!(of(Some(&tape)), []);
    // Without options, those of every measure, the coarsest first.
    let any = of(None);
    assert_eq!(any[..book.len()], book);
    assert!(
        any[book.len()..]
            .iter()
            .all(|rounding| rounding.measure == "hexes of 2 in")
    );
    for scenario in shipped() {
        let roundings = MechaStellar::roundings(&[], Some(&scenario), Some(&tape));
        assert_eq!(roundings, [], "{}", scenario.name);
    }
}
