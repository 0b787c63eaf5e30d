//! How a battle is scored: the numbers of the two profiles, each in one place.
//!
//! Combat is that of the core rules under both. The profile belongs to the scenario, by the rules option
//! `scoring`; it is resolved once per bout.

use super::constants::MOMENTUM_MAX;
use crate::data::profile::{Tier, UnitProfile, UnitType};
use crate::data::upgrade::{VER10_VP, victory_points};
use crate::options::{Options, ScoringProfile};

/// Starting Momentum of the side with the higher Elite level, at least (`ms10.momentum.start`).
const MOMENTUM_START_MIN: u8 = 5;
/// Damage of one attack action that scores (`ms10.score.big-hit`).
pub(crate) const BIG_HIT_DAMAGE: u32 = 10_000;
/// Listed points from which a machine is critical (`ms93.simple.loss-critical-machine`).
const CRITICAL_POINTS: u16 = 500;
/// Tier whose loss counts as casualties: a crew of level 2 (`ms93.simple.loss-casualties`).
const VALUED_CREW: Tier = Tier::Ace;

/// What scores in a battle and what a battle starts with. Distances are in inches, all other numbers
/// victory points unless named otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scoring {
    start: Start,
    /// Distance from a control point that holds it (`ms10.cp.capture`, `ms93.simple.cp-capture`).
    pub(crate) control_in: u16,
    /// Momentum for each control point at the end of a round (`ms10.momentum.round-end`,
    /// `ms93.simple.cp-momentum`).
    pub(crate) control_momentum: u8,
    value: Value,
    /// For the enemy Commander, times the round (`ms10.score.commander`, `ms93.simple.vp-commander`).
    commander: i32,
    /// For the challenged enemy beside its own value: so many, and so many times that value
    /// (`ms10.score.challenge`, `ms93.simple.vp-challenge`).
    challenge: (i32, i32),
    /// For each Battle Damage dealt to an enemy (`ms93.simple.vp-battle-damage`).
    pub(crate) battle_damage: i32,
    /// For [`BIG_HIT_DAMAGE`] (`ms10.score.big-hit`).
    pub(crate) big_hit: i32,
    /// Lost once with a unit of [`CRITICAL_POINTS`] or more (`ms93.simple.loss-critical-machine`).
    critical_loss: i32,
    /// Lost with each [`VALUED_CREW`] (`ms93.simple.loss-casualties`).
    crew_loss: i32,
    /// What one is worth to policies, in victory points of VER10: what they set it against is weighed in those.
    pub(crate) scale: i32,
}

/// Starting Momentum.
#[derive(Clone, Copy, Debug)]
enum Start {
    /// The side of the lower Elite level has a full pool (`ms10.momentum.start`).
    EliteLevels,
    /// Both have the same by the points of the battle, up to so many each, or so much beyond
    /// (`ms93.army.starting-momentum`).
    Points([(u32, u8); 3], u8),
}

/// Victory points for a destroyed unit.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// Those of its profile (`ms10.score.destroyed`).
    Printed,
    /// Frame level and crew level (`ms93.simple.vp-destroy`), what upgrades add, and this.
    Levels {
        /// For a Warship (`ms93.simple.vp-warship`).
        warship: u16,
        /// From so much Performance on, the highest step first (`ms93.simple.vp-performance`).
        performance: [(u8, u16); 3],
    },
}

/// The core rules VER10.
const VER10: Scoring = Scoring {
    start: Start::EliteLevels,
    control_in: 4,
    control_momentum: 2,
    value: Value::Printed,
    commander: 10,
    challenge: (20, 0),
    battle_damage: 0,
    big_hit: 100,
    critical_loss: 0,
    crew_loss: 0,
    scale: 1,
};

/// The supplement 9.3, every optional award and penalty on.
const MS93: Scoring = Scoring {
    start: Start::Points([(500, 3), (1000, 5), (1500, 7)], 9),
    control_in: 3,
    control_momentum: 1,
    value: Value::Levels {
        warship: 2,
        performance: [(10, 3), (8, 2), (5, 1)],
    },
    commander: 1,
    challenge: (0, 1),
    battle_damage: 1,
    big_hit: 0,
    critical_loss: 3,
    crew_loss: 2,
    scale: VER10_VP as i32,
};

impl Scoring {
    /// As the options say.
    pub(crate) fn of(options: &Options) -> Self {
        let mut scoring = match options.scoring {
            ScoringProfile::Ver10 => VER10,
            ScoringProfile::Ms93 => MS93,
        };
        if !options.battle_damage_vp {
            scoring.battle_damage = 0;
        }
        // `ms93.simple.tomino-finale`
        if options.finale {
            (scoring.critical_loss, scoring.crew_loss) = (0, 0);
        }
        scoring
    }

    /// Starting Momentum of two sides of these Elite levels in a battle of so many points a side.
    pub(crate) fn starting_momentum(&self, levels: [u32; 2], points: u32) -> [u8; 2] {
        match &self.start {
            Start::EliteLevels => starting_momentum(levels[0], levels[1]),
            Start::Points(steps, beyond) => {
                let step = steps.iter().find(|(most, _)| points <= *most);
                [step.map_or(*beyond, |&(_, momentum)| momentum); 2]
            }
        }
    }

    /// Victory points for destroying a unit.
    pub(crate) fn value(&self, unit: &UnitProfile) -> u16 {
        match &self.value {
            Value::Printed => unit.vp,
            levels @ Value::Levels { .. } => levels.of(unit) + victory_points(&unit.upgrades),
        }
    }

    /// Whether units are worth what their profiles say.
    pub(crate) fn has_printed_values(&self) -> bool {
        matches!(self.value, Value::Printed)
    }

    /// What a victory point is worth to policies, in thousandths of one of VER10.
    pub(crate) fn point(&self) -> i64 {
        1000 * i64::from(self.scale)
    }

    /// Victory points for the enemy Commander in a round.
    pub(crate) fn commander(&self, round: u8) -> i32 {
        self.commander * i32::from(round)
    }

    /// Victory points for the challenged enemy beside its own `value`.
    pub(crate) fn challenge(&self, value: i32) -> i32 {
        let (more, times) = self.challenge;
        more + times * value
    }

    /// Victory points that the loss of a unit costs its side each time, and once a battle.
    pub(crate) fn losses(&self, unit: &UnitProfile) -> Losses {
        let only_if = |counts: bool, points: i32| if counts { points } else { 0 };
        Losses {
            each: only_if(unit.tier == VALUED_CREW, self.crew_loss),
            once: only_if(unit.points >= CRITICAL_POINTS, self.critical_loss),
        }
    }
}

/// Victory points that the loss of a unit costs its own side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Losses {
    pub(super) each: i32,
    /// The same for all units of the side, once a battle.
    pub(super) once: i32,
}

impl Losses {
    /// Those of the first unit that its side loses.
    pub(super) fn of_first(self) -> i32 {
        self.each + self.once
    }
}

impl Value {
    fn of(&self, unit: &UnitProfile) -> u16 {
        match self {
            Self::Printed => unit.vp,
            Self::Levels {
                warship,
                performance,
            } => {
                let reached = performance
                    .iter()
                    .find(|(from, _)| unit.performance >= *from);
                let ship = unit.unit_type == UnitType::Warship;
                u16::from(unit.frame)
                    + crew_level(unit.tier)
                    + reached.map_or(0, |&(_, more)| more)
                    + if ship { *warship } else { 0 }
            }
        }
    }
}

/// Levels of a unit that survives a battle, whatever the profile: a victory point of the supplement each
/// (`ms93.confront.survivor-vp`, `ms93.confront.survivor-bonus`).
pub(super) fn survivor_levels(unit: &UnitProfile) -> i32 {
    i32::from(MS93.value.of(unit))
}

/// Level of a crew in the supplement, which knows no Battle-Tested ones.
const fn crew_level(tier: Tier) -> u16 {
    match tier {
        Tier::Basic | Tier::BattleTested => 0,
        Tier::Skilled => 1,
        Tier::Ace => 2,
    }
}

/// Starting Momentum of two sides from their Elite levels (`ms10.momentum.start`).
#[must_use]
pub fn starting_momentum(level_a: u32, level_b: u32) -> [u8; 2] {
    let pool = |own: u32, other: u32| {
        let behind = own.saturating_sub(other).min(u32::from(MOMENTUM_MAX)) as u8;
        (MOMENTUM_MAX - behind).max(MOMENTUM_START_MIN)
    };
    [pool(level_a, level_b), pool(level_b, level_a)]
}
