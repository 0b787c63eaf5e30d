//! The distances of the rules, in hexes of a table.

use super::constants::{
    ACCELERATE_IN, AMBUSH_IN, ARRIVAL_IN, BOARDING_IN, CLIMB_IN, COHERENCY_IN, COVER_IN,
    DISENGAGE_IN, ENGAGEMENT_IN, OVERWHELM_IN, PUSH_IN, RETREAT_IN, SHIFT_IN, SWEEP_IN, TOUCH_IN,
    WIDEST_BASE_IN,
};
use crate::options::HexSize;

/// The printed distances in hexes, worked out once per bout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distances {
    pub(crate) hex_in: HexSize,
    pub(crate) engagement: u16,
    pub(crate) disengage: u16,
    pub(crate) accelerate: u16,
    pub(crate) climb: u16,
    pub(crate) push: u16,
    pub(crate) shift: u16,
    pub(crate) cover: u16,
    pub(crate) touch: u16,
    /// Between the largest two bases side by side.
    pub(crate) widest_bases: u16,
    pub(crate) arrival: u16,
    pub(crate) sweep: u16,
    pub(crate) overwhelm: u16,
    pub(crate) boarding: u16,
    pub(crate) control: u16,
    /// Between a model of a squad and the next (`ms10.squad.coherency`).
    pub(crate) coherency: u16,
    pub(crate) ambush: u16,
    /// Within which no enemy may see a unit that leaves the table (`ms93.game.retreat`).
    pub(crate) retreat: u16,
    /// Hexes around its own on which a model shows (`ms10.los.need`).
    pub(crate) body: u16,
}

impl Distances {
    /// On a table of hexes of this size, where a control point is held from so many inches.
    pub(crate) fn new(hex_in: HexSize, control_in: u16) -> Self {
        Self {
            hex_in,
            engagement: hex_in.hexes(ENGAGEMENT_IN),
            disengage: hex_in.hexes(DISENGAGE_IN),
            accelerate: hex_in.hexes(ACCELERATE_IN),
            climb: hex_in.hexes(CLIMB_IN),
            push: hex_in.hexes(PUSH_IN),
            shift: hex_in.hexes(SHIFT_IN),
            cover: hex_in.hexes(COVER_IN),
            // Models on neighbouring hexes touch, however large a hex is.
            touch: hex_in.hexes(TOUCH_IN).max(1),
            widest_bases: hex_in.hexes(WIDEST_BASE_IN).max(1),
            arrival: hex_in.hexes(ARRIVAL_IN),
            sweep: hex_in.hexes(SWEEP_IN),
            overwhelm: hex_in.hexes(OVERWHELM_IN),
            boarding: hex_in.hexes(BOARDING_IN),
            // A point is held from the hexes around it, however large a hex is.
            control: hex_in.hexes(control_in).max(1),
            coherency: hex_in.hexes(COHERENCY_IN),
            ambush: hex_in.hexes(AMBUSH_IN),
            retreat: hex_in.hexes(RETREAT_IN),
            body: u16::from(matches!(hex_in, HexSize::One)),
        }
    }
}
