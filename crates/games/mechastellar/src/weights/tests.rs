//! Files of weights: what is read, and what is refused.

use super::file::shipped_source;
use super::{CountsIn, Weight, Weights, WeightsFile};
use equipoise_engine::source::SourceFile;

/// The messages about the shipped file with some of its text replaced.
fn problems(from: &str, to: &str) -> Vec<String> {
    let text = shipped_source().text;
    assert!(text.contains(from), "{from} is in the file");
    let file = SourceFile::new("mine.toml", text.replacen(from, to, 1));
    let problems = WeightsFile::parse(&file).expect_err("a broken file");
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn the_shipped_file_is_what_the_program_writes() {
    let file = WeightsFile::parse(&shipped_source()).expect("a sound file");
    assert_eq!(file.to_toml(), shipped_source().text);
    assert_eq!(file.weights, Weights::shipped());
}

#[test]
fn a_changed_set_is_read_as_it_was_written() {
    let shipped = WeightsFile::shipped();
    let mut weights = shipped.weights;
    let hope = Weight::named("hope").expect("a weight");
    hope.set(&mut weights, 77);
    let mut origin = shipped.origins[0].clone();
    origin.weights = vec!["hope".into()];
    origin.seed = Some(i64::MAX as u64);
    origin.verdict = Some("better: \"yes\"".into());
    let changed = shipped.with(weights, origin.clone());
    let again = WeightsFile::parse(&SourceFile::new("w.toml", changed.to_toml()));
    assert_eq!(again.as_ref(), Ok(&changed));
    assert_eq!(changed.origins.last(), Some(&origin));
    assert_eq!(hope.of(&changed.weights), 77);
}

#[test]
fn another_version_is_refused_with_the_command_that_makes_weights() {
    let found = problems("version = 3", "version = 4");
    assert_eq!(
        found,
        [
            "mine.toml:4:11: top level: these are weights of version 4, and this program plays with version 3; \
          make them anew with `cargo run --release -p equipoise-tuner -- tune --out weights.toml`"
        ]
    );
    let found = problems("version = 3\n", "");
    assert_eq!(
        found,
        ["mine.toml:1:1: top level: missing `version`, expected 3"]
    );
}

#[test]
fn every_weight_must_be_there_and_no_other() {
    let shipped = Weights::shipped();
    for weight in Weights::ALL {
        let line = format!("\n{} = {}\n", weight.name, weight.of(&shipped));
        let found = problems(&line, "\n");
        assert_eq!(found.len(), 1, "{found:?}");
        let missing = format!(
            "missing `{}`, expected a whole number from 0 to {}",
            weight.name, weight.most
        );
        assert!(found[0].contains(&missing), "{found:?}");
    }
    let found = problems("[weights]\n", "[weights]\nhoppe = 3\n");
    assert!(
        found[0].contains("[weights]: unknown field `hoppe`; did you mean `hope`?"),
        "{found:?}"
    );
}

#[test]
fn values_outside_their_range_are_refused() {
    for value in ["-1", "1025", "0.5", "\"much\""] {
        let hope = Weight::named("hope").expect("a weight");
        let line = format!("\nhope = {}\n", hope.of(&Weights::shipped()));
        let found = problems(&line, &format!("\nhope = {value}\n"));
        assert!(
            found[0].contains(&format!(
                "`hope` is {value}, expected a whole number from 0 to 1024"
            )),
            "{found:?}"
        );
    }
}

#[test]
fn every_weight_has_one_origin() {
    let found = problems("\"hope\", ", "");
    assert!(
        found[0].ends_with("`hope` is named by 0 [[origin]], expected 1"),
        "{found:?}"
    );
    let found = problems("\"hope\", ", "\"hope\", \"hope\", ");
    assert!(
        found[0].ends_with("`hope` is named by 2 [[origin]], expected 1"),
        "{found:?}"
    );
    let found = problems("\"hope\", ", "\"hope\", \"fear\", ");
    assert!(found[0].ends_with("there is no weight `fear`"), "{found:?}");
}

#[test]
fn names_of_duels_are_in_the_group_of_duels() {
    for weight in Weights::ALL {
        if weight.name.starts_with("duel_") {
            assert_eq!(weight.counts_in, CountsIn::Duels, "{}", weight.name);
        }
        let mut weights = Weights::shipped();
        weight.set(&mut weights, i32::MAX);
        assert_eq!(weight.of(&weights), weight.most);
        weight.set(&mut weights, -1);
        assert_eq!(weight.of(&weights), 0);
    }
}
