//! The most worth by the rules' own odds: every attack, place and command that is open is weighed, and
//! the best is taken.

use equipoise_dice::Dice;
use equipoise_engine::Side;

use super::plain::{Plain, recover};
use crate::data::kind::UnitKind;
use crate::rules::attack::Attack;
use crate::rules::board::Edge;
use crate::rules::decision::{Action, Placing, Policy};
use crate::rules::state::{Phase, Turn, UnitId};
use crate::rules::view::View;

mod combat;
mod field;
mod grip;
mod mission;
mod places;
mod shots;
mod trial;
mod worth;

use field::Field;

/// Weighs what it may do in one currency, [`worth::Worth`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Greedy;

impl Policy for Greedy {
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

    /// Who can gain most at once; of equal ones the first.
    fn activate<D: Dice>(self, view: View<'_>, waiting: &[UnitId], _dice: &mut D) -> UnitId {
        let [only] = waiting else {
            let rated = waiting
                .iter()
                .map(|&unit| (combat::urgency(view, unit), unit));
            let best = rated.reduce(|best, it| if it.0 > best.0 { it } else { best });
            return best.map_or(0, |it| it.1);
        };
        *only
    }

    fn act<D: Dice>(self, view: View<'_>, unit: UnitId, refused: u8, dice: &mut D) -> Action {
        let Some(turn) = view.battle.turn.filter(|_| refused < 2) else {
            return Action::End;
        };
        let fighter = view.piece(unit).sheet.kind == UnitKind::AirFighter;
        if fighter && turn.phase == Phase::Movement || turn.lent || !view.in_play(unit) {
            return Plain.act(view, unit, refused, dice);
        }
        if refused == 0
            && let Some(action) = recover(view, unit)
        {
            return action;
        }
        if turn.phase == Phase::Movement {
            let way = || Field::way(view, &turn);
            let way = if refused == 0 { way() } else { None };
            return way.unwrap_or(Action::EndMovement);
        }
        combat::best(view, &turn)
    }

    fn react<D: Dice>(
        self,
        view: View<'_>,
        unit: UnitId,
        mover: UnitId,
        _dice: &mut D,
    ) -> Option<Attack> {
        combat::reaction(view, unit, mover)
    }

    fn fall<D: Dice>(self, view: View<'_>, unit: UnitId, dice: &mut D) -> usize {
        Plain.fall(view, unit, dice)
    }
}

impl Greedy {
    /// What the unit in turn may do first on its way to a place or to end there, the best place first.
    pub(super) fn ways(view: View<'_>, turn: &Turn) -> Vec<Action> {
        Field::ways(view, turn)
    }
}

/// What it believes, for tests against the rules.
#[cfg(test)]
impl Greedy {
    /// Its best attack on a target with an arm, and 64 times what it expects of it.
    pub(crate) fn belief(
        view: View<'_>,
        unit: UnitId,
        arm: crate::rules::view::Arm,
        target: UnitId,
    ) -> Option<(Attack, i64)> {
        let field = Field::new(view, unit);
        let mut own = field.own().iter();
        let prospect = own.find(|it| it.arm == arm && it.target == target)?;
        Some(prospect.best(view))
    }

    /// Rolls of 64 with which a grapple succeeds, and with which it may be tried again.
    pub(crate) fn grapple_belief(view: View<'_>, unit: UnitId, target: UnitId) -> [i64; 2] {
        grip::chances(view, unit, target)
    }

    /// What a unit is worth to it.
    pub(crate) fn worth(view: View<'_>, unit: UnitId) -> i64 {
        worth::Scale::of(view.table).worth(view, unit)
    }
}
