//! Dice pools of tabletop wargames.
//!
//! A pool is a handful of equal dice read against a target number. This crate holds
//! their exact distributions ([`Pmf`], [`outcomes`]), samplers that draw a whole pool at once
//! ([`TableDice`]), dice that go through all outcomes ([`EveryOutcome`]) and dice with given faces
//! for tests ([`ScriptedDice`]). [`stream`] gives each
//! battle a generator of its own.
//!
//! The rules see dice only through the [`Dice`] trait, so one rules path serves
//! simulation, replay and scripted tests.

mod alias;
mod every;
mod numbered;
mod outcomes;
mod pmf;
mod pool;
mod reroll;
mod scripted;
mod seed;
mod source;
mod success;
mod table;
mod uniform;

pub use every::{EveryOutcome, PairReads, Reads};
pub use numbered::Numbered;
pub use outcomes::{faces, outcomes};
pub use pmf::{Pmf, PmfError, PoolUse};
pub use pool::{PoolShape, PoolSize, Roll, Sides};
pub use reroll::{Reroll, reroll};
pub use scripted::ScriptedDice;
pub use seed::stream;
pub use source::Dice;
pub use success::{Ones, PreparedSuccesses, SuccessPool};
pub use table::{PreparedPool, StreamDice, TableDice, Tables};
