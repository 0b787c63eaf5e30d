//! Dice that enumerate all their outcomes.

use std::any::Any;
use std::hash::Hash;
use std::mem;
use std::rc::Rc;

use crate::numbered::{Numbered, hash};
use crate::outcomes::outcomes;
use crate::pmf::Pmf;
use crate::pool::{PoolShape, Roll, Sides};
use crate::source::{ALIKE, Dice};
use crate::success::{PreparedSuccesses, SuccessPool};

/// What is read of one pool beside its successes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reads {
    /// The dice that would succeed at the lower target number.
    pub mid: bool,
    /// The failed dice, those that would succeed at the lower target number apart.
    pub failures: bool,
    /// The criticals.
    pub criticals: bool,
}

impl Reads {
    /// Everything a pool shows.
    pub const ALL: Self = Self {
        mid: true,
        failures: true,
        criticals: true,
    };
}

/// What is read of two pools rolled against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairReads {
    /// Of both.
    pub pools: [Reads; 2],
    /// Of the successes only how many more one pool has than the other.
    pub difference: bool,
}

/// Dice that go through all outcomes of a piece of rules, each with its exact probability.
///
/// [`EveryOutcome::walk`] plays the piece once per outcome, as a depth-first search: each time the dice
/// repeat their outcomes up to the last request with an outcome left, which takes its next one.
///
/// ```
/// use equipoise_dice::{Dice, EveryOutcome, PoolShape};
/// let mut none = 0.0;
/// let mut dice = EveryOutcome::new();
/// dice.walk(
///     |dice| dice.pool(PoolShape::d10(2, 10)).successes(),
///     |successes, chance| none += if successes == 0 { chance } else { 0.0 },
/// );
/// assert!((none - 0.16).abs() < 1e-15);
/// ```
#[derive(Debug)]
pub struct EveryOutcome {
    /// The outcomes of the dice in the current play.
    way: Vec<Choice>,
    /// Choices of the way made so far.
    made: usize,
    /// What was asked for, and what each request can show.
    asked: Numbered<Request>,
    known: Vec<Rc<[(Shown, f64)]>>,
    /// Hashes of the facts of parts of the rules, and all parts with facts of that hash.
    parts: Numbered<u64>,
    settled: Vec<Vec<Part>>,
    merging: bool,
    /// Ways that may still be played.
    left: u64,
}

/// Facts of a part of the rules and the ways through it.
#[derive(Debug)]
struct Part {
    facts: Box<dyn Any>,
    ways: Rc<[Way]>,
}

/// One request and which of its outcomes is taken.
#[derive(Clone, Debug)]
struct Choice {
    taken: usize,
    among: Among,
}

#[derive(Clone, Debug)]
enum Among {
    /// Outcomes of one request.
    Shown(Rc<[(Shown, f64)]>),
    /// Ways through a part of the rules, one for each distinct consequence.
    Ways(Rc<[Way]>),
}

/// One way through a part of the rules.
#[derive(Clone, Debug)]
struct Way {
    dice: Vec<Choice>,
    /// Probability of all ways that end in the same result.
    chance: f64,
    /// Hash of that result.
    seal: u64,
}

impl Choice {
    fn len(&self) -> usize {
        match &self.among {
            Among::Shown(outcomes) => outcomes.len(),
            Among::Ways(ways) => ways.len(),
        }
    }

    fn chance(&self) -> f64 {
        match &self.among {
            Among::Shown(outcomes) => outcomes[self.taken].1,
            Among::Ways(ways) => ways[self.taken].chance,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Request {
    Pool(PoolShape),
    Successes(SuccessPool),
    Fails(Sides, u8, i32),
    Below(u32),
    Alike(u8, u8, u8),
    Pair([PoolShape; 2], PairReads),
}

/// One outcome of dice: two rolls, or a number in place of the first.
type Shown = [Roll; 2];

fn number(value: u32) -> Shown {
    let [low, mid, hit, crit] = value.to_le_bytes();
    let roll = Roll {
        low,
        mid,
        hit,
        crit,
    };
    [roll, Roll::default()]
}

fn as_number([roll, _]: Shown) -> u32 {
    u32::from_le_bytes([roll.low, roll.mid, roll.hit, roll.crit])
}

impl Default for EveryOutcome {
    fn default() -> Self {
        Self::new()
    }
}

impl EveryOutcome {
    /// Dice that merge outcomes of equal consequence.
    #[must_use]
    pub fn new() -> Self {
        Self {
            way: Vec::new(),
            made: 0,
            asked: Numbered::default(),
            known: Vec::new(),
            parts: Numbered::default(),
            settled: Vec::new(),
            merging: true,
            left: u64::MAX,
        }
    }

    /// Dice that merge no outcomes, to check those that do.
    #[must_use]
    pub fn unmerged() -> Self {
        Self {
            merging: false,
            ..Self::new()
        }
    }

    /// The same dice with a limit on the number of ways, including those through settled parts. At the
    /// limit every walk ends at once, and its result is invalid: see [`EveryOutcome::is_spent`].
    #[must_use]
    pub fn with_ways(self, most: u64) -> Self {
        Self { left: most, ..self }
    }

    /// Whether the limit on the number of ways was reached, so that results are invalid.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Plays `part` once for every outcome of its dice and hands each result to `visit`, with the
    /// probability of its dice.
    ///
    /// # Panics
    /// When the part does not request the same dice after the same outcomes.
    pub fn walk<T>(&mut self, mut part: impl FnMut(&mut Self) -> T, mut visit: impl FnMut(T, f64)) {
        loop {
            let result = part(self);
            visit(result, self.chance());
            if !self.next_way() {
                break;
            }
        }
    }

    /// Probability of the outcomes on this way.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.way.iter().map(Choice::chance).product()
    }

    /// Whether dice with more than one outcome were requested on this way.
    #[must_use]
    pub fn has_drawn(&self) -> bool {
        self.way[..self.made].iter().any(|choice| choice.len() > 1)
    }

    /// Moves to the next way after a part has been played to its end; false after the last, when the
    /// dice are ready for another part.
    pub fn next_way(&mut self) -> bool {
        debug_assert_eq!(self.made, self.way.len(), "a way is taken to its end");
        self.made = 0;
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.way.clear();
        }
        while let Some(mut choice) = self.way.pop() {
            choice.taken += 1;
            if choice.taken < choice.len() {
                self.way.push(choice);
                return true;
            }
        }
        false
    }

    /// The outcome of a request on this way.
    fn show(&mut self, request: Request) -> Shown {
        if self.made == self.way.len() {
            let number = self.asked.number(request);
            if number == self.known.len() {
                self.known.push(every(request).into());
            }
            let all = Rc::clone(&self.known[number]);
            self.way.push(Choice {
                taken: 0,
                among: Among::Shown(all),
            });
        }
        let choice = &self.way[self.made];
        self.made += 1;
        match &choice.among {
            Among::Shown(all) => all[choice.taken].0,
            Among::Ways(_) => unreachable!("a part asks for the same dice each time"),
        }
    }
}

impl Dice for EveryOutcome {
    fn pool(&mut self, shape: PoolShape) -> Roll {
        self.show(Request::Pool(shape))[0]
    }

    fn fails(&mut self, sides: Sides, dice: u8, needed: i32) -> u8 {
        as_number(self.show(Request::Fails(sides, dice, needed))) as u8
    }

    fn die(&mut self, sides: Sides) -> u8 {
        1 + self.below(u32::from(sides.count())) as u8
    }

    fn below(&mut self, bound: u32) -> u32 {
        as_number(self.show(Request::Below(bound.max(1))))
    }

    fn alike(&mut self, dice: u8, faces: u8, counted: u8) -> u8 {
        as_number(self.show(Request::Alike(dice, faces, counted))) as u8
    }

    fn successes(&mut self, pool: &PreparedSuccesses) -> u8 {
        as_number(self.show(Request::Successes(pool.pool()))) as u8
    }

    /// Each side wins with probability one half; the faces carry no other information.
    fn face_off(&mut self, _: u8) -> [u8; 2] {
        [[2, 1], [1, 2]][self.below(2) as usize]
    }
}

impl EveryOutcome {
    /// Rolls two pools. Rolls that differ in nothing that is read count as one.
    pub fn pair(&mut self, shapes: [PoolShape; 2], reads: PairReads) -> [Roll; 2] {
        if self.merging {
            self.show(Request::Pair(shapes, reads))
        } else {
            shapes.map(|shape| self.pool(shape))
        }
    }

    /// Plays a part of the rules and takes its ways with equal results together.
    ///
    /// `result` says all that is read of what the part did, `facts` all that the part itself reads,
    /// with a state that holds nothing else. The results are worked out once for equal facts.
    ///
    /// # Panics
    /// When the part reads more than its facts.
    pub fn merge<S: Clone, F: Eq + Hash + 'static, T, V: Eq + Hash>(
        &mut self,
        state: &mut S,
        facts: impl FnOnce(&S) -> (F, S),
        mut part: impl FnMut(&mut Self, &mut S) -> T,
        result: impl Fn(&S, &T) -> V,
    ) -> T {
        if !self.merging {
            return part(self, state);
        }
        if self.made == self.way.len() {
            let (facts, bare) = facts(state);
            let ways = self.settled(facts, bare, &mut part, &result);
            self.way.push(Choice {
                taken: 0,
                among: Among::Ways(ways),
            });
        }
        let choice = &self.way[self.made];
        self.made += 1;
        let Among::Ways(ways) = &choice.among else {
            unreachable!("a part asks for the same dice each time");
        };
        let Way { ref dice, seal, .. } = ways[choice.taken];
        let dice = dice.clone();
        let outer = (mem::replace(&mut self.way, dice), mem::take(&mut self.made));
        let done = part(self, state);
        (self.way, self.made) = outer;
        assert_eq!(
            seal,
            hash(&result(state, &done)),
            "a part reads only its facts"
        );
        done
    }

    /// One way to each result of a part, with the probability of all that lead to it.
    fn settled<S: Clone, F: Eq + Hash + 'static, T, V: Eq + Hash>(
        &mut self,
        facts: F,
        bare: S,
        part: &mut impl FnMut(&mut Self, &mut S) -> T,
        result: &impl Fn(&S, &T) -> V,
    ) -> Rc<[Way]> {
        let number = self.parts.number(hash(&facts));
        if number == self.settled.len() {
            self.settled.push(Vec::new());
        }
        let same = |part: &&Part| part.facts.downcast_ref() == Some(&facts);
        if let Some(part) = self.settled[number].iter().find(same) {
            return Rc::clone(&part.ways);
        }
        let mut state = bare.clone();
        let mut ways = Classes::default();
        let outer = (mem::take(&mut self.way), mem::take(&mut self.made));
        loop {
            let done = part(self, &mut state);
            let chance = self.chance();
            let result = result(&state, &done);
            let seal = hash(&result);
            ways.add(result, chance, || (self.way.clone(), seal));
            state.clone_from(&bare);
            if !self.next_way() {
                break;
            }
        }
        (self.way, self.made) = outer;
        let way = |((dice, seal), chance)| Way { dice, chance, seal };
        let ways: Rc<[Way]> = ways.members.into_iter().map(way).collect();
        self.settled[number].push(Part {
            facts: Box::new(facts),
            ways: Rc::clone(&ways),
        });
        ways
    }
}

/// Each value of a distribution as what dice show.
fn numbers(pmf: &Pmf) -> Vec<(Shown, f64)> {
    pmf.iter().map(|(value, p)| (number(value), p)).collect()
}

/// Every outcome of a request, in a fixed order.
fn every(request: Request) -> Vec<(Shown, f64)> {
    match request {
        Request::Pool(shape) => outcomes(shape)
            .into_iter()
            .map(|(roll, chance)| ([roll, Roll::default()], chance))
            .collect(),
        Request::Successes(pool) => numbers(&Pmf::successes(pool)),
        Request::Fails(sides, dice, needed) => {
            let faces = i32::from(sides.count());
            let chance = f64::from((needed - 1).clamp(0, faces)) / f64::from(faces);
            numbers(&Pmf::binomial(u32::from(dice), chance))
        }
        Request::Below(bound) => {
            let chance = 1.0 / f64::from(bound);
            (0..bound).map(|value| (number(value), chance)).collect()
        }
        Request::Alike(dice, faces, counted) => alike(dice, faces, counted),
        Request::Pair(shapes, reads) => pairs(shapes, reads),
    }
}

/// How many dice show one of the highest faces that at least three show, face by face.
fn alike(dice: u8, faces: u8, counted: u8) -> Vec<(Shown, f64)> {
    let most = usize::from(dice);
    // By dice that are left and those that count.
    let mut chances = vec![vec![0.0; most + 1]; most + 1];
    chances[most][0] = 1.0;
    for face in 1..=faces {
        let before = chances;
        chances = vec![vec![0.0; most + 1]; most + 1];
        for (left, row) in before.iter().enumerate() {
            let showing = Pmf::binomial(left as u32, 1.0 / f64::from(faces - face + 1));
            for (show, p) in showing.iter() {
                let counts = show >= ALIKE.into() && face + counted > faces;
                let more = if counts { show as usize } else { 0 };
                for (count, chance) in row.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                    chances[left - show as usize][count + more] += p * chance;
                }
            }
        }
    }
    let kinds = chances[0].iter().zip(0..).filter(|(p, _)| **p > 0.0);
    kinds.map(|(&p, count)| (number(count), p)).collect()
}

/// What may be read of a roll beside its successes.
fn rest(roll: Roll, reads: Reads) -> (u8, u8, u8) {
    let read = |open: bool, count: u8| if open { count } else { 0 };
    (
        read(reads.mid || reads.failures, roll.mid),
        read(reads.failures, roll.low),
        read(reads.criticals, roll.crit),
    )
}

/// Pairs of rolls, those that cannot be told apart as one.
fn pairs(shapes: [PoolShape; 2], reads: PairReads) -> Vec<(Shown, f64)> {
    let [one, other] = reads.pools;
    let (own, others) = (classes(shapes[0], one), classes(shapes[1], other));
    let mut pairs = Classes::default();
    for &(a, p) in &own {
        for &(d, q) in &others {
            let (more, against) = if reads.difference {
                (i16::from(a.successes()) - i16::from(d.successes()), 0)
            } else {
                (i16::from(a.successes()), d.successes())
            };
            let key = (more, against, rest(a, one), rest(d, other));
            pairs.add(key, p * q, || [a, d]);
        }
    }
    pairs.members
}

/// Rolls of one pool, those that cannot be told apart as one.
fn classes(shape: PoolShape, reads: Reads) -> Vec<(Roll, f64)> {
    let mut classes = Classes::default();
    for (roll, chance) in outcomes(shape) {
        classes.add((roll.successes(), rest(roll, reads)), chance, || roll);
    }
    classes.members
}

/// One member of each class and the probability of them all, in the order they were met.
struct Classes<K, T> {
    keys: Numbered<K>,
    members: Vec<(T, f64)>,
}

impl<K, T> Default for Classes<K, T> {
    fn default() -> Self {
        Self {
            keys: Numbered::default(),
            members: Vec::new(),
        }
    }
}

impl<K: Eq + Hash, T> Classes<K, T> {
    fn add(&mut self, key: K, chance: f64, member: impl FnOnce() -> T) {
        match self.members.get_mut(self.keys.number(key)) {
            Some((_, sum)) => *sum += chance,
            None => self.members.push((member(), chance)),
        }
    }
}
