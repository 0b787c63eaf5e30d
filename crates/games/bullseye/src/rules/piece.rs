//! What Tactical Points shift.

use super::state::UnitId;

/// What a Tactical Point shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Marker,
    Unit(UnitId),
}
