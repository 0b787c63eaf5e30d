//! One battle of a plan, with everything that happened in it.

use equipoise_engine::{GameSystem, LogEntry, Narrate, Outcome, Side};

use crate::compiled::CompiledPairing;

/// One battle, event by event.
pub struct Replay<E> {
    /// How it ended; side A is contestant a, whatever its seat.
    pub outcome: Outcome,
    /// Seat of contestant a.
    pub seat_of_a: Side,
    /// What happened, in order; sides are seats.
    pub events: Vec<E>,
}

/// Plays battle number `battle` of a pairing, exactly as any run with the same seed plays it.
#[must_use]
pub fn replay<S: GameSystem>(pairing: &CompiledPairing<S>, battle: u64) -> Replay<S::Event> {
    let mut events = Vec::new();
    let outcome = pairing.play_logged(battle, &mut S::Battle::default(), &mut |entry| {
        if let LogEntry::Event(event) = entry {
            events.push(event);
        }
    });
    Replay {
        outcome,
        seat_of_a: pairing.seat_of_a(battle),
        events,
    }
}

/// The lines of a replay, in the words of the system.
#[must_use]
pub fn narrate<S: Narrate>(
    pairing: &CompiledPairing<S>,
    battle: u64,
    replay: &Replay<S::Event>,
) -> Vec<String> {
    let bout = pairing.bout(battle);
    replay
        .events
        .iter()
        .map(|event| S::narrate(bout, event))
        .collect()
}
