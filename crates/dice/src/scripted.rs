//! Dice with given faces.

use crate::pool::{PoolShape, Roll, Sides};
use crate::source::Dice;

/// Dice that show given faces in rolling order, for worked examples and tests of the rules.
///
/// Pools and saves take as many faces as they have dice, a die takes one; choices come from a
/// list of their own. Running out is an error of the script, and so are faces left over.
///
/// # Panics
///
/// A roll panics when faces or choices run out, or when the next one does not fit the die or the
/// bound. Dropping the dice panics when faces or choices are left, unless the thread is already
/// panicking.
///
/// ```
/// use equipoise_dice::{Dice, PoolShape, ScriptedDice};
/// let mut dice = ScriptedDice::new([2, 7, 10]);
/// assert_eq!(dice.pool(PoolShape::d10(3, 10)).successes(), 3);
/// dice.assert_all_used();
/// ```
#[derive(Debug, Default)]
pub struct ScriptedDice {
    faces: Script<u8>,
    choices: Script<u32>,
}

impl ScriptedDice {
    /// Dice that show `faces` in this order.
    #[must_use]
    pub fn new(faces: impl IntoIterator<Item = u8>) -> Self {
        Self {
            faces: Script::new(faces),
            choices: Script::default(),
        }
    }

    /// The same dice with the answers to [`Dice::below`], in this order.
    #[must_use]
    pub fn with_choices(mut self, choices: impl IntoIterator<Item = u32>) -> Self {
        self.choices = Script::new(choices);
        self
    }

    /// Checks that every face and every choice was used.
    ///
    /// # Panics
    ///
    /// When some are left.
    pub fn assert_all_used(&self) {
        let (faces, choices) = (self.faces.left(), self.choices.left());
        assert!(
            faces.is_empty() && choices.is_empty(),
            "scripted dice left over: faces {faces:?}, choices {choices:?}"
        );
    }

    fn next_face(&mut self, count: u8) -> u8 {
        let (at, face) = self.faces.next("faces");
        assert!(
            (1..=count).contains(&face),
            "scripted face {face} (number {at}) is not on a d{count}"
        );
        face
    }
}

impl Dice for ScriptedDice {
    fn pool(&mut self, shape: PoolShape) -> Roll {
        let read = |sum: Roll, _| sum.plus(shape.read(self.next_face(shape.sides.count())));
        (0..shape.dice).fold(Roll::default(), read)
    }

    fn fails(&mut self, sides: Sides, dice: u8, needed: i32) -> u8 {
        let fails = |_: &u8| i32::from(self.next_face(sides.count())) < needed;
        // Above the sides every face is smaller, at 1 or less none is: certain results need no case.
        (0..dice).filter(fails).count() as u8
    }

    fn die(&mut self, sides: Sides) -> u8 {
        self.next_face(sides.count())
    }

    fn face(&mut self, faces: u8) -> u8 {
        self.next_face(faces)
    }

    fn below(&mut self, bound: u32) -> u32 {
        let (at, choice) = self.choices.next("choices");
        assert!(
            choice < bound,
            "scripted choice {choice} (number {at}) is not below {bound}"
        );
        choice
    }
}

impl Drop for ScriptedDice {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.assert_all_used();
        }
    }
}

/// A list and how far it has been read.
#[derive(Debug, Default)]
struct Script<T> {
    items: Vec<T>,
    used: usize,
}

impl<T: Copy> Script<T> {
    fn new(items: impl IntoIterator<Item = T>) -> Self {
        Self {
            items: items.into_iter().collect(),
            used: 0,
        }
    }

    fn left(&self) -> &[T] {
        &self.items[self.used..]
    }

    /// The next item and its number, counted from 1.
    fn next(&mut self, what: &str) -> (usize, T) {
        let Some(&item) = self.items.get(self.used) else {
            panic!("scripted dice ran out of {what} after {}", self.items.len());
        };
        self.used += 1;
        (self.used, item)
    }
}
