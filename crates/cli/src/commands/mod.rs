//! One module per command.

pub(crate) mod battle;
pub(crate) mod coverage;
pub(crate) mod duel;
mod exact_duel;
pub(crate) mod list;
pub(crate) mod meta;
pub(crate) mod points;
pub(crate) mod ratings;
pub(crate) mod replay;
pub(crate) mod schema;
pub(crate) mod selfcheck;
pub(crate) mod sprt;
pub(crate) mod sweep;
pub(crate) mod validate;
