//! What can be asked for on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use equipoise_simulator::{Plan, Shard};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::commands::{
    baseline::BaselineArgs,
    change::{VariantArgs, WhatifArgs},
    chart::ChartArgs,
    compare::CompareArgs,
    coverage::CoverageArgs,
    gate::GateArgs,
    merge::MergeArgs,
    meta::MetaArgs,
    ratings::RatingsArgs,
    report::ReportArgs,
    resume::ResumeArgs,
    selfcheck::SelfcheckArgs,
    sprt::SprtArgs,
};
use crate::failure::{EXIT_CODES, Failure};
use crate::systems::{Dataset as _, Front, Help, Policy, SYSTEMS};

/// Says whether units of a tabletop mecha wargame are worth their points.
///
/// Plays battles by the full rules, many thousand a second, and reports win rates, victory
/// points and expected points with confidence intervals. The same seed gives the same result
/// on any machine and any number of threads.
#[derive(Parser)]
#[command(name = "equipoise", version, after_help = EXIT_CODES, propagate_version = true)]
pub(crate) struct Cli<S: Front> {
    #[command(flatten)]
    pub(crate) output: Output,
    /// Game system, see `equipoise list systems`; units, policies and arguments are its own
    #[arg(long, value_name = "NAME", global = true, default_value = SYSTEMS[0].name, value_parser = systems())]
    pub(crate) system: String,
    #[command(subcommand)]
    pub(crate) command: Command<S>,
}

/// Options that every command understands.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// How results are printed
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// No progress and no notes on standard error
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// Options of the commands that play battles.
#[derive(Args)]
pub(crate) struct Shared<S: Front> {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Master seed of the dice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Who plays both sides, see `equipoise list policies`
    #[arg(long, default_value = S::Policy::ALL[0].name(), value_parser = policies::<S::Policy>())]
    pub(crate) policy: S::Policy,
    /// Sets a rules option, see `equipoise list options`; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value::<S>)]
    pub(crate) options: Vec<(String, String)>,
}

impl<S: Front> Shared<S> {
    /// The same but for the rules options.
    pub(crate) fn with_options(&self, options: Vec<(String, String)>) -> Self {
        Self {
            data: self.data.clone(),
            seed: self.seed,
            policy: self.policy,
            options,
        }
    }
}

/// Where units and weapons come from.
#[derive(Clone, Debug, Args)]
pub(crate) struct Data {
    /// Folder with the dataset, instead of the embedded one
    #[arg(long, value_name = "DIR")]
    pub(crate) dataset: Option<PathBuf>,
}

/// How many battles are played at once.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Workers {
    /// Worker threads; results do not depend on them [default: one per core]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl Workers {
    /// So many worker threads.
    ///
    /// # Errors
    /// When they cannot be started.
    pub(crate) fn pool(self) -> Result<ThreadPool, Failure> {
        let threads = self.threads.unwrap_or(0).into();
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| Failure::Access(format!("cannot start threads: {error}")))
    }
}

/// How often a sweep keeps what it has played.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Checkpoints {
    /// Seconds between two checkpoints of what has been played
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = pause)]
    pub(crate) checkpoint_every: Duration,
}

/// A time between 1 ms and a day.
fn pause(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    let seconds = seconds.filter(|seconds: &f64| (0.001..=86_400.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds from 0.001 to 86400, such as 30".into())
}

fn systems() -> PossibleValuesParser {
    PossibleValuesParser::new(SYSTEMS.iter().map(|system| system.name))
}

fn policies<P: Policy>() -> impl TypedValueParser<Value = P> {
    let names = P::ALL.iter().map(|policy| policy.name());
    PossibleValuesParser::new(names).try_map(|name| {
        let mut all = P::ALL.iter().copied();
        let named = all.find(|policy| policy.name() == name);
        named.ok_or_else(|| format!("no policy named \"{name}\""))
    })
}

/// A number of battles.
pub(crate) fn runs() -> RangedU64ValueParser {
    value_parser!(u64).range(1..=Plan::MAX_RUNS)
}

/// A half-width of intervals of scores.
pub(crate) fn half_width(text: &str) -> Result<f64, String> {
    let inside = |h: &f64| *h > 0.0 && *h < 0.5;
    text.parse().ok().filter(inside).ok_or_else(|| {
        "expected a half-width above 0 and below 0.5, such as 0.02 for ± 2 percentage points".into()
    })
}

/// A score to decide about.
fn line(text: &str) -> Result<f64, String> {
    let inside = |score: &f64| *score > 0.0 && *score < 1.0;
    text.parse()
        .ok()
        .filter(inside)
        .ok_or_else(|| "expected a score above 0 and below 1, such as 0.5".into())
}

/// A confidence level.
pub(crate) fn confidence(text: &str) -> Result<f64, String> {
    let inside = |level: &f64| *level > 0.0 && *level < 1.0;
    text.parse()
        .ok()
        .filter(inside)
        .ok_or_else(|| "expected a level above 0 and below 1, such as 0.95".into())
}

/// A rules option with its value.
pub(crate) fn name_value<S: Front>(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("expected NAME=VALUE like {}", S::HELP.option))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs, with a schema number
    Json,
    /// For spreadsheets
    Csv,
}

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command<S: Front> {
    /// Exact odds of one attack
    Odds(S::Odds),
    /// Plays one unit against another many times
    Duel(DuelArgs<S>),
    /// Shows one battle of a duel, event by event
    Replay(ReplayArgs<S>),
    /// Plays a scenario many times, or shows one battle of it
    Battle(BattleArgs<S>),
    /// Plays all units of a grid and writes tables, charts and a report
    Sweep(SweepArgs<S>),
    /// Continues a sweep that was interrupted, or extends a complete one
    Resume(ResumeArgs),
    /// Puts the shards of a sweep together
    Merge(MergeArgs),
    /// Tells what each unit is worth, from battles of random armies
    Points(PointsArgs<S>),
    /// Sets a changed unit against the unit as it is, on the same dice
    Variant(VariantArgs<S>),
    /// Sets changed rules against those in force, on the same dice
    Whatif(WhatifArgs<S>),
    /// Makes the report of a saved run: a page, Markdown, pictures
    Report(ReportArgs),
    /// Draws the JSON of one result as a chart
    Chart(ChartArgs),
    /// Tells what changed between two saved runs
    Compare(CompareArgs),
    /// Looks at the choice of units as a game: who is worth picking, and is there a best one
    Meta(MetaArgs),
    /// Rates units from the games of people or of any program
    Ratings(RatingsArgs),
    /// Tests whether one side is better by so much, after any number of games
    Sprt(SprtArgs),
    /// Writes down how balance stands, for `gate` to hold later versions to
    Baseline(BaselineArgs<S>),
    /// Says whether balance has stayed where a baseline found it, with an exit code for CI
    Gate(GateArgs<S>),
    /// Lists what there is to choose from
    List(ListArgs),
    /// Checks a dataset and shows every problem with its place
    #[command(after_help = format!("{VALIDATE}\n\nExample:\n{}", S::HELP.validate))]
    Validate(ValidateArgs),
    /// Describes the result tables, column by column
    #[command(after_help = "Example:\n  equipoise schema --format csv")]
    Schema,
    /// Checks the program itself: sampled against exact, threads, intervals
    Selfcheck(SelfcheckArgs),
    /// Counts how often each kind of interval holds the truth, in games whose truth is known
    Coverage(CoverageArgs),
}

/// Arguments of `duel`.
#[derive(Args)]
#[command(after_help = duel_help::<S>())]
pub(crate) struct DuelArgs<S: Front> {
    /// The unit whose score is reported
    #[arg(value_name = "UNIT A")]
    pub(crate) a: String,
    /// Its opponent
    #[arg(value_name = "UNIT B")]
    pub(crate) b: String,
    /// Battles; an odd number is rounded up, so that both seats are played equally
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = runs())]
    pub(crate) runs: u64,
    /// Computes the probabilities instead of sampling them: every outcome of every die. For small
    /// duels of simple units; the greedy policy leaves the fewest states
    #[arg(long, hide = S::EXACT.is_none(), conflicts_with_all = ["runs", "goal", "seed", "threads"])]
    pub(crate) exact: bool,
    /// States after which an exact computation gives up; a million take about a minute
    #[arg(long, hide = S::EXACT.is_none(), value_name = "N", default_value_t = 2_000_000, requires = "exact", value_parser = value_parser!(u64).range(1..=100_000_000))]
    pub(crate) max_states: u64,
    /// Also tells how the score stood after 2, 4, 8, … battles; with it every duel is sampled
    #[arg(long, conflicts_with = "exact")]
    pub(crate) trace: bool,
    #[command(flatten)]
    pub(crate) precision: Precision,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

fn duel_help<S: Front>() -> String {
    let Help { units, duel, .. } = S::HELP;
    let computed = if S::EXACT.is_some() { COMPUTED } else { "" };
    format!("{units}\n\n{UNTIL}{computed}\n\nExamples:\n{duel}")
}

const UNTIL: &str = "\
With --until H the battles end once the score is known to ± H, whenever that is; with --decide SCORE
once it is known on which side of that it lies, or that it is within --margin.";

const COMPUTED: &str = " A duel so small that
its probabilities themselves take less work than that many battles is computed instead, as with
--exact; which of the two happens depends on states and battles alone, never on the clock.";

/// Arguments of `replay`.
#[derive(Args)]
#[command(after_help = format!("{}\n{REPLAY}\n\nExample:\n{}", S::HELP.units, S::HELP.replay))]
pub(crate) struct ReplayArgs<S: Front> {
    /// Unit a; the one whose name comes first sits in seat A in battles with an even number
    #[arg(value_name = "UNIT A")]
    pub(crate) a: String,
    /// Unit b
    #[arg(value_name = "UNIT B")]
    pub(crate) b: String,
    /// Number of the battle, from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) battle: u64,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
}

const REPLAY: &str = "\
The battle is the one with this number in every duel and every sweep of the two units, named in
either order, with the same seed, policy and options.";

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

/// When the battles of a pairing end by themselves.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct Precision {
    /// Plays each pairing until its score is known to ± H, such as 0.02 for 2 %
    #[arg(long, group = "goal", value_name = "H", value_parser = half_width, conflicts_with = "runs")]
    pub(crate) until: Option<f64>,
    /// Plays each pairing until it is known on which side of this score it lies, such as 0.5, or that
    /// it lies within --margin of it
    #[arg(long, group = "goal", value_name = "SCORE", value_parser = line, conflicts_with = "runs")]
    pub(crate) decide: Option<f64>,
    /// How near to the score of --decide counts as near [default: 0.02]
    #[arg(long, value_name = "M", value_parser = half_width, requires = "decide")]
    pub(crate) margin: Option<f64>,
    /// Confidence of all intervals with --until or --decide [default: 0.95]
    #[arg(long, value_name = "LEVEL", value_parser = confidence, requires = "goal")]
    pub(crate) confidence: Option<f64>,
    /// Most battles of a pairing with --until or --decide, rounded up to an even number [default: as
    /// many as any pairing may need]
    #[arg(long, value_name = "N", value_parser = runs(), requires = "goal")]
    pub(crate) max_runs: Option<u64>,
}

const SWEEP: &str = "\
With --until H each pairing ends once its score is known to ± H: lopsided pairings take few battles,
close ones many. With --decide SCORE each pairing ends once it is known on which side of that score it
lies, or that it lies within --margin of it: far fewer battles where that is the question. Both have
the intervals of a confidence sequence, which hold at all times at once, so that stopping early does
not spoil them.

The folder gets results.parquet, margins.parquet, units.parquet, tallies.parquet, manifest.json,
charts/ and report.html once all of them are complete. An earlier run in it is replaced; a folder with
anything else in it is refused, also when that appears while the sweep runs.

While a sweep runs, what it has played is kept in a folder beside that, DIR.partial. However it ends,
`equipoise resume DIR` goes on from there, to the same bits as if it had never stopped. The shards of
a sweep can be played anywhere; `equipoise merge` makes the same bits of them as one sweep.";

/// Arguments of `sweep`.
#[derive(Args)]
#[command(after_help = format!("Grids:\n{}\n\n{SWEEP}\n\nExamples:\n{}", S::HELP.grids, S::HELP.sweep))]
pub(crate) struct SweepArgs<S: Front> {
    /// Which pairings are played
    #[arg(long, value_enum, default_value_t = Grid::Standard)]
    pub(crate) grid: Grid,
    /// Battles per pairing, rounded up to an even number [default: by grid]
    #[arg(long, value_name = "N", value_parser = runs())]
    pub(crate) runs: Option<u64>,
    #[command(flatten)]
    pub(crate) precision: Precision,
    /// Plays only part K of N, such as 3/16, to be put together with the others by `equipoise merge`
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<Shard>,
    /// Folder for the results [default: runs/SYSTEM-GRID-seedN, with -shardKofN behind it for a part]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Throws away what an interrupted sweep has left at the folder, and starts anew
    #[arg(long)]
    pub(crate) fresh: bool,
    #[command(flatten)]
    pub(crate) checkpoints: Checkpoints,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

const POINTS: &str = "\
Armies are drawn at random to equal points; a regression of the results on what they had gives what
each unit brings, scaled so that an average army is worth what it costs. In each matchup one side has
up to 20 % less to spend: without that no result could tell how much a point is. Intervals are robust
to units being worth more together than apart; verdicts hold for all units at once.
A second way checks the first: as many of a unit alone as make the budget meet random armies, and
the cost at which they would break even is told beside the implied points.";

/// Arguments of `points`.
#[derive(Args)]
#[command(after_help = format!("{POINTS}\n\nExamples:\n{}", S::HELP.points))]
pub(crate) struct PointsArgs<S: Front> {
    /// Scenario whose table the armies meet on: a name or a file
    #[arg(long, value_name = "SCENARIO", default_value = S::ARMIES.scenario)]
    pub(crate) scenario: String,
    /// Points of an army
    #[arg(long, value_name = "POINTS", default_value_t = S::ARMIES.budget, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) budget: u32,
    /// Units to be audited, which are also those that armies are drawn from [default: all named
    /// units of the dataset]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) units: Vec<String>,
    /// How far from its listed points a unit is still fair, as a share of them
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = half_width)]
    pub(crate) margin: f64,
    /// Policies whose answers are set beside those of --policy; may be repeated
    #[arg(long, value_name = "POLICY", default_value = "greedy", value_parser = policies::<S::Policy>())]
    pub(crate) also: Vec<S::Policy>,
    /// Matchups of random armies, for each policy
    #[arg(long, value_name = "N", default_value_t = 16_000, value_parser = value_parser!(u64).range(2..=10_000_000))]
    pub(crate) matchups: u64,
    /// Battles of each matchup; an odd number is rounded up, so that both seats are played equally
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u64).range(1..=1_000_000))]
    pub(crate) runs: u64,
    /// Matchups of each unit alone against random armies; 0 leaves the second way out
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = value_parser!(u64).range(0..=1_000_000))]
    pub(crate) gauntlet: u64,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

/// Which pairings a sweep plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Grid {
    /// Everyone against ten reference profiles
    Standard,
    /// Every pairing of the profiles
    Full,
}

impl Grid {
    /// Name in manifests and folder names.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Full => "full",
        }
    }

    /// Battles per pairing unless asked otherwise.
    pub(crate) const fn default_runs(self) -> u64 {
        match self {
            Self::Standard => 2000,
            Self::Full => 200,
        }
    }
}

/// Arguments of `list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  equipoise list units\n  equipoise list options --format json")]
pub(crate) struct ListArgs {
    /// What to list
    #[arg(value_enum)]
    pub(crate) what: Listed,
    #[command(flatten)]
    pub(crate) data: Data,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    /// Units by name
    Units,
    /// Generated profiles
    Profiles,
    /// Weapons
    Weapons,
    /// Ways of playing
    Policies,
    /// Rules options
    Options,
    /// Scenarios
    Scenarios,
    /// Game systems
    Systems,
}

/// Arguments of `validate`.
#[derive(Debug, Args)]
pub(crate) struct ValidateArgs {
    /// Folder with the dataset
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

const VALIDATE: &str = "\
Prints each problem as file:line:column: message and ends with exit code 2 if there are any. The
files of the folders `scenarios` and `armies` inside it are checked once the units are sound.";

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use equipoise_bullseye::Bullseye;
    use equipoise_mechastellar::MechaStellar;

    use super::{Cli, name_value};

    #[test]
    fn the_command_line_is_consistent() {
        Cli::<MechaStellar>::command().debug_assert();
        Cli::<Bullseye>::command().debug_assert();
    }

    #[test]
    fn options_are_name_and_value() {
        let read = name_value::<MechaStellar>;
        assert_eq!(read("a=b=c"), Ok(("a".into(), "b=c".into())));
        assert_eq!(read(" a = b "), Ok(("a".into(), "b".into())));
        assert!(read("a").is_err());
    }
}
