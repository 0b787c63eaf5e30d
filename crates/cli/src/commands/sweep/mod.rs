//! `equipoise sweep`: all units of a grid, into tables, charts and a report.

mod command_line;
mod playing;
mod saving;
mod summary;

use equipoise_report::{Axis, AxisKind, Goal, RunInfo, Until};
use equipoise_simulator::{Journal, Kept, Manifest};

use crate::args::{Output, SweepArgs};
use crate::failure::Failure;
use crate::game::Game;
use crate::systems::Front;

pub(super) use command_line::parsed;
pub(super) use playing::{Sweep, refuse_unfinished};
pub(super) use saving::{Saved, Sitting};

pub(crate) fn run<S: Front>(output: &Output, args: &SweepArgs<S>) -> Result<(), Failure> {
    let game = Game::<S>::new(&args.shared)?;
    let sweep = Sweep::new(output, args, &game)?;
    let order = sweep.order();
    if !args.fresh {
        let otherwise = "start anew with --fresh, or name another folder with --out";
        refuse_unfinished(sweep.place(), &order, otherwise)?;
    }
    // Before the battles: a folder that cannot be written should not cost a minute.
    let journal = Journal::create(sweep.place(), &order)?;
    sweep.play(journal, &Kept::default())
}

/// What ended the battles, as the report wants it.
fn until(manifest: &Manifest) -> Option<Until> {
    let half_width = manifest.until.map(|until| Until {
        goal: Goal::HalfWidth(until.half_width),
        capped: until.capped,
        battles: until.battles,
        fixed_runs: until.fixed_runs,
    });
    let decided = || {
        manifest.decide.map(|decided| Until {
            goal: Goal::Side {
                line: decided.line,
                margin: decided.margin,
            },
            capped: decided.open,
            battles: decided.battles,
            fixed_runs: decided.fixed_runs,
        })
    };
    half_width.or_else(decided)
}

/// The manifest as the report wants it.
fn run_info(manifest: &Manifest) -> RunInfo {
    let kind = |kind| match kind {
        equipoise_simulator::AxisKind::Integer => AxisKind::Integer,
        equipoise_simulator::AxisKind::Text => AxisKind::Category,
    };
    let axes = manifest.axes.iter();
    let axes = axes
        .map(|axis| Axis {
            name: axis.name.clone(),
            kind: kind(axis.kind),
        })
        .collect();
    let Manifest { dataset, vp, .. } = manifest.clone();
    RunInfo {
        schema: manifest.schema,
        tool: manifest.tool.clone(),
        version: manifest.version.clone(),
        system: manifest.system.clone(),
        vp_unit: vp.unit,
        vp_difference: vp.difference,
        policy: manifest.policy.clone(),
        options: manifest.options.clone(),
        seed: manifest.seed,
        runs: manifest.runs,
        until: until(manifest),
        grid: manifest.grid.clone(),
        dataset_name: dataset.name,
        dataset_sha256: dataset.sha256,
        axes,
        units: manifest.units,
        pairings: manifest.pairings,
        battles: manifest.battles,
        digest: manifest.digest.clone(),
        confidence: manifest.confidence,
        method: manifest.method.clone(),
        command: manifest.command.clone(),
        elapsed_seconds: manifest.elapsed_seconds,
        threads: u32::try_from(manifest.threads).unwrap_or(u32::MAX),
    }
}
