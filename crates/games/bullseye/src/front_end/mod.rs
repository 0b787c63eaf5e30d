//! The Bullseye Battlemap as analyses see it.

mod attacks;
mod audit;
mod dataset;
mod help;
mod odds;

use crate::catalogue::Catalogue;
use crate::system::play_with;
use crate::{Bout, Bullseye, CompileError, Entry, Force, Mecha, Options, PolicyKind, Scenario};
use equipoise_engine::{PlayWith, Side};

use equipoise_engine::front_end::{
    self, ArmyRules, Attacks, Audit, ExactDuel, FrontEnd, Help, Kind, Odds, Picture, Preset,
    Quantities, Quantity, Rounding, ScoreWords, SmallDuel,
};

impl FrontEnd for Bullseye {
    type Dataset = Catalogue;
    type Unit = Mecha;
    type Scenario = Scenario;
    type Policy = PolicyKind;
    type Options = Options;
    type CompileError = CompileError;

    const SUMMARY: &'static str =
        "Bullseye Battlemap: success rolls, Overdrive bids, rings and quadrants round a marker";
    const PRESETS: &'static [Preset] = &[];
    const SCORE: ScoreWords = ScoreWords {
        unit: "destroyed enemies",
        difference: "difference in destroyed enemies",
        decimals: 3,
    };
    const QUANTITIES: Quantities = Quantities {
        by_round: &[],
        rounds: 1,
        of_battle: &[],
        of_model: &[
            Quantity {
                name: "survived",
                kind: Kind::Share,
            },
            Quantity {
                name: "boxes_dealt",
                kind: Kind::Mean { decimals: 2 },
            },
            Quantity {
                name: "destroyed",
                kind: Kind::Mean { decimals: 2 },
            },
        ],
    };
    const ARMIES: ArmyRules = ArmyRules {
        scenario: "open-duel",
        budget: 600,
        most_models: 6,
    };
    const HELP: Help = help::HELP;
    const EXACT: Option<ExactDuel<Self>> = None;
    const SMALL_DUEL: Option<SmallDuel<Self>> = None;
    const ODDS: Option<Odds<Options>> = Some(odds::ODDS);
    const ATTACKS: Option<Attacks<Self>> = Some(attacks::all);
    const PLAYERS: Option<PlayWith<Self>> = Some(play_with);
    const PICTURE: Option<Picture<Self>> = None;
    const AUDIT: Audit<Self> = audit::AUDIT;

    fn duel(
        units: [&Mecha; 2],
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Bout, CompileError> {
        Bout::compile(units.map(std::slice::from_ref), policies, options)
    }

    fn battle(
        scenario: &Scenario,
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Bout, CompileError> {
        Bout::battle(scenario, policies, options)
    }

    /// Nothing is rounded.
    fn roundings(_: &[&Mecha], _: Option<&Scenario>, _: Option<&Options>) -> Vec<Rounding> {
        Vec::new()
    }

    fn models(bout: &Bout) -> Vec<&str> {
        bout.unit_names().collect()
    }
}

impl front_end::Scenario for Scenario {
    type Unit = Mecha;

    fn name(&self) -> &str {
        &self.name
    }

    fn force_name(&self, side: Side) -> &str {
        &self.forces[side.index()].name
    }

    fn models(&self, side: Side) -> Vec<&Mecha> {
        let ranked = self.forces[side.index()].ranked();
        ranked.into_iter().map(|entry| &entry.mecha).collect()
    }

    fn mustered(&self, armies: [Vec<&Mecha>; 2]) -> Self {
        let mut scenario = self.clone();
        for (force, units) in scenario.forces.iter_mut().zip(armies) {
            force.entries = units.into_iter().cloned().map(Entry::new).collect();
        }
        scenario
    }

    fn entries(&self, side: Side) -> usize {
        self.forces[side.index()].entries.len()
    }

    /// Places are counted from a side's own start quadrant, so they are as good for the other one.
    fn against_itself(&self, side: Side, orders: [&[usize]; 2]) -> Self {
        let force = &self.forces[side.index()];
        let forces = orders.map(|order| Force {
            name: force.name.clone(),
            entries: order
                .iter()
                .map(|&entry| force.entries[entry].clone())
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

    use crate::Bullseye;
    use crate::UNIT_QUANTITIES;

    #[test]
    fn quantities_are_those_of_the_engine() {
        let names = Bullseye::QUANTITIES.of_model.iter().map(|known| known.name);
        assert!(names.eq(UNIT_QUANTITIES));
        assert_eq!(Bullseye::QUANTITIES.of_side(), 0);
    }
}
