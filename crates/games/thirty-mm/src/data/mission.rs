//! Missions by engagement size.

use serde::{Deserialize, Serialize};

use super::squad::EngagementSize;

/// A mission named in the tables; only Reconnaissance has rules here, the markers of
/// `mm30.battle.recon-control`, and all others are played to annihilation (`mm30.battle.mission-roll`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // the names are the missions
pub enum Mission {
    Reconnaissance,
    ShowOfForce,
    WindsOfWar,
    EndlessPursuit,
    Counterattack,
    TheCallOfDarkness,
    TheOrderToDestroy,
    EmissaryOfDarkness,
    BurningSandstorm,
}

impl Mission {
    /// Every mission with its name in data files.
    pub const NAMES: [(&'static str, Self); 9] = [
        ("reconnaissance", Self::Reconnaissance),
        ("show of force", Self::ShowOfForce),
        ("winds of war", Self::WindsOfWar),
        ("endless pursuit", Self::EndlessPursuit),
        ("counterattack", Self::Counterattack),
        ("the call of darkness", Self::TheCallOfDarkness),
        ("the order to destroy", Self::TheOrderToDestroy),
        ("emissary of darkness", Self::EmissaryOfDarkness),
        ("burning sandstorm", Self::BurningSandstorm),
    ];

    /// The mission of a d8 face; `None` where the table is blank, as everywhere in Conflagration.
    #[must_use]
    pub const fn of_face(size: EngagementSize, face: u8) -> Option<Self> {
        let pair = (face.saturating_sub(1)) / 2;
        match (size, pair) {
            (EngagementSize::Scouting, 0 | 1) => Some(Self::Reconnaissance),
            (EngagementSize::Scouting, _) => Some(Self::ShowOfForce),
            (EngagementSize::Skirmish, 0) => Some(Self::WindsOfWar),
            (EngagementSize::Skirmish, 1) => Some(Self::EndlessPursuit),
            (EngagementSize::Skirmish, 2) => Some(Self::Counterattack),
            (EngagementSize::Skirmish, _) => Some(Self::TheCallOfDarkness),
            (EngagementSize::Operation, 0) => Some(Self::TheOrderToDestroy),
            (EngagementSize::Operation, 1) => Some(Self::EmissaryOfDarkness),
            (EngagementSize::Operation, 2) => Some(Self::BurningSandstorm),
            (EngagementSize::Operation | EngagementSize::Conflagration, _) => None,
        }
    }
}
