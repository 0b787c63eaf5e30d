//! Named rules options: the rules text leaves many numbers and readings open, the designer chooses.

use std::fmt;

use equipoise_dice::{Ones, SuccessPool};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use equipoise_engine::OptionInfo;

use super::sector::Sector;

/// What a die of a success roll that shows 1 does (`bull.dice.ones`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OnesRule {
    /// It scores and is rolled again.
    CountAndReroll,
    /// It is rolled again in place of the 1.
    Replace,
    /// Nothing special.
    Ignore,
}

impl From<OnesRule> for Ones {
    fn from(rule: OnesRule) -> Self {
        match rule {
            OnesRule::CountAndReroll => Self::CountAndReroll,
            OnesRule::Replace => Self::Replace,
            OnesRule::Ignore => Self::Ignore,
        }
    }
}

/// What a Cut Scene on an initiative roll earns (`bull.dice.cut-scene`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InitiativeScene {
    /// Nothing.
    None,
    /// An extra action before the first turn of the battle.
    BeforeFirstTurn,
}

/// Where the objective marker starts (`bull.setup.objective`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObjectiveStart {
    /// The undivided centre; on a divided one the innermost sector half way from A's start to B's.
    Centre,
    /// A sector.
    At(Sector),
}

/// Overdrive of a Gamemaster's side (`bull.overdrive.pool`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GamemasterOverdrive {
    /// One shared pool of a point for each opposing player.
    OnePerOpposingPlayer,
}

/// How Overdrive is bid (`bull.overdrive.bid`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BidOrder {
    /// The side that would lose starts; its pass ends the bidding.
    LoserFirst,
    /// The attacker starts; two passes in a row end the bidding.
    AttackerFirst,
    /// Both write one bid down and show it at once.
    Sealed,
}

/// How long an initiative order holds (`bull.initiative.scope`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InitiativeScope {
    /// For the whole combat.
    Once,
    /// For one round.
    EachRound,
}

/// What becomes of a held turn that is not taken (`bull.round.hold`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HoldCarry {
    /// It is lost when the round ends.
    LostAtRoundEnd,
    /// It can still be taken in later rounds.
    CarriesOver,
}

/// How range is measured (`bull.attack.range`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RangeMetric {
    /// Cheapest route, two quadrant steps in a row allowed.
    FreeShortestPath,
    /// Cheapest route that one turn could take.
    LegalSingleTurnPath,
}

/// What a strafing pool holds (`bull.move.strafe-pool`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StrafeUnit {
    /// Successes.
    Successes,
    /// Dice to roll with the defense.
    Dice,
}

/// When strafing is declared (`bull.move.strafe`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StrafeDeclare {
    /// Once the movement roll is seen.
    AfterMoveRoll,
    /// Before it.
    BeforeMoveRoll,
}

/// When points of a strafing pool are spent (`bull.move.strafe-pool`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StrafeSpend {
    /// Once the attack is seen, before the defense roll.
    BeforeDefenseRoll,
    /// Once both are seen.
    AfterDefenseRoll,
}

/// What a damage type does (`bull.attack.damage-type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamageTypeEffects {
    /// Nothing: it is a label.
    None,
}

/// What an active Configuration does (`bull.configuration.use`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConfigurationEffect {
    /// Nothing: their number counts, as lives before the lethal phase.
    None,
}

/// Which failed stability roll kills (`bull.lethal.death`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LethalFailure {
    /// Any in the lethal phase.
    AnyInLethalPhase,
    /// The third of the battle or a later one, in the lethal phase.
    ThirdOverall,
}

/// Play-outs the `rollout` policy spends on one choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // the names are the numbers
pub enum RolloutBudget {
    Four,
    Eight,
    Sixteen,
    ThirtyTwo,
    SixtyFour,
}

impl RolloutBudget {
    /// The number.
    #[must_use]
    pub const fn play_outs(self) -> u64 {
        4 << self as u64
    }
}

/// Every rules option with the value in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Faces of every die (`bull.dice.die`).
    pub die_faces: u8,
    /// Ones of success rolls.
    pub ones: OnesRule,
    /// Rerolls of one die at most, and Cut Scenes that follow from one action at most.
    pub ones_chain_cap: u8,
    /// Successes of a Great Success (`bull.dice.great-success`).
    pub great_success_at: u8,
    /// Successes of a Cut Scene (`bull.dice.cut-scene`).
    pub cut_scene_at: u8,
    /// Cut Scenes of initiative rolls.
    pub cut_scene_in_initiative: InitiativeScene,
    /// Extra actions may earn further Cut Scenes.
    pub cut_scene_chain: bool,
    /// Rings of the map, the centre among them (`bull.setup.geometry`).
    pub rings: u8,
    /// Sectors of a ring.
    pub quadrants: u8,
    /// The centre is one sector.
    pub centre_undivided: bool,
    /// Sector of the marker.
    pub objective_start: ObjectiveStart,
    /// Ring where mecha start (`bull.setup.start-positions`).
    pub start_ring: u8,
    /// Quadrant where each side starts.
    pub start_quadrants: [u8; 2],
    /// Lowest linked stat (`bull.dice.linked-stats`).
    pub linked_stat_min: u8,
    /// Highest linked stat.
    pub linked_stat_max: u8,
    /// Lowest skill.
    pub skill_min: u8,
    /// Highest skill.
    pub skill_max: u8,
    /// Overdrive of a pilot at the start.
    pub overdrive_start: u8,
    /// Overdrive of a Gamemaster's side at the start.
    pub overdrive_gm: GamemasterOverdrive,
    /// Successes per point of Overdrive.
    pub overdrive_value: u8,
    /// Order of bids.
    pub bid_order: BidOrder,
    /// Tactical Points of each player (`bull.tactical.spend`).
    pub tactical_points: u8,
    /// How long the initiative holds.
    pub initiative_scope: InitiativeScope,
    /// Held turns that are not taken.
    pub hold_carry: HoldCarry,
    /// Measure of range.
    pub range_metric: RangeMetric,
    /// Content of strafing pools.
    pub strafe_unit: StrafeUnit,
    /// When to declare strafing.
    pub strafe_declare: StrafeDeclare,
    /// When to spend strafing points.
    pub strafe_spend: StrafeSpend,
    /// Turns a used weapon must rest (`bull.attack.cooldown`).
    pub cooldown_turns: u8,
    /// Effect of damage types.
    pub damage_type_effects: DamageTypeEffects,
    /// Boxes of the damage track (`bull.hit.one-box`).
    pub damage_boxes: u8,
    /// A push may cross two quadrant lines in a row (`bull.hit.knockback`).
    pub knockback_double_quadrant: bool,
    /// A push may be shorter than the margin.
    pub knockback_optional: bool,
    /// Configurations of a mecha.
    pub configurations: u8,
    /// Effect of Configurations.
    pub configuration_effect: ConfigurationEffect,
    /// Overdrive to activate one; without an effect nobody does.
    pub configuration_cost: u8,
    /// Which failure kills.
    pub lethal_failure: LethalFailure,
    /// Disabled mecha count as destroyed (`bull.victory.elimination`).
    pub disabled_counts_as_destroyed: bool,
    /// Rounds until a draw (`bull.round.structure`).
    pub round_limit: u8,
    /// Play-outs per choice of the `rollout` policy.
    pub rollout_budget: RolloutBudget,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            die_faces: 6,
            ones: OnesRule::CountAndReroll,
            ones_chain_cap: 20,
            great_success_at: 5,
            cut_scene_at: 8,
            cut_scene_in_initiative: InitiativeScene::None,
            cut_scene_chain: false,
            rings: 4,
            quadrants: 4,
            centre_undivided: true,
            objective_start: ObjectiveStart::Centre,
            start_ring: 3,
            start_quadrants: [0, 2],
            linked_stat_min: 1,
            linked_stat_max: 8,
            skill_min: 1,
            skill_max: 5,
            overdrive_start: 1,
            overdrive_gm: GamemasterOverdrive::OnePerOpposingPlayer,
            overdrive_value: 1,
            bid_order: BidOrder::LoserFirst,
            tactical_points: 0,
            initiative_scope: InitiativeScope::Once,
            hold_carry: HoldCarry::LostAtRoundEnd,
            range_metric: RangeMetric::FreeShortestPath,
            strafe_unit: StrafeUnit::Successes,
            strafe_declare: StrafeDeclare::AfterMoveRoll,
            strafe_spend: StrafeSpend::BeforeDefenseRoll,
            cooldown_turns: 1,
            damage_type_effects: DamageTypeEffects::None,
            damage_boxes: 6,
            knockback_double_quadrant: false,
            knockback_optional: true,
            configurations: 2,
            configuration_effect: ConfigurationEffect::None,
            configuration_cost: 1,
            lethal_failure: LethalFailure::AnyInLethalPhase,
            disabled_counts_as_destroyed: true,
            round_limit: 30,
            rollout_budget: RolloutBudget::Sixteen,
        }
    }
}

impl Options {
    /// A success roll of this many dice by a pilot of this skill.
    pub(crate) fn roll(&self, dice: u8, skill: u8) -> SuccessPool {
        SuccessPool {
            dice,
            faces: self.die_faces,
            skill,
            ones: self.ones.into(),
            chain: self.ones_chain_cap,
        }
    }
}

/// An option that does not exist or a value it does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option of that name.
    #[error("no rules option named \"{name}\"; the options are {}", Names)]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// Not a value of that option.
    #[error(
        "option {name} does not take \"{value}\"; expected {}",
        Expected(values)
    )]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        values: &'static [&'static str],
    },
}

struct Names;

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = super::option_table::TABLE
            .iter()
            .map(|row| row.info.name)
            .collect();
        f.write_str(&names.join(", "))
    }
}

struct Expected<'a>(&'a [&'static str]);

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [only] => f.write_str(only),
            several => write!(f, "one of {}", several.join(", ")),
        }
    }
}

impl Options {
    /// All options with their legal values.
    #[must_use]
    pub fn list() -> Vec<OptionInfo> {
        super::option_table::TABLE
            .iter()
            .map(|row| row.info)
            .collect()
    }

    /// Puts a value in force by its command-line names.
    ///
    /// # Errors
    /// When there is no such option, or the option does not take the value; the message lists what is legal.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let row = super::option_table::TABLE
            .iter()
            .find(|row| row.info.name == name)
            .ok_or_else(|| OptionError::Unknown {
                name: name.to_owned(),
            })?;
        (row.set)(self, value).ok_or_else(|| OptionError::Value {
            name: row.info.name,
            value: value.to_owned(),
            values: row.info.values,
        })
    }

    /// Name and value of every option, in the order of [`Options::list`].
    #[must_use]
    pub fn values(&self) -> Vec<(&'static str, String)> {
        super::option_table::TABLE
            .iter()
            .map(|row| (row.info.name, (row.get)(self)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn defaults_are_as_listed() {
        let values = Options::default().values();
        assert_eq!(values.len(), Options::list().len());
        for (info, (name, value)) in Options::list().iter().zip(values) {
            assert_eq!((info.name, info.default), (name, value.as_str()));
        }
    }

    #[test]
    fn every_value_can_be_set_and_read_back() {
        for info in Options::list() {
            let range = info.values[0].split_once(" to ");
            let ends = range.map(|(from, to)| vec![from, to]);
            for value in ends.unwrap_or_else(|| info.values.to_vec()) {
                let value = value.split(" or ").next().expect("a first part");
                let mut options = Options::default();
                options.set(info.name, value).unwrap();
                let found = options.values();
                let found = found.iter().find(|(name, _)| *name == info.name);
                assert_eq!(found.map(|(_, value)| value.as_str()), Some(value));
            }
        }
    }

    #[test]
    fn numbers_outside_their_range_are_refused() {
        for info in Options::list() {
            let Some((from, to)) = info.values[0].split_once(" to ") else {
                continue;
            };
            let [from, to]: [i32; 2] = [from, to].map(|end| end.parse().expect("a number"));
            for outside in [from - 1, to + 1] {
                let refused = Options::default().set(info.name, &outside.to_string());
                assert!(refused.is_err(), "{}={outside}", info.name);
            }
        }
    }

    #[test]
    fn sectors_are_written_as_ring_and_quadrant() {
        let mut options = Options::default();
        options.set("objective_start", "2, 1").unwrap();
        options.set("start_quadrants", "[1, 3]").unwrap();
        assert_eq!(options.start_quadrants, [1, 3]);
        let values = options.values();
        assert!(values.contains(&("objective_start", "2,1".to_owned())));
        for wrong in ["", "2", "2,x", "2,9", "1,2,3"] {
            assert!(options.set("objective_start", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn errors_say_what_is_legal() {
        let mut options = Options::default();
        let unknown = options.set("ringz", "4").unwrap_err().to_string();
        assert!(
            unknown.contains("ringz") && unknown.contains("rings"),
            "{unknown}"
        );
        let value = options.set("rings", "99").unwrap_err().to_string();
        assert_eq!(value, "option rings does not take \"99\"; expected 2 to 8");
        let value = options.set("ones", "explode").unwrap_err().to_string();
        assert_eq!(
            value,
            "option ones does not take \"explode\"; expected one of count_and_reroll, replace, ignore"
        );
    }
}
