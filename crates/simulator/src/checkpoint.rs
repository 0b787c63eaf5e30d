//! What an unfinished run has played so far, on disk.
//!
//! The checkpoint of a run is a folder beside the place of its results, of the same name with `.partial`
//! behind it: `plan.json`, a [`PlanFile`], and segments, each a table of tallies. A segment is written
//! to another name, flushed to the disk and renamed; its name holds its checksum. So at any moment the
//! folder holds whole segments only, and none of its files reads as a run.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::load::{files_of_run, read_frame};
use crate::load_error::LoadError;
use crate::plan::Plan;
use crate::plan_file::{PLAN, PlanFile};
use crate::save::{EARLIER, HIDDEN, SaveError, check_place, failed, resolve};
use crate::segment::SegmentName;
use crate::table_file::TableFile;
use crate::tallies::{read_tallies, write_tallies};
use crate::tally::Tally;

/// File that the process at work holds locked.
const LOCK: &str = "lock";
/// Behind the name of a file that is being written.
const UNFINISHED: &str = ".tmp";

/// The folder of an unfinished run, held by this process alone.
#[derive(Debug)]
pub struct Checkpoint {
    place: PathBuf,
    folder: PathBuf,
    /// Locked while the checkpoint is open; the system unlocks it however the process ends.
    lock: File,
    /// Number of the next segment.
    next: u64,
}

/// What a checkpoint holds of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// The tally of each pairing that has begun, by its place in the plan.
    pub tallies: BTreeMap<usize, Tally>,
    /// How long its battles took.
    pub elapsed: Duration,
    /// Segments that are not what was written; their battles are to be played again.
    pub damaged: Vec<PathBuf>,
}

/// Why a checkpoint cannot be opened or written.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// Something cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// Something cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Another process plays this run.
    #[error("{0}: another process is playing this run")]
    InUse(PathBuf),
    /// The folder holds something else.
    #[error("{0} does not belong to an unfinished run; move it or choose another results folder")]
    NotOurs(PathBuf),
}

impl Checkpoint {
    /// Where the checkpoint of a run lies whose results belong to `place`.
    ///
    /// # Errors
    /// When the place has no name or cannot be looked at.
    pub fn folder_of(place: &Path) -> Result<PathBuf, CheckpointError> {
        let place = resolve(place)?;
        let name = place
            .file_name()
            .ok_or_else(|| SaveError::NotARun(place.clone()))?;
        let mut name = name.to_owned();
        name.push(".partial");
        Ok(place.with_file_name(name))
    }

    /// The plan of the unfinished run that belongs to `place`; `None` if there is none.
    ///
    /// # Errors
    /// When there is a file that is no plan, or one of another schema.
    pub fn plan(place: &Path) -> Result<Option<PlanFile>, CheckpointError> {
        Ok(PlanFile::read(&Self::folder_of(place)?)?)
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
        let checkpoint = Self::lock(place, folder)?;
        checkpoint.clear()?;
        let text = plan.text().map_err(failed(&checkpoint.folder))?;
        match checkpoint.write(PLAN, text.as_bytes()) {
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
        let mut checkpoint = Self::lock(place, folder)?;
        checkpoint.put_back_earlier()?;
        let last = checkpoint.segments()?.last().map(|(name, _)| name.number);
        checkpoint.next = last.map_or(0, |last| last + 1);
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
            Self::lock(resolve(place)?, folder)?.discard()?;
        }
        Ok(())
    }

    fn lock(place: PathBuf, folder: PathBuf) -> Result<Self, CheckpointError> {
        let path = folder.join(LOCK);
        let lock = File::create(&path).map_err(failed(&path))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                place,
                folder,
                lock,
                next: 0,
            }),
            Err(TryLockError::WouldBlock) => Err(CheckpointError::InUse(folder)),
            Err(TryLockError::Error(source)) => Err(failed(&path)(source).into()),
        }
    }

    /// The folder itself. Results are prepared in it too, so that a killed process leaves nothing
    /// elsewhere.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads what has been played of this plan.
    ///
    /// # Errors
    /// When the folder or a file cannot be read; a damaged segment is no error.
    pub fn read(&self, plan: &Plan) -> Result<Played, CheckpointError> {
        let mut played = Played::default();
        for (name, path) in self.segments()? {
            let Some(rows) = read_segment(&name, &path, plan)? else {
                played.damaged.push(path);
                continue;
            };
            played.elapsed += name.elapsed;
            for (pairing, tally) in rows {
                // A later tally holds the battles of an earlier one.
                let known = played.tallies.entry(pairing).or_default();
                if tally.battles > known.battles {
                    *known = tally;
                }
            }
        }
        Ok(played)
    }

    /// Adds a segment with these tallies, played in so much time.
    ///
    /// # Errors
    /// When the segment cannot be written; the ones before it stay as they are.
    pub fn append(
        &mut self,
        plan: &Plan,
        tallies: &BTreeMap<usize, Tally>,
        elapsed: Duration,
    ) -> Result<(), CheckpointError> {
        let rows: Vec<(usize, &Tally)> = tallies.iter().map(|(&at, tally)| (at, tally)).collect();
        let mut bytes = Vec::new();
        if let Err(source) = write_tallies(&mut bytes, plan, &rows) {
            let path = self.folder.clone();
            return Err(SaveError::Parquet { path, source }.into());
        }
        let name = SegmentName::new(self.next, elapsed, &bytes);
        self.write(&name.to_string(), &bytes)?;
        self.next += 1;
        Ok(())
    }

    /// Writes the tallies that come until no more can come, a segment for each `pause`. Of the tallies of
    /// a pairing only the last counts.
    ///
    /// # Errors
    /// When a segment cannot be written.
    pub(crate) fn record(
        &mut self,
        plan: &Plan,
        played: &Receiver<(usize, Tally)>,
        pause: Duration,
    ) -> Result<(), CheckpointError> {
        let mut waiting = BTreeMap::new();
        let mut last = Instant::now();
        let mut due = last + pause;
        loop {
            let more = played.recv_timeout(due.saturating_duration_since(Instant::now()));
            let ended = more == Err(RecvTimeoutError::Disconnected);
            waiting.extend(more);
            if !ended && Instant::now() < due {
                continue;
            }
            if !waiting.is_empty() {
                self.append(plan, &waiting, last.elapsed())?;
                waiting.clear();
                last = Instant::now();
            }
            if ended {
                return Ok(());
            }
            due = Instant::now() + pause;
        }
    }

    /// Removes the checkpoint. Files of others stay, and the folder with them.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn discard(self) -> Result<(), CheckpointError> {
        self.clear()?;
        let path = self.folder.join(LOCK);
        drop(self.lock);
        fs::remove_file(&path).map_err(failed(&path))?;
        match fs::remove_dir(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::DirectoryNotEmpty => {
                Err(failed(&self.folder)(error).into())
            }
            _ => Ok(()),
        }
    }

    /// Removes what this tool has written, but for the lock.
    fn clear(&self) -> Result<(), CheckpointError> {
        self.put_back_earlier()?;
        // An earlier run is worth nothing only where another has taken its place.
        let replaced = matches!(files_of_run(&self.place), Ok(Some(_)));
        let is_safe = |name: &str| replaced || !self.folder.join(name).join(EARLIER).exists();
        let mut names = names(&self.folder)?;
        names.retain(|name| is_ours(name) && name != LOCK && is_safe(name));
        // Without a plan the rest is nothing.
        names.sort_by_key(|name| name != PLAN);
        for name in names {
            let path = self.folder.join(name);
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
        for name in names(&self.folder)? {
            let earlier = self.folder.join(name).join(EARLIER);
            if earlier.is_dir() && !self.place.exists() {
                fs::rename(&earlier, &self.place).map_err(failed(&self.place))?;
            }
        }
        Ok(())
    }

    /// The segments in the order in which they were written.
    fn segments(&self) -> Result<Vec<(SegmentName, PathBuf)>, CheckpointError> {
        let named = |name: String| Some((name.parse().ok()?, self.folder.join(name)));
        let mut segments: Vec<(SegmentName, PathBuf)> =
            names(&self.folder)?.into_iter().filter_map(named).collect();
        segments.sort_by_key(|(name, _)| name.number);
        Ok(segments)
    }

    /// Writes a file that is there as a whole or not at all, whatever happens.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), SaveError> {
        let path = self.folder.join(name);
        let unfinished = self.folder.join(format!("{name}{UNFINISHED}"));
        let written = write_through(&unfinished, bytes)
            .and_then(|()| fs::rename(&unfinished, &path))
            .and_then(|()| flush_folder(&self.folder));
        written.map_err(|source| {
            // Nothing is lost if it stays.
            let _ = fs::remove_file(&unfinished);
            failed(&path)(source)
        })
    }
}

/// What a segment holds; `None` if it is damaged or of another plan.
fn read_segment(
    name: &SegmentName,
    path: &Path,
    plan: &Plan,
) -> Result<Option<Vec<(usize, Tally)>>, LoadError> {
    let bytes = fs::read(path).map_err(LoadError::io(path))?;
    if !name.fits(&bytes) {
        return Ok(None);
    }
    let table = read_frame(path).ok();
    Ok(table.and_then(|table| read_tallies(&TableFile::new(path.to_owned(), table), plan).ok()))
}

fn names(folder: &Path) -> Result<Vec<String>, CheckpointError> {
    let cannot = LoadError::io(folder);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(&cannot)? {
        let name = entry.map_err(&cannot)?.file_name();
        names.push(name.to_string_lossy().into_owned());
    }
    Ok(names)
}

fn is_ours(name: &str) -> bool {
    name == PLAN
        || name == LOCK
        || name.ends_with(UNFINISHED)
        || name.starts_with(HIDDEN)
        || name.parse::<SegmentName>().is_ok()
}

fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes a renaming last; only Unix has folders that can be flushed.
fn flush_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
