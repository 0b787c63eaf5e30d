//! `equipoise validate`: every problem of a dataset in one go.

use std::marker::PhantomData;
use std::path::PathBuf;

use clap::Args;
use equipoise_analysis::roundings;
use equipoise_analysis::validate;
use equipoise_analysis::validate::{Found, ValidateRequest, ValidateResult};
use equipoise_engine::front_end::FrontEnd;
use equipoise_engine::text::counted;

use crate::args::{Output, name_value};
use crate::failure::Failure;
use crate::output::print_result;
use crate::table::Table;

/// Arguments of `validate`.
#[derive(Debug, Args)]
pub(crate) struct ValidateArgs<S: FrontEnd> {
    /// Dataset folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Checks scenarios as they are played with this rules option; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value::<S>)]
    pub(crate) options: Vec<(String, String)>,
    #[arg(skip)]
    game: PhantomData<S>,
}

/// What `validate --help` adds.
pub(crate) const VALIDATE: &str = "\
Prints each problem as file:line:column: message and ends with exit code 2 if there are any. Files
in the folders `scenarios` and `armies` are checked once the units have no problems, as they are
played with the rules options given by --option. A dataset without problems is followed by the
printed values of which rounding under these options loses more than a tenth, or, without --option,
under some option; --format json lists all of them. What the rules advise for a battle and a scenario
does otherwise comes last; it may be played as it is.";

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &ValidateArgs<S>) -> Result<(), Failure> {
    let result = validate(&ValidateRequest {
        system: S::NAME.to_owned(),
        dataset: args.folder.clone(),
        options: args.options.clone(),
    })?;
    print_result(output, &result, || text(&result), || table(&result))?;
    match result.problems.len() as u64 {
        0 => Ok(()),
        count => Err(Failure::Input(format!(
            "{} in {}",
            counted(count, "problem"),
            result.dataset
        ))),
    }
}

fn text(result: &ValidateResult) -> String {
    match result.found {
        Some(found) if result.problems.is_empty() => {
            let mut text = summary(&result.dataset, found);
            for line in roundings::summary(&result.roundings) {
                text += &format!("{line}\n");
            }
            for advice in &result.advice {
                text += &format!("{}: advice: {}\n", advice.scenario, advice.message);
            }
            text
        }
        _ => {
            let problems = result.problems.iter();
            problems.map(|problem| format!("{problem}\n")).collect()
        }
    }
}

fn summary(folder: &str, found: Found) -> String {
    let mut parts = vec![
        counted(found.units as u64, "unit"),
        counted(found.profiles as u64, "profile"),
        counted(found.weapons as u64, "weapon"),
        counted(found.scenarios as u64, "scenario"),
    ];
    match found.armies {
        None => {}
        Some(1) => parts.push("1 army".to_owned()),
        Some(count) => parts.push(format!("{count} armies")),
    }
    format!("{folder}: {}; no problems\n", parts.join(", "))
}

fn table(result: &ValidateResult) -> Table {
    Table::of_fields(&result.problems, "file line column message")
}
