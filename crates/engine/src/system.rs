//! The interface between the rules of a game and everything that plays them.

use std::fmt;

use equipoise_dice::{Dice, StreamDice};
use serde::{Deserialize, Serialize};

/// One of the two sides of a battle; also its seat: `A` is listed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side listed first.
    A,
    /// The side listed second.
    B,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Position in arrays of two.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

/// How one battle ended, in numbers every system has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// Victory points per side.
    pub score: [i32; 2],
    /// Rounds played.
    pub rounds: u8,
}

/// A game system: plays a matchup, compiled once, many times.
pub trait GameSystem: Sized {
    /// Forces, table, options and policies resolved to indices and tables; immutable.
    type Bout: Sync;
    /// Scratch state of one battle, reused so that the hot loop does not allocate.
    type Battle: Default + Send;
    /// What a decider keeps from battle to battle beside the state of a battle, such as decisions of
    /// policies it has seen before; `()` in a system that keeps nothing. It changes no result.
    type Memo: Default + Send;
    /// What the rules report to a [`Log`].
    type Event;

    /// Name used in files and on the command line.
    const NAME: &'static str;

    /// Plays one battle from set-up to scoring; the policies of the bout decide.
    fn play<D: Dice, L: Log<Self::Event>>(
        bout: &Self::Bout,
        battle: &mut Self::Battle,
        dice: &mut D,
        log: &mut L,
    ) -> Outcome;

    /// Plays the same battle without a log, as a simulation does a million times; a memo may decide
    /// in place of the policies, as they would. Written out by each system, it is compiled once,
    /// beside the rules it calls, and not again by every user.
    fn run(bout: &Self::Bout, scratch: &mut Scratch<Self>, dice: &mut StreamDice) -> Outcome {
        Self::play(bout, &mut scratch.battle, dice, &mut NoLog)
    }

    /// Plays the same battle and passes each event and decision to `listen` as it comes. Written out
    /// by each system, as [`run`](Self::run) is, so that no user compiles the rules again for a log of
    /// its own.
    fn play_logged(
        bout: &Self::Bout,
        battle: &mut Self::Battle,
        dice: &mut StreamDice,
        listen: &mut dyn FnMut(LogEntry<Self::Event>),
    ) -> Outcome {
        Self::play(bout, battle, dice, &mut Listener(listen))
    }
}

/// Memory for battles one after the other.
#[derive(Debug)]
pub struct Scratch<S: GameSystem> {
    /// The state of the battle that was played last.
    pub battle: S::Battle,
    /// What the decider keeps.
    pub memo: S::Memo,
}

impl<S: GameSystem> Default for Scratch<S> {
    fn default() -> Self {
        Self {
            battle: S::Battle::default(),
            memo: S::Memo::default(),
        }
    }
}

/// Observed quantities of a battle beyond its outcome, as integers that tallies can add up.
pub trait Observe: GameSystem {
    /// How many quantities a side has; the same for both seat orders of a matchup.
    fn quantities(bout: &Self::Bout, side: Side) -> usize;

    /// Records every quantity of both sides: side, number of the quantity, value.
    fn observe(bout: &Self::Bout, battle: &Self::Battle, record: impl FnMut(Side, usize, i64));
}

/// Turns events into lines a player can read.
pub trait Narrate: GameSystem {
    /// One readable line, without a line break.
    fn narrate(bout: &Self::Bout, event: &Self::Event) -> String;
}

/// The decision points of a system: every place where the rules give a player a choice.
///
/// The rules report a point to the log whenever a policy decides there, so that a test can check that
/// every choice of the rules is reached. A log that is not [silent](Log::SILENT) receives every
/// decision of the battle; decisions that a policy simulates while looking ahead are not part of it.
pub trait Decide: GameSystem {
    /// The points, each once, in the order of the rules.
    const POINTS: &'static [&'static str];
}

/// Receives the events of a battle.
///
/// The event is built by a closure, so a log that does nothing costs nothing.
pub trait Log<E> {
    /// Whether the log discards everything, so that details needed only for events can be skipped.
    const SILENT: bool = false;

    /// Records one event.
    fn record(&mut self, event: impl FnOnce() -> E);

    /// Records that a policy decides at a decision point, one of [`Decide::POINTS`].
    #[inline(always)]
    fn decision(&mut self, _point: &'static str) {}
}

/// A log that discards everything and compiles away.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLog;

impl<E> Log<E> for NoLog {
    const SILENT: bool = true;

    #[inline(always)]
    fn record(&mut self, _event: impl FnOnce() -> E) {}
}

/// What the rules report to a [`Log`], as a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogEntry<E> {
    /// A policy decides at a decision point, one of [`Decide::POINTS`].
    Decision(&'static str),
    /// Something happened.
    Event(E),
}

/// A log that passes everything on to a function.
pub struct Listener<'a, E>(pub &'a mut dyn FnMut(LogEntry<E>));

impl<E> fmt::Debug for Listener<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

impl<E> Log<E> for Listener<'_, E> {
    fn record(&mut self, event: impl FnOnce() -> E) {
        (self.0)(LogEntry::Event(event()));
    }

    fn decision(&mut self, point: &'static str) {
        (self.0)(LogEntry::Decision(point));
    }
}

/// A log that keeps every event, in order.
#[derive(Clone, Debug)]
pub struct Transcript<E>(pub Vec<E>);

impl<E> Default for Transcript<E> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<E> Log<E> for Transcript<E> {
    fn record(&mut self, event: impl FnOnce() -> E) {
        self.0.push(event());
    }
}

/// The values of the events of a transcript that match a pattern, in order.
///
/// ```
/// let events = [Some(3), None, Some(5)];
/// let doubled: Vec<i32> = equipoise_engine::matching!(events, Some(n) => 2 * n);
/// assert_eq!(doubled, [6, 10]);
/// ```
#[macro_export]
macro_rules! matching {
    ($events:expr, $pattern:pat => $value:expr) => {
        $events
            .iter()
            .filter_map(|event| match event {
                $pattern => Some($value),
                _ => None,
            })
            .collect()
    };
}
