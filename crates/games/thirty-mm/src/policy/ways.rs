//! Ways across the board.

use equipoise_engine::Hex;

use crate::rules::facing::Facing;
use crate::rules::state::UnitId;
use crate::rules::view::View;

/// Files and rows of the largest board.
const FILES: usize = 29;
const ROWS: usize = 30;

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
    let number = |hex: Hex| {
        let (file, row) = board.place(hex)?;
        Some(usize::from(file) * ROWS + usize::from(row))
    };
    let mut seen = [false; FILES * ROWS];
    seen[number(state.hex)?] = true;
    // Each hex is noted once, so the list never has to wrap.
    let mut noted = [(state.hex, state.elevation, None); FILES * ROWS];
    let (mut next, mut end) = (0, 1);
    while next < end {
        let (hex, level, first) = noted[next];
        let from = (hex, level);
        next += 1;
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
            noted[end] = (hex, level, first);
            end += 1;
        }
    }
    None
}
