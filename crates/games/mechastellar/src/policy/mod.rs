//! Everything a player chooses. A policy sees what a player sees, no hidden dice.

use equipoise_dice::{Dice, Reroll};

use equipoise_engine::{Hex, Side};

use crate::rules::clash::{Clash, CounterTerms, Strike};
use crate::rules::damage::{Hurt, Location};
use crate::rules::decision::{
    Action, AttackBonus, AttackSkills, Command, DefenceBonus, DefenceSkills, Order, Plan,
};
use crate::rules::state::{UnitId, UnitSet};
use crate::rules::view::View;

mod battle_sense;
mod greedy;
mod random;
mod rollout;
mod rulebook;
mod tactics;

pub(crate) use greedy::Greedy;
pub(crate) use random::Random;
pub(crate) use rulebook::{Rulebook, ZEAL_RESERVE};

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
        use $crate::policy::{Greedy, Policy, Random, Rulebook};
        use $crate::policy_kind::PolicyKind;
        let policy = $game.policies[$side.index()];
        let view = $crate::rules::view::View { bout: $game.bout, state: &*$game.state };
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
