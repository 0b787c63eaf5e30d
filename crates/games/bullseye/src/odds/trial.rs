//! One attack by itself, and the damage track by itself, by the rules of play: what exact odds are held
//! against.

use equipoise_dice::StreamDice;

use equipoise_engine::{Log, NoLog};

use super::opposed::OpposedOdds;
use crate::data::profile::{Mecha, Weapon};
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::{Bout, CompileError};
use crate::rules::decision::{Attack, Contest};
use crate::rules::event::{Event, RollKind};
use crate::rules::game::Game;
use crate::rules::state::{Battle, Condition};

/// An attack of a weapon that can be made again and again by the rules of play, and its exact odds.
///
/// Nobody has Overdrive or a strafing pool when it begins. The margin is that of what the dice show,
/// before Overdrive that they may earn.
///
/// ```
/// use equipoise_dice::{StreamDice, stream};
/// use equipoise_bullseye::{AttackTrial, Options, catalogue::Catalogue};
/// let catalogue = Catalogue::embedded();
/// let unit = catalogue.find("Standard").unwrap();
/// let mut trial = AttackTrial::new(&Options::default(), unit, 0, 1, unit).unwrap().unwrap();
/// let margin = trial.run(&mut StreamDice::new(stream(1, 0, 0)));
/// assert!(trial.odds().margins().iter().any(|&(possible, _)| possible == margin));
/// ```
#[derive(Debug)]
pub struct AttackTrial {
    bout: Bout,
    start: Battle,
    odds: OpposedOdds,
}

impl AttackTrial {
    /// Prepares an attack at a range, movement points, with the weapon of this number; `None` where the
    /// map has no two sectors so far apart, or there is no such weapon.
    ///
    /// # Errors
    /// When a profile is outside what the options allow.
    pub fn new(
        options: &Options,
        attacker: &Mecha,
        weapon: usize,
        range: u8,
        target: &Mecha,
    ) -> Result<Option<Self>, CompileError> {
        let Some(odds) = OpposedOdds::of_attack(options, attacker, weapon, range, target) else {
            return Ok(None);
        };
        let armed = |unit: &Mecha, weapon: &Weapon| Mecha {
            weapons: vec![weapon.clone()],
            ..unit.clone()
        };
        let weapon = &attacker.weapons[weapon];
        let units = [armed(attacker, weapon), armed(target, weapon)];
        let (bout, start) = set_up(options, [&units[..1], &units[1..]])?;
        Ok(at_range(&bout, start, range).map(|start| Self { bout, start, odds }))
    }

    /// Makes the attack; successes of the attack less those of the defense.
    pub fn run(&mut self, dice: &mut StreamDice) -> i32 {
        let mut battle = self.start;
        let mut shown = RollResults::default();
        let mut game = Game {
            bout: &self.bout,
            policies: self.bout.policies,
            state: &mut battle,
            dice,
            log: &mut shown,
        };
        let (weapon, target) = (0, 1);
        game.resolve_attack(0, Attack { weapon, target });
        shown.attack - shown.defense
    }

    /// The odds, worked out from the profiles.
    #[must_use]
    pub const fn odds(&self) -> &OpposedOdds {
        &self.odds
    }
}

/// The damage track of a mecha that is hit again and again by the rules of play.
#[derive(Debug)]
pub struct TrackTrial {
    bout: Bout,
    start: Battle,
}

impl TrackTrial {
    /// Prepares a mecha; what it is does not matter to its track.
    ///
    /// # Errors
    /// When the profile is outside what the options allow.
    pub fn new(options: &Options, unit: &Mecha) -> Result<Self, CompileError> {
        let unit = std::slice::from_ref(unit);
        let (bout, start) = set_up(options, [unit, unit])?;
        Ok(Self { bout, start })
    }

    /// Hits it until its pilot is dead, or until its owner gives in after it entered the lethal phase.
    pub fn run(&mut self, dice: &mut StreamDice) -> TrackHits {
        let mut battle = self.start;
        let mut game = Game {
            bout: &self.bout,
            policies: self.bout.policies,
            state: &mut battle,
            dice,
            log: &mut NoLog,
        };
        let hit = Contest {
            attacker: 0,
            target: 1,
            dice: 1,
            attack: 1,
            defense: 0,
            defended: true,
        };
        let mut found = TrackHits::default();
        while game.state.units[1].in_play() {
            game.hit(&hit);
            found.hits += 1;
            let state = &game.state.units[1];
            if state.failures == 1 && found.fails == 0 {
                found.fails = found.hits;
            }
            if state.condition == Condition::Lethal && found.lethal == 0 {
                found.lethal = found.hits;
            }
        }
        found
    }
}

/// On which hit what became of a mecha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrackHits {
    /// The first failed stability roll.
    pub fails: u32,
    /// The lethal phase; 0 where it never came.
    pub lethal: u32,
    /// The last one.
    pub hits: u32,
}

/// A battle about to begin, without Overdrive.
fn set_up(options: &Options, forces: [&[Mecha]; 2]) -> Result<(Bout, Battle), CompileError> {
    let bout = Bout::compile(forces, [PolicyKind::Rulebook; 2], options)?;
    let mut battle = Battle::default();
    let mut dice = StreamDice::new(equipoise_dice::stream(0, 0, 0));
    let mut game = Game {
        bout: &bout,
        policies: bout.policies,
        state: &mut battle,
        dice: &mut dice,
        log: &mut NoLog,
    };
    game.set_up();
    battle.overdrive = Default::default();
    Ok((bout, battle))
}

/// The same with the two so far apart.
fn at_range(bout: &Bout, start: Battle, range: u8) -> Option<Battle> {
    let sectors = || 0..bout.map.sectors() as u8;
    let pairs = sectors().flat_map(|a| sectors().map(move |b| (a, b)));
    let (a, b) = pairs
        .into_iter()
        .find(|&(a, b)| bout.map.range(a, b) == range)?;
    let mut battle = start;
    battle.units[0].sector = a;
    battle.units[1].sector = b;
    Some(battle)
}

/// Successes that the dice of an attack and its defense show.
#[derive(Debug, Default)]
struct RollResults {
    attack: i32,
    defense: i32,
}

impl Log<Event> for RollResults {
    fn record(&mut self, event: impl FnOnce() -> Event) {
        if let Event::Roll {
            roll, successes, ..
        } = event()
        {
            match roll {
                RollKind::Attack => self.attack = successes.into(),
                RollKind::Defense => self.defense = successes.into(),
                RollKind::Initiative | RollKind::Movement => {}
            }
        }
    }
}
