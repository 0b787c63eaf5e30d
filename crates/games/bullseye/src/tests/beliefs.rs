//! What policies believe an attack does is what the rules do: every weapon of every named mecha,
//! against every named mecha, in situations of all kinds. The rules play each attack with every result of
//! the rolls they ask for; how probable a result is, the test works out from faces.

use std::collections::{BTreeMap, VecDeque};

use equipoise_dice::{Dice, PoolShape, PreparedSuccesses, Roll, Sides};
use equipoise_engine::Log;

use super::arena::{Arena, options};
use crate::data::catalogue::Catalogue;
use crate::data::profile::Mecha;
use crate::options::{OnesRule, Options};
use crate::policy::worth;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::decision::Attack;
use crate::rules::event::Event;
use crate::rules::game::Game;
use crate::rules::view::View;

/// Results less probable than this are not followed.
const NEGLIGIBLE: f64 = 1e-7;

/// Rounding of beliefs to ten-thousandths, and what is not followed.
const WITHIN: f64 = 0.5e-4 + 1e-5;

/// A situation: options, points of attacker, target and strafing pool, whether it is a Cut Scene.
struct Situation {
    values: &'static [(&'static str, &'static str)],
    overdrive: [u8; 2],
    strafing: u8,
    scene: bool,
}

const fn plain(overdrive: [u8; 2], strafing: u8) -> Situation {
    Situation {
        values: &[],
        overdrive,
        strafing,
        scene: false,
    }
}

const fn under(
    values: &'static [(&'static str, &'static str)],
    overdrive: [u8; 2],
    strafing: u8,
) -> Situation {
    Situation {
        values,
        ..plain(overdrive, strafing)
    }
}

const SITUATIONS: [Situation; 16] = [
    plain([0, 0], 0),
    plain([1, 1], 0),
    plain([2, 0], 0),
    plain([0, 3], 0),
    plain([0, 0], 3),
    plain([1, 0], 2),
    plain([1, 2], 14),
    Situation {
        scene: true,
        ..plain([1, 0], 1)
    },
    under(&[("strafe_unit", "dice")], [1, 1], 3),
    under(
        &[
            ("strafe_unit", "dice"),
            ("strafe_spend", "after_defense_roll"),
        ],
        [0, 0],
        4,
    ),
    under(&[("strafe_spend", "after_defense_roll")], [1, 0], 2),
    under(&[("bid_order", "attacker_first")], [2, 1], 1),
    under(&[("overdrive_value", "2")], [1, 1], 0),
    under(
        &[("great_success_at", "3"), ("overdrive_value", "2")],
        [0, 1],
        0,
    ),
    under(&[("ones", "ignore"), ("die_faces", "8")], [1, 0], 0),
    // Bids that are written down cannot be reckoned with: nobody has points.
    under(
        &[("bid_order", "sealed"), ("great_success_at", "200")],
        [0, 0],
        2,
    ),
];

/// Probabilities of the successes of one die, throw by throw.
fn die(options: &Options, skill: u8, chain: u8) -> Vec<f64> {
    let face = 1.0 / f64::from(options.die_faces);
    let mut successes = vec![0.0; usize::from(chain) + 2];
    for shown in 1..=options.die_faces {
        if shown == 1 && chain > 0 {
            for (more, p) in die(options, skill, chain - 1).into_iter().enumerate() {
                successes[more + 1] += face * p;
            }
        } else {
            successes[usize::from(shown <= skill)] += face;
        }
    }
    successes
}

/// The same of several dice.
fn pool(options: &Options, dice: u8, skill: u8) -> Vec<f64> {
    let chain = if options.ones == OnesRule::Ignore {
        0
    } else {
        options.ones_chain_cap
    };
    let one = die(options, skill, chain);
    let mut sum = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; sum.len() + one.len()];
        for (a, p) in sum.iter().enumerate() {
            for (b, q) in one.iter().enumerate() {
                next[a + b] += p * q;
            }
        }
        let likely = next.iter().rposition(|&p| p > NEGLIGIBLE * NEGLIGIBLE);
        next.truncate(likely.unwrap_or(0) + 1);
        sum = next;
    }
    sum
}

/// Dice that show given successes and note the first roll beyond them. Single faces are high.
#[derive(Debug)]
struct Given {
    successes: VecDeque<u8>,
    beyond: Option<(u8, u8)>,
}

impl Dice for Given {
    fn pool(&mut self, _: PoolShape) -> Roll {
        unreachable!("no pools of ten-sided dice in these rules")
    }

    fn fails(&mut self, _: Sides, _: u8, _: i32) -> u8 {
        unreachable!("no checks in these rules")
    }

    fn die(&mut self, _: Sides) -> u8 {
        unreachable!("no dice of other games")
    }

    fn below(&mut self, _: u32) -> u32 {
        unreachable!("greedy leaves nothing to chance")
    }

    fn face(&mut self, faces: u8) -> u8 {
        faces
    }

    fn successes(&mut self, pool: &PreparedSuccesses) -> u8 {
        self.successes.pop_front().unwrap_or_else(|| {
            let pool = pool.pool();
            self.beyond.get_or_insert((pool.dice, pool.skill));
            0
        })
    }
}

/// Whether the attack hit.
#[derive(Default)]
struct Compared(Option<bool>);

impl Log<Event> for Compared {
    fn record(&mut self, event: impl FnOnce() -> Event) {
        if let Event::Compare { hit, .. } = event() {
            self.0.get_or_insert(hit);
        }
    }
}

/// Probability that the rules end an attack with a hit, both sides played by greedy, when its rolls
/// begin with these results.
fn hits(arena: &Arena, attack: Attack, rolled: &[u8], chance: f64) -> f64 {
    let mut battle = arena.battle;
    let mut dice = Given {
        successes: rolled.iter().copied().collect(),
        beyond: None,
    };
    let mut log = Compared::default();
    let mut game = Game {
        bout: &arena.bout,
        policies: [PolicyKind::Greedy; 2],
        state: &mut battle,
        dice: &mut dice,
        log: &mut log,
    };
    game.resolve_attack(0, attack);
    let Some((thrown, skill)) = dice.beyond else {
        return if log.0.expect("compared") {
            chance
        } else {
            0.0
        };
    };
    let next = pool(&arena.bout.options, thrown, skill);
    let next = (0..).zip(next).filter(|(_, p)| chance * p > NEGLIGIBLE);
    next.map(|(successes, p)| {
        let rolled = [rolled, &[successes]].concat();
        hits(arena, attack, &rolled, chance * p)
    })
    .sum()
}

/// What the odds of an attack depend on: its dice, skill, defense, the target's skill.
type Kind = [u8; 4];

/// The two at the range, in the situation; nothing where the map has no such range.
fn stage(bout: &Bout, situation: &Situation, range: u8) -> Option<Arena> {
    let mut arena = Arena::of(bout.clone());
    let sectors = 0..bout.map.sectors() as u8;
    let to = sectors.clone().map(|to| (sectors.end - 1, to));
    let (from, to) = to
        .into_iter()
        .find(|&(a, b)| bout.map.range(a, b) == range)?;
    (arena.unit(0).sector, arena.unit(1).sector) = (from, to);
    arena.unit(1).strafe = situation.strafing;
    for (unit, points) in situation.overdrive.into_iter().enumerate() {
        *arena.overdrive(unit) = points;
    }
    arena.battle.in_scene = situation.scene;
    Some(arena)
}

/// Looks at all weapons of one mecha at one range against another; how many it has.
fn compare(
    arena: &Arena,
    situation: &Situation,
    range: u8,
    exact: &mut BTreeMap<Kind, f64>,
) -> usize {
    let view = View {
        bout: &arena.bout,
        state: &arena.battle,
    };
    let [attacker, target] = [0, 1].map(|unit| view.profile(unit));
    for (weapon, arm) in attacker.weapons.iter().enumerate() {
        let off = range.abs_diff(arm.optimal_range);
        let dice = match situation.scene {
            true => attacker.attack,
            false => attacker.attack.saturating_sub(off),
        };
        let attack = Attack { weapon, target: 1 };
        let kind = [dice, attacker.skill, target.defense, target.skill];
        let exact = *exact
            .entry(kind)
            .or_insert_with(|| hits(arena, attack, &[], 1.0));
        let from = view.unit(0).sector;
        let believed = worth::hit_chance(view, 0, attack, from, situation.scene);
        let difference = (f64::from(believed) / 1e4 - exact).abs();
        assert!(
            difference < WITHIN,
            "{} with {} at range {range} against {}, situation {:?} {:?} {}: believed {believed}, \
             {exact} by the rules",
            attacker.name,
            arm.name,
            target.name,
            situation.values,
            situation.overdrive,
            situation.strafing,
        );
    }
    attacker.weapons.len()
}

/// `bull.attack.roll`, `bull.defense.roll`, `bull.overdrive.bid`, `bull.move.strafe-pool`: the chance
/// of a hit that greedy and search go by.
#[test]
fn beliefs_about_hits_are_what_the_rules_do() {
    let catalogue = Catalogue::embedded();
    let units: Vec<&Mecha> = catalogue.units().iter().collect();
    let mut compared = 0;
    for situation in &SITUATIONS {
        let options = options(situation.values);
        let mut exact = BTreeMap::new();
        for attacker in &units {
            for target in &units {
                let forces = [attacker, target].map(|unit| std::slice::from_ref(*unit));
                let policies = [PolicyKind::Greedy; 2];
                let bout = Bout::compile(forces, policies, &options).expect("a duel");
                for range in 0..=u8::MAX {
                    let Some(arena) = stage(&bout, situation, range) else {
                        break;
                    };
                    compared += compare(&arena, situation, range, &mut exact);
                }
            }
        }
    }
    // 32 weapons, 13 targets, 6 ranges, 16 situations.
    assert!(compared > 30_000, "{compared}");
}

/// Expected hits until so many stability rolls have failed, the next box being the one after `boxes`
/// (`bull.stability.roll`): a die of S faces fails with b of them at b boxes.
fn hits_left(options: &Options, failures: u8, boxes: u8) -> f64 {
    if failures == 0 {
        return 0.0;
    }
    let next = (boxes + 1).min(options.damage_boxes);
    let fails = f64::from(next.min(options.die_faces)) / f64::from(options.die_faces);
    let after = hits_left(options, failures - 1, next);
    if next == boxes {
        // A full track: the same again until it fails.
        return 1.0 / fails + after;
    }
    1.0 + fails * after + (1.0 - fails) * hits_left(options, failures, next)
}

/// `bull.stability.roll`, `bull.lethal.death`, `bull.stability.fight-on`: how many hits a mecha can still take when its owner
/// fights on as long as the rules let it; the failure that kills is the one after the last Configuration's
/// went offline, by the other reading the third at least.
#[test]
fn beliefs_about_endurance_are_what_the_rules_do() {
    let cases: [(&[(&str, &str)], u8); 6] = [
        (&[], 3),
        (&[("configurations", "0")], 2),
        (
            &[("configurations", "0"), ("lethal_failure", "third_overall")],
            3,
        ),
        (
            &[("configurations", "1"), ("lethal_failure", "third_overall")],
            3,
        ),
        (&[("configurations", "4"), ("damage_boxes", "3")], 5),
        (&[("die_faces", "10"), ("damage_boxes", "8")], 3),
    ];
    for (values, fatal) in cases {
        let arena = Arena::duel(values);
        let options = &arena.bout.options;
        for failures in 0..fatal {
            for boxes in 0..=options.damage_boxes {
                let believed = arena.bout.chances.endurance(failures, boxes);
                let exact = 100.0 * hits_left(options, fatal - failures, boxes);
                let off = (f64::from(believed) - exact).abs();
                assert!(
                    off <= 0.5001,
                    "{values:?}, {failures} failures, {boxes} boxes"
                );
            }
        }
        // Nobody gives in before: greedy fights on whenever the rules leave it the choice.
        let mut arena = Arena::duel(values);
        let mut log = equipoise_engine::NoLog;
        let mut dice = Lowest;
        let mut game = Game {
            bout: &arena.bout,
            policies: [PolicyKind::Greedy; 2],
            state: &mut arena.battle,
            dice: &mut dice,
            log: &mut log,
        };
        let hit = super::arena::contest(1, 1, 1);
        let taken = (1..).find(|_| {
            game.hit(&hit);
            !game.state.units[1].in_play()
        });
        assert_eq!(taken, Some(fatal), "every roll fails: {values:?}");
    }
}

/// Dice that always show 1.
#[derive(Debug)]
struct Lowest;

impl Dice for Lowest {
    fn pool(&mut self, _: PoolShape) -> Roll {
        unreachable!("no pools of ten-sided dice in these rules")
    }

    fn fails(&mut self, _: Sides, _: u8, _: i32) -> u8 {
        unreachable!("no checks in these rules")
    }

    fn die(&mut self, _: Sides) -> u8 {
        1
    }

    fn below(&mut self, _: u32) -> u32 {
        0
    }

    fn face(&mut self, _: u8) -> u8 {
        1
    }
}
