//! Markers of Reconnaissance: which of them a unit should stand next to.

use equipoise_engine::Hex;

use crate::rules::facing::Facing;
use crate::rules::state::UnitId;
use crate::rules::view::View;

/// What the markers ask of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    /// Nothing.
    None,
    /// To stay: a marker next to it is contested, or becomes its side's when it stays.
    Stay,
    /// To go next to this marker.
    Claim(Hex),
}

/// A unit stays at a marker that would be lost, or is not yet won, without it. Otherwise it goes for the
/// nearest one that its side neither holds safely nor has units enough for
/// (`mm30.battle.recon-control`).
pub(super) fn duty(view: View<'_>, unit: UnitId) -> Duty {
    let (piece, state) = (view.piece(unit), view.unit(unit));
    if view.table.markers.is_empty() || piece.sheet.kind.is_vehicle() || !view.in_play(unit) {
        return Duty::None;
    }
    let mut nearest: Option<(u16, u8, Hex)> = None;
    for (at, &marker) in view.table.markers.iter().enumerate() {
        let owned = view.battle.owners[at] == Some(piece.side);
        let beside = view.beside(marker);
        let [own, enemies] = [piece.side, piece.side.other()].map(|it| beside[it.index()]);
        let distance = state.hex.distance(marker);
        if distance == 1 {
            if !owned || enemies > 0 {
                return Duty::Stay;
            }
            continue;
        }
        let safe = if owned { own >= enemies } else { own > enemies };
        if safe {
            continue;
        }
        let towards = Facing::towards(marker - state.hex, state.facing);
        let turn = state.facing.clockwise_to(towards);
        if nearest.is_none_or(|(far, angle, _)| (distance, turn) < (far, angle)) {
            nearest = Some((distance, turn, marker));
        }
    }
    nearest.map_or(Duty::None, |(_, _, marker)| Duty::Claim(marker))
}
