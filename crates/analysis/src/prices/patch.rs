//! A suggested price list as a patch of a dataset.

use equipoise_engine::front_end::{Dataset as _, FrontEnd, PriceLists, ProfilePrice};
use serde::{Deserialize, Serialize};

use super::result::PriceMapResult;
use crate::error::Error;
use crate::games::with_game;
use crate::names::on_one_line;

/// What to add to a dataset so that its generated profiles are listed at suggested prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricePatch {
    /// File of the dataset whose end the text belongs at, in place of an earlier price list.
    pub file: String,
    /// The price list, with a heading that says how it was made.
    pub text: String,
}

/// Refuses a game whose datasets cannot hold a price list.
///
/// # Errors
/// When there is no such game, or it is one of those.
pub fn check_price_patch(system: &str) -> Result<(), Error> {
    with_game!(system, S => price_lists::<S>().map(drop))
}

/// How each patch begins.
const HEADING: &str = "# Suggested price list: ";

/// Whether a file begins as the price lists of [`price_patch`] do. A dataset with such a list at its end
/// begins otherwise.
#[must_use]
pub fn is_price_patch(text: &str) -> bool {
    text.starts_with(HEADING)
}

/// The suggested price list of a map as a patch of its game's dataset.
///
/// # Errors
/// When the map has no suggested prices, or datasets of its game cannot hold them.
pub fn price_patch(map: &PriceMapResult) -> Result<PricePatch, Error> {
    with_game!(&map.played_in.system, S => patch::<S>(map))
}

fn price_lists<S: FrontEnd>() -> Result<PriceLists, Error> {
    S::Dataset::PRICE_LISTS.ok_or_else(|| {
        Error::Input(format!(
            "a dataset of {} cannot hold a price list: its files give points by a formula; without a patch the \
             list is still suggested",
            S::NAME
        ))
    })
}

fn patch<S: FrontEnd>(map: &PriceMapResult) -> Result<PricePatch, Error> {
    let lists = price_lists::<S>()?;
    let Some(list) = &map.suggested else {
        let message = "the price map has no suggested prices to make a patch of".to_owned();
        return Err(Error::Input(message));
    };
    let prices = map.profiles.iter();
    let prices = prices.filter_map(|unit| {
        Some(ProfilePrice {
            coordinates: unit.coordinates.clone()?,
            points: unit.suggested?,
        })
    });
    let prices: Vec<_> = prices.collect();
    let heading = format!(
        "{HEADING}policy {}, table {}, armies of {} points, {} battles, seed {};\n\
         # tested on {} fresh battles, seed {}. Goes to the end of {}, in place of an earlier list.\n",
        on_one_line(&map.played_in.policy),
        on_one_line(&map.played_in.scenario),
        map.budget,
        map.battles,
        map.seed,
        list.fresh_battles,
        list.fresh_seed,
        lists.file,
    );
    Ok(PricePatch {
        file: lists.file.to_owned(),
        text: heading + &(lists.text)(&prices),
    })
}

#[cfg(test)]
mod tests {
    use equipoise_engine::front_end::{AxisValue, Dataset as _, Unit as _};
    use equipoise_engine::source::SourceFile;
    use equipoise_mechastellar::catalogue::Catalogue;
    use serde_json::{Value, json};

    use super::{check_price_patch, is_price_patch, price_patch};
    use crate::prices::PriceMapResult;

    /// A price that differs between neighbours and between roles.
    fn suggested(coordinates: &[AxisValue]) -> u32 {
        let [
            AxisValue::Integer(frame),
            AxisValue::Integer(performance),
            AxisValue::Text(role),
        ] = coordinates
        else {
            panic!("a frame, a Performance and a role");
        };
        (5 * (frame * frame + 7 * performance + 3 * role.len() as i64)) as u32
    }

    /// A map of all profiles with a suggested price each, and nothing else in it.
    fn map(system: &str) -> PriceMapResult {
        let (interval, accuracy) = (
            json!({"estimate": 50.0, "low": 40.0, "high": 60.0}),
            json!({"right": 0.5, "right_if_exact": 0.5, "clearly_wrong": 0, "median_off": 0.1}),
        );
        let catalogue = Catalogue::embedded();
        let profiles = catalogue.profiles().into_iter().map(|profile| {
            json!({
                "name": profile.unit.name(),
                "coordinates": profile.coordinates,
                "listed": profile.unit.points(),
                "suggested": suggested(&profile.coordinates),
                "implied": interval,
                "together": {"low": 30.0, "high": 70.0},
                "verdict": "unclear",
                "follows_pattern": true,
                "by_policy": {"greedy": interval},
                "beyond": null,
            })
        });
        let map = json!({
            "schema": 1, "kind": "price_map", "system": system, "scenario": "field\nof stars",
            "policy": "greedy", "options": {}, "seed": 7, "axes": Catalogue::axes(), "budget": 1000,
            "matchups": 400, "battles_per_matchup": 2, "margin": 0.05, "confidence": 0.95,
            "profiles": profiles.collect::<Vec<Value>>(), "named": [], "levels": [], "steps": [],
            "median_half_width": 0.2, "scatter": {"pairs": [], "profiles": 0.1}, "dispersion": 1.0,
            "battles": 2400, "method": "none",
            "suggested": {
                "factors": [], "round_to": 5, "listed": accuracy, "suggested": accuracy,
                "fresh_seed": 9, "fresh_budget": 1000, "fresh_battles": 800,
            },
        });
        serde_json::from_value(map).expect("a map")
    }

    /// The shipped dataset with a text at the end of one file.
    fn patched(file: &str, text: &str) -> Catalogue {
        let sources = Catalogue::embedded();
        let sources = sources.sources().iter().map(|source| {
            let end = if source.base_name() == file { text } else { "" };
            SourceFile::new(&source.name, &(source.text.clone() + end))
        });
        let sources: Vec<SourceFile> = sources.collect();
        Catalogue::parse(&sources).expect("a sound dataset")
    }

    #[test]
    fn a_dataset_with_the_patch_lists_every_profile_at_its_suggested_price() {
        let patch = price_patch(&map("mechastellar")).expect("a patch");
        assert!(is_price_patch(&patch.text));
        let head: Vec<&str> = patch.text.lines().take(2).collect();
        assert_eq!(
            head,
            [
                "# Suggested price list: policy greedy, table field\\nof stars, armies of 1000 points, 2400 battles, \
                 seed 7;",
                "# tested on 800 fresh battles, seed 9. Goes to the end of profiles.toml, in place of an earlier list.",
            ]
        );
        let catalogue = patched(&patch.file, &patch.text);
        let profiles = catalogue.profiles();
        assert_eq!(profiles.len(), 550);
        for profile in profiles {
            let price = suggested(&profile.coordinates);
            assert_eq!(profile.unit.points(), price, "{}", profile.unit.name());
        }
        // Units whose points are the model's follow it, the others keep their own.
        let before = Catalogue::embedded();
        let mut follow = 0;
        for (unit, old) in catalogue.units().iter().zip(before.units()) {
            let at = |of| suggested(&Catalogue::coordinates(of).expect("a place"));
            let kept = unit.printed_points() == old.printed_points();
            follow += u32::from(!kept && u32::from(unit.printed_points()) == at(unit));
        }
        assert!(follow > 5, "{follow}");
    }

    /// Roles whose names are as long have the same prices here, and share a table.
    #[test]
    fn roles_of_the_same_prices_share_a_table() {
        let patch = price_patch(&map("mechastellar")).expect("a patch");
        assert!(patch.text.contains("roles = [\"sniper\"]\n"));
        assert!(patch.text.contains("roles = [\"melee\"]\n"));
        assert!(
            patch
                .text
                .contains("roles = [\"versatile\", \"firepower\"]\n")
        );
        let lines = patch.text.lines();
        assert!(lines.clone().all(|line| line.len() <= 120));
        assert_eq!(lines.filter(|line| *line == "[[prices]]").count(), 7);
    }

    #[test]
    fn what_is_no_patch_says_why() {
        let mut none = map("mechastellar");
        none.suggested = None;
        let why = price_patch(&none).unwrap_err().to_string();
        assert_eq!(
            why,
            "the price map has no suggested prices to make a patch of"
        );
        assert!(check_price_patch("mechastellar").is_ok());
        for result in [
            check_price_patch("bullseye"),
            price_patch(&map("bullseye")).map(drop),
        ] {
            let why = result.unwrap_err().to_string();
            assert!(
                why.starts_with("a dataset of bullseye cannot hold a price list"),
                "{why}"
            );
        }
    }
}
