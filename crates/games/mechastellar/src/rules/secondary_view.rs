//! What secondary objectives would score as a battle stands.

use equipoise_engine::{Hex, Side};

use super::secondary::{
    BEHIND_IN, CAP, CENTRE_IN, ROUTED_A_ROUND, SCORCHED, for_quadrants, for_units_behind,
};
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::Tier;
use crate::data::secondary::{Category, Objective};

/// Frame from which a unit is a strong one (`ms93.secondary.strongest-prototype`).
const STRONG_FRAME: u8 = 4;
/// Units whose crews count (`ms93.secondary.bonds`).
const BONDS: usize = 3;

/// How a unit was destroyed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Manner {
    pub(crate) advantage: bool,
    pub(crate) melee_counter: bool,
}

impl View<'_> {
    /// Whether a control point has not been destroyed (`ms93.secondary.scorched-earth`).
    #[inline]
    pub(crate) fn has_point(self, point: usize) -> bool {
        self.state.secondary.has_point(point)
    }

    /// Victory points of the supplement that the Destruction objective of a side brings for an enemy that one of
    /// its units destroys, its limits aside.
    fn destruction(self, by: UnitId, victim: UnitId, manner: Manner) -> u8 {
        let side = self.side_of(by);
        let (killer, lost) = (self.profile(by), self.profile(victim));
        let only_if = |counts: bool, points: u8| if counts { points } else { 0 };
        match self.bout.secondary.chosen(side, Category::Destruction) {
            Some(Objective::TopGun) if crew_level(killer.tier) > 0 => {
                only_if(crew_level(lost.tier) > 0, 2) + only_if(self.commands(victim), 2)
            }
            Some(Objective::StrongestPrototype) => {
                let strong = killer.frame >= STRONG_FRAME && lost.frame >= STRONG_FRAME;
                only_if(strong, 5)
            }
            Some(Objective::RoutTheEnemy) => only_if(
                self.state.secondary.routed[side.index()] < ROUTED_A_ROUND,
                1,
            ),
            Some(Objective::SurpriseAssault) => {
                only_if(self.state.round <= 1, 1) + only_if(manner.advantage, 3)
            }
            Some(Objective::Undefeated) if self.commands(by) => {
                2 + only_if(manner.melee_counter, 3)
            }
            _ => 0,
        }
    }

    /// The same within what the objective may still bring.
    pub(crate) fn for_destroying(self, by: UnitId, victim: UnitId, manner: Manner) -> u8 {
        let points = self.destruction(by, victim, manner);
        let side = self.side_of(by);
        points.min(self.state.secondary.room(side, Category::Destruction))
    }

    /// Whether a hex is in a side's half of the table; the row in the middle is in neither
    /// (`ms93.secondary.repel`).
    pub(crate) fn is_own_half(self, side: Side, hex: Hex) -> bool {
        let table = self.bout.table;
        table.seen_from(side, hex).0 < table.depth / 2
    }

    /// Whether an enemy on a hex that leaves it or is destroyed there scores for a side
    /// (`ms93.secondary.repel`).
    pub(crate) fn may_repel(self, side: Side, unit: UnitId) -> bool {
        self.bout.secondary.has(side, Objective::Repel)
            && !self.state.secondary.repelled.contains(unit)
            && self.is_own_half(side, self.unit(unit).pos)
    }

    /// Victory points of the supplement by the Survival objective of a side as its units stand, one of them
    /// lost besides if there is one.
    pub(crate) fn survival(self, side: Side, besides: Option<UnitId>) -> u8 {
        let counted = self.state.secondary.counted[side.index()];
        let models = self.bout.side(side).len();
        let survivors = || {
            let mut units = self.bout.side(side);
            std::iter::from_fn(move || units.find(|&u| self.unit(u).hp > 0 && Some(u) != besides))
        };
        let points = match self.bout.secondary.chosen(side, Category::Survival) {
            Some(Objective::Bonds) => {
                let level = |level: u8| {
                    let crews = survivors().map(|u| crew_level(self.profile(u).tier));
                    crews.filter(|&crew| crew == level).count()
                };
                let aces = level(2).min(BONDS);
                let skilled = level(1).min(BONDS - aces);
                (2 * aces + skilled) as u8
            }
            Some(Objective::LastBastion) => {
                let commands = survivors().any(|u| self.commands(u));
                let lost = models - survivors().count();
                match (commands, lost >= models.div_ceil(2)) {
                    (false, _) => 0,
                    (true, false) => 3,
                    (true, true) => 6,
                }
            }
            Some(Objective::MinimizeLosses) => {
                let most = survivors().count() >= models.div_ceil(2);
                counted.saturating_add(if most { 5 } else { 0 })
            }
            Some(Objective::FlawlessInsertion) => {
                let more = besides.is_some() && self.state.round <= 1;
                CAP.saturating_sub(counted.saturating_add(more.into()))
            }
            Some(Objective::Invincible) => counted,
            _ => 0,
        };
        points.min(CAP)
    }

    /// Victory points of the supplement by the Battlespace objective of a side if the round ended now.
    pub(crate) fn battlespace(self, side: Side) -> u8 {
        let models = || {
            let models = self.bout.side(side);
            models.filter(|&u| self.unit(u).on_table)
        };
        match self.bout.secondary.chosen(side, Category::Battlespace) {
            Some(Objective::Dominate) => {
                let quadrants = models().fold(0, |set, u| set | self.quadrant(self.unit(u).pos));
                for_quadrants(quadrants.count_ones())
            }
            Some(Objective::BehindLines) => {
                let behind = models().filter(|&u| self.rows_behind(side, self.unit(u).pos) == 0);
                for_units_behind(behind.count())
            }
            Some(Objective::SwellingMomentum) => {
                let leads = self.momentum(side) > self.momentum(side.other());
                if leads { 2 } else { 0 }
            }
            _ => 0,
        }
    }

    /// The quadrant of a hex as one bit of four: nothing close to the centre, nor in the row between two
    /// (`ms93.secondary.dominate`).
    pub(crate) fn quadrant(self, hex: Hex) -> u32 {
        (0..4)
            .find(|&quadrant| self.steps_to_quadrant(hex, quadrant) == 0)
            .map_or(0, |quadrant| 1 << quadrant)
    }

    /// Hexes from a hex to a quadrant, 0 inside: its first bit is the right half of the table, its second the far
    /// one, as side A sees it.
    pub(crate) fn steps_to_quadrant(self, hex: Hex, quadrant: u32) -> u16 {
        let table = self.bout.table;
        // In half hexes, as every other row begins half a hex further in.
        let across = 2 * hex.q + hex.r;
        let aside = if quadrant & 1 == 0 {
            across - (table.width - 1)
        } else {
            table.width - across
        };
        let ahead = if quadrant & 2 == 0 {
            hex.r - (table.depth / 2 - 1)
        } else {
            table.depth - table.depth / 2 - hex.r
        };
        let (aside, ahead) = (aside.max(0), ahead.max(0));
        let steps = ahead.max((aside + ahead + 1) / 2) as u16;
        let close = self.bout.distances.hex_in.hexes(CENTRE_IN);
        steps.max((close + 1).saturating_sub(self.centre_distance(hex)))
    }

    /// Hexes to the nearest hex at the centre of the table.
    fn centre_distance(self, hex: Hex) -> u16 {
        let table = self.bout.table;
        let rows = [(table.depth - 1) / 2, table.depth / 2];
        let away = rows.map(|row| {
            // Half hexes from the left edge that are nearest the middle and end on a hex.
            let across = table.width - i16::from((table.width + row) % 2 != 0);
            hex.distance(Hex::new((across - row) / 2, row))
        });
        away[0].min(away[1])
    }

    /// Rows from a hex to those near the enemy edge, 0 there (`ms93.secondary.behind-lines`).
    pub(crate) fn rows_behind(self, side: Side, hex: Hex) -> u16 {
        let near = self.bout.distances.hex_in.hexes(BEHIND_IN) as i16;
        let (row, _) = self.bout.table.seen_from(side.other(), hex);
        (row + 1 - near).max(0) as u16
    }

    /// Whether the active unit may spend a Combat Action in melee on a control point: it is near enough to hold it,
    /// and no enemy is (`ms93.secondary.scorched-earth`).
    pub(crate) fn may_scorch(self, point: usize) -> bool {
        let turn = &self.state.turn;
        let (unit, side) = (turn.unit, self.side_of(turn.unit));
        if !self.bout.secondary.has(side, Objective::ScorchedEarth)
            || turn.combat_actions == 0
            || point >= self.bout.control_points.len()
            || !self.has_point(point)
        {
            return false;
        }
        let mut weapons = 0..self.profile(unit).printed;
        let armed = weapons.any(|weapon| {
            self.weapon(unit, weapon).is_melee() && self.weapon_ready(unit, weapon, false)
        });
        let busy = self.is_engaged(unit)
            || self.is_challenged(unit)
            || turn.return_fire && self.bound_to_closest(unit);
        let mut models = self.models(unit);
        let near = models.any(|model| self.is_on_point(model, point));
        armed && near && !busy && !self.is_present(side.other(), point)
    }

    /// The first control point that it may destroy to its gain, and the victory points of the supplement for it.
    pub(crate) fn scorchable(self) -> Option<(usize, u8)> {
        if !self.bout.secondary.on {
            return None;
        }
        let side = self.side_of(self.state.turn.unit);
        let points = SCORCHED.min(self.state.secondary.room(side, Category::Battlespace));
        let mut all = 0..self.bout.control_points.len();
        let point = all.find(|&point| self.may_scorch(point));
        point.filter(|_| points > 0).map(|point| (point, points))
    }
}

/// Level of a crew in the supplement, which knows no Battle-Tested ones.
const fn crew_level(tier: Tier) -> u8 {
    match tier {
        Tier::Basic | Tier::BattleTested => 0,
        Tier::Skilled => 1,
        Tier::Ace => 2,
    }
}
