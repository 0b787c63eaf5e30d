//! `equipoise baseline`: writes down how balance stands.

mod args;
mod selection;

use equipoise_report::level;
use equipoise_simulator::{Control, Plan, Stopping, Tally, digest, run as play};
use equipoise_stats::Gate;
use serde_json::{Value, json};

use crate::args::Output;
use crate::baselines::{Baseline, Recorded};
use crate::failure::Failure;
use crate::interrupt;
use crate::numbers::percentage_points as points;
use crate::output::{note, print_as};
use crate::progress::Bar;
use crate::systems::Front;
use crate::table::Table;
use crate::whole_file::WholeFile;
use equipoise_analysis::Game;
use equipoise_engine::text::counted;

pub(crate) use args::{BaselineArgs, alpha};
pub(super) use selection::Selection;

pub(crate) fn run<S: Front>(output: &Output, args: &BaselineArgs<S>) -> Result<(), Failure> {
    check_seed(args.shared.seed)?;
    let game = Game::<S>::new(&args.shared.request())?;
    let selection = args.selection();
    let pairs = selection.pairs(&game, &args.units, &args.against)?;
    let gate = Gate::new(args.margin, args.alpha, pairs.len() as u64)?;
    let sequence = gate.baseline()?;
    let most = playable(sequence.most_scores(), args.margin)?;
    let (plan, units) = game.pairings(selection.name(), most, &pairs)?;
    let plan = plan.stopping_by(Stopping::HalfWidth(sequence));
    if !args.force {
        check_replaceable(&args.out)?;
    }
    let file = WholeFile::create(&args.out)?;
    note(output, &cost(&plan));
    let bar = Bar::of_pairings(output, plan.cells().len() as u64);
    let control = Control {
        threads: args.workers.threads.map(usize::from),
        progress: &bar,
        cancel: interrupt::watch()?,
    };
    let compile = |a: usize, b: usize| game.compile(units[a], units[b]);
    let tallies = play::<S, _, _>(&plan, compile, control);
    bar.finish();
    let baseline = recorded(&plan, &tallies?, &gate, sequence.half_width());
    file.commit(&baseline.to_toml())?;
    let summary = Summary {
        baseline: &baseline,
        file: args.out.display().to_string(),
        gate: &gate,
    };
    print_as(
        output.format,
        || summary.text(),
        || summary.json(),
        || summary.table(),
    )
}

/// Numbers in TOML are signed.
fn check_seed(seed: u64) -> Result<(), Failure> {
    if i64::try_from(seed).is_ok() {
        return Ok(());
    }
    let most = i64::MAX;
    Err(Failure::Input(format!(
        "--seed {seed}: the file of a baseline holds seeds up to {most}"
    )))
}

/// The battles of a pairing, if there can be so many.
pub(super) fn playable(battles: u64, margin: f64) -> Result<u64, Failure> {
    if battles <= Plan::MAX_RUNS {
        return Ok(battles);
    }
    Err(Failure::Input(format!(
        "--margin {margin} may take {battles} battles of a pairing, more than the {} there can be",
        Plan::MAX_RUNS
    )))
}

/// Refuses to put a baseline in the place of a file that is none.
fn check_replaceable(path: &std::path::Path) -> Result<(), Failure> {
    if !path.is_file() {
        return Ok(());
    }
    Baseline::read(path).map(drop).map_err(|_| {
        Failure::Access(format!(
            "{} exists and is no baseline that could be replaced; name another file or use --force",
            path.display()
        ))
    })
}

/// What the battles may come to.
fn cost(plan: &Plan) -> String {
    format!(
        "{}, at most {} each, at most {} in all; lopsided pairings take far fewer",
        counted(plan.cells().len() as u64, "pairing"),
        counted(plan.runs(), "battle"),
        counted(plan.battles(), "battle"),
    )
}

fn recorded(plan: &Plan, tallies: &[Tally], gate: &Gate, half_width: f64) -> Baseline {
    let pairings = plan.cells().iter().zip(tallies);
    let pairings = pairings.map(|(cell, tally)| Recorded {
        a: plan.name(cell.a).to_owned(),
        b: plan.name(cell.b).to_owned(),
        battles: tally.battles,
        wins: tally.wins_a,
        draws: tally.draws,
        line: 0,
    });
    let setting = plan.setting().clone();
    Baseline {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        system: setting.system,
        policy: setting.policy,
        options: setting.options,
        seed: setting.seed,
        dataset: setting.dataset,
        grid: plan.grid().to_owned(),
        margin: gate.margin(),
        alpha: gate.alpha(),
        half_width,
        digest: digest(plan, tallies),
        pairings: pairings.collect(),
    }
}

struct Summary<'a> {
    baseline: &'a Baseline,
    file: String,
    gate: &'a Gate,
}

impl Summary<'_> {
    /// The most battles a gate may take.
    fn gate_battles(&self) -> u64 {
        self.gate.most_scores() * self.baseline.pairings.len() as u64
    }

    fn text(&self) -> String {
        let Baseline {
            system,
            policy,
            seed,
            grid,
            margin,
            alpha,
            half_width,
            digest,
            ..
        } = self.baseline;
        let pairings = counted(self.baseline.pairings.len() as u64, "pairing");
        format!(
            "Baseline of {system}, grid {grid}, policy {policy}, seed {seed}\n  \
             {pairings}, {}: each score known to ± {} percentage points, all at once at {}\n  \
             made for a margin of {} percentage points at alpha {alpha}; a gate takes at most {}\n\
             written  {}\ndigest   {digest}\n",
            counted(self.baseline.battles(), "battle"),
            points(*half_width),
            level(1.0 - alpha / 2.0),
            points(*margin),
            counted(self.gate_battles(), "battle"),
            self.file,
        )
    }

    fn json(&self) -> Value {
        let made = self.baseline;
        json!({
            "schema": 1,
            "kind": "baseline",
            "file": self.file,
            "system": made.system,
            "policy": made.policy,
            "options": made.options,
            "seed": made.seed,
            "grid": made.grid,
            "dataset": made.dataset,
            "margin": made.margin,
            "alpha": made.alpha,
            "half_width": made.half_width,
            "confidence_of_each": self.gate.confidence_of_each(),
            "pairings": made.pairings.len(),
            "battles": made.battles(),
            "gate_battles_at_most": self.gate_battles(),
            "digest": made.digest,
        })
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["a", "b", "battles", "wins_a", "draws"]);
        for pairing in &self.baseline.pairings {
            table.push(vec![
                json!(pairing.a),
                json!(pairing.b),
                json!(pairing.battles),
                json!(pairing.wins),
                json!(pairing.draws),
            ]);
        }
        table
    }
}
