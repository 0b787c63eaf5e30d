//! Traits tied to its pilot that a unit's price holds, and those that are given up for points.

use super::notation;
use equipoise_engine::source::raw::Fields;

const EXPECTED: &str = "an array of traits with their values such as [\"Swordsman+III\"]";

/// Points of each step of a trait's value (`ms93.upgrade.trait-removal`).
const STEP_POINTS: u16 = 10;

/// Points of a unit's traits that are tied to its pilot. Those that do something in play are bought or come
/// with its crew; VER10 prints no effect of these.
#[derive(Clone, Copy, Debug)]
pub(super) struct PilotTraits {
    /// Of those that it keeps.
    kept: u16,
    /// Of those that it gives up.
    removed: u16,
}

impl PilotTraits {
    /// Reads `pilot_traits` and `removed_traits`; `None` after a mistake.
    pub(super) fn read(fields: &Fields<'_>) -> Option<Self> {
        let own = tied(fields, "pilot_traits");
        let given_up = fields.optional("removed_traits");
        let mut own = own?;
        let mut removed = 0;
        for item in given_up.map_or(Some(Vec::new()), |node| node.items(EXPECTED))? {
            let given_up = item.notation(notation::tied_trait, notation::TIED_TRAIT_EXPECTED)?;
            let Some(place) = own.iter().position(|own| *own == given_up) else {
                item.complain("not among the unit's `pilot_traits`, expected one of them");
                return None;
            };
            removed += points(own.swap_remove(place).1);
        }
        let kept = own.iter().map(|(_, value)| points(*value)).sum();
        Some(Self { kept, removed })
    }

    /// Reports what is given up by a unit without a listed price: the rates hold no traits.
    pub(super) fn check_price(self, fields: &Fields<'_>, listed: bool) {
        if self.removed > 0 && !listed {
            fields
                .complain("`removed_traits` without `points`, expected the price that holds them");
        }
    }

    /// Points of a unit without what it gives up (`ms93.upgrade.trait-removal`).
    pub(super) fn refunded(self, listed: u16) -> u16 {
        listed.saturating_sub(self.removed)
    }

    /// Points of a unit without the traits that it keeps (`ms93.upgrade.performance-down-limit`).
    pub(super) fn without(self, points: u16, listed: bool) -> u16 {
        if listed {
            points.saturating_sub(self.kept)
        } else {
            points
        }
    }
}

const fn points(value: u8) -> u16 {
    STEP_POINTS * value as u16
}

/// The traits of a field.
fn tied(fields: &Fields<'_>, field: &'static str) -> Option<Vec<(String, u8)>> {
    let Some(node) = fields.optional(field) else {
        return Some(Vec::new());
    };
    let items = node.items(EXPECTED)?.into_iter();
    let tied = items.map(|item| item.notation(notation::tied_trait, notation::TIED_TRAIT_EXPECTED));
    // Every one is looked at, so that all mistakes show.
    tied.collect::<Vec<_>>().into_iter().collect()
}
