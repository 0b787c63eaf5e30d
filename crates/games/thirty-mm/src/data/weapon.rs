//! Weapons and the parts they are made of.

use serde::{Deserialize, Serialize};

/// Kind of damage, without effect of its own (`mm30.build.weapon-type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DamageType {
    /// Shells, blades.
    Kinetic,
    /// Beams.
    Energy,
}

impl DamageType {
    /// Every type with its name in data files.
    pub const NAMES: [(&'static str, Self); 2] =
        [("kinetic", Self::Kinetic), ("energy", Self::Energy)];
}

/// Where a weapon is used (`mm30.tag.category`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum WeaponCategory {
    /// WN: held in a hand.
    Hand,
    /// MW: mounted on a section or a group of equipment.
    Mounted,
}

impl WeaponCategory {
    /// Every category with its tag, the name in data files.
    pub const NAMES: [(&'static str, Self); 2] = [("WN", Self::Hand), ("MW", Self::Mounted)];
}

/// A tag with a rule of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tag {
    /// 2H: two hands, or 3 more AP an attack (`mm30.tag.two-handed`).
    TwoHanded,
    /// IF: a missed shot deviates (`mm30.deviation.trigger`).
    IndirectFire,
    /// GB: switches between ranged and melee form (`mm30.tag.gun-blade`).
    GunBlade,
    /// SG: strikes two more sections (`mm30.tag.shotgun`).
    Shotgun,
    /// MG: Full Auto, without effect here (`mm30.tag.undefined-systems`).
    MachineGun,
    /// EO: Splash Damage, without effect here (`mm30.tag.undefined-systems`).
    Explosive,
}

impl Tag {
    /// Every tag with its name in data files.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("2H", Self::TwoHanded),
        ("IF", Self::IndirectFire),
        ("GB", Self::GunBlade),
        ("SG", Self::Shotgun),
        ("MG", Self::MachineGun),
        ("EO", Self::Explosive),
    ];
}

/// A weapon as the datasheet lists it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Weapon {
    /// Name; weapons of one name are copies of each other (`mm30.weapon.redundancy-ap`).
    pub name: String,
    /// Held or mounted.
    pub category: WeaponCategory,
    /// Damage it takes until it is destroyed.
    pub durability: u16,
    /// Range, hexes.
    pub range: u8,
    /// Base Damage.
    pub base_damage: u16,
    /// Action Points of one attack.
    pub ap: u8,
    /// Kinetic or Energy.
    pub damage_type: DamageType,
    /// Its one system, if it has one (`mm30.build.one-system`).
    pub system: Option<String>,
    /// Tags, sorted, each once.
    pub tags: Vec<Tag>,
    /// Deployment cost (`mm30.build.weapon-cost`).
    pub cost: u16,
}

impl Weapon {
    /// Whether the weapon has a tag.
    #[must_use]
    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    /// Whether it is used in the Close Combat Phase: range 1 (`mm30.build.ranged-or-melee`).
    #[must_use]
    pub const fn is_melee(&self) -> bool {
        self.range <= 1
    }
}

/// A part of a weapon (`mm30.build.weapon-stats`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeaponPart {
    /// Its share of the Durability.
    pub durability: u16,
    /// Its share of the Range.
    pub range: u8,
    /// Its share of the Base Damage.
    pub base_damage: u16,
    /// Its share of the AP cost.
    pub ap: u8,
    /// Kinetic or Energy.
    pub damage_type: DamageType,
    /// A system it offers.
    pub system: Option<String>,
    /// Tags it brings; all are binding.
    pub tags: Vec<Tag>,
}

/// The sums of a weapon's parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartsTotal {
    /// Durability.
    pub durability: u16,
    /// Range, hexes.
    pub range: u8,
    /// Base Damage.
    pub base_damage: u16,
    /// Action Points of one attack.
    pub ap: u8,
    /// The type of most parts.
    pub damage_type: DamageType,
    /// Tags of all parts, sorted, each once.
    pub tags: Vec<Tag>,
    /// Systems that the parts offer; the weapon keeps one.
    pub systems: Vec<String>,
}

impl PartsTotal {
    /// Adds the parts up. Sums beyond what a field holds stay at its highest value.
    #[must_use]
    pub fn of(parts: &[WeaponPart]) -> Self {
        let mut tags: Vec<Tag> = parts.iter().flat_map(|part| part.tags.clone()).collect();
        tags.sort_unstable();
        tags.dedup();
        let add16 = |read: fn(&WeaponPart) -> u16| {
            let add = |sum: u16, part| sum.saturating_add(read(part));
            parts.iter().fold(0, add)
        };
        let add8 = |read: fn(&WeaponPart) -> u8| {
            let add = |sum: u8, part| sum.saturating_add(read(part));
            parts.iter().fold(0, add)
        };
        Self {
            durability: add16(|part| part.durability),
            range: add8(|part| part.range),
            base_damage: add16(|part| part.base_damage),
            ap: add8(|part| part.ap),
            damage_type: majority(parts),
            tags,
            systems: parts
                .iter()
                .filter_map(|part| part.system.clone())
                .collect(),
        }
    }
}

/// The type of most parts; of equally many the one with more Base Damage, then Kinetic
/// (`mm30.build.weapon-type`).
fn majority(parts: &[WeaponPart]) -> DamageType {
    let weight = |kind: DamageType| {
        let of_kind = || parts.iter().filter(|part| part.damage_type == kind);
        let damage: u32 = of_kind().map(|part| u32::from(part.base_damage)).sum();
        (of_kind().count(), damage)
    };
    if weight(DamageType::Energy) > weight(DamageType::Kinetic) {
        DamageType::Energy
    } else {
        DamageType::Kinetic
    }
}
