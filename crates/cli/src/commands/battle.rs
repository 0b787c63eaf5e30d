//! `equipoise battle`: a scenario, played many times or shown once.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, value_parser};
use equipoise_analysis::Interval;
use equipoise_analysis::battle::{
    BattleReplayHead, BattleReplayRequest, BattleReplayResult, BattleRequest, BattleResult, Force,
    Quantity, battle, battle_recorded, replay,
};
use equipoise_engine::front_end::{Dataset, Kind, Quantities, ScoreWords};
use equipoise_engine::text::counted;
use equipoise_simulator::Plan;
use serde_json::{Value, json};

use crate::args::{Format, Output, Shared, Sides, Workers, runs};
use crate::commands::chart::Picture;
use crate::commands::replay::{lines, steps};
use crate::failure::Failure;
use crate::fought;
use crate::numbers::fixed;
use crate::output::{json_lines, print, print_result};
use crate::overwriting::check_outputs;
use crate::progress::Terminal;
use crate::table::Table;
use crate::whole_file::WholeFile;
use equipoise_engine::front_end::FrontEnd;

/// Arguments of `battle`.
#[derive(Args)]
#[command(after_help = format!("{BATTLE}\n\nExamples:\n{}", S::HELP.battle))]
pub(crate) struct BattleArgs<S: FrontEnd> {
    /// Name of a scenario, or a scenario file
    #[arg(value_name = "SCENARIO", required_unless_present = "mode")]
    scenario: Option<String>,
    /// Plays the shipped scenario of this mode
    #[arg(
        long,
        hide = modes::<S>().is_empty(),
        conflicts_with = "scenario",
        value_parser = PossibleValuesParser::new(modes::<S>().iter().map(|(mode, _)| *mode))
    )]
    mode: Option<String>,
    /// Battles; an odd number is rounded up, so that both seats are played equally
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000, value_parser = runs(),
        conflicts_with = "replay"
    )]
    pub(crate) runs: u64,
    /// Shows battle number K, from 0, instead
    #[arg(long, value_name = "K", value_parser = value_parser!(u64).range(..Plan::MAX_RUNS))]
    pub(crate) replay: Option<u64>,
    /// Draws the battle of --replay into a file, .svg
    #[arg(long, hide = S::PICTURE.is_none(), value_name = "FILE", requires = "replay", conflicts_with = "runs")]
    pub(crate) svg: Option<PathBuf>,
    /// Army files that replace the scenario's forces
    #[arg(long, hide = S::Dataset::ARMIES.is_none(), num_args = 2, value_names = ["A", "B"])]
    pub(crate) armies: Option<Vec<PathBuf>>,
    /// Also writes a row for each battle into a Parquet file
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub(crate) battles: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) sides: Sides<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

/// Each mode that a shipped scenario plays, with that scenario.
fn modes<S: FrontEnd>() -> &'static [(&'static str, &'static str)] {
    <S::Dataset as Dataset>::MODES.map_or(&[], |modes| modes.scenarios)
}

impl<S: FrontEnd> BattleArgs<S> {
    /// Name or file of the scenario that is asked for.
    fn scenario(&self) -> String {
        let of_mode = modes::<S>()
            .iter()
            .find(|(mode, _)| self.mode.as_deref() == Some(mode));
        let named = of_mode.map(|(_, scenario)| (*scenario).to_owned());
        named.or_else(|| self.scenario.clone()).unwrap_or_default()
    }

    /// Refuses output files that are inputs, and pictures with a wrong name.
    fn check_files(&self) -> Result<(), Failure> {
        self.svg.as_deref().map(Picture::check_svg).transpose()?;
        let scenario = self.scenario.as_deref().map(Path::new);
        let files = self
            .armies
            .iter()
            .flatten()
            .chain(&self.shared.data.dataset);
        check_outputs(
            files.map(PathBuf::as_path).chain(scenario),
            &[
                ("--svg", self.svg.as_deref()),
                ("--battles", self.battles.as_deref()),
            ],
        )
    }
}

const BATTLE: &str = "\
A scenario is a name (`equipoise list scenarios`) or a file. Named scenarios are in the folder
`scenarios` of the dataset, or ship with the program.
The force whose name sorts first has seat A in even-numbered battles and seat B in the others;
the table turns with the seats, so each force has the same ground in all battles.
--format csv prints one row per number: of the battle, of a side, or of one of its models.
--replay with --format json prints a head line, then one line of JSON per event; with --format csv,
one row per event.";

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &BattleArgs<S>) -> Result<(), Failure> {
    args.check_files()?;
    let game = args.shared.between(&args.sides)?;
    let armies = args.armies.clone();
    let armies = armies.and_then(|armies| armies.try_into().ok());
    if let Some(battle) = args.replay {
        let request = BattleReplayRequest {
            game,
            scenario: args.scenario(),
            armies,
            battle,
            picture: args.svg.is_some(),
        };
        return show(output, args, &replay(&request)?);
    }
    let request = BattleRequest {
        game,
        scenario: args.scenario(),
        armies,
        runs: args.runs,
    };
    let terminal = Terminal::new(output)?;
    let control = terminal.control(args.workers);
    let result = match &args.battles {
        Some(file) => battle_recorded(&request, file, control)?,
        None => battle(&request, control)?,
    };
    print_result(
        output,
        &result,
        || text(&result, S::SCORE, S::QUANTITIES),
        || table(&result),
    )
}

/// Shows one battle, and draws it if a file is given.
fn show<S: FrontEnd>(
    output: &Output,
    args: &BattleArgs<S>,
    shown: &BattleReplayResult,
) -> Result<(), Failure> {
    if let (Some(file), Some(picture)) = (&args.svg, &shown.picture) {
        WholeFile::write_now(file, picture)?;
    }
    match output.format {
        Format::Text => print(&replay_text(&shown.head, &shown.log)),
        Format::Json => print(&json_lines(&shown.head, &shown.events)),
        Format::Csv => print(&steps(&shown.log).to_csv()),
    }
}

fn replay_text(head: &BattleReplayHead, log: &[String]) -> String {
    format!(
        "{}, battle {}, seed {}, policy {}: {} (side {}) against {} (side {})\n\n{}",
        head.played_in.scenario,
        head.battle,
        head.seed,
        head.played_in.policy,
        head.a.name,
        head.a.seat,
        head.b.name,
        head.b.seat,
        lines(log)
    )
}

fn text(result: &BattleResult, words: ScoreWords, quantities: Quantities) -> String {
    let names @ [a, b] = [&result.a.name, &result.b.name];
    format!(
        "{}: {a} against {b}\n  {}, policy {}, seed {}\n{}\n{}{}",
        result.played_in.scenario,
        counted(result.fought.battles, "battle"),
        result.played_in.policy,
        result.seed,
        fought::lines(&result.fought, names, "interval", "", words),
        totals(result, quantities),
        models_table(result, quantities).to_text()
    )
}

/// A table of what is observed of a side over the whole battle; quantities that were always 0 are left out.
fn totals(result: &BattleResult, quantities: Quantities) -> String {
    let mut table = Table::new(&["mean", &result.a.name, &result.b.name]);
    let both = result.a.totals.0.iter().zip(&result.b.totals.0);
    let mut some = false;
    for (quantity, ((_, a), (_, b))) in quantities.of_battle.iter().zip(both) {
        let means = [a.interval(), b.interval()];
        if means.iter().any(|mean| mean.low < 0.0 || mean.high > 0.0) {
            let [a, b] = means.map(|mean| shown(quantity.kind, mean));
            table.push(vec![json!(quantity.name), a, b]);
            some = true;
        }
    }
    if some {
        table.to_text() + "\n"
    } else {
        String::new()
    }
}

/// One row per model, its means with their intervals.
fn models_table(result: &BattleResult, quantities: Quantities) -> Table {
    let kinds = quantities.of_model;
    let mut columns = ["side", "unit", "points"].map(str::to_owned).to_vec();
    columns.extend(kinds.iter().map(|quantity| {
        let unit = match quantity.kind {
            Kind::Share => "%",
            Kind::Mean { .. } => "mean",
        };
        format!("{}_{unit}", quantity.name)
    }));
    let mut table = Table::new(&columns);
    for (side, force) in [("a", &result.a), ("b", &result.b)] {
        for model in &force.units {
            let mut row = vec![json!(side), json!(model.name), json!(model.points)];
            let means = kinds.iter().zip(&model.quantities);
            row.extend(means.map(|(quantity, (_, mean))| shown(quantity.kind, mean.interval())));
            table.push(row);
        }
    }
    table
}

/// A mean with its interval for people; shares in percent.
fn shown(kind: Kind, mean: &Interval) -> Value {
    let (scale, decimals) = match kind {
        Kind::Share => (100.0, 1),
        Kind::Mean { decimals } => (1.0, decimals),
    };
    let [mean, low, high] =
        [mean.estimate, mean.low, mean.high].map(|value| fixed(scale * value, decimals));
    json!(format!("{mean} ({low} to {high})"))
}

/// One row per number: of the whole battle, of a side, or of a model of it.
fn table(result: &BattleResult) -> Table {
    let mut table = Table::new(&["side", "model", "unit", "quantity", "value"]);
    let fought = &result.fought;
    for (quantity, value) in [
        ("battles", json!(fought.battles)),
        ("draws", json!(fought.draws)),
        ("rounds_mean", json!(fought.rounds.mean)),
        ("digest", json!(fought.digest)),
    ] {
        let of_all = [Value::Null, Value::Null, Value::Null];
        table.push([&of_all[..], &[json!(quantity), value]].concat());
    }
    let score = &fought.score_a;
    let score = [
        ("score", score.estimate),
        ("score_low", score.low),
        ("score_high", score.high),
    ];
    let (vp, wins) = (fought.vp, [fought.wins_a, fought.wins_b]);
    let sides = [
        ("a", &result.a, wins[0], &score[..], vp.a),
        ("b", &result.b, wins[1], &[], vp.b),
    ];
    for (side, force, wins, score, vp) in sides {
        let mut of_side = |quantity: &str, value: Value| {
            let (model, unit) = (Value::Null, Value::Null);
            table.push(vec![json!(side), model, unit, json!(quantity), value]);
        };
        of_side("name", json!(force.name));
        of_side("points", json!(force.points));
        of_side("wins", json!(wins));
        for &(quantity, value) in score {
            of_side(quantity, json!(value));
        }
        of_side("vp_mean", json!(vp.mean));
        of_side("vp_sd", json!(vp.sd));
        for (quantity, means) in &force.by_round {
            for (round, mean) in means.0.iter().enumerate() {
                let name = format!("{quantity}_mean_round_{}", round + 1);
                interval(&name, mean, &mut of_side);
            }
        }
        for (name, total) in &force.totals.0 {
            quantity_rows(name, total, &mut of_side);
        }
        model_rows(side, force, &mut table);
    }
    table
}

fn model_rows(side: &str, force: &Force, table: &mut Table) {
    for (place, model) in force.units.iter().enumerate() {
        let mut of_model = |quantity: &str, value: Value| {
            let (side, place) = (json!(side), json!(place + 1));
            let (unit, quantity) = (json!(model.name), json!(quantity));
            table.push(vec![side, place, unit, quantity, value]);
        };
        of_model("points", json!(model.points));
        for (name, quantity) in &model.quantities {
            quantity_rows(name, quantity, &mut of_model);
        }
    }
}

fn quantity_rows(name: &str, quantity: &Quantity, row: &mut impl FnMut(&str, Value)) {
    match quantity {
        Quantity::Share(share) => interval(name, share, row),
        Quantity::Mean(mean) => interval(&format!("{name}_mean"), mean, row),
    }
}

/// The rows of a mean and of the ends of its interval.
fn interval(name: &str, mean: &Interval, row: &mut impl FnMut(&str, Value)) {
    row(name, json!(mean.estimate));
    row(&format!("{name}_low"), json!(mean.low));
    row(&format!("{name}_high"), json!(mean.high));
}
