//! Rules against scripted dice, hand-worked numbers and invariants of random battles.

/// A value with some of its fields set anew.
macro_rules! with {
    ($value:expr, $($field:ident: $new:expr),+) => {{
        let mut value = $value;
        let changed = &mut value;
        $(changed.$field = $new;)+
        value
    }};
}

mod arena;
mod attacks;
mod beliefs;
mod bids;
mod catalogue;
mod damage;
mod data;
mod dice;
mod exact;
mod extra_actions;
mod invariants;
mod moves;
mod orders;
mod policies;
mod rounds;
mod script;
mod setup;
mod standing;
mod thrown_odds;
mod victory;
mod witness;
