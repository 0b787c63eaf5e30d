//! Ways to the same results in less time: the decision cache and exact duels.

/// The pattern of a struct in a key of the decision cache: the fields that are read; then, behind
/// the semicolon, those that are not. All are named, so that a new field fails to compile until it is
/// decided.
macro_rules! fields {
    (UnitState: $($read:ident $(: $name:ident)?),+; $($blank:ident),+) => {
        UnitState {
            $($read $(: $name)?,)+
            $($blank: _,)+
            // None of these in a cacheable bout: terrain, ships, squads, reserves, perks.
            leader: _, reserve: _, aboard: _, sunk: _, wreck: _, mode: _, dice_lost: _,
            all_weapons: _, anti_air: _, orders: _, repaired: _, repairs: _,
            // Nor more enemies than one.
            attacked_by: _,
            // Nor traits.
            free_focus: _, perks_left: _, skills: _,
            // For observers.
            damage_dealt: _, vp_earned: _,
        }
    };
    (Turn: $($read:ident),+; $($blank:ident),+) => {
        Turn {
            $($read,)+
            $($blank: _,)+
            // None of these in a cacheable bout: traits.
            quarry: _, engages: _, dared: _, galvanized: _, tuned: _, readied: _,
        }
    };
    (Battle: $($read:ident),+; $($blank:ident),+) => {
        Battle {
            $($read,)+
            $($blank: _,)+
            // None of these in a cacheable bout: terrain, control points, ships, squads, a mode.
            razed: _, thrown: _, wrecks: _, crowd: _, owners: _, former: _, progress: _,
            // Nor secondary objectives.
            secondary: _,
            // For observers.
            momentum_by_round: _, points_by_round: _,
        }
    };
    ($struct:ident: $($read:ident),+; $($blank:ident),+) => {
        $struct { $($read,)+ $($blank: _,)+ }
    };
}

pub(crate) mod action_key;
pub(crate) mod cache;
pub(crate) mod cacheable;
pub(crate) mod clash_facts;
pub(crate) mod exact;
pub(crate) mod memo;
pub(crate) mod plan_key;
pub(crate) mod situation;
pub(crate) mod strike_key;

mod bits;
