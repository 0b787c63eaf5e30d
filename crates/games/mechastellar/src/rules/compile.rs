//! Compiling a bout: forces, table and options resolved to indices and tables.

use equipoise_engine::{Hex, Side};

use super::bout::Bout;
use super::compile_error::CompileError;
use super::constants::MOMENTUM_MAX;
use super::distances::Distances;
use super::expect::Expectations;
use super::lead::{Lead, opening};
use super::lines::Lines;
use super::mission::Mission;
use super::perks::Perks;
use super::scoring::Scoring;
use super::secondary::Secondary;
use super::tabulate::tabulate;
use super::terrain::Terrain;
use super::unit::CompiledUnit;
use super::unit_id::{MAX_UNITS, UnitId};
use crate::data::profile::{UnitProfile, UnitType};
use crate::data::scenario::{Deployment, Entry, Force, Scenario};
use crate::data::table::Table;
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::weights::Weights;

impl Bout {
    /// Compiles a duel: one unit a side on the open table [`Table::DUEL`].
    ///
    /// # Errors
    /// When a force has not exactly one unit, or a profile is outside what the engine holds.
    pub fn compile(
        forces: [&[UnitProfile]; 2],
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Self, CompileError> {
        for side in Side::BOTH {
            let found = forces[side.index()].len();
            if found != 1 {
                return Err(CompileError::ForceSize {
                    side,
                    found,
                    most: 1,
                });
            }
        }
        Self::with_forces(forces, policies, options)
    }

    /// Compiles forces of single units on the table of a duel; the first unit of a side is its
    /// Commander if the options want one.
    pub(crate) fn with_forces(
        forces: [&[UnitProfile]; 2],
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Self, CompileError> {
        let force = |units: &[UnitProfile]| Force {
            name: String::new(),
            entries: units
                .iter()
                .map(|unit| Entry::single(unit.clone()))
                .collect(),
            commander: options.duel_commander.then_some(0),
            commander_trait: None,
            fleet: None,
            secondary: Vec::new(),
        };
        let scenario = Scenario::open(Table::DUEL, forces.map(force));
        Self::as_listed(&scenario, policies, options)
    }

    /// Compiles a battle. Its units stand in an order of their own, not in that of the lists.
    ///
    /// # Errors
    /// When a force has no unit or more than 30 models, or a profile is outside what the engine
    /// holds. The scenario's own places are taken as checked.
    pub fn battle(
        scenario: &Scenario,
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Self, CompileError> {
        let weights = [Weights::shipped(); 2];
        Self::battle_with_weights(scenario, policies, options, weights)
    }

    /// Compiles a battle of policies with weights of their own, side A's first. For tuning the weights;
    /// every other battle is played with those that ship.
    ///
    /// # Errors
    /// As [`Bout::battle`].
    pub fn battle_with_weights(
        scenario: &Scenario,
        policies: [PolicyKind; 2],
        options: &Options,
        weights: [Weights; 2],
    ) -> Result<Self, CompileError> {
        Self::weighed(&scenario.ranked(), policies, options, weights)
    }

    /// Compiles a battle with its units as the forces list them.
    pub(crate) fn as_listed(
        scenario: &Scenario,
        policies: [PolicyKind; 2],
        options: &Options,
    ) -> Result<Self, CompileError> {
        Self::weighed(scenario, policies, options, [Weights::shipped(); 2])
    }

    fn weighed(
        scenario: &Scenario,
        policies: [PolicyKind; 2],
        options: &Options,
        weights: [Weights; 2],
    ) -> Result<Self, CompileError> {
        let scenario = &*scenario.on_hexes(options.hex_in);
        let scoring = Scoring::of(options);
        let mut units = Vec::new();
        let mut ranges = [0..0, 0..0];
        for side in Side::BOTH {
            let start = units.len();
            muster(&mut units, side, scenario, options, &scoring)?;
            ranges[side.index()] = start..units.len();
            let (found, most) = (units.len() - start, MAX_UNITS / 2);
            if found == 0 || found > most {
                return Err(CompileError::ForceSize { side, found, most });
            }
        }
        let leads = Side::BOTH
            .map(|side| lead_of(ranges[side.index()].start, &scenario.forces[side.index()]));
        classify(&mut units, scenario, &leads);
        let level = |side: Side| -> u32 {
            units[ranges[side.index()].clone()]
                .iter()
                .map(|unit| u32::from(unit.elite_level))
                .sum()
        };
        let zone = match scenario.deployment {
            Deployment::Zone(rows) => i16::from(rows),
            Deployment::Alternate => scenario.depth / 3,
        };
        let table = Table {
            width: scenario.width,
            depth: scenario.depth,
            zone,
        };
        let terrain = Terrain::new(table, &scenario.terrain);
        let mission = Mission::of(scenario.mode, &scoring, &terrain);
        let agreed = scoring.starting_momentum(Side::BOTH.map(level), agreed_points(scenario));
        let mut starting_momentum = mission.starting_momentum(agreed);
        for side in Side::BOTH {
            let own = &mut starting_momentum[side.index()];
            *own = own.saturating_sub(given_up(&units[ranges[side.index()].clone()]));
            let more = scenario.forces[side.index()]
                .commander_trait
                .map_or(0, opening);
            *own = (*own + more).min(MOMENTUM_MAX.max(*own));
        }
        let led = leads.iter().any(|lead| *lead != Lead::default());
        let mut bout = Self {
            ships: units
                .iter()
                .any(|unit| unit.ship.is_some() || unit.unit_type == UnitType::Warship),
            perks: led || units.iter().any(|unit| unit.perks != Perks::default()),
            leads,
            barriers: units.iter().any(|unit| unit.barrier.is_some()),
            craft: units.iter().any(CompiledUnit::steers),
            commanders: units.iter().any(|unit| unit.commander),
            reforms: ranges.iter().any(|range| may_form(&units[range.clone()])),
            units: units.into(),
            ranges,
            table,
            distances: Distances::new(options.hex_in, scoring.control_in),
            environment: scenario.environment,
            deployment: scenario.deployment,
            terrain,
            lines: Lines::of(table),
            control_points: scenario
                .control_points
                .iter()
                .map(|&(c, r)| Hex::from_offset(c, r))
                .collect(),
            options: *options,
            scoring,
            mission,
            secondary: Secondary::of(&scenario.forces, &scoring),
            policies,
            starting_momentum,
            expectations: Expectations::default(),
            weights,
            chances: [None, None],
            best_worth: [0; 2],
        };
        bout.expectations = tabulate(&bout);
        bout.best_worth = Side::BOTH.map(|side| bout.mean_best_worth(side));
        bout.model_duel();
        Ok(bout)
    }

    /// The mean over a side's units and their enemies of what their best attack is worth by its share of
    /// HP.
    fn mean_best_worth(&self, side: Side) -> i32 {
        let pairs = self
            .side(side)
            .flat_map(|own| self.side(side.other()).map(move |other| (own, other)));
        let worth = |(own, other): (UnitId, UnitId)| {
            let (own, other) = (&self.units[own], &self.units[other]);
            let damage = self.expectations.best_damage(own.class, other.class);
            i64::from(damage) * self.scoring.point() * i64::from(other.vp.max(1))
                / i64::from(other.hp.max(1))
        };
        let count = self.side(side).len() * self.side(side.other()).len();
        (pairs.map(worth).sum::<i64>() / count.max(1) as i64) as i32
    }
}

/// Points of a battle: what each army may cost, or the cost of the larger one where nothing is agreed.
fn agreed_points(scenario: &Scenario) -> u32 {
    let larger = || scenario.forces.iter().map(Force::points).max();
    scenario.points.or_else(larger).unwrap_or(0)
}

/// Starting Momentum that a side's upgrades cost it (`ms93.upgrade.widespread-havoc`,
/// `ms93.upgrade.immensely-powerful`).
fn given_up(units: &[CompiledUnit]) -> u8 {
    let upgrades = units.iter().flat_map(|unit| &unit.upgrades);
    upgrades.map(|upgrade| upgrade.terms().momentum).sum()
}

/// Adds the models of a force, squads led by their first model.
fn muster(
    units: &mut Vec<CompiledUnit>,
    side: Side,
    scenario: &Scenario,
    options: &Options,
    scoring: &Scoring,
) -> Result<(), CompileError> {
    let force = &scenario.forces[side.index()];
    let leaders = leaders_of(units.len(), force);
    for (index, entry) in force.entries.iter().enumerate() {
        for (model, profile) in entry.models.iter().enumerate() {
            let mut unit = CompiledUnit::new(profile, side, scenario.environment, options.hex_in)?;
            unit.perks = Perks::of(profile, options);
            unit.fresh.perks_left = unit.perks.once();
            (unit.vp, unit.losses) = (scoring.value(profile), scoring.losses(profile));
            // Without the module of Battle Damage no part can be shot away, by either side's choice.
            unit.loses_parts = options.battle_damage && profile.tier.is_elite();
            unit.calls_shots = unit.loses_parts && options.called_shots;
            unit.commander = model == 0 && force.commander == Some(index);
            unit.at = entry.at.map(|(column, row)| Hex::from_offset(column, row));
            unit.fresh.leader = leaders[index];
            unit.wave = entry.wave;
            unit.fresh.reserve = entry.reserve || entry.wave > 0;
            unit.fresh.aboard = entry.aboard.map(|ship| leaders[ship]);
            units.push(unit);
        }
    }
    Ok(())
}

/// Whether two models have one Role and Performance (`ms10.squad.form`).
fn may_form(units: &[CompiledUnit]) -> bool {
    let kind = |unit: &CompiledUnit| (unit.role, unit.performance);
    let alike = |(index, unit)| units[..index].iter().any(|other| kind(other) == kind(unit));
    units.iter().enumerate().any(alike)
}

/// What those who lead a force bring.
fn lead_of(start: UnitId, force: &Force) -> Lead {
    let leaders = leaders_of(start, force);
    Lead {
        own: force.commander_trait,
        fleet: force
            .fleet
            .map(|fleet| (leaders[fleet.commander], fleet.own)),
    }
}

/// Position of the leader of each entry.
fn leaders_of(start: UnitId, force: &Force) -> Vec<UnitId> {
    let mut next = start;
    let mut leaders = Vec::with_capacity(force.entries.len());
    for entry in &force.entries {
        leaders.push(next);
        next += entry.models.len();
    }
    leaders
}

/// Gives units of equal profile the same class, apart where those who lead tell them apart.
fn classify(units: &mut [CompiledUnit], scenario: &Scenario, leads: &[Lead; 2]) {
    let profiles: Vec<&UnitProfile> = scenario.forces.iter().flat_map(Force::models).collect();
    let mut kinds: Vec<(&UnitProfile, Lead, [bool; 2])> = Vec::new();
    for (id, (unit, &profile)) in units.iter_mut().zip(&profiles).enumerate() {
        let lead = leads[unit.side.index()];
        let commands = lead.own.is_some() && unit.commander;
        let sails = lead.fleet.is_some_and(|(leader, _)| leader == id);
        let kind = (profile, lead, [commands, sails]);
        unit.class = kinds
            .iter()
            .position(|known| *known == kind)
            .unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
    }
}
