//! Cheapest ways over hexes.

use equipoise_engine::Hex;
use smallvec::{SmallVec, smallvec};

/// Hexes of a flood that takes no memory of its own: up to a reach of 31.
const PLACES: usize = 4096;
/// Hexes reached that wait to be looked at, mostly fewer.
const FRONTIER: usize = 1024;

type Frontier = SmallVec<[Hex; FRONTIER]>;

/// Cheapest ways from one hex to all others within reach.
pub(crate) struct Flood {
    from: Hex,
    reach: u16,
    /// Hexes of movement to each hex within reach, row by row of a square; [`UNREACHED`] when there is
    /// no way.
    costs: SmallVec<[u8; PLACES]>,
}

const UNREACHED: u8 = u8::MAX;

impl Flood {
    /// Floods from a hex until the goal is reached; `steps` looks at a hex and what was spent to get
    /// there, and gives what a step to a neighbour costs, if it is allowed.
    pub(super) fn new<S: Fn(Hex) -> Option<u16>>(
        from: Hex,
        reach: u16,
        goal: Option<Hex>,
        steps: impl Fn(Hex, u16) -> S,
    ) -> Self {
        let reach = reach.min(u16::from(UNREACHED) - 1);
        let mut this = Self {
            from,
            reach,
            costs: smallvec![UNREACHED; (2 * usize::from(reach) + 1).pow(2)],
        };
        *this.cost_mut(Hex::default()) = 0;
        // Hexes reached: those at the present cost and those at a higher one, taking turns.
        let mut frontiers = [Frontier::new(), smallvec![Hex::default()]];
        for spent in 0..reach {
            let [even, odd] = &mut frontiers;
            let (open, later) = if spent % 2 == 0 {
                (odd, even)
            } else {
                (even, odd)
            };
            if open.is_empty() || goal.is_some_and(|goal| this.reaches(goal)) {
                break;
            }
            for here in open.drain(..) {
                let cost = u16::from(this.cost(here));
                if cost > spent {
                    later.push(here);
                } else if cost == spent {
                    this.spread(here, spent, goal, &steps(from + here, spent), later);
                }
            }
        }
        this
    }

    /// From a hex to its neighbours, as far as the hexes from there to the goal leave reach for them;
    /// adds those it reaches more cheaply than before.
    fn spread(
        &mut self,
        here: Hex,
        spent: u16,
        goal: Option<Hex>,
        step: &impl Fn(Hex) -> Option<u16>,
        reached: &mut Frontier,
    ) {
        for offset in Hex::DIRECTIONS {
            let way = here + offset;
            let known = u16::from(self.cost(way));
            // A step costs a hex of movement at least.
            if spent + 1 >= known {
                continue;
            }
            let next = self.from + way;
            if goal.is_some_and(|goal| spent + 1 + next.distance(goal) > self.reach) {
                continue;
            }
            let Some(total) = step(next).map(|cost| spent + cost) else {
                continue;
            };
            if total <= self.reach && total < known {
                *self.cost_mut(way) = total as u8;
                reached.push(way);
            }
        }
    }

    /// Place of a way in the square.
    fn index(&self, way: Hex) -> usize {
        let reach = self.reach as i16;
        let width = 2 * usize::from(self.reach) + 1;
        (way.q + reach) as usize * width + (way.r + reach) as usize
    }

    fn cost(&self, way: Hex) -> u8 {
        self.costs[self.index(way)]
    }

    fn cost_mut(&mut self, way: Hex) -> &mut u8 {
        let at = self.index(way);
        &mut self.costs[at]
    }

    /// Whether a hex can be reached.
    pub(crate) fn reaches(&self, to: Hex) -> bool {
        let way = to - self.from;
        way.length() <= self.reach && self.cost(way) != UNREACHED
    }
}
