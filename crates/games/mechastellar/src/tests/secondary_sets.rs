//! Secondary objectives in a Confrontation: one game over its three battles, or three.

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::Side;

use super::arena::{Arena, RIFLE};
use super::drill::{drill, hit};
use super::field::Field;
use super::secondary::{arena, gained, ms93};
use crate::data::profile::{Tier, UnitProfile};
use crate::data::scenario::{BattleMode, Redeployment};
use crate::data::secondary::Objective;
use crate::options::{Options, SecondaryOver};
use crate::policy_kind::PolicyKind;
use crate::rules::event::Event;
use crate::rules::play::Stage;
use crate::rules::unit_id::UnitId;

const BOTH: [SecondaryOver; 2] = [SecondaryOver::Set, SecondaryOver::Battle];

fn set(over: SecondaryOver) -> Options {
    with!(ms93(), secondary_over: over)
}

/// Two forces in a Confrontation, A with an objective.
fn confront(
    objective: Objective,
    a: &[UnitProfile],
    b: &[UnitProfile],
    over: SecondaryOver,
) -> Arena {
    let field = Field::new(a, b).with(|scenario| {
        scenario.mode = BattleMode::Confrontation(Redeployment::Same);
        scenario.forces[0].secondary = vec![objective];
        scenario.forces[0].commander = Some(0);
    });
    with!(field, options: set(over)).arena()
}

/// Units that are destroyed; Morale saves as they come, on which nothing here depends.
fn fall(arena: &mut Arena, units: &[UnitId], by: UnitId) -> Vec<Event> {
    let mut dice = StreamDice::new(stream(93, 1, 0));
    let mut events = Vec::new();
    for &unit in units {
        arena.unit_mut(unit).hp = 0;
        events.extend(arena.run_on(&mut dice, |game| game.destroy(unit, by)).1);
    }
    events
}

fn basic() -> UnitProfile {
    drill(Tier::Basic, 1)
}

/// What A scores by its objective in each battle, where `play` is what happens in one.
fn by_battle(
    arena: &mut Arena,
    objective: Objective,
    mut play: impl FnMut(&mut Arena, u8) -> Vec<Event>,
) -> [i32; 3] {
    // For roll-offs, which nothing here depends on.
    let mut dice = StreamDice::new(stream(93, 0, 0));
    [0, 1, 2].map(|battle| {
        arena.battle.round = 1;
        let played = play(arena, battle);
        arena.battle.round = 3;
        let closed = arena.run_on(&mut dice, |game| {
            if game.close_battle(false) == Stage::Over {
                game.score();
            }
        });
        [played, closed.1]
            .iter()
            .map(|events| gained(events, Side::A, objective))
            .sum()
    })
}

/// `ms93.secondary.cap`: two units of Frame 4 fall to one of Frame 4 in each battle, 5 points each: 10 in the set, or
/// 10 in each battle.
#[test]
fn what_is_destroyed_is_capped_over_the_game() {
    for (over, expected) in BOTH.into_iter().zip([[10, 0, 0], [10, 10, 10]]) {
        let strong = with!(basic(), frame: 4);
        let victims = vec![strong.clone(); 8];
        let objective = Objective::StrongestPrototype;
        let mut arena = confront(objective, &[strong], &victims, over);
        let scored = by_battle(&mut arena, objective, |arena, battle| {
            let first = 1 + 2 * usize::from(battle);
            fall(arena, &[first, first + 1], 0)
        });
        assert_eq!(scored, expected, "{over:?}");
    }
}

/// `ms93.secondary.cap`, `ms93.secondary.scorched-earth`: the printed 5 points a control point: two burnt in a set bring
/// 10 and a third nothing; by the battle, 5 each time.
#[test]
fn control_points_are_burnt_in_each_battle() {
    for (over, expected) in BOTH.into_iter().zip([[5, 5, 0], [5, 5, 5]]) {
        let objective = Objective::ScorchedEarth;
        let field = Field::new(&[basic()], &[basic()])
            .point(0, 5)
            .with(|scenario| {
                scenario.mode = BattleMode::Confrontation(Redeployment::Same);
                scenario.forces[0].secondary = vec![objective];
            });
        let mut arena = with!(field, options: set(over)).arena();
        let scored = by_battle(&mut arena, objective, |arena, _| {
            let burnt = arena.run(&[], |game| {
                game.state.owners[0] = Some(Side::B);
                let at = game.bout.control_points[0];
                game.state.units[0].pos = at;
                game.state.begin_turn(0, false);
                assert!(game.scorch(0));
            });
            burnt.1
        });
        assert_eq!(scored, expected, "{over:?}");
    }
}

/// `ms93.secondary.flawless-insertion`: one of six units falls in round 1 of the first battle and one in that of the
/// third: 10 - 2 at the end of the set; or 9, 10 and 9.
#[test]
fn first_rounds_of_all_battles_count() {
    for (over, expected) in BOTH.into_iter().zip([[0, 0, 8], [9, 10, 9]]) {
        let objective = Objective::FlawlessInsertion;
        let mut arena = confront(objective, &vec![basic(); 6], &[basic()], over);
        let scored = by_battle(&mut arena, objective, |arena, battle| match battle {
            0 => fall(arena, &[2], 6),
            2 => fall(arena, &[4], 6),
            _ => Vec::new(),
        });
        assert_eq!(scored, expected, "{over:?}");
    }
}

/// `ms93.secondary.invincible`: 4 attacks without HITS in each battle: 12, capped at 10, at the end of the set; or
/// 4 in each.
#[test]
fn attacks_of_all_battles_count() {
    for (over, expected) in BOTH.into_iter().zip([[0, 0, 10], [4, 4, 4]]) {
        let objective = Objective::Invincible;
        let mut arena = confront(objective, &[basic()], &[drill(Tier::Basic, 0)], over);
        let scored = by_battle(&mut arena, objective, |arena, _| {
            arena.apart(1, 0, 4);
            let attacks = (0..4).flat_map(|_| arena.turn(1, &[hit(RIFLE, 0)], &[1]));
            attacks.collect()
        });
        assert_eq!(scored, expected, "{over:?}");
    }
}

/// `ms93.secondary.bonds`, `ms93.secondary.last-bastion`, `ms93.secondary.minimize-losses`: who survives is asked once, as
/// the set ends; or after each battle. An Ace, 2, and a Skilled crew, 1, of whom the Ace falls in the second battle; a
/// Commander with two of five lost there, the half not reached; 3 of 5 left, half of them.
#[test]
fn survivors_are_counted_as_the_game_ends() {
    let crews = [
        Tier::Basic,
        Tier::Ace,
        Tier::Skilled,
        Tier::Basic,
        Tier::Basic,
    ];
    let crews = crews.map(|tier| drill(tier, 1));
    let cases = [
        (Objective::Bonds, [[0, 0, 1], [3, 1, 1]]),
        (Objective::LastBastion, [[0, 0, 3], [3, 3, 3]]),
        (Objective::MinimizeLosses, [[0, 0, 5], [5, 5, 5]]),
    ];
    for (objective, expected) in cases {
        for (over, expected) in BOTH.into_iter().zip(expected) {
            let mut arena = confront(objective, &crews, &[basic()], over);
            let scored = by_battle(&mut arena, objective, |arena, battle| {
                let fallen: &[UnitId] = if battle == 1 { &[1, 4] } else { &[] };
                fall(arena, fallen, 5)
            });
            assert_eq!(scored, expected, "{objective:?} {over:?}");
        }
    }
}

/// `ms93.secondary.cap`: every objective, one of each category at a time, in 40 sets by chance: no objective brings
/// more than 10 points over a set; by the battle none more than 10 in one, and some more than 10 over a set.
#[test]
fn no_objective_brings_more_than_its_cap() {
    let mut beyond = 0;
    for (at, triple) in triples().into_iter().enumerate() {
        for over in BOTH {
            for battle in 0..40 {
                let crews = [Tier::Ace, Tier::Skilled, Tier::Basic]
                    .map(|tier| with!(drill(tier, 3), frame: 4));
                let field = Field::new(&crews, &crews)
                    .point(0, 5)
                    .point(3, 5)
                    .with(|scenario| {
                        scenario.mode = BattleMode::Confrontation(Redeployment::Same);
                        for force in &mut scenario.forces {
                            force.secondary = triple.to_vec();
                            force.commander = Some(0);
                        }
                    });
                let mut arena = with!(field, options: set(over)).arena();
                arena.play_by(PolicyKind::Random);
                let mut dice = StreamDice::new(stream(93, at as u64, battle));
                let (_, events) = arena.run_on(&mut dice, |game| game.play());
                for objective in triple {
                    for side in Side::BOTH {
                        let games = events.split(|event| matches!(event, Event::Battle { .. }));
                        let each: Vec<i32> = games
                            .map(|events| gained(events, side, objective))
                            .collect();
                        let all: i32 = each.iter().sum();
                        assert!(
                            each.iter().all(|points| (0..=10).contains(points)),
                            "{objective:?} {each:?}"
                        );
                        match over {
                            SecondaryOver::Set => assert!(all <= 10, "{objective:?} {each:?}"),
                            SecondaryOver::Battle => beyond += u32::from(all > 10),
                        }
                    }
                }
            }
        }
    }
    assert!(beyond > 0);
}

/// All fifteen objectives as five choices of one a category.
fn triples() -> [[Objective; 3]; 5] {
    let all = Objective::NAMED.map(|(_, objective)| objective);
    [0, 1, 2, 3, 4].map(|at| [all[at], all[at + 5], all[at + 10]])
}

/// A battle that is none of a set knows no difference.
#[test]
fn a_single_battle_is_one_game() {
    let scored = BOTH.map(|over| {
        let objective = Objective::FlawlessInsertion;
        let mut arena = arena(
            [&[objective], &[]],
            &vec![basic(); 2],
            &[basic()],
            set(over),
        );
        let (_, events) = arena.run(&[], |game| game.score());
        gained(&events, Side::A, objective)
    });
    assert_eq!(scored, [10, 10]);
}
