//! Orders drawn by the master seed.

use equipoise_dice::{Dice, StreamDice, stream};
use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::pairing_id;

/// A permutation of so many places, drawn by the master seed; `what` and `number` tell it from others.
pub(super) fn shuffled<S: FrontEnd>(
    count: usize,
    what: &str,
    number: u64,
    seed: u64,
) -> Vec<usize> {
    let label = pairing_id(S::NAME, "audit order", what);
    let mut dice = StreamDice::new(stream(seed, label, number));
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, dice.below(last as u32 + 1) as usize);
    }
    order
}
