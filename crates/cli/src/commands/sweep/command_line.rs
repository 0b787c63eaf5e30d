//! The command that repeats a sweep, and the one that resumes it.

use equipoise_analysis::Grid;
use std::path::Path;

use clap::Parser as _;
use equipoise_simulator::{Plan, Stopping};

use super::SweepArgs;
use crate::command_line::{Cli, Command};
use crate::failure::Failure;
use crate::systems::Front;
use equipoise_analysis::games::GAMES;
use equipoise_engine::front_end::Policy as _;

/// The words of the command that gives the same result: all that decides it, and nothing else.
pub(super) fn repeating<S: Front>(args: &SweepArgs<S>, plan: &Plan) -> Vec<String> {
    let shared = &args.shared;
    let mut words = vec!["equipoise".to_owned(), "sweep".to_owned()];
    let mut add = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if S::NAME != GAMES[0].name {
        add("--system", S::NAME.to_owned());
    }
    add("--grid", Grid::from(args.grid).name().to_owned());
    match plan.stopping() {
        Stopping::Fixed => add("--runs", plan.runs().to_string()),
        Stopping::HalfWidth(sequence) => add("--until", sequence.half_width().to_string()),
        Stopping::Decide(test) => {
            add("--decide", test.line().to_string());
            add("--margin", test.margin().to_string());
        }
    }
    if let Some(confidence) = args.precision.confidence {
        add("--confidence", confidence.to_string());
    }
    if args.precision.max_runs.is_some() {
        add("--max-runs", plan.runs().to_string());
    }
    add("--seed", shared.seed.to_string());
    add("--policy", shared.policy.name().to_owned());
    for (name, value) in &shared.options {
        add("--option", format!("{name}={value}"));
    }
    if let Some(folder) = &shared.data.dataset {
        add("--dataset", folder.display().to_string());
    }
    if let Some(shard) = plan.shard() {
        add("--shard", shard.to_string());
    }
    words
}

/// The arguments that such words stand for.
pub(crate) fn parsed<S: Front>(words: &[String]) -> Result<SweepArgs<S>, Failure> {
    match Cli::<S>::try_parse_from(words) {
        Ok(Cli {
            command: Command::Sweep(args),
            ..
        }) => Ok(args),
        Ok(_) => Err(Failure::Input(format!("{} is no sweep", line(words)))),
        Err(error) => Err(Failure::Input(format!("{}: {error}", line(words)))),
    }
}

/// The command that continues or extends the run in `folder`.
pub(super) fn resuming(folder: &Path) -> String {
    let words = ["equipoise", "resume"].map(str::to_owned);
    format!("{} {}", line(&words), quoted(&folder.display().to_string()))
}

/// The words as one types them.
pub(super) fn line(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

/// As a POSIX shell reads it.
fn quoted(word: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "-_=./:+,@".contains(c);
    if !word.is_empty() && word.chars().all(harmless) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("tie_break=draw"), "tie_break=draw");
        assert_eq!(quoted("my data"), "'my data'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
