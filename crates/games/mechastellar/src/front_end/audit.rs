//! Stats that an audit of play improves, and tools whose use it counts.

use equipoise_engine::front_end::{Audit, Count, Step, Tool};

use crate::{
    Bout, Defence, Event, MechaStellar, MomentumCause, MoveKind, ResourceKind, UnitProfile, Weapon,
    WeaponKind,
};

pub(super) const AUDIT: Audit<MechaStellar> = Audit {
    steps,
    tools: TOOLS,
    used,
};

/// Every stat of the profile that is better when it is larger, and three of each weapon.
fn steps(unit: &UnitProfile) -> Vec<Step> {
    let has = |kind| unit.weapons.iter().any(|weapon| weapon.kind == kind);
    let (shooting, evade) = (unit.sensors.shooting_in, unit.sensors.evade_in);
    let mut steps = vec![
        Step::new("hp +500", format!("hp={}", unit.hp + 500)),
        Step::new("move +1", format!("move_in={}", unit.move_in + 1)),
        Step::new("move +4", format!("move_in={}", unit.move_in + 4)),
        Step::new(
            "shooting sensors +4",
            format!("sensors_in=[{}, {evade}]", shooting + 4),
        ),
        Step::new(
            "evade sensors +4",
            format!("sensors_in=[{shooting}, {}]", evade + 4),
        ),
        Step::new("evade +1", format!("evade={}", better(unit.evade))),
        Step::new(
            "melee def +1",
            format!("melee_def={}", better(unit.melee_def)),
        ),
    ];
    if has(WeaponKind::Shooting) {
        let bonus = unit.shooting_bonus + 1;
        steps.push(Step::new("shooting +1", format!("shooting_bonus={bonus}")));
    }
    if has(WeaponKind::Melee) {
        let bonus = unit.melee_bonus + 1;
        steps.push(Step::new("melee +1", format!("melee_bonus={bonus}")));
    }
    if let Some(resource) = unit.resource {
        let (stat, field) = match resource.kind {
            ResourceKind::Boost => ("boost +1", "boost"),
            ResourceKind::Power => ("power +1", "power"),
            ResourceKind::Havoc => ("havoc +1", "havoc"),
        };
        steps.push(Step::new(stat, format!("{field}={}", resource.stat + 1)));
    }
    if let Some(barrier) = &unit.barrier {
        let strength = barrier.strength + 1;
        steps.push(Step::new(
            "barrier +1",
            format!("barrier.strength={strength}"),
        ));
    }
    let weapons = unit.weapons.iter().enumerate();
    steps.extend(weapons.flat_map(|(place, weapon)| of_weapon(place, weapon)));
    steps
}

fn of_weapon(place: usize, weapon: &Weapon) -> [Step; 3] {
    let set = |field: &str, value: u32| format!("weapons.{place}.{field}={value}");
    let pen = u32::from(weapon.pen.unwrap_or(0)) + 1;
    [
        Step::new("weapon dmg +100", set("dmg", u32::from(weapon.dmg) + 100)),
        Step::new("weapon pen +1", set("pen", pen)),
        Step::new("weapon dice +1", set("dice", u32::from(weapon.dice) + 1)),
    ]
}

/// A defence with one DEF more, as datasets write it.
fn better(defence: Defence) -> String {
    format!("{}d10{:+}", defence.dice, defence.bonus + 1)
}

/// What events show. Nothing shows what comes of `goes_first`, `deploy`, `activate`, `plan`, `lock_on`,
/// `attack_bonus`, `defence_bonus`, `trade`, `assign` and of the choice
/// among equal pieces, facings and leaders.
const TOOLS: &[Tool] = &[
    Tool::new("Challenge", "challenge"),
    Tool::new("Revenge", "revenge"),
    Tool::new("Move", "action"),
    Tool::new("Move inside an engagement", "action"),
    Tool::new("Disengage", "action"),
    Tool::new("Press On", "action"),
    Tool::new("Accelerate", "action"),
    Tool::new("Accelerate for a point", "action"),
    Tool::new("Accelerate out of turn", "dodge"),
    Tool::new("Shooting attack", "action"),
    Tool::new("Melee attack", "action"),
    Tool::new("Special attack", "action"),
    Tool::new("AOE attack", "action"),
    Tool::new("Remote attack", "action"),
    Tool::new("Crash", "action"),
    Tool::new("Batter", "action"),
    Tool::new("Sink", "action"),
    Tool::new("Surface", "action"),
    Tool::new("Zeal", "action"),
    Tool::new("Reroll of the attack", "attack_reroll"),
    Tool::new("Focus on the attack", "attack_skills"),
    Tool::new("Valor", "attack_skills"),
    Tool::new("All Weapons Fire", "attack_skills"),
    Tool::new("Reroll of the defence", "defence_reroll"),
    Tool::new("Focus on the defence", "defence_skills"),
    Tool::new("Flash", "defence_skills"),
    Tool::new("Iron Wall", "defence_skills"),
    Tool::new("Anti-Air Defences", "defence_skills"),
    Tool::new("Barrier recharged", "recharge"),
    Tool::new("Battle Damage", "battle_damage"),
    Tool::new("Called Shot", "called_shot"),
    Tool::new("Counter", "counter"),
    Tool::new("Engagement left after a Feint", "slip_away"),
    Tool::new("Sweep", "sweep"),
    Tool::new("Support of the attack", "support"),
    Tool::new("Support of the defence", "support"),
    Tool::new("Push", "push"),
    Tool::new("Momentum for a collision", "pay_collision"),
    Tool::new("Stun bought off", "buy_off_stun"),
    Tool::new("Zeal against stun", "stunned"),
    Tool::new("Transform", "transform"),
    Tool::new("Cover smashed", "smash_cover"),
    Tool::new("Squad formed", "reform"),
    Tool::new("Order", "order"),
    Tool::new("Launch", "launch"),
    Tool::new("Repair", "repair"),
    Tool::new("Board", "board"),
    Tool::new("Reinforce", "reinforce"),
    Tool::new("Rout", "rout"),
    Tool::new("Trust", "command"),
    Tool::new("Rally", "command"),
];

fn used(bout: &Bout, point: &str, event: &Event, count: &mut Count<'_>) {
    match event {
        Event::Move {
            kind, accelerate, ..
        } => {
            if let Some(tool) = of_move(point, *kind, *accelerate) {
                count(tool);
            }
        }
        Event::Attack { counter: true, .. } => count("Counter"),
        Event::Attack {
            attacker,
            weapon,
            special,
            ..
        } => {
            let weapon = &bout.units[*attacker].weapons[*weapon];
            count(match weapon.kind {
                WeaponKind::Shooting => "Shooting attack",
                WeaponKind::Melee => "Melee attack",
            });
            let traits = [
                (*special, "Special attack"),
                (weapon.aoe.is_some(), "AOE attack"),
                (weapon.remote.is_some(), "Remote attack"),
            ];
            let traits = traits.into_iter().filter(|(has, _)| *has);
            traits.for_each(|(_, tool)| count(tool));
        }
        other => {
            if let Some(tool) = of_event(point, other) {
                count(tool);
            }
        }
    }
}

fn of_move(point: &str, kind: MoveKind, accelerate: bool) -> Option<&'static str> {
    match (kind, accelerate) {
        (_, true) if point == "dodge" => Some("Accelerate out of turn"),
        (_, true) => Some("Accelerate"),
        (MoveKind::Feint, _) => Some("Engagement left after a Feint"),
        (MoveKind::Free, _) => Some("Move"),
        (MoveKind::Circle, _) => Some("Move inside an engagement"),
        (MoveKind::Disengage, _) => Some("Disengage"),
        // It has an event of its own.
        (MoveKind::Crash, _) => None,
    }
}

/// The tool of an event that reports one at most.
fn of_event(point: &str, event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Challenge { .. } => "Challenge",
        Event::Revenge { .. } => "Revenge",
        Event::PressOn { .. } => "Press On",
        Event::Crash { .. } => "Crash",
        Event::Batter { .. } => "Batter",
        Event::Sink { below: true, .. } => "Sink",
        Event::Sink { below: false, .. } => "Surface",
        Event::Zeal { .. } if point == "stunned" => "Zeal against stun",
        Event::Zeal { .. } => "Zeal",
        Event::Rerolled { attack: true, .. } => "Reroll of the attack",
        Event::Rerolled { attack: false, .. } => "Reroll of the defence",
        Event::Focus { .. } if point == "attack_skills" => "Focus on the attack",
        Event::Focus { .. } => "Focus on the defence",
        Event::Skill { skill, .. } => of_name(skill)?,
        Event::Reaction { reaction, .. } => of_name(reaction)?,
        Event::Points { purpose, .. } => of_name(purpose)?,
        Event::BattleDamage { called: true, .. } => "Called Shot",
        Event::BattleDamage { called: false, .. } => "Battle Damage",
        Event::Sweep { .. } => "Sweep",
        Event::Support { attack: true, .. } => "Support of the attack",
        Event::Support { attack: false, .. } => "Support of the defence",
        Event::Pushed { .. } => "Push",
        Event::Momentum {
            cause: MomentumCause::Collision,
            ..
        } => "Momentum for a collision",
        Event::Transform { .. } => "Transform",
        Event::Merge { .. } => "Squad formed",
        Event::Order { .. } => "Order",
        Event::Launch { .. } => "Launch",
        Event::Repair { .. } => "Repair",
        Event::Board { .. } => "Board",
        Event::Arrive { .. } if point == "reinforce" => "Reinforce",
        Event::Rout { .. } => "Rout",
        Event::Trust { .. } => "Trust",
        Event::Rally { .. } => "Rally",
        _ => return None,
    })
}

/// The tool behind the name of a skill or a reaction, or behind what points are spent on.
fn of_name(name: &str) -> Option<&'static str> {
    const PURPOSES: [(&str, &str); 4] = [
        ("Accelerate", "Accelerate for a point"),
        ("barrier", "Barrier recharged"),
        ("stun", "Stun bought off"),
        ("cover", "Cover smashed"),
    ];
    let purpose = PURPOSES.into_iter().find(|(purpose, _)| *purpose == name);
    let named = || TOOLS.iter().find(|tool| tool.name == name);
    purpose
        .map(|(_, tool)| tool)
        .or_else(|| named().map(|tool| tool.name))
}
