//! The program as its users see it: contracts, exit codes, files.

mod battle;
mod bullseye;
mod bullseye_events;
mod bullseye_odds;
mod chart;
mod command_line;
mod compare;
mod exact;
mod gate;
mod meta;
mod odds;
mod points;
mod program;
mod ratings;
mod report;
mod resume;
mod sampled;
mod selfcheck;
mod shards;
mod sprt;
mod sweep;
mod trace;
mod unfinished;
mod until;
mod variant;
mod whatif;
