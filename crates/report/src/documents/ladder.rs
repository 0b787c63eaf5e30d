//! Policies rated against each other, as `equipoise ladder` gives them.

use equipoise_analysis::ladder::LadderResult;

use super::reading::make_printable;

/// With names as charts show them.
pub(crate) fn shown(mut ladder: LadderResult) -> LadderResult {
    make_printable([&mut ladder.system, &mut ladder.anchor]);
    let pairs = ladder.pairs.iter_mut();
    make_printable(pairs.flat_map(|pair| [&mut pair.a, &mut pair.b]));
    make_printable(ladder.ratings.iter_mut().map(|rating| &mut rating.policy));
    ladder
}
