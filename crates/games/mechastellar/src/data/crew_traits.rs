//! How many traits a crew may have, and which.

use super::profile::{Tier, UnitProfile, UnitType};
use super::traits::Trait;

/// Whether a crew may have these traits: a Skilled one has one of Level I, an Ace two of Level I or one of
/// Level II, each once, captains those of captains and all others those of pilots
/// (`ms93.upgrade.crew-traits`, `ms93.upgrade.no-duplicates`).
///
/// # Errors
///
/// The place of the first trait that is too much, and why.
pub(crate) fn check(unit: &UnitProfile, traits: &[Trait]) -> Result<(), (usize, String)> {
    let captain = unit.unit_type == UnitType::Warship;
    let (room, legal) = match unit.tier {
        Tier::Basic | Tier::BattleTested => (0, "none for a crew of level 0"),
        Tier::Skilled => (1, "one of Level I for a Skilled crew"),
        Tier::Ace => (2, "two of Level I or one of Level II for an Ace"),
    };
    let mut taken = 0;
    for (place, own) in traits.iter().enumerate() {
        let list = own.terms().list;
        if list.is_for_captains() != captain {
            let (found, expected) = if captain {
                ("a pilot", "captains")
            } else {
                ("a captain", "pilots")
            };
            let why = format!("is {found}'s trait, expected one of those of {expected}");
            return Err((place, why));
        }
        if traits[..place].contains(own) {
            return Err((place, "is there twice, expected each once".to_owned()));
        }
        taken += list.level();
        if taken > room {
            return Err((place, format!("is too much, expected {legal}")));
        }
    }
    Ok(())
}

/// Traits of Level I that a crew has which was trained without naming them: of use to every unit, whatever it
/// fights with.
const TRAINED: [Trait; 4] = [
    Trait::Renowned,
    Trait::FightingSpirit,
    Trait::RenownedCaptain,
    Trait::Determined,
];

/// Adds traits to these until the crew has as many as its level gives it (`ms93.upgrade.crew-traits`).
pub(crate) fn complete(unit: &UnitProfile, traits: &mut Vec<Trait>) {
    for more in TRAINED {
        traits.push(more);
        if check(unit, traits).is_err() {
            traits.pop();
        }
    }
}

/// Whether a crew of one tier has more levels of training than one of the other
/// (`ms93.upgrade.crew-up`).
pub(crate) fn outranks(tier: Tier, other: Tier) -> bool {
    let level = |tier: Tier| match tier {
        Tier::Basic | Tier::BattleTested => 0,
        Tier::Skilled => 1,
        Tier::Ace => 2,
    };
    level(tier) > level(other)
}
