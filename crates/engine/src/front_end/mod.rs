//! The system front end: what an analysis needs of a game beyond playing it.
//!
//! A game implements [`FrontEnd`] once, beside its rules. Analyses are generic over it and know no
//! game by name; the words that people read are the game's own.

mod audit;
pub(crate) mod dataset;
mod odds;
mod rounding;
mod trial;
mod words;

use std::error::Error;

use serde::Serialize;

use crate::exact::{Exact, ExactError};
use crate::options::OptionInfo;
use crate::player::PlayWith;
use crate::system::{Decide, GameSystem, Narrate, Observe};

pub use audit::{Count, Step, Tool};
pub use dataset::{
    Armies, ArmyRules, Axis, AxisKind, AxisValue, Dataset, Listing, Modes, PriceLists, Profile,
    ProfilePrice, Read, ReadArmies, Row, Scenario, Unit, Upgrades,
};
pub use odds::{
    Argument, ArgumentKind, ArgumentValue, Charted, ExactOdds, Given, Odds, OddsSection, OddsTable,
    Success, distribution, rounded,
};
pub use rounding::Rounding;
pub use trial::{Draw, Trial, outcomes};
pub use words::{Help, Kind, Preset, Quantities, Quantity, ScoreWords};

/// A game as analyses see it.
pub trait FrontEnd:
    GameSystem<Bout: Send, Event: Serialize> + Narrate + Observe + Decide + Sized + 'static
{
    /// Units, weapons and scenarios.
    type Dataset: Dataset<Unit = Self::Unit, Scenario = Self::Scenario>;
    /// A contestant of a duel.
    type Unit: Unit;
    /// Two forces and the table they meet on.
    type Scenario: Scenario<Unit = Self::Unit>;
    /// Ways of playing.
    type Policy: Policy;
    /// Rules options with the values in force.
    type Options: RulesOptions;
    /// Why a matchup cannot be played.
    type CompileError: Error + Send;

    /// One line for lists of games.
    const SUMMARY: &'static str;
    /// Rules options that belong together.
    const PRESETS: &'static [Preset];
    /// What the score of a side counts.
    const SCORE: ScoreWords;
    /// What is observed of a battle beside its outcome.
    const QUANTITIES: Quantities;
    /// Armies that units are audited in.
    const ARMIES: ArmyRules;
    /// The game's own part of the help.
    const HELP: Help;
    /// Computes duels exactly, if the game can.
    const EXACT: Option<ExactDuel<Self>>;
    /// A duel small enough to be computed in a moment, if the game computes duels.
    const SMALL_DUEL: Option<SmallDuel<Self>>;
    /// Works out the odds of one attack, if the game has such odds.
    const ODDS: Option<Odds<Self::Options>>;
    /// Attacks with their exact odds, if the game has such odds.
    const ATTACKS: Option<Attacks<Self>>;
    /// Plays battles in which players outside of the program decide, if the game puts its decisions to them.
    const PLAYERS: Option<PlayWith<Self>>;
    /// Draws battles, if the game can.
    const PICTURE: Option<Picture<Self>>;
    /// Stats and tools, for audits of play.
    const AUDIT: Audit<Self>;

    /// Compiles a duel; units and policies are in seat order.
    ///
    /// # Errors
    /// When the units cannot meet under these options.
    fn duel(
        units: [&Self::Unit; 2],
        policies: [Self::Policy; 2],
        options: &Self::Options,
    ) -> Result<Self::Bout, Self::CompileError>;

    /// Compiles a scenario; its first force and the first policy take seat A.
    ///
    /// # Errors
    /// When the forces cannot meet under these options.
    fn battle(
        scenario: &Self::Scenario,
        policies: [Self::Policy; 2],
        options: &Self::Options,
    ) -> Result<Self::Bout, Self::CompileError>;

    /// Printed values of these units, and of this scenario, of which the options lose more than a tenth;
    /// without options, those that any options would.
    fn roundings(
        units: &[&Self::Unit],
        scenario: Option<&Self::Scenario>,
        options: Option<&Self::Options>,
    ) -> Vec<Rounding>;

    /// Names of the models of a bout, seat A's first, as events number them.
    fn models(bout: &Self::Bout) -> Vec<&str>;
}

/// Computes a duel: its bout, the most states, and a callback that hears the number of states done
/// and returns false to end the computation.
pub type ExactDuel<S> =
    fn(&<S as GameSystem>::Bout, u64, &mut dyn FnMut(u64) -> bool) -> Result<Exact, ExactError>;

/// Two units of the dataset, made small enough for every outcome of their duel, and the policy that plays
/// both.
pub struct SmallDuel<S: FrontEnd> {
    /// Names of the units.
    pub units: [&'static str; 2],
    /// Makes a unit small.
    pub shrink: fn(&S::Unit) -> S::Unit,
    /// Policy of both sides.
    pub policy: S::Policy,
}

/// Every kind of attack of a dataset; the error is a message for people.
pub type Attacks<S> = fn(&<S as FrontEnd>::Dataset) -> Result<Vec<Trial>, String>;

/// Draws the events of one battle of a scenario as an SVG document; the first force has seat A.
pub type Picture<S> =
    fn(&<S as FrontEnd>::Scenario, &<S as GameSystem>::Bout, &[<S as GameSystem>::Event]) -> String;

/// What an audit of play needs of a game.
pub struct Audit<S: FrontEnd> {
    /// Each stat of a unit and of its weapons, made better by one step.
    pub steps: fn(&S::Unit) -> Vec<Step>,
    /// What sides can use, in the order of the decision points.
    pub tools: &'static [Tool],
    /// Names the tools whose use an event reports.
    pub used: Used<S>,
}

/// Names the tools, out of [`Audit::tools`], whose use an event of a bout reports. The text is the
/// decision point that was reported last, empty before the first.
pub type Used<S> = fn(&<S as GameSystem>::Bout, &str, &<S as GameSystem>::Event, &mut Count<'_>);

/// A way of playing.
pub trait Policy: Copy + PartialEq + Send + Sync + 'static {
    /// All of them: first the default, then the one whose answers are set beside it.
    const ALL: &'static [Self];

    /// Name in requests and results.
    fn name(self) -> &'static str;

    /// One line for lists.
    fn summary(self) -> &'static str;

    /// Whether it plays battles out to decide, which takes a hundred times as long and more.
    fn plays_out(self) -> bool;
}

/// Rules options with the values in force.
pub trait RulesOptions: Default + Sync {
    /// All there are.
    fn list() -> Vec<OptionInfo>;

    /// Sets one.
    ///
    /// # Errors
    /// A message with the legal names or values.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String>;

    /// Each with its value.
    fn values(&self) -> Vec<(&'static str, String)>;
}
