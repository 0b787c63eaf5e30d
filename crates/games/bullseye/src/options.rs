//! Named rules options: the rules text leaves many numbers and readings open, the designer chooses.

use equipoise_dice::{Ones, SuccessPool};
use equipoise_engine::{OptionValue, SearchBudget, option_values, rules_options};
use serde::{Deserialize, Serialize};

use crate::sector::Sector;

option_values! {
    /// What a die of a success roll that shows 1 does (`bull.dice.ones`).
    pub enum OnesRule {
        /// It scores and is rolled again.
        CountAndReroll = "count_and_reroll",
        /// It is rolled again in place of the 1.
        Replace = "replace",
        /// Nothing special.
        Ignore = "ignore",
    }

    /// What a Cut Scene on an initiative roll earns (`bull.dice.cut-scene`).
    pub enum InitiativeScene {
        /// Nothing.
        None = "none",
        /// An extra action before the first turn of the battle.
        BeforeFirstTurn = "extra_action_before_turn_1",
    }

    /// Overdrive of a Gamemaster's side (`bull.overdrive.pool`).
    pub enum GamemasterOverdrive {
        /// One shared pool of a point for each opposing player.
        OnePerOpposingPlayer = "one_per_opposing_player",
    }

    /// How Overdrive is bid (`bull.overdrive.bid`).
    pub enum BidOrder {
        /// The side that would lose starts; its pass ends the bidding.
        LoserFirst = "loser_first",
        /// The attacker starts; two passes in a row end the bidding.
        AttackerFirst = "attacker_first",
        /// Both write one bid down and show it at once.
        Sealed = "sealed",
    }

    /// How long an initiative order holds (`bull.initiative.scope`).
    pub enum InitiativeScope {
        /// For the whole combat.
        Once = "once",
        /// For one round.
        EachRound = "each_round",
    }

    /// What becomes of a held turn that is not taken (`bull.round.hold`).
    pub enum HoldCarry {
        /// It is lost when the round ends.
        LostAtRoundEnd = "lost_at_round_end",
        /// It can still be taken in later rounds.
        CarriesOver = "carries_over",
    }

    /// How range is measured (`bull.attack.range`).
    pub enum RangeMetric {
        /// Cheapest route, two quadrant steps in a row allowed.
        FreeShortestPath = "free_shortest_path",
        /// Cheapest route that one turn could take.
        LegalSingleTurnPath = "legal_single_turn_path",
    }

    /// What a strafing pool holds (`bull.move.strafe-pool`).
    pub enum StrafeUnit {
        /// Successes.
        Successes = "successes",
        /// Dice to roll with the defense.
        Dice = "dice",
    }

    /// When strafing is declared (`bull.move.strafe`).
    pub enum StrafeDeclare {
        /// Once the movement roll is seen.
        AfterMoveRoll = "after_move_roll",
        /// Before it.
        BeforeMoveRoll = "before_move_roll",
    }

    /// When points of a strafing pool are spent (`bull.move.strafe-pool`).
    pub enum StrafeSpend {
        /// Once the attack is seen, before the defense roll.
        BeforeDefenseRoll = "before_defense_roll",
        /// Once both are seen.
        AfterDefenseRoll = "after_defense_roll",
    }

    /// What a damage type does (`bull.attack.damage-type`).
    pub enum DamageTypeEffects {
        /// Nothing: it is a label.
        None = "none",
    }

    /// What an active Configuration does (`bull.configuration.use`).
    pub enum ConfigurationEffect {
        /// Nothing: their number counts, as lives before the lethal phase.
        None = "none",
    }

    /// Which failed stability roll kills (`bull.lethal.death`).
    pub enum LethalFailure {
        /// Any in the lethal phase.
        AnyInLethalPhase = "any_in_lethal_phase",
        /// The third of the battle or a later one, in the lethal phase.
        ThirdOverall = "third_overall",
    }
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

/// Where the objective marker starts (`bull.setup.objective`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObjectiveStart {
    /// The undivided centre; on a divided one the innermost sector half way from A's start to B's.
    Centre,
    /// A sector.
    At(Sector),
}

impl OptionValue for ObjectiveStart {
    const VALUES: &'static [&'static str] = &["centre or a sector as ring,quadrant"];

    fn parse(name: &str) -> Option<Self> {
        if name == "centre" {
            return Some(Self::Centre);
        }
        let [ring, quadrant] = pair(name)?;
        Some(Self::At(Sector { ring, quadrant }))
    }

    fn name(&self) -> String {
        match self {
            Self::Centre => "centre".to_owned(),
            Self::At(Sector { ring, quadrant }) => format!("{ring},{quadrant}"),
        }
    }
}

/// Quadrants in which side A and side B start (`bull.setup.start-positions`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartQuadrants(pub [u8; 2]);

impl OptionValue for StartQuadrants {
    const VALUES: &'static [&'static str] = &["0,2 or any two quadrants"];

    fn parse(name: &str) -> Option<Self> {
        pair(name).map(Self)
    }

    fn name(&self) -> String {
        let [a, b] = self.0;
        format!("{a},{b}")
    }
}

/// Two numbers from 0 to 7 as `0,2`, in brackets or without.
fn pair(text: &str) -> Option<[u8; 2]> {
    let text = text.trim();
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let (first, second) = bare.unwrap_or(text).split_once(',')?;
    let small = |text: &str| u8::parse(text.trim()).filter(|number| *number <= 7);
    Some([small(first)?, small(second)?])
}

rules_options! {
    /// Every rules option with the value in force.
    pub struct Options {
        die_faces: u8 [2 to 20] = 6, "bull.dice.die", "faces of every die";
        ones: OnesRule = OnesRule::CountAndReroll, "bull.dice.ones",
            "a die showing 1 scores and is rerolled, is rerolled without scoring, or neither";
        ones_chain_cap: u8 [0 to 20] = 20, "bull.dice.ones",
            "limit of rerolls of one die, and of Cut Scenes set off by one action";
        great_success_at: u8 [1 to 255] = 5,
            "bull.dice.great-success", "successes of a roll that earn 1 Overdrive";
        cut_scene_at: u8 [1 to 255] = 8,
            "bull.dice.cut-scene", "successes of a roll that earn an extra Move or Attack";
        cut_scene_in_initiative: InitiativeScene = InitiativeScene::None,
            "bull.dice.cut-scene", "what a Cut Scene on the first initiative roll earns";
        cut_scene_chain: bool = false,
            "bull.dice.cut-scene", "extra actions may earn further Cut Scenes";
        rings: u8 [2 to 8] = 4, "bull.setup.geometry", "rings of the map, including the centre";
        quadrants: u8 [2 to 8] = 4, "bull.setup.geometry", "sectors of a ring";
        centre_undivided: bool = true,
            "bull.setup.geometry", "the centre is one sector that touches all quadrants";
        objective_start: ObjectiveStart = ObjectiveStart::Centre,
            "bull.setup.objective", "where the objective marker starts, as side A counts quadrants";
        start_ring: u8 [0 to 7] = 3, "bull.setup.start-positions", "ring on which mecha start";
        start_quadrants: StartQuadrants = StartQuadrants([0, 2]),
            "bull.setup.start-positions", "quadrants in which side A and side B start";
        linked_stat_min: u8 [1 to 12] = 1,
            "bull.dice.linked-stats", "lowest linked stat allowed";
        linked_stat_max: u8 [1 to 12] = 8,
            "bull.dice.linked-stats", "highest linked stat allowed";
        skill_min: u8 [1 to 20] = 1,
            "bull.dice.linked-stats", "lowest Mecha Combat skill allowed";
        skill_max: u8 [1 to 20] = 5,
            "bull.dice.linked-stats", "highest Mecha Combat skill allowed";
        overdrive_start: u8 [0 to 20] = 1,
            "bull.overdrive.pool", "Overdrive of each pilot at the start";
        overdrive_gm: GamemasterOverdrive = GamemasterOverdrive::OnePerOpposingPlayer,
            "bull.overdrive.pool", "the shared pool of a Gamemaster's side at the start";
        overdrive_value: u8 [1 to 5] = 1, "bull.overdrive.pool", "successes per point of Overdrive";
        bid_order: BidOrder = BidOrder::LoserFirst,
            "bull.overdrive.bid", "who bids Overdrive first";
        tactical_points: u8 [0 to 20] = 0,
            "bull.tactical.spend", "Tactical Points of each player; a Gamemaster has none";
        tactical_allies: bool = false,
            "bull.tactical.spend", "Tactical Points may shift an ally's mecha too";
        initiative_scope: InitiativeScope = InitiativeScope::Once,
            "bull.initiative.scope", "initiative is rolled once or every round";
        hold_carry: HoldCarry = HoldCarry::LostAtRoundEnd,
            "bull.round.hold", "a held turn that is not taken is lost or carries over";
        range_metric: RangeMetric = RangeMetric::FreeShortestPath,
            "bull.attack.range", "whether range may count two quadrant steps in a row";
        strafe_unit: StrafeUnit = StrafeUnit::Successes,
            "bull.move.strafe-pool", "a strafing pool holds successes or dice";
        strafe_declare: StrafeDeclare = StrafeDeclare::AfterMoveRoll,
            "bull.move.strafe", "strafing is declared after or before the movement roll";
        strafe_spend: StrafeSpend = StrafeSpend::BeforeDefenseRoll,
            "bull.move.strafe-pool", "strafing points are spent before or after the defense roll";
        cooldown_turns: u8 [0 to 9] = 1,
            "bull.attack.cooldown", "own turns for which a used weapon cools down";
        damage_type_effects: DamageTypeEffects = DamageTypeEffects::None,
            "bull.attack.damage-type", "damage types have no effect";
        damage_boxes: u8 [1 to 20] = 6, "bull.hit.one-box", "boxes of the damage track";
        knockback_double_quadrant: bool = false,
            "bull.hit.knockback", "a push may cross two quadrant lines in a row";
        knockback_optional: bool = true,
            "bull.hit.knockback", "a push may be shorter than the margin";
        configurations: u8 [0 to 9] = 2, "bull.configuration.use", "Configurations of each mecha";
        configuration_effect: ConfigurationEffect = ConfigurationEffect::None,
            "bull.configuration.use", "Configurations count as lives only";
        configuration_cost: u8 [0 to 9] = 1, "bull.configuration.use",
            "Overdrive to activate a Configuration; never spent while they have no effect";
        lethal_failure: LethalFailure = LethalFailure::AnyInLethalPhase,
            "bull.lethal.death", "which failed stability roll kills";
        disabled_counts_as_destroyed: bool = true,
            "bull.victory.elimination", "disabled mecha count as destroyed";
        round_limit: u8 [1 to 255] = 30,
            "bull.round.structure", "rounds until the battle is a draw";
        search_budget: SearchBudget = SearchBudget::Sixteen,
            "policy search", "play-outs the search policy spends on one choice";
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

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn sectors_are_written_as_ring_and_quadrant() {
        let mut options = Options::default();
        options.set("objective_start", "2, 1").unwrap();
        options.set("start_quadrants", "[1, 3]").unwrap();
        assert_eq!(options.start_quadrants, super::StartQuadrants([1, 3]));
        let values = options.values();
        assert!(values.contains(&("objective_start", "2,1".to_owned())));
        for wrong in ["", "2", "2,x", "2,9", "1,2,3"] {
            assert!(options.set("objective_start", wrong).is_err(), "{wrong}");
        }
    }
}
