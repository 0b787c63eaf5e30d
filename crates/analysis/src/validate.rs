//! Every problem of a dataset at once.

use std::path::PathBuf;

use equipoise_engine::Problem;
use equipoise_engine::front_end::{
    Dataset as _, FrontEnd, Rounding, RulesOptions as _, Scenario as _,
};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::games::with_game;
use crate::result::RESULT_SCHEMA;
use crate::{dataset_files, scenario_files};

/// Asks for the problems of a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidateRequest {
    /// Name of the game, one of [`games::names`](crate::games::names).
    pub system: String,
    /// Folder of the dataset.
    pub dataset: PathBuf,
    /// Rules options by name, which override those of scenarios; none for the default ones.
    #[serde(default)]
    pub options: Vec<(String, String)>,
}

/// The problems of a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidateResult {
    /// Version of the document.
    pub schema: u32,
    /// The folder.
    pub dataset: String,
    /// The problems, by file and place.
    pub problems: Vec<Problem>,
    /// Printed values of which rounding loses more than a tenth under the rules options requested, or,
    /// without any, under some options.
    pub roundings: Vec<Rounding>,
    /// What the rules advise and a scenario does otherwise, by scenario.
    pub advice: Vec<Advice>,
    /// What the dataset holds, where its units are sound; no part of the document.
    #[serde(skip)]
    pub found: Option<Found>,
}

/// A scenario that does not follow advice of the rules; it may be played as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advice {
    /// Name of the scenario.
    pub scenario: String,
    /// What was found and what was expected.
    pub message: String,
}

/// What a dataset holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Units by name.
    pub units: usize,
    /// Generated profiles.
    pub profiles: usize,
    /// Weapons.
    pub weapons: usize,
    /// Scenario files.
    pub scenarios: usize,
    /// Army files; `None` if the game has none.
    pub armies: Option<usize>,
}

/// Checks a dataset; scenarios and armies are checked once the units are sound.
///
/// # Errors
/// When there is no such game, or a file cannot be read.
pub fn validate(request: &ValidateRequest) -> Result<ValidateResult, Error> {
    with_game!(&request.system, S => check::<S>(request))
}

fn check<S: FrontEnd>(request: &ValidateRequest) -> Result<ValidateResult, Error> {
    let folder = &request.dataset;
    let mut options = S::Options::default();
    for (name, value) in &request.options {
        options.set(name, value).map_err(Error::Input)?;
    }
    let options = Some(&options).filter(|_| !request.options.is_empty());
    let (mut roundings, mut advice) = (Vec::new(), Vec::new());
    let (problems, found) = match dataset_files::check::<S::Dataset>(folder)? {
        Ok(dataset) => {
            let checked = scenario_files::check(&dataset, folder, &request.options)?;
            let units: Vec<&S::Unit> = dataset.units().iter().collect();
            roundings.extend(S::roundings(&units, None, options));
            for scenario in &checked.sound {
                roundings.extend(S::roundings(&[], Some(scenario), options));
                advice.extend(scenario.advice().into_iter().map(|message| Advice {
                    scenario: scenario.name().to_owned(),
                    message,
                }));
            }
            let found = Found {
                units: dataset.units().len(),
                profiles: dataset.profiles().len(),
                weapons: dataset.weapons().rows.len(),
                scenarios: checked.scenarios,
                armies: checked.armies,
            };
            (checked.problems, Some(found))
        }
        Err(problems) => (problems, None),
    };
    Ok(ValidateResult {
        schema: RESULT_SCHEMA,
        dataset: folder.display().to_string(),
        problems,
        roundings,
        advice,
        found,
    })
}
