//! Rule tests: given dice, given choices, the real rules path.

mod arena;
mod attack;
mod bonus;
mod command;
mod counter;
mod damage;
mod damage_parts;
mod drill;
mod engage;
mod moves;
mod odds_by_play;
mod score;
mod skills;
mod skills_points;

pub(crate) use arena::ScriptPolicy;
