//! Choices by lot.

use equipoise_dice::Dice;

/// One of the items by lot.
pub(super) fn by_lot<T: Copy, D: Dice>(dice: &mut D, items: &[T]) -> Option<T> {
    match items {
        [] => None,
        [only] => Some(*only),
        _ => items.get(dice.below(items.len() as u32) as usize).copied(),
    }
}
