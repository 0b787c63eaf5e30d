//! Who wins a duel, in a model that is small enough to be solved once per bout.
//!
//! Two units take turns at each other on an open table. A turn is some of its moves, its attacks, and
//! the moves that are left. The model knows how far each unit goes and reaches, what its attacks do from
//! each distance with the rerolls of both and the Focus of the defence, Counters, engagements, what is
//! scored, and how many turns are left. HP come in quarters. Momentum is left out but for what it usually
//! buys, and so is facing. Backward induction over the turns finds the best play of both and the chance
//! to win from every distance; [`duel_model`](super::duel_model) tells of the two.

use std::array;
use std::cmp::Ordering;

use super::constants::ROUNDS;
use super::unit_id::UnitId;

/// A chance to win, a draw counting one half, in parts of [`SURE`].
pub(crate) type Chance = i16;

/// Certain to win.
pub(crate) const SURE: i32 = 32_000;

/// Steps of HP of a whole unit.
pub(crate) const LEVELS: usize = 4;
const STATES: usize = LEVELS + 1;
/// Parts of a step of HP.
pub(crate) const FINE: i32 = 256;

const MOMENTS: usize = 2 * ROUNDS as usize;
/// Move Actions that may be left, 0 to 2.
const MOVES: usize = 3;
/// Rows of one standing: before the attacks and after them, by the moves that are left.
const ROWS: usize = 2 * MOVES;

/// What remains to be played after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// The other unit is still to act in the present round.
    pub(crate) awaited: bool,
    /// Rounds after the present one.
    pub(crate) rounds: u8,
}

/// Where a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// About to attack, with so many Move Actions to follow.
    Attack(u8),
    /// Done with attacks, with so many Move Actions left.
    Rest(u8),
}

impl Step {
    const fn row(self) -> usize {
        let (first, moves) = match self {
            Self::Rest(moves) => (0, moves as usize),
            Self::Attack(moves) => (MOVES, moves as usize),
        };
        first + if moves < MOVES { moves } else { MOVES - 1 }
    }
}

/// Chances of both units of a bout by moment, HP of both, step and distance.
#[derive(Clone, Debug)]
pub(crate) struct Chances {
    distances: usize,
    /// `[unit][moment][own HP][other HP][row][distance]`
    table: Vec<Chance>,
    bands: [Vec<Band>; 2],
    kept: [Kept; 2],
}

impl Chances {
    /// Of two fighters on a table of so many distances.
    pub(super) fn of(fighters: &[Fighter; 2], distances: usize) -> Self {
        let bands = [0, 1].map(|unit: usize| fighters[unit].bands.clone());
        let kept = [0, 1].map(|unit: usize| fighters[unit].kept.clone());
        let table = vec![0; 2 * MOMENTS * STATES * STATES * ROWS * distances];
        let mut this = Self {
            distances,
            table,
            bands,
            kept,
        };
        this.solve(fighters);
        this
    }

    /// Chances of a unit by distance.
    #[inline]
    pub(crate) fn row(
        &self,
        unit: UnitId,
        moment: Moment,
        levels: [usize; 2],
        step: Step,
    ) -> &[Chance] {
        let start = self.standing(unit, moment, levels) + step.row() * self.distances;
        &self.table[start..start + self.distances]
    }

    /// Chances of a unit at one distance, by HP.
    #[inline]
    pub(crate) fn at(
        &self,
        unit: UnitId,
        moment: Moment,
        step: Step,
        distance: u16,
    ) -> Standings<'_> {
        let distance = usize::from(distance).min(self.distances - 1);
        let start = self.standing(unit, moment, [0, 0]) + step.row() * self.distances + distance;
        Standings {
            from: &self.table[start..],
            stride: ROWS * self.distances,
        }
    }

    /// What the attacks of one turn of a unit do from a distance.
    #[inline]
    pub(crate) fn band(&self, unit: UnitId, distance: u16) -> &Band {
        let bands = &self.bands[unit];
        let at = bands
            .iter()
            .position(|band| usize::from(distance) < band.to);
        &bands[at.unwrap_or(bands.len() - 1)]
    }

    /// Mean damage in HP of an attack from `distance` hexes away on a target that buys a Flash wherever one pays.
    /// `damage` is the mean damage without Flashes.
    #[inline]
    pub(crate) fn in_spite_of_flash(
        &self,
        unit: UnitId,
        weapon: usize,
        distance: u16,
        damage: i32,
    ) -> i32 {
        self.kept[unit].of(weapon, distance.into(), damage)
    }

    fn standing(&self, unit: UnitId, moment: Moment, [own, other]: [usize; 2]) -> usize {
        let at = unit * MOMENTS + 2 * usize::from(moment.rounds) + usize::from(moment.awaited);
        ((at * STATES + own) * STATES + other) * ROWS * self.distances
    }

    fn solve(&mut self, fighters: &[Fighter; 2]) {
        let distances = self.distances;
        let standings = STATES * STATES * distances;
        // Chances of a unit about to act first in a round, by HP and distance.
        let mut first = [vec![0; standings], vec![0; standings]];
        for rounds in 0..ROUNDS {
            let last = [0, 1].map(|unit: usize| {
                let moment = Moment {
                    awaited: false,
                    rounds,
                };
                let ends = |levels: [usize; 2], row: &mut [Chance]| {
                    if rounds == 0 {
                        row.fill(fighters[unit].scored(levels));
                        return;
                    }
                    // A roll decides who begins the next round.
                    let mine = slice(&first[unit], levels, distances);
                    let theirs = slice(&first[1 - unit], [levels[1], levels[0]], distances);
                    for ((end, mine), theirs) in row.iter_mut().zip(mine).zip(theirs) {
                        *end = ((i32::from(*mine) + SURE - i32::from(*theirs)) / 2) as Chance;
                    }
                };
                self.solve_turn(unit, moment, &fighters[unit], ends)
            });
            first = [0, 1].map(|unit: usize| {
                let moment = Moment {
                    awaited: true,
                    rounds,
                };
                let ends = |[own, other]: [usize; 2], row: &mut [Chance]| {
                    let theirs = slice(&last[1 - unit], [other, own], distances);
                    for (end, theirs) in row.iter_mut().zip(theirs) {
                        *end = (SURE - i32::from(*theirs)) as Chance;
                    }
                };
                self.solve_turn(unit, moment, &fighters[unit], ends)
            });
        }
    }

    /// Fills the rows of one unit's turn from what its ends are worth; the chances of being about to take
    /// it, by HP and distance.
    fn solve_turn(
        &mut self,
        unit: UnitId,
        moment: Moment,
        fighter: &Fighter,
        ends: impl Fn([usize; 2], &mut [Chance]),
    ) -> Vec<Chance> {
        let distances = self.distances;
        for own in 0..STATES {
            for other in 0..STATES {
                let start = self.standing(unit, moment, [own, other]);
                let rows = &mut self.table[start..start + ROWS * distances];
                if own == 0 || other == 0 {
                    rows.fill(fighter.scored([own, other]));
                    continue;
                }
                let (zero, rest) = rows.split_at_mut(distances);
                let (one, two) = rest.split_at_mut(distances);
                ends([own, other], zero);
                fighter.walk(zero, one);
                fighter.walk(one, &mut two[..distances]);
            }
        }
        let mut turns = vec![0; STATES * STATES * distances];
        let mut way = vec![0; distances];
        let mut sums = vec![0; distances];
        for own in 0..STATES {
            for other in 0..STATES {
                let at = (own * STATES + other) * distances;
                let turn = &mut turns[at..at + distances];
                if own == 0 || other == 0 {
                    turn.fill(fighter.scored([own, other]));
                    continue;
                }
                for moves in 0..MOVES {
                    self.attack(unit, moment, fighter, [own, other], moves, &mut sums);
                    let start = self.standing(unit, moment, [own, other]);
                    let start = start + (MOVES + moves) * distances;
                    let row = &mut self.table[start..start + distances];
                    for (chance, &sum) in row.iter_mut().zip(&sums) {
                        *chance = (sum >> FALL_PLACES) as Chance;
                    }
                }
                let attack = |moves| self.row(unit, moment, [own, other], Step::Attack(moves));
                // The attacks come after both moves, after one, or at once.
                fighter.walk(attack(0), &mut way);
                raise(&mut way, attack(1));
                fighter.walk(&way, turn);
                raise(turn, attack(2));
            }
        }
        turns
    }

    /// Chances before attacks that so many moves follow, by distance, not yet divided.
    fn attack(
        &self,
        unit: UnitId,
        moment: Moment,
        fighter: &Fighter,
        [own, other]: [usize; 2],
        moves: usize,
        sums: &mut [i32],
    ) {
        sums.fill(0);
        for band in &fighter.bands {
            let sums = &mut sums[band.from..band.to];
            for (down, &weight) in band.falls[other].iter().enumerate() {
                // Who is destroyed does not Counter.
                let back = if down == 0 { 0 } else { band.back };
                let [(low, _), (high, part)] = around(own as i32 * FINE - back);
                let up = weight * part / FINE;
                for (own, weight) in [(low, weight - up), (high, up)] {
                    if weight > 0 {
                        let rest = self.row(unit, moment, [own, down], Step::Rest(moves as u8));
                        for (sum, &chance) in sums.iter_mut().zip(&rest[band.from..band.to]) {
                            *sum += weight * i32::from(chance);
                        }
                    }
                }
            }
        }
    }
}

/// The steps of HP below and above so many parts, and how much each counts, in parts of [`FINE`].
#[inline]
pub(crate) fn around(parts: i32) -> [(usize, i32); 2] {
    // Of unsigned numbers both are one instruction.
    let parts = parts.clamp(0, LEVELS as i32 * FINE) as u32;
    let (level, part) = ((parts / FINE as u32) as usize, (parts % FINE as u32) as i32);
    [(level, FINE - part), ((level + 1).min(LEVELS), part)]
}

fn slice(rows: &[Chance], [own, other]: [usize; 2], distances: usize) -> &[Chance] {
    let start = (own * STATES + other) * distances;
    &rows[start..start + distances]
}

/// Chances by HP of both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standings<'a> {
    from: &'a [Chance],
    stride: usize,
}

impl Standings<'_> {
    /// The chance at these steps of HP, own and other.
    #[inline]
    pub(crate) fn get(&self, [own, other]: [usize; 2]) -> i32 {
        self.from[(own * STATES + other) * self.stride].into()
    }

    /// The chance at each step of the other unit's HP; the own HP are `own` parts of steps.
    #[inline]
    pub(crate) fn by_other(&self, own: i32) -> [i32; STATES] {
        self.along(around(own), STATES * self.stride, self.stride)
    }

    /// The chance at each step of the own HP; those of the other unit are `other` parts of steps.
    #[inline]
    pub(crate) fn by_own(&self, other: i32) -> [i32; STATES] {
        self.along(around(other), self.stride, STATES * self.stride)
    }

    #[inline]
    fn along(&self, fixed: [(usize, i32); 2], across: usize, along: usize) -> [i32; STATES] {
        let [(low, less), (high, more)] = fixed;
        let (low, high) = (&self.from[low * across..], &self.from[high * across..]);
        let chance = |row: &[Chance], level: usize| i32::from(row[level * along]);
        // No chance is negative: a division of unsigned numbers is one instruction.
        let mixed = |level| (chance(low, level) * less + chance(high, level) * more) as u32;
        array::from_fn(|level| (mixed(level) / FINE as u32) as i32)
    }
}

/// Makes each the greater of two.
fn raise(row: &mut [Chance], other: &[Chance]) {
    for (chance, &other) in row.iter_mut().zip(other) {
        *chance = (*chance).max(other);
    }
}

/// Distances from which a turn's attacks do the same.
#[derive(Clone, Debug)]
pub(crate) struct Band {
    from: usize,
    /// The first distance beyond it.
    pub(super) to: usize,
    /// What the attacks take, in parts of a step of HP, each with its weight; the weights add up to
    /// [`WHOLE`].
    pub(crate) blows: Vec<(i32, i32)>,
    /// Mean damage of one attack.
    pub(crate) mean: i32,
    /// The attacks are shots.
    pub(crate) shot: bool,
    /// Parts of a step of HP that a Counter takes.
    pub(crate) back: i32,
    /// How likely they take a unit from one step of HP to another, in parts of 2^[`FALL_PLACES`].
    falls: [[i32; STATES]; STATES],
}

/// For each weapon of a unit, the share of its mean damage that a target does not save by buying Flashes. Worked out
/// once for a pair of units, both as they start the battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// `[weapon][distance in hexes]`, in 256ths; empty if the target can never buy a Flash.
    pub(super) shares: Vec<Vec<i32>>,
}

impl Kept {
    /// Mean damage in HP of an attack from `distance` hexes away on a target that buys a Flash wherever one pays.
    /// `damage` is the mean damage without Flashes.
    #[inline]
    pub(super) fn of(&self, weapon: usize, distance: usize, damage: i32) -> i32 {
        let share = self.shares.get(weapon).and_then(|row| row.get(distance));
        share.map_or(damage, |share| damage * share / 256)
    }
}

/// Sum of the weights of blows.
pub(crate) const WHOLE: i32 = 4096;
/// Binary places of chances of falls.
const FALL_PLACES: u32 = 15;
/// Parts of a step of HP that blows tell apart.
pub(super) const GRAIN: i32 = FINE / 4;
pub(super) const GRAINS: usize = LEVELS * 4;

/// Binary places of the chances of what one attack does.
pub(super) const PLACES: u32 = 24;

/// Chances, in parts of 2^[`PLACES`], of what one attack takes in grains.
pub(super) type Blow = [i64; GRAINS + 1];

/// A turn's attacks from a distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Volley {
    pub(super) weapon: usize,
    /// Mean damage of one attack.
    pub(super) mean: i32,
    /// How many attacks there are in four turns.
    pub(super) in_four: i32,
    pub(super) shot: bool,
    /// Parts of a step of HP that a Counter takes.
    pub(super) back: i32,
}

impl Volley {
    pub(super) fn worth(&self) -> i32 {
        self.mean * self.in_four
    }
}

impl Band {
    pub(super) fn new(from: usize, volley: Volley, once: &Blow) -> Self {
        let again = i64::from((volley.in_four - 4).max(0));
        let mut turn = [0_i64; GRAINS + 1];
        for (one, &weight) in once.iter().enumerate() {
            turn[one] += weight * (4 - again) / 4;
            for (two, &other) in once.iter().enumerate() {
                turn[(one + two).min(GRAINS)] += (weight * other * again / 4) >> PLACES;
            }
        }
        let blows = turn.iter().zip(0..).map(|(&weight, grains)| {
            let weight = (weight * i64::from(WHOLE)) >> PLACES;
            (grains * GRAIN, weight as i32)
        });
        let mut blows: Vec<(i32, i32)> = blows
            .filter(|&(parts, weight)| weight > 0 || parts == 0)
            .collect();
        // What rounding has taken goes to the attacks that miss.
        let rest = WHOLE - blows.iter().map(|&(_, weight)| weight).sum::<i32>();
        if let Some((_, missed)) = blows.first_mut() {
            *missed += rest;
        }
        Self {
            from,
            to: from + 1,
            mean: volley.mean,
            shot: volley.shot,
            back: volley.back,
            falls: falls(&blows),
            blows,
        }
    }
}

/// How likely blows take a unit from each step of HP to each other.
fn falls(blows: &[(i32, i32)]) -> [[i32; STATES]; STATES] {
    let mut falls = [[0; STATES]; STATES];
    let one = 1 << FALL_PLACES;
    for (level, falls) in falls.iter_mut().enumerate() {
        for &(parts, weight) in blows {
            for (down, share) in around(level as i32 * FINE - parts) {
                falls[down] += weight * share * (one / WHOLE) / FINE;
            }
        }
        // What rounding has taken.
        falls[level] += one - falls.iter().sum::<i32>();
    }
    falls
}

/// One of the two, as the model knows it. Distances are in hexes.
pub(super) struct Fighter {
    pub(super) bands: Vec<Band>,
    pub(super) kept: Kept,
    /// What is scored for itself and for the other: below half HP, and destroyed.
    pub(super) worths: [[i32; 2]; 2],
    pub(super) reach: usize,
    pub(super) engagement: usize,
    pub(super) disengage: usize,
    pub(super) nearest: usize,
    /// It moves into its front arc alone.
    pub(super) steers: bool,
    /// Nobody gets farther away than this: there is an edge.
    pub(super) farthest: usize,
    /// What it costs to leave an engagement.
    pub(super) leave: Chance,
    /// What a draw is worth to it.
    pub(super) drawn: Chance,
}

impl Fighter {
    /// The best within one Move Action.
    fn walk(&self, from: &[Chance], to: &mut [Chance]) {
        to.copy_from_slice(from);
        let last = from.len();
        let edge = self.farthest.min(last - 1);
        for by in 1..=self.reach.min(last - 1) {
            if !self.steers && by <= edge {
                raise(to, &from[by..=edge]);
            }
            let nearest = self.nearest.min(last - by);
            raise(&mut to[by + nearest..], &from[nearest..]);
        }
        // Inside an engagement a unit goes round, or leaves it for a price.
        let most = |hexes: &[Chance]| hexes.iter().copied().max().unwrap_or(0);
        let inside = most(&from[self.nearest.min(self.engagement)..=self.engagement]);
        for (distance, best) in to.iter_mut().enumerate().take(self.engagement + 1) {
            let out = (distance + self.disengage + 1)
                .min(last)
                .max(self.engagement + 1);
            let outside = most(&from[self.engagement + 1..out]) - self.leave;
            *best = if self.steers {
                inside
            } else {
                inside.max(outside)
            };
        }
    }

    /// Who has won, at these steps of HP (`ms10.score.destroyed`, `ms10.score.damaged`).
    fn scored(&self, levels: [usize; 2]) -> Chance {
        let lost = |unit: usize| match levels[unit] {
            0 => self.worths[unit][1],
            level if 2 * level < LEVELS => self.worths[unit][0],
            _ => 0,
        };
        match lost(1).cmp(&lost(0)) {
            Ordering::Less => 0,
            Ordering::Equal => self.drawn,
            Ordering::Greater => SURE as Chance,
        }
    }
}

/// HP of a unit in parts of steps.
pub(crate) fn parts(hp: i32, of: i32) -> i32 {
    (i64::from(hp.max(0)) * i64::from(LEVELS as i32 * FINE) / i64::from(of.max(1))) as i32
}
