//! `equipoise ratings`: Bradley-Terry ratings from a list of games.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;
use equipoise_analysis::on_one_line;
use equipoise_analysis::ratings::{RatingsRequest, RatingsResult, Stands, ratings};
use equipoise_engine::text::counted;
use serde_json::json;

use crate::args::{Output, Workers};
use crate::document::document_with;
use crate::failure::Failure;
use crate::output::print_result;
use crate::progress::Terminal;
use crate::table::Table;

/// Arguments of `ratings`.
#[derive(Debug, Args)]
#[command(after_help = "\
The file has a header and one game per row: columns a and b name the units, column result (or win) is the
result of a: 1, 0 or 0.5, or 1-0, 0-1 or 1/2-1/2. Or columns winner and loser name them. A column count says
how many games a row stands for. Optional columns points_a and points_b are listed points, shown beside the
ratings without affecting them. Other columns are named and left alone. Values may be separated by commas,
semicolons or tabs.

Ratings are natural log odds with mean zero: a lead of 1 wins 73 % of games, a lead of 2 wins 88 %.
A unit that won all its games, or lost them all, has no finite one: it is listed above or below the
others, which are rated without it. --prior rates everybody.
--home-advantage estimates what it is worth to be named first, in column a; the ratings are then those where
nobody has that advantage.

Examples:
  equipoise ratings games.csv
  equipoise ratings games.csv --prior 1
  equipoise ratings games.csv --home-advantage
  equipoise ratings games.csv --format csv")]
pub(crate) struct RatingsArgs {
    /// CSV file of games
    #[arg(value_name = "GAMES")]
    pub(crate) games: PathBuf,
    /// Gives each unit this many drawn games with an average one besides its own, so that all have a rating
    #[arg(long, value_name = "DRAWS")]
    pub(crate) prior: Option<NonZeroU32>,
    /// Estimates besides what it is worth to be named first, in column a: to be at home, or in the first seat
    #[arg(long)]
    pub(crate) home_advantage: bool,
}

pub(crate) fn run(output: &Output, args: &RatingsArgs) -> Result<(), Failure> {
    let request = RatingsRequest {
        games: args.games.clone(),
        prior: args.prior,
        home_advantage: args.home_advantage,
    };
    let terminal = Terminal::new(output)?;
    let control = terminal.control(Workers::default());
    let result = ratings(&request, control)?;
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
    let prior = result.prior.map_or_else(String::new, |draws| {
        let draws = counted(draws.get().into(), "drawn game");
        format!(", each with {draws} against an average unit besides")
    });
    let home = result
        .home_advantage
        .as_ref()
        .map_or_else(String::new, |of| {
            let [estimate, low, high] = [of.estimate, of.low, of.high].map(rounded);
            format!("  being named first is worth {estimate} ({low} to {high})\n")
        });
    let units = (result.ratings.len() + result.unrated.len()) as u64;
    format!(
        "Bradley-Terry ratings, {} of {}, log-likelihood {:.3}{prior}\n{home}\n{}{}",
        counted(result.games(), "game"),
        counted(units, "unit"),
        result.log_likelihood,
        table.to_text(),
        unrated(result)
    )
}

/// Who has no rating, and why.
fn unrated(result: &RatingsResult) -> String {
    if result.unrated.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n{} of {} units are rated: between them results went both ways. Games with the others do not count:\n",
        result.ratings.len(),
        result.ratings.len() + result.unrated.len()
    );
    for (stands, words) in [
        (Stands::Above, "above, never beaten by them"),
        (Stands::Below, "below, never ahead of them"),
        (Stands::Apart, "apart, no games tell"),
    ] {
        let named = result.unrated.iter().filter(|unit| unit.stands == stands);
        let named: Vec<String> = named.map(|unit| on_one_line(&unit.name)).collect();
        if !named.is_empty() {
            text += &format!("  {words}: {}\n", named.join(", "));
        }
    }
    text + "--prior 1 rates them all.\n"
}

fn rounded(value: f64) -> String {
    format!("{value:+.2}")
}

fn short(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}
