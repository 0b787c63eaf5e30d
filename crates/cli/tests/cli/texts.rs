//! What people read: the text of every command, held by snapshots.
//!
//! Layout and wording are held here; whether the numbers are right is the business of other tests.
//! `INSTA_UPDATE=always cargo test --release --test cli texts` writes them anew, for review.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program::ok;

/// Results of people's games, for the commands that read them.
const GAMES: &str =
    "a,b,result\nAda,Bob,1\nBob,Ada,0.5\nBob,Cy,1\nCy,Ada,1\nAda,Cy,1\nCy,Bob,0.5\n";

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}

/// A folder with the games.
fn games() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.csv");
    fs::write(&file, GAMES).unwrap();
    let file = text(&file).to_owned();
    (folder, file)
}

/// What a run prints, without what no two runs have alike: its folder, and how long it took.
fn settled(printed: &str, folder: &TempDir) -> String {
    let printed = printed.replace(text(folder.path()), "FOLDER");
    let line = |line: &str| match line.split_once(" in ") {
        Some((before, after)) if after.contains(" thread") => format!("{before} in TIME"),
        _ => line.to_owned(),
    };
    printed.lines().map(|each| line(each) + "\n").collect()
}

macro_rules! texts {
    ($($name:ident: $arguments:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), ok(&$arguments));
        }
    )*};
}

texts! {
    odds: ["odds", "--attack", "6d10+5", "--defence", "8d10+3", "--dmg", "300", "--pen", "5"];
    odds_sampled: ["odds", "--attack", "2d10", "--defence", "1d10", "--dmg", "100", "--sample", "1000"];
    odds_of_bullseye: ["odds", "--system", "bullseye", "--attack", "4", "--defense", "4", "--skill", "3"];
    duel: ["duel", "White Asura", "Blue Djinn", "--runs", "500"];
    duel_until: ["duel", "White Asura", "Blue Djinn", "--until", "0.1"];
    duel_decided: ["duel", "White Asura", "F1P0:sniper", "--decide", "0.5"];
    duel_traced: ["duel", "White Asura", "Blue Djinn", "--runs", "64", "--trace"];
    duel_of_bullseye: ["duel", "--system", "bullseye", "Standard", "Red Mauler", "--runs", "500"];
    replay: ["replay", "White Asura", "Blue Djinn", "--battle", "17"];
    replay_of_bullseye: ["replay", "--system", "bullseye", "Standard", "Red Mauler"];
    battle: ["battle", "simple-battle", "--runs", "50"];
    battle_replayed: ["battle", "simple-battle", "--replay", "3"];
    coverage: ["coverage", "--replicates", "50", "--only", "score, Wilson"];
    points: [
        "points", "--budget", "600", "--units", "White Asura,Blue Djinn,Green Viking,Kestrel",
        "--matchups", "200", "--gauntlet", "10",
    ];
    variant: [
        "variant", "White Asura", "--set", "hp+=500", "--set", "points+=50", "--runs", "100",
        "--matchups", "100",
    ];
    whatif: [
        "whatif", "--option", "advantage_mode=crit_range", "--units", "Silver Heron,Blue Djinn",
        "--runs", "100", "--matchups", "0",
    ];
    sprt: [
        "sprt", "--wins", "136", "--losses", "96", "--draws", "111", "--elo0", "0", "--elo1", "40",
        "--model", "logistic",
    ];
    list_systems: ["list", "systems"];
    list_policies: ["list", "policies"];
    list_options: ["list", "options"];
    list_scenarios: ["list", "scenarios"];
    list_units: ["list", "units"];
    schema: ["schema"];
}

#[test]
fn ratings() {
    let (_folder, file) = games();
    insta::assert_snapshot!(ok(&["ratings", &file]));
}

#[test]
fn meta() {
    let (_folder, file) = games();
    insta::assert_snapshot!(ok(&["meta", &file]));
}

#[test]
fn sweep_extended_reported_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let run = text(&run);
    let shown = |printed: String| settled(&printed, &folder);
    let swept = ok(&[
        "sweep", "--system", "bullseye", "--runs", "2", "--quiet", "--out", run,
    ]);
    insta::assert_snapshot!("sweep", shown(swept));
    let before = folder.path().join("before");
    copy(Path::new(run), &before);
    insta::assert_snapshot!(
        "resume",
        shown(ok(&["resume", run, "--runs", "4", "--quiet"]))
    );
    let reported = ok(&["report", run, "--markdown", "--quiet"]);
    insta::assert_snapshot!("report", shown(reported));
    let compared = ok(&["compare", text(&before), run]);
    insta::assert_snapshot!("compare", shown(compared));
}

#[test]
fn baseline_and_gate() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("balance.toml");
    let file = text(&file);
    let units = [
        "--units",
        "White Asura",
        "--against",
        "F3P5:sniper,F3P5:melee",
    ];
    let arguments = ["baseline", "--margin", "0.1", "--quiet", "--out", file];
    let written = ok(&[&arguments[..], &units].concat());
    insta::assert_snapshot!("baseline", settled(&written, &folder));
    let passed = ok(&["gate", "--baseline", file, "--quiet"]);
    insta::assert_snapshot!("gate", settled(&passed, &folder));
}

#[test]
fn shards_merged() {
    let folder = tempfile::tempdir().unwrap();
    let shards = ["1/2", "2/2"].map(|shard| {
        let out = folder.path().join(shard.replace('/', "of"));
        let out = text(&out).to_owned();
        let arguments = ["sweep", "--system", "bullseye", "--runs", "2", "--quiet"];
        let printed = ok(&[&arguments[..], &["--shard", shard, "--out", &out]].concat());
        (out, printed)
    });
    insta::assert_snapshot!("shard", settled(&shards[0].1, &folder));
    let whole = folder.path().join("whole");
    let merged = ok(&[
        "merge",
        &shards[0].0,
        &shards[1].0,
        "--quiet",
        "--out",
        text(&whole),
    ]);
    insta::assert_snapshot!("merge", settled(&merged, &folder));
}

/// The files of a run, one level of folders deep.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let place = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &place);
        } else {
            fs::copy(&path, &place).unwrap();
        }
    }
}
