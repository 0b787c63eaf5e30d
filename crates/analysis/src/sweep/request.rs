//! Which sweep is played, where it is saved, and who presents it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use equipoise_simulator::{Manifest, Shard, Tables};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::goal::Goal;
use crate::prices::{PriceMapRequest, PriceMapResult};
use crate::request::{GameRequest, Grid};

/// Which sweep is played; the document in `plan.json` of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepRequest {
    /// Game, policy, options and seed; both sides of a sweep are played by one policy.
    pub game: GameRequest,
    /// Which pairings are played.
    pub grid: Grid,
    /// When the battles of a pairing end.
    pub goal: Goal,
    /// Which part of the sweep is played; all of it unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Matchups of random armies that price the units of the grid; no prices unless given. They are
    /// played when the run is whole: after the duels, or by [`merge`](super::merge).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_matchups: Option<u64>,
}

impl SweepRequest {
    /// Matchups that price a grid beside its duels: they tell which levels of its axes are off their
    /// price, and take half as long as the duels of a standard grid.
    pub const PRICE_MATCHUPS: u64 = 8_000;

    /// A whole grid with its default number of battles per pairing, and no prices.
    #[must_use]
    pub const fn new(game: GameRequest, grid: Grid) -> Self {
        Self {
            game,
            grid,
            goal: Goal::Runs(grid.default_runs()),
            shard: None,
            price_matchups: None,
        }
    }

    /// How the units of the grid are priced, if they are: by the policy, options and seed of the duels, on
    /// the game's own table for armies.
    pub(super) fn prices(&self) -> Option<PriceMapRequest> {
        Some(PriceMapRequest {
            grid: self.grid,
            matchups: self.price_matchups?,
            ..PriceMapRequest::new(self.game.clone())
        })
    }

    /// The folder of the run unless another is named: `runs/SYSTEM-GRID-seedN`, with `-shardKofN` behind
    /// it for a part.
    #[must_use]
    pub fn default_place(&self) -> PathBuf {
        let (system, grid, seed) = (&self.game.system, self.grid.name(), self.game.seed);
        let part = self.shard.map_or_else(String::new, |shard| {
            format!("-shard{}of{}", shard.part(), shard.of())
        });
        PathBuf::from("runs").join(format!("{system}-{grid}-seed{seed}{part}"))
    }
}

/// Where a run is saved and how often it is checkpointed; nothing in here changes its results.
#[derive(Clone, Debug)]
pub struct Saving {
    /// Folder of the run: a new one, an empty one, or one with an earlier run, which is replaced.
    pub place: PathBuf,
    /// Discards the checkpoint of an unfinished run at that place instead of refusing to start.
    pub fresh: bool,
    /// Time between two checkpoints.
    pub checkpoint_every: Duration,
}

/// A front end's part in saving a run.
pub trait Presenter {
    /// What it makes of the tables of a whole run.
    type View;

    /// What is written into the folder of a whole run, as progress messages name it.
    const FILES: &'static str;

    /// The command that repeats the run, as the manifest holds it for people.
    fn command(&self, request: &SweepRequest) -> String;

    /// Makes its view of a run, and of the price map that belongs to it. While a run is being saved
    /// `folder` is where it is prepared, and files written there become part of it; for a run read back
    /// it is `None`.
    ///
    /// # Errors
    /// When a file cannot be written; the run is then not put in its place.
    fn view(
        &self,
        manifest: &Manifest,
        tables: Tables,
        prices: Option<PriceMapResult>,
        folder: Option<&Path>,
    ) -> Result<Self::View, Error>;
}

/// Adds no files and no command; the view is the tables themselves.
#[derive(Clone, Copy, Debug, Default)]
pub struct TablesOnly;

impl Presenter for TablesOnly {
    type View = Tables;

    const FILES: &'static str = "tables";

    fn command(&self, _request: &SweepRequest) -> String {
        String::new()
    }

    fn view(
        &self,
        _: &Manifest,
        tables: Tables,
        _: Option<PriceMapResult>,
        _: Option<&Path>,
    ) -> Result<Tables, Error> {
        Ok(tables)
    }
}
