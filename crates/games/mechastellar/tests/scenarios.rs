//! Scenario and army files: what they read as, and that what cannot be played is refused with
//! its place and reason. Forces are tested in `scenario_forces.rs`.

mod damage;

use damage::{assert_placed, damaged};
use equipoise_mechastellar::catalogue::{Catalogue, SourceFile};
use equipoise_mechastellar::{Deployment, Environment, Scenario, TerrainPiece};

/// A sound scenario; lines 1 to 6 are the battle, 8 to 11 the terrain, then the forces.
const SCENARIO: &str = r#"summary = "A test"
table = { width = 13, depth = 11, environment = "ground" }
deployment = { zone = 3 }
control_points = "plus"
points = 400
options = { elite_bonus = true }

[[terrain]]
name = "Block"
kind = "building"
hexes = [[3, 4], [4, 4]]

[[force]]
name = "Red"
units = ["White Asura", "Green Viking"]

[[force]]
name = "Blue"
units = ["Blue Djinn"]
"#;

fn parse(text: &str) -> Result<Scenario, Vec<String>> {
    let scenario = Catalogue::embedded().scenario(&SourceFile::new("test.toml", text));
    scenario.map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

fn sound(text: &str) -> Scenario {
    parse(text).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn with(from: &str, to: &str) -> String {
    assert_eq!(
        SCENARIO.matches(from).count(),
        1,
        "{from:?} must occur once"
    );
    SCENARIO.replace(from, to)
}

/// Problems of the scenario with one piece of text replaced.
fn problems(from: &str, to: &str) -> Vec<String> {
    parse(&with(from, to)).err().unwrap_or_default()
}

#[test]
fn a_scenario_reads_as_written() {
    let scenario = Catalogue::embedded()
        .scenario(&SourceFile::new("my/folder/first-blood.toml", SCENARIO))
        .expect("a sound scenario");
    assert_eq!(
        (scenario.name.as_str(), scenario.summary.as_str()),
        ("first-blood", "A test")
    );
    assert_eq!((scenario.width, scenario.depth), (13, 11));
    assert_eq!(scenario.environment, Environment::Ground);
    assert_eq!(scenario.deployment, Deployment::Zone(3));
    assert_eq!(scenario.points, Some(400));
    let option = ("elite_bonus".to_owned(), "true".to_owned());
    assert_eq!(scenario.options.into_iter().collect::<Vec<_>>(), [option]);
    let names = scenario.forces.each_ref().map(|force| force.name.as_str());
    assert_eq!(names, ["Red", "Blue"]);
    // 205 for Frame 4 Performance 5 and 80 for Frame 1 Performance 3.
    assert_eq!(scenario.forces[0].points(), 285);
}

#[test]
fn what_is_left_out_has_a_plain_default() {
    let bare = r#"summary = "Bare"
table = { width = 4, depth = 40 }
deployment = "alternate"

[[force]]
name = "Red"
units = ["F3P5:sniper"]

[[force]]
name = "Blue"
units = ["F3P5:melee"]
"#;
    let scenario = sound(bare);
    assert_eq!((scenario.width, scenario.depth), (4, 40));
    assert_eq!(scenario.environment, Environment::Ground);
    assert_eq!(scenario.deployment, Deployment::Alternate);
    assert!(scenario.terrain.is_empty() && scenario.control_points.is_empty());
    assert!(scenario.points.is_none() && scenario.options.is_empty());
    let entry = &scenario.forces[0].entries[0];
    assert_eq!(entry.models.len(), 1);
    assert!(!entry.reserve && entry.aboard.is_none() && entry.at.is_none());
    assert_eq!(scenario.forces[0].commander, None);
}

/// `ms10.setup.cp-layout`: centre, two on the central line, two across it, 8 to 16 in (the
/// second to the fourth hex) from their edge; the own one in the foremost row of the zone.
#[test]
fn the_plus_layout_is_a_plus() {
    // 13 wide: the fourth columns from the sides are 3 and 9. 11 deep: a zone of 3 ends in
    // row 2, and row 8 mirrors it.
    assert_eq!(
        sound(SCENARIO).control_points,
        [(6, 5), (3, 5), (9, 5), (6, 2), (6, 8)]
    );
    let table = |size: &str, deployment: &str| {
        let text = with("width = 13, depth = 11", size).replace("{ zone = 3 }", deployment);
        sound(&text.replace("[[3, 4], [4, 4]]", "[[0, 0]]")).control_points
    };
    // No zones: 16 in from the edge.
    assert_eq!(
        table("width = 21, depth = 17", "\"alternate\""),
        [(10, 8), (3, 8), (17, 8), (10, 3), (10, 13)]
    );
    // A zone of one row or of six still puts them 8 or 16 in from the edge.
    assert_eq!(
        table("width = 13, depth = 17", "{ zone = 1 }"),
        [(6, 8), (3, 8), (9, 8), (6, 1), (6, 15)]
    );
    assert_eq!(
        table("width = 13, depth = 17", "{ zone = 6 }"),
        [(6, 8), (3, 8), (9, 8), (6, 3), (6, 13)]
    );
    // On the smallest table that holds one, the arms are one hex long.
    assert_eq!(
        table("width = 5, depth = 5", "{ zone = 2 }"),
        [(2, 2), (1, 2), (3, 2), (2, 1), (2, 3)]
    );
    assert_eq!(
        problems("width = 13, depth = 11", "width = 4, depth = 11"),
        [
            "test.toml:4:18: top level: the plus layout needs a table of at least 5 by 5 hexes",
            "test.toml:11:9: terrain \"Block\": [4, 4] is off the table, expected columns 0 to 3 and rows 0 to 10"
        ]
    );
}

#[test]
fn plus_layouts_keep_their_distances_on_every_table() {
    for width in 7_i16..=40 {
        for depth in 9_i16..=40 {
            let size = format!("width = {width}, depth = {depth}");
            let text = with("width = 13, depth = 11", &size);
            let points = sound(&text).control_points;
            assert_eq!(points.len(), 5, "{size}");
            let [centre, left, right, near, far] = points[..] else {
                panic!("five");
            };
            assert!((width - 2 * centre.0 - 1).abs() <= 1 && (depth - 2 * centre.1 - 1).abs() <= 1);
            assert!(left.1 == centre.1 && right.1 == centre.1, "{size}");
            assert!(near.0 == centre.0 && far.0 == centre.0, "{size}");
            let from_edge = [left.0 + 1, width - right.0, near.1 + 1, depth - far.1];
            assert!(
                from_edge.iter().all(|hexes| (2..=4).contains(hexes)),
                "{size}"
            );
            assert!(left.0 < centre.0 && centre.0 < right.0, "{size}");
            assert!(near.1 < centre.1 && centre.1 < far.1, "{size}");
        }
    }
}

/// The kinds as the rules describe them (`ms10.setup.terrain-tags`): buildings and debris can be
/// destroyed, large natural features cannot.
#[test]
fn kinds_of_terrain_set_their_tags() {
    let piece = |fields: &str| sound(&with("kind = \"building\"", fields)).terrain[0].clone();
    let tags = |piece: &TerrainPiece| {
        let flag = |set: bool, letter| if set { letter } else { '-' };
        let letters: String = [
            flag(piece.cover, 'c'),
            flag(piece.blocks_los, 'b'),
            flag(piece.obscuring, 'o'),
            flag(piece.deep_water, 'w'),
            flag(piece.destructible, 'd'),
        ]
        .iter()
        .collect();
        (piece.level, letters)
    };
    let cases = [
        ("building", 1, "cb--d"),
        ("tower", 2, "cb--d"),
        ("ruins", 0, "c---d"),
        ("wall", 0, "cb--d"),
        ("forest", 0, "c-o--"),
        ("lake", 0, "---w-"),
        ("hill", 1, "cb---"),
        ("mountain", 2, "c-o--"),
        ("asteroid", 0, "cb---"),
        ("debris", 0, "c---d"),
    ];
    for (kind, level, letters) in cases {
        let read = piece(&format!("kind = \"{kind}\""));
        assert_eq!(tags(&read), (level, letters.to_owned()), "{kind}");
    }
    // Without a kind nothing is set; each tag can be stated or taken back.
    assert_eq!(tags(&piece("cover = true")), (0, "c----".to_owned()));
    let bunker = piece("kind = \"building\"\nlevel = 2\ndestructible = false");
    assert_eq!(tags(&bunker), (2, "cb---".to_owned()));
    assert_eq!(
        tags(&piece("level = 1\nobscuring = true")),
        (1, "--o--".to_owned())
    );
}

#[test]
fn terrain_lies_on_hexes_or_an_area() {
    let block = &sound(SCENARIO).terrain[0];
    assert_eq!(
        (block.name.as_str(), &block.hexes[..]),
        ("Block", &[(3, 4), (4, 4)][..])
    );
    let area = sound(&with(
        "hexes = [[3, 4], [4, 4]]",
        "area = { from = [1, 6], to = [2, 8] }",
    ));
    let rectangle = [(1, 6), (2, 6), (1, 7), (2, 7), (1, 8), (2, 8)];
    assert_eq!(area.terrain[0].hexes, rectangle);
}

#[test]
fn terrain_that_cannot_be_is_refused() {
    let hexes = |to: &str| problems("hexes = [[3, 4], [4, 4]]", to);
    let cases = [
        (
            "hexes = [[3, 4], [13, 4]]",
            "11:9: terrain \"Block\": [13, 4] is off the table, expected columns 0 to 12 and rows 0 to 10",
        ),
        (
            "hexes = [[3, -1]]",
            "11:9: terrain \"Block\": [3, -1] is off the table, expected columns 0 to 12 and rows 0 to 10",
        ),
        (
            "hexes = [[3, 4], [3, 4]]",
            "11:9: terrain \"Block\": [3, 4] is already part of terrain \"Block\", expected each hex in one piece",
        ),
        (
            "hexes = [[3]]",
            "11:10: terrain \"Block\": `hexes` is an array, expected a place such as [3, 4]: column and row, from 0",
        ),
        (
            "hexes = []",
            "11:9: terrain \"Block\": `hexes` is an array, expected an array of places such as [[3, 4], [4, 4]]",
        ),
        (
            "area = { from = [4, 4], to = [3, 4] }",
            "11:8: terrain \"Block\": `area` runs from [4, 4] to [3, 4], expected its lowest column and row first",
        ),
        (
            "",
            "8:1: terrain \"Block\": has no place, expected `hexes = [[3, 4], [4, 4]]` or `area = { from = [3, 4], to = [5, 6] }`",
        ),
        (
            "hexes = [[3, 4]]\narea = { from = [5, 5], to = [5, 5] }",
            "12:8: terrain \"Block\": has two places, expected either `hexes = [[3, 4], [4, 4]]` or `area = { from = [3, 4], to = [5, 6] }`",
        ),
    ];
    for (to, message) in cases {
        assert_eq!(hexes(to), [format!("test.toml:{message}")], "{to}");
    }
    let kind = |to: &str| problems("kind = \"building\"", to);
    assert_eq!(
        kind("kind = \"castle\""),
        [
            "test.toml:10:8: terrain \"Block\": `kind` is \"castle\", expected one of \"building\", \"tower\", \"ruins\", \"wall\", \"forest\", \"lake\", \"hill\", \"mountain\", \"asteroid\", \"debris\""
        ]
    );
    assert_eq!(
        kind("level = 3"),
        ["test.toml:10:9: terrain \"Block\": `level` is 3, expected a whole number from 0 to 2"]
    );
    assert_eq!(
        kind("kind = \"lake\"\nlevel = 1"),
        [
            "test.toml:8:1: terrain \"Block\": is both deep water and High Ground, expected one of them"
        ]
    );
    assert_eq!(
        kind("covers = true"),
        ["test.toml:10:1: terrain \"Block\": unknown field `covers`; did you mean `cover`?"]
    );
    let space = with("\"ground\"", "\"space\"").replace("\"building\"", "\"lake\"");
    assert_eq!(
        parse(&space).expect_err("no lakes in space"),
        [
            "test.toml:8:1: terrain \"Block\": is deep water in space, expected it on a ground table only"
        ]
    );
}

#[test]
fn overlapping_terrain_is_refused() {
    let second = "[[terrain]]\nname = \"Wood\"\nkind = \"forest\"\narea = { from = [4, 3], to = [5, 4] }\n\n[[force]]\nname = \"Red\"";
    assert_eq!(
        problems("[[force]]\nname = \"Red\"", second),
        [
            "test.toml:16:8: terrain \"Wood\": [4, 4] is already part of terrain \"Block\", expected each hex in one piece"
        ]
    );
}

#[test]
fn tables_and_zones_have_legal_sizes() {
    assert_eq!(
        problems("width = 13, depth = 11", "width = 3, depth = 41"),
        [
            "test.toml:2:19: top level: `width` is 3, expected a whole number from 4 to 40",
            "test.toml:2:30: top level: `depth` is 41, expected a whole number from 4 to 40"
        ]
    );
    assert_eq!(
        problems("\"ground\"", "\"sea\""),
        [
            "test.toml:2:49: top level: `environment` is \"sea\", expected one of \"ground\", \"space\""
        ]
    );
    // Two zones of five rows leave one row of eleven; two of six would overlap.
    assert!(parse(&with("zone = 3", "zone = 5")).is_ok());
    assert_eq!(
        problems("zone = 3", "zone = 6"),
        [
            "test.toml:3:14: top level: zones of 6 rows meet on a table 11 deep, expected at most 5 rows"
        ]
    );
    assert_eq!(
        problems("zone = 3", "zone = 0"),
        ["test.toml:3:23: top level: `zone` is 0, expected a whole number from 1 to 20"]
    );
    assert_eq!(
        problems("{ zone = 3 }", "\"random\""),
        [
            "test.toml:3:14: top level: `deployment` is \"random\", expected \"alternate\" or a table such as { zone = 4 }"
        ]
    );
}

#[test]
fn control_points_lie_on_the_table_in_the_open() {
    let points = |to: &str| problems("\"plus\"", to);
    assert_eq!(
        points("[[6, 5], [13, 5]]"),
        [
            "test.toml:4:27: top level: control point [13, 5] is off the table, expected columns 0 to 12 and rows 0 to 10"
        ]
    );
    assert_eq!(
        points("[[1, 1], [2, 1], [3, 1], [4, 1], [5, 1], [6, 1]]"),
        ["test.toml:4:18: top level: 6 control points, expected at most 5"]
    );
    assert_eq!(
        points("[[6, 5], [6, 5]]"),
        ["test.toml:4:27: top level: a second control point at [6, 5]"]
    );
    assert_eq!(
        points("\"cross\""),
        [
            "test.toml:4:18: top level: `control_points` is \"cross\", expected \"plus\" or an array of at most 5 places such as [[6, 6]]"
        ]
    );
    // On High Ground they may lie, in cover they may not (`ms10.setup.cp-clear`).
    assert_eq!(
        sound(&with("\"plus\"", "[[3, 4]]")).control_points,
        [(3, 4)]
    );
    let wood = with("\"plus\"", "[[3, 4]]").replace("\"building\"", "\"forest\"");
    assert_eq!(
        parse(&wood).expect_err("in cover"),
        [
            "test.toml:4:19: top level: control point [3, 4] lies in \"Block\", which gives cover, expected open ground or High Ground"
        ]
    );
    // The six neighbours of [3, 4] (an even row) are [2, 3], [3, 3], [2, 4], [4, 4], [2, 5], [3, 5].
    let ring = "hexes = [[2, 3], [3, 3], [2, 4], [4, 4], [2, 5], [3, 5]]";
    let walled = with("\"plus\"", "[[3, 4]]").replace("hexes = [[3, 4], [4, 4]]", ring);
    assert_eq!(
        parse(&walled).expect_err("walled in"),
        [
            "test.toml:4:19: top level: control point [3, 4] is walled in by terrain that blocks line of sight, expected a clear field of fire"
        ]
    );
    assert!(parse(&walled.replace(", [3, 5]]", "]")).is_ok());
    // The plus layout is checked as well: [6, 2] is the own point of side A.
    assert_eq!(
        problems(
            "kind = \"building\"\nhexes = [[3, 4], [4, 4]]",
            "kind = \"ruins\"\nhexes = [[6, 2]]"
        ),
        [
            "test.toml:4:18: top level: control point [6, 2] lies in \"Block\", which gives cover, expected open ground or High Ground"
        ]
    );
}

#[test]
fn options_are_checked_by_name_and_value() {
    let options = |to: &str| problems("{ elite_bonus = true }", to);
    let unknown = options("{ elite_bonsu = true }");
    assert_eq!(unknown.len(), 1);
    assert!(
        unknown[0].starts_with(
            "test.toml:6:13: top level: no rules option named \"elite_bonsu\"; the options are elite_bonus,"
        ),
        "{unknown:?}"
    );
    assert_eq!(
        options("{ tie_break = \"coin\" }"),
        [
            "test.toml:6:13: top level: option tie_break does not take \"coin\"; expected one of momentum_then_draw, draw"
        ]
    );
    assert_eq!(
        options("{ elite_bonus = [true] }"),
        [
            "test.toml:6:27: top level: `options` is an array, expected text, a number, true or false"
        ]
    );
    assert!(parse(&with("{ elite_bonus = true }", "{ tie_break = \"draw\" }")).is_ok());
}

#[test]
fn unknown_and_missing_fields_are_refused() {
    assert_eq!(
        problems("points = 400", "point = 400"),
        ["test.toml:5:1: top level: unknown field `point`; did you mean `points`?"]
    );
    assert_eq!(
        problems("summary = \"A test\"\n", ""),
        [
            "test.toml:1:1: top level: missing `summary`, expected one line of at most 100 characters"
        ]
    );
    assert_eq!(
        problems("points = 400", "points = 0"),
        ["test.toml:5:10: top level: `points` is 0, expected a whole number from 1 to 1000000"]
    );
    let syntax = problems("points = 400", "points = = 400");
    assert!(
        syntax[0].starts_with("test.toml:5:10: not valid TOML: "),
        "{syntax:?}"
    );
    let one = SCENARIO
        .split("\n[[force]]\nname = \"Blue\"")
        .next()
        .expect("a first part");
    assert_eq!(
        parse(one).expect_err("one force"),
        ["test.toml:13:1: force \"Red\": force 1 of 1, expected exactly 2"]
    );
    let three = format!("{SCENARIO}\n[[force]]\nname = \"Grey\"\nunits = [\"Dervish\"]\n");
    assert_eq!(
        parse(&three).expect_err("three forces"),
        ["test.toml:21:1: force \"Grey\": force 3 of 3, expected exactly 2"]
    );
}

/// Whatever a file holds, reading it ends in a scenario or in problems with a place.
#[test]
fn damaged_scenarios_never_panic() {
    use rand::{RngExt, SeedableRng};
    let catalogue = Catalogue::embedded();
    let files = Catalogue::scenarios();
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(20_260_602);
    for _ in 0..600 {
        let (_, file) = &files[rng.random_range(0..files.len())];
        let file = damaged(file, &mut rng);
        for problem in catalogue.scenario(&file).err().unwrap_or_default() {
            assert_placed(&problem, &file);
        }
    }
}
