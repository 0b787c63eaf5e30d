//! What Warships alone buy: Repair and actions.

use super::refusal::{Refusal, fit};
use crate::data::catalogue::limits;
use crate::data::profile::{UnitProfile, Upgrade};

/// HP that a Warship's Repair may reach (`ms93.upgrade.warship-repairs`).
const MAX_REPAIR_HP: u16 = 1000;

/// Actions of a Warship beyond its Frame (`ms93.upgrade.warship-reactor`).
const ACTIONS_BEYOND_FRAME: u8 = 3;

/// `ms93.upgrade.warship-repairs`
pub(super) fn repair(unit: &mut UnitProfile, upgrade: Upgrade) -> Result<(), Refusal> {
    let refused = |message| Err(Refusal::new(upgrade.terms().title, message));
    let Some(ship) = &mut unit.ship else {
        return refused("the unit has no Repair stat, expected a `ship`".to_owned());
    };
    let hp = ship.repair_hp + 100;
    if hp > MAX_REPAIR_HP {
        return refused(format!(
            "Repair would be {hp} HP, expected at most {MAX_REPAIR_HP}"
        ));
    }
    ship.repair_hp = hp;
    Ok(())
}

/// `ms93.upgrade.warship-reactor`
pub(super) fn react(unit: &mut UnitProfile, upgrade: Upgrade) -> Result<(), Refusal> {
    let rule = upgrade.terms().title;
    let most = unit.frame + ACTIONS_BEYOND_FRAME;
    let Some(ship) = &mut unit.ship else {
        let message = "the unit has no Actions stat, expected a `ship`".to_owned();
        return Err(Refusal::new(rule, message));
    };
    let actions = ship.actions + 1;
    if actions > most {
        let message = format!("Actions would be {actions}, expected at most {most}, Frame + 3");
        return Err(Refusal::new(rule, message));
    }
    ship.actions = fit(
        rule,
        "Actions",
        i64::from(actions),
        limits::UPGRADED_ACTIONS,
    )?;
    Ok(())
}
