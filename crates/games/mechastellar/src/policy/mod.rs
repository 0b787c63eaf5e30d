//! Everything a player chooses. A policy sees what a player sees, no hidden dice.

use std::fmt;
use std::str::FromStr;

use equipoise_dice::{Dice, Reroll};
use thiserror::Error;

use equipoise_engine::{Hex, Side};

use super::clash::{Clash, CounterTerms, Strike};
use super::damage::{Hurt, Location};
use super::options::Options;
use super::state::{UnitId, UnitSet};
use super::turn::Fuel;
use super::view::View;

mod battle_sense;
mod greedy;
mod random;
mod rollout;
mod rulebook;
mod tactics;

pub(crate) use greedy::Greedy;
pub(crate) use random::Random;
pub(crate) use rulebook::{Rulebook, ZEAL_RESERVE};

/// A way of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PolicyKind {
    /// The printed behaviour table of the wargame supplement with thrifty skill use.
    Rulebook,
    /// Best expected result by exact tables.
    Greedy,
    /// Greedy, improved by sampled look-ahead at activation choices.
    Rollout,
    /// Any legal choice, all equally likely.
    Random,
    /// Answers given by a test.
    #[cfg(test)]
    Script,
}

impl PolicyKind {
    /// All policies.
    pub const ALL: [Self; 4] = [Self::Rulebook, Self::Greedy, Self::Rollout, Self::Random];

    /// Name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rulebook => "rulebook",
            Self::Greedy => "greedy",
            Self::Rollout => "rollout",
            Self::Random => "random",
            #[cfg(test)]
            Self::Script => "script",
        }
    }

    /// One line for lists.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Rulebook => "the printed mecha behaviour table, skills spent thriftily",
            Self::Greedy => "the best expected result by exact damage tables, Momentum at a price",
            Self::Rollout => "greedy, and play-outs to choose which unit acts next",
            Self::Random => "any legal choice, all equally likely",
            #[cfg(test)]
            Self::Script => "answers given by a test",
        }
    }
}

impl fmt::Display for PolicyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No policy of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no policy named \"{0}\"; expected one of rulebook, greedy, rollout, random")]
pub struct UnknownPolicy(pub String);

impl FromStr for PolicyKind {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|policy| policy.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownPolicy(name.to_owned()))
    }
}

/// What a unit means to do in its turn, named as in the behaviour table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Order {
    /// No order of the table.
    #[default]
    Free,
    Attack,
    AttackAndRetreat,
    Retreat,
    LastStand,
    FinishThem,
}

impl Order {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Free => "",
            Self::Attack => "Attack",
            Self::AttackAndRetreat => "Attack and Retreat",
            Self::Retreat => "Retreat",
            Self::LastStand => "Last Stand",
            Self::FinishThem => "Finish Them",
        }
    }
}

/// A policy's plan for one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Plan {
    pub(crate) order: Order,
    pub(crate) target: UnitId,
    /// Hexes from the target to attack at.
    pub(crate) approach: u16,
    /// Hexes from the target to end the turn at.
    pub(crate) finish: u16,
}

impl Plan {
    /// HITS the order adds to each attack of the turn (`ms93.mecha-ai.last-stand`,
    /// `ms93.mecha-ai.finish-them`).
    pub(crate) fn order_hits(&self, options: &Options) -> i32 {
        let bold = matches!(self.order, Order::LastStand | Order::FinishThem);
        i32::from(bold && options.behaviour_bonus)
    }
}

/// One action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A Move Action, and the facing of the free spin after the first.
    Move { to: Hex, spin: Option<Hex> },
    /// A Move Action spent on turning.
    Rotate { facing: Hex },
    /// A Move Action spent inside an engagement for the Momentum Shift.
    PressOn,
    /// Accelerate by one hex.
    Accelerate { to: Hex, fuel: Fuel },
    /// An attack with a Combat Action.
    Attack {
        weapon: usize,
        special: bool,
        target: UnitId,
    },
    /// A Crash attack inside a Move Action, ending on `to`.
    Crash {
        weapon: usize,
        target: UnitId,
        to: Hex,
    },
    /// A Combat Action aimed at terrain.
    Batter { weapon: usize, piece: usize },
    /// Sinking, or surfacing with a Move Action, in deep water.
    Submerge { below: bool },
    /// Extra Combat Actions for Momentum.
    Zeal { actions: u8 },
    /// Nothing more this turn.
    End,
}

impl Action {
    /// Whether it throws no dice and changes nothing but what the action itself says, Momentum and
    /// facing: what a [`Hinge`](super::recall::Hinge) tells besides is known beforehand.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self, Self::Move { .. } | Self::Zeal { .. })
    }
}

/// Elite bonus of an attack (`ms10.bonus.barrage`, `ms10.bonus.swift`, `ms10.bonus.feint`, `ms10.bonus.tear`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AttackBonus {
    /// Barrage or Swift Strike: one more die.
    Die,
    /// Bullseye or Feint: critical number better by one.
    Critical,
    /// Tear Through The Ranks: HITS by the target's Size; melee only.
    Size,
}

/// Elite bonus of a defence (`ms10.bonus.guard`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DefenceBonus {
    /// Guard: one more die.
    Die,
    /// Dodge: critical number better by one.
    Critical,
}

/// Skills bought on an attack roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AttackSkills {
    pub(crate) focus: bool,
    pub(crate) valor: bool,
    /// Uses of All Weapons Fire (`ms10.ship.all-weapons`).
    pub(crate) all_weapons: u8,
}

/// Skills bought on a defence roll; steps of 3 Momentum, 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DefenceSkills {
    pub(crate) focus: bool,
    pub(crate) flash: u8,
    pub(crate) iron_wall: u8,
    /// Uses of Anti-Air Defences (`ms10.ship.anti-air`).
    pub(crate) anti_air: u8,
}

/// A Command at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Trust(UnitId),
    Rally,
}

/// The decision points, by the names of the methods of [`Policy`].
pub(super) const POINTS: &[&str] = &[
    "goes_first",
    "deploy",
    "challenge",
    "revenge",
    "activate",
    "plan",
    "action",
    "lock_on",
    "attack_bonus",
    "defence_bonus",
    "trade",
    "attack_reroll",
    "attack_skills",
    "defence_reroll",
    "defence_skills",
    "recharge",
    "battle_damage",
    "called_shot",
    "counter",
    "sweep",
    "support",
    "assign",
    "push",
    "pay_collision",
    "buy_off_stun",
    "stunned",
    "transform",
    "smash_cover",
    "order",
    "launch",
    "repair",
    "board",
    "reinforce",
    "rout",
    "command",
];

/// One method per decision point. The rules check every answer; an answer that is not legal is
/// taken as the answer "nothing". A method with a body answers as any sensible player does.
pub(crate) trait Policy {
    /// The winner of the initiative roll-off chooses to go first (`ms10.round.initiative`).
    fn goes_first<D: Dice>(&self, view: View<'_>, side: Side, dice: &mut D) -> bool;

    /// Where a unit deploys and which way it looks (`ms10.deploy.zone`, `ms10.deploy.facing`).
    fn deploy<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> (Hex, Hex);

    /// A Challenge: own Elite unit and enemy (`ms10.challenge.issue`).
    fn challenge<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        dice: &mut D,
    ) -> Option<(UnitId, UnitId)>;

    /// The own unit that Revenge binds to `enemy` (`ms10.challenge.revenge`).
    fn revenge<D: Dice>(&self, view: View<'_>, enemy: UnitId, dice: &mut D) -> Option<UnitId>;

    /// Which unit to activate (`ms10.round.alternate`).
    fn activate<D: Dice>(&self, view: View<'_>, side: Side, among: UnitSet, dice: &mut D)
    -> UnitId;

    /// The order that a roll gives a unit before it plans its turn: a roll of the policy's own, no
    /// choice of the rules (`ms93.mecha-ai.*`).
    fn roll_order<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> Order {
        Order::Free
    }

    /// What the unit means to do this turn under its order.
    fn plan<D: Dice>(&self, view: View<'_>, unit: UnitId, order: Order, dice: &mut D) -> Plan;

    /// The next action of the active unit (`ms10.round.action-order`).
    fn action<D: Dice>(&self, view: View<'_>, dice: &mut D) -> Action;

    /// Whether to take the Lock On die (`ms10.lock-on.choice`).
    fn lock_on<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        defending: bool,
        dice: &mut D,
    ) -> bool;

    /// Elite bonus of an attack (`ms10.bonus.module`).
    fn attack_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, dice: &mut D) -> AttackBonus;

    /// Elite bonus of a defence (`ms10.bonus.module`).
    fn defence_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, dice: &mut D)
    -> DefenceBonus;

    /// Whether to trade Melee DEF dice for the Counter (`ms10.counter.trade`).
    fn trade<D: Dice>(&self, view: View<'_>, strike: &Strike, dice: &mut D) -> bool;

    /// Whether to spend Power or Havoc on a reroll, and of which dice (`ms10.power.reroll`).
    fn attack_reroll<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D)
    -> Option<Reroll>;

    /// Skills of the attacker, who commits first (`ms10.core.commit-order`).
    fn attack_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D) -> AttackSkills;

    /// Whether to reroll defence dice with Boost, and which (`ms10.boost.reroll`).
    fn defence_reroll<D: Dice>(
        &self,
        view: View<'_>,
        clash: &Clash,
        dice: &mut D,
    ) -> Option<Reroll>;

    /// Skills of the defender (`ms10.core.commit-order`).
    fn defence_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D)
    -> DefenceSkills;

    /// Power or Havoc points for the barrier before it absorbs (`ms10.barrier.power`).
    fn recharge<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> u8 {
        battle_sense::recharge(view, clash)
    }

    /// Battle Damage instead of HP damage (`ms10.battle-damage.option`).
    fn battle_damage<D: Dice>(&self, view: View<'_>, hurt: &Hurt, dice: &mut D)
    -> Option<Location>;

    /// A Called Shot of the attacker (`ms10.battle-damage.called-shot`).
    fn called_shot<D: Dice>(&self, view: View<'_>, hurt: &Hurt, dice: &mut D) -> Option<Location>;

    /// Whether to Counter, and with which weapon (`ms10.counter.trigger`). `struck` is the attack suffered.
    fn counter<D: Dice>(
        &self,
        view: View<'_>,
        struck: &Strike,
        terms: CounterTerms,
        dice: &mut D,
    ) -> Option<usize>;

    /// Another target of a sweep (`ms10.aoe.sweep`).
    fn sweep<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        chosen: UnitSet,
        _: &mut D,
    ) -> Option<UnitId> {
        battle_sense::sweep(view, strike, chosen)
    }

    /// Weapons to put into Support Mode for a roll, out of `able` (`ms10.support.mode`).
    fn support<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        able: u16,
        defending: bool,
        _: &mut D,
    ) -> u16 {
        battle_sense::support(view, strike, able, defending)
    }

    /// HITS for each model of a squad, leader first (`ms10.squad.assign`).
    fn assign<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        through: i32,
        _: &mut D,
    ) -> [i32; 3] {
        battle_sense::assign(view, strike, through)
    }

    /// Direction of one step of a Push or Pull (`ms10.push.move`).
    fn push<D: Dice>(&self, view: View<'_>, strike: &Strike, moved: UnitId, _: &mut D) -> Hex {
        battle_sense::push(view, strike, moved)
    }

    /// Momentum rather than damage for a collision (`ms10.push.collision`).
    fn pay_collision<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        battle_sense::pay_collision(view, unit)
    }

    /// A point for a Stun Token (`ms10.stun.spend`).
    fn buy_off_stun<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        battle_sense::buy_off_stun(view, unit)
    }

    /// Zeal against stun, and the Move Actions given up to it (`ms10.stun.zeal`,
    /// `ms10.stun.actions`).
    fn stunned<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> (u8, u8) {
        battle_sense::stunned(view, unit)
    }

    /// The mode to be in, 0 for the printed one (`ms10.transform.mode`).
    fn transform<D: Dice>(&self, view: View<'_>, unit: UnitId, after_melee: bool, _: &mut D) -> u8 {
        battle_sense::transform(view, unit, after_melee)
    }

    /// A Havoc point on the target's cover (`ms10.havoc.cover`).
    fn smash_cover<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        true
    }

    /// An order for a unit about to act or to be attacked (`ms10.orders.ops-support`).
    fn order<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        battle_sense::order(view, unit)
    }

    /// Where a ship launches a unit (`ms10.ship.launch`).
    fn launch<D: Dice>(
        &self,
        view: View<'_>,
        ship: UnitId,
        unit: UnitId,
        _: &mut D,
    ) -> Option<Hex> {
        battle_sense::launch(view, ship, unit)
    }

    /// The unit aboard that a ship repairs (`ms10.ship.repair`).
    fn repair<D: Dice>(&self, view: View<'_>, ship: UnitId, _: &mut D) -> Option<UnitId> {
        battle_sense::repair(view, ship)
    }

    /// Whether a unit goes aboard a ship (`ms10.ship.board`).
    fn board<D: Dice>(&self, view: View<'_>, unit: UnitId, ship: UnitId, _: &mut D) -> bool {
        battle_sense::board(view, unit, ship)
    }

    /// A reserve unit to bring in, and where (`ms10.reinforce.when`).
    fn reinforce<D: Dice>(&self, view: View<'_>, side: Side, _: &mut D) -> Option<(UnitId, Hex)> {
        battle_sense::reinforce(view, side)
    }

    /// Whether to use the Command Rout after a kill (`ms10.command.rout`).
    fn rout<D: Dice>(&self, view: View<'_>, lost: UnitId, _: &mut D) -> bool {
        battle_sense::rout(view, lost)
    }

    /// A Command at the end of a turn (`ms10.command.limit`).
    fn command<D: Dice>(&self, view: View<'_>, commander: UnitId, _: &mut D) -> Option<Command> {
        tactics::command(view, commander)
    }
}

/// Puts a decision to the policy of a side and reports the point.
macro_rules! ask {
    ($game:expr, $side:expr, $decision:ident($($argument:expr),*)) => {{
        equipoise_engine::Log::<$crate::Event>::decision(&mut *$game.log, stringify!($decision));
        $crate::policy::consult!($game, $side, $decision($($argument),*))
    }};
}
pub(crate) use ask;

/// Puts a question to the policy of a side without a report.
macro_rules! consult {
    ($game:expr, $side:expr, $decision:ident($($argument:expr),*)) => {{
        use $crate::policy::{Greedy, Policy, PolicyKind, Random, Rulebook};
        let policy = $game.policies[$side.index()];
        let view = $crate::view::View { bout: $game.bout, state: &*$game.state };
        match policy {
            PolicyKind::Rulebook => Rulebook.$decision(view, $($argument,)* &mut *$game.dice),
            PolicyKind::Greedy | PolicyKind::Rollout => {
                let looks_ahead = policy == PolicyKind::Rollout;
                Greedy { looks_ahead }.$decision(view, $($argument,)* &mut *$game.dice)
            }
            PolicyKind::Random => Random.$decision(view, $($argument,)* &mut *$game.dice),
            #[cfg(test)]
            PolicyKind::Script => {
                $crate::tests::ScriptPolicy
                    .$decision(view, $($argument,)* &mut *$game.dice)
            }
        }
    }};
}
pub(crate) use consult;
