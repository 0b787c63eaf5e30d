//! The policies of both sides together.

use equipoise_dice::{Dice, Reroll};

use equipoise_engine::{Hex, Side};

use super::greedy::Greedy;
use super::policy::Policy;
use super::random::Random;
use super::search::{self, PlayOuts};
use super::solo::Solo;
use crate::policy_kind::PolicyKind;
use crate::rules::clash::{Clash, CounterTerms, Strike};
use crate::rules::decider::{Decider, Players, each_question};
use crate::rules::decision::{
    Action, AttackBonus, AttackSkills, Boon, Command, DefenceBonus, DefenceSkills, Offer, Order,
    Plan, Reform, Reply, Tuning,
};
use crate::rules::hurt::{Hurt, Location};
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::view::View;

/// The policies of both sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policies<'a> {
    kinds: [PolicyKind; 2],
    play_outs: &'a PlayOuts,
}

impl<'a> Policies<'a> {
    /// Policies with the memory that play-outs use.
    pub(crate) const fn new(kinds: [PolicyKind; 2], play_outs: &'a PlayOuts) -> Self {
        Self { kinds, play_outs }
    }

    /// The policy of a side.
    #[inline(always)]
    pub(crate) const fn of(&self, side: Side) -> PolicyKind {
        self.kinds[side.index()]
    }
}

/// Hands each question to the policy of the side.
macro_rules! answer_by_policy {
    (
        points { $($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) -> $answer:ty;)* }
        others { $($(#[$note:meta])* $other:ident($($given:ident: $of:ty),*) -> $found:ty;)* }
    ) => {
        impl Players for Policies<'_> {
            $(answer_by_policy!(@ $name($($arg: $type),*) -> $answer);)*
            $(answer_by_policy!(@ $other($($given: $of),*) -> $found);)*
        }
    };
    // Who acts and what to do next are all that greedy and search answer differently.
    (@ activate($side:ident: $_side:ty, $among:ident: $_among:ty) -> $answer:ty) => {
        #[inline(always)]
        fn activate<D: Dice>(
            &self, player: Side, view: View<'_>, $side: $_side, $among: $_among, dice: &mut D,
        ) -> $answer {
            match self.of(player) {
                PolicyKind::Solo => Solo.activate(view, $side, $among, dice),
                PolicyKind::Greedy => Greedy.activate(view, $side, $among, dice),
                PolicyKind::Search => {
                    search::activate(view, $side, $among, dice, self.play_outs)
                }
                PolicyKind::Random => Random.activate(view, $side, $among, dice),
                #[cfg(test)]
                PolicyKind::Script => {
                    crate::tests::ScriptPolicy.activate(view, $side, $among, dice)
                }
            }
        }
    };
    (@ action() -> $answer:ty) => {
        #[inline(always)]
        fn action<D: Dice>(&self, player: Side, view: View<'_>, dice: &mut D) -> $answer {
            match self.of(player) {
                PolicyKind::Solo => Solo.action(view, dice),
                PolicyKind::Greedy => Greedy.action(view, dice),
                PolicyKind::Search => search::action(view, dice, self.play_outs),
                PolicyKind::Random => Random.action(view, dice),
                #[cfg(test)]
                PolicyKind::Script => crate::tests::ScriptPolicy.action(view, dice),
            }
        }
    };
    (@ $name:ident($($arg:ident: $type:ty),*) -> $answer:ty) => {
        #[inline(always)]
        fn $name<D: Dice>(
            &self, player: Side, view: View<'_>, $($arg: $type,)* dice: &mut D,
        ) -> $answer {
            match self.of(player) {
                PolicyKind::Solo => Solo.$name(view, $($arg,)* dice),
                PolicyKind::Greedy | PolicyKind::Search => {
                    Greedy.$name(view, $($arg,)* dice)
                }
                PolicyKind::Random => Random.$name(view, $($arg,)* dice),
                #[cfg(test)]
                PolicyKind::Script => {
                    crate::tests::ScriptPolicy.$name(view, $($arg,)* dice)
                }
            }
        }
    };
}
each_question!(answer_by_policy);

/// The policies themselves decide.
impl<D: Dice> Decider<D> for Policies<'_> {
    type Players = Self;

    #[inline(always)]
    fn players(&self) -> &Self {
        self
    }
}
