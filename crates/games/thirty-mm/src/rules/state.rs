//! What changes during a battle.

use std::sync::Arc;

use equipoise_engine::{Hex, Side};

use super::board::Board;
use super::chart::Chart;
use super::facing::Facing;
use super::makeup::Makeup;
use super::terrain::Terrain;
use crate::data::class::Class;
use crate::data::fault::Fault;
use crate::data::sheet::{Mount, Sheet};
use crate::data::stats::{PerStat, Stat};
use crate::data::weapon::Weapon;
use crate::options::Options;

/// Number of a unit in [`Table::pieces`] and [`Battle::units`].
pub type UnitId = usize;

/// Lists that the rules fill again and again. They are no part of the situation: all are equal, and a copy
/// has empty ones.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// Units that wait for their place or their turn.
    pub(crate) waiting: Vec<UnitId>,
    /// Those of one side.
    pub(crate) own: Vec<UnitId>,
    /// Whether each unit is placed.
    pub(crate) placed: Vec<bool>,
    /// Units that may react to a step.
    pub(crate) watchers: Vec<UnitId>,
    /// Units in an Offensive Stance that had the mover in range before its step.
    pub(crate) in_range: Vec<UnitId>,
}

impl Clone for Lists {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Lists {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Lists {}

/// Where a weapon or shield is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the hands of one arm section, or of two.
    Held {
        /// Number of the arm section.
        hand: usize,
        /// Number of the second one.
        other: Option<usize>,
    },
    /// Attached, but out of reach until it is swapped in.
    Carried,
    /// Mounted.
    Mounted(Mount),
    /// On the ground, dropped by a lost arm.
    Dropped(Hex),
}

/// A weapon or shield in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemState {
    /// Durability left; 0 is destroyed.
    pub durability: u16,
    /// Where it is.
    pub place: Place,
    /// A gun blade in its melee form (`mm30.tag.gun-blade`).
    pub switched: bool,
}

/// How a unit stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Posture {
    /// On its feet.
    #[default]
    Standing,
    /// Kneeling (`mm30.command.kneel`).
    Kneeling,
    /// Prone (`mm30.command.prone`).
    Prone,
    /// Thrown to the ground (`mm30.grapple.on-ground`).
    Grounded,
}

/// Whether a unit takes part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Life {
    /// It does.
    #[default]
    InPlay,
    /// Its torso stands, but it takes no further part (`mm30.section.inoperative`).
    Inoperative,
    /// It is off the board (`mm30.section.torso`).
    Destroyed,
    /// It waits off the board (`mm30.deploy.reserves`).
    Reserve,
}

/// The stance of a unit, until the start of its next turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stance {
    /// None.
    #[default]
    None,
    /// It attacks who comes into range (`mm30.command.offensive-stance`).
    Offensive,
    /// It covers a side with an item (`mm30.command.defensive-stance`).
    Defensive {
        /// What takes the damage.
        cover: Cover,
        /// The middle of the covered side.
        direction: Facing,
    },
}

/// What a unit in a Defensive Stance hides behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// The shield of this number.
    Shield(usize),
    /// The 2H weapon of this number.
    Weapon(usize),
}

/// A drone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DroneState {
    /// Its hex.
    pub hex: Hex,
    /// Where a turret faces; other drones face as their unit does.
    pub facing: Facing,
}

/// What a unit has done so far, for results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Action Points spent.
    pub ap: u16,
    /// Attacks on units.
    pub attacks: u16,
    /// Those that hit.
    pub hits: u16,
    /// Defense of core sections that its hits have taken.
    pub damage: u32,
}

/// A unit in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitState {
    /// Its hex.
    pub hex: Hex,
    /// Its level, -2 to 3 (`mm30.terrain.levels`).
    pub elevation: i8,
    /// Where it faces.
    pub facing: Facing,
    /// Current Defense of each core section.
    pub defense: Vec<u16>,
    /// Its weapons: held, carried, mounted, in the order of [`Piece::weapons`].
    pub weapons: Vec<ItemState>,
    /// Its shields: held, then carried.
    pub shields: Vec<ItemState>,
    /// Durability left of each group of equipment.
    pub equipment: Vec<u16>,
    /// Stored Action Points.
    pub ap: u8,
    /// How it stands.
    pub posture: Posture,
    /// Whether it takes part.
    pub life: Life,
    /// It has had its turn this round.
    pub activated: bool,
    /// Its part in a hold.
    pub hold: Hold,
    /// Units that have evaded its grapples and may not be tried again (`mm30.grapple.lockout`).
    pub barred: Vec<UnitId>,
    /// Its stance.
    pub stance: Stance,
    /// Each group of equipment that is a drone on the board (`mm30.command.deploy`).
    pub drones: Vec<Option<DroneState>>,
    /// It has moved in the turn of its main unit this round (`mm30.drone.unit`).
    pub led: bool,
    /// Stuck in a structure: it neither moves nor evades (`mm30.status.stuck`).
    pub stuck: bool,
    /// Frozen: at its next activation it holds fewer Action Points (`mm30.status.freeze`).
    pub frozen: bool,
    /// System Error: what the d8 must show before the unit acts again (`mm30.status.system-error`).
    pub system_error: Option<u8>,
    /// What it has done so far.
    pub record: Record,
}

impl UnitState {
    /// Whether it is on the board, inoperative or not.
    #[must_use]
    pub const fn on_board(&self) -> bool {
        matches!(self.life, Life::InPlay | Life::Inoperative)
    }
}

/// Most points that count of each kind of objective (`mm30.battle.vp-cap`).
const VP_CAP: u16 = 7;

/// Victory points of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// From primary objectives.
    pub primary: u16,
    /// From secondary objectives.
    pub secondary: u16,
}

impl Points {
    /// What counts: at most 7 of each kind (`mm30.battle.vp-cap`).
    #[must_use]
    pub fn total(self) -> u16 {
        self.primary.min(VP_CAP) + self.secondary.min(VP_CAP)
    }
}

/// A unit's part in a hold (`mm30.grapple.hold-pinned`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// None.
    #[default]
    Free,
    /// It holds a unit and came from this hex.
    Holds {
        /// The unit held.
        held: UnitId,
        /// Where the holder came from.
        origin: Hex,
    },
    /// It is held by a unit.
    HeldBy(UnitId),
}

/// Rounds of which the victory points are reported.
pub(crate) const ROUNDS_TOLD: usize = 10;

/// Most Action Points a unit holds (`mm30.ap.cap`).
pub(crate) const AP_CAP: u8 = 16;
/// Action Points of a command action (`mm30.command.cost`).
pub(crate) const COMMAND_COST: u8 = 2;
/// Most Action Points a frozen unit holds (`mm30.status.freeze`).
pub(crate) const FROZEN_AP_CAP: u8 = 8;

/// Phases of a turn, in their order (`mm30.turn.phases`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Movement Phase.
    Movement,
    /// Ranged Combat Phase.
    Ranged,
    /// Close Combat Phase.
    Close,
}

/// A turn in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The unit that acts.
    pub unit: UnitId,
    /// The latest phase it has acted in.
    pub phase: Phase,
    /// Standard Movement Points left.
    pub movement: u8,
    /// It has used Standard Movement.
    pub walked: bool,
    /// It has used Thruster Movement, which forfeits combat (`mm30.move.thruster-forfeit`).
    pub thrust: bool,
    /// It has used its free rotation (`mm30.move.free-rotation`).
    pub rotated: bool,
    /// It has knelt by a command action.
    pub knelt: bool,
    /// It has gone prone.
    pub prone: bool,
    /// It has taken hold of a unit and makes no further attack.
    pub gripped: bool,
    /// Thruster Movement under way: its direction and the hexes that are left of it.
    pub line: Option<(Facing, u16)>,
    /// Tan hexes entered (`mm30.terrain.tan`).
    pub tan: u8,
    /// White hexes entered (`mm30.terrain.white`).
    pub white: u8,
    /// It has left the hex it began in.
    pub left: bool,
    /// Water has taken its Movement Points (`mm30.status.euphotic`).
    pub wet: bool,
    /// It only moves, in the turn of its main unit (`mm30.drone.unit`).
    pub lent: bool,
    /// Most Action Points it holds in this turn.
    pub cap: u8,
}

/// A unit's sheet with all that follows from it and never changes in play.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its side.
    pub side: Side,
    /// The datasheet.
    pub sheet: Sheet,
    /// Its class.
    pub class: Class,
    /// Modified Stats.
    pub stats: PerStat<u8>,
    /// Sum of its abilities' modifiers of each roll.
    pub rolls: PerStat<i8>,
    /// Its weapons: held, carried, mounted.
    pub weapons: Vec<Weapon>,
    /// What the sheet is made of.
    pub(crate) makeup: Makeup,
}

impl Piece {
    /// Compiles a sheet.
    ///
    /// # Errors
    /// Every rule that the sheet breaks.
    pub fn new(side: Side, sheet: &Sheet) -> Result<Self, Vec<Fault>> {
        let faults = sheet.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let modifier = |stat: Stat| {
            let each = sheet.abilities().map(|it| i32::from(it.rolls.get(stat)));
            each.sum::<i32>().clamp(-100, 100) as i8
        };
        Ok(Self {
            side,
            class: sheet.class(),
            stats: sheet.stats(),
            rolls: PerStat(Stat::ALL.map(modifier)),
            weapons: sheet.all_weapons().cloned().collect(),
            makeup: Makeup::of(sheet),
            sheet: sheet.clone(),
        })
    }

    /// The unit as it enters play: all sections whole, no Action Points (`mm30.ap.roll`).
    #[must_use]
    pub fn enter(&self, hex: Hex, elevation: i8, facing: Facing) -> UnitState {
        let sheet = &self.sheet;
        let held = |hands: &[usize]| Place::Held {
            hand: hands[0],
            other: hands.get(1).copied(),
        };
        let item = |durability, place| ItemState {
            durability,
            place,
            switched: false,
        };
        let in_hand = sheet.weapons.iter();
        let in_hand = in_hand.map(|it| item(it.item.durability, held(&it.hands)));
        let carried = sheet
            .carried
            .iter()
            .map(|it| item(it.durability, Place::Carried));
        let mounts = sheet.mounted.iter();
        let mounts = mounts.map(|(it, mount)| item(it.durability, Place::Mounted(*mount)));
        let shields = sheet.shields.iter();
        let shields = shields.map(|it| item(it.item.durability, held(&it.hands)));
        let spare = sheet.carried_shields.iter();
        let spare = spare.map(|it| item(it.durability, Place::Carried));
        UnitState {
            hex,
            elevation,
            facing,
            defense: sheet.sections.iter().map(|it| it.defense).collect(),
            weapons: in_hand.chain(carried).chain(mounts).collect(),
            shields: shields.chain(spare).collect(),
            equipment: sheet.equipment.iter().map(|it| it.durability).collect(),
            ap: 0,
            posture: Posture::Standing,
            life: Life::InPlay,
            activated: false,
            hold: Hold::Free,
            barred: Vec::new(),
            stance: Stance::None,
            drones: vec![None; sheet.equipment.len()],
            led: false,
            stuck: false,
            frozen: false,
            system_error: None,
            record: Record::default(),
        }
    }
}

/// What does not change during a battle.
#[derive(Clone, Debug)]
pub struct Table {
    /// Rules options.
    pub options: Options,
    /// The board.
    pub board: Board,
    /// What lies on it.
    pub terrain: Terrain,
    /// The terrain by hex.
    pub(crate) chart: Arc<Chart>,
    /// Hexes of objective markers (`mm30.battle.recon-control`).
    pub markers: Vec<Hex>,
    /// Both squads.
    pub pieces: Vec<Piece>,
    /// The side that acts first in every round (`mm30.turn.alternate`).
    pub attacker: Side,
}

/// The state of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Battle {
    /// The units, as [`Table::pieces`] lists them.
    pub units: Vec<UnitState>,
    /// Rounds begun.
    pub round: u8,
    /// The turn in progress.
    pub turn: Option<Turn>,
    /// The turn of a main unit that waits while a drone unit moves (`mm30.drone.unit`).
    pub main: Option<Turn>,
    /// The side whose turn was last in this round.
    pub last: Option<Side>,
    /// Units that may react to the last step (`mm30.command.offensive-stance`).
    pub reactions: Vec<UnitId>,
    /// Defense left of each structure; 0 has fallen (`mm30.structure.persist`).
    pub structures: Vec<u16>,
    /// Units that still have to take the damage of a fall, and the levels they fell (`mm30.fall.damage`).
    pub falls: Vec<(UnitId, u8)>,
    /// Owner of each marker.
    pub owners: Vec<Option<Side>>,
    /// Victory points.
    pub points: [Points; 2],
    /// The round in which each side has last scored.
    pub scored: [u8; 2],
    /// Victory points of the sides at the end of the rounds played, at most ten.
    pub by_round: Vec<[u16; 2]>,
    pub(crate) lists: Lists,
}
