//! What is printed: the text, JSON or CSV of every command, held by snapshots.
//!
//! Layout and wording are held here; whether the numbers are right is the business of other tests.
//! `INSTA_UPDATE=always cargo test --test cli texts` writes them anew, for review.

use crate::program::{Folder, ok, rounded};

/// Results of people's games, for the commands that read them.
const GAMES: &str =
    "a,b,result\nAda,Bob,1\nBob,Ada,0.5\nBob,Cy,1\nCy,Ada,1\nAda,Cy,1\nCy,Bob,0.5\n";

macro_rules! texts {
    ($($name:ident: $line:literal;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), rounded(&ok($line)));
        }
    )*};
}

texts! {
    odds: "odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5";
    odds_json: "odds --attack 2d10+1 --defence 1d10 --dmg 300 --pen 5 --format json";
    odds_csv: "odds --attack 2d10-1 --defence 1d10 --dmg 300 --pen 5 --format csv";
    odds_sampled: "odds --attack 2d10 --defence 1d10 --dmg 100 --sample 1000";
    odds_sampled_once: "odds --attack 1d10 --defence 1d10 --dmg 100 --sample 1 --format json";
    odds_of_bullseye: "odds --system bullseye --attack 4 --defense 4 --skill 3";
    odds_of_bullseye_csv: "odds --system bullseye --attack 2 --defense 1 --skill 3 --sample 500 --format csv";
    odds_of_a_track: "odds --system bullseye --boxes 6";
    odds_of_a_track_csv: "odds --system bullseye --boxes 6 --format csv";
    duel: "duel 'White Asura' 'Blue Djinn' --runs 500";
    duel_json: "duel 'white asura' 'BLUE DJINN' --runs 501 --seed 7 --policy greedy --format json";
    duel_until: "duel 'White Asura' 'Blue Djinn' --until 0.1";
    duel_decided: "duel 'White Asura' F1P0:sniper --decide 0.5";
    duel_traced: "duel 'White Asura' 'Blue Djinn' --runs 64 --trace";
    duel_traced_csv: "duel 'White Asura' 'Blue Djinn' --runs 10 --trace --format csv";
    duel_of_bullseye: "duel --system bullseye Standard 'Red Mauler' --runs 500";
    duel_of_bullseye_json: "duel --system bullseye standard 'RED MAULER' --runs 501 --format json";
    duel_of_bullseye_csv: "duel --system bullseye Standard 'Red Mauler' --runs 500 --format csv";
    replay: "replay 'White Asura' 'Blue Djinn' --battle 17";
    replay_of_bullseye: "replay --system bullseye Standard 'Red Mauler'";
    replay_of_bullseye_csv: "replay --system bullseye Standard 'Red Mauler' --battle 1 --format csv";
    battle: "battle simple-battle --runs 50";
    battle_csv: "battle skirmish --runs 20 --format csv";
    battle_json: "battle skirmish --runs 20 --format json";
    battle_of_bullseye: "battle --system bullseye game-night --runs 50 --policy greedy";
    battle_of_bullseye_csv: "battle --system bullseye game-night --runs 50 --option objective_start=1,1 --format csv";
    battle_replayed: "battle simple-battle --replay 3";
    coverage: "coverage --replicates 50 --only 'score, Wilson'";
    coverage_csv: "coverage --replicates 20 --format csv";
    points: "
        points --budget 600 --units 'White Asura,Blue Djinn,Green Viking,Kestrel' --matchups 200
        --gauntlet 10
    ";
    points_csv: "
        points --budget 600 --units 'White Asura,Blue Djinn,Green Viking,Kestrel' --matchups 200
        --gauntlet 10 --format csv
    ";
    points_until_verdict: "points --system toy --until-verdict --matchups 3000 --gauntlet 0 --also none";
    points_of_bullseye_csv: "
        points --system bullseye --matchups 200 --gauntlet 20 --runs 2 --also rulebook --format csv
    ";
    variant: "
        variant 'White Asura' --set hp+=500 --set points+=50 --runs 100 --matchups 100
    ";
    variant_csv: "variant Kestrel --set hp+=500 --runs 50 --matchups 100 --format csv";
    variant_of_its_price: "variant 'White Asura' --set points=2000 --runs 100 --matchups 0 --also none";
    variant_without_implied_points: "variant Kestrel --set hp+=500 --runs 2 --matchups 20";
    variant_under_three_policies: "
        variant 'White Asura' --policy solo --also random --also greedy --set hp=43000 --runs 100
        --against 'Blue Djinn,F3P5:sniper' --matchups 0
    ";
    whatif: "
        whatif --option advantage_mode=crit_range --units 'Silver Heron,Blue Djinn' --runs 100
        --matchups 0
    ";
    whatif_with_implied_points: "
        whatif --policy solo --also greedy --also random --option advantage_mode=crit_range
        --units 'Silver Heron,Kestrel' --against F3P5:sniper --runs 50 --matchups 100
    ";
    whatif_csv: "
        whatif --option advantage_mode=crit_range --base elite_bonus=true --runs 100 --matchups 0
        --units 'Silver Heron,Kestrel' --against F3P5:sniper,F3P5:melee --format csv
    ";
    sprt: "
        sprt --wins 136 --losses 96 --draws 111 --elo0 0 --elo1 40 --model logistic
    ";
    sprt_csv: "sprt --wins 136 --losses 96 --draws 111 --format csv";
    sprt_of_pairs: "sprt --pentanomial 365,16618,36229,16974,390 --elo0 0 --elo1 2 --format json";
    sprt_accepts_h0: "sprt --pentanomial 223,9863,21279,10037,246 --elo0 0.5 --elo1 2.5 --model logistic";
    sprt_accepts_h1: "sprt --wins 200 --losses 100 --elo1 100";
    sprt_unbounded: "sprt --wins 7 --losses 0 --format json";
    sprt_unbounded_text: "sprt --wins 7 --losses 0";
    list_systems: "list systems";
    list_policies: "list policies";
    list_options: "list options";
    list_presets: "list presets";
    list_traits: "list traits";
    list_modes: "list modes";
    list_objectives: "list objectives";
    list_scenarios: "list scenarios";
    list_scenarios_of_bullseye: "list scenarios --system bullseye";
    list_units: "list units";
    list_units_of_bullseye: "list units --system bullseye";
    list_weapons_of_bullseye: "list weapons --system bullseye";
    list_policies_json: "list policies --format json";
    schema: "schema";
    schema_of_bullseye: "schema --system bullseye";
    schema_csv: "schema --format csv";
    schema_json: "schema --format json";
}

#[test]
fn ratings_and_meta() {
    let folder = Folder::new();
    folder.write("games.csv", GAMES);
    insta::assert_snapshot!("ratings", folder.ok("ratings games.csv"));
    insta::assert_snapshot!("meta", folder.ok("meta games.csv"));
}

/// What a command prints, without how long it took.
fn settled(folder: &Folder, command: &str) -> String {
    let printed = folder.relative(&folder.ok(command));
    let line = |line: &str| match line.split_once(" in ") {
        Some((before, after)) if after.contains(" thread") => format!("{before} in TIME"),
        _ => line.to_owned(),
    };
    printed.lines().map(|each| line(each) + "\n").collect()
}

/// Commands one after the other in one folder, each with its snapshot.
fn assert_texts(commands: &[(&str, &str)]) {
    let folder = Folder::new();
    for (name, command) in commands {
        insta::assert_snapshot!(*name, settled(&folder, command));
    }
}

#[test]
fn sweep_extended_reported_and_compared() {
    assert_texts(&[
        (
            "sweep",
            "sweep --system bullseye --runs 2 --quiet --out run",
        ),
        (
            "sweep_again",
            "sweep --system bullseye --runs 2 --quiet --out before",
        ),
        ("resume", "resume run --runs 4 --quiet"),
        ("report", "report run --markdown --quiet"),
        ("report_csv", "report run --format csv --quiet"),
        ("compare", "compare before run"),
    ]);
}

#[test]
fn sweep_with_a_cap() {
    assert_texts(&[(
        "sweep_with_a_cap",
        "sweep --system bullseye --quiet --out run --until 0.15 --confidence 0.9 --max-runs 31",
    )]);
}

#[test]
fn baseline_and_gate() {
    assert_texts(&[
        (
            "baseline",
            "baseline --margin 0.1 --quiet --out balance.toml --units 'White Asura'
             --against F3P5:sniper,F3P5:melee",
        ),
        ("gate", "gate --baseline balance.toml --quiet"),
    ]);
}

#[test]
fn shards_merged() {
    assert_texts(&[
        (
            "shard",
            "sweep --system bullseye --runs 2 --quiet --shard 1/2 --out 1of2",
        ),
        (
            "shard_2",
            "sweep --system bullseye --runs 2 --quiet --shard 2/2 --out 2of2",
        ),
        ("merge", "merge 1of2 2of2 --quiet --out whole"),
    ]);
}
