//! `equipoise gate`: has balance stayed where a baseline found it?

mod annotations;
mod args;
mod junit;
mod markdown;
mod playing;
mod report;
mod study;
mod text;

use std::path::Path;
use std::process::ExitCode;

use equipoise_stats::Verdict;

use crate::args::Output;
use crate::baselines::Baseline;
use crate::failure::Failure;
use crate::output::print_as;
use crate::systems::Front;
use crate::whole_file::WholeFile;

pub(crate) use args::GateArgs;

pub(crate) fn run<S: Front>(output: &Output, args: &GateArgs<S>) -> Result<ExitCode, Failure> {
    let Some(path) = &args.baseline else {
        return study::run(output, args).map(|()| ExitCode::SUCCESS);
    };
    let baseline = Baseline::read(path)?;
    // Before the battles: a file that cannot be written should not cost a minute.
    let markdown = open(args.markdown.as_deref())?;
    let junit = open(args.junit.as_deref())?;
    let report = playing::play(output, args, path, &baseline)?;
    if let Some(file) = markdown {
        file.commit(&markdown::markdown(&report))?;
    }
    if let Some(file) = junit {
        file.commit(&junit::junit(&report)?)?;
    }
    if args.annotations.is_some() {
        annotations::print(&report);
    }
    print_as(
        output.format,
        || text::text(&report),
        || report.json(),
        || report.table(),
    )?;
    Ok(exit_code(report.verdict()))
}

fn open(path: Option<&Path>) -> Result<Option<WholeFile>, Failure> {
    path.map(WholeFile::create).transpose()
}

fn exit_code(verdict: Verdict) -> ExitCode {
    match verdict {
        Verdict::Pass => ExitCode::SUCCESS,
        Verdict::Regressed => ExitCode::from(1),
        Verdict::Undecided => ExitCode::from(4),
    }
}

#[cfg(test)]
mod tests;
