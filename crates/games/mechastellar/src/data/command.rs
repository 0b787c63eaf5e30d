//! Traits of Commanders and of Fleet Commanders: their names, and who has one.

macro_rules! listed {
    ($(#[$doc:meta])+ $kind:ident: $($own:ident, $name:literal;)+) => {
        $(#[$doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs)] // the names are the rules' own
        pub enum $kind {
            $($own),+
        }

        impl $kind {
            /// Every one with its name in scenarios; each rule id ends in it.
            pub const NAMED: &'static [(&'static str, Self)] = &[$(($name, Self::$own)),+];
        }
    };
}

listed! {
    /// What a Commander brings its side (`ms93.commander.designate`).
    CommanderTrait:
    VigilantLeader, "vigilant-leader";
    BoldLeader, "bold-leader";
    GalvanizingDisplay, "galvanizing-display";
    RallyingLeader, "rallying-leader";
    Resourceful, "resourceful";
    Unyielding, "unyielding";
    Commando, "commando";
    ImpressiveSkill, "impressive-skill";
    Decimator, "decimator";
    ThreeTimesAsFast, "three-times-as-fast";
}

listed! {
    /// What a Fleet Commander brings its side (`ms93.fleet.eligibility`).
    FleetTrait:
    ShipHunter, "ship-hunter";
    PinpointAirDefenses, "pinpoint-air-defenses";
    FleetMissileDefense, "fleet-missile-defense";
    MissileSaturation, "missile-saturation";
    CarrierArmada, "carrier-armada";
    AwacsSupport, "awacs-support";
    DontGiveUp, "dont-give-up";
    BlockadeRunner, "blockade-runner";
}

/// A Warship that leads a fleet, and how (`ms93.fleet.eligibility`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Fleet {
    /// The entry of the force whose leader it is.
    pub commander: usize,
    /// What it brings.
    pub own: FleetTrait,
}

impl Fleet {
    /// The same where entries have moved.
    pub(super) fn moved(self, place: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let commander = place(self.commander)?;
        Some(Self { commander, ..self })
    }
}
