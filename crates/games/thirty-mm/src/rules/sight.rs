//! The line of sight.

use equipoise_engine::Hex;

use super::chart::{BUILT, Cell, HAZY};
use super::state::UnitId;
use super::view::View;
use crate::data::colour::Colour;

impl View<'_> {
    /// Whether no standing structure other than `except` reaches the line between two places: the
    /// level of the line goes evenly from one to the other (`mm30.structure.blocks`).
    #[must_use]
    pub fn is_clear(self, from: (Hex, i8), to: (Hex, i8), except: Option<usize>) -> bool {
        if self.table.terrain.structures.is_empty() {
            return true;
        }
        let ((start, low), (end, high)) = (from, to);
        let way = end - start;
        let whole = way.dot2(way);
        let blocks = |hex: Hex, cell: Cell| {
            let structure = self.structure_of(cell).filter(|&at| Some(at) != except);
            structure.is_some_and(|at| {
                let top = i32::from(self.table.terrain.structures[at].top);
                let done = way.dot2(hex - start);
                top * whole >= i32::from(low) * whole + done * i32::from(high - low)
            })
        };
        self.table.chart.count(start, end, BUILT, blocks) == 0
    }

    /// Whether a unit's line of sight to a target is clear (`mm30.sight.los`): from hex to hex, of a
    /// vehicle too (`mm30.vehicle.los-origin`). Units do not block it.
    #[must_use]
    pub fn has_line(self, unit: UnitId, target: UnitId) -> bool {
        let place = |unit| {
            let state = self.unit(unit);
            (state.hex, state.elevation)
        };
        self.is_clear(place(unit), place(target), None)
    }

    /// Green and black hexes on the line between two units, the ends left out
    /// (`mm30.terrain.green-accuracy`, `mm30.terrain.black-accuracy`).
    #[must_use]
    pub fn haze(self, unit: UnitId, target: UnitId) -> u8 {
        let terrain = &self.table.terrain;
        let (from, to) = (self.unit(unit).hex, self.unit(target).hex);
        let bare = terrain.colours.is_empty() && terrain.structures.is_empty();
        if bare || from == to {
            return 0;
        }
        self.table.chart.count(from, to, BUILT | HAZY, |_, cell| {
            matches!(self.colour_of(cell), Colour::Green | Colour::Black)
        })
    }
}
