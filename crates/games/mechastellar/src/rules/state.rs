//! The state of one battle: scratch memory that is reused from battle to battle.

use std::ops::{Deref, DerefMut, Index, IndexMut};

use equipoise_engine::{Hex, Side};

use super::bout::Bout;
use super::constants::{ATTACKS_PER_TARGET, MOVE_ACTIONS, ROUNDS};
use super::decision::Plan;
use super::drive::Tuned;
use super::earnings::Earnings;
use super::mission::Progress;
use super::secondary::Tally;
use super::skilled::Readied;
use super::unit_id::{MAX_UNITS, UnitId, UnitSet};
use super::unit_state::UnitState;

/// Largest number of control points.
pub(crate) const MAX_CONTROL_POINTS: usize = 5;

/// The units of a battle, by position.
///
/// Room for a power of two, so that a position is masked rather than checked; the bout, which is
/// asked about every unit too, checks it.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    places: [UnitState; UNIT_PLACES],
    count: usize,
}

/// Places for units: [`MAX_UNITS`] rounded up.
const UNIT_PLACES: usize = MAX_UNITS.next_power_of_two();

impl Default for Units {
    fn default() -> Self {
        Self {
            places: [UnitState::default(); UNIT_PLACES],
            count: 0,
        }
    }
}

impl Units {
    /// Makes them as they are before deployment.
    fn reset(&mut self, bout: &Bout) {
        self.count = bout.units.len();
        for (place, unit) in self.places.iter_mut().zip(bout.units.iter()) {
            *place = unit.fresh;
        }
    }

    /// Becomes these units and no others; they are as many as a battle may have.
    pub(crate) fn assign(&mut self, units: impl Iterator<Item = UnitState>) {
        self.count = 0;
        for (place, unit) in self.places.iter_mut().zip(units) {
            *place = unit;
            self.count += 1;
        }
    }

    /// Becomes a copy of others.
    fn copy_from(&mut self, other: &Self) {
        self.count = other.count;
        self.iter_mut()
            .zip(other.iter())
            .for_each(|(own, other)| *own = *other);
    }
}

impl Index<UnitId> for Units {
    type Output = UnitState;

    #[inline(always)]
    fn index(&self, unit: UnitId) -> &UnitState {
        debug_assert!(unit < self.count, "no unit {unit}");
        &self.places[unit % UNIT_PLACES]
    }
}

impl IndexMut<UnitId> for Units {
    #[inline(always)]
    fn index_mut(&mut self, unit: UnitId) -> &mut UnitState {
        debug_assert!(unit < self.count, "no unit {unit}");
        &mut self.places[unit % UNIT_PLACES]
    }
}

impl Deref for Units {
    type Target = [UnitState];

    #[inline]
    fn deref(&self) -> &[UnitState] {
        &self.places[..self.count]
    }
}

impl DerefMut for Units {
    #[inline]
    fn deref_mut(&mut self) -> &mut [UnitState] {
        &mut self.places[..self.count]
    }
}

/// One side during a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SideState {
    pub(crate) momentum: u8,
    /// Victory points of events; destroyed and damaged units are added at the end.
    pub(crate) earned: Earnings,
    pub(crate) command_used: bool,
    /// Own unit and enemy bound by Revenge for the rest of the battle.
    pub(crate) revenge: Option<(UnitId, UnitId)>,
    /// The one Momentum Shift left after the opponent ran out of units has happened.
    pub(crate) last_shift_done: bool,
    /// It has formed or disbanded a squad (`ms10.squad.reform`).
    pub(crate) reformed: bool,
    /// Captain's Orders left this round (`ms10.orders.pool`).
    pub(crate) orders: u8,
    /// Its Commander has had its firm defence of the round (`ms93.commander.unyielding`).
    pub(crate) stood_firm: bool,
    /// Its Commander has taken Momentum from the enemy this round (`ms93.commander.decimator`).
    pub(crate) decimated: bool,
}

/// The turn of the active unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    pub(crate) unit: UnitId,
    pub(crate) combat_actions: u8,
    pub(crate) move_actions: u8,
    /// Move Actions taken as moves; the free spin follows the first.
    pub(crate) moves_made: u8,
    /// A Combat Action was spent, so Zeal may follow.
    pub(crate) acted: bool,
    /// Free Attacks made, one bit a weapon (`ms10.army.free-attack`).
    pub(crate) free_used: u16,
    /// Uses of Accelerate.
    pub(crate) accelerations: u8,
    /// Pieces of terrain the present AOE attack has brought down (`ms10.destroy.aoe`).
    pub(crate) felled: u8,
    pub(crate) start: Hex,
    /// Enemies in whose rear arc the unit began this turn.
    pub(crate) behind: UnitSet,
    pub(crate) blindside_used: UnitSet,
    pub(crate) attacked: UnitSet,
    /// Targets attacked a second time.
    pub(crate) attacked_twice: UnitSet,
    pub(crate) shift_done: bool,
    /// Activated because it was attacked (Return Fire).
    pub(crate) return_fire: bool,
    /// HITS the policy's order adds to each attack of this turn.
    pub(crate) order_hits: i32,
    /// Hexes that the policy's order and an entrance add to the first Move Action, until that is taken.
    pub(crate) order_reach: u16,
    /// Where the nearest enemy stood as it began, where traits ask for it (`ms93.pilot1.hot-blooded`).
    pub(crate) quarry: Option<Hex>,
    /// The unit moved into an engagement, where traits ask for it (the same).
    pub(crate) engages: bool,
    /// Attacking an Ace has brought its Momentum (`ms93.pilot2.unflinching-courage`).
    pub(crate) dared: bool,
    /// An attack on the Commander has brought its Momentum, by side (`ms93.commander.galvanizing-display`).
    pub(crate) galvanized: [bool; 2],
    /// What its weapons have more (`ms93.pilot1.mechanics-expert`).
    pub(crate) tuned: Tuned,
    /// What a Skill makes of the attacks to come (`ms93.skill.take-the-shot`).
    pub(crate) readied: Option<Readied>,
    /// What the policy means to do; read and written by the policy alone.
    pub(crate) plan: Plan,
}

impl Turn {
    pub(crate) fn attacks_on(&self, target: UnitId) -> u8 {
        u8::from(self.attacked.contains(target)) + u8::from(self.attacked_twice.contains(target))
    }

    /// What the turn keeps about a squad goes from its fallen leader to the next.
    pub(crate) fn pass_on(&mut self, fallen: UnitId, next: UnitId) {
        for set in [
            &mut self.attacked,
            &mut self.attacked_twice,
            &mut self.behind,
            &mut self.blindside_used,
        ] {
            if set.contains(fallen) {
                set.insert(next);
            }
        }
    }

    pub(crate) fn count_attack(&mut self, target: UnitId) {
        debug_assert!(self.attacks_on(target) < ATTACKS_PER_TARGET);
        if self.attacked.contains(target) {
            self.attacked_twice.insert(target);
        }
        self.attacked.insert(target);
    }
}

/// Scratch memory for battles of this system.
#[derive(Debug, Default)]
pub struct Battle {
    pub(crate) units: Units,
    pub(crate) sides: [SideState; 2],
    /// 1 to 5; 0 before the first round.
    pub(crate) round: u8,
    pub(crate) first: Option<Side>,
    /// The two Challengers of this round, the issuer's unit first.
    pub(crate) challenge: Option<(UnitId, UnitId)>,
    pub(crate) turn: Turn,
    /// Units the last turn attacked that must answer (Return Fire).
    pub(crate) return_fire: UnitSet,
    /// Who attacked whom in the last turn.
    pub(crate) aggressor: Option<UnitId>,
    /// Destroyed pieces of terrain, one bit each (`ms10.destroy.check`).
    pub(crate) razed: u64,
    /// Pieces of terrain that were thrown, one bit each (`ms10.throw.terrain`).
    pub(crate) thrown: u64,
    /// A model has been destroyed or has left the table: until then nothing is decided.
    pub(crate) losses: bool,
    /// There are wrecks on the table.
    pub(crate) wrecks: bool,
    /// Models on the table at the start: a duel needs no look at third parties.
    pub(crate) crowd: usize,
    /// Momentum of both sides at the end of each round played.
    pub(crate) momentum_by_round: [[u8; ROUNDS as usize]; 2],
    /// Control points of both sides at the end of each round played.
    pub(crate) points_by_round: [[u8; ROUNDS as usize]; 2],
    /// Owner of each control point (`ms10.cp.owner`).
    pub(crate) owners: [Option<Side>; MAX_CONTROL_POINTS],
    /// Owner before a contest, to whom the point falls back when both leave (`ms10.cp.round-end`).
    pub(crate) former: [Option<Side>; MAX_CONTROL_POINTS],
    /// What the mode of the battle counts.
    pub(crate) progress: Progress,
    /// What secondary objectives count.
    pub(crate) secondary: Tally,
}

impl Clone for Battle {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.copy_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Self) {
        self.copy_from(other);
    }
}

impl Battle {
    /// Makes everything as it is before deployment.
    pub(crate) fn reset(&mut self, bout: &Bout) {
        self.units.reset(bout);
        for side in Side::BOTH {
            self.sides[side.index()] = SideState {
                momentum: bout.starting_momentum[side.index()],
                ..SideState::default()
            };
        }
        self.round = 0;
        self.first = None;
        self.challenge = None;
        self.turn = Turn::default();
        self.return_fire = UnitSet::EMPTY;
        self.aggressor = None;
        self.razed = 0;
        self.thrown = 0;
        self.losses = false;
        self.wrecks = false;
        self.crowd = bout.units.len();
        self.momentum_by_round = [[0; ROUNDS as usize]; 2];
        self.points_by_round = [[0; ROUNDS as usize]; 2];
        self.owners = [None; MAX_CONTROL_POINTS];
        self.former = [None; MAX_CONTROL_POINTS];
        self.progress = Progress::default();
        self.secondary = Tally::default();
    }

    /// Becomes a copy of another battle, in the memory it has.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.units.copy_from(&other.units);
        // Named one by one, so that a new field is not forgotten.
        Self {
            units: _,
            sides: self.sides,
            round: self.round,
            first: self.first,
            challenge: self.challenge,
            turn: self.turn,
            return_fire: self.return_fire,
            aggressor: self.aggressor,
            razed: self.razed,
            thrown: self.thrown,
            losses: self.losses,
            wrecks: self.wrecks,
            crowd: self.crowd,
            momentum_by_round: self.momentum_by_round,
            points_by_round: self.points_by_round,
            owners: self.owners,
            former: self.former,
            progress: self.progress,
            secondary: self.secondary,
        } = *other;
    }

    /// Whether Revenge binds anybody (`ms10.challenge.revenge`).
    #[inline]
    pub(crate) fn revenge(&self) -> bool {
        self.sides.iter().any(|side| side.revenge.is_some())
    }

    /// Starts the turn of `unit`.
    pub(crate) fn begin_turn(&mut self, unit: UnitId, return_fire: bool) {
        let state = &self.units[unit];
        self.turn = Turn {
            unit,
            combat_actions: 1,
            move_actions: MOVE_ACTIONS.saturating_sub(state.legs_lost),
            start: state.pos,
            return_fire,
            ..Turn::default()
        };
    }

    /// A squad stays bound by Challenge and Revenge under its next leader (`ms10.squad.leader`).
    pub(crate) fn heir(&mut self, fallen: UnitId, next: UnitId) {
        let oaths = self.sides.iter_mut().map(|side| &mut side.revenge);
        for pair in oaths.chain([&mut self.challenge]).flatten() {
            for unit in [&mut pair.0, &mut pair.1] {
                if *unit == fallen {
                    *unit = next;
                }
            }
        }
    }

    /// Drops what lasts until the end of a turn.
    pub(crate) fn end_turn(&mut self) {
        for unit in self.units.iter_mut() {
            unit.skill_used = false;
            unit.skills = 0;
            unit.flash_used = false;
            unit.iron_wall = 0;
            unit.boost_reroll = false;
        }
        self.units[self.turn.unit].free_focus = 0;
        self.turn.tuned = Tuned::default();
    }
}
