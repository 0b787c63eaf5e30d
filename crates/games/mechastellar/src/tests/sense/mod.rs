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
mod turns;

use equipoise_engine::{GameSystem, Hex, NoLog, Side};

use super::arena::{Arena, RIFLE, SABER, mech};
use super::drill::{drill, hit};
use crate::MechaStellar;
use crate::data::profile::Tier;
use crate::policy_kind::PolicyKind;
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
const BOUNDS: [Bound; 9] = [
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
    for Bound {
        kind,
        name,
        most,
        in_random,
    } in BOUNDS
    {
        let [rate, by_chance] = [&greedy, &random].map(|notes| notes.rate(kind));
        assert!(rate <= most, "{name}: {rate}\n{}", cases(&greedy, kind));
        assert!(by_chance > most || !in_random, "{name}: {by_chance}");
    }
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
