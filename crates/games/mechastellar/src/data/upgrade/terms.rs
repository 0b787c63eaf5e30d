//! What the rules print of each upgrade.

use crate::data::profile::{UnitType, Upgrade};

/// Price, buyers and effect of an upgrade.
#[derive(Debug)]
pub struct Terms {
    /// Name in datasets.
    pub name: &'static str,
    /// Name in the rules.
    pub title: &'static str,
    /// Points; below zero where the unit gets cheaper.
    pub points: i16,
    /// Victory points of the supplement that destroying the unit is worth more, ten of VER10 for
    /// each.
    pub vp: u16,
    /// Momentum that its side starts with less.
    pub momentum: u8,
    /// Who may have it.
    pub who: Who,
    /// How often, for lists.
    pub limit: &'static str,
    /// What it changes, for lists.
    pub effect: &'static str,
}

/// Kinds of unit that may have an upgrade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Every kind.
    All,
    /// Every kind but Warships.
    ButWarships,
    /// Super Robots.
    SuperRobots,
    /// Kaiju and Super Heavies.
    Giants,
    /// Warships.
    Warships,
    /// Mech Suits.
    MechSuits,
}

impl Who {
    /// Whether a kind of unit is among them.
    #[must_use]
    pub const fn includes(self, unit_type: UnitType) -> bool {
        match self {
            Self::All => true,
            Self::ButWarships => !matches!(unit_type, UnitType::Warship),
            Self::SuperRobots => matches!(unit_type, UnitType::SuperRobot),
            Self::Giants => matches!(unit_type, UnitType::Kaiju | UnitType::SuperHeavy),
            Self::Warships => matches!(unit_type, UnitType::Warship),
            Self::MechSuits => matches!(unit_type, UnitType::MechSuit),
        }
    }

    /// Their names in datasets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::ButWarships => "all but warship",
            Self::SuperRobots => "super-robot",
            Self::Giants => "kaiju or super-heavy",
            Self::Warships => "warship",
            Self::MechSuits => "mech-suit",
        }
    }
}

impl Upgrade {
    /// Every upgrade, in the order of the rules.
    pub const ALL: &'static [Self] = &[
        Self::AdvancedSensors,
        Self::AntiBeamCoating,
        Self::PerformanceUpgrade,
        Self::PerformanceReduction,
        Self::CrewUpgrade,
        Self::CrewDowngrade,
        Self::HavocPlusOne,
        Self::WidespreadHavoc,
        Self::PowerPlusOne,
        Self::ImmenselyPowerful,
        Self::WarshipRepairs,
        Self::Ambusher,
        Self::AweInspiringArrival,
        Self::DecoyAttack,
        Self::DesperationAttack,
        Self::DynamicEntrance,
        Self::FuelHungry,
        Self::HeavyPayload,
        Self::MissileMassacre,
        Self::SeekingShot,
        Self::SwordsmanSkilled,
        Self::SwordsmanMaster,
        Self::WarshipReactor,
        Self::ArmyOfOne,
        Self::SuperiorInstincts,
        Self::SkilledAccelerate,
        Self::SkilledBullseye,
        Self::SkilledGiantSlayer,
        Self::SkilledMayhem,
        Self::SkilledPersevere,
        Self::SkilledCounterattack,
        Self::SkilledShot,
        Self::SkilledUnbeaten,
    ];

    /// Name in datasets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.terms().name
    }

    /// What the rules print of it.
    #[must_use]
    pub const fn terms(self) -> &'static Terms {
        match self {
            Self::AdvancedSensors => &ADVANCED_SENSORS,
            Self::AntiBeamCoating => &ANTI_BEAM_COATING,
            Self::PerformanceUpgrade => &PERFORMANCE_UPGRADE,
            Self::PerformanceReduction => &PERFORMANCE_REDUCTION,
            Self::CrewUpgrade => &CREW_UPGRADE,
            Self::CrewDowngrade => &CREW_DOWNGRADE,
            Self::HavocPlusOne => &HAVOC_PLUS_ONE,
            Self::WidespreadHavoc => &WIDESPREAD_HAVOC,
            Self::PowerPlusOne => &POWER_PLUS_ONE,
            Self::ImmenselyPowerful => &IMMENSELY_POWERFUL,
            Self::WarshipRepairs => &WARSHIP_REPAIRS,
            Self::Ambusher => &AMBUSHER,
            Self::AweInspiringArrival => &AWE_INSPIRING_ARRIVAL,
            Self::DecoyAttack => &DECOY_ATTACK,
            Self::DesperationAttack => &DESPERATION_ATTACK,
            Self::DynamicEntrance => &DYNAMIC_ENTRANCE,
            Self::FuelHungry => &FUEL_HUNGRY,
            Self::HeavyPayload => &HEAVY_PAYLOAD,
            Self::MissileMassacre => &MISSILE_MASSACRE,
            Self::SeekingShot => &SEEKING_SHOT,
            Self::SwordsmanSkilled => &SWORDSMAN_SKILLED,
            Self::SwordsmanMaster => &SWORDSMAN_MASTER,
            Self::WarshipReactor => &WARSHIP_REACTOR,
            Self::ArmyOfOne => &ARMY_OF_ONE,
            Self::SuperiorInstincts => &SUPERIOR_INSTINCTS,
            Self::SkilledAccelerate => &SKILLED_ACCELERATE,
            Self::SkilledBullseye => &SKILLED_BULLSEYE,
            Self::SkilledGiantSlayer => &SKILLED_GIANT_SLAYER,
            Self::SkilledMayhem => &SKILLED_MAYHEM,
            Self::SkilledPersevere => &SKILLED_PERSEVERE,
            Self::SkilledCounterattack => &SKILLED_COUNTERATTACK,
            Self::SkilledShot => &SKILLED_SHOT,
            Self::SkilledUnbeaten => &SKILLED_UNBEATEN,
        }
    }
}

impl From<Upgrade> for &'static str {
    fn from(upgrade: Upgrade) -> Self {
        upgrade.name()
    }
}

/// Victory points of VER10 for one of the supplement.
pub(crate) const VER10_VP: u16 = 10;

/// Victory points of the supplement for some upgrades together.
pub(crate) fn victory_points(upgrades: &[Upgrade]) -> u16 {
    upgrades.iter().map(|upgrade| upgrade.terms().vp).sum()
}

/// Terms of an upgrade for every kind of unit that costs nothing but points.
const fn plain(name: &'static str, title: &'static str, points: i16) -> Terms {
    Terms {
        name,
        title,
        points,
        vp: 0,
        momentum: 0,
        who: Who::All,
        limit: "",
        effect: "",
    }
}

const ADVANCED_SENSORS: Terms = Terms {
    limit: "any number",
    effect: "Sensors +2 in",
    ..plain("advanced-sensors", "Advanced Sensors", 10)
};

const PERFORMANCE_UPGRADE: Terms = Terms {
    limit: "up to 10 and the other force's best Performance",
    effect: "Performance +2, HITS and DEF +1; more at 5 and at 8",
    ..plain("performance-upgrade", "Performance Upgrade", 50)
};

const PERFORMANCE_REDUCTION: Terms = Terms {
    limit: "from Performance 2, Evade +1 and 80 points without the crew",
    effect: "Performance -2, HITS and DEF -1; more below 8 and below 5",
    ..plain("performance-reduction", "Performance Reduction", -50)
};

const CREW_UPGRADE: Terms = Terms {
    limit: "up to ace",
    effect: "level 0 to skilled, skilled to ace",
    ..plain("crew-upgrade", "Pilot / Captain / Kaiju Upgrade", 50)
};

const CREW_DOWNGRADE: Terms = Terms {
    limit: "down to basic",
    effect: "ace to skilled, skilled to basic",
    ..plain("crew-downgrade", "Pilot / Captain / Kaiju Downgrade", -50)
};

const HAVOC_PLUS_ONE: Terms = Terms {
    who: Who::Giants,
    limit: "Frame 1-2: 1, 3-5: 2; 1 more each at Performance 5 and 8",
    effect: "Havoc +1",
    ..plain("havoc-plus-1", "Havoc +1", 100)
};

const WIDESPREAD_HAVOC: Terms = Terms {
    vp: 2,
    momentum: 2,
    who: Who::Giants,
    limit: "once, beyond the cap",
    effect: "Havoc +1; destroying it +20 VP, starting Momentum -2",
    ..plain("widespread-havoc", "Widespread Havoc", 0)
};

const POWER_PLUS_ONE: Terms = Terms {
    who: Who::SuperRobots,
    limit: "Frame 1-2: 2, 3-5: 4; 2 more each at Performance 5 and 8",
    effect: "Power +1",
    ..plain("power-plus-1", "Power +1", 50)
};

const IMMENSELY_POWERFUL: Terms = Terms {
    vp: 2,
    momentum: 2,
    who: Who::SuperRobots,
    limit: "once, beyond the cap",
    effect: "Power +2; destroying it +20 VP, starting Momentum -2",
    ..plain("immensely-powerful", "Immensely Powerful", 0)
};

const WARSHIP_REPAIRS: Terms = Terms {
    who: Who::Warships,
    limit: "up to 1000 HP",
    effect: "Repair +100 HP",
    ..plain("warship-repairs", "Warship Repairs Upgrade", 10)
};

const AMBUSHER: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "tactical advantage in its first attack within 24 in",
    ..plain("ambusher", "Ambusher", 10)
};

const AWE_INSPIRING_ARRIVAL: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "+1 DEF in the first turn in which it is attacked",
    ..plain("awe-inspiring-arrival", "Awe Inspiring Arrival", 10)
};

const DECOY_ATTACK: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "Blindside on a melee attack for 1 Momentum",
    ..plain("decoy-attack", "Decoy Attack", 20)
};

const DESPERATION_ATTACK: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "three dice alike, 5 or higher, are criticals with a Close Combat weapon",
    ..plain("desperation-attack", "Desperation Attack", 30)
};

const DYNAMIC_ENTRANCE: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "round 1: Move +5 in and Fly",
    ..plain("dynamic-entrance", "Dynamic Entrance", 10)
};

const FUEL_HUNGRY: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "first Accelerate of a turn +5 in, none from round 4",
    ..plain("fuel-hungry", "Fuel Hungry", 10)
};

const HEAVY_PAYLOAD: Terms = Terms {
    who: Who::ButWarships,
    limit: "any number, with exactly one limited Explosive weapon",
    effect: "1 more use of that weapon, paid for each slot that it takes",
    ..plain("heavy-payload", "Heavy Payload", 10)
};

const MISSILE_MASSACRE: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "once a turn an Explosive weapon attacks two targets within 16 in of each other",
    ..plain("missile-massacre", "Missile Massacre", 50)
};

const ANTI_BEAM_COATING: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "armour saves +2 against Energy shooting",
    ..plain("anti-beam-coating", "Anti-Beam Coating", 50)
};

const SEEKING_SHOT: Terms = Terms {
    who: Who::ButWarships,
    limit: "once, skilled or ace",
    effect: "against its shots no Evade reroll, no Dodge, no Lock On",
    ..plain("seeking-shot", "Seeking Shot", 50)
};

const SWORDSMAN_SKILLED: Terms = Terms {
    who: Who::ButWarships,
    limit: "once, skilled or ace",
    effect: "enemies hit it in melee on 6",
    ..plain(
        "swordsman-skilled",
        "Swordsman / Martial Artist, Skilled",
        50,
    )
};

const SWORDSMAN_MASTER: Terms = Terms {
    who: Who::ButWarships,
    limit: "once, ace, instead of swordsman-skilled",
    effect: "enemies hit it in melee on 6 and block its melee on 6",
    ..plain(
        "swordsman-master",
        "Swordsman / Martial Artist, Master",
        100,
    )
};

const WARSHIP_REACTOR: Terms = Terms {
    who: Who::Warships,
    limit: "up to Frame + 3 actions",
    effect: "1 more Combat Action a turn",
    ..plain("warship-reactor", "Warship Reactor Upgrade", 50)
};

const ARMY_OF_ONE: Terms = Terms {
    who: Who::ButWarships,
    limit: "once",
    effect: "two different Skills a turn",
    ..plain("army-of-one", "Army of One", 50)
};

const SUPERIOR_INSTINCTS: Terms = Terms {
    who: Who::ButWarships,
    limit: "once, ace or Commander",
    effect: "no Blindside against it; +3 DEF for a turn, twice a battle",
    ..plain("superior-instincts", "Superior Instincts", 100)
};

/// Terms of a Highly Skilled MS Pilot (`ms93.upgrade.highly-skilled`).
const fn skilled(
    name: &'static str,
    title: &'static str,
    points: i16,
    effect: &'static str,
) -> Terms {
    Terms {
        who: Who::MechSuits,
        limit: "one Highly Skilled pilot per unit",
        effect,
        ..plain(name, title, points)
    }
}

const SKILLED_ACCELERATE: Terms = skilled(
    "skilled-accelerate",
    "Highly Skilled: Accelerate",
    20,
    "one free Accelerate a round",
);

const SKILLED_BULLSEYE: Terms = skilled(
    "skilled-bullseye",
    "Highly Skilled: Bullseye",
    20,
    "once a round critical number 1 better on a shot",
);

const SKILLED_GIANT_SLAYER: Terms = skilled(
    "skilled-giant-slayer",
    "Highly Skilled: Giant Slayer",
    20,
    "for a turn +1 PEN, in melee against larger Sizes +3; free once a round, else 1 Momentum",
);

const SKILLED_MAYHEM: Terms = skilled(
    "skilled-mayhem",
    "Highly Skilled: Mayhem",
    20,
    "a shot after its melee attack; free once a round, else 1 Momentum",
);

const SKILLED_PERSEVERE: Terms = skilled(
    "skilled-persevere",
    "Highly Skilled: Persevere",
    20,
    "for a turn 200 DMG less a HIT, from round 4 on 300; free once a round, else 2 Momentum",
);

const SKILLED_COUNTERATTACK: Terms = skilled(
    "skilled-shooting-counterattack",
    "Highly Skilled: Shooting Counterattack",
    50,
    "a Counter without penalty against Shooting; free once a round, else 2 Momentum",
);

const SKILLED_SHOT: Terms = skilled(
    "skilled-take-the-shot",
    "Highly Skilled: Take the Shot!",
    50,
    "a shot farther and without penalties, past shields and cover, or into a melee; \
     free once a round, else 2 Momentum",
);

const SKILLED_UNBEATEN: Terms = skilled(
    "skilled-unbeaten",
    "Highly Skilled: Unbeaten",
    50,
    "for a turn rerolls of Melee DEF; free once a round, else 2 Momentum",
);
