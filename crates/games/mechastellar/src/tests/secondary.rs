//! Secondary objectives that score by what is destroyed and by what survives.

use equipoise_engine::{Side, matching};

use super::arena::{Arena, RIFLE, SABER};
use super::drill::{drill, hit};
use super::field::Field;
use super::hexmap;
use crate::data::profile::{Tier, UnitProfile};
use crate::data::secondary::Objective;
use crate::options::{Options, ScoringProfile};
use crate::rules::decision::DefenceSkills;
use crate::rules::event::Event;

pub(super) fn ms93() -> Options {
    with!(hexmap(), scoring: ScoringProfile::Ms93)
}

/// Two forces with objectives each.
pub(super) fn arena(
    chosen: [&[Objective]; 2],
    a: &[UnitProfile],
    b: &[UnitProfile],
    options: Options,
) -> Arena {
    let field = Field::new(a, b).with(|scenario| {
        for (force, chosen) in scenario.forces.iter_mut().zip(chosen) {
            force.secondary = chosen.to_vec();
            force.commander = options.duel_commander.then_some(0);
        }
    });
    with!(field, options: options).arena()
}

/// Victory points of a side in a log for an objective.
pub(super) fn gained(events: &[Event], of: Side, objective: Objective) -> i32 {
    let name = objective.name();
    let all: Vec<(Side, i32, &str)> = matching!(events,
        Event::VictoryPoints { side, points, reason } => (*side, *points, *reason));
    let own = all.iter().filter(|award| (award.0, award.2) == (of, name));
    own.map(|award| award.1).sum()
}

/// Of one unit's kills: victory points for each victim of a list.
fn kills(
    objective: Objective,
    killer: UnitProfile,
    victims: &[UnitProfile],
    options: Options,
) -> Vec<i32> {
    let mut arena = arena([&[objective], &[]], &[killer], victims, options);
    let one = |victim| {
        let events = arena.run(&[], |game| game.destroy(victim, 0)).1;
        gained(&events, Side::A, objective)
    };
    (1..=victims.len()).map(one).collect()
}

fn basic() -> UnitProfile {
    drill(Tier::Basic, 1)
}

/// `ms93.secondary.rout-the-enemy`, `ms93.secondary.timing`: 7 enemies destroyed in round 1 are 5 points, at once,
/// and 2 in round 2 two more; ten times as much in VER10. Nothing for a side that has not chosen it.
#[test]
fn routed_enemies_score_five_a_round() {
    let rout = Objective::RoutTheEnemy;
    let victims = vec![basic(); 9];
    for (options, each) in [(ms93(), 1), (hexmap(), 10)] {
        let mut arena = arena([&[rout], &[]], &[basic()], &victims, options);
        let mut scored = Vec::new();
        for victim in 1..=9 {
            if victim == 8 {
                arena.run(&[], |game| game.refresh());
                arena.battle.round = 2;
            }
            let events = arena.run(&[], |game| game.destroy(victim, 0)).1;
            scored.push(gained(&events, Side::A, rout));
        }
        assert_eq!(scored, [1, 1, 1, 1, 1, 0, 0, 1, 1].map(|vp| vp * each));
        let events = arena.run(&[], |game| game.destroy(0, 9)).1;
        assert_eq!(gained(&events, Side::B, rout), 0);
    }
}

/// `ms93.secondary.strongest-prototype`, `ms93.secondary.cap`: 5 points for a unit of Frame 4 by one of Frame 4 or
/// 5, twice, then the cap of 10 is reached, of 100 in VER10; nothing where either has Frame 3.
#[test]
fn strong_units_score_by_strong_ones_up_to_the_cap() {
    let framed = |frame: u8| with!(basic(), frame: frame);
    let strong = |killer: u8, options| {
        let victims = [3, 4, 5, 4, 4].map(framed);
        kills(
            Objective::StrongestPrototype,
            framed(killer),
            &victims,
            options,
        )
    };
    assert_eq!(strong(4, ms93()), [0, 5, 5, 0, 0]);
    assert_eq!(strong(5, hexmap()), [0, 50, 50, 0, 0]);
    assert_eq!(strong(3, ms93()), [0; 5]);
}

/// `ms93.secondary.top-gun`: an Ace that destroys a Skilled Commander gains 2 + 2, a Skilled unit that is none 2, a
/// Battle-Tested Commander the 2 for the Commander alone; a Battle-Tested or Basic one gains nothing.
#[test]
fn crews_score_by_crews() {
    use Tier::{Ace, Basic, BattleTested, Skilled};
    for (killer, victim, commander, points) in [
        (Ace, Skilled, true, 4),
        (Ace, Skilled, false, 2),
        (Skilled, Ace, false, 2),
        (Skilled, BattleTested, true, 2),
        (Skilled, BattleTested, false, 0),
        (BattleTested, Ace, true, 0),
        (Basic, Ace, true, 0),
    ] {
        let options = with!(ms93(), duel_commander: commander);
        let victims = [drill(victim, 1)];
        let scored = kills(Objective::TopGun, drill(killer, 1), &victims, options);
        assert_eq!(scored, [points], "{killer:?} {victim:?} {commander}");
    }
}

/// `ms93.secondary.surprise-assault`: 1 point in round 1 and 3 with tactical advantage, by Crumbling Buildings
/// here: 4, 1, 3 and nothing.
#[test]
fn surprised_enemies_score() {
    let surprise = Objective::SurpriseAssault;
    for (round, fallen, points) in [(1, true, 4), (1, false, 1), (3, true, 3), (3, false, 0)] {
        let victim = with!(basic(), hp: 300);
        let mut arena = arena([&[surprise], &[]], &[basic()], &[victim], ms93());
        arena.apart(0, 1, 4);
        arena.battle.round = round;
        arena.unit_mut(1).fallen = fallen;
        // Tactical advantage makes 9 critical; a 1 stays a failure.
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(
            gained(&events, Side::A, surprise),
            points,
            "{round} {fallen}"
        );
    }
}

/// `ms93.secondary.undefeated`: the Commander gains 2 by a kill of its turn and 2 + 3 by a melee Counter, 2 by a
/// Counter that is a shot; another unit gains nothing.
#[test]
fn the_commander_scores_by_kills() {
    let undefeated = Objective::Undefeated;
    for (weapon, commander, points) in [
        (Some(SABER), true, 5),
        (Some(RIFLE), true, 2),
        (None, true, 2),
        (Some(SABER), false, 0),
        (None, false, 0),
    ] {
        let options = with!(ms93(), duel_commander: commander);
        let (ace, weak) = (drill(Tier::Ace, 4), with!(basic(), hp: 300));
        let mut arena = arena([&[], &[undefeated]], &[weak], &[ace], options);
        arena.apart(0, 1, 1);
        arena.script(|s| s.counter = weapon);
        let events = match weapon {
            // The Counter of 4 HITS less 2 leaves 2, whose saves against PEN 6 are failed.
            Some(SABER) => arena.attack(0, SABER, 1, &[1, 10, 1, 1, 1]),
            Some(_) => arena.attack(0, SABER, 1, &[1, 10, 1]),
            None => arena.attack(1, SABER, 0, &[1, 10, 10, 10, 10]),
        };
        assert_eq!(
            gained(&events, Side::B, undefeated),
            points,
            "{weapon:?} {commander}"
        );
    }
}

/// What the Survival objective of A brings as the battle ends, after so many of its units fell in a round.
fn survival(
    objective: Objective,
    units: &[UnitProfile],
    falls: &[(u8, usize)],
    options: Options,
) -> i32 {
    let mut arena = arena([&[objective], &[]], units, &[basic()], options);
    for &(round, unit) in falls {
        arena.battle.round = round;
        arena.unit_mut(unit).hp = 0;
        let by = units.len();
        let events = arena.run(&[], |game| game.destroy(unit, by)).1;
        assert_eq!(gained(&events, Side::A, objective), 0);
    }
    let events = arena.run(&[], |game| game.score()).1;
    gained(&events, Side::A, objective)
}

/// `ms93.secondary.bonds`: Ace, Ace, Skilled and Basic survive: 2 + 2 + 1; 2 + 1 without the first; four Aces 6, 60
/// in VER10.
#[test]
fn the_three_best_crews_that_survive_score() {
    use Tier::{Ace, Basic, BattleTested, Skilled};
    let crews = |tiers: [Tier; 4]| tiers.map(|tier| drill(tier, 1));
    let bonds = |tiers, options| survival(Objective::Bonds, &crews(tiers), &[], options);
    assert_eq!(bonds([Ace, Ace, Skilled, Basic], ms93()), 5);
    assert_eq!(bonds([BattleTested, Ace, Skilled, Basic], ms93()), 3);
    assert_eq!(bonds([Ace; 4], ms93()), 6);
    assert_eq!(bonds([Ace; 4], hexmap()), 60);
    let mixed = [Basic, Ace, Skilled, Ace].map(|tier| drill(tier, 1));
    assert_eq!(survival(Objective::Bonds, &mixed, &[(1, 0)], ms93()), 5);
}

/// `ms93.secondary.last-bastion`: of 7 units 4 lost, the half rounded up: 3 + 3 with the Commander alive; 3 lost: 3;
/// nothing without a Commander or when it falls.
#[test]
fn the_commander_that_survives_scores() {
    let bastion = |falls: &[(u8, usize)], commander| {
        let options = with!(ms93(), duel_commander: commander);
        let units = vec![basic(); 7];
        let mut arena = arena(
            [&[Objective::LastBastion], &[]],
            &units,
            &[basic()],
            options,
        );
        for &(_, unit) in falls {
            arena.unit_mut(unit).hp = 0;
        }
        let events = arena.run(&[], |game| game.score()).1;
        gained(&events, Side::A, Objective::LastBastion)
    };
    assert_eq!(bastion(&[(1, 1), (1, 2), (1, 3), (1, 4)], true), 6);
    assert_eq!(bastion(&[(1, 1), (1, 2), (1, 3)], true), 3);
    assert_eq!(bastion(&[(1, 0), (1, 1), (1, 2), (1, 3)], true), 0);
    assert_eq!(bastion(&[(1, 1)], false), 0);
}

/// `ms93.secondary.minimize-losses`: 5 of 9 survive, the half rounded up: 5; 4 of 9: nothing.
#[test]
fn half_of_the_units_survive() {
    let losses = |lost: usize| {
        let falls: Vec<(u8, usize)> = (0..lost).map(|unit| (1, unit)).collect();
        survival(Objective::MinimizeLosses, &vec![basic(); 9], &falls, ms93())
    };
    assert_eq!([losses(4), losses(5)], [5, 0]);
}

/// `ms93.secondary.minimize-losses`: 4 HITS of 300 against 900 HP, stopped by a Flash of 5 DEF: one save beside
/// the 5; against 1500 HP they would not have destroyed it, and without the Flash nothing is saved.
#[test]
fn momentum_that_saves_a_unit_scores() {
    for (hp, flash, points) in [(900, 1, 6), (1200, 1, 6), (1500, 1, 5), (1500, 0, 5)] {
        let target = with!(drill(Tier::Skilled, 1), hp: hp);
        let attacker = [drill(Tier::Basic, 4)];
        let chosen = Objective::MinimizeLosses;
        let mut arena = arena([&[chosen], &[]], &[target], &attacker, ms93());
        arena.apart(1, 0, 4);
        let skills = DefenceSkills {
            flash,
            ..DefenceSkills::default()
        };
        arena.script(|s| s.defence_skills.push_back(skills));
        arena.attack(1, RIFLE, 0, &[1]);
        let events = arena.run(&[], |game| game.score()).1;
        assert_eq!(gained(&events, Side::A, chosen), points, "{hp} {flash}");
    }
}

/// `ms93.secondary.flawless-insertion`: 10 less one for each of 3 units lost in round 1; later ones cost nothing.
#[test]
fn units_lost_in_round_one_cost_the_insertion() {
    let units = vec![basic(); 6];
    let flawless =
        |falls: &[(u8, usize)]| survival(Objective::FlawlessInsertion, &units, falls, ms93());
    assert_eq!(flawless(&[]), 10);
    assert_eq!(flawless(&[(1, 1), (1, 2), (1, 3)]), 7);
    assert_eq!(flawless(&[(1, 1), (2, 2), (2, 3)]), 9);
}

/// `ms93.secondary.invincible`: each attack of 0 HITS is a point at the end, 10 at most; one of 1 HIT is none.
#[test]
fn attacks_that_do_nothing_score_at_the_end() {
    for (hits, attacks, points) in [(0, 6, 6), (0, 12, 10), (1, 6, 0)] {
        let invincible = Objective::Invincible;
        let attacker = [drill(Tier::Basic, hits)];
        let mut arena = arena([&[invincible], &[]], &[basic()], &attacker, ms93());
        arena.apart(1, 0, 4);
        for _ in 0..attacks {
            let events = arena.turn(1, &[hit(RIFLE, 0)], &[1]);
            assert_eq!(gained(&events, Side::A, invincible), 0);
        }
        let events = arena.run(&[], |game| game.score()).1;
        assert_eq!(gained(&events, Side::A, invincible), points);
    }
}
