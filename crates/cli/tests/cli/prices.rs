//! `equipoise points --grid`.

use serde_json::Value;

use crate::program::{Folder, interval, json, names, number, outcome, rows};
#[cfg(unix)]
use crate::unfinished::interrupt;

/// A small map of the 192 profiles of the Bullseye Battlemap and its named units.
fn small(more: &str) -> Value {
    json(&format!(
        "points --system bullseye --grid standard --policy rulebook --matchups 1000 --runs 2 {more}"
    ))
}

#[test]
fn a_map_prices_profiles_levels_steps_and_named_units() {
    let map = small("--also random");
    assert_eq!(map["kind"], "price_map");
    assert_eq!(map["battles"], 2 * 1000 * 2);
    let profiles = rows(&map["profiles"]);
    assert_eq!(profiles.len(), 192);
    for unit in profiles.iter().chain(rows(&map["named"])) {
        let [low, estimate, high] = interval(&unit["implied"]);
        assert!(low < estimate && estimate < high, "{unit}");
        let [least, most] = ["low", "high"].map(|end| number(&unit["together"][end]));
        assert!(least < low && high < most, "{unit}");
        let cost = number(&unit["listed"]);
        let verdict = if most < 0.95 * cost {
            "over"
        } else if least > 1.05 * cost {
            "under"
        } else if least >= 0.95 * cost && most <= 1.05 * cost {
            "fair"
        } else {
            "unclear"
        };
        assert_eq!(unit["verdict"], verdict, "{unit}");
        assert_eq!(unit["by_policy"]["rulebook"], unit["implied"]);
        assert!(unit["by_policy"]["random"]["estimate"].is_f64(), "{unit}");
    }
    // The average of the profiles at a level is the level's, and of two levels the step between them.
    let mean = |axis: usize, level: i64| {
        let there = profiles
            .iter()
            .filter(|of| of["coordinates"][axis] == level);
        let worths: Vec<f64> = there.map(|of| number(&of["implied"]["estimate"])).collect();
        worths.iter().sum::<f64>() / worths.len() as f64
    };
    for level in rows(&map["levels"])
        .iter()
        .filter(|of| of["axis"] == "attack")
    {
        let at = level["level"].as_i64().expect("a number");
        assert!(
            (number(&level["implied"]["estimate"]) - mean(0, at)).abs() < 1e-6,
            "{level}"
        );
    }
    let over_all = |of: &&Value| of["axis"] == "defense" && of["at"].is_null();
    let steps: Vec<&Value> = rows(&map["steps"]).iter().filter(over_all).collect();
    assert!(!steps.is_empty());
    for step in steps {
        let [from, to] = ["from", "to"].map(|end| step[end].as_i64().expect("a number"));
        let expected = mean(1, to) - mean(1, from);
        assert!(
            (number(&step["worth"]["estimate"]) - expected).abs() < 1e-6,
            "{step}"
        );
    }
    // A named unit is compared with the profile at its place.
    let worth = |name: &Value| {
        let found = profiles.iter().find(|of| of["name"] == *name);
        number(&found.expect("a profile")["implied"]["estimate"])
    };
    let compared = rows(&map["named"])
        .iter()
        .filter(|of| !of["beyond"].is_null());
    let mut count = 0;
    for unit in compared {
        let difference = number(&unit["implied"]["estimate"]) - worth(&unit["beyond"]["profile"]);
        let beyond = number(&unit["beyond"]["points"]["estimate"]);
        assert!((beyond - difference).abs() < 1e-6, "{unit}");
        count += 1;
    }
    assert!(count > 0, "some named unit lies on the grid");
}

/// Another policy and another table price the same profiles, each as a map of its own would, and the differences that
/// are clear at 95 % for all 192 units at once are named.
#[test]
fn a_second_opinion_is_another_map_and_says_where_it_differs() {
    let map = |policy: &str, more: &str| {
        let armies = "--grid full --matchups 1600 --runs 2";
        json(&format!(
            "points --system bullseye --policy {policy} {armies} {more}"
        ))
    };
    let first = map("rulebook", "--also random --also-scenario relay-station");
    let alone = [
        map("random", "--also none"),
        map("rulebook", "--also none --scenario relay-station"),
    ];
    let table = first["scenario"].as_str().expect("a name");
    let opinions = rows(&first["second_opinions"]);
    let named = opinions.iter().map(|of| [&of["policy"], &of["scenario"]]);
    assert_eq!(
        named.collect::<Vec<_>>(),
        [["random", table], ["rulebook", "relay-station"]]
    );
    assert_eq!(first["battles"], 3 * 1600 * 2);
    let mut found = 0;
    for (place, (opinion, alone)) in opinions.iter().zip(&alone).enumerate() {
        assert_eq!(opinion["digest"], alone["digest"]);
        assert_eq!(opinion["median_half_width"], alone["median_half_width"]);
        let levels = rows(&alone["levels"]).iter().map(|of| &of["implied"]);
        let levels: Vec<&Value> = levels.collect();
        assert_eq!(rows(&opinion["levels"]).iter().collect::<Vec<_>>(), levels);
        found += assert_apart(&first, opinion, alone, place);
    }
    assert!(found > 0, "random play prices some profile otherwise");
}

/// Holds an opinion against the map that it is of; how many units are clearly apart.
fn assert_apart(first: &Value, opinion: &Value, alone: &Value, place: usize) -> usize {
    let units = rows(&first["profiles"])
        .iter()
        .zip(rows(&alone["profiles"]));
    let mut apart: Vec<(&Value, f64)> = Vec::new();
    let mut off = Vec::new();
    for (unit, other) in units {
        let beside = match place {
            0 => &unit["by_policy"]["random"],
            _ => &unit["by_scenario"]["relay-station"],
        };
        assert_eq!(beside, &other["implied"]);
        let [[low, old, _], [least, new, _]] = [unit, other].map(|of| interval(&of["implied"]));
        // Half-widths are 1.96 standard errors. Of 192 at once, two-sided, by Bonferroni 3.6518.
        let error = (old - low).hypot(new - least) / 1.959_964;
        if (new - old).abs() > 3.6518 * error {
            apart.push((&unit["name"], new - old));
        }
        off.push(((new - old) / old).abs());
    }
    assert_eq!(off.len(), 192);
    off.sort_by(f64::total_cmp);
    assert!((off[95] - number(&opinion["median_difference"])).abs() < 1e-9);
    apart.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let found = rows(&opinion["apart"]);
    assert_eq!(found.len(), apart.len());
    for (found, (name, difference)) in found.iter().zip(&apart) {
        assert_eq!(&found["name"], *name);
        let [_, estimate, _] = interval(&found["difference"]);
        assert!((estimate - difference).abs() < 1e-9);
    }
    apart.len()
}

/// Where the armies of a sweep do not tell its units apart, its duels are saved all the same: 26 matchups are one
/// more than the model has coefficients.
#[test]
fn a_sweep_whose_prices_cannot_be_told_keeps_its_duels() {
    let folder = Folder::new();
    let line = "sweep --system bullseye --policy rulebook --runs 2 --price-matchups 26 --out run";
    let (code, _, message) = outcome(folder.command(line));
    assert_eq!(code, 0, "{message}");
    assert!(
        message.contains("note: the run has no price map"),
        "{message}"
    );
    let saved = names(&folder.path("run"));
    assert!(saved.contains(&"report.html".to_owned()), "{saved:?}");
    assert!(!saved.contains(&"prices.json".to_owned()), "{saved:?}");
}

/// The suggested price of a profile is a sum of products of its factors, rounded, or what a profile costs that is lower on
/// some axis. The map is mended by battles of seeds 2, 3 and 4, a quarter, three quarters and as many as its own; the fifth
/// seed tests it.
#[test]
fn a_list_is_suggested_and_tested_on_fresh_battles() {
    let map = json(
        "points --system bullseye --grid full --policy rulebook --matchups 600 --runs 2 --also none --suggest",
    );
    let list = &map["suggested"];
    assert_eq!(
        (&list["fresh_seed"], &list["fresh_battles"]),
        (&5.into(), &1200.into())
    );
    assert_eq!(map["battles"], 4800);
    let profiles = rows(&map["profiles"]);
    let dearest = profiles.iter().map(|of| number(&of["suggested"]));
    let dearest = dearest.fold(number(&map["budget"]), f64::max);
    assert_eq!(number(&list["fresh_budget"]), dearest);
    let factors = rows(&list["factors"]);
    let price = |profile: &Value| -> f64 {
        let levels = factors.iter().zip(rows(&profile["coordinates"]));
        let levels: Vec<&[Value]> = levels
            .map(|(axis, level)| {
                let mut levels = rows(&axis["levels"]).iter();
                let level = levels.find(|of| of["level"] == *level);
                rows(&level.expect("a level of the axis")["factors"])
            })
            .collect();
        let part = |part: usize| -> f64 { levels.iter().map(|of| number(&of[part])).product() };
        (0..levels[0].len()).map(part).sum()
    };
    // Listed prices of the Battlemap are whole numbers without a common divisor.
    assert_eq!(list["round_to"], 1);
    let rounded: Vec<f64> = profiles
        .iter()
        .map(|of| price(of).round().max(1.0))
        .collect();
    let places: Vec<Vec<f64>> = profiles
        .iter()
        .map(|of| rows(&of["coordinates"]).iter().map(number).collect())
        .collect();
    let axes = factors.iter().map(|of| &of["axis"]);
    let rising: Vec<bool> = axes.map(|of| rows(&list["rising"]).contains(of)).collect();
    let is_below = |other: &[f64], place: &[f64]| {
        let mut levels = other.iter().zip(place).zip(&rising);
        levels.all(|((of, at), rises)| of == at || (*rises && of < at))
    };
    for (profile, place) in profiles.iter().zip(&places) {
        let below = places.iter().zip(&rounded);
        let below = below.filter(|(other, _)| is_below(other, place));
        let least = below.map(|(_, price)| *price).fold(0.0, f64::max);
        assert_eq!(number(&profile["suggested"]), least, "{profile}");
    }
    let levels = factors.iter().flat_map(|axis| rows(&axis["levels"]));
    let numbers: usize = levels.map(|level| rows(&level["factors"]).len()).sum();
    assert!(numbers < profiles.len() / 2, "{list}");
    let [listed, suggested] = ["listed", "suggested"].map(|of| number(&list[of]["median_off"]));
    assert!(suggested < listed, "{list}");
    for of in ["listed", "suggested"] {
        let exact = number(&list[of]["right_if_exact"]);
        assert!((0.0..1.0).contains(&exact), "{list}");
    }
}

/// Same bits on one thread and on three.
#[test]
fn threads_change_no_price() {
    let on = |threads: u32| small(&format!("--also none --threads {threads}"));
    assert_eq!(on(1), on(3));
}

#[test]
fn what_cannot_be_mapped_is_refused() {
    let message = Folder::new().fails("points --system toy --grid standard", 2);
    assert!(
        message.contains("two axes") && message.contains("strength"),
        "{message}"
    );
    let message = Folder::new().fails("points --grid full --budget 300", 2);
    assert!(
        message.contains("F5P10") && message.contains("375"),
        "{message}"
    );
    let message = Folder::new().fails("points --grid full --units Kestrel", 2);
    assert!(message.contains("--units"), "{message}");
    let message = Folder::new().fails(
        "points --system bullseye --grid standard --matchups 20 --runs 2",
        2,
    );
    assert!(message.contains("matchups: 20 are too few"), "{message}");
    let message = Folder::new().fails(
        "points --system bullseye --grid standard --also-scenario game-night --also-scenario game-night",
        2,
    );
    assert!(
        message.contains("\"game-night\" is played already"),
        "{message}"
    );
    let message = Folder::new().fails("points --also-scenario skirmish", 2);
    assert!(message.contains("--grid"), "{message}");
    let message = Folder::new().fails("points --grid narrow", 2);
    assert!(message.contains("standard"), "{message}");
}

/// The armies are those of `points --grid`, whether a sweep is played at once, in shards or extended, on any
/// number of threads; and everything that says who is mispriced says it from them.
#[test]
fn a_sweep_is_priced_as_its_grid_is() {
    let folder = Folder::new();
    let system = "--system bullseye --policy rulebook --quiet";
    let sweep = |name: &str, more: &str| {
        let priced = "--price-matchups 300";
        folder.ok(&format!("sweep {system} {priced} --out {name} {more}"))
    };
    let text = sweep("whole", "--runs 4");
    let prices = folder.bytes("whole/prices.json");
    let map: Value = serde_json::from_slice(&prices).expect("a price map");
    let alone = format!("points {system} --grid standard --also none --matchups 300");
    assert_eq!(map, folder.json(&alone));
    for part in ["1", "2"] {
        sweep(part, &format!("--runs 2 --shard {part}/2 --threads {part}"));
        assert!(!names(&folder.path(part)).contains(&"prices.json".to_owned()));
    }
    folder.ok(&format!(
        "sweep {system} --runs 2 --shard 2/2 --out unpriced"
    ));
    let message = folder.fails("merge 1 unpriced --out merged --quiet", 2);
    assert!(message.contains("price matchups: 300 and 0"), "{message}");
    folder.ok("merge 1 2 --out merged --quiet");
    assert_eq!(folder.bytes("merged/prices.json"), prices);
    folder.ok("resume merged --runs 4 --quiet");
    assert_eq!(folder.bytes("merged/prices.json"), prices);
    folder.assert_same_tables("whole", "merged");

    // The finding comes first wherever it is told.
    let report = folder.json("report whole --html --markdown");
    let finding = report["headline"].as_str().expect("a headline");
    assert!(text.starts_with(finding), "{text}");
    assert!(
        folder
            .text("whole/report.md")
            .starts_with(&format!("# {finding}\n"))
    );
    assert!(
        folder
            .text("whole/report.html")
            .contains(&format!("<h1>{finding}</h1>"))
    );
    assert!(folder.path("whole/charts/prices.svg").is_file());
    assert!(!folder.path("whole/charts/points.svg").exists());
    let summary = folder.json("resume whole");
    assert_eq!(
        (&summary["headline"], &summary["prices"]),
        (&finding.into(), &map)
    );
    for (found, verdict) in [
        ("under_costed", "under"),
        ("over_costed", "over"),
        ("fair", "fair"),
        ("unclear", "unclear"),
    ] {
        let mut named: Vec<&Value> = rows(&summary[found]).iter().map(|of| &of["unit"]).collect();
        let units = rows(&map["profiles"]).iter().chain(rows(&map["named"]));
        let mut priced: Vec<&Value> = units
            .filter(|of| of["verdict"] == verdict)
            .map(|of| &of["name"])
            .collect();
        named.sort_by_key(|name| name.to_string());
        priced.sort_by_key(|name| name.to_string());
        assert_eq!(named, priced, "{found}");
    }
}

/// Interrupted long before its end, it says what to do, and what has been played serves a smaller map too.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_battles_of_a_map() {
    let folder = Folder::new();
    let line = "points --system bullseye --grid standard --policy rulebook --also none --runs 2";
    let child = folder.start(&format!("{line} --matchups 20000 --keep 'the battles'"));
    folder.wait_for_battles("the battles");
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    let message = String::from_utf8(output.stderr).expect("a text");
    assert_eq!(output.status.code(), Some(130), "{message}");
    let told = "error: interrupted; the battles so far are kept in the battles\n\
                to continue: the same command again\n";
    assert!(message.ends_with(told), "{message}");
    let map = folder.json(&format!("{line} --matchups 800 --keep 'the battles'"));
    assert_eq!(map, folder.json(&format!("{line} --matchups 800")));
    // A folder that is a file is named, and stays.
    folder.write("file", "mine");
    let message = folder.fails(&format!("{line} --matchups 800 --keep file"), 3);
    assert!(message.contains("file"), "{message}");
    assert_eq!(folder.text("file"), "mine");
    let message = folder.fails("points --keep file", 2);
    assert!(message.contains("--grid"), "{message}");
}

#[test]
fn a_sweep_that_cannot_be_priced_is_refused_before_it_is_played() {
    let folder = Folder::new();
    let message = folder.fails("sweep --system toy --price-matchups 300", 2);
    assert!(message.contains("two axes"), "{message}");
    let message = folder.fails("sweep --price-matchups 1", 2);
    assert!(message.contains("matchups: expected 2 to"), "{message}");
    let message = folder.fails(
        "sweep --system bullseye --policy rulebook --runs 2 --price-matchups 2 --out few",
        2,
    );
    assert!(message.contains("matchups: 2 are too few"), "{message}");
    assert!(folder.names().is_empty(), "nothing is begun");
    // A damaged map is named; the run is not told without it.
    folder.ok(
        "sweep --system bullseye --policy rulebook --runs 2 --price-matchups 800 --out run --quiet",
    );
    folder.edit("run/prices.json", "\"price_map\"", "\"points\"");
    let message = folder.fails("report run", 2);
    assert!(message.contains("run/prices.json"), "{message}");
}

/// The patch at the end of the dataset's file of profiles: the dataset is sound, and its profiles are listed at the
/// suggested prices.
#[test]
#[ignore = "slow: four fits of 550 profiles, a minute"]
fn a_dataset_with_the_patch_lists_the_suggested_prices() {
    let folder = Folder::new();
    folder.dataset("mechastellar", "own");
    let line = "points --dataset own --grid full --suggest --also none --matchups 800 --runs 2 --budget 1000";
    let map = folder.json(&format!("{line} --patch prices.toml"));
    let patched = folder.text("own/profiles.toml") + &folder.text("prices.toml");
    folder.write("own/profiles.toml", patched);
    folder.ok("validate own");
    let again = folder
        .json("points --dataset own --grid full --also none --matchups 800 --runs 2 --budget 3000");
    let profiles = rows(&map["profiles"]).iter().zip(rows(&again["profiles"]));
    let mut changed = 0;
    for (before, after) in profiles {
        assert_eq!(before["name"], after["name"]);
        assert_eq!(before["suggested"], after["listed"], "{after}");
        changed += u32::from(before["listed"] != after["listed"]);
    }
    assert!(changed > 300, "{changed}");
}

#[test]
fn a_game_whose_files_hold_no_price_list_says_so_before_any_battle() {
    let folder = Folder::new();
    let line = "points --system bullseye --grid full --suggest --patch prices.toml";
    let refused = folder.refusals(line, 2);
    insta::assert_snapshot!(refused);
    assert_eq!(folder.names(), [""; 0]);
}

/// Profiles are not replaced by the price list that belongs at their end; an earlier list is.
#[test]
fn a_patch_replaces_nothing_but_an_earlier_list() {
    let folder = Folder::new();
    folder.dataset("mechastellar", "data");
    let profiles = folder.text("data/profiles.toml");
    let line = "points --dataset data --grid standard --suggest --scenario nowhere --patch";
    let message = folder.fails(&format!("{line} data/profiles.toml"), 3);
    let why = "data/profiles.toml exists and is not an earlier price list";
    assert!(message.contains(why), "{message}");
    assert_eq!(folder.text("data/profiles.toml"), profiles);
    folder.write("list.toml", "# Suggested price list: policy greedy\n");
    let message = folder.fails(&format!("{line} list.toml"), 2);
    assert!(message.contains("nowhere"), "{message}");
}
