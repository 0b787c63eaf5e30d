//! The standing duel: no moves, fire at torsos while Action Points last.

use equipoise_dice::Dice;
use equipoise_engine::Side;

use super::aims::{Scope, best, best_on};
use super::plain::Plain;
use crate::rules::attack::Attack;
use crate::rules::board::Edge;
use crate::rules::decision::{Action, Placing, Policy};
use crate::rules::state::{Phase, UnitId};
use crate::rules::view::View;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand;

impl Stand {
    /// The attack it makes in a phase or a later one, with the Action Points at hand.
    pub(crate) fn shot(view: View<'_>, unit: UnitId, phase: Phase) -> Option<Attack> {
        let scope = Scope {
            ap: view.unit(unit).ap,
            from: phase,
            torso_only: true,
            ..Scope::ANY
        };
        best(view, unit, scope).map(|it| it.attack)
    }
}

impl Policy for Stand {
    fn leads<D: Dice>(self, view: View<'_>, side: Side, dice: &mut D) -> bool {
        Plain.leads(view, side, dice)
    }

    fn edge<D: Dice>(self, view: View<'_>, side: Side, dice: &mut D) -> Edge {
        Plain.edge(view, side, dice)
    }

    fn place<D: Dice>(
        self,
        view: View<'_>,
        waiting: &[UnitId],
        edge: Edge,
        dice: &mut D,
    ) -> Placing {
        Plain.place(view, waiting, edge, dice)
    }

    fn activate<D: Dice>(self, _view: View<'_>, waiting: &[UnitId], _dice: &mut D) -> UnitId {
        waiting[0]
    }

    fn act<D: Dice>(self, view: View<'_>, unit: UnitId, refused: u8, _dice: &mut D) -> Action {
        let Some(turn) = view.battle.turn.filter(|_| refused < 2) else {
            return Action::End;
        };
        if turn.phase == Phase::Movement && refused == 0 {
            return Action::EndMovement;
        }
        Self::shot(view, unit, turn.phase).map_or(Action::End, Action::Attack)
    }

    fn react<D: Dice>(
        self,
        view: View<'_>,
        unit: UnitId,
        mover: UnitId,
        _dice: &mut D,
    ) -> Option<Attack> {
        let scope = Scope {
            ap: view.unit(unit).ap,
            unarmed: false,
            torso_only: true,
            ..Scope::ANY
        };
        best_on(view, unit, mover, scope).map(|it| it.attack)
    }

    fn fall<D: Dice>(self, view: View<'_>, unit: UnitId, dice: &mut D) -> usize {
        Plain.fall(view, unit, dice)
    }
}
