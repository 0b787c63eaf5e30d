//! What policies believe of a strike against what the rules make of it, outcome by outcome.
//!
//! The rules are played: every outcome of both pools and of the armour saves, each with its
//! probability. The players buy nothing. What they declare is set here by hand: Lock On where it pays
//! and the support there is. HITS on a squad are shared as the policies share them.

use super::hexmap;
use equipoise_dice::{EveryOutcome, PairReads, Reads, Roll, TableDice, stream};

use equipoise_engine::{GameSystem, Hex, NoLog, Side, Transcript, matching};

use super::super::{Bout, MechaStellar, PolicyKind};
use super::arena::{Arena, crewed, force, squad};
use super::cover::rampart;
use super::field::{Field, bare, low_wall};
use crate::data::catalogue::Catalogue;
use crate::data::profile::{Barrier, BarrierArc, Shield, Stops, Tier, UnitProfile};
use crate::data::scenario::Entry;
use crate::fast::memo::play_on;
use crate::options::Options;
use crate::policy::policies::Policies;
use crate::policy::search::PlayOuts;
use crate::rules::aim::Form;
use crate::rules::clash::{Clash, CounterTerms, Strike};
use crate::rules::decider::Decider;
use crate::rules::decision::Reply;
use crate::rules::event::Event;
use crate::rules::game::Game;
use crate::rules::hurt::Location;
use crate::rules::state::Battle;
use crate::rules::view::View;

/// Single targets; the last five are barrier, shields, modes and sizes of all kinds.
const TARGETS: [&str; 17] = [
    "F1P3:versatile",
    "F2P6:melee",
    "F3P5:sniper",
    "F3P5:raid",
    "F5P5:versatile",
    "White Asura",
    "Blue Djinn",
    "Argonaut",
    "White Raven",
    "Iron Castle",
    "VoltLion",
    "Night Jackal",
    "Phalanx Warden",
    "Basalt Behemoth",
    "Bastion Walker",
    "Mithridates Cruiser",
    "Kestrel",
];
/// Squads: two of one kind, three of a kind, and a mixed one.
const SQUADS: [&[&str]; 3] = [
    &["Maser Tank", "Maser Tank"],
    &["F1P3:versatile", "F1P3:versatile", "F1P3:versatile"],
    &["Green Viking", "F1P3:versatile"],
];

/// What a strike is made in.
#[derive(Clone, Copy, Debug)]
enum Situation {
    Far,
    Near,
    /// Behind an indestructible wall.
    Covered,
    /// Behind a wall that may be shot away.
    Soft,
    /// The attacker stands higher.
    HighGround,
    /// The target stands higher.
    Below,
    Behind,
    /// Shields lost, and the Counter with what Flash and a trade change.
    Stripped,
    Walled,
    /// Shut down, after a fall.
    Down,
    /// The barrier is worn and could be recharged; indirect fire where the weapon has it.
    Worn,
    /// The last round, under an order, after two Accelerates, weapons fired before.
    Late,
}

const SITUATIONS: [Situation; 12] = [
    Situation::Far,
    Situation::Near,
    Situation::Covered,
    Situation::Soft,
    Situation::HighGround,
    Situation::Below,
    Situation::Behind,
    Situation::Stripped,
    Situation::Walled,
    Situation::Down,
    Situation::Worn,
    Situation::Late,
];

/// Hexes where the pieces of terrain lie: hills under both units, walls before the target, at the
/// distances that need them.
const HILL: (i16, i16) = (3, 1);
const NEAR: i16 = 1;
const MIDDLE: i16 = 4;
const WALLED: i16 = 5;
const RAISED: i16 = 6;
const SOFT: i16 = 7;

fn table(own: &UnitProfile, other: &[UnitProfile]) -> Arena {
    table_under(hexmap(), own, other)
}

fn table_under(options: Options, own: &UnitProfile, other: &[UnitProfile]) -> Arena {
    let hill = with!(bare(), level: 1);
    let field = Field::new(std::slice::from_ref(own), std::slice::from_ref(own))
        .piece(hill.clone(), &[HILL])
        .piece(hill, &[(3, 2 + RAISED)])
        .piece(rampart(), &[(3, 2 + WALLED)])
        .piece(low_wall(), &[(3, 2 + SOFT)]);
    let entries = vec![if other.len() == 1 {
        Entry::single(other[0].clone())
    } else {
        squad(other)
    }];
    let mut field = field.with(|scenario| scenario.forces[1] = force(entries));
    field.options = options;
    field.arena()
}

/// Places both units and makes the situation; how the strike reaches its target.
fn arrange(arena: &mut Arena, weapon: usize, situation: Situation) -> Form {
    let arm = arena.bout.units[0].weapons[weapon].clone();
    let melee = arm.is_melee();
    let mut hexes = match situation {
        Situation::Far => (arm.range as i16).min(9),
        Situation::Near => NEAR,
        Situation::Covered => WALLED,
        Situation::Below => RAISED,
        Situation::Soft => SOFT,
        _ => MIDDLE,
    };
    if melee && !matches!(situation, Situation::Below) {
        hexes = NEAR;
    }
    // The attacker on open ground, but for its hill.
    let high = matches!(situation, Situation::HighGround);
    let start = if high { 1 } else { 2 };
    arena.put(0, Hex::new(3, start), Hex::new(0, 1));
    let there = Hex::new(3, start + hexes);
    for unit in 1..arena.bout.units.len() {
        arena.put(unit, there, Hex::new(0, -1));
    }
    for side in Side::BOTH {
        // Enough for shots in an engagement and for remote weapons; nobody buys anything.
        arena.set_momentum(side, 10);
    }
    let turn = &mut arena.battle.turn;
    (turn.unit, turn.combat_actions) = (0, 1);
    apply(arena, situation);
    let indirect = arm.indirect && matches!(situation, Situation::Worn | Situation::Covered);
    if melee {
        Form::Melee
    } else if arm.remote.is_some() || indirect {
        Form::Indirect
    } else {
        Form::Direct
    }
}

fn apply(arena: &mut Arena, situation: Situation) {
    let fresh = arena.bout.units[1].clone();
    let target = arena.unit_mut(1);
    match situation {
        Situation::Behind => arena.battle.turn.behind.insert(1),
        Situation::Stripped => {
            target.shields = 0;
            for shield in &fresh.shields {
                let (Shield::Full(value) | Shield::Melee(value)) = *shield;
                let value = i32::from(value);
                target.melee_def.bonus -= value;
                if matches!(shield, Shield::Full(_)) {
                    target.evade.bonus -= value;
                    (target.evade.dice, target.melee_def.dice) =
                        (target.evade.dice + value, target.melee_def.dice + value);
                }
            }
            // Lower than any printed defence.
            target.evade.bonus -= 3;
        }
        Situation::Walled => target.iron_wall = 3,
        Situation::Down => (target.stun, target.fallen) = (4 + target.stat, true),
        Situation::Worn => {
            target.barrier = target.barrier.min(1);
            target.mode = u8::from(!fresh.modes.is_empty());
        }
        Situation::Late => {
            (target.fired, arena.battle.round) = (1, 5);
            arena.unit_mut(0).fired = 1;
            let turn = &mut arena.battle.turn;
            (turn.order_hits, turn.accelerations) = (1, 2);
        }
        _ => {}
    }
}

/// Both players answer by the script; of both pools only the successes are read.
struct Successes<'a>(Policies<'a>);

impl<'a> Decider<EveryOutcome> for Successes<'a> {
    type Players = Policies<'a>;

    fn players(&self) -> &Policies<'a> {
        &self.0
    }

    fn roll(&mut self, _: View<'_>, clash: &Clash, dice: &mut EveryOutcome) -> [Roll; 2] {
        let none = Reads {
            mid: false,
            failures: false,
            criticals: false,
        };
        let floored = [&clash.attack, &clash.defence]
            .iter()
            .any(|line| line.flat + i32::from(line.automatic) < 0);
        let reads = PairReads {
            pools: [none; 2],
            difference: !floored,
        };
        dice.pair([clash.attack.shape, clash.defence.shape], reads)
    }
}

/// Support of a unit as it would be declared: weapons, one bit each.
fn helpers(arena: &Arena, strike: &Strike, defending: bool) -> u16 {
    let unit = usize::from(defending);
    let arm = &arena.bout.units[0].weapons[strike.weapon()];
    // A Combat Action is left beside these; weapons that can still fire do not support then.
    let left = !defending && (arm.remote.is_some() || arm.free);
    let weapons = arena.bout.units[unit].weapons.iter().enumerate();
    weapons
        .filter(|(_, w)| match (defending, w.limited) {
            (true, limited) => !limited,
            (false, true) => true,
            (false, false) => w.free || !left,
        })
        .fold(0, |set, (index, _)| set | 1 << index)
}

/// Expected HP lost to a strike by the rules.
fn by_the_rules(arena: &Arena, strike: &Strike, locks: bool) -> f64 {
    let start = &arena.battle;
    let mut battle = Battle::default();
    let play_outs = PlayOuts::new(play_on);
    let support = [false, true].map(|defending| helpers(arena, strike, defending));
    let hp = |battle: &Battle| -> i64 {
        let targets = battle.units.iter().skip(1);
        targets.map(|unit| i64::from(unit.hp)).sum()
    };
    let mut sum = 0.0;
    EveryOutcome::new().walk(
        |dice| {
            battle.copy_from(start);
            arena.script(|s| {
                s.asked.clear();
                s.declines_lock_on = !locks;
                s.weakest_first = true;
                (s.support, s.support_most) = (support, u8::MAX);
                s.recharge = [u8::MAX].into();
                // Nobody is moved: a collision is no part of the strike.
                s.push = [Hex::default(); 5].into();
            });
            let mut game = Game {
                bout: &arena.bout,
                decider: &mut Successes(Policies::new(arena.bout.policies, &play_outs)),
                state: &mut battle,
                dice,
                log: &mut NoLog,
            };
            let arm = &arena.bout.units[0].weapons[strike.weapon()];
            if strike.counter.is_some() {
                game.strike_back(*strike, arm);
            } else {
                let paid = arm.remote.is_none() && !arm.free;
                game.state.turn.combat_actions -= u8::from(paid);
                game.attack(
                    strike.weapon(),
                    strike.special,
                    strike.target(),
                    strike.form,
                );
            }
            hp(start) - hp(&battle)
        },
        |lost, chance| sum += lost as f64 * chance,
    );
    sum
}

/// The strikes with a weapon: plain, with its special, as a Counter.
fn strikes(arena: &Arena, weapon: usize, form: Form, situation: Situation) -> Vec<Strike> {
    let arm = &arena.bout.units[0].weapons[weapon];
    let plain = Strike {
        form,
        ..Strike::plain(0, weapon, 1)
    };
    let special = arm.special.map(|_| Strike {
        special: true,
        ..plain
    });
    let unusual = matches!(situation, Situation::Stripped);
    let terms = CounterTerms {
        penalty: !unusual,
        trade: unusual,
        skill: None,
    };
    let counter = Strike::counter(
        0,
        Reply {
            weapon,
            special: false,
        },
        1,
        arm.is_melee(),
        terms,
    );
    let answers = arm.aoe.is_none() && arm.remote.is_none();
    let counter = answers.then_some(counter);
    [Some(plain), special, counter]
        .into_iter()
        .flatten()
        .collect()
}

/// Every weapon and use of every named unit against each of twenty targets, in three of twelve
/// situations each, so that each use meets each situation five times (AOE at soft cover: three times):
/// within 1 HP.
#[test]
fn beliefs_are_what_the_rules_do() {
    let catalogue = Catalogue::embedded();
    let find = |name: &&str| catalogue.find(name).expect("a target").clone();
    let singles = TARGETS.iter().map(|name| vec![find(name)]);
    let squads = SQUADS
        .iter()
        .map(|models| models.iter().map(find).collect());
    let targets: Vec<Vec<UnitProfile>> = singles.chain(squads).collect();
    let mut cases = 0;
    let mut wrong = Vec::new();
    for unit in catalogue.units() {
        for (number, target) in targets.iter().enumerate() {
            let mut arena = table(unit, target);
            let mut start = arena.battle.clone();
            if target.len() == 1 {
                start.units[1].hp = 1_000_000;
            }
            // Whatever a weapon costs is there.
            start.units[0].points = 20;
            for weapon in 0..unit.weapons.len() {
                for step in 0..3 {
                    let situation = SITUATIONS[(number + weapon + 4 * step) % SITUATIONS.len()];
                    arena.battle.copy_from(&start);
                    let form = arrange(&mut arena, weapon, situation);
                    let checks = arena.bout.units[0].weapons[weapon].aoe.is_some();
                    if checks && number >= 12 && matches!(situation, Situation::Soft) {
                        // Three checks of the wall have a thousand outcomes; three targets are enough.
                        continue;
                    }
                    for strike in strikes(&arena, weapon, form, situation) {
                        let mut best = by_the_rules(&arena, &strike, true);
                        if form != Form::Melee && strike.counter.is_none() {
                            best = best.max(by_the_rules(&arena, &strike, false));
                        }
                        let belief = f64::from(arena.view().belief(&strike));
                        cases += 1;
                        if (belief - best).abs() > 1.0 {
                            let against = &target[0].name;
                            let name = &unit.weapons[weapon].name;
                            wrong.push(format!(
                                "{}, {name} against {against} x {}, {situation:?}, {strike:?}: {belief}, not {best}",
                                unit.name,
                                target.len()
                            ));
                        }
                    }
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {cases}: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(20)]
    );
    assert!(cases > 10_000, "{cases} cases");
}

/// What is listed once for a bout is what is believed in every round, whichever weapons have been fired and however many
/// Combat Actions are left (`ms10.finisher.tag`, `ms10.support.mode`, `ms10.support.uses`): every named unit against Blue
/// Djinn, whose weapons support each other.
#[test]
fn listed_beliefs_hold_in_every_round() {
    let catalogue = Catalogue::embedded();
    let djinn = catalogue.find("Blue Djinn").expect("a unit");
    let mut listed = 0;
    for unit in catalogue.units() {
        let mut arena = Arena::new(std::slice::from_ref(unit), std::slice::from_ref(djinn));
        for hexes in [1, 3, 6] {
            arena.apart(0, 1, hexes);
            for (round, fired, actions) in [1, 2, 3, 4, 5]
                .into_iter()
                .flat_map(|round| [0, 1, 2, 6].map(|fired| (round, fired)))
                .flat_map(|(round, fired)| [0, 1, 2].map(|actions| (round, fired, actions)))
            {
                arena.battle.round = round;
                (arena.unit_mut(0).fired, arena.unit_mut(1).fired) = (fired, fired / 2);
                (arena.battle.turn.unit, arena.battle.turn.combat_actions) = (0, actions);
                let view = arena.view();
                let Some(aim) = view.aim_from(view.is_engaged(0), 1) else {
                    continue;
                };
                let outlook = view.outlook(aim);
                for (weapon, arm) in view.profile(0).weapons.iter().enumerate() {
                    for special in [false, true] {
                        let special = special && arm.special.is_some();
                        let Some(form) = view.form(&outlook.aim, weapon, special) else {
                            continue;
                        };
                        let plain = Strike::plain(0, weapon, 1);
                        let strike = Strike {
                            special,
                            form,
                            ..plain
                        };
                        let open = view.belief_under(&strike, None);
                        let believed = view.attack_belief(&outlook, weapon, special, -1);
                        assert_eq!(
                            believed,
                            Some(open),
                            "{}: {strike:?}, round {round}",
                            unit.name
                        );
                        listed += i32::from(view.lists(&outlook, weapon));
                    }
                }
            }
        }
    }
    assert!(listed > 10_000, "{listed}");
}

/// `ms93.army.optional-modules`: against an Elite unit that gives up whatever it may, a strike does less than
/// believed while there is Battle Damage, and what is believed without the module, within 1 HP.
#[test]
fn without_battle_damage_beliefs_are_all_there_is() {
    let catalogue = Catalogue::embedded();
    let find = |name: &str| catalogue.find(name).expect("a unit").clone();
    let (unit, target) = (find("Storm Petrel"), [find("White Asura")]);
    assert!(target[0].tier.is_elite());
    let mut less = 0;
    for module in [true, false] {
        let options = with!(hexmap(), battle_damage: module);
        let mut arena = table_under(options, &unit, &target);
        let mut start = arena.battle.clone();
        (start.units[1].hp, start.units[0].points) = (1_000_000, 20);
        for weapon in 0..unit.weapons.len() {
            arena.battle.copy_from(&start);
            let form = arrange(&mut arena, weapon, Situation::Near);
            for strike in strikes(&arena, weapon, form, Situation::Near) {
                let rules = [true, false].map(|locks| {
                    arena.script(|s| s.battle_damage = vec![Some(Location::Legs); 1 << 16].into());
                    by_the_rules(&arena, &strike, locks)
                });
                let belief = f64::from(arena.view().belief(&strike));
                let best = rules[0].max(rules[1]);
                if module {
                    less += u32::from(best < belief - 1.0);
                } else {
                    assert!(
                        (belief - best).abs() <= 1.0,
                        "{strike:?}: {belief}, not {best}"
                    );
                }
            }
        }
    }
    assert!(less > 0);
}

/// `ms93.army.optional-modules`: in 50 duels units lose parts with the module and none without, whoever plays.
#[test]
fn policies_lose_no_parts_without_the_module() {
    let catalogue = Catalogue::embedded();
    let unit = |name: &str| catalogue.find(name).expect("a unit").clone();
    let forces = [&[unit("White Asura")][..], &[unit("Blue Djinn")]];
    for kind in [PolicyKind::Solo, PolicyKind::Greedy, PolicyKind::Random] {
        for module in [true, false] {
            let options = with!(hexmap(), battle_damage: module, called_shots: true);
            let bout = Bout::compile(forces, [kind; 2], &options).expect("a duel");
            let (mut battle, mut log) = (Battle::default(), Transcript::default());
            for number in 0..50 {
                let mut dice = TableDice::new(stream(15, 2, number));
                MechaStellar::play(&bout, &mut battle, &mut dice, &mut log);
            }
            let lost: Vec<usize> = matching!(&log.0, Event::BattleDamage { unit, .. } => *unit);
            assert_eq!(lost.is_empty(), !module, "{kind}");
        }
    }
}

/// Failed saves of a Push do no harm: Thunder Ram strikes with its fists more often than with its horn.
#[test]
fn thunder_ram_uses_its_fists() {
    let catalogue = Catalogue::embedded();
    let unit = |name: &str| catalogue.find(name).expect("a unit").clone();
    let forces = [&[unit("Thunder Ram")][..], &[unit("F3P5:melee")]];
    for kind in [PolicyKind::Solo, PolicyKind::Greedy] {
        let bout = Bout::compile(forces, [kind; 2], &hexmap()).expect("a duel");
        let (mut battle, mut log) = (Battle::default(), Transcript::default());
        for number in 0..50 {
            let mut dice = TableDice::new(stream(15, 0, number));
            MechaStellar::play(&bout, &mut battle, &mut dice, &mut log);
        }
        let used: Vec<usize> =
            matching!(&log.0, Event::Attack { attacker: 0, weapon, .. } => *weapon);
        let [horn, fists] = [0, 2].map(|weapon| used.iter().filter(|&&w| w == weapon).count());
        assert!(
            fists > 50 && fists > horn,
            "{kind}: {fists} fists, {horn} horns"
        );
    }
}

/// Rifles and sabers of 6 dice cannot get through barriers of Strength 20: in 200 turns with full
/// Momentum neither policy buys a skill for an attack, a defence or a Counter, nor a second attack.
#[test]
fn no_skill_is_bought_against_a_hit_that_the_barrier_stops() {
    for kind in [PolicyKind::Solo, PolicyKind::Greedy] {
        for (number, hexes) in (0..200).zip([1, 4].into_iter().cycle()) {
            let unit = with!(crewed(Tier::Ace), barrier: Some(Barrier {
                strength: 20,
                arc: BarrierArc::All,
                stops: vec![Stops::Energy, Stops::Melee],
                no_wear: None,
            }));
            let mut arena = Arena::new(std::slice::from_ref(&unit), std::slice::from_ref(&unit));
            arena.play_by(kind);
            arena.apart(0, 1, hexes);
            let mut log = Transcript::default();
            let play_outs = PlayOuts::new(play_on);
            let mut game = Game {
                bout: &arena.bout,
                decider: &mut Policies::new(arena.bout.policies, &play_outs),
                state: &mut arena.battle,
                dice: &mut TableDice::new(stream(15, 1, number)),
                log: &mut log,
            };
            game.take_turn(0, false);
            let bought = |event: &Event| {
                matches!(
                    event,
                    Event::Focus { .. } | Event::Skill { .. } | Event::Zeal { .. }
                )
            };
            let found: Vec<&Event> = log.0.iter().filter(|event| bought(event)).collect();
            assert!(found.is_empty(), "{kind}: {found:?}");
        }
    }
}
