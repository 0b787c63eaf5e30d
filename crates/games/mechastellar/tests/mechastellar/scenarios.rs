//! Scenario files: what they read as. `broken.rs` holds what is refused, `scenario_forces.rs` forces.

use crate::damage::{assert_placed, damaged};
use equipoise_mechastellar::catalogue::{Catalogue, SourceFile};
use equipoise_mechastellar::{
    Attacker, BattleMode, Deployment, Environment, Redeployment, Scenario, TerrainPiece,
};

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

/// `ms93.game.types`: a Simple Battle unless the file says otherwise; written out it is as if it were not.
#[test]
fn a_mode_reads_as_written() {
    let mode = |lines: &str| sound(&with("control_points = \"plus\"\n", lines)).mode;
    assert_eq!(mode(""), BattleMode::Simple);
    assert_eq!(mode("mode = \"simple\"\n"), BattleMode::Simple);
    let rampage = BattleMode::Rampage;
    assert_eq!(mode("mode = \"rampage\"\n"), rampage(Attacker::First));
    for (name, attacker) in [
        ("first", Attacker::First),
        ("second", Attacker::Second),
        ("both", Attacker::Both),
    ] {
        let lines = format!("mode = \"rampage\"\nattacker = \"{name}\"\n");
        assert_eq!(mode(&lines), rampage(attacker));
    }
    let json = |text: &str| serde_json::to_string(&sound(text)).expect("JSON");
    let simple = with("points = 400", "mode = \"simple\"\npoints = 400");
    assert_eq!(json(&simple), json(SCENARIO));
    assert!(!json(SCENARIO).contains("\"mode\":"));
}

/// `ms93.game.types`, `ms93.confront.redeploy`: a Confrontation, survivors deployed as in the first battle or in
/// turn; a single battle has none to deploy.
#[test]
fn a_confrontation_reads_as_written() {
    let mode = |lines: &str| sound(&with("points = 400\n", lines)).mode;
    let set = BattleMode::Confrontation;
    let lines = "mode = \"confrontation\"\n";
    assert_eq!(mode(lines), set(Redeployment::Same));
    for (name, again) in [
        ("same", Redeployment::Same),
        ("alternate", Redeployment::Alternate),
    ] {
        let lines = format!("{lines}redeployment = \"{name}\"\n");
        assert_eq!(mode(&lines), set(again));
    }
    assert_eq!(
        parse(&with("points = 400", "redeployment = \"same\"")).expect_err("one battle"),
        [
            "test.toml:5:16: top level: a redeployment in a single battle, expected mode \"confrontation\""
        ]
    );
}

/// `ms93.army.points-total`: the limit of a battle is a ceiling: Red costs 205 + 80 = 285, which fits into 285 and
/// is 1 over 284.
#[test]
fn an_agreed_total_is_a_ceiling() {
    let limit = |points: u32| parse(&with("points = 400", &format!("points = {points}")));
    assert!(limit(285).is_ok());
    let problems = limit(284).expect_err("too dear");
    assert!(problems[0].contains("costs 285 points, 1 over the limit of 284"));
}

/// `ms93.game.table-length`, `ms93.game.table-space`, `ms93.confront.table-size`: a table is as long as the
/// players want: 36, 48 or 72 in, 60 and 96 in of space, 36 in for a Confrontation.
#[test]
fn a_table_is_as_long_as_agreed() {
    for (inches, environment, mode) in [
        (36, "ground", "simple"),
        (48, "ground", "simple"),
        (72, "ground", "simple"),
        (60, "space", "simple"),
        (96, "space", "simple"),
        (36, "ground", "confrontation"),
    ] {
        let rows = inches / 4;
        let table = format!("depth = {rows}, environment = \"{environment}\"");
        let text = with("depth = 11, environment = \"ground\"", &table);
        let text = text.replace("zone = 3", "zone = 2");
        let text = text.replace("points = 400", &format!("mode = \"{mode}\""));
        let text = text.replace("control_points = \"plus\"\n", "");
        assert_eq!(sound(&text).depth, rows);
    }
}

/// `ms93.secure.free-placement`: control points of the plus layout, or anywhere else.
#[test]
fn an_objective_lies_anywhere() {
    let secure = with("points = 400", "mode = \"secure\"");
    assert_eq!(sound(&secure).mode, BattleMode::Secure);
    assert_eq!(sound(&secure).control_points.len(), 5);
    let free = sound(&secure.replace("\"plus\"", "[[2, 8], [9, 2]]"));
    assert_eq!(free.control_points, [(2, 8), (9, 2)]);
}

/// `ms93.secure.base`: without control points there is nothing to secure.
#[test]
fn an_objective_is_a_control_point() {
    assert_eq!(
        parse(&with("control_points = \"plus\"", "mode = \"secure\"")).expect_err("no points"),
        ["test.toml:4:8: top level: mode \"secure\" without control points, expected at least one"]
    );
}

/// `ms93.rampage.setup`: no control points, and something to destroy that blocks sight: ruins do not.
#[test]
fn a_rampage_needs_a_city_and_no_points() {
    let points = "control_points = \"plus\"\n";
    let city = with(points, "mode = \"rampage\"\n");
    assert!(parse(&city).is_ok());
    assert_eq!(
        parse(&city.replace("building", "ruins")).expect_err("no building"),
        [
            "test.toml:4:8: top level: mode \"rampage\" without a building, expected at least one piece of terrain that blocks line of sight and is destructible"
        ]
    );
    assert_eq!(
        parse(&with("points = 400", "mode = \"rampage\"")).expect_err("points"),
        ["test.toml:5:8: top level: mode \"rampage\" with control points, expected none"]
    );
    assert_eq!(
        parse(&with(points, "attacker = \"both\"\n")).expect_err("no Attacker"),
        [
            "test.toml:4:12: top level: an attacker in a battle without one, expected mode \"rampage\" or \"endurance\""
        ]
    );
    assert_eq!(
        parse(&with(points, "mode = \"siege\"\n")).expect_err("no mode"),
        [
            "test.toml:4:8: top level: `mode` is \"siege\", expected one of \"simple\", \"secure\", \"rampage\", \"endurance\", \"confrontation\""
        ]
    );
}

/// Three waves of a duellist each in place of the forces of a city, deployed in turn.
fn besieged(more: &str, waves: [&str; 3]) -> String {
    let text = with(
        "control_points = \"plus\"\n",
        &format!("mode = \"endurance\"\n{more}"),
    );
    let head = text.split("[[force]]").next().expect("a head").to_owned();
    let head = head.replace("deployment = { zone = 3 }", "deployment = \"alternate\"");
    let head = head.replace("points = 400", "points = 600");
    let force = |name: &str| {
        let units = waves.map(|wave| format!("{{ unit = \"F3P5:melee\"{wave} }}"));
        format!(
            "[[force]]\nname = \"{name}\"\nunits = [\n{}]\n",
            units.join(",\n")
        )
    };
    format!("{head}{}{}", force("Red"), force("Blue"))
}

const IN_ORDER: [&str; 3] = ["", ", wave = 2", ", wave = 3"];

/// `ms93.endurance.waves`, `ms93.endurance.wave-points`: units name their wave, the file what each may cost.
#[test]
fn waves_read_as_written() {
    let scenario = sound(&besieged("waves = [200, 300, 300]\n", IN_ORDER));
    assert_eq!(scenario.mode, BattleMode::Endurance(Attacker::First));
    assert_eq!(scenario.waves, Some([200, 300, 300]));
    let entries = &scenario.forces[1].entries;
    assert_eq!(
        entries.iter().map(|entry| entry.wave).collect::<Vec<_>>(),
        [0, 1, 2]
    );
    let scenario = sound(&besieged("attacker = \"both\"\n", IN_ORDER));
    assert_eq!(scenario.mode, BattleMode::Endurance(Attacker::Both));
    assert_eq!(scenario.waves, None);
}

/// `ms93.endurance.waves`, `ms93.endurance.wave-points`: what waves may not be; F3P5 of melee costs 170.
#[test]
fn waves_are_three_within_their_points() {
    let messages = |more: &str, waves: [&str; 3]| -> Vec<String> {
        let found = parse(&besieged(more, waves)).expect_err("a fault");
        let mut found: Vec<String> = found.iter().map(|line| tail(line)).collect();
        found.sort();
        found.dedup();
        found
    };
    assert_eq!(
        messages("", ["", ", wave = 2", ", wave = 2"]),
        ["no unit in wave 3, expected three waves"]
    );
    assert_eq!(
        messages("", ["", ", wave = 2, reserve = true", ", wave = 3"]),
        ["in wave 2, expected neither `reserve` nor a place on the table with it"]
    );
    assert_eq!(
        messages("waves = [200, 169, 300]\n", IN_ORDER),
        ["wave 2 costs 170 points, 1 over its limit of 169"]
    );
    assert_eq!(
        messages("waves = [200, 300]\n", IN_ORDER),
        ["`waves` is an array, expected the points of three waves such as [500, 1000, 1000]"]
    );
    let simple = besieged("", IN_ORDER).replace("mode = \"endurance\"\n", "");
    let found = parse(&simple).expect_err("no waves");
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(
        found[0].ends_with("a later wave in a battle without waves, expected mode \"endurance\"")
    );
    let zones = besieged("", IN_ORDER).replace("\"alternate\"", "{ zone = 3 }");
    assert!(
        parse(&zones).expect_err("zones")[0]
            .ends_with("mode \"endurance\" with zones, expected deployment = \"alternate\"")
    );
}

/// What a message says after the place it is at.
fn tail(line: &str) -> String {
    let at = line.find("\": ").map_or(0, |at| at + 3);
    let line = &line[at..];
    line.split_once("top level: ")
        .map_or(line, |(_, rest)| rest)
        .to_owned()
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

/// `ms93.simple.cp-count`, `ms93.simple.cp-layout`: on a table of 48 by 72 in five points, the first in the
/// centre, or one in each quadrant where the scenario says so, pairs equally far from the centre; by `ms93`
/// as the scenario asks.
#[test]
fn five_points_lie_around_the_centre() {
    let table = |points: &str| {
        let text = with(
            "width = 13, depth = 11",
            "width = 49, depth = 73, hex_in = 1",
        )
        .replace("{ zone = 3 }", "{ zone = 12 }")
        .replace("elite_bonus = true", "scoring = \"ms93\"")
        .replace("\"plus\"", points);
        sound(&text)
    };
    let plus = table("\"plus\"");
    assert_eq!(plus.control_points.len(), 5);
    assert_eq!(plus.control_points[0], (24, 36));
    assert_eq!(plus.options["scoring"], "ms93");
    let quadrants = [(24, 36), (12, 18), (36, 54), (12, 54), (36, 18)];
    let written = quadrants.map(|(column, row)| format!("[{column}, {row}]"));
    let written = format!("[{}]", written.join(", "));
    assert_eq!(table(&written).control_points, quadrants);
}

/// `ms10.setup.cp-clear`, `ms93.simple.cp-clear`: on High Ground they may lie, in cover they may not.
#[test]
fn control_points_lie_on_the_table_in_the_open() {
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
