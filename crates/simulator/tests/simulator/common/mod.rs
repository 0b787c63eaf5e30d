//! Plans of the toy game.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use equipoise_engine::front_end::{Axis, AxisKind, AxisValue};
use equipoise_simulator::{
    Contestant, Control, DatasetId, NoProgress, Plan, RunError, ScoreWords, Setting, Tally, run,
};
use equipoise_toy::{Bout, Toy};

pub(crate) const STRENGTHS: [u16; 4] = [30, 70, 50, 0];

pub(crate) fn contestants() -> Vec<Contestant> {
    let contestant = |(index, &strength): (usize, &u16)| Contestant {
        name: format!("unit {index}"),
        points: u32::from(strength) + 1,
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
        score: ScoreWords::default(),
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

pub(crate) fn compile(a: usize, b: usize) -> Result<Bout, Infallible> {
    Ok(Bout::new([STRENGTHS[a], STRENGTHS[b]]))
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
