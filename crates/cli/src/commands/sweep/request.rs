//! The command that repeats a sweep, for people.

use equipoise_analysis::sweep::SweepRequest;
use equipoise_analysis::{Goal, games};
use equipoise_simulator::CONFIDENCE;

use crate::shell::line;

/// The command that gives the same result: all that decides it, and nothing else.
pub(super) fn repeating(request: &SweepRequest) -> String {
    let game = &request.game;
    let mut words = vec!["equipoise".to_owned(), "sweep".to_owned()];
    let mut add = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if games::names().next() != Some(&game.system) {
        add("--system", game.system.clone());
    }
    add("--grid", request.grid.name().to_owned());
    for (name, value) in goal_words(&request.goal) {
        add(name, value);
    }
    if let Some(matchups) = request.price_matchups {
        add("--price-matchups", matchups.to_string());
    }
    add("--seed", game.seed.to_string());
    add("--policy", game.policies[0].clone());
    for (name, value) in &game.options {
        add("--option", format!("{name}={value}"));
    }
    if let Some(folder) = &game.dataset {
        add("--dataset", folder.display().to_string());
    }
    if let Some(shard) = request.shard {
        add("--shard", shard.to_string());
    }
    line(&words)
}

fn goal_words(goal: &Goal) -> Vec<(&'static str, String)> {
    let (mut words, level, cap) = match *goal {
        Goal::Runs(runs) => return vec![("--runs", runs.to_string())],
        Goal::Until {
            half_width,
            confidence,
            most,
        } => (vec![("--until", half_width.to_string())], confidence, most),
        Goal::Decide {
            line,
            margin,
            confidence,
            most,
        } => {
            let decide = ("--decide", line.to_string());
            (
                vec![decide, ("--margin", margin.to_string())],
                confidence,
                most,
            )
        }
    };
    if level != CONFIDENCE {
        words.push(("--confidence", level.to_string()));
    }
    words.extend(cap.map(|most| ("--max-runs", most.to_string())));
    words
}

#[cfg(test)]
mod tests {
    use equipoise_analysis::sweep::SweepRequest;
    use equipoise_analysis::{GameRequest, Goal, Grid};

    use super::repeating;

    #[test]
    fn a_command_names_all_that_decides_a_result() {
        let mut request = SweepRequest::new(GameRequest::new("bullseye"), Grid::Full);
        request.goal = Goal::Decide {
            line: 0.5,
            margin: 0.02,
            confidence: 0.9,
            most: Some(40),
        };
        request.game.dataset = Some("my data".into());
        request.shard = "2/3".parse().ok();
        request.price_matchups = Some(9);
        let command = repeating(&request);
        let expected = format!(
            "equipoise sweep --system bullseye --grid full --decide 0.5 --margin 0.02 --confidence 0.9 \
             --max-runs 40 --price-matchups 9 --seed 1 --policy {} --dataset 'my data' --shard 2/3",
            request.game.policies[0]
        );
        assert_eq!(command, expected);
    }
}
