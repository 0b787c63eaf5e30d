//! Stats that an audit of play improves, and tools whose use it counts.

use equipoise_engine::front_end::{Audit, Count, Step, Tool};

use crate::data::class::Class;
use crate::{Bout, Command, Event, SectionKind, Sheet, Stat, ThirtyMm};

pub(super) const AUDIT: Audit<ThirtyMm> = Audit {
    steps,
    tools: TOOLS,
    used,
};

/// Defense of one section more.
const MORE_DEFENSE: u16 = 4;

/// Each stat one lower, which is better, as far as the rules go; more Defense of each kind of section that
/// does not make a heavier class of the unit.
fn steps(sheet: &Sheet) -> Vec<Step> {
    let mut steps = Vec::new();
    let names = ["accuracy 1 lower", "assault 1 lower", "evasion 1 lower"];
    for (at, name) in names.into_iter().enumerate() {
        let mut base = sheet.base.0;
        let lowest = Stat::MIN + sheet.pilot.points.get(Stat::ALL[at]);
        if base[at] > lowest {
            base[at] -= 1;
            steps.push(Step::new(name, format!("stats={base:?}")));
        }
    }
    let heavier = Class::of_defense(sheet.total_defense().saturating_add(MORE_DEFENSE));
    if heavier == sheet.class() {
        let kinds = [
            ("torso +4", SectionKind::Torso),
            ("arm +4", SectionKind::Arm),
            ("leg +4", SectionKind::Leg),
        ];
        for (name, kind) in kinds {
            let mut sections = sheet.sections.iter();
            if let Some(at) = sections.position(|it| it.kind == kind) {
                let more = sheet.sections[at].defense + MORE_DEFENSE;
                steps.push(Step::new(name, format!("sections.{at}.defense={more}")));
            }
        }
    }
    steps
}

/// What events show. Nothing shows what comes of `attacker`, `edge`, `place` and `activate`.
const TOOLS: &[Tool] = &[
    Tool::new("Step", "act"),
    Tool::new("Turn", "act"),
    Tool::new("Thruster Movement", "act"),
    Tool::new("Change of level", "act"),
    Tool::new("Press On", "act"),
    Tool::new("Attack", "act"),
    Tool::new("Attack on a structure", "act"),
    Tool::new("Grapple", "act"),
    Tool::new("Break Grapple", "act"),
    Tool::new("Release", "act"),
    Tool::new("Get Up", "act"),
    Tool::new("Kneel", "act"),
    Tool::new("Prone", "act"),
    Tool::new("Offensive Stance", "act"),
    Tool::new("Defensive Stance", "act"),
    Tool::new("Swap", "act"),
    Tool::new("Retrieve", "act"),
    Tool::new("Gun blade switched", "act"),
    Tool::new("Drones deployed", "act"),
    Tool::new("Drones recalled", "act"),
    Tool::new("Drones repositioned", "act"),
    Tool::new("Turret turned", "act"),
    Tool::new("Reaction", "react"),
    Tool::new("Section of a fall", "fall"),
];

fn used(_bout: &Bout, _point: &str, event: &Event, count: &mut Count<'_>) {
    if let Some(tool) = of_event(event) {
        count(tool);
    }
}

fn of_event(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Moves { .. } => "Step",
        Event::Turns { .. } => "Turn",
        Event::Thrusts { .. } => "Thruster Movement",
        Event::ChangesLevel { .. } => "Change of level",
        Event::Attacks { reaction: true, .. } => "Reaction",
        Event::Attacks { .. } => "Attack",
        Event::AttacksStructure { .. } => "Attack on a structure",
        Event::Grapples { .. } => "Grapple",
        Event::Breaks { .. } => "Break Grapple",
        Event::Draws {
            from_ground: true, ..
        } => "Retrieve",
        Event::Draws { .. } => "Swap",
        Event::Transforms { .. } => "Gun blade switched",
        Event::Falls { .. } => "Section of a fall",
        Event::Commands { command, .. } => of_command(*command),
        _ => return None,
    })
}

const fn of_command(command: Command) -> &'static str {
    match command {
        Command::GetUp => "Get Up",
        Command::PressOn => "Press On",
        Command::Kneel => "Kneel",
        Command::Prone => "Prone",
        Command::OffensiveStance => "Offensive Stance",
        Command::DefensiveStance => "Defensive Stance",
        Command::Deploy => "Drones deployed",
        Command::Recall => "Drones recalled",
        Command::Reposition => "Drones repositioned",
        Command::TurnTurret => "Turret turned",
        Command::Release => "Release",
    }
}
