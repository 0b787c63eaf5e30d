//! Runs the program in a temporary folder.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use equipoise_engine::source::SourceFile;
use equipoise_mechastellar::weights::{Weight, Weights, WeightsFile};
use tempfile::TempDir;

/// Exit code, standard output and standard error of the program with the arguments of this line.
fn tuner(folder: &Path, line: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_equipoise-tuner"));
    let command = command.current_dir(folder).args(line.split_whitespace());
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the program starts");
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).expect("text"));
    (status.code().expect("an exit code"), stdout, stderr)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn text(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("a file")
}

/// A file of the shipped weights with one changed.
fn with(folder: &TempDir, file: &str, name: &str, value: i32) {
    let mut set = WeightsFile::shipped();
    let weight = Weight::named(name).expect("a weight");
    weight.set(&mut set.weights, value);
    fs::write(folder.path().join(file), set.to_toml()).expect("a file");
}

#[test]
fn a_search_writes_weights_with_their_origin_and_a_log_whatever_the_threads() {
    let line = "tune --steps 6 --battles 40 --seed 3 --weights price,take --test-battles 40 --out w.toml --log l.csv";
    let runs = [1, 2].map(|threads| {
        let folder = folder();
        let (code, stdout, stderr) = tuner(folder.path(), &format!("{line} --threads {threads}"));
        assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
        [stdout, text(&folder, "w.toml"), text(&folder, "l.csv")]
    });
    assert_eq!(runs[0], runs[1]);
    let [stdout, weights, log] = &runs[0];
    assert!(stdout.contains("price   161 -> "), "{stdout}");
    let file = WeightsFile::parse(&SourceFile::new("w.toml", weights.as_str()));
    let file = file.expect("a sound file");
    let origin = file.origins.last().expect("an origin");
    assert_eq!(origin.weights, ["price", "take"]);
    assert_eq!(
        (origin.seed, origin.steps, origin.battles),
        (Some(3), Some(6), Some(40))
    );
    let verdict = origin.verdict.as_ref().expect("a verdict");
    assert!(
        verdict.ends_with("in 40 battles of greedy against itself, seed 3"),
        "{verdict}"
    );
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines[0], "step,battles,score,price,take");
    assert_eq!(lines.len(), 7);
    assert!(lines[6].starts_with("6,40,0."), "{log}");
    for weight in Weights::ALL {
        if !origin.weights.iter().any(|name| name == weight.name) {
            assert_eq!(
                weight.of(&file.weights),
                weight.of(&WeightsFile::shipped().weights)
            );
        }
    }
}

#[test]
fn a_bad_start_is_improved() {
    let folder = folder();
    with(&folder, "bad.toml", "price", 1024);
    let line = "tune --start bad.toml --weights price --steps 30 --battles 40 --test-battles 2000 --out w.toml";
    let (code, stdout, stderr) = tuner(folder.path(), line);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("against the start: better (H1"), "{stdout}");
    let file = WeightsFile::parse(&SourceFile::new("w.toml", text(&folder, "w.toml")));
    let price = Weight::named("price").expect("a weight");
    let found = price.of(&file.expect("a sound file").weights);
    assert!(found < 800, "price = {found}");
}

#[test]
fn two_files_are_compared() {
    let folder = folder();
    with(&folder, "bad.toml", "price", 1024);
    with(&folder, "good.toml", "price", 161);
    let (code, stdout, _) = tuner(folder.path(), "versus bad.toml --test-battles 2000");
    assert_eq!(code, 0);
    assert!(stdout.starts_with("not better (H0"), "{stdout}");
    let (code, stdout, _) = tuner(
        folder.path(),
        "versus good.toml bad.toml --test-battles 2000",
    );
    assert_eq!(code, 0);
    assert!(stdout.starts_with("better (H1"), "{stdout}");
    let (code, stdout, _) = tuner(folder.path(), "versus good.toml");
    assert_eq!((code, stdout.as_str()), (0, "the weights are the same\n"));
}

#[test]
fn bad_input_is_refused_with_one_message_before_anything_is_played() {
    let folder = folder();
    fs::write(folder.path().join("old.toml"), "version = 0\n").expect("a file");
    fs::write(folder.path().join("empty.toml"), "version = 3\n").expect("a file");
    let cases = [
        (
            "tune --out w.toml --weights hoppe",
            "there is no weight `hoppe`; did you mean `hope`?",
        ),
        (
            "tune --out w.toml --weights hope,hope",
            "`hope` is named twice",
        ),
        (
            "tune --out w.toml --weights duel_price",
            "`duel_price` counts in duels alone: add --only duels",
        ),
        (
            "tune --out w.toml --only duels --weights hope",
            "`hope` counts in battles other than duels alone: add --only battles",
        ),
        ("tune --out w.toml --battles 3", "expected an even number"),
        (
            "tune --out w.toml --elo1 0",
            "expected a number above 0, at most 1000",
        ),
        ("tune --out w.toml --steps 0", "0 is not in 1..=1000000"),
        (
            "tune --out w.toml --log w.toml",
            "--log and --out are the same file",
        ),
        (
            "tune --out w.toml --start old.toml",
            "old.toml:1:11: top level: these are weights of version 0",
        ),
        (
            "versus empty.toml",
            "missing `weights`, expected a table [weights]",
        ),
        ("versus old.toml --seed x", "--seed"),
        (
            "tune --out w.toml --scenario skirmsh",
            "there is no scenario `skirmsh` but for duels; did you mean `skirmish`?",
        ),
        (
            "tune --out w.toml --scenario nowhere",
            "there is no scenario `nowhere` but for duels; there are battlefield, crossover, kaiju-hunt",
        ),
        (
            "tune --out w.toml --only duels --scenario skirmish",
            "duels are played on no scenario, and `skirmish` is given",
        ),
    ];
    for (line, message) in cases {
        let (code, _, stderr) = tuner(folder.path(), line);
        assert_eq!(code, 2, "{line}: {stderr}");
        assert!(stderr.contains(message), "{line}: {stderr}");
    }
    assert!(!folder.path().join("w.toml").exists());
}

#[test]
fn what_cannot_be_read_or_written_ends_with_code_3() {
    let folder = folder();
    let cases = [
        ("versus nowhere.toml", "cannot read nowhere.toml"),
        (
            "tune --out none/w.toml --steps 1 --battles 2",
            "cannot write none/w.toml",
        ),
        (
            "tune --out . --steps 1 --battles 2",
            "cannot write .: it is a folder",
        ),
        (
            "tune --out w.toml --log none/l.csv --steps 1 --battles 2",
            "cannot write none/l.csv",
        ),
    ];
    for (line, message) in cases {
        let (code, _, stderr) = tuner(folder.path(), line);
        assert_eq!(code, 3, "{line}: {stderr}");
        assert!(stderr.contains(message), "{line}: {stderr}");
    }
}
