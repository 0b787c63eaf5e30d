//! Any legal choice, all equally likely.

use equipoise_dice::Dice;

use super::{Answer, Clash, Extra, Order, Piece, Policy, Shift, Shot};
use crate::event::RollKind;
use crate::map::{SectorId, SectorSet};
use crate::state::UnitId;
use crate::view::View;

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

/// All shifts of single steps that the points pay for.
fn shifts(view: View<'_>, points: u8) -> impl Iterator<Item = Shift> + Clone + '_ {
    let fielded = (0..view.bout.units.len()).map(Piece::Unit);
    let pieces = fielded.chain([Piece::Marker]);
    pieces.flat_map(move |piece| {
        let from = match piece {
            Piece::Marker => view.state.marker,
            Piece::Unit(unit) => view.unit(unit).sector,
        };
        let steps = view.map().neighbours(from).iter();
        let paid = steps.filter(move |(_, step)| step.cost() <= points);
        paid.map(move |&(to, _)| Shift { piece, to })
    })
}

/// Every ready weapon against every enemy.
fn shots(view: View<'_>, unit: UnitId) -> impl Iterator<Item = Shot> + Clone + '_ {
    let weapons = 0..view.profile(unit).weapons;
    let ready = weapons.filter(move |&weapon| view.is_ready(unit, weapon));
    ready.flat_map(move |weapon| {
        let enemies = view.bout.side(view.side(unit).other());
        let fighting = enemies.filter(move |&enemy| view.unit(enemy).in_play());
        fighting.map(move |target| Shot { weapon, target })
    })
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
        _: UnitId,
        points: u8,
        dice: &mut D,
    ) -> Option<Shift> {
        let kept = [None].into_iter();
        one_of(dice, kept.chain(shifts(view, points).map(Some))).flatten()
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

    fn order<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> Order {
        let orders = [
            Order::Nothing,
            Order::Move,
            Order::Attack,
            Order::MoveThenAttack,
            Order::AttackThenMove,
        ];
        orders[dice.below(orders.len() as u32) as usize]
    }

    fn declare_strafe<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }

    fn step<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        may_strafe: bool,
        dice: &mut D,
    ) -> Answer {
        let reach = view.reach(unit, points);
        let ways = reach.len() + u32::from(may_strafe);
        let chosen = dice.below(ways);
        let sector = reach.iter().nth(chosen as usize);
        sector.map_or(Answer::Strafe, Answer::To)
    }

    fn shot<D: Dice>(&self, view: View<'_>, unit: UnitId, _: bool, dice: &mut D) -> Option<Shot> {
        let none = [None].into_iter();
        one_of(dice, none.chain(shots(view, unit).map(Some))).flatten()
    }

    fn strafing<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D) -> u8 {
        some_of(dice, view.unit(clash.target).strafe)
    }

    fn bid<D: Dice>(&self, view: View<'_>, clash: &Clash, attacking: bool, dice: &mut D) -> u8 {
        some_of(dice, view.overdrive(clash.bidder(attacking)))
    }

    fn fight_on<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }

    fn push<D: Dice>(
        &self,
        view: View<'_>,
        clash: &Clash,
        _: u8,
        reach: SectorSet,
        dice: &mut D,
    ) -> SectorId {
        sector_of(dice, reach, view.unit(clash.target).sector)
    }

    fn extra<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> Extra {
        let extras = [Extra::Nothing, Extra::Move, Extra::Attack];
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
