//! A table for rule tests: units where the test puts them, dice with given faces, choices as the
//! test scripts them.

use super::hexmap;
use std::sync::Arc;

use equipoise_dice::{Dice, ScriptedDice, StreamDice, stream};

use equipoise_engine::{Hex, Outcome, Side, Transcript, matching};

use super::script::{SCRIPT, Script};
use crate::data::profile::{
    Category, Defence, RapidFire, RapidFireEffect, Resource, ResourceKind, Role, Sensors, Support,
    Tier, UnitProfile, UnitType, Weapon, WeaponKind,
};
use crate::data::scenario::{Entry, Force, Scenario};
use crate::data::table::Table;
use crate::fast::memo::play_on;
use crate::options::Options;
use crate::policy::policies::Policies;
use crate::policy::search::PlayOuts;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::decision::Action;
use crate::rules::decision::Fuel;
use crate::rules::event::Event;
use crate::rules::game::Game;
use crate::rules::moves::MoveKind;
use crate::rules::state::{Battle, SideState};
use crate::rules::unit::CompiledUnit;
use crate::rules::unit_id::UnitId;
use crate::rules::unit_state::UnitState;
use crate::rules::view::View;

impl Sensors {
    pub(super) const fn of(shooting_in: u8, evade_in: u8) -> Self {
        Self {
            shooting_in,
            evade_in,
        }
    }
}

impl Support {
    pub(super) const fn of(attack: u8, defence: u8, melee: bool) -> Self {
        Self {
            attack,
            defence,
            melee,
        }
    }
}

impl RapidFire {
    pub(super) const fn of(range_in: u8, effect: RapidFireEffect) -> Self {
        Self { range_in, effect }
    }
}

impl Resource {
    pub(super) const fn of(kind: ResourceKind, stat: u8) -> Self {
        Self { kind, stat }
    }
}

/// A Basic mech: rifle 6d10+5 (24 in, DMG 300, no PEN), saber 6d10+6 (DMG 400, PEN 6), Evade
/// 8d10+2, Melee DEF 6d10+3, 4000 HP, Move 8 in, no Sensors, so that no Lock On changes pools.
pub(super) fn mech() -> UnitProfile {
    UnitProfile {
        name: "Mech".to_owned(),
        unit_type: UnitType::MechSuit,
        frame: 3,
        performance: 5,
        role: Role::Versatile,
        tier: Tier::Basic,
        elite_level: 0,
        morale: 7,
        size: 0,
        hp: 4000,
        move_in: 8,
        half_inch: false,
        sensors: Sensors::of(0, 0),
        evade: Defence { dice: 8, bonus: 2 },
        melee_def: Defence { dice: 6, bonus: 3 },
        shooting_bonus: 5,
        melee_bonus: 6,
        shields: Vec::new(),
        resource: None,
        fly: false,
        aircraft: false,
        amphibious: false,
        ambush: false,
        barrier: None,
        modes: Vec::new(),
        ship: None,
        vp: 40,
        points: 150,
        weapons: vec![rifle(), saber()],
        upgrades: Vec::new(),
        traits: Vec::new(),
    }
}

/// The same with a crew tier and the tier's printed defaults.
pub(super) fn crewed(tier: Tier) -> UnitProfile {
    with!(mech(), tier: tier, elite_level: tier.default_elite_level(),
        morale: tier.default_morale())
}

/// Weapon 0 of [`mech`].
pub(super) fn rifle() -> Weapon {
    with!(Weapon::blank(WeaponKind::Shooting), name: "Rifle".to_owned(),
        category: Some(Category::Energy), dice: 6, bonus: 5, range_in: 24, dmg: 300)
}

/// Weapon 1 of [`mech`].
pub(super) fn saber() -> Weapon {
    with!(rifle(), name: "Saber".to_owned(), kind: WeaponKind::Melee, bonus: 6, range_in: 4,
        pen: Some(6), dmg: 400)
}

/// Weapon of [`mech`] by position.
pub(super) const RIFLE: usize = 0;
/// Weapon of [`mech`] by position.
pub(super) const SABER: usize = 1;

/// A force without a Commander.
pub(super) fn force(entries: Vec<Entry>) -> Force {
    Force {
        name: String::new(),
        entries,
        commander: None,
        commander_trait: None,
        fleet: None,
        secondary: Vec::new(),
    }
}

/// A squad, the leader first.
pub(super) fn squad(models: &[UnitProfile]) -> Entry {
    with!(Entry::single(mech()), models: models.to_vec())
}

/// A unit aboard the ship of the first entry.
pub(super) fn aboard(unit: UnitProfile) -> Entry {
    with!(Entry::single(unit), aboard: Some(0))
}

/// A battle under the test's hands.
pub(crate) struct Arena {
    pub(super) bout: Bout,
    pub(super) battle: Battle,
}

impl Arena {
    /// Two forces with standard options; units stand in a row of their own side, six hexes (24 in)
    /// from the enemy's row, facing it; round 1, Momentum as at the start.
    pub(super) fn new(a: &[UnitProfile], b: &[UnitProfile]) -> Self {
        Self::with(a, b, &hexmap())
    }

    /// The same with other options.
    pub(super) fn with(a: &[UnitProfile], b: &[UnitProfile], options: &Options) -> Self {
        let policies = [PolicyKind::Script; 2];
        Self::of(Bout::with_forces([a, b], policies, options).expect("legal forces"))
    }

    /// The same on the table of a scenario.
    pub(super) fn on(scenario: &Scenario, options: &Options) -> Self {
        let policies = [PolicyKind::Script; 2];
        Self::of(Bout::as_listed(scenario, policies, options).expect("legal forces"))
    }

    fn of(bout: Bout) -> Self {
        let mut battle = Battle::default();
        battle.reset(&bout);
        battle.round = 1;
        SCRIPT.set(Script::default());
        let mut arena = Self { bout, battle };
        for side in Side::BOTH {
            for (i, unit) in arena.bout.side(side).enumerate() {
                let (row, ahead) = if side == Side::A { (2, 1) } else { (8, -1) };
                let at = Hex::new(3 + 2 * i as i16, row);
                arena.put(unit, at, Hex::new(0, ahead));
            }
        }
        arena
    }

    /// A battle of a scenario: units in rows as in [`Arena::new`], the models of a squad on one hex,
    /// what is aboard or in reserve off the table.
    pub(super) fn scene(scenario: &Scenario, options: &Options) -> Self {
        let bout =
            Bout::as_listed(scenario, [PolicyKind::Script; 2], options).expect("legal forces");
        let mut battle = Battle::default();
        battle.reset(&bout);
        battle.round = 1;
        SCRIPT.set(Script::default());
        let mut arena = Self { bout, battle };
        for side in Side::BOTH {
            let (row, ahead) = if side == Side::A { (2, 1) } else { (8, -1) };
            let mut column = 1;
            for unit in arena.bout.side(side) {
                let state = arena.unit(unit);
                column += 2 * i16::from(state.leader == unit);
                if !state.reserve && state.aboard.is_none() {
                    arena.put(unit, Hex::new(column, row), Hex::new(0, ahead));
                }
            }
        }
        arena
    }

    /// The same on an open table.
    pub(super) fn entries(a: Vec<Entry>, b: Vec<Entry>, options: &Options) -> Self {
        Self::scene(&Scenario::open(Table::DUEL, [force(a), force(b)]), options)
    }

    /// Two plain mechs.
    pub(super) fn duel() -> Self {
        Self::new(&[mech()], &[mech()])
    }

    /// Stands a unit on a hex, looking along `facing`.
    pub(super) fn put(&mut self, unit: UnitId, at: Hex, facing: Hex) {
        let state = &mut self.battle.units[unit];
        state.pos = at;
        state.facing = facing;
        state.on_table = true;
    }

    /// Stands unit `b` straight ahead of unit `a` (in direction `0,1`) at a distance in hexes, each
    /// facing the other.
    pub(super) fn apart(&mut self, a: UnitId, b: UnitId, hexes: i16) {
        self.put(a, Hex::new(3, 1), Hex::new(0, 1));
        self.put(b, Hex::new(3, 1 + hexes), Hex::new(0, -1));
    }

    /// Sets what the players will answer.
    pub(super) fn script(&self, write: impl FnOnce(&mut Script)) {
        SCRIPT.with_borrow_mut(write);
    }

    /// What the players were asked so far.
    pub(super) fn asked(&self) -> Vec<&'static str> {
        SCRIPT.with_borrow(|script| script.asked.clone())
    }

    pub(super) fn unit(&self, unit: UnitId) -> &UnitState {
        &self.battle.units[unit]
    }

    pub(super) fn unit_mut(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.battle.units[unit]
    }

    pub(super) fn side(&self, side: Side) -> &SideState {
        &self.battle.sides[side.index()]
    }

    pub(super) fn momentum(&self, side: Side) -> u8 {
        self.side(side).momentum
    }

    /// Both sides are played so.
    pub(super) fn play_by(&mut self, policy: PolicyKind) {
        self.bout.policies = [policy; 2];
        self.bout.model_duel();
    }

    pub(super) fn set_momentum(&mut self, side: Side, momentum: u8) {
        self.battle.sides[side.index()].momentum = momentum;
    }

    /// A unit's profile, to be changed.
    pub(super) fn unit_profile(&mut self, unit: UnitId) -> &mut CompiledUnit {
        &mut Arc::make_mut(&mut self.bout.units)[unit]
    }

    pub(super) fn view(&self) -> View<'_> {
        View {
            bout: &self.bout,
            state: &self.battle,
        }
    }

    /// Runs part of the rules with the given faces, all of which must be rolled.
    pub(super) fn run<T>(
        &mut self,
        faces: &[u8],
        part: impl FnOnce(&mut Game<'_, Policies<'_>, ScriptedDice, Transcript<Event>>) -> T,
    ) -> (T, Vec<Event>) {
        let mut dice = ScriptedDice::new(faces.iter().copied());
        let result = self.run_on(&mut dice, part);
        dice.assert_all_used();
        result
    }

    pub(super) fn run_on<T, D: Dice>(
        &mut self,
        dice: &mut D,
        part: impl FnOnce(&mut Game<'_, Policies<'_>, D, Transcript<Event>>) -> T,
    ) -> (T, Vec<Event>) {
        let mut log = Transcript::default();
        let play_outs = PlayOuts::new(play_on);
        let mut game = Game {
            bout: &self.bout,
            decider: &mut Policies::new(self.bout.policies, &play_outs),
            state: &mut self.battle,
            dice,
            log: &mut log,
        };
        let result = part(&mut game);
        (result, log.0)
    }

    /// A turn that consists of one attack with dice of no matter what faces: for what is settled before
    /// they fall.
    pub(super) fn attack_by_luck(
        &mut self,
        unit: UnitId,
        weapon: usize,
        target: UnitId,
    ) -> Vec<Event> {
        self.script(|s| s.actions = [strike(weapon, target)].into());
        let mut dice = StreamDice::new(stream(1, 0, 0));
        self.run_on(&mut dice, |game| game.take_turn(unit, false)).1
    }

    /// The whole turn of a unit: the given actions, the given faces.
    pub(super) fn turn(&mut self, unit: UnitId, actions: &[Action], faces: &[u8]) -> Vec<Event> {
        self.script(|s| s.actions = actions.iter().copied().collect());
        self.run(faces, |game| game.take_turn(unit, false)).1
    }

    /// The turn, then what happens at its end (Commands, effects that last a turn).
    pub(super) fn full_turn(
        &mut self,
        unit: UnitId,
        actions: &[Action],
        faces: &[u8],
    ) -> Vec<Event> {
        self.script(|s| s.actions = actions.iter().copied().collect());
        self.run(faces, |game| {
            game.take_turn(unit, false);
            game.end_turn(unit);
        })
        .1
    }

    /// The whole battle from deployment to scoring.
    pub(super) fn battle(&mut self, faces: &[u8]) -> (Outcome, Vec<Event>) {
        self.run(faces, |game| game.play())
    }

    /// A turn that consists of one attack.
    pub(super) fn attack(
        &mut self,
        unit: UnitId,
        weapon: usize,
        target: UnitId,
        faces: &[u8],
    ) -> Vec<Event> {
        self.turn(
            unit,
            &[Action::Attack {
                weapon,
                special: false,
                target,
            }],
            faces,
        )
    }
}

/// A Move Action without a spin.
pub(super) fn go(q: i16, r: i16) -> Action {
    Action::Move {
        to: Hex::new(q, r),
        spin: None,
    }
}

/// An attack without the weapon's special.
pub(super) fn strike(weapon: usize, target: UnitId) -> Action {
    Action::Attack {
        weapon,
        special: false,
        target,
    }
}

/// Accelerate to a hex.
pub(super) fn rush(q: i16, r: i16, fuel: Fuel) -> Action {
    Action::Accelerate {
        to: Hex::new(q, r),
        fuel,
    }
}

/// Faces of a shot between two [`mech`]s without a success: 5 HITS, 2 DEF, 3 unblocked, 900 HP.
pub(super) const DULL_SHOT: [u8; 14] = [1; 14];
/// Faces of a saber cut between two [`mech`]s without a success: 6 HITS, 3 DEF, 3 unblocked,
/// 1200 HP; the three armour saves against PEN 6 are passed.
pub(super) const DULL_CUT: [u8; 15] = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10, 10, 10];

/// Units in the order in which a log activates them, and whether by Return Fire.
pub(super) fn activations(events: &[Event]) -> Vec<(UnitId, bool)> {
    matching!(events, Event::Activate { unit, return_fire, .. } => (*unit, *return_fire))
}

/// Attackers and targets of a log's attacks, Counters left out.
pub(super) fn attacks(events: &[Event]) -> Vec<(UnitId, UnitId)> {
    matching!(events,
        Event::Attack { attacker, target, counter: false, .. } => (*attacker, *target))
}

/// Ways of a log's moves: from, to, what kind.
pub(super) fn ways(events: &[Event]) -> Vec<(Hex, Hex, MoveKind)> {
    matching!(events, Event::Move { from, to, kind, .. } => (*from, *to, *kind))
}

/// HITS, DEF and unblocked HITS of each attack in a log.
pub(super) fn results(events: &[Event]) -> Vec<(i32, i32, i32)> {
    matching!(events,
        Event::Result { hits, defences, unblocked, .. } => (*hits, *defences, *unblocked))
}

/// Dice rolled and automatic successes of each pool in a log, attack and defence in turn.
pub(super) fn pools(events: &[Event]) -> Vec<(u8, u8)> {
    matching!(events, Event::Pool { dice, automatic, .. } => (*dice, *automatic))
}
