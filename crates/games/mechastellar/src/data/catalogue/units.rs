//! `units.toml`: units by name.

use super::abilities::{Abilities, check_mode};
use super::cost::Costs;
use super::limits;
use super::names::ProfileId;
use super::notation;
use super::pilot_traits::PilotTraits;
use super::traits::Listed;
use super::upgrades::Bought;
use super::weapons::{Armoury, Bearer, Mounted, read_loadout, read_name};
use crate::data::profile::{
    Defence, Resource, ResourceKind, Role, Sensors, Shield, Tier, UnitProfile, UnitType, Weapon,
};
use equipoise_engine::source::raw::{Fields, Node};

pub(super) const UNIT_TYPES: [(&str, UnitType); 6] = [
    ("mech-suit", UnitType::MechSuit),
    ("super-robot", UnitType::SuperRobot),
    ("kaiju", UnitType::Kaiju),
    ("super-heavy", UnitType::SuperHeavy),
    ("warship", UnitType::Warship),
    ("vehicle", UnitType::Vehicle),
];

pub(super) const TIERS: [(&str, Tier); 4] = [
    ("basic", Tier::Basic),
    ("battle-tested", Tier::BattleTested),
    ("skilled", Tier::Skilled),
    ("ace", Tier::Ace),
];

const SENSORS_EXPECTED: &str = "one range, or [shooting, evade], each from 0 to 60";

/// Reads the file, each unit with the points of its machine; units with mistakes are reported and left out.
pub(super) fn read_units(
    root: &Fields<'_>,
    armoury: &Armoury,
    costs: Option<&Costs>,
) -> Vec<(UnitProfile, u16)> {
    let mut names: Vec<String> = Vec::new();
    let mut units = Vec::new();
    for fields in root.entries("unit", "name") {
        let unit = read_unit(&fields, armoury, costs, &mut names);
        fields.finish();
        units.extend(unit);
    }
    root.finish();
    units
}

fn read_unit(
    fields: &Fields<'_>,
    armoury: &Armoury,
    costs: Option<&Costs>,
    names: &mut Vec<String>,
) -> Option<(UnitProfile, u16)> {
    let name = read_unit_name(fields, names);
    let model = Model::read(fields);
    let crew = Crew::read(fields);
    let body = Body::read(fields);
    let combat = Combat::read(fields);
    let abilities = Abilities::read(fields, model.as_ref().map(|model| model.unit_type));
    let resource = read_resource(fields, model.as_ref().map(|model| model.unit_type));
    let worth = (
        fields.optional_number("points", limits::POINTS),
        fields.optional_number("vp", limits::VP),
    );
    let mounted = read_loadout(fields, armoury);
    let bought = Bought::read(fields);
    let listed = Listed::read(fields);
    let tied = PilotTraits::read(fields);
    let has_price = worth.0.is_some();
    if let Some(tied) = tied {
        tied.check_price(fields, has_price);
    }
    // Weapons are fitted before anything is given up, so that their mistakes show as well.
    let weapons = arm(combat.as_ref(), resource, &mounted);
    let (model, crew, body, combat, resource) = (model?, crew?, body?, combat?, resource?);
    let Model {
        frame,
        performance,
        role,
        ..
    } = model;
    let points = worth
        .0
        .or_else(|| Some(costs?.points(frame, performance, role, crew.tier)));
    let vp = worth
        .1
        .or_else(|| Some(costs?.vp(frame, performance, crew.tier)));
    let unit = UnitProfile {
        name: name?,
        unit_type: model.unit_type,
        frame: model.frame,
        performance: model.performance,
        role: model.role,
        tier: crew.tier,
        elite_level: crew.elite_level,
        morale: crew.morale,
        size: body.size,
        hp: body.hp,
        move_in: body.move_in,
        half_inch: false,
        sensors: body.sensors,
        evade: combat.evade,
        melee_def: combat.melee_def,
        shooting_bonus: combat.shooting_bonus,
        melee_bonus: combat.melee_bonus,
        shields: combat.shields,
        resource,
        fly: abilities.fly,
        aircraft: abilities.aircraft,
        amphibious: abilities.amphibious,
        ambush: abilities.ambush,
        barrier: abilities.barrier.clone(),
        modes: abilities.modes(),
        ship: abilities.ship,
        vp: vp?,
        points: tied?.refunded(points?),
        weapons: weapons?,
        upgrades: Vec::new(),
        traits: Vec::new(),
    };
    let bought = bought?;
    let bare_points = tied?.without(unit.points, has_price);
    let machine_points = costs.map_or(0, |costs| costs.without_crew(bare_points, crew.tier));
    let unit = bought.apply(unit, machine_points, costs)?;
    if let Some(node) = bought.last() {
        check_shields(node, &unit.shields, unit.evade, unit.melee_def);
    }
    abilities.check_modes(&unit);
    Some((listed?.give(unit, crew.tier)?, machine_points))
}

fn arm(
    combat: Option<&Combat>,
    resource: Option<Option<Resource>>,
    mounted: &[Mounted<'_>],
) -> Option<Vec<Weapon>> {
    let (combat, resource) = (combat?, resource?);
    let Combat {
        shooting_bonus,
        melee_bonus,
        ..
    } = *combat;
    Some(
        Bearer {
            shooting_bonus,
            melee_bonus,
            resource,
        }
        .arm(mounted),
    )
}

fn read_unit_name(fields: &Fields<'_>, names: &mut Vec<String>) -> Option<String> {
    let node = fields.required("name", "text in quotes")?;
    let name = read_name(&node)?;
    if name.parse::<ProfileId>().is_ok() {
        node.refuse("a name that no generated profile has");
    }
    let key = name.to_lowercase();
    if names.contains(&key) {
        node.complain("a second unit of this name, expected names to differ in more than case");
    }
    names.push(key);
    Some(name)
}

/// What was built.
struct Model {
    unit_type: UnitType,
    frame: u8,
    performance: u8,
    role: Role,
}

impl Model {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        let unit_type = fields.choice("unit_type", &UNIT_TYPES);
        let frame = fields.number("frame", limits::FRAME);
        let performance = fields.number("performance", limits::PERFORMANCE);
        let role = fields.choice("role", &Role::ALL.map(|role| (role.name(), role)));
        Some(Self {
            unit_type: unit_type?,
            frame: frame?,
            performance: performance?,
            role: role?,
        })
    }
}

/// Who crews it.
struct Crew {
    tier: Tier,
    elite_level: u8,
    morale: u8,
}

impl Crew {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        let tier = fields.choice("tier", &TIERS);
        let elite_level = fields.optional_number("elite_level", limits::ELITE_LEVEL);
        let morale = fields.optional_number("morale", limits::MORALE);
        let tier = tier?;
        Some(Self {
            tier,
            elite_level: elite_level.unwrap_or_else(|| tier.default_elite_level()),
            morale: morale.unwrap_or_else(|| tier.default_morale()),
        })
    }
}

/// How big, tough, quick and keen-eyed it is.
struct Body {
    size: u8,
    hp: u32,
    move_in: u8,
    sensors: Sensors,
}

impl Body {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        let size = fields.optional_number("size", limits::SIZE).unwrap_or(0);
        let hp = fields.number("hp", limits::HP);
        let move_in = fields.number("move_in", limits::MOVE);
        let sensors = fields.required("sensors_in", SENSORS_EXPECTED);
        let sensors = sensors.and_then(|node| read_sensors(&node));
        Some(Self {
            size,
            hp: hp?,
            move_in: move_in?,
            sensors: sensors?,
        })
    }
}

/// One printed value serves both rolls; `[24, 12]` is the dual form.
fn read_sensors(node: &Node<'_>) -> Option<Sensors> {
    if !node.is_array() {
        let range_in = node.number(limits::SENSORS)?;
        return Some(Sensors {
            shooting_in: range_in,
            evade_in: range_in,
        });
    }
    let items = node.items(SENSORS_EXPECTED)?;
    let [shooting, evade] = items.as_slice() else {
        node.refuse(SENSORS_EXPECTED);
        return None;
    };
    let (shooting_in, evade_in) = (
        shooting.number(limits::SENSORS),
        evade.number(limits::SENSORS),
    );
    Some(Sensors {
        shooting_in: shooting_in?,
        evade_in: evade_in?,
    })
}

/// The combat lines of the profile.
struct Combat {
    evade: Defence,
    melee_def: Defence,
    shooting_bonus: i8,
    melee_bonus: i8,
    shields: Vec<Shield>,
}

impl Combat {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        let evade = read_defence(fields, "evade");
        let melee_def = read_defence(fields, "melee_def");
        let shooting_bonus = fields.number("shooting_bonus", limits::BONUS);
        let melee_bonus = fields.number("melee_bonus", limits::BONUS);
        let shields = fields
            .optional("shields")
            .map(|node| (read_shields(&node), node));
        let (evade, melee_def) = (evade?, melee_def?);
        if let Some((shields, node)) = &shields {
            check_shields(node, shields, evade, melee_def);
        }
        Some(Self {
            evade,
            melee_def,
            shooting_bonus: shooting_bonus?,
            melee_bonus: melee_bonus?,
            shields: shields.map(|(shields, _)| shields).unwrap_or_default(),
        })
    }
}

fn read_defence(fields: &Fields<'_>, name: &'static str) -> Option<Defence> {
    let node = fields.required(name, notation::DEFENCE_EXPECTED)?;
    node.notation(notation::defence, notation::DEFENCE_EXPECTED)
}

fn read_shields(node: &Node<'_>) -> Vec<Shield> {
    let items = node.items("an array such as [\"S2\"]").unwrap_or_default();
    if items.len() > 4 {
        node.complain(format!("{} shields, expected at most 4", items.len()));
    }
    let read = |item: &Node<'_>| item.notation(notation::shield, notation::SHIELD_EXPECTED);
    items.iter().filter_map(read).collect()
}

/// Reports what no longer fits the upgrades of a finished unit, in its shields and modes.
pub(super) fn check_upgraded(node: &Node<'_>, unit: &UnitProfile) {
    check_shields(node, &unit.shields, unit.evade, unit.melee_def);
    for mode in &unit.modes {
        if let Err(why) = check_mode(mode, unit) {
            node.complain(format!("in mode \"{}\" {why}", mode.name));
        }
    }
}

/// A defence must stay legal when every shield inside it is lost (`ms10.battle-damage.shield`).
fn check_shields(node: &Node<'_>, shields: &[Shield], evade: Defence, melee_def: Defence) {
    let (mut full, mut melee) = (0, 0);
    for shield in shields {
        match *shield {
            Shield::Full(value) => full += i64::from(value),
            Shield::Melee(value) => melee += i64::from(value),
        }
    }
    let legal = |defence: Defence, lost: i64| {
        limits::DEFENCE_DICE.contain(i64::from(defence.dice) + full)
            && limits::BONUS.contain(i64::from(defence.bonus) - lost)
    };
    if !legal(evade, full) || !legal(melee_def, full + melee) {
        node.complain(
            "losing the shields leaves an illegal defence, expected their values inside `evade` and `melee_def`",
        );
    }
}

/// At most one of `boost`, `power` and `havoc`, by kind of unit; `None` after a mistake.
fn read_resource(fields: &Fields<'_>, unit_type: Option<UnitType>) -> Option<Option<Resource>> {
    let named = [
        ("boost", ResourceKind::Boost),
        ("power", ResourceKind::Power),
        ("havoc", ResourceKind::Havoc),
    ];
    let mut found = Some(None);
    for (name, kind) in named {
        let Some(node) = fields.optional(name) else {
            continue;
        };
        let stat = node.number(limits::RESOURCE);
        let belongs = unit_type.is_none_or(|unit_type| resource_of(unit_type) == Some(kind));
        if !belongs {
            node.complain(format!(
                "`{name}` does not belong to this kind of unit, {BELONGS}"
            ));
        }
        found = match stat {
            // None of it is the same as no line of it.
            Some(stat) if belongs => Some((stat > 0).then_some(Resource { kind, stat })),
            _ => None,
        };
    }
    found
}

const BELONGS: &str =
    "expected boost for mech-suit, power for super-robot, havoc for kaiju and super-heavy";

const fn resource_of(unit_type: UnitType) -> Option<ResourceKind> {
    match unit_type {
        UnitType::MechSuit => Some(ResourceKind::Boost),
        UnitType::SuperRobot => Some(ResourceKind::Power),
        UnitType::Kaiju | UnitType::SuperHeavy => Some(ResourceKind::Havoc),
        UnitType::Warship | UnitType::Vehicle => None,
    }
}
