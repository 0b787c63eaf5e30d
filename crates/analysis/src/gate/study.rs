//! How often gates are right: gates of a game whose probabilities are known, played by the thousand.

use std::convert::Infallible;

use equipoise_engine::GameSystem as _;
use equipoise_simulator::{
    Contestant, Control as Stage, Plan, Setting, Stopping, Tally, run, run_within,
};
use equipoise_stats::{Estimate, Finding, Gate, GateVerdict, StatsError, clopper_pearson};
use equipoise_toy::{Bout, Toy};
use serde::{Deserialize, Serialize};

use super::playing::next_look;
use crate::baseline::BaselineRequest;
use crate::control::{Control, Work};
use crate::error::Error;
use crate::result::{Interval, RESULT_SCHEMA, kind};

kind!(
    /// The kind of a [`GateStudy`].
    GateStudyKind = "gate-study"
);

/// How many gates are studied, and which.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateStudyRequest {
    /// Number of baselines, each with a gate for every kind of change.
    pub replicates: u32,
    /// Margin of the gates, at most 0.2.
    pub margin: f64,
    /// Chance of any wrong finding of a gate.
    pub alpha: f64,
    /// Most battles of a gate, instead of what each kind of change has.
    #[serde(default)]
    pub budget: Option<u64>,
    /// Master seed of the study.
    pub seed: u64,
}

impl GateStudyRequest {
    /// A study of so many baselines with the usual numbers.
    #[must_use]
    pub const fn new(replicates: u32) -> Self {
        Self {
            replicates,
            margin: BaselineRequest::MARGIN,
            alpha: BaselineRequest::ALPHA,
            budget: None,
            seed: 1,
        }
    }
}

/// How often gates were right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateStudy {
    /// Version of the document.
    pub schema: u32,
    /// Always `gate-study`.
    pub kind: GateStudyKind,
    /// Pairings of each gate, the first of which moves.
    pub pairings: usize,
    /// Number of baselines, each with a gate of every kind.
    pub replicates: u64,
    /// Margin of the gates.
    pub margin: f64,
    /// Chance of any wrong finding of a gate.
    pub alpha: f64,
    /// Master seed of the study.
    pub seed: u64,
    /// The kinds of change.
    pub scenarios: Vec<StudiedGates>,
}

/// The gates of one kind of change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudiedGates {
    /// What has happened to the game since the baseline.
    pub scenario: String,
    /// How far the score of the first pairing has moved.
    pub moved: f64,
    /// Whether the gates have the dice of the baseline.
    pub same_dice: bool,
    /// Most battles of a gate.
    pub budget: u64,
    /// Gates that passed.
    pub pass: u64,
    /// Gates that found a change.
    pub regressed: u64,
    /// Gates that the battles left undecided.
    pub undecided: u64,
    /// Gates with any wrong finding.
    pub wrong: u64,
    /// Share of those, with its 95 % interval (Clopper-Pearson).
    pub wrong_share: Interval,
    /// Battles of a gate on average.
    pub mean_battles: f64,
}

/// Pairings of each gate: scores from 5 % to 95 % in steps of 5, and one half once more for the change.
const PAIRINGS: usize = 20;

/// Sum of the strengths of a pairing: changes are exact to half of a ten-thousandth.
const STRENGTH: f64 = 50_000.0;

/// The largest margin, twice which can be added to one half with room to spare.
const WIDEST: f64 = 0.2;

/// What has happened to the game since the baseline.
struct Scenario {
    name: &'static str,
    /// How far the first pairing has moved, in margins.
    moved: f64,
    /// Whether the gate has the dice of the baseline.
    same_dice: bool,
    /// Part of the battles that always suffice.
    budget: f64,
}

const SCENARIOS: [Scenario; 8] = [
    scenario("unchanged, same dice", 0.0, true),
    scenario("unchanged, other dice", 0.0, false),
    scenario("half the margin, same dice", 0.5, true),
    scenario("half the margin, other dice", 0.5, false),
    scenario("the margin, same dice", 1.0, true),
    scenario("the margin, other dice", 1.0, false),
    scenario("twice the margin, other dice", 2.0, false),
    Scenario {
        budget: 0.05,
        ..scenario("unchanged, other dice, 5 % of the battles", 0.0, false)
    },
];

const fn scenario(name: &'static str, moved: f64, same_dice: bool) -> Scenario {
    Scenario {
        name,
        moved,
        same_dice,
        budget: 1.0,
    }
}

/// How the gates of one scenario came out.
#[derive(Clone, Copy, Default)]
struct Count {
    pass: u64,
    regressed: u64,
    undecided: u64,
    /// Gates with any wrong finding.
    wrong: u64,
    battles: u64,
}

/// Plays baselines of a game whose probabilities are known, and gates after each kind of change.
///
/// # Errors
/// When a number is out of range, or the analysis is interrupted.
pub fn study(request: &GateStudyRequest, control: Control<'_>) -> Result<GateStudy, Error> {
    let GateStudyRequest { margin, alpha, .. } = *request;
    if margin > WIDEST {
        return Err(Error::Input(format!(
            "margin {margin}: a study takes margins up to {WIDEST}"
        )));
    }
    let replicates = u64::from(request.replicates);
    let gates = replicates * (1 + SCENARIOS.len() as u64);
    let progress = control.watch.begin(Work::Pairings {
        total: gates * PAIRINGS as u64,
        done: 0,
    });
    let study = Study {
        gate: Gate::new(margin, alpha, PAIRINGS as u64)?,
        seed: request.seed,
        budget: request.budget,
        stage: control.stage(&*progress),
    };
    let counts = study.play(replicates)?;
    let scenarios = SCENARIOS.iter().zip(counts);
    let scenarios = scenarios.map(|(scenario, count)| study.summary(scenario, count, replicates));
    Ok(GateStudy {
        schema: RESULT_SCHEMA,
        kind: GateStudyKind::Kind,
        pairings: PAIRINGS,
        replicates,
        margin,
        alpha,
        seed: request.seed,
        scenarios: scenarios.collect::<Result<_, StatsError>>()?,
    })
}

struct Study<'a> {
    gate: Gate,
    seed: u64,
    /// Instead of what the scenarios have.
    budget: Option<u64>,
    stage: Stage<'a>,
}

impl Study<'_> {
    fn play(&self, replicates: u64) -> Result<Vec<Count>, Error> {
        let mut counts = vec![Count::default(); SCENARIOS.len()];
        for replicate in 0..replicates {
            let before = self.baseline(replicate)?;
            for (count, scenario) in counts.iter_mut().zip(&SCENARIOS) {
                self.gate(replicate, scenario, &before, count)?;
            }
        }
        Ok(counts)
    }

    /// Scores of a baseline with dice of its own.
    fn baseline(&self, replicate: u64) -> Result<Vec<Estimate>, Error> {
        let sequence = self.gate.baseline()?;
        let plan = plan(self.dice(replicate, true), sequence.most_scores())?;
        let plan = plan.stopping_by(Stopping::HalfWidth(sequence));
        let tallies = run::<Toy, _, _>(&plan, |a, b| bout(a, b, 0.0), self.stage)?;
        let score = |tally: &Tally| {
            let (points, battles) = (tally.points_a(), tally.battles);
            self.gate
                .baseline_score(sequence.half_width(), points, battles)
        };
        Ok(tallies
            .iter()
            .map(score)
            .collect::<Result<_, StatsError>>()?)
    }

    fn gate(
        &self,
        replicate: u64,
        scenario: &Scenario,
        before: &[Estimate],
        count: &mut Count,
    ) -> Result<(), Error> {
        let shift = scenario.moved * self.gate.margin();
        let seed = self.dice(replicate, scenario.same_dice);
        let plan = plan(seed, self.gate.most_scores())?;
        let tallies = run_within::<Toy, _>(
            &plan,
            self.battles(scenario),
            |a, b| bout(a, b, shift),
            |at, tally| next_look(&self.gate, &before[at], tally),
            self.stage,
        )?;
        let found = |(score, tally): (&Estimate, &Tally)| {
            self.gate.finding(score, tally.points_a(), tally.battles)
        };
        let findings: Vec<_> = before.iter().zip(&tallies).map(found).collect();
        count.add(&findings, scenario, &tallies);
        Ok(())
    }

    fn summary(
        &self,
        scenario: &Scenario,
        count: Count,
        replicates: u64,
    ) -> Result<StudiedGates, StatsError> {
        let wrong_share = clopper_pearson(count.wrong, replicates, 0.95)?;
        Ok(StudiedGates {
            scenario: scenario.name.to_owned(),
            moved: scenario.moved * self.gate.margin(),
            same_dice: scenario.same_dice,
            budget: self.battles(scenario),
            pass: count.pass,
            regressed: count.regressed,
            undecided: count.undecided,
            wrong: count.wrong,
            wrong_share: (&wrong_share).into(),
            mean_battles: count.battles as f64 / replicates as f64,
        })
    }

    fn battles(&self, scenario: &Scenario) -> u64 {
        let enough = self.gate.most_scores() * PAIRINGS as u64;
        let share = || (scenario.budget * enough as f64) as u64;
        self.budget.unwrap_or_else(share)
    }

    /// The master seed of a replicate's baseline, or of gates with other dice.
    const fn dice(&self, replicate: u64, of_baseline: bool) -> u64 {
        let number = 2 * replicate + !of_baseline as u64;
        self.seed.wrapping_mul(1 << 32).wrapping_add(number)
    }
}

impl Count {
    fn add(&mut self, findings: &[Option<Finding>], scenario: &Scenario, tallies: &[Tally]) {
        match GateVerdict::of(findings.iter().copied()) {
            GateVerdict::Pass => self.pass += 1,
            GateVerdict::Regressed => self.regressed += 1,
            GateVerdict::Undecided => self.undecided += 1,
        }
        let (moved, rest) = findings.split_at(1);
        // By the margin and no farther is the edge of what may pass: there the level must hold too.
        let wrong_there = match moved[0] {
            Some(Finding::Within) => scenario.moved >= 1.0,
            Some(Finding::Changed) => scenario.moved == 0.0,
            None => false,
        };
        let wrong_elsewhere = rest.contains(&Some(Finding::Changed));
        self.wrong += u64::from(wrong_there || wrong_elsewhere);
        self.battles += tallies.iter().map(|tally| tally.battles).sum::<u64>();
    }
}

/// Probability that the unit of a pairing wins, before anything moved.
fn probability(pairing: usize) -> f64 {
    if pairing == 0 {
        0.5
    } else {
        pairing as f64 / PAIRINGS as f64
    }
}

/// Units have even numbers, their opponents odd ones; only the first pairing moves.
fn bout(a: usize, b: usize, shift: f64) -> Result<Bout, Infallible> {
    let strength = |index: usize| {
        let pairing = index / 2;
        let moved = if pairing == 0 { shift } else { 0.0 };
        let of_unit = (STRENGTH * (probability(pairing) + moved)).round();
        (if index.is_multiple_of(2) {
            of_unit
        } else {
            STRENGTH - of_unit
        }) as u16
    };
    Ok(Bout::new([strength(a), strength(b)]))
}

fn plan(seed: u64, runs: u64) -> Result<Plan, Error> {
    let contestant = |index: usize| {
        Contestant::named(format!("{} {}", ["unit", "opponent"][index % 2], index / 2))
    };
    let setting = Setting::without_dataset(Toy::NAME, "accept", seed);
    let contestants = (0..2 * PAIRINGS).map(contestant).collect();
    let pairs = (0..PAIRINGS).map(|pairing| (2 * pairing, 2 * pairing + 1));
    Ok(Plan::of_pairings(
        setting,
        "study",
        runs,
        contestants,
        pairs.collect(),
    )?)
}
