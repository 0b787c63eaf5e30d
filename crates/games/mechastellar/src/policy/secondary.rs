//! What secondary objectives are worth to `greedy`, in victory points of the battle.

use equipoise_engine::{Hex, Side};

use super::duel::{Worth, rounds_after};
use crate::data::secondary::{Category, Objective};
use crate::rules::constants::MOVE_ACTIONS;
use crate::rules::secondary::{SCORCHED, for_units_behind};
use crate::rules::secondary_view::Manner;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// Rounds ahead in which a place still counts.
const ROUNDS_AHEAD: i32 = 3;

/// Victory points that the end of a unit brings its enemy by objectives, and those that its own side is then
/// without.
pub(super) fn prize(view: View<'_>, unit: UnitId) -> i32 {
    let secondary = &view.bout.secondary;
    if !secondary.on {
        return 0;
    }
    let side = view.side_of(unit);
    let (other, active) = (side.other(), view.state.turn.unit);
    let manner = Manner::default();
    let destroyed = if view.side_of(active) == other {
        view.for_destroying(active, unit, manner)
    } else {
        let worths = view
            .standing(other)
            .map(|by| view.for_destroying(by, unit, manner));
        worths.max().unwrap_or(0)
    };
    let room = view.state.secondary.room(other, Category::Battlespace);
    let repelled = view.may_repel(other, unit) && room > 0;
    let (now, then) = (view.survival(side, None), view.survival(side, Some(unit)));
    let points = i32::from(destroyed) + i32::from(repelled) + i32::from(now) - i32::from(then);
    secondary.point * points
}

/// What more Momentum than the enemy has is worth for one point of it: the victory points of a round, where the
/// lead is close (`ms93.secondary.swelling-momentum`).
pub(super) fn lead(view: View<'_>, side: Side) -> i64 {
    let secondary = &view.bout.secondary;
    if !secondary.has(side, Objective::SwellingMomentum)
        || view.state.secondary.room(side, Category::Battlespace) == 0
    {
        return 0;
    }
    let apart = i64::from(view.momentum(side)) - i64::from(view.momentum(side.other()));
    let points = i64::from(secondary.point) * 2 * view.bout.scoring.point();
    points / (2 + apart.abs())
}

/// What is worth being at for the Battlespace objective of a side, one of its units somewhere.
pub(super) struct Battlespace<'a> {
    view: View<'a>,
    side: Side,
    objective: Objective,
    /// Quadrants in which others of the side stand, one bit each.
    quadrants: u32,
    /// Others near the enemy edge.
    behind: usize,
    /// Hexes that the unit goes in a turn.
    far: u16,
}

impl<'a> Battlespace<'a> {
    /// As a unit sees it that goes this many hexes with a Move Action; `None` where places bring nothing more.
    pub(super) fn of(view: View<'a>, unit: UnitId, reach: u16) -> Option<Self> {
        if !view.bout.secondary.on {
            return None;
        }
        let side = view.side_of(unit);
        let objective = view.bout.secondary.chosen(side, Category::Battlespace)?;
        if view.state.secondary.room(side, Category::Battlespace) == 0 {
            return None;
        }
        let others = || {
            let models = view.bout.side(side).map(|model| view.unit(model));
            models.filter(|model| model.on_table && model.leader != unit)
        };
        let behind = others().filter(|other| view.rows_behind(side, other.pos) == 0);
        Some(Self {
            view,
            side,
            objective,
            quadrants: others().fold(0, |set, other| set | view.quadrant(other.pos)),
            behind: behind.count(),
            far: reach * u16::from(MOVE_ACTIONS),
        })
    }

    /// Worth of a hex: what the side gains as rounds end with the unit there, or half of what it would in the
    /// rounds that are left once it gets there.
    pub(super) fn worth(&self, hex: Hex) -> Worth {
        let mut most = 0;
        self.goals(hex, |steps, halves| {
            let turns = if steps == 0 {
                0
            } else if self.far == 0 {
                return;
            } else {
                i32::from(steps.div_ceil(self.far))
            };
            let all = i32::from(rounds_after(self.view)) + 1;
            let rounds = (all - turns).clamp(0, ROUNDS_AHEAD);
            let paid = self.halves(halves, rounds);
            most = most.max(if turns == 0 { 2 * paid } else { paid });
        });
        let point = self.view.bout.scoring.point() * i64::from(self.view.bout.secondary.point);
        (point * i64::from(most) / 4) as Worth
    }

    /// So many half victory points a round over some rounds, as far as there is room.
    fn halves(&self, a_round: i32, rounds: i32) -> i32 {
        let room = self
            .view
            .state
            .secondary
            .room(self.side, Category::Battlespace);
        let rounds = if self.objective == Objective::ScorchedEarth {
            rounds.min(1)
        } else {
            rounds
        };
        (a_round * rounds).min(2 * i32::from(room))
    }

    /// Tells each goal: hexes to it, and half victory points it brings in a round.
    fn goals(&self, hex: Hex, mut tell: impl FnMut(u16, i32)) {
        let view = self.view;
        match self.objective {
            Objective::Dominate => {
                let now = for_spread(self.quadrants);
                for quadrant in 0..4 {
                    let gain = for_spread(self.quadrants | 1 << quadrant) - now;
                    if gain > 0 {
                        tell(view.steps_to_quadrant(hex, quadrant), gain);
                    }
                }
            }
            Objective::BehindLines => {
                let pay = |units| 2 * i32::from(for_units_behind(units));
                let gain = pay(self.behind + 1) - pay(self.behind);
                tell(view.rows_behind(self.side, hex), gain);
            }
            Objective::ScorchedEarth => {
                let points = view.bout.control_points.iter().enumerate();
                for (point, at) in points {
                    if view.has_point(point) && !view.is_present(self.side.other(), point) {
                        let away = hex.distance(*at);
                        let left = away.saturating_sub(view.bout.distances.control);
                        tell(left, i32::from(SCORCHED));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Half victory points for units in some quadrants; on the way to the third each counts a little.
const fn for_spread(quadrants: u32) -> i32 {
    match quadrants.count_ones() {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 6,
        _ => 8,
    }
}
