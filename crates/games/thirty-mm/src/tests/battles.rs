//! Whole battles: odds, evenness, invariants, logs.

use std::collections::BTreeSet;
use std::mem::discriminant;

use equipoise_dice::{Dice, StreamDice, stream};
use equipoise_engine::{
    GameSystem, Hex, LogEntry, Narrate, Observe, Outcome, Scratch, Side, matching,
};

use super::arena::TORSO;
use super::sheets::{sheet, with_power};
use crate::catalogue::Catalogue;
use crate::data::ability::Power;
use crate::data::colour::Colour;
use crate::data::mission::Mission;
use crate::data::sheet::Sheet;
use crate::data::squad::{EngagementSize, squad_charge};
use crate::data::weapon::Tag;
use crate::odds::duel::DuelOdds;
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::board::Board;
use crate::rules::bout::{Bout, Setting};
use crate::rules::decision::DECISION_POINTS;
use crate::rules::event::Event;
use crate::rules::facing::Facing;
use crate::rules::state::{AP_CAP, Battle, Table};
use crate::rules::terrain::{Structure, Terrain};
use crate::rules::view::{Arm, View};
use crate::system::ThirtyMm;

fn options(values: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (name, value) in values {
        options.set(name, value).expect("an option");
    }
    options
}

/// Two REF-2 5 hexes apart, facing each other, without a limit of rounds that matters; side A acts
/// first.
fn standing(policy: PolicyKind) -> Bout {
    let setting = Setting {
        options: options(&[("round_limit", "255")]),
        attacker: Some(Side::A),
        starts: Some(vec![
            (Board::hex(5, 3), Facing::NORTH),
            (Board::hex(5, 8), Facing::SOUTH),
        ]),
        ..Setting::default()
    };
    let squad = [sheet("REF-2")];
    Bout::new([&squad, &squad], &setting, [policy; 2]).expect("a legal matchup")
}

/// mm30.turn.alternate, mm30.turn.game-end: 40,000 standing duels, seed 30. With p = 0.55 the standard
/// error is 0.00249; rounds have a standard deviation of 2.10433, so an error of 0.01052. Bounds of 5.4
/// errors: both together raise one false alarm in 7 million.
#[test]
fn standing_duels_go_as_solved() {
    const DUELS: u32 = 40_000;
    let bout = standing(PolicyKind::Stand);
    let table = bout.table(Side::A);
    let mut battle = Battle::before(table);
    bout.put_all(&mut battle, bout.starts.as_deref().expect("places"));
    let view = View {
        table,
        battle: &battle,
    };
    let fire = [0, 1].map(|unit| view.fire(unit, Arm::Weapon(0), 1 - unit, TORSO));
    let expected = DuelOdds::solve(fire, 255);
    assert!((expected.wins[0] - 0.550_133).abs() < 5e-7);
    assert!((expected.rounds - 8.594_985).abs() < 5e-7);
    let mut dice = StreamDice::new(stream(30, 0, 0));
    let mut scratch = Scratch::<ThirtyMm>::default();
    let (mut wins, mut rounds) = (0_u32, 0_u32);
    for _ in 0..DUELS {
        let outcome = ThirtyMm::run(&bout, &mut scratch, &mut dice);
        wins += u32::from(outcome.winner == Some(Side::A));
        rounds += u32::from(outcome.rounds);
    }
    let share = |sum: u32| f64::from(sum) / f64::from(DUELS);
    let (wins, rounds) = (share(wins), share(rounds));
    assert!((wins - expected.wins[0]).abs() < 0.01344, "{wins}");
    assert!((rounds - expected.rounds).abs() < 0.0568, "{rounds}");
}

/// mm30.board.symmetry: a squad against itself under plain, 4,000 battles, seed 31, the first side
/// alternating: no side wins more often. The difference of wins has a standard deviation of at most
/// 63.25; a bound of 5 of them, 316, raises one false alarm in 1.7 million.
#[test]
fn mirrored_squads_are_even() {
    const BATTLES: u32 = 4_000;
    let squad = ["REF-2", "REF-3", "Quick Fox"].map(sheet);
    let bouts = Side::BOTH.map(|side| {
        let setting = Setting {
            size: Some(EngagementSize::Operation),
            mission: Some(Mission::ShowOfForce),
            attacker: Some(side),
            ..Setting::default()
        };
        Bout::new([&squad, &squad], &setting, [PolicyKind::Plain; 2]).expect("a legal matchup")
    });
    let mut dice = StreamDice::new(stream(31, 0, 0));
    let mut scratch = Scratch::<ThirtyMm>::default();
    let (mut wins, mut losses) = ([0_i32; 2], 0);
    for number in 0..BATTLES {
        let bout = &bouts[number as usize % 2];
        let outcome = ThirtyMm::run(bout, &mut scratch, &mut dice);
        if let Some(winner) = outcome.winner {
            wins[winner.index()] += 1;
        }
        losses += outcome.score[0] + outcome.score[1];
    }
    let [a, b] = wins;
    assert!((a - b).abs() <= 316, "{wins:?}");
    // They fight: a quarter of the battles is decided within the rounds, with a unit lost in each.
    assert!(a + b > BATTLES as i32 / 4, "{wins:?}");
    assert!(losses > BATTLES as i32, "{losses}");
}

/// One of the items by lot.
pub(super) fn one<'a, T>(dice: &mut StreamDice, items: &'a [T]) -> &'a T {
    &items[dice.below(items.len() as u32) as usize]
}

/// The shipped sheets, some of them with powers, and one with a gun blade.
fn sheets() -> Vec<Sheet> {
    let powers = [
        with_power("REF-2", Power::Fly),
        with_power("REF-3", Power::Swim),
        with_power("REF-2", Power::DroneAgent),
        with_power("REF-3", Power::ControlManagement),
    ];
    let mut bayonet = sheet("REF-2");
    bayonet.weapons[0].item.tags.push(Tag::GunBlade);
    let shipped = Catalogue::embedded().units().to_vec();
    shipped.into_iter().chain(powers).chain([bayonet]).collect()
}

/// One to four units under the limit of the size.
fn squad(dice: &mut StreamDice, sheets: &[Sheet], size: EngagementSize) -> Vec<Sheet> {
    let mut squad = Vec::new();
    for _ in 0..=dice.below(4) {
        squad.push(one(dice, sheets).clone());
        if squad_charge(&squad, size, &Options::default()).is_err() {
            squad.pop();
        }
    }
    squad
}

/// A legal field: pairs of opposite hexes with a colour, a level or a structure.
fn field(dice: &mut StreamDice, board: &Board) -> Terrain {
    use Colour::{Black, DarkBlue, Green, LightBlue, Red, Tan, White};
    let mut terrain = Terrain::default();
    for _ in 0..dice.below(30) {
        let mut next = terrain.clone();
        let hex = *one(dice, board.hexes());
        let pair = [Some(hex), board.opposite(hex).filter(|&it| it != hex)];
        let colour = *one(dice, &[Black, DarkBlue, Green, LightBlue, Red, Tan, White]);
        let (kind, level) = (dice.below(3), dice.below(5) as i8 - 2);
        for hex in pair.into_iter().flatten() {
            match kind {
                0 => drop(next.colours.insert(hex, colour)),
                1 => drop(next.levels.insert(hex, level)),
                _ => next.structures.push(Structure {
                    hexes: vec![hex],
                    top: level.clamp(0, 2),
                }),
            }
        }
        if next.faults(board).is_empty() {
            terrain = next;
        }
    }
    terrain
}

/// A legal matchup by lot.
pub(super) fn matchup(
    dice: &mut StreamDice,
    sheets: &[Sheet],
    policies: [PolicyKind; 2],
) -> Option<Bout> {
    let size = *one(dice, &EngagementSize::ALL);
    let limit = (1 + dice.below(10)).to_string();
    let options = options(&[
        ("round_limit", &limit),
        (
            "offensive_stance_trigger",
            ["enter_range", "step_in_range"][dice.below(2) as usize],
        ),
        (
            "thruster_block",
            ["illegal", "stop_short"][dice.below(2) as usize],
        ),
    ]);
    let setting = Setting {
        options,
        terrain: field(dice, &Board::new(&options)),
        size: Some(size),
        mission: Some(*one(dice, &[Mission::Reconnaissance, Mission::ShowOfForce])),
        ..Setting::default()
    };
    let squads = [(); 2].map(|()| squad(dice, sheets, size));
    Bout::new([&squads[0], &squads[1]], &setting, policies).ok()
}

/// Nothing is above its start or its cap, and nobody on the board is where nobody may be. A unit thrown
/// against a structure stays in its hex, beside it, until it moves.
pub(super) fn check(table: &Table, battle: &Battle, outcome: &Outcome, thrown: bool) {
    assert!(outcome.rounds <= table.options.round_limit);
    assert_eq!(outcome.rounds, battle.round);
    assert!(battle.points.iter().all(|points| points.total() <= 14));
    let most = if table.markers.is_empty() {
        table.pieces.len() as i32
    } else {
        14
    };
    assert!(outcome.score.iter().all(|score| (0..=most).contains(score)));
    let view = View { table, battle };
    for (unit, (state, piece)) in battle.units.iter().zip(&table.pieces).enumerate() {
        let whole = piece.enter(Hex::default(), 0, Facing::NORTH);
        let below = |left: &[u16], whole: &[u16]| left.iter().zip(whole).all(|(a, b)| a <= b);
        assert!(below(&state.defense, &whole.defense));
        assert!(below(&state.equipment, &whole.equipment));
        let items = state.weapons.iter().chain(&state.shields);
        let mut items = items.zip(whole.weapons.iter().chain(&whole.shields));
        assert!(items.all(|(left, whole)| left.durability <= whole.durability));
        assert!(state.ap <= AP_CAP);
        if state.on_board() {
            assert_eq!(state.life, view.life(unit));
            assert!(table.board.contains(state.hex));
            assert!((-2..=3).contains(&state.elevation));
            let red = view.colour(state.hex) == Colour::Red;
            assert!(!red || state.elevation > view.ground(state.hex));
            let wall = view.structure_in(state.hex);
            let inside = wall.filter(|&at| table.terrain.structures[at].top >= state.elevation);
            assert!(inside.is_none() || thrown, "in a structure");
        }
    }
}

/// Every quantity of both sides is recorded once, and a side's attacks take what the other has lost at most.
pub(super) fn observed(bout: &Bout, battle: &Battle) {
    let mut seen = Side::BOTH.map(|side| vec![None; ThirtyMm::quantities(bout, side)]);
    ThirtyMm::observe(bout, battle, |side, at, value| {
        let before = seen[side.index()][at].replace(value);
        assert_eq!(before, None, "quantity {at} of {side}");
    });
    let seen = seen.map(|side| side.into_iter().map(|it| it.expect("recorded")).collect());
    let [a, b]: [Vec<i64>; 2] = seen;
    let sum = |of: &[i64], quantity: usize| -> i64 {
        let units = of[10..].chunks(7);
        units.map(|unit| unit[quantity]).sum()
    };
    let whole = |side: Side| -> i64 {
        let pieces = bout.table(Side::A).pieces.iter();
        let own = pieces.filter(|piece| piece.side == side);
        own.map(|piece| i64::from(piece.sheet.total_defense()))
            .sum()
    };
    for (side, own, other) in [(Side::A, &a, &b), (Side::B, &b, &a)] {
        assert!(sum(other, 6) <= whole(side) - sum(own, 1), "damage dealt");
        assert!(sum(own, 5) <= sum(own, 4), "hits");
        assert!(own[..10].is_sorted(), "victory points");
    }
}

/// Two REF-2 side by side on a hill, where throws end in falls.
fn hill() -> Bout {
    let top = [5, 6, 7].map(|row| Board::hex(5, row));
    let terrain = Terrain {
        levels: top.map(|hex| (hex, 2)).into(),
        ..Terrain::default()
    };
    let setting = Setting {
        terrain,
        starts: Some(vec![(top[0], Facing::NORTH), (top[1], Facing::SOUTH)]),
        ..Setting::default()
    };
    let squad = [sheet("REF-2")];
    Bout::new([&squad, &squad], &setting, [PolicyKind::Random; 2]).expect("a legal matchup")
}

/// mm30.turn.game-end, mm30.battle.vp-cap, mm30.terrain.grey-red: 2,000 battles of squads, fields and
/// options by lot, seed 32, by the random policy and some by the others; each tenth on a hill. Every
/// decision point is reached, and 33 of the 34 kinds of events happen: nobody is kept back.
#[test]
fn random_battles_keep_the_invariants() {
    const BATTLES: usize = 2_000;
    let sheets = sheets();
    let mut dice = StreamDice::new(stream(32, 0, 0));
    let (mut played, mut points) = (0, BTreeSet::new());
    let mut kinds = Vec::new();
    let mut scratch = Scratch::<ThirtyMm>::default();
    while played < BATTLES {
        let policies = match played % 4 {
            0..=1 => [PolicyKind::Random; 2],
            2 => [PolicyKind::Random, PolicyKind::Plain],
            _ => [PolicyKind::Plain, PolicyKind::Stand],
        };
        let bout = if played % 10 == 0 {
            Some(hill())
        } else {
            matchup(&mut dice, &sheets, policies)
        };
        let Some(bout) = bout else {
            continue;
        };
        let mut thrown = false;
        let mut listen = |entry| match entry {
            LogEntry::Decision(point) => drop(points.insert(point)),
            LogEntry::Event(event) => {
                thrown |= matches!(event, Event::Throws { .. });
                let line = ThirtyMm::narrate(&bout, &event);
                assert!(!line.is_empty() && !line.contains('\n'), "{event:?}");
                let kind = discriminant(&event);
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
        };
        let outcome = ThirtyMm::play_logged(&bout, &mut scratch.battle, &mut dice, &mut listen);
        check(bout.table(Side::A), &scratch.battle, &outcome, thrown);
        observed(&bout, &scratch.battle);
        played += 1;
    }
    assert_eq!(points, BTreeSet::from(DECISION_POINTS));
    assert_eq!(kinds.len(), 33);
}

/// A battle is the same to the bit with a log and without.
#[test]
fn logs_change_nothing() {
    let sheets = sheets();
    let mut setup = StreamDice::new(stream(33, 0, 0));
    for (number, policy) in (0..90).zip(PolicyKind::ALL.into_iter().cycle()) {
        let Some(bout) = matchup(&mut setup, &sheets, [policy; 2]) else {
            continue;
        };
        let mut scratch = Scratch::<ThirtyMm>::default();
        let mut silent = StreamDice::new(stream(34, number, 0));
        let outcome = ThirtyMm::run(&bout, &mut scratch, &mut silent);
        let mut events: Vec<Event> = Vec::new();
        let mut logged = StreamDice::new(stream(34, number, 0));
        let mut battle = Battle::default();
        let again = ThirtyMm::play_logged(&bout, &mut battle, &mut logged, &mut |entry| {
            if let LogEntry::Event(event) = entry {
                events.push(event);
            }
        });
        assert_eq!(outcome, again);
        assert_eq!(scratch.battle, battle);
        assert_eq!(silent.below(1_000_000), logged.below(1_000_000));
        assert!(events.contains(&Event::Round { round: 1 }));
    }
}

/// mm30.deploy.alternate: places that the rules forbid are no matchup.
#[test]
fn places_are_checked() {
    let squad = [sheet("REF-2")];
    let broken = |starts| {
        let setting = Setting {
            starts: Some(starts),
            ..Setting::default()
        };
        let bout = Bout::new([&squad, &squad], &setting, [PolicyKind::Stand; 2]);
        let faults = bout.err().unwrap_or_default();
        faults.iter().map(|fault| fault.rule).collect::<Vec<_>>()
    };
    let here = (Board::hex(5, 3), Facing::NORTH);
    let there = (Board::hex(5, 8), Facing::SOUTH);
    assert!(broken(vec![here, there]).is_empty());
    assert_eq!(broken(vec![here]), ["mm30.deploy.alternate"]);
    let off = (Hex::new(-1, 0), Facing::NORTH);
    assert_eq!(broken(vec![here, off]), ["mm30.board.size"]);
    assert_eq!(broken(vec![here, here]), ["mm30.move.enemy-hex"; 2]);
}

/// The events of one battle.
fn events(bout: &Bout, seed: u64) -> Vec<Event> {
    let mut events = Vec::new();
    let mut dice = StreamDice::new(stream(seed, 0, 0));
    ThirtyMm::play_logged(bout, &mut Battle::default(), &mut dice, &mut |entry| {
        if let LogEntry::Event(event) = entry {
            events.push(event);
        }
    });
    events
}

/// Stand never moves and fires at the torso alone.
#[test]
fn stand_fires_at_the_torso() {
    let events = events(&standing(PolicyKind::Stand), 35);
    let sections: Vec<usize> = matching!(events, Event::SectionHit { section, .. } => *section);
    assert!(!sections.is_empty() && sections.iter().all(|&it| it == TORSO));
    let still = |event: &Event| !matches!(event, Event::Moves { .. } | Event::Turns { .. });
    assert!(events.iter().all(still));
}

/// Plain walks from its area, comes no nearer than the pistol's range of 6 needs, and then fires.
#[test]
fn plain_comes_into_range() {
    let setting = Setting {
        attacker: Some(Side::A),
        ..Setting::default()
    };
    let squad = [sheet("REF-2")];
    let bout = Bout::new([&squad, &squad], &setting, [PolicyKind::Plain; 2]).expect("legal");
    let events = events(&bout, 36);
    let mut places = [Hex::default(); 2];
    let mut attacks = 0;
    for event in &events {
        match *event {
            Event::Placed { unit, hex, .. } => places[unit] = hex,
            Event::Moves { unit, to, .. } => places[unit] = to,
            Event::Attacks { .. } => {
                attacks += 1;
                assert_eq!(places[0].distance(places[1]), 6);
            }
            _ => {}
        }
    }
    assert!(attacks > 10, "{attacks}");
}
