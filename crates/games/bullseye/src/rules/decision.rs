//! Everything a player chooses: the choices, and who makes them. A policy sees what a player sees,
//! no hidden dice.

use equipoise_dice::Dice;

use super::event::RollKind;
use super::piece::Piece;
use super::sectors::{SectorId, SectorSet};
use super::state::UnitId;
use super::view::View;

/// Short names of the decision points, in the order of a battle. Activating a Configuration is not
/// among them: without an effect there is nothing to decide (`bull.configuration.use`).
pub const DECISION_POINTS: [&str; 12] = [
    "tactical",
    "overdrive",
    "hold",
    "order",
    "move",
    "attack",
    "strafing",
    "bid",
    "stability",
    "push",
    "cut-scene",
    "join",
];

/// One step of a piece, paid with Tactical Points (`bull.tactical.spend`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift {
    pub(crate) piece: Piece,
    pub(crate) to: SectorId,
}

/// The parts of a turn and their order (`bull.round.full-action`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnPlan {
    Nothing,
    Move,
    Attack,
    MoveThenAttack,
    AttackThenMove,
}

/// What a movement roll is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveChoice {
    /// Moving to a sector, perhaps the own one.
    To(SectorId),
    /// A strafing pool (`bull.move.strafe`).
    Strafe,
}

/// A weapon and its target (`bull.attack.choose`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attack {
    pub(crate) weapon: usize,
    pub(crate) target: UnitId,
}

/// An attack as far as it has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contest {
    pub(crate) attacker: UnitId,
    pub(crate) target: UnitId,
    /// Attack dice.
    pub(crate) dice: u8,
    /// Attack result so far.
    pub(crate) attack: u8,
    /// Defense result so far.
    pub(crate) defense: u8,
    /// The defense has been rolled.
    pub(crate) defended: bool,
}

impl Contest {
    /// Who bids for a side.
    #[inline]
    pub(crate) const fn bidder(&self, attacking: bool) -> UnitId {
        if attacking {
            self.attacker
        } else {
            self.target
        }
    }

    /// Successes that the side lacks to win: to hit, or to be missed.
    #[inline]
    pub(crate) const fn lacking(&self, attacking: bool) -> u8 {
        if attacking {
            self.defense.saturating_add(1).saturating_sub(self.attack)
        } else {
            self.attack.saturating_sub(self.defense)
        }
    }
}

/// The extra action of a Cut Scene (`bull.dice.cut-scene`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExtraAction {
    Nothing,
    Move,
    Attack,
}

/// One method per decision. The rules check every answer; an answer that is not legal is taken as
/// the answer "nothing".
pub(crate) trait Policy {
    /// A shift for Tactical Points, of which the combatant has `points` left, or keeping them.
    fn tactical<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        dice: &mut D,
    ) -> Option<Shift>;

    /// Overdrive on an initiative or movement roll.
    fn overdrive<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        roll: RollKind,
        rolled: u8,
        dice: &mut D,
    ) -> u8;

    /// Whether to hold the turn (`bull.round.hold`).
    fn hold<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool;

    /// The parts of the turn.
    fn plan_turn<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> TurnPlan;

    /// Whether to strafe, where it is declared before the roll.
    fn declare_strafe<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool;

    /// What the movement points are used for.
    fn use_movement<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        may_strafe: bool,
        dice: &mut D,
    ) -> MoveChoice;

    /// Weapon and target, or no attack; in a Cut Scene range does not matter.
    fn attack<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        scene: bool,
        dice: &mut D,
    ) -> Option<Attack>;

    /// Strafing points on a defense.
    fn strafing<D: Dice>(&self, view: View<'_>, contest: &Contest, dice: &mut D) -> u8;

    /// Points of a bid, 0 for a pass.
    fn bid<D: Dice>(&self, view: View<'_>, contest: &Contest, attacking: bool, dice: &mut D) -> u8;

    /// Whether to fight on after a failed stability roll. Configurations have no effects, so which
    /// one goes offline makes no difference.
    fn fight_on<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool;

    /// Where the damaged mecha is moved, out of `reach`.
    fn push<D: Dice>(
        &self,
        view: View<'_>,
        contest: &Contest,
        margin: u8,
        reach: SectorSet,
        dice: &mut D,
    ) -> SectorId;

    /// The extra action of a Cut Scene.
    fn extra_action<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> ExtraAction;

    /// Whether to take a held turn now; `last` says that the round offers no later chance.
    fn join<D: Dice>(&self, view: View<'_>, unit: UnitId, last: bool, dice: &mut D) -> bool;
}
