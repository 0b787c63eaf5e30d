//! The Combat Action spent on buildings.

use std::cmp::Reverse;

use smallvec::SmallVec;

use equipoise_engine::{Hex, Side};

use super::duel::Worth;
use super::solo::range;
use super::stake::{self, Purse};
use super::steps;
use crate::data::scenario::MAX_PIECES;
use crate::rules::clash::pushes;
use crate::rules::constants::DIRECT_CHECKS;
use crate::rules::decision::{Action, Ram};
use crate::rules::moves::{MoveWith, hexes_within};
use crate::rules::unit_id::{MAX_UNITS, UnitId};
use crate::rules::view::View;

/// The attack that brings down most buildings, by expectation: the shots and blows that are open from
/// here, and Crash attacks into one building or two; `None` with none in reach
/// (`ms93.kaiju-ai.rampage`). With thousandths of a building.
pub(super) fn best(view: View<'_>) -> Option<(u32, Action)> {
    let unit = view.state.turn.unit;
    let in_hand = view.state.turn.combat_actions > 0;
    let blow = best_blow(view, unit).filter(|_| in_hand);
    let crash = best_crash(view, unit);
    // A Crash takes a Move Action besides.
    match (blow, crash) {
        (Some((worth, _)), Some(crash)) if crash.0 > worth => Some(crash),
        (Some(blow), _) => Some(blow),
        (None, crash) => crash,
    }
}

/// What a unit without an enemy on the table does where its side gains by buildings: the best attack on one,
/// else the next move up to one; `None` where there is neither.
pub(super) fn alone(view: View<'_>) -> Option<Action> {
    best(view)
        .map(|(_, action)| action)
        .or_else(|| approach(view))
}

/// The next move up to a building, the nearest first, looking at it.
fn approach(view: View<'_>) -> Option<Action> {
    let unit = view.state.turn.unit;
    let (from, side) = (view.unit(unit).pos, view.side_of(unit));
    let table = view.bout.table;
    let reach = view.reach(unit, MoveWith::MoveAction);
    if view.state.turn.move_actions == 0 {
        return None;
    }
    let mut near: SmallVec<[(u16, Hex); MAX_PIECES]> = buildings(view)
        .map(|piece| away(view, piece, from))
        .collect();
    near.sort_unstable_by_key(|&(away, there)| (away, table.seen_from(side, there)));
    near.into_iter().take(APPROACHES).find_map(|(_, there)| {
        let beside = table.towards(side, there, from, 1);
        let to = steps::on_the_way(view, beside, reach);
        let open = to != from && view.move_kind(to, MoveWith::MoveAction).is_some();
        let spin = Some(there - to);
        (open && !view.shirks(to)).then_some(Action::Move { to, spin })
    })
}

/// The same with what it is worth to a side that gains by buildings.
pub(super) fn best_worth(view: View<'_>, purse: &Purse<'_>) -> Option<(Action, Worth)> {
    let each = worth_of_one(view, purse)?;
    best(view).map(|(buildings, action)| (action, share(each, buildings)))
}

/// What one more Combat Action would be worth, spent on a building from where the unit stands.
pub(super) fn worth_of_more(view: View<'_>, purse: &Purse<'_>) -> Option<Worth> {
    let each = worth_of_one(view, purse)?;
    let (buildings, _) = best_blow(view, view.state.turn.unit)?;
    Some(share(each, buildings))
}

/// What a building is worth to the side of the active unit; `None` if nothing.
fn worth_of_one(view: View<'_>, purse: &Purse<'_>) -> Option<Worth> {
    let side = view.side_of(view.state.turn.unit);
    let gains = view.gains_by_buildings(side);
    gains.then(|| stake::building(view, side, purse))
}

/// So many thousandths.
fn share(worth: Worth, buildings: u32) -> Worth {
    (i64::from(worth) * i64::from(buildings) / 1000) as Worth
}

/// What the active unit can do to buildings, and from where.
pub(super) struct City {
    /// Worth of one.
    each: Worth,
    /// Those that stand.
    pieces: SmallVec<[usize; MAX_PIECES]>,
    /// Range and chance in thousandths of the weapons that are ready.
    arms: SmallVec<[(u16, u32); 8]>,
    enemies: SmallVec<[Hex; MAX_UNITS / 2]>,
}

impl City {
    /// As the active unit sees it; `None` where its side gains nothing by buildings.
    pub(super) fn of(view: View<'_>, purse: &Purse<'_>) -> Option<Self> {
        let each = worth_of_one(view, purse)?;
        let unit = view.state.turn.unit;
        let arms = (0..view.profile(unit).printed)
            .filter(|&weapon| {
                let profile = view.weapon(unit, weapon);
                let plain = profile.remote.is_none() && !pushes(profile.effect);
                plain && view.weapon_ready(unit, weapon, false)
            })
            .map(|weapon| (view.weapon(unit, weapon).range, chance(view, unit, weapon)));
        Some(Self {
            each,
            pieces: buildings(view).collect(),
            arms: arms.collect(),
            enemies: view
                .enemies(unit)
                .map(|enemy| view.unit(enemy).pos)
                .collect(),
        })
    }

    /// Worth of an attack on a building so far away.
    fn at(&self, distance: u16) -> Worth {
        let arms = self.arms.iter().filter(|(range, _)| distance <= *range);
        let best = arms.map(|&(_, chance)| chance).max();
        best.map_or(0, |chance| share(self.each, chance))
    }

    /// The farthest from which the best weapon reaches.
    fn best_range(&self) -> u16 {
        let best = self
            .arms
            .iter()
            .max_by_key(|&&(range, chance)| (chance, range));
        best.map_or(0, |&(range, _)| range)
    }

    /// Hexes from a place to the nearest building, and to the nearest enemy.
    fn nearest(&self, view: View<'_>, hex: Hex) -> Option<(u16, u16)> {
        let away = |&piece: &usize| away(view, piece, hex).0;
        let enemies = self.enemies.iter().map(|enemy| enemy.distance(hex));
        let enemy = enemies.min().unwrap_or(u16::MAX);
        self.pieces.iter().map(away).min().map(|near| (near, enemy))
    }

    /// The most that an attack on a building can be worth from a place, sight aside: nothing where an enemy
    /// is closer than all of them (`ms93.rampage.building-targeting`).
    pub(super) fn most_from(&self, view: View<'_>, hex: Hex) -> Worth {
        let near = self.nearest(view, hex);
        near.map_or(
            0,
            |(near, enemy)| if near <= enemy { self.at(near) } else { 0 },
        )
    }

    /// What it may be worth a turn later, this many hexes on.
    pub(super) fn prospect_from(&self, view: View<'_>, hex: Hex, far: u16) -> Worth {
        let near = self.nearest(view, hex);
        near.map_or(0, |(near, _)| self.at(near.saturating_sub(far)))
    }

    /// The building that is best attacked from a place: what that is worth, and its nearest hex.
    pub(super) fn best_from(&self, view: View<'_>, hex: Hex) -> Option<(Worth, Hex)> {
        let (_, enemy) = self.nearest(view, hex)?;
        let mut near: SmallVec<[(u16, Hex); MAX_PIECES]> = self
            .pieces
            .iter()
            .map(|&piece| away(view, piece, hex))
            .collect();
        near.retain(|(away, _)| *away <= enemy);
        near.sort_unstable_by_key(|&(away, there)| (away, there.q, there.r));
        let seen = near
            .into_iter()
            .find(|&(_, there)| view.blockers(hex, there).next().is_none());
        seen.map(|(away, there)| (self.at(away), there))
            .filter(|&(worth, _)| worth > 0)
    }

    /// Places from which the nearest buildings come into range.
    pub(super) fn places(
        &self,
        view: View<'_>,
        side: Side,
        from: Hex,
    ) -> SmallVec<[Hex; APPROACHES]> {
        let range = self.best_range();
        let mut near: SmallVec<[(u16, Hex); MAX_PIECES]> = self
            .pieces
            .iter()
            .map(|&piece| away(view, piece, from))
            .collect();
        let table = view.bout.table;
        near.sort_unstable_by_key(|&(away, there)| (away, table.seen_from(side, there)));
        let out = near.into_iter().filter(|(away, _)| *away > range);
        let place = |(_, there): (u16, Hex)| table.towards(side, there, from, range);
        out.take(APPROACHES).map(place).collect()
    }
}

/// Hexes from a place to a piece of terrain, and to which hex of it.
fn away(view: View<'_>, piece: usize, from: Hex) -> (u16, Hex) {
    let side = view.side_of(view.state.turn.unit);
    let hexes = view.bout.terrain.pieces[piece].hexes.iter();
    let near = hexes.map(|&hex| {
        (
            hex.distance(from),
            view.bout.table.seen_from(side, hex),
            hex,
        )
    });
    near.min()
        .map_or((u16::MAX, from), |(away, _, hex)| (away, hex))
}

/// Buildings out of range that are looked at.
const APPROACHES: usize = 6;

/// Standing buildings.
fn buildings(view: View<'_>) -> impl Iterator<Item = usize> {
    let pieces = view.bout.terrain.pieces.iter().enumerate();
    pieces
        .filter(move |(piece, tags)| tags.building && view.stands(*piece))
        .map(|(piece, _)| piece)
}

/// Chance in thousandths that an attack on terrain with a weapon destroys it: a check is passed with a
/// face times 100 at or above its DMG.
fn chance(view: View<'_>, unit: UnitId, weapon: usize) -> u32 {
    let dmg = view.weapon(unit, weapon).dmg;
    let passing = (1..=10).filter(|face| face * 100 >= dmg).count() as u32;
    1000 - passing.pow(u32::from(DIRECT_CHECKS))
}

/// How near a piece of terrain is to a unit: hexes to it, then its place as the side sees the table.
fn closeness(view: View<'_>, unit: UnitId, piece: usize) -> (u16, (i16, i16)) {
    let nearest = range::nearest_hex(view, unit, &view.bout.terrain.pieces[piece]);
    let hex = nearest.unwrap_or_default();
    let seen = view.bout.table.seen_from(view.side_of(unit), hex);
    (hex.distance(view.unit(unit).pos), seen)
}

/// The best Combat Action on a building that no enemy is closer than, as if there were one left.
fn best_blow(view: View<'_>, unit: UnitId) -> Option<(u32, Action)> {
    let enemy = view.nearest_enemy(unit).map(|e| view.distance(unit, e));
    let open = |&piece: &usize| enemy.is_none_or(|enemy| closeness(view, unit, piece).0 <= enemy);
    let weapons = 0..view.profile(unit).printed;
    let blows = buildings(view).filter(open).flat_map(|piece| {
        let weapons = weapons.clone();
        weapons.map(move |weapon| (weapon, piece))
    });
    blows
        .filter(|&(weapon, piece)| {
            !pushes(view.weapon(unit, weapon).effect) && view.could_batter(weapon, piece)
        })
        .map(|(weapon, piece)| (chance(view, unit, weapon), weapon, piece))
        .filter(|&(chance, ..)| chance > 0)
        .max_by_key(|&(chance, weapon, piece)| {
            (
                chance,
                Reverse(closeness(view, unit, piece)),
                Reverse(weapon),
            )
        })
        .map(|(chance, weapon, piece)| (chance, Action::Batter { weapon, piece }))
}

/// The best Crash into one building or two; it ends as far from the nearest enemy as it gets.
fn best_crash(view: View<'_>, unit: UnitId) -> Option<(u32, Action)> {
    let mover = view.mover(MoveWith::MoveAction);
    let far = mover.reach + view.bout.distances.touch;
    let key = |piece: usize| closeness(view, unit, piece);
    let mut near: SmallVec<[usize; MAX_PIECES]> =
        buildings(view).filter(|&b| key(b).0 <= far).collect();
    near.sort_unstable_by_key(|&piece| key(piece));
    let mut best: Option<(u32, Action)> = None;
    for weapon in (0..view.profile(unit).printed).filter(|&w| view.weapon(unit, w).crash) {
        let each = chance(view, unit, weapon);
        for (first, second) in pairs(&near) {
            let rams = [Some(Ram::Piece(first)), second.map(Ram::Piece)];
            let worth = each * if second.is_some() { 2 } else { 1 };
            if worth <= best.map_or(0, |(most, _)| most) {
                continue;
            }
            if let Some(to) = end(view, unit, weapon, rams) {
                best = Some((worth, Action::Crash { weapon, rams, to }));
            }
        }
    }
    best
}

/// Every building by itself and with every other one.
fn pairs(pieces: &[usize]) -> impl Iterator<Item = (usize, Option<usize>)> {
    pieces.iter().flat_map(move |&first| {
        let others = pieces.iter().filter(move |&&other| other != first);
        std::iter::once(None)
            .chain(others.copied().map(Some))
            .map(move |second| (first, second))
    })
}

/// Where a Crash into buildings ends, if it may be made.
fn end(view: View<'_>, unit: UnitId, weapon: usize, rams: [Option<Ram>; 2]) -> Option<Hex> {
    let first = rams[0]?;
    if !view.may_ram(weapon, first) || !rams[1].is_none_or(|ram| view.is_ram(weapon, ram)) {
        return None;
    }
    let mover = view.mover(MoveWith::MoveAction);
    let legs = view.crash_legs(&mover, rams)?;
    let (from, side) = (view.unit(unit).pos, view.side_of(unit));
    let enemy = view.nearest_enemy(unit).map(|enemy| view.unit(enemy).pos);
    let off = |hex: &Hex| enemy.map_or(0, |enemy| hex.distance(enemy));
    hexes_within(mover.reach)
        .map(|way| from + view.bout.table.way_seen_from(side, way))
        .filter(|&to| view.may_end_crash(&mover, &legs, to))
        .max_by_key(off)
}
