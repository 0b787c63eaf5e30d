//! Legal ranges of every number in a profile.

use std::fmt;

/// An inclusive range, perhaps in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    min: i64,
    max: i64,
    step: i64,
}

const fn whole(min: i64, max: i64) -> Limits {
    Limits { min, max, step: 1 }
}

const fn hundreds(min: i64, max: i64) -> Limits {
    Limits {
        min,
        max,
        step: 100,
    }
}

impl Limits {
    pub(super) const fn contain(self, value: i64) -> bool {
        self.min <= value && value <= self.max && value % self.step == 0
    }

    /// The value as the profile stores it, if it is legal.
    pub(super) fn admit<T: TryFrom<i64>>(self, value: i64) -> Option<T> {
        if self.contain(value) {
            T::try_from(value).ok()
        } else {
            None
        }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            1 => write!(f, "a whole number from {} to {}", self.min, self.max),
            step => write!(f, "a multiple of {step} from {} to {}", self.min, self.max),
        }
    }
}

pub(super) const FRAME: Limits = whole(1, 5);
pub(super) const PERFORMANCE: Limits = whole(0, 10);
pub(super) const ELITE_LEVEL: Limits = whole(0, 9);
pub(super) const MORALE: Limits = whole(2, 10);
pub(super) const SIZE: Limits = whole(0, 6);
pub(super) const HP: Limits = hundreds(100, 60_000);
pub(super) const MOVE: Limits = whole(0, 40);
pub(super) const SENSORS: Limits = whole(0, 60);
pub(super) const DEFENCE_DICE: Limits = whole(0, 14);
/// HITS and DEF added to a roll.
pub(super) const BONUS: Limits = whole(-5, 15);
pub(super) const SHIELD: Limits = whole(1, 4);
pub(super) const RESOURCE: Limits = whole(1, 6);
pub(super) const VP: Limits = whole(0, 1000);
pub(super) const POINTS: Limits = whole(0, 65_535);

pub(super) const ATTACK_DICE: Limits = whole(1, 14);
pub(super) const RANGE: Limits = whole(4, 60);
pub(super) const RAPID_FIRE_RANGE: Limits = whole(1, 60);
pub(super) const RAPID_FIRE: Limits = whole(-5, 5);
pub(super) const PEN: Limits = whole(1, 14);
pub(super) const DMG: Limits = hundreds(0, 2000);
pub(super) const FINISHER: Limits = whole(1, 6);
pub(super) const COUNTER: Limits = whole(0, 5);
pub(super) const USES: Limits = whole(1, 9);
pub(super) const RESOURCE_COST: Limits = whole(0, 5);
pub(super) const SPECIAL_COST: Limits = whole(1, 5);
pub(super) const SPECIAL_PEN: Limits = whole(0, 5);
pub(super) const SPECIAL_DMG: Limits = hundreds(0, 1000);

pub(super) const AOE_TARGETS: Limits = whole(2, 5);
pub(super) const REMOTE_COST: Limits = whole(0, 5);
pub(super) const SUPPORT: Limits = whole(0, 2);

pub(super) const BARRIER: Limits = whole(1, 20);
pub(super) const MODE_BONUS: Limits = whole(-5, 5);
/// Of a defence die.
pub(super) const TARGET_NUMBER: Limits = whole(2, 10);
pub(super) const CATAPULT: Limits = whole(8, 40);
pub(super) const REPAIR_HP: Limits = hundreds(0, 5000);
pub(super) const REPAIR_BAY: Limits = whole(1, 6);

/// Parts of the profile model, before they are added up.
pub(super) const SHIFT: Limits = whole(-20, 20);
pub(super) const HP_SHIFT: Limits = hundreds(-20_000, 20_000);
pub(super) const POINTS_PER_STEP: Limits = whole(1, 10);
/// Prices small enough that no sum leaves [`POINTS`].
pub(super) const PRICE: Limits = whole(0, 1000);
/// Victory point rates small enough that no sum leaves [`VP`].
pub(super) const VP_PER_FRAME: Limits = whole(0, 100);
pub(super) const VP_PER_CREW_LEVEL: Limits = whole(0, 50);
pub(super) const VP_THRESHOLD: Limits = whole(0, 300);
pub(super) const CREW_LEVEL: Limits = whole(0, 4);

/// Scenarios: hexes along an edge of the table.
pub(super) const TABLE: Limits = whole(4, 40);
pub(super) const ZONE: Limits = whole(1, 20);
/// Column or row; whether it is on the table is asked separately.
pub(super) const PLACE: Limits = whole(-100, 100);
pub(super) const LEVEL: Limits = whole(0, 2);
pub(super) const ARMY_POINTS: Limits = whole(1, 1_000_000);
pub(super) const COUNT: Limits = whole(1, 30);
