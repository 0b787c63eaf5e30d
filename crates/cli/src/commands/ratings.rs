//! `equipoise ratings`: Bradley-Terry ratings from a list of games.

use std::path::PathBuf;

use clap::Args;
use equipoise_stats::{BradleyTerry, League, RatingError, z_score};
use serde_json::{Map, Value, json};

use crate::args::Output;
use crate::failure::Failure;
use crate::games::{Games, read_results};
use crate::output::print_as;
use crate::table::Table;
use equipoise_engine::text::counted;

/// Arguments of `ratings`.
#[derive(Debug, Args)]
#[command(after_help = "\
The file has a header and one game per row: the columns a and b name the units, result is that of
a: 1 won, 0 lost, 0.5 drawn. Columns points_a and points_b, if there, are listed points: they are shown
beside the ratings and do not change them. Other columns are left alone.

Ratings are in units of the natural logarithm of the odds, with mean zero: a unit ahead by 1 wins 73 %
of its games, by 2, 88 %. They exist only if no group of units won all its games against the others.

Examples:
  equipoise ratings games.csv
  equipoise ratings games.csv --format csv")]
pub(crate) struct RatingsArgs {
    /// CSV file with the games
    #[arg(value_name = "GAMES")]
    pub(crate) games: PathBuf,
}

pub(crate) fn run(output: &Output, args: &RatingsArgs) -> Result<(), Failure> {
    let games = read_results(&args.games)?;
    let fit = fit(&games.league, &games.names)?;
    let rated = Rated {
        games: &games,
        fit: &fit,
    };
    print_as(
        output.format,
        || rated.text(),
        || rated.json(),
        || rated.table(),
    )
}

fn fit(league: &League, names: &[String]) -> Result<BradleyTerry, Failure> {
    BradleyTerry::fit(league).map_err(|error| match error {
        RatingError::Groups(groups) => Failure::Input(incomparable(&groups, names)),
        RatingError::Stats(error) => error.into(),
    })
}

/// Why there are no ratings, with the groups by name.
fn incomparable(groups: &[Vec<usize>], names: &[String]) -> String {
    const MOST: usize = 20;
    let group = |group: &Vec<usize>| {
        let members: Vec<&str> = group.iter().map(|&unit| names[unit].as_str()).collect();
        format!("\n  {}", shortened(&members, MOST))
    };
    let more = match groups.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("\n  and {more} more"),
    };
    format!(
        "no finite ratings: the units fall into {} groups, and of any two groups one won all games \
         between them, or there were none. Groups, winners first:{}{more}",
        groups.len(),
        groups.iter().take(MOST).map(group).collect::<String>(),
    )
}

/// Names, not more than so many.
pub(crate) fn shortened(names: &[&str], most: usize) -> String {
    let shown = names[..names.len().min(most)].join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Ratings as rows with the columns name, rating, se and games, the best first.
pub(crate) fn rating_rows(
    fit: &BradleyTerry,
    league: &League,
    names: &[String],
) -> Vec<Map<String, Value>> {
    let games = league.games();
    let row = |unit: usize| {
        let mut row = Map::new();
        row.insert("name".into(), json!(names[unit]));
        row.insert("rating".into(), json!(fit.ratings[unit]));
        row.insert("se".into(), json!(fit.standard_errors[unit]));
        row.insert("games".into(), json!(games[unit]));
        row
    };
    best_first(&fit.ratings).into_iter().map(row).collect()
}

/// Places in falling order of the values.
pub(crate) fn best_first(values: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
    places
}

struct Rated<'a> {
    games: &'a Games,
    fit: &'a BradleyTerry,
}

impl Rated<'_> {
    fn rows(&self) -> Vec<Map<String, Value>> {
        let mut rows = rating_rows(self.fit, &self.games.league, &self.games.names);
        if let Some(points) = &self.games.points {
            for (row, unit) in rows.iter_mut().zip(best_first(&self.fit.ratings)) {
                row.insert("points".into(), json!(points[unit]));
            }
        }
        rows
    }

    fn json(&self) -> Value {
        json!({
            "schema": 1,
            "ratings": self.rows(),
            "model": "bradley-terry",
            "log_likelihood": self.fit.log_likelihood,
        })
    }

    fn table(&self) -> Table {
        let mut columns = vec!["name", "rating", "se", "low", "high", "games"];
        columns.extend(self.games.points.is_some().then_some("points"));
        let mut table = Table::new(&columns);
        for row in self.rows() {
            let [low, high] = interval(&row);
            let mut cells = ["name", "rating", "se"]
                .map(|column| row[column].clone())
                .to_vec();
            cells.extend([json!(low), json!(high), row["games"].clone()]);
            cells.extend(row.get("points").cloned());
            table.push(cells);
        }
        table
    }

    fn text(&self) -> String {
        let mut columns = vec!["unit", "rating", "95 % interval", "games"];
        columns.extend(self.games.points.is_some().then_some("points"));
        let mut table = Table::new(&columns);
        for row in self.rows() {
            let [low, high] = interval(&row).map(rounded);
            let rating = rounded(row["rating"].as_f64().unwrap_or(f64::NAN));
            let mut cells = vec![row["name"].clone(), json!(rating)];
            cells.extend([json!(format!("{low} to {high}")), row["games"].clone()]);
            cells.extend(
                row.get("points")
                    .map(|points| points.as_f64().map(short).into()),
            );
            table.push(cells);
        }
        let meetings = self.games.league.meetings().iter();
        let played = meetings.map(equipoise_stats::Meeting::games).sum();
        format!(
            "Bradley-Terry ratings, {} of {}, log-likelihood {:.3}\n\n{}",
            counted(played, "game"),
            counted(self.games.names.len() as u64, "unit"),
            self.fit.log_likelihood,
            table.to_text()
        )
    }
}

fn interval(row: &Map<String, Value>) -> [f64; 2] {
    let [rating, se] = ["rating", "se"].map(|column| row[column].as_f64().unwrap_or(f64::NAN));
    let z = z_score(0.95).unwrap_or(f64::NAN);
    [rating - z * se, rating + z * se]
}

fn rounded(value: f64) -> String {
    format!("{value:+.2}")
}

fn short(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}
