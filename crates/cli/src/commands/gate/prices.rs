//! What a gate says of implied prices, on the terminal and in a comment.

use equipoise_analysis::gate::{GatePrice, GatePrices, GateResult};
use equipoise_analysis::on_one_line;
use equipoise_engine::text::{counted, grouped};
use equipoise_report::level;
use serde_json::json;

use crate::names::in_markdown;
use crate::numbers::{fixed, percent};
use crate::table::Table;

/// Columns of a price, behind the name of its unit.
const COLUMNS: [&str; 6] = [
    "listed",
    "now listed",
    "implied",
    "now implied",
    "difference",
    "interval",
];

/// What the verdict says of prices.
pub(super) fn verdict(prices: &GatePrices) -> String {
    let of = grouped(prices.units.len() as u64);
    let margin = level(prices.margin);
    match prices.moved as u64 {
        0 => format!("no implied price of {of} is known to have moved by more than {margin}"),
        moved => format!(
            "{} of {of} implied prices moved by more than {margin}",
            grouped(moved)
        ),
    }
}

/// What was found, how sure that is, and how it was made.
pub(super) fn basis(result: &GateResult, prices: &GatePrices) -> [String; 3] {
    let counts = [
        prices.moved,
        prices.within,
        prices.undecided,
        prices.relisted,
    ];
    let [moved, within, open, relisted] = counts.map(|count| grouped(count as u64));
    [
        format!(
            "{moved} moved by more than {margin} of the baseline's, {within} within it, {open} too uncertain to \
             tell; {relisted} listed at other points and not known to have moved",
            margin = level(prices.margin)
        ),
        format!(
            "intervals of all {} hold at once at {}; half of them reach no farther than {} of the baseline's price{}",
            counted(prices.units.len() as u64, "price"),
            level(1.0 - result.alpha),
            percent(prices.median_reach),
            if prices.independent {
                ""
            } else {
                ", on the baseline's dice"
            }
        ),
        format!(
            "{} of random armies of {} points, table {}, policy {}, seed {}, digest {}",
            counted(prices.battles, "battle"),
            prices.budget,
            on_one_line(&prices.scenario),
            result.played_by.policy,
            result.seed,
            prices.digest
        ),
    ]
}

/// Numbers of a price, for people.
fn shown(unit: &GatePrice) -> [String; 6] {
    let difference = unit.difference;
    [
        unit.baseline_listed.to_string(),
        unit.listed.to_string(),
        fixed(unit.baseline.estimate, 0),
        fixed(unit.now.estimate, 0),
        signed(difference.estimate),
        format!("{} to {}", signed(difference.low), signed(difference.high)),
    ]
}

/// What was found of a price that has moved, in a sentence; the name is the caller's, as it must be shown there.
pub(super) fn sentence(unit: &GatePrice, name: &str) -> String {
    let [listed, listed_now, then, now, difference, interval] = shown(unit);
    format!(
        "the implied price of {name} moved from {then} to {now}: {difference} points ({interval}); \
         listed {listed}, now {listed_now}"
    )
}

fn signed(points: f64) -> String {
    match points.round() {
        0.0 => "0".to_owned(),
        points => format!("{points:+}"),
    }
}

/// Prices on the terminal.
pub(super) fn text(result: &GateResult, prices: &GatePrices) -> String {
    let [found, sure, made] = basis(result, prices);
    let mut text = format!("\nImplied prices: {found}\n  {sure}\n  {made}\n");
    for (title, units) in [
        ("Moved", prices.moved()),
        ("Listed at other points only", prices.relisted()),
    ] {
        if units.is_empty() {
            continue;
        }
        let columns: Vec<&str> = std::iter::once("unit").chain(COLUMNS).collect();
        let mut table = Table::new(&columns);
        for unit in units {
            let name = json!(on_one_line(&unit.name));
            let cells = shown(unit).map(|cell| json!(cell));
            table.push(std::iter::once(name).chain(cells).collect());
        }
        text += &format!("\n{title}, in points:\n{}", table.to_text());
    }
    text
}

/// Prices in a comment, `most` of a kind at most; `more` says what was left out.
pub(super) fn markdown(
    result: &GateResult,
    prices: &GatePrices,
    most: usize,
    more: impl Fn(usize) -> String,
) -> String {
    let [found, sure, made] = basis(result, prices);
    let mut text = format!("\n### Implied prices\n\n{found}.\n");
    for (title, units) in [
        ("Moved", prices.moved()),
        ("Listed at other points only", prices.relisted()),
    ] {
        if units.is_empty() {
            continue;
        }
        text += &format!(
            "\n{title}, in points{}:\n\n| unit | {} |\n|---|{}\n",
            more(units.len()),
            COLUMNS.join(" | "),
            "--:|".repeat(COLUMNS.len())
        );
        for unit in units.into_iter().take(most) {
            let cells = shown(unit).join(" | ");
            text += &format!("| {} | {cells} |\n", in_markdown(&unit.name));
        }
    }
    text + &format!("\n{sure}.\n\n{made}.\n")
}
