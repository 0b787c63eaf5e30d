//! What can be asked for on the command line.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use equipoise_engine::mechastellar::PolicyKind;
use equipoise_simulator::Plan;

use crate::commands::{meta::MetaArgs, ratings::RatingsArgs, sprt::SprtArgs};
use crate::dice_notation::{DiceNotation, parse_dice};
use crate::failure::EXIT_CODES;

/// Says whether units of a tabletop mecha wargame are worth their points.
///
/// Plays battles by the full rules, many thousand a second, and reports win rates, victory
/// points and expected points with confidence intervals. The same seed gives the same result
/// on any machine and any number of threads.
#[derive(Debug, Parser)]
#[command(name = "equipoise", version, after_help = EXIT_CODES, propagate_version = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(subcommand)]
    pub(crate) command: Command,
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
#[derive(Debug, Args)]
pub(crate) struct Shared {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Master seed of the dice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Who plays both sides, see `equipoise list policies`
    #[arg(long, default_value = "rulebook", value_parser = policies())]
    pub(crate) policy: PolicyKind,
    /// Sets a rules option, see `equipoise list options`; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value)]
    pub(crate) options: Vec<(String, String)>,
}

/// Where units and weapons come from.
#[derive(Debug, Args)]
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

fn policies() -> impl clap::builder::TypedValueParser<Value = PolicyKind> {
    PossibleValuesParser::new(PolicyKind::ALL.map(PolicyKind::name))
        .try_map(|name| name.parse::<PolicyKind>())
}

/// A number of battles.
fn runs() -> RangedU64ValueParser {
    value_parser!(u64).range(1..=Plan::MAX_RUNS)
}

/// A half-width of intervals of scores.
fn half_width(text: &str) -> Result<f64, String> {
    let inside = |h: &f64| *h > 0.0 && *h < 0.5;
    text.parse().ok().filter(inside).ok_or_else(|| {
        "expected a half-width above 0 and below 0.5, such as 0.02 for ± 2 percentage points".into()
    })
}

/// A confidence level.
fn confidence(text: &str) -> Result<f64, String> {
    let inside = |level: &f64| *level > 0.0 && *level < 1.0;
    text.parse()
        .ok()
        .filter(inside)
        .ok_or_else(|| "expected a level above 0 and below 1, such as 0.95".into())
}

fn name_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("expected NAME=VALUE like tie_break=draw")?;
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
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Exact odds of one attack
    Odds(OddsArgs),
    /// Plays one unit against another many times
    Duel(DuelArgs),
    /// Shows one battle of a duel, event by event
    Replay(ReplayArgs),
    /// Plays a scenario many times, or shows one battle of it
    Battle(BattleArgs),
    /// Plays all units of a grid and writes tables, charts and a report
    Sweep(SweepArgs),
    /// Lists what there is to choose from
    List(ListArgs),
    /// Checks a dataset and shows every problem with its place
    Validate(ValidateArgs),
    /// Rates units from the games of people or of any program
    Ratings(RatingsArgs),
    /// Looks at the choice of units as a game: who is worth picking, and is there a best one
    Meta(MetaArgs),
    /// Tests whether one side is better by so much, after any number of games
    Sprt(SprtArgs),
    /// Describes the result tables, column by column
    #[command(after_help = "Example:\n  equipoise schema --format csv")]
    Schema,
}

/// Arguments of `odds`.
#[derive(Debug, Args)]
#[command(after_help = "\
Dice over ten become automatic successes; saves are at most five.
Without --finisher the finishing-blow threshold is 10 in every round.

Examples:
  equipoise odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5
  equipoise odds --attack 6d10+5 --defence 8d10+3 --dmg 300 --pen 5 --finisher 2 --round 4 --format json")]
pub(crate) struct OddsArgs {
    /// Attack dice and HITS, such as 6d10+5
    #[arg(long, value_name = "DICE", value_parser = parse_dice)]
    pub(crate) attack: DiceNotation,
    /// Defence dice and DEF, such as 8d10+3
    #[arg(long, value_name = "DICE", value_parser = parse_dice)]
    pub(crate) defence: DiceNotation,
    /// Damage of each unblocked HIT
    #[arg(long, value_parser = value_parser!(u16).range(0..=10_000))]
    pub(crate) dmg: u16,
    /// Armour penetration; without it the attack causes no saves
    #[arg(long, value_parser = value_parser!(u8).range(1..=14))]
    pub(crate) pen: Option<u8>,
    /// Target number of the attack
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u8).range(2..=10))]
    pub(crate) attack_tn: u8,
    /// Target number of the defence
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u8).range(2..=10))]
    pub(crate) defence_tn: u8,
    /// Lowest face of the attack that counts twice
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(7..=10))]
    pub(crate) attack_crit: u8,
    /// Lowest face of the defence that counts twice
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(7..=10))]
    pub(crate) defence_crit: u8,
    /// The attacker spends Focus
    #[arg(long)]
    pub(crate) attack_focus: bool,
    /// The defender spends Focus
    #[arg(long)]
    pub(crate) defence_focus: bool,
    /// The attacker re-rolls failures once
    #[arg(long)]
    pub(crate) attack_reroll: bool,
    /// The defender re-rolls failures once
    #[arg(long)]
    pub(crate) defence_reroll: bool,
    /// Kind of attack
    #[arg(long, value_enum, default_value_t = AttackKind::Shooting)]
    pub(crate) kind: AttackKind,
    /// Finisher+X of the weapon
    #[arg(long, value_name = "X", value_parser = value_parser!(u8).range(1..=6))]
    pub(crate) finisher: Option<u8>,
    /// Round of the battle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..=5))]
    pub(crate) round: u8,
}

/// Kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AttackKind {
    /// Opposed by Evade
    Shooting,
    /// Opposed by Melee DEF
    Melee,
}

const UNIT_NAMES: &str = "\
A unit is named as in `equipoise list units`, in any case, or by the coordinates of a profile:
frame, performance and role, as in F3P5:sniper.";

/// Arguments of `duel`.
#[derive(Debug, Args)]
#[command(after_help = format!("{UNIT_NAMES}

With --until H the battles end once the score is known to ± H, whenever that is. A duel so small that
its probabilities themselves take less work than that many battles is computed instead, as with
--exact; which of the two happens depends on states and battles alone, never on the clock.

Examples:
  equipoise duel \"White Asura\" \"Blue Djinn\" --runs 100000 --policy greedy
  equipoise duel F3P5:sniper F3P5:melee --option tie_break=draw --format json
  equipoise duel F3P5:sniper F3P5:melee --until 0.005
  equipoise duel F1P1:versatile F1P1:versatile --exact --policy greedy"))]
pub(crate) struct DuelArgs {
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
    #[arg(long, conflicts_with_all = ["runs", "until", "seed", "threads"])]
    pub(crate) exact: bool,
    /// States after which an exact computation gives up; a million take about a minute
    #[arg(long, value_name = "N", default_value_t = 2_000_000, requires = "exact", value_parser = value_parser!(u64).range(1..=100_000_000))]
    pub(crate) max_states: u64,
    #[command(flatten)]
    pub(crate) precision: Precision,
    #[command(flatten)]
    pub(crate) shared: Shared,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = format!("{UNIT_NAMES}
The battle is the one with this number in every duel and every sweep of the two units, named in
either order, with the same seed, policy and options.

Example:
  equipoise replay \"White Asura\" \"Blue Djinn\" --seed 1 --battle 17"))]
pub(crate) struct ReplayArgs {
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
    pub(crate) shared: Shared,
}

/// Arguments of `battle`.
#[derive(Debug, Args)]
#[command(after_help = "\
A scenario is a name (`equipoise list scenarios`) or a file. The named ones are those in the folder
`scenarios` of the dataset, or those that ship with the program.
In battles with an even number the force whose name comes first has seat A, in the others the
other one; the table is turned with the seats, so that each force keeps its ground.
With --format csv each number is a row: of the battle, of a side, or of a model of it.
With --replay and --format json each event is one line of JSON after a head line; with
--format csv it is a row.

Examples:
  equipoise battle skirmish --runs 10000
  equipoise battle simple-battle --policy greedy --format json
  equipoise battle my-scenario.toml --armies north.toml south.toml
  equipoise battle kaiju-hunt --replay 3 --svg battle.svg")]
pub(crate) struct BattleArgs {
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
    #[arg(long, value_name = "FILE", requires = "replay")]
    pub(crate) svg: Option<PathBuf>,
    /// Army files that take the place of the scenario's forces
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub(crate) armies: Option<Vec<PathBuf>>,
    #[command(flatten)]
    pub(crate) shared: Shared,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

/// When the battles of a pairing end by themselves.
#[derive(Debug, Args)]
pub(crate) struct Precision {
    /// Plays each pairing until its score is known to ± H, such as 0.02 for 2 %
    #[arg(long, value_name = "H", value_parser = half_width, conflicts_with = "runs")]
    pub(crate) until: Option<f64>,
    /// Confidence of all intervals with --until [default: 0.95]
    #[arg(long, value_name = "LEVEL", value_parser = confidence, requires = "until")]
    pub(crate) confidence: Option<f64>,
    /// Most battles of a pairing with --until, rounded up to an even number [default: as many as
    /// any pairing may need]
    #[arg(long, value_name = "N", value_parser = runs(), requires = "until")]
    pub(crate) max_runs: Option<u64>,
}

/// Arguments of `sweep`.
#[derive(Debug, Args)]
#[command(after_help = "\
Grids:
  standard  the 550 generated profiles and the named units, each against the ten profiles of
            Frame 3 and Performance 5 (2000 battles per pairing)
  full      every pairing of the 550 generated profiles (200 battles per pairing)

With --until H each pairing ends once its score is known to ± H: lopsided pairings take few battles,
close ones many. Its intervals are those of a confidence sequence, which hold at all times at once,
so that stopping early does not spoil them.

The folder gets results.parquet, margins.parquet, units.parquet, manifest.json, charts/ and
report.html once all of them are complete. An earlier run in it is replaced; a folder with
anything else in it is refused, also when that appears while the sweep runs.

Examples:
  equipoise sweep
  equipoise sweep --policy greedy --seed 7 --out runs/greedy
  equipoise sweep --grid full --runs 100 --threads 8
  equipoise sweep --grid full --until 0.02
  equipoise sweep --until 0.01 --confidence 0.99 --max-runs 20000")]
pub(crate) struct SweepArgs {
    /// Which pairings are played
    #[arg(long, value_enum, default_value_t = Grid::Standard)]
    pub(crate) grid: Grid,
    /// Battles per pairing, rounded up to an even number [default: by grid]
    #[arg(long, value_name = "N", value_parser = runs())]
    pub(crate) runs: Option<u64>,
    #[command(flatten)]
    pub(crate) precision: Precision,
    /// Folder for the results [default: runs/SYSTEM-GRID-seedN]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shared: Shared,
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
    /// Profiles generated by frame, performance and role
    Profiles,
    /// Weapons
    Weapons,
    /// Ways of playing
    Policies,
    /// Rules options
    Options,
    /// Scenarios
    Scenarios,
}

/// Arguments of `validate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Prints each problem as file:line:column: message and ends with exit code 2 if there are any. The
files of the folders `scenarios` and `armies` inside it are checked once the units are sound.

Example:
  equipoise validate datasets/mechastellar")]
pub(crate) struct ValidateArgs {
    /// Folder with the dataset
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::{Cli, name_value};

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_are_name_and_value() {
        assert_eq!(name_value("a=b=c"), Ok(("a".into(), "b=c".into())));
        assert_eq!(name_value(" a = b "), Ok(("a".into(), "b".into())));
        assert!(name_value("a").is_err());
    }
}
