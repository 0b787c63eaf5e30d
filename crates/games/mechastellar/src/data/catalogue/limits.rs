//! Legal ranges of every number in a profile.

pub(in crate::data) use equipoise_engine::source::Limits;

use crate::options::HexSize;

const fn whole(min: i64, max: i64) -> Limits {
    Limits::whole(min, max)
}

const fn hundreds(min: i64, max: i64) -> Limits {
    Limits::steps(min, max, 100)
}

pub(super) const FRAME: Limits = whole(1, 5);
pub(in crate::data) const PERFORMANCE: Limits = whole(0, 10);
pub(in crate::data) const ELITE_LEVEL: Limits = whole(0, 9);
pub(in crate::data) const MORALE: Limits = whole(2, 10);
/// Waves, from 1.
pub(super) const WAVE: Limits = whole(1, 3);
pub(super) const SIZE: Limits = whole(0, 6);
pub(in crate::data) const HP: Limits = hundreds(100, 60_000);
pub(in crate::data) const MOVE: Limits = whole(0, 40);
pub(in crate::data) const SENSORS: Limits = whole(0, 60);
pub(super) const DEFENCE_DICE: Limits = whole(0, 14);
/// HITS and DEF added to a roll.
pub(in crate::data) const BONUS: Limits = whole(-5, 15);
pub(super) const SHIELD: Limits = whole(1, 4);
pub(super) const RESOURCE: Limits = whole(0, 6);
/// With upgrades: the highest Power cap, 8, and 2 beyond it.
pub(in crate::data) const UPGRADED_RESOURCE: Limits = whole(1, 10);
pub(in crate::data) const VP: Limits = whole(0, 1000);
pub(in crate::data) const POINTS: Limits = whole(0, 65_535);

pub(super) const ATTACK_DICE: Limits = whole(1, 14);
pub(super) const RANGE: Limits = whole(4, 60);
pub(super) const RAPID_FIRE_RANGE: Limits = whole(1, 60);
pub(super) const RAPID_FIRE: Limits = whole(-5, 5);
pub(super) const PEN: Limits = whole(1, 14);
pub(super) const DMG: Limits = hundreds(0, 2000);
pub(super) const FINISHER: Limits = whole(1, 6);
pub(super) const COUNTER: Limits = whole(0, 5);
pub(in crate::data) const USES: Limits = whole(1, 9);
pub(super) const SLOTS: Limits = whole(1, 9);
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
pub(super) const ACTIONS: Limits = whole(1, 5);
/// With upgrades: Frame 5 and 3 beyond it.
pub(in crate::data) const UPGRADED_ACTIONS: Limits = whole(1, 8);

/// Parts of the profile model, before they are added up.
pub(super) const SHIFT: Limits = whole(-20, 20);
pub(super) const HP_SHIFT: Limits = hundreds(-20_000, 20_000);
pub(super) const POINTS_PER_STEP: Limits = whole(1, 10);
/// Prices small enough that no sum leaves [`POINTS`].
pub(super) const PRICE: Limits = whole(0, 1000);
/// Of a machine in a price list; a crew may cost as much again.
pub(super) const LISTED_POINTS: Limits = whole(1, 30_000);
/// Victory point rates small enough that no sum leaves [`VP`].
pub(super) const VP_PER_FRAME: Limits = whole(0, 100);
pub(super) const VP_PER_CREW_LEVEL: Limits = whole(0, 50);
pub(super) const VP_THRESHOLD: Limits = whole(0, 300);
pub(super) const CREW_LEVEL: Limits = whole(0, 4);

/// Scenarios: hexes along an edge of the table, 16 to 160 in.
pub(super) const fn table(hex_in: HexSize) -> Limits {
    let inches = hex_in.inches() as i64;
    whole(16 / inches, 160 / inches)
}
/// Inches of a hex.
pub(super) const HEX_IN: Limits = whole(1, 4);
/// Rows of a deployment zone, 4 to 80 in.
pub(super) const fn zone(hex_in: HexSize) -> Limits {
    let inches = hex_in.inches() as i64;
    whole(4 / inches, 80 / inches)
}
/// Column or row; whether it is on the table is asked separately.
pub(super) const PLACE: Limits = whole(-200, 200);
pub(super) const LEVEL: Limits = whole(0, 2);
pub(super) const ARMY_POINTS: Limits = whole(1, 1_000_000);
pub(super) const COUNT: Limits = whole(1, 30);
