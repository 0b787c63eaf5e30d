//! 30 Minute Missions as analyses see it.

mod attacks;
mod audit;
mod dataset;
mod grapple_odds;
mod help;
mod odds;
mod picture;

use equipoise_engine::front_end::{
    self, ArmyRules, Attacks, Audit, ExactDuel, FrontEnd, Help, Kind, Odds, Picture, Preset,
    Quantities, Quantity, Rounding, ScoreWords, SmallDuel,
};
use equipoise_engine::{PlayWith, Side};

use crate::catalogue::Catalogue;
use crate::fast::exact::exact;
use crate::rules::state::ROUNDS_TOLD;
use crate::system::ROUND_QUANTITIES;
use crate::{Bout, Faults, Force, Options, PolicyKind, Scenario, Sheet, ThirtyMm};

/// A unit whose weapons reach across the board, and whose torso does not last.
fn small(unit: &Sheet) -> Sheet {
    let mut unit = unit.clone();
    for held in &mut unit.weapons {
        held.item.range = 30;
    }
    for (weapon, _) in &mut unit.mounted {
        weapon.range = 30;
    }
    for section in &mut unit.sections {
        section.defense = section.defense.min(20);
    }
    unit
}

const fn mean(name: &'static str, decimals: usize) -> Quantity {
    Quantity {
        name,
        kind: Kind::Mean { decimals },
    }
}

impl FrontEnd for ThirtyMm {
    type Dataset = Catalogue;
    type Unit = Sheet;
    type Scenario = Scenario;
    type Policy = PolicyKind;
    type Options = Options;
    type CompileError = Faults;

    const SUMMARY: &'static str = "30 Minute Missions: d8 under stats, hit sections, stored Action Points on a board of hexes";
    const PRESETS: &'static [Preset] = &[Preset {
        name: "standing",
        summary: "the standing duel: both units 2 hexes apart, where every ranged weapon reaches",
        options: &[("duel_distance", "2")],
    }];
    const SCORE: ScoreWords = ScoreWords {
        unit: "points",
        difference: "difference in points",
        decimals: 2,
    };
    const QUANTITIES: Quantities = Quantities {
        by_round: &ROUND_QUANTITIES,
        rounds: ROUNDS_TOLD,
        of_battle: &[],
        of_model: &[
            Quantity {
                name: "survived",
                kind: Kind::Share,
            },
            mean("defense_left", 1),
            mean("sections_lost", 2),
            mean("ap_spent", 1),
            mean("attacks", 2),
            mean("hits", 2),
            mean("damage_dealt", 1),
        ],
    };
    const ARMIES: ArmyRules = ArmyRules {
        scenario: "skirmish",
        budget: 1200,
        most_models: 6,
    };
    const HELP: Help = help::HELP;
    const EXACT: Option<ExactDuel<Self>> = Some(exact);
    const SMALL_DUEL: Option<SmallDuel<Self>> = Some(SmallDuel {
        units: ["REF-2", "REF-3"],
        shrink: small,
        policy: PolicyKind::Stand,
    });
    const ODDS: Option<Odds<Options>> = Some(odds::ODDS);
    const ATTACKS: Option<Attacks<Self>> = Some(attacks::all);
    const PLAYERS: Option<PlayWith<Self>> = None;
    const PICTURE: Option<Picture<Self>> = Some(picture::draw);
    const AUDIT: Audit<Self> = audit::AUDIT;

    fn duel(
        units: [&Sheet; 2],
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Bout, Faults> {
        Bout::duel(units, policies, options)
    }

    fn battle(
        scenario: &Scenario,
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Bout, Faults> {
        Bout::battle(scenario, policies, options)
    }

    /// Nothing is rounded.
    fn roundings(_: &[&Sheet], _: Option<&Scenario>, _: Option<&Options>) -> Vec<Rounding> {
        Vec::new()
    }

    fn models(bout: &Bout) -> Vec<&str> {
        bout.unit_names().collect()
    }
}

impl front_end::Scenario for Scenario {
    type Unit = Sheet;

    fn name(&self) -> &str {
        &self.name
    }

    fn force_name(&self, side: Side) -> &str {
        &self.forces[side.index()].name
    }

    fn models(&self, side: Side) -> Vec<&Sheet> {
        self.forces[side.index()].ranked()
    }

    /// The armies have a budget of their own, so the limit of the engagement goes.
    fn mustered(&self, armies: [Vec<&Sheet>; 2]) -> Self {
        let mut scenario = self.clone();
        scenario.size = None;
        for (force, units) in scenario.forces.iter_mut().zip(armies) {
            force.units = units.into_iter().cloned().collect();
        }
        scenario
    }

    fn entries(&self, side: Side) -> usize {
        self.forces[side.index()].units.len()
    }

    fn against_itself(&self, side: Side, orders: [&[usize]; 2]) -> Self {
        let force = &self.forces[side.index()];
        let forces = orders.map(|order| Force {
            name: force.name.clone(),
            units: order
                .iter()
                .map(|&entry| force.units[entry].clone())
                .collect(),
        });
        Self {
            forces,
            ..self.clone()
        }
    }

    fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        let options = self.options.iter();
        options.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    fn swapped(&self) -> Self {
        self.swapped()
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::front_end::FrontEnd as _;

    use super::small;
    use crate::catalogue::Catalogue;
    use crate::system::UNIT_QUANTITIES;
    use crate::{Bout, Options, PolicyKind, ThirtyMm};

    #[test]
    fn quantities_are_those_of_the_engine() {
        let names = ThirtyMm::QUANTITIES.of_model.iter().map(|known| known.name);
        assert!(names.eq(UNIT_QUANTITIES));
    }

    /// The duel that the self-check plays is decided within the rounds, and has a winner of either side.
    #[test]
    fn the_small_duel_is_computed() {
        let catalogue = Catalogue::embedded();
        let [a, b] = ["REF-2", "REF-3"].map(|name| small(catalogue.find(name).expect("a unit")));
        let bout = Bout::duel([&a, &b], [PolicyKind::Stand; 2], &Options::default());
        let compute = ThirtyMm::EXACT.expect("computed");
        let exact = compute(&bout.expect("a duel"), 1_000_000, &mut |_| true).expect("standing");
        assert!(exact.wins.iter().all(|&win| win > 0.1), "{exact:?}");
    }
}
