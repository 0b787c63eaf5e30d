//! Reads a baseline file; problems name their line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use equipoise_engine::Problem;
use equipoise_simulator::{DatasetId, Plan};
use serde::Deserialize;
use toml::Spanned;

use super::{Baseline, RecordedPairing, RecordedPrices, SCHEMA};
use crate::baseline::prices::RecordedPrice;
use crate::error::Error;
use crate::names::quoted;
use crate::points::PointsRequest;
use crate::request::Grid;

/// The keys, before their values are checked against each other.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    #[serde(rename = "schema")]
    _schema: u32,
    kind: Spanned<String>,
    version: String,
    system: String,
    policy: String,
    grid: String,
    seed: u64,
    margin: Spanned<f64>,
    alpha: Spanned<f64>,
    half_width: Spanned<f64>,
    digest: String,
    dataset: DatasetId,
    #[serde(default)]
    options: BTreeMap<String, String>,
    pairings: Spanned<Vec<Spanned<Row>>>,
    #[serde(default)]
    prices: Option<Prices>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prices {
    grid: Grid,
    scenario: String,
    budget: Spanned<u64>,
    matchups: Spanned<u64>,
    battles_per_matchup: Spanned<u64>,
    margin: Spanned<f64>,
    digest: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    units: Spanned<Vec<Spanned<Price>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Price {
    name: String,
    listed: u32,
    implied: f64,
    error: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    a: String,
    b: String,
    battles: u64,
    wins: u64,
    draws: u64,
}

/// What the files of all schemas have in common.
#[derive(Deserialize)]
struct Head {
    schema: Spanned<u32>,
}

impl Baseline {
    /// Reads the file.
    ///
    /// # Errors
    /// When it cannot be read or is no baseline.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path)
            .map_err(|error| Error::reading("the baseline ", path, &error))?;
        let file = path.display().to_string();
        Self::parse(&file, &text).map_err(Error::input)
    }

    /// Reads the text of a file.
    pub(super) fn parse(file: &str, text: &str) -> Result<Self, Problem> {
        let text = Text { file, text };
        let Head { schema } = text.keys()?;
        if *schema.get_ref() != SCHEMA {
            let got = schema.get_ref();
            let message = format!("expected a baseline with schema {SCHEMA}, got schema {got}");
            return Err(text.problem(schema.span(), message));
        }
        let keys: Keys = text.keys()?;
        if keys.kind.get_ref() != "baseline" {
            let message = format!(
                "expected kind \"baseline\", got \"{}\"",
                keys.kind.get_ref()
            );
            return Err(text.problem(keys.kind.span(), message));
        }
        let margin = text.below(&keys.margin, "margin", 0.5)?;
        let alpha = text.below(&keys.alpha, "alpha", 1.0)?;
        let half_width = text.below(&keys.half_width, "half_width", 0.5)?;
        let pairings = text.pairings(keys.pairings)?;
        let prices = keys.prices.map(|prices| text.prices(prices, &keys.options));
        Ok(Self {
            version: keys.version,
            system: keys.system,
            policy: keys.policy,
            options: keys.options,
            seed: keys.seed,
            dataset: keys.dataset,
            grid: keys.grid,
            margin,
            alpha,
            half_width,
            digest: keys.digest,
            pairings,
            prices: prices.transpose()?,
        })
    }
}

/// A file's text, to find places in it.
#[derive(Clone, Copy)]
struct Text<'a> {
    file: &'a str,
    text: &'a str,
}

impl Text<'_> {
    fn keys<T: for<'de> Deserialize<'de>>(self) -> Result<T, Problem> {
        toml::from_str(self.text).map_err(|error| {
            let message = error.message().replace('\n', " ");
            self.problem(error.span().unwrap_or_default(), message)
        })
    }

    fn problem(self, place: Range<usize>, message: String) -> Problem {
        let before = self.text.get(..place.start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Problem {
            file: self.file.to_owned(),
            line: 1 + before.matches('\n').count(),
            column: 1 + before[line_start..].chars().count(),
            message,
        }
    }

    /// A number above zero and below a limit.
    fn below(self, value: &Spanned<f64>, key: &str, limit: f64) -> Result<f64, Problem> {
        let number = *value.get_ref();
        if number > 0.0 && number < limit {
            return Ok(number);
        }
        let message = format!("{key}: expected a number above 0 and below {limit}, got {number}");
        Err(self.problem(value.span(), message))
    }

    fn pairings(self, rows: Spanned<Vec<Spanned<Row>>>) -> Result<Vec<RecordedPairing>, Problem> {
        let place = rows.span();
        let mut seen = BTreeSet::new();
        let mut pairings = Vec::new();
        for row in rows.into_inner() {
            let place = row.span();
            let row = row.into_inner();
            let line = self.check(&row, place.clone())?;
            let names = [
                row.a.clone().min(row.b.clone()),
                row.a.clone().max(row.b.clone()),
            ];
            if !seen.insert(names) {
                let [a, b] = [&row.a, &row.b].map(|name| quoted(&[name]));
                let message = format!("{a} against {b} occurs twice");
                return Err(self.problem(place, message));
            }
            pairings.push(RecordedPairing {
                a: row.a,
                b: row.b,
                battles: row.battles,
                wins: row.wins,
                draws: row.draws,
                line,
            });
        }
        if pairings.is_empty() {
            let message = "expected at least one pairing, got none".to_owned();
            return Err(self.problem(place, message));
        }
        Ok(pairings)
    }

    /// A price map; options that it does not name are those of the pairings.
    fn prices(
        self,
        prices: Prices,
        options: &BTreeMap<String, String>,
    ) -> Result<RecordedPrices, Problem> {
        self.within(&prices.budget, "budget", &PointsRequest::BUDGET_RANGE)?;
        let budget = u32::try_from(prices.budget.into_inner()).unwrap_or(u32::MAX);
        self.within(&prices.matchups, "matchups", &PointsRequest::MATCHUPS_RANGE)?;
        let runs = &prices.battles_per_matchup;
        self.within(runs, "battles_per_matchup", &PointsRequest::RUNS_RANGE)?;
        let mut named = BTreeSet::new();
        let mut units = Vec::new();
        let place = prices.units.span();
        for unit in prices.units.into_inner() {
            let place = unit.span();
            let unit = unit.into_inner();
            let possible = unit.listed > 0 && unit.implied.is_finite();
            let message = if !(possible && unit.error > 0.0 && unit.error.is_finite()) {
                "expected listed points and an error above 0, and implied points".to_owned()
            } else if !named.insert(unit.name.clone()) {
                format!("{} occurs twice", quoted(&[&unit.name]))
            } else {
                units.push(RecordedPrice {
                    name: unit.name,
                    listed: unit.listed,
                    implied: unit.implied,
                    error: unit.error,
                    line: self.problem(place, String::new()).line,
                });
                continue;
            };
            return Err(self.problem(place, message));
        }
        if units.is_empty() {
            return Err(self.problem(place, "expected at least one unit, got none".to_owned()));
        }
        let options = options.clone().into_iter().chain(prices.options);
        Ok(RecordedPrices {
            grid: prices.grid,
            scenario: prices.scenario,
            options: options.collect(),
            budget,
            matchups: prices.matchups.into_inner(),
            battles_per_matchup: prices.battles_per_matchup.into_inner(),
            margin: self.below(&prices.margin, "margin", 0.5)?,
            digest: prices.digest,
            units,
        })
    }

    /// A whole number in a range.
    fn within(
        self,
        value: &Spanned<u64>,
        key: &str,
        range: &RangeInclusive<u64>,
    ) -> Result<(), Problem> {
        let number = *value.get_ref();
        if range.contains(&number) {
            return Ok(());
        }
        let (least, most) = (range.start(), range.end());
        let message = format!("{key}: expected {least} to {most}, got {number}");
        Err(self.problem(value.span(), message))
    }

    /// The line of a row with possible counts.
    fn check(self, row: &Row, place: Range<usize>) -> Result<usize, Problem> {
        let Row {
            battles,
            wins,
            draws,
            ..
        } = *row;
        let message = if battles == 0 || battles > Plan::MAX_RUNS {
            format!("battles: expected 1 to {}, got {battles}", Plan::MAX_RUNS)
        } else if wins
            .checked_add(draws)
            .is_none_or(|decided| decided > battles)
        {
            format!("{wins} wins and {draws} draws are impossible in {battles} battles")
        } else {
            return Ok(self.problem(place, String::new()).line);
        };
        Err(self.problem(place, message))
    }
}
