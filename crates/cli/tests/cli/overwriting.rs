//! Output files that would replace what the same command reads or writes.

use std::fs;

use crate::program::{Folder, names, shipped};

#[test]
fn outputs_replace_no_input_and_not_each_other() {
    let folder = Folder::new();
    folder.dataset("mechastellar", "data");
    let scenarios = shipped("mechastellar").join("scenarios");
    for name in ["skirmish.toml", "a.svg"] {
        fs::copy(scenarios.join("skirmish.toml"), folder.path(name)).expect("copied");
    }
    for name in ["north.toml", "south.toml", "balance.toml"] {
        folder.write(name, "");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path("a.svg"), folder.path("link.svg")).expect("linked");
    let texts = |folder: &Folder| {
        ["skirmish.toml", "a.svg", "data/units.toml"].map(|name| folder.text(name))
    };
    let before = texts(&folder);
    let mut lines = "
        battle skirmish.toml --battles skirmish.toml
        battle a.svg --replay 0 --svg ./a.svg
        battle skirmish --armies north.toml south.toml --battles south.toml
        battle skirmish --dataset data --battles data/units.toml
        duel Kestrel Argonaut --dataset data --battles data/../data/units.toml
        ladder --scenario a.svg --chart data/../a.svg
        gate --baseline balance.toml --markdown balance.toml
        gate --baseline balance.toml --dataset data --junit data/units.toml
        gate --baseline balance.toml --markdown same --junit ./same
    "
    .to_owned();
    if cfg!(unix) {
        lines += "battle a.svg --replay 0 --svg link.svg";
    }
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let message = folder.fails(line, 2);
        let option = line.rsplit(' ').nth(1).expect("an option");
        let way = format!("; choose another file with {option}\n");
        assert!(message.ends_with(&way), "{line}: {message}");
    }
    assert_eq!(texts(&folder), before);
}

/// What lies beside the inputs can be replaced, and a scenario that is no file keeps no file from its name.
#[test]
fn other_files_can_be_replaced() {
    let folder = Folder::new();
    folder.dataset("bullseye", "data");
    folder.write("data/rows.parquet", "earlier");
    folder.ok("duel --system bullseye Standard Bastion --runs 2 --dataset data --battles data/rows.parquet");
    assert!(folder.bytes("data/rows.parquet").starts_with(b"PAR1"));
    folder.ok("duel --system bullseye Standard Bastion --runs 2 --battles data/rows.parquet");
    folder.ok("battle skirmish --runs 2 --battles skirmish");
    assert!(names(&folder.path("data")).contains(&"rows.parquet".to_owned()));
}

#[test]
fn a_battle_is_drawn_into_a_name_of_an_svg_alone() {
    let folder = Folder::new();
    for name in ["out.png", "out", "svg"] {
        let message = folder.fails(&format!("battle skirmish --replay 0 --svg {name}"), 2);
        let expected = format!("error: {name}: expected a name in .svg\n");
        assert_eq!(message, expected);
    }
    folder.ok("battle skirmish --replay 0 --svg out.SVG");
    assert!(folder.text("out.SVG").starts_with("<svg"));
}
