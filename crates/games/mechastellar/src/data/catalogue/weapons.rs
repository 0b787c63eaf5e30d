//! `weapons.toml`, and the weapons that units and roles take from it.

use std::collections::BTreeMap;

use super::limits;
use super::names::nearest;
use super::weapon_tags::{self, set, set_some};
use crate::data::profile::{
    Category, RapidFire, RapidFireEffect, Resource, ResourceKind, Special, Weapon, WeaponKind,
};
use equipoise_engine::source::raw::{Fields, Node};

const KINDS: [(&str, WeaponKind); 2] = [
    ("shooting", WeaponKind::Shooting),
    ("melee", WeaponKind::Melee),
];

pub(super) const CATEGORIES: [(&str, Category); 3] = [
    ("kinetic", Category::Kinetic),
    ("energy", Category::Energy),
    ("explosive", Category::Explosive),
];

const LOADOUT_EXPECTED: &str =
    "an array of 1 to 12 weapons, each an id or a table such as { id = \"beam-rifle\", dice = 7 }";

/// The weapons of a dataset by id, without any Mech+.
#[derive(Clone, Debug, Default)]
pub(super) struct Armoury {
    /// `None` for an id whose entry has mistakes of its own.
    weapons: BTreeMap<String, Option<Weapon>>,
    /// False when the file could not be read, so that no id can be called unknown.
    complete: bool,
}

impl Armoury {
    pub(super) fn read(root: &Fields<'_>) -> Self {
        let mut armoury = Self {
            complete: true,
            ..Self::default()
        };
        for fields in root.entries("weapon", "id") {
            armoury.add(&fields);
        }
        root.finish();
        armoury
    }

    fn add(&mut self, fields: &Fields<'_>) {
        let id = fields.required("id", "a short name such as \"beam-rifle\"");
        let weapon = read_weapon(fields);
        fields.finish();
        let Some((node, id)) = id.and_then(|node| Some((node.clone(), read_id(&node)?))) else {
            return;
        };
        if self.weapons.insert(id.to_owned(), weapon).is_some() {
            node.complain(format!(
                "a second weapon with the id \"{id}\", expected ids to differ"
            ));
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Weapon)> {
        self.weapons
            .iter()
            .filter_map(|(id, weapon)| Some((id.as_str(), weapon.as_ref()?)))
    }

    fn find(&self, node: &Node<'_>, id: &str) -> Option<Weapon> {
        let found = self.weapons.get(id);
        if found.is_none() && self.complete {
            let near = nearest(id, self.weapons.keys().map(String::as_str));
            let advice = match near.is_empty() {
                true => "expected an id of weapons.toml".to_owned(),
                false => format!("did you mean \"{}\"?", near.join("\" or \"")),
            };
            node.complain(format!(
                "there is no weapon \"{}\"; {advice}",
                id.escape_debug()
            ));
        }
        found.cloned().flatten()
    }
}

fn read_id<'a>(node: &Node<'a>) -> Option<&'a str> {
    let id = node.text()?;
    let legal = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if id.is_empty() || !id.bytes().all(legal) {
        node.refuse("lower-case letters, digits and hyphens");
        return None;
    }
    Some(id)
}

fn read_weapon(fields: &Fields<'_>) -> Option<Weapon> {
    let kind = fields.choice("kind", &KINDS);
    let category = fields
        .optional("category")
        .and_then(|node| node.choice(&CATEGORIES));
    let name = fields.required("name", "text in quotes");
    let dice = fields.required("dice", limits::ATTACK_DICE);
    let range = fields.required("range_in", limits::RANGE);
    let dmg = fields.required("dmg", limits::DMG);
    let complete = name.is_some() && dice.is_some() && range.is_some() && dmg.is_some();
    let mut weapon = Weapon {
        category,
        ..Weapon::blank(kind.unwrap_or(WeaponKind::Shooting))
    };
    apply(fields, &mut weapon);
    kind?;
    weapon_tags::check(fields, &weapon);
    complete.then_some(weapon)
}

/// Reads the fields that an entry states and a unit may override.
fn apply(fields: &Fields<'_>, weapon: &mut Weapon) {
    let name = fields.optional("name").and_then(|node| read_name(&node));
    set(&mut weapon.name, name);
    set(
        &mut weapon.dice,
        fields.optional_number("dice", limits::ATTACK_DICE),
    );
    set(
        &mut weapon.bonus,
        fields.optional_number("bonus", limits::BONUS),
    );
    set(
        &mut weapon.range_in,
        fields.optional_number("range_in", limits::RANGE),
    );
    set(&mut weapon.dmg, fields.optional_number("dmg", limits::DMG));
    set_some(&mut weapon.pen, fields.optional_number("pen", limits::PEN));
    set_some(
        &mut weapon.finisher,
        fields.optional_number("finisher", limits::FINISHER),
    );
    set(
        &mut weapon.counter_bonus,
        fields.optional_number("counter_bonus", limits::COUNTER),
    );
    set_some(
        &mut weapon.uses,
        fields.optional_number("uses", limits::USES),
    );
    set(
        &mut weapon.slots_per_use,
        fields.optional_number("slots_per_use", limits::SLOTS),
    );
    set(
        &mut weapon.resource_cost,
        fields.optional_number("resource_cost", limits::RESOURCE_COST),
    );
    set_some(
        &mut weapon.special,
        fields
            .optional("special")
            .and_then(|node| read_special(&node)),
    );
    apply_rapid_fire(fields, weapon);
    weapon_tags::apply(fields, weapon);
}

/// A name that fits on a line: 1 to 60 characters, no blanks around, no control characters.
pub(super) fn read_name(node: &Node<'_>) -> Option<String> {
    let name = node.text()?;
    let legal = name.trim() == name && !name.is_empty() && !name.chars().any(char::is_control);
    if !legal || name.chars().count() > 60 {
        node.refuse("a name of 1 to 60 characters without blanks around it");
        return None;
    }
    Some(name.to_owned())
}

fn read_special(node: &Node<'_>) -> Option<Special> {
    let fields = node.fields("a table such as { cost = 1, pen = 2 }")?;
    let cost = fields.number("cost", limits::SPECIAL_COST);
    let pen = fields
        .optional_number("pen", limits::SPECIAL_PEN)
        .unwrap_or(0);
    let dmg = fields
        .optional_number("dmg", limits::SPECIAL_DMG)
        .unwrap_or(0);
    fields.finish();
    Some(Special {
        cost: cost?,
        pen,
        dmg,
    })
}

fn apply_rapid_fire(fields: &Fields<'_>, weapon: &mut Weapon) {
    let node = fields.optional("rapid_fire");
    set_some(
        &mut weapon.rapid_fire,
        node.as_ref().and_then(read_rapid_fire),
    );
    // An override that touches neither number inherits a mistake that is reported elsewhere.
    let Some(node) = node.or_else(|| fields.optional("range_in")) else {
        return;
    };
    let (near, far) = (
        weapon.rapid_fire.map_or(0, |band| band.range_in),
        weapon.range_in,
    );
    if near > far {
        node.complain(format!(
            "Rapid Fire reaches {near}, expected no more than the weapon's range of {far}"
        ));
    }
}

fn read_rapid_fire(node: &Node<'_>) -> Option<RapidFire> {
    let fields = node.fields("a table such as { range_in = 16, dice = 1 }")?;
    let range_in = fields.number("range_in", limits::RAPID_FIRE_RANGE);
    let (dice, hits) = (fields.optional("dice"), fields.optional("hits"));
    fields.finish();
    let effect = match (dice, hits) {
        (Some(dice), None) => dice.number(limits::RAPID_FIRE).map(RapidFireEffect::Dice),
        (None, Some(hits)) => hits.number(limits::RAPID_FIRE).map(RapidFireEffect::Hits),
        _ => {
            node.complain("`rapid_fire` expects one of `dice` and `hits`");
            None
        }
    };
    Some(RapidFire {
        range_in: range_in?,
        effect: effect?,
    })
}

/// A weapon of a unit or role, and the place that names it.
pub(super) struct Mounted<'a> {
    node: Node<'a>,
    weapon: Weapon,
}

/// Reads a list of weapons; the sound ones come back, mistakes are reported.
pub(super) fn read_loadout<'a>(fields: &Fields<'a>, armoury: &Armoury) -> Vec<Mounted<'a>> {
    let Some(list) = fields.required("weapons", LOADOUT_EXPECTED) else {
        return Vec::new();
    };
    let items = list.items(LOADOUT_EXPECTED).unwrap_or_default();
    if list.is_array() && !(1..=12).contains(&items.len()) {
        list.complain(format!("{} weapons, expected 1 to 12", items.len()));
    }
    let mut mounted: Vec<Mounted<'a>> = Vec::new();
    for node in items {
        let Some(weapon) = read_mounted(&node, armoury) else {
            continue;
        };
        if mounted.iter().any(|other| other.weapon.name == weapon.name) {
            let name = &weapon.name;
            node.complain(format!(
                "a second weapon named \"{name}\", expected a `name` of its own"
            ));
        }
        mounted.push(Mounted { node, weapon });
    }
    mounted
}

fn read_mounted(node: &Node<'_>, armoury: &Armoury) -> Option<Weapon> {
    if !node.is_table() {
        return armoury.find(node, node.text()?);
    }
    let fields = node.fields("a table")?;
    let id = fields.required("id", "an id of weapons.toml");
    let found = id.and_then(|node| armoury.find(&node, node.text()?));
    let known = found.is_some();
    let mut weapon = found.unwrap_or_else(|| Weapon::blank(WeaponKind::Shooting));
    apply(&fields, &mut weapon);
    if known {
        weapon_tags::check(&fields, &weapon);
    }
    fields.finish();
    known.then_some(weapon)
}

/// What a unit brings to each of its weapons.
#[derive(Clone, Copy)]
pub(super) struct Bearer {
    pub(super) shooting_bonus: i8,
    pub(super) melee_bonus: i8,
    pub(super) resource: Option<Resource>,
}

impl Bearer {
    /// The weapons with the Mech+ inside, as the rules read them. Those that do not suit the
    /// bearer are reported and left out.
    pub(super) fn arm(&self, mounted: &[Mounted<'_>]) -> Vec<Weapon> {
        let arm = |item: &Mounted<'_>| match self.arm_one(item) {
            Ok(weapon) => Some(weapon),
            Err(why) => {
                item.node.complain(why);
                None
            }
        };
        mounted.iter().filter_map(arm).collect()
    }

    /// The same for one weapon.
    ///
    /// # Errors
    ///
    /// Why the weapon does not suit the bearer.
    pub(super) fn arm_one(&self, item: &Mounted<'_>) -> Result<Weapon, String> {
        let weapon = &item.weapon;
        self.check_cost(weapon)?;
        let mech = match weapon.kind {
            WeaponKind::Shooting => self.shooting_bonus,
            WeaponKind::Melee => self.melee_bonus,
        };
        let total = i64::from(weapon.bonus) + i64::from(mech);
        let illegal = || {
            format!(
                "\"{}\" totals {total} HITS, expected {}",
                weapon.name,
                limits::BONUS
            )
        };
        let bonus = limits::BONUS.admit(total).ok_or_else(illegal)?;
        Ok(Weapon {
            bonus,
            support: weapon_tags::support_of(weapon),
            ..weapon.clone()
        })
    }

    /// Boost feeds no weapons; Power and Havoc must be able to pay for one attack.
    fn check_cost(&self, weapon: &Weapon) -> Result<(), String> {
        let fuel = self
            .resource
            .filter(|resource| resource.kind != ResourceKind::Boost);
        let stat = fuel.map_or(0, |resource| resource.stat);
        let special = weapon.special.map_or(0, |special| special.cost);
        let cost = weapon.resource_cost.max(special);
        if cost <= stat {
            return Ok(());
        }
        let name = &weapon.name;
        Err(format!(
            "\"{name}\" costs {cost} Power or Havoc, expected a unit that has them, found {stat}"
        ))
    }
}
