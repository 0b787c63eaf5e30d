//! Every question of balance as a library call.
//!
//! A request, a plain value that serde reads and writes, goes in; a typed result that serde writes
//! comes out. Texts, charts, exit codes and exceptions are made by the front ends. A result is a
//! function of its request and the dataset alone: the same bits on any number of threads.
//!
//! [`Control`] says how to run: worker threads, and a [`Watch`] that shows progress, takes notes and
//! interrupts. [`games`] lists the games there are.

mod control;
mod dataset_files;
mod error;
mod game;
mod goal;
mod league;
mod making;
mod names;
mod request;
mod result;
mod scenario_files;

pub mod baseline;
pub mod battle;
pub mod change;
pub mod compare;
pub mod duel;
pub mod games;
pub mod gate;
pub mod meta;
pub mod points;
pub mod ratings;
pub mod replay;
pub mod sprt;
pub mod sweep;

pub use baseline::baseline;
pub use battle::battle;
pub use change::{variant, whatif};
pub use compare::compare;
pub use control::{Control, Silent, Watch, Work};
pub use dataset_files::{check as check_dataset, read as read_dataset};
pub use duel::duel;
pub use error::Error;
pub use game::{Game, policy, score_words};
pub use gate::gate;
pub use goal::Goal;
pub use making::MakingChange;
pub use meta::meta;
pub use names::{on_one_line, quoted};
pub use points::points;
pub use ratings::ratings;
pub use replay::replay;
pub use request::{GameRequest, Grid};
pub use result::{
    Interval, Limits, Mean, Named, OfBoth, OldNew, PlayedBy, PlayedIn, RESULT_SCHEMA, Score, Spread,
};
pub use scenario_files::{Checked, check as check_scenarios, named as named_scenarios};
pub use sprt::sprt;
