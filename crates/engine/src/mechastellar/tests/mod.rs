//! Rule tests: given dice, given choices, the real rules path.

mod arena;
mod attack;
mod odds_by_play;

pub(crate) use arena::ScriptPolicy;
