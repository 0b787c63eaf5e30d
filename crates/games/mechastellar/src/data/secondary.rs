//! Secondary objectives: what a force may choose to score besides (`ms93.secondary.selection`).

use serde::Serialize;

/// What a secondary objective is about; a force chooses at most one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Category {
    /// Scores at once, by what is destroyed.
    Destruction,
    /// Scores at the end, by what survives.
    Survival,
    /// Scores by places, at once or as a round ends.
    Battlespace,
}

impl Category {
    /// How many there are.
    pub(crate) const COUNT: usize = 3;

    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Destruction => "Destruction",
            Self::Survival => "Survival",
            Self::Battlespace => "Control the Battlespace",
        }
    }
}

/// A secondary objective, each described under the rule `ms93.secondary.` and its name in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // each is named after its rule
pub enum Objective {
    TopGun,
    StrongestPrototype,
    RoutTheEnemy,
    SurpriseAssault,
    Undefeated,
    Bonds,
    LastBastion,
    MinimizeLosses,
    FlawlessInsertion,
    Invincible,
    Repel,
    Dominate,
    BehindLines,
    ScorchedEarth,
    SwellingMomentum,
}

impl Objective {
    /// All of them as files name them, category by category.
    pub(crate) const NAMED: [(&'static str, Self); 15] = [
        ("top-gun", Self::TopGun),
        ("strongest-prototype", Self::StrongestPrototype),
        ("rout-the-enemy", Self::RoutTheEnemy),
        ("surprise-assault", Self::SurpriseAssault),
        ("undefeated", Self::Undefeated),
        ("bonds", Self::Bonds),
        ("last-bastion", Self::LastBastion),
        ("minimize-losses", Self::MinimizeLosses),
        ("flawless-insertion", Self::FlawlessInsertion),
        ("invincible", Self::Invincible),
        ("repel", Self::Repel),
        ("dominate", Self::Dominate),
        ("behind-lines", Self::BehindLines),
        ("scorched-earth", Self::ScorchedEarth),
        ("swelling-momentum", Self::SwellingMomentum),
    ];

    pub(crate) const fn category(self) -> Category {
        match self {
            Self::TopGun
            | Self::StrongestPrototype
            | Self::RoutTheEnemy
            | Self::SurpriseAssault
            | Self::Undefeated => Category::Destruction,
            Self::Bonds
            | Self::LastBastion
            | Self::MinimizeLosses
            | Self::FlawlessInsertion
            | Self::Invincible => Category::Survival,
            Self::Repel
            | Self::Dominate
            | Self::BehindLines
            | Self::ScorchedEarth
            | Self::SwellingMomentum => Category::Battlespace,
        }
    }

    /// What scores how many victory points of the supplement.
    pub(crate) const fn effect(self) -> &'static str {
        match self {
            Self::TopGun => {
                "2 for a Skilled or Ace crew that a Skilled or Ace one destroys, 2 more for the Commander"
            }
            Self::StrongestPrototype => {
                "5 for a unit of Frame 4 or 5 that one of Frame 4 or 5 destroys"
            }
            Self::RoutTheEnemy => "1 for each unit destroyed, 5 a round at most",
            Self::SurpriseAssault => {
                "1 for each unit destroyed in round 1, 3 for each by tactical advantage"
            }
            Self::Undefeated => {
                "2 for each unit that the Commander destroys, 3 more by a Counter in melee"
            }
            Self::Bonds => "the crew levels of the three best crews that survive",
            Self::LastBastion => {
                "3 where the Commander survives, 3 more with half of the side destroyed"
            }
            Self::MinimizeLosses => {
                "5 where half of the side survives, 1 for each unit that Momentum saves"
            }
            Self::FlawlessInsertion => "10, less 1 for each loss in round 1",
            Self::Invincible => "1 for each attack on the side that does nothing",
            Self::Repel => "1 for each enemy that leaves the own half or is destroyed there",
            Self::Dominate => {
                "as each round ends 3 for units in three quarters of the table, 4 in all"
            }
            Self::BehindLines => {
                "as each round ends 2 for a unit within 16 in of the enemy edge, 3 for more"
            }
            Self::ScorchedEarth => "5 for each control point destroyed by a melee action",
            Self::SwellingMomentum => "2 as each round ends with more Momentum",
        }
    }

    /// As replays print it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::TopGun => "Top Gun",
            Self::StrongestPrototype => "Strongest Prototype",
            Self::RoutTheEnemy => "Rout the Enemy",
            Self::SurpriseAssault => "Surprise Assault",
            Self::Undefeated => "Undefeated",
            Self::Bonds => "Bonds on the Battlefield",
            Self::LastBastion => "Last Bastion",
            Self::MinimizeLosses => "Minimize Losses",
            Self::FlawlessInsertion => "Flawless Insertion",
            Self::Invincible => "Invincible",
            Self::Repel => "Repel the Enemy",
            Self::Dominate => "Dominate the Battlefield",
            Self::BehindLines => "Behind Enemy Lines",
            Self::ScorchedEarth => "Scorched Earth",
            Self::SwellingMomentum => "Swelling Momentum",
        }
    }
}
