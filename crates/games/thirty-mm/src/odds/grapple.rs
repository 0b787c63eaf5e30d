//! Exact odds of a grapple, and of the throw that follows it.

use crate::options::Options;
use crate::rules::check::{Check, Reading};

/// How a grapple comes out, in 64ths (`mm30.grapple.resolve`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrappleOdds {
    /// The Assault roll fails.
    pub failed: u8,
    /// It passes, and the target evades.
    pub evaded: u8,
    /// It succeeds.
    pub gripped: u8,
}

impl GrappleOdds {
    /// The odds of an Assault roll against an evasion roll; `None` against a target that cannot evade.
    #[must_use]
    pub fn new(assault: Check, evasion: Option<Check>, options: &Options) -> Self {
        let evades = evasion.map_or(0, |it| Check::FACES - it.faces(Reading::Fails));
        let (plain, eights) = (
            assault.faces(Reading::Passes),
            assault.faces(Reading::Natural8),
        );
        let evadable = if options.grapple_crit_evadable {
            plain + eights
        } else {
            plain
        };
        let evaded = evadable * evades;
        Self {
            failed: Check::FACES * assault.faces(Reading::Fails),
            evaded,
            gripped: Check::FACES * (plain + eights) - evaded,
        }
    }

    /// Probabilities of a failed, an evaded and a successful grapple.
    #[must_use]
    pub fn chances(self) -> [f64; 3] {
        [self.failed, self.evaded, self.gripped].map(|ways| f64::from(ways) / 64.0)
    }
}

/// A throw on level ground: how far, and what lies in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Class of the thrown unit.
    pub class: u8,
    /// Hexes to the landing hex.
    pub hexes: u8,
    /// A unit in the way.
    pub bystander: Option<Bystander>,
    /// Defense of a structure in the landing hex that reaches the level of the throw.
    pub structure: Option<u16>,
}

/// A unit in the way of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bystander {
    /// Its evasion roll; `None` if it cannot evade.
    pub evasion: Option<Check>,
    /// Hexes from the start of the throw.
    pub at: u8,
}

/// What a throw does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// Probability of this case.
    pub chance: f64,
    /// Damage to the torso of the thrown unit.
    pub damage: u16,
    /// Damage to the torso of the bystander.
    pub bystander: u16,
    /// The thrown unit is Stuck in a structure that stands; otherwise it lies on the ground.
    pub stuck: bool,
}

impl Throw {
    /// Hexes that a unit of a class throws one of another at most; `None` where it cannot throw it at all
    /// (`mm30.grapple.throw-distance`, `mm30.grapple.throw-limits`).
    #[must_use]
    pub fn most(thrower: u8, thrown: u8) -> Option<u8> {
        thrower.checked_sub(thrown).map(|more| more + 2)
    }

    /// Damage of a throw of this many hexes (`mm30.grapple.collision`).
    const fn damage(self, hexes: u8) -> u16 {
        2 * self.class as u16 * hexes as u16
    }

    /// The cases of the throw of a unit that is in the grip: it strikes the bystander
    /// (`mm30.grapple.into-unit`), or flies past it and lands or meets the structure.
    #[must_use]
    pub fn collisions(self) -> Vec<Collision> {
        let struck = self.bystander.map_or(0.0, |it| {
            let fails = it.evasion.map(|evasion| evasion.faces(Reading::Fails));
            f64::from(fails.unwrap_or(Check::FACES)) / f64::from(Check::FACES)
        });
        let near = self.damage(self.bystander.map_or(0, |it| it.at));
        let strike = Collision {
            chance: struck,
            damage: near,
            bystander: near,
            stuck: false,
        };
        let cases = [strike, self.landing(1.0 - struck)];
        cases.into_iter().filter(|it| it.chance > 0.0).collect()
    }

    /// The end of the throw: a structure that the damage does not bring down holds the unit, one that
    /// falls adds its Defense (`mm30.grapple.into-structure-stands`, `mm30.grapple.into-structure-falls`).
    fn landing(self, chance: f64) -> Collision {
        let damage = self.damage(self.hexes);
        let stuck = self.structure.is_some_and(|left| damage < left);
        let falls = self.structure.filter(|_| !stuck);
        Collision {
            chance,
            damage: damage + falls.unwrap_or(0),
            bystander: 0,
            stuck,
        }
    }
}
