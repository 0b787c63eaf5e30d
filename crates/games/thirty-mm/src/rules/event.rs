//! What happens in a battle, for logs.

use equipoise_engine::{Hex, Side};
use serde::Serialize;

use super::aim::Aim;
use super::check::Reading;
use super::facing::Facing;
use super::state::UnitId;

/// A command action, as it is told (`mm30.command.cost`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names are the command actions
pub enum Command {
    GetUp,
    PressOn,
    Kneel,
    Prone,
    OffensiveStance,
    DefensiveStance,
    Deploy,
    Recall,
    Reposition,
    TurnTurret,
    Release,
}

/// What a die decides that is no attack (`mm30.terrain.tan`, `mm30.terrain.white`,
/// `mm30.status.system-error`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Peril {
    /// Whether the unit overheats.
    Heat,
    /// Whether it freezes.
    Snow,
    /// Whether a System Error lasts.
    SystemError,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)] // fields are named for what they hold
pub enum Event {
    /// Who acts first in every round: the winner of the roll decides; without a roll the setting does.
    Sides {
        winner: Option<Side>,
        attacker: Side,
    },
    /// The Defender takes an edge.
    Edge { side: Side, north: bool },
    /// A unit is placed.
    Placed {
        unit: UnitId,
        hex: Hex,
        facing: Facing,
    },
    /// A unit waits off the board.
    KeptBack { unit: UnitId },
    /// A round begins.
    Round { round: u8 },
    /// A unit is activated and rolls for Action Points.
    ActionPoints { unit: UnitId, face: u8, ap: u8 },
    /// A unit enters a hex.
    Moves { unit: UnitId, to: Hex, level: i8 },
    /// A thrown unit comes down in a hex.
    Lands { unit: UnitId, hex: Hex },
    /// A unit rises or sinks in its hex.
    ChangesLevel { unit: UnitId, level: i8 },
    /// A unit turns.
    Turns { unit: UnitId, facing: Facing },
    /// A unit uses Thruster Movement.
    Thrusts {
        unit: UnitId,
        direction: Facing,
        hexes: u16,
    },
    /// A unit uses a command action that moves no weapon.
    Commands { unit: UnitId, command: Command },
    /// A unit takes a weapon into a hand, out of those carried or off the ground.
    Draws {
        unit: UnitId,
        weapon: usize,
        from_ground: bool,
    },
    /// A unit switches a gun blade.
    Transforms {
        unit: UnitId,
        weapon: usize,
        blade: bool,
    },
    /// A unit attacks: the die of its roll. Without a weapon it strikes unarmed.
    Attacks {
        unit: UnitId,
        target: UnitId,
        weapon: Option<usize>,
        aim: Aim,
        ap: u8,
        face: u8,
        reading: Reading,
        reaction: bool,
    },
    /// A unit attacks a structure.
    AttacksStructure {
        unit: UnitId,
        structure: usize,
        weapon: Option<usize>,
        ap: u8,
    },
    /// A unit tries to evade.
    Evades {
        unit: UnitId,
        face: u8,
        evaded: bool,
    },
    /// A unit grapples: the die of its Assault roll.
    Grapples {
        unit: UnitId,
        target: UnitId,
        face: u8,
        reading: Reading,
    },
    /// A grapple has become a hold.
    Holds { unit: UnitId, held: UnitId },
    /// A grapple has become a throw.
    Throws {
        unit: UnitId,
        thrown: UnitId,
        hex: Hex,
    },
    /// A unit tries to end a hold: the die of its Assault roll.
    Breaks { unit: UnitId, face: u8, free: bool },
    /// A shot goes astray into a hex.
    Deviates { unit: UnitId, face: u8, hex: Hex },
    /// A core section takes damage.
    SectionHit {
        unit: UnitId,
        section: usize,
        damage: u16,
        left: u16,
    },
    /// A weapon takes damage.
    WeaponHit {
        unit: UnitId,
        weapon: usize,
        damage: u16,
        left: u16,
    },
    /// A shield takes damage.
    ShieldHit {
        unit: UnitId,
        shield: usize,
        damage: u16,
        left: u16,
    },
    /// A group of equipment takes damage.
    EquipmentHit {
        unit: UnitId,
        group: usize,
        damage: u16,
        left: u16,
    },
    /// A structure takes damage.
    StructureHit {
        structure: usize,
        damage: u16,
        left: u16,
    },
    /// A unit falls to the ground, and a core section takes the damage.
    Falls {
        unit: UnitId,
        levels: u8,
        section: usize,
    },
    /// The die for heat, snow or a System Error, and whether it went against the unit.
    Status {
        unit: UnitId,
        peril: Peril,
        face: u8,
        struck: bool,
    },
    /// A mounted weapon has been shot off: the die for its explosion.
    Explosion {
        unit: UnitId,
        weapon: usize,
        face: u8,
        explodes: bool,
    },
    /// A unit is out of play.
    OutOfPlay { unit: UnitId, destroyed: bool },
    /// A marker goes to a side.
    Control { marker: Hex, side: Side },
    /// A side scores, and the victory points it has then.
    Scores { side: Side, points: u16, total: u16 },
    /// The battle is over.
    End {
        winner: Option<Side>,
        score: [i32; 2],
    },
}
