//! A test of the checks: each flaw is caught by the check that is meant for it.
//!
//! The systems here are the toy game with one thing wrong.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};

use equipoise_conformance::{Check, Matchup, Specimen, Subject, registry};
use equipoise_dice::{Dice, StreamDice};
use equipoise_engine::{Decide, GameSystem, Log, Narrate, NoLog, Observe, Outcome, Scratch, Side};
use equipoise_toy::{Policy, Toy};
use serde::{Serialize, Serializer};
use tempfile::TempDir;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    Nothing,
    LoserWins,
    EndlessBattle,
    ScoreOutOfBounds,
    QuantityMissing,
    QuantityTwice,
    QuantityUnknown,
    QuantitiesOfSeat,
    EmptyLine,
    TwoLines,
    UnwritableEvent,
    NamelessEvent,
    RunDrawsMore,
    LoggedDrawsMore,
    LoggedEndsOtherwise,
    LoggedObservesOtherwise,
    Remembers,
    RemembersDecisions,
    FavoursSeatA,
    IgnoresSeats,
    DecidesUnasked,
    UnnamedDecision,
    NarratesOtherwise,
}

/// The toy game with something wrong.
struct Broken;

struct Bout {
    toy: equipoise_toy::Bout,
    flaw: Flaw,
}

#[derive(Default)]
struct Battle {
    toy: equipoise_toy::Battle,
    played: u32,
    logged: bool,
}

enum Event {
    Toy(equipoise_toy::Event),
    Nameless,
    Unwritable,
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Toy(event) => event.serialize(serializer),
            Self::Nameless => serializer.serialize_u32(7),
            Self::Unwritable => Err(serde::ser::Error::custom("it is a secret")),
        }
    }
}

/// Passes on what the toy game logs, or not.
struct Ear<'a, L> {
    log: &'a mut L,
    flaw: Flaw,
    played: u32,
}

impl<L: Log<Event>> Log<equipoise_toy::Event> for Ear<'_, L> {
    const SILENT: bool = L::SILENT;

    fn record(&mut self, event: impl FnOnce() -> equipoise_toy::Event) {
        self.log.record(|| match self.flaw {
            Flaw::NamelessEvent => Event::Nameless,
            Flaw::UnwritableEvent => Event::Unwritable,
            _ => Event::Toy(event()),
        });
    }

    fn decision(&mut self, point: &'static str) {
        match self.flaw {
            Flaw::DecidesUnasked => {}
            Flaw::RemembersDecisions if self.played > 1 => {}
            Flaw::UnnamedDecision => self.log.decision("whim"),
            _ => self.log.decision(point),
        }
    }
}

impl GameSystem for Broken {
    type Bout = Bout;
    type Battle = Battle;
    type Memo = ();
    type Event = Event;
    const NAME: &'static str = "broken";

    fn play<D: Dice, L: Log<Event>>(
        bout: &Bout,
        battle: &mut Battle,
        dice: &mut D,
        log: &mut L,
    ) -> Outcome {
        battle.played += 1;
        battle.logged = !L::SILENT;
        let mut ear = Ear {
            log,
            flaw: bout.flaw,
            played: battle.played,
        };
        let mut outcome = Toy::play(&bout.toy, &mut battle.toy, dice, &mut ear);
        let edge = bout.flaw == Flaw::FavoursSeatA && outcome.score[1] % 10 == 0;
        let logged = bout.flaw == Flaw::LoggedEndsOtherwise && !L::SILENT;
        let leak = bout.flaw == Flaw::Remembers && battle.played > 5;
        if edge || logged || leak {
            (outcome.winner, outcome.score) = (Some(Side::A), [20, 10]);
        }
        match bout.flaw {
            Flaw::LoserWins => outcome.winner = outcome.winner.map(Side::other),
            Flaw::EndlessBattle => outcome.rounds += 5,
            Flaw::ScoreOutOfBounds => outcome.score[1] -= 11,
            Flaw::LoggedDrawsMore if !L::SILENT => _ = dice.below(2),
            _ => {}
        }
        outcome
    }

    fn run(bout: &Bout, scratch: &mut Scratch<Self>, dice: &mut StreamDice) -> Outcome {
        if bout.flaw == Flaw::RunDrawsMore {
            dice.below(2);
        }
        Self::play(bout, &mut scratch.battle, dice, &mut NoLog)
    }
}

impl Decide for Broken {
    const POINTS: &'static [&'static str] = Toy::POINTS;
}

impl Observe for Broken {
    fn quantities(bout: &Bout, side: Side) -> usize {
        match bout.flaw {
            Flaw::QuantitiesOfSeat => side.index(),
            _ => 1,
        }
    }

    fn observe(bout: &Bout, battle: &Battle, mut record: impl FnMut(Side, usize, i64)) {
        Toy::observe(&bout.toy, &battle.toy, |side, quantity, value| {
            match bout.flaw {
                Flaw::QuantityMissing if side == Side::B => {}
                Flaw::QuantityUnknown => record(side, 1, value),
                Flaw::LoggedObservesOtherwise if battle.logged => record(side, quantity, value + 1),
                _ => record(side, quantity, value),
            }
            if bout.flaw == Flaw::QuantityTwice {
                record(side, quantity, value);
            }
        });
    }
}

impl Narrate for Broken {
    fn narrate(bout: &Bout, event: &Event) -> String {
        match (bout.flaw, event) {
            (Flaw::EmptyLine, _) => "  ".into(),
            (Flaw::TwoLines, _) => "one\ntwo".into(),
            (Flaw::NarratesOtherwise, _) => "nothing to see".into(),
            (_, Event::Toy(event)) => Toy::narrate(&bout.toy, event),
            _ => "hm".into(),
        }
    }
}

/// Four to six, and three against itself, with recorded playthroughs in `folder`.
fn specimen(flaw: Flaw, folder: &Path) -> Specimen<Broken> {
    let matchup = |name: &str, strengths: [u16; 2]| {
        let compile = move |seat| {
            let mut strengths = strengths;
            if seat == Side::B && flaw != Flaw::IgnoresSeats {
                strengths.reverse();
            }
            let toy = equipoise_toy::Bout {
                policies: [Policy::Demand; 2],
                ..equipoise_toy::Bout::new(strengths)
            };
            Bout { toy, flaw }
        };
        let forces = strengths.map(|strength| strength.to_string());
        Matchup::new(name, forces, ["demand"; 2], compile)
            .playing(800)
            .comparing_seats(100_000)
            .recorded()
    };
    Specimen {
        rounds: 1..=5,
        scores: 0..=200,
        more_points_win: true,
        policies: vec!["demand"],
        matchups: vec![matchup("uneven", [40, 60]), matchup("even", [30, 30])],
        playthroughs: folder.to_owned(),
    }
}

/// What a check says of a flaw, the playthroughs having been recorded without it.
fn verdict(flaw: Flaw, check: Check) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    specimen(Flaw::Nothing, folder.path()).record().unwrap();
    let found = specimen(flaw, folder.path()).check(check);
    found.map_err(|fault| fault.to_string())
}

/// A fault of this check that says so.
fn caught(found: Result<(), String>, check: Check, word: &str) {
    let fault = found.expect_err("the flaw went unseen");
    assert!(fault.starts_with(&format!("broken, {check}: ")), "{fault}");
    assert!(fault.contains(word), "{fault}");
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    for check in Check::ALL {
        assert_eq!(verdict(Flaw::Nothing, check), Ok(()));
    }
}

#[test]
fn each_flaw_is_caught_by_its_check() {
    use Check::{Decisions, Invariants, Playthroughs, Replay, Scratch, Seats, Threads};
    let flaws = [
        (Flaw::LoserWins, Invariants, "has more points"),
        (Flaw::EndlessBattle, Invariants, "rounds, not 1..=5"),
        (
            Flaw::ScoreOutOfBounds,
            Invariants,
            "victory points, not 0..=200",
        ),
        (Flaw::QuantityMissing, Invariants, "quantities recorded"),
        (Flaw::QuantityTwice, Invariants, "quantities recorded"),
        (Flaw::QuantityUnknown, Invariants, "quantities recorded"),
        (Flaw::QuantitiesOfSeat, Invariants, "in the other seat"),
        (Flaw::EmptyLine, Invariants, "empty line"),
        (Flaw::TwoLines, Invariants, "more than one line"),
        (Flaw::UnwritableEvent, Invariants, "it is a secret"),
        (Flaw::NamelessEvent, Invariants, "does not name itself: 7"),
        (Flaw::RunDrawsMore, Replay, "played in silence: "),
        (Flaw::LoggedDrawsMore, Replay, "logged: the dice are left"),
        (Flaw::LoggedEndsOtherwise, Replay, "logged: Outcome"),
        (
            Flaw::LoggedObservesOtherwise,
            Replay,
            "logged: the observed quantities",
        ),
        (Flaw::Remembers, Scratch, "on memory that was used: Outcome"),
        (
            Flaw::RemembersDecisions,
            Scratch,
            "decisions or events differ",
        ),
        (Flaw::Remembers, Threads, "2 threads: digest"),
        (Flaw::FavoursSeatA, Seats, "from seat A and"),
        (Flaw::IgnoresSeats, Seats, "from seat A and"),
        (Flaw::DecidesUnasked, Decisions, "never asked: [\"demand\"]"),
        (Flaw::UnnamedDecision, Decisions, "\"whim\" is asked"),
        (
            Flaw::NarratesOtherwise,
            Playthroughs,
            "line 8: \"nothing to see\"",
        ),
    ];
    for (flaw, check, word) in flaws {
        caught(verdict(flaw, check), check, word);
    }
}

/// A matchup that does not compile to the same bout twice.
#[test]
fn a_result_that_hangs_on_more_than_the_plan_is_caught() {
    let folder = TempDir::new().unwrap();
    let mut specimen = specimen(Flaw::Nothing, folder.path());
    let compiled = AtomicU16::new(0);
    let compile = move |_| Bout {
        toy: equipoise_toy::Bout::new([compiled.fetch_add(1, Ordering::Relaxed), 5]),
        flaw: Flaw::Nothing,
    };
    specimen.matchups = vec![Matchup::new("fickle", ["x", "y"], ["demand"; 2], compile)];
    let found = specimen.check(Check::Swap);
    caught(
        found.map_err(|fault| fault.to_string()),
        Check::Swap,
        "swaps into",
    );
}

#[test]
fn a_policy_that_never_plays_is_caught() {
    let folder = TempDir::new().unwrap();
    let mut specimen = specimen(Flaw::Nothing, folder.path());
    specimen.policies.push("accept");
    let found = specimen.check(Check::Decisions);
    let found = found.map_err(|fault| fault.to_string());
    caught(found, Check::Decisions, "\"accept\" plays in no matchup");
}

/// Two forces of one name, of which one is stronger.
#[test]
fn a_force_that_beats_itself_is_caught() {
    let folder = TempDir::new().unwrap();
    let mut specimen = specimen(Flaw::Nothing, folder.path());
    let compile = |seat| Bout {
        toy: equipoise_toy::Bout::new(match seat {
            Side::A => [60, 40],
            Side::B => [40, 60],
        }),
        flaw: Flaw::Nothing,
    };
    let matchup = Matchup::new("itself", ["x", "x"], ["demand"; 2], compile);
    specimen.matchups = vec![matchup.comparing_seats(100_000)];
    let found = specimen.check(Check::Seats);
    let found = found.map_err(|fault| fault.to_string());
    caught(found, Check::Seats, "against itself in");
}

#[test]
fn seats_without_a_mirror_are_not_taken_as_compared() {
    let folder = TempDir::new().unwrap();
    let mut specimen = specimen(Flaw::Nothing, folder.path());
    specimen.matchups.pop();
    let found = specimen.check(Check::Seats);
    let found = found.map_err(|fault| fault.to_string());
    caught(found, Check::Seats, "against itself");
}

#[test]
fn playthroughs_that_are_missing_or_stray_are_caught() {
    let folder = TempDir::new().unwrap();
    let verdict = |specimen: &Specimen<Broken>| {
        let found = specimen.check(Check::Playthroughs);
        found.map_err(|fault| fault.to_string())
    };
    let check = Check::Playthroughs;
    let whole = specimen(Flaw::Nothing, folder.path());
    caught(verdict(&whole), check, "cannot read");
    whole.record().unwrap();
    assert_eq!(verdict(&whole), Ok(()));
    let even = folder.path().join("even.txt");
    let text = fs::read_to_string(&even).unwrap();
    fs::write(&even, format!("{text}more\n")).unwrap();
    caught(verdict(&whole), check, "lines, recorded were");
    fs::write(&even, text).unwrap();
    fs::write(folder.path().join("gone.txt"), "").unwrap();
    caught(verdict(&whole), check, "gone.txt is of no matchup");
    whole.record().unwrap();
    assert_eq!(verdict(&whole), Ok(()));
    let mut twice = specimen(Flaw::Nothing, folder.path());
    twice
        .matchups
        .push(specimen(Flaw::Nothing, folder.path()).matchups.remove(0));
    caught(verdict(&twice), check, "have one name");
    let mut nothing = specimen(Flaw::Nothing, folder.path());
    nothing.matchups.clear();
    caught(verdict(&nothing), check, "no matchup is recorded");
}

#[test]
fn a_game_that_is_missing_is_named() {
    let folder = TempDir::new().unwrap();
    for game in ["old", "newcomer"] {
        fs::create_dir(folder.path().join(game)).unwrap();
        fs::write(folder.path().join(game).join("Cargo.toml"), "").unwrap();
    }
    fs::create_dir(folder.path().join("notes")).unwrap();
    let check = |listed: &[&str]| registry::check(listed, "the list", folder.path());
    assert_eq!(check(&["old", "newcomer"]), Ok(()));
    let missing = check(&["old"]).unwrap_err();
    assert_eq!(missing, "the game \"newcomer\" is missing in the list");
    let stray = check(&["old", "newcomer", "notes"]).unwrap_err();
    assert!(stray.contains("lists \"notes\""), "{stray}");
}
