//! Plays that a player who reads a replay would call silly.
//!
//! Each kind has a detector. Battles of `greedy` may show it no more often than stated here; those of
//! `random` show it more often, so that a detector that sees nothing fails. What no battle of `random` comes
//! to is shown to its detector by hand.

mod deployment;
mod notes;
mod purchases;
mod sample;
mod spy;
mod ties;
mod turns;

use equipoise_dice::{Roll, TableDice, stream};
use equipoise_engine::{GameSystem, Hex, NoLog, Side};

use super::arena::{Arena, RIFLE, SABER, attacks as attacks_of, crewed, mech, saber};
use super::drill::{drill, hit};
use crate::MechaStellar;
use crate::data::profile::{Resource, ResourceKind, Tier, UnitType};
use crate::policy_kind::PolicyKind;
use crate::rules::clash::{Clash, CounterTerms, Line, PreRoll, Strike};
use crate::rules::decision::{DefenceSkills, Reply};
use crate::rules::moves::MoveWith;
use crate::rules::state::Battle;
use notes::{Kind, Notes};
use sample::{dice, play, sample, scenarios};

/// How often `greedy` may show a kind of silly play in 1,000 activations, or deployments.
struct Bound {
    kind: Kind,
    /// Its row in the table of `docs/policies.md`.
    name: &'static str,
    most: f64,
    /// `random` shows it more often than that.
    in_random: bool,
}

const fn bound(kind: Kind, name: &'static str, most: f64) -> Bound {
    Bound {
        kind,
        name,
        most,
        in_random: true,
    }
}

const fn by_hand(kind: Kind, name: &'static str) -> Bound {
    Bound {
        in_random: false,
        ..bound(kind, name, 0.0)
    }
}

/// What remains, and why:
///
/// - Attacks not made, 8. In 5 duels a unit withdraws out of range in rounds 4 and 5; 4 of the enemies are
///   Elite without Momentum, and the model of the duel, which knows no Momentum, expects their Counter. In 3
///   a Warship moves first and has turned its arc away.
/// - Zeal left over, 3: Zeal was bought for more attacks than were made.
/// - Accelerate and back, 5. In most the unit is engaged and may attack its Challenger alone, who is out of
///   reach: the Combat Action would buy nothing else.
const BOUNDS: [Bound; 16] = [
    bound(Kind::HeldFire, "a free attack not made", 0.6),
    bound(
        Kind::StoodIdle,
        "a control point in reach, no enemy in sight, nothing done",
        0.0,
    ),
    bound(
        Kind::WeakAttack,
        "an attack with less than half the damage of a free one",
        0.0,
    ),
    bound(
        Kind::WastedSkill,
        "Focus, Valor or Flash that changes nothing",
        0.0,
    ),
    by_hand(
        Kind::WastedUse,
        "a limited or paid attack where a free one surely kills",
    ),
    bound(Kind::UnusedZeal, "Zeal paid, its action not used", 0.3),
    bound(Kind::RoundTrip, "Accelerate paid, back where it was", 0.5),
    bound(
        Kind::CutShort,
        "a turn cut short by an action that is not legal",
        0.0,
    ),
    by_hand(
        Kind::CornerRow,
        "half an army in one row from a corner, by deployment",
    ),
    bound(
        Kind::DiedRich,
        "a certain death of the last unit, of those that Momentum could stop",
        0.0,
    ),
    bound(
        Kind::PressedLate,
        "an attack before pressing on, of those of engaged units that may press on or just have",
        5.0,
    ),
    Bound {
        // Whoever fights by chance rarely kills a challenger either.
        in_random: false,
        ..bound(
            Kind::LostChallenge,
            "a challenger dead by the end of the next round while the challenged lives, of Challenges",
            50.0,
        )
    },
    bound(
        Kind::ThereAndBack,
        "moves that end where they began, and nothing else",
        0.2,
    ),
    bound(
        Kind::DoubledBack,
        "Accelerate one way and moves the other, no attack, in a duel",
        0.0,
    ),
    bound(
        Kind::PaidTie,
        "a duel lost 0 to 0 by the Momentum paid in turns without an attack, of duels",
        0.0,
    ),
    Bound {
        // Whoever buys by chance is seldom rich.
        in_random: false,
        ..bound(
            Kind::RichKaiju,
            "four unblocked HITS or more taken by a Kaiju with 7 Momentum or more, of its battles",
            1000.0,
        )
    },
];

fn cases(notes: &Notes, kind: Kind) -> String {
    let found = notes.cases.iter().filter(|case| case.kind == kind);
    let first: Vec<&str> = found.take(5).map(|case| case.what.as_str()).collect();
    first.join("\n")
}

/// 1,000 battles of the shipped Simple Battles and 2,000 duels, hexes of 4 in, seed 79. The bounds are those of
/// `docs/policies.md`.
#[test]
fn greedy_plays_sensibly() {
    let [greedy, random] = [PolicyKind::Greedy, PolicyKind::Random].map(sample);
    let mut broken = String::new();
    for Bound {
        kind,
        name,
        most,
        in_random,
    } in BOUNDS
    {
        let [rate, by_chance] = [&greedy, &random].map(|notes| notes.rate(kind));
        if rate > most {
            broken += &format!("{name}: {rate}\n{}\n", cases(&greedy, kind));
        }
        if in_random && by_chance <= most {
            broken += &format!("{name}: {by_chance} of random\n");
        }
    }
    assert!(broken.is_empty(), "{broken}");
}

/// Battles end as they do when nobody takes notes.
#[test]
fn notes_change_no_battle() {
    for kind in [PolicyKind::Greedy, PolicyKind::Random] {
        for (cell, name, bout) in scenarios(kind) {
            let (noted, _) = play(&bout, dice(cell, 0), Notes::default());
            let plain = MechaStellar::play(
                &bout,
                &mut Battle::default(),
                &mut dice(cell, 0),
                &mut NoLog,
            );
            assert_eq!(noted, plain, "{name}");
        }
    }
}

/// A rifle with at least 20 unblocked HITS kills a [`drill`] of 300 HP; a missile of two uses is wasted on it
/// while there is another enemy, and not if the rifle might fail or the missile sweeps.
#[test]
fn a_use_wasted_on_a_sure_kill_is_seen() {
    let mut own = drill(Tier::Basic, 20);
    own.weapons[SABER] = with!(own.weapons[RIFLE].clone(), uses: Some(2));
    let sweeping = with!(own.clone(), weapons: vec![own.weapons[RIFLE].clone(),
        with!(own.weapons[SABER].clone(), aoe: Some(3))]);
    let foe = drill(Tier::Basic, 20);
    for (own, foes, hp, wasted) in [
        (&own, 2, 300, true),
        (&own, 2, 30_000, false),
        (&own, 1, 300, false),
        (&sweeping, 2, 300, false),
    ] {
        let mut arena = Arena::new(std::slice::from_ref(own), &vec![foe.clone(); foes]);
        arena.play_by(PolicyKind::Greedy);
        arena.apart(0, 1, 3);
        arena.unit_mut(1).hp = hp;
        arena.battle.begin_turn(0, false);
        let seen = |weapon| purchases::is_wasted_use(arena.view(), hit(weapon, 1));
        assert_eq!([seen(SABER), seen(RIFLE)], [wasted, false], "{hp} HP");
    }
}

/// Three of six units in columns 0 to 2, or the last three, of one row are half of them in a row from a
/// corner; two are not, nor three that begin in the middle or stand in different rows.
#[test]
fn a_row_from_a_corner_is_seen() {
    for (places, row) in [
        ([(0, 1), (1, 1), (2, 1)], true),
        ([(9, 0), (10, 0), (11, 0)], true),
        ([(0, 1), (1, 1), (2, 2)], false),
        ([(4, 1), (5, 1), (6, 1)], false),
    ] {
        let mut arena = Arena::new(&vec![mech(); 6], &[mech()]);
        let rest = [(3, 3), (5, 3), (7, 3)];
        for (unit, (column, row)) in places.into_iter().chain(rest).enumerate() {
            arena.put(unit, Hex::from_offset(column, row), Hex::new(0, 1));
        }
        let found = deployment::is_a_corner_row(arena.view(), Side::A);
        assert_eq!(found, row, "{places:?}");
    }
}

/// A Challenge is lost when the challenger is gone and the challenged still there, in its round or the next; not
/// when the challenged is gone, nor two rounds later.
#[test]
fn a_lost_challenge_is_seen() {
    for (gone, round, lost) in [(0, 1, true), (0, 2, true), (0, 3, false), (1, 1, false)] {
        let ace = crewed(Tier::Ace);
        let mut arena = Arena::new(&[ace.clone(), mech()], &[ace, mech()]);
        let mut notes = Notes::default();
        arena.battle.round = 1;
        arena.battle.challenge = Some((0, 2));
        notes.watch_challenge(arena.view(), false);
        for now in 1..=round {
            arena.battle.round = now;
            arena.battle.challenge = None;
            notes.watch_challenge(arena.view(), false);
        }
        arena.unit_mut(2 * gone).on_table = false;
        notes.watch_challenge(arena.view(), false);
        let found = notes.rate(Kind::LostChallenge) > 0.0;
        assert_eq!(found, lost, "{gone}, round {round}");
    }
}

/// A fighter that two Move Actions leave a hex or two short of an enemy goes there by as many points of Boost and
/// attacks; without points enough it does not attack. Alone against one on an open table and beside others.
#[test]
fn points_run_down_who_is_out_of_reach() {
    for foes in [1, 2] {
        for (boost, short, attacks) in [
            (0, 1, false),
            (1, 1, true),
            (1, 2, false),
            (2, 2, true),
            (2, 3, false),
        ] {
            let mut own = with!(drill(Tier::Basic, 20), weapons: vec![saber()]);
            own.resource = (boost > 0).then(|| Resource::of(ResourceKind::Boost, boost));
            let other = with!(drill(Tier::Basic, 20), hp: 600);
            let mut arena = Arena::new(&[own], &vec![other; foes]);
            arena.play_by(PolicyKind::Greedy);
            let reach = 2 * arena.view().reach(0, MoveWith::MoveAction) as i16;
            arena.apart(0, 1, reach + 1 + short);
            let mut dice = TableDice::new(stream(79, 0, 0));
            let (_, events) = arena.run_on(&mut dice, |game| game.take_turn(0, false));
            let made = !attacks_of(&events).is_empty();
            assert_eq!(
                made, attacks,
                "{foes} enemies, Boost {boost}, {short} short"
            );
            assert_eq!(
                arena.unit(0).points == 0,
                attacks || boost == 0,
                "{boost}, {short}"
            );
        }
    }
}

/// Four HITS on a Kaiju with 7 Momentum and none bought off are seen; not three, 6 Momentum, another unit, nor a
/// Flash.
#[test]
fn a_rich_kaiju_is_seen() {
    for (unit_type, hits, momentum, flash, seen) in [
        (UnitType::Kaiju, 4, 7, 0, true),
        (UnitType::Kaiju, 3, 7, 0, false),
        (UnitType::Kaiju, 4, 6, 0, false),
        (UnitType::MechSuit, 4, 7, 0, false),
        (UnitType::Kaiju, 4, 7, 1, false),
    ] {
        let target = with!(drill(Tier::Basic, 0), unit_type: unit_type);
        let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[target]);
        arena.apart(0, 1, 2);
        arena.set_momentum(Side::B, momentum);
        let reply = Reply {
            weapon: RIFLE,
            special: false,
        };
        let strike = Strike::counter(0, reply, 1, false, CounterTerms::PLAIN);
        let clash = Clash {
            harm: arena.view().harm(&strike),
            strike,
            pre: PreRoll::default(),
            attack: Line::new(0, 10, hits),
            defence: Line::new(0, 10, 0),
            flashed: false,
            stale: Roll::default(),
            advantage: false,
        };
        let skills = DefenceSkills {
            flash,
            ..DefenceSkills::default()
        };
        let found = purchases::is_rich_kaiju(arena.view(), &clash, skills);
        assert_eq!(
            found, seen,
            "{unit_type:?}, {hits} HITS, {momentum}, {flash}"
        );
    }
}
