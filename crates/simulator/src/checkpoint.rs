//! What an unfinished run has played so far, on disk.
//!
//! The checkpoint of a run is a folder beside the place of its results, of the same name with `.partial`
//! behind it: `plan.json`, a [`PlanFile`], and [`Segments`], each a table of tallies. None of its files reads as a
//! run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::load::files_of_run;
use crate::plan::Plan;
use crate::plan_file::PlanFile;
use crate::save::{EARLIER, HIDDEN, SaveError, check_place, failed, resolve};
use crate::segments::{CheckpointError, Played, Segments, names};
use crate::tallies::Beyond;
use crate::unfinished::{PLAN, beside};

/// The folder of an unfinished run, held by this process alone.
#[derive(Debug)]
pub struct Checkpoint {
    place: PathBuf,
    segments: Segments,
}

impl Checkpoint {
    /// Where the checkpoint of a run lies whose results belong to `place`.
    ///
    /// # Errors
    /// When the place has no name or cannot be looked at.
    pub fn folder_of(place: &Path) -> Result<PathBuf, CheckpointError> {
        let place = resolve(place)?;
        Ok(beside(&place).ok_or(SaveError::NotARun(place))?)
    }

    /// The plan of the unfinished run that belongs to `place`; `None` if there is none.
    ///
    /// # Errors
    /// When there is a file that is no plan, or one of another schema.
    pub fn plan(place: &Path) -> Result<Option<PlanFile>, CheckpointError> {
        Ok(PlanFile::read(&Self::folder_of(place)?)?)
    }

    /// Refuses an unfinished run at `place` that a process is playing.
    ///
    /// # Errors
    /// When a process is, or the place has no name or cannot be looked at.
    pub fn refuse_in_use(place: &Path) -> Result<(), CheckpointError> {
        let folder = Self::folder_of(place)?;
        if !folder.join(PLAN).is_file() {
            return Ok(());
        }
        match Segments::open(folder) {
            Err(error @ CheckpointError::InUse(_)) => Err(error),
            // Whatever else is wrong with it, nobody plays it.
            _ => Ok(()),
        }
    }

    /// Begins the checkpoint of a run whose results belong to `place`. Any checkpoint that lies there is
    /// thrown away: look for its [`plan`](Self::plan) first.
    ///
    /// # Errors
    /// When the folder cannot be made, holds files of others or is in use, or when something other
    /// than an earlier run stands at the place.
    pub fn create(place: &Path, plan: &PlanFile) -> Result<Self, CheckpointError> {
        let place = resolve(place)?;
        check_place(&place)?;
        let folder = Self::folder_of(&place)?;
        fs::create_dir_all(&folder).map_err(failed(&folder))?;
        if let Some(stray) = names(&folder)?.iter().find(|name| !is_ours(name)) {
            return Err(CheckpointError::NotOurs(folder.join(stray)));
        }
        let checkpoint = Self::hold(place, folder)?;
        checkpoint.clear()?;
        let text = plan.text().map_err(failed(checkpoint.folder()))?;
        match checkpoint.segments.write(PLAN, text.as_bytes()) {
            Ok(()) => Ok(checkpoint),
            Err(error) => {
                // What matters is why there is no checkpoint.
                let _ = checkpoint.discard();
                Err(error.into())
            }
        }
    }

    /// Opens the checkpoint of the unfinished run that belongs to `place`.
    ///
    /// # Errors
    /// When there is none or it is in use, or when something other than an earlier run stands at the
    /// place.
    pub fn open(place: &Path) -> Result<Self, CheckpointError> {
        let place = resolve(place)?;
        check_place(&place)?;
        let folder = Self::folder_of(&place)?;
        let checkpoint = Self::hold(place, folder)?;
        checkpoint.put_back_earlier()?;
        Ok(checkpoint)
    }

    /// Removes what is left of the checkpoint of a complete run where a process was killed while it removed
    /// that: what has no plan any more.
    ///
    /// # Errors
    /// When a file cannot be removed or another process is about it.
    pub fn remove_leftovers(place: &Path) -> Result<(), CheckpointError> {
        let folder = Self::folder_of(place)?;
        if !folder.is_dir() || folder.join(PLAN).exists() {
            return Ok(());
        }
        if names(&folder)?.iter().all(|name| is_ours(name)) {
            Self::hold(resolve(place)?, folder)?.discard()?;
        }
        Ok(())
    }

    fn hold(place: PathBuf, folder: PathBuf) -> Result<Self, CheckpointError> {
        let segments = Segments::open(folder)?;
        Ok(Self { place, segments })
    }

    /// The folder itself. Results are prepared in it too, so that a killed process leaves nothing
    /// elsewhere.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.segments.folder()
    }

    /// Where battles that belong to the run but not to its plan can be [`kept`](crate::Kept) until it is complete.
    #[must_use]
    pub fn kept(&self) -> PathBuf {
        self.folder().join(format!("{HIDDEN}kept"))
    }

    /// Its segments, to play on from them.
    pub const fn segments(&mut self) -> &mut Segments {
        &mut self.segments
    }

    /// Reads what has been played of this plan.
    ///
    /// # Errors
    /// When the folder or a file cannot be read; a damaged segment is no error.
    pub fn read(&self, plan: &Plan) -> Result<Played, CheckpointError> {
        self.segments.read(plan, Beyond::Refuse)
    }

    /// Removes the checkpoint. Files of others stay, and the folder with them.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn discard(self) -> Result<(), CheckpointError> {
        self.clear()?;
        let folder = self.folder().to_owned();
        self.segments.unlock()?;
        match fs::remove_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::DirectoryNotEmpty => {
                Err(failed(&folder)(error).into())
            }
            _ => Ok(()),
        }
    }

    /// Removes what this tool has written, but for the lock.
    fn clear(&self) -> Result<(), CheckpointError> {
        self.put_back_earlier()?;
        // An earlier run is worth nothing only where another has taken its place.
        let folder = self.folder();
        let replaced = matches!(files_of_run(&self.place), Ok(Some(_)));
        let is_safe = |name: &str| replaced || !folder.join(name).join(EARLIER).exists();
        let mut names = names(folder)?;
        names.retain(|name| is_ours(name) && !Segments::is_lock(name) && is_safe(name));
        // Without a plan the rest is nothing.
        names.sort_by_key(|name| name != PLAN);
        for name in names {
            let path = folder.join(name);
            let removed = if path.is_dir() {
                fs::remove_dir_all(&path)
            } else {
                fs::remove_file(&path)
            };
            removed.map_err(failed(&path))?;
        }
        Ok(())
    }

    /// Moves an earlier run back that was being replaced when the process was killed.
    fn put_back_earlier(&self) -> Result<(), CheckpointError> {
        for name in names(self.folder())? {
            let earlier = self.folder().join(name).join(EARLIER);
            if earlier.is_dir() && !self.place.exists() {
                fs::rename(&earlier, &self.place).map_err(failed(&self.place))?;
            }
        }
        Ok(())
    }
}

fn is_ours(name: &str) -> bool {
    name == PLAN || name.starts_with(HIDDEN) || Segments::holds(name)
}
