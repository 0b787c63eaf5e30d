//! The result tables of a game, column by column.

use equipoise_engine::front_end::{Dataset as _, FrontEnd};
use equipoise_simulator::schema::{SCHEMA, columns};
use serde::Serialize;

use crate::error::Error;
use crate::game::score_words;
use crate::games::with_game;

pub use equipoise_simulator::schema::ColumnInfo;

/// Describes the result tables of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SchemaResult {
    /// Version of the tables.
    pub schema: u32,
    /// The tables.
    pub tables: Tables,
}

/// The tables of a saved run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tables {
    /// `results.parquet`.
    pub results: TableInfo,
    /// `margins.parquet`.
    pub margins: TableInfo,
    /// `units.parquet`.
    pub units: TableInfo,
    /// `tallies.parquet`.
    pub tallies: TableInfo,
}

impl Tables {
    /// Each with its name, in order.
    #[must_use]
    pub const fn named(&self) -> [(&'static str, &TableInfo); 4] {
        [
            ("results", &self.results),
            ("margins", &self.margins),
            ("units", &self.units),
            ("tallies", &self.tallies),
        ]
    }
}

/// One table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableInfo {
    /// What a row is.
    pub rows: String,
    /// Its columns.
    pub columns: Vec<ColumnInfo>,
}

/// Describes the result tables of a game.
///
/// # Errors
/// When there is no such game.
pub fn schema(system: &str) -> Result<SchemaResult, Error> {
    with_game!(system, S => Ok(describe::<S>()))
}

fn describe<S: FrontEnd>() -> SchemaResult {
    let all = columns(&S::Dataset::axes(), &score_words::<S>());
    let table = |name: &str, rows: &str| TableInfo {
        rows: rows.to_owned(),
        columns: all
            .iter()
            .filter(|column| column.table == name)
            .cloned()
            .collect(),
    };
    let margins = format!(
        "one row per pairing and non-empty bin of the {}",
        S::SCORE.difference
    );
    let units = "one row per unit, over its pairings with the panel, except against itself";
    let tallies =
        "one row per pairing, exact: the input of the digest and of extending and merging runs";
    SchemaResult {
        schema: SCHEMA,
        tables: Tables {
            results: table("results", "one row per pairing"),
            margins: table("margins", &margins),
            units: table("units", units),
            tallies: table("tallies", tallies),
        },
    }
}
