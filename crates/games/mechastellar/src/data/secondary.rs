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
