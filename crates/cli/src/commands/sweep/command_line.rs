//! The command that repeats a sweep.

use equipoise_simulator::{Plan, Stopping};

use crate::args::SweepArgs;
use crate::systems::{Front, Policy as _, SYSTEMS};

/// The command line that gives the same result: all that decides it, and nothing else.
pub(super) fn repeating<S: Front>(args: &SweepArgs<S>, plan: &Plan) -> String {
    let shared = &args.shared;
    let mut words = vec!["equipoise".to_owned(), "sweep".to_owned()];
    let mut add = |name: &str, value: String| words.extend([name.to_owned(), quoted(&value)]);
    if S::NAME != SYSTEMS[0].name {
        add("--system", S::NAME.to_owned());
    }
    add("--grid", args.grid.name().to_owned());
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
