//! Upgrades and bought traits that act in play.

use super::arena::{Arena, RIFLE, SABER, go, pools, results, rush};
use super::drill::{FOCUS, criticals, drill, flats, fuelled, hit, saves, times};
use super::hexmap;
use super::upgrade::{bought, refused};
use crate::data::profile::{Category, Defence, ResourceKind, Sensors, Tier, UnitProfile, Upgrade};
use crate::options::Options;
use crate::rules::aim::Form;
use crate::rules::clash::{PreRoll, Strike};
use crate::rules::decision::{Action, DefenceBonus, Fuel};
use crate::rules::event::Event;
use equipoise_dice::Reroll;
use equipoise_engine::{Hex, NoLog};

/// A drill unit that has bought this.
fn buyer(tier: Tier, upgrades: &[Upgrade]) -> UnitProfile {
    with!(drill(tier, 0), upgrades: upgrades.to_vec())
}

/// A shot or a cut of unit 0 at unit 1.
fn blow(weapon: usize) -> Strike {
    let form = if weapon == SABER {
        Form::Melee
    } else {
        Form::Direct
    };
    Strike {
        form,
        ..Strike::plain(0, weapon, 1)
    }
}

/// What a blow from this many hexes is believed to do.
fn believed(units: [&UnitProfile; 2], weapon: usize, hexes: i16) -> i32 {
    let mut arena = Arena::new(
        std::slice::from_ref(units[0]),
        std::slice::from_ref(units[1]),
    );
    arena.apart(0, 1, hexes);
    arena.view().belief(&blow(weapon))
}

/// `ms93.upgrade.spend-excess`: each costs its price, once per unit, and asks for its crew by the crew that
/// the unit has in the end. `ms93.upgrade.no-duplicates`: the Master's trait holds the other.
#[test]
fn bought_traits_ask_for_a_crew() {
    let (skilled, ace) = (["tier = \"skilled\""], ["tier = \"ace\""]);
    for (lines, name, points) in [
        (&skilled, "seeking-shot", 50),
        (&skilled, "swordsman-skilled", 50),
        (&ace, "swordsman-master", 100),
        (&["tier = \"basic\""], "anti-beam-coating", 50),
    ] {
        assert_eq!(bought(lines, &[name]).unwrap().points, 320 + points);
        refused(lines, &[name; 2], &["expected it once per unit"]);
    }
    assert!(bought(&[], &["seeking-shot", "crew-upgrade"]).is_ok());
    for (tier, name, words) in [
        ("basic", "seeking-shot", "Seeking Shot: the crew is basic"),
        ("battle-tested", "swordsman-skilled", "expected a skilled"),
        (
            "skilled",
            "swordsman-master",
            "the crew is skilled, expected an ace",
        ),
    ] {
        refused(&[&format!("tier = \"{tier}\"")], &[name], &[words]);
    }
    refused(&skilled, &["seeking-shot", "crew-downgrade"], &["basic"]);
    refused(
        &ace,
        &["swordsman-skilled", "swordsman-master"],
        &["No duplicate effects", "expected one of the two"],
    );
}

/// A unit of one die each way and 5 DEF, so that nothing comes through.
fn fencer(upgrades: &[Upgrade]) -> UnitProfile {
    let guard = Defence { dice: 1, bonus: 5 };
    with!(buyer(Tier::Ace, upgrades), evade: guard, melee_def: guard)
}

/// HITS and DEF of a blow from this many hexes.
fn totals(units: [&UnitProfile; 2], weapon: usize, hexes: i16, faces: [u8; 2]) -> (i32, i32) {
    let mut arena = Arena::new(
        std::slice::from_ref(units[0]),
        std::slice::from_ref(units[1]),
    );
    arena.apart(0, 1, hexes);
    let events = arena.attack(0, weapon, 1, &faces);
    let (hits, defences, _) = results(&events)[0];
    (hits, defences)
}

/// `ms93.trait.swordsman-skilled`: in melee a 5 does not hit it, a 6 does; at range nothing changes, nor what
/// blocks it. `ms93.trait.swordsman-master`: besides a 5 does not block its melee.
#[test]
fn swordsmen_are_hit_on_six() {
    let plain = fencer(&[]);
    let skilled = fencer(&[Upgrade::SwordsmanSkilled]);
    let master = fencer(&[Upgrade::SwordsmanMaster]);
    for (units, on_fives) in [
        ([&plain, &plain], (1, 6)),
        ([&plain, &skilled], (0, 6)),
        ([&plain, &master], (0, 6)),
        ([&skilled, &plain], (1, 6)),
        ([&master, &plain], (1, 5)),
    ] {
        assert_eq!(totals(units, SABER, 1, [5, 5]), on_fives);
        assert_eq!(totals(units, SABER, 1, [6, 6]), (1, 6));
        assert_eq!(totals(units, RIFLE, 3, [5, 5]), (1, 6));
    }
    // A 10 still is two.
    assert_eq!(totals([&plain, &skilled], SABER, 1, [10, 1]), (2, 5));
}

/// `ms93.trait.swordsman-skilled`: Focus hits it on 4 instead of 3.
#[test]
fn focus_finds_a_swordsman_on_four() {
    let (plain, skilled) = (fencer(&[]), fencer(&[Upgrade::SwordsmanSkilled]));
    for (target, face, hits) in [
        (&plain, 3, 1),
        (&skilled, 3, 0),
        (&skilled, 4, 1),
        (&plain, 2, 0),
    ] {
        let mut arena = Arena::new(std::slice::from_ref(&plain), std::slice::from_ref(target));
        arena.apart(0, 1, 1);
        arena.script(|s| s.attack_skills = [FOCUS].into());
        assert_eq!(results(&arena.attack(0, SABER, 1, &[face, 1]))[0].0, hits);
    }
}

/// `ms93.trait.swordsman-master`, `ms93.trait.swordsman-skilled`: not on Counters, where 5 hits and blocks.
#[test]
fn swordsmen_are_countered_as_others() {
    let mut master = fencer(&[Upgrade::SwordsmanMaster]);
    master.weapons[SABER].bonus = 3;
    let mut arena = Arena::new(std::slice::from_ref(&master), std::slice::from_ref(&master));
    arena.apart(0, 1, 1);
    arena.script(|s| s.counter = Some(SABER));
    // The attack: neither 5 counts. The Counter: both do, and its -2 HITS.
    let events = arena.attack(0, SABER, 1, &[5, 5, 5, 5]);
    assert_eq!(results(&events), [(3, 5, 0), (2, 6, 0)]);
}

/// Beliefs know `ms93.trait.swordsman-skilled` and `ms93.trait.swordsman-master`: one die of
/// 1000 DMG on 6 is 0.5 + 0.1 HITS, 600 HP instead of 700; three sure HITS and a die against a die of defence on 6 are 3 + 0.7 - 0.6, 3100 HP instead of 3000.
#[test]
fn swordsmen_are_believed_in() {
    let armed = |upgrades: &[Upgrade], bonus| {
        let mut unit = buyer(Tier::Ace, upgrades);
        let saber = &mut unit.weapons[SABER];
        (saber.dmg, saber.pen, saber.bonus) = (1000, None, bonus);
        unit
    };
    let plain = armed(&[], 0);
    let skilled = buyer(Tier::Ace, &[Upgrade::SwordsmanSkilled]);
    assert_eq!(believed([&plain, &plain], SABER, 1), 700);
    assert_eq!(believed([&plain, &skilled], SABER, 1), 600);
    let guarded = with!(drill(Tier::Basic, 0), melee_def: Defence { dice: 1, bonus: 0 });
    let master = armed(&[Upgrade::SwordsmanMaster], 3);
    assert_eq!(believed([&armed(&[], 3), &guarded], SABER, 1), 3000);
    assert_eq!(believed([&master, &guarded], SABER, 1), 3100);
}

/// A target with Boost, Sensors of 24 in and eight dice of defence.
fn dodger() -> UnitProfile {
    let guard = Defence { dice: 8, bonus: 3 };
    with!(fuelled(Tier::Skilled, 0, ResourceKind::Boost, 1),
        evade: guard, melee_def: guard, sensors: Sensors::of(0, 24))
}

/// Elite bonuses in force.
fn elite() -> Options {
    with!(hexmap(), elite_bonus: true)
}

/// A blow at a target that wants to Dodge and to reroll: dice and critical number of the defence, and how often
/// a reroll was offered.
fn evaded(attacker: &UnitProfile, weapon: usize, hexes: i16) -> (u8, u8, usize) {
    let mut arena = Arena::with(std::slice::from_ref(attacker), &[dodger()], &elite());
    arena.apart(0, 1, hexes);
    arena.script(|s| {
        s.defence_bonus = DefenceBonus::Critical;
        s.defence_reroll = Some(Reroll::LowAndMid);
    });
    let events: Vec<Event> = arena.attack_by_luck(0, weapon, 1);
    let asked = times(&arena, "defence_reroll");
    (pools(&events)[1].0, criticals(&events)[1], asked)
}

/// `ms93.trait.seeking-shot`: the eight dice of its target get a ninth by Guard, since Dodge is barred, but none
/// by Lock On, and no reroll; without it they get one by Lock On, critical number 9 and a reroll. In melee it
/// does nothing.
#[test]
fn seeking_shots_cannot_be_dodged() {
    let seeker = buyer(Tier::Skilled, &[Upgrade::SeekingShot]);
    let plain = buyer(Tier::Skilled, &[]);
    assert_eq!(evaded(&plain, RIFLE, 3), (9, 9, 1));
    assert_eq!(evaded(&seeker, RIFLE, 3), (9, 10, 0));
    assert_eq!(evaded(&seeker, SABER, 1), (8, 9, 1));
}

/// `ms93.trait.seeking-shot`: a Counter does not seek (`ms10.counter.no-passive`).
#[test]
fn counters_do_not_seek() {
    let seeker = buyer(Tier::Skilled, &[Upgrade::SeekingShot]);
    let mut arena = Arena::with(&[dodger()], &[seeker], &elite());
    arena.apart(0, 1, 3);
    arena.script(|s| {
        s.defence_bonus = DefenceBonus::Counter;
        s.counter = Some(RIFLE);
    });
    arena.attack_by_luck(0, RIFLE, 1);
    assert_eq!(times(&arena, "defence_reroll"), 1);
}

/// `ms93.trait.seeking-shot`, `ms93.trait.swordsman-master`: neither with indirect fire nor against later targets of
/// a sweep (`ms10.idf.no-bonus`, `ms10.aoe.first-only`).
#[test]
fn later_targets_are_spared() {
    let own = [Upgrade::SeekingShot, Upgrade::SwordsmanMaster];
    let arena = Arena::with(&[buyer(Tier::Ace, &own)], &[dodger()], &elite());
    let view = arena.view();
    let later = |strike: Strike| Strike {
        follows: true,
        ..strike
    };
    let lobbed = Strike {
        form: Form::Indirect,
        ..blow(RIFLE)
    };
    for (strike, sought) in [
        (blow(RIFLE), true),
        (later(blow(RIFLE)), false),
        (lobbed, false),
    ] {
        assert_eq!(view.is_sought(&strike), sought);
    }
    for (strike, target) in [(blow(SABER), 6), (later(blow(SABER)), 5)] {
        let line = view.defence_line(&strike, &PreRoll::default(), &mut NoLog);
        assert_eq!(line.shape.target, target);
    }
}

/// Beliefs know `ms93.trait.seeking-shot`: 5 HITS and two dice against two dice, by Guard and Lock On, of 1000
/// DMG each are 5000 HP; against Guard alone 5 + 1.4 - 0.7, 5700 HP. Of eight dice the Dodge is given up.
#[test]
fn seeking_shots_are_believed_in() {
    for (upgrades, hp, bonus) in [
        (vec![], 5000, DefenceBonus::Critical),
        (vec![Upgrade::SeekingShot], 5700, DefenceBonus::Die),
    ] {
        let mut shooter = buyer(Tier::Skilled, &upgrades);
        (shooter.weapons[RIFLE].bonus, shooter.weapons[RIFLE].dmg) = (5, 1000);
        let bare = with!(dodger(), evade: Defence { dice: 0, bonus: 0 });
        let mut arena = Arena::with(&[shooter], &[bare], &elite());
        arena.apart(0, 1, 3);
        assert_eq!(arena.view().belief(&blow(RIFLE)), hp);
        arena.unit_mut(1).evade.dice = 8;
        assert_eq!(arena.view().likely_defence_bonus(&blow(RIFLE)), bonus);
    }
}

/// Needed face of each set of saves when a unit with a coating is hit by a weapon of PEN 7 and Counters.
fn needed(category: Option<Category>, weapon: usize, hexes: i16) -> Vec<i32> {
    let coated = |hits| with!(drill(Tier::Skilled, hits), upgrades: vec![Upgrade::AntiBeamCoating]);
    let mut units = [coated(3), coated(3)];
    for unit in &mut units {
        unit.weapons[weapon].pen = Some(7);
        unit.weapons[weapon].category = category;
    }
    let [own, other] = units;
    let mut arena = Arena::new(&[own], &[other]);
    arena.apart(0, 1, hexes);
    arena.script(|s| s.counter = Some(weapon));
    let events = arena.attack_by_luck(0, weapon, 1);
    saves(&events).iter().map(|save| save.0).collect()
}

/// `ms93.upgrade.anti-beam-coating`: against Energy shooting of PEN 7 a save needs 5, in a Counter too; against
/// Kinetic shots and Energy blades 7. Three saves at PEN 7 cost 1800 HP on the mean, with the coating 1200.
#[test]
fn coatings_stop_beams() {
    assert_eq!(needed(Some(Category::Energy), RIFLE, 3), [5, 5]);
    assert_eq!(needed(Some(Category::Kinetic), RIFLE, 3), [7, 7]);
    assert_eq!(needed(None, RIFLE, 3), [7, 7]);
    assert_eq!(needed(Some(Category::Energy), SABER, 1), [7, 7]);
    let mut shooter = drill(Tier::Basic, 3);
    (shooter.weapons[RIFLE].pen, shooter.weapons[RIFLE].dmg) = (Some(7), 0);
    for (upgrades, hp) in [(vec![], 1800), (vec![Upgrade::AntiBeamCoating], 1200)] {
        let target = with!(drill(Tier::Basic, 0), upgrades: upgrades);
        let mut arena = Arena::new(std::slice::from_ref(&shooter), &[target]);
        arena.apart(0, 1, 3);
        let harm = arena.view().harm(&blow(RIFLE));
        assert_eq!(harm.expected_tenths(3), 10 * hp);
    }
}

/// The standard options on hexes of 1 in.
fn inches() -> Options {
    with!(hexmap(), hex_in: crate::options::HexSize::One)
}

/// A unit of Move 8 in with this against an enemy out of the way, on hexes of 1 in.
fn runner(upgrade: Upgrade, round: u8) -> Arena {
    let own = with!(fuelled(Tier::Basic, 0, ResourceKind::Boost, 1), upgrades: vec![upgrade]);
    let mut arena = Arena::with(&[own], &[drill(Tier::Basic, 0)], &inches());
    arena.apart(0, 1, 40);
    arena.battle.round = round;
    arena
}

/// The row that actions of unit 0 lead it to from row 1; one that is too long ends the turn.
fn row_after(mut arena: Arena, actions: &[Action]) -> i16 {
    arena.turn(0, actions, &[]);
    arena.unit(0).pos.r
}

/// `ms93.trait.dynamic-entrance`: with Move 8 two Move Actions of round 1 lead 8 + 5 + 8 = 21 in, one more inch is
/// too much; 8 + 8 = 16 in afterwards. Fly goes with it.
#[test]
fn entrances_are_made_in_round_one() {
    for (round, rows, end) in [
        (1, [14, 22], 22),
        (1, [15, 23], 1),
        (1, [14, 23], 14),
        (2, [9, 17], 17),
        (2, [10, 17], 1),
    ] {
        let arena = runner(Upgrade::DynamicEntrance, round);
        assert_eq!(arena.view().has_fly(0), round == 1);
        assert!(!arena.view().has_fly(1));
        assert_eq!(row_after(arena, &rows.map(|row| go(3, row))), end);
    }
}

/// `ms93.upgrade.performance-threshold`: half an inch of each Move Action is an inch of the first: with Move 8 a
/// turn leads 8 + 1 + 8 = 17 in; neither move is longer.
#[test]
fn half_inches_make_a_whole_one() {
    for (rows, end) in [([10, 18], 18), ([11, 18], 1), ([10, 19], 10), ([9, 18], 9)] {
        let own = with!(drill(Tier::Basic, 0), half_inch: true);
        let mut arena = Arena::with(&[own], &[drill(Tier::Basic, 0)], &inches());
        arena.apart(0, 1, 40);
        assert_eq!(row_after(arena, &rows.map(|row| go(3, row))), end);
    }
}

/// `ms93.trait.fuel-hungry`: in round 3 8 + 8 + 4 + 5 = 25 in with Move 8 and one Accelerate, no inch more, in round
/// 4 none by Combat Action or Boost. The second Accelerate of a turn is one of 4 in.
#[test]
fn the_hungry_burn_their_fuel_early() {
    let dash = |to| [go(3, 9), go(3, 17), rush(3, to, Fuel::CombatAction)];
    let twice = |to| [rush(3, 10, Fuel::Point), rush(3, to, Fuel::CombatAction)];
    let start = |round| runner(Upgrade::FuelHungry, round);
    assert_eq!(row_after(start(3), &dash(26)), 26);
    assert_eq!(row_after(start(3), &dash(27)), 17);
    assert_eq!(row_after(start(4), &dash(18)), 17);
    assert_eq!(row_after(start(3), &twice(14)), 14);
    assert_eq!(row_after(start(3), &twice(15)), 10);
    assert_eq!(row_after(start(4), &twice(14)), 1);
    let aside = Hex::new(4, 1);
    assert!(start(3).view().may_dodge(0, aside));
    assert!(!start(4).view().may_dodge(0, aside));
}

/// `ms93.trait.heavy-payload`: 10 points for each slot of one more use of the one Explosive weapon with uses;
/// without any, or with two, it is refused, and nine uses are the most. Printed: of a weapon with 9 slots and 3 uses
/// one use takes 3, so one more is 30 points; constructed: two more of a twin-linked one are 2 x 2 x 10.
#[test]
fn payloads_are_one_use_heavier() {
    let name = "heavy-payload";
    let armed = |weapons: &str| format!("weapons = [\"beam-rifle\", {weapons}]");
    let one = armed("\"missile-pod\"");
    let uses = |unit: &UnitProfile| unit.weapons[1].uses.expect("it is limited");
    let (bare, loaded) = (
        bought(&[&one], &[]).unwrap(),
        bought(&[&one], &[name; 2]).unwrap(),
    );
    assert_eq!(uses(&loaded), uses(&bare) + 2);
    assert_eq!(loaded.points, bare.points + 20);
    for (slots, more, points) in [(3, 1, 30), (2, 2, 40)] {
        let paid = |bought_names: &[&str]| {
            let heavy = armed(&format!(
                "{{ id = \"missile-pod\", slots_per_use = {slots} }}"
            ));
            bought(&[&heavy], bought_names).unwrap().points
        };
        assert_eq!(
            paid(&[name; 2][..more]) - paid(&[]),
            points,
            "{slots} slots a use"
        );
    }
    let expected = "Heavy Payload: expected exactly one Explosive weapon with limited uses";
    refused(&[], &[name], &[expected]);
    refused(
        &[&armed("\"missile-pod\", \"missile-rack\"")],
        &[name],
        &[expected],
    );
    refused(&[&one], &[name; 9], &["uses would be 10"]);
}

/// `ms93.trait.ambusher`: the first attack within 24 in has tactical advantage, 2 HITS, the next has none. A shot
/// from farther away neither has it nor uses it up.
#[test]
fn ambushers_strike_once() {
    let mut own = buyer(Tier::Skilled, &[Upgrade::Ambusher]);
    own.weapons[RIFLE].range_in = 40;
    let mut arena = Arena::new(&[own], &[drill(Tier::Basic, 0)]);
    arena.apart(0, 1, 7);
    assert_eq!(flats(&arena.attack_by_luck(0, RIFLE, 1))[0], 0);
    for hits in [2, 0] {
        arena.apart(0, 1, 6);
        assert_eq!(flats(&arena.attack_by_luck(0, RIFLE, 1))[0], hits);
    }
}

/// `ms93.trait.ambusher`: a Counter neither has it nor uses it up.
#[test]
fn counters_are_no_ambush() {
    let own = buyer(Tier::Skilled, &[Upgrade::Ambusher]);
    let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[own]);
    arena.apart(0, 1, 1);
    arena.script(|s| s.counter = Some(SABER));
    // Attack, defence, the Counter with its -2 HITS, and the defence against it.
    assert_eq!(flats(&arena.attack_by_luck(0, SABER, 1)), [0, 0, -2, 0]);
    assert_eq!(flats(&arena.attack_by_luck(1, SABER, 0))[0], 2);
}

/// `ms93.trait.awe-inspiring-arrival`: +1 DEF against both attacks of the first turn in which it is attacked, by
/// shot and by blade; none afterwards, and none against the Counter of another before.
#[test]
fn arrivals_inspire_awe_for_a_turn() {
    let own = buyer(Tier::Basic, &[Upgrade::AweInspiringArrival]);
    let mut arena = Arena::new(&[drill(Tier::Skilled, 0)], &[own]);
    arena.apart(0, 1, 1);
    arena.script(|s| s.counter = Some(SABER));
    assert_eq!(flats(&arena.attack_by_luck(1, SABER, 0)), [0, 0, -2, 0]);
    arena.script(|s| s.counter = None);
    let zeal = Action::Zeal { actions: 1 };
    let blows = [hit(SABER, 1), zeal, hit(RIFLE, 1)];
    for def in [1, 0] {
        let events = arena.full_turn(0, &blows, &[1, 1]);
        assert_eq!(flats(&events), [0, def, 0, def]);
    }
}

/// Beliefs know `ms93.trait.ambusher` and `ms93.trait.awe-inspiring-arrival` as long as they last: 5 HITS of 1000
/// DMG and a die are 5700 HP, with 2 HITS more 7700, against 1 DEF 4700.
#[test]
fn what_is_used_up_is_believed_in_while_it_lasts() {
    let shooter = |upgrades: &[Upgrade]| {
        let mut unit = buyer(Tier::Basic, upgrades);
        (unit.weapons[RIFLE].bonus, unit.weapons[RIFLE].dmg) = (5, 1000);
        unit
    };
    let (plain, target) = (shooter(&[]), drill(Tier::Basic, 0));
    let ambusher = shooter(&[Upgrade::Ambusher]);
    let awesome = buyer(Tier::Basic, &[Upgrade::AweInspiringArrival]);
    assert_eq!(believed([&plain, &target], RIFLE, 6), 5700);
    assert_eq!(believed([&ambusher, &target], RIFLE, 6), 7700);
    assert_eq!(believed([&plain, &awesome], RIFLE, 6), 4700);
    let mut arena = Arena::new(&[ambusher], &[awesome]);
    arena.apart(0, 1, 6);
    arena
        .battle
        .units
        .iter_mut()
        .for_each(|unit| unit.perks_left = 0);
    assert_eq!(arena.view().belief(&blow(RIFLE)), 5700);
}
