//! What follows from the state of a unit: what works, what is lost, what rolls are modified.

use equipoise_engine::{Hex, Side};

use super::check::Check;
use super::redundancy::Strike;
use super::state::{
    Battle, Hold, ItemState, Life, Piece, Place, Posture, Table, UnitId, UnitState,
};
use crate::data::kind::{SectionKind, UnitKind};
use crate::data::sheet::Mount;
use crate::data::stats::Stat;
use crate::data::weapon::Tag;
use crate::options::HalfLegsRounding;

/// Reads a table and a battle.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// What does not change.
    pub table: &'a Table,
    /// What does.
    pub battle: &'a Battle,
}

/// An attack's weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// The weapon of this number of the unit.
    Weapon(usize),
    /// An unarmed strike (`mm30.close.basic-attack`).
    Basic,
}

impl Arm {
    /// The number of the weapon; `None` unarmed.
    #[must_use]
    pub const fn weapon(self) -> Option<usize> {
        match self {
            Self::Weapon(at) => Some(at),
            Self::Basic => None,
        }
    }
}

impl<'a> View<'a> {
    /// A unit's piece.
    #[inline]
    #[must_use]
    pub fn piece(self, unit: UnitId) -> &'a Piece {
        &self.table.pieces[unit]
    }

    /// A unit's state.
    #[inline]
    #[must_use]
    pub fn unit(self, unit: UnitId) -> &'a UnitState {
        &self.battle.units[unit]
    }

    /// Whether a unit takes part.
    #[inline]
    #[must_use]
    pub fn in_play(self, unit: UnitId) -> bool {
        self.unit(unit).life == Life::InPlay
    }

    /// Units of a side that take part, if only through drones.
    pub fn side(self, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        let units = 0..self.battle.units.len();
        units.filter(move |&unit| self.takes_part(unit) && self.piece(unit).side == side)
    }

    /// Sections of a kind that a unit has, and that it has left.
    #[must_use]
    pub fn sections(self, unit: UnitId, kind: SectionKind) -> (u8, u8) {
        let all = self.piece(unit).makeup.sections(kind);
        let defense = &self.unit(unit).defense;
        let left = all.filter(|&at| defense[at] > 0).count();
        (all.count(), left as u8)
    }

    /// Whether a unit had sections of a kind and has lost them all.
    #[inline]
    fn lost_all(self, unit: UnitId, kind: SectionKind) -> bool {
        let mut all = self.piece(unit).makeup.sections(kind);
        let defense = &self.unit(unit).defense;
        !all.is_empty() && all.all(|at| defense[at] == 0)
    }

    /// What a unit walks or drives on: its legs, of a vehicle its drives
    /// (`mm30.section.vehicle-areas`).
    const fn means_of_movement(kind: UnitKind) -> SectionKind {
        if kind.is_vehicle() {
            SectionKind::Drive
        } else {
            SectionKind::Leg
        }
    }

    /// Legs: none lost, half of them, all of them (`mm30.section.half-legs`,
    /// `mm30.section.all-legs`).
    fn legs(self, unit: UnitId) -> Legs {
        let kind = Self::means_of_movement(self.piece(unit).sheet.kind);
        let (all, left) = self.sections(unit, kind);
        let lost = all - left;
        if lost == 0 || lost < all.div_ceil(2) {
            Legs::Enough
        } else if left > 0 {
            Legs::HalfLost
        } else {
            Legs::AllLost
        }
    }

    /// Standard Movement Points of a turn, before Press On (`mm30.move.standard-points`).
    #[must_use]
    pub fn movement_points(self, unit: UnitId) -> u8 {
        let full = self.piece(unit).class.movement();
        match self.legs(unit) {
            Legs::Enough => full,
            Legs::HalfLost => match self.table.options.half_legs_rounding {
                HalfLegsRounding::RemainingUp => full.div_ceil(2),
                HalfLegsRounding::ReductionUp => full / 2,
            },
            Legs::AllLost => 1,
        }
    }

    /// Hexes of Thruster Movement; `None` while no thruster is left (`mm30.move.thruster-lost`).
    #[must_use]
    pub fn thruster_movement(self, unit: UnitId) -> Option<u8> {
        let (piece, state) = (self.piece(unit), self.unit(unit));
        let core = piece.sheet.sections.iter().zip(&state.defense);
        let core = core.filter(|(section, _)| section.thruster);
        let groups = piece.sheet.equipment.iter().zip(&state.equipment);
        let groups = groups.filter(|(group, _)| group.thruster);
        let mut left = core.map(|it| *it.1).chain(groups.map(|it| *it.1));
        if !left.any(|left| left > 0) {
            return None;
        }
        if self.table.options.thruster_uses_sheet_value {
            piece.sheet.thruster_movement()
        } else {
            Some(2 * self.movement_points(unit))
        }
    }

    /// Whether a unit makes evasion rolls (`mm30.ranged.evasion-roll`).
    #[inline]
    #[must_use]
    pub fn can_evade(self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        let held = matches!(state.hold, Hold::HeldBy(_));
        state.posture == Posture::Standing && !held && !state.stuck
    }

    /// Whether a unit is part of a hold.
    #[inline]
    #[must_use]
    pub fn in_hold(self, unit: UnitId) -> bool {
        self.unit(unit).hold != Hold::Free
    }

    /// Whether a unit has an arm left to grapple with (`mm30.section.all-arms`).
    #[must_use]
    pub fn has_hand(self, unit: UnitId) -> bool {
        self.sections(unit, SectionKind::Arm).1 > 0
    }

    /// Whether an arm section can hold and use a weapon (`mm30.section.arm`).
    #[inline]
    #[must_use]
    pub fn hand_works(self, unit: UnitId, section: usize) -> bool {
        self.unit(unit)
            .defense
            .get(section)
            .is_some_and(|&left| left > 0)
    }

    /// Whether a weapon can be used: not destroyed, held by a working hand or mounted
    /// (`mm30.ranged.eligibility`, `mm30.weapon.destroyed`).
    #[inline]
    #[must_use]
    pub fn usable(self, unit: UnitId, weapon: usize) -> bool {
        let Some(item) = self.unit(unit).weapons.get(weapon) else {
            return false;
        };
        item.durability > 0
            && match item.place {
                Place::Held { hand, .. } => self.hand_works(unit, hand),
                Place::Mounted(mount) => self.mount_holds(unit, mount),
                Place::Carried | Place::Dropped(_) => false,
            }
    }

    fn mount_holds(self, unit: UnitId, mount: Mount) -> bool {
        let state = self.unit(unit);
        let left = match mount {
            Mount::Section(at) => state.defense.get(at),
            Mount::Equipment(at) => state.equipment.get(at),
        };
        let docked = match mount {
            Mount::Equipment(at) => {
                self.piece(unit).sheet.equipment[at].drone.is_some() && state.drones[at].is_none()
            }
            Mount::Section(_) => false,
        };
        !docked && left.is_some_and(|&left| left > 0)
    }

    /// Copies of a weapon on the unit, itself included: all of its name that are not destroyed and not on
    /// the ground (`mm30.weapon.redundancy-live`).
    #[inline]
    #[must_use]
    pub fn copies(self, unit: UnitId, weapon: usize) -> u8 {
        let there =
            |item: &ItemState| item.durability > 0 && !matches!(item.place, Place::Dropped(_));
        let states = &self.unit(unit).weapons;
        let same = self.piece(unit).makeup.copies(weapon);
        same.filter(|&at| there(&states[at])).count() as u8
    }

    /// Range of a weapon in its present form, hexes (`mm30.tag.gun-blade`).
    #[inline]
    #[must_use]
    pub fn range(self, unit: UnitId, arm: Arm) -> u8 {
        match arm {
            Arm::Weapon(at) if !self.unit(unit).weapons[at].switched => {
                self.piece(unit).weapons[at].range
            }
            Arm::Weapon(_) | Arm::Basic => 1,
        }
    }

    /// AP and Base Damage of one attack as the unit stands: form, Weapon Redundancy, and 3 more AP for a
    /// 2H weapon in one hand, which mounted weapons do not pay (`mm30.tag.two-handed`,
    /// `mm30.tag.mounted-exempt`).
    #[inline]
    #[must_use]
    pub fn strike(self, unit: UnitId, arm: Arm) -> Strike {
        let Arm::Weapon(at) = arm else {
            return Strike { ap: 1, damage: 1 };
        };
        let (weapon, item) = (&self.piece(unit).weapons[at], &self.unit(unit).weapons[at]);
        let gained = if item.switched { weapon.range - 1 } else { 0 };
        let printed = Strike {
            ap: weapon.ap,
            damage: weapon.base_damage + u16::from(gained),
        };
        let mut strike = printed.with_copies(self.copies(unit, at), &self.table.options);
        let one_handed = matches!(item.place, Place::Held { other: None, .. });
        if weapon.has(Tag::TwoHanded) && one_handed {
            strike.ap += 3;
        }
        strike
    }

    /// Levels by which a unit stands above another.
    #[inline]
    fn levels_above(self, unit: UnitId, other: UnitId) -> i8 {
        self.unit(unit).elevation - self.unit(other).elevation
    }

    /// Range to a target: hexes plus levels (`mm30.weapon.range`, `mm30.weapon.range-elevation`).
    #[inline]
    #[must_use]
    pub fn distance(self, unit: UnitId, target: UnitId) -> u16 {
        let hexes = self.unit(unit).hex.distance(self.unit(target).hex);
        hexes + u16::from(self.levels_above(unit, target).unsigned_abs())
    }

    /// Whether a melee weapon of range 1 reaches: the same or the next hex, up to one level apart; others
    /// reach as ranged ones do (`mm30.close.melee-range`).
    #[inline]
    #[must_use]
    pub fn reaches(self, unit: UnitId, arm: Arm, target: UnitId) -> bool {
        let hexes = self.unit(unit).hex.distance(self.unit(target).hex);
        let levels = self.levels_above(unit, target).unsigned_abs();
        self.reaches_so_far(unit, arm, (hexes, levels.into()))
    }

    /// Whether a weapon or a fist reaches a target that is so far away, in hexes and levels
    /// (`mm30.close.melee-range`).
    #[inline]
    pub(crate) fn reaches_so_far(
        self,
        unit: UnitId,
        arm: Arm,
        (hexes, levels): (u16, u16),
    ) -> bool {
        match self.range(unit, arm) {
            ..=1 => hexes <= 1 && levels <= 1,
            range => hexes + levels <= u16::from(range),
        }
    }

    /// Whether a target is in the field of view (`mm30.sight.fov`): before the unit, all around an EXA
    /// Tank (`mm30.vehicle.tank-fov`), in the own hex unless it is lower (`mm30.sight.below`).
    #[inline]
    #[must_use]
    pub fn sees(self, unit: UnitId, target: UnitId) -> bool {
        let (own, other) = (self.unit(unit), self.unit(target));
        if own.hex == other.hex {
            return other.elevation >= own.elevation;
        }
        self.sees_hex(unit, other.hex)
    }

    /// Whether another hex is in the field of view.
    #[inline]
    #[must_use]
    pub fn sees_hex(self, unit: UnitId, hex: Hex) -> bool {
        let (own, model) = (self.unit(unit), self.table.options.fov_model);
        self.piece(unit).sheet.kind == UnitKind::Tank || own.facing.sees(hex - own.hex, model)
    }

    /// The Accuracy roll of a unit at a target: abilities, posture, lost heads, high ground, haze
    /// (`mm30.roll.stacking`).
    #[must_use]
    pub fn accuracy(self, unit: UnitId, target: UnitId) -> Check {
        let posture = match self.unit(unit).posture {
            Posture::Kneeling => 1,
            Posture::Prone => 3,
            Posture::Standing | Posture::Grounded => 0,
        };
        let blind = i8::from(self.lost_all(unit, SectionKind::Head));
        let above = match self.levels_above(unit, target) {
            2 | 3 => 1,
            4.. => 2,
            _ => 0,
        };
        let haze = self.haze(unit, target) as i8;
        self.check(unit, Stat::Accuracy, posture - blind + above - haze)
    }

    /// The Assault roll of a unit at a target: abilities, lost legs, high ground.
    #[must_use]
    pub fn assault(self, unit: UnitId, target: UnitId) -> Check {
        let legs = match self.legs(unit) {
            Legs::Enough => 0,
            Legs::HalfLost => 1,
            Legs::AllLost => 2,
        };
        let above = i8::from(self.levels_above(unit, target) == 1);
        self.check(unit, Stat::Assault, above - legs)
    }

    /// The evasion roll of a unit.
    #[must_use]
    pub fn evasion(self, unit: UnitId) -> Check {
        self.check(unit, Stat::Evasion, 0)
    }

    /// The evasion roll of a unit against a ranged or another attack (`mm30.status.conceal`).
    #[inline]
    #[must_use]
    pub fn evasion_against(self, unit: UnitId, ranged: bool) -> Check {
        let concealed = ranged && self.is_concealed(unit);
        self.check(unit, Stat::Evasion, i8::from(concealed))
    }

    #[inline]
    fn check(self, unit: UnitId, stat: Stat, modifier: i8) -> Check {
        let piece = self.piece(unit);
        Check {
            stat: piece.stats.get(stat),
            modifier: piece.rolls.get(stat) + modifier,
        }
    }

    /// The section that counts as torso for damage to it: the first torso that is left; of a unit
    /// without torso its largest section (`mm30.section.torso`).
    #[inline]
    #[must_use]
    pub fn torso(self, unit: UnitId) -> Option<usize> {
        let makeup = &self.piece(unit).makeup;
        let mut torsos = makeup.sections(SectionKind::Torso);
        if torsos.is_empty() {
            return makeup.largest();
        }
        let left = &self.unit(unit).defense;
        torsos.find(|&at| left[at] > 0)
    }

    /// What its lost sections have made of a unit (`mm30.section.torso`,
    /// `mm30.section.inoperative`).
    #[must_use]
    pub fn life(self, unit: UnitId) -> Life {
        let state = self.unit(unit);
        if self.torso(unit).is_none_or(|at| state.defense[at] == 0) {
            return Life::Destroyed;
        }
        let kind = self.piece(unit).sheet.kind;
        if kind.is_vehicle() {
            if self.lost_all(unit, SectionKind::Drive) {
                return Life::Inoperative;
            }
            return Life::InPlay;
        }
        let counts = |kind| match kind {
            SectionKind::Torso => false,
            SectionKind::Head => self.table.options.inoperative_counts_head,
            _ => true,
        };
        let sections = self.piece(unit).sheet.sections.iter().zip(&state.defense);
        let mut limbs = sections
            .filter(|(section, _)| counts(section.kind))
            .peekable();
        if limbs.peek().is_some() && limbs.all(|(_, &left)| left == 0) {
            Life::Inoperative
        } else {
            Life::InPlay
        }
    }
}

/// How many legs are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Legs {
    Enough,
    HalfLost,
    AllLost,
}
