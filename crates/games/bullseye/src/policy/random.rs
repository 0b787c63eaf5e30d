//! Any legal choice, all equally likely.

use equipoise_dice::Dice;

use super::legal::{attacks, shifts};
use crate::rules::decision::{Attack, Contest, ExtraAction, MoveChoice, Policy, Shift, TurnPlan};
use crate::rules::event::RollKind;
use crate::rules::sectors::{SectorId, SectorSet};
use crate::rules::state::UnitId;
use crate::rules::view::View;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Random;

fn coin<D: Dice>(dice: &mut D) -> bool {
    dice.below(2) == 0
}

/// From none to all of a pool.
fn some_of<D: Dice>(dice: &mut D, pool: u8) -> u8 {
    dice.below(u32::from(pool) + 1) as u8
}

/// One of the items, by counting them first.
fn one_of<T, D: Dice>(dice: &mut D, items: impl Iterator<Item = T> + Clone) -> Option<T> {
    let count = items.clone().count() as u32;
    let chosen = (count > 0).then(|| dice.below(count))?;
    items.skip(chosen as usize).find(|_| true)
}

fn sector_of<D: Dice>(dice: &mut D, reach: SectorSet, otherwise: SectorId) -> SectorId {
    if reach.len() == 0 {
        return otherwise;
    }
    let chosen = dice.below(reach.len()) as usize;
    reach.iter().nth(chosen).unwrap_or(otherwise)
}

impl Policy for Random {
    fn tactical<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        dice: &mut D,
    ) -> Option<Shift> {
        let kept = [None].into_iter();
        one_of(dice, kept.chain(shifts(view, unit, points).map(Some))).flatten()
    }

    fn overdrive<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        _: RollKind,
        _: u8,
        dice: &mut D,
    ) -> u8 {
        some_of(dice, view.overdrive(unit))
    }

    fn hold<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }

    fn plan_turn<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> TurnPlan {
        let plans = [
            TurnPlan::Nothing,
            TurnPlan::Move,
            TurnPlan::Attack,
            TurnPlan::MoveThenAttack,
            TurnPlan::AttackThenMove,
        ];
        plans[dice.below(plans.len() as u32) as usize]
    }

    fn declare_strafe<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }

    fn use_movement<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        may_strafe: bool,
        dice: &mut D,
    ) -> MoveChoice {
        let reach = view.reach(unit, points);
        let ways = reach.len() + u32::from(may_strafe);
        let chosen = dice.below(ways);
        let sector = reach.iter().nth(chosen as usize);
        sector.map_or(MoveChoice::Strafe, MoveChoice::To)
    }

    fn attack<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        _: bool,
        dice: &mut D,
    ) -> Option<Attack> {
        let none = [None].into_iter();
        one_of(dice, none.chain(attacks(view, unit).map(Some))).flatten()
    }

    fn strafing<D: Dice>(&self, view: View<'_>, contest: &Contest, dice: &mut D) -> u8 {
        some_of(dice, view.unit(contest.target).strafe)
    }

    fn bid<D: Dice>(&self, view: View<'_>, contest: &Contest, attacking: bool, dice: &mut D) -> u8 {
        some_of(dice, view.overdrive(contest.bidder(attacking)))
    }

    fn fight_on<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }

    fn push<D: Dice>(
        &self,
        view: View<'_>,
        contest: &Contest,
        _: u8,
        reach: SectorSet,
        dice: &mut D,
    ) -> SectorId {
        sector_of(dice, reach, view.unit(contest.target).sector)
    }

    fn extra_action<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> ExtraAction {
        let extras = [ExtraAction::Nothing, ExtraAction::Move, ExtraAction::Attack];
        let legal = if view.ready(unit).next().is_some() {
            3
        } else {
            2
        };
        extras[dice.below(legal) as usize]
    }

    fn join<D: Dice>(&self, _: View<'_>, _: UnitId, _: bool, dice: &mut D) -> bool {
        coin(dice)
    }
}
