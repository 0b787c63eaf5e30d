//! What upgrades and bought traits that act in play ask of a unit.

use super::refusal::{Refusal, fit};
use crate::data::catalogue::limits;
use crate::data::profile::{Category, Tier, UnitProfile, Upgrade, Weapon};

/// Refuses an upgrade that the unit, with all that it has bought, may not have.
pub(super) fn check(unit: &UnitProfile, upgrade: Upgrade) -> Result<(), Refusal> {
    match upgrade {
        Upgrade::SeekingShot => check_crew(unit, upgrade, &SKILLED),
        Upgrade::SwordsmanSkilled => {
            check_crew(unit, upgrade, &SKILLED)?;
            if !unit.upgrades.contains(&Upgrade::SwordsmanMaster) {
                return Ok(());
            }
            let master = Upgrade::SwordsmanMaster.name();
            let message = format!("found it beside \"{master}\", expected one of the two");
            Err(Refusal::new("No duplicate effects", message))
        }
        Upgrade::SwordsmanMaster => check_crew(unit, upgrade, &ACES),
        Upgrade::SkilledAccelerate
        | Upgrade::SkilledBullseye
        | Upgrade::SkilledGiantSlayer
        | Upgrade::SkilledMayhem
        | Upgrade::SkilledPersevere
        | Upgrade::SkilledCounterattack
        | Upgrade::SkilledShot
        | Upgrade::SkilledUnbeaten => check_one_skill(unit, upgrade),
        _ => Ok(()),
    }
}

/// At most one Highly Skilled pilot per unit (`ms93.upgrade.highly-skilled`).
fn check_one_skill(unit: &UnitProfile, upgrade: Upgrade) -> Result<(), Refusal> {
    let group = |other: &&Upgrade| other.name().starts_with(SKILLED_PREFIX);
    let mut own = unit.upgrades.iter().filter(group);
    let Some(other) = own.find(|&&other| other != upgrade) else {
        return Ok(());
    };
    let message = format!(
        "found it beside \"{}\", expected one of the two",
        other.name()
    );
    Err(Refusal::new("Highly Skilled MS Pilot", message))
}

/// What the names of all Highly Skilled pilots begin with.
const SKILLED_PREFIX: &str = "skilled-";

/// Crews that may have a trait.
struct Crews {
    tiers: &'static [Tier],
    legal: &'static str,
}

/// Level 1 and 2; Battle-Tested is level 0.
const SKILLED: Crews = Crews {
    tiers: &[Tier::Skilled, Tier::Ace],
    legal: "a skilled crew or an ace",
};

const ACES: Crews = Crews {
    tiers: &[Tier::Ace],
    legal: "an ace",
};

fn check_crew(unit: &UnitProfile, upgrade: Upgrade, crews: &Crews) -> Result<(), Refusal> {
    if crews.tiers.contains(&unit.tier) {
        return Ok(());
    }
    let found = match unit.tier {
        Tier::Basic => "basic",
        Tier::BattleTested => "battle-tested",
        Tier::Skilled => "skilled",
        Tier::Ace => "ace",
    };
    let message = format!("the crew is {found}, expected {}", crews.legal);
    Err(Refusal::new(upgrade.terms().title, message))
}

/// One more use of the only weapon that missiles, rockets or grenades can be: an Explosive one with uses
/// (`ms93.trait.heavy-payload`).
pub(super) fn load(unit: &mut UnitProfile) -> Result<(), Refusal> {
    let rule = Upgrade::HeavyPayload.terms().title;
    let mut loads = unit.weapons.iter_mut().filter(|weapon| is_payload(weapon));
    let (
        Some(Weapon {
            uses: Some(uses), ..
        }),
        None,
    ) = (loads.next(), loads.next())
    else {
        let message = "expected exactly one Explosive weapon with limited uses".to_owned();
        return Err(Refusal::new(rule, message));
    };
    *uses = fit(rule, "uses", i64::from(*uses) + 1, limits::USES)?;
    Ok(())
}

const fn is_payload(weapon: &Weapon) -> bool {
    weapon.uses.is_some() && matches!(weapon.category, Some(Category::Explosive))
}

/// Points of a bought upgrade: the printed ones, for each equipment slot where it takes some.
pub(super) fn price(unit: &UnitProfile, upgrade: Upgrade) -> i32 {
    let payload = unit.weapons.iter().find(|weapon| is_payload(weapon));
    let slots = match payload {
        Some(weapon) if upgrade == Upgrade::HeavyPayload => weapon.slots_per_use,
        _ => 1,
    };
    i32::from(upgrade.terms().points) * i32::from(slots)
}
