//! Success rolls and what they earn.

use equipoise_dice::Pmf;

use super::arena::{Arena, force, mecha, options, results};
use super::script::Script;
use crate::data::scenario::{Entry, Scenario};
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::event::{Event, RollKind};
use equipoise_engine::{Side, matching};

fn roll(values: &[(&str, &str)], dice: u8, faces: &[u8]) -> u8 {
    let mut arena = Arena::duel(values);
    let mut successes = 0;
    arena.act(Script::default(), faces, |game| {
        successes = game.roll(0, RollKind::Attack, dice, 0);
    });
    successes
}

/// bull.dice.success: dice 2, 3, 4, 6 with skill 3: two successes.
#[test]
fn a_die_of_the_skill_or_less_is_a_success() {
    assert_eq!(roll(&[], 4, &[2, 3, 4, 6]), 2);
}

/// bull.dice.ones: skill 3, dice 1 and 5: the 1 scores and rolls again to 2, which scores again.
/// The mean of a die is k/6 / (1 - 1/6) = k/5.
#[test]
fn ones_score_and_are_rolled_again() {
    assert_eq!(roll(&[], 2, &[1, 2, 5]), 2);
    assert_eq!(roll(&[], 1, &[1, 1, 1, 6]), 3);
    for skill in 1..=5 {
        let mean = Pmf::successes(options(&[]).roll(1, skill)).mean();
        assert!((mean - f64::from(skill) / 5.0).abs() < 1e-12);
    }
}

/// bull.dice.ones: replaced, a 1 does not score itself; ignored, it is a low face like any other;
/// the chain ends at its cap.
#[test]
fn ones_may_be_replaced_or_ignored() {
    assert_eq!(roll(&[("ones", "replace")], 2, &[1, 2, 5]), 1);
    assert_eq!(roll(&[("ones", "ignore")], 3, &[1, 2, 5]), 2);
    assert_eq!(roll(&[("ones_chain_cap", "1")], 2, &[1, 1, 1, 4]), 3);
}

/// bull.dice.die: six faces unless the option says otherwise; with skill 3 half of them succeed.
#[test]
fn dice_have_the_faces_of_the_option() {
    let chance = |values: &[(&str, &str)]| {
        let options = options(&[&[("ones", "ignore")], values].concat());
        Pmf::successes(options.roll(1, 3)).probability(1)
    };
    assert!((chance(&[]) - 0.5).abs() < 1e-15);
    assert!((chance(&[("die_faces", "12")]) - 0.25).abs() < 1e-15);
    // A face 10 can be shown on a d10 only.
    assert_eq!(roll(&[("die_faces", "10")], 2, &[10, 3]), 1);
}

/// bull.dice.linked-stats: Engineering, Movement, Attack and Defense are the dice of initiative,
/// movement, attack and defense; the skill is the threshold of all.
#[test]
fn linked_stats_are_dice_and_the_skill_is_the_threshold() {
    let mut unit = mecha(1, &[0]);
    (unit.engineering, unit.movement, unit.attack, unit.defense) = (2, 3, 4, 5);
    unit.skill = 2;
    let team = [unit];
    let mut arena = Arena::new([&team, &team], &[]);
    arena.place(0, 0, 0);
    arena.place(1, 0, 0);
    // Initiative 2 + 2 dice, movement 3, attack 4, defense 5: 3s fail, 2s succeed.
    let events = arena.act(
        Script::default(),
        &[2, 3, 3, 3, 2, 3, 3, 2, 2, 3, 3, 2, 3, 3, 3, 3, 6],
        |game| {
            game.roll_initiative();
            game.movement(0);
            game.attack(0);
        },
    );
    let rolls: Vec<(RollKind, u8, u8)> = matching!(events,
        Event::Roll { roll, dice, successes, .. } => (*roll, *dice, *successes));
    assert_eq!(
        rolls,
        [
            (RollKind::Initiative, 2, 1),
            (RollKind::Initiative, 2, 0),
            (RollKind::Movement, 3, 1),
            (RollKind::Attack, 4, 2),
            (RollKind::Defense, 5, 1),
        ]
    );
}

/// bull.dice.linked-stats: stats and skills outside the options' bounds do not play; a skill above
/// the faces of the die neither.
#[test]
fn profiles_outside_the_bounds_are_refused() {
    let refused = |dice: u8, skill: u8, values: &[(&str, &str)]| {
        let mut unit = mecha(dice, &[0]);
        unit.skill = skill;
        let team = [unit];
        let bout = Bout::compile([&team, &team], [PolicyKind::Rulebook; 2], &options(values));
        bout.err().map(|why| why.to_string())
    };
    assert_eq!(refused(8, 5, &[]), None);
    assert_eq!(
        refused(9, 3, &[]).as_deref(),
        Some("mecha \"Test\": engineering is 9, expected 1 to 8")
    );
    assert_eq!(
        refused(4, 6, &[]).as_deref(),
        Some("mecha \"Test\": skill is 6, expected 1 to 5")
    );
    assert_eq!(
        refused(12, 6, &[("linked_stat_max", "12"), ("skill_max", "6")]),
        None
    );
    assert_eq!(
        refused(4, 5, &[("die_faces", "4")]).as_deref(),
        Some("mecha \"Test\": skill is 5, expected 1 to 4")
    );
    assert!(refused(2, 3, &[("linked_stat_min", "3")]).is_some());
    assert!(refused(4, 1, &[("skill_min", "2")]).is_some());
}

/// bull.dice.great-success: five successes earn one point of Overdrive, at most one a roll; four do
/// not, nor do four and a point spent.
#[test]
fn five_successes_are_a_great_success() {
    let mut arena = Arena::duel(&[("linked_stat_max", "8")]);
    // Four dice, the last a 1 that rolls a 3: five successes.
    arena.act(Script::default(), &[2, 2, 2, 1, 3], |game| {
        game.roll(0, RollKind::Attack, 4, 0);
    });
    assert_eq!(*arena.overdrive(0), 2);
    arena.act(Script::default(), &[2, 2, 2, 3], |game| {
        game.roll(0, RollKind::Attack, 4, 0);
        let result = game.spend_overdrive(0, RollKind::Attack, 1, 4);
        assert_eq!(result, 5);
    });
    assert_eq!(*arena.overdrive(0), 1);
    // Seven successes are still one point.
    arena.act(Script::default(), &[1, 1, 1, 2, 2, 2, 3], |game| {
        game.roll(0, RollKind::Attack, 4, 0);
    });
    assert_eq!(*arena.overdrive(0), 2);
}

/// bull.overdrive.pool: each pilot starts with a point; a point adds a success to its own roll, two
/// make a 2 a 4; spent points are gone, others are kept.
#[test]
fn a_point_of_overdrive_is_a_success() {
    let mut arena = Arena::duel(&[]);
    assert_eq!([*arena.overdrive(0), *arena.overdrive(1)], [1, 1]);
    *arena.overdrive(0) = 3;
    arena.place(0, 3, 2);
    // Attack 2 against 3: two points make it 4. The defender does not answer.
    let script = with!(Script::default(), bids: [2].into());
    let faces = [2, 2, 5, 5, 2, 2, 2, 5, 6];
    let events = arena.act(script, &faces, |game| game.attack(0));
    assert_eq!(results(&events), [(4, 3, true)]);
    assert_eq!([*arena.overdrive(0), *arena.overdrive(1)], [1, 1]);
    let mut dear = Arena::duel(&[("overdrive_value", "2"), ("overdrive_start", "3")]);
    assert_eq!(*dear.overdrive(0), 3);
    dear.act(Script::default(), &[], |game| {
        assert_eq!(game.spend_overdrive(0, RollKind::Attack, 2, 1), 5);
    });
}

/// bull.overdrive.pool: points may be spent on movement and initiative rolls as well.
#[test]
fn overdrive_raises_movement_and_initiative() {
    let mut arena = Arena::duel(&[]);
    let script = with!(Script::default(), overdrive: [1].into(),
        steps: [super::script::Move::To(0, 0)].into());
    // Two successes and a point: three steps to the centre.
    arena.act(script, &[2, 2, 5, 5], |game| game.movement(0));
    assert_eq!((arena.sector(0), *arena.overdrive(0)), ((0, 0), 0));
    let mut arena = Arena::duel(&[]);
    let script = with!(Script::default(), overdrive: [0, 1].into());
    // Both roll 1; B's point brings it in front without a die.
    let faces = [2, 5, 5, 5, 2, 5, 5, 5];
    let events = arena.act(script, &faces, |game| game.roll_initiative());
    assert_eq!(super::arena::order(&events), [1, 0]);
    assert_eq!(*arena.overdrive(1), 0);
}

/// bull.overdrive.pool: the Gamemaster's side shares one pool of a point for each opposing player;
/// in a duel that is one, as anybody has.
#[test]
fn a_gamemaster_has_one_pool() {
    let force = |count: usize| force(vec![Entry::new(mecha(4, &[0])); count]);
    let bout = |forces| {
        let scenario = with!(Scenario::open(forces), gamemaster: Some(Side::B));
        Bout::battle(&scenario, [PolicyKind::Rulebook; 2], &options(&[])).expect("legal")
    };
    let mut arena = Arena::of(bout([force(4), force(2)]));
    let pools: Vec<u8> = (0..6).map(|unit| *arena.overdrive(unit)).collect();
    assert_eq!(pools, [1, 1, 1, 1, 4, 4]);
    arena.act(Script::default(), &[], |game| {
        game.spend_overdrive(5, RollKind::Attack, 3, 0);
    });
    assert_eq!([*arena.overdrive(4), *arena.overdrive(5)], [1, 1]);
    let mut duel = Arena::of(bout([force(1), force(1)]));
    assert_eq!([*duel.overdrive(0), *duel.overdrive(1)], [1, 1]);
}
