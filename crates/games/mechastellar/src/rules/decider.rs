//! What the rules ask of the players, and who answers.
//!
//! [`Players`] answer every question. A [`Decider`] stands between them and the rules: the players
//! themselves, or somebody who reaches the same results in another way.

use equipoise_dice::{Dice, Reroll, Roll};

use equipoise_engine::{Hex, Side};

use super::bout::Bout;
use super::clash::{Clash, CounterTerms, PreRoll, Strike};
use super::decision::{
    Action, AttackBonus, AttackSkills, Boon, Command, DefenceBonus, DefenceSkills, Offer, Order,
    Plan, Reform, Reply, Tuning,
};
use super::hurt::{Hurt, Location};
use super::ruling::RuledAction;
use super::state::Battle;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;

/// Hands every question of the rules to a macro: `points` are the decision points, `others` what a
/// policy rolls for itself. Each has the arguments that follow the view of the battle.
macro_rules! each_question {
    ($use:ident) => {
        $use! {
            points {
                /// The winner of the initiative roll-off chooses to go first (`ms10.round.initiative`).
                goes_first(side: Side) -> bool;
                /// Where a unit deploys and which way it looks (`ms10.deploy.zone`, `ms10.deploy.facing`).
                deploy(unit: UnitId) -> (Hex, Hex);
                /// The unit that a side places next, in turns (`ms10.deploy.alternate`).
                deploy_next(side: Side, among: UnitSet) -> UnitId;
                /// Whether a side that has lost every unit brings in its next wave at once
                /// (`ms93.endurance.early-wave`).
                early_wave(side: Side) -> bool;
                /// Another facing for a unit once all are down (`ms10.deploy.facing`).
                turn_about(unit: UnitId) -> Option<Hex>;
                /// A Challenge: own Elite unit and enemy (`ms10.challenge.issue`).
                challenge(side: Side) -> Option<(UnitId, UnitId)>;
                /// The own unit that Revenge binds to `enemy` (`ms10.challenge.revenge`).
                revenge(enemy: UnitId) -> Option<UnitId>;
                /// Which unit to activate (`ms10.round.alternate`).
                activate(side: Side, among: UnitSet) -> UnitId;
                /// What a side makes of its squads, once a battle (`ms10.squad.reform`).
                reform(side: Side) -> Option<Reform>;
                /// What the unit means to do this turn under its order.
                plan(unit: UnitId, order: Order) -> Plan;
                /// The next action of the active unit (`ms10.round.action-order`).
                action() -> Action;
                /// Where a unit that is attacked goes by Accelerate, if it does (`ms10.accel.action`).
                dodge(strike: &Strike) -> Option<Hex>;
                /// Whether to take the Lock On die (`ms10.lock-on.choice`).
                lock_on(strike: &Strike, defending: bool) -> bool;
                /// Whether this attack on the target uses Blindside, or a decoy for Momentum where it has none
                /// (`ms10.advantage.blindside-once`, `ms93.trait.decoy-attack`).
                blindside(strike: &Strike) -> bool;
                /// Elite bonus of an attack (`ms10.bonus.module`).
                attack_bonus(strike: &Strike) -> AttackBonus;
                /// Elite bonus of a defence (`ms10.bonus.module`).
                defence_bonus(strike: &Strike) -> DefenceBonus;
                /// Whether to trade Melee DEF dice for the Counter (`ms10.counter.trade`).
                trade(strike: &Strike) -> bool;
                /// Whether to spend Power or Havoc on a reroll, and of which dice (`ms10.power.reroll`).
                attack_reroll(clash: &Clash) -> Option<Reroll>;
                /// Skills of the attacker, who commits first (`ms10.core.commit-order`).
                attack_skills(clash: &Clash) -> AttackSkills;
                /// Whether to reroll defence dice with Boost, and which (`ms10.boost.reroll`).
                defence_reroll(clash: &Clash) -> Option<Reroll>;
                /// Skills of the defender (`ms10.core.commit-order`).
                defence_skills(clash: &Clash) -> DefenceSkills;
                /// Power or Havoc points for the barrier before it absorbs (`ms10.barrier.power`).
                recharge(clash: &Clash) -> u8;
                /// Battle Damage instead of HP damage (`ms10.battle-damage.option`).
                battle_damage(hurt: &Hurt) -> Option<Location>;
                /// A Called Shot of the attacker (`ms10.battle-damage.called-shot`).
                called_shot(hurt: &Hurt) -> Option<Location>;
                /// Whether to Counter, and with which weapon (`ms10.counter.trigger`). `struck` is
                /// the attack suffered.
                counter(struck: &Strike, terms: CounterTerms) -> Option<Reply>;
                /// Another target of a sweep (`ms10.aoe.sweep`) or a massacre (`ms93.trait.missile-massacre`).
                sweep(strike: &Strike, chosen: UnitSet) -> Option<UnitId>;
                /// The next weapon, or use of a limited one, to put into Support Mode for a roll, out of
                /// `able` (`ms10.support.mode`, `ms10.support.uses`).
                support(strike: &Strike, able: u16, defending: bool) -> Option<usize>;
                /// Where a unit slips out of an engagement after its Feint (`ms10.bonus.feint`).
                slip_away(unit: UnitId) -> Option<Hex>;
                /// The next leader of a squad (`ms10.squad.leader`).
                lead(fallen: UnitId, among: UnitSet) -> UnitId;
                /// Which of several pieces that gave cover is checked (`ms10.destroy.check`).
                checked_cover(strike: &Strike, pieces: u64) -> usize;
                /// Which of several pieces at hand a unit throws (`ms10.throw.terrain`).
                thrown_piece(unit: UnitId, pieces: u64) -> usize;
                /// HITS for each model of a squad, leader first (`ms10.squad.assign`).
                assign(strike: &Strike, through: i32) -> [i32; 3];
                /// Direction of one step of a Push or Pull (`ms10.push.move`).
                push(strike: &Strike, moved: UnitId) -> Hex;
                /// Direction of one step of terrain that is dragged (`ms10.push.on-terrain`).
                drag(piece: usize) -> Hex;
                /// Momentum rather than damage for a collision (`ms10.push.collision`).
                pay_collision(unit: UnitId) -> bool;
                /// A point for a Stun Token (`ms10.stun.spend`).
                buy_off_stun(unit: UnitId) -> bool;
                /// Zeal against stun, and the Move Actions given up to it (`ms10.stun.zeal`,
                /// `ms10.stun.actions`).
                stunned(unit: UnitId) -> (u8, u8);
                /// The mode to be in, 0 for the printed one (`ms10.transform.mode`).
                transform(unit: UnitId, after_melee: bool) -> u8;
                /// Momentum, free uses of Focus, Actions or orders (`ms93.pilot1.renowned`,
                /// `ms93.captain1.renowned`).
                boon(unit: UnitId, offer: Offer) -> Boon;
                /// What a unit's weapons have more in its turn (`ms93.pilot1.mechanics-expert`).
                tune(unit: UnitId) -> Tuning;
                /// The next ally that has free Focus of a unit (`ms93.pilot1.tactician`).
                guide(unit: UnitId, among: UnitSet) -> UnitId;
                /// A Havoc point on the target's cover (`ms10.havoc.cover`).
                smash_cover(target: UnitId) -> bool;
                /// An order for a unit about to act or to be attacked (`ms10.orders.ops-support`).
                order(unit: UnitId) -> bool;
                /// Where a ship launches a unit (`ms10.ship.launch`).
                launch(ship: UnitId, unit: UnitId) -> Option<Hex>;
                /// The unit aboard that a ship repairs (`ms10.ship.repair`).
                repair(ship: UnitId) -> Option<UnitId>;
                /// Whether a unit goes aboard a ship (`ms10.ship.board`).
                board(unit: UnitId, ship: UnitId) -> bool;
                /// A reserve unit to bring in, and where (`ms10.reinforce.when`).
                reinforce(side: Side) -> Option<(UnitId, Hex)>;
                /// Whether a reserve unit destroys the terrain on the point it arrives on
                /// (`ms10.reinforce.where`).
                clear_point(unit: UnitId) -> bool;
                /// Whether to use the Command Rout after a kill (`ms10.command.rout`).
                rout(lost: UnitId) -> bool;
                /// A Command at the end of a turn (`ms10.command.limit`).
                command(commander: UnitId) -> Option<Command>;
            }
            others {
                /// The order that a roll gives a unit before it plans its turn: a roll of the
                /// policy's own, no choice of the rules (`ms93.mecha-ai.*`, `ms93.kaiju-ai.*`).
                roll_order(unit: UnitId) -> Order;
            }
        }
    };
}
pub(crate) use each_question;

/// Declares [`Players`] and names the decision points.
macro_rules! declare_players {
    (
        points { $($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) -> $answer:ty;)* }
        others { $($(#[$note:meta])* $other:ident($($given:ident: $of:ty),*) -> $found:ty;)* }
    ) => {
        /// Both players: one method per question, put to the player of a side. The rules check
        /// every answer; an answer that is not legal is taken as the answer "nothing".
        pub(crate) trait Players {
            $($(#[$doc])*
            fn $name<D: Dice>(
                &self, player: Side, view: View<'_>, $($arg: $type,)* dice: &mut D,
            ) -> $answer;)*
            $($(#[$note])*
            fn $other<D: Dice>(
                &self, player: Side, view: View<'_>, $($given: $of,)* dice: &mut D,
            ) -> $found;)*
        }

        /// The decision points, by the names of the methods of [`Players`].
        pub(crate) const POINTS: &[&str] = &[$(stringify!($name)),*];
    };
}
each_question!(declare_players);

/// Through whom the rules reach the players.
///
/// The methods with a body are where somebody may know a result without working it out, or work it
/// out for many rolls at once. Every decider comes to the results of these bodies.
pub(crate) trait Decider<D: Dice>: Sized {
    /// The players.
    type Players: Players;

    /// The players, to be asked directly.
    fn players(&self) -> &Self::Players;

    /// The plan of a unit for its turn under an order.
    #[inline]
    fn plan(&mut self, view: View<'_>, unit: UnitId, order: Order, dice: &mut D) -> Plan {
        let side = view.side_of(unit);
        self.players().plan(side, view, unit, order, dice)
    }

    /// The next action of the active unit.
    #[inline]
    fn next_action(&mut self, view: View<'_>, dice: &mut D) -> RuledAction {
        let side = view.side_of(view.state.turn.unit);
        view.rule_on(self.players().action(side, view, dice))
    }

    /// The pools of a strike and what both sides choose before the dice, beyond what `pre` holds:
    /// `prepare` asks for it.
    #[inline]
    fn prepare(
        &mut self,
        _view: View<'_>,
        _strike: &Strike,
        _pre: &PreRoll,
        mut prepare: impl FnMut(&Self::Players) -> Clash,
    ) -> Clash {
        prepare(self.players())
    }

    /// Rolls the pools of attack and defence.
    #[inline]
    fn roll(&mut self, _view: View<'_>, clash: &Clash, dice: &mut D) -> [Roll; 2] {
        [
            dice.pool(clash.attack.shape),
            dice.pool(clash.defence.shape),
        ]
    }

    /// Takes a clash from its dice to the last commitment, as `fight` does.
    #[inline]
    fn fight_out(
        &mut self,
        _bout: &Bout,
        clash: &mut Clash,
        state: &mut Battle,
        dice: &mut D,
        mut fight: impl FnMut(&mut Self, &mut Clash, &mut Battle, &mut D),
    ) {
        fight(self, clash, state, dice);
    }
}

/// Reports a decision point to the log.
macro_rules! report {
    ($game:expr, $decision:ident) => {
        equipoise_engine::Log::<$crate::rules::event::Event>::decision(
            &mut *$game.log,
            stringify!($decision),
        )
    };
}
pub(crate) use report;

/// Puts a question to the player of a side and reports the decision point.
macro_rules! ask {
    ($game:expr, $side:expr, $decision:ident($($argument:expr),*)) => {{
        $crate::rules::decider::report!($game, $decision);
        $crate::rules::decider::consult!($game, $side, $decision($($argument),*))
    }};
}
pub(crate) use ask;

/// Puts a question to the player of a side without a report.
macro_rules! consult {
    ($game:expr, $side:expr, $decision:ident($($argument:expr),*)) => {{
        use $crate::rules::decider::Players as _;
        let view = $crate::rules::view::View { bout: $game.bout, state: &*$game.state };
        $game.decider.players().$decision($side, view, $($argument,)* &mut *$game.dice)
    }};
}
pub(crate) use consult;
