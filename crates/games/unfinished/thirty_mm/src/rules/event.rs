//! What happens in a battle, for logs.

use equipoise_engine::Hex;
use serde::Serialize;

use super::facing::Facing;
use super::state::UnitId;

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)] // fields are named for what they hold
pub enum Event {
    /// A round begins.
    Round { round: u8 },
    /// A unit is placed.
    Placed {
        unit: UnitId,
        hex: Hex,
        facing: Facing,
    },
    /// A unit is activated and rolls for Action Points.
    ActionPoints { unit: UnitId, face: u8, ap: u8 },
    /// A unit moves.
    Moves { unit: UnitId, to: Hex },
    /// A unit turns.
    Turns { unit: UnitId, facing: Facing },
    /// A unit attacks: the die of its roll.
    Attacks {
        unit: UnitId,
        target: UnitId,
        face: u8,
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
    },
    /// A unit tries to break a hold: the die of its Assault roll.
    Breaks { unit: UnitId, face: u8 },
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
    /// The die of a status or of what inflicts it.
    Status { unit: UnitId, face: u8 },
    /// A mounted weapon has been shot off: the die for its explosion.
    Explosion {
        unit: UnitId,
        weapon: usize,
        face: u8,
    },
    /// A unit is out of play.
    OutOfPlay { unit: UnitId, destroyed: bool },
}
