//! What the rules report, event by event.

use equipoise_dice::Roll;
use serde::Serialize;

use equipoise_engine::{Hex, Side};

use super::hurt::Location;
use super::moves::MoveKind;

/// Why a Momentum pool changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // each is named after its rule
pub enum MomentumCause {
    ShiftAway,
    ShiftCloser,
    Disengage,
    EngagedShot,
    Focus,
    Flash,
    IronWall,
    Valor,
    Zeal,
    Counter,
    Rally,
    Rout,
    Remote,
    Collision,
    Drop,
    Reaction,
    ControlPoints,
    Roar,
    Building,
    Defence,
    Trait,
    Round,
    Skill,
    Decoy,
}

/// What a roll showed, as far as rules tell faces apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Failed, Focus or not: below 3.
    pub low: u8,
    /// Successes with Focus only: from 3 to below the target number.
    pub mid: u8,
    /// Plain successes.
    pub hit: u8,
    /// Criticals.
    pub crit: u8,
}

impl From<Roll> for Counts {
    fn from(roll: Roll) -> Self {
        Self {
            low: roll.low,
            mid: roll.mid,
            hit: roll.hit,
            crit: roll.crit,
        }
    }
}

/// One thing that happened in a battle. Units and weapons are numbered as in the bout. Replays print
/// it as `docs/replay.md` describes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)] // fields are what their names say; amounts are HP, HITS, DEF or Momentum
pub enum Event {
    Setup {
        momentum: [u8; 2],
    },
    RollOff {
        purpose: &'static str,
        faces: [u8; 2],
        winner: Side,
    },
    Deploy {
        unit: usize,
        at: Hex,
        facing: Hex,
    },
    /// The next battle of a Confrontation begins: survivors are mended and deploy again
    /// (`ms93.confront.repairs`).
    Battle {
        /// Which one, 2 or 3.
        number: u8,
        /// Momentum of both sides.
        momentum: [u8; 2],
    },
    /// The next wave of a side comes (`ms93.endurance.waves`).
    Wave {
        side: Side,
        /// Which one, 2 or 3.
        number: u8,
    },
    Round {
        round: u8,
        first: Side,
    },
    Challenge {
        unit: usize,
        enemy: usize,
    },
    Revenge {
        unit: usize,
        enemy: usize,
    },
    Activate {
        unit: usize,
        return_fire: bool,
        order: &'static str,
    },
    Move {
        unit: usize,
        from: Hex,
        to: Hex,
        kind: MoveKind,
        accelerate: bool,
    },
    PressOn {
        unit: usize,
    },
    Face {
        unit: usize,
        facing: Hex,
    },
    Momentum {
        side: Side,
        from: u8,
        to: u8,
        cause: MomentumCause,
    },
    Points {
        unit: usize,
        left: u8,
        purpose: &'static str,
    },
    Zeal {
        unit: usize,
        actions: u8,
    },
    Attack {
        attacker: usize,
        target: usize,
        weapon: usize,
        special: bool,
        counter: bool,
        inches: u16,
    },
    Pool {
        unit: usize,
        attack: bool,
        dice: u8,
        automatic: u8,
        critical: u8,
        flat: i32,
        parts: Vec<(&'static str, i32)>,
    },
    Rolled {
        unit: usize,
        attack: bool,
        critical: u8,
        roll: Counts,
    },
    Rerolled {
        unit: usize,
        attack: bool,
        critical: u8,
        roll: Counts,
    },
    Focus {
        unit: usize,
        successes: i32,
    },
    Skill {
        unit: usize,
        skill: &'static str,
        amount: i32,
    },
    Result {
        attacker: usize,
        target: usize,
        hits: i32,
        defences: i32,
        unblocked: i32,
    },
    FinishingBlow {
        attacker: usize,
        bonus: u32,
    },
    Saves {
        target: usize,
        needed: i32,
        dice: u8,
        failed: u8,
    },
    BattleDamage {
        unit: usize,
        location: Location,
        called: bool,
    },
    Explosion {
        unit: usize,
        damage: u32,
    },
    Damage {
        unit: usize,
        amount: u32,
        hp: i32,
    },
    Destroyed {
        unit: usize,
        by: usize,
    },
    VictoryPoints {
        side: Side,
        points: i32,
        reason: &'static str,
    },
    Morale {
        unit: usize,
        face: u8,
        needed: u8,
        passed: bool,
    },
    Trust {
        unit: usize,
        dice: u8,
        hp: u32,
    },
    Rally {
        side: Side,
    },
    Rout {
        side: Side,
    },
    Support {
        unit: usize,
        attack: bool,
        bonus: i32,
    },
    Barrier {
        unit: usize,
        absorbed: i32,
        left: u8,
    },
    Leads {
        unit: usize,
    },
    TakesCommand {
        unit: usize,
    },
    Follow {
        unit: usize,
        at: Hex,
    },
    Pushed {
        unit: usize,
        from: Hex,
        to: Hex,
    },
    Stunned {
        unit: usize,
        tokens: u8,
    },
    Razed {
        piece: usize,
    },
    Batter {
        unit: usize,
        weapon: usize,
        piece: usize,
    },
    Crash {
        unit: usize,
        target: Option<usize>,
        piece: Option<usize>,
    },
    Ram {
        unit: usize,
        target: Option<usize>,
        piece: Option<usize>,
    },
    Merge {
        unit: usize,
        joins: usize,
    },
    Split {
        unit: usize,
        at: Hex,
    },
    Sweep {
        attacker: usize,
        target: usize,
    },
    Transform {
        unit: usize,
        mode: u8,
    },
    Sink {
        unit: usize,
        below: bool,
    },
    Order {
        unit: usize,
    },
    Tuned {
        unit: usize,
        pen: u8,
        dmg: u32,
    },
    Inspired {
        unit: usize,
        uses: u8,
    },
    Emboldened {
        unit: usize,
        actions: u8,
    },
    Influence {
        unit: usize,
        orders: u8,
    },
    Launch {
        ship: usize,
        unit: usize,
        at: Hex,
    },
    Repair {
        ship: usize,
        unit: usize,
        hp: u32,
    },
    Board {
        unit: usize,
        ship: usize,
    },
    Leave {
        unit: usize,
    },
    Arrive {
        unit: usize,
        at: Hex,
    },
    ControlPoint {
        point: usize,
        owner: Option<Side>,
    },
    Scorched {
        unit: usize,
        point: usize,
    },
    Reaction {
        unit: usize,
        reaction: &'static str,
    },
    End {
        score: [i32; 2],
        momentum: [u8; 2],
        winner: Option<Side>,
    },
}
