//! What a place is worth by what is fought for: control points and buildings.

use equipoise_engine::{Hex, Side};

use super::{Field, Worth};
use crate::policy::duel::rounds_after;
use crate::rules::constants::MOVE_ACTIONS;
use crate::rules::state::MAX_CONTROL_POINTS;

/// Sides that hold the control points.
type Holders = [Option<Side>; MAX_CONTROL_POINTS];

impl Field<'_> {
    /// Worth of the control points beside a hex (`ms10.cp.momentum`).
    pub(super) fn control(&self, hex: Hex) -> Worth {
        let view = self.view;
        let mut worth = 0;
        let points = view.bout.control_points.iter().zip(&view.state.owners);
        for (at, (point, owner)) in points.enumerate() {
            if view.has_point(at) && hex.distance(*point) <= view.bout.distances.control {
                let rounds = Worth::from(rounds_after(view) + 1).min(3);
                let gain = self.purse.gain(view.bout.scoring.control_momentum) * rounds;
                let weight = if *owner == Some(self.side) {
                    self.weights.hold
                } else {
                    self.weights.take
                };
                worth += gain * weight / 256;
            }
        }
        let battlespace = self.battlespace.as_ref();
        worth + self.objective(hex) + battlespace.map_or(0, |space| space.worth(hex))
    }

    /// Worth of what control points score at a hex: of those it is beside, and of the best one on the way
    /// (`ms93.secure.hold-vp`).
    fn objective(&self, hex: Hex) -> Worth {
        let view = self.view;
        let reach = self.reach * u16::from(MOVE_ACTIONS);
        let rounds = Worth::from(rounds_after(view) + 1);
        let (mut here, mut way) = (0, 0);
        for (point, worth) in view.bout.control_points.iter().zip(&self.points) {
            let left = hex
                .distance(*point)
                .saturating_sub(view.bout.distances.control);
            if left == 0 {
                here += worth.0;
            } else if reach > 0 {
                let turns = Worth::from(left.div_ceil(reach));
                way = way.max(worth.1 / rounds * (rounds - turns).max(0) / 2);
            }
        }
        here + way
    }

    /// Works out what control points score, by who would hold them as the round ends with the unit there and
    /// elsewhere; nothing where they score nothing.
    pub(super) fn weigh_points(&mut self) {
        let view = self.view;
        let mission = &view.bout.mission;
        if mission.hold == 0 {
            return;
        }
        let holders = self.holders();
        let lead = |holders: &Holders| {
            let owned = |side: Side| holders.iter().filter(|h| **h == Some(side)).count();
            let (own, other) = (owned(self.side), owned(self.side.other()));
            mission.holding(own, other) - mission.holding(other, own)
        };
        let rounds = i64::from(rounds_after(view) + 1).min(3);
        let point = view.bout.scoring.point() * rounds;
        let worth = |gain: i32, weight: i32| (point * i64::from(gain * weight) / 256) as Worth;
        let now = lead(&holders);
        let points = 0..view.bout.control_points.len();
        self.points = points
            .map(|at| {
                if !view.has_point(at) {
                    return (0, 0);
                }
                let with = |holder: Option<Side>| {
                    let mut holders = holders;
                    holders[at] = holder;
                    lead(&holders)
                };
                let opposed = self.is_held(self.side.other(), at);
                let gain = with(Some(self.side).filter(|_| !opposed)) - now;
                let guarded = self.is_held(self.side, at);
                if gain == 0 && !guarded {
                    // It is safe as long as nobody comes.
                    let loss = now - with(Some(self.side.other()));
                    return (worth(loss, self.weights.hold) / 2, 0);
                }
                let here = worth(gain, self.weights.take);
                (here, if self.is_claimed(at) { here / 4 } else { here })
            })
            .collect();
    }

    /// Who would hold each control point as the round ends, the unit elsewhere.
    fn holders(&self) -> Holders {
        let mut holders: Holders = [None; MAX_CONTROL_POINTS];
        let points = self.view.bout.control_points.len();
        for (at, holder) in holders.iter_mut().enumerate().take(points) {
            *holder = match Side::BOTH.map(|side| self.is_held(side, at)) {
                [true, true] => None,
                [true, false] => Some(Side::A),
                [false, true] => Some(Side::B),
                [false, false] => self.view.state.owners[at].or(self.view.state.former[at]),
            };
        }
        holders
    }

    /// Whether a side has anybody else near enough to a control point to hold it.
    fn is_held(&self, side: Side, at: usize) -> bool {
        let view = self.view;
        let mut others = view.bout.side(side).filter(|&other| {
            let state = view.unit(other);
            state.on_table && state.leader != self.unit && !view.unit(state.leader).arrived
        });
        others.any(|other| view.is_on_point(other, at))
    }

    /// Whether a friend is closer to a control point.
    fn is_claimed(&self, at: usize) -> bool {
        let point = self.view.bout.control_points[at];
        let mut friends = self.view.standing(self.side).filter(|&u| u != self.unit);
        friends.any(|u| self.view.unit(u).pos.distance(point) < self.from.distance(point))
    }

    /// Worth of the buildings that the unit may attack in its next turn from a hex.
    pub(super) fn prospect(&self, hex: Hex) -> Worth {
        let Some(city) = self.city.as_ref().filter(|_| rounds_after(self.view) > 0) else {
            return 0;
        };
        let far = self.reach * u16::from(MOVE_ACTIONS);
        city.prospect_from(self.view, hex, far) * self.weights.hope / 256
    }

    /// Worth of the best attack on a building from a hex.
    pub(super) fn wreck_from(&self, hex: Hex) -> Worth {
        let best = self
            .city
            .as_ref()
            .and_then(|city| city.best_from(self.view, hex));
        best.map_or(0, |(worth, _)| worth)
    }
}
