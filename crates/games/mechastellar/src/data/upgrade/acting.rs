//! Upgrades and bought traits that act in play: their terms, and what they ask of a unit.

use super::refusal::{Refusal, fit};
use super::terms::{Terms, Who, plain};
use crate::data::catalogue::limits;
use crate::data::profile::{Category, Tier, UnitProfile, Upgrade};

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
        _ => Ok(()),
    }
}

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
    let rule = HEAVY_PAYLOAD.title;
    let weapons = unit.weapons.iter_mut();
    let mut loads = weapons.filter_map(|weapon| {
        let uses = weapon.uses.as_mut();
        uses.filter(|_| weapon.category == Some(Category::Explosive))
    });
    let (Some(uses), None) = (loads.next(), loads.next()) else {
        let message = "expected exactly one Explosive weapon with limited uses".to_owned();
        return Err(Refusal::new(rule, message));
    };
    *uses = fit(rule, "uses", i64::from(*uses) + 1, limits::USES)?;
    Ok(())
}

pub(super) const AMBUSHER: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "tactical advantage in its first attack within 24 in",
    ..plain("ambusher", "Ambusher", 10)
};

pub(super) const AWE_INSPIRING_ARRIVAL: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "+1 DEF in the first turn in which it is attacked",
    ..plain("awe-inspiring-arrival", "Awe Inspiring Arrival", 10)
};

pub(super) const DYNAMIC_ENTRANCE: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "round 1: Move +5 in and Fly",
    ..plain("dynamic-entrance", "Dynamic Entrance", 10)
};

pub(super) const FUEL_HUNGRY: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "first Accelerate of a turn +5 in, none from round 4",
    ..plain("fuel-hungry", "Fuel Hungry", 10)
};

pub(super) const HEAVY_PAYLOAD: Terms = Terms {
    who: Who::ButWarships,
    limit: "any number, with exactly one limited Explosive weapon",
    effect: "1 more use of that weapon",
    ..plain("heavy-payload", "Heavy Payload", 10)
};

pub(super) const ANTI_BEAM_COATING: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "armour saves +2 against Energy shooting",
    ..plain("anti-beam-coating", "Anti-Beam Coating", 50)
};

pub(super) const SEEKING_SHOT: Terms = Terms {
    who: Who::ButWarships,
    limit: "once, skilled or ace",
    effect: "against its shots no Evade reroll, no Dodge, no Lock On",
    ..plain("seeking-shot", "Seeking Shot", 50)
};

pub(super) const SWORDSMAN_SKILLED: Terms = Terms {
    who: Who::ButWarships,
    limit: "once, skilled or ace",
    effect: "enemies hit it in melee on 6",
    ..plain(
        "swordsman-skilled",
        "Swordsman / Martial Artist, Skilled",
        50,
    )
};

pub(super) const SWORDSMAN_MASTER: Terms = Terms {
    who: Who::ButWarships,
    limit: "once, ace, instead of swordsman-skilled",
    effect: "enemies hit it in melee on 6 and block its melee on 6",
    ..plain(
        "swordsman-master",
        "Swordsman / Martial Artist, Master",
        100,
    )
};
