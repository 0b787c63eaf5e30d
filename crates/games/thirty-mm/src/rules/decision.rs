//! Everything a player chooses: the choices, and who makes them. A policy sees what a player sees,
//! no hidden dice.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Side};

use super::attack::Attack;
use super::board::Edge;
use super::facing::Facing;
use super::grapple::Grip;
use super::state::{Cover, UnitId};
use super::view::{Arm, View};

/// Short names of the decision points, in the order of a battle.
pub const DECISION_POINTS: [&str; 7] = [
    "attacker", "edge", "place", "activate", "act", "react", "fall",
];

/// Drones of one command action, each with its hex.
pub type DroneMoves = [Option<(usize, Hex)>; 3];

/// What a unit does next in its turn: a method of [`Game`](super::game::Game) with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Ends the turn, or the movement of a drone unit in the turn of its main unit.
    End,
    /// Ends the Movement Phase.
    EndMovement,
    /// Steps.
    Step(Facing),
    /// Turns on the spot.
    Rotate(Facing),
    /// Uses Thruster Movement.
    Thrust(Facing),
    /// Rises or sinks to a level.
    ChangeLevel(i8),
    /// Gains a Movement Point.
    PressOn,
    /// Attacks a unit.
    Attack(Attack),
    /// Attacks a structure.
    AttackStructure(Arm, usize),
    /// Grapples a unit.
    Grapple(UnitId, Grip),
    /// Tries to break a hold, to a hex.
    Break(Hex),
    /// Lets go of the unit it holds.
    Release,
    /// Stands up.
    GetUp,
    /// Kneels.
    Kneel,
    /// Goes prone.
    Prone,
    /// Takes a carried weapon into a hand.
    Swap(usize, usize),
    /// Picks a weapon up with a hand.
    Retrieve(usize, usize),
    /// Switches a gun blade.
    Transform(usize),
    /// Takes the Offensive Stance.
    Offensive,
    /// Takes the Defensive Stance.
    Defensive(Cover, Facing),
    /// Deploys drones.
    Deploy(DroneMoves),
    /// Recalls all drones.
    Recall,
    /// Moves drones.
    Reposition(DroneMoves),
    /// Turns a turret.
    TurnTurret(usize, Facing),
    /// Lets a drone unit move now.
    Lead(UnitId),
}

/// Where a unit is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placing {
    pub(crate) unit: UnitId,
    pub(crate) hex: Hex,
    pub(crate) facing: Facing,
}

/// The direction from an edge into the board.
pub(crate) const fn inward(edge: Edge) -> Facing {
    match edge {
        Edge::South => Facing::NORTH,
        Edge::North => Facing::SOUTH,
    }
}

/// One method per decision. The rules check every answer. An action or a placing that they forbid is
/// asked for again a few times; after that, and at all other points at once, it counts as "nothing".
pub(crate) trait Policy: Copy {
    /// Whether the side that won the roll is the Attacker (`mm30.turn.roll-for-sides`).
    fn leads<D: Dice>(self, view: View<'_>, side: Side, dice: &mut D) -> bool;

    /// The Defender's edge (`mm30.deploy.area`).
    fn edge<D: Dice>(self, view: View<'_>, side: Side, dice: &mut D) -> Edge;

    /// Which of the units that wait is placed, and where.
    fn place<D: Dice>(
        self,
        view: View<'_>,
        waiting: &[UnitId],
        edge: Edge,
        dice: &mut D,
    ) -> Placing;

    /// Which of the units that wait has its turn.
    fn activate<D: Dice>(self, view: View<'_>, waiting: &[UnitId], dice: &mut D) -> UnitId;

    /// What a unit does next; the rules have refused `refused` answers to this question.
    fn act<D: Dice>(self, view: View<'_>, unit: UnitId, refused: u8, dice: &mut D) -> Action;

    /// An attack out of the Offensive Stance at the unit that moves, or none.
    fn react<D: Dice>(
        self,
        view: View<'_>,
        unit: UnitId,
        mover: UnitId,
        dice: &mut D,
    ) -> Option<Attack>;

    /// The core section that takes the damage of a fall.
    fn fall<D: Dice>(self, view: View<'_>, unit: UnitId, dice: &mut D) -> usize;
}
