//! Ways across the board.

use equipoise_engine::Hex;

use crate::data::kind::UnitKind;
use crate::rules::facing::Facing;
use crate::rules::state::{UnitId, UnitState};
use crate::rules::view::View;

/// Hexes of the usual board, and of the largest.
const USUAL: usize = 160;
const LARGEST: usize = 29 * 30;

/// Directions as a unit prefers them: ahead, then to either side, then back. A unit sees them alike from
/// either edge of the board.
pub(super) fn preferred(facing: Facing) -> [Facing; 6] {
    [0, 5, 1, 4, 2, 3].map(|sixths| facing.turned(sixths))
}

/// [`first_step`] to a hex at most so far from an aim, where that can be told without a search: on a board on
/// which nothing lies, with no unit on any shortest way. Every hex of a board has a neighbour nearer to each
/// other one, so the first of the preferred directions that comes nearer begins a way.
pub(crate) fn first_step_towards(
    view: View<'_>,
    unit: UnitId,
    aim: Hex,
    radius: u16,
) -> Option<Facing> {
    let state = view.unit(unit);
    let (start, distance) = (state.hex, state.hex.distance(aim));
    let dry = view.piece(unit).sheet.kind != UnitKind::AttackSub;
    let open = dry && view.table.chart.is_open() && state.elevation == 0;
    if !open || radius == 0 || distance <= radius {
        return None;
    }
    let between = |(other, it): (UnitId, &UnitState)| {
        let left = it.hex.distance(aim);
        let on_way = start.distance(it.hex) + left == distance && left >= radius;
        on_way && other != unit && it.hex != start
    };
    if view.battle.units.iter().enumerate().any(between) {
        return None;
    }
    let nearer = |direction: &Facing| {
        let next = start + direction.step();
        next.distance(aim) < distance && view.table.board.contains(next)
    };
    preferred(state.facing).into_iter().find(nearer)
}

/// The first step of a way with the fewest steps to a hex and level for which `there` holds, whatever the
/// unit faces now; `None` if it is there, or there is no way.
pub(crate) fn first_step(
    view: View<'_>,
    unit: UnitId,
    there: impl Fn(Hex, i8) -> bool,
) -> Option<Facing> {
    if view.table.board.hexes().len() <= USUAL {
        search::<USUAL>(view, unit, there)
    } else {
        search::<LARGEST>(view, unit, there)
    }
}

/// The breadth-first search of [`first_step`], with room for `HEXES` hexes.
fn search<const HEXES: usize>(
    view: View<'_>,
    unit: UnitId,
    there: impl Fn(Hex, i8) -> bool,
) -> Option<Facing> {
    let state = view.unit(unit);
    if there(state.hex, state.elevation) {
        return None;
    }
    let board = &view.table.board;
    let mut seen = [false; HEXES];
    seen[board.number(state.hex)?] = true;
    // Each hex is noted once, so the list never has to wrap.
    let mut noted = [Noted::default(); HEXES];
    noted[0] = Noted {
        hex: state.hex,
        level: state.elevation,
        first: 0,
    };
    let preferred = preferred(state.facing);
    let (mut next, mut end) = (0, 1);
    while next < end {
        let Noted { hex, level, first } = noted[next];
        let from = (hex, level);
        next += 1;
        for direction in preferred {
            let hex = from.0 + direction.step();
            let Some(at) = board.number(hex).filter(|&at| !seen[at]) else {
                continue;
            };
            let Ok((_, level)) = view.passage(unit, from, hex) else {
                continue;
            };
            let first = if first == 0 {
                direction.number() + 1
            } else {
                first
            };
            if there(hex, level) {
                return Some(Facing::new(first - 1));
            }
            seen[at] = true;
            noted[end] = Noted { hex, level, first };
            end += 1;
        }
    }
    None
}

/// A hex on the way, the level there, and 1 more than the number of the first direction of the way to it.
#[derive(Clone, Copy, Default)]
struct Noted {
    hex: Hex,
    level: i8,
    first: u8,
}
