//! `equipoise points`: what each unit is worth, from battles of random armies.

pub(crate) mod map;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use equipoise_analysis::points::{OtherScale, PointsRequest, PointsResult, PricedUnit, points};
use equipoise_analysis::prices::{
    PriceMapRequest, check_price_patch, is_price_patch, price_map, price_map_kept, price_patch,
};
use equipoise_analysis::{Error, Interval};
use equipoise_engine::text::{counted, grouped};
use equipoise_simulator::HANDICAP;
use equipoise_stats::{Equivalence, Pricing};
use serde_json::{Value, json};

use crate::also::Also;
use crate::args::{Checkpoints, Grid, Output, Shared, Workers, half_width};
use crate::document::document_with;
use crate::failure::Failure;
use crate::numbers::percent;
use crate::output::print_result;
use crate::progress::Terminal;
use crate::table::Table;
use crate::whole_file::WholeFile;
use equipoise_engine::front_end::FrontEnd;

const POINTS: &str = "\
Draws random armies of equal points and regresses the results on their units. This estimates what
each unit contributes, scaled so that an average army is worth its cost. In each matchup one side
has up to 20 % less to spend, which fixes the scale of a point. Intervals stay valid where units are
worth more together than apart; verdicts hold for all units at once.
With --grid the profiles of a whole grid are priced at once, from what the levels of its axes and their
pairs are worth; that takes no more battles than a few dozen units do. Where another policy (--also) or
another table (--also-scenario) says something else, the map tells it. --suggest adds a price list, and
--patch writes it to a file of its own as a dataset holds it: append that file to profiles.toml of a dataset.
--keep DIR writes the battles to a folder while they are played: a map that was interrupted, or is asked for
again with more of them, plays only what is missing.
As a second estimate, a full budget of one unit alone plays random armies. The cost at which it
would break even is shown beside the implied points.";

/// Arguments that a price map does not take. Those that need `--grid` conflict with them too: where an argument is given that
/// conflicts with a required one, clap does not require it.
const WITHOUT_GRID: [&str; 2] = ["units", "gauntlet"];

/// Arguments of `points`.
#[derive(Args)]
#[command(mut_arg("checkpoint_every", |arg| arg.requires("keep").conflicts_with_all(WITHOUT_GRID)))]
#[command(after_help = format!("{POINTS}\n\nExamples:\n{}", S::HELP.points))]
pub(crate) struct PointsArgs<S: FrontEnd> {
    /// Scenario whose table and mode are played: a name or a file
    #[arg(long, value_name = "SCENARIO", default_value = S::ARMIES.scenario)]
    pub(crate) scenario: String,
    /// Points of an army
    #[arg(long, value_name = "POINTS", default_value_t = S::ARMIES.budget, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) budget: u32,
    /// Units to audit and to draw armies from [default: all named units of the dataset]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) units: Vec<String>,
    /// Prices every profile of the grid instead: `standard` with the named units, `full` without
    #[arg(long, value_enum, conflicts_with_all = WITHOUT_GRID)]
    pub(crate) grid: Option<Grid>,
    /// With --grid: suggests a price list with few numbers; plays as many battles three times more, to fit and to test it
    #[arg(long, requires = "grid", conflicts_with_all = WITHOUT_GRID)]
    pub(crate) suggest: bool,
    /// With --suggest: writes the list to a file of its own, to be appended to a dataset's file of profiles; an earlier
    /// list is replaced
    #[arg(long, value_name = "FILE", requires = "suggest", conflicts_with_all = WITHOUT_GRID)]
    pub(crate) patch: Option<PathBuf>,
    /// With --grid: keeps the battles in this folder and plays none that is there; so the same command goes on with an
    /// interrupted map, and one with more matchups, policies or --suggest plays only what is new
    #[arg(long, value_name = "DIR", requires = "grid", conflicts_with_all = WITHOUT_GRID)]
    pub(crate) keep: Option<PathBuf>,
    /// A unit is fair within this share of its listed points
    #[arg(long, value_name = "SHARE", default_value_t = PointsRequest::MARGIN, value_parser = half_width)]
    pub(crate) margin: f64,
    #[command(flatten)]
    pub(crate) also: Also<S>,
    /// With --grid: a further scenario on whose table the same armies meet again; may be repeated
    #[arg(long, value_name = "SCENARIO", requires = "grid", conflicts_with_all = WITHOUT_GRID)]
    pub(crate) also_scenario: Vec<String>,
    /// Plays until every unit is over-costed, under-costed or fair, but no more than --matchups; intervals then hold at
    /// every look
    #[arg(long, conflicts_with = "grid")]
    pub(crate) until_verdict: bool,
    /// Matchups of random armies, for each policy and scenario [default: 16000, with --grid 64000, with --until-verdict at
    /// most 256000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(PointsRequest::MATCHUPS_RANGE))]
    pub(crate) matchups: Option<u64>,
    /// Battles of each matchup; an odd number is rounded up, so that both seats are played equally [default: 8, with
    /// --grid 2]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(PointsRequest::RUNS_RANGE))]
    pub(crate) runs: Option<u64>,
    /// Matchups of each unit alone against random armies; 0 omits the second estimate
    #[arg(long, value_name = "N", default_value_t = PointsRequest::GAUNTLET, value_parser = value_parser!(u64).range(PointsRequest::GAUNTLET_RANGE))]
    pub(crate) gauntlet: u64,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) checkpoints: Checkpoints,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &PointsArgs<S>) -> Result<(), Failure> {
    let also = args.also.names(args.shared.policy)?;
    if let Some(grid) = args.grid {
        let request = PriceMapRequest {
            game: args.shared.request()?,
            grid: grid.into(),
            scenario: Some(args.scenario.clone()),
            budget: Some(args.budget),
            margin: args.margin,
            also,
            also_scenarios: args.also_scenario.clone(),
            suggest: args.suggest,
            matchups: args.matchups.unwrap_or(PriceMapRequest::MATCHUPS),
            runs: args.runs.unwrap_or(PriceMapRequest::RUNS),
        };
        return run_map::<S>(output, args, &request);
    }
    let request = PointsRequest {
        game: args.shared.request()?,
        scenario: Some(args.scenario.clone()),
        budget: Some(args.budget),
        units: args.units.clone(),
        margin: args.margin,
        also,
        matchups: args.matchups,
        until_verdict: args.until_verdict,
        runs: args.runs.unwrap_or(PointsRequest::RUNS),
        gauntlet: args.gauntlet,
    };
    let terminal = Terminal::new(output)?;
    let result = points(&request, terminal.control(args.workers))?;
    print_result(output, &result, || text(&result), || table(&result))
}

fn run_map<S: FrontEnd>(
    output: &Output,
    args: &PointsArgs<S>,
    request: &PriceMapRequest,
) -> Result<(), Failure> {
    // Before the battles: a list that cannot be written should not cost minutes.
    let draft = match &args.patch {
        Some(path) => {
            check_price_patch(S::NAME)?;
            check_replaceable(path)?;
            Some((path, WholeFile::create(path)?))
        }
        None => None,
    };
    let terminal = Terminal::new(output)?;
    let control = terminal.control(args.workers);
    let result = match &args.keep {
        None => price_map(request, control)?,
        Some(folder) => {
            let pause = args.checkpoints.checkpoint_every;
            price_map_kept(request, folder, pause, control).map_err(|error| kept(error, folder))?
        }
    };
    let mut written = String::new();
    if let Some((path, file)) = draft {
        let patch = price_patch(&result)?;
        file.commit(&patch.text)?;
        written = format!(
            "\nwritten  {}: append it to {} of a dataset, in place of an earlier price list\n",
            path.display(),
            patch.file
        );
    }
    print_result(
        output,
        &result,
        || map::text(&result) + &written,
        || map::table(&result),
    )
}

/// Refuses to put a price list in the place of a file that holds anything else, such as the profiles it belongs to.
fn check_replaceable(path: &Path) -> Result<(), Failure> {
    if !path.is_file() || fs::read_to_string(path).is_ok_and(|text| is_price_patch(&text)) {
        return Ok(());
    }
    Err(Failure::Access(format!(
        "{} exists and is not an earlier price list; choose a new file and append it to the profiles",
        path.display()
    )))
}

/// The failure of a map whose battles are kept.
fn kept(error: Error, folder: &Path) -> Failure {
    match error {
        Error::Interrupted => Failure::Paused(format!(
            "interrupted; the battles so far are kept in {}\nto continue: the same command again",
            folder.display()
        )),
        other => other.into(),
    }
}

fn text(result: &PointsResult) -> String {
    let level = 100.0 * result.confidence;
    let heading = format!(
        "Implied points of {} in {}: random armies of {} points, one side of each matchup up to {HANDICAP} % less\n  {}, policy {}, seed {}\n",
        counted(result.units.len() as u64, "unit"),
        result.played_in.scenario,
        result.budget,
        counted(result.battles, "battle"),
        result.played_in.policy,
        result.seed,
    );
    let levels = format!(
        "  intervals at {level:.0} % each; verdicts at {level:.0} % for all units together, fair within {} of the listed points\n",
        percent(result.margin),
    );
    [
        heading + &levels + &stopped(result),
        units_table(result).to_text(),
        remarks(result),
    ]
    .join("\n")
}

/// After how many matchups the verdicts were there, where those decided it.
fn stopped(result: &PointsResult) -> String {
    let Some(until) = &result.until_verdict else {
        return String::new();
    };
    let unclear = |unit: &&PricedUnit| unit.verdict == Pricing::Unclear;
    let left = match result.units.iter().filter(unclear).count() as u64 {
        0 => "every unit with its verdict".to_owned(),
        left => format!("{} without a verdict", counted(left, "unit")),
    };
    format!(
        "  ended after {} of at most {}, {left}; intervals of implied points hold at {} together\n",
        grouped(result.matchups),
        counted(until.most_matchups, "matchup"),
        counted(until.looks, "look"),
    )
}

/// One row per unit, the one whose worth is farthest from its cost first.
fn units_table(result: &PointsResult) -> Table {
    let mut columns = vec!["unit", "listed", "implied", "interval", "verdict"];
    let compared = result.units.first().map_or(&[][..], others);
    columns.extend(compared.iter().map(|(policy, _)| policy.as_str()));
    let second = result.gauntlet > 0;
    if second {
        columns.extend(["break-even", "interval", "agrees"]);
    }
    let mut table = Table::new(&columns);
    for unit in by_distance(&result.units) {
        let mut row = vec![
            json!(unit.name),
            json!(unit.listed),
            whole(&unit.implied),
            json!(span(&unit.implied)),
            json!(unit.verdict),
        ];
        row.extend(others(unit).iter().map(|(_, implied)| whole(implied)));
        if second {
            row.extend(match &unit.break_even {
                None => [json!("none"), json!(""), json!("")],
                Some(cost) => [whole(cost), json!(span(cost)), json!(word(unit.agrees))],
            });
        }
        table.push(row);
    }
    table
}

/// Implied points by the policies that the first is compared with.
fn others(unit: &PricedUnit) -> &[(String, Interval)] {
    &unit.by_policy[1..]
}

/// Units by how far their worth is from their cost, the farthest first.
fn by_distance(units: &[PricedUnit]) -> Vec<&PricedUnit> {
    let distance = |unit: &PricedUnit| (unit.implied.estimate / f64::from(unit.listed) - 1.0).abs();
    let mut units: Vec<&PricedUnit> = units.iter().collect();
    units.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    units
}

/// What the reader should know beside the table.
fn remarks(result: &PointsResult) -> String {
    let units = &result.units;
    let count = |verdict| units.iter().filter(|unit| unit.verdict == verdict).count() as u64;
    let mut text = format!(
        "{} over-costed, {} under-costed, {} fair, {} unclear\n",
        counted(count(Pricing::Over), "unit"),
        count(Pricing::Under),
        count(Pricing::Fair),
        count(Pricing::Unclear),
    );
    text += &format!(
        "Median half-width of the intervals: {} of the listed points.\n",
        percent(result.median_half_width),
    );
    text += &format!(
        "A unit that is off by {} of its listed points is found with {} (median over units).\n",
        percent(2.0 * result.margin),
        percent(result.power),
    );
    text += &format!(
        "Scatter of matchups about the sum of unit values: {:.2} ({:.2} to {:.2}) in log-odds.\n",
        result.scatter.estimate, result.scatter.low, result.scatter.high,
    );
    text += &other_scale(&result.other_scale);
    let differing = units
        .iter()
        .filter(|unit| unit.agrees == Some(Equivalence::No));
    let differing: Vec<&str> = differing.map(|unit| unit.name.as_str()).collect();
    if !differing.is_empty() {
        text += &format!(
            "Worth more or less in forces of its own kind than among others (the two estimates differ): {}\n",
            differing.join(", ")
        );
    }
    text
}

/// One row per unit and policy.
fn table(result: &PointsResult) -> Table {
    let rows = result.units.iter().flat_map(|unit| {
        let policies = unit.by_policy.iter().enumerate();
        policies.map(move |(place, (policy, implied))| {
            let own = [("policy", json!(policy)), ("implied", json!(implied))];
            match place {
                0 => document_with(unit, own),
                // Verdict and break-even cost are those of the first policy.
                _ => document_with(&json!({"name": unit.name, "listed": unit.listed}), own),
            }
        })
    });
    let columns = "unit=name listed policy implied implied_low implied_high verdict \
                   break_even break_even_low break_even_high agrees";
    Table::of_fields(rows, columns)
}

fn whole(interval: &Interval) -> Value {
    json!(interval.estimate.round() as i64)
}

fn span(interval: &Interval) -> String {
    format!("{:.0} to {:.0}", interval.low, interval.high)
}

fn word(agrees: Option<Equivalence>) -> &'static str {
    agrees.map_or("", Equivalence::name)
}

/// What the scale of points makes of the verdicts.
fn other_scale(of: &OtherScale) -> String {
    let moved = match of.moved.len() {
        0 => "no verdict would change".to_owned(),
        1..=5 => format!("other verdicts: {}", of.moved.join(", ")),
        more => format!("{} would have other verdicts", counted(more as u64, "unit")),
    };
    format!(
        "If the median unit, not an average army, were worth what it costs, all implied points would be x {:.3}: {moved}.\n",
        of.factor
    )
}
