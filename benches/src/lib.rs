//! Shared set-up of the benches: matchups, yardsticks, naive counterparts, fixed work.
//!
//! Every group of benches times the raw generator ([`raw_draws`]) in the same run, so that a figure
//! can be given in draws, which changes less from machine to machine than nanoseconds do, and a
//! naive counterpart of the same work ([`DieByDie`]). `scripts/ratios` finds benches by their
//! names: change both together.

mod attack;
mod bullseye;
mod counting;
mod matchups;
mod naive;
mod player;
mod sweep;
mod thirty_mm;
mod yardstick;

pub use attack::{ATTACKS, RIFLE, SampledAttack, rifle_odds};
pub use bullseye::{BULLSEYE_DUELS, bullseye_bout};
pub use counting::{Calls, CountingDice};
pub use matchups::{
    BASIC_DUELS, ELITE_DUELS, Matchup, basic_duel, battle_bout, bout, elite_duel, unit,
};
pub use naive::{DieByDie, NaiveMechaStellar};
pub use player::Player;
pub use sweep::SmallSweep;
pub use thirty_mm::{THIRTY_MM_DUELS, thirty_mm_battle, thirty_mm_duel, thirty_mm_standing_duel};
pub use yardstick::{RAW_DRAWS, generator, raw_draws};
