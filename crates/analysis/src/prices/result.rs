//! What the profiles of a grid are worth, as results give it.

use equipoise_engine::front_end::{Axis, AxisValue};
use equipoise_stats::{Estimate, Pricing, StructuredWorth};
use serde::{Deserialize, Serialize};

use crate::result::{Interval, Limits, PlayedIn, as_map, kind, positive, share};

kind!(
    /// The kind of a [`PriceMapResult`].
    PriceMapKind = "price_map"
);

/// What every profile of a grid is worth, and what a step along its axes is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PriceMapResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `price_map`.
    pub kind: PriceMapKind,
    /// Game, scenario, policy and rules.
    #[serde(flatten)]
    pub played_in: PlayedIn,
    /// Master seed.
    pub seed: u64,
    /// Axes of the grid.
    pub axes: Vec<Axis>,
    /// Points of an army.
    pub budget: u32,
    /// Most units of one kind that join an army together.
    #[serde(default = "one")]
    pub squad: u32,
    /// Matchups of random armies, for each policy and scenario.
    pub matchups: u64,
    /// Battles of each matchup.
    pub battles_per_matchup: u64,
    /// How far from its listed points a unit is still fair, as a share of them.
    #[serde(deserialize_with = "share")]
    pub margin: f64,
    /// Two-sided confidence level of all intervals.
    #[serde(deserialize_with = "share")]
    pub confidence: f64,
    /// The profiles of the grid.
    pub profiles: Vec<PricedProfile>,
    /// Units with names of their own, which fought in the same armies.
    pub named: Vec<PricedProfile>,
    /// What the profiles at each level of each axis cost and are worth on average.
    pub levels: Vec<LevelPrice>,
    /// What a step along an axis is worth.
    pub steps: Vec<PriceStep>,
    /// Half of the intervals of implied points of profiles reach no farther than this, as a share of the
    /// implied points.
    pub median_half_width: f64,
    /// What further policies and scenarios say of the same profiles, those of the request in its order.
    #[serde(default)]
    pub second_opinions: Vec<SecondOpinion>,
    /// A price list with few numbers; null unless asked for.
    pub suggested: Option<SuggestedPrices>,
    /// How far profiles are from the effects of their axes.
    pub scatter: Scattered,
    /// How much more matchups scatter than the model explains.
    pub dispersion: f64,
    /// Battles played.
    pub battles: u64,
    /// Digest of plan and tallies of the first policy; none in maps that were saved before there was one.
    #[serde(default)]
    pub digest: String,
    /// How implied points were computed.
    pub method: String,
}

/// A profile or a named unit with its listed points and its worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PricedProfile {
    /// Name of the unit.
    pub name: String,
    /// Its place on each axis; null for a unit without one.
    pub coordinates: Option<Vec<AxisValue>>,
    /// Listed points.
    #[serde(deserialize_with = "positive")]
    pub listed: u32,
    /// What the suggested list asks for it; null without a list, and for named units.
    pub suggested: Option<u32>,
    /// What it is worth in the fresh armies that pay the suggested list, by which the list is judged; null without a list.
    #[serde(default)]
    pub implied_at_suggested: Option<Interval>,
    /// Implied points; the interval holds for this unit alone.
    pub implied: Interval,
    /// The interval that holds for all units together, on which the verdict rests.
    pub together: Limits,
    /// Whether the listed points fit.
    pub verdict: Pricing,
    /// Whether its worth follows the pattern of the grid as others do; one that does not, and a unit off
    /// the grid, is priced by itself.
    pub follows_pattern: bool,
    /// Implied points by policy, those of the request first.
    #[serde(with = "as_map")]
    pub by_policy: Vec<(String, Interval)>,
    /// Implied points under the first policy by scenario, those of the request first.
    #[serde(default, with = "as_map")]
    pub by_scenario: Vec<(String, Interval)>,
    /// What a named unit is worth beyond the profile at its place; null for profiles, and where there is
    /// none.
    pub beyond: Option<Beyond>,
}

/// What another policy, or the same on another table, says of the same profiles, and where it disagrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SecondOpinion {
    /// The policy that played.
    pub policy: String,
    /// The scenario whose table it played on.
    pub scenario: String,
    /// What the profiles at each level of each axis are worth by it, in the order of
    /// [`levels`](PriceMapResult::levels); each interval holds for its level alone.
    pub levels: Vec<Interval>,
    /// As [`PriceMapResult::median_half_width`].
    pub median_half_width: f64,
    /// Half of the profiles are worth no farther from the first opinion than this, as a share of what they are worth
    /// by that.
    pub median_difference: f64,
    /// Profiles and named units that are surely worth another number of points by it, those that differ most first.
    pub apart: Vec<Apart>,
    /// Digest of plan and tallies.
    pub digest: String,
}

/// A unit of which two opinions disagree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Apart {
    /// The unit.
    pub name: String,
    /// Its implied points by the second opinion less those by the first; the intervals of all units hold together, by
    /// Bonferroni's inequality, and take the two for independent: battles of the same armies differ rather less.
    pub difference: Interval,
}

/// What a named unit is worth beyond the profile at its place on the grid: what its weapons, traits, crew
/// and exceptions add.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beyond {
    /// The profile.
    pub profile: String,
    /// Implied points of the unit less those of the profile; the interval holds for this unit alone.
    pub points: Interval,
}

/// What the profiles at one level of an axis cost and are worth, on average.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelPrice {
    /// The axis.
    pub axis: String,
    /// The level.
    pub level: AxisValue,
    /// How many profiles there are.
    pub profiles: u64,
    /// Their listed points on average.
    pub listed: f64,
    /// Their implied points on average; the interval holds for this level alone.
    pub implied: Interval,
    /// The interval that holds for all levels of all axes together.
    pub together: Limits,
}

/// What a step along an axis is worth, in points, on average over the profiles that differ in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PriceStep {
    /// Axis of the step.
    pub axis: String,
    /// Level below the step; null on an axis of names, where a step goes from the average of its levels.
    pub from: Option<AxisValue>,
    /// Level that the step goes to.
    pub to: AxisValue,
    /// Another axis and a level of it that the profiles share; null for all profiles.
    pub at: Option<(String, AxisValue)>,
    /// What the step costs by listed points, on average.
    pub listed: f64,
    /// What it is worth; the interval holds for this step alone.
    pub worth: Interval,
    /// The interval that holds for all steps together.
    pub together: Limits,
}

/// A price list with few numbers: the price of a profile is a sum of parts, each the product of one factor for each
/// axis, rounded, never less than one step of rounding, and never less than the price of a profile that is lower on axes
/// of numbers and the same on the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuggestedPrices {
    /// The factors, by axis in the order of the grid; those of the first are points, those of the others 1 at most.
    pub factors: Vec<PriceFactors>,
    /// Prices are multiples of this, as listed ones are.
    pub round_to: u32,
    /// Axes of numbers along which no profile costs less than one a level lower; along the others more is plainly worth less
    /// somewhere. Maps that were saved before lists could fall name none.
    #[serde(default)]
    pub rising: Vec<String>,
    /// How the listed points do.
    pub listed: Accuracy,
    /// How the suggested ones do, on fresh battles of armies that pay them.
    pub suggested: Accuracy,
    /// Seed of the fresh battles.
    pub fresh_seed: u64,
    /// Points of an army in them: those of the map, or what the dearest suggested price asks for.
    pub fresh_budget: u32,
    /// How many fresh battles were played.
    pub fresh_battles: u64,
}

/// What the levels of an axis bring into the parts of a price.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PriceFactors {
    /// The axis.
    pub axis: String,
    /// Its levels in order.
    pub levels: Vec<LevelFactors>,
}

/// What a level of an axis brings into the parts of a price.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelFactors {
    /// The level.
    pub level: AxisValue,
    /// A factor for each part; three significant digits.
    pub factors: Vec<f64>,
}

/// How near prices of profiles are to what battles say they are worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Accuracy {
    /// Share of profiles whose price is within a tenth of the estimate of their worth, or within half of
    /// [`round_to`](SuggestedPrices::round_to), than which no rounded price is surely nearer; estimates err too, so not even
    /// true prices would all be.
    pub right: f64,
    /// What that share would be on average if every price were exactly right, by the errors of these estimates.
    pub right_if_exact: f64,
    /// Profiles whose price is farther off whatever worth lies in the intervals that hold for all together.
    pub clearly_wrong: u64,
    /// Half of the profiles are no farther off than this, as a share of their worth.
    pub median_off: f64,
}

/// How far profiles are from the effects of single axes: standard deviations as shares of a
/// profile's size, three quarters its listed points and a quarter those of a unit of an average army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scattered {
    /// Standard deviation of what each pair of axes adds.
    pub pairs: Vec<PairScatter>,
    /// Standard deviation of what is left to each profile.
    pub profiles: f64,
}

/// How far profiles are from the effects of single axes by what two axes add together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairScatter {
    /// The axes.
    pub axes: [String; 2],
    /// Standard deviation, as a share of a profile's size.
    pub share: f64,
}

/// Of maps that were saved before armies were drawn in squads.
const fn one() -> u32 {
    1
}

impl Scattered {
    pub(super) fn new(fit: &StructuredWorth, axes: &[Axis]) -> Self {
        let scatter = fit.scatter();
        let pairs = scatter.pairs.into_iter().map(|(pair, share)| PairScatter {
            axes: pair.map(|axis| axes[axis].name.clone()),
            share,
        });
        Self {
            pairs: pairs.collect(),
            profiles: scatter.residual,
        }
    }
}

/// The median half-width of implied points, as a share of their estimates.
pub(super) fn median_half_width(profiles: &[Estimate]) -> f64 {
    let relative = |of: &Estimate| (of.high - of.low) / 2.0 / of.estimate.abs();
    median(profiles.iter().map(relative))
}

/// The lower of two medians, where there are two.
pub(super) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[(values.len() - 1) / 2]
}
