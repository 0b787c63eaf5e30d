//! A witness of a battle: keeps its own record from the events and fails when a rule is broken.

use equipoise_engine::{Hex, Outcome, Side};

use super::witness_squad::Move;
use crate::data::profile::{Tier, UnitType};
use crate::data::scenario::Deployment;
use crate::options::ScoringProfile;
use crate::rules::bout::Bout;
use crate::rules::event::Event;
use crate::rules::hurt::Location;
use crate::rules::state::Battle;
use crate::rules::unit::CompiledUnit;
use crate::rules::unit_id::UnitId;

/// What the witness knows of a model.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record {
    pub(super) at: Hex,
    pub(super) facing: Hex,
    pub(super) hp: i32,
    pub(super) standing: bool,
    pub(super) leader: UnitId,
    aboard: Option<UnitId>,
    pub(super) turns: u8,
    pub(super) arrived: bool,
    pub(super) legs_lost: u8,
    pub(super) stun: u8,
    pub(super) mode: u8,
    barrier: u8,
    /// Boost, Power or Havoc: stat and points.
    stat: u8,
    points: u8,
    /// Captain's Orders it was ever given.
    pub(super) orders: u8,
    /// The roll on the table has been thrown again: attack, defence.
    rerolled: [bool; 2],
}

/// What happened in the present turn.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnRecord {
    /// `None` before the first turn of a round.
    pub(super) unit: Option<UnitId>,
    pub(super) return_fire: bool,
    pub(super) aggressor: Option<UnitId>,
    /// Move Actions spent, as far as events tell, and how many there are.
    pub(super) moves: u8,
    pub(super) moves_allowed: u8,
    /// Inches that Blitz adds to the first of them.
    pub(super) surge: u16,
    /// Combat Actions spent, and how many there are without Zeal.
    pub(super) combat: u8,
    pub(super) combat_allowed: u8,
    /// Actions taken by Stun Tokens.
    pub(super) stunned: u8,
    pub(super) zeal: u8,
    /// Free Attacks made, one bit a weapon.
    pub(super) free_used: u16,
    /// An Accelerate is about to happen that a point paid.
    pub(super) point_paid: bool,
    /// The last Crash: from where, the facing, hexes covered so far.
    pub(super) crash: Option<(Hex, Hex, u16)>,
    /// Whom the attack of a Crash is still to hit.
    pub(super) rammed: Option<UnitId>,
    /// Further targets the attack may sweep, and its terms.
    pub(super) sweeps: u8,
    pub(super) volley: Volley,
    /// Havoc went into the cover of the attack to come.
    pub(super) smashed: bool,
    /// Terrain has come down since the attack was declared, and units with it.
    pub(super) crumbled: bool,
    /// Whom duty bound the attacker to when it declared the attack.
    pub(super) bound: Vec<UnitId>,
    /// Momentum an attack owes: shooting while engaged, remote weapon.
    pub(super) owed: [u8; 2],
    pub(super) shifts: u8,
    pub(super) flies: bool,
    pub(super) disengaged_for: u8,
    pub(super) attacked: Vec<UnitId>,
}

/// An attack as declared: weapon, where shooter and first target stood, which way the shooter looked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Volley {
    pub(super) weapon: usize,
    pub(super) from: Hex,
    pub(super) first: Hex,
    pub(super) facing: Hex,
}

/// The record of one battle.
pub(super) struct Witness<'a> {
    pub(super) bout: &'a Bout,
    pub(super) units: Vec<Record>,
    pub(super) turn: TurnRecord,
    pub(super) momentum: [u8; 2],
    commands: [u8; 2],
    orders: [u8; 2],
    pub(super) round: u8,
    waves: [u8; 2],
    pub(super) challenge: Option<(UnitId, UnitId)>,
    pub(super) oaths: Vec<(UnitId, UnitId)>,
    owners: Vec<Option<Side>>,
    pub(super) razed: Vec<bool>,
    /// Zeal against stun, before the turn proper.
    zeal_before: u8,
    /// Sides that have changed their squads, and the leader of the one that disbanded.
    pub(super) reformed: [bool; 2],
    pub(super) split_from: Option<UnitId>,
    pub(super) move_of_squad: Option<Move>,
}

impl<'a> Witness<'a> {
    pub(super) fn new(bout: &'a Bout) -> Self {
        let unit = |unit: &CompiledUnit| {
            with!(Record::default(), hp: unit.hp,
            leader: unit.fresh.leader, aboard: unit.fresh.aboard,
            barrier: unit.barrier.as_ref().map_or(0, |b| b.strength), stat: unit.fresh.stat)
        };
        Self {
            bout,
            units: bout.units.iter().map(unit).collect(),
            turn: TurnRecord::default(),
            momentum: [0; 2],
            commands: [0; 2],
            orders: [0; 2],
            round: 0,
            waves: [0; 2],
            challenge: None,
            oaths: Vec::new(),
            owners: vec![None; bout.control_points.len()],
            razed: vec![false; bout.terrain.pieces.len()],
            zeal_before: 0,
            reformed: [false; 2],
            split_from: None,
            move_of_squad: None,
        }
    }

    /// One event, in the order in which it happened.
    pub(super) fn see(&mut self, event: &Event) {
        if let Event::Follow { unit, at } = *event {
            return self.follow(unit, at);
        }
        self.settle();
        match *event {
            Event::Setup { momentum } => self.momentum = momentum,
            Event::Battle { number, .. } => panic!("battle {number} of one"),
            Event::Wave { side, number } => self.wave(side, number),
            Event::Deploy { unit, at, facing } => self.deploy(unit, at, facing),
            Event::Round { round, .. } => self.begin_round(round),
            Event::Challenge { unit, enemy } => {
                assert!(self.challenge.is_none(), "two Challenges in a round");
                assert!(self.of(unit).tier.is_elite() && self.opposed(unit, enemy));
                self.challenge = Some((unit, enemy));
            }
            Event::Revenge { unit, enemy } => self.swear(unit, enemy),
            Event::Activate {
                unit,
                return_fire,
                order,
            } => {
                self.activate(unit, return_fire);
                let blitz = order == "Blitz" && self.bout.options.behaviour_bonus;
                self.turn.surge = if blitz { 5 } else { 0 };
            }
            Event::Zeal { unit, actions } => {
                if self.turn.unit == Some(unit) {
                    assert_eq!(self.turn.zeal, 0, "Zeal twice");
                    self.turn.zeal = actions;
                } else {
                    assert!(self.units[unit].stun > 0, "Zeal before the turn");
                    self.zeal_before = actions;
                }
            }
            Event::Points {
                unit,
                left,
                purpose,
            } => {
                self.turn.point_paid |= purpose == "Accelerate";
                self.turn.smashed |= purpose == "cover";
                self.spend(unit, left, purpose);
            }
            Event::Pool { dice, critical, .. } => {
                assert!(dice <= 10, "{dice} dice");
                assert!((7..=10).contains(&critical), "critical {critical}");
                assert_eq!(self.turn.owed, [0; 2], "an attack not paid");
            }
            Event::Rolled { unit, attack, .. } => {
                self.units[unit].rerolled[usize::from(attack)] = false;
            }
            Event::Rerolled { unit, attack, .. } => {
                let done = &mut self.units[unit].rerolled[usize::from(attack)];
                assert!(!*done, "a reroll of a reroll");
                *done = true;
            }
            Event::Rally { side } | Event::Rout { side } => self.command(side),
            Event::RollOff { faces, .. } => assert!(faces[0] != faces[1]),
            _ => self.see_action(event),
        }
    }

    /// What happens to models and table.
    pub(super) fn see_consequence(&mut self, event: &Event) {
        match *event {
            Event::Saves { dice, failed, .. } => assert!((1..=5).contains(&dice) && failed <= dice),
            Event::BattleDamage { unit, location, .. } => {
                let record = &mut self.units[unit];
                record.legs_lost += u8::from(location == Location::Legs);
                record.stat -= u8::from(location == Location::Core);
                record.points = record.points.min(record.stat);
            }
            Event::Damage { unit, amount, hp } => {
                self.units[unit].hp -= amount as i32;
                assert_eq!(self.units[unit].hp, hp);
            }
            Event::Destroyed { unit, .. } => {
                assert!(self.units[unit].hp <= 0 && self.units[unit].standing);
                self.units[unit].standing = false;
            }
            Event::Leads { unit } => self.lead(unit),
            Event::Merge { unit, joins } => self.merge(unit, joins),
            Event::Split { unit, at } => self.split(unit, at),
            Event::Trust { unit, hp, .. } => {
                self.mend(unit, hp);
                self.command(self.of(unit).side);
            }
            Event::Repair { unit, ship, hp } => {
                assert_eq!(self.units[unit].aboard, Some(ship));
                self.mend(unit, hp);
            }
            Event::Barrier {
                unit,
                absorbed,
                left,
            } => {
                let strength = &mut self.units[unit].barrier;
                let worn = i32::from(*strength) - i32::from(left);
                assert!(absorbed <= i32::from(*strength) && (worn == 0 || worn == absorbed));
                *strength = left;
            }
            Event::Stunned { unit, tokens } => self.units[unit].stun = tokens,
            Event::Razed { piece } => {
                assert!(self.bout.terrain.pieces[piece].destructible);
                assert!(!std::mem::replace(&mut self.razed[piece], true));
                self.turn.crumbled = true;
            }
            Event::Transform { unit, mode } => {
                assert!(usize::from(mode) <= self.of(unit).modes.len());
                self.units[unit].mode = mode;
            }
            Event::Order { unit } => {
                let left = &mut self.orders[self.bout.side_of(unit).index()];
                assert!(*left > 0, "an order too many");
                *left -= 1;
                self.units[unit].orders += 1;
            }
            Event::Launch { ship, unit, at } => {
                assert_eq!(self.units[unit].aboard, Some(ship));
                let range = self.of(ship).ship.map_or(0, |s| u16::from(s.catapult_in));
                assert!(self.inches(self.units[ship].at, at) <= range && self.units[ship].standing);
                self.enter(unit, at, self.units[ship].facing, true);
            }
            Event::Arrive { unit, at } => self.arrive(unit, at),
            Event::Board { unit, ship } => {
                assert!(self.units[ship].standing && !self.opposed(unit, ship));
                assert!(self.inches(self.units[unit].at, self.units[ship].at) <= 8);
                for model in self.models(unit) {
                    self.units[model].standing = false;
                    self.units[model].aboard = Some(ship);
                }
            }
            Event::ControlPoint { point, owner } => self.own(point, owner),
            _ => {}
        }
    }

    /// After the battle: the record agrees with the engine's state and the outcome.
    pub(super) fn leave(mut self, battle: &Battle, outcome: &Outcome) {
        self.settle();
        if self.goes_on() {
            assert_eq!(self.round, 5);
            self.end_round();
        }
        assert_eq!(outcome.rounds, self.round);
        for (record, state) in self.units.iter().zip(battle.units.iter()) {
            assert_eq!(record.standing, state.on_table);
            assert!(!record.standing || record.at == state.pos);
            assert_eq!((record.hp, record.stun), (state.hp, state.stun));
            assert_eq!((record.barrier, record.mode), (state.barrier, state.mode));
            assert_eq!((record.stat, record.points), (state.stat, state.points));
        }
        for (piece, razed) in self.razed.iter().enumerate() {
            assert_eq!(*razed, battle.razed >> piece & 1 == 1);
        }
        assert_eq!(self.owners, battle.owners[..self.owners.len()]);
        for side in Side::BOTH {
            let momentum = battle.sides[side.index()].momentum;
            assert_eq!(self.momentum[side.index()], momentum);
        }
    }

    pub(super) fn of(&self, unit: UnitId) -> &'a CompiledUnit {
        &self.bout.units[unit]
    }

    pub(super) fn opposed(&self, a: UnitId, b: UnitId) -> bool {
        self.of(a).side != self.of(b).side
    }

    /// Units of a side on the table; a squad is its leader.
    pub(super) fn standing(&self, side: Side) -> impl Iterator<Item = UnitId> {
        let units = &self.units;
        self.bout
            .side(side)
            .filter(|&u| units[u].standing && units[u].leader == u)
    }

    pub(super) fn enemies(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        self.standing(self.of(unit).side.other())
    }

    /// Models of the squad a unit leads, itself included.
    pub(super) fn models(&self, unit: UnitId) -> Vec<UnitId> {
        let led = |u: &UnitId| self.units[*u].leader == unit && self.units[*u].hp > 0;
        self.bout.side(self.of(unit).side).filter(led).collect()
    }

    /// Whether there is anything left to do: both sides are there, or an Attacker and a building
    /// (`ms10.score.length`, `ms93.rampage.sides`).
    fn goes_on(&self) -> bool {
        let mission = &self.bout.mission;
        let building = |piece: usize| mission.buildings >> piece & 1 == 1 && !self.razed[piece];
        let city = (0..self.razed.len()).any(building);
        let goes_on = |side: Side| {
            let razes = city && mission.attacks[side.index()];
            self.is_alive(side) && (razes || self.is_alive(side.other()))
        };
        Side::BOTH.into_iter().any(goes_on)
    }

    /// Whether a side has a model on the table, aboard or in reserve.
    fn is_alive(&self, side: Side) -> bool {
        self.bout.side(side).any(|u| self.units[u].hp > 0)
    }

    fn deploy(&mut self, unit: UnitId, at: Hex, facing: Hex) {
        let free = self.of(unit).at.is_some() || self.bout.deployment == Deployment::Alternate;
        assert!(free || self.in_zone(unit, at), "deployed on {at:?}");
        let (profile, side) = (self.of(unit), self.of(unit).side.index());
        let held = profile.fresh.reserve && !(1..=self.waves[side]).contains(&profile.wave);
        assert!(!held && self.units[unit].aboard.is_none());
        self.enter(unit, at, facing, true);
        // A later wave comes between two rounds: nothing is due from it in the one that is over.
        self.units[unit].turns = u8::from(self.round > 0);
    }

    /// One wave after the other, when its round comes or nobody is left (`ms93.endurance.waves`,
    /// `ms93.endurance.early-wave`).
    fn wave(&mut self, side: Side, number: u8) {
        let come = &mut self.waves[side.index()];
        assert_eq!(number, *come + 2, "wave {number} after {}", *come + 1);
        *come += 1;
        // The round that begins is not yet counted.
        let due = if number == 2 { 2 } else { 4 };
        let early = self.round + 1 < due;
        assert!(
            !early || self.standing(side).next().is_none(),
            "wave {number} early"
        );
    }

    /// Whether a hex lies in the deployment zone of a unit's side.
    pub(super) fn in_zone(&self, unit: UnitId, at: Hex) -> bool {
        let (_, row) = at.to_offset();
        let table = self.bout.table;
        match self.of(unit).side {
            Side::A => (0..table.zone).contains(&row),
            Side::B => (table.depth - table.zone..table.depth).contains(&row),
        }
    }

    /// A unit and its squad come onto the table, `chosen` where there is room.
    fn enter(&mut self, unit: UnitId, at: Hex, facing: Hex, chosen: bool) {
        assert!(!self.units[unit].standing && self.units[unit].leader == unit);
        for model in self.models(unit) {
            self.units[model].standing = true;
            self.units[model].aboard = None;
            self.units[model].facing = facing;
        }
        self.stand(unit, at, chosen);
    }

    /// Reinforcements come at the edge or on an own point, from round 2 on; what waited since an
    /// alternate deployment, that of a wave too, when the round ends; survivors of a wreck beside it.
    fn arrive(&mut self, unit: UnitId, at: Hex) {
        if let Some(ship) = self.units[unit].aboard {
            assert!(!self.units[ship].standing && self.inches(self.units[ship].at, at) <= 8);
            return self.enter(unit, at, self.units[ship].facing, false);
        }
        let (column, row) = at.to_offset();
        let table = self.bout.table;
        let side = self.of(unit).side;
        let home = row == if side == Side::A { 0 } else { table.depth - 1 };
        let edge = home || [0, table.depth - 1].contains(&row);
        let edge = edge || [0, table.width - 1].contains(&column);
        let points = self.bout.control_points.iter().zip(&self.owners);
        let own = points
            .into_iter()
            .any(|(&p, o)| p == at && *o == Some(side));
        assert!(
            home || own || edge && self.of(unit).ambush,
            "arrives at {at:?}"
        );
        let ahead = match side {
            Side::A => Hex::new(-1, 2),
            Side::B => Hex::new(1, -2),
        };
        self.enter(unit, at, ahead, false);
        self.units[unit].arrived = true;
        if self.round == 1 || self.bout.mission.waves {
            assert!(self.bout.deployment == Deployment::Alternate);
            self.units[unit].turns = 1;
        } else {
            let waiting = |u: UnitId| u != unit && self.units[u].turns == 0;
            assert!(!self.standing(side).any(waiting), "others wait to act");
        }
    }

    /// Inches of a hex.
    pub(super) fn hex(&self) -> u16 {
        self.bout.options.hex_in.inches()
    }

    /// Inches between two hexes.
    pub(super) fn inches(&self, from: Hex, to: Hex) -> u16 {
        from.distance(to) * self.hex()
    }

    fn begin_round(&mut self, round: u8) {
        if self.round > 0 {
            self.end_round();
        }
        assert_eq!(round, self.round + 1);
        self.round = round;
        self.turn = TurnRecord::default();
        self.challenge = None;
        self.commands = [0; 2];
        for (unit, profile) in self.units.iter_mut().zip(self.bout.units.iter()) {
            (unit.turns, unit.arrived, unit.points) = (0, false, unit.stat);
            let full = profile.barrier.as_ref().map_or(0, |b| b.strength);
            unit.barrier = (unit.barrier + 1).min(full);
        }
        self.orders = Side::BOTH.map(|side| {
            let ships = self.standing(side).map(|u| self.of(u));
            ships
                .filter(|ship| ship.unit_type == UnitType::Warship)
                .map(|ship| match ship.tier {
                    Tier::Basic => 0,
                    Tier::BattleTested => 1,
                    Tier::Skilled => 2,
                    Tier::Ace => 3,
                })
                .sum()
        });
    }

    fn end_round(&mut self) {
        let idle = |u: &Record| u.standing && self.units[u.leader].turns != 1;
        let idle = self.units.iter().find(|u| idle(u));
        assert!(idle.is_none(), "not activated once: {idle:?}");
    }

    fn swear(&mut self, unit: UnitId, enemy: UnitId) {
        let side = self.of(unit).side;
        assert!(self.opposed(unit, enemy));
        let sworn = self.oaths.iter().any(|&(u, _)| self.of(u).side == side);
        assert!(!sworn, "Revenge twice");
        self.oaths.push((unit, enemy));
    }

    /// Points are there before they are spent; each takes a Stun Token or gives the barrier Strength.
    fn spend(&mut self, unit: UnitId, left: u8, purpose: &str) {
        let record = &mut self.units[unit];
        assert!(left < record.points, "points from nowhere");
        let spent = record.points - left;
        record.points = left;
        if purpose == "stun" {
            record.stun -= spent;
        }
        if purpose == "barrier" {
            record.barrier += spent;
            let full = self.bout.units[unit]
                .barrier
                .as_ref()
                .map_or(0, |b| b.strength);
            assert!(record.barrier <= full, "a barrier above its Strength");
        }
    }

    fn mend(&mut self, unit: UnitId, hp: u32) {
        self.units[unit].hp += hp as i32;
        assert!(self.units[unit].hp <= self.of(unit).hp, "over full HP");
    }

    /// A unit's turn: once a round; one of the attacked units if any can answer.
    fn activate(&mut self, unit: UnitId, return_fire: bool) {
        let last = std::mem::take(&mut self.turn);
        let waiting = |u: &UnitId| self.units[*u].standing && self.units[*u].turns == 0;
        let side = self.of(unit).side;
        let answering = last
            .attacked
            .iter()
            .any(|u| waiting(u) && self.of(*u).side == side);
        assert_eq!(answering, return_fire);
        assert!(!answering || last.attacked.contains(&unit));
        assert!(
            waiting(&unit) && self.units[unit].leader == unit,
            "activated twice"
        );
        let aggressor = last.unit.map(|u| self.units[u].leader);
        let record = &mut self.units[unit];
        record.turns += 1;
        let turn = &mut self.turn;
        turn.unit = Some(unit);
        turn.return_fire = return_fire;
        turn.aggressor = aggressor.filter(|_| return_fire);
        turn.zeal = std::mem::take(&mut self.zeal_before);
        turn.moves_allowed = 2 - record.legs_lost.min(2);
        turn.combat_allowed = u8::from(!record.arrived);
        turn.stunned = record.stun.min(turn.moves_allowed + 1 + turn.zeal);
    }

    fn own(&mut self, point: usize, owner: Option<Side>) {
        let at = self.bout.control_points[point];
        let inches: u16 = if self.supplement() { 3 } else { 4 };
        // On large hexes the next one counts.
        let near = inches.max(self.hex());
        let present = |side: Side| {
            let mut models = self.bout.side(side).map(|u| &self.units[u]);
            models.any(|model| {
                let arrived = self.units[model.leader].arrived;
                model.standing && !arrived && self.inches(model.at, at) <= near
            })
        };
        let there = Side::BOTH.map(present);
        match owner {
            Some(side) => assert!(!there[side.other().index()], "taken under an enemy's nose"),
            None => assert_eq!(there, [true; 2]),
        }
        assert_ne!(self.owners[point], owner);
        self.owners[point] = owner;
    }

    /// Whether the supplement 9.3 scores the battle.
    pub(super) fn supplement(&self) -> bool {
        self.bout.options.scoring == ScoringProfile::Ms93
    }

    /// Control points a side owns.
    pub(super) fn points(&self, side: Side) -> u8 {
        self.owners.iter().filter(|o| **o == Some(side)).count() as u8
    }

    fn command(&mut self, side: Side) {
        self.commands[side.index()] += 1;
        assert_eq!(self.commands[side.index()], 1, "two Commands in a round");
    }
}
