//! The parts of the page, in reading order.

use super::table::{self, Cell, Column};
use super::{ChartOutcome, escape};
use crate::costing::compare_gaps;
use crate::findings::{Findings, by_distance};
use crate::format::{decimal, grouped, level, points, score, signed};
use crate::{Axis, AxisKind, Coordinate, Costing, Pairing, ReportInput, RunInfo, Unit, Verdict};

/// Units named among the findings, on either side.
const NAMED: usize = 3;
/// Rows that a table shows at most.
const UNIT_ROWS: usize = 1_000;
const PAIRING_ROWS: usize = 200;
/// Headings of the columns that the tables come sorted by.
const GAP: &str = "gap";
const FROM_EVEN: &str = "from even";

pub(super) fn header(input: &ReportInput) -> String {
    let info = &input.info;
    format!(
        "<header>\n<h1>Balance report: {}</h1>\n<p>{} battles between {} units in {} pairings, \
         both sides played by the <em>{}</em> policy. A balance claim holds for a way of playing \
         and a field of opponents.</p>\n</header>\n",
        escape(&info.system),
        grouped(info.battles),
        grouped(info.units),
        grouped(info.pairings),
        escape(&info.policy)
    )
}

pub(super) fn findings(input: &ReportInput) -> String {
    let found = Findings::new(input);
    let level = level(input.info.confidence);
    let costing = &found.costing;
    let over = unit_list(
        "over-costed",
        costing.over_costed.len(),
        costing.most_over_costed(),
    );
    let under = unit_list(
        "under-costed",
        costing.under_costed.len(),
        costing.most_under_costed(),
    );
    let lopsided = found
        .lopsided
        .map(|p| pairing_line(&input.info, "Most lopsided pairing", p));
    let closest = found
        .closest
        .map(|p| pairing_line(&input.info, "Closest pairing", p));
    format!(
        "<section aria-labelledby=\"findings\">\n<h2 id=\"findings\">What stands out</h2>\n\
         <div class=\"cards\">\n{over}{under}</div>\n{}{}\
         {}<p class=\"note\">Brackets hold {level} intervals. Expected points calibrate a unit's \
         score against this run's own trend of score on listed points; they are not the points at \
         which the unit would break even. Their intervals count the unit's sampling error and the \
         scatter of units about the trend, and hold for all {} units at once; \"clearly\" means that \
         the listed points lie outside.</p>\n</section>\n",
        lopsided.unwrap_or_default(),
        closest.unwrap_or_default(),
        beyond(costing),
        grouped(costing.compared() as u64),
    )
}

/// The units of one side that stand out most, clear or not.
fn unit_list<'a>(what: &str, clear: usize, units: impl Iterator<Item = &'a Unit>) -> String {
    let mut html = format!("<div class=\"card\">\n<h3>Most {what}</h3>\n<ol>\n");
    html.extend(units.take(NAMED).filter_map(unit_line));
    let clear = match clear {
        0 => format!("No unit is clearly {what}."),
        1 => format!("1 unit is clearly {what}."),
        _ => format!("{} units are clearly {what}.", grouped(clear as u64)),
    };
    html + &format!("</ol>\n<p class=\"note\">{clear}</p>\n</div>\n")
}

/// Says how many units could not be judged.
fn beyond(costing: &Costing<'_>) -> String {
    let (low, high) = (costing.prices.start(), costing.prices.end());
    format!(
        "<p>Too strong or too weak to price against this field: {} units (listed prices run from \
         {low} to {high}).</p>\n",
        grouped(costing.beyond_prices.len() as u64)
    )
}

fn unit_line(unit: &Unit) -> Option<String> {
    Some(format!(
        "<li><strong>{}</strong>: listed {}, expected {} ({}); score {}</li>\n",
        escape(&unit.name),
        unit.points,
        points(&unit.expected_points?),
        signed(unit.gap()?, 1),
        score(&unit.score)
    ))
}

fn pairing_line(info: &RunInfo, heading: &str, pairing: &Pairing) -> String {
    format!(
        "<p><strong>{heading}</strong>: {} scores {} against {} over {} battles; mean {} {}.</p>\n",
        escape(&pairing.a),
        score(&pairing.score_a),
        escape(&pairing.b),
        grouped(pairing.battles),
        escape(&info.vp_difference),
        signed(pairing.vp_diff_mean, 1)
    )
}

pub(super) fn charts(charts: &[ChartOutcome]) -> String {
    let mut html =
        "<section aria-labelledby=\"charts\">\n<h2 id=\"charts\">Charts</h2>\n".to_owned();
    for (chart, outcome) in charts {
        html += &match outcome {
            Ok(drawing) => {
                let label = escape(&format!("{}. {}", drawing.title, drawing.caption));
                let svg = inline_svg(&drawing.svg, &label);
                format!("<figure class=\"scroll\" tabindex=\"0\">\n{svg}</figure>\n")
            }
            Err(reason) => format!(
                "<p class=\"note\">The {} chart is left out: {}.</p>\n",
                chart.slug(),
                escape(reason)
            ),
        };
    }
    html += "</section>\n";
    html
}

/// An SVG document as an element of the page: no namespace needed, but a label is.
fn inline_svg(document: &str, label: &str) -> String {
    document
        .replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
        .replacen(
            "<svg ",
            &format!("<svg role=\"img\" aria-label=\"{label}\" "),
            1,
        )
}

pub(super) fn units(input: &ReportInput) -> String {
    let axes = &input.info.axes;
    let units = widest_gaps(input);
    let mut columns = vec![Column::text("unit")];
    columns.extend(axes.iter().map(axis_column));
    columns.extend(
        [
            "listed points",
            "expected points",
            GAP,
            "score",
            "opponents",
            "battles",
            &input.info.vp_unit,
        ]
        .map(Column::number),
    );
    columns.push(Column::text("verdict"));
    let costing = Costing::new(input);
    let row = |unit: &&Unit| {
        let verdict = costing.verdict(unit).map_or("–", Verdict::name);
        let mut row = unit_row(axes, unit);
        row.push(Cell::text(verdict));
        row
    };
    let rows: Vec<Vec<Cell>> = units.iter().map(row).collect();
    let caption = format!(
        "{}, from the most under-costed to the most over-costed",
        shown_of(rows.len(), input.units.len(), "units", "widest gaps")
    );
    let table = table::render(&caption, &columns, GAP, &rows);
    format!("<section aria-labelledby=\"units\">\n<h2 id=\"units\">Units</h2>\n{table}</section>\n")
}

/// Units from the most under-costed to the most over-costed; where rows must go, those nearest
/// to their listed points go.
fn widest_gaps(input: &ReportInput) -> Vec<&Unit> {
    let mut units: Vec<&Unit> = input.units.iter().collect();
    if units.len() > UNIT_ROWS {
        let distance = |unit: &Unit| unit.gap().unwrap_or(0.0).abs();
        units.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
        units.truncate(UNIT_ROWS);
    }
    units.sort_by(|a, b| compare_gaps(b, a));
    units
}

fn unit_row(axes: &[Axis], unit: &Unit) -> Vec<Cell> {
    let mut row = vec![Cell::text(&unit.name)];
    row.extend(axes.iter().zip(&unit.coordinates).map(coordinate));
    let expected = unit
        .expected_points
        .map(|e| Cell::number(points(&e), e.estimate));
    let gap = unit.gap().map(|gap| Cell::number(signed(gap, 1), gap));
    row.extend([
        Cell::number(unit.points.to_string(), unit.points as f64),
        expected.unwrap_or_else(Cell::unknown),
        gap.unwrap_or_else(Cell::unknown),
        Cell::number(score(&unit.score), unit.score.estimate),
        Cell::number(grouped(unit.opponents), unit.opponents as f64),
        Cell::number(grouped(unit.battles), unit.battles as f64),
        Cell::number(unit.vp.to_string(), unit.vp as f64),
    ]);
    row
}

fn axis_column(axis: &Axis) -> Column {
    match axis.kind {
        AxisKind::Integer => Column::number(&axis.name),
        AxisKind::Category => Column::text(&axis.name),
    }
}

fn coordinate((axis, coordinate): (&Axis, &Option<Coordinate>)) -> Cell {
    match (axis.kind, coordinate) {
        (_, Some(Coordinate::Integer(value))) => Cell::number(value.to_string(), *value as f64),
        (_, Some(Coordinate::Category(name))) => Cell::text(name),
        (AxisKind::Integer, None) => Cell::unknown(),
        (AxisKind::Category, None) => Cell::text("–"),
    }
}

pub(super) fn pairings(input: &ReportInput) -> String {
    let pairings = by_distance(input);
    let total = pairings.len();
    let rows: Vec<Vec<Cell>> = pairings
        .into_iter()
        .take(PAIRING_ROWS)
        .map(pairing_row)
        .collect();
    let columns = [
        Column::text("A"),
        Column::text("B"),
        Column::number("score of A"),
        Column::number(FROM_EVEN),
        Column::number("battles"),
        Column::number("won by A"),
        Column::number("drawn"),
        Column::number("won by B"),
        Column::number(format!("{}, mean ± sd", input.info.vp_difference)),
        Column::number("rounds, mean"),
    ];
    let caption = format!(
        "{}, from the most lopsided to the closest",
        shown_of(rows.len(), total, "pairings", "most lopsided")
    );
    let table = table::render(&caption, &columns, FROM_EVEN, &rows);
    format!(
        "<section aria-labelledby=\"pairings\">\n<h2 id=\"pairings\">Pairings</h2>\n{table}</section>\n"
    )
}

fn pairing_row(pairing: &Pairing) -> Vec<Cell> {
    let from_even = (pairing.score_a.estimate - 0.5) * 100.0;
    let count = |count: u64| Cell::number(grouped(count), count as f64);
    let spread = pairing
        .vp_diff_sd
        .map(|sd| format!(" ± {}", decimal(sd, 1)));
    let difference = signed(pairing.vp_diff_mean, 1) + &spread.unwrap_or_default();
    vec![
        Cell::text(&pairing.a),
        Cell::text(&pairing.b),
        Cell::number(score(&pairing.score_a), pairing.score_a.estimate),
        Cell::number(signed(from_even, 1), from_even.abs()),
        count(pairing.battles),
        count(pairing.wins_a),
        count(pairing.draws),
        count(pairing.wins_b),
        Cell::number(difference, pairing.vp_diff_mean),
        Cell::number(decimal(pairing.rounds_mean, 1), pairing.rounds_mean),
    ]
}

/// `All 560 units`, or how many of how many and which.
fn shown_of(shown: usize, total: usize, things: &str, which: &str) -> String {
    if shown == total {
        format!("All {} {things}", grouped(total as u64))
    } else {
        let (shown, total) = (grouped(shown as u64), grouped(total as u64));
        format!("{shown} of {total} {things} ({which}; the result files hold all)")
    }
}

/// The method of the score intervals, and what it is good for.
fn intervals(info: &RunInfo) -> String {
    let level = level(info.confidence);
    let anytime = if info.until.is_some() {
        ": they hold at all times at once, whenever a pairing's battles were stopped"
    } else {
        ""
    };
    format!("{} at {level}{anytime}", info.method_words())
}

pub(super) fn making(info: &RunInfo) -> String {
    let options: Vec<String> = info
        .options
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let options = if options.is_empty() {
        "defaults".to_owned()
    } else {
        options.join(", ")
    };
    let entries = [
        ("command", info.command.clone()),
        ("program", format!("{} {}", info.tool, info.version)),
        ("system", info.system.clone()),
        ("policy", info.policy.clone()),
        ("rules options", options),
        ("grid", info.grid.clone()),
        (
            "dataset",
            format!("{} (SHA-256 {})", info.dataset_name, info.dataset_sha256),
        ),
        ("seed", info.seed.to_string()),
        (
            "battles per pairing",
            info.stopping().unwrap_or_else(|| grouped(info.runs)),
        ),
        ("battles in all", grouped(info.battles)),
        ("intervals", intervals(info)),
        ("digest of the tallies", info.digest.clone()),
        ("table schema", info.schema.to_string()),
        (
            "time",
            format!(
                "{} s on {} threads",
                decimal(info.elapsed_seconds, 1),
                info.threads
            ),
        ),
    ];
    let mut html =
        "<section aria-labelledby=\"making\">\n<h2 id=\"making\">How it was made</h2>\n<dl>\n"
            .to_owned();
    let saving = info
        .saving()
        .map(|saving| ("against a fixed number", saving));
    for (name, value) in entries.into_iter().chain(saving) {
        html += &format!("<dt>{name}</dt><dd>{}</dd>\n", escape(&value));
    }
    html += "</dl>\n<p class=\"note\">The command repeats the run bit for bit, on any number of \
             threads; equal digests mean equal results.</p>\n</section>\n";
    html
}
