//! Where to go: to attack, to flank, to get away.
//!
//! On an open table only distances count. Where there is terrain a turn looks at places around the unit,
//! on its way to the target, on roofs and behind cover, and at what is seen from them.

use std::cmp::Reverse;

use smallvec::SmallVec;

use equipoise_engine::Hex;

use super::{advantage, arms, range};
use crate::policy::{steps, tactics};
use crate::rules::constants::MOVE_ACTIONS;
use crate::rules::decision::{Order, Plan};
use crate::rules::moves::MoveWith;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// Places that are looked at, as a rule.
const PLACES: usize = 96;
/// Bands of the own attacks that are looked at.
const BANDS: usize = 6;

/// A turn of the active unit under an order, as far as it goes somewhere to attack.
#[derive(Clone, Copy)]
pub(super) struct Advance {
    pub(super) order: Order,
    pub(super) target: UnitId,
    /// Move Actions for it.
    pub(super) moves: u8,
}

impl Advance {
    /// With the Move Actions that are left; Attack and Retreat keeps one of them back
    /// (`ms93.mecha-ai.retreat`).
    pub(super) fn of(view: View<'_>, order: Order, target: UnitId) -> Self {
        let turn = &view.state.turn;
        let kept = match order {
            Order::AttackAndRetreat | Order::RetreatAndRampage => 1,
            _ => 0,
        };
        let moves = (MOVE_ACTIONS - kept).saturating_sub(turn.moves_made);
        Self {
            order,
            target,
            moves: moves.min(turn.move_actions),
        }
    }

    /// Hexes that the moves cover, the bonus of the order included (`ms93.mecha-ai.blitz`).
    fn far(self, view: View<'_>) -> u16 {
        let turn = &view.state.turn;
        let reach = view.reach(turn.unit, MoveWith::MoveAction) * u16::from(self.moves);
        if reach == 0 || turn.moves_made > 0 || view.unit(turn.unit).arrived {
            return reach;
        }
        let bonus = self.order.bonus(&view.bout.options);
        reach + view.bout.distances.hex_in.hexes(bonus.move_in)
    }

    fn melee(self, view: View<'_>) -> bool {
        arms::may_cut(view, view.state.turn.unit, self.target, self.order)
    }

    /// Distance to attack at: the highest expected damage among the distances in reach, the farthest
    /// of equals (`ms93.mecha-ai.seek-rapid-fire`); melee range when nothing reaches, for who is to close
    /// in, and where there is terrain, as the way to a target that no place in reach sees.
    pub(super) fn distance(self, view: View<'_>) -> u16 {
        let unit = view.state.turn.unit;
        let engagement = view.bout.distances.engagement;
        if self.order == Order::FinishThem || !view.bout.terrain.is_empty() {
            return engagement;
        }
        let melee = self.melee(view);
        let now = view.distance(unit, self.target);
        let far = self.far(view);
        let near = now.saturating_sub(far).max(view.apart(unit, self.target));
        let mut scratch = tactics::NO_DAMAGE;
        let row = tactics::ready_row(view, unit, self.target, melee, &mut scratch);
        let mut best = (0, engagement);
        for distance in near..=(now + far).min(row.len() as u16 - 1) {
            let closes = distance <= engagement && now > engagement;
            let damage = row[usize::from(distance)];
            if (melee || !closes) && damage > 0 && damage >= best.0 {
                best = (damage, distance);
            }
        }
        best.1
    }

    /// The place to attack from where there is terrain: where the attack promises most, in cover if there
    /// is any, beside a control point to be won, the farthest of equals (`ms93.mecha-ai.seek-rapid-fire`).
    /// `None` where none is in reach.
    pub(super) fn spot(self, view: View<'_>) -> Option<Hex> {
        if view.bout.terrain.is_empty() || self.order == Order::FinishThem {
            return None;
        }
        let there = view.unit(self.target).pos;
        let flank = (self.order == Order::Flank)
            .then(|| self.flank(view))
            .flatten();
        flank.or_else(|| {
            let side = view.side_of(view.state.turn.unit);
            let rank = |hex: Hex| {
                let covered = view.would_cover(hex, self.target);
                let gains = view.gains_point(side, hex, 0);
                (covered, gains, hex.distance(there))
            };
            self.best(view, &self.places(view), rank)
        })
    }

    /// A place that flanks the target, one to attack from if there is any (`ms93.mecha-ai.flank`).
    fn flank(self, view: View<'_>) -> Option<Hex> {
        let unit = view.state.turn.unit;
        let mut places = self.places(view);
        places.retain(|hex| advantage::flanks(view, unit, *hex, self.target));
        let there = view.unit(self.target).pos;
        let attack = self.best(view, &places, |hex| Reverse(hex.distance(there)));
        let free = |hex: &Hex| self.is_free(view, *hex);
        // The first of equals.
        attack.or_else(|| {
            let free = places.into_iter().filter(free);
            free.min_by_key(|hex| hex.distance(there))
        })
    }

    /// Of some places the one from which the attack promises most, of equal ones the first of the
    /// highest rank.
    fn best<K: Ord>(self, view: View<'_>, places: &[Hex], rank: impl Fn(Hex) -> K) -> Option<Hex> {
        let unit = view.state.turn.unit;
        let there = view.unit(self.target).pos;
        let mut scratch = tactics::NO_DAMAGE;
        let row = tactics::ready_row(view, unit, self.target, self.melee(view), &mut scratch);
        let last = row.len() - 1;
        let mut bands: SmallVec<[(Reverse<i32>, usize); PLACES]> = places
            .iter()
            .map(|hex| row[usize::from(hex.distance(there)).min(last)])
            .enumerate()
            .filter(|&(_, damage)| damage > 0)
            .map(|(place, damage)| (Reverse(damage), place))
            .collect();
        bands.sort_unstable();
        bands.chunk_by(|a, b| a.0 == b.0).find_map(|band| {
            let mut ranked: SmallVec<[(Reverse<K>, usize); PLACES]> = band
                .iter()
                .map(|&(_, place)| (Reverse(rank(places[place])), place))
                .collect();
            ranked.sort_unstable();
            let mut hexes = ranked.into_iter().map(|(_, place)| places[place]);
            // Sight is the dearest question.
            hexes.find(|&hex| self.is_free(view, hex) && self.may_attack_from(view, hex))
        })
    }

    fn is_free(self, view: View<'_>, hex: Hex) -> bool {
        let unit = view.state.turn.unit;
        hex == view.unit(unit).pos || !view.is_crowded(unit, hex)
    }

    /// Whether sight and the closest-target rule let the unit attack its target from a hex.
    fn may_attack_from(self, view: View<'_>, hex: Hex) -> bool {
        let unit = view.state.turn.unit;
        if range::lobs(view, unit) {
            return true;
        }
        let distance = hex.distance(view.unit(self.target).pos);
        let nearer = |enemy: UnitId| {
            hex.distance(view.unit(enemy).pos) < distance && view.would_see(hex, enemy)
        };
        view.would_see(hex, self.target)
            && !(view.bound_to_closest(unit) && view.enemies(unit).any(nearer))
    }

    /// Places in reach, in the order in which the side sees them, the own one first: rings around the
    /// unit, the edges of its attacks on the way to the target, beside control points, on roofs, and
    /// behind what gives cover.
    fn places(self, view: View<'_>) -> SmallVec<[Hex; PLACES]> {
        let unit = view.state.turn.unit;
        let (from, there) = (view.unit(unit).pos, view.unit(self.target).pos);
        let (table, side) = (view.bout.table, view.side_of(unit));
        let far = self.far(view);
        let mut places: SmallVec<[Hex; PLACES]> = SmallVec::new();
        places.push(from);
        if far == 0 {
            return places;
        }
        for parts in 1..=2 * i32::from(self.moves) {
            let radius = i32::from(far) * parts / (2 * i32::from(self.moves));
            ring_places(view, unit, radius, &mut places);
        }
        let mut scratch = tactics::NO_DAMAGE;
        let row = tactics::ready_row(view, unit, self.target, self.melee(view), &mut scratch);
        let last = row.len() as u16 - 1;
        let now = from.distance(there);
        let bands = (now.saturating_sub(far).max(1)..(now + far).min(last))
            .filter(|&d| row[usize::from(d)] > row[usize::from(d) + 1]);
        places.extend(
            bands
                .take(BANDS)
                .map(|d| table.towards(side, there, from, d)),
        );
        let control = view.bout.distances.control;
        let points = view.bout.control_points.iter();
        places.extend(points.map(|&point| table.towards(side, point, from, control)));
        places.extend(advantage::roofs(view, unit, far));
        places.extend(lees(view, unit, there, far));
        places.retain(|hex| from.distance(*hex) <= far);
        in_order(view, unit, &mut places[1..]);
        places.retain(|hex| table.contains(*hex));
        places
    }
}

/// Puts places in the order in which the side of a unit sees them, so that of equals it takes the same
/// from either edge.
fn in_order(view: View<'_>, unit: UnitId, places: &mut [Hex]) {
    let side = view.side_of(unit);
    places.sort_unstable_by_key(|hex| view.bout.table.seen_from(side, *hex));
}

/// Adds twelve hexes of the ring of `radius` hexes around a unit; a ring of 0 hexes has none.
fn ring_places(view: View<'_>, unit: UnitId, radius: i32, places: &mut SmallVec<[Hex; PLACES]>) {
    if radius > 0 {
        places.extend_from_slice(&steps::ring(view, unit, radius));
    }
}

/// For each standing piece of cover in reach the hex beside its nearest one that is farthest from an
/// enemy.
fn lees(view: View<'_>, unit: UnitId, enemy: Hex, far: u16) -> impl Iterator<Item = Hex> {
    let (from, side) = (view.unit(unit).pos, view.side_of(unit));
    let pieces = view.bout.terrain.pieces.iter().enumerate();
    pieces
        .filter(move |(piece, tags)| (tags.cover || tags.obscuring) && view.stands(*piece))
        .filter_map(move |(_, tags)| range::nearest_hex(view, unit, tags))
        .filter(move |hex| hex.distance(from) <= far + 1)
        .filter_map(move |hex| {
            let beside = Hex::DIRECTIONS.map(|way| hex + view.bout.table.way_seen_from(side, way));
            beside
                .into_iter()
                .max_by_key(|beside| beside.distance(enemy))
        })
}

/// The next move of the active unit on the way to a place, looking at the target of its plan.
pub(super) fn step(view: View<'_>, plan: &Plan, spot: Hex) -> Option<Hex> {
    let unit = view.state.turn.unit;
    let from = view.unit(unit).pos;
    let (table, side) = (view.bout.table, view.side_of(unit));
    let mover = view.mover(MoveWith::MoveAction);
    let open = |to: &Hex| {
        let there = view.unit(plan.target).pos;
        *to != there && mover.kind(*to).is_some() && !view.shirks(*to)
    };
    // As far along the line as this move leads: a climb takes its share.
    (1..=from.distance(spot).min(mover.reach))
        .rev()
        .map(|steps| table.towards(side, from, spot, steps))
        .find(open)
}

/// Where an Accelerate on the way to a place ends.
pub(super) fn rush(view: View<'_>, spot: Hex) -> Option<Hex> {
    let unit = view.state.turn.unit;
    let from = view.unit(unit).pos;
    let way = from
        .distance(spot)
        .min(view.reach(unit, MoveWith::Accelerate));
    let side = view.side_of(unit);
    let to = view.bout.table.towards(side, from, spot, way);
    let open = view.move_kind(to, MoveWith::Accelerate).is_some();
    open.then_some(to)
}

/// A move away from the nearest enemy: out of sight of all if it can be, as far as it gets
/// (`ms93.mecha-ai.retreat`, `ms93.kaiju-ai.retreat`).
pub(super) fn away(view: View<'_>, with: MoveWith) -> Option<Hex> {
    let unit = view.state.turn.unit;
    let enemy = view.nearest_enemy(unit)?;
    let afar = view.bout.table.longest() as u16;
    let straight = || steps::step_to(view, enemy, afar, with);
    if view.bout.terrain.is_empty() {
        return straight();
    }
    let there = view.unit(enemy).pos;
    let worth = |hex: Hex| {
        let seen = view.enemies(unit).any(|enemy| view.would_see(hex, enemy));
        (!seen, hex.distance(there))
    };
    let mover = view.mover(with);
    let mut places: SmallVec<[Hex; PLACES]> = SmallVec::new();
    for radius in [mover.reach, mover.reach / 2] {
        ring_places(view, unit, radius.into(), &mut places);
    }
    places.extend(lees(view, unit, there, mover.reach));
    places.retain(|hex| view.bout.table.contains(*hex));
    in_order(view, unit, &mut places);
    let here = worth(view.unit(unit).pos);
    let mut best = (here, None);
    for hex in straight().into_iter().chain(places) {
        let worth = worth(hex);
        let legal =
            || mover.kind(hex).is_some() && !(with == MoveWith::MoveAction && view.shirks(hex));
        if worth > best.0 && legal() {
            best = (worth, Some(hex));
        }
    }
    best.1
}
