//! Traits of crews that act as turns and rounds begin and end.

use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, RIFLE, SABER, go, strike};
use super::drill::{FOCUS, FULL, drill, flats, guard_focus, times};
use super::traits::{gifted, supplement};
use crate::data::profile::{Sensors, Tier, UnitProfile, UnitType};
use crate::data::traits::Trait;
use crate::policy_kind::PolicyKind;
use crate::rules::aim::Form;
use crate::rules::clash::{CounterTerms, Strike};
use crate::rules::decision::{Action, Boon, Reply, Tuning};
use crate::rules::event::Event;
use crate::rules::unit_id::UnitId;

/// A unit of side A against one of side B this many hexes ahead, side A with this Momentum.
fn duel(own: &UnitProfile, hexes: i16, momentum: u8) -> Arena {
    against(own, &drill(Tier::Basic, 0), hexes, momentum)
}

/// The same against another enemy.
fn against(own: &UnitProfile, other: &UnitProfile, hexes: i16, momentum: u8) -> Arena {
    let units = [own, other].map(std::slice::from_ref);
    let mut arena = Arena::with(units[0], units[1], &supplement());
    arena.apart(0, 1, hexes);
    arena.set_momentum(Side::A, momentum);
    arena
}

/// Momentum of side A after a turn of its unit.
fn after(mut arena: Arena, actions: &[Action]) -> u8 {
    arena.full_turn(0, actions, &[]);
    arena.momentum(Side::A)
}

/// `ms93.pilot1.immortal`: 5 + 2 = 7 from Round 2 on with half the HP, not in Round 1, not below half, not
/// without the trait.
#[test]
fn the_immortal_gain_while_they_are_whole() {
    let cases = [
        (&[Trait::Immortal][..], 2, FULL / 2, 7),
        (&[Trait::Immortal], 5, FULL, 7),
        (&[Trait::Immortal], 1, FULL, 5),
        (&[Trait::Immortal], 2, FULL / 2 - 1, 5),
        (&[], 2, FULL, 5),
    ];
    for (traits, round, hp, expected) in cases {
        let mut arena = duel(&gifted(Tier::Skilled, traits), 6, 5);
        arena.battle.round = round;
        arena.unit_mut(0).hp = hp;
        assert_eq!(after(arena, &[]), expected, "{traits:?} {round} {hp}");
    }
}

/// `ms93.pilot1.hot-blooded`, `ms93.pilot2.burning-passion`: on hexes of 4 in two hexes, 8 in, are 5 in
/// closer, one hex is not: 3 + 2 + 2 = 7 after the Momentum Shift, 3 + 2 = 5 without. Coming closer and
/// engaging in one turn is paid once. Who was engaged before and stays has 4 + 2 with the second trait alone.
#[test]
fn fury_takes_the_way_forward() {
    let hot = |arena: fn(&UnitProfile) -> Arena, actions: &[Action]| {
        [Trait::HotBlooded, Trait::BurningPassion]
            .map(|own| after(arena(&gifted(Tier::Ace, &[own])), actions))
    };
    let far = |unit: &UnitProfile| duel(unit, 6, 3);
    assert_eq!(hot(far, &[go(3, 3)]), [7, 7], "6 to 4 hexes");
    assert_eq!(hot(far, &[go(3, 2)]), [5, 5], "6 to 5 hexes");
    assert_eq!(hot(far, &[go(3, 2), go(3, 3)]), [7, 7], "in two moves");
    assert_eq!(hot(far, &[go(3, 3), go(3, 2)]), [5, 5], "there and back");
    let near = |unit: &UnitProfile| duel(unit, 2, 6);
    assert_eq!(hot(near, &[go(3, 2)]), [8, 8], "engages from 2 hexes");
    let left = |unit: &UnitProfile| duel(unit, 3, 6);
    assert_eq!(hot(left, &[go(3, 3)]), [8, 8], "engages and comes closer");
    let bound = |unit: &UnitProfile| duel(unit, 1, 4);
    assert_eq!(hot(bound, &[]), [4, 6], "engaged since before");
}

/// `ms93.pilot1.hot-blooded`: an engagement that the turn has also left again was one; for
/// `ms93.pilot2.burning-passion` the end of the turn counts. 6 less 1 for disengaging is 5, of which backing
/// off takes nothing, and 5 + 2 = 7 with the first.
#[test]
fn an_engagement_may_be_left_again() {
    for (own, expected) in [(Trait::HotBlooded, 7), (Trait::BurningPassion, 5)] {
        let arena = duel(&gifted(Tier::Ace, &[own]), 2, 6);
        assert_eq!(after(arena, &[go(3, 2), go(3, 1)]), expected, "{own:?}");
    }
}

/// The same for way that is measured to the enemy that was nearest at the start: 2 hexes towards another
/// one count nothing.
#[test]
fn fury_looks_at_the_nearest_enemy() {
    let hot = gifted(Tier::Skilled, &[Trait::HotBlooded]);
    let other = drill(Tier::Basic, 0);
    let mut arena = Arena::with(&[hot], &[other.clone(), other], &supplement());
    arena.put(0, Hex::new(3, 5), Hex::new(0, 1));
    arena.put(1, Hex::new(3, 1), Hex::new(0, 1));
    arena.put(2, Hex::new(3, 10), Hex::new(0, -1));
    arena.set_momentum(Side::A, 5);
    assert_eq!(after(arena, &[go(3, 7)]), 5);
}

/// `ms93.pilot1.hot-blooded`, `ms93.pilot2.burning-passion`: +1 HIT in a turn of Return Fire, with every
/// weapon, in no other turn, and the policies believe it.
#[test]
fn the_furious_answer_harder() {
    for (traits, answers, hits) in [
        (&[Trait::HotBlooded][..], true, 1),
        (&[Trait::BurningPassion], true, 1),
        (&[Trait::HotBlooded], false, 0),
        (&[], true, 0),
    ] {
        let mut plain = duel(&gifted(Tier::Ace, &[]), 3, 5);
        let mut arena = duel(&gifted(Tier::Ace, traits), 3, 5);
        arena.script(|s| s.actions = [strike(RIFLE, 1)].into());
        plain.unit_profile(0).weapons[RIFLE].bonus += hits;
        let shot = Strike::plain(0, RIFLE, 1);
        arena.battle.begin_turn(0, answers);
        plain.battle.begin_turn(0, false);
        assert_eq!(arena.view().belief(&shot), plain.view().belief(&shot));
        // One die each way for Barrage and attack; no defence.
        let (_, events) = arena.run(&[1, 1], |game| game.take_turn(0, answers));
        assert_eq!(flats(&events)[0], hits, "{traits:?} {answers}");
    }
}

/// Whom a log inspires, and with how many free uses of Focus.
fn inspired(events: &[Event]) -> Vec<(UnitId, u8)> {
    matching!(events, Event::Inspired { unit, uses } => (*unit, *uses))
}

/// Uses of Focus in a log.
fn focuses(events: &[Event]) -> usize {
    let used = |event: &&Event| matches!(event, Event::Focus { .. });
    events.iter().filter(used).count()
}

/// `ms93.pilot1.renowned`, `ms93.pilot2.legendary-pilot`: 5 + 1 or 5 + 2 Momentum, or as many free uses of
/// Focus; 10 stay 10.
#[test]
fn fame_is_momentum_or_focus() {
    for (own, amount) in [(Trait::Renowned, 1), (Trait::LegendaryPilot, 2)] {
        let fame = gifted(Tier::Ace, &[own]);
        assert_eq!(after(duel(&fame, 6, 5), &[]), 5 + amount);
        assert_eq!(after(duel(&fame, 6, 10), &[]), 10);
        let mut arena = duel(&fame, 6, 5);
        arena.script(|s| s.boon = Boon::Focus);
        assert_eq!(inspired(&arena.turn(0, &[], &[])), [(0, amount)]);
        assert_eq!(
            (arena.momentum(Side::A), arena.unit(0).free_focus),
            (5, amount)
        );
    }
}

/// `ms93.pilot1.renowned`: free Focus is there without any Momentum, once; a second one in the turn is paid. It
/// is lost as the turn ends and does not serve in the turns of others.
#[test]
fn free_focus_ends_with_the_turn() {
    let fame = with!(gifted(Tier::Skilled, &[Trait::Renowned]), resource: None);
    for (momentum, uses, left) in [(0, 1, 0), (1, 2, 0), (3, 2, 2)] {
        let mut arena = against(&fame, &drill(Tier::Skilled, 0), 1, momentum);
        arena.bout.options.elite_bonus = false;
        arena.script(|s| {
            s.boon = Boon::Focus;
            s.attack_skills = [FOCUS].into();
            s.counter = Some(SABER);
            s.defence_skills = [Default::default(), guard_focus()].into();
        });
        // The save of the one HIT holds; the Counter of the Skilled enemy is met with Focus too.
        arena.set_momentum(Side::B, 1);
        arena.unit_mut(0).melee_def.dice = 1;
        let events = arena.full_turn(0, &[strike(SABER, 1)], &[3, 10, 1, 3]);
        assert_eq!(focuses(&events), uses, "{momentum}");
        assert_eq!(arena.momentum(Side::A), left, "{momentum}");
        assert_eq!(arena.unit(0).free_focus, 0);
    }
    // Attacked in the turn of the enemy with a use left over from nowhere: it costs 1.
    let mut arena = duel(&fame, 3, 1);
    arena.bout.options.elite_bonus = false;
    arena.unit_mut(0).free_focus = 1;
    arena.unit_mut(0).evade.dice = 1;
    arena.script(|s| s.defence_skills = [guard_focus()].into());
    let events = arena.attack(1, RIFLE, 0, &[1, 3]);
    assert_eq!((focuses(&events), arena.momentum(Side::A)), (1, 0));
}

/// `ms93.pilot1.fighting-spirit`, `ms93.pilot2.unflinching-courage`: below half the HP or at Momentum 0 two or
/// three Momentum or free uses of Focus: 0 + 2 at full HP, 4 + 2 below half, nothing at half with 4.
#[test]
fn courage_grows_in_need() {
    for (own, amount) in [(Trait::FightingSpirit, 2), (Trait::UnflinchingCourage, 3)] {
        let brave = gifted(Tier::Ace, &[own]);
        for (hp, momentum, gain) in [
            (FULL, 0, amount),
            (FULL / 2 - 1, 4, amount),
            (FULL / 2, 4, 0),
        ] {
            let mut arena = duel(&brave, 6, momentum);
            arena.unit_mut(0).hp = hp;
            assert_eq!(after(arena, &[]), momentum + gain, "{own:?} {hp}");
        }
        let mut arena = duel(&brave, 6, 0);
        arena.script(|s| s.boon = Boon::Focus);
        assert_eq!(inspired(&arena.turn(0, &[], &[])), [(0, amount)]);
    }
}

/// `ms93.pilot1.fighting-spirit`: when it is destroyed its side has 6 + 3 = 9; no one else leaves anything.
#[test]
fn the_fallen_leave_their_spirit() {
    for (traits, expected) in [(&[Trait::FightingSpirit][..], 9), (&[], 6)] {
        let brave = gifted(Tier::Skilled, traits);
        let mut arena = Arena::with(
            &[brave, drill(Tier::Basic, 0)],
            &[drill(Tier::Basic, 0)],
            &supplement(),
        );
        arena.set_momentum(Side::A, 6);
        // Morale 10 would be rolled for Rout: the die of the nearest ally shows it.
        let (_, events) = arena.run(&[10], |game| game.destroy(0, 2));
        assert_eq!(arena.momentum(Side::A), expected, "{events:?}");
    }
}

/// `ms93.pilot2.unflinching-courage`: 1 Momentum for attacking an Ace, once a turn; none for others or an Ace
/// captain.
#[test]
fn attacks_on_aces_hearten() {
    let brave = gifted(Tier::Ace, &[Trait::UnflinchingCourage]);
    let ace = drill(Tier::Ace, 0);
    let ship = with!(drill(Tier::Ace, 0), unit_type: UnitType::Warship);
    for (prey, expected) in [(ace, 5), (drill(Tier::Skilled, 0), 4), (ship, 4)] {
        let mut arena = Arena::with(std::slice::from_ref(&brave), &[prey], &supplement());
        arena.apart(0, 1, 5);
        arena.set_momentum(Side::A, 4);
        arena.attack_by_luck(0, RIFLE, 1);
        assert_eq!(arena.momentum(Side::A), expected);
        // Once a turn.
        arena.run(&[], |game| game.dare(0, 1));
        assert_eq!(arena.momentum(Side::A), expected);
    }
}

/// `ms93.pilot1.tactician`, `ms93.captain1.discerning`: free Focus for two other allies as the round begins, the
/// player's choice; `ms93.pilot2.grand-strategist`, `ms93.captain2.strategic-captain`: for five. It is there for
/// their turn.
#[test]
fn tacticians_guide_their_allies() {
    let ship = |own| with!(gifted(Tier::Ace, &[own]), unit_type: UnitType::Warship);
    for (guide, expected) in [
        (gifted(Tier::Ace, &[Trait::Tactician]), &[3, 1][..]),
        (ship(Trait::Discerning), &[3, 1]),
        (gifted(Tier::Ace, &[Trait::GrandStrategist]), &[3, 1, 2]),
        (ship(Trait::StrategicCaptain), &[3, 1, 2]),
    ] {
        let ally = drill(Tier::Basic, 0);
        let own = [guide, ally.clone(), ally.clone(), ally.clone()];
        let mut arena = Arena::with(&own, &[ally], &supplement());
        arena.script(|s| s.guide = vec![0, 3, 1, 2]);
        let (_, events) = arena.run(&[], |game| game.guide(Side::B));
        let each: Vec<_> = expected.iter().map(|&unit| (unit, 1)).collect();
        assert_eq!(inspired(&events), each);
        assert_eq!(times(&arena, "guide"), 2, "the last of three is no choice");
        // The turn of another leaves it, the own turn uses it up.
        arena.full_turn(2, &[], &[]);
        assert_eq!(arena.unit(3).free_focus, 1);
        arena.full_turn(3, &[], &[]);
        assert_eq!(arena.unit(3).free_focus, 0);
    }
}

/// `ms93.pilot1.tactician`: an ally out of sight counts within the larger Sensors alone.
#[test]
fn tacticians_reach_by_sight_or_sensors() {
    let mut guide = gifted(Tier::Ace, &[Trait::Tactician]);
    guide.sensors = Sensors::of(4, 12);
    let ally = drill(Tier::Basic, 0);
    for (hexes, expected) in [(3, &[(1, 1)][..]), (4, &[])] {
        let own = [guide.clone(), ally.clone()];
        let mut arena = Arena::with(&own, std::slice::from_ref(&ally), &supplement());
        arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
        arena.put(1, Hex::new(3, 1 + hexes), Hex::new(0, 1));
        // Below the surface nobody sees it.
        arena.battle.wrecks = true;
        arena.unit_mut(1).sunk = true;
        let (_, events) = arena.run(&[], |game| game.guide(Side::A));
        assert_eq!(inspired(&events), expected);
    }
}

/// `ms93.pilot1.renowned`, `ms93.pilot1.fighting-spirit`: policies take Momentum, which lasts: greedy and search
/// unless the pool is full, solo always; random takes either.
#[test]
fn policies_take_what_lasts() {
    let fame = gifted(Tier::Ace, &[Trait::Renowned]);
    for (policy, momentum, expected) in [
        (PolicyKind::Greedy, 9, 0),
        (PolicyKind::Greedy, 10, 1),
        (PolicyKind::Search, 10, 1),
        (PolicyKind::Solo, 10, 0),
    ] {
        let mut arena = duel(&fame, 6, momentum);
        arena.play_by(policy);
        let (_, events) = arena.run(&[], |game| {
            game.state.begin_turn(0, false);
            game.stir(0);
        });
        assert_eq!(inspired(&events).len(), expected, "{policy:?}");
    }
    let mut arena = duel(&fame, 6, 5);
    arena.play_by(PolicyKind::Random);
    let mut seen = [false; 2];
    for seed in 0..16 {
        let mut dice = equipoise_dice::StreamDice::new(equipoise_dice::stream(seed, 0, 0));
        let (_, events) = arena.run_on(&mut dice, |game| {
            game.state.begin_turn(0, false);
            game.stir(0);
        });
        seen[inspired(&events).len()] = true;
    }
    assert_eq!(seen, [true, true]);
}

/// `ms93.pilot1.renowned`: policies use free Focus where it turns a single die and nothing is left to pay with;
/// without it they do not.
#[test]
fn policies_use_free_focus() {
    for policy in [PolicyKind::Greedy, PolicyKind::Solo] {
        for free in [0, 1] {
            let mut arena = duel(&gifted(Tier::Skilled, &[Trait::Renowned]), 3, 0);
            arena.bout.options.elite_bonus = false;
            arena.play_by(policy);
            arena.battle.begin_turn(0, false);
            arena.unit_mut(0).free_focus = free;
            let form = Form::Direct;
            // 3 turns with Focus: 1 HIT, 300 damage.
            let (_, events) = arena.run(&[3], |game| game.attack(RIFLE, false, 1, form));
            assert_eq!(focuses(&events), usize::from(free), "{policy:?}");
        }
    }
}

/// `ms93.pilot1.mechanics-expert`, `ms93.captain1.engineering`: +1 PEN or +100 DMG in the own turn;
/// `ms93.pilot2.mastermind`, `ms93.captain2.fearsome`: 2 or 200. Three HITS of DMG 400 and PEN 6: 3 x 400 + 3 x
/// 0.5 x 1000 = 2700; of +1 PEN or +100 DMG 3000, of 2 or 200 3300. Not on a Counter, and gone after the turn.
#[test]
fn weapons_are_tuned_for_a_turn() {
    let ship = |own| with!(gifted(Tier::Ace, &[own]), unit_type: UnitType::Warship);
    for (unit, each) in [
        (gifted(Tier::Ace, &[Trait::MechanicsExpert]), 300),
        (ship(Trait::Engineering), 300),
        (gifted(Tier::Ace, &[Trait::Mastermind]), 600),
        (ship(Trait::Fearsome), 600),
    ] {
        for tuning in [Tuning::Pen, Tuning::Dmg] {
            let mut arena = duel(&unit, 6, 5);
            arena.script(|s| s.tune = tuning);
            let cut = Strike {
                form: Form::Melee,
                ..Strike::plain(0, SABER, 1)
            };
            let terms = CounterTerms {
                penalty: true,
                trade: false,
                skill: None,
            };
            let damage =
                |arena: &Arena, strike: &Strike| arena.view().harm(strike).expected_tenths(3) / 10;
            arena.turn(0, &[], &[]);
            assert_eq!(damage(&arena, &cut), 2700 + each, "{tuning:?}");
            let counter = Strike::counter(
                0,
                Reply {
                    weapon: SABER,
                    special: false,
                },
                1,
                true,
                terms,
            );
            assert_eq!(damage(&arena, &counter), 2700);
            let other = Strike {
                form: Form::Melee,
                ..Strike::plain(1, SABER, 0)
            };
            assert_eq!(damage(&arena, &other), 2700);
            arena.run(&[], |game| game.end_turn(0));
            assert_eq!(damage(&arena, &cut), 2700);
        }
    }
}

/// Policies choose by what the best attack at hand promises (`ms93.pilot1.mechanics-expert`): up to five HITS
/// 1 PEN does as much as 100 DMG, beyond them DMG does more; a weapon without PEN has use for DMG alone. Random
/// takes either.
#[test]
fn policies_tune_by_what_they_expect() {
    let smith = |pen, hits| {
        let mut unit = gifted(Tier::Ace, &[Trait::MechanicsExpert]);
        for weapon in &mut unit.weapons {
            (weapon.pen, weapon.bonus) = (pen, hits);
        }
        unit
    };
    for policy in [PolicyKind::Greedy, PolicyKind::Solo] {
        for (pen, hits, expected) in [
            (Some(6), 0, Tuning::Pen),
            (Some(6), 9, Tuning::Dmg),
            (None, 0, Tuning::Dmg),
        ] {
            let mut arena = duel(&smith(pen, hits), 3, 5);
            arena.play_by(policy);
            arena.battle.begin_turn(0, false);
            let (_, events) = arena.run(&[], |game| game.stir(0));
            let tuned: Vec<(u8, u32)> =
                matching!(&events, Event::Tuned { pen, dmg, .. } => (*pen, *dmg));
            let wanted = match expected {
                Tuning::Pen => (1, 0),
                Tuning::Dmg => (0, 100),
            };
            assert_eq!(tuned, [wanted], "{policy:?} {pen:?} {hits}");
        }
    }
    let mut arena = duel(&smith(None, 2), 3, 5);
    arena.play_by(PolicyKind::Random);
    let mut seen = [false; 2];
    for seed in 0..16 {
        let mut dice = equipoise_dice::StreamDice::new(equipoise_dice::stream(seed, 0, 0));
        arena.run_on(&mut dice, |game| {
            game.state.begin_turn(0, false);
            game.stir(0);
        });
        seen[usize::from(arena.battle.turn.tuned.pen)] = true;
    }
    assert_eq!(seen, [true, true]);
}
