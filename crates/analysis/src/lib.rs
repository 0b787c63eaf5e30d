//! Questions of game balance as library calls.
//!
//! Each question is a module with a request, a function and a result:
//!
//! | question | function |
//! |---|---|
//! | What are the exact odds of one attack? | [`odds()`] |
//! | How does one unit fare against another? | [`duel()`] |
//! | What happens in one battle of a duel? | [`replay()`] |
//! | How does a scenario go? | [`battle()`] |
//! | How does everyone fare against everyone, or against a gauntlet? | [`sweep`] |
//! | What is each unit worth? | [`points()`] |
//! | What should every profile of a grid cost? | [`price_map()`] |
//! | What does a change of a unit, or of a rule, do? | [`variant`](change::variant()), [`whatif`](change::whatif()) |
//! | What changed between two runs? | [`compare()`] |
//! | Is balance still where a baseline found it? | [`baseline()`], [`gate()`] |
//! | Which units are worth picking? | [`meta()`] |
//! | How strong are units, from games of people? | [`ratings()`] |
//! | Do games decide between two Elo differences? | [`sprt()`] |
//! | How well do sides play? | [`play_audit()`] |
//! | How well do policies play against each other? | [`ladder()`] |
//! | Does the program agree with itself? | [`selfcheck()`], [`coverage()`] |
//! | What is there to choose from, and is a dataset sound? | [`list()`], [`validate()`], [`schema()`] |
//!
//! A request is a plain value that serde reads and writes; most begin with a [`GameRequest`]: game,
//! dataset, policies, rules options and seed. A result is a typed value that serde writes, with the
//! interval of every estimate. It is a function of request and dataset alone: the same bits on any
//! number of threads.
//!
//! What changes no result is in a [`Control`]: worker threads, and a [`Watch`] that shows progress,
//! takes notes and interrupts. A front end brings its own watch; [`Control::silent`] has none. Front ends
//! also make texts and charts of results, and map an [`Error`] to an exit code or an exception.
//!
//! ```
//! use equipoise_analysis::duel::{DuelRequest, DuelResult, duel};
//! use equipoise_analysis::{Control, GameRequest, Goal};
//!
//! let game = GameRequest::new("mechastellar").played_by("greedy");
//! let request = DuelRequest {
//!     goal: Goal::Runs(1_000),
//!     ..DuelRequest::new(game, "White Asura", "Blue Djinn")
//! };
//! let DuelResult::Sampled(result) = duel(&request, Control::silent())? else {
//!     unreachable!("a fixed number of battles is played");
//! };
//! assert_eq!(result.fought.battles, 1_000);
//! let score = &result.fought.score_a;
//! assert!(score.low < score.high);
//! # Ok::<(), equipoise_analysis::Error>(())
//! ```
//!
//! [`games`] lists the games. Adding one is a page of the documentation, `docs/adding-a-game.md`.

mod control;
mod dataset_files;
mod error;
mod game;
mod goal;
mod guests;
mod league;
mod making;
mod names;
mod records;
mod request;
mod result;
mod scenario_files;

pub mod audit;
pub mod baseline;
pub mod battle;
pub mod change;
pub mod compare;
pub mod coverage;
pub mod duel;
pub mod games;
pub mod gate;
pub mod ladder;
pub mod list;
pub mod meta;
pub mod odds;
pub mod points;
pub mod prices;
pub mod ratings;
pub mod replay;
pub mod roundings;
pub mod schema;
pub mod selfcheck;
pub mod sprt;
pub mod sweep;
pub mod validate;

pub use audit::play_audit;
pub use baseline::baseline;
pub use battle::{battle, battle_recorded, battle_with};
pub use change::{variant, whatif};
pub use compare::compare;
pub use control::{Control, Silent, Watch, Work};
pub use coverage::coverage;
pub use duel::{duel, duel_recorded, duel_with};
pub use error::Error;
pub use gate::gate;
pub use goal::Goal;
pub use guests::Guest;
pub use ladder::ladder;
pub use list::list;
pub use making::MakingChange;
pub use meta::meta;
pub use names::{on_one_line, quoted};
pub use odds::odds;
pub use points::points;
pub use prices::{price_map, price_map_kept};
pub use ratings::ratings;
pub use replay::replay;
pub use request::{GameRequest, Grid};
pub use result::{
    Fought, Interval, Limits, Mean, Named, OfBoth, OldNew, PlayedBy, PlayedIn, RESULT_SCHEMA,
    Score, Spread,
};
pub use schema::schema;
pub use selfcheck::selfcheck;
pub use sprt::sprt;
pub use validate::validate;
