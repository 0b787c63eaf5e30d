//! `equipoise ratings`: Bradley-Terry ratings from a list of games.

use std::path::PathBuf;

use clap::Args;
use equipoise_analysis::ratings::{RatingsRequest, RatingsResult, ratings};
use equipoise_engine::text::counted;
use serde_json::json;

use crate::args::Output;
use crate::document::document_with;
use crate::failure::Failure;
use crate::output::print_result;
use crate::table::Table;

/// Arguments of `ratings`.
#[derive(Debug, Args)]
#[command(after_help = "\
The file has a header and one game per row: columns a and b name the units, column result is the
result of a: 1 won, 0 lost, 0.5 drawn. Optional columns points_a and points_b are listed points, shown
beside the ratings without affecting them. Other columns are ignored.

Ratings are natural log odds with mean zero: a lead of 1 wins 73 % of games, a lead of 2 wins 88 %.
They exist only if no group of units won all its games against the others.

Examples:
  equipoise ratings games.csv
  equipoise ratings games.csv --format csv")]
pub(crate) struct RatingsArgs {
    /// CSV file of games
    #[arg(value_name = "GAMES")]
    pub(crate) games: PathBuf,
}

pub(crate) fn run(output: &Output, args: &RatingsArgs) -> Result<(), Failure> {
    let games = args.games.clone();
    let result = ratings(&RatingsRequest { games })?;
    print_result(output, &result, || text(&result), || table(&result))
}

/// Whether the file lists points.
fn has_points(result: &RatingsResult) -> bool {
    result.ratings.iter().any(|rating| rating.points.is_some())
}

fn table(result: &RatingsResult) -> Table {
    let rows = result.ratings.iter().map(|rating| {
        let [low, high] = rating.interval();
        document_with(rating, [("low", json!(low)), ("high", json!(high))])
    });
    let points = if has_points(result) { "points" } else { "" };
    Table::of_fields(rows, &format!("name rating se low high games {points}"))
}

fn text(result: &RatingsResult) -> String {
    let mut columns = vec!["unit", "rating", "95 % interval", "games"];
    columns.extend(has_points(result).then_some("points"));
    let mut table = Table::new(&columns);
    for rating in &result.ratings {
        let [low, high] = rating.interval().map(rounded);
        let mut row = vec![
            json!(rating.name),
            json!(rounded(rating.rating)),
            json!(format!("{low} to {high}")),
            json!(rating.games),
        ];
        row.extend(rating.points.map(|points| json!(points.map(short))));
        table.push(row);
    }
    format!(
        "Bradley-Terry ratings, {} of {}, log-likelihood {:.3}\n\n{}",
        counted(result.games(), "game"),
        counted(result.ratings.len() as u64, "unit"),
        result.log_likelihood,
        table.to_text()
    )
}

fn rounded(value: f64) -> String {
    format!("{value:+.2}")
}

fn short(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}
