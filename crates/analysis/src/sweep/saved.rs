//! Saves a sweep: all of it or nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::{
    Manifest, Provenance, Staged, Tables, Tally, load, read_manifest_or_shard,
};

use super::planned::Planned;
use super::priced::{read_prices, write_prices};
use super::request::Presenter;
use crate::control::Control;
use crate::error::Error;
use crate::points::Keep;
use crate::prices::PriceMapResult;

/// A run, or a part of one, that is complete at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedSweep<V> {
    /// Folder of the run.
    pub folder: PathBuf,
    /// How it was made.
    pub manifest: Manifest,
    /// What the presenter made of it; `None` for a part of a run.
    pub view: Option<V>,
}

/// How the battles were played.
#[derive(Clone, Copy)]
pub(super) struct Session {
    /// How long they took, those of earlier sessions included.
    pub(super) elapsed: Duration,
    /// Worker threads.
    pub(super) threads: u64,
}

/// What has been played of a sweep.
pub(super) struct Outcome<'a> {
    /// Tallies of all pairings, in the order of the plan.
    pub(super) tallies: Vec<Tally>,
    /// How they were played.
    pub(super) session: Session,
    /// The price map, where an earlier run of the same request has played it.
    pub(super) prices: Option<PriceMapResult>,
    /// Where the battles of armies are kept until the run is saved.
    pub(super) keep: Option<Keep<'a>>,
}

/// Reads a complete run, or a part of one, from its folder. It plays and writes nothing, and needs no dataset.
///
/// # Errors
/// When the run is unfinished, or the folder holds none of this schema.
pub fn open<P: Presenter>(folder: &Path, presenter: &P) -> Result<SavedSweep<P::View>, Error> {
    SavedSweep::read(folder, read_manifest_or_shard(folder)?, presenter)
}

impl<V> SavedSweep<V> {
    /// Reads the run in `folder` with this manifest.
    pub(super) fn read(
        folder: &Path,
        manifest: Manifest,
        presenter: &impl Presenter<View = V>,
    ) -> Result<Self, Error> {
        let view = match manifest.shard {
            Some(_) => None,
            None => {
                let (tables, prices) = (load(folder)?.tables, read_prices(folder)?);
                Some(presenter.view(&manifest, tables, prices, None)?)
            }
        };
        Ok(Self {
            folder: folder.to_owned(),
            manifest,
            view,
        })
    }
}

impl<S: FrontEnd> Planned<'_, S> {
    /// Writes the results, prepared in the folder `workplace` or beside their place; a whole run is priced
    /// first.
    pub(super) fn save<P: Presenter>(
        &self,
        place: &Path,
        workplace: Option<&Path>,
        outcome: Outcome<'_>,
        presenter: &P,
        control: Control<'_>,
    ) -> Result<SavedSweep<P::View>, Error> {
        let Outcome {
            tallies,
            session,
            prices,
            keep,
        } = outcome;
        let file = self.file()?;
        let made = Provenance {
            version: file.identity.version.clone(),
            command: presenter.command(&self.request),
            elapsed_seconds: session.elapsed.as_secs_f64(),
            threads: session.threads,
        };
        let manifest = Manifest::new(&self.plan, &tallies, made);
        let staged = match workplace {
            Some(workplace) => Staged::create_within(place, workplace)?,
            None => Staged::create(place)?,
        };
        staged.write_plan(&file)?;
        staged.write_tallies(&self.plan, &tallies)?;
        let view = match self.plan.shard() {
            Some(_) => None,
            None => {
                let prices = self.price(prices, keep, control)?;
                if let Some(prices) = &prices {
                    write_prices(prices, staged.folder())?;
                }
                control.watch.status(&format!("writing {}", P::FILES));
                let tables = Tables::new(&self.plan, &tallies)?;
                // A large run has a hundred thousand of them, and the tables hold all that is needed.
                drop(tallies);
                staged.write_tables(&tables)?;
                Some(presenter.view(&manifest, tables, prices, Some(staged.folder()))?)
            }
        };
        control.check()?;
        let folder = staged.commit(&manifest)?;
        Ok(SavedSweep {
            folder,
            manifest,
            view,
        })
    }
}
