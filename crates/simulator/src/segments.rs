//! Tallies in a folder, a table for each time that some were written.
//!
//! A segment is written to another name, flushed to the disk and renamed; its name holds its checksum. So at any
//! moment the folder holds whole segments only.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::load::read_frame;
use crate::load_error::LoadError;
use crate::plan::Plan;
use crate::save::{SaveError, failed};
use crate::segment::SegmentName;
use crate::table_file::TableFile;
use crate::tallies::{Beyond, read_tallies, write_tallies};
use crate::tally::Tally;

/// File that the process at work holds locked.
const LOCK: &str = "lock";
/// Behind the name of a file that is being written.
const UNFINISHED: &str = ".tmp";

/// The segments in a folder, which this process alone adds to.
#[derive(Debug)]
pub struct Segments {
    folder: PathBuf,
    /// Locked while the folder is open; the system unlocks it however the process ends.
    lock: File,
    /// Number of the next segment.
    next: u64,
}

/// What segments hold of a plan.
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
    /// Another process adds to these battles.
    #[error("{0}: another process is playing these battles")]
    InUse(PathBuf),
    /// The folder holds something else.
    #[error("{0} does not belong to an unfinished run; move it or choose another results folder")]
    NotOurs(PathBuf),
}

impl Segments {
    /// Opens a folder, which must be there.
    pub(crate) fn open(folder: PathBuf) -> Result<Self, CheckpointError> {
        let path = folder.join(LOCK);
        let lock = File::create(&path).map_err(failed(&path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CheckpointError::InUse(folder)),
            Err(TryLockError::Error(source)) => return Err(failed(&path)(source).into()),
        }
        let mut segments = Self {
            folder,
            lock,
            next: 0,
        };
        let last = segments.all()?.last().map(|(name, _)| name.number);
        segments.next = last.map_or(0, |last| last + 1);
        Ok(segments)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether a file of this name in such a folder is the lock.
    pub(crate) fn is_lock(name: &str) -> bool {
        name == LOCK
    }

    /// Whether a file of this name in such a folder is a segment, the beginning of a file, or the lock.
    pub(crate) fn holds(name: &str) -> bool {
        Self::is_lock(name) || name.ends_with(UNFINISHED) || name.parse::<SegmentName>().is_ok()
    }

    /// Reads what has been played of this plan.
    pub(crate) fn read(&self, plan: &Plan, beyond: Beyond) -> Result<Played, CheckpointError> {
        let mut played = Played::default();
        for (name, path) in self.all()? {
            let Some(rows) = read_segment(&name, &path, plan, beyond)? else {
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

    /// Adds a segment. Tallies are keyed by the index of their pairing in the plan; `elapsed` is how long their battles
    /// took.
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

    /// Unlocks the folder and removes the lock's file.
    pub(crate) fn unlock(self) -> Result<(), SaveError> {
        let path = self.folder.join(LOCK);
        drop(self.lock);
        fs::remove_file(&path).map_err(failed(&path))
    }

    /// Writes a file that is there as a whole or not at all, whatever happens.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), SaveError> {
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

    /// The segments in the order in which they were written.
    fn all(&self) -> Result<Vec<(SegmentName, PathBuf)>, CheckpointError> {
        let named = |name: String| Some((name.parse().ok()?, self.folder.join(name)));
        let mut segments: Vec<(SegmentName, PathBuf)> =
            names(&self.folder)?.into_iter().filter_map(named).collect();
        segments.sort_by_key(|(name, _)| name.number);
        Ok(segments)
    }
}

/// What a segment holds; `None` if it is damaged or of another plan.
fn read_segment(
    name: &SegmentName,
    path: &Path,
    plan: &Plan,
    beyond: Beyond,
) -> Result<Option<Vec<(usize, Tally)>>, LoadError> {
    let bytes = fs::read(path).map_err(LoadError::io(path))?;
    if !name.fits(&bytes) {
        return Ok(None);
    }
    let Ok(table) = read_frame(path) else {
        return Ok(None);
    };
    let file = TableFile::new(path.to_owned(), table);
    Ok(read_tallies(&file, plan, beyond).ok())
}

/// Names of the files in a folder.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>, CheckpointError> {
    let cannot = LoadError::io(folder);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(&cannot)? {
        let name = entry.map_err(&cannot)?.file_name();
        names.push(name.to_string_lossy().into_owned());
    }
    Ok(names)
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
