//! A ladder of policies, for people and for spreadsheets.

use equipoise_analysis::Goal;
use equipoise_analysis::ladder::{LadderResult, LeftOut, Pair, Played, Round, Split};
use equipoise_analysis::sprt::EloInterval;
use equipoise_engine::text::{counted, grouped};
use equipoise_report::level;
use serde_json::{Value, json};

use crate::document::document_with;
use crate::fought::options_set;
use crate::numbers::{percent, percentage_points, percents_of_whole};
use crate::table::Table;

/// `set` are the rules options of the command line.
pub(super) fn text(result: &LadderResult, set: &[(String, String)]) -> String {
    let mut parts = vec![heading(result) + &options_set(set)];
    parts.push(match &result.missing {
        Some(reason) => format!("{reason}\n"),
        None => ratings(result).to_text(),
    });
    parts.push(pairs(result).to_text());
    parts.push("The same battles by what was played\n".to_owned() + &splits(result).to_text());
    if !result.left_out.is_empty() {
        parts.push("Left out\n".to_owned() + &left_out(&result.left_out).to_text());
    }
    parts.push(format!("digest {}\n", result.digest));
    parts.join("\n")
}

fn heading(result: &LadderResult) -> String {
    let method = match result.goal {
        Goal::Runs(_) => "intervals",
        Goal::Until { .. } | Goal::Decide { .. } => "confidence sequences",
    };
    format!(
        "Ladder: {}, policies {}, {}, seed {}\n  {}\n  {}; {} {method}\n",
        result.system,
        result.policies.join(", "),
        counted(result.battles, "battle"),
        result.seed,
        round(&result.round),
        goal(&result.goal),
        level(result.confidence),
    )
}

/// What a round holds.
fn round(round: &Round) -> String {
    let scenarios = format!(
        "{} of {} ({})",
        counted(round.forces, "force"),
        counted(round.scenarios.len() as u64, "scenario"),
        counted(round.of_scenarios, "battle"),
    );
    let duels = format!(
        "{} in duels ({})",
        counted(round.units.len() as u64, "unit"),
        counted(round.of_duels, "battle"),
    );
    let both = match (round.of_scenarios, round.of_duels) {
        (0, _) => duels,
        (_, 0) => scenarios,
        _ => format!("{scenarios}, {duels}"),
    };
    format!("a round of a pair, each against itself: {both}")
}

/// What ended the battles of a pair.
fn goal(goal: &Goal) -> String {
    let until = match goal {
        Goal::Runs(battles) => return format!("{} of each pair", counted(*battles, "battle")),
        Goal::Until { half_width, .. } => {
            format!(
                "until the score is known to ± {} %",
                percentage_points(*half_width)
            )
        }
        Goal::Decide { line, margin, .. } => format!(
            "until the score is known to be above or below {}, or within {} of it",
            percent(*line),
            percent(*margin)
        ),
    };
    format!("whole rounds {until}")
}

fn ratings(result: &LadderResult) -> Table {
    let interval = format!("{} interval", level(result.confidence));
    let mut table = Table::new(&["policy", "Elo", &interval, "battles"]);
    for rating in &result.ratings {
        let elo = rating.elo;
        let span = match rating.policy == result.anchor {
            true => "the anchor".to_owned(),
            false => format!("{} to {}", lead(elo.low), lead(elo.high)),
        };
        table.push(vec![
            json!(rating.policy),
            json!(lead(elo.estimate)),
            json!(span),
            json!(grouped(rating.battles)),
        ]);
    }
    table
}

/// An Elo difference to a whole number, with its sign.
fn lead(elo: f64) -> String {
    match elo.round() {
        0.0 => "0".to_owned(),
        elo => format!("{elo:+.0}"),
    }
}

fn pairs(result: &LadderResult) -> Table {
    let decided = result.pairs.iter().any(|pair| pair.standing.is_some());
    let mut columns = vec![
        "pair", "battles", "won", "lost", "drawn", "score", "interval",
    ];
    columns.extend(["Elo", "interval"]);
    columns.extend(decided.then_some("decided"));
    let mut table = Table::new(&columns);
    for pair in &result.pairs {
        let mut row = vec![json!(format!("{} against {}", pair.a, pair.b))];
        row.extend(counts(&pair.whole));
        row.extend(elo(&pair.elo));
        row.extend(pair.standing.as_ref().map(|standing| {
            let standing = standing.as_deref();
            json!(standing.unwrap_or("open"))
        }));
        table.push(row);
    }
    table
}

/// Battles, shares and score.
fn counts(played: &Played) -> Vec<Value> {
    let outcomes = [played.wins_a, played.wins_b, played.draws].map(|count| count as f64);
    let [won, lost, drawn] = percents_of_whole(outcomes, 1);
    let score = &played.score_a;
    vec![
        json!(grouped(played.battles)),
        json!(won),
        json!(lost),
        json!(drawn),
        json!(percent(score.estimate)),
        json!(format!("{} to {}", percent(score.low), percent(score.high))),
    ]
}

fn elo(elo: &EloInterval) -> [Value; 2] {
    let end = |value: Option<f64>, none: &str| value.map_or_else(|| none.to_owned(), lead);
    let span = format!("{} to {}", end(elo.low, "−∞"), end(elo.high, "∞"));
    [json!(end(elo.estimate, "none")), json!(span)]
}

fn splits(result: &LadderResult) -> Table {
    let columns = [
        "pair", "part", "battles", "won", "lost", "drawn", "score", "interval",
    ];
    let mut table = Table::new(&columns);
    for pair in &result.pairs {
        for split in &pair.splits {
            let part = match &split.scenario {
                Some(scenario) => format!("  {scenario}"),
                None => split.part.name().to_owned(),
            };
            let names = format!("{} against {}", pair.a, pair.b);
            let mut row = vec![json!(names), json!(part)];
            row.extend(counts(&split.played));
            table.push(row);
        }
    }
    table
}

fn left_out(forces: &[LeftOut]) -> Table {
    let mut table = Table::new(&["scenario", "force", "reason"]);
    for of in forces {
        table.push(vec![json!(of.scenario), json!(of.force), json!(of.reason)]);
    }
    table
}

/// One row for each pair and for each split of it.
pub(super) fn table(result: &LadderResult) -> Table {
    let of_pair = |pair: &Pair| {
        let names = [("a", json!(pair.a)), ("b", json!(pair.b))];
        let whole = document_with(pair, [("part", json!("all"))]);
        let split = |split: &Split| document_with(split, names.clone());
        let splits: Vec<Value> = pair.splits.iter().map(split).collect();
        [vec![whole], splits].concat()
    };
    let rows = result.pairs.iter().flat_map(of_pair).map(|row| {
        document_with(
            &row,
            [
                ("digest", json!(result.digest)),
                ("seed", json!(result.seed)),
            ],
        )
    });
    Table::of_fields(
        rows,
        "a b part scenario battles wins_a wins_b draws score_a score_a_low score_a_high \
         elo elo_low elo_high standing seed digest",
    )
}
