//! The known-answer game: simple enough to know all its probabilities, for learning and for checks of
//! everything around the rules.
//!
//! A number is drawn below the sum of two strengths; it goes to side A if it is below A's strength.
//! The side that loses this draw may demand a second one, which then counts instead. Strengths that
//! are both zero make a draw of every battle.
//!
//! With `p` for A's share of the strengths and `q = 1 - p`, side A wins with probability
//!
//! | | B accepts | B demands |
//! |---|---|---|
//! | **A accepts** | `p` | `p²` |
//! | **A demands** | `1 - q²` | `p` |
//!
//! as [`Bout::win_probability`] computes. In forces of several units the strengths add up.
//!
//! It is also the smallest example of a game: `rules` plays it, [`Roster`] reads data, and the front
//! end implements `FrontEnd`.

mod front_end;
mod rules;

pub use front_end::{Force, Roster, Scenario, Unit};
pub use rules::{Battle, Bout, Event, Options, Policy, Toy};
