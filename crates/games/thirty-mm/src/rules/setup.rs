//! Before deployment: mission and sides.

use equipoise_dice::{Dice, Sides};
use equipoise_engine::Side;

use super::refusal::{Refusal, require};
use crate::data::mission::Mission;
use crate::data::squad::EngagementSize;

/// The steps of a battle, in their order (`mm30.battle.sequence`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)] // the names are the steps
pub enum SetupStep {
    EngagementSize,
    Mission,
    Squads,
    Briefing,
    Field,
    Markers,
    Sides,
    Areas,
    Deployment,
    Play,
    End,
    VictoryPoints,
}

impl SetupStep {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::EngagementSize,
        Self::Mission,
        Self::Squads,
        Self::Briefing,
        Self::Field,
        Self::Markers,
        Self::Sides,
        Self::Areas,
        Self::Deployment,
        Self::Play,
        Self::End,
        Self::VictoryPoints,
    ];
}

/// Keeps the order of the steps of a battle (`mm30.battle.sequence`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    taken: usize,
}

impl Sequence {
    /// The step that is next; `None` after the last.
    #[must_use]
    pub fn next(self) -> Option<SetupStep> {
        SetupStep::ALL.get(self.taken).copied()
    }

    /// Takes a step.
    ///
    /// # Errors
    /// When another step is next.
    pub fn take(&mut self, step: SetupStep) -> Result<(), Refusal> {
        let in_order = self.next() == Some(step);
        require(in_order, "mm30.battle.sequence", "another step is next")?;
        self.taken += 1;
        Ok(())
    }
}

/// Rolls a mission; blanks are rolled again. `None` for a size without missions, without a roll
/// (`mm30.battle.mission-roll`).
pub fn roll_mission<D: Dice>(size: EngagementSize, dice: &mut D) -> Option<Mission> {
    if size == EngagementSize::Conflagration {
        return None;
    }
    loop {
        let found = Mission::of_face(size, dice.die(Sides::D8));
        if found.is_some() {
            return found;
        }
    }
}

/// The side that rolls higher and names the Attacker; ties are rolled again
/// (`mm30.turn.roll-for-sides`).
pub fn roll_for_sides<D: Dice>(dice: &mut D) -> Side {
    let [a, b] = dice.roll_off(Sides::D8);
    if a > b { Side::A } else { Side::B }
}
