//! Line of sight, High Ground in attacks, obscuring terrain.

use equipoise_engine::Hex;

use super::arena::{Arena, RIFLE, SABER, attacks, results};
use super::cover::range;
use super::drill::{drill, spent};
use super::field::{Field, bare, building, high_wall, jungle, low_wall};
use crate::data::profile::{Category, Tier, UnitProfile};
use crate::data::scenario::{Entry, Environment, TerrainPiece};

fn basic() -> UnitProfile {
    drill(Tier::Basic, 5)
}

fn sized(size: u8) -> UnitProfile {
    UnitProfile { size, ..basic() }
}

/// Whether unit 0 on (3, 1) can shoot unit 1 straight ahead, and the other way round.
fn sight(hexes: i16, pieces: &[(TerrainPiece, (i16, i16))]) -> (bool, bool) {
    let mut arena = range(basic(), basic(), hexes, pieces);
    let mut may = |unit: usize| {
        arena.battle.begin_turn(unit, false);
        arena.view().may_attack(RIFLE, false, 1 - unit)
    };
    (may(0), may(1))
}

/// `ms10.los.need`, `ms10.los.exposed`: a wall that blocks sight on the line between forbids the shot
/// both ways; beside the line, or not blocking, it does not.
#[test]
fn walls_block_sight_both_ways() {
    assert_eq!(sight(5, &[]), (true, true));
    assert_eq!(sight(5, &[(high_wall(), (3, 4))]), (false, false));
    assert_eq!(sight(5, &[(high_wall(), (3, 2))]), (false, false));
    assert_eq!(sight(5, &[(high_wall(), (4, 4))]), (true, true));
    assert_eq!(sight(5, &[(high_wall(), (3, 7))]), (true, true));
    assert_eq!(sight(5, &[(low_wall(), (3, 4))]), (true, true));
}

/// `ms10.los.need`: through a whole turn: the shot across the wall is not made and costs nothing; once
/// the wall is destroyed it is made.
#[test]
fn no_attack_without_sight() {
    let mut arena = range(basic(), basic(), 5, &[(high_wall(), (3, 4))]);
    assert!(attacks(&arena.attack(0, RIFLE, 1, &[])).is_empty());
    arena.run(&[], |game| game.raze(0, 0));
    assert_eq!(attacks(&arena.attack(0, RIFLE, 1, &[1])), [(0, 1)]);
}

/// `ms10.los.need`: melee needs it too: a whip of 8 in across a wall.
#[test]
fn no_melee_through_a_wall() {
    for (wall, legal) in [(high_wall(), false), (low_wall(), true)] {
        let mut own = basic();
        own.weapons[SABER].range_in = 8;
        let mut arena = range(own, basic(), 2, &[(wall, (3, 2))]);
        arena.battle.begin_turn(0, false);
        assert_eq!(arena.view().may_attack(SABER, false, 1), legal);
    }
}

/// `ms10.los.need`: buildings hide what stands behind them from all below their level: level 1 from
/// the ground, not from a level 1 roof; level 2 from there as well.
#[test]
fn sight_passes_over_lower_buildings() {
    let roof = |level| (building(level), (3, 1));
    let between = |level| (building(level), (3, 4));
    assert_eq!(sight(5, &[between(1)]), (false, false));
    assert_eq!(sight(5, &[roof(1), between(1)]), (true, true));
    assert_eq!(sight(5, &[roof(1), between(2)]), (false, false));
    assert_eq!(sight(5, &[roof(2), between(2)]), (true, true));
}

/// `ms10.obscuring.los`: behind a jungle nobody is seen from the ground; from High Ground one is, not
/// so the one on High Ground from below.
#[test]
fn jungles_hide_what_is_behind_them() {
    assert_eq!(sight(5, &[(jungle(), (3, 3))]), (false, false));
    assert_eq!(sight(5, &[(jungle(), (4, 3))]), (true, true));
    let roof = (building(1), (3, 1));
    assert_eq!(sight(5, &[(jungle(), (3, 3)), roof]), (true, false));
}

/// `ms10.obscuring.inside`: who stands inside sees out and is seen, with +1 DEF, at the far side of a
/// jungle of two hexes too; behind a second jungle it is not.
#[test]
fn inside_a_jungle_there_is_sight_and_cover() {
    assert_eq!(sight(5, &[(jungle(), (3, 6))]), (true, true));
    assert_eq!(
        sight(5, &[(jungle(), (3, 6)), (jungle(), (3, 4))]),
        (false, false)
    );
    let field = Field::new(&[basic()], &[basic()]).piece(jungle(), &[(3, 5), (3, 6)]);
    let mut arena = field.arena();
    arena.apart(0, 1, 5);
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1])), [(5, 1, 4)]);
    assert_eq!(results(&arena.attack(1, RIFLE, 0, &[1])), [(5, 0, 5)]);
}

/// `ms10.target.not-valid`, `ms10.target.closest`: the enemy at 8 in is behind a wall, so the one at
/// 16 in is the closest valid target; without the wall it is the other way round.
#[test]
fn hidden_enemies_are_no_closest_targets() {
    for (wall, legal) in [(high_wall(), [false, true]), (low_wall(), [true, false])] {
        let field = Field::new(&[basic()], &[basic(), basic()]).piece(wall, &[(3, 2)]);
        let mut arena = field.arena();
        arena.apart(0, 1, 2);
        arena.put(2, Hex::new(7, 1), Hex::new(-1, 0));
        arena.battle.begin_turn(0, false);
        let may = [1, 2].map(|enemy| arena.view().may_attack(RIFLE, false, enemy));
        assert_eq!(may, legal);
    }
}

/// `ms10.target.exempt`: indirect fire is not bound to the closest enemy: at the visible one at 16 in,
/// past the one at 8 in, it goes indirectly, at 5 - 2 HITS.
#[test]
fn indirect_fire_passes_the_closest() {
    let mut own = basic();
    own.weapons[RIFLE].indirect = true;
    let mut arena = Arena::new(&[own], &[basic(), basic()]);
    arena.apart(0, 1, 2);
    arena.put(2, Hex::new(7, 1), Hex::new(-1, 0));
    assert_eq!(results(&arena.attack(0, RIFLE, 2, &[1])), [(3, 0, 3)]);
    arena.unit_mut(0).facing = Hex::new(0, 1);
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1])), [(5, 0, 5)]);
}

/// `ms10.setup.environment`: a Kinetic cannon with indirect fire shoots over a wall on the Ground, not
/// in Space; an Explosive one in both. At a flyer behind the wall it may in Space only.
#[test]
fn the_table_decides_on_indirect_fire() {
    use Category::{Explosive, Kinetic};
    for (environment, category, fly, legal) in [
        (Environment::Ground, Kinetic, false, true),
        (Environment::Space, Kinetic, false, false),
        (Environment::Ground, Explosive, false, true),
        (Environment::Space, Explosive, false, true),
        (Environment::Ground, Explosive, true, false),
        (Environment::Space, Explosive, true, true),
    ] {
        let mut own = basic();
        own.weapons[RIFLE].indirect = true;
        own.weapons[RIFLE].category = Some(category);
        let other = UnitProfile { fly, ..basic() };
        let field = Field::new(&[own], &[other]).piece(high_wall(), &[(3, 4)]);
        let mut arena = field.with(|s| s.environment = environment).arena();
        arena.apart(0, 1, 5);
        arena.battle.begin_turn(0, false);
        let may = arena.view().may_attack(RIFLE, false, 1);
        assert_eq!(may, legal, "{environment:?}, {category:?}, Fly {fly}");
    }
}

/// HITS of a shot of 5 at `target` over 5 hexes from level `own` at level `other`.
fn hits(own: u8, other: u8, target: UnitProfile) -> i32 {
    let high = |level| TerrainPiece { level, ..bare() };
    let pieces = [(high(own), (3, 1)), (high(other), (3, 6))];
    let mut arena = range(basic(), target, 5, &pieces);
    results(&arena.attack(0, RIFLE, 1, &[1]))[0].0
}

/// `ms10.advantage.high-ground`: +2 HITS from level 1 against the ground and from level 2 against
/// level 1; none on equal levels.
#[test]
fn height_is_an_advantage() {
    assert_eq!(hits(1, 0, basic()), 7);
    assert_eq!(hits(2, 1, basic()), 7);
    assert_eq!(hits(2, 0, basic()), 7);
    assert_eq!(hits(1, 1, basic()), 5);
    assert_eq!(hits(0, 0, basic()), 5);
}

/// `ms10.advantage.high-ground-exposed`: a higher target gives away 1 HIT and its Size: +1, +2, +3 for
/// Size 0, 1, 2, from any lower level, none on equal levels.
#[test]
fn height_exposes() {
    for (size, more) in [(0, 1), (1, 2), (2, 3)] {
        assert_eq!(hits(0, 1, sized(size)), 5 + more);
        assert_eq!(hits(1, 2, sized(size)), 5 + more);
        assert_eq!(hits(1, 1, sized(size)), 5);
    }
}

/// `ms10.advantage.high-ground-exposed`: +4 HITS against a squad of three of Size 0.
#[test]
fn a_squad_on_high_ground_is_exposed_by_its_size() {
    let high = TerrainPiece { level: 1, ..bare() };
    let field = Field::new(&[basic()], &[basic()]).piece(high, &[(3, 6)]);
    let field = field.with(|s| {
        s.forces[1].entries = vec![with!(Entry::single(basic()),
            models: vec![basic(), basic(), basic()])];
    });
    let mut arena = field.arena();
    arena.apart(0, 1, 5);
    for model in [2, 3] {
        arena.put(model, Hex::new(3, 6), Hex::new(0, -1));
    }
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, 9);
}

/// `ms10.advantage.high-ground-exposed`, `ms10.target.exempt`: a Basic unit may choose the one on the
/// roof at 16 in past the one at 8 in; on the ground it may not.
#[test]
fn who_stands_high_may_be_chosen() {
    for (level, legal) in [(1, true), (0, false)] {
        let high = TerrainPiece { level, ..bare() };
        let field = Field::new(&[basic()], &[basic(), basic()]).piece(high, &[(7, 1)]);
        let mut arena = field.arena();
        arena.apart(0, 1, 2);
        arena.put(2, Hex::new(7, 1), Hex::new(-1, 0));
        arena.battle.begin_turn(0, false);
        assert_eq!(arena.view().may_attack(RIFLE, false, 2), legal);
        assert!(arena.view().may_attack(RIFLE, false, 1));
    }
}

/// `ms10.high-ground.melee`: 4 in below a unit on a roof: Size 0 and 1 may not strike it, Size 2 may;
/// from the roof down, and on one roof, everybody may.
#[test]
fn only_large_units_reach_up() {
    let high = |level| TerrainPiece { level, ..bare() };
    for (size, own, other, legal) in [
        (0, 0, 1, false),
        (1, 0, 1, false),
        (2, 0, 1, true),
        (0, 1, 1, true),
        (0, 1, 0, true),
        (0, 1, 2, false),
    ] {
        let pieces = [(high(own), (3, 1)), (high(other), (3, 2))];
        let mut arena = range(sized(size), basic(), 1, &pieces);
        arena.battle.begin_turn(0, false);
        let may = arena.view().may_attack(SABER, false, 1);
        assert_eq!(may, legal, "Size {size}, {own} against {other}");
    }
}

/// `ms10.high-ground.melee`: while small units cannot reach up, the two are not engaged: the shot from
/// below costs no Momentum, on one level it costs 2; a lower unit of Size 2 is engaged with one of
/// Size 1.
#[test]
fn different_levels_keep_small_units_apart() {
    for (level, cost) in [(1, 0), (0, 2)] {
        let roof = (TerrainPiece { level, ..bare() }, (3, 2));
        let mut arena = range(basic(), basic(), 1, &[roof]);
        assert_eq!(arena.view().is_engaged(0), level == 0);
        assert_eq!(arena.view().is_engaged(1), level == 0);
        arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(spent(&arena, equipoise_engine::Side::A), cost);
    }
    let roof = (TerrainPiece { level: 1, ..bare() }, (3, 2));
    let arena = range(sized(2), sized(1), 1, &[roof]);
    assert!(arena.view().is_engaged(0) && arena.view().is_engaged(1));
}

/// `ms10.advantage.overwhelm`: three models within 8 in of the target, the attacker one of them: +2
/// HITS; with the third at 12 in none. Enemy models do not count.
#[test]
fn three_models_overwhelm() {
    for (third, more) in [((1, 6), 2), ((0, 6), 0)] {
        let mut arena = Arena::new(&[basic(), basic(), basic()], &[basic(), basic()]);
        arena.put(0, Hex::new(3, 3), Hex::new(0, 1));
        arena.put(1, Hex::new(5, 5), Hex::new(0, 1));
        arena.put(2, Hex::new(third.0, third.1), Hex::new(0, 1));
        arena.put(3, Hex::new(3, 5), Hex::new(0, -1));
        arena.put(4, Hex::new(3, 7), Hex::new(0, -1));
        assert_eq!(results(&arena.attack(0, RIFLE, 3, &[1]))[0].0, 5 + more);
    }
}

/// `ms10.advantage.overwhelm`, `ms10.squad.form`: the models of a squad count singly: a squad of two
/// and one more unit.
#[test]
fn squad_models_overwhelm_singly() {
    for (models, more) in [(2, 2), (1, 0)] {
        let field = Field::new(&[basic(), basic()], &[basic()]);
        let mut arena = field
            .with(|s| s.forces[0].entries[1].models = vec![basic(); models])
            .arena();
        arena.put(0, Hex::new(3, 3), Hex::new(0, 1));
        for model in 1..=models {
            arena.put(model, Hex::new(5, 5), Hex::new(0, 1));
        }
        let target = models + 1;
        arena.put(target, Hex::new(3, 5), Hex::new(0, -1));
        assert_eq!(
            results(&arena.attack(0, RIFLE, target, &[1]))[0].0,
            5 + more
        );
    }
}

/// `ms10.advantage.crumbling`: a Basic unit whose roof is destroyed falls to the ground, and attackers
/// have +2 HITS until it acts again; a Skilled one falls without that.
#[test]
fn who_falls_with_a_roof_is_easy_prey() {
    for (tier, more) in [(Tier::Basic, 2), (Tier::Skilled, 0)] {
        let mut arena = range(basic(), drill(tier, 0), 5, &[(building(1), (3, 6))]);
        assert_eq!(arena.view().level(1), 1);
        arena.run(&[], |game| game.raze(0, 0));
        assert_eq!(arena.view().level(1), 0);
        assert_eq!(
            results(&arena.attack(0, RIFLE, 1, &[1])),
            [(5 + more, 0, 5 + more)]
        );
        arena.turn(1, &[], &[]);
        assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1])), [(5, 0, 5)]);
    }
}

/// `ms10.advantage.crumbling`: by play: a Combat Action at the roof the Basic unit stands on; the third check
/// brings it down (a 2 against DMG 300). Who stands beside the piece does not fall.
#[test]
fn shooting_a_roof_away_makes_its_units_fall() {
    let action = crate::rules::decision::Action::Batter {
        weapon: RIFLE,
        piece: 0,
    };
    let field = Field::new(&[basic()], &[basic(), basic()]).piece(building(1), &[(3, 6)]);
    let mut arena = field.arena();
    arena.apart(0, 1, 5);
    arena.put(2, Hex::new(3, 7), Hex::new(0, -1));
    arena.turn(0, &[action], &[3, 3, 2]);
    assert!(arena.unit(1).fallen && !arena.unit(2).fallen);
}
