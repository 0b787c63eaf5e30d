//! The price map of a run: what its units cost and are worth in armies, beside their duels.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use equipoise_engine::front_end::FrontEnd;

use super::planned::Planned;
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::points::Keep;
use crate::prices::{self, PriceMapResult};

/// Name of its file in the folder of the run.
pub const PRICES: &str = "prices.json";

/// The price map in the folder of a run, as `points --grid` prints it; `None` where the run has none.
///
/// # Errors
/// When the file cannot be read, or what it holds is no price map.
pub fn read_prices(folder: &Path) -> Result<Option<PriceMapResult>, Error> {
    let path = folder.join(PRICES);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::reading("", &path, &error)),
    };
    let map = serde_json::from_str(&text);
    map.map(Some)
        .map_err(|error| Error::Input(format!("{}: {error}", path.display())))
}

/// Writes a price map into the folder of a run.
pub(super) fn write_prices(map: &PriceMapResult, folder: &Path) -> Result<(), Error> {
    let path = folder.join(PRICES);
    let text = serde_json::to_string_pretty(map).map_err(Error::input)? + "\n";
    fs::write(&path, text)
        .map_err(|error| Error::Access(format!("cannot write {}: {error}", path.display())))
}

impl<S: FrontEnd> Planned<'_, S> {
    /// Prices the units, if that is asked for, unless it is `known` what they are worth; battles of armies are kept, so
    /// that an interrupted one goes on. Where the battles do
    /// not tell, the run has no prices, and a note says why: its duels stand.
    pub(super) fn price(
        &self,
        known: Option<PriceMapResult>,
        keep: Option<Keep<'_>>,
        control: Control<'_>,
    ) -> Result<Option<PriceMapResult>, Error> {
        let Some(request) = self.request.prices() else {
            return Ok(None);
        };
        if known.is_some() {
            return Ok(known);
        }
        control
            .watch
            .status("pricing the units by battles of armies");
        // Its own copy: the table for armies has options of its own.
        let game = Game::<S>::new(&request.game)?;
        if game.setting().dataset != self.game.setting().dataset {
            return Err(Error::Input(
                "the dataset has changed since the sweep began, and prices would not be those of the units that \
                 fought the duels; put the dataset back as it was, then resume"
                    .into(),
            ));
        }
        match prices::price(game, &request, keep, control) {
            Ok(map) => Ok(Some(map)),
            // Whatever is wrong with the request was refused before the duels.
            Err(Error::Input(why)) => {
                let note = format!("the run has no price map: {why}");
                control.watch.note(&note);
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }
}
