//! Traits of crews: who may have them, and what they add to the pools.

use equipoise_engine::Side;

use super::arena::{Arena, RIFLE, SABER, crewed, pools};
use super::drill::{criticals, drill, flats};
use super::hexmap;
use super::upgrade::entered;
use crate::data::profile::{RapidFire, RapidFireEffect, Tier, UnitProfile, UnitType, Weapon};
use crate::data::traits::Trait;
use crate::options::Options;
use crate::rules::decision::{AttackBonus, DefenceBonus};
use crate::rules::event::Event;

/// Traits in force and the Elite bonuses that belong to them.
pub(super) fn supplement() -> Options {
    with!(hexmap(), traits: true, elite_bonus: true)
}

/// A unit of the drill with traits: one die each way and nothing flat, shield-less.
pub(super) fn gifted(tier: Tier, traits: &[Trait]) -> UnitProfile {
    with!(drill(tier, 0), traits: traits.to_vec())
}

/// An attack from this many hexes away; both sides pick the bonus of a die.
pub(super) fn attacked(
    units: [&UnitProfile; 2],
    weapon: usize,
    hexes: i16,
    options: &Options,
) -> Vec<Event> {
    let mut arena = Arena::with(
        std::slice::from_ref(units[0]),
        std::slice::from_ref(units[1]),
        options,
    );
    arena.apart(0, 1, hexes);
    arena.script(|s| {
        s.attack_bonus = AttackBonus::Die;
        s.defence_bonus = DefenceBonus::Die;
    });
    arena.attack_by_luck(0, weapon, 1)
}

/// `ms93.upgrade.crew-traits`: Skilled one of Level I, an Ace two of Level I or one of Level II, nobody else
/// any; captains those of captains. `ms93.upgrade.no-duplicates`: each once.
#[test]
fn traits_go_by_crew_level() {
    let read = |tier: &str, traits: &str| {
        entered(&[&format!("tier = \"{tier}\""), &format!("traits = {traits}")])
    };
    let one = read("skilled", "[\"headhunter\"]").unwrap();
    assert_eq!(one.traits, [Trait::Headhunter]);
    let two = read("ace", "[\"elusive\", \"headhunter\"]").unwrap();
    assert_eq!(two.traits, [Trait::Elusive, Trait::Headhunter]);
    assert!(read("ace", "[\"warmonger\"]").is_ok());
    for (tier, traits, words) in [
        ("basic", "[\"elusive\"]", "none for a crew of level 0"),
        (
            "battle-tested",
            "[\"elusive\"]",
            "none for a crew of level 0",
        ),
        ("skilled", "[\"elusive\", \"headhunter\"]", "one of Level I"),
        ("skilled", "[\"warmonger\"]", "one of Level I"),
        (
            "ace",
            "[\"elusive\", \"warmonger\"]",
            "two of Level I or one of Level II",
        ),
        ("ace", "[\"elusive\", \"elusive\"]", "expected each once"),
        ("ace", "[\"daring\"]", "expected one of those of pilots"),
        ("ace", "[\"elusve\"]", "did you mean \"elusive\"?"),
    ] {
        let message = read(tier, traits).expect_err("refused");
        assert!(message.contains(words), "{words}: {message}");
    }
}

/// `ms93.upgrade.crew-down`: an Ace with two Level I traits who becomes Skilled keeps the first; one of Level II is
/// lost, and so are all at level 0. `ms93.upgrade.crew-up`: a level gained brings a trait, the one that is named or
/// Renowned; with what an Ace has by itself nothing comes.
#[test]
fn traits_follow_the_crew() {
    let read = |tier: &str, upgrades: &str, traits: &str| {
        let lines = [
            format!("tier = \"{tier}\""),
            format!("upgrades = {upgrades}"),
            format!("traits = {traits}"),
        ];
        entered(&lines.each_ref().map(String::as_str)).map(|unit| unit.traits)
    };
    let (down, twice) = (
        "[\"crew-downgrade\"]",
        "[\"crew-downgrade\", \"crew-downgrade\"]",
    );
    let two = "[\"elusive\", \"headhunter\"]";
    assert_eq!(read("ace", down, two).unwrap(), [Trait::Elusive]);
    assert_eq!(read("ace", down, "[\"warmonger\"]").unwrap(), []);
    assert_eq!(read("ace", twice, two).unwrap(), []);
    // What the crew could not have had before is a mistake all the same.
    for wrong in ["[\"daring\"]", "[\"elusive\", \"warmonger\"]"] {
        assert!(read("ace", down, wrong).is_err());
    }
    assert_eq!(
        read("basic", "[\"crew-upgrade\"]", "[\"elusive\"]").unwrap(),
        [Trait::Elusive]
    );
    let (up, twice) = ("[\"crew-upgrade\"]", "[\"crew-upgrade\", \"crew-upgrade\"]");
    let [spirit, renowned] = [Trait::FightingSpirit, Trait::Renowned];
    for (tier, upgrades, traits, expected) in [
        ("basic", up, "[]", vec![renowned]),
        ("basic", twice, "[]", vec![renowned, spirit]),
        ("basic", twice, "[\"warmonger\"]", vec![Trait::Warmonger]),
        (
            "skilled",
            up,
            "[\"elusive\"]",
            vec![Trait::Elusive, renowned],
        ),
        ("skilled", up, "[\"renowned\"]", vec![renowned, spirit]),
        ("skilled", "[]", "[]", vec![]),
        ("ace", "[\"awe-inspiring-arrival\"]", "[]", vec![]),
    ] {
        assert_eq!(read(tier, upgrades, traits).unwrap(), expected, "{tier}");
    }
}

/// `ms93.upgrade.crew-traits`, option `traits`: off, they do nothing.
#[test]
fn traits_act_by_option() {
    let fighter = gifted(Tier::Skilled, &[Trait::CloseCombatExpert]);
    let target = drill(Tier::Basic, 0);
    for (options, hits) in [(with!(supplement(), traits: false), 0), (supplement(), 1)] {
        let events = attacked([&fighter, &target], SABER, 1, &options);
        assert_eq!(flats(&events)[0], hits);
    }
}

/// `ms93.pilot1.close-combat-expert`: +1 HIT and +1 DEF in melee, nothing at range, nothing on a Counter.
#[test]
fn close_combat_experts_fight_better() {
    let fighter = gifted(Tier::Skilled, &[Trait::CloseCombatExpert]);
    let other = drill(Tier::Basic, 0);
    for (units, weapon, hexes, expected) in [
        ([&fighter, &other], SABER, 1, [1, 0]),
        ([&other, &fighter], SABER, 1, [0, 1]),
        ([&fighter, &other], RIFLE, 3, [0, 0]),
        ([&other, &fighter], RIFLE, 3, [0, 0]),
    ] {
        assert_eq!(
            flats(&attacked(units, weapon, hexes, &supplement()))[..2],
            expected
        );
    }
    let mut arena = Arena::with(&[other], &[fighter], &supplement());
    arena.apart(0, 1, 1);
    arena.script(|s| {
        s.defence_bonus = DefenceBonus::Counter;
        s.counter = Some(SABER);
    });
    // The Counter has its -2 HITS alone.
    assert_eq!(flats(&arena.attack_by_luck(0, SABER, 1)), [0, 1, -2, 0]);
}

/// `ms93.pilot2.merciless-melee`: +2 HITS, +1 DEF, and leaving it costs 1 + 1 = 2 Momentum; with 1 nobody
/// leaves.
#[test]
fn the_merciless_do_not_let_go() {
    let fighter = gifted(Tier::Ace, &[Trait::MercilessMelee]);
    let other = drill(Tier::Skilled, 0);
    let events = attacked([&fighter, &other], SABER, 1, &supplement());
    assert_eq!(flats(&events)[..2], [2, 0]);
    let events = attacked([&other, &fighter], SABER, 1, &supplement());
    assert_eq!(flats(&events)[..2], [0, 1]);
    for (momentum, paid) in [(2, 2), (1, 0)] {
        let mut arena = Arena::with(
            std::slice::from_ref(&other),
            std::slice::from_ref(&fighter),
            &supplement(),
        );
        arena.apart(0, 1, 1);
        arena.set_momentum(Side::A, momentum);
        arena.turn(0, &[super::arena::go(3, 0)], &[]);
        assert_eq!(arena.momentum(Side::A), momentum - paid);
    }
}

/// `ms93.pilot1.elusive`: Guard against Shooting is +2 dice, 1 + 1 + 1 = 3 in all; Dodge reads 8, 9 and 10 as
/// criticals. In melee Guard stays +1 die.
#[test]
fn the_elusive_evade_better() {
    let quick = gifted(Tier::Skilled, &[Trait::Elusive]);
    let plain = with!(drill(Tier::Skilled, 0), name: "Plain".to_owned());
    let other = drill(Tier::Basic, 0);
    for (weapon, hexes, more) in [(RIFLE, 3, 2), (SABER, 1, 1)] {
        let dice = |target| pools(&attacked([&other, target], weapon, hexes, &supplement()))[1].0;
        let bare = pools(&attacked([&other, &plain], weapon, hexes, &hexmap()))[1].0;
        assert_eq!(dice(&quick), bare + more);
        assert_eq!(dice(&plain), bare + 1);
    }
    let mut arena = Arena::with(&[other], &[quick], &supplement());
    arena.apart(0, 1, 3);
    arena.script(|s| s.defence_bonus = DefenceBonus::Critical);
    assert_eq!(criticals(&arena.attack_by_luck(0, RIFLE, 1)), [10, 8]);
}

/// A rifle that loses two dice at close range.
fn unsteady() -> Weapon {
    let band = RapidFire {
        range_in: 16,
        effect: RapidFireEffect::Dice(-2),
    };
    with!(super::arena::rifle(), rapid_fire: Some(band), dice: 6)
}

/// `ms93.pilot1.gunnery-expert`: Barrage is +2 dice, Bullseye critical number 8; a Rapid Fire penalty of 2 dice
/// is one of 1, a bonus stays. In melee nothing changes.
#[test]
fn gunnery_experts_shoot_better() {
    let mut gunner = gifted(Tier::Skilled, &[Trait::GunneryExpert]);
    gunner.weapons[RIFLE] = unsteady();
    let target = drill(Tier::Basic, 0);
    // 6 dice + 2 from afar; 6 - 2 + 1 + 2 within Rapid Fire range; a blade has its die of Swift Strike.
    let blade = i32::from(gunner.weapons[SABER].dice) as u8;
    for (weapon, hexes, dice) in [(RIFLE, 6, 8), (RIFLE, 3, 7), (SABER, 1, blade + 1)] {
        let events = attacked([&gunner, &target], weapon, hexes, &supplement());
        assert_eq!(pools(&events)[0].0, dice);
    }
    let mut arena = Arena::with(&[gunner], &[target], &supplement());
    arena.apart(0, 1, 6);
    arena.script(|s| s.attack_bonus = AttackBonus::Critical);
    assert_eq!(criticals(&arena.attack_by_luck(0, RIFLE, 1)), [8, 10]);
}

/// `ms93.pilot1.headhunter`, `ms93.pilot2.warmonger`: 1 or 2 HITS against Skilled and Ace crews, twice as many
/// with weapons of DMG 200 at most; a weapon of DMG 0 is light to the Headhunter alone.
#[test]
fn hunters_go_for_the_elite() {
    for (own, tier, by_dmg) in [
        (
            Trait::Headhunter,
            Tier::Skilled,
            [(0, 2), (200, 2), (300, 1)],
        ),
        (Trait::Warmonger, Tier::Ace, [(0, 2), (100, 4), (300, 2)]),
    ] {
        let mut hunter = gifted(Tier::Ace, &[own]);
        for (dmg, hits) in by_dmg {
            hunter.weapons[RIFLE].dmg = dmg;
            for (prey, expected) in [(tier, hits), (Tier::Basic, 0), (Tier::BattleTested, 0)] {
                let target = drill(prey, 0);
                let events = attacked([&hunter, &target], RIFLE, 3, &supplement());
                assert_eq!(flats(&events)[0], expected, "{own:?} {dmg} {prey:?}");
            }
        }
    }
}

/// `ms93.captain1.daring`, `ms93.captain1.gunnery-crew`: a captain of a Warship picks a die or critical number 9
/// on Evade, or on its shots; never in melee, and without the trait not at all.
#[test]
fn captains_pick_with_their_trait() {
    let ship =
        |traits: &[Trait]| with!(gifted(Tier::Skilled, traits), unit_type: UnitType::Warship);
    let other = drill(Tier::Basic, 0);
    let bare = ship(&[]);
    let (daring, gunners) = (ship(&[Trait::Daring]), ship(&[Trait::GunneryCrew]));
    let evade =
        |target, options: &Options| pools(&attacked([&other, target], RIFLE, 6, options))[1].0;
    let shot = |unit, options: &Options| pools(&attacked([unit, &other], RIFLE, 6, options))[0].0;
    let module = supplement();
    assert_eq!(evade(&daring, &module), evade(&bare, &module) + 1);
    assert_eq!(evade(&gunners, &module), evade(&bare, &module));
    assert_eq!(shot(&gunners, &module), shot(&bare, &module) + 1);
    assert_eq!(shot(&daring, &module), shot(&bare, &module));
    assert_eq!(
        shot(&gunners, &with!(module, traits: false)),
        shot(&bare, &hexmap())
    );
    let mut arena = Arena::with(&[gunners], &[daring], &module);
    arena.apart(0, 1, 6);
    arena.script(|s| {
        s.attack_bonus = AttackBonus::Critical;
        s.defence_bonus = DefenceBonus::Critical;
    });
    assert_eq!(criticals(&arena.attack_by_luck(0, RIFLE, 1)), [9, 9]);
}

/// `ms93.captain2.cavalier`, `ms93.captain2.sharp-witted`: both pick as the daring do; the cavalier has +1 DEF
/// against an attacker at 4 hexes of 4 in, in melee too, but not at 5, and beliefs change there as the pools do.
#[test]
fn cavaliers_scorn_those_who_are_close() {
    let ship = |traits: &[Trait]| with!(gifted(Tier::Ace, traits), unit_type: UnitType::Warship);
    let other = drill(Tier::Basic, 0);
    let bare = ship(&[]);
    let (cavalier, witted) = (ship(&[Trait::Cavalier]), ship(&[Trait::SharpWitted]));
    let module = supplement();
    for (weapon, hexes, def) in [(RIFLE, 5, 0), (RIFLE, 4, 1), (SABER, 1, 1)] {
        let defence = |target| {
            let events = attacked([&other, target], weapon, hexes, &module);
            (pools(&events)[1].0, flats(&events)[1])
        };
        let (dice, flat) = defence(&bare);
        let picked = u8::from(weapon == RIFLE);
        assert_eq!(defence(&cavalier), (dice + picked, flat + def), "{hexes}");
        assert_eq!(defence(&witted), (dice + picked, flat), "{hexes}");
    }
    let mut shooter = crewed(Tier::Basic);
    shooter.weapons[RIFLE].rapid_fire = None;
    let believed = |target: &UnitProfile, hexes| {
        let mut arena = Arena::with(
            std::slice::from_ref(&shooter),
            std::slice::from_ref(target),
            &module,
        );
        arena.apart(0, 1, hexes);
        let expectations = &arena.bout.expectations;
        let classes = [0, 1].map(|unit: usize| arena.bout.units[unit].class);
        let row = expectations.damage_row(
            classes[0],
            classes[1],
            RIFLE,
            crate::rules::expect::Use::Plain,
        );
        let strike = crate::rules::clash::Strike::plain(0, RIFLE, 1);
        [row[hexes as usize], arena.view().belief(&strike)]
    };
    assert_eq!(believed(&cavalier, 5), believed(&witted, 5));
    let (scorned, plain) = (believed(&cavalier, 4), believed(&witted, 4));
    assert!(scorned[0] < plain[0] && scorned[1] < plain[1]);
}

/// Beliefs know traits: with `ms93.pilot2.merciless-melee` a saber is believed to do what two more HITS on the
/// profile do.
#[test]
fn beliefs_count_traits() {
    let fighter = with!(crewed(Tier::Ace), traits: vec![Trait::MercilessMelee]);
    let mut stronger = crewed(Tier::Ace);
    stronger.weapons[SABER].bonus += 2;
    let believed = |unit: UnitProfile| {
        let mut arena = Arena::with(&[unit], &[crewed(Tier::Basic)], &supplement());
        arena.apart(0, 1, 1);
        let strike = crate::rules::clash::Strike {
            form: crate::rules::aim::Form::Melee,
            ..crate::rules::clash::Strike::plain(0, SABER, 1)
        };
        let view = crate::rules::view::View {
            bout: &arena.bout,
            state: &arena.battle,
        };
        view.belief(&strike)
    };
    assert_eq!(believed(fighter), believed(stronger));
}
