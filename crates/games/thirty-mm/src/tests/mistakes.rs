//! Mistakes that players make: one message each, with file, line, rule and what is legal.

use std::fmt::Write as _;

use equipoise_engine::Side;

use super::sheets::sheet;
use crate::catalogue::{Catalogue, Problem, SourceFile};
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;

/// What is told about a unit of these fields beside the shipped parts and profiles.
fn unit(fields: &str) -> Vec<String> {
    let embedded = Catalogue::embedded();
    let mut files = embedded.sources()[..2].to_vec();
    let text =
        format!("[[unit]]\nname = \"Wrong\"\ncore_type = \"Test\"\nstats = [7, 9, 7]\n{fields}");
    files.push(SourceFile::new("units.toml", &text));
    told(Catalogue::parse(&files).map(drop))
}

/// What is told about a scenario.
fn scenario(text: &str) -> Vec<String> {
    let file = SourceFile::new("battle.toml", text);
    told(Catalogue::embedded().scenario(&file, &[]).map(drop))
}

fn told(read: Result<(), Vec<Problem>>) -> Vec<String> {
    let problems = read.err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

/// So many arms, after a torso.
fn sections(arms: usize) -> String {
    let torso = "sections = [\n    { name = \"torso\", kind = \"torso\", defense = 20 },\n";
    let mut text = torso.to_owned();
    for arm in 1..=arms {
        let _ = writeln!(
            text,
            "    {{ name = \"arm {arm}\", kind = \"arm\", defense = 9 }},"
        );
    }
    text + "]\n"
}

/// mm30.build.core-sections: ten sections at most.
#[test]
fn a_sheet_of_eleven_sections() {
    let rest = "kind = \"mech\"\npilot = { rank = 1 }\n";
    assert_eq!(unit(&(rest.to_owned() + &sections(9))), [""; 0]);
    assert_eq!(
        unit(&(rest.to_owned() + &sections(10))),
        [
            "units.toml:7:12: unit \"Wrong\": 11 core sections, expected 1 to 10 (mm30.build.core-sections)"
        ]
    );
}

/// mm30.build.hands-and-carry: nobody holds a two-handed weapon without arms, whatever the sheet says of
/// its hands.
#[test]
fn a_two_handed_weapon_without_arms() {
    let expected = "an item in hand of a unit without arms, expected a unit with an arm section, or a \
                    mounted weapon (mm30.build.hands-and-carry)";
    for hands in ["[]", "[\"body\"]", "[\"left arm\", \"right arm\"]"] {
        let tank = format!(
            "kind = \"tank\"\npilot = {{ rank = 1 }}\nsections = [\n\
             {{ name = \"cockpit\", kind = \"head\", defense = 9 }},\n\
             {{ name = \"body\", kind = \"torso\", defense = 9 }},\n\
             {{ name = \"left tracks\", kind = \"drive\", defense = 9 }},\n\
             {{ name = \"right tracks\", kind = \"drive\", defense = 9 }},\n]\n\
             weapons = [{{ item = \"Long Rifle\", hands = {hands} }}]\n"
        );
        let place = format!("units.toml:13:43: unit \"Wrong\": {expected}");
        assert_eq!(unit(&tank), [place], "{hands}");
    }
}

/// mm30.build.hands-and-carry: a rifle in a hand and on the torso is one mistake, not two.
#[test]
fn a_weapon_held_by_a_torso() {
    let rest = "kind = \"mech\"\npilot = { rank = 1 }\n\
                weapons = [{ item = \"Long Rifle\", hands = [\"arm 1\", \"torso\"] }]\n";
    assert_eq!(
        unit(&(rest.to_owned() + &sections(1))),
        [
            "units.toml:7:11: unit \"Wrong\": \"Long Rifle\" is not in a hand, expected an arm section \
          (mm30.build.hands-and-carry)"
        ]
    );
}

/// mm30.pilot.ranks: five ranks.
#[test]
fn a_pilot_of_rank_six() {
    for rank in ["6", "0", "-1", "999"] {
        let rest = format!("kind = \"mech\"\npilot = {{ rank = {rank} }}\n");
        let expected = format!(
            "units.toml:6:18: unit \"Wrong\": `rank` is {rank}, expected a whole number from 1 to 5 \
             (mm30.pilot.ranks)"
        );
        assert_eq!(unit(&(rest + &sections(2))), [expected]);
    }
}

const START: &str = "summary = \"A test\"\nsize = \"scouting\"\n";

/// mm30.squad.under-limit: each squad that is too dear, at its units.
#[test]
fn a_squad_over_its_limit() {
    let forces = |count: u8| {
        format!(
            "{START}[[force]]\nname = \"Dear\"\nunits = [{{ unit = \"REF-2\", count = {count} }}]\n\
             [[force]]\nname = \"Cheap\"\nunits = [\"REF-2\"]\n"
        )
    };
    assert_eq!(scenario(&forces(2)), [""; 0]);
    assert_eq!(
        scenario(&forces(3)),
        [
            "battle.toml:5:9: force \"Dear\": deployment cost 786, expected less than 600 \
          (mm30.squad.under-limit)"
        ]
    );
}

/// mm30.board.size: at the hexes of the structure, with the rows of its file.
#[test]
fn a_structure_outside_the_board() {
    let with = |hexes: &str| {
        scenario(&format!(
            "{START}[[structure]]\nhexes = {hexes}\ntop = 1\n[[force]]\nname = \"One\"\nunits = [\"REF-2\"]\n\
             [[force]]\nname = \"Other\"\nunits = [\"REF-2\"]\n"
        ))
    };
    assert_eq!(with("[[4, 4], [5, 4]]"), [""; 0]);
    for (hexes, expected) in [
        (
            "[[10, 4], [11, 4]]",
            "hex [11, 4] is off the board, expected a file from 0 to 10 (mm30.board.size)",
        ),
        (
            "[[5, 13]]",
            "hex [5, 13] is off the board, expected a row from 0 to 12 in this file (mm30.board.size)",
        ),
    ] {
        assert_eq!(
            with(hexes),
            [format!("battle.toml:4:9: structure: {expected}")]
        );
    }
    assert_eq!(
        with("[[40, 4]]"),
        [
            "battle.toml:4:11: structure: `hexes` is 40, expected a whole number from 0 to 28 (mm30.board.size)"
        ]
    );
}

/// mm30.structure.blocks: at the hexes of the second structure; a structure and itself turned by half a circle
/// are two, unless they are the same.
#[test]
fn two_structures_in_a_hex() {
    let structures = |all: &[&str]| {
        let each = all
            .iter()
            .map(|hexes| format!("[[structure]]\ntop = 1\nhexes = {hexes}\n"));
        let all: String = each.collect();
        scenario(&format!(
            "{START}{all}[[force]]\nname = \"One\"\nunits = [\"REF-2\"]\n\
             [[force]]\nname = \"Other\"\nunits = [\"REF-2\"]\n"
        ))
    };
    let second = |line: u8, hex: &str| {
        format!(
            "battle.toml:{line}:9: structure: a second structure in hex {hex}, expected one at most; each \
             stands as listed and turned by half a circle (mm30.structure.blocks)"
        )
    };
    let [apart, middle] = ["[[4, 4], [5, 4]]", "[[5, 6]]"];
    assert_eq!(structures(&[apart, middle, "[[4, 5]]"]), [""; 0]);
    assert_eq!(
        structures(&[apart, middle, "[[4, 5], [4, 4]]"]),
        [second(11, "[4, 4]")]
    );
    // [6, 9] is opposite to [4, 4].
    assert_eq!(
        structures(&[apart, "[[6, 9]]", middle]),
        [second(8, "[6, 9]")]
    );
    assert_eq!(structures(&["[[5, 5], [5, 6]]"]), [second(5, "[5, 6]")]);
}

/// mm30.terrain.placement: what concerns the whole field is told at the top of the file.
#[test]
fn colours_that_touch() {
    let text = format!(
        "{START}[[terrain]]\ncolour = \"tan\"\nhexes = [[2, 4]]\n[[terrain]]\ncolour = \"green\"\nhexes = [[2, 5]]\n\
         [[force]]\nname = \"One\"\nunits = [\"REF-2\"]\n[[force]]\nname = \"Other\"\nunits = [\"REF-2\"]\n"
    );
    assert_eq!(
        scenario(&text),
        [
            "battle.toml:1:1: top level: two colours touch, expected a hex between them (mm30.terrain.placement)"
        ]
    );
}

/// mm30.vehicle.sub-water: a file says where the water is; a duel, which has none, is fought at sea.
#[test]
fn an_attack_sub_without_water() {
    let text = |terrain: &str| {
        format!(
            "{START}{terrain}[[force]]\nname = \"One\"\nunits = [\"Deep Pike\"]\n\
             [[force]]\nname = \"Other\"\nunits = [\"REF-2\"]\n"
        )
    };
    assert_eq!(
        scenario(&text("")),
        [
            "battle.toml:1:1: top level: an attack sub on a field without water, expected light blue or dark \
          blue hexes (mm30.vehicle.sub-water)"
        ]
    );
    let pond = |row: u8| format!("[[terrain]]\ncolour = \"light blue\"\nhexes = [[5, {row}]]\n");
    assert_eq!(scenario(&text(&pond(2))), [""; 0]);
    assert_eq!(
        scenario(&text(&pond(5))),
        ["battle.toml:1:1: top level: unit 0: no hex that it may enter (mm30.deploy.area)"]
    );
    let [sub, mech] = ["Deep Pike", "REF-2"].map(sheet);
    let bout = Bout::duel([&sub, &mech], [PolicyKind::Plain; 2], &Options::default());
    let bout = bout.expect("a duel at sea");
    assert_eq!(bout.table(Side::A).terrain.colours.len(), 149);
}
