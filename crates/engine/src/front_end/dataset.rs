//! Datasets: units, weapons, scenarios and armies.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::source::{Problem, SourceFile};
use crate::system::Side;

/// What has been read, or every problem of its files.
pub type Read<T> = Result<T, Vec<Problem>>;

/// The upgrades of a game.
#[derive(Clone, Copy, Debug)]
pub struct Upgrades {
    /// Their names, in order.
    pub names: fn() -> Vec<&'static str>,
    /// What they are, as they are listed.
    pub list: fn() -> Listing,
    /// The preset of rules options under which the rules print them, if it is not the defaults.
    pub preset: Option<&'static str>,
    /// Scenarios, one for each way of scoring under which their worth is asked, the first above all.
    pub scenarios: &'static [&'static str],
}

/// How a game's files hold a price list: listed points for each generated profile.
#[derive(Clone, Copy, Debug)]
pub struct PriceLists {
    /// File of a dataset whose end a price list belongs at.
    pub file: &'static str,
    /// A price list as that file holds it; it has each generated profile once.
    pub text: fn(&[ProfilePrice]) -> String,
}

/// What a generated profile costs in a price list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfilePrice {
    /// A value for each of [`Dataset::axes`].
    pub coordinates: Vec<AxisValue>,
    /// Listed points.
    pub points: u32,
}

/// A dataset, read and checked.
pub trait Dataset: Sized + Sync {
    /// A contestant of a duel.
    type Unit;
    /// Two forces and the table they meet on.
    type Scenario;

    /// Names of the files of a dataset.
    const FILES: &'static [&'static str];
    /// Army files, if the game has them.
    const ARMIES: Option<Armies<Self>>;
    /// Upgrades that a unit's field `upgrades` may list by name, if the game has them.
    const UPGRADES: Option<Upgrades>;
    /// Traits that units and those who lead a force may have by name, if the game has them.
    const TRAITS: Option<fn() -> Listing>;
    /// Modes of battle that a scenario may name, if the game has them.
    const MODES: Option<Modes>;
    /// Objectives that a force may choose besides, if the game has them.
    const OBJECTIVES: Option<fn() -> Listing>;
    /// Price lists of the generated profiles, if the game's files can hold them.
    const PRICE_LISTS: Option<PriceLists>;

    /// The dataset that is compiled in.
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
    /// A message with the nearest names.
    fn find(&self, name: &str) -> Result<&Self::Unit, String>;

    /// The coordinates of the generated profiles, which a sweep spans.
    fn axes() -> Vec<Axis>;

    /// The generated profiles.
    fn profiles(&self) -> Vec<Profile<'_, Self::Unit>>;

    /// Where a unit lies on each of the [`axes`](Self::axes); `None` for a unit without a place there.
    fn coordinates(unit: &Self::Unit) -> Option<Vec<AxisValue>>;

    /// Weapons, as they are listed.
    fn weapons(&self) -> Listing;

    /// The scenarios that are compiled in.
    fn shipped_scenarios() -> Vec<SourceFile>;

    /// Reads a scenario, to be played with its own rules options and with those requested, which
    /// override them.
    ///
    /// # Errors
    /// Every problem of the file.
    fn scenario(&self, file: &SourceFile, requested: &[(String, String)]) -> Read<Self::Scenario>;
}

/// Modes of battle.
pub struct Modes {
    /// The modes, as they are listed.
    pub list: fn() -> Listing,
    /// Each mode that a shipped scenario plays, with the name of that scenario.
    pub scenarios: &'static [(&'static str, &'static str)],
}

/// A generated profile.
pub struct Profile<'a, U> {
    /// The unit.
    pub unit: &'a U,
    /// A value for each of [`Dataset::axes`].
    pub coordinates: Vec<AxisValue>,
    /// Whether everyone meets it on the standard grid.
    pub reference: bool,
}

/// Kind of the values of an [`Axis`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AxisKind {
    /// Whole numbers.
    Integer,
    /// Names.
    Text,
}

/// One coordinate of the contestants, such as a level or a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    /// Column name in the result tables.
    pub name: String,
    /// Kind of its values.
    pub kind: AxisKind,
}

/// Where a contestant lies on an [`Axis`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AxisValue {
    /// On an axis of whole numbers.
    Integer(i64),
    /// On an axis of names.
    Text(String),
}

impl AxisValue {
    /// The kind of axis this value fits.
    #[must_use]
    pub const fn kind(&self) -> AxisKind {
        match self {
            Self::Integer(_) => AxisKind::Integer,
            Self::Text(_) => AxisKind::Text,
        }
    }
}

/// How a dataset reads army files.
pub struct Armies<D: Dataset> {
    /// The problems of an army file.
    pub problems: fn(&D, &SourceFile) -> Vec<Problem>,
    /// Reads a scenario as [`Dataset::scenario`] does, and puts two armies into it.
    pub scenario: ReadArmies<D>,
}

/// Reads a scenario with two armies in it, to be played with the rules options requested.
pub type ReadArmies<D> =
    fn(&D, &SourceFile, [&SourceFile; 2], &[(String, String)]) -> Read<<D as Dataset>::Scenario>;

/// The armies of a points audit, unless a request names others.
#[derive(Clone, Copy, Debug)]
pub struct ArmyRules {
    /// Scenario whose table they meet on.
    pub scenario: &'static str,
    /// Points of an army.
    pub budget: u32,
    /// Most units of an army.
    pub most_models: u32,
}

/// A table of JSON values.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// Names of the columns.
    pub columns: &'static [&'static str],
    /// A value for each column.
    pub rows: Vec<Vec<Value>>,
}

/// Something that lists show as a row.
pub trait Row {
    /// Names of the columns.
    const COLUMNS: &'static [&'static str];

    /// A value for each column.
    fn row(&self) -> Vec<Value>;
}

/// A contestant of a duel, a model of a battle.
pub trait Unit: Row + PartialEq + Sync + Sized {
    /// Unique name.
    fn name(&self) -> &str;
    /// Listed points.
    fn points(&self) -> u32;
    /// Points as its file or the dataset's rates give them, without those of upgrades.
    fn printed_points(&self) -> u32 {
        self.points()
    }
    /// The same unit listed at other points.
    #[must_use]
    fn listed_at(&self, points: u32) -> Self;
    /// What destroying it adds to the score.
    fn score(&self) -> u32;
}

/// Two forces and the table they meet on.
pub trait Scenario: Row + Serialize + Clone + Sync {
    /// What the forces are made of.
    type Unit;

    /// Name in requests.
    fn name(&self) -> &str;

    /// Name of the force listed first or second.
    fn force_name(&self, side: Side) -> &str;

    /// Models of the force listed first or second.
    fn models(&self, side: Side) -> Vec<&Self::Unit>;

    /// The same table with armies of these units, the first in seat A, placed by the policies.
    #[must_use]
    fn mustered(&self, armies: [Vec<&Self::Unit>; 2]) -> Self;

    /// Entries of the force listed first or second, such as units and squads.
    fn entries(&self, side: Side) -> usize;

    /// The same table with the force of `side` on both sides. The entries of either are listed in an
    /// order of its own, the first listed first: each a permutation of all entries by their places.
    #[must_use]
    fn against_itself(&self, side: Side, orders: [&[usize]; 2]) -> Self;

    /// Rules options it sets, by name.
    fn options(&self) -> impl Iterator<Item = (&str, &str)>;

    /// The same battle with the seats swapped; each force keeps its ground.
    #[must_use]
    fn swapped(&self) -> Self;

    /// What the rules advise for such a battle and it does otherwise, a line each; none where they give no
    /// advice.
    fn advice(&self) -> Vec<String> {
        Vec::new()
    }
}
