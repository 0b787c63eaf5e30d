//! Upgrades in a unit's entry.

use super::cost::Costs;
use super::names::{pick, picked};
use crate::data::profile::{UnitProfile, Upgrade};
use crate::data::upgrade::upgraded;
use equipoise_engine::source::raw::{Fields, Node};

const EXPECTED: &str = "an array of upgrades such as [\"advanced-sensors\", \"crew-upgrade\"]";

/// Upgrades of a unit, each with its place in the file.
pub(super) struct Bought<'a>(Vec<(Upgrade, Node<'a>)>);

impl<'a> Bought<'a> {
    /// Reads `upgrades`; `None` after a mistake.
    pub(super) fn read(fields: &Fields<'a>) -> Option<Self> {
        let own = |item: &Node<'a>| pick(item, "upgrade", Upgrade::ALL, Upgrade::name);
        picked(fields, "upgrades", EXPECTED, own).map(Self)
    }

    /// Where the last of them stands, if there are any.
    pub(super) fn last(&self) -> Option<&Node<'a>> {
        self.0.last().map(|(_, node)| node)
    }

    /// The unit with these upgrades beside those that it has; `None` after reporting one that it may not have.
    /// `machine_points` are its points without its crew and the traits of its pilot.
    pub(super) fn apply(
        &self,
        unit: UnitProfile,
        machine_points: u16,
        costs: Option<&Costs>,
    ) -> Option<UnitProfile> {
        if self.0.is_empty() {
            return Some(unit);
        }
        let costs = costs?;
        let upgrades: Vec<Upgrade> = self.0.iter().map(|(upgrade, _)| *upgrade).collect();
        let vp = |unit: &UnitProfile| costs.vp(unit.frame, unit.performance, unit.tier);
        match upgraded(&unit, &upgrades, machine_points, vp) {
            Ok(new) => Some(new),
            Err((place, refusal)) => {
                let (upgrade, node) = &self.0[place];
                node.complain(format!("upgrade \"{}\": {refusal}", upgrade.name()));
                None
            }
        }
    }
}
