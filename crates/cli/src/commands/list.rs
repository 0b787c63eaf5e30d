//! `equipoise list`: what there is to choose from.

use serde_json::json;

use crate::args::{Data, Format, Output};
use crate::failure::Failure;
use crate::output::{print, print_json};
use crate::systems::Front;
use crate::table::Table;
use clap::{Args, ValueEnum};
use equipoise_analysis::games::GAMES;
use equipoise_analysis::{named_scenarios, read_dataset};
use equipoise_engine::front_end::{Dataset, Listing, Policy, Row, RulesOptions as _};

/// Arguments of `list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  equipoise list units\n  equipoise list options --format json")]
pub(crate) struct ListArgs {
    /// What to list
    #[arg(value_enum)]
    pub(crate) what: Listed,
    #[command(flatten)]
    pub(crate) data: Data,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    /// Units by name
    Units,
    /// Generated profiles
    Profiles,
    /// Weapons
    Weapons,
    /// Ways of playing
    Policies,
    /// Rules options
    Options,
    /// Scenarios
    Scenarios,
    /// Game systems
    Systems,
}

pub(crate) fn run<S: Front>(output: &Output, args: &ListArgs) -> Result<(), Failure> {
    let (dataset, _) = read_dataset::<S::Dataset>(args.data.dataset.as_deref())?;
    let (name, table) = match args.what {
        Listed::Units => ("units", rows(dataset.units())),
        Listed::Profiles => {
            let profiles = dataset.profiles();
            (
                "profiles",
                rows(profiles.iter().map(|profile| profile.unit)),
            )
        }
        Listed::Weapons => ("weapons", listing(dataset.weapons())),
        Listed::Policies => ("policies", policies::<S::Policy>()),
        Listed::Options => ("options", rows(&S::Options::list())),
        Listed::Scenarios => {
            let files = named_scenarios::<S::Dataset>(args.data.dataset.as_deref())?;
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

fn listing(listing: Listing) -> Table {
    let mut table = Table::new(listing.columns);
    for row in listing.rows {
        table.push(row);
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
    for system in GAMES {
        table.push(vec![json!(system.name), json!(system.summary)]);
    }
    table
}
