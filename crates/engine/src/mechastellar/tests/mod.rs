//! Rule tests: given dice, given choices, the real rules path.

mod aoe;
mod arena;
mod attack;
mod barrier;
mod bonus;
mod challenge;
mod command;
mod counter;
mod cover;
mod damage;
mod damage_parts;
mod drill;
mod engage;
mod field;
mod indirect;
mod invariants;
mod momentum;
mod moves;
mod odds_by_play;
mod policies;
mod policies_play;
mod remote;
mod rounds;
mod score;
mod skills;
mod skills_points;
mod stun;
mod targets;
mod witness;
mod witness_turn;
mod worked;

pub(crate) use arena::ScriptPolicy;
