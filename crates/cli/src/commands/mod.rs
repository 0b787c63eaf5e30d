//! One module per command.

pub(crate) mod audit;
pub(crate) mod baseline;
pub(crate) mod battle;
pub(crate) mod change;
pub(crate) mod chart;
pub(crate) mod compare;
pub(crate) mod coverage;
pub(crate) mod duel;
pub(crate) mod gate;
pub(crate) mod ladder;
pub(crate) mod list;
pub(crate) mod merge;
pub(crate) mod meta;
pub(crate) mod odds;
pub(crate) mod points;
pub(crate) mod ratings;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod schema;
pub(crate) mod selfcheck;
pub(crate) mod sprt;
pub(crate) mod sweep;
pub(crate) mod validate;
