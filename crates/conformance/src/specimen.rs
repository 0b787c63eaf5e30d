//! What a system brings to the suite.

use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use equipoise_engine::{GameSystem, Side};
use equipoise_simulator::pairing_id;

/// How many battles the checks play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Few enough for every change: a twentieth of the battles, at least one.
    #[default]
    Quick,
    /// All battles, and seats compared closely.
    Thorough,
}

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
    /// Battles that are looked at one by one, and played on several numbers of threads, when thorough.
    pub(crate) battles: u64,
    /// Battles from each seat that the two seats are compared by, when quick and when thorough.
    seat_battles: [u64; 2],
    effort: Effort,
    /// Whether a playthrough is recorded.
    pub(crate) recorded: bool,
    compile: Compile<S>,
}

impl<S: GameSystem> Matchup<S> {
    /// A matchup of two forces and the policies that play them, by their names. `compile` gets the
    /// seat that the first force takes. A thorough check plays it 100 times; its seats are not compared,
    /// and no playthrough is recorded.
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
            seat_battles: [0; 2],
            effort: Effort::Quick,
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

    /// Sets how many battles each thorough check plays.
    #[must_use]
    pub fn playing(self, battles: u64) -> Self {
        Self { battles, ..self }
    }

    /// Compares the seats, of which the rules must give neither an edge, by this many battles from each, by
    /// 25 times as many when thorough: with 99 % probability that finds two scores of the first force that
    /// differ by `6.1 / sqrt(battles)`.
    #[must_use]
    pub fn comparing_seats(self, battles: u64) -> Self {
        Self {
            seat_battles: [battles, 25 * battles],
            ..self
        }
    }

    /// Compares the seats by this many battles from each, only when thorough.
    #[must_use]
    pub fn comparing_seats_thoroughly(self, battles: u64) -> Self {
        Self {
            seat_battles: [0, battles],
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

    /// Battles that each check plays.
    pub(crate) fn played(&self) -> u64 {
        match self.effort {
            Effort::Quick => self.battles.div_ceil(20),
            Effort::Thorough => self.battles,
        }
    }

    /// Numbers of the battles that are looked at one by one.
    pub(crate) fn numbers(&self) -> Range<u64> {
        0..self.played()
    }

    /// Battles from each seat that the two seats are compared by; 0 if they are not.
    pub(crate) fn seat_battles(&self) -> u64 {
        self.seat_battles[self.effort as usize]
    }
}

impl<S: GameSystem> Specimen<S> {
    /// Sets how many battles the checks play.
    #[must_use]
    pub fn with_effort(mut self, effort: Effort) -> Self {
        for matchup in &mut self.matchups {
            matchup.effort = effort;
        }
        self
    }
}

/// The folder of a system's playthroughs.
pub(crate) fn playthroughs_of<S: GameSystem>() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("playthroughs")
        .join(S::NAME)
}
