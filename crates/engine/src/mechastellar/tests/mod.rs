//! Rule tests: given dice, given choices, the real rules path.

mod arena;
mod attack;
mod bonus;
mod challenge;
mod command;
mod counter;
mod damage;
mod damage_parts;
mod drill;
mod engage;
mod invariants;
mod momentum;
mod moves;
mod odds_by_play;
mod policies;
mod policies_play;
mod rounds;
mod score;
mod skills;
mod skills_points;
mod targets;
mod witness;
mod worked;

pub(crate) use arena::ScriptPolicy;
