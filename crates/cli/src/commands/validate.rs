//! `equipoise validate`: every problem of a dataset in one go.

use equipoise_engine::Problem;
use serde_json::{Value, json};

use crate::args::Output;
use crate::failure::Failure;
use crate::output::print_as;
use crate::systems::Front;
use crate::table::Table;
use clap::Args;
use equipoise_analysis::{Checked, check_dataset, check_scenarios};
use equipoise_engine::front_end::Dataset;
use equipoise_engine::text::counted;
use std::path::PathBuf;

/// Arguments of `validate`.
#[derive(Debug, Args)]
pub(crate) struct ValidateArgs {
    /// Folder with the dataset
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

/// What `validate --help` adds.
pub(crate) const VALIDATE: &str = "\
Prints each problem as file:line:column: message and ends with exit code 2 if there are any. The
files of the folders `scenarios` and `armies` inside it are checked once the units are sound.";

pub(crate) fn run<S: Front>(output: &Output, args: &ValidateArgs) -> Result<(), Failure> {
    let folder = args.folder.display().to_string();
    let (problems, summary) = match check_dataset::<S::Dataset>(&args.folder)? {
        Ok(dataset) => {
            let checked = check_scenarios(&dataset, &args.folder)?;
            let summary = summary(&folder, &dataset, &checked);
            (checked.problems, summary)
        }
        Err(problems) => (problems, String::new()),
    };
    let text = || {
        problems
            .iter()
            .map(|problem| format!("{problem}\n"))
            .collect::<String>()
            + if problems.is_empty() { &summary } else { "" }
    };
    let json = || json!({"schema": 1, "dataset": folder, "problems": table(&problems).to_json()});
    print_as(output.format, text, json, || table(&problems))?;
    match problems.len() as u64 {
        0 => Ok(()),
        count => Err(Failure::Input(format!(
            "{} in {folder}",
            counted(count, "problem")
        ))),
    }
}

fn summary(folder: &str, dataset: &impl Dataset, checked: &Checked) -> String {
    let mut parts = vec![
        counted(dataset.units().len() as u64, "unit"),
        counted(dataset.profiles().len() as u64, "profile"),
        counted(dataset.weapons().rows.len() as u64, "weapon"),
        counted(checked.scenarios as u64, "scenario"),
    ];
    match checked.armies {
        None => {}
        Some(1) => parts.push("1 army".to_owned()),
        Some(count) => parts.push(format!("{count} armies")),
    }
    format!("{folder}: {}; no problems\n", parts.join(", "))
}

fn table(problems: &[Problem]) -> Table {
    let mut table = Table::new(&["file", "line", "column", "message"]);
    for problem in problems {
        let Problem {
            file,
            line,
            column,
            message,
        } = problem;
        let row: [Value; 4] = [json!(file), json!(line), json!(column), json!(message)];
        table.push(row.into());
    }
    table
}
