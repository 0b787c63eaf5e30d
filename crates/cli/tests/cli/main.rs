//! The program as its users see it: contracts, exit codes, files.

mod battle;
mod bullseye;
mod bullseye_events;
mod bullseye_odds;
mod command_line;
mod exact;
mod meta;
mod odds;
mod points;
mod program;
mod ratings;
mod selfcheck;
mod sprt;
mod sweep;
mod until;
