//! Havoc and Power bought.

use super::refusal::{Refusal, fit};
use crate::data::catalogue::limits;
use crate::data::profile::{Resource, ResourceKind, UnitProfile, Upgrade};

/// More points of a kind each round; a unit without any gets its first.
pub(super) fn gain(
    unit: &mut UnitProfile,
    upgrade: Upgrade,
    kind: ResourceKind,
    amount: u8,
) -> Result<(), Refusal> {
    let stat = unit.resource.map_or(0, |resource| resource.stat);
    let stat = i64::from(stat) + i64::from(amount);
    let what = if kind == ResourceKind::Power {
        "Power"
    } else {
        "Havoc"
    };
    let stat = fit(upgrade.terms().title, what, stat, limits::UPGRADED_RESOURCE)?;
    unit.resource = Some(Resource { kind, stat });
    Ok(())
}

/// Refuses points beyond the cap of the base stat, by the unit's Performance as it is now. What Widespread
/// Havoc and Immensely Powerful give does not count.
pub(super) fn check_cap(unit: &UnitProfile, upgrade: Upgrade) -> Result<(), Refusal> {
    let (rule, what, beyond, cap) = match upgrade {
        Upgrade::HavocPlusOne => {
            let beyond = u8::from(unit.upgrades.contains(&Upgrade::WidespreadHavoc));
            ("Havoc cap", "Havoc", beyond, havoc_cap(unit))
        }
        Upgrade::PowerPlusOne => {
            let beyond = 2 * u8::from(unit.upgrades.contains(&Upgrade::ImmenselyPowerful));
            ("Power cap", "Power", beyond, power_cap(unit))
        }
        _ => return Ok(()),
    };
    let found = unit.resource.map_or(0, |resource| resource.stat) - beyond;
    if found <= cap {
        return Ok(());
    }
    let (frame, performance) = (unit.frame, unit.performance);
    let message = format!(
        "{what} would be {found}, expected at most {cap} for Frame {frame} at Performance {performance}"
    );
    Err(Refusal::new(rule, message))
}

/// `ms93.upgrade.havoc-cap`
const fn havoc_cap(unit: &UnitProfile) -> u8 {
    let frame = if unit.frame <= 2 { 1 } else { 2 };
    frame + reached(unit)
}

/// `ms93.upgrade.power-cap`
const fn power_cap(unit: &UnitProfile) -> u8 {
    let frame = if unit.frame <= 2 { 2 } else { 4 };
    frame + 2 * reached(unit)
}

/// Thresholds of the caps, 5 and 8, that the unit's Performance reaches.
const fn reached(unit: &UnitProfile) -> u8 {
    (unit.performance >= 5) as u8 + (unit.performance >= 8) as u8
}
