//! Players who decide as their policies do, each decision noted down.

use std::cell::RefCell;

use equipoise_dice::{Dice, Reroll};

use equipoise_engine::{Hex, Side};

use super::notes::Notes;
use crate::policy::policies::Policies;
use crate::rules::clash::{Clash, CounterTerms, Strike};
use crate::rules::decider::{Decider, Players, each_question};
use crate::rules::decision::{
    Action, AttackBonus, AttackSkills, Boon, Command, DefenceBonus, DefenceSkills, Offer, Order,
    Plan, Reform, Reply, Tuning,
};
use crate::rules::hurt::{Hurt, Location};
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::view::View;

/// The policies of both sides and what is noted about their decisions.
pub(super) struct Spy<'a> {
    pub(super) policies: Policies<'a>,
    pub(super) notes: RefCell<Notes>,
}

/// Hands each question on to the policies; some answers are noted.
macro_rules! answer_and_note {
    (
        points { $($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) -> $answer:ty;)* }
        others { $($(#[$note:meta])* $other:ident($($given:ident: $of:ty),*) -> $found:ty;)* }
    ) => {
        impl Players for Spy<'_> {
            $(answer_and_note!(@ $name($($arg: $type),*) -> $answer);)*
            $(answer_and_note!(@ $other($($given: $of),*) -> $found);)*
        }
    };
    (@ plan($unit:ident: $_unit:ty, $order:ident: $_order:ty) -> $answer:ty) => {
        fn plan<D: Dice>(
            &self, player: Side, view: View<'_>, $unit: $_unit, $order: $_order, dice: &mut D,
        ) -> $answer {
            self.notes.borrow_mut().open(view);
            self.policies.plan(player, view, $unit, $order, dice)
        }
    };
    (@ action() -> $answer:ty) => {
        fn action<D: Dice>(&self, player: Side, view: View<'_>, dice: &mut D) -> $answer {
            let answer = self.policies.action(player, view, dice);
            self.notes.borrow_mut().action(view, answer);
            answer
        }
    };
    (@ attack_skills($clash:ident: $_clash:ty) -> $answer:ty) => {
        fn attack_skills<D: Dice>(
            &self, player: Side, view: View<'_>, $clash: $_clash, dice: &mut D,
        ) -> $answer {
            let answer = self.policies.attack_skills(player, view, $clash, dice);
            self.notes.borrow_mut().attack_skills(view, $clash, answer);
            answer
        }
    };
    (@ defence_skills($clash:ident: $_clash:ty) -> $answer:ty) => {
        fn defence_skills<D: Dice>(
            &self, player: Side, view: View<'_>, $clash: $_clash, dice: &mut D,
        ) -> $answer {
            let answer = self.policies.defence_skills(player, view, $clash, dice);
            self.notes.borrow_mut().defence_skills(view, $clash, answer);
            answer
        }
    };
    (@ $name:ident($($arg:ident: $type:ty),*) -> $answer:ty) => {
        fn $name<D: Dice>(
            &self, player: Side, view: View<'_>, $($arg: $type,)* dice: &mut D,
        ) -> $answer {
            self.policies.$name(player, view, $($arg,)* dice)
        }
    };
}
each_question!(answer_and_note);

impl<D: Dice> Decider<D> for Spy<'_> {
    type Players = Self;

    fn players(&self) -> &Self {
        self
    }
}
