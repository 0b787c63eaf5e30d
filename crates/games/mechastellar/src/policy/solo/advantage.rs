//! Tactical advantage: who can have it at once, and from where.

use smallvec::SmallVec;

use equipoise_engine::Hex;

use super::range;
use crate::data::profile::Tier;
use crate::data::scenario::MAX_PIECES;
use crate::rules::constants::OVERWHELM_MODELS;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// Whether a unit that acts now can gain tactical advantage and attack with it, as far as distances
/// tell (`ms93.mecha-ai.activation-order`).
pub(super) fn is_at_hand(view: View<'_>, unit: UnitId) -> bool {
    let (way, range) = (range::reach(view, unit), range::longest_range(view, unit));
    let roofs: SmallVec<[Hex; MAX_PIECES]> = roofs(view, unit, way).collect();
    view.enemies(unit).any(|enemy| {
        let gap = view.distance(unit, enemy);
        gap <= way + range
            && (is_open(view, unit, enemy)
                || overwhelms(view, unit, enemy, gap.saturating_sub(way))
                || stands_above(view, unit, enemy, &roofs, range))
    })
}

/// Whether an enemy gives the advantage wherever it is attacked from: seen from behind as the turn
/// begins, without a head, shut down, or fallen.
fn is_open(view: View<'_>, unit: UnitId, enemy: UnitId) -> bool {
    let state = view.unit(enemy);
    !view.in_front(enemy, view.unit(unit).pos)
        || state.head_lost
        || view.is_shut_down(enemy)
        || state.fallen && view.profile(enemy).tier == Tier::Basic
}

/// Whether the side overwhelms an enemy once a unit is so near to it.
fn overwhelms(view: View<'_>, unit: UnitId, enemy: UnitId, nearest: u16) -> bool {
    let near = view.bout.distances.overwhelm;
    let squad = view.unit(unit).leader;
    let own = view.models(unit).count();
    let others = view.bout.side(view.side_of(unit)).filter(|&model| {
        let state = view.unit(model);
        state.is_up() && state.leader != squad && view.distance(model, enemy) <= near
    });
    nearest <= near && own + others.count() >= OVERWHELM_MODELS
}

/// Whether a unit stands, or would on one of these roofs, above an enemy that it sees from there in range.
fn stands_above(view: View<'_>, unit: UnitId, enemy: UnitId, roofs: &[Hex], range: u16) -> bool {
    let there = view.unit(enemy).pos;
    let good = |hex: &Hex| {
        view.level_at(*hex) > view.level(enemy)
            && hex.distance(there) <= range
            && view.would_see(*hex, enemy)
    };
    good(&view.unit(unit).pos) || roofs.iter().any(good)
}

/// Of each standing piece with High Ground the hex nearest to a unit, if it is no farther off than that.
pub(super) fn roofs(view: View<'_>, unit: UnitId, far: u16) -> impl Iterator<Item = Hex> {
    let from = view.unit(unit).pos;
    let pieces = view.bout.terrain.pieces.iter().enumerate();
    pieces
        .filter(move |(piece, tags)| tags.level > 0 && view.stands(*piece))
        .filter_map(move |(_, tags)| range::nearest_hex(view, unit, tags))
        .filter(move |hex| hex.distance(from) <= far)
}

/// Whether a hex flanks an enemy: above it, overwhelming it, or behind it for the turn to come
/// (`ms93.mecha-ai.flank`).
pub(super) fn flanks(view: View<'_>, unit: UnitId, hex: Hex, enemy: UnitId) -> bool {
    let gap = hex.distance(view.unit(enemy).pos);
    view.level_at(hex) > view.level(enemy)
        || overwhelms(view, unit, enemy, gap)
        || !view.in_front(enemy, hex)
}
