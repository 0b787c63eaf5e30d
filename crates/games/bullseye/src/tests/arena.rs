//! A place to try single rules: two teams, a script, given faces.

use equipoise_dice::ScriptedDice;

use super::script::{SCRIPT, Script, ScriptPolicy};
use crate::data::profile::{Mecha, Weapon};
use crate::data::scenario::{Entry, Force};
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::decision::Contest;
use crate::rules::event::Event;
use crate::rules::game::Game;
use crate::rules::state::{Battle, UnitId, UnitState};
use crate::sector::Sector;
use equipoise_engine::{Outcome, Transcript, matching};

/// A mecha whose linked stats are all `dice`, with skill 3 and weapons of these optimal ranges.
pub(super) fn mecha(dice: u8, optimal: &[u8]) -> Mecha {
    let weapon = |&optimal_range: &u8| Weapon {
        name: format!("Weapon {optimal_range}"),
        optimal_range,
        damage_type: "shell".to_owned(),
    };
    Mecha {
        name: "Test".to_owned(),
        engineering: dice,
        movement: dice,
        attack: dice,
        defense: dice,
        skill: 3,
        points: 100,
        weapons: optimal.iter().map(weapon).collect(),
    }
}

/// A team of a scenario.
pub(super) fn force(entries: Vec<Entry>) -> Force {
    Force {
        name: "Force".to_owned(),
        entries,
    }
}

/// An attack of mecha 0 by a margin, with both results rolled.
pub(super) const fn contest(target: UnitId, dice: u8, margin: u8) -> Contest {
    Contest {
        attacker: 0,
        target,
        dice,
        attack: margin,
        defense: 0,
        defended: true,
    }
}

/// Options with values set by name.
pub(super) fn options(values: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (name, value) in values {
        options.set(name, value).expect("a legal option");
    }
    options
}

pub(super) struct Arena {
    pub(super) bout: Bout,
    pub(super) battle: Battle,
}

type ScriptedGame<'a> = Game<'a, ScriptPolicy, ScriptedDice, Transcript<Event>>;

impl Arena {
    /// Both teams at their places, before the first roll.
    pub(super) fn new(teams: [&[Mecha]; 2], values: &[(&str, &str)]) -> Self {
        let policies = [PolicyKind::Rulebook; 2];
        let bout = Bout::compile(teams, policies, &options(values)).expect("a legal bout");
        Self::of(bout)
    }

    pub(super) fn of(bout: Bout) -> Self {
        let mut arena = Self {
            bout,
            battle: Battle::default(),
        };
        arena.act(Script::default(), &[], |game| game.set_up());
        arena
    }

    /// One mecha a side, four dice, three weapons.
    pub(super) fn duel(values: &[(&str, &str)]) -> Self {
        let unit = [mecha(4, &[0, 2, 4])];
        Self::new([&unit, &unit], values)
    }

    pub(super) fn unit(&mut self, unit: usize) -> &mut UnitState {
        &mut self.battle.units[unit]
    }

    /// Puts a mecha into a sector.
    pub(super) fn place(&mut self, unit: usize, ring: u8, quadrant: u8) {
        let sector = Sector { ring, quadrant };
        let id = self.bout.map.find(sector).expect("a sector of the map");
        self.battle.units[unit].sector = id;
    }

    pub(super) fn sector(&self, unit: usize) -> (u8, u8) {
        let Sector { ring, quadrant } = self.bout.sector(self.battle.units[unit].sector);
        (ring, quadrant)
    }

    /// Overdrive of a pilot.
    pub(super) fn overdrive(&mut self, unit: usize) -> &mut u8 {
        &mut self.battle.overdrive[self.bout.units[unit].pool]
    }

    /// Lets the rules act on given faces, all of which must be used; what they reported.
    pub(super) fn act(
        &mut self,
        script: Script,
        faces: &[u8],
        act: impl FnOnce(&mut ScriptedGame<'_>),
    ) -> Vec<Event> {
        SCRIPT.set(script);
        let mut dice = ScriptedDice::new(faces.iter().copied());
        let mut log = Transcript::default();
        let mut game = Game {
            bout: &self.bout,
            policies: [ScriptPolicy; 2],
            state: &mut self.battle,
            dice: &mut dice,
            log: &mut log,
        };
        act(&mut game);
        dice.assert_all_used();
        log.0
    }

    /// A turn of one mecha.
    pub(super) fn turn(&mut self, unit: usize, script: Script, faces: &[u8]) -> Vec<Event> {
        self.act(script, faces, |game| game.turn(unit, false))
    }

    /// A whole battle.
    pub(super) fn play(&mut self, script: Script, faces: &[u8]) -> (Outcome, Vec<Event>) {
        SCRIPT.set(script);
        let mut dice = ScriptedDice::new(faces.iter().copied());
        let mut log = Transcript::default();
        let game = Game {
            bout: &self.bout,
            policies: [ScriptPolicy; 2],
            state: &mut self.battle,
            dice: &mut dice,
            log: &mut log,
        };
        let outcome = game.play();
        dice.assert_all_used();
        (outcome, log.0)
    }
}

/// Units whose turns begin, in order.
pub(super) fn turns(events: &[Event]) -> Vec<usize> {
    matching!(events, Event::Turn { unit, .. } => *unit)
}

/// Attack and defense results that were compared.
pub(super) fn results(events: &[Event]) -> Vec<(u8, u8, bool)> {
    matching!(events, Event::Compare { attack, defense, hit, .. } => (*attack, *defense, *hit))
}

/// Dice of the attacks.
pub(super) fn attack_dice(events: &[Event]) -> Vec<u8> {
    matching!(events, Event::Attack { dice, .. } => *dice)
}

/// The order of initiative.
pub(super) fn order(events: &[Event]) -> Vec<usize> {
    let order = |event: &Event| match event {
        Event::Order { order } => Some(order.clone()),
        _ => None,
    };
    events.iter().find_map(order).expect("an order")
}
