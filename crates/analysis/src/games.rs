//! The games there are.

use equipoise_engine::OptionInfo;
use equipoise_engine::front_end::{Argument, FrontEnd, Policy as _, RulesOptions as _};

use crate::error::Error;

/// Makes [`GAMES`] and `with_game!` from the list of games.
macro_rules! games {
    ($($game:path),+ $(,)?) => {
        /// Every game, the default first.
        pub static GAMES: &[GameInfo] = &[$(GameInfo::of::<$game>()),+];

        games!(@with_game ($) $($game),+);
    };
    (@with_game ($d:tt) $($game:path),+) => {
        /// Evaluates an expression with `S` as the game of this name: `with_game!(name, S => f::<S>())`.
        /// The expression is a result with [`Error`](crate::Error); so is an unknown name.
        macro_rules! with_game {
            ($d name:expr, $d S:ident => $d body:expr) => {{
                let name: &str = $d name;
                $(if name == <$game as equipoise_engine::GameSystem>::NAME {
                    type $d S = $game;
                    $d body
                } else)+ {
                    Err($crate::games::unknown(name))
                }
            }};
        }
        pub(crate) use with_game;

        /// Does something with the game of this name, known by its type; `None` for an unknown name.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if name == <$game as equipoise_engine::GameSystem>::NAME {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

// The games, the default first: the one place that names them.
games!(
    equipoise_mechastellar::MechaStellar,
    equipoise_bullseye::Bullseye,
    equipoise_thirty_mm::ThirtyMm,
    equipoise_toy::Toy,
);

/// Something to be done with a game that is known by its type.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<S: FrontEnd>(self) -> Self::Output;
}

/// What there is to know of a game before it is played.
#[derive(Debug)]
pub struct GameInfo {
    /// Name in requests and on the command line.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    policies: fn() -> Vec<(&'static str, &'static str)>,
    options: fn() -> Vec<OptionInfo>,
    odds: fn() -> &'static [Argument],
    points: &'static [&'static str],
    asks_players: bool,
}

impl GameInfo {
    pub(crate) const fn of<S: FrontEnd>() -> Self {
        Self {
            name: S::NAME,
            summary: S::SUMMARY,
            policies: policies::<S>,
            options: S::Options::list,
            odds: || S::ODDS.map_or(&[], |odds| odds.arguments),
            points: S::POINTS,
            asks_players: S::PLAYERS.is_some(),
        }
    }

    /// Whether players from outside of the program can make its decisions.
    #[must_use]
    pub const fn asks_players(&self) -> bool {
        self.asks_players
    }

    /// Its decision points, in the order of the rules.
    #[must_use]
    pub const fn decision_points(&self) -> &'static [&'static str] {
        self.points
    }

    /// Names of its policies, the default first.
    pub fn policies(&self) -> impl Iterator<Item = &'static str> {
        (self.policies)().into_iter().map(|(name, _)| name)
    }

    /// Its policies with one line about each, the default first.
    #[must_use]
    pub fn policy_summaries(&self) -> Vec<(&'static str, &'static str)> {
        (self.policies)()
    }

    /// What its odds of an attack can be given; nothing if it has no such odds.
    #[must_use]
    pub fn odds_arguments(&self) -> &'static [Argument] {
        (self.odds)()
    }

    /// Its rules options.
    #[must_use]
    pub fn options(&self) -> Vec<OptionInfo> {
        (self.options)()
    }
}

fn policies<S: FrontEnd>() -> Vec<(&'static str, &'static str)> {
    let all = S::Policy::ALL.iter();
    all.map(|policy| (policy.name(), policy.summary()))
        .collect()
}

/// The game with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static GameInfo> {
    GAMES.iter().find(|game| game.name == name)
}

/// Names of the games, the default first.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.name)
}

pub(crate) fn unknown(name: &str) -> Error {
    let names: Vec<&str> = names().collect();
    Error::Input(format!(
        "no game system named \"{name}\"; expected one of {}",
        names.join(", ")
    ))
}
