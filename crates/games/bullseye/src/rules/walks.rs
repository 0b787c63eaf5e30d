//! Which sectors a walk of some movement points reaches, and how.

use super::sectors::{SectorId, SectorSet, Step};

/// Movement points beyond which a walk goes no further than with this many: more than any sector of
/// the largest map is away.
pub(crate) const MAX_WALK: u8 = 24;

/// Points of a shorter walk that ends in the same sectors as a walk of exactly `points`: beyond
/// [`MAX_WALK`] a walk only goes to and fro, which takes two.
const fn equivalent(points: u8) -> u8 {
    if points > MAX_WALK {
        MAX_WALK - (points - MAX_WALK) % 2
    } else {
        points
    }
}

/// Columns of the tables: 0 to [`MAX_WALK`] movement points.
const COLUMNS: usize = MAX_WALK as usize + 1;

/// A sector and whether the last step into it crossed a quadrant line, in one number.
type Arrival = usize;

const fn arrival(sector: SectorId, crossed: bool) -> Arrival {
    2 * sector as usize + crossed as usize
}

/// Walks from every sector, with and without a quadrant step just taken.
#[derive(Clone, Debug)]
pub(crate) struct Walks {
    /// Arrivals a walk of exactly so many points ends on, by start and points.
    exactly: Vec<u128>,
    /// Sectors a walk of at most so many points ends in.
    within: Vec<SectorSet>,
    /// Of these, the sectors where a walk can end with a ring step.
    released: Vec<SectorSet>,
    /// Arrivals that one ring step and one quadrant step lead to, by arrival.
    next: [Vec<u128>; 2],
}

impl Walks {
    /// Tables over a map; `banned` says whether two quadrant steps in a row are
    /// (`bull.move.no-double-quadrant`).
    pub(crate) fn new(neighbours: &[Vec<(SectorId, Step)>], banned: bool) -> Self {
        let mut walks = Self {
            exactly: Vec::new(),
            within: Vec::new(),
            released: Vec::new(),
            next: [Step::Ring, Step::Quadrant].map(|kind| {
                let starts = 0..2 * neighbours.len();
                starts
                    .map(|at| next_arrivals(neighbours, at, kind, banned))
                    .collect()
            }),
        };
        for start in 0..2 * neighbours.len() {
            walks.add_start(start);
        }
        walks
    }

    fn add_start(&mut self, start: Arrival) {
        let first = self.exactly.len();
        let (mut within, mut released) = (SectorSet::default(), SectorSet::default());
        for points in 0..COLUMNS {
            let ends = match points {
                0 => 1 << start,
                _ => {
                    let before = |step: Step| points.checked_sub(usize::from(step.cost()));
                    let from = |step| before(step).map_or(0, |at| self.exactly[first + at]);
                    self.step_on(from(Step::Ring), Step::Ring)
                        | self.step_on(from(Step::Quadrant), Step::Quadrant)
                }
            };
            self.exactly.push(ends);
            for end in arrivals(ends) {
                within.insert((end / 2) as SectorId);
                if end % 2 == 0 && points > 0 {
                    released.insert((end / 2) as SectorId);
                }
            }
            self.within.push(within);
            self.released.push(released);
        }
    }

    /// Where one more step of a kind leads.
    fn step_on(&self, from: u128, kind: Step) -> u128 {
        let next = &self.next[kind as usize];
        arrivals(from).fold(0, |ends, at| ends | next[at])
    }

    #[inline]
    fn row(from: SectorId, crossed: bool, points: u8) -> usize {
        arrival(from, crossed) * COLUMNS + usize::from(points.min(MAX_WALK))
    }

    /// Sectors in reach of at most so many points; the own one among them.
    #[inline]
    pub(crate) fn within(&self, from: SectorId, crossed: bool, points: u8) -> SectorSet {
        self.within[Self::row(from, crossed, points)]
    }

    /// Sectors a walk of exactly so many points can end in.
    pub(crate) fn exactly(&self, from: SectorId, crossed: bool, points: u8) -> SectorSet {
        let mut set = SectorSet::default();
        for end in arrivals(self.exactly[Self::row(from, crossed, equivalent(points))]) {
            set.insert((end / 2) as SectorId);
        }
        set
    }

    /// Whether every walk of at most so many points to a sector ends with a quadrant step.
    #[inline]
    pub(crate) fn must_cross(
        &self,
        from: SectorId,
        crossed: bool,
        points: u8,
        to: SectorId,
    ) -> bool {
        !self.released[Self::row(from, crossed, points)].contains(to)
    }

    /// Points of the cheapest walk within `points` to a sector: of those that end with a ring step
    /// if there are such, which leaves the next step free.
    pub(crate) fn cost(&self, from: SectorId, crossed: bool, points: u8, to: SectorId) -> u8 {
        let end = arrival(to, self.must_cross(from, crossed, points, to));
        let reached = |at: &u8| self.exactly[Self::row(from, crossed, *at)] >> end & 1 == 1;
        (0..=points.min(MAX_WALK)).find(reached).unwrap_or(0)
    }

    /// The sectors of a walk of exactly `points` from one sector to another, both ends included, or
    /// of a shorter one in place of a walk beyond [`MAX_WALK`]; empty if there is none.
    pub(crate) fn route(
        &self,
        from: SectorId,
        crossed: bool,
        points: u8,
        to: SectorId,
    ) -> Vec<SectorId> {
        let row = |points: u8| self.exactly[Self::row(from, crossed, points)];
        let mut points = equivalent(points);
        let ends = [arrival(to, false), arrival(to, true)];
        let Some(&end) = ends.iter().find(|&&end| row(points) >> end & 1 == 1) else {
            return Vec::new();
        };
        let mut end = end;
        let mut route = vec![to];
        while points > 0 {
            let kind = if end % 2 == 1 {
                Step::Quadrant
            } else {
                Step::Ring
            };
            points -= kind.cost();
            let leads = |&before: &Arrival| self.step_on(1 << before, kind) >> end & 1 == 1;
            let Some(before) = arrivals(row(points)).find(leads) else {
                break;
            };
            end = before;
            route.push((end / 2) as SectorId);
        }
        route.reverse();
        route
    }
}

/// Where one step of a kind leads from an arrival; none where the last step bars it.
fn next_arrivals(
    neighbours: &[Vec<(SectorId, Step)>],
    at: Arrival,
    kind: Step,
    banned: bool,
) -> u128 {
    let barred = banned && at % 2 == 1 && kind == Step::Quadrant;
    let ways = neighbours[at / 2].iter();
    let taken = ways.filter(|(_, step)| *step == kind && !barred);
    taken.fold(0, |ends, &(to, _)| {
        ends | 1 << arrival(to, kind == Step::Quadrant)
    })
}

fn arrivals(mut set: u128) -> impl Iterator<Item = Arrival> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as Arrival);
        set &= set.wrapping_sub(1);
        next
    })
}
