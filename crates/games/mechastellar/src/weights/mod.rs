//! Weights of the greedy policy: what it sets against what.
//!
//! Their values are data, `weights/greedy.toml` of this crate, which tells where they come from;
//! `docs/tuning.md` says how they are found anew. A bout holds a copy of its own for each side.

mod file;
mod values;

pub use file::{Origin, WeightsFile};
pub use values::{CountsIn, Weight, Weights};

#[cfg(test)]
mod tests;
