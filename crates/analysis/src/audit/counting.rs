//! Counts decision points reached and tools taken in logged battles.

use std::collections::BTreeMap;
use std::ops::Range;

use equipoise_engine::LogEntry;
use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::CompiledPairing;

/// How often decision points were reached and tools taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Battles.
    pub(super) battles: u64,
    open: BTreeMap<&'static str, u64>,
    taken: BTreeMap<&'static str, u64>,
}

impl Counts {
    /// How often this decision point was reached.
    pub(super) fn open(&self, point: &str) -> u64 {
        self.open.get(point).copied().unwrap_or(0)
    }

    /// How often this tool was taken.
    pub(super) fn taken(&self, tool: &str) -> u64 {
        self.taken.get(tool).copied().unwrap_or(0)
    }

    /// Names of all tools that were taken.
    #[cfg(test)]
    pub(super) fn tools(&self) -> impl Iterator<Item = &'static str> {
        self.taken.keys().copied()
    }

    /// Plays battles of a pairing and counts what happens in them.
    pub(super) fn play<S: FrontEnd>(
        &mut self,
        pairing: &CompiledPairing<S>,
        battles: Range<u64>,
        state: &mut S::Battle,
    ) {
        for battle in battles {
            let bout = pairing.bout(battle);
            let mut reached = "";
            pairing.play_logged(battle, state, &mut |entry| match entry {
                LogEntry::Decision(point) => {
                    reached = point;
                    *self.open.entry(point).or_default() += 1;
                }
                LogEntry::Event(event) => {
                    let mut count = |tool| *self.taken.entry(tool).or_default() += 1;
                    (S::AUDIT.used)(bout, reached, &event, &mut count);
                }
            });
            self.battles += 1;
        }
    }

    /// Adds the counts of other battles.
    pub(super) fn merge(mut self, other: &Self) -> Self {
        self.battles += other.battles;
        for (mine, theirs) in [
            (&mut self.open, &other.open),
            (&mut self.taken, &other.taken),
        ] {
            for (&name, count) in theirs {
                *mine.entry(name).or_default() += count;
            }
        }
        self
    }
}
