//! `parts.toml`: weapons, shields, equipment, abilities.

use equipoise_engine::source::nearest;
use equipoise_engine::source::raw::{Fields, Node};

use super::limits;
use crate::data::ability::{Ability, AbilityKind, Power};
use crate::data::item::{Drone, Equipment, Shield};
use crate::data::stats::{PerStat, Stat};
use crate::data::weapon::{DamageType, PartsTotal, Tag, Weapon, WeaponCategory, WeaponPart};

/// What units are equipped with, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    weapons: Vec<Weapon>,
    shields: Vec<Shield>,
    equipment: Vec<Equipment>,
    abilities: Vec<Ability>,
}

const NAME_EXPECTED: &str = "a name of 1 to 40 characters without blanks at its ends";

/// A name; anything else is reported.
pub(super) fn read_name(fields: &Fields<'_>) -> Option<String> {
    let read = |text: &str| {
        let plain = text.trim() == text && !text.chars().any(char::is_control);
        let length = text.chars().count();
        (plain && (1..=40).contains(&length)).then(|| text.to_owned())
    };
    fields
        .required("name", "text in quotes")?
        .notation(read, NAME_EXPECTED)
}

/// Entries of a `[[kind]]`, names used once.
fn read_all<T>(
    root: &Fields<'_>,
    kind: &'static str,
    name: impl Fn(&T) -> &str,
    read: impl Fn(&Fields<'_>) -> Option<T>,
) -> Vec<T> {
    let mut all: Vec<T> = Vec::new();
    for fields in root.optional_entries(kind, "name") {
        let entry = read(&fields);
        fields.finish();
        let Some(entry) = entry else { continue };
        if all.iter().any(|other| name(other) == name(&entry)) {
            fields.complain("second entry of this name, expected each name once");
        }
        all.push(entry);
    }
    all
}

impl Parts {
    pub(super) fn read(root: &Fields<'_>) -> Self {
        let parts = Self {
            weapons: read_all(root, "weapon", |it: &Weapon| &it.name, read_weapon),
            shields: read_all(root, "shield", |it: &Shield| &it.name, read_shield),
            equipment: read_all(root, "equipment", |it: &Equipment| &it.name, read_equipment),
            abilities: read_all(root, "ability", |it: &Ability| &it.name, read_ability),
        };
        root.finish();
        parts
    }

    pub(super) fn weapon(&self, node: &Node<'_>) -> Option<Weapon> {
        find(node, "weapon", &self.weapons, |it| &it.name)
    }

    pub(super) fn shield(&self, node: &Node<'_>) -> Option<Shield> {
        find(node, "shield", &self.shields, |it| &it.name)
    }

    pub(super) fn equipment(&self, node: &Node<'_>) -> Option<Equipment> {
        find(node, "equipment", &self.equipment, |it| &it.name)
    }

    pub(super) fn ability(&self, node: &Node<'_>) -> Option<Ability> {
        find(node, "ability", &self.abilities, |it| &it.name)
    }
}

/// The entry of a name; anything else is reported with the names that resemble it.
fn find<T: Clone>(node: &Node<'_>, what: &str, all: &[T], name: impl Fn(&T) -> &str) -> Option<T> {
    let wanted = node.text()?;
    let found = all.iter().find(|entry| name(entry) == wanted);
    if found.is_none() {
        let near = nearest(wanted, all.iter().map(name));
        let quoted: Vec<_> = near.iter().map(|name| format!("\"{name}\"")).collect();
        let advice = if quoted.is_empty() {
            format!("expected one of the {} of parts.toml", all.len())
        } else {
            format!("did you mean {}?", quoted.join(" or "))
        };
        node.complain(format!("no {what} named \"{wanted}\"; {advice}"));
    }
    found.cloned()
}

/// The cost of a weapon without a printed one: a developer's note outside the rules text
/// (`mm30.build.weapon-cost`).
fn fallback_cost(range: u8, damage: u16, ap: u8, durability: u16) -> u16 {
    let gross = (u16::from(range) + damage) * 2 + durability;
    gross.saturating_sub(u16::from(ap))
}

fn read_weapon(fields: &Fields<'_>) -> Option<Weapon> {
    let name = read_name(fields);
    let category = fields.choice("category", &WeaponCategory::NAMES);
    let cost = fields
        .optional("cost")
        .map(|node| node.number(limits::COST));
    let (total, system) = match fields.optional("parts") {
        Some(node) => (read_parts(&node), read_system(fields)),
        None => (read_totals(fields), read_system(fields)),
    };
    let total = total?;
    let system = keep_one(fields, &total, system?);
    let cost = match cost {
        Some(given) => given?,
        None => fallback_cost(total.range, total.base_damage, total.ap, total.durability),
    };
    Some(Weapon {
        name: name?,
        category: category?,
        durability: total.durability,
        range: total.range,
        base_damage: total.base_damage,
        ap: total.ap,
        damage_type: total.damage_type,
        system: system?,
        tags: total.tags,
        cost,
    })
}

/// The field `system`; `None` after a mistake.
fn read_system(fields: &Fields<'_>) -> Option<Option<String>> {
    match fields.optional("system") {
        Some(node) => node.text().map(|text| Some(text.to_owned())),
        None => Some(None),
    }
}

/// The one system a weapon keeps of those its parts offer (`mm30.build.one-system`).
fn keep_one(
    fields: &Fields<'_>,
    total: &PartsTotal,
    named: Option<String>,
) -> Option<Option<String>> {
    let legal = match (&named, total.systems.as_slice()) {
        (None, [] | [_]) => true,
        (None, _) => false,
        (Some(_), []) => fields.optional("parts").is_none(),
        (Some(name), offered) => offered.contains(name),
    };
    if !legal {
        let offered = total.systems.join("\", \"");
        let message = match &named {
            None => format!("missing `system`, expected one of \"{offered}\""),
            Some(name) => format!("`system` is \"{name}\", expected one that its parts offer"),
        };
        fields.complain(format!("{message} (mm30.build.one-system)"));
        return None;
    }
    Some(named.or_else(|| total.systems.first().cloned()))
}

/// A weapon given by its sums.
fn read_totals(fields: &Fields<'_>) -> Option<PartsTotal> {
    let durability = fields.number("durability", limits::DURABILITY);
    let range = fields.number("range", limits::RANGE);
    let base_damage = fields.number("base_damage", limits::DAMAGE);
    let ap = fields.number("ap", limits::AP);
    let damage_type = fields.choice("type", &DamageType::NAMES);
    let tags = read_tags(fields);
    Some(PartsTotal {
        durability: durability?,
        range: range?,
        base_damage: base_damage?,
        ap: ap?,
        damage_type: damage_type?,
        tags: tags?,
        systems: Vec::new(),
    })
}

const PARTS_EXPECTED: &str = "parts such as { durability = 3, range = 2, base_damage = 1, ap = 1, \
                              type = \"kinetic\" }";

/// A weapon given by its parts, whose sums must be legal themselves (`mm30.build.weapon-stats`).
fn read_parts(node: &Node<'_>) -> Option<PartsTotal> {
    let items = node.items(PARTS_EXPECTED)?;
    let parts: Vec<Option<WeaponPart>> = items.iter().map(read_part).collect();
    let parts: Option<Vec<WeaponPart>> = parts.into_iter().collect();
    let total = PartsTotal::of(&parts?);
    let sums = [
        (
            "durability",
            i64::from(total.durability),
            limits::DURABILITY,
        ),
        ("range", i64::from(total.range), limits::RANGE),
        ("base_damage", i64::from(total.base_damage), limits::DAMAGE),
        ("ap", i64::from(total.ap), limits::AP),
    ];
    let mut sound = true;
    for (name, sum, limits) in sums {
        if !limits.contain(sum) {
            node.complain(format!(
                "`{name}` of all parts is {sum}, expected {limits} (mm30.build.weapon-stats)"
            ));
            sound = false;
        }
    }
    sound.then_some(total)
}

fn read_part(node: &Node<'_>) -> Option<WeaponPart> {
    let fields = node.fields(PARTS_EXPECTED)?;
    let durability = fields.number_or("durability", limits::PART_DURABILITY, 0);
    let range = fields.number_or("range", limits::PART_RANGE, 0);
    let base_damage = fields.number_or("base_damage", limits::DAMAGE, 0);
    let ap = fields.number_or("ap", limits::PART_AP, 0);
    let damage_type = fields.choice("type", &DamageType::NAMES);
    let system = read_system(&fields);
    let tags = read_tags(&fields);
    fields.finish();
    Some(WeaponPart {
        durability: durability?,
        range: range?,
        base_damage: base_damage?,
        ap: ap?,
        damage_type: damage_type?,
        system: system?,
        tags: tags?,
    })
}

/// Tags, sorted and each once; `None` after a mistake.
fn read_tags(fields: &Fields<'_>) -> Option<Vec<Tag>> {
    let Some(node) = fields.optional("tags") else {
        return Some(Vec::new());
    };
    let items = node.items("tags such as [\"2H\"]")?;
    let tags: Vec<Option<Tag>> = items.iter().map(|it| it.choice(&Tag::NAMES)).collect();
    let tags: Option<Vec<Tag>> = tags.into_iter().collect();
    let mut tags = tags?;
    tags.sort_unstable();
    tags.dedup();
    Some(tags)
}

fn read_shield(fields: &Fields<'_>) -> Option<Shield> {
    let name = read_name(fields);
    let durability = fields.number("durability", limits::DURABILITY);
    let cost = fields.number("cost", limits::COST);
    Some(Shield {
        name: name?,
        durability: durability?,
        cost: cost?,
    })
}

fn read_equipment(fields: &Fields<'_>) -> Option<Equipment> {
    let name = read_name(fields);
    let durability = fields.number("durability", limits::DURABILITY);
    let cost = fields.number("cost", limits::COST);
    let thruster = fields.switch("thruster");
    let drone = fields
        .optional("drone")
        .map(|node| node.choice(&Drone::NAMES));
    let ai = fields.switch("ai");
    Some(Equipment {
        name: name?,
        durability: durability?,
        cost: cost?,
        thruster,
        section: None,
        drone: drone.flatten(),
        ai,
    })
}

fn read_ability(fields: &Fields<'_>) -> Option<Ability> {
    let name = read_name(fields);
    let kind = fields.choice("kind", &AbilityKind::NAMES);
    let cost = fields.number("cost", limits::COST);
    let stats = read_changes(fields, "stats");
    let rolls = read_changes(fields, "rolls");
    let powers = read_powers(fields);
    Some(Ability {
        name: name?,
        kind: kind?,
        cost: cost?,
        stats: stats?,
        rolls: rolls?,
        powers: powers?,
    })
}

fn read_powers(fields: &Fields<'_>) -> Option<Vec<Power>> {
    let Some(node) = fields.optional("powers") else {
        return Some(Vec::new());
    };
    let items = node.items("powers such as [\"fly\"]")?;
    let powers: Vec<Option<Power>> = items.iter().map(|it| it.choice(&Power::NAMES)).collect();
    powers.into_iter().collect()
}

const CHANGES_EXPECTED: &str = "changes such as { accuracy = 1 }";

/// A change for each stat, 0 where none is given; `None` after a mistake.
fn read_changes(fields: &Fields<'_>, name: &'static str) -> Option<PerStat<i8>> {
    let Some(node) = fields.optional(name) else {
        return Some(PerStat::default());
    };
    let fields = node.fields(CHANGES_EXPECTED)?;
    let changes = Stat::ALL.map(|stat| fields.number_or(stat.name(), limits::CHANGE, 0));
    fields.finish();
    let [accuracy, assault, evasion] = changes;
    Some(PerStat([accuracy?, assault?, evasion?]))
}
