//! Bradley-Terry ratings from a list of games.

use std::path::PathBuf;

use equipoise_stats::{BradleyTerry, League, RatingError, z_score};
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::Error;
use crate::league::{NamedLeague, read_results};
use crate::result::RESULT_SCHEMA;

/// Ratings from the games of people or of any program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingsRequest {
    /// CSV file with a game per row: the columns `a` and `b` name the units, `result` is that of `a`:
    /// 1 won, 0 lost, 0.5 drawn. Columns `points_a` and `points_b`, if there, are listed points;
    /// other columns are left alone.
    pub games: PathBuf,
}

/// Ratings of units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingsResult {
    /// Version of the document.
    pub schema: u32,
    /// The units, the best first.
    pub ratings: Vec<Rating>,
    /// Always `bradley-terry`.
    pub model: String,
    /// Natural logarithm of the likelihood of the games under these ratings.
    pub log_likelihood: f64,
}

impl RatingsResult {
    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        let of_both: u64 = self.ratings.iter().map(|rating| rating.games).sum();
        of_both / 2
    }
}

/// The rating of one unit, in units of the natural logarithm of the odds, with mean zero: a unit ahead
/// by 1 wins 73 % of its games, by 2, 88 %.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Name of the unit.
    pub name: String,
    /// The rating.
    pub rating: f64,
    /// Its standard error.
    pub se: f64,
    /// Games of the unit.
    pub games: u64,
    /// Mean listed points over its games; null where none are listed, absent where the file has no
    /// points.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub points: Option<Option<f64>>,
}

/// A field that is present, whatever its value.
pub(crate) fn present<'de, T, D>(from: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Deserialize::deserialize(from).map(Some)
}

impl Rating {
    /// Both ends of the 95 % interval.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        let reach = z_score(0.95).unwrap_or(f64::NAN) * self.se;
        [self.rating - reach, self.rating + reach]
    }

    /// The ratings of a league whose units have these names, the best first.
    pub(crate) fn all(fit: &BradleyTerry, league: &League, names: &[String]) -> Vec<Self> {
        let games = league.games();
        let rating = |unit: usize| Self {
            name: names[unit].clone(),
            rating: fit.ratings[unit],
            se: fit.standard_errors[unit],
            games: games[unit],
            points: None,
        };
        best_first(&fit.ratings).into_iter().map(rating).collect()
    }
}

/// Rates the units of a list of games.
///
/// # Errors
/// When the file cannot be read or has problems, or no finite ratings exist: when some group of units
/// won all its games against the others, or had none.
pub fn ratings(request: &RatingsRequest) -> Result<RatingsResult, Error> {
    let NamedLeague {
        names,
        league,
        points,
    } = read_results(&request.games)?;
    let fit = BradleyTerry::fit(&league).map_err(|error| match error {
        RatingError::Groups(groups) => Error::Input(incomparable(&groups, &names)),
        RatingError::Stats(error) => error.into(),
    })?;
    let mut ratings = Rating::all(&fit, &league, &names);
    if let Some(points) = points {
        for (rating, unit) in ratings.iter_mut().zip(best_first(&fit.ratings)) {
            rating.points = Some(points[unit]);
        }
    }
    Ok(RatingsResult {
        schema: RESULT_SCHEMA,
        ratings,
        model: "bradley-terry".to_owned(),
        log_likelihood: fit.log_likelihood,
    })
}

/// Why there are no ratings, with the groups by name.
fn incomparable(groups: &[Vec<usize>], names: &[String]) -> String {
    const MOST: usize = 20;
    let more = |more: usize, before: &str| match more {
        0 => String::new(),
        more => format!("{before}and {more} more"),
    };
    let group = |group: &Vec<usize>| {
        let shown = group.iter().take(MOST);
        let shown: Vec<&str> = shown.map(|&unit| names[unit].as_str()).collect();
        let rest = more(group.len().saturating_sub(MOST), " ");
        format!("\n  {}{rest}", shown.join(", "))
    };
    format!(
        "no finite ratings: the units fall into {} groups, and between any two groups one won all games \
         or none were played. Groups, winners first:{}{}",
        groups.len(),
        groups.iter().take(MOST).map(group).collect::<String>(),
        more(groups.len().saturating_sub(MOST), "\n  "),
    )
}

/// Places in falling order of the values.
fn best_first(values: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
    places
}

#[cfg(test)]
mod tests {
    use super::Rating;

    #[test]
    fn points_are_absent_unknown_or_known() {
        for points in [None, Some(None), Some(Some(103.5))] {
            let rating = Rating {
                name: "x".into(),
                rating: 0.5,
                se: 0.25,
                games: 3,
                points,
            };
            let document = serde_json::to_value(&rating).unwrap();
            assert_eq!(document.get("points").is_some(), points.is_some());
            assert_eq!(serde_json::from_value::<Rating>(document).unwrap(), rating);
        }
    }
}
