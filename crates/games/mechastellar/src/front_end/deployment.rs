//! Forces that find no room on the table, found by deploying them.

use equipoise_dice::{TableDice, stream};
use equipoise_engine::{Hex, NoLog, Side};

use crate::catalogue::{ForceFault, Part};
use crate::fast::memo::play_on;
use crate::policy::policies::Policies;
use crate::policy::search::PlayOuts;
use crate::rules::game::Game;
use crate::{Battle, Bout, Deployment, Options, PolicyKind, Scenario};

/// Deployments tried: sides of equal size roll off who goes first.
const TRIES: u64 = 4;

/// Entries of a sound scenario that deployment leaves off the table, or not where the scenario puts
/// them. Who finds no place in alternate deployment comes later by the rules
/// (`ms10.deploy.alternate-fallback`).
pub(super) fn faults(scenario: &Scenario, options: &Options) -> Vec<ForceFault> {
    // A bout that does not compile is refused when it is to be played.
    let Ok(bout) = Bout::battle(scenario, [PolicyKind::Greedy; 2], options) else {
        return Vec::new();
    };
    let tries = (0..TRIES).map(|number| faults_of(&deployed(&bout, number), &bout, scenario));
    tries.max_by_key(Vec::len).unwrap_or_default()
}

/// The battle once both sides have deployed.
fn deployed(bout: &Bout, number: u64) -> Battle {
    let mut state = Battle::default();
    let play_outs = PlayOuts::new(play_on);
    let mut game = Game {
        bout,
        decider: &mut Policies::new(bout.policies, &play_outs),
        state: &mut state,
        dice: &mut TableDice::new(stream(0, 0, number)),
        log: &mut NoLog,
    };
    game.state.reset(bout);
    game.deploy();
    state
}

fn faults_of(battle: &Battle, bout: &Bout, scenario: &Scenario) -> Vec<ForceFault> {
    let mut found = Vec::new();
    for (side, force) in Side::BOTH.into_iter().zip(&scenario.forces) {
        let fault = |part, message| ForceFault {
            side,
            force: force.name.clone(),
            part,
            message,
        };
        let away = bout.side(side).filter(|&unit| {
            let fresh = &bout.units[unit].fresh;
            let waits = fresh.reserve || fresh.aboard.is_some();
            !waits && !battle.units[unit].on_table
        });
        let away = away.count();
        if away > 0 && matches!(bout.deployment, Deployment::Zone(_)) {
            found.push(fault(Part::Force, no_room(away, bout)));
        }
        let mut unit = bout.side(side).start;
        for position in force.order() {
            let (profile, state) = (&bout.units[unit], &battle.units[unit]);
            if let Some(at) = profile.at.filter(|&at| at != state.pos || !state.on_table) {
                found.push(fault(Part::Entry(position), taken(&profile.name, at, bout)));
            }
            unit += force.entries[position].models.len();
        }
    }
    found
}

fn taken(name: &str, at: Hex, bout: &Bout) -> String {
    let (column, row) = at.to_offset();
    format!(
        "on hexes of {} in: \"{name}\" at [{column}, {row}] would overlap the base of another model, \
         expected more space between them",
        bout.hex_in().inches()
    )
}

fn no_room(away: usize, bout: &Bout) -> String {
    format!(
        "on hexes of {} in: {away} of its models cannot be placed in their zone, expected fewer models or more \
         free ground in the zone",
        bout.hex_in().inches()
    )
}
