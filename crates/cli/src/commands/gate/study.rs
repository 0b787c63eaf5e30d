//! How often gates are right: gates of a game whose probabilities are known, played by the thousand.

use std::convert::Infallible;

use equipoise_engine::GameSystem as _;
use equipoise_simulator::{
    Contestant, Control, Plan, Setting, Stopping, Tally, run as play, run_within,
};
use equipoise_stats::{Estimate, Finding, Gate, StatsError, Verdict, clopper_pearson};
use equipoise_toy::{Bout, Toy};
use serde_json::{Value, json};

use super::GateArgs;
use super::playing::next_look;
use crate::args::Output;
use crate::failure::Failure;
use crate::interrupt;
use crate::numbers::{fixed, percent, percentage_points};
use crate::output::print_as;
use crate::progress::Bar;
use crate::systems::Front;
use crate::table::Table;
use equipoise_engine::text::counted;

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

pub(super) fn run<S: Front>(output: &Output, args: &GateArgs<S>) -> Result<(), Failure> {
    let (margin, alpha) = (args.margin.unwrap_or(0.02), args.alpha.unwrap_or(0.05));
    if margin > WIDEST {
        return Err(Failure::Input(format!(
            "--margin {margin}: a study takes margins up to {WIDEST}"
        )));
    }
    let replicates = u64::from(args.replicates);
    let gates = replicates * (1 + SCENARIOS.len() as u64);
    let bar = Bar::of_pairings(output, gates * PAIRINGS as u64);
    let study = Study {
        gate: Gate::new(margin, alpha, PAIRINGS as u64)?,
        seed: args.seed.unwrap_or(1),
        budget: args.budget,
        control: Control {
            threads: args.workers.threads.map(usize::from),
            progress: &bar,
            cancel: interrupt::watch()?,
        },
    };
    let counts = study.play(replicates);
    bar.finish();
    let findings = Findings {
        study: &study,
        replicates,
        counts: counts?,
    };
    let table = findings.table()?;
    print_as(
        output.format,
        || findings.text(&table),
        || findings.json(&table),
        || findings.plain(&table),
    )
}

struct Study<'a> {
    gate: Gate,
    seed: u64,
    /// Instead of what the scenarios have.
    budget: Option<u64>,
    control: Control<'a>,
}

impl Study<'_> {
    fn play(&self, replicates: u64) -> Result<Vec<Count>, Failure> {
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
    fn baseline(&self, replicate: u64) -> Result<Vec<Estimate>, Failure> {
        let sequence = self.gate.baseline()?;
        let plan = plan(self.dice(replicate, true), sequence.most_scores())?;
        let plan = plan.stopping_by(Stopping::HalfWidth(sequence));
        let tallies = play::<Toy, _, _>(&plan, |a, b| bout(a, b, 0.0), self.control)?;
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
    ) -> Result<(), Failure> {
        let shift = scenario.moved * self.gate.margin();
        let seed = self.dice(replicate, scenario.same_dice);
        let plan = plan(seed, self.gate.most_scores())?;
        let tallies = run_within::<Toy, _>(
            &plan,
            self.battles(scenario),
            |a, b| bout(a, b, shift),
            |at, tally| next_look(&self.gate, &before[at], tally),
            self.control,
        )?;
        let found = |(score, tally): (&Estimate, &Tally)| {
            self.gate.finding(score, tally.points_a(), tally.battles)
        };
        let findings: Vec<_> = before.iter().zip(&tallies).map(found).collect();
        count.add(&findings, scenario, &tallies);
        Ok(())
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
        match Verdict::of(findings.iter().copied()) {
            Verdict::Pass => self.pass += 1,
            Verdict::Regressed => self.regressed += 1,
            Verdict::Undecided => self.undecided += 1,
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

fn plan(seed: u64, runs: u64) -> Result<Plan, Failure> {
    let contestant = |index: usize| {
        Contestant::named(format!("{} {}", ["unit", "opponent"][index % 2], index / 2))
    };
    let setting = Setting::without_dataset(Toy::NAME, "accept", seed);
    let contestants = (0..2 * PAIRINGS).map(contestant).collect();
    let pairs = (0..PAIRINGS).map(|pairing| (2 * pairing, 2 * pairing + 1));
    Ok(Plan::pairings(
        setting,
        "study",
        runs,
        contestants,
        pairs.collect(),
    )?)
}

struct Findings<'a> {
    study: &'a Study<'a>,
    replicates: u64,
    counts: Vec<Count>,
}

/// One scenario with its count and the interval of its share of wrong gates.
type Line<'a> = (&'a Scenario, Count, Estimate);

impl Findings<'_> {
    fn table(&self) -> Result<Vec<Line<'_>>, StatsError> {
        let line = |(scenario, &count): (&'static Scenario, &Count)| {
            let wrong = clopper_pearson(count.wrong, self.replicates, 0.95)?;
            Ok((scenario, count, wrong))
        };
        SCENARIOS.iter().zip(&self.counts).map(line).collect()
    }

    fn mean_battles(&self, count: Count) -> f64 {
        count.battles as f64 / self.replicates as f64
    }

    fn text(&self, lines: &[Line<'_>]) -> String {
        let columns = [
            "what happened",
            "pass",
            "regressed",
            "undecided",
            "any wrong",
            "95 % interval",
            "battles",
        ];
        let mut table = Table::new(&columns);
        let share = |count: u64| json!(percent(count as f64 / self.replicates as f64));
        for &(scenario, count, wrong) in lines {
            table.push(vec![
                json!(scenario.name),
                share(count.pass),
                share(count.regressed),
                share(count.undecided),
                share(count.wrong),
                json!(format!("{} to {}", percent(wrong.low), percent(wrong.high))),
                json!(fixed(self.mean_battles(count), 0)),
            ]);
        }
        format!(
            "Gates of {PAIRINGS} pairings of known probabilities, one of which moves\n  \
             {}, a gate of each kind for each; margin {} percentage points, alpha {}, seed {}\n\n{}",
            counted(self.replicates, "baseline"),
            percentage_points(self.study.gate.margin()),
            self.study.gate.alpha(),
            self.study.seed,
            table.to_text(),
        )
    }

    fn json(&self, lines: &[Line<'_>]) -> Value {
        let line = |&(scenario, count, wrong): &Line<'_>| {
            json!({
                "scenario": scenario.name,
                "moved": scenario.moved * self.study.gate.margin(),
                "same_dice": scenario.same_dice,
                "budget": self.study.battles(scenario),
                "pass": count.pass,
                "regressed": count.regressed,
                "undecided": count.undecided,
                "wrong": count.wrong,
                "wrong_share": {"estimate": wrong.estimate, "low": wrong.low, "high": wrong.high},
                "mean_battles": self.mean_battles(count),
            })
        };
        json!({
            "schema": 1,
            "kind": "gate-study",
            "pairings": PAIRINGS,
            "replicates": self.replicates,
            "margin": self.study.gate.margin(),
            "alpha": self.study.gate.alpha(),
            "seed": self.study.seed,
            "scenarios": lines.iter().map(line).collect::<Value>(),
        })
    }

    fn plain(&self, lines: &[Line<'_>]) -> Table {
        let mut table = Table::new(&[
            "scenario",
            "replicates",
            "pass",
            "regressed",
            "undecided",
            "wrong",
            "wrong_share_low",
            "wrong_share_high",
            "mean_battles",
        ]);
        for &(scenario, count, wrong) in lines {
            table.push(vec![
                json!(scenario.name),
                json!(self.replicates),
                json!(count.pass),
                json!(count.regressed),
                json!(count.undecided),
                json!(count.wrong),
                json!(wrong.low),
                json!(wrong.high),
                json!(self.mean_battles(count)),
            ]);
        }
        table
    }
}
