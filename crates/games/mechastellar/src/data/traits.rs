//! Traits of the wargame: their names and lists.

/// A list of traits (`ms93.upgrade.crew-traits`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraitList {
    /// Pilots and Kaiju, Level I.
    Pilot1,
    /// Pilots and Kaiju, Level II.
    Pilot2,
    /// Captains, Level I.
    Captain1,
    /// Captains, Level II.
    Captain2,
}

impl TraitList {
    /// Its name in datasets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pilot1 => "pilot-1",
            Self::Pilot2 => "pilot-2",
            Self::Captain1 => "captain-1",
            Self::Captain2 => "captain-2",
        }
    }

    /// Whether it is for captains.
    pub(super) const fn is_for_captains(self) -> bool {
        matches!(self, Self::Captain1 | Self::Captain2)
    }

    /// How much of its crew's level a trait takes up: an Ace has two Level I traits or one of Level II.
    pub(super) const fn level(self) -> usize {
        match self {
            Self::Pilot1 | Self::Captain1 => 1,
            Self::Pilot2 | Self::Captain2 => 2,
        }
    }
}

/// What the rules print of a trait.
#[derive(Debug)]
pub struct TraitTerms {
    /// Name in datasets.
    pub name: &'static str,
    /// Names in the rules; they mean the same.
    pub title: &'static str,
    /// The list it is on.
    pub list: TraitList,
    /// What it does, for lists.
    pub effect: &'static str,
}

macro_rules! traits {
    ($($trait:ident, $name:literal, $title:literal, $list:ident, $effect:literal;)+) => {
        /// A trait that a crew comes with, at no points. Each rule id ends in its name, but for the
        /// captain's [`RenownedCaptain`](Trait::RenownedCaptain), as a pilot may be renowned too, and where
        /// one rule prints two variants, each of which is a trait.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[serde(into = "&'static str")]
        #[allow(missing_docs)] // the names are the rules' own
        pub enum Trait {
            $($trait),+
        }

        impl Trait {
            /// Every trait, list by list.
            pub const ALL: &'static [Self] = &[$(Self::$trait),+];

            /// What the rules print of it.
            #[must_use]
            pub const fn terms(self) -> &'static TraitTerms {
                match self {
                    $(Self::$trait => &TraitTerms {
                        name: $name,
                        title: $title,
                        list: TraitList::$list,
                        effect: $effect,
                    }),+
                }
            }
        }
    };
}

traits! {
    CloseCombatExpert, "close-combat-expert", "Close Combat Expert / Merciful", Pilot1,
        "melee: +1 HIT, +1 DEF";
    Elusive, "elusive", "Elusive / Cool Under Fire / Cunning Pilot", Pilot1,
        "with elite_bonus: Guard and Dodge against Shooting give 1 more";
    GunneryExpert, "gunnery-expert", "Gunnery Expert / Marksman", Pilot1,
        "a Rapid Fire penalty is 1 less; with elite_bonus Barrage and Bullseye give 1 more";
    Headhunter, "headhunter", "Headhunter / Hunting for a Rival / Elite Guard", Pilot1,
        "+1 HIT against Skilled and Ace crews, +2 with weapons of DMG 0-200";
    FightingSpirit, "fighting-spirit", "Fighting Spirit / Guts / Idealist / Unwavering Loyalty", Pilot1,
        "below half HP or at Momentum 0: 2 Momentum or free Focus on activation; 3 Momentum when destroyed";
    HotBlooded, "hot-blooded", "Hot Blooded / Driven / Defiant / Rage", Pilot1,
        "2 Momentum for a turn that engages an enemy or ends 5 in closer; Return Fire: +1 HIT";
    Immortal, "immortal", "Immortal / Overconfident / Daredevil", Pilot1,
        "from Round 2 on 2 Momentum on activation with half the HP or more";
    MechanicsExpert, "mechanics-expert", "Mechanics Expert / Robotics Expert / Ship Hunter", Pilot1,
        "on activation +1 PEN or +100 DMG for the turn";
    Renowned, "renowned", "Renowned / Inspiring Pilot / Seasoned Veteran / Well Trained", Pilot1,
        "1 Momentum or free Focus on activation";
    Tactician, "tactician", "Tactician", Pilot1,
        "each round free Focus for 2 allies in sight or Sensors range";
    Berserker, "berserker", "Berserker", Pilot2,
        "below half HP or after the loss of a Skilled or Ace pilot: +1 DEF, melee +3 HITS";
    BurningPassion, "burning-passion", "Burning Passion / Overzealous / Ruthless", Pilot2,
        "2 Momentum for a turn that ends engaged or 5 in closer; Return Fire: +1 HIT";
    Deadeye, "deadeye", "Deadeye", Pilot2,
        "as gunnery-expert; with elite_bonus Bullseye may aim at enemies in a melee";
    FuriousFusillade, "furious-fusillade", "Furious Fusillade", Pilot2,
        "as gunnery-expert; with elite_bonus Rapid Fire is +1d10 by Barrage";
    GrandStrategist, "grand-strategist", "Grand Strategist", Pilot2,
        "each round free Focus for 5 allies in sight or Sensors range";
    Invincible, "invincible", "Invincible", Pilot2,
        "with elite_bonus: as elusive; once a round Guard makes criticals plain HITS";
    KillerInstinct, "killer-instinct", "Killer Instinct", Pilot2,
        "below half HP or after the loss of a Skilled or Ace pilot: +1 DEF, +1 HIT, +2 with weapons of DMG 0-200";
    LegendaryPilot, "legendary-pilot", "Legendary Pilot / War Hero / Infamous Ace / Genius Pilot", Pilot2,
        "2 Momentum or free Focus on activation";
    Mastermind, "mastermind", "Mastermind / Fearsome", Pilot2,
        "on activation +2 PEN or +200 DMG for the turn";
    MercilessMelee, "merciless-melee", "Merciless Melee / Master of Close Combat", Pilot2,
        "melee: +2 HITS, +1 DEF; leaving its engagement costs 1 Momentum more";
    SoloOperative, "solo-operative", "Solo Operative / Lone Wolf", Pilot2,
        "1 Momentum on activation without an ally within 16 in; with elite_bonus once a round Guard and Dodge, or Guard and Counter";
    UnflinchingCourage, "unflinching-courage", "Unflinching Courage / Heroic Spirit / Steel Resolve", Pilot2,
        "below half HP or at Momentum 0: 3 Momentum or free Focus on activation; 1 Momentum for attacking Aces";
    Untouchable, "untouchable", "Untouchable", Pilot2,
        "with elite_bonus: as elusive; once a round Dodge makes criticals misses";
    Warmonger, "warmonger", "Warmonger / Reaper", Pilot2,
        "+2 HITS against Skilled and Ace crews, +4 with weapons of DMG 100-200";
    Daring, "daring", "Daring / Brash Captain", Captain1,
        "with elite_bonus: one more die or critical number 9 against Shooting";
    Discerning, "discerning", "Discerning / Crafty / Scheming Captain", Captain1,
        "each round free Focus for 2 allies in sight or Sensors range";
    Engineering, "engineering", "Expert Engineering Division", Captain1,
        "on activation +1 PEN or +100 DMG for the turn";
    GunneryCrew, "gunnery-crew", "Expert Gunnery Crew", Captain1,
        "a Rapid Fire penalty is 1 less; with elite_bonus shots have one more die or critical number 9";
    Fearsome, "fearsome", "Fearsome / Dreaded Captain", Captain2,
        "on activation +2 PEN or +200 DMG for the turn";
    StrategicCaptain, "strategic-captain", "Strategic Captain", Captain2,
        "each round free Focus for 5 allies in sight or Sensors range";
    Cavalier, "cavalier", "Cavalier / Haughty Captain", Captain2,
        "+1 DEF against attackers within 16 in; with elite_bonus one more die or critical number 9 against Shooting";
    SharpWitted, "sharp-witted", "Sharp Witted / Wiley Captain", Captain2,
        "with elite_bonus: one more die or critical number 9 against Shooting";
    Determined, "determined", "Determined Captain / Steadfast Crew", Captain1,
        "below half HP or at Momentum 0: 2 Momentum or Actions on activation; 3 Momentum when destroyed";
    RenownedCaptain, "renowned-captain", "Renowned / Inspiring / Devoted Captain", Captain1,
        "1 Momentum, Captain's Order or Action on activation";
    Fearless, "fearless", "Fearless / Dauntless / Stoic Captain", Captain2,
        "below half HP or at Momentum 0: 3 Momentum or Actions on activation; an Action a turn for each lost weapon";
    LegendaryCaptain, "legendary-captain", "Legendary Captain / War Hero", Captain2,
        "2 Momentum, Captain's Orders or free Focus on activation";
}

impl Trait {
    /// Name in datasets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.terms().name
    }
}

impl From<Trait> for &'static str {
    fn from(own: Trait) -> Self {
        own.name()
    }
}
