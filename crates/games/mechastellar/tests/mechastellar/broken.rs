//! Every kind of mistake in a dataset, a scenario or an army is reported with its place, in plain
//! words. Each `broken/*.txt` lists mistakes, one a line: edits of a sound file, joined by ` && `.
//! An edit is `OLD -> NEW` or `- OLD`, of the first OLD, or `+ LINES` at the end; `\n` is a new line.

use std::fs;
use std::path::Path;

use equipoise_engine::front_end::Dataset;
use equipoise_mechastellar::catalogue::{Catalogue, Problem, SourceFile};

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mechastellar/broken");
    fs::read_to_string(path.join(name)).expect("a fixture")
}

/// The sound text with the edits of one line.
fn broken(sound: &str, edits: &str) -> String {
    edits.split(" && ").fold(sound.to_owned(), |text, edit| {
        let edit = edit.replace("\\n", "\n");
        if let Some(lines) = edit.strip_prefix("+ ") {
            return format!("{text}{lines}\n");
        }
        let (old, new) = match edit.strip_prefix("- ") {
            Some(old) => (old, ""),
            None => edit.split_once(" -> ").expect("OLD -> NEW"),
        };
        assert!(text.contains(old), "{old:?} is in the sound file");
        text.replacen(old, new, 1)
    })
}

/// Each line of a list with the problems that it causes.
fn report(list: &str, sound: &str, read: impl Fn(String) -> Vec<String>) -> String {
    assert_eq!(
        read(sound.to_owned()),
        [""; 0],
        "the base of {list} is sound"
    );
    let list = fixture(list);
    let told = list.lines().map(|line| {
        if line.starts_with('#') {
            return format!("\n{line}\n");
        }
        let found = read(broken(sound, line));
        let found = if found.is_empty() {
            vec!["sound".to_owned()]
        } else {
            found
        };
        format!("{line}\n    {}\n", found.join("\n    "))
    });
    told.collect()
}

fn lines<T>(read: Result<T, Vec<Problem>>) -> Vec<String> {
    let problems = read.err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

/// The shipped dataset with another text in one file.
fn with(name: &str, text: String) -> Vec<SourceFile> {
    let mut files = Catalogue::embedded().sources().to_vec();
    let file = files.iter_mut().find(|file| file.name == name);
    file.expect("a file of the dataset").text = text;
    files
}

fn shipped(name: &str) -> String {
    let catalogue = Catalogue::embedded();
    let file = catalogue.sources().iter().find(|file| file.name == name);
    file.expect("a file of the dataset").text.clone()
}

/// Problems of one more weapon; lines count from its `[[weapon]]`.
fn weapon(text: &str) -> Vec<String> {
    let before = shipped("weapons.toml");
    let first = before.lines().count();
    let files = with("weapons.toml", format!("{before}[[weapon]]\n{text}"));
    let mut problems = Catalogue::parse(&files).err().unwrap_or_default();
    problems
        .iter_mut()
        .for_each(|problem| problem.line -= first);
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn datasets() {
    let unit = |text| lines(Catalogue::parse(&with("units.toml", text)));
    insta::assert_snapshot!("units", report("units.txt", &fixture("unit.toml"), unit));
    for (list, base) in [
        ("shooting.txt", "shooting.toml"),
        ("melee.txt", "melee.toml"),
    ] {
        let told = report(list, &fixture(base), |text| weapon(&text));
        insta::assert_snapshot!(list.trim_end_matches(".txt"), told);
    }
    // Without places, which change with the shipped file.
    let profiles = |text| {
        let files = with("profiles.toml", text);
        let problems = Catalogue::parse(&files).err().unwrap_or_default();
        problems
            .into_iter()
            .map(|problem| problem.message)
            .collect()
    };
    let told = report("profiles.txt", &shipped("profiles.toml"), profiles);
    insta::assert_snapshot!("profiles", told);
}

#[test]
fn scenarios() {
    let catalogue = Catalogue::embedded();
    let read = |text| {
        let file = SourceFile::new("test.toml", text);
        lines(Dataset::scenario(&catalogue, &file, &[]))
    };
    let bases = [
        ("scenario.txt", "scenario.toml"),
        ("forces.txt", "battle.toml"),
        ("measure.txt", "measure.toml"),
    ];
    for (list, base) in bases {
        let told = report(list, &fixture(base), read);
        insta::assert_snapshot!(list.trim_end_matches(".txt"), told);
    }
    let narrow = fixture("narrow.toml");
    insta::assert_snapshot!("narrow", report("narrow.txt", &narrow, read));
}

#[test]
fn armies() {
    let catalogue = Catalogue::embedded();
    let army = fixture("army.toml");
    let alone = |text| lines(catalogue.army(&SourceFile::new("army.toml", text)));
    insta::assert_snapshot!("army", report("army.txt", &army, alone));
    let battle = SourceFile::new("battle.toml", fixture("battle.toml"));
    let grey = SourceFile::new("grey.toml", army.clone());
    let swapped = |text| {
        let other = SourceFile::new("other.toml", text);
        lines(catalogue.scenario_with_armies(&battle, [&grey, &other]))
    };
    insta::assert_snapshot!("armies", report("armies.txt", &army, swapped));
}

/// Terrain beyond what a set of pieces holds.
#[test]
fn too_many_pieces() {
    let piece = |number: usize| {
        let (column, row) = (number % 12, number / 12);
        format!("[[terrain]]\nname = \"{number}\"\nhexes = [[{column}, {row}]]\n")
    };
    let with = |count: usize| {
        let pieces: String = (0..count).map(piece).collect();
        let scenario = fixture("scenario.toml").replace("[[force]]", "[[side]]");
        let (before, _) = scenario.split_once("[[terrain]]").expect("a piece");
        let forces = ["Red", "Blue"].map(|name| {
            format!("[[force]]\nname = \"{name}\"\nunits = [{{ unit = \"Dervish\", reserve = false }}]\n")
        });
        let text = before.replace("\"plus\"", "[]") + &pieces + &forces.concat();
        lines(Catalogue::embedded().scenario(&SourceFile::new("test.toml", text)))
    };
    assert_eq!(with(64), [""; 0]);
    assert_eq!(
        with(70),
        [
            "test.toml:200:1: terrain \"64\": number 65 of 70 pieces, expected at most 64; pieces alike may be one"
        ]
    );
}

/// Whole sets of files: what is missing, unexpected, empty or no TOML.
#[test]
fn sets_of_files() {
    let file = |name: &str, text: &str| SourceFile::new(name, text);
    let (profiles, weapons) = (shipped("profiles.toml"), shipped("weapons.toml"));
    let (profiles, weapons) = (
        file("profiles.toml", &profiles),
        file("weapons.toml", &weapons),
    );
    let unit = fixture("unit.toml");
    let units = |text: &str| vec![profiles.clone(), weapons.clone(), file("units.toml", text)];
    let cases = [
        (
            "A syntax error hides nothing in other files",
            vec![
                file("profiles.toml", "[machine]\nsize = = 0\n"),
                file("weapons.toml", "[[weapon]]\nid = \"a\"\n"),
                file("units.toml", &unit.replace("hp = 4100", "hp = 1")),
            ],
        ),
        (
            "Weapons are not called unknown when their file cannot be read",
            vec![
                profiles.clone(),
                file("weapons.toml", "[[weapon]]\nid = beam-rifle\n"),
                file("units.toml", &unit),
            ],
        ),
        ("A file is missing", vec![profiles.clone(), weapons.clone()]),
        (
            "Files are unexpected or given twice",
            [
                units(&unit),
                vec![file("unit.toml", ""), file("units.toml", "")],
            ]
            .concat(),
        ),
        (
            "Folders may stand before the names",
            vec![
                file("a/b/units.toml", &unit.replace("4100", "1")),
                file("c\\weapons.toml", &weapons.text),
                profiles.clone(),
            ],
        ),
        ("A file is empty", units("")),
        ("A file holds something else", units("unit = 3\n")),
    ];
    let told = cases.map(|(what, files)| {
        format!(
            "{what}\n    {}\n",
            lines(Catalogue::parse(&files)).join("\n    ")
        )
    });
    insta::assert_snapshot!("files", told.concat());
}
