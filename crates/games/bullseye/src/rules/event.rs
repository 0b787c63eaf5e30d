//! What the rules report, event by event.

use serde::Serialize;

use equipoise_engine::Side;

use crate::sector::Sector;

/// What a success roll is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // each is named after its rule
pub enum RollKind {
    Initiative,
    Movement,
    Attack,
    Defense,
}

/// Why a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A combatant began its turn on the objective marker (`bull.victory.objective`).
    Objective,
    /// All enemies destroyed (`bull.victory.elimination`).
    Elimination,
    /// The last round is over (`bull.round.structure`).
    RoundLimit,
}

/// One thing that happened in a battle. Mecha and weapons are numbered as in the bout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)] // fields are what their names say; amounts are successes, points or boxes
pub enum Event {
    /// Where everybody and the marker start, and the Overdrive each can spend.
    Setup {
        sectors: Vec<Sector>,
        marker: Sector,
        overdrive: Vec<u8>,
    },
    /// Which side spends its Tactical Points first.
    TableOrder {
        faces: [u8; 2],
        first: Side,
    },
    /// A Tactical Point shifts a mecha, or the marker where `piece` is null.
    Shift {
        unit: usize,
        piece: Option<usize>,
        from: Sector,
        to: Sector,
        points: u8,
    },
    /// A success roll: `strafing` dice are among `dice`.
    Roll {
        unit: usize,
        roll: RollKind,
        dice: u8,
        strafing: u8,
        successes: u8,
    },
    /// Overdrive earned by a Great Success or by entering the lethal phase.
    Overdrive {
        unit: usize,
        gained: u8,
        left: u8,
    },
    /// Overdrive spent on a roll, and the result it makes.
    Spend {
        unit: usize,
        roll: RollKind,
        points: u8,
        left: u8,
        result: u8,
    },
    /// The die of two or more combatants tied for a place.
    TieDie {
        unit: usize,
        face: u8,
    },
    /// The order of initiative.
    Order {
        order: Vec<usize>,
    },
    Round {
        round: u8,
    },
    Hold {
        unit: usize,
    },
    /// A held turn that the round's end takes away.
    LostTurn {
        unit: usize,
    },
    Turn {
        unit: usize,
        held: bool,
    },
    /// The sectors of a move, both ends included.
    Move {
        unit: usize,
        path: Vec<Sector>,
        cost: u8,
        points: u8,
    },
    Strafe {
        unit: usize,
        pool: u8,
    },
    Attack {
        attacker: usize,
        target: usize,
        weapon: usize,
        range: u8,
        dice: u8,
        cut_scene: bool,
    },
    /// Points of the strafing pool spent on a defense.
    Strafing {
        unit: usize,
        points: u8,
        left: u8,
    },
    /// The final results.
    Compare {
        attacker: usize,
        target: usize,
        attack: u8,
        defense: u8,
        hit: bool,
    },
    /// A hit checks a box.
    Box {
        unit: usize,
        boxes: u8,
    },
    Stability {
        unit: usize,
        face: u8,
        boxes: u8,
        holds: bool,
    },
    /// The owner accepts that the mecha is disabled.
    Disabled {
        unit: usize,
    },
    /// The owner fights on with fewer Configurations.
    FightOn {
        unit: usize,
        configurations: u8,
    },
    Lethal {
        unit: usize,
    },
    Dead {
        unit: usize,
    },
    /// The sectors of a push, both ends included.
    Push {
        attacker: usize,
        unit: usize,
        path: Vec<Sector>,
        margin: u8,
    },
    /// A Cut Scene is earned.
    CutScene {
        unit: usize,
        successes: u8,
    },
    /// The extra action begins: `"move"`, `"attack"` or `"none"`.
    ExtraAction {
        unit: usize,
        action: &'static str,
    },
    End {
        winner: Option<Side>,
        ending: Ending,
    },
}
