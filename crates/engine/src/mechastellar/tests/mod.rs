//! Rule tests: given dice, given choices, the real rules path.

mod arena;
mod attack;

pub(crate) use arena::ScriptPolicy;
