//! What there is to choose from.

use std::path::PathBuf;

use equipoise_engine::front_end::{Dataset, FrontEnd, Listing, Preset, Row, RulesOptions as _};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::error::Error;
use crate::games::{GAMES, GameInfo, with_game};
use crate::{dataset_files, scenario_files};

/// Asks for a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListRequest {
    /// Name of the game, one of [`games::names`](crate::games::names).
    pub system: String,
    /// Folder of the dataset; the embedded one unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<PathBuf>,
    /// What to list.
    pub what: Listed,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Listed {
    /// Units by name.
    Units,
    /// Generated profiles.
    Profiles,
    /// Weapons.
    Weapons,
    /// Upgrades of units.
    Upgrades,
    /// Traits of units and of those who lead a force.
    Traits,
    /// Modes of battle.
    Modes,
    /// Objectives that a force may choose besides.
    Objectives,
    /// Ways of playing.
    Policies,
    /// Rules options.
    Options,
    /// Rules options that belong together.
    Presets,
    /// Scenarios.
    Scenarios,
    /// The games themselves.
    Systems,
}

/// Lists what there is.
///
/// # Errors
/// When there is no such game, it has nothing of the kind, or the dataset cannot be read or has problems.
pub fn list(request: &ListRequest) -> Result<Listing, Error> {
    with_game!(&request.system, S => listing::<S>(request))
}

fn listing<S: FrontEnd>(request: &ListRequest) -> Result<Listing, Error> {
    let folder = request.dataset.as_deref();
    let (dataset, _) = dataset_files::read::<S::Dataset>(folder)?;
    Ok(match request.what {
        Listed::Units => rows(dataset.units()),
        Listed::Profiles => {
            let profiles = dataset.profiles();
            rows(profiles.iter().map(|profile| profile.unit))
        }
        Listed::Weapons => dataset.weapons(),
        Listed::Upgrades => {
            let upgrades = <S::Dataset as Dataset>::UPGRADES;
            if_any::<S>("upgrades", upgrades.map(|upgrades| upgrades.list))?
        }
        Listed::Traits => if_any::<S>("traits", <S::Dataset as Dataset>::TRAITS)?,
        Listed::Modes => {
            let modes = <S::Dataset as Dataset>::MODES;
            if_any::<S>("modes", modes.map(|modes| modes.list))?
        }
        Listed::Objectives => if_any::<S>("objectives", <S::Dataset as Dataset>::OBJECTIVES)?,
        Listed::Policies => summaries(GameInfo::of::<S>().policy_summaries()),
        Listed::Options => rows(&S::Options::list()),
        Listed::Presets => presets(S::PRESETS),
        Listed::Scenarios => {
            let files = scenario_files::named::<S::Dataset>(folder)?;
            // A dataset of the user's own may lack units that a shipped scenario names.
            let readable = files
                .iter()
                .filter_map(|file| dataset.scenario(file, &[]).ok());
            rows(&readable.collect::<Vec<_>>())
        }
        Listed::Systems => summaries(GAMES.iter().map(|game| (game.name, game.summary))),
    })
}

/// A list that not every game has.
fn if_any<S: FrontEnd>(what: &str, list: Option<fn() -> Listing>) -> Result<Listing, Error> {
    let none = || Error::Input(format!("{} has no {what}", S::NAME));
    Ok(list.ok_or_else(none)?())
}

fn presets(all: &[Preset]) -> Listing {
    let row = |preset: &Preset| {
        let options = preset.options.iter();
        let options: Vec<String> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        vec![
            json!(preset.name),
            json!(preset.summary),
            json!(options.join(" ")),
        ]
    };
    Listing {
        columns: &["name", "summary", "options"],
        rows: all.iter().map(row).collect(),
    }
}

fn rows<'a, R: Row + 'a>(rows: impl IntoIterator<Item = &'a R>) -> Listing {
    Listing {
        columns: R::COLUMNS,
        rows: rows.into_iter().map(Row::row).collect(),
    }
}

fn summaries(named: impl IntoIterator<Item = (&'static str, &'static str)>) -> Listing {
    let row = |(name, summary)| vec![json!(name), json!(summary)];
    Listing {
        columns: &["name", "summary"],
        rows: named.into_iter().map(row).collect(),
    }
}
