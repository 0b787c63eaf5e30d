//! `equipoise list`: what there is to choose from.

use equipoise_engine::OptionInfo;
use serde_json::{Value, json};

use crate::args::{Format, ListArgs, Listed, Output};
use crate::dataset_files;
use crate::failure::Failure;
use crate::output::{print, print_json};
use crate::scenario_files;
use crate::systems::{Dataset, Front, Policy, Row, RulesOptions as _, SYSTEMS};
use crate::table::Table;

pub(crate) fn run<S: Front>(output: &Output, args: &ListArgs) -> Result<(), Failure> {
    let (dataset, _) = dataset_files::read::<S::Dataset>(&args.data)?;
    let (name, table) = match args.what {
        Listed::Units => ("units", rows(dataset.units())),
        Listed::Profiles => {
            let profiles = dataset.profiles();
            (
                "profiles",
                rows(profiles.iter().map(|profile| profile.unit)),
            )
        }
        Listed::Weapons => ("weapons", dataset.weapons()),
        Listed::Policies => ("policies", policies::<S::Policy>()),
        Listed::Options => ("options", rows(&S::Options::list())),
        Listed::Scenarios => {
            let files = scenario_files::named::<S::Dataset>(args.data.dataset.as_deref())?;
            // A dataset of the user's own may lack units that a shipped scenario names.
            let readable = files.iter().filter_map(|file| dataset.scenario(file).ok());
            ("scenarios", rows(&readable.collect::<Vec<_>>()))
        }
        Listed::Systems => ("systems", systems()),
    };
    match output.format {
        Format::Text => print(&table.to_text()),
        Format::Csv => print(&table.to_csv()),
        Format::Json => print_json(&json!({"schema": 1, name: table.to_json()})),
    }
}

fn rows<'a, R: Row + 'a>(rows: impl IntoIterator<Item = &'a R>) -> Table {
    let mut table = Table::new(R::COLUMNS);
    for row in rows {
        table.push(row.row());
    }
    table
}

fn policies<P: Policy>() -> Table {
    let mut table = Table::new(&["name", "summary"]);
    for policy in P::ALL {
        table.push(vec![json!(policy.name()), json!(policy.summary())]);
    }
    table
}

fn systems() -> Table {
    let mut table = Table::new(&["name", "summary"]);
    for system in &SYSTEMS {
        table.push(vec![json!(system.name), json!(system.summary)]);
    }
    table
}

impl Row for OptionInfo {
    const COLUMNS: &'static [&'static str] = &["name", "default", "values", "rule", "summary"];

    fn row(&self) -> Vec<Value> {
        vec![
            json!(self.name),
            json!(self.default),
            json!(self.values),
            json!(self.rule),
            json!(self.summary),
        ]
    }
}
