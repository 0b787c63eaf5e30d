//! Sight and cover on hexes of 1 in, where a model shows on seven hexes.

use super::hexmap;
use equipoise_engine::Hex;

use super::arena::{Arena, RIFLE, results, strike};
use super::drill::drill;
use super::field::{Field, bare};
use crate::data::profile::Tier;
use crate::data::scenario::TerrainPiece;
use crate::options::HexSize;

const AHEAD: Hex = Hex::new(0, 1);

/// A unit on (20, 10) and its enemy 12 in ahead of it on (20, 22), terrain on these hexes of 1 in.
fn range(tags: &TerrainPiece, hexes: &[(i16, i16)]) -> Arena {
    let basic = drill(Tier::Basic, 3);
    let mut field = Field::new(std::slice::from_ref(&basic), std::slice::from_ref(&basic));
    field.options = with!(hexmap(), hex_in: HexSize::One);
    let field = field.with(|s| {
        s.hex_in = HexSize::One;
        (s.width, s.depth) = (48, 48);
    });
    let mut arena = field.piece(tags.clone(), hexes).arena();
    arena.put(0, Hex::new(20, 10), AHEAD);
    arena.put(1, Hex::new(20, 22), -AHEAD);
    arena
}

/// An indestructible screen that blocks sight.
fn screen() -> TerrainPiece {
    with!(bare(), blocks_los: true)
}

/// `ms10.los.need`: half way between the two a screen across the middle line alone hides three of seven
/// parts of the target and leaves four to be seen; one of nine hexes hides all of it.
#[test]
fn a_third_of_the_model_is_enough() {
    for (hexes, seen) in [
        (&[(20, 16)][..], true),
        (
            &[
                (16, 16),
                (17, 16),
                (18, 16),
                (19, 16),
                (20, 16),
                (21, 16),
                (22, 16),
                (23, 16),
                (24, 16),
            ],
            false,
        ),
    ] {
        let arena = range(&screen(), hexes);
        assert_eq!(arena.view().sees(0, 1), seen, "{hexes:?}");
        assert_eq!(arena.view().sees(1, 0), seen, "{hexes:?}");
    }
}

/// `ms10.los.exposed`: the shooter sees the target straight ahead, but of its own seven hexes all but two
/// are within walls: not enough. With the hex behind it free it shows three, a third.
#[test]
fn a_shooter_must_show_itself() {
    let walls = [(21, 10), (21, 9), (19, 10), (19, 11), (20, 9)];
    for (count, seen) in [(5, false), (4, true)] {
        let arena = range(&screen(), &walls[..count]);
        assert_eq!(arena.view().sees(0, 1), seen);
        assert_eq!(arena.view().sees(1, 0), seen);
    }
}

/// `ms10.cover.criteria`: 6 in before the target a wall of one hex hides a part of it: +1 DEF; one that
/// does not block sight is too far off to help, and helps at 4 in.
#[test]
fn what_hides_a_part_is_cover() {
    let low = with!(bare(), cover: true);
    for (tags, hex, def) in [
        (screen(), (20, 16), 1),
        (low.clone(), (20, 16), 0),
        (low, (20, 18), 1),
    ] {
        let mut arena = range(&tags, &[hex]);
        let events = arena.turn(0, &[strike(RIFLE, 1)], &[1]);
        assert_eq!(results(&events)[0].1, def, "{hex:?}");
    }
}

/// `ms10.reinforce.ambush`: wholly hidden means every part: behind a screen of nine hexes, not behind
/// one.
#[test]
fn an_ambusher_hides_wholly() {
    let nine: Vec<(i16, i16)> = (16..=24).map(|q| (q, 16)).collect();
    for (hexes, hidden) in [(&[(20, 16)][..], false), (&nine, true)] {
        let arena = range(&screen(), hexes);
        let (here, there) = (Hex::new(20, 10), Hex::new(20, 22));
        assert_eq!(arena.view().is_hidden(there, here), hidden);
    }
}
