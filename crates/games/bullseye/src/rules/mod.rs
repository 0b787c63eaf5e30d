//! The rules, and what they compile of the data: from sectors and walks to a whole battle.

mod attack;
pub(crate) mod bout;
pub(crate) mod chances;
pub(crate) mod decision;
pub(crate) mod event;
pub(crate) mod game;
mod hit;
mod initiative;
pub(crate) mod map;
pub(crate) mod piece;
mod play;
pub(crate) mod sectors;
pub(crate) mod stability;
pub(crate) mod state;
mod turn;
pub(crate) mod unit;
pub(crate) mod view;
mod walks;
