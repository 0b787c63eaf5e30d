//! Weapons, targets, range, rolls.

use super::arena::attack_dice;
use super::arena::{Arena, mecha, options, results};
use super::script::Script;
use crate::data::catalogue::Catalogue;
use crate::rules::decision::Attack;
use crate::rules::event::Event;
use crate::rules::map::Map;
use crate::rules::view;
use crate::sector::Sector;

const fn shot(weapon: usize, target: usize) -> Option<Attack> {
    Some(Attack { weapon, target })
}

fn shooting(attacks: &[Option<Attack>]) -> Script {
    with!(Script::default(), attacks: attacks.iter().copied().collect())
}

/// bull.attack.choose: one ready weapon and one enemy in the fight, anywhere on the map; anything
/// else is no attack.
#[test]
fn an_attack_names_a_ready_weapon_and_an_enemy() {
    let unit = mecha(1, &[0, 2]);
    let team = [unit.clone(), unit];
    let mut arena = Arena::new([&team, &team], &[]);
    arena.unit(3).condition = crate::rules::state::Condition::Disabled;
    for (weapon, target) in [(2, 2), (0, 1), (0, 0), (0, 3), (0, 4), (0, 99), (99, 2)] {
        let script = shooting(&[shot(weapon, target)]);
        let events = arena.act(script, &[], |game| game.attack(0));
        assert!(events.is_empty(), "weapon {weapon} at {target}");
    }
    // From one edge to the other: no dice, but an attack.
    let events = arena.act(shooting(&[shot(0, 2)]), &[6], |game| game.attack(0));
    assert_eq!(attack_dice(&events), [0]);
    assert!(
        arena
            .act(shooting(&[None]), &[], |game| game.attack(0))
            .is_empty()
    );
}

/// bull.attack.cooldown: P used on the own turn 1 is not ready on turn 2 and ready on turn 3; two
/// weapons used in turn fire every turn; within one turn a second attack needs another weapon.
#[test]
fn a_used_weapon_rests_for_a_turn() {
    let unit = [mecha(1, &[0, 2])];
    let mut arena = Arena::new([&unit, &unit], &[]);
    let ready = |arena: &Arena| {
        let view = view::View {
            bout: &arena.bout,
            state: &arena.battle,
        };
        view.ready(0).collect::<Vec<_>>()
    };
    let mut seen = Vec::new();
    for weapon in [0, 1, 0, 1] {
        arena.act(Script::default(), &[], |game| game.begin_turn(0, false));
        seen.push(ready(&arena));
        arena.act(shooting(&[shot(weapon, 1)]), &[6], |game| game.attack(0));
        assert!(!ready(&arena).contains(&weapon), "not twice in one turn");
    }
    assert_eq!(seen, [vec![0, 1], vec![1], vec![0], vec![1]]);
    // A turn without an attack is an unused turn.
    arena.act(Script::default(), &[], |game| game.begin_turn(0, false));
    arena.act(Script::default(), &[], |game| game.begin_turn(0, false));
    assert_eq!(ready(&arena), [0, 1]);
}

/// bull.attack.cooldown: longer or no rest by the option; a single weapon fires every third or every
/// turn.
#[test]
fn the_rest_of_weapons_is_an_option() {
    for (rest, fires) in [
        ("0", [1, 1, 1, 1]),
        ("1", [1, 0, 1, 0]),
        ("2", [1, 0, 0, 1]),
    ] {
        let unit = [mecha(1, &[0])];
        let mut arena = Arena::new([&unit, &unit], &[("cooldown_turns", rest)]);
        let mut fired = Vec::new();
        for fire in fires {
            arena.act(Script::default(), &[], |game| game.begin_turn(0, false));
            // The attack has no dice, the defense one.
            let faces = vec![6; fire];
            let events = arena.act(Script::default(), &faces, |game| game.attack(0));
            fired.push(attack_dice(&events).len());
        }
        assert_eq!(fired, fires);
    }
}

/// bull.attack.range: (2,0) to (2,1) is 2; (1,0) to (1,2) by the centre 2; (3,0) to (3,2) is 4, the
/// cheaper of around and through; the farthest are 5 apart; the same sector is 0.
#[test]
fn range_is_the_cheapest_way() {
    let range = |map: &Map, from: (u8, u8), to: (u8, u8)| {
        let id = |(ring, quadrant)| map.find(Sector { ring, quadrant }).expect("a sector");
        map.range(id(from), id(to))
    };
    let free = Map::new(&options(&[]));
    for (from, to, expected) in [
        ((2, 0), (2, 1), 2),
        ((1, 0), (1, 2), 2),
        ((3, 0), (3, 2), 4),
        ((3, 0), (2, 2), 5),
        ((3, 0), (0, 0), 3),
        ((2, 1), (2, 1), 0),
    ] {
        assert_eq!(range(&free, from, to), expected, "{from:?} {to:?}");
        assert_eq!(range(&free, to, from), expected, "{to:?} {from:?}");
    }
    let legal = Map::new(&options(&[("range_metric", "legal_single_turn_path")]));
    assert_eq!(range(&legal, (3, 0), (3, 2)), 6);
    assert_eq!(range(&legal, (2, 0), (2, 1)), 2);
}

/// MEC-01, bull.attack.range-penalty: (Attack, range, optimal) (4, 2, 2), (4, 3, 1), (4, 0, 3),
/// (2, 5, 1): 4, 2, 1, 0 dice.
#[test]
fn mec_01_dice_by_range() {
    let given = [(4, 2, 2), (4, 3, 1), (4, 0, 3), (2, 5, 1)];
    let dice = given.map(|(attack, range, optimal)| view::attack_dice(attack, range, optimal));
    assert_eq!(dice, [4, 2, 1, 0]);
}

/// bull.attack.range-penalty: the same in an attack: three apart with a weapon of range 2, and no
/// dice at all still let Overdrive hit.
#[test]
fn an_attack_rolls_what_the_range_leaves() {
    let mut arena = Arena::duel(&[]);
    arena.place(1, 0, 0);
    let faces = [6, 6, 6, 6, 6, 6, 6];
    let events = arena.act(shooting(&[shot(1, 1)]), &faces, |game| game.attack(0));
    assert_eq!(attack_dice(&events), [3]);
    let unit = [mecha(1, &[0])];
    let mut arena = Arena::new([&unit, &unit], &[]);
    let script = with!(Script::default(), bids: [1].into());
    let events = arena.act(script, &[6, 6], |game| game.attack(0));
    assert_eq!(
        (attack_dice(&events), results(&events)),
        (vec![0], vec![(1, 0, true)])
    );
}

/// bull.attack.roll: three dice 1, 2, 5 with skill 3, the 1 rolls again to 6: two successes.
#[test]
fn an_attack_roll_counts_successes() {
    let mut arena = Arena::duel(&[("overdrive_start", "0")]);
    arena.place(1, 0, 0);
    let faces = [1, 6, 2, 5, 2, 2, 5, 5];
    let events = arena.act(shooting(&[shot(1, 1)]), &faces, |game| game.attack(0));
    assert_eq!(results(&events), [(2, 2, false)]);
}

/// bull.attack.damage-type: the word changes nothing: a hit checks one box, whatever it is.
#[test]
fn a_damage_type_is_a_label() {
    let catalogue = Catalogue::embedded();
    let words: std::collections::BTreeSet<&str> = catalogue
        .units()
        .iter()
        .flat_map(|unit| &unit.weapons)
        .map(|weapon| weapon.damage_type.as_str())
        .collect();
    assert!(words.len() > 2, "{words:?}");
    for word in words {
        let mut unit = mecha(1, &[0]);
        word.clone_into(&mut unit.weapons[0].damage_type);
        let team = [unit];
        let mut arena = Arena::new([&team, &team], &[("overdrive_start", "0")]);
        arena.place(1, 3, 0);
        arena.act(Script::default(), &[2, 6, 6], |game| game.attack(0));
        assert_eq!(arena.unit(1).boxes, 1);
    }
}

/// bull.defense.roll: the target always rolls Defense with its own skill: 3 dice of skill 2 that
/// show 2, 3, 6 are one success, two with a strafing point.
#[test]
fn the_target_rolls_its_defense() {
    let mut unit = mecha(3, &[0]);
    unit.skill = 2;
    for (pool, expected) in [(0, 1), (1, 2)] {
        let mut arena = Arena::new(
            [&[mecha(1, &[0])], &[unit.clone()]],
            &[("overdrive_start", "0")],
        );
        arena.place(1, 3, 0);
        arena.unit(1).strafe = pool;
        let script = with!(Script::default(), strafing: [1].into());
        let events = arena.act(script, &[6, 2, 3, 6], |game| game.attack(0));
        assert_eq!(results(&events), [(0, expected, false)]);
    }
    // No limit: it rolls against every attack of a round.
    let team = [unit.clone(), unit];
    let mut arena = Arena::new([&team, &[mecha(1, &[0])]], &[]);
    let events = arena.act(Script::default(), &[6, 6], |game| {
        game.attack(0);
        game.attack(1);
    });
    let defenses = |event: &&Event| matches!(event, Event::Roll { unit: 2, .. });
    assert_eq!(events.iter().filter(defenses).count(), 2);
}
