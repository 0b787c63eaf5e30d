//! Where dice come from.

use std::hash::Hash;

use crate::{PoolShape, PreparedSuccesses, Roll, Sides};

/// What may be read of one pool beside its successes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reads {
    /// The dice Focus would turn.
    pub focus: bool,
    /// The failed dice, which may be rerolled, split by whether Focus would turn them.
    pub reroll: bool,
    /// The criticals.
    pub criticals: bool,
}

impl Reads {
    /// Everything a pool shows.
    pub const ALL: Self = Self {
        focus: true,
        reroll: true,
        criticals: true,
    };
}

/// What may be read of two pools rolled against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClashReads {
    /// Of the attack.
    pub attack: Reads,
    /// Of the defence.
    pub defence: Reads,
    /// Of the successes only how many more one side has than the other.
    pub difference: bool,
}

/// A source of dice: tables over a generator in play, given faces in tests, every outcome in turn
/// where a result is computed instead of sampled.
///
/// Each method consumes the source in a fixed order, so equal sources give equal battles. The provided
/// methods describe larger parts of the rules, which a source that enumerates outcomes can merge; a
/// source that rolls uses their bodies.
pub trait Dice {
    /// Rolls a whole pool.
    fn pool(&mut self, shape: PoolShape) -> Roll;

    /// Rolls `dice` d10s (0 to 10) and returns how many show less than `needed`.
    ///
    /// `needed` of 1 or less always passes, above 10 always fails; a source of given faces still rolls
    /// the dice, while a table source may skip a certain result.
    fn fails(&mut self, dice: u8, needed: i32) -> u8;

    /// Rolls one die and returns its face, 1 to the number of sides.
    fn die(&mut self, sides: Sides) -> u8;

    /// A number below `bound`, all equally likely; for choices, not for dice of the rules.
    fn below(&mut self, bound: u32) -> u32;

    /// Rolls one die with this many faces, 1 to 255, and returns its face.
    #[inline]
    fn face(&mut self, faces: u8) -> u8 {
        1 + self.below(u32::from(faces)) as u8
    }

    /// Rolls a success pool and returns its successes. A source of faces reads each die with its
    /// rerolls before the next.
    #[inline]
    fn successes(&mut self, pool: &PreparedSuccesses) -> u8 {
        let shape = pool.pool();
        shape.roll(|| self.face(shape.faces))
    }

    /// Rolls two dice with this many faces, at least 2, until one is higher; the last two faces.
    #[inline]
    fn face_off(&mut self, faces: u8) -> [u8; 2] {
        loop {
            let shown = [self.face(faces), self.face(faces)];
            if shown[0] != shown[1] {
                return shown;
            }
        }
    }

    /// The same for a kind of die.
    #[inline]
    fn roll_off(&mut self, sides: Sides) -> [u8; 2] {
        self.face_off(sides.count())
    }

    /// Rolls the pool of an attack, then that of the defence. A source that enumerates outcomes merges
    /// rolls that do not differ in what `reads` lists.
    #[inline(always)]
    fn clash(
        &mut self,
        attack: PoolShape,
        defence: PoolShape,
        _reads: impl FnOnce() -> ClashReads,
    ) -> [Roll; 2]
    where
        Self: Sized,
    {
        [self.pool(attack), self.pool(defence)]
    }

    /// Plays a part of the rules.
    ///
    /// `verdict` returns everything later rules may read of the part's consequences; `facts` returns
    /// everything that the part itself reads, with a state that holds nothing else. A source that
    /// enumerates outcomes merges those with equal verdicts, and computes the verdicts once for equal
    /// facts.
    #[inline(always)]
    fn settle<S: Clone, F: Eq + Hash + 'static, T, V: Eq + Hash>(
        &mut self,
        state: &mut S,
        _facts: impl FnOnce(&S) -> (F, S),
        mut part: impl FnMut(&mut Self, &mut S) -> T,
        _verdict: impl Fn(&S, &T) -> V,
    ) -> T
    where
        Self: Sized,
    {
        part(self, state)
    }
}
