//! Named rules options: where editions or readings differ, the designer chooses.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use equipoise_engine::OptionInfo;

/// What tactical advantage is worth (`ms10.advantage.crit`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AdvantageMode {
    /// One additional critical HIT: +2 HITS.
    CritHit,
    /// Critical number better by one.
    CritRange,
    /// One HIT becomes a critical: +1 HIT.
    Upgrade,
}

/// What Iron Wall does to a finishing blow (`ms10.skill.iron-wall`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IronWallFinisher {
    /// Nothing: the saves it names no longer exist.
    Ignore,
    /// The finishing bonus of the attack is 500 lower in total.
    Minus500,
    /// The finishing bonus of the attack is halved.
    Half,
}

/// How a unit leaves an engagement (`ms10.engage.disengage`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DisengageMode {
    /// A Move Action whose distance is 4 in.
    UsesMove,
    /// An extra 4 in that uses no Move Action.
    Free,
    /// A normal Move Action once paid.
    FullMove,
}

/// Whether Flash and another skill fit into one turn (`ms10.skill.limit`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FlashWithSkill {
    /// In one turn yes, on one defence no.
    NotSameDefence,
    /// Never.
    Never,
    /// Always.
    Always,
}

/// Over what "4 in closer" is summed (`ms10.momentum.shift-closer`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShiftWindow {
    /// The whole turn.
    Turn,
    /// One move.
    Move,
}

/// What decides equal victory points (`ms10.score.winner`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TieBreak {
    /// More Momentum, then a draw.
    Momentum,
    /// A draw.
    Draw,
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
    /// Elite combat bonus module (`ms10.bonus.module`).
    pub elite_bonus: bool,
    /// Battle-Tested units choose targets freely (`ms10.target.exempt`).
    pub bt_free_targeting: bool,
    /// Worth of tactical advantage.
    pub advantage_mode: AdvantageMode,
    /// Rapid Fire applies to Counters (`ms10.counter.profile`).
    pub counter_rf: bool,
    /// Counters can be finishing blows (`ms10.finisher.own-turn`).
    pub finisher_on_counter: bool,
    /// Iron Wall against finishing blows.
    pub iron_wall_finisher: IronWallFinisher,
    /// How to leave an engagement.
    pub disengage_mode: DisengageMode,
    /// The Commander may Trust itself (`ms10.command.trust`).
    pub trust_self: bool,
    /// Flash beside another skill.
    pub flash_and_other_skill: FlashWithSkill,
    /// Called Shots module (`ms10.battle-damage.called-shot`).
    pub called_shots: bool,
    /// Window of the closing Momentum Shift.
    pub shift_window: ShiftWindow,
    /// Tie break.
    pub tie_break: TieBreak,
    /// In a duel each side's unit is its Commander (`ms10.command.limit`).
    pub duel_commander: bool,
    /// The behaviour table's +1 HIT of Last Stand and Finish Them (`ms93.mecha-ai.last-stand`).
    pub behaviour_bonus: bool,
    /// Play-outs per choice of the `rollout` policy.
    pub rollout_budget: RolloutBudget,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            elite_bonus: false,
            bt_free_targeting: false,
            advantage_mode: AdvantageMode::CritHit,
            counter_rf: true,
            finisher_on_counter: false,
            iron_wall_finisher: IronWallFinisher::Ignore,
            disengage_mode: DisengageMode::UsesMove,
            trust_self: false,
            flash_and_other_skill: FlashWithSkill::NotSameDefence,
            called_shots: false,
            shift_window: ShiftWindow::Turn,
            tie_break: TieBreak::Momentum,
            duel_commander: false,
            behaviour_bonus: true,
            rollout_budget: RolloutBudget::Sixteen,
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
    #[error("option {name} does not take \"{value}\"; expected one of {}", values.join(", "))]
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
        let names: Vec<&str> = TABLE.iter().map(|row| row.info.name).collect();
        f.write_str(&names.join(", "))
    }
}

struct Row {
    info: OptionInfo,
    /// Puts the value with this index in force.
    set: fn(&mut Options, usize),
    /// Index of the value in force.
    get: fn(&Options) -> usize,
}

const SWITCH: &[&str] = &["false", "true"];

macro_rules! switch {
    ($field:ident, $default:literal, $rule:literal, $summary:literal) => {
        Row {
            info: OptionInfo {
                name: stringify!($field),
                values: SWITCH,
                default: $default,
                summary: $summary,
                rule: $rule,
            },
            set: |o, i| o.$field = i == 1,
            get: |o| usize::from(o.$field),
        }
    };
}

macro_rules! choice {
    ($field:ident, $kind:ident, [$($value:literal => $variant:ident),+], $default:literal, $rule:literal, $summary:literal) => {
        Row {
            info: OptionInfo {
                name: stringify!($field),
                values: &[$($value),+],
                default: $default,
                summary: $summary,
                rule: $rule,
            },
            set: |o, i| o.$field = [$($kind::$variant),+][i],
            get: |o| o.$field as usize,
        }
    };
}

/// One row per option, in the order of [`Options`]' fields; values in the order of the enums' variants.
const TABLE: &[Row] = &[
    switch!(
        elite_bonus,
        "false",
        "ms10.bonus.module",
        "Elite units pick Barrage, Guard and the like before each roll"
    ),
    switch!(
        bt_free_targeting,
        "false",
        "ms10.target.exempt",
        "Battle-Tested units ignore the closest-target rule"
    ),
    choice!(advantage_mode, AdvantageMode,
        ["crit_hit" => CritHit, "crit_range" => CritRange, "upgrade" => Upgrade],
        "crit_hit", "ms10.advantage.crit", "tactical advantage: +2 HITS, critical number -1, or +1 HIT"),
    switch!(
        counter_rf,
        "true",
        "ms10.counter.profile",
        "Rapid Fire applies to Counters"
    ),
    switch!(
        finisher_on_counter,
        "false",
        "ms10.finisher.own-turn",
        "Counters can strike finishing blows"
    ),
    choice!(iron_wall_finisher, IronWallFinisher,
        ["ignore" => Ignore, "minus500" => Minus500, "half" => Half],
        "ignore", "ms10.skill.iron-wall", "Iron Wall against the finishing bonus: nothing, -500 in total, or half"),
    choice!(disengage_mode, DisengageMode,
        ["uses_move_4in" => UsesMove, "free_4in" => Free, "full_move" => FullMove],
        "uses_move_4in", "ms10.engage.disengage", "leaving an engagement: a Move Action of 4 in, a free 4 in, or a full move"),
    switch!(
        trust_self,
        "false",
        "ms10.command.trust",
        "the Commander may Trust itself"
    ),
    choice!(flash_and_other_skill, FlashWithSkill,
        ["same_turn_not_same_defence" => NotSameDefence, "never" => Never, "always" => Always],
        "same_turn_not_same_defence", "ms10.skill.limit", "whether Flash and another skill may share a turn or a defence"),
    switch!(
        called_shots,
        "false",
        "ms10.battle-damage.called-shot",
        "Elite attackers may turn failed saves into Battle Damage"
    ),
    choice!(shift_window, ShiftWindow,
        ["turn" => Turn, "move" => Move],
        "turn", "ms10.momentum.shift-closer", "4 in closer is counted over the turn or over one move"),
    choice!(tie_break, TieBreak,
        ["momentum_then_draw" => Momentum, "draw" => Draw],
        "momentum_then_draw", "ms10.score.winner", "equal victory points: more Momentum wins, or a draw"),
    switch!(
        duel_commander,
        "false",
        "ms10.command.limit",
        "in a duel each side's unit is its Commander"
    ),
    switch!(
        behaviour_bonus,
        "true",
        "ms93.mecha-ai.last-stand",
        "the behaviour table's +1 HIT of Last Stand and Finish Them"
    ),
    choice!(
        rollout_budget,
        RolloutBudget,
        ["4" => Four, "8" => Eight, "16" => Sixteen, "32" => ThirtyTwo, "64" => SixtyFour],
        "16",
        "policy rollout",
        "play-outs the rollout policy spends on one choice of a unit"
    ),
];

impl Options {
    /// All options with their legal values.
    #[must_use]
    pub fn list() -> Vec<OptionInfo> {
        TABLE.iter().map(|row| row.info).collect()
    }

    /// Puts a value in force by its command-line names.
    ///
    /// # Errors
    /// When there is no such option, or the option does not take the value; the message lists what is legal.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let row = TABLE
            .iter()
            .find(|row| row.info.name == name)
            .ok_or_else(|| OptionError::Unknown {
                name: name.to_owned(),
            })?;
        let index = row
            .info
            .values
            .iter()
            .position(|v| *v == value)
            .ok_or_else(|| OptionError::Value {
                name: row.info.name,
                value: value.to_owned(),
                values: row.info.values,
            })?;
        (row.set)(self, index);
        Ok(())
    }

    /// Name and value of every option, in the order of [`Options::list`].
    #[must_use]
    pub fn values(&self) -> Vec<(&'static str, &'static str)> {
        TABLE
            .iter()
            .map(|row| (row.info.name, row.info.values[(row.get)(self)]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_as_listed() {
        let values = Options::default().values();
        for (info, (name, value)) in Options::list().iter().zip(values) {
            assert_eq!((info.name, info.default), (name, value));
        }
    }

    #[test]
    fn every_value_can_be_set_and_read_back() {
        for info in Options::list() {
            for value in info.values {
                let mut options = Options::default();
                options.set(info.name, value).unwrap();
                assert!(
                    options.values().contains(&(info.name, value)),
                    "{}={value}",
                    info.name
                );
            }
        }
    }

    #[test]
    fn errors_say_what_is_legal() {
        let mut options = Options::default();
        let unknown = options.set("elite_bonsu", "true").unwrap_err().to_string();
        assert!(
            unknown.contains("elite_bonsu") && unknown.contains("elite_bonus"),
            "{unknown}"
        );
        let value = options.set("tie_break", "coin").unwrap_err().to_string();
        assert_eq!(
            value,
            "option tie_break does not take \"coin\"; expected one of momentum_then_draw, draw"
        );
    }
}
