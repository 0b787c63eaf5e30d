//! `docs/replay.md` tells every event and field that a replay prints, and none that there is not.

use std::collections::{BTreeMap, BTreeSet};

use equipoise_dice::{TableDice, stream};
use equipoise_engine::{GameSystem, Hex, Side, Transcript};
use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{
    Battle, Bout, Counts, Event, Location, MechaStellar, MomentumCause, MoveKind, Options,
    PolicyKind,
};
use serde_json::{Map, Value};

const DOCS: &str = include_str!("../../../../../docs/replay.md");

/// Battles of each matchup and policy.
const BATTLES: u64 = 20;

/// Units with modes, remote weapons, stun and explosives, which the scenarios lack.
const DUELS: [(&str, &str); 3] = [
    ("Storm Petrel", "Siege Mantis"),
    ("Silver Heron", "Thunder Ram"),
    ("Blue Djinn", "Basalt Behemoth"),
];

/// Examples of all variants from one list, which is also the `match` over them: a variant or field
/// that is not in the list does not compile.
macro_rules! every {
    ($name:ident() -> $type:ident {
        $($kind:ident $({ $($field:tt: $value:expr),+ $(,)? })?),+ $(,)?
    }) => {
        fn $name() -> Vec<$type> {
            let all = vec![$($type::$kind $({ $($field: $value),+ })?),+];
            for one in &all {
                match one {
                    $($type::$kind { .. } => {})+
                }
            }
            all
        }
    };
}

const HEX: Hex = Hex::new(1, 0);
const ROLL: Counts = Counts {
    low: 1,
    mid: 0,
    hit: 0,
    crit: 0,
};

every!(causes() -> MomentumCause {
    ShiftAway, ShiftCloser, Disengage, EngagedShot, Focus, Flash, IronWall, Valor, Zeal, Counter,
    Rally, Rout, Remote, Collision, Drop, Reaction, ControlPoints, Roar, Building, Defence, Trait,
    Round, Skill, Decoy,
});

every!(move_kinds() -> MoveKind { Free, Circle, Disengage, Feint, Crash });

every!(locations() -> Location { Weapon { 0: 0 }, Shield { 0: 0 }, Head, Legs, Core });

every!(kinds() -> Event {
    Setup { momentum: [10, 10] },
    RollOff { purpose: "initiative", faces: [1, 2], winner: Side::B },
    Deploy { unit: 0, at: HEX, facing: HEX },
    Wave { side: Side::A, number: 2 },
    Battle { number: 2, momentum: [10, 10] },
    Round { round: 1, first: Side::A },
    Challenge { unit: 0, enemy: 1 },
    Revenge { unit: 0, enemy: 1 },
    Activate { unit: 0, return_fire: false, order: "" },
    Move { unit: 0, from: HEX, to: HEX, kind: MoveKind::Free, accelerate: false },
    PressOn { unit: 0 },
    Face { unit: 0, facing: HEX },
    Momentum { side: Side::A, from: 1, to: 0, cause: MomentumCause::Focus },
    Points { unit: 0, left: 0, purpose: "reroll" },
    Zeal { unit: 0, actions: 1 },
    Attack { attacker: 0, target: 1, weapon: 0, special: false, counter: false, inches: 4 },
    Pool {
        unit: 0, attack: true, dice: 1, automatic: 0, critical: 10, flat: 1,
        parts: vec![("weapon", 1)],
    },
    Rolled { unit: 0, attack: true, critical: 10, roll: ROLL },
    Rerolled { unit: 0, attack: true, critical: 10, roll: ROLL },
    Focus { unit: 0, successes: 1 },
    Skill { unit: 0, skill: "Valor", amount: 5 },
    Result { attacker: 0, target: 1, hits: 1, defences: 0, unblocked: 1 },
    FinishingBlow { attacker: 0, bonus: 1000 },
    Saves { target: 1, needed: 5, dice: 1, failed: 0 },
    BattleDamage { unit: 0, location: Location::Head, called: false },
    Explosion { unit: 0, damage: 300 },
    Damage { unit: 0, amount: 300, hp: 0 },
    Destroyed { unit: 0, by: 1 },
    VictoryPoints { side: Side::A, points: 10, reason: "enemy Commander" },
    Morale { unit: 0, face: 1, needed: 5, passed: false },
    Trust { unit: 0, dice: 2, hp: 200 },
    Rally { side: Side::A },
    Rout { side: Side::A },
    Support { unit: 0, attack: true, bonus: 1 },
    Barrier { unit: 0, absorbed: 1, left: 0 },
    Leads { unit: 0 },
    TakesCommand { unit: 0 },
    Follow { unit: 0, at: HEX },
    Pushed { unit: 0, from: HEX, to: HEX },
    Stunned { unit: 0, tokens: 1 },
    Razed { piece: 0 },
    Batter { unit: 0, weapon: 0, piece: 0 },
    Crash { unit: 0, target: Some(1), piece: None },
    Ram { unit: 0, target: None, piece: Some(0) },
    Merge { unit: 0, joins: 1 },
    Split { unit: 0, at: HEX },
    Sweep { attacker: 0, target: 1 },
    Transform { unit: 0, mode: 1 },
    Sink { unit: 0, below: true },
    Order { unit: 0 },
    Launch { ship: 0, unit: 1, at: HEX },
    Repair { ship: 0, unit: 1, hp: 100 },
    Board { unit: 1, ship: 0 },
    Leave { unit: 0 },
    Arrive { unit: 0, at: HEX },
    ControlPoint { point: 0, owner: None },
    Reaction { unit: 0, reaction: "All Weapons Fire" },
    Tuned { unit: 0, pen: 1, dmg: 0 },
    Scorched { unit: 0, point: 0 },
    Inspired { unit: 0, uses: 1 },
    Emboldened { unit: 0, actions: 1 },
    Influence { unit: 0, orders: 1 },
    End { score: [0, 0], momentum: [0, 0], winner: None },
});

fn printed(event: &Event) -> Map<String, Value> {
    match serde_json::to_value(event) {
        Ok(Value::Object(fields)) => fields,
        other => panic!("{event:?} is printed as {other:?}"),
    }
}

/// The name of an event and its fields.
fn signature(event: &Map<String, Value>) -> (&str, BTreeSet<&str>) {
    let name = event["event"].as_str().expect("a name");
    let fields = event.keys().map(String::as_str);
    (name, fields.filter(|&field| field != "event").collect())
}

/// What stands between backquotes.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Names of fields in a text; values are quoted inside the backquotes.
fn names(text: &str) -> BTreeSet<&str> {
    code(text).filter(|name| !name.starts_with('"')).collect()
}

/// Rows of the table of events, by event.
fn rows() -> BTreeMap<&'static str, &'static str> {
    let mut rows = BTreeMap::new();
    for row in DOCS.lines().filter(|line| line.starts_with("| `")) {
        if let Some(event) = names(cells(row)[0]).into_iter().next() {
            assert_eq!(rows.insert(event, row), None, "{event} has two rows");
        }
    }
    rows
}

fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').collect()
}

fn documented() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let rows = rows().into_iter();
    rows.map(|(event, row)| (event, names(cells(row)[2])))
        .collect()
}

#[test]
fn every_event_and_field_has_its_place_and_no_other() {
    let events: Vec<_> = kinds().iter().map(printed).collect();
    let events: BTreeMap<_, _> = events.iter().map(signature).collect();
    let documented = documented();
    for (event, fields) in &events {
        let row = documented.get(event);
        assert_eq!(
            row,
            Some(fields),
            "row of \"{event}\", left, and its fields"
        );
    }
    for event in documented.keys() {
        assert!(events.contains_key(event), "there is no event \"{event}\"");
    }
}

#[test]
fn the_example_shows_the_fields_of_today() {
    let documented = documented();
    let lines = DOCS.lines().filter(|line| line.starts_with("{\"event\""));
    let lines: Vec<_> = lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert!(!lines.is_empty());
    for (event, fields) in lines.iter().map(signature) {
        assert_eq!(documented.get(event), Some(&fields), "{event}");
    }
}

/// Calls `see` with every name and every text inside a field, the name being the innermost.
fn walk<'a>(field: &'a str, value: &'a Value, see: &mut impl FnMut(&'a str, Option<&'a str>)) {
    see(field, None);
    match value {
        Value::String(text) => see(field, Some(text)),
        Value::Array(items) => items.iter().for_each(|item| walk(field, item, see)),
        Value::Object(fields) => fields.iter().for_each(|(name, item)| walk(name, item, see)),
        _ => {}
    }
}

/// Fields inside an event and texts they hold: event, field, text.
type Seen = BTreeSet<(String, String, Option<String>)>;

fn note(seen: &mut Seen, event: &Event) {
    let printed = printed(event);
    let (name, _) = signature(&printed);
    for (field, value) in printed.iter().filter(|(field, _)| *field != "event") {
        walk(field, value, &mut |field, text| {
            seen.insert((name.to_owned(), field.to_owned(), text.map(str::to_owned)));
        });
    }
}

fn bouts(policy: PolicyKind) -> Vec<Bout> {
    let catalogue = Catalogue::embedded();
    let options = Options::default();
    let unit = |name: &str| catalogue.find(name).expect("a shipped unit").clone();
    let duels = DUELS.map(|(a, b)| {
        Bout::compile([&[unit(a)], &[unit(b)]], [policy; 2], &options).expect("a duel")
    });
    let scenarios = Catalogue::scenarios().into_iter().map(|(_, file)| {
        let scenario = catalogue.scenario(&file).expect("a shipped scenario");
        Bout::battle(&scenario, [policy; 2], &options).expect("a battle")
    });
    duels.into_iter().chain(scenarios).collect()
}

/// Everything seen in the examples and in battles, where the texts come from that are not enums.
fn seen() -> Seen {
    let mut seen = Seen::new();
    let causes = causes().into_iter().map(|cause| Event::Momentum {
        side: Side::A,
        from: 0,
        to: 1,
        cause,
    });
    let moves = move_kinds().into_iter().map(|kind| Event::Move {
        unit: 0,
        from: HEX,
        to: HEX,
        kind,
        accelerate: false,
    });
    let losses = locations().into_iter().map(|location| Event::BattleDamage {
        unit: 0,
        location,
        called: false,
    });
    for event in kinds().into_iter().chain(causes).chain(moves).chain(losses) {
        note(&mut seen, &event);
    }
    for policy in [PolicyKind::Solo, PolicyKind::Greedy, PolicyKind::Random] {
        for bout in bouts(policy) {
            for number in 0..BATTLES {
                let mut log = Transcript::default();
                let mut dice = TableDice::new(stream(1, 78, number));
                MechaStellar::play(&bout, &mut Battle::default(), &mut dice, &mut log);
                log.0.iter().for_each(|event| note(&mut seen, event));
            }
        }
    }
    seen
}

/// A text is told where its field is: in the row of its event, or in a paragraph or table elsewhere.
#[test]
fn every_value_has_its_place() {
    let rows = rows();
    let elsewhere = DOCS.split("\n\n").flat_map(|block| block.split("\n- "));
    let elsewhere: Vec<&str> = elsewhere
        .filter(|block| !block.starts_with("| event"))
        .collect();
    for (event, field, text) in seen() {
        let row = rows.get(event.as_str()).copied().unwrap_or_default();
        let mut places = elsewhere.iter().copied().chain([row]);
        let field_code = format!("`{field}`");
        match text {
            None => assert!(
                places.any(|place| place.contains(&field_code)),
                "\"{field}\" of \"{event}\" is missing"
            ),
            // A side, told once for all.
            Some(side) if side == "a" || side == "b" => {}
            Some(text) => {
                let text_code = format!("`\"{text}\"`");
                assert!(
                    places.any(|place| place.contains(&field_code) && place.contains(&text_code)),
                    "\"{text}\" as \"{field}\" of \"{event}\" is missing"
                );
            }
        }
    }
}
