//! What a system brings to the suite.

use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use equipoise_engine::{GameSystem, Side};
use equipoise_simulator::pairing_id;

/// Debug checks make battles some twenty times slower.
const THINNED: u64 = if cfg!(debug_assertions) { 20 } else { 1 };

/// A system as the suite sees it: the limits of its outcomes, its policies, and matchups that
/// together reach all of its rules.
pub struct Specimen<S: GameSystem> {
    /// Rounds that a battle may last.
    pub rounds: RangeInclusive<u8>,
    /// Victory points that a side may have.
    pub scores: RangeInclusive<i32>,
    /// Whether who has more victory points always wins.
    pub more_points_win: bool,
    /// Names of the ways of playing, each of which must play in some matchup.
    pub policies: Vec<&'static str>,
    /// What is played.
    pub matchups: Vec<Matchup<S>>,
    /// Folder of the recorded playthroughs.
    pub playthroughs: PathBuf,
}

/// Compiles a matchup with its first force in the seat given.
type Compile<S> = Box<dyn Fn(Side) -> <S as GameSystem>::Bout + Send + Sync>;

/// Two forces, who plays them, and how often.
pub struct Matchup<S: GameSystem> {
    /// Name in messages, and of the file of its playthrough.
    pub(crate) name: String,
    pub(crate) forces: [String; 2],
    pub(crate) policies: [&'static str; 2],
    /// Rules options or whatever else is not in the names.
    pub(crate) setting: String,
    /// Battles that are looked at one by one, and played on several numbers of threads.
    pub(crate) battles: u64,
    /// Battles from each seat that the two seats are compared by.
    pub(crate) seat_battles: u64,
    /// Whether a playthrough is recorded.
    pub(crate) recorded: bool,
    compile: Compile<S>,
}

impl<S: GameSystem> Matchup<S> {
    /// A matchup of two forces and the policies that play them, by their names. `compile` gets the
    /// seat that the first force takes. It is played 100 times; its seats are not compared, and no
    /// playthrough is recorded.
    pub fn new(
        name: impl Into<String>,
        forces: [impl Into<String>; 2],
        policies: [&'static str; 2],
        compile: impl Fn(Side) -> S::Bout + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            forces: forces.map(Into::into),
            policies,
            setting: "defaults".to_owned(),
            battles: 100,
            seat_battles: 0,
            recorded: false,
            compile: Box::new(compile),
        }
    }

    /// Says in one line what rules options the matchup was compiled with.
    #[must_use]
    pub fn under(self, setting: impl Into<String>) -> Self {
        Self {
            setting: setting.into(),
            ..self
        }
    }

    /// Plays as many battles in each check.
    #[must_use]
    pub fn playing(self, battles: u64) -> Self {
        Self { battles, ..self }
    }

    /// Compares the seats, of which the rules must give neither an edge, by as many battles from each.
    #[must_use]
    pub fn comparing_seats(self, battles: u64) -> Self {
        Self {
            seat_battles: battles,
            ..self
        }
    }

    /// Records a playthrough.
    #[must_use]
    pub fn recorded(self) -> Self {
        Self {
            recorded: true,
            ..self
        }
    }

    /// The bout with the first force in `seat`.
    pub(crate) fn bout(&self, seat: Side) -> S::Bout {
        (self.compile)(seat)
    }

    /// Both bouts, that with the first force in seat A first.
    pub(crate) fn bouts(&self) -> [S::Bout; 2] {
        Side::BOTH.map(|seat| self.bout(seat))
    }

    /// Whether a force meets itself, played alike.
    pub(crate) fn is_mirror(&self) -> bool {
        self.forces[0] == self.forces[1] && self.policies[0] == self.policies[1]
    }

    /// Number of the generator streams of its battles.
    pub(crate) fn cell(&self) -> u64 {
        pairing_id(S::NAME, &self.name, "conformance")
    }

    /// Numbers of the battles that are looked at one by one; fewer in debug builds.
    pub(crate) fn numbers(&self) -> Range<u64> {
        0..thinned(self.battles)
    }
}

/// As many battles as there is time for.
pub(crate) fn thinned(battles: u64) -> u64 {
    battles.div_ceil(THINNED)
}

/// The folder of a system's playthroughs.
pub(crate) fn playthroughs_of<S: GameSystem>() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("playthroughs")
        .join(S::NAME)
}
