//! Bradley-Terry ratings from a list of games.

use std::num::NonZeroU32;
use std::path::PathBuf;

use equipoise_stats::{
    BradleyTerry, HomeAdvantage, League, Meeting, RatingError, Relation, StatsError, z_score,
};
use serde::{Deserialize, Deserializer, Serialize};

use crate::control::Control;
use crate::error::Error;
use crate::league::{NamedLeague, read_results};
use crate::result::{Interval, RESULT_SCHEMA};

/// Ratings from the games of people or of any program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingsRequest {
    /// CSV file with a game per row: the columns `a` and `b` name the units, `result` is that of `a`:
    /// 1 won, 0 lost, 0.5 drawn. Or `winner` and `loser` name them. A column `count` says how many games a row stands
    /// for. Columns `points_a` and `points_b`, if there, are listed points; other columns are left alone.
    pub games: PathBuf,
    /// Drawn games with an average unit that each unit has besides its own: a prior, under which all have ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior: Option<NonZeroU32>,
    /// Estimates besides what it is worth to be named first, in column `a`: to be at home, or in the first seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub home_advantage: bool,
}

/// Ratings of units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingsResult {
    /// Version of the document.
    pub schema: u32,
    /// The units, the best first.
    pub ratings: Vec<Rating>,
    /// Units without a rating, and how they stand to those that have one; games against them do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unrated: Vec<Unrated>,
    /// Always `bradley-terry`.
    pub model: String,
    /// Drawn games with an average unit that each unit was given besides its own; null without a prior.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior: Option<NonZeroU32>,
    /// What being named first adds to the log-odds of a win, with its 95 % interval, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home_advantage: Option<Interval>,
    /// Natural logarithm of the likelihood of the games under these ratings.
    pub log_likelihood: f64,
}

/// A unit without a finite rating: all games between it and those that are rated, if any, went one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unrated {
    /// Name of the unit.
    pub name: String,
    /// How it stands to the rated units.
    pub stands: Stands,
    /// Games of the unit.
    pub games: u64,
}

/// How a unit without a rating stands to those that have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stands {
    /// It, or somebody it did not lose to, won against them, and they never against it.
    Above,
    /// They won against it, or against somebody who did not lose to it, and it never against them.
    Below,
    /// No games tell.
    Apart,
}

impl From<Relation> for Stands {
    fn from(relation: Relation) -> Self {
        match relation {
            Relation::Above => Self::Above,
            Relation::Below => Self::Below,
            Relation::Apart => Self::Apart,
        }
    }
}

impl RatingsResult {
    /// Number of games that count: those between rated units.
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
    /// Games of the unit against others that are rated.
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
        let reach = reach(self.se);
        [self.rating - reach, self.rating + reach]
    }
}

/// Half of a 95 % interval.
fn reach(error: f64) -> f64 {
    z_score(0.95).unwrap_or(f64::NAN) * error
}

/// Rates the units of a list of games: all of them, or where no finite ratings exist for all, the largest group whose
/// results went both ways between any two parts of it.
///
/// # Errors
/// When the file cannot be read or has problems, no two units can be compared, or the games do not tell the advantage of being
/// named first.
pub fn ratings(request: &RatingsRequest, control: Control<'_>) -> Result<RatingsResult, Error> {
    let NamedLeague {
        names,
        league,
        listed,
        points,
    } = read_results(&request.games, control.watch)?;
    let rated = Rated::of(&league, request.prior)?;
    let Some(fit) = &rated.fit else {
        return Err(Error::Input(incomparable(&rated.groups, &names)));
    };
    let home = if request.home_advantage {
        let games = listed.ok_or_else(|| {
            let expected = "home advantage: columns winner and loser do not say who was at home; expected a, b and result";
            Error::Input(format!("{}: {expected}", request.games.display()))
        })?;
        Some(rated.at_home(&games, request.prior)?)
    } else {
        None
    };
    let (of_units, errors, log_likelihood) = match &home {
        Some(of) => (&of.ratings, &of.standard_errors, of.log_likelihood),
        None => (&fit.ratings, &fit.standard_errors, fit.log_likelihood),
    };
    let mut ratings = rated.listed(&names, of_units, errors);
    if let Some(points) = points {
        for (rating, place) in ratings.iter_mut().zip(best_first(of_units)) {
            rating.points = Some(points[rated.units[place]]);
        }
    }
    Ok(RatingsResult {
        schema: RESULT_SCHEMA,
        ratings,
        unrated: rated.unrated(&league, &names),
        model: "bradley-terry".to_owned(),
        prior: request.prior,
        home_advantage: home.as_ref().map(|of| Interval {
            estimate: of.advantage,
            low: of.advantage - reach(of.advantage_error),
            high: of.advantage + reach(of.advantage_error),
        }),
        log_likelihood,
    })
}

/// The units of a league that have finite ratings.
pub(crate) struct Rated {
    /// Their places in ascending order.
    units: Vec<usize>,
    /// Their ratings by their own games; `None` where no two units can be compared.
    fit: Option<BradleyTerry>,
    /// Games of each of them against others of them.
    games: Vec<u64>,
    /// Groups between which all games, if any, went one way.
    pub(crate) groups: Vec<Vec<usize>>,
}

impl Rated {
    /// All units, or the largest group that can be compared, of equals the first.
    pub(crate) fn of(league: &League, prior: Option<NonZeroU32>) -> Result<Self, Error> {
        let whole = match prior {
            Some(prior) => BradleyTerry::with_prior(league, prior),
            None => BradleyTerry::fit(league),
        };
        let groups = match whole {
            Ok(fit) => {
                return Ok(Self {
                    units: (0..league.players()).collect(),
                    fit: Some(fit),
                    games: league.games(),
                    groups: Vec::new(),
                });
            }
            Err(RatingError::Groups(groups)) => groups,
            Err(RatingError::Stats(error)) => return Err(error.into()),
        };
        let largest = groups.iter().rev().max_by_key(|group| group.len());
        let units = largest.filter(|group| group.len() > 1);
        let units = units.cloned().unwrap_or_default();
        let Ok(among) = league.among(&units) else {
            return Ok(Self {
                units,
                fit: None,
                games: Vec::new(),
                groups,
            });
        };
        let fit = match BradleyTerry::fit(&among) {
            Ok(fit) => Some(fit),
            Err(RatingError::Stats(error)) => return Err(error.into()),
            Err(RatingError::Groups(_)) => None,
        };
        Ok(Self {
            units,
            fit,
            games: among.games(),
            groups,
        })
    }

    /// The same with errors that allow for pairings which suit one unit better than the ratings say, where the
    /// pairings tell.
    pub(crate) fn clustered_by_pairing(self, league: &League) -> Result<Self, Error> {
        let Some(fit) = self.fit else {
            return Ok(self);
        };
        let among = league.among(&self.units)?;
        let clustered = fit.clustered_by_pairing(&among);
        Ok(Self {
            fit: Some(clustered.unwrap_or(fit)),
            ..self
        })
    }

    /// Their ratings, the best first.
    pub(crate) fn ratings(&self, names: &[String]) -> Vec<Rating> {
        let Some(fit) = &self.fit else {
            return Vec::new();
        };
        self.listed(names, &fit.ratings, &fit.standard_errors)
    }

    /// These ratings of theirs, the best first.
    fn listed(&self, names: &[String], ratings: &[f64], errors: &[f64]) -> Vec<Rating> {
        let rating = |place: usize| Rating {
            name: names[self.units[place]].clone(),
            rating: ratings[place],
            se: errors[place],
            games: self.games[place],
            points: None,
        };
        best_first(ratings).into_iter().map(rating).collect()
    }

    /// Their ratings with the advantage of the unit that is named first in each game.
    fn at_home(
        &self,
        games: &[Meeting],
        prior: Option<NonZeroU32>,
    ) -> Result<HomeAdvantage, Error> {
        let place = |unit: usize| self.units.binary_search(&unit).ok();
        let among = games.iter().filter_map(|game| {
            let (a, b) = (place(game.a)?, place(game.b)?);
            Some(Meeting { a, b, ..*game })
        });
        let among: Vec<Meeting> = among.collect();
        HomeAdvantage::fit(self.units.len(), &among, prior).map_err(|error| match error {
            RatingError::Stats(StatsError::Collinear) => Error::Input(
                "home advantage: the games do not tell it from the ratings, since those named first never change".to_owned(),
            ),
            RatingError::Stats(StatsError::Separated) => Error::Input(
                "home advantage: it decides every game that ratings could, so neither has a finite estimate".to_owned(),
            ),
            RatingError::Stats(error) => error.into(),
            RatingError::Groups(_) => Error::Input("home advantage: not all rated units can be compared".to_owned()),
        })
    }

    /// The other units, those above first.
    fn unrated(&self, league: &League, names: &[String]) -> Vec<Unrated> {
        let games = league.games();
        let relations = league.relations(&self.units).into_iter().enumerate();
        let unrated = relations.filter_map(|(unit, relation)| {
            let stands = relation?.into();
            let (name, games) = (names[unit].clone(), games[unit]);
            Some(Unrated {
                name,
                stands,
                games,
            })
        });
        let mut unrated: Vec<Unrated> = unrated.collect();
        unrated.sort_by_key(|unit| unit.stands as u8);
        unrated
    }
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
         or none were played; a prior of 1 rates them all. Groups, winners first:{}{}",
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
