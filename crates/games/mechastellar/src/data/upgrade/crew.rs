//! Crew levels bought and sold.

use super::refusal::{Refusal, fit};
use crate::data::catalogue::limits;
use crate::data::profile::{Tier, UnitProfile, Upgrade};

/// One level up (`ms93.upgrade.crew-up`). A Battle-Tested crew, which the wargame does not know, counts as
/// level 0.
pub(super) fn raise(unit: &mut UnitProfile) -> Result<(), Refusal> {
    let tier = match unit.tier {
        Tier::Basic | Tier::BattleTested => Tier::Skilled,
        Tier::Skilled => Tier::Ace,
        Tier::Ace => {
            let message = "the crew is an ace already, expected level 0 or 1".to_owned();
            return Err(Refusal::new(Upgrade::CrewUpgrade.terms().title, message));
        }
    };
    retrain(unit, tier, Upgrade::CrewUpgrade)
}

/// One level down (`ms93.upgrade.crew-down`).
pub(super) fn lower(unit: &mut UnitProfile) -> Result<(), Refusal> {
    let tier = match unit.tier {
        Tier::Ace => Tier::Skilled,
        Tier::Skilled => Tier::Basic,
        Tier::Basic | Tier::BattleTested => {
            let message = "the crew has level 0, expected level 1 or 2".to_owned();
            return Err(Refusal::new(Upgrade::CrewDowngrade.terms().title, message));
        }
    };
    retrain(unit, tier, Upgrade::CrewDowngrade)
}

/// Morale and Elite level go with the tier; what a profile prints apart from its tier stays as far apart.
fn retrain(unit: &mut UnitProfile, tier: Tier, upgrade: Upgrade) -> Result<(), Refusal> {
    let rule = upgrade.terms().title;
    let moved = |now: u8, of: fn(Tier) -> u8| {
        i64::from(now) + i64::from(of(tier)) - i64::from(of(unit.tier))
    };
    let morale = moved(unit.morale, Tier::default_morale);
    let elite_level = moved(unit.elite_level, Tier::default_elite_level);
    unit.morale = fit(rule, "Morale", morale, limits::MORALE)?;
    unit.elite_level = fit(rule, "the Elite level", elite_level, limits::ELITE_LEVEL)?;
    unit.tier = tier;
    Ok(())
}
