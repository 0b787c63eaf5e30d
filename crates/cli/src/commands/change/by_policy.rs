//! The answers under several policies, side by side.

use equipoise_analysis::Limits;
use equipoise_analysis::change::{Agreement, Agreements, Effects};
use equipoise_engine::text::counted;
use serde_json::{Value, json};

use super::opinions::{OfArmies, ShownOpinion};
use super::show::{Shown, in_points};
use crate::table::Table;

impl Shown<'_> {
    /// The whole effect under each policy, and whether they agree; empty if only one has played.
    pub(super) fn by_policy(&self) -> String {
        if self.also.is_empty() {
            return String::new();
        }
        let level = 100.0 * self.played.confidence;
        let mut text = format!(
            "\nUnder each policy, on the same dice (seed {}); intervals at {level:.0} % each, surely at {level:.0} % for all {}s under one policy\n{}",
            self.played.seed,
            self.row,
            self.policies_table().to_text(),
        );
        for also in &self.also {
            text += &self.direction(also);
            text += &self.rows_agree(also);
        }
        text
    }

    fn policies_table(&self) -> Table {
        let main = (self.main(), self.effects, &self.of_armies);
        let others = self.also.iter();
        let others = others.map(|also| (also.policy, also.effects, &also.of_armies));
        let answers: Vec<_> = std::iter::once(main).chain(others).collect();
        let armies = answers.iter().any(|(_, _, of_armies)| of_armies.is_some());
        let mut columns = vec!["policy", "battles", "difference", "interval"];
        if armies {
            columns.extend(["army battles", self.change, "interval"]);
        }
        let mut table = Table::new(&columns);
        for (policy, effects, of_armies) in answers {
            let (difference, span) = in_points(&effects.all.difference);
            let mut row = vec![
                json!(policy),
                json!(effects.all.battles),
                json!(difference),
                json!(span),
            ];
            if armies {
                row.extend(army_cells(of_armies.as_ref()));
            }
            table.push(row);
        }
        table
    }

    /// Whether the policies agree on the direction of the whole effect.
    fn direction(&self, also: &ShownOpinion<'_>) -> String {
        let ours = (self.main(), moves(self.effects));
        sentence(
            self.score,
            also.agreement,
            ours,
            (also.policy, moves(also.effects)),
        )
    }

    /// On how many rows the policies agree.
    fn rows_agree(&self, also: &ShownOpinion<'_>) -> String {
        let Agreements {
            both,
            only_main,
            only_also,
            contradiction,
            neither,
        } = also.agreements;
        format!(
            "Of {}, surely up or down: {both} alike under both, {only_main} only under {}, {only_also} only under {}, {contradiction} opposite, {neither} under neither\n",
            counted(self.effects.differences.len() as u64, self.row),
            self.main(),
            also.policy,
        )
    }

    /// The policy of the main answer.
    fn main(&self) -> &str {
        &self.played.played_by.policy
    }
}

/// What two policies say together, each given with the way its interval points.
fn sentence(
    score: &str,
    agreement: Agreement,
    (main, ours): (&str, &str),
    (other, theirs): (&str, &str),
) -> String {
    let only = |sure: &str, moves: &str, open: &str| {
        format!("Only under {sure}: {score} {moves}; under {open} the interval contains zero.\n")
    };
    match agreement {
        Agreement::Both => {
            format!("Both policies agree: {score} {ours} under {main} and under {other}.\n")
        }
        Agreement::OnlyMain => only(main, ours, other),
        Agreement::OnlyAlso => only(other, theirs, main),
        Agreement::Contradiction => format!(
            "The policies contradict each other: {score} {ours} under {main} and {theirs} under {other}.\n"
        ),
        Agreement::Neither => format!(
            "No direction under either policy: the intervals under {main} and {other} contain zero.\n"
        ),
    }
}

/// Which way a score goes whose interval leaves zero out.
fn moves(effects: &Effects) -> &'static str {
    if Limits::from(effects.all.difference).above_zero() == Some(true) {
        "rises"
    } else {
        "falls"
    }
}

fn army_cells(of_armies: Option<&OfArmies>) -> [Value; 3] {
    match of_armies {
        None => [json!(""), json!("none"), json!("")],
        Some(armies) => [
            json!(armies.battles),
            json!(armies.change),
            json!(armies.span),
        ],
    }
}

#[cfg(test)]
mod tests {
    use equipoise_analysis::change::Agreement;

    use super::sentence;

    #[test]
    fn one_sentence_names_both_policies_and_the_direction() {
        for (agreement, theirs, expected) in [
            (
                Agreement::Both,
                "rises",
                "Both policies agree: the score rises under greedy and under solo.\n",
            ),
            (
                Agreement::OnlyMain,
                "falls",
                "Only under greedy: the score rises; under solo the interval contains zero.\n",
            ),
            (
                Agreement::OnlyAlso,
                "falls",
                "Only under solo: the score falls; under greedy the interval contains zero.\n",
            ),
            (
                Agreement::Contradiction,
                "falls",
                "The policies contradict each other: the score rises under greedy and falls under solo.\n",
            ),
            (
                Agreement::Neither,
                "falls",
                "No direction under either policy: the intervals under greedy and solo contain zero.\n",
            ),
        ] {
            let found = sentence(
                "the score",
                agreement,
                ("greedy", "rises"),
                ("solo", theirs),
            );
            assert_eq!(found, expected);
        }
    }
}
