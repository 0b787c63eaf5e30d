//! Players outside of the program: what they see, what they may choose, and their answers.

use equipoise_dice::StreamDice;
use serde::Serialize;
use serde_json::Value;

use crate::system::{GameSystem, LogEntry, Outcome, Side};

/// A decision that the rules put to a player, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The decision point, one of [`Decide::POINTS`](crate::Decide::POINTS).
    pub point: &'static str,
    /// The side that decides; sides are seats.
    pub side: Side,
    /// All that the player sees, as the game writes it.
    pub view: Value,
    /// The legal choices, at least two, no two alike: names or objects, never numbers.
    pub choices: Vec<Value>,
}

/// Makes decisions in the place of a policy. Who cannot decide without a look at the whole battle keeps
/// what it has seen: decisions come in the order of the battle.
pub trait Player {
    /// Whether this player makes a decision of this side at this point; the bout's policy makes all others.
    fn decides(&self, side: Side, point: &'static str) -> bool;

    /// Place of the answer among the choices. `None`, or a place that is not there, leaves the decision to the bout's
    /// policy.
    fn choose(&mut self, decision: Decision) -> Option<usize>;
}

/// Plays one battle in which a player makes decisions, and passes each event and decision to a listener. It is the
/// battle of [`GameSystem::play_logged`] with other decisions: rules and dice know of no player. Where there is but one
/// legal choice nobody is asked.
pub type PlayWith<S> = fn(
    &<S as GameSystem>::Bout,
    &mut <S as GameSystem>::Battle,
    &mut StreamDice,
    &mut dyn Player,
    &mut dyn FnMut(LogEntry<<S as GameSystem>::Event>),
) -> Outcome;

/// Legal choices with the names that a player sees, for a decision point.
///
/// ```
/// use equipoise_engine::{Choices, Decision, Player, Side};
/// use serde_json::{Value, json};
///
/// struct Last;
/// impl Player for Last {
///     fn decides(&self, _: Side, point: &'static str) -> bool {
///         point == "toll"
///     }
///     fn choose(&mut self, decision: Decision) -> Option<usize> {
///         Some(decision.choices.len() - 1)
///     }
/// }
///
/// let tolls = || Choices::of((0..3).map(|coins| (json!({"coins": coins}), coins)));
/// let toll = tolls().put(&mut Last, "toll", Side::A, || Value::Null);
/// assert_eq!(toll, Some(2));
/// ```
#[derive(Clone, Debug)]
pub struct Choices<T> {
    shown: Vec<Value>,
    meant: Vec<T>,
}

impl<T> Choices<T> {
    /// These choices, each as the player sees it and as the rules take it.
    pub fn of(choices: impl IntoIterator<Item = (Value, T)>) -> Self {
        let (shown, meant) = choices.into_iter().unzip();
        Self { shown, meant }
    }

    /// Puts the decision to a player who makes it. `None` where the bout's policy is to decide. The view is made only
    /// if somebody looks at it.
    pub fn put(
        mut self,
        player: &mut dyn Player,
        point: &'static str,
        side: Side,
        view: impl FnOnce() -> Value,
    ) -> Option<T> {
        let place = match self.meant.len() {
            0 => return None,
            1 => 0,
            _ => player.choose(Decision {
                point,
                side,
                view: view(),
                choices: self.shown,
            })?,
        };
        (place < self.meant.len()).then(|| self.meant.swap_remove(place))
    }
}
