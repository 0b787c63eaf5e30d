//! Traits in a unit's entry.

use super::names::{pick, picked};
use crate::data::crew_traits::{check, complete, outranks};
use crate::data::profile::{Tier, UnitProfile, Upgrade};
use crate::data::traits::Trait;
use equipoise_engine::source::raw::{Fields, Node};

const EXPECTED: &str = "an array of traits such as [\"gunnery-expert\"]";

/// Traits of a unit, each with its place in the file.
pub(super) struct Listed<'a>(Vec<(Trait, Node<'a>)>);

impl<'a> Listed<'a> {
    /// Reads `traits`; `None` after a mistake.
    pub(super) fn read(fields: &Fields<'a>) -> Option<Self> {
        let own = |item: &Node<'a>| pick(item, "trait", Trait::ALL, Trait::name);
        picked(fields, "traits", EXPECTED, own).map(Self)
    }

    /// The unit, its upgrades bought, with these traits beside those that it has; `None` after reporting one that
    /// it may not have. `printed` is the crew's tier before its upgrades.
    pub(super) fn give(&self, unit: UnitProfile, printed: Tier) -> Option<UnitProfile> {
        let mut traits = unit.traits.clone();
        traits.extend(self.0.iter().map(|(own, _)| *own));
        // A crew that was lowered loses what its level no longer holds (`ms93.upgrade.crew-down`).
        if unit.upgrades.contains(&Upgrade::CrewDowngrade) {
            let before = UnitProfile {
                tier: printed,
                ..unit.clone()
            };
            self.accept(&before, &traits)?;
            while check(&unit, &traits).is_err() && traits.pop().is_some() {}
        }
        self.accept(&unit, &traits)?;
        // What was paid for a higher level includes its traits (`ms93.upgrade.crew-up`).
        if outranks(unit.tier, printed) {
            complete(&unit, &mut traits);
        }
        Some(UnitProfile { traits, ..unit })
    }

    /// `None` after reporting the first trait that a unit may not have.
    fn accept(&self, unit: &UnitProfile, traits: &[Trait]) -> Option<()> {
        let refused = check(unit, traits).err();
        if let Some((place, why)) = &refused {
            // Those that the unit has come first, and are legal.
            let (own, node) = &self.0[place - unit.traits.len()];
            node.complain(format!("trait \"{}\" {why}", own.name()));
        }
        refused.is_none().then_some(())
    }
}
