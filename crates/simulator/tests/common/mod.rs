//! A game simple enough to know all its probabilities.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use equipoise_dice::Dice;
use equipoise_engine::{GameSystem, Log, Narrate, Outcome, Side};
use equipoise_simulator::{
    Axis, AxisKind, AxisValue, Contestant, Control, DatasetId, NoProgress, Plan, RunError, Setting,
    Tally, VpWords, run,
};

/// One draw decides: side A wins `strength_a` times in the sum of the strengths.
pub(crate) struct Toy;

/// Strengths of the two seats, out of their sum; a sum of zero always draws.
#[derive(Clone, Copy)]
pub(crate) struct ToyBout(pub(crate) [u32; 2]);

/// Counts the battles played on it, to show that scratch memory is reused and leaks nothing.
#[derive(Default)]
pub(crate) struct ToyBattle(u32);

/// What was drawn.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Drawn(pub(crate) u32);

impl GameSystem for Toy {
    type Bout = ToyBout;
    type Battle = ToyBattle;
    type Event = Drawn;
    const NAME: &'static str = "toy";

    fn play<D: Dice, L: Log<Drawn>>(
        bout: &ToyBout,
        battle: &mut ToyBattle,
        dice: &mut D,
        log: &mut L,
    ) -> Outcome {
        battle.0 += 1;
        let [a, b] = bout.0;
        if a + b == 0 {
            return Outcome {
                winner: None,
                score: [0, 0],
                rounds: 1,
            };
        }
        let drawn = dice.below(a + b);
        log.record(|| Drawn(drawn));
        let winner = if drawn < a { Side::A } else { Side::B };
        let mut score = [10, 10];
        score[winner.index()] += 5 + drawn as i32;
        Outcome {
            winner: Some(winner),
            score,
            rounds: 1 + (drawn % 5) as u8,
        }
    }
}

impl Narrate for Toy {
    fn narrate(_bout: &ToyBout, event: &Drawn) -> String {
        format!("drew {}", event.0)
    }
}

pub(crate) const STRENGTHS: [u32; 4] = [30, 70, 50, 0];

pub(crate) fn contestants() -> Vec<Contestant> {
    let contestant = |(index, &strength): (usize, &u32)| Contestant {
        name: format!("unit {index}"),
        points: strength + 1,
        vp: 10,
        axes: vec![
            (index != 3).then_some(AxisValue::Integer(index as i64)),
            (index != 3).then(|| AxisValue::Text("plain".into())),
        ],
    };
    STRENGTHS.iter().enumerate().map(contestant).collect()
}

pub(crate) fn setting(seed: u64) -> Setting {
    Setting {
        system: "toy".into(),
        vp: VpWords::default(),
        policy: "fair".into(),
        options: [("coin".into(), "round".into())].into(),
        dataset: DatasetId {
            name: "embedded".into(),
            sha256: "00".into(),
        },
        seed,
    }
}

/// Everyone against unit 0 and unit 1.
pub(crate) fn plan(seed: u64, runs: u64) -> Plan {
    let axes = vec![
        Axis {
            name: "level".into(),
            kind: AxisKind::Integer,
        },
        Axis {
            name: "role".into(),
            kind: AxisKind::Text,
        },
    ];
    Plan::gauntlet(
        setting(seed),
        "standard",
        runs,
        axes,
        contestants(),
        vec![0, 1],
    )
    .unwrap()
}

pub(crate) fn compile(a: usize, b: usize) -> Result<ToyBout, Infallible> {
    Ok(ToyBout([STRENGTHS[a], STRENGTHS[b]]))
}

pub(crate) fn play(plan: &Plan, threads: usize) -> Vec<Tally> {
    let cancel = AtomicBool::new(false);
    let control = Control {
        threads: Some(threads),
        progress: &NoProgress,
        cancel: &cancel,
    };
    let played: Result<_, RunError<Infallible>> = run::<Toy, _, _>(plan, compile, control);
    played.unwrap()
}
