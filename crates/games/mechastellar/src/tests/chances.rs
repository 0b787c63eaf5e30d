//! The model of a duel against what can be worked out by hand, and against what must hold of it.

use std::slice::from_ref;

use equipoise_dice::{PoolUse, TableDice, stream};
use equipoise_engine::{GameSystem as _, Scratch};

use super::super::{Bout, MechaStellar, PolicyKind, UnitProfile};
use super::arena::{Arena, RIFLE, crewed, mech};
use super::{drill::drill, hexmap, transform::mode};
use crate::data::catalogue::Catalogue;
use crate::data::profile::{Resource, ResourceKind, Tier};
use crate::rules::aim::Form;
use crate::rules::chances::{Chances, LEVELS, Moment, SURE, Step};
use crate::rules::clash::Strike;
use crate::weights::Weights;

/// One die and nothing else on a roll with PEN and saves left out.
fn one_die(dmg: u16) -> UnitProfile {
    let mut unit = mech();
    (unit.evade.dice, unit.evade.bonus) = (1, 0);
    unit.weapons.truncate(1);
    let weapon = &mut unit.weapons[RIFLE];
    (weapon.dice, weapon.bonus, weapon.dmg) = (1, 0, dmg);
    unit
}

/// Weights of the damage of the first weapon at four hexes, as shares of the whole.
fn spread(arena: &Arena, uses: [PoolUse; 2]) -> Vec<(i32, f64)> {
    let mut weights: Vec<(i32, i64)> = Vec::new();
    let strike = Strike::plain(0, RIFLE, 1);
    arena.view().spread(&strike, uses, |weight, damage| {
        weights.push((damage, weight));
    });
    let whole = f64::from(1 << 24);
    let mut shares: Vec<(i32, f64)> = Vec::new();
    for (damage, weight) in weights {
        match shares.iter_mut().find(|(known, _)| *known == damage) {
            Some((_, share)) => *share += weight as f64 / whole,
            None => shares.push((damage, weight as f64 / whole)),
        }
    }
    shares
}

/// A die against a die: 40 % nothing, 50 % one, 10 % two. With Focus the defence has 20, 70 and 10 %, thrown
/// again as well 4, 84 and 12 %. Two come through as often as attack shows two and defence none, one
/// as often as either is one above the other.
#[test]
fn a_spread_is_that_of_the_dice_as_they_are_used() {
    let mut arena = Arena::new(&[one_die(300)], &[one_die(300)]);
    arena.apart(0, 1, 4);
    let plain = PoolUse::default();
    let lowered = PoolUse {
        lowered: true,
        ..plain
    };
    let both = PoolUse {
        reroll: true,
        ..lowered
    };
    let cases = [
        (plain, 0.5 * 0.4 + 0.1 * 0.5, 0.1 * 0.4),
        (lowered, 0.5 * 0.2 + 0.1 * 0.7, 0.1 * 0.2),
        (both, 0.5 * 0.04 + 0.1 * 0.84, 0.1 * 0.04),
    ];
    for (defence, one, two) in cases {
        let expected = [(0, 1.0 - one - two), (300, one), (600, two)];
        let found = spread(&arena, [plain, defence]);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for ((damage, share), (hp, chance)) in found.into_iter().zip(expected) {
            assert_eq!(damage, hp);
            assert!(
                (share - chance).abs() < 1e-6,
                "{defence:?}: {share} not {chance}"
            );
        }
    }
}

/// `ms10.skill.flash`, which stops 5 HITS. One die and 6 HITS attack one die at DMG 300; a die shows 0, 1 or 2 HITS in
/// 40, 50 and 10 %. A Flash counts as damage of its price: 300 HP are one HIT, 750 HP are 2.5, and at 1500 HP, five,
/// none is worth buying.
///
/// ```text
/// HITS that come through      4     5     6     7     8    mean
/// chance                    4 %  25 %  42 %  25 %   4 %    6.00 HITS, 1800 HP
/// left, a Flash at 300 HP     1     1     2     3     4    2.04 HITS,  612 HP
/// left, a Flash at 750 HP   2.5   2.5   3.5   4.5   5.5    3.54 HITS, 1062 HP
/// ```
#[test]
fn what_is_left_in_spite_of_a_flash_is_by_the_dice() {
    let mut many = one_die(300);
    many.weapons[RIFLE].bonus = 6;
    let mut arena = Arena::new(&[many], &[one_die(300)]);
    arena.apart(0, 1, 4);
    let strike = Strike::plain(0, RIFLE, 1);
    let kept = |price| arena.view().kept_in_spite_of_flash(&strike, price);
    assert_eq!(kept(300), 256 * 612 / 1800);
    assert_eq!(kept(750), 256 * 1062 / 1800);
    assert!((255..=256).contains(&kept(1500)));
}

/// With nothing bought the mean of a spread is the belief, for every weapon of every named unit against
/// four targets, saves, finishing blows and barriers among them.
#[test]
fn the_mean_of_a_spread_is_the_belief() {
    let catalogue = Catalogue::embedded();
    for target in ["White Asura", "Bastion Walker", "F1P3:versatile", "Kestrel"] {
        let target = catalogue.find(target).expect("a unit");
        for unit in catalogue.units() {
            let mut arena = Arena::new(from_ref(unit), from_ref(target));
            for (weapon, arm) in unit.weapons.iter().enumerate() {
                arena.apart(0, 1, 1);
                let melee = arena.view().weapon(0, weapon).is_melee();
                let strike = Strike {
                    form: if melee { Form::Melee } else { Form::Direct },
                    ..Strike::plain(0, weapon, 1)
                };
                let (mut sum, mut mean) = (0, 0);
                arena
                    .view()
                    .spread(&strike, [PoolUse::default(); 2], |weight, damage| {
                        sum += weight;
                        mean += weight * i64::from(damage);
                    });
                assert!((sum - (1 << 24)).abs() < 256, "{sum}");
                let mean = mean as f64 / f64::from(1 << 24);
                let belief = f64::from(arena.view().belief_under(&strike, None));
                let what = format!("{} of {}", arm.name, unit.name);
                assert!((mean - belief).abs() < 1.5, "{what}: {mean}, not {belief}");
            }
        }
    }
}

fn model(own: &UnitProfile, other: &UnitProfile) -> Bout {
    let forces = [own, other].map(from_ref);
    Bout::compile(forces, [PolicyKind::Greedy; 2], &hexmap()).expect("a duel")
}

/// What a draw is worth to who would rather fight.
fn drawn() -> i32 {
    SURE / 2 - Weights::shipped().duel_draw
}

/// As the first side sees it.
fn chances(bout: &Bout) -> &Chances {
    chances_of(bout, 0)
}

fn chances_of(bout: &Bout, side: usize) -> &Chances {
    bout.chances[side]
        .as_deref()
        .expect("a duel on an open table")
}

fn moments() -> impl Iterator<Item = Moment> {
    (0..5).flat_map(|rounds| [false, true].map(|awaited| Moment { awaited, rounds }))
}

fn steps() -> impl Iterator<Item = Step> {
    (0..3).flat_map(|moves| [Step::Rest(moves), Step::Attack(moves)])
}

/// Two units whose one shot in range, 6 hexes, always destroys; Move 2 hexes. In the last turn who shoots
/// wins and who does not reach draws; who ends its turn where the other still comes to 6 hexes with
/// two moves loses.
#[test]
fn who_shoots_first_wins_where_every_shot_kills() {
    let mut sure = one_die(20_000);
    (sure.weapons[RIFLE].bonus, sure.tier) = (5, Tier::Basic);
    let bout = model(&sure, &sure);
    let at = |awaited, step, distance: usize| {
        let last = Moment { awaited, rounds: 0 };
        i32::from(chances(&bout).row(0, last, [LEVELS; 2], step)[distance])
    };
    for distance in 1..14 {
        let shot = if distance <= 6 { SURE } else { drawn() };
        assert_eq!(at(false, Step::Attack(0), distance), shot, "{distance}");
        let left = if distance <= 10 { 0 } else { drawn() };
        assert_eq!(at(true, Step::Rest(0), distance), left, "{distance}");
        // One more move would lead out of reach from 9 hexes on, but nobody is taken to back off so far (`duel_edge`).
        assert_eq!(at(true, Step::Rest(1), distance), left, "{distance}");
    }
}

/// A unit against itself has the same chances in both seats; one that cannot be hurt never loses.
#[test]
fn chances_are_the_same_in_both_seats() {
    let catalogue = Catalogue::embedded();
    for name in [
        "White Asura",
        "Tankcrawler",
        "F3P5:sniper",
        "Basalt Behemoth",
    ] {
        let unit = catalogue.find(name).expect("a unit");
        let bout = model(unit, unit);
        for moment in moments() {
            for step in steps() {
                for own in 0..=LEVELS {
                    for other in 0..=LEVELS {
                        let rows = [0, 1].map(|seat| {
                            chances_of(&bout, seat).row(seat, moment, [own, other], step)
                        });
                        assert_eq!(rows[0], rows[1], "{name}");
                    }
                }
            }
        }
    }
    let bout = model(&mech(), &drill(Tier::Basic, 0));
    for moment in moments() {
        for step in steps() {
            let row = chances(&bout).row(0, moment, [LEVELS; 2], step);
            assert!(row.iter().all(|&chance| i32::from(chance) >= drawn()));
        }
    }
}

/// `ms10.engage.fly-needed`: without Fly a saber does nothing to a flying aircraft, nor answers its attack. Printed Fly
/// and that of a mode do for both; Boost brings Fly for the own turn alone; a grounded aircraft is met by anybody.
#[test]
fn a_saber_needs_fly_against_a_flying_aircraft() {
    let mut fighter = crewed(Tier::Skilled);
    fighter.weapons.remove(RIFLE);
    let flyer = with!(fighter.clone(), fly: true);
    let changer = with!(fighter.clone(), modes: vec![with!(mode("jet"), fly: true)]);
    let boosted = with!(fighter.clone(), resource: Some(Resource::of(ResourceKind::Boost, 1)));
    let aircraft = |fly: bool| with!(mech(), aircraft: true, fly: fly);
    for (own, other, hurts, answers) in [
        (&fighter, aircraft(true), false, false),
        (&fighter, aircraft(false), true, true),
        (&flyer, aircraft(true), true, true),
        (&changer, aircraft(true), true, true),
        (&boosted, aircraft(true), true, false),
    ] {
        let bout = model(own, &other);
        assert_eq!(chances(&bout).band(0, 1).mean > 0, hurts, "{own:?}");
        assert_eq!(chances(&bout).band(1, 1).back > 0, answers, "{own:?}");
    }
}

/// Equals fight: whoever waits for the other's first shot draws, and a draw is worth less than half a win.
#[test]
fn equals_do_not_wait_for_each_other() {
    let catalogue = Catalogue::embedded();
    for name in ["F1P1:versatile", "F1P0:assault", "Blue Djinn"] {
        let unit = catalogue.find(name).expect("a unit");
        let bout = model(unit, unit);
        let drawn = (0..40).filter(|&number| {
            let mut scratch = Scratch::default();
            let mut dice = TableDice::new(stream(1, 0, number));
            MechaStellar::run(&bout, &mut scratch, &mut dice)
                .winner
                .is_none()
        });
        let drawn = drawn.count();
        assert!(drawn < 10, "{name}: {drawn} of 40 drawn");
    }
}

/// More HP are never worse, fewer of the enemy neither, by more than rounding, for thirty pairs.
#[test]
fn more_hp_are_never_worse() {
    const ROUNDING: i16 = 16;
    let catalogue = Catalogue::embedded();
    let units = catalogue.units();
    for number in 0..30 {
        let bout = model(&units[number], &units[(7 * number + 3) % units.len()]);
        let rows = |moment, levels, step| chances(&bout).row(0, moment, levels, step).iter();
        for moment in moments() {
            for step in steps() {
                for other in 1..=LEVELS {
                    for own in 1..LEVELS {
                        let more = rows(moment, [own + 1, other], step);
                        let worse = rows(moment, [own, other], step)
                            .zip(more)
                            .any(|(less, more)| more + ROUNDING < *less);
                        assert!(!worse, "{number}: {moment:?}, {step:?}, {own}");
                        let fewer = rows(moment, [other, own], step);
                        let worse = rows(moment, [other, own + 1], step)
                            .zip(fewer)
                            .any(|(whole, hurt)| hurt + ROUNDING < *whole);
                        assert!(!worse, "{number}: {moment:?}, {step:?}, {own}");
                    }
                }
            }
        }
    }
}
