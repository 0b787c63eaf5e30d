//! Stats that an audit of play improves, and tools whose use it counts.

use equipoise_engine::front_end::{Audit, Count, Step, Tool};

use crate::{Bout, Bullseye, Event, Mecha, RollKind};

pub(super) const AUDIT: Audit<Bullseye> = Audit {
    steps,
    tools: TOOLS,
    used,
};

/// The linked stats and the skill. An Optimal Range has no better side.
fn steps(mecha: &Mecha) -> Vec<Step> {
    let step = |stat, field: &str, value: u8| Step::new(stat, format!("{field}={}", value + 1));
    vec![
        step("engineering +1", "engineering", mecha.engineering),
        step("movement +1", "movement", mecha.movement),
        step("attack +1", "attack", mecha.attack),
        step("defense +1", "defense", mecha.defense),
        step("skill +1", "skill", mecha.skill),
    ]
}

/// What events show: all but what comes of `order`.
const TOOLS: &[Tool] = &[
    Tool::new("Tactical Point", "tactical"),
    Tool::new("Overdrive on initiative", "overdrive"),
    Tool::new("Overdrive on movement", "overdrive"),
    Tool::new("Hold", "hold"),
    Tool::new("Move", "move"),
    Tool::new("Strafe", "move"),
    Tool::new("Attack", "attack"),
    Tool::new("Strafing on a defense", "strafing"),
    Tool::new("Overdrive on an attack", "bid"),
    Tool::new("Overdrive on a defense", "bid"),
    Tool::new("Fighting on", "stability"),
    Tool::new("Push", "push"),
    Tool::new("Extra move", "cut-scene"),
    Tool::new("Extra attack", "cut-scene"),
    Tool::new("Held turn taken", "join"),
];

fn used(_bout: &Bout, _point: &str, event: &Event, count: &mut Count<'_>) {
    if let Some(tool) = of_event(event) {
        count(tool);
    }
}

fn of_event(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Shift { .. } => "Tactical Point",
        Event::Spend { roll, .. } => match roll {
            RollKind::Initiative => "Overdrive on initiative",
            RollKind::Movement => "Overdrive on movement",
            RollKind::Attack => "Overdrive on an attack",
            RollKind::Defense => "Overdrive on a defense",
        },
        Event::Hold { .. } => "Hold",
        Event::Move { .. } => "Move",
        Event::Strafe { .. } => "Strafe",
        Event::Attack { .. } => "Attack",
        Event::Strafing { .. } => "Strafing on a defense",
        Event::FightOn { .. } => "Fighting on",
        Event::Push { .. } => "Push",
        Event::ExtraAction { action: "move", .. } => "Extra move",
        Event::ExtraAction {
            action: "attack", ..
        } => "Extra attack",
        Event::Turn { held: true, .. } => "Held turn taken",
        _ => return None,
    })
}
