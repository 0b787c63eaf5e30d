//! `equipoise validate`: every problem of a dataset in one go.

use equipoise_engine::mechastellar::catalogue::{Catalogue, Problem};
use serde_json::{Value, json};

use crate::args::{Output, ValidateArgs};
use crate::failure::Failure;
use crate::mechastellar::check_dataset;
use crate::numbers::counted;
use crate::output::print_as;
use crate::scenario_files::{Checked, check};
use crate::table::Table;

pub(crate) fn run(output: &Output, args: &ValidateArgs) -> Result<(), Failure> {
    let folder = args.folder.display().to_string();
    let (problems, summary) = match check_dataset(&args.folder)? {
        Ok(catalogue) => {
            let checked = check(&catalogue, &args.folder)?;
            let summary = summary(&folder, &catalogue, &checked);
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

fn summary(folder: &str, catalogue: &Catalogue, checked: &Checked) -> String {
    let units = counted(catalogue.units().len() as u64, "unit");
    let profiles = counted(catalogue.grid().count() as u64, "profile");
    let weapons = counted(catalogue.weapons().count() as u64, "weapon");
    let scenarios = counted(checked.scenarios as u64, "scenario");
    let armies = match checked.armies {
        1 => "1 army".to_owned(),
        count => format!("{count} armies"),
    };
    format!("{folder}: {units}, {profiles}, {weapons}, {scenarios}, {armies}; no problems\n")
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
