//! `equipoise gate`: has balance stayed where a baseline found it?

mod annotations;
mod args;
mod junit;
mod markdown;
mod prices;
mod report;
mod study;
mod text;

use std::path::Path;

use equipoise_analysis::gate::{self, GateVerdict, gate};

use crate::args::Output;
use crate::failure::Failure;
use crate::output::print_result;
use crate::overwriting::check_outputs;
use crate::progress::Terminal;
use crate::whole_file::WholeFile;
use equipoise_engine::front_end::FrontEnd;

pub(crate) use args::GateArgs;

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &GateArgs<S>) -> Result<u8, Failure> {
    let terminal = Terminal::new(output)?;
    let control = terminal.control(args.workers);
    let Some(baseline) = &args.baseline else {
        let found = gate::study(&args.study_request(), control)?;
        print_result(
            output,
            &found,
            || study::text(&found),
            || study::table(&found),
        )?;
        return Ok(0);
    };
    // Before the battles: a file that cannot be written should not cost a minute.
    let [markdown, junit] = [args.markdown.as_deref(), args.junit.as_deref()];
    check_outputs(
        args.data
            .dataset
            .iter()
            .chain([baseline])
            .map(AsRef::as_ref),
        &[("--markdown", markdown), ("--junit", junit)],
    )?;
    let (markdown, junit) = (open(markdown)?, open(junit)?);
    let result = gate(&args.request(baseline.clone()), control)?;
    if let Some(file) = markdown {
        file.commit(&markdown::markdown(&result))?;
    }
    if let Some(file) = junit {
        file.commit(&junit::junit(&result)?)?;
    }
    if args.annotations.is_some() {
        annotations::print(&result);
    }
    print_result(
        output,
        &result,
        || text::text(&result),
        || report::table(&result),
    )?;
    Ok(exit_code(result.verdict))
}

fn open(path: Option<&Path>) -> Result<Option<WholeFile>, Failure> {
    path.map(WholeFile::create).transpose()
}

const fn exit_code(verdict: GateVerdict) -> u8 {
    match verdict {
        GateVerdict::Pass => 0,
        GateVerdict::Regressed => 1,
        GateVerdict::Undecided => 4,
    }
}

#[cfg(test)]
mod tests;
