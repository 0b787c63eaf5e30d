//! A run's manifest and tables as the report wants them.

use equipoise_report::{Axis, AxisKind, Goal, ReportInput, RunInfo, Until};
use equipoise_simulator::{Manifest, Tables};

use crate::failure::Failure;

/// What a report is made from, whether the run has just been played or was saved.
pub(crate) fn report_input(manifest: &Manifest, tables: Tables) -> Result<ReportInput, Failure> {
    let Tables {
        results,
        margins,
        units,
    } = tables;
    let tables = equipoise_report::Tables {
        results,
        margins,
        units,
    };
    Ok(ReportInput::new(&tables, run_info(manifest))?)
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
        equipoise_engine::front_end::AxisKind::Integer => AxisKind::Integer,
        equipoise_engine::front_end::AxisKind::Text => AxisKind::Category,
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
