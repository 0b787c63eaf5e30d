//! Whether an action is legal, before it is carried out.

use super::aim::Form;
use super::decision::Action;
use super::moves::{MoveKind, MoveWith};
use super::view::View;

/// What the rules say of an action before it is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ruling {
    /// A move of this kind.
    Move(MoveKind),
    /// An attack that reaches its target so.
    Attack(Form),
    /// Nothing yet: it is judged as it is carried out.
    Open,
}

/// An action with what the rules say of it; `None` when it is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RuledAction {
    pub(crate) action: Action,
    pub(crate) ruling: Option<Ruling>,
}

impl View<'_> {
    /// An action of the active unit with its ruling.
    #[inline]
    pub(crate) fn rule_on(self, action: Action) -> RuledAction {
        let ruling = self.ruling(action);
        RuledAction { action, ruling }
    }

    /// The ruling on an action of the active unit; `None` when it is not legal.
    fn ruling(self, action: Action) -> Option<Ruling> {
        match action {
            Action::Move { to, .. } => self.move_kind(to, MoveWith::MoveAction).map(Ruling::Move),
            Action::Accelerate { to, .. } => {
                self.move_kind(to, MoveWith::Accelerate).map(Ruling::Move)
            }
            Action::Attack {
                weapon,
                special,
                target,
            } => {
                let aim = self.aim(target).filter(|_| self.has_action_for(weapon))?;
                self.form(&aim, weapon, special).map(Ruling::Attack)
            }
            _ => Some(Ruling::Open),
        }
    }
}
