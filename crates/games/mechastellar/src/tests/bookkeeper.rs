//! Keeps the books of a battle of the supplement: what must hold of every event, and which traits and upgrades
//! were there and did something.

use std::collections::{BTreeMap, BTreeSet};

use equipoise_engine::{Log, Narrate, Outcome, Side};

use crate::MechaStellar;
use crate::data::profile::Upgrade;
use crate::data::scenario::WAVES;
use crate::data::traits::Trait;
use crate::options::TieBreak;
use crate::rules::bout::Bout;
use crate::rules::constants::{ATTACKS_PER_TARGET, BEST_CRITICAL, CRITICAL, ZEAL_MAX};
use crate::rules::event::{Event, MomentumCause};
use crate::rules::state::Battle;
use crate::rules::unit_id::UnitId;

/// Skills that an upgrade brings, by the names of replays.
const BOUGHT: [(&str, Upgrade); 10] = [
    ("Superior Instincts", Upgrade::SuperiorInstincts),
    ("Desperation Attack", Upgrade::DesperationAttack),
    ("Accelerate", Upgrade::SkilledAccelerate),
    ("Bullseye", Upgrade::SkilledBullseye),
    ("Giant Slayer", Upgrade::SkilledGiantSlayer),
    ("Mayhem", Upgrade::SkilledMayhem),
    ("Persevere", Upgrade::SkilledPersevere),
    ("Shooting Counterattack", Upgrade::SkilledCounterattack),
    ("Take the Shot", Upgrade::SkilledShot),
    ("Unbeaten", Upgrade::SkilledUnbeaten),
];

/// Effects beside them that a log shows in every mode.
const SHOWN: [&str; 8] = [
    "a decoy",
    "a massacre",
    "weapons tuned",
    "free Focus",
    "Actions",
    "Captain's Orders",
    "Momentum by a trait",
    "HITS or DEF by a trait",
];

/// Those that do not count against the limit of a turn.
const FREE: [&str; 6] = [
    "Flash",
    "Superior Instincts",
    "Desperation Attack",
    "Unyielding",
    "Invincible",
    "Untouchable",
];

const TUNERS: [Trait; 4] = [
    Trait::MechanicsExpert,
    Trait::Mastermind,
    Trait::Engineering,
    Trait::Fearsome,
];

const BOLD: [Trait; 4] = [
    Trait::Determined,
    Trait::RenownedCaptain,
    Trait::Fearless,
    Trait::LegendaryCaptain,
];

/// What some battles together have shown.
#[derive(Debug, Default)]
pub(super) struct Exercised {
    pub(super) battles: u64,
    /// Battles in which a unit with it acted.
    upgrades: BTreeMap<Upgrade, u64>,
    traits: BTreeMap<Trait, u64>,
    effects: BTreeMap<&'static str, u64>,
}

impl Exercised {
    fn note(&mut self, effect: &'static str) {
        *self.effects.entry(effect).or_default() += 1;
    }

    /// Every upgrade and every trait was on a unit that acted.
    pub(super) fn check_owners(&self) {
        let idle = Upgrade::ALL
            .iter()
            .filter(|own| !self.upgrades.contains_key(own));
        let idle: Vec<_> = idle.collect();
        assert!(idle.is_empty(), "nobody fought with {idle:?}");
        let idle = Trait::ALL
            .iter()
            .filter(|own| !self.traits.contains_key(own));
        let idle: Vec<_> = idle.collect();
        assert!(idle.is_empty(), "nobody fought with {idle:?}");
    }

    /// Every effect that a log shows has been shown, and these.
    pub(super) fn check_effects(&self, others: &[&str]) {
        let skills = BOUGHT.map(|(name, _)| name);
        let all = skills.iter().chain(&SHOWN).chain(others);
        let missing: Vec<_> = all
            .filter(|name| !self.effects.contains_key(*name))
            .collect();
        assert!(
            missing.is_empty(),
            "no {missing:?} in {} battles",
            self.battles
        );
    }
}

/// What happened in the present turn.
#[derive(Debug, Default)]
struct Turn {
    unit: Option<UnitId>,
    attacks: BTreeMap<UnitId, u8>,
    /// Skills of each unit.
    skills: BTreeSet<(UnitId, &'static str)>,
    /// The weapon of the last attack has further targets of its own.
    sweeps: bool,
    massacres: u8,
}

/// The books of one battle.
pub(super) struct Bookkeeper<'a> {
    bout: &'a Bout,
    seen: &'a mut Exercised,
    momentum: [u8; 2],
    /// HP as far as they are known.
    hp: Vec<Option<i32>>,
    gone: Vec<bool>,
    acted: BTreeSet<UnitId>,
    instincts: BTreeMap<UnitId, u32>,
    waves: [u8; 2],
    turn: Turn,
    ended: Option<([i32; 2], Option<Side>)>,
}

impl Log<Event> for Bookkeeper<'_> {
    fn record(&mut self, event: impl FnOnce() -> Event) {
        self.see(&event());
    }
}

impl<'a> Bookkeeper<'a> {
    pub(super) fn new(bout: &'a Bout, seen: &'a mut Exercised) -> Self {
        Self {
            bout,
            seen,
            momentum: [0; 2],
            hp: bout.units.iter().map(|unit| Some(unit.hp)).collect(),
            gone: vec![false; bout.units.len()],
            acted: BTreeSet::new(),
            instincts: BTreeMap::new(),
            waves: [0; 2],
            turn: Turn::default(),
            ended: None,
        }
    }

    fn has(&self, unit: UnitId, upgrade: Upgrade) -> bool {
        self.bout.units[unit].upgrades.contains(&upgrade)
    }

    fn has_one_of(&self, unit: UnitId, traits: &[Trait]) -> bool {
        let own = &self.bout.units[unit].traits;
        self.bout.options.traits && own.iter().any(|own| traits.contains(own))
    }

    fn see(&mut self, event: &Event) {
        let line = MechaStellar::narrate(self.bout, event);
        assert!(!line.trim().is_empty() && !line.contains('\n'), "{event:?}");
        match *event {
            Event::Setup { momentum } => self.momentum = momentum,
            Event::Battle { momentum, .. } => {
                self.momentum = momentum;
                self.hp.fill(None);
                self.instincts.clear();
                self.seen.note("another battle");
            }
            Event::Wave { side, number } => {
                self.waves[side.index()] += 1;
                assert_eq!(number, self.waves[side.index()] + 1);
                assert!(usize::from(number) <= WAVES);
                self.seen.note("a wave");
            }
            Event::Activate { unit, .. } => self.activate(unit),
            Event::Momentum {
                side,
                from,
                to,
                cause,
            } => self.shift(side, from, to, cause),
            Event::Zeal { unit, actions } => {
                assert!((1..=ZEAL_MAX).contains(&actions));
                // Against stun it comes before the turn of its unit.
                if self.turn.unit == Some(unit) {
                    self.use_skill(unit, "Zeal");
                }
            }
            Event::Skill { unit, skill, .. } => self.skill(unit, skill),
            Event::Attack {
                attacker,
                target,
                weapon,
                counter,
                ..
            } => self.attack(attacker, target, weapon, counter),
            Event::Sweep { attacker, target } => self.sweep(attacker, target),
            _ => self.see_result(event),
        }
    }

    /// What comes of attacks and traits.
    fn see_result(&mut self, event: &Event) {
        match *event {
            Event::Pool {
                dice,
                critical,
                ref parts,
                ..
            } => {
                assert!(dice <= 10, "{dice} dice");
                assert!((BEST_CRITICAL..=CRITICAL).contains(&critical));
                if parts.iter().any(|&(name, _)| name == "traits") {
                    self.seen.note("HITS or DEF by a trait");
                }
            }
            Event::Result {
                hits,
                defences,
                unblocked,
                ..
            } => {
                assert!(hits >= 0 && defences >= 0);
                assert!((0..=(hits - defences).max(0)).contains(&unblocked));
            }
            Event::Saves { dice, failed, .. } => {
                assert!((1..=5).contains(&dice) && failed <= dice);
            }
            Event::Damage { unit, amount, hp } => {
                let before = self.hp[unit].replace(hp);
                assert!(before.is_none_or(|before| before - amount as i32 == hp));
                assert!(!self.gone[unit], "the dead are hurt");
            }
            Event::Destroyed { unit, .. } => {
                assert!(!std::mem::replace(&mut self.gone[unit], true));
                assert!(self.hp[unit].is_none_or(|hp| hp <= 0));
            }
            Event::Trust { unit, hp, .. } | Event::Repair { unit, hp, .. } => {
                let most = self.bout.units[unit].hp;
                self.hp[unit] = self.hp[unit].map(|before| before + hp as i32);
                assert!(self.hp[unit].is_none_or(|hp| hp <= most));
            }
            Event::Tuned { unit, .. } => {
                assert!(self.has_one_of(unit, &TUNERS));
                self.seen.note("weapons tuned");
            }
            Event::Emboldened { unit, .. } => {
                assert!(self.has_one_of(unit, &BOLD));
                self.seen.note("Actions");
            }
            Event::Inspired { .. } => self.seen.note("free Focus"),
            Event::Influence { .. } => self.seen.note("Captain's Orders"),
            Event::Scorched { .. } => self.seen.note("a point burnt"),
            Event::End { score, winner, .. } => self.ended = Some((score, winner)),
            _ => {}
        }
    }

    fn activate(&mut self, unit: UnitId) {
        assert!(!self.gone[unit], "the dead act");
        self.turn = Turn {
            unit: Some(unit),
            ..Turn::default()
        };
        self.acted.insert(unit);
    }

    fn shift(&mut self, side: Side, from: u8, to: u8, cause: MomentumCause) {
        let own = &mut self.momentum[side.index()];
        assert!(*own == from && to <= 10, "{cause:?}: {own}, {from} to {to}");
        *own = to;
        match cause {
            MomentumCause::Decoy => {
                let unit = self.turn.unit.expect("a turn");
                assert!(to + 1 == from && self.has(unit, Upgrade::DecoyAttack));
                self.seen.note("a decoy");
            }
            MomentumCause::Trait => self.seen.note("Momentum by a trait"),
            MomentumCause::Building => self.seen.note("a building"),
            _ => {}
        }
    }

    /// One Skill a turn, two different ones of an Army of One (`ms93.upgrade.army-of-one`).
    fn use_skill(&mut self, unit: UnitId, skill: &'static str) {
        let own = |turn: &Turn| turn.skills.iter().filter(|(of, _)| *of == unit).count();
        assert!(self.turn.skills.insert((unit, skill)), "{skill} twice");
        let most = 1 + usize::from(self.has(unit, Upgrade::ArmyOfOne));
        assert!(own(&self.turn) <= most, "{:?}", self.turn.skills);
    }

    fn skill(&mut self, unit: UnitId, skill: &'static str) {
        if !FREE.contains(&skill) {
            self.use_skill(unit, skill);
        }
        let Some(&(_, upgrade)) = BOUGHT.iter().find(|(name, _)| *name == skill) else {
            return;
        };
        assert!(self.has(unit, upgrade), "{skill} of somebody else");
        if upgrade == Upgrade::SuperiorInstincts {
            let turns = self.instincts.entry(unit).or_default();
            *turns += 1;
            assert!(*turns <= 2, "{turns} turns of instincts");
        }
        self.seen.note(skill);
    }

    fn attack(&mut self, attacker: UnitId, target: UnitId, weapon: usize, counter: bool) {
        let side = |unit: UnitId| self.bout.side_of(unit);
        assert!(side(attacker) != side(target));
        assert!(!self.gone[attacker] && !self.gone[target]);
        if counter {
            return;
        }
        self.turn.sweeps = self.bout.units[attacker].weapons[weapon].aoe.is_some();
        self.count(target);
    }

    fn sweep(&mut self, attacker: UnitId, target: UnitId) {
        assert!(!self.gone[attacker] && !self.gone[target]);
        if !self.turn.sweeps {
            assert!(self.has(attacker, Upgrade::MissileMassacre));
            self.turn.massacres += 1;
            assert_eq!(self.turn.massacres, 1, "two massacres in a turn");
            self.seen.note("a massacre");
        }
        self.count(target);
    }

    fn count(&mut self, target: UnitId) {
        let attacks = self.turn.attacks.entry(target).or_default();
        *attacks += 1;
        assert!(*attacks <= ATTACKS_PER_TARGET, "{attacks} on one target");
    }

    /// After the battle.
    pub(super) fn close(self, battle: &Battle, outcome: &Outcome) {
        assert_eq!(self.ended, Some((outcome.score, outcome.winner)));
        let mission = &self.bout.mission;
        assert!((1..=mission.rounds * mission.battles).contains(&outcome.rounds));
        let [a, b] = outcome.score;
        let leader = if a > b { Side::A } else { Side::B };
        assert!(a == b || outcome.winner == Some(leader), "{outcome:?}");
        let drawn = self.bout.options.tie_break != TieBreak::Momentum;
        assert!(a != b || !drawn || outcome.winner.is_none(), "{outcome:?}");
        assert_eq!(self.momentum, battle.sides.map(|side| side.momentum));
        for (unit, state) in battle.units.iter().enumerate() {
            assert!(self.hp[unit].is_none_or(|hp| hp == state.hp));
            assert!(state.hp <= self.bout.units[unit].hp);
            assert!(!self.gone[unit] || !state.on_table);
        }
        self.seen.battles += 1;
        for unit in self.acted {
            let own = &self.bout.units[unit];
            for upgrade in &own.upgrades {
                *self.seen.upgrades.entry(*upgrade).or_default() += 1;
            }
            if self.bout.options.traits {
                for own in &own.traits {
                    *self.seen.traits.entry(*own).or_default() += 1;
                }
            }
        }
    }
}
