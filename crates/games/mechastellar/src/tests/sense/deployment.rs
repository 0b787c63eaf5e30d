//! Silly deployments.

use equipoise_engine::Side;

use crate::rules::view::View;

/// Half of an army of four units or more, three of them at least, side by side in one row from a corner of
/// the table. A player spreads an army out, or masses it where it is to fight.
pub(super) fn is_a_corner_row(view: View<'_>, side: Side) -> bool {
    let places: Vec<(i16, i16)> = view
        .standing(side)
        .map(|unit| view.unit(unit).pos.to_offset())
        .collect();
    let last = view.bout.table.width - 1;
    let longest = |row: i16| {
        let columns = || places.iter().filter(|place| place.1 == row).map(|p| p.0);
        let (left, right) = (columns(), columns().map(|column| last - column));
        run(left.collect()).max(run(right.collect()))
    };
    places
        .iter()
        .any(|&(_, row)| longest(row) >= 3 && 2 * longest(row) >= places.len() && places.len() >= 4)
}

/// How many columns follow each other from the first of the table, bases of two hexes allowed for.
fn run(mut columns: Vec<i16>) -> usize {
    columns.sort_unstable();
    let steps = columns.iter().zip(0..);
    steps.take_while(|&(&column, at)| column <= 2 * at).count()
}
