//! The player of rule tests, who answers as the test scripts it.

use std::cell::RefCell;
use std::collections::VecDeque;

use equipoise_dice::Dice;

use crate::rules::decision::{Attack, Contest, ExtraAction, MoveChoice, Policy, Shift, TurnPlan};
use crate::rules::event::RollKind;
use crate::rules::sectors::{SectorId, SectorSet};
use crate::rules::state::UnitId;
use crate::rules::view::View;
use crate::sector::Sector;

/// The answers a scripted player gives; a queue that has run out answers "nothing".
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    pub(crate) tactical: VecDeque<Shift>,
    pub(crate) overdrive: VecDeque<u8>,
    /// Who holds next; others do not.
    pub(crate) holds: VecDeque<UnitId>,
    /// Who joins next; others wait.
    pub(crate) joins: VecDeque<UnitId>,
    pub(crate) plans: VecDeque<TurnPlan>,
    /// Attack and nothing else where no order is left.
    pub(crate) stands: bool,
    pub(crate) declares: bool,
    pub(crate) steps: VecDeque<Move>,
    /// The first ready weapon at the first enemy where none is left.
    pub(crate) attacks: VecDeque<Option<Attack>>,
    pub(crate) strafing: VecDeque<u8>,
    pub(crate) bids: VecDeque<u8>,
    pub(crate) gives_in: bool,
    pub(crate) pushes: VecDeque<(u8, u8)>,
    pub(crate) extras: VecDeque<ExtraAction>,
}

/// A use of movement points: strafing, or moving to ring and quadrant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Move {
    Strafe,
    To(u8, u8),
}

thread_local! {
    pub(super) static SCRIPT: RefCell<Script> = RefCell::default();
}

/// The policy that answers from the script of the test's thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScriptPolicy;

fn answer<T>(read: impl FnOnce(&mut Script) -> T) -> T {
    SCRIPT.with_borrow_mut(read)
}

fn next_is(queue: &mut VecDeque<UnitId>, unit: UnitId) -> bool {
    let next = queue.front() == Some(&unit);
    if next {
        queue.pop_front();
    }
    next
}

fn sector(view: View<'_>, ring: u8, quadrant: u8) -> SectorId {
    let sector = Sector { ring, quadrant };
    view.map().find(sector).expect("a sector of the map")
}

impl Policy for ScriptPolicy {
    fn tactical<D: Dice>(&self, _: View<'_>, _: UnitId, _: u8, _: &mut D) -> Option<Shift> {
        answer(|script| script.tactical.pop_front())
    }

    fn overdrive<D: Dice>(&self, _: View<'_>, _: UnitId, _: RollKind, _: u8, _: &mut D) -> u8 {
        answer(|script| script.overdrive.pop_front().unwrap_or(0))
    }

    fn hold<D: Dice>(&self, _: View<'_>, unit: UnitId, _: &mut D) -> bool {
        answer(|script| next_is(&mut script.holds, unit))
    }

    fn plan_turn<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> TurnPlan {
        answer(|script| {
            let otherwise = if script.stands {
                TurnPlan::Attack
            } else {
                TurnPlan::Nothing
            };
            script.plans.pop_front().unwrap_or(otherwise)
        })
    }

    fn declare_strafe<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        answer(|script| script.declares)
    }

    fn use_movement<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        _: u8,
        _: bool,
        _: &mut D,
    ) -> MoveChoice {
        match answer(|script| script.steps.pop_front()) {
            None => MoveChoice::To(view.unit(unit).sector),
            Some(Move::Strafe) => MoveChoice::Strafe,
            Some(Move::To(ring, quadrant)) => MoveChoice::To(sector(view, ring, quadrant)),
        }
    }

    fn attack<D: Dice>(&self, view: View<'_>, unit: UnitId, _: bool, _: &mut D) -> Option<Attack> {
        answer(|script| script.attacks.pop_front()).unwrap_or_else(|| {
            Some(Attack {
                weapon: view.ready(unit).next()?,
                target: view.enemies(unit).next()?,
            })
        })
    }

    fn strafing<D: Dice>(&self, _: View<'_>, _: &Contest, _: &mut D) -> u8 {
        answer(|script| script.strafing.pop_front().unwrap_or(0))
    }

    fn bid<D: Dice>(&self, _: View<'_>, _: &Contest, _: bool, _: &mut D) -> u8 {
        answer(|script| script.bids.pop_front().unwrap_or(0))
    }

    fn fight_on<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        answer(|script| !script.gives_in)
    }

    fn push<D: Dice>(
        &self,
        view: View<'_>,
        contest: &Contest,
        _: u8,
        _: SectorSet,
        _: &mut D,
    ) -> SectorId {
        match answer(|script| script.pushes.pop_front()) {
            Some((ring, quadrant)) => sector(view, ring, quadrant),
            None => view.unit(contest.target).sector,
        }
    }

    fn extra_action<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> ExtraAction {
        answer(|script| script.extras.pop_front().unwrap_or(ExtraAction::Nothing))
    }

    fn join<D: Dice>(&self, _: View<'_>, unit: UnitId, _: bool, _: &mut D) -> bool {
        answer(|script| next_is(&mut script.joins, unit))
    }
}
