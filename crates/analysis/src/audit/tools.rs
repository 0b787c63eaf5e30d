//! Which tools sides use, in scenarios and in duels.

use std::ops::Range;

use equipoise_engine::front_end::{FrontEnd, Tool};
use equipoise_simulator::{CompiledPairing, Progress, schedule};

use super::counting::Counts;
use super::request::PlayAuditRequest;
use super::result::{Frequency, ToolUse, Tools};
use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;

/// Battles between two looks at the cancel flag; part of no result.
const BATCH: usize = 16;
/// A pair of units plays one for so many battles of a scenario.
const DUEL_SHARE: u64 = 100;

/// Plays all scenarios, and a duel of each pair of units.
pub(super) fn measure<S: FrontEnd>(
    game: &Game<S>,
    units: &[&S::Unit],
    request: &PlayAuditRequest,
    control: Control<'_>,
) -> Result<Tools, Error> {
    let scenarios = scenarios::<S>(game, request)?;
    let pairs: Vec<[&S::Unit; 2]> = pairs(units);
    let battles = request.battles.next_multiple_of(2);
    let each = (battles / DUEL_SHARE).max(1).next_multiple_of(2);
    let total = battles * scenarios.len() as u64 + each * pairs.len() as u64;
    let progress = control.watch.begin(Work::battles(total));
    let mut jobs: Vec<(&CompiledPairing<S>, Range<u64>)> = Vec::new();
    for scenario in &scenarios {
        let starts = (0..battles).step_by(BATCH);
        let batch = |start| (scenario, start..battles.min(start + BATCH as u64));
        jobs.extend(starts.map(batch));
    }
    let of_scenarios = count(&jobs, &*progress, control, |counts, state, job| {
        counts.play(job.0, job.1.clone(), state);
        Ok(())
    })?;
    let of_duels = count(&pairs, &*progress, control, |counts, state, &[a, b]| {
        let plan = game.duel(a, b, each)?;
        counts.play(&game.pairing(&plan, a, b)?, 0..each, state);
        Ok(())
    })?;
    Ok(result::<S>(&of_scenarios, &of_duels))
}

/// The scenarios that have a name, compiled.
pub(super) fn scenarios<S: FrontEnd>(
    game: &Game<S>,
    request: &PlayAuditRequest,
) -> Result<Vec<CompiledPairing<S>>, Error> {
    let compile = |name: String| {
        // Each has rules options of its own.
        let mut game = Game::<S>::new(&request.game)?;
        let scenario = game.scenario(&name, None)?;
        let plan = game.battle_plan(&scenario, request.battles)?;
        game.battle_pairing(&plan, &scenario)
    };
    let names = game.scenario_names()?;
    names.into_iter().map(compile).collect()
}

fn pairs<'a, U>(units: &[&'a U]) -> Vec<[&'a U; 2]> {
    let pair = |(place, &a): (usize, &&'a U)| {
        let others = units[place + 1..].iter();
        others.map(|&b| [a, b]).collect::<Vec<_>>()
    };
    units.iter().enumerate().flat_map(pair).collect()
}

/// Plays jobs on all threads; counts are integers, so adding them in any order is exact.
fn count<B: Default + Send, J: Sync>(
    jobs: &[J],
    progress: &dyn Progress,
    control: Control<'_>,
    play: impl Fn(&mut Counts, &mut B, &J) -> Result<(), Error> + Sync + Send,
) -> Result<Counts, Error> {
    let one = |state: &mut B, job: &J| -> Result<Counts, Error> {
        control.check()?;
        let mut counts = Counts::default();
        play(&mut counts, state, job)?;
        progress.add(counts.battles);
        Ok(counts)
    };
    let counts = control.pool()?.install(|| schedule(jobs, 1, one))?;
    let merged = |sum: Counts, counts| sum.merge(counts);
    Ok(counts.iter().fold(Counts::default(), merged))
}

fn result<S: FrontEnd>(scenarios: &Counts, duels: &Counts) -> Tools {
    let used = |point: &str, tool: Option<&Tool>| {
        let frequency = |counts: &Counts| Frequency {
            open: counts.open(point),
            taken: tool.map(|tool| counts.taken(tool.name)),
        };
        ToolUse {
            point: point.to_owned(),
            tool: tool.map(|tool| tool.name.to_owned()),
            scenarios: frequency(scenarios),
            duels: frequency(duels),
        }
    };
    let of_point = |point: &&'static str| {
        let tools = S::AUDIT.tools.iter().filter(|tool| tool.point == *point);
        let uses: Vec<ToolUse> = tools.map(|tool| used(point, Some(tool))).collect();
        match uses.is_empty() {
            true => vec![used(point, None)],
            false => uses,
        }
    };
    let uses: Vec<ToolUse> = S::POINTS.iter().flat_map(of_point).collect();
    let open = |point: &str| scenarios.open(point) + duels.open(point) > 0;
    let taken = |tool: &str| scenarios.taken(tool) + duels.taken(tool) > 0;
    let tools = S::AUDIT.tools.iter();
    let never_taken = tools.filter(|tool| open(tool.point) && !taken(tool.name));
    let never_reached = S::POINTS.iter().filter(|point| !open(point));
    Tools {
        battles_of_scenarios: scenarios.battles,
        battles_of_duels: duels.battles,
        never_taken: never_taken.map(|tool| tool.name.to_owned()).collect(),
        never_reached: never_reached.map(|&point| point.to_owned()).collect(),
        uses,
    }
}
