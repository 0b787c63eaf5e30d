//! Every option by name: its values, how to set it and how to read it back.

use equipoise_engine::OptionInfo;

use super::options::{
    BidOrder, ConfigurationEffect, DamageTypeEffects, GamemasterOverdrive, HoldCarry,
    InitiativeScene, InitiativeScope, LethalFailure, ObjectiveStart, OnesRule, Options,
    RangeMetric, RolloutBudget, StrafeDeclare, StrafeSpend, StrafeUnit,
};
use super::sector::Sector;

pub(super) struct Row {
    pub(super) info: OptionInfo,
    /// Puts a value in force; `None` when the option does not take it.
    pub(super) set: fn(&mut Options, &str) -> Option<()>,
    /// The value in force.
    pub(super) get: fn(&Options) -> String,
}

macro_rules! number {
    ($field:ident, $min:literal, $max:literal, $default:literal, $rule:literal, $summary:literal) => {
        Row {
            info: OptionInfo {
                name: stringify!($field),
                values: &[concat!($min, " to ", $max)],
                default: $default,
                summary: $summary,
                rule: $rule,
            },
            set: |options, value| {
                options.$field = within($min, $max, value)?;
                Some(())
            },
            get: |options| options.$field.to_string(),
        }
    };
}

macro_rules! choice {
    ($field:ident, [$($value:literal => $variant:expr),+], $default:literal, $rule:literal, $summary:literal) => {
        Row {
            info: OptionInfo {
                name: stringify!($field),
                values: &[$($value),+],
                default: $default,
                summary: $summary,
                rule: $rule,
            },
            set: |options, value| {
                let named = [$(($value, $variant)),+];
                options.$field = named.into_iter().find(|(name, _)| *name == value)?.1;
                Some(())
            },
            get: |options| {
                let named = [$(($value, $variant)),+];
                let found = named.into_iter().find(|(_, variant)| *variant == options.$field);
                found.map_or_else(String::new, |(name, _)| name.to_owned())
            },
        }
    };
}

/// A whole number from `min` to `max`, in plain digits.
fn within(min: u8, max: u8, value: &str) -> Option<u8> {
    let plain = value.bytes().all(|byte| byte.is_ascii_digit());
    let number = value.parse().ok().filter(|_| plain)?;
    (min <= number && number <= max).then_some(number)
}

/// Two small numbers as `0,2`; blanks and brackets round them do no harm.
fn pair(value: &str) -> Option<[u8; 2]> {
    let bare = value.trim();
    let bare = bare
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(bare);
    let (first, second) = bare.split_once(',')?;
    Some([within(0, 7, first.trim())?, within(0, 7, second.trim())?])
}

fn objective(value: &str) -> Option<ObjectiveStart> {
    if value == "centre" {
        return Some(ObjectiveStart::Centre);
    }
    let [ring, quadrant] = pair(value)?;
    Some(ObjectiveStart::At(Sector { ring, quadrant }))
}

/// One row per option, in the order of [`Options`]' fields.
pub(super) const TABLE: &[Row] = &[
    number!(die_faces, 2, 20, "6", "bull.dice.die", "faces of every die"),
    choice!(
        ones,
        ["count_and_reroll" => OnesRule::CountAndReroll, "replace" => OnesRule::Replace, "ignore" => OnesRule::Ignore],
        "count_and_reroll",
        "bull.dice.ones",
        "a die that shows 1 scores and is rolled again, is rolled again instead, or neither"
    ),
    number!(
        ones_chain_cap,
        0,
        20,
        "20",
        "bull.dice.ones",
        "rerolls of one die at most, and Cut Scenes that one action can set off"
    ),
    number!(
        great_success_at,
        1,
        255,
        "5",
        "bull.dice.great-success",
        "successes of a roll that earn 1 Overdrive"
    ),
    number!(
        cut_scene_at,
        1,
        255,
        "8",
        "bull.dice.cut-scene",
        "successes of a roll that earn an extra Move or Attack"
    ),
    choice!(
        cut_scene_in_initiative,
        ["none" => InitiativeScene::None, "extra_action_before_turn_1" => InitiativeScene::BeforeFirstTurn],
        "none",
        "bull.dice.cut-scene",
        "what a Cut Scene on the first initiative roll earns"
    ),
    choice!(
        cut_scene_chain,
        ["false" => false, "true" => true],
        "false",
        "bull.dice.cut-scene",
        "extra actions may earn further Cut Scenes"
    ),
    number!(
        rings,
        2,
        8,
        "4",
        "bull.setup.geometry",
        "rings of the map, the centre among them"
    ),
    number!(
        quadrants,
        2,
        8,
        "4",
        "bull.setup.geometry",
        "sectors of a ring"
    ),
    choice!(
        centre_undivided,
        ["false" => false, "true" => true],
        "true",
        "bull.setup.geometry",
        "the centre is one sector that touches all quadrants"
    ),
    Row {
        info: OptionInfo {
            name: "objective_start",
            values: &["centre or a sector as ring,quadrant"],
            default: "centre",
            rule: "bull.setup.objective",
            summary: "where the objective marker starts, as side A counts quadrants",
        },
        set: |options, value| {
            options.objective_start = objective(value)?;
            Some(())
        },
        get: |options| match options.objective_start {
            ObjectiveStart::Centre => "centre".to_owned(),
            ObjectiveStart::At(Sector { ring, quadrant }) => format!("{ring},{quadrant}"),
        },
    },
    number!(
        start_ring,
        0,
        7,
        "3",
        "bull.setup.start-positions",
        "ring on which mecha start"
    ),
    Row {
        info: OptionInfo {
            name: "start_quadrants",
            values: &["0,2 or any two quadrants"],
            default: "0,2",
            rule: "bull.setup.start-positions",
            summary: "quadrants in which side A and side B start",
        },
        set: |options, value| {
            options.start_quadrants = pair(value)?;
            Some(())
        },
        get: |options| {
            let [a, b] = options.start_quadrants;
            format!("{a},{b}")
        },
    },
    number!(
        linked_stat_min,
        1,
        12,
        "1",
        "bull.dice.linked-stats",
        "lowest linked stat that may play"
    ),
    number!(
        linked_stat_max,
        1,
        12,
        "8",
        "bull.dice.linked-stats",
        "highest linked stat that may play"
    ),
    number!(
        skill_min,
        1,
        20,
        "1",
        "bull.dice.linked-stats",
        "lowest Mecha Combat skill that may play"
    ),
    number!(
        skill_max,
        1,
        20,
        "5",
        "bull.dice.linked-stats",
        "highest Mecha Combat skill that may play"
    ),
    number!(
        overdrive_start,
        0,
        20,
        "1",
        "bull.overdrive.pool",
        "Overdrive of each pilot at the start"
    ),
    choice!(
        overdrive_gm,
        ["one_per_opposing_player" => GamemasterOverdrive::OnePerOpposingPlayer],
        "one_per_opposing_player",
        "bull.overdrive.pool",
        "the shared pool of a Gamemaster's side at the start"
    ),
    number!(
        overdrive_value,
        1,
        5,
        "1",
        "bull.overdrive.pool",
        "successes per point of Overdrive"
    ),
    choice!(
        bid_order,
        ["loser_first" => BidOrder::LoserFirst, "attacker_first" => BidOrder::AttackerFirst, "sealed" => BidOrder::Sealed],
        "loser_first",
        "bull.overdrive.bid",
        "who bids Overdrive first"
    ),
    number!(
        tactical_points,
        0,
        20,
        "0",
        "bull.tactical.spend",
        "Tactical Points of each player; a Gamemaster has none"
    ),
    choice!(
        initiative_scope,
        ["once" => InitiativeScope::Once, "each_round" => InitiativeScope::EachRound],
        "once",
        "bull.initiative.scope",
        "initiative is rolled once or every round"
    ),
    choice!(
        hold_carry,
        ["lost_at_round_end" => HoldCarry::LostAtRoundEnd, "carries_over" => HoldCarry::CarriesOver],
        "lost_at_round_end",
        "bull.round.hold",
        "a held turn that is not taken is lost or carries over"
    ),
    choice!(
        range_metric,
        ["free_shortest_path" => RangeMetric::FreeShortestPath, "legal_single_turn_path" => RangeMetric::LegalSingleTurnPath],
        "free_shortest_path",
        "bull.attack.range",
        "whether range may count two quadrant steps in a row"
    ),
    choice!(
        strafe_unit,
        ["successes" => StrafeUnit::Successes, "dice" => StrafeUnit::Dice],
        "successes",
        "bull.move.strafe-pool",
        "a strafing pool holds successes or dice"
    ),
    choice!(
        strafe_declare,
        ["after_move_roll" => StrafeDeclare::AfterMoveRoll, "before_move_roll" => StrafeDeclare::BeforeMoveRoll],
        "after_move_roll",
        "bull.move.strafe",
        "strafing is declared after or before the movement roll"
    ),
    choice!(
        strafe_spend,
        ["before_defense_roll" => StrafeSpend::BeforeDefenseRoll, "after_defense_roll" => StrafeSpend::AfterDefenseRoll],
        "before_defense_roll",
        "bull.move.strafe-pool",
        "strafing points are spent before or after the defense roll"
    ),
    number!(
        cooldown_turns,
        0,
        9,
        "1",
        "bull.attack.cooldown",
        "own turns a used weapon must rest"
    ),
    choice!(
        damage_type_effects,
        ["none" => DamageTypeEffects::None],
        "none",
        "bull.attack.damage-type",
        "damage types are labels"
    ),
    number!(
        damage_boxes,
        1,
        20,
        "6",
        "bull.hit.one-box",
        "boxes of the damage track"
    ),
    choice!(
        knockback_double_quadrant,
        ["false" => false, "true" => true],
        "false",
        "bull.hit.knockback",
        "a push may cross two quadrant lines in a row"
    ),
    choice!(
        knockback_optional,
        ["false" => false, "true" => true],
        "true",
        "bull.hit.knockback",
        "a push may be shorter than the margin"
    ),
    number!(
        configurations,
        0,
        9,
        "2",
        "bull.configuration.use",
        "Configurations of each mecha"
    ),
    choice!(
        configuration_effect,
        ["none" => ConfigurationEffect::None],
        "none",
        "bull.configuration.use",
        "Configurations count as lives only"
    ),
    number!(
        configuration_cost,
        0,
        9,
        "1",
        "bull.configuration.use",
        "Overdrive to activate a Configuration; nobody does while they have no effect"
    ),
    choice!(
        lethal_failure,
        ["any_in_lethal_phase" => LethalFailure::AnyInLethalPhase, "third_overall" => LethalFailure::ThirdOverall],
        "any_in_lethal_phase",
        "bull.lethal.death",
        "which failed stability roll kills"
    ),
    choice!(
        disabled_counts_as_destroyed,
        ["false" => false, "true" => true],
        "true",
        "bull.victory.elimination",
        "disabled mecha count as destroyed"
    ),
    number!(
        round_limit,
        1,
        255,
        "30",
        "bull.round.structure",
        "rounds until the battle is a draw"
    ),
    choice!(
        rollout_budget,
        ["4" => RolloutBudget::Four, "8" => RolloutBudget::Eight, "16" => RolloutBudget::Sixteen, "32" => RolloutBudget::ThirtyTwo, "64" => RolloutBudget::SixtyFour],
        "16",
        "policy rollout",
        "play-outs the rollout policy spends on one choice"
    ),
];
