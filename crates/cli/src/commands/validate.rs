//! `equipoise validate`: every problem of a dataset in one go.

use equipoise_engine::Problem;
use serde_json::{Value, json};

use crate::args::{Output, ValidateArgs};
use crate::dataset_files;
use crate::failure::Failure;
use crate::numbers::counted;
use crate::output::print_as;
use crate::scenario_files::{self, Checked};
use crate::systems::{Dataset, Front};
use crate::table::Table;

pub(crate) fn run<S: Front>(output: &Output, args: &ValidateArgs) -> Result<(), Failure> {
    let folder = args.folder.display().to_string();
    let (problems, summary) = match dataset_files::check::<S::Dataset>(&args.folder)? {
        Ok(dataset) => {
            let checked = scenario_files::check(&dataset, &args.folder)?;
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
        counted(dataset.weapons().rows() as u64, "weapon"),
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
