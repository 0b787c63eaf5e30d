//! The rules of play: rolls, the board, the state of units, a unit's turn.

pub(crate) mod attack;
pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod command;
pub(crate) mod damage;
pub(crate) mod deploy;
pub(crate) mod deviation;
pub(crate) mod drone_unit;
pub(crate) mod drones;
pub(crate) mod event;
pub(crate) mod facing;
pub(crate) mod game;
pub(crate) mod grapple;
pub(crate) mod moves;
pub(crate) mod redundancy;
pub(crate) mod refusal;
pub(crate) mod scoring;
pub(crate) mod setup;
pub(crate) mod sight;
pub(crate) mod stance;
pub(crate) mod state;
pub(crate) mod status;
pub(crate) mod structure;
pub(crate) mod terrain;
pub(crate) mod turn;
pub(crate) mod view;
