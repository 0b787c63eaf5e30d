//! Every game passes every check.
//!
//! `EQUIPOISE_BLESS=1 cargo test -p equipoise-conformance --test conformance` records the
//! playthroughs anew; look at their difference before you commit it.

use equipoise_conformance::{Check, registry, systems};

/// Checks every game and names all that fail.
fn every_system(check: Check) {
    let systems = systems::all();
    let faults = systems
        .iter()
        .filter_map(|system| system.check(check).err());
    let faults: Vec<String> = faults.map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_battle_keeps_the_invariants_of_its_system() {
    every_system(Check::Invariants);
}

#[test]
fn a_replay_is_the_battle_that_was_run() {
    every_system(Check::Replay);
}

#[test]
fn memory_that_is_used_again_leaves_no_trace() {
    every_system(Check::Scratch);
}

#[test]
fn swapping_the_contestants_swaps_the_result_exactly() {
    every_system(Check::Swap);
}

#[test]
fn no_seat_has_an_edge() {
    every_system(Check::Seats);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    every_system(Check::Threads);
}

#[test]
fn every_decision_point_is_reached() {
    every_system(Check::Decisions);
}

#[test]
fn the_recorded_playthroughs_go_as_they_went() {
    if std::env::var_os("EQUIPOISE_BLESS").is_some() {
        for system in systems::all() {
            system.record().expect("the playthroughs can be written");
        }
    }
    every_system(Check::Playthroughs);
}

#[test]
fn every_game_has_a_specimen_and_is_listed() {
    let folder = registry::games_folder();
    let systems = systems::all();
    let specimens: Vec<&str> = systems.iter().map(|system| system.name()).collect();
    registry::check(&specimens, "crates/conformance/src/systems", &folder).expect("specimens");
    let games: Vec<&str> = equipoise_analysis::games::names().collect();
    registry::check(&games, "crates/analysis/src/games.rs", &folder).expect("the list of games");
}
