//! Traits of Commanders and of Fleet Commanders: their names, and who has one.

macro_rules! listed {
    ($(#[$doc:meta])+ $kind:ident: $($own:ident, $name:literal, $title:literal, $effect:literal;)+) => {
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

            /// Name, title and effect of every one, for lists.
            pub(crate) const LISTED: &'static [[&'static str; 3]] = &[$([$name, $title, $effect]),+];
        }
    };
}

listed! {
    /// What a Commander brings its side (`ms93.commander.designate`).
    CommanderTrait:
    VigilantLeader, "vigilant-leader", "Vigilant Leader",
        "the side's shots within 24 in need 1 less for a HIT";
    BoldLeader, "bold-leader", "Bold Leader",
        "the side's melee HITS on 4+, the Commander's melee DEF too";
    GalvanizingDisplay, "galvanizing-display", "Galvanizing Display",
        "2 Momentum in a turn in which the Commander is attacked";
    RallyingLeader, "rallying-leader", "Rallying Leader",
        "1 Momentum for each own loss, 3 for one of Frame 3 and more or of a Skilled or Ace crew";
    Resourceful, "resourceful", "Resourceful",
        "1 Momentum more at the start, 2 as each round ends";
    Unyielding, "unyielding", "Unyielding",
        "the Commander's failed saves again; once a round +2 DEF";
    Commando, "commando", "Commando",
        "of Size 1, a target only where no ally is nearer";
    ImpressiveSkill, "impressive-skill", "Impressive Skill",
        "the Commander's Skills cost 1 Momentum less, but for Flash";
    Decimator, "decimator", "Decimator",
        "the enemy loses 2 Momentum in a round in which the Commander destroys or halves a unit";
    ThreeTimesAsFast, "three-times-as-fast", "Three Times as Fast",
        "the Commander flies, moves 5 in farther and rolls up to 3 failed Evade dice again";
}

listed! {
    /// What a Fleet Commander brings its side (`ms93.fleet.eligibility`).
    FleetTrait:
    ShipHunter, "ship-hunter", "Ship Hunter",
        "its Lock On against Warships is worth 2 HITS";
    PinpointAirDefenses, "pinpoint-air-defenses", "Pinpoint Air Defenses",
        "Warships: anti-air weapons +1 HIT, anti-air and melee +1 DEF";
    FleetMissileDefense, "fleet-missile-defense", "Fleet Missile Defense",
        "the side within 24 in has +2 DEF against explosives from beyond 16 in";
    MissileSaturation, "missile-saturation", "Missile Saturation",
        "Warships: explosive anti-air weapons +2 HITS";
    CarrierArmada, "carrier-armada", "Carrier Armada",
        "catapults and Repairs of Warships count twice; boarding from 12 in";
    AwacsSupport, "awacs-support", "AWACS Support",
        "machines lock on to enemies within its Sensors";
    DontGiveUp, "dont-give-up", "Don't Give Up the Ship",
        "its failed saves again";
    BlockadeRunner, "blockade-runner", "Blockade Runner",
        "it moves 3 in farther and rolls up to 2 failed Evade dice again";
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
