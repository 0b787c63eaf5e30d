//! What lies under units: the ground now, and how it acts on them.

use equipoise_engine::Hex;

use super::chart::Cell;
use super::state::UnitId;
use super::view::View;
use crate::data::ability::Power;
use crate::data::colour::Colour;
use crate::data::kind::UnitKind;

impl View<'_> {
    /// Level of the ground of a hex.
    #[inline]
    #[must_use]
    pub fn ground(self, hex: Hex) -> i8 {
        self.table.chart.cell(hex).level
    }

    /// Colour of a hex now: a fallen structure leaves black hexes (`mm30.structure.destroyed`).
    #[inline]
    #[must_use]
    pub fn colour(self, hex: Hex) -> Colour {
        self.colour_of(self.table.chart.cell(hex))
    }

    /// Colour now of a hex with this cell.
    #[inline]
    pub(super) fn colour_of(self, cell: Cell) -> Colour {
        let fallen = |at: u16| self.battle.structures[usize::from(at)] == 0;
        if cell.built.is_some_and(fallen) {
            Colour::Black
        } else {
            cell.colour
        }
    }

    /// The structure that stands in a hex.
    #[must_use]
    pub fn structure_in(self, hex: Hex) -> Option<usize> {
        self.structure_of(self.table.chart.cell(hex))
    }

    /// The structure that stands in a hex with this cell.
    #[inline]
    pub(super) fn structure_of(self, cell: Cell) -> Option<usize> {
        let built = cell.built.map(usize::from);
        built.filter(|&at| self.battle.structures[at] > 0)
    }

    /// Whether a unit has a power.
    #[inline]
    #[must_use]
    pub fn has(self, unit: UnitId, power: Power) -> bool {
        self.piece(unit).makeup.has(power)
    }

    /// Whether a unit swims: an EXA Attack Sub does without an ability.
    #[inline]
    #[must_use]
    pub fn swims(self, unit: UnitId) -> bool {
        self.piece(unit).sheet.kind == UnitKind::AttackSub || self.has(unit, Power::Swim)
    }

    /// The colour that acts on a unit: that of its hex, unless it is in the air above it.
    #[inline]
    #[must_use]
    pub fn colour_under(self, unit: UnitId) -> Colour {
        let state = self.unit(unit);
        if state.elevation > self.ground(state.hex) {
            Colour::Grey
        } else {
            self.colour(state.hex)
        }
    }

    /// Whether a unit has Conceal (`mm30.terrain.green-conceal`, `mm30.status.conceal`).
    #[must_use]
    pub fn is_concealed(self, unit: UnitId) -> bool {
        self.colour_under(unit) == Colour::Green
    }

    /// The water that weighs on a unit: Euphotic in light blue, Abyss in dark blue
    /// (`mm30.terrain.blue`).
    #[inline]
    #[must_use]
    pub fn water(self, unit: UnitId) -> Option<Colour> {
        let colour = self.colour_under(unit);
        (colour.is_water() && !self.swims(unit)).then_some(colour)
    }
}
