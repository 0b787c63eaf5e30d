//! Everything a player chooses. A policy sees what a player sees, no hidden dice.

use std::fmt;
use std::str::FromStr;

use equipoise_dice::Dice;
use thiserror::Error;

use super::event::RollKind;
use super::map::{SectorId, SectorSet};
use super::state::UnitId;
use super::view::View;

mod greedy;
mod random;
mod rollout;
mod rulebook;
mod worth;

pub(crate) use greedy::Greedy;
pub(crate) use random::Random;
pub(crate) use rulebook::Rulebook;

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

/// A way of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PolicyKind {
    /// Plain good sense: the marker, optimal range, the most dice.
    Rulebook,
    /// Best expected result by exact tables.
    Greedy,
    /// Greedy, improved by sampled look-ahead at the choices of a turn.
    Rollout,
    /// Any legal choice, all equally likely.
    Random,
    /// Answers given by a test.
    #[cfg(test)]
    Script,
}

impl PolicyKind {
    /// All policies.
    pub const ALL: [Self; 4] = [Self::Rulebook, Self::Greedy, Self::Rollout, Self::Random];

    /// Name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rulebook => "rulebook",
            Self::Greedy => "greedy",
            Self::Rollout => "rollout",
            Self::Random => "random",
            #[cfg(test)]
            Self::Script => "script",
        }
    }

    /// One line for lists.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Rulebook => {
                "the marker unless an enemy holds it, else optimal range and the most dice"
            }
            Self::Greedy => "the best expected result by exact tables, Overdrive at a price",
            Self::Rollout => {
                "greedy, and play-outs to choose when to act, in what order and where to"
            }
            Self::Random => "any legal choice, all equally likely",
            #[cfg(test)]
            Self::Script => "answers given by a test",
        }
    }
}

impl fmt::Display for PolicyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No policy of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no policy named \"{0}\"; expected one of rulebook, greedy, rollout, random")]
pub struct UnknownPolicy(pub String);

impl FromStr for PolicyKind {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|policy| policy.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownPolicy(name.to_owned()))
    }
}

/// What a Tactical Point shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Marker,
    Unit(UnitId),
}

/// One step of a piece, paid with Tactical Points (`bull.tactical.spend`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift {
    pub(crate) piece: Piece,
    pub(crate) to: SectorId,
}

/// The parts of a turn and their order (`bull.round.full-action`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Nothing,
    Move,
    Attack,
    MoveThenAttack,
    AttackThenMove,
}

/// What a movement roll is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Moving to a sector, perhaps the own one.
    To(SectorId),
    /// A strafing pool (`bull.move.strafe`).
    Strafe,
}

/// A weapon and its target (`bull.attack.choose`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    pub(crate) weapon: usize,
    pub(crate) target: UnitId,
}

/// An attack as far as it has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clash {
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

impl Clash {
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
pub(crate) enum Extra {
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
    fn order<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> Order;

    /// Whether to strafe, where it is declared before the roll.
    fn declare_strafe<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool;

    /// What the movement points are used for.
    fn step<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        may_strafe: bool,
        dice: &mut D,
    ) -> Answer;

    /// Weapon and target, or no attack; in a Cut Scene range does not matter.
    fn shot<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        scene: bool,
        dice: &mut D,
    ) -> Option<Shot>;

    /// Strafing points on a defense.
    fn strafing<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D) -> u8;

    /// Points of a bid, 0 for a pass.
    fn bid<D: Dice>(&self, view: View<'_>, clash: &Clash, attacking: bool, dice: &mut D) -> u8;

    /// Whether to fight on after a failed stability roll. Configurations have no effects, so which
    /// one goes offline makes no difference.
    fn fight_on<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool;

    /// Where the damaged mecha is moved, out of `reach`.
    fn push<D: Dice>(
        &self,
        view: View<'_>,
        clash: &Clash,
        margin: u8,
        reach: SectorSet,
        dice: &mut D,
    ) -> SectorId;

    /// The extra action of a Cut Scene.
    fn extra<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> Extra;

    /// Whether to take a held turn now; `last` says that the round offers no later chance.
    fn join<D: Dice>(&self, view: View<'_>, unit: UnitId, last: bool, dice: &mut D) -> bool;
}

/// Puts a decision to the policy of a combatant's side.
macro_rules! ask {
    ($game:expr, $point:literal, $unit:expr, $decision:ident($($argument:expr),*)) => {{
        use $crate::policy::{Greedy, Policy, PolicyKind, Random, Rulebook};
        $game.log.decision($point);
        let policy = $game.policies[$game.side($unit).index()];
        let view = $crate::view::View { bout: $game.bout, state: &*$game.state };
        match policy {
            PolicyKind::Rulebook => Rulebook.$decision(view, $($argument,)* &mut *$game.dice),
            PolicyKind::Greedy | PolicyKind::Rollout => {
                let looks_ahead = policy == PolicyKind::Rollout;
                Greedy { looks_ahead }.$decision(view, $($argument,)* &mut *$game.dice)
            }
            PolicyKind::Random => Random.$decision(view, $($argument,)* &mut *$game.dice),
            #[cfg(test)]
            PolicyKind::Script => {
                $crate::tests::ScriptPolicy
                    .$decision(view, $($argument,)* &mut *$game.dice)
            }
        }
    }};
}
pub(crate) use ask;
