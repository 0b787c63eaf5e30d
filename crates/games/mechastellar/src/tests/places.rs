//! Squads on hexes of 1 in: every model on a place of its own.

use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, RIFLE, go, rifle, squad};
use super::drill::{FULL, drill};
use super::field::{Field, building, high_wall};
use crate::data::profile::{Support, Tier, UnitProfile};
use crate::data::scenario::{Deployment, Entry};
use crate::options::HexSize;
use crate::rules::clash::Strike;
use crate::rules::decision::Reform;
use crate::rules::event::Event;
use crate::rules::moves::hexes_within;
use crate::rules::terrain::Cover;
use crate::rules::unit_id::UnitId;

const AHEAD: Hex = Hex::new(0, 1);

fn basic() -> UnitProfile {
    drill(Tier::Basic, 0)
}

/// A bare table of 48 by 48 hexes of 1 in, zones of 16 rows, and two forces.
fn table(a: Vec<Entry>, b: Vec<Entry>) -> Field {
    let mut field = Field::new(&[basic()], &[basic()]).with(|scenario| {
        scenario.hex_in = HexSize::One;
        (scenario.width, scenario.depth) = (48, 48);
        scenario.deployment = Deployment::Zone(16);
        scenario.forces[0].entries = a;
        scenario.forces[1].entries = b;
    });
    field.options.hex_in = HexSize::One;
    field
}

/// A squad of so many models against another.
fn squads(own: usize, other: usize) -> Field {
    let of = |models| vec![squad(&vec![basic(); models])];
    table(of(own), of(other))
}

/// Sets a unit down on a hex, its models beside it.
fn stand(arena: &mut Arena, unit: UnitId, q: i16, r: i16) {
    let at = Hex::new(q, r);
    arena.run(&[], |game| {
        game.set_down(unit, at, AHEAD, || Event::Arrive { unit, at });
    });
}

/// Puts models on hexes, in the order of their numbers.
fn put(arena: &mut Arena, places: &[(i16, i16)]) {
    for (unit, &(q, r)) in places.iter().enumerate() {
        arena.put(unit, Hex::new(q, r), AHEAD);
    }
}

fn places<const N: usize>(arena: &Arena, models: [UnitId; N]) -> [(i16, i16); N] {
    models.map(|model| {
        let at = arena.unit(model).pos;
        (at.q, at.r)
    })
}

/// `ms10.squad.coherency`: when the leader moves the others take the nearest free places beside it, base
/// to base, each side as it sees the table; a wall on one of them shifts them on.
#[test]
fn models_follow_their_leader() {
    let mut arena = squads(3, 3).arena();
    stand(&mut arena, 3, 10, 30);
    stand(&mut arena, 0, 10, 10);
    assert_eq!(places(&arena, [0, 1, 2]), [(10, 10), (12, 10), (12, 8)]);
    assert_eq!(places(&arena, [3, 4, 5]), [(10, 30), (8, 30), (8, 32)]);
    let events = arena.turn(0, &[go(10, 13)], &[]);
    let follows: Vec<(UnitId, Hex)> =
        matching!(&events, Event::Follow { unit, at } => (*unit, *at));
    assert_eq!(follows, [(1, Hex::new(12, 13)), (2, Hex::new(12, 11))]);
    assert_eq!(places(&arena, [1, 2]), [(12, 13), (12, 11)]);

    let mut arena = squads(3, 1).piece(high_wall(), &[(12, 13)]).arena();
    arena.put(3, Hex::new(10, 40), -AHEAD);
    stand(&mut arena, 0, 10, 10);
    arena.turn(0, &[go(10, 13)], &[]);
    assert_eq!(places(&arena, [0, 1, 2]), [(10, 13), (12, 12), (11, 11)]);
}

/// `ms10.squad.coherency`: into a hollow between walls a flyer may go alone, a squad only if all its
/// models find room within coherency.
#[test]
fn a_squad_goes_where_all_have_room() {
    let flyer = with!(basic(), fly: true);
    for (models, hollow, legal) in [
        (1, vec![(10, 16)], true),
        (2, vec![(10, 16)], false),
        (2, vec![(10, 16), (12, 16)], true),
        (2, vec![(10, 16), (15, 16)], false),
        (3, vec![(10, 16), (12, 16)], false),
    ] {
        let walls: Vec<(i16, i16)> = hexes_within(5)
            .map(|way| (10 + way.q, 16 + way.r))
            .filter(|hex| !hollow.contains(hex))
            .collect();
        let own = vec![squad(&vec![flyer.clone(); models])];
        let field = table(own, vec![Entry::single(basic())]);
        let mut arena = field.piece(high_wall(), &walls).arena();
        arena.put(models, Hex::new(10, 44), -AHEAD);
        stand(&mut arena, 0, 10, 9);
        arena.turn(0, &[go(10, 16)], &[]);
        let there = places(&arena, [0]) == [(10, 16)];
        assert_eq!(there, legal, "{models} models into {hollow:?}");
    }
}

/// `ms10.squad.coherency`: onto High Ground only if all models fit on it.
#[test]
fn a_squad_climbs_only_together() {
    for (models, roof, legal) in [
        (1, vec![(10, 12)], true),
        (2, vec![(10, 12)], false),
        (2, vec![(10, 12), (12, 12)], true),
        (3, vec![(10, 12), (12, 12)], false),
    ] {
        let mut arena = squads(models, 1).piece(building(1), &roof).arena();
        arena.put(models, Hex::new(10, 44), -AHEAD);
        stand(&mut arena, 0, 10, 9);
        arena.turn(0, &[go(10, 12)], &[]);
        let there = places(&arena, [0]) == [(10, 12)];
        assert_eq!(there, legal, "{models} models on {roof:?}");
        let up = (0..models).all(|model| arena.view().level(model) == u8::from(legal));
        assert!(up, "all on one level");
    }
}

/// `ms10.squad.coherency`, `ms10.push.move`: a squad that is moved to where its models find no room takes
/// the nearest free places.
#[test]
fn who_is_moved_finds_what_room_there_is() {
    let walls: Vec<(i16, i16)> = hexes_within(5)
        .map(|way| (10 + way.q, 16 + way.r))
        .filter(|&hex| hex != (10, 16))
        .collect();
    let mut arena = squads(2, 1).piece(high_wall(), &walls).arena();
    arena.put(2, Hex::new(10, 44), -AHEAD);
    let (unit, from, to) = (0, Hex::new(10, 9), Hex::new(10, 16));
    stand(&mut arena, unit, 10, 9);
    arena.run(&[], |game| {
        game.relocate(unit, to, || Event::Pushed { unit, from, to });
    });
    assert_eq!(arena.view().distance(0, 1), 6);
}

/// `ms10.squad.leader`, `ms10.squad.coherency`: the next leader leads from where it stands; a gap that the
/// fallen one leaves is closed by the next move.
#[test]
fn the_next_leader_keeps_its_place() {
    let mut arena = squads(3, 1).arena();
    put(&mut arena, &[(10, 10), (14, 10), (6, 10), (10, 44)]);
    arena.run(&[], |game| game.hurt(0, 3, FULL as u32, 0));
    assert_eq!(arena.unit(2).leader, 1);
    assert_eq!(places(&arena, [1, 2]), [(14, 10), (6, 10)]);
    arena.turn(1, &[go(15, 10)], &[]);
    assert_eq!(places(&arena, [1, 2]), [(15, 10), (17, 10)]);
}

/// `ms10.cp.capture`, `ms10.cp.owner`: any model of a squad within 4 in takes a point, and contests one.
#[test]
fn every_model_counts_at_a_control_point() {
    for (own, other, owner) in [
        (24, 12, Some(Side::A)),
        (25, 12, None),
        (24, 16, None),
        (24, 15, Some(Side::A)),
    ] {
        let mut arena = squads(2, 2).point(10, 20).arena();
        put(&mut arena, &[(10, 27), (10, own), (10, 10), (10, other)]);
        arena.run(&[], |game| game.capture(0));
        assert_eq!(arena.battle.owners[0], owner, "rows {own} and {other}");
    }
}

/// `ms10.squad.support`: the range of a supporting weapon is measured from the model that has it.
#[test]
fn models_support_from_where_they_stand() {
    let pods = with!(rifle(), name: "Pods".to_owned(), range_in: 12,
        support: Some(Support::of(1, 0, false)));
    let mut helper = basic();
    helper.weapons = vec![pods];
    let own = vec![squad(&[basic(), helper])];
    for (row, hits) in [(18, 1), (17, 0), (42, 1), (43, 0)] {
        let mut arena = table(own.clone(), vec![Entry::single(basic())]).arena();
        put(&mut arena, &[(10, 20), (10, row), (10, 30)]);
        let strike = Strike::plain(0, RIFLE, 2);
        assert_eq!(arena.view().squad_support(&strike, 1, 0), hits, "row {row}");
    }
}

/// `ms10.advantage.overwhelm`: each model counts where it stands: at 6, 6 and 8 in, not at 6, 6 and 9 in.
#[test]
fn models_overwhelm_from_where_they_stand() {
    for (third, overwhelms) in [((12, 8), true), ((12, 7), false)] {
        let mut arena = squads(3, 1).arena();
        put(&mut arena, &[(10, 10), (12, 10), third, (10, 16)]);
        assert_eq!(arena.view().overwhelms(0, 3), overwhelms);
    }
}

/// A unit against three squads of two: 1 and 2, 3 and 4, 5 and 6.
fn three_squads() -> Arena {
    let own = with!(basic(), size: 0);
    let mut own = vec![own];
    own[0].weapons[RIFLE].aoe = Some(2);
    let pair = || squad(&[basic(), basic()]);
    let own = own.into_iter().map(Entry::single).collect();
    table(own, vec![pair(), pair(), pair()]).arena()
}

/// `ms10.cover.criteria`: a model of another squad hides a part of the target, one of its own squad does
/// not.
#[test]
fn models_of_other_squads_are_cover() {
    let mut arena = three_squads();
    let far = [(30, 20), (32, 20)];
    put(&mut arena, &[(10, 10), (10, 20), (10, 18)]);
    for (unit, (q, r)) in (3..7).zip(far.into_iter().chain([(30, 24), (32, 24)])) {
        arena.put(unit, Hex::new(q, r), -AHEAD);
    }
    assert_eq!(arena.view().cover(0, 1, false), None);
    arena.put(4, Hex::new(10, 17), -AHEAD);
    assert_eq!(arena.view().cover(0, 1, false), Some(Cover::Unit));
}

/// `ms10.aoe.sweep`: a model of a third squad between two targets stops a sweep, their own do not.
#[test]
fn a_model_between_stops_a_sweep() {
    for (other, legal) in [((13, 24), true), ((13, 20), false)] {
        let mut arena = three_squads();
        let first = [(12, 10), (10, 20), (12, 20), (16, 20), (14, 20)];
        put(&mut arena, &[&first[..], &[(13, 30), other]].concat());
        arena.battle.begin_turn(0, false);
        assert_eq!(arena.view().may_sweep(RIFLE, 1, 3), legal);
    }
}

/// `ms10.engage.range`, `ms10.squad.leader`: who is engaged is measured from the leader.
#[test]
fn a_squad_is_engaged_where_its_leader_stands() {
    for (leader, model, engaged) in [((10, 16), (10, 12), false), ((10, 14), (10, 16), true)] {
        let mut arena = squads(1, 2).arena();
        put(&mut arena, &[(10, 10), leader, model]);
        assert_eq!(arena.view().is_engaged(0), engaged);
        assert_eq!(arena.view().is_engaged(1), engaged);
    }
}

/// `ms10.engage.zone`: a model of an enemy squad bars the one gap in a wall.
#[test]
fn enemy_models_stand_in_the_way() {
    for (model, legal) in [((10, 14), false), ((20, 30), true)] {
        let wall: Vec<(i16, i16)> = (-7..=40).filter(|&q| q != 10).map(|q| (q, 14)).collect();
        let mut arena = squads(1, 2).piece(high_wall(), &wall).arena();
        put(&mut arena, &[(10, 11), (20, 32), model]);
        arena.turn(0, &[go(10, 17)], &[]);
        let there = places(&arena, [0]) == [(10, 17)];
        assert_eq!(there, legal, "{model:?}");
    }
}

/// `ms10.squad.reform`: a unit joins a squad 4 in from any of its models, not 5 in off; all stay where they
/// stand, and so do the models of a squad that disbands.
#[test]
fn squads_reform_where_they_stand() {
    for (third, legal) in [((16, 10), true), ((17, 10), false)] {
        let own = vec![squad(&[basic(), basic()]), Entry::single(basic())];
        let mut arena = table(own, vec![Entry::single(basic())]).arena();
        put(&mut arena, &[(10, 10), (12, 10), third, (10, 44)]);
        let join = Reform::Merge {
            leader: 0,
            joins: 2,
        };
        assert_eq!(arena.view().may_reform(Side::A, join), legal);
        if legal {
            arena.script(|s| s.reform = Some(join));
            arena.run(&[], |game| game.offer_reform(Side::A));
            assert_eq!(places(&arena, [1, 2]), [(12, 10), third]);
        }
    }
    let mut arena = squads(3, 1).arena();
    put(&mut arena, &[(10, 10), (12, 10), (13, 12), (10, 44)]);
    arena.script(|s| s.reform = Some(Reform::Disband { leader: 0 }));
    arena.run(&[], |game| game.offer_reform(Side::A));
    assert_eq!([1, 2].map(|unit| arena.unit(unit).leader), [1, 2]);
    assert_eq!(places(&arena, [1, 2]), [(12, 10), (13, 12)]);
}

/// `ms10.deploy.zone`: all models of a squad deploy inside the zone, in its last corner too; where walls
/// leave them room only in front of it their leader does not deploy.
#[test]
fn squads_deploy_inside_their_zone() {
    let corners = [(47, 15), (0, 32)].map(|(column, row)| Hex::from_offset(column, row));
    let behind: Vec<(i16, i16)> = hexes_within(4)
        .map(|way| corners[0] + way)
        .filter(|&hex| hex != corners[0] && hex.r <= 15 && hex.to_offset().0 < 48)
        .map(|hex| (hex.q, hex.r))
        .collect();
    let mut arena = squads(3, 1).piece(high_wall(), &behind).arena();
    arena.battle.round = 0;
    assert!(!arena.view().may_deploy(0, corners[0]));

    let mut arena = squads(3, 3).arena();
    arena.battle.round = 0;
    arena.script(|s| s.deploy = Some(corners.map(|corner| (corner, AHEAD))));
    for unit in 0..6 {
        arena.unit_mut(unit).on_table = false;
    }
    arena.run(&[2, 1], |game| game.deploy());
    for (leader, side) in [(0, Side::A), (3, Side::B)] {
        assert_eq!(arena.unit(leader).pos, corners[side.index()]);
        for model in leader + 1..leader + 3 {
            let at = arena.unit(model).pos;
            assert!(arena.bout.table.in_zone(side, at), "{at:?}");
            assert!((2..=4).contains(&arena.view().distance(leader, model)));
        }
        assert!(arena.view().distance(leader + 1, leader + 2) >= 2);
    }
}

/// `ms10.deploy.alternate`: 20 in from every enemy model, not from leaders only.
#[test]
fn alternate_deployment_keeps_away_from_every_model() {
    for (model, legal) in [((10, 36), false), ((10, 38), true)] {
        let field = squads(1, 2).with(|scenario| scenario.deployment = Deployment::Alternate);
        let mut arena = field.arena();
        put(&mut arena, &[(10, 10), (10, 40), model]);
        assert_eq!(arena.view().may_deploy(0, Hex::new(10, 18)), legal);
    }
}
