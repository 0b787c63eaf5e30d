//! Policies with a memory: a decider that looks up what the policies have decided before.
//!
//! What is kept was worked out by the policies and the rules, once. Debug builds work it out again
//! each time and compare.

use equipoise_dice::{Dice, StreamDice};
use equipoise_engine::{NoLog, Side};

use super::action_key::{ActionKey, TransitionKey};
use super::cache::{DecisionCache, Slot};
use super::cacheable::CachedPolicy;
use super::plan_key::PlanKey;
use super::strike_key::StrikeKey;
use crate::policy::policies::Policies;
use crate::policy::search::PlayOuts;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::clash::{Clash, PreRoll, Strike};
use crate::rules::decider::{Decider, Players as _};
use crate::rules::decision::{Action, Order, Plan};
use crate::rules::game::Game;
use crate::rules::play::Start;
use crate::rules::ruling::RuledAction;
use crate::rules::state::Battle;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// What deciders keep from battle to battle, beside the state of the battle: cached decisions and
/// the memory of play-outs. It changes no result.
#[derive(Debug)]
pub struct Memo {
    cache: DecisionCache,
    play_outs: PlayOuts,
}

impl Default for Memo {
    fn default() -> Self {
        Self {
            cache: DecisionCache::default(),
            play_outs: PlayOuts::new(play_on),
        }
    }
}

/// Turns of a play-out: the rest of the present one and the enemy's next. What lies beyond blurs the
/// differences between candidates more than it adds to them.
const HORIZON: u8 = 2;

/// Plays a play-out, by the same compiled rules as battles: with the decider of battles, but without
/// looking anything up.
pub(crate) fn play_on(bout: &Bout, state: &mut Battle, start: Start, dice: &mut StreamDice) {
    let none = PlayOuts::new(play_on);
    let decider = &mut CachedPolicies {
        policies: Policies::new([PolicyKind::Greedy; 2], &none),
        cached: [None; 2],
        cache: &mut DecisionCache::default(),
        last: None,
    };
    let mut game = Game {
        bout,
        decider,
        state,
        dice,
        log: &mut NoLog,
    };
    game.play_on(start, HORIZON);
}

/// The policies of a bout behind the decision cache. It serves silent battles only: what is looked up
/// is not reported again.
pub(crate) struct CachedPolicies<'a> {
    policies: Policies<'a>,
    /// The policies some of whose decisions are cached in this bout.
    cached: [Option<CachedPolicy>; 2],
    cache: &'a mut DecisionCache,
    /// Where the last action of this turn is kept, if it threw no dice, and its transition.
    last: Option<(Slot, TransitionKey)>,
}

impl<'a> CachedPolicies<'a> {
    /// For a battle of a bout.
    #[inline]
    pub(crate) fn new(bout: &Bout, memo: &'a mut Memo) -> Self {
        let is_open = memo.cache.begin(bout);
        let cached = |policy| CachedPolicy::of(policy).filter(|_| is_open);
        Self {
            cached: bout.policies.map(cached),
            policies: Policies::new(bout.policies, &memo.play_outs),
            cache: &mut memo.cache,
            last: None,
        }
    }

    /// Whether the plans and actions of a side are cached.
    #[inline]
    fn repeats_turns(&self, side: Side) -> bool {
        self.cached[side.index()].is_some_and(CachedPolicy::repeats_turns)
    }

    /// The next action, worked out.
    fn fresh_action<D: Dice>(&self, view: View<'_>, dice: &mut D) -> RuledAction {
        let side = view.side_of(view.state.turn.unit);
        view.rule_on(self.policies.action(side, view, dice))
    }

    /// The next action and its slot by the whole key.
    fn look_up<D: Dice>(
        &mut self,
        view: View<'_>,
        transition: TransitionKey,
        dice: &mut D,
    ) -> (Slot, RuledAction) {
        let key = ActionKey::of(view, transition);
        self.cache.action(key).unwrap_or_else(|| {
            let action = self.fresh_action(view, dice);
            (self.cache.keep_action(key, action), action)
        })
    }
}

/// Whether an action throws no dice and changes nothing but what the action itself says, Momentum
/// and facing: what a [`TransitionKey`] leaves out is known beforehand.
#[inline]
const fn leads_on(action: &Action) -> bool {
    match action {
        Action::Move { .. } | Action::Zeal { .. } => true,
        Action::Rotate { .. }
        | Action::PressOn
        | Action::Accelerate { .. }
        | Action::Attack { .. }
        | Action::Crash { .. }
        | Action::Batter { .. }
        | Action::Secure { .. }
        | Action::Scorch { .. }
        | Action::Leave
        | Action::Submerge { .. }
        | Action::Ready(_)
        | Action::End => false,
    }
}

impl<'a, D: Dice> Decider<D> for CachedPolicies<'a> {
    type Players = Policies<'a>;

    #[inline(always)]
    fn players(&self) -> &Policies<'a> {
        &self.policies
    }

    #[inline]
    fn plan(&mut self, view: View<'_>, unit: UnitId, order: Order, dice: &mut D) -> Plan {
        self.last = None;
        let side = view.side_of(unit);
        let key = self.repeats_turns(side).then(|| PlanKey::of(view, order));
        let Some(key) = key.flatten() else {
            return self.policies.plan(side, view, unit, order, dice);
        };
        let known = self.cache.plan(key);
        if let Some(plan) = known {
            debug_assert_eq!(plan, self.policies.plan(side, view, unit, order, dice));
            return plan;
        }
        let plan = self.policies.plan(side, view, unit, order, dice);
        self.cache.keep_plan(key, plan);
        plan
    }

    #[inline]
    fn next_action(&mut self, view: View<'_>, dice: &mut D) -> RuledAction {
        let side = view.side_of(view.state.turn.unit);
        if !self.repeats_turns(side) {
            return self.fresh_action(view, dice);
        }
        let transition = TransitionKey::of(view);
        if transition.is_spent(view) {
            let action = view.rule_on(Action::End);
            debug_assert_eq!(action, self.fresh_action(view, dice));
            return action;
        }
        // What an attack would do, now that Zeal may bring one, did not count before.
        let rearmed = transition.may_zeal() && view.state.turn.combat_actions == 0;
        let last = self
            .last
            .filter(|(_, before)| !rearmed || before.may_zeal())
            .map(|(slot, _)| slot);
        let linked = last.and_then(|last| self.cache.following(last, transition));
        let (slot, action) = linked.unwrap_or_else(|| {
            let (slot, action) = self.look_up(view, transition, dice);
            if let Some(last) = last {
                self.cache.link(last, transition, slot);
            }
            (slot, action)
        });
        debug_assert_eq!(action, self.fresh_action(view, dice), "{transition:?}");
        debug_assert_eq!(
            self.cache.key_in(slot),
            Some(ActionKey::of(view, transition))
        );
        self.last = leads_on(&action.action).then_some((slot, transition));
        action
    }

    #[inline]
    fn prepare(
        &mut self,
        view: View<'_>,
        strike: &Strike,
        pre: &PreRoll,
        mut prepare: impl FnMut(&Policies<'a>) -> Clash,
    ) -> Clash {
        let [Some(own), Some(other)] = self.cached else {
            return prepare(&self.policies);
        };
        let key = StrikeKey::of(view, [own, other], strike, pre);
        if let Some(&known) = self.cache.strike(key) {
            debug_assert_eq!(known, prepare(&self.policies), "{strike:?}");
            return known;
        }
        let clash = prepare(&self.policies);
        self.cache.keep_strike(key, clash);
        clash
    }
}
