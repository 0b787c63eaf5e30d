//! Rule tests: given dice, given choices, the real rules path.

/// A value with some of its fields set anew.
macro_rules! with {
    ($value:expr, $($field:ident: $new:expr),+) => {{
        let mut value = $value;
        let changed = &mut value;
        $(changed.$field = $new;)+
        value
    }};
}

/// The standard options on the book's hexmap of 4 in, whose hexes these tests count.
fn hexmap() -> crate::options::Options {
    with!(crate::options::Options::default(), hex_in: crate::options::HexSize::Four)
}

mod answers;
mod aoe;
mod arena;
mod attack;
mod attacks_bought;
mod barrier;
mod behaviour;
mod belief;
mod bonus;
mod bookkeeper;
mod challenge;
mod challenging;
mod chances;
mod climb;
mod command;
mod commanders;
mod confront;
mod control;
mod counter;
mod cover;
mod crash;
mod damage;
mod damage_parts;
mod debris;
mod drill;
mod engage;
mod exact;
mod field;
mod fleets;
mod highly_skilled;
mod indirect;
mod instincts;
mod invariants;
mod invariants_battles;
mod invariants_bought;
mod lead;
mod lead_pools;
mod momentum;
mod morale;
mod moves;
mod odds_by_play;
mod parts;
mod perks_bought;
mod places;
mod policies;
mod policies_play;
mod policies_weapons;
mod push;
mod rampage;
mod reform;
mod remote;
mod reserves;
mod retreat;
mod rounds;
mod score;
mod scoring;
mod script;
mod search;
mod secondary;
mod secondary_places;
mod secondary_sets;
mod secure;
mod sense;
mod ships;
mod skills;
mod skills_points;
mod solo;
mod solo_kaiju;
mod solo_targets;
mod squads;
mod stun;
mod support;
mod targets;
mod terrain;
mod thrown_odds;
mod traits;
mod traits_aces;
mod traits_captains;
mod traits_turns;
mod transform;
mod trial;
mod upgrade;
mod upgrade_points;
mod waves;
mod witness;
mod witness_squad;
mod witness_turn;
mod worked;
mod worked_battles;

pub(crate) use script::ScriptPolicy;
