//! The price map of a baseline: what the units of a grid are worth, to be held to.

use std::collections::BTreeMap;

use equipoise_engine::front_end::FrontEnd;
use equipoise_stats::z_score;
use serde::Serialize;

use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::prices::{self, PriceMapRequest, PriceMapResult};
use crate::request::{GameRequest, Grid};

/// A recorded price map. Game, dataset, policy and seed are those of its [`Baseline`](super::Baseline).
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedPrices {
    /// Whose prices: of the profiles and the named units, or of the profiles alone.
    pub grid: Grid,
    /// Scenario whose table the armies met on.
    pub scenario: String,
    /// Rules options with the values in force on that table.
    pub options: BTreeMap<String, String>,
    /// Points of an army.
    pub budget: u32,
    /// Matchups of random armies.
    pub matchups: u64,
    /// Battles of each matchup.
    pub battles_per_matchup: u64,
    /// How far an implied price may move, as a share of it.
    pub margin: f64,
    /// Digest of plan and tallies.
    pub digest: String,
    /// The profiles, then the named units.
    pub units: Vec<RecordedPrice>,
}

/// What one unit of a recorded price map costs and is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordedPrice {
    /// Name of the unit.
    pub name: String,
    /// Listed points.
    pub listed: u32,
    /// Implied points, to a thousandth.
    pub implied: f64,
    /// Standard error of the implied points, to a thousandth.
    pub error: f64,
    /// Line of the file, from 1; 0 before there is a file.
    #[serde(skip)]
    pub line: usize,
}

impl RecordedPrices {
    /// How far an implied price may move unless a request says otherwise, as a share of it.
    pub const MARGIN: f64 = 0.1;

    /// Battles played.
    #[must_use]
    pub const fn battles(&self) -> u64 {
        self.matchups * self.battles_per_matchup
    }

    /// Of a map that was played on the table of this scenario.
    pub(crate) fn new(
        map: &PriceMapResult,
        scenario: &str,
        grid: Grid,
        margin: f64,
    ) -> Result<Self, Error> {
        let z = z_score(map.confidence)?;
        let units = map.profiles.iter().chain(&map.named);
        let units = units.map(|unit| RecordedPrice {
            name: unit.name.clone(),
            listed: unit.listed,
            implied: thousandth(unit.implied.estimate),
            error: thousandth((unit.implied.high - unit.implied.low) / 2.0 / z).max(1e-3),
            line: 0,
        });
        Ok(Self {
            grid,
            scenario: scenario.to_owned(),
            options: map.played_in.options.clone(),
            budget: map.budget,
            matchups: map.matchups,
            battles_per_matchup: map.battles_per_matchup,
            margin,
            digest: map.digest.clone(),
            units: units.collect(),
        })
    }
}

/// To a thousandth of a point, so that a file shows what is compared.
fn thousandth(points: f64) -> f64 {
    (points * 1e3).round() / 1e3
}

/// A price map to be recorded.
pub(super) struct Recording<S: FrontEnd> {
    game: Game<S>,
    request: PriceMapRequest,
    margin: f64,
}

impl<S: FrontEnd> Recording<S> {
    /// A map of so many matchups; whatever is wrong with it is known before any battle.
    pub(super) fn new(game: &GameRequest, matchups: u64, margin: f64) -> Result<Self, Error> {
        check_margin(margin)?;
        let map = PriceMapRequest {
            matchups,
            ..PriceMapRequest::new(game.clone())
        };
        // Its own copy: the table for armies has options of its own.
        let game = Game::<S>::new(&map.game)?;
        prices::check(&game, &map)?;
        Ok(Self {
            game,
            request: map,
            margin,
        })
    }

    pub(super) fn play(self, control: Control<'_>) -> Result<RecordedPrices, Error> {
        control
            .watch
            .status("pricing the units by battles of armies");
        let map = prices::price(self.game, &self.request, None, control)?;
        let scenario = S::ARMIES.scenario;
        RecordedPrices::new(&map, scenario, self.request.grid, self.margin)
    }
}

/// Refuses a margin of prices that is no share, or so wide that it says nothing.
pub(crate) fn check_margin(margin: f64) -> Result<(), Error> {
    if margin > 0.0 && margin < 0.5 {
        return Ok(());
    }
    Err(Error::Input(format!(
        "margin of prices: expected a share above 0 and below 0.5, got {margin}"
    )))
}
