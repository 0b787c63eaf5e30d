//! What `validate` says of scenarios that do otherwise than the supplement advises.

use equipoise_engine::front_end::Scenario as _;
use equipoise_mechastellar::catalogue::{Catalogue, SourceFile};

/// A battle with nothing to say about: zones 24 in apart, a block, two forces.
const SCENARIO: &str = r#"summary = "A test"
table = { width = 13, depth = 11 }
deployment = { zone = 3 }
control_points = "plus"

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

const BLOCK: &str = "[[3, 4], [4, 4]]";

/// The advice for the scenario with each of these texts replaced.
fn advice(changes: &[(&str, &str)]) -> Vec<String> {
    let mut text = SCENARIO.to_owned();
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "{from:?} must occur once");
        text = text.replace(from, to);
    }
    let scenario = Catalogue::embedded().scenario(&SourceFile::new("test.toml", text));
    let scenario = scenario.unwrap_or_else(|problems| panic!("{problems:#?}"));
    scenario.advice()
}

const RED: &str = r#""White Asura", "Green Viking""#;
const BLUE: &str = r#""Blue Djinn""#;

/// `ms93.army.performance-match`: 5 - 2 = 3 is even, 4 nearly, 6 is not.
///
/// `ms93.army.wide-performance-modes`: only what is more than 4 apart is sent to other modes, in which it is
/// welcome.
#[test]
fn performance_is_even_within_three() {
    let of = |blue: &str, mode: &str| {
        let blue = format!("\"F3P2:melee\", {blue}");
        let deployment = format!("{mode}\ndeployment = {{ zone = 3 }}");
        advice(&[
            (RED, "\"F3P3:melee\""),
            (BLUE, &blue),
            ("depth = 11", "depth = 13"),
            ("deployment = { zone = 3 }", &deployment),
        ])
    };
    assert_eq!(advice(&[]), [""; 0]);
    assert_eq!(of("\"F3P5:melee\"", ""), [""; 0]);
    let nearly = "Performance from 2 to 6 is 4 apart, expected at most 3";
    assert_eq!(of("\"F3P6:melee\"", ""), [nearly]);
    assert_eq!(
        of("\"F3P8:melee\"", ""),
        [
            "Performance from 2 to 8 is 6 apart, expected at most 3, or a mode that scores besides fighting, \
             \"secure\" or \"rampage\""
        ]
    );
    let in_secure = of("\"F3P8:melee\"", "mode = \"secure\"");
    assert!(!in_secure.iter().any(|line| line.contains("Performance")));
    let in_secure = of("\"F3P6:melee\"", "mode = \"secure\"");
    assert_eq!(in_secure[0], nearly);
}

/// `ms93.game.table-pace`: ships move 6 in an action, 12 in a turn. Over 36 in, 32 to melee, they are not there
/// in the first turn (12 < 32) and may be by round 3 (36 >= 32). Over 16 in they are at once (12 >= 12), over 20
/// not yet; over 40 in by round 3 (36 >= 36), over 44 not.
#[test]
fn melee_is_reached_by_round_three_and_not_in_the_first_turn() {
    let over = |depth: i16| {
        let table = format!("depth = {depth} }}");
        advice(&[
            ("depth = 11 }", &table),
            ("control_points = \"plus\"\n", ""),
            (RED, "\"Musarl Cruiser\""),
            (BLUE, "\"Mithridates Cruiser\""),
        ])
    };
    // Between the foremost rows of two zones of three rows lie depth - 5 hexes of 4 in.
    assert_eq!(over(14), [""; 0]);
    let soon = over(9);
    assert_eq!(soon.len(), 1, "{soon:?}");
    assert!(soon[0].starts_with("zones 16 in apart") && soon[0].ends_with("a longer way to melee"));
    assert_eq!(over(10), [""; 0]);
    assert_eq!(over(15), [""; 0]);
    let late = over(16);
    assert!(late[0].starts_with("zones 44 in apart") && late[0].ends_with("by round 3"));
}

/// `ms93.game.terrain-density`: an open table wants something that blocks sight; a wall from end to end hides
/// three rows of 13 hexes from the other zone but the last of the odd row, which sees past its end, and so all of a
/// force.
#[test]
fn something_blocks_sight_but_hides_no_force() {
    let open = advice(&[("kind = \"building\"", "kind = \"ruins\"")]);
    assert_eq!(
        open,
        ["nothing blocks sight, expected a few pieces of terrain that do"]
    );
    let walled = advice(&[
        ("hexes = ", "area = "),
        (BLOCK, "{ from = [0, 4], to = [12, 4] }"),
    ]);
    assert_eq!(walled.len(), 2, "{walled:?}");
    assert!(walled[0].starts_with(
        "all 2 of \"Red\" could hide from the other zone, which does not see 38 hexes"
    ));
    assert!(walled[1].starts_with("all 1 of \"Blue\""));
}

/// `ms93.simple.cp-layout`: the pairs of the plus are 12 in from the centre; one of a pair may be 4 in closer, 8
/// in is too much.
#[test]
fn control_points_lie_in_pairs() {
    let with = |first: &str| {
        let points = format!("[[6, 5], {first}, [9, 5], [6, 2], [6, 8]]");
        advice(&[("\"plus\"", &points)])
    };
    assert_eq!(with("[3, 5]"), [""; 0]);
    assert_eq!(with("[4, 5]"), [""; 0]);
    assert_eq!(
        with("[5, 5]"),
        [
            "two control points of a pair differ by 8 in in their way to the centre, expected at most 6 in"
        ]
    );
}

/// `ms93.secure.free-placement`: five points, 16 in from each other (four hexes) and 8 in from the edge (the
/// second hex).
#[test]
fn objectives_keep_apart() {
    let with = |points: &str| {
        advice(&[
            ("\"plus\"", points),
            ("table =", "mode = \"secure\"\ntable ="),
        ])
    };
    assert_eq!(with("[[1, 5], [5, 5], [9, 5], [3, 1], [7, 9]]"), [""; 0]);
    assert_eq!(
        with("[[1, 5], [4, 5], [9, 5], [3, 1], [7, 9]]"),
        ["control points closer than 16 in to each other"]
    );
    assert_eq!(
        with("[[0, 5], [5, 5], [9, 5], [3, 1]]"),
        [
            "control points: 4, expected 5 in Secure the Objective",
            "control points closer than 8 in to the edge"
        ]
    );
}

/// `ms93.rampage.setup`: 20 to 30 buildings 4 to 12 in apart, one to three hexes, and forces that deploy in turn.
#[test]
fn a_city_has_streets() {
    let with = |hexes: &[(i16, i16)]| {
        let building = |&(col, row): &(i16, i16)| {
            format!(
                "[[terrain]]\nname = \"B{col}-{row}\"\nkind = \"building\"\nhexes = [[{col}, {row}]]\n"
            )
        };
        let more: String = hexes.iter().map(building).collect();
        let forces = format!("{more}\n[[force]]\nname = \"Red\"");
        advice(&[
            (
                "[[terrain]]\nname = \"Block\"\nkind = \"building\"\nhexes = [[3, 4], [4, 4]]\n",
                "",
            ),
            ("[[force]]\nname = \"Red\"", &forces),
            ("control_points = \"plus\"", "mode = \"rampage\""),
            ("{ zone = 3 }", "\"alternate\""),
        ])
    };
    let mut hexes = Vec::new();
    for col in [0, 3, 6, 9, 12] {
        for row in [1, 4, 7, 10] {
            hexes.push((col, row));
        }
    }
    assert_eq!(with(&hexes), [""; 0]);
    hexes.pop();
    assert_eq!(
        with(&hexes),
        ["buildings in the city: 19, expected 20 to 30"]
    );
    // Nothing within 12 in of [12, 10]: the next are [9, 10] and [12, 7], now one hex farther.
    hexes.retain(|&hex| hex != (9, 10) && hex != (12, 7));
    hexes.push((12, 10));
    let found = with(&hexes);
    assert!(
        found[1].starts_with("\"B12-10\" and 0 more buildings stand"),
        "{found:?}"
    );
    let zones = advice(&[("control_points = \"plus\"", "mode = \"rampage\"")]);
    assert_eq!(
        zones,
        [
            "buildings in the city: 1, expected 20 to 30",
            "forces deploy in zones, expected deployment = \"alternate\""
        ]
    );
}
