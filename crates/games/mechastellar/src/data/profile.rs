//! Unit and weapon profiles, as the rules read them.
//!
//! Distances are inches, damage and HP are the game's own points. Legal ranges are checked
//! where profiles are read (see the catalogue), so the rules may rely on them.

use serde::{Deserialize, Serialize};

use super::traits::Trait;

/// Kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitType {
    /// Mobile, lightly built machine (MS).
    MechSuit,
    /// Sturdier machine that may have Power (SR).
    SuperRobot,
    /// Giant creature that may have Havoc.
    Kaiju,
    /// Kaiju-sized machine that may have Havoc.
    SuperHeavy,
    /// Ship; steers, launches and repairs.
    Warship,
    /// Tanks, aircraft and the like.
    Vehicle,
}

/// Combat role: what a unit is best at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names are the rules' own
pub enum Role {
    Versatile,
    Sniper,
    Melee,
    Interceptor,
    Raid,
    Battler,
    Firepower,
    Unstoppable,
    Assault,
    HeavyArms,
}

impl Role {
    /// All roles, in the order the rules name them.
    pub const ALL: [Self; 10] = [
        Self::Versatile,
        Self::Sniper,
        Self::Melee,
        Self::Interceptor,
        Self::Raid,
        Self::Battler,
        Self::Firepower,
        Self::Unstoppable,
        Self::Assault,
        Self::HeavyArms,
    ];

    /// The name used in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Versatile => "versatile",
            Self::Sniper => "sniper",
            Self::Melee => "melee",
            Self::Interceptor => "interceptor",
            Self::Raid => "raid",
            Self::Battler => "battler",
            Self::Firepower => "firepower",
            Self::Unstoppable => "unstoppable",
            Self::Assault => "assault",
            Self::HeavyArms => "heavy-arms",
        }
    }
}

/// Crew tier (`ms10.army.tiers`). All but `Basic` are Elite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names are the rules' own
pub enum Tier {
    Basic,
    BattleTested,
    Skilled,
    Ace,
}

impl Tier {
    /// Whether Elite rules apply (`ms10.army.tiers`).
    #[inline]
    #[must_use]
    pub const fn is_elite(self) -> bool {
        !matches!(self, Self::Basic)
    }

    /// Morale target number unless the profile prints another (`ms10.morale.save`).
    #[inline]
    #[must_use]
    pub const fn default_morale(self) -> u8 {
        match self {
            Self::Basic | Self::BattleTested => 7,
            Self::Skilled => 6,
            Self::Ace => 5,
        }
    }

    /// Elite level unless the profile prints another (`ms10.momentum.elite-level`).
    #[inline]
    #[must_use]
    pub const fn default_elite_level(self) -> u8 {
        match self {
            Self::Basic => 0,
            Self::BattleTested | Self::Skilled => 1,
            Self::Ace => 3,
        }
    }
}

/// A defence line of a profile; shields are already inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defence {
    /// Dice, 0 to 14.
    pub dice: u8,
    /// Flat DEF, -5 to 15.
    pub bonus: i8,
}

/// A shield; its value is already inside the defence lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Shield {
    /// `[S#]`: counts for Evade and Melee DEF, 1 to 4.
    Full(u8),
    /// `[MD#]`: counts for Melee DEF only, 1 to 4.
    Melee(u8),
}

/// Which of the three point pools a unit has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResourceKind {
    /// Mech Suits: Accelerate or reroll defence.
    Boost,
    /// Super Robots: Accelerate, reroll attack, feed weapons.
    Power,
    /// Kaiju and Super Heavies: reroll attack, feed weapons.
    Havoc,
}

/// Boost, Power or Havoc stat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resource {
    /// Which pool.
    pub kind: ResourceKind,
    /// Points per round, 1 to 6 as printed, to 10 with upgrades.
    pub stat: u8,
}

/// Sensors: the range of Lock On.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sensors {
    /// For Shooting rolls, inches, 0 to 60.
    pub shooting_in: u8,
    /// For Evade rolls, inches, 0 to 60.
    pub evade_in: u8,
}

/// Arc a barrier covers (`ms10.barrier.scope`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BarrierArc {
    /// `[360]`: every direction.
    All,
    /// `[180]`: attackers in the unit's front arc.
    Front,
}

/// A kind of attack a barrier stops (`ms10.barrier.scope`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stops {
    /// Kinetic shooting.
    Kinetic,
    /// Energy shooting.
    Energy,
    /// Explosive shooting.
    Explosive,
    /// Melee of any category.
    Melee,
}

/// Attacks that do not lower a barrier's Strength (`ms10.barrier.immune`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoWear {
    /// Category of the attack.
    pub category: Category,
    /// PEN below this, 1 to 14; a weapon without PEN counts as 0.
    pub pen_below: u8,
}

/// A barrier (`ms10.barrier.block`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrier {
    /// Strength at the start, 1 to 20.
    pub strength: u8,
    /// What it covers.
    pub arc: BarrierArc,
    /// What it stops; at least one kind.
    pub stops: Vec<Stops>,
    /// What does not wear it down.
    #[serde(default)]
    pub no_wear: Option<NoWear>,
}

/// An alternative mode, as changes to the printed profile (`ms10.transform.mode`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// Name of the mode.
    pub name: String,
    /// Added to the Move value, inches, -20 to 20.
    #[serde(default)]
    pub move_in: i8,
    /// Added to the Evade bonus, -5 to 5.
    #[serde(default)]
    pub evade_bonus: i8,
    /// Added to the Melee DEF bonus, -5 to 5.
    #[serde(default)]
    pub melee_def_bonus: i8,
    /// Added to the HITS of Shooting weapons, -5 to 5.
    #[serde(default)]
    pub shooting_bonus: i8,
    /// Added to the HITS of melee weapons, -5 to 5.
    #[serde(default)]
    pub melee_bonus: i8,
    /// Target number of Evade dice, 2 to 10, instead of 5.
    #[serde(default)]
    pub evade_target: Option<u8>,
    /// Target number of Melee DEF dice, 2 to 10, instead of 5.
    #[serde(default)]
    pub melee_def_target: Option<u8>,
    /// Has Fly in this mode.
    #[serde(default)]
    pub fly: bool,
}

/// What a ship can do for others (`ms10.ship.launch`, `ms10.ship.repair`, `ms10.ship.repair-bay`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// Launch range, inches, 8 to 40.
    pub catapult_in: u8,
    /// HP of one repair, 0 to 5000, a multiple of 100.
    pub repair_hp: u16,
    /// Repairs per round, 1 to 6.
    pub repair_bay: u8,
    /// Combat Actions a turn, 1 to 5, with upgrades 8.
    #[serde(default = "one_action", skip_serializing_if = "is_one_action")]
    pub actions: u8,
}

/// What every other unit has (`ms10.round.allowance`).
const fn one_action() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's own way
const fn is_one_action(actions: &u8) -> bool {
    *actions == 1
}

/// An upgrade or trait of the wargame that is bought with points: it changes the numbers of a profile or acts
/// in play (`ms93.upgrade.spend-excess`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "&'static str")]
#[allow(missing_docs)] // the names are the rules' own
pub enum Upgrade {
    AdvancedSensors,
    AntiBeamCoating,
    PerformanceUpgrade,
    PerformanceReduction,
    CrewUpgrade,
    CrewDowngrade,
    HavocPlusOne,
    WidespreadHavoc,
    PowerPlusOne,
    ImmenselyPowerful,
    WarshipRepairs,
    Ambusher,
    AweInspiringArrival,
    DecoyAttack,
    DesperationAttack,
    DynamicEntrance,
    FuelHungry,
    HeavyPayload,
    MissileMassacre,
    SeekingShot,
    SwordsmanSkilled,
    SwordsmanMaster,
    WarshipReactor,
    ArmyOfOne,
    SuperiorInstincts,
    SkilledAccelerate,
    SkilledBullseye,
    SkilledGiantSlayer,
    SkilledMayhem,
    SkilledPersevere,
    SkilledCounterattack,
    SkilledShot,
    SkilledUnbeaten,
}

/// One unit as it stands on the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UnitProfile {
    /// Unique name.
    pub name: String,
    /// Kind of unit.
    pub unit_type: UnitType,
    /// Frame level, 1 to 5.
    pub frame: u8,
    /// Performance, 0 to 10.
    pub performance: u8,
    /// Combat role.
    pub role: Role,
    /// Crew tier.
    pub tier: Tier,
    /// Elite level for starting Momentum, 0 to 9.
    pub elite_level: u8,
    /// Morale target number, 2 to 10.
    pub morale: u8,
    /// Size, 0 to 6.
    pub size: u8,
    /// Full HP, 100 to 60,000, a multiple of 100.
    pub hp: u32,
    /// Move value in inches per Move Action, 0 to 40.
    pub move_in: u8,
    /// An inch more a turn, with the first Move Action: half an inch of each
    /// (`ms93.upgrade.performance-threshold`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub half_inch: bool,
    /// Lock On ranges.
    pub sensors: Sensors,
    /// Against shooting.
    pub evade: Defence,
    /// Against melee.
    pub melee_def: Defence,
    /// Mech+ on Shooting weapons, HITS, -5 to 15; already inside the weapons' `bonus`.
    pub shooting_bonus: i8,
    /// Mech+ on Melee weapons, HITS, -5 to 15; already inside the weapons' `bonus`.
    pub melee_bonus: i8,
    /// Shields, at most 4.
    pub shields: Vec<Shield>,
    /// Boost, Power or Havoc.
    pub resource: Option<Resource>,
    /// Printed Fly.
    pub fly: bool,
    /// Steers like a Warship (`ms10.move.ship-turning`).
    pub aircraft: bool,
    /// Amphibious (`ms10.special.deep-water`).
    pub amphibious: bool,
    /// May arrive at any table edge (`ms10.reinforce.ambush`).
    pub ambush: bool,
    /// Barrier.
    pub barrier: Option<Barrier>,
    /// Alternative modes, at most 3.
    pub modes: Vec<Mode>,
    /// Set for Warships only.
    pub ship: Option<Ship>,
    /// Victory points for destroying it, 0 to 1000.
    pub vp: u16,
    /// Listed points cost, that of the upgrades included.
    pub points: u16,
    /// Weapons, 1 to 12.
    pub weapons: Vec<Weapon>,
    /// Upgrades bought; what they change is inside the numbers above.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<Upgrade>,
    /// Traits of its crew; they act where the rules option `traits` is on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Trait>,
}

/// Shooting weapons meet Evade, melee weapons meet Melee DEF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeaponKind {
    /// Opposed by Evade.
    Shooting,
    /// Opposed by Melee DEF.
    Melee,
}

/// Weapon category (`ms10.army.weapon-category`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// `[K]`
    Kinetic,
    /// `[E]`, beams included.
    Energy,
    /// `[X]`, explodes when disabled.
    Explosive,
}

/// What Rapid Fire changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RapidFireEffect {
    /// More or fewer attack dice, -5 to 5.
    Dice(i8),
    /// More or fewer HITS, -5 to 5.
    Hits(i8),
}

/// A Rapid Fire band (`ms10.range.rapid-fire`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RapidFire {
    /// At or within, inches, 1 to the weapon's range.
    pub range_in: u8,
    /// What it changes.
    pub effect: RapidFireEffect,
}

/// An optional special attack paid with Power or Havoc (`ms10.power.weapon-cost`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// Points of the unit's Power or Havoc, 1 to 5.
    pub cost: u8,
    /// Added to PEN, 0 to 5.
    #[serde(default)]
    pub pen: u8,
    /// Added to DMG, 0 to 1000, a multiple of 100.
    #[serde(default)]
    pub dmg: u16,
}

/// What a failed armour save does beside or instead of damage.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// 1000 DMG and nothing else.
    #[default]
    None,
    /// A Stun Token besides (`ms10.stun.token`).
    Stun,
    /// 4 in away or aside instead of damage (`ms10.push.move`).
    Push,
    /// 4 in in a direction of the attacker's choice, towards it as a rule (`ms10.push.move`).
    PullTarget,
    /// Drags the user: on terrain it moves itself (`ms10.push.on-terrain`).
    PullSelf,
}

/// Support Mode of a weapon (`ms10.support.bonus`, `ms10.support.melee`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    /// HITS on the unit's other attacks, 0 to 2.
    #[serde(default)]
    pub attack: u8,
    /// DEF on its defence, 0 to 2.
    #[serde(default)]
    pub defence: u8,
    /// For melee instead of Shooting and Evade.
    #[serde(default)]
    pub melee: bool,
}

impl Support {
    /// HITS or DEF it gives to an attack or to a defence.
    #[inline]
    pub(crate) fn given(&self, defending: bool) -> u8 {
        if defending { self.defence } else { self.attack }
    }
}

/// One weapon in the hands of one unit: the unit's Mech+ is inside `bonus`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Weapon {
    /// Name, unique within the unit.
    pub name: String,
    /// Shooting or melee.
    pub kind: WeaponKind,
    /// Kinetic, Energy, Explosive; `None` for the likes of bare hands.
    pub category: Option<Category>,
    /// Attack dice, 1 to 14.
    pub dice: u8,
    /// Flat HITS, Mech+ included, -5 to 15.
    pub bonus: i8,
    /// Maximum range, inches, 4 to 60 (melee 4 unless longer is printed).
    pub range_in: u8,
    /// Rapid Fire band.
    pub rapid_fire: Option<RapidFire>,
    /// Armour penetration, 1 to 14; `None` causes no saves.
    pub pen: Option<u8>,
    /// Damage per unblocked HIT, 0 to 2000, a multiple of 100.
    pub dmg: u16,
    /// Finisher+X, 1 to 6.
    pub finisher: Option<u8>,
    /// Counter+X, 0 to 5.
    pub counter_bonus: u8,
    /// Uses per battle, 1 to 9; `None` for no limit.
    pub uses: Option<u8>,
    /// Equipment slots that one use takes, 1 to 9, which one more is paid by (`ms93.trait.heavy-payload`).
    pub slots_per_use: u8,
    /// Power or Havoc points each attack costs, 0 to 5.
    pub resource_cost: u8,
    /// Optional paid special attack.
    pub special: Option<Special>,
    /// `[360]`: any bearing, no turning.
    pub all_round: bool,
    /// Anti-air: cannot be lost to Battle Damage.
    pub anti_air: bool,
    /// Free Attack: needs no Combat Action (`ms10.army.free-attack`).
    pub free: bool,
    /// Indirect fire (`ms10.idf.attack`).
    pub indirect: bool,
    /// Targets of an AOE sweep, 2 to 5; `None` without the AOE tag (`ms10.aoe.sweep`).
    pub aoe: Option<u8>,
    /// `[CC]`: a run-up improves its Push (`ms10.push.accelerate`).
    pub close_combat: bool,
    /// `[Crash]`: attacks inside a move (`ms10.crash.attack`).
    pub crash: bool,
    /// Momentum each use of a remote weapon costs, 0 to 5 (`ms10.remote.attack`).
    pub remote: Option<u8>,
    /// What failed saves do.
    pub effect: Effect,
    /// Support Mode.
    pub support: Option<Support>,
}

impl Weapon {
    /// A weapon of one die that does nothing else: what an entry does not state.
    pub(crate) const fn blank(kind: WeaponKind) -> Self {
        Self {
            name: String::new(),
            kind,
            category: None,
            dice: 1,
            bonus: 0,
            range_in: 60,
            rapid_fire: None,
            pen: None,
            dmg: 0,
            finisher: None,
            counter_bonus: 0,
            uses: None,
            slots_per_use: 1,
            resource_cost: 0,
            special: None,
            all_round: false,
            anti_air: false,
            free: false,
            indirect: false,
            aoe: None,
            close_combat: false,
            crash: false,
            remote: None,
            effect: Effect::None,
            support: None,
        }
    }
}
