//! Ways across the board.

use std::collections::VecDeque;

use equipoise_engine::Hex;

use crate::rules::facing::Facing;
use crate::rules::state::UnitId;
use crate::rules::view::View;

/// Directions as a unit prefers them: ahead, then to either side, then back. A unit sees them alike from
/// either edge of the board.
pub(super) fn preferred(facing: Facing) -> [Facing; 6] {
    [0, 5, 1, 4, 2, 3].map(|sixths| facing.turned(sixths))
}

/// The first step of a way with the fewest steps to a hex and level for which `there` holds, whatever the
/// unit faces now; `None` if it is there, or there is no way.
pub(super) fn first_step(
    view: View<'_>,
    unit: UnitId,
    there: impl Fn(Hex, i8) -> bool,
) -> Option<Facing> {
    let state = view.unit(unit);
    if there(state.hex, state.elevation) {
        return None;
    }
    let board = &view.table.board;
    let rows = board.hexes().len();
    let number = |hex: Hex| {
        let (file, row) = board.place(hex)?;
        Some(usize::from(file) * rows + usize::from(row))
    };
    let mut seen = vec![false; usize::from(board.files()) * rows];
    seen[number(state.hex)?] = true;
    let mut open = VecDeque::from([((state.hex, state.elevation), None)]);
    while let Some((from, first)) = open.pop_front() {
        for direction in preferred(state.facing) {
            let hex = from.0 + direction.step();
            let Some(at) = number(hex).filter(|&at| !seen[at]) else {
                continue;
            };
            let Ok((_, level)) = view.passage(unit, from, hex) else {
                continue;
            };
            let first = Some(first.unwrap_or(direction));
            if there(hex, level) {
                return first;
            }
            seen[at] = true;
            open.push_back(((hex, level), first));
        }
    }
    None
}
