//! Scenario files, generated profiles, and the duels and battles compiled of them.

use equipoise_engine::{Hex, Side};

use super::sheets::sheet;
use crate::catalogue::{Catalogue, SourceFile};
use crate::data::colour::Colour;
use crate::data::scenario::{Force, Scenario};
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::board::Board;
use crate::rules::bout::Bout;
use crate::rules::state::Battle;

const POLICIES: [PolicyKind; 2] = [PolicyKind::Plain; 2];

fn options(values: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (name, value) in values {
        options.set(name, value).expect("an option");
    }
    options
}

fn read(text: &str) -> Result<Scenario, Vec<String>> {
    let read = Catalogue::embedded().scenario(&SourceFile::new("test.toml", text), &[]);
    read.map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

const FORCES: &str = "
[[force]]
name = \"One\"
units = [\"REF-2\", { unit = \"Quick Fox\", count = 2 }]
[[force]]
name = \"Other\"
units = [\"C3R1:pod\"]
";

/// mm30.board.symmetry: what a file lists lies twice on the board; what covers the middle stands once.
#[test]
fn terrain_is_listed_for_one_half() {
    let scenario = read(&format!(
        "summary = \"A test\"
[[terrain]]
colour = \"green\"
level = 1
hexes = [[2, 4]]
[[structure]]
hexes = [[5, 6]]
top = 2
[[structure]]
hexes = [[7, 3], [7, 4]]
top = 0
{FORCES}"
    ))
    .expect("sound");
    let bout = Bout::battle(&scenario, POLICIES, &Options::default()).expect("legal");
    let terrain = &bout.table(Side::A).terrain;
    for hex in [Board::hex(2, 4), Board::hex(8, 9)] {
        assert_eq!(
            (terrain.colour(hex), terrain.level(hex)),
            (Colour::Green, 1)
        );
    }
    assert_eq!(terrain.colours.len(), 2);
    assert_eq!(terrain.structures.len(), 3);
    let names: Vec<&str> = bout.unit_names().collect();
    assert_eq!(names, ["REF-2", "Quick Fox", "Quick Fox", "C3R1:pod"]);
}

#[test]
fn mistakes_of_a_scenario_have_their_place() {
    let found = read(&format!(
        "summary = \"A test\"\nsize = \"huge\"\n[[terrain]]\ncolour = \"pink\"\nhexes = [[5]]\n{FORCES}"
    ));
    let found = found.expect_err("mistakes");
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("test.toml:2:8: "), "{found:?}");
    let dear = read(&format!(
        "summary = \"A test\"\nsize = \"scouting\"\n{FORCES}"
    ));
    let dear = dear.expect_err("too dear");
    assert!(dear[0].contains("mm30.squad.under-limit"), "{dear:?}");
    let off =
        format!("summary = \"A test\"\n[[terrain]]\ncolour = \"tan\"\nhexes = [[20, 0]]\n{FORCES}");
    let off = read(&off).expect_err("off the board");
    assert!(off[0].contains("mm30.board.size"), "{off:?}");
}

#[test]
fn shipped_scenarios_are_sound() {
    let catalogue = Catalogue::embedded();
    for (name, file) in Catalogue::scenarios() {
        let scenario = catalogue.scenario(&file, &[]).expect("sound");
        assert_eq!(scenario.name, name);
        for seated in [&scenario, &scenario.swapped()] {
            Bout::battle(seated, POLICIES, &Options::default()).expect("legal");
        }
    }
}

/// The order of a list decides nothing, and neither do names or prices.
#[test]
fn units_are_ranked_by_what_they_are() {
    let names = |units: &[&str]| {
        let force = Force {
            name: String::new(),
            units: units.iter().map(|name| sheet(name)).collect(),
        };
        let ranked = force.ranked().into_iter();
        ranked.map(|unit| unit.name.clone()).collect::<Vec<_>>()
    };
    let expected = ["REF-3", "REF-2", "Quick Fox"];
    assert_eq!(names(&["Quick Fox", "REF-2", "REF-3"]), expected);
    assert_eq!(names(&["REF-2", "REF-3", "Quick Fox"]), expected);
    let mut other = sheet("REF-2");
    (other.name, other.points) = ("A cheap copy".to_owned(), Some(1));
    let force = Force {
        name: String::new(),
        units: vec![sheet("Tall Heron"), other, sheet("REF-3")],
    };
    assert_eq!(force.ranked()[2].name, "A cheap copy");
}

#[test]
fn profiles_span_class_rank_and_weapon() {
    let catalogue = Catalogue::embedded();
    assert_eq!(catalogue.grid().count(), 125);
    let profile = catalogue.find("c2r4:PISTOL").expect("a profile");
    assert_eq!(profile.name, "C2R4:pistol");
    assert_eq!(
        (
            profile.total_defense(),
            profile.pilot.rank,
            profile.listed()
        ),
        (120, 4, 262)
    );
    assert!(catalogue.grid().all(|(id, sheet)| {
        let place = catalogue.place_of(sheet);
        sheet.faults().is_empty() && id.class == sheet.class().number() && place == Some(id)
    }));
    let place = catalogue.place_of(&sheet("REF-2")).map(ToString::to_string);
    assert_eq!(place.as_deref(), Some("C2R4:pistol"));
    assert_eq!(catalogue.place_of(&sheet("Stone Bear")), None);
}

/// mm30.deploy.alternate: `duel_distance` puts both units in the middle file.
#[test]
fn a_duel_may_begin_at_a_distance() {
    let unit = sheet("REF-2");
    let places = |distance: &str| -> Option<Vec<Hex>> {
        let options = options(&[("duel_distance", distance)]);
        let bout = Bout::duel([&unit, &unit], POLICIES, &options).expect("a duel");
        let starts = bout.starts.as_ref()?;
        let mut battle = Battle::before(bout.table(Side::A));
        bout.put_all(&mut battle, starts);
        Some(battle.units.iter().map(|it| it.hex).collect())
    };
    assert_eq!(places("0"), None);
    assert_eq!(places("2"), Some(vec![Board::hex(5, 5), Board::hex(5, 7)]));
    assert_eq!(places("5"), Some(vec![Board::hex(5, 3), Board::hex(5, 8)]));
    assert_eq!(
        places("12"),
        Some(vec![Board::hex(5, 0), Board::hex(5, 12)])
    );
    let far = Bout::duel(
        [&unit, &unit],
        POLICIES,
        &options(&[("duel_distance", "13")]),
    );
    let far = far.expect_err("too far").to_string();
    assert_eq!(
        far,
        "duel_distance is 13, expected at most 12 on this board (mm30.board.size)"
    );
}
