//! Every game passes every check.
//!
//! `EQUIPOISE_BLESS=1 cargo test -p equipoise-conformance recorded_playthroughs` records the
//! playthroughs anew; look at their difference before you commit it.

use equipoise_conformance::{Check, Effort, registry, systems};

/// Checks every game and names all that fail.
fn every_system(check: Check) {
    check_all(&[check], Effort::Quick);
}

fn check_all(checks: &[Check], effort: Effort) {
    let systems = systems::all(effort);
    let faults = systems.iter().flat_map(|system| {
        checks
            .iter()
            .filter_map(|&check| system.check(check).err())
            .map(|fault| fault.to_string())
    });
    let faults: Vec<String> = faults.collect();
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

/// With 99 % probability finds two scores from the two seats of a MechaStellar or Bullseye duel that differ by
/// 3 points of 100; of a skirmish of MechaStellar, by 19.
#[test]
fn no_seat_has_an_edge() {
    every_system(Check::Seats);
}

#[test]
#[ignore = "statistical: 41,000,000 battles; false alarm 9e-7; finds seats of a duel 0.6 points apart, of a battle 9"]
fn every_check_holds_when_thorough() {
    check_all(&Check::ALL, Effort::Thorough);
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
        for system in systems::all(Effort::Quick) {
            system.record().expect("the playthroughs can be written");
        }
    }
    every_system(Check::Playthroughs);
}

#[test]
fn every_game_has_a_specimen_and_is_listed() {
    let folder = registry::games_folder();
    let systems = systems::all(Effort::Quick);
    let specimens: Vec<&str> = systems.iter().map(|system| system.name()).collect();
    registry::check(&specimens, "crates/conformance/src/systems", &folder).expect("specimens");
    let games: Vec<&str> = equipoise_analysis::games::names().collect();
    registry::check(&games, "crates/analysis/src/games.rs", &folder).expect("the list of games");
}
