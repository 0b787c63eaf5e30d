//! Plays plans of battles in parallel and tallies them exactly.
//!
//! A [`Plan`] names pairings, battles per pairing, when a pairing may end earlier ([`Stopping`]) and
//! the master seed. [`run`] plays it and
//! returns one [`Tally`] of whole numbers per pairing: a function of the plan alone, the same
//! bits on any number of threads, which [`digest`] checks. [`Tables`] turns tallies into estimates
//! with intervals; [`Staged`] writes them as Parquet beside a [`Manifest`], all or nothing, and
//! [`load`] reads them back. The format is described by [`schema`].
//!
//! Each battle has a generator stream of its own, named by seed, pairing and number of the
//! battle. So [`replay`] plays any battle alone, and the same battle under changed rules can be
//! set against it on the same dice. Setting up a stream costs less than one hundredth of a battle.
//!
//! [`run_recorded`] also writes a row for each battle into a Parquet file. [`run_with`] plays battles in which players
//! outside of the program decide ([`Guests`]).
//!
//! [`run_within`] plays pairings for as long as any other question about each is open, within a budget.
//!
//! Nothing in here knows a game system: see `GameSystem` in the engine.

pub mod schema;

mod add_files;
mod armies;
mod budget;
mod checkpoint;
mod columns;
mod compiled;
mod control;
mod digest;
mod guests;
mod kept;
mod load;
mod load_error;
mod manifest;
mod margins;
mod observe;
mod paired;
mod pairings;
mod plan;
mod plan_file;
mod records;
mod records_file;
mod replay;
mod resumable;
mod run;
mod save;
mod schedule;
mod segment;
mod segments;
mod shard;
mod stopping;
mod table_file;
mod tables;
mod tallies;
mod tally;
mod trace;
mod unfinished;
mod units;
mod variants;

pub use add_files::add_files;
pub use armies::{Army, HANDICAP, Muster, MusterError};
pub use budget::run_within;
pub use checkpoint::Checkpoint;
pub use compiled::CompiledPairing;
pub use control::{Control, NoProgress, Progress, RunError};
pub use digest::{content_sha256, digest, observed_digest, plan_digest};
pub use guests::Guests;
pub use kept::Kept;
pub use load::{MANIFEST, SavedRun, load, load_tallies, read_manifest, read_manifest_or_shard};
pub use load_error::LoadError;
pub use manifest::{Decided, Manifest, Provenance, Stopped, Until};
pub use margins::{Bin, Margins};
pub use observe::{Observed, run_observed};
pub use paired::run_paired;
pub use pairings::{SavedPairing, load_pairings};
pub use plan::{Contestant, DatasetId, Pairing, Plan, PlanError, ScoreWords, Setting, pairing_id};
pub use plan_file::{Difference, PLAN_SCHEMA, PlanFile, PlanIdentity};
pub use records::{RecordError, run_recorded, run_with};
pub use records_file::{Records, RecordsFile};
pub use replay::{Replay, narrate, replay, replay_with};
pub use resumable::{ResumableError, run_resumable, to_extend};
pub use run::{run, run_on};
pub use save::{SaveError, Staged};
pub use schedule::schedule;
pub use segments::{CheckpointError, Played, Segments};
pub use shard::Shard;
pub use stopping::{CONFIDENCE, Stopping};
pub use tables::{TableError, Tables, moments, score_a};
pub use tally::{Sums, Tally};
pub use trace::run_traced;
pub use units::{SavedUnit, load_units};
pub use variants::{Variation, run_variants};
