//! What policies meet on: forces and units, each against itself.

use std::collections::BTreeMap;

use equipoise_engine::Side;
use equipoise_engine::front_end::{FrontEnd, Scenario as _, Unit as _};
use equipoise_simulator::{CompiledPairing, Contestant, Pairing, Plan, Setting, Stopping};

use super::request::{LadderRequest, Part};
use super::result::{LeftOut, Round};
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;

/// A force or a unit that meets itself.
enum Mirror<'a, S: FrontEnd> {
    Force {
        /// Which of the games of scenarios.
        game: usize,
        /// The force on both sides of the table.
        scenario: S::Scenario,
        /// The same with the sides in the other seats.
        swapped: S::Scenario,
        /// The force's side in the scenario.
        of: Side,
    },
    Unit(&'a S::Unit),
}

/// A mirror with the first policy of a pair on one of its sides.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    mirror: usize,
    /// The side of the first policy.
    side: Side,
    /// Battles of a round: half of them in each seat.
    pub(super) battles: u64,
}

/// Everything that two policies meet on.
pub(super) struct Field<'a, S: FrontEnd> {
    game: &'a Game<S>,
    /// Those of scenarios, each with rules options of its own.
    games: Vec<Game<S>>,
    mirrors: Vec<Mirror<'a, S>>,
    /// One round of a pair, in the order of all results.
    pub(super) cells: Vec<Cell>,
    /// Forces that cannot meet themselves.
    pub(super) left_out: Vec<LeftOut>,
}

impl<'a, S: FrontEnd> Field<'a, S> {
    /// The forces and units of a request.
    ///
    /// # Errors
    /// When a scenario does not exist or is named twice, or there is nothing to play.
    pub(super) fn new(
        game: &'a Game<S>,
        policy: S::Policy,
        request: &LadderRequest,
        control: Control<'_>,
    ) -> Result<Self, Error> {
        let mut field = Self {
            game,
            games: Vec::new(),
            mirrors: Vec::new(),
            cells: Vec::new(),
            left_out: Vec::new(),
        };
        if request.has(Part::Scenarios) {
            field.add_scenarios(policy, request, control)?;
        } else if !request.scenarios.is_empty() {
            let reason = "scenarios are named, but the part `scenarios` is not asked for";
            return Err(Error::Input(reason.to_owned()));
        }
        if request.has(Part::Duels) {
            let units = [game.reference(), game.units().iter().collect()].concat();
            game.note_roundings(&units, None, control);
            field.mirrors.extend(units.into_iter().map(Mirror::Unit));
        }
        if field.mirrors.is_empty() {
            return Err(Error::Input(
                "there is no force or unit that can meet itself".to_owned(),
            ));
        }
        field.cells = cells(&field.mirrors);
        Ok(field)
    }

    /// Adds the forces of the scenarios.
    fn add_scenarios(
        &mut self,
        policy: S::Policy,
        request: &LadderRequest,
        control: Control<'_>,
    ) -> Result<(), Error> {
        let names = match &request.scenarios[..] {
            [] => self.game.scenario_names()?,
            named => named.to_vec(),
        };
        let mut known: Vec<String> = Vec::new();
        for name in names {
            let mut game = Game::<S>::new(&request.game)?;
            let scenario = game.scenario(&name, None)?;
            if known.iter().any(|other| other == scenario.name()) {
                let twice = format!("scenarios: names \"{}\" twice", scenario.name());
                return Err(Error::Input(twice));
            }
            known.push(scenario.name().to_owned());
            let models = Side::BOTH.map(|side| scenario.models(side)).concat();
            game.note_roundings(&models, Some(&scenario), control);
            self.games.push(game);
            for side in Side::BOTH {
                self.add_force(&scenario, side, policy);
            }
        }
        Ok(())
    }

    /// Adds a force of the scenario added last, unless the game does not let it meet itself.
    fn add_force(&mut self, scenario: &S::Scenario, of: Side, policy: S::Policy) {
        let game = self.games.len() - 1;
        let force = scenario.force_name(of).to_owned();
        let listed: Vec<usize> = (0..scenario.entries(of)).collect();
        let scenario = scenario.against_itself(of, [&listed, &listed]);
        match self.games[game].compile_battle(&scenario, policy) {
            Ok(_) => self.mirrors.push(Mirror::Force {
                game,
                swapped: scenario.swapped(),
                scenario,
                of,
            }),
            Err(reason) => self.left_out.push(LeftOut {
                scenario: scenario.name().to_owned(),
                force,
                reason: reason.to_string(),
            }),
        }
    }

    /// Battles of a round of one pair.
    pub(super) fn round(&self) -> u64 {
        self.cells.iter().map(|cell| cell.battles).sum()
    }

    /// What a cell belongs to: its part, and its scenario if it has one.
    pub(super) fn split(&self, cell: Cell) -> (Part, Option<&str>) {
        match &self.mirrors[cell.mirror] {
            Mirror::Force { scenario, .. } => (Part::Scenarios, Some(scenario.name())),
            Mirror::Unit(_) => (Part::Duels, None),
        }
    }

    /// A round, as results describe it.
    pub(super) fn described(&self) -> Round {
        let of = |part| {
            let cells = self
                .cells
                .iter()
                .filter(|cell| self.split(**cell).0 == part);
            cells.map(|cell| cell.battles).sum()
        };
        let mut scenarios: Vec<String> = Vec::new();
        let (mut units, mut forces) = (Vec::new(), 0);
        for mirror in &self.mirrors {
            match mirror {
                Mirror::Force { scenario, .. } => {
                    forces += 1;
                    scenarios.push(scenario.name().to_owned());
                }
                Mirror::Unit(unit) => units.push(unit.name().to_owned()),
            }
        }
        scenarios.dedup();
        Round {
            battles: self.round(),
            of_scenarios: of(Part::Scenarios),
            of_duels: of(Part::Duels),
            scenarios,
            forces,
            units,
        }
    }

    /// Plans the cells of each pair of policies, pair by pair, each with a stream of its own.
    ///
    /// # Errors
    /// When names repeat or `runs` is out of range.
    pub(super) fn plan(
        &self,
        setting: Setting,
        policies: &[&str],
        pairs: &[[usize; 2]],
        (runs, stopping): (u64, Stopping),
    ) -> Result<Plan, Error> {
        let mut contestants = Vec::new();
        let mut places = BTreeMap::new();
        let mut place = |name: String| {
            *places.entry(name.clone()).or_insert_with(|| {
                contestants.push(Contestant::named(name));
                contestants.len() - 1
            })
        };
        let mut met = Vec::new();
        for pair in pairs {
            let [a, b] = pair.map(|policy| policies[policy]);
            for cell in &self.cells {
                let mirror = &self.mirrors[cell.mirror];
                let a = place(mirror.named(cell.side, a));
                met.push((a, place(mirror.named(cell.side.other(), b))));
            }
        }
        let plan = Plan::of_pairings(setting, "ladder", runs, contestants, met)?;
        Ok(plan.stopping_by(stopping))
    }

    /// Compiles a cell of a pair of policies, both seat orders.
    ///
    /// # Errors
    /// When the sides cannot meet.
    pub(super) fn compile(
        &self,
        cell: Cell,
        pairing: Pairing,
        seed: u64,
        [a, b]: [S::Policy; 2],
    ) -> Result<CompiledPairing<S>, Error> {
        let compile = |first: usize, _: usize| {
            let (seats, side) = match first == pairing.a {
                true => ([a, b], cell.side),
                false => ([b, a], cell.side.other()),
            };
            match &self.mirrors[cell.mirror] {
                Mirror::Force {
                    game,
                    scenario,
                    swapped,
                    ..
                } => {
                    let seated = if side == Side::A { scenario } else { swapped };
                    self.games[*game].compile_seats(seated, seats)
                }
                Mirror::Unit(unit) => self.game.compile_mirror(unit, seats),
            }
        };
        CompiledPairing::compile(pairing, seed, compile).map_err(Error::input)
    }
}

impl<S: FrontEnd> Mirror<'_, S> {
    const fn part(&self) -> Part {
        match self {
            Self::Force { .. } => Part::Scenarios,
            Self::Unit(_) => Part::Duels,
        }
    }

    /// The sides that each policy of a pair must take. Those of a duel differ in nothing but the seat.
    const fn sides(&self) -> &'static [Side] {
        match self {
            Self::Force { .. } => &Side::BOTH,
            Self::Unit(_) => &[Side::A],
        }
    }

    /// Name of the contestant on a side that plays by a policy.
    fn named(&self, side: Side, policy: &str) -> String {
        match self {
            Self::Force { scenario, of, .. } => {
                let (scenario, force) = (scenario.name(), scenario.force_name(*of));
                format!("{scenario}: {force}/{of} on side {side}, {policy}")
            }
            Self::Unit(unit) => format!("{}, {policy}", unit.name()),
        }
    }
}

/// One round: each policy of a pair takes both sides of everything, in both seats. The part with fewer
/// battles is repeated as often as brings the two nearest to even.
fn cells<S: FrontEnd>(mirrors: &[Mirror<'_, S>]) -> Vec<Cell> {
    let [scenarios, duels] = [Part::Scenarios, Part::Duels].map(|part| {
        let own = mirrors.iter().filter(|mirror| mirror.part() == part);
        own.map(|mirror| mirror.sides().len() as u64).sum::<u64>()
    });
    // Their ratio, to the nearest whole number.
    let repeats = |own: u64, other: u64| ((2 * other + own) / (2 * own).max(1)).max(1);
    let mut cells = Vec::new();
    for (mirror, of) in mirrors.iter().enumerate() {
        let repeats = match of.part() {
            Part::Scenarios => repeats(scenarios, duels),
            Part::Duels => repeats(duels, scenarios),
        };
        cells.extend(of.sides().iter().map(|&side| Cell {
            mirror,
            side,
            battles: 2 * repeats,
        }));
    }
    cells
}
