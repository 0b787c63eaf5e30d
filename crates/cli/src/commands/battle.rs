//! `equipoise battle`: a scenario, played many times or shown once.

use std::path::Path;

use equipoise_engine::Side;
use equipoise_simulator::{
    CONFIDENCE, Control, Observed, Pairing, Plan, Sums, moments, narrate, observed_digest, replay,
    run_observed, score_a,
};
use equipoise_stats::{Estimate, Moments, normal_mean, wilson};
use serde_json::{Value, json};

use crate::args::{Format, Output, Shared, Sides, Workers, runs};
use crate::commands::replay::steps;
use crate::failure::Failure;
use crate::interrupt;
use crate::numbers::{fixed, percent, spread};
use crate::output::{json_lines, note_rounding, print, print_as};
use crate::progress::Bar;
use crate::systems::Front;
use crate::table::Table;
use crate::whole_file::WholeFile;
use clap::{Args, value_parser};
use equipoise_analysis::Game;
use equipoise_engine::front_end::{
    Dataset as _, Kind, Picture, Quantities, Scenario as _, Unit as _,
};
use equipoise_engine::text::counted;
use std::path::PathBuf;

/// Arguments of `battle`.
#[derive(Args)]
#[command(after_help = format!("{BATTLE}\n\nExamples:\n{}", S::HELP.battle))]
pub(crate) struct BattleArgs<S: Front> {
    /// Name of a scenario, or a scenario file
    #[arg(value_name = "SCENARIO")]
    pub(crate) scenario: String,
    /// Battles; an odd number is rounded up, so that both seats are played equally
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000, value_parser = runs(),
        conflicts_with = "replay"
    )]
    pub(crate) runs: u64,
    /// Shows the battle with this number, from 0, instead
    #[arg(long, value_name = "K", value_parser = value_parser!(u64).range(..Plan::MAX_RUNS))]
    pub(crate) replay: Option<u64>,
    /// Draws the battle shown into this file
    #[arg(long, hide = S::PICTURE.is_none(), value_name = "FILE", requires = "replay")]
    pub(crate) svg: Option<PathBuf>,
    /// Army files that take the place of the scenario's forces
    #[arg(long, hide = S::Dataset::ARMIES.is_none(), num_args = 2, value_names = ["A", "B"])]
    pub(crate) armies: Option<Vec<PathBuf>>,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) sides: Sides<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

const BATTLE: &str = "\
A scenario is a name (`equipoise list scenarios`) or a file. The named ones are those in the folder
`scenarios` of the dataset, or those that ship with the program.
In battles with an even number the force whose name comes first has seat A, in the others the
other one; the table is turned with the seats, so that each force keeps its ground.
With --format csv each number is a row: of the battle, of a side, or of a model of it.
With --replay and --format json each event is one line of JSON after a head line; with
--format csv it is a row.";

pub(crate) fn run<S: Front>(output: &Output, args: &BattleArgs<S>) -> Result<(), Failure> {
    let draw = args.svg.as_deref().map(picture::<S>).transpose()?;
    let mut game = Game::<S>::new(&args.shared.between(&args.sides))?;
    let scenario = game.scenario(&args.scenario, args.armies.as_deref())?;
    let runs = args.replay.map_or(args.runs, |battle| battle + 1);
    let plan = game.battle_plan(&scenario, runs)?;
    let pairing = game.battle_pairing(&plan, &scenario)?;
    if let Some(battle) = args.replay {
        let shown = Shown {
            plan: &plan,
            pairing: &pairing,
            scenario: &scenario,
            battle,
        };
        return shown.show(output, draw);
    }
    note_rounding(output, args.runs, &plan);
    let bar = Bar::new(output, plan.runs());
    let control = Control {
        threads: args.workers.threads.map(usize::from),
        progress: &bar,
        cancel: interrupt::watch()?,
    };
    let observed = run_observed::<S, S::CompileError>(&pairing, plan.runs(), control);
    bar.finish();
    let result = BattleResult::<S>::new(&plan, &scenario, observed?)?;
    print_as(
        output.format,
        || result.text(),
        || result.json(),
        || result.quantities(),
    )
}

/// The file to draw into and who draws.
fn picture<S: Front>(file: &Path) -> Result<(&Path, Picture<S>), Failure> {
    let draw = S::PICTURE.ok_or_else(|| {
        Failure::Input(format!(
            "battles of {} are not drawn; replay them without --svg",
            S::NAME
        ))
    })?;
    Ok((file, draw))
}

/// One battle of a scenario.
struct Shown<'a, S: Front> {
    plan: &'a Plan,
    pairing: &'a Pairing<S>,
    scenario: &'a S::Scenario,
    battle: u64,
}

impl<S: Front> Shown<'_, S> {
    /// Shows the battle, and draws it if a file is given.
    fn show(&self, output: &Output, draw: Option<(&Path, Picture<S>)>) -> Result<(), Failure> {
        let played = replay(self.pairing, self.battle);
        if let Some((file, draw)) = draw {
            let seated = if played.seat_of_a == Side::A {
                self.scenario.clone()
            } else {
                self.scenario.swapped()
            };
            WholeFile::write_now(file, &draw(&seated, &played.events))?;
        }
        if output.format == Format::Json {
            let head = self.head(played.seat_of_a);
            return print(&json_lines(&head, &played.events));
        }
        let log = narrate(self.pairing, self.battle, &played);
        match output.format {
            Format::Csv => print(&steps(&log).to_csv()),
            _ => print(&self.text(played.seat_of_a, &log)),
        }
    }

    /// The head line of the events.
    fn head(&self, seat: Side) -> Value {
        let setting = self.plan.setting();
        let [a, b] = Side::BOTH.map(|side| self.scenario.force_name(side));
        json!({
            "schema": 1,
            "system": setting.system,
            "scenario": self.scenario.name(),
            "policy": setting.policy,
            "options": setting.options,
            "seed": setting.seed,
            "battle": self.battle,
            "a": {"name": a, "seat": seat},
            "b": {"name": b, "seat": seat.other()},
            "units": S::models(self.pairing.bout(self.battle)),
        })
    }

    fn text(&self, seat: Side, log: &[String]) -> String {
        let setting = self.plan.setting();
        let [a, b] = Side::BOTH.map(|side| self.scenario.force_name(side));
        let mut text = format!(
            "{}, battle {}, seed {}, policy {}: {a} (side {seat}) against {b} (side {})\n\n",
            self.scenario.name(),
            self.battle,
            setting.seed,
            setting.policy,
            seat.other()
        );
        for line in log {
            text += line;
            text.push('\n');
        }
        text
    }
}

struct BattleResult<'a, S: Front> {
    plan: &'a Plan,
    scenario: &'a S::Scenario,
    observed: Observed,
    score: Estimate,
    vp: [Moments; 2],
    /// Mean of each observed quantity of each side, with its interval.
    estimates: [Vec<Estimate>; 2],
    digest: String,
}

/// Means of a side's quantities with their intervals.
fn estimates(
    quantities: Quantities,
    sums: &[Sums],
    battles: u64,
) -> Result<Vec<Estimate>, Failure> {
    let of_side = quantities.of_side();
    let of_model = quantities.of_model.len();
    let estimate = |(index, sums): (usize, &Sums)| {
        let model = index.checked_sub(of_side);
        let kind = model.map(|index| quantities.of_model[index % of_model].kind);
        let estimate = match kind {
            Some(Kind::Share) => wilson(sums.sum as f64, battles, CONFIDENCE),
            _ => normal_mean(sums.sum.into(), sums.squares, battles, CONFIDENCE),
        };
        estimate.map_err(Failure::from)
    };
    sums.iter().enumerate().map(estimate).collect()
}

/// A mean with its interval, as JSON.
fn mean_json(mean: &Estimate) -> Value {
    json!({"mean": mean.estimate, "low": mean.low, "high": mean.high})
}

/// A model with the means of its quantities, as JSON.
fn model_json<S: Front>(unit: &S::Unit, means: &[Estimate]) -> Value {
    let mut document = json!({"name": unit.name()});
    for (quantity, mean) in S::QUANTITIES.of_model.iter().zip(means) {
        match quantity.kind {
            Kind::Share => {
                document[quantity.name] = json!(mean.estimate);
                let interval = json!({"low": mean.low, "high": mean.high});
                document[format!("{}_interval", quantity.name)] = interval;
            }
            Kind::Mean { .. } => document[quantity.name] = mean_json(mean),
        }
    }
    document
}

/// Means of the rounds with their intervals, as JSON.
fn rounds_json(means: &[Estimate]) -> Value {
    let each = |pick: fn(&Estimate) -> f64| means.iter().map(pick).collect::<Vec<f64>>();
    json!({
        "mean_by_round": each(|mean| mean.estimate),
        "low_by_round": each(|mean| mean.low),
        "high_by_round": each(|mean| mean.high),
    })
}

impl<'a, S: Front> BattleResult<'a, S> {
    fn new(plan: &'a Plan, scenario: &'a S::Scenario, observed: Observed) -> Result<Self, Failure> {
        let tally = &observed.tally;
        let estimates = |side: usize| {
            let sums = &observed.sums[side];
            estimates(S::QUANTITIES, sums, tally.battles)
        };
        Ok(Self {
            plan,
            scenario,
            score: score_a(tally)?,
            vp: [
                moments(tally.vp_a, tally.battles)?,
                moments(tally.vp_b, tally.battles)?,
            ],
            estimates: [estimates(0)?, estimates(1)?],
            digest: observed_digest(plan, &json!(scenario).to_string(), &observed),
            observed,
        })
    }

    fn points(&self, side: Side) -> u32 {
        let models = self.scenario.models(side).into_iter();
        models.map(|unit| unit.points()).sum()
    }

    fn side_json(&self, side: Side) -> Value {
        let units: Vec<Value> = self
            .model_means(side)
            .map(|(unit, means)| model_json::<S>(unit, means))
            .collect();
        let mut document = json!({
            "name": self.scenario.force_name(side),
            "points": self.points(side),
            "units": units,
        });
        for (quantity, means) in self.round_means(side) {
            document[quantity] = rounds_json(means);
        }
        document
    }

    fn json(&self) -> Value {
        let setting = self.plan.setting();
        let tally = &self.observed.tally;
        let vp = |side: usize| json!({"mean": self.vp[side].mean, "sd": self.vp[side].sd});
        json!({
            "schema": 1,
            "kind": "battle",
            "system": setting.system,
            "scenario": self.scenario.name(),
            "policy": setting.policy,
            "options": setting.options,
            "seed": setting.seed,
            "a": self.side_json(Side::A),
            "b": self.side_json(Side::B),
            "battles": tally.battles,
            "wins_a": tally.wins_a,
            "wins_b": tally.wins_b,
            "draws": tally.draws,
            "score_a": {
                "estimate": self.score.estimate,
                "low": self.score.low,
                "high": self.score.high,
                "confidence": self.score.confidence,
                "method": self.score.method.name(),
            },
            "vp": {"a": vp(0), "b": vp(1)},
            "rounds": {"mean": tally.rounds as f64 / tally.battles as f64},
            "digest": self.digest,
        })
    }

    fn text(&self) -> String {
        let setting = self.plan.setting();
        let tally = &self.observed.tally;
        let [a, b] = Side::BOTH.map(|side| self.scenario.force_name(side));
        let share = |count: u64| percent(count as f64 / tally.battles as f64);
        let vp = |side: usize| spread(S::SCORE, self.vp[side].into());
        let mut text = format!(
            "{}: {a} against {b}\n  {}, policy {}, seed {}\n",
            self.scenario.name(),
            counted(tally.battles, "battle"),
            setting.policy,
            setting.seed
        );
        text += &format!(
            "  {a} wins {}, {b} wins {}, drawn {}\n",
            share(tally.wins_a),
            share(tally.wins_b),
            share(tally.draws)
        );
        text += &format!(
            "  score of {a}: {} ({:.0} % interval {} to {}; a draw counts half)\n",
            percent(self.score.estimate),
            100.0 * CONFIDENCE,
            percent(self.score.low),
            percent(self.score.high)
        );
        text += &format!("  {}: {a} {}, {b} {}\n", S::SCORE.unit, vp(0), vp(1));
        text += &format!(
            "  rounds: {:.2} on average\n  digest {}\n\n",
            tally.rounds as f64 / tally.battles as f64,
            self.digest
        );
        text + &self.models_table().to_text()
    }

    /// One row per number: of the whole battle, of a side, or of a model of it.
    fn quantities(&self) -> Table {
        let mut table = Table::new(&["side", "model", "unit", "quantity", "value"]);
        let tally = &self.observed.tally;
        let rounds = tally.rounds as f64 / tally.battles as f64;
        for (quantity, value) in [
            ("battles", json!(tally.battles)),
            ("draws", json!(tally.draws)),
            ("rounds_mean", json!(rounds)),
            ("digest", json!(self.digest)),
        ] {
            let none = Value::Null;
            table.push(vec![
                none.clone(),
                none.clone(),
                none,
                json!(quantity),
                value,
            ]);
        }
        for side in Side::BOTH {
            self.side_quantities(side, &mut table);
            self.model_quantities(side, &mut table);
        }
        table
    }

    fn side_quantities(&self, side: Side, table: &mut Table) {
        let (tally, vp) = (&self.observed.tally, &self.vp[side.index()]);
        let mut of_side = |quantity: &str, value: Value| {
            let (model, unit) = (Value::Null, Value::Null);
            table.push(vec![json!(side), model, unit, json!(quantity), value]);
        };
        of_side("name", json!(self.scenario.force_name(side)));
        of_side("points", json!(self.points(side)));
        of_side("wins", json!([tally.wins_a, tally.wins_b][side.index()]));
        if side == Side::A {
            of_side("score", json!(self.score.estimate));
            of_side("score_low", json!(self.score.low));
            of_side("score_high", json!(self.score.high));
        }
        of_side("vp_mean", json!(vp.mean));
        of_side("vp_sd", json!(vp.sd));
        for (quantity, means) in self.round_means(side) {
            for (round, mean) in means.iter().enumerate() {
                let round = format!("{quantity}_mean_round_{}", round + 1);
                of_side(&round, json!(mean.estimate));
                of_side(&format!("{round}_low"), json!(mean.low));
                of_side(&format!("{round}_high"), json!(mean.high));
            }
        }
    }

    fn model_quantities(&self, side: Side, table: &mut Table) {
        for (model, (unit, means)) in self.model_means(side).enumerate() {
            let mut of_model = |quantity: &str, value: Value| {
                let (side, model) = (json!(side), json!(model + 1));
                table.push(vec![
                    side,
                    model,
                    json!(unit.name()),
                    json!(quantity),
                    value,
                ]);
            };
            of_model("points", json!(unit.points()));
            for (quantity, mean) in S::QUANTITIES.of_model.iter().zip(means) {
                let name = match quantity.kind {
                    Kind::Share => quantity.name.to_owned(),
                    Kind::Mean { .. } => format!("{}_mean", quantity.name),
                };
                of_model(&name, json!(mean.estimate));
                of_model(&format!("{name}_low"), json!(mean.low));
                of_model(&format!("{name}_high"), json!(mean.high));
            }
        }
    }

    /// Each quantity of a side with its mean after each round.
    fn round_means(&self, side: Side) -> impl Iterator<Item = (&'static str, &[Estimate])> {
        let Quantities {
            by_round, rounds, ..
        } = S::QUANTITIES;
        let means = self.estimates[side.index()].chunks(rounds);
        by_round.iter().copied().zip(means)
    }

    /// Each model of a side with the means of its own quantities.
    fn model_means(&self, side: Side) -> impl Iterator<Item = (&'a S::Unit, &[Estimate])> {
        let means = &self.estimates[side.index()][S::QUANTITIES.of_side()..];
        let means = means.chunks(S::QUANTITIES.of_model.len());
        self.scenario.models(side).into_iter().zip(means)
    }

    /// One row per model, its means with their intervals.
    fn models_table(&self) -> Table {
        let columns = S::QUANTITIES.of_model.iter().map(|quantity| {
            let unit = match quantity.kind {
                Kind::Share => "%",
                Kind::Mean { .. } => "mean",
            };
            format!("{}_{unit}", quantity.name)
        });
        let columns: Vec<String> = ["side", "unit", "points"]
            .map(str::to_owned)
            .into_iter()
            .chain(columns)
            .collect();
        let mut table = Table::new(&columns);
        for side in Side::BOTH {
            for (unit, means) in self.model_means(side) {
                let own = [json!(side), json!(unit.name()), json!(unit.points())];
                let means = S::QUANTITIES.of_model.iter().zip(means);
                let shown = means.map(|(quantity, mean)| shown(quantity.kind, mean));
                table.push(own.into_iter().chain(shown).collect());
            }
        }
        table
    }
}

/// A mean with its interval for people; shares in percent.
fn shown(kind: Kind, mean: &Estimate) -> Value {
    let (scale, decimals) = match kind {
        Kind::Share => (100.0, 1),
        Kind::Mean { decimals } => (1.0, decimals),
    };
    let [mean, low, high] =
        [mean.estimate, mean.low, mean.high].map(|value| fixed(scale * value, decimals));
    json!(format!("{mean} ({low} to {high})"))
}
