//! `profiles.toml`: machines as the sum of frame, Performance and role.

use super::cost::Costs;
use super::limits::{self, Limits};
use super::names::ProfileId;
use super::notation;
use super::units::{TIERS, UNIT_TYPES};
use super::weapons::{Armoury, Bearer, Mounted, read_loadout};
use crate::data::profile::{Defence, Role, Sensors, Tier, UnitProfile, UnitType, Weapon};
use equipoise_engine::source::raw::{Fields, Node};

/// Changes to a machine; parts add up.
#[derive(Clone, Copy, Debug, Default)]
struct Shift {
    shooting: i64,
    melee: i64,
    evade: i64,
    melee_def: i64,
    hp: i64,
    move_in: i64,
    sensors_in: i64,
}

impl Shift {
    fn read(fields: &Fields<'_>) -> Self {
        let shift = |name| fields.optional_number(name, limits::SHIFT).unwrap_or(0);
        Self {
            shooting: shift("shooting"),
            melee: shift("melee"),
            evade: shift("evade"),
            melee_def: shift("melee_def"),
            hp: fields.optional_number("hp", limits::HP_SHIFT).unwrap_or(0),
            move_in: shift("move_in"),
            sensors_in: shift("sensors_in"),
        }
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            shooting: self.shooting + other.shooting,
            melee: self.melee + other.melee,
            evade: self.evade + other.evade,
            melee_def: self.melee_def + other.melee_def,
            hp: self.hp + other.hp,
            move_in: self.move_in + other.move_in,
            sensors_in: self.sensors_in + other.sensors_in,
        }
    }
}

/// The first kinds of unit may be generated; ships and vehicles have no common build.
const MACHINE_TYPES: usize = 4;

/// What every generated machine shares.
struct Machine {
    unit_type: UnitType,
    tier: Tier,
    size: u8,
}

/// A frame at Performance 0 in no particular role.
struct Frame {
    evade_dice: u8,
    melee_dice: u8,
    base: Shift,
}

struct Performance {
    points_per_step: u8,
    step: Shift,
    /// Performance and what is gained from it on.
    thresholds: Vec<(u8, Shift)>,
}

struct RoleModel<'a> {
    role: Role,
    shift: Shift,
    fields: Fields<'a>,
    loadouts: Vec<Loadout<'a>>,
}

struct Loadout<'a> {
    frames: (u8, u8),
    weapons: Vec<Mounted<'a>>,
}

/// Reads the model and generates its 550 machines; `None` if anything is missing.
pub(super) fn read_grid(
    root: &Fields<'_>,
    armoury: &Armoury,
    costs: Option<&Costs>,
) -> Option<Vec<UnitProfile>> {
    let machine = root
        .section("machine")
        .and_then(|fields| read_machine(&fields));
    let frames = read_frames(root);
    let performance = root
        .section("performance")
        .and_then(|fields| read_performance(&fields));
    let roles = read_roles(root, armoury);
    let model = Model {
        machine: machine?,
        frames: frames?,
        performance: performance?,
        roles: roles?,
        costs: costs?,
    };
    model.generate()
}

struct Model<'a> {
    machine: Machine,
    frames: [Frame; 5],
    performance: Performance,
    /// In the order of [`Role::ALL`].
    roles: Vec<RoleModel<'a>>,
    costs: &'a Costs,
}

impl Model<'_> {
    /// All machines in the order of [`ProfileId::all`]. The first illegal one of each role is
    /// reported: one wrong number would otherwise be said a hundred times.
    fn generate(&self) -> Option<Vec<UnitProfile>> {
        let mut broken = [false; Role::ALL.len()];
        let mut grid = Vec::with_capacity(ProfileId::COUNT);
        for id in ProfileId::all() {
            match self.machine(id) {
                Ok(profile) => grid.push(profile),
                Err(message) if !broken[id.role() as usize] => {
                    broken[id.role() as usize] = true;
                    self.roles[id.role() as usize].fields.complain(message);
                }
                Err(_) => {}
            }
        }
        (grid.len() == ProfileId::COUNT).then_some(grid)
    }

    /// Sum of the four parts.
    fn total(&self, id: ProfileId) -> Shift {
        let steps = id.performance() / self.performance.points_per_step;
        let stepped = (0..steps).map(|_| self.performance.step);
        let reached = |threshold: &&(u8, Shift)| id.performance() >= threshold.0;
        let thresholds = self
            .performance
            .thresholds
            .iter()
            .filter(reached)
            .map(|entry| entry.1);
        let start = self.frames[usize::from(id.frame() - 1)].base;
        let machine = stepped.chain(thresholds).fold(start, Shift::plus);
        machine.plus(self.roles[id.role() as usize].shift)
    }

    fn machine(&self, id: ProfileId) -> Result<UnitProfile, String> {
        let total = self.total(id);
        let frame = &self.frames[usize::from(id.frame() - 1)];
        let sensors = fit(id, "sensors_in", total.sensors_in, limits::SENSORS)?;
        let evade = fit(id, "evade bonus", total.evade, limits::BONUS)?;
        let melee_def = fit(id, "melee_def bonus", total.melee_def, limits::BONUS)?;
        let shooting_bonus = fit(id, "shooting bonus", total.shooting, limits::BONUS)?;
        let melee_bonus = fit(id, "melee bonus", total.melee, limits::BONUS)?;
        let bearer = Bearer {
            shooting_bonus,
            melee_bonus,
            resource: None,
        };
        let tier = self.machine.tier;
        Ok(UnitProfile {
            name: id.to_string(),
            unit_type: self.machine.unit_type,
            frame: id.frame(),
            performance: id.performance(),
            role: id.role(),
            tier,
            elite_level: tier.default_elite_level(),
            morale: tier.default_morale(),
            size: self.machine.size,
            hp: fit(id, "hp", total.hp, limits::HP)?,
            move_in: fit(id, "move_in", total.move_in, limits::MOVE)?,
            half_inch: false,
            sensors: Sensors {
                shooting_in: sensors,
                evade_in: sensors,
            },
            evade: Defence {
                dice: frame.evade_dice,
                bonus: evade,
            },
            melee_def: Defence {
                dice: frame.melee_dice,
                bonus: melee_def,
            },
            shooting_bonus,
            melee_bonus,
            shields: Vec::new(),
            resource: None,
            fly: false,
            aircraft: false,
            amphibious: false,
            ambush: false,
            barrier: None,
            modes: Vec::new(),
            ship: None,
            vp: self.costs.vp(id.frame(), id.performance(), tier),
            points: self
                .costs
                .points(id.frame(), id.performance(), id.role(), tier),
            weapons: self.weapons(id, bearer)?,
            upgrades: Vec::new(),
            traits: Vec::new(),
        })
    }

    fn weapons(&self, id: ProfileId, bearer: Bearer) -> Result<Vec<Weapon>, String> {
        let loadouts = &self.roles[id.role() as usize].loadouts;
        let serves = |loadout: &&Loadout<'_>| {
            loadout.frames.0 <= id.frame() && id.frame() <= loadout.frames.1
        };
        let mounted = loadouts
            .iter()
            .find(serves)
            .map_or(&[][..], |loadout| &loadout.weapons);
        let arm = |item| bearer.arm_one(item).map_err(|why| format!("{id}: {why}"));
        mounted.iter().map(arm).collect()
    }
}

fn fit<T: TryFrom<i64>>(
    id: ProfileId,
    what: &str,
    value: i64,
    limits: Limits,
) -> Result<T, String> {
    limits
        .admit(value)
        .ok_or_else(|| format!("{id} has {what} {value}, expected {limits}"))
}

fn read_machine(fields: &Fields<'_>) -> Option<Machine> {
    let unit_type = fields.choice("unit_type", &UNIT_TYPES[..MACHINE_TYPES]);
    let tier = fields.choice("tier", &TIERS);
    let size = fields.number("size", limits::SIZE);
    fields.finish();
    Some(Machine {
        unit_type: unit_type?,
        tier: tier?,
        size: size?,
    })
}

fn read_frames(root: &Fields<'_>) -> Option<[Frame; 5]> {
    let mut frames: [Option<Frame>; 5] = Default::default();
    let mut seen = [false; 5];
    let mut misnamed = false;
    for fields in root.entries("frame", "level") {
        let level: Option<usize> = fields.number("level", limits::FRAME);
        let frame = read_frame(&fields);
        fields.finish();
        let Some(level) = level else {
            misnamed = true;
            continue;
        };
        if std::mem::replace(&mut seen[level - 1], true) {
            fields.complain("a second entry for this level, expected one each from 1 to 5");
        }
        frames[level - 1] = frame;
    }
    // An entry whose level cannot be read may be the one that seems to be missing.
    for level in (1..=5).filter(|level| !misnamed && !seen[level - 1]) {
        root.complain(format!(
            "missing frame {level}, expected one [[frame]] each from 1 to 5"
        ));
    }
    let [one, two, three, four, five] = frames;
    Some([one?, two?, three?, four?, five?])
}

fn read_frame(fields: &Fields<'_>) -> Option<Frame> {
    let defence = |name| {
        let node = fields.required(name, notation::DEFENCE_EXPECTED)?;
        node.notation(notation::defence, notation::DEFENCE_EXPECTED)
    };
    let (evade, melee_def) = (defence("evade"), defence("melee_def"));
    let hp = fields.number("hp", limits::HP);
    let move_in = fields.number("move_in", limits::MOVE);
    let sensors_in = fields.number("sensors_in", limits::SENSORS);
    let shooting = fields.number("shooting", limits::BONUS);
    let melee = fields.number("melee", limits::BONUS);
    let (evade, melee_def) = (evade?, melee_def?);
    let base = Shift {
        shooting: shooting?,
        melee: melee?,
        evade: evade.bonus.into(),
        melee_def: melee_def.bonus.into(),
        hp: hp?,
        move_in: move_in?,
        sensors_in: sensors_in?,
    };
    Some(Frame {
        evade_dice: evade.dice,
        melee_dice: melee_def.dice,
        base,
    })
}

fn read_performance(fields: &Fields<'_>) -> Option<Performance> {
    let points_per_step = fields.number("points_per_step", limits::POINTS_PER_STEP);
    let step = Shift::read(fields);
    let entries = fields.entries("threshold", "at");
    let thresholds = entries.iter().filter_map(read_threshold).collect();
    fields.finish();
    Some(Performance {
        points_per_step: points_per_step?,
        step,
        thresholds,
    })
}

fn read_threshold(fields: &Fields<'_>) -> Option<(u8, Shift)> {
    let at = fields.number("at", limits::PERFORMANCE);
    let shift = Shift::read(fields);
    fields.finish();
    Some((at?, shift))
}

fn read_roles<'a>(root: &Fields<'a>, armoury: &Armoury) -> Option<Vec<RoleModel<'a>>> {
    let names = Role::ALL.map(|role| (role.name(), role));
    let mut roles: Vec<RoleModel<'a>> = Vec::new();
    let mut misnamed = false;
    for fields in root.entries("role", "name") {
        let role = fields.choice("name", &names);
        let shift = Shift::read(&fields);
        let loadouts = read_loadouts(&fields, armoury);
        fields.finish();
        let Some(role) = role else {
            misnamed = true;
            continue;
        };
        if roles.iter().any(|other| other.role == role) {
            fields.complain("a second entry for this role, expected one each");
        } else {
            roles.push(RoleModel {
                role,
                shift,
                fields,
                loadouts,
            });
        }
    }
    let missing = |role: &&Role| !misnamed && !roles.iter().any(|other| other.role == **role);
    for role in Role::ALL.iter().filter(missing) {
        root.complain(format!(
            "missing role \"{}\", expected one [[role]] for each",
            role.name()
        ));
    }
    roles.sort_by_key(|model| model.role);
    (roles.len() == Role::ALL.len()).then_some(roles)
}

fn read_loadouts<'a>(role: &Fields<'a>, armoury: &Armoury) -> Vec<Loadout<'a>> {
    let expected = "an array of tables such as { frames = [1, 5], weapons = [\"beam-rifle\"] }";
    let items = role
        .required("loadout", expected)
        .and_then(|node| node.items(expected));
    let items = items.unwrap_or_default();
    let loadouts: Vec<_> = items
        .iter()
        .filter_map(|item| read_one_loadout(&item.fields(expected)?, armoury))
        .collect();
    // A broken loadout has been reported; whether the rest covers every frame is not known.
    if loadouts.len() == items.len() && !items.is_empty() {
        check_coverage(role, &loadouts);
    }
    loadouts
}

fn read_one_loadout<'a>(fields: &Fields<'a>, armoury: &Armoury) -> Option<Loadout<'a>> {
    let frames = fields.required("frames", FRAMES_EXPECTED);
    let frames = frames.and_then(|node| read_frame_span(&node));
    let weapons = read_loadout(fields, armoury);
    fields.finish();
    Some(Loadout {
        frames: frames?,
        weapons,
    })
}

const FRAMES_EXPECTED: &str = "two frames in order, such as [1, 5]";

fn read_frame_span(node: &Node<'_>) -> Option<(u8, u8)> {
    let items = node.items(FRAMES_EXPECTED)?;
    let [from, to] = items.as_slice() else {
        node.refuse(FRAMES_EXPECTED);
        return None;
    };
    let (from, to): (Option<u8>, Option<u8>) =
        (from.number(limits::FRAME), to.number(limits::FRAME));
    let (from, to) = (from?, to?);
    if from > to {
        node.complain(format!(
            "`frames` runs from {from} to {to}, expected {FRAMES_EXPECTED}"
        ));
        return None;
    }
    Some((from, to))
}

fn check_coverage(role: &Fields<'_>, loadouts: &[Loadout<'_>]) {
    for frame in ProfileId::FRAMES {
        let serving = loadouts
            .iter()
            .filter(|loadout| loadout.frames.0 <= frame && frame <= loadout.frames.1)
            .count();
        if serving != 1 {
            role.complain(format!(
                "{serving} loadouts cover frame {frame}, expected exactly one"
            ));
        }
    }
}
