//! The report as Markdown: the answer, tables of notable units and pairings, links to the charts, and
//! how it was made.

mod escape;

use crate::answer::{Answer, AxisLevels, DominatedUnit, LEVEL_HEADS, pairing_result};
use crate::costing::Verdict;
use crate::findings::by_distance;
use crate::format::{points, score, signed};
use crate::html::ChartOutcome;
use crate::input::{Pairing, ReportInput, Unit};
use crate::making::{REPEATING, entries};
use equipoise_engine::text::grouped;
use equipoise_simulator::Manifest;
use escape::{code_block, escape};

/// Rows of each table.
const ROWS: usize = 10;

/// The whole document; `folder` is the relative path to the charts' SVG files.
pub(crate) fn document(input: &ReportInput, charts: &[ChartOutcome], folder: &str) -> String {
    let answer = Answer::new(input);
    [
        format!("# {}\n", escape(&answer.headline())),
        format!("{}\n", escape(&answer.field())),
        said(&answer),
        levels(&answer),
        prices(&answer),
        dominated(&answer),
        pairings(input),
        drawn(charts, folder),
        making(&input.info),
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect::<Vec<String>>()
    .join("\n")
}

fn said(answer: &Answer<'_>) -> String {
    let figures = answer.figures();
    let figures: Vec<String> = figures
        .iter()
        .map(|figure| format!("- **{}** {}\n", figure.number, escape(&figure.of)))
        .collect();
    let pairings: Vec<String> = answer
        .pairings()
        .map(|(what, pairing)| {
            let result = escape(&pairing_result(&answer.input.info, pairing));
            format!("- {what}: {} {result}\n", escape(&pairing.a))
        })
        .collect();
    format!(
        "## The answer\n\n{}{}\n{}\n",
        figures.concat(),
        pairings.concat(),
        escape(&answer.how_sure())
    )
}

fn levels(answer: &Answer<'_>) -> String {
    let section = |axis: AxisLevels| {
        let heads: Vec<&str> = [axis.axis.as_str()]
            .into_iter()
            .chain(LEVEL_HEADS)
            .collect();
        let rows = axis.rows.into_iter().map(Vec::from).collect();
        table(&heads, 1..4, rows)
    };
    let tables: Vec<String> = answer.levels().into_iter().map(section).collect();
    match tables.as_slice() {
        [] => String::new(),
        _ => format!("## What levels cost and are worth\n\n{}", tables.join("\n")),
    }
}

fn prices(answer: &Answer<'_>) -> String {
    if !answer.is_priced() {
        return String::new();
    }
    let costing = &answer.findings.costing;
    let under: Vec<&Unit> = costing.most_under_costed().take(ROWS).collect();
    let over: Vec<&Unit> = costing.most_over_costed().take(ROWS).collect();
    let section =
        |heading: &str, units: &[&Unit]| format!("## {heading}\n\n{}", unit_table(answer, units));
    section("Most under-costed", &under) + "\n" + &section("Most over-costed", &over)
}

fn unit_table(answer: &Answer<'_>, units: &[&Unit]) -> String {
    let costing = &answer.findings.costing;
    let expected_points = format!("{} points", answer.input.worth());
    let row = |unit: &&Unit| {
        let expected = unit.expected_points.as_ref().map(points);
        let gap = unit.gap().map(|gap| signed(gap, 1));
        let verdict = costing.verdict(unit).map(Verdict::name);
        vec![
            unit.name.clone(),
            unit.points.to_string(),
            expected.unwrap_or_default(),
            gap.unwrap_or_default(),
            score(&unit.score),
            verdict.unwrap_or_default().to_owned(),
        ]
    };
    let heads = [
        "unit",
        "listed points",
        &expected_points,
        "gap",
        "score",
        "verdict",
    ];
    table(&heads, 1..5, units.iter().map(row).collect())
}

fn dominated(answer: &Answer<'_>) -> String {
    let (Some(sentence), Some(dominated)) = (answer.dominance(), &answer.dominated) else {
        return String::new();
    };
    let row = |found: &DominatedUnit<'_>| {
        vec![
            found.unit.name.clone(),
            found.unit.points.to_string(),
            found.by.name.clone(),
            found.by.points.to_string(),
            found.count.to_string(),
        ]
    };
    let rows: Vec<Vec<String>> = dominated.units.iter().take(ROWS).map(row).collect();
    let heads = [
        "unit",
        "listed points",
        "cheapest unit that dominates it",
        "its listed points",
        "units that dominate it",
    ];
    let rows = match rows.len() {
        0 => String::new(),
        _ => format!("\n{}", table(&heads, 1..5, rows)),
    };
    format!("## Dominated\n\n{}\n{rows}", escape(&sentence))
}

fn pairings(input: &ReportInput) -> String {
    let ordered = by_distance(input);
    let row = |pairing: &&Pairing| {
        vec![
            pairing.a.clone(),
            pairing.b.clone(),
            score(&pairing.score_a),
            grouped(pairing.battles),
            signed(pairing.vp_diff_mean, 1),
            crate::format::decimal(pairing.rounds_mean, 1),
        ]
    };
    let difference = format!("{}, mean", input.info.score.difference);
    let heads = [
        "A",
        "B",
        "score of A",
        "battles",
        &difference,
        "rounds, mean",
    ];
    let rows = ordered.iter().take(ROWS).map(row).collect();
    format!(
        "## Most lopsided pairings\n\n{}\n{} pairings in all; results.parquet holds them.\n",
        table(&heads, 2..6, rows),
        grouped(input.pairings.len() as u64)
    )
}

fn drawn(charts: &[ChartOutcome], folder: &str) -> String {
    let chart = |chart: &ChartOutcome| match &chart.drawing {
        Ok(drawing) => {
            let (title, caption) = (escape(&drawing.title), escape(&drawing.caption));
            let slug = &chart.slug;
            format!("### {title}\n\n![{title}]({folder}/{slug}.svg)\n\n{caption}\n")
        }
        Err(reason) => format!(
            "The {} chart is left out: {}.\n",
            escape(&chart.slug),
            escape(reason)
        ),
    };
    let charts: Vec<String> = charts.iter().map(chart).collect();
    format!("## Charts\n\n{}", charts.join("\n"))
}

fn making(info: &Manifest) -> String {
    let rows = entries(info)
        .into_iter()
        .map(|(name, value)| vec![name.to_owned(), value])
        .collect();
    format!(
        "## How it was made\n\n{}\n{}\n{REPEATING}\n",
        code_block("sh", &info.command),
        table(&["", ""], 2..2, rows)
    )
}

/// A table; the columns of `numbers` are set to the right.
fn table(heads: &[&str], numbers: std::ops::Range<usize>, rows: Vec<Vec<String>>) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let rule = |column| {
        if numbers.contains(&column) {
            "---:"
        } else {
            "---"
        }
    };
    let escaped = |cells: Vec<String>| cells.iter().map(|cell| escape(cell)).collect();
    let heads: Vec<String> = heads.iter().map(|head| escape(head)).collect();
    let rules: Vec<String> = (0..heads.len()).map(|c| rule(c).to_owned()).collect();
    let rows = rows.into_iter().map(|row| line(escaped(row)));
    [line(heads), line(rules)].into_iter().chain(rows).collect()
}
