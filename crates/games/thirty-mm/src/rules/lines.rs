//! What lines of sight meet, worked out once a process.

use std::borrow::Cow;
use std::sync::OnceLock;

use equipoise_engine::Hex;

use super::sight::{Crossing, between};

/// Largest offsets between two hexes of the largest board, across and along.
const REACH: [i16; 2] = [28, 44];
const ROW: usize = 2 * REACH[1] as usize + 1;
const OFFSETS: usize = (2 * REACH[0] as usize + 1) * ROW;

/// Crossings of the lines from the origin, each worked out when it is first needed.
static KNOWN: [OnceLock<Vec<Crossing>>; OFFSETS] = [const { OnceLock::new() }; OFFSETS];

/// What the line from the origin to another hex meets strictly between them.
pub(crate) fn line_to(hex: Hex) -> Cow<'static, [Crossing]> {
    let crossings = || between(Hex::default(), hex);
    match place(hex) {
        Some(known) => Cow::Borrowed(known.get_or_init(crossings)),
        None => Cow::Owned(crossings()),
    }
}

fn place(hex: Hex) -> Option<&'static OnceLock<Vec<Crossing>>> {
    let [across, along] = [(hex.q, REACH[0]), (hex.r, REACH[1])].map(|(offset, reach)| {
        let inside = offset.unsigned_abs() <= reach.unsigned_abs();
        inside.then(|| (offset + reach) as usize)
    });
    KNOWN.get(across? * ROW + along?)
}
