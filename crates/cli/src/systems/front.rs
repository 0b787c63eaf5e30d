//! What the command line asks of a game system beyond playing it.

use std::error::Error;

use equipoise_engine::{
    Exact, ExactError, GameSystem, Narrate, Observe, OptionInfo, Problem, Side, SourceFile,
};
use equipoise_simulator::{Axis, AxisValue, VpWords};
use equipoise_stats::Moments;
use serde::Serialize;
use serde_json::Value;

use crate::args::Output;
use crate::failure::Failure;
use crate::sampled::Sampled;
use crate::table::Table;

/// A game system as the command line serves it.
pub(crate) trait Front:
    GameSystem<Bout: Send, Event: Serialize> + Narrate + Observe + Sized + 'static
{
    /// Units, weapons and scenarios.
    type Dataset: Dataset<Unit = Self::Unit, Scenario = Self::Scenario>;
    /// What a contestant of a duel is.
    type Unit: Unit;
    /// Two forces and the table they meet on.
    type Scenario: Scenario<Unit = Self::Unit>;
    /// Ways of playing.
    type Policy: Policy;
    /// Rules options with the values in force.
    type Options: RulesOptions;
    /// Arguments of `odds`, and the answer.
    type Odds: Odds;
    /// Why a matchup cannot be played.
    type CompileError: Error + Send;

    /// One line for `list systems`.
    const SUMMARY: &'static str;
    /// What the score of a side counts.
    const VP: Vp;
    /// What is observed of a battle beside its outcome.
    const QUANTITIES: Quantities;
    /// Armies that units are audited in.
    const ARMIES: ArmyRules;
    /// What `--help` says in the system's own words.
    const HELP: Help;
    /// Duels computed instead of sampled, where the system can.
    const EXACT: Option<ExactDuel<Self>>;
    /// A duel small enough to be computed in a moment, where the system computes duels.
    const SMALL_DUEL: Option<SmallDuel<Self>>;
    /// Attacks sampled by the rules beside their exact odds, where the system has such odds.
    const ATTACKS: Option<Attacks<Self>>;
    /// Pictures of battles, where the system draws them.
    const PICTURE: Option<Picture<Self>>;

    /// Compiles a duel, seat A first.
    fn duel(
        units: [&Self::Unit; 2],
        policy: Self::Policy,
        options: &Self::Options,
    ) -> Result<Self::Bout, Self::CompileError>;

    /// Compiles a scenario, the first force in seat A.
    fn battle(
        scenario: &Self::Scenario,
        policy: Self::Policy,
        options: &Self::Options,
    ) -> Result<Self::Bout, Self::CompileError>;

    /// Names of the models of a bout, seat A's first, as events number them.
    fn models(bout: &Self::Bout) -> Vec<&str>;
}

/// Computes a bout that is a duel: bout, most states, who is told of states done and may end it.
pub(crate) type ExactDuel<S> =
    fn(&<S as GameSystem>::Bout, u64, &mut dyn FnMut(u64) -> bool) -> Result<Exact, ExactError>;

/// Two units of the dataset, and the policy that plays both.
pub(crate) struct SmallDuel<S: Front> {
    pub(crate) units: [&'static str; 2],
    pub(crate) policy: S::Policy,
}

/// Every kind of attack of a dataset, with its exact distribution.
pub(crate) type Attacks<S> = fn(&<S as Front>::Dataset) -> Result<Vec<Sampled>, Failure>;

/// Draws the events of one battle of a scenario as an SVG document; the first force has seat A.
pub(crate) type Picture<S> = fn(&<S as Front>::Scenario, &[<S as GameSystem>::Event]) -> String;

/// What has been read, or every problem of its files.
pub(crate) type Read<T> = Result<T, Vec<Problem>>;

/// A dataset, read and checked.
pub(crate) trait Dataset: Sized + Sync {
    /// What a contestant of a duel is.
    type Unit;
    /// Two forces and the table they meet on.
    type Scenario;

    /// The files of a dataset.
    const FILES: &'static [&'static str];
    /// Army files, where the system has them.
    const ARMIES: Option<Armies<Self>>;

    /// The dataset that ships with the program.
    fn embedded() -> Self;

    /// Reads the files of a dataset.
    ///
    /// # Errors
    /// Every problem of every file.
    fn parse(files: &[SourceFile]) -> Read<Self>;

    /// The files it was read from, as they are hashed.
    fn sources(&self) -> &[SourceFile];

    /// Units by name.
    fn units(&self) -> &[Self::Unit];

    /// Finds a unit or a generated profile by name.
    ///
    /// # Errors
    /// A message with the names that resemble the one asked for.
    fn find(&self, name: &str) -> Result<&Self::Unit, String>;

    /// What a sweep spans: the coordinates of the generated profiles.
    fn axes() -> Vec<Axis>;

    /// The generated profiles.
    fn profiles(&self) -> Vec<Profile<'_, Self::Unit>>;

    /// Weapons, as they are listed.
    fn weapons(&self) -> Table;

    /// The scenarios that ship with the program.
    fn shipped_scenarios() -> Vec<SourceFile>;

    /// Reads a scenario.
    ///
    /// # Errors
    /// Every problem of the file.
    fn scenario(&self, file: &SourceFile) -> Read<Self::Scenario>;
}

/// A generated profile.
pub(crate) struct Profile<'a, U> {
    pub(crate) unit: &'a U,
    /// A value for each of [`Dataset::axes`].
    pub(crate) coordinates: Vec<AxisValue>,
    /// Everyone meets it on the standard grid.
    pub(crate) reference: bool,
}

/// How a dataset reads army files.
pub(crate) struct Armies<D: Dataset> {
    /// Reads one and tells its problems.
    pub(crate) problems: fn(&D, &SourceFile) -> Vec<Problem>,
    /// Reads a scenario and puts two armies into it.
    pub(crate) scenario: fn(&D, &SourceFile, [&SourceFile; 2]) -> Read<<D as Dataset>::Scenario>,
}

/// Something that `list` shows as a row.
pub(crate) trait Row {
    /// Names of the columns.
    const COLUMNS: &'static [&'static str];

    /// A value for each column.
    fn row(&self) -> Vec<Value>;
}

/// A contestant of a duel, a model of a battle.
pub(crate) trait Unit: Row + PartialEq + Sync {
    /// Unique name.
    fn name(&self) -> &str;
    /// Listed points.
    fn points(&self) -> u32;
    /// What destroying it adds to the score.
    fn score(&self) -> u32;
}

/// Two forces and the table they meet on.
pub(crate) trait Scenario: Row + Serialize + Clone + Sync {
    /// What the forces are made of.
    type Unit;

    /// Name on the command line.
    fn name(&self) -> &str;

    /// Name of the force listed first or second.
    fn force_name(&self, side: Side) -> &str;

    /// Models of the force listed first or second.
    fn models(&self, side: Side) -> Vec<&Self::Unit>;

    /// The same table with armies of these units, the first in seat A, placed by the policies.
    #[must_use]
    fn mustered(&self, armies: [Vec<&Self::Unit>; 2]) -> Self;

    /// Rules options it sets, by name.
    fn options(&self) -> impl Iterator<Item = (&str, &str)>;

    /// The same battle with the seats swapped; each force keeps its ground.
    #[must_use]
    fn swapped(&self) -> Self;
}

/// The armies of a points audit, unless asked for otherwise.
#[derive(Clone, Copy)]
pub(crate) struct ArmyRules {
    /// Scenario whose table they meet on.
    pub(crate) scenario: &'static str,
    /// Points of an army.
    pub(crate) budget: u32,
    /// Most units of an army.
    pub(crate) most_models: u32,
}

/// A way of playing.
pub(crate) trait Policy: Copy + Send + Sync + 'static {
    /// All of them, the default first.
    const ALL: &'static [Self];

    /// Name on the command line.
    fn name(self) -> &'static str;

    /// One line for lists.
    fn summary(self) -> &'static str;
}

/// Rules options with the values in force.
pub(crate) trait RulesOptions: Default + Sync {
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

/// Exact odds: the arguments, which are each system's own.
pub(crate) trait Odds: clap::Args {
    /// Works them out and prints them.
    ///
    /// # Errors
    /// When the arguments do not fit together or the result cannot be printed.
    fn run(&self, output: &Output) -> Result<(), Failure>;
}

/// What is observed of a battle, in the order of [`Observe`]: of a side by round, then of each of
/// its models.
#[derive(Clone, Copy)]
pub(crate) struct Quantities {
    /// Whole numbers at the end of each round.
    pub(crate) by_round: &'static [&'static str],
    /// Rounds they are told by, at least 1.
    pub(crate) rounds: usize,
    /// Of each model.
    pub(crate) of_model: &'static [Quantity],
}

impl Quantities {
    /// How many belong to a side and to none of its models.
    pub(crate) const fn of_side(self) -> usize {
        self.by_round.len() * self.rounds
    }
}

/// One quantity of a model.
#[derive(Clone, Copy)]
pub(crate) struct Quantity {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// What becomes of a quantity over many battles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 0 or 1: the share of battles with 1.
    Share,
    /// Any number: its mean, shown to people with so many decimals.
    Mean { decimals: usize },
}

/// What the numbers named `vp` count, in words.
#[derive(Clone, Copy)]
pub(crate) struct Vp {
    /// In the plural: `victory points`.
    pub(crate) unit: &'static str,
    /// What one side has more of than the other: `victory-point difference`.
    pub(crate) difference: &'static str,
    /// Decimals of means that people see.
    pub(crate) decimals: usize,
}

impl Vp {
    /// A mean with its standard deviation, for people.
    pub(crate) fn spread(self, Moments { mean, sd, .. }: Moments) -> String {
        let (decimals, sd) = (self.decimals, sd.unwrap_or_default());
        format!("{mean:.decimals$} (sd {sd:.decimals$})")
    }

    /// As plans and manifests hold them.
    pub(crate) fn words(self) -> VpWords {
        VpWords {
            unit: self.unit.to_owned(),
            difference: self.difference.to_owned(),
        }
    }
}

/// What `--help` says in the system's own words.
pub(crate) struct Help {
    /// How units are named.
    pub(crate) units: &'static str,
    /// An example of `--option`.
    pub(crate) option: &'static str,
    /// Examples of `duel`.
    pub(crate) duel: &'static str,
    /// An example of `replay`.
    pub(crate) replay: &'static str,
    /// Examples of `battle`.
    pub(crate) battle: &'static str,
    /// What the grids of `sweep` span.
    pub(crate) grids: &'static str,
    /// Examples of `sweep`.
    pub(crate) sweep: &'static str,
    /// Examples of `points`.
    pub(crate) points: &'static str,
    /// Examples of `variant`.
    pub(crate) variant: &'static str,
    /// Examples of `whatif`.
    pub(crate) whatif: &'static str,
    /// An example of `validate`.
    pub(crate) validate: &'static str,
}
