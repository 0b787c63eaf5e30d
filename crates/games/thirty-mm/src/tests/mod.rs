//! Rules against hand-worked numbers, scripted dice and exact odds.

mod arena;
mod attacks;
mod battles;
mod board;
mod catalogue;
mod commands;
mod drones;
mod exact;
mod grapples;
mod losses;
mod missions;
mod mistakes;
mod moves;
mod narration;
mod odds;
mod policies;
mod rolls;
mod scenarios;
mod sheets;
mod sight;
mod stances;
mod statuses;
mod structures;
mod terrain;
mod throws;
mod turns;
