//! `equipoise list`: what there is to choose from.

use clap::{Args, ValueEnum};
use equipoise_analysis::list::{self, ListRequest};
use serde_json::json;

use crate::args::{Data, Format, Output};
use crate::failure::Failure;
use crate::output::{print, print_json};
use crate::table::Table;

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
    /// Named units
    Units,
    /// Generated profiles
    Profiles,
    /// Weapons
    Weapons,
    /// Upgrades of units, where the system has any
    Upgrades,
    /// Traits of units and of those who lead a force, where the system has any
    Traits,
    /// Modes of battle, where the system has any
    Modes,
    /// Objectives that a force may choose besides, where the system has any
    Objectives,
    /// Policies
    Policies,
    /// Rules options
    Options,
    /// Rules options that belong together
    Presets,
    /// Scenarios
    Scenarios,
    /// Game systems
    Systems,
}

impl Listed {
    /// What it is, and the name of the list in documents.
    const fn named(self) -> (list::Listed, &'static str) {
        match self {
            Self::Units => (list::Listed::Units, "units"),
            Self::Profiles => (list::Listed::Profiles, "profiles"),
            Self::Weapons => (list::Listed::Weapons, "weapons"),
            Self::Upgrades => (list::Listed::Upgrades, "upgrades"),
            Self::Traits => (list::Listed::Traits, "traits"),
            Self::Modes => (list::Listed::Modes, "modes"),
            Self::Objectives => (list::Listed::Objectives, "objectives"),
            Self::Policies => (list::Listed::Policies, "policies"),
            Self::Options => (list::Listed::Options, "options"),
            Self::Presets => (list::Listed::Presets, "presets"),
            Self::Scenarios => (list::Listed::Scenarios, "scenarios"),
            Self::Systems => (list::Listed::Systems, "systems"),
        }
    }
}

pub(crate) fn run(output: &Output, system: &str, args: &ListArgs) -> Result<(), Failure> {
    let (what, name) = args.what.named();
    let listing = list::list(&ListRequest {
        system: system.to_owned(),
        dataset: args.data.dataset.clone(),
        what,
    })?;
    let mut table = Table::new(listing.columns);
    for row in listing.rows {
        table.push(row);
    }
    match output.format {
        Format::Text => print(&table.to_text()),
        Format::Csv => print(&table.to_csv()),
        Format::Json => print_json(&json!({"schema": 1, name: table.to_json()})),
    }
}
