//! Duels lost 0 to 0 by Momentum that the loser had paid for nothing.

use equipoise_engine::Side;

use super::notes::{Kind, Notes};
use super::sample::{dice, play};
use crate::data::catalogue::Catalogue;
use crate::data::profile::{UnitProfile, WeaponKind};
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;

/// Battles of a pair in each seating.
const BATTLES: u64 = 20;

/// A unit as it is, then with one stat raised.
const RAISES: [fn(&mut UnitProfile); 16] = [
    |_| {},
    |unit| unit.hp += 500,
    |unit| unit.move_in += 1,
    |unit| unit.move_in += 4,
    |unit| unit.sensors.shooting_in += 4,
    |unit| unit.sensors.evade_in += 4,
    |unit| unit.evade.bonus += 1,
    |unit| unit.melee_def.bonus += 1,
    |unit| raise_hits(unit, WeaponKind::Shooting, 1),
    |unit| raise_hits(unit, WeaponKind::Shooting, 2),
    |unit| raise_hits(unit, WeaponKind::Melee, 1),
    |unit| unit.elite_level = (unit.elite_level + 1).min(9),
    |unit| {
        if let Some(resource) = &mut unit.resource {
            resource.stat += 1;
        }
    },
    |unit| {
        for weapon in &mut unit.weapons {
            weapon.dmg += 100;
        }
    },
    |unit| {
        for weapon in &mut unit.weapons {
            weapon.pen = Some(weapon.pen.unwrap_or(0) + 1);
        }
    },
    |unit| {
        for weapon in &mut unit.weapons {
            weapon.dice += 1;
        }
    },
];

/// Mech+ is inside the bonus of each weapon of its kind, too.
fn raise_hits(unit: &mut UnitProfile, kind: WeaponKind, by: i8) {
    match kind {
        WeaponKind::Shooting => unit.shooting_bonus += by,
        WeaponKind::Melee => unit.melee_bonus += by,
    }
    for weapon in unit.weapons.iter_mut().filter(|weapon| weapon.kind == kind) {
        weapon.bonus += by;
    }
}

/// What is seen in 150 duels of two named units on hexes of 1 in.
fn watch(pair: [&str; 2], cell: u64) -> Notes {
    let catalogue = Catalogue::embedded();
    let forces = pair.map(|name| catalogue.find(name).expect("a named unit"));
    let bout = Bout::compile(
        forces.map(std::slice::from_ref),
        [PolicyKind::Greedy; 2],
        &Options::default(),
    )
    .expect("legal forces");
    (0..150).fold(Notes::default(), |notes, number| {
        play(&bout, dice(cell, number), notes).1
    })
}

/// Two pairs that would pay Momentum in a turn without an attack, 34 times each in some 1,400 turns, if that had no
/// price beside the point's; the first 79 times, forward by Accelerate and back by moves, if an Accelerate did away with
/// the price.
#[test]
fn a_standoff_is_not_paid_for() {
    for pair in [
        ["Dervish", "Laughing Joker"],
        ["Iron Castle", "Thunder Ram"],
    ] {
        let notes = watch(pair, 5000);
        assert_eq!(notes.idle_payments, 0, "{pair:?}");
        assert_eq!(notes.rate(Kind::DoubledBack), 0.0, "{pair:?}");
    }
}

/// Duels of `unit`, in both seats, that the better of the two lost 0 to 0 by what it had paid. Which one is the
/// better is what the same battles say.
fn ties_of_the_better(unit: &UnitProfile, other: &UnitProfile, cell: u64) -> usize {
    let (mut ties, mut lead) = ([0; 2], 0_i64);
    for seat in Side::BOTH {
        let forces = match seat {
            Side::A => [unit, other],
            Side::B => [other, unit],
        };
        let forces = forces.map(std::slice::from_ref);
        let bout = Bout::compile(forces, [PolicyKind::Greedy; 2], &Options::default())
            .expect("legal forces");
        for number in 0..BATTLES {
            let dice = dice(2 * cell + seat.index() as u64, number);
            let (outcome, notes) = play(&bout, dice, Notes::default());
            let Some(winner) = outcome.winner else {
                continue;
            };
            let won = winner == seat;
            lead += if won { 1 } else { -1 };
            ties[usize::from(won)] += usize::from(notes.rate(Kind::PaidTie) > 0.0);
        }
    }
    match lead {
        1.. => ties[0],
        0 => 0,
        ..0 => ties[1],
    }
}

/// Named units, one of them as it is or with a stat raised, on hexes of 1 in, seed 79. In another 11,424,000 duels the
/// better of a pair lost none this way; the worse lost 226, and wins 31 % of its pair's duels at most. As 40 duels may
/// mistake the better unit, one of those is counted here with odds of 1 in 2,800, two with odds of 1 in 10 million.
#[test]
#[ignore = "statistical: 761,600 duels; false alarm 1e-7; finds ties that the better pays for in 1 of 80,000 with 99.9 %"]
fn the_better_unit_pays_for_no_tie() {
    let catalogue = Catalogue::embedded();
    let units = catalogue.units();
    let mut cells = 1000..;
    let (mut found, mut ties) = (String::new(), 0);
    for raise in RAISES {
        for own in units {
            let mut unit = own.clone();
            raise(&mut unit);
            for other in units.iter().filter(|other| other.name != own.name) {
                let cell = cells.next().expect("cells without end");
                let paid = ties_of_the_better(&unit, other, cell);
                if paid > 0 {
                    found += &format!("{} against {}, cell {cell}: {paid}\n", own.name, other.name);
                }
                ties += paid;
            }
        }
    }
    assert!(ties <= 1, "{ties}:\n{found}");
}
