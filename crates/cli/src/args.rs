//! Arguments that several commands share.

use std::marker::PhantomData;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, ValueEnum, value_parser};
use equipoise_analysis::GameRequest;
use equipoise_simulator::Plan;

use equipoise_engine::front_end::{FrontEnd, Policy, Preset};

use crate::failure::Failure;

/// Options that every command understands.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Output format
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Suppresses progress and notes on standard error
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// Options of the commands that play battles.
#[derive(Args)]
pub(crate) struct Shared<S: FrontEnd> {
    #[command(flatten)]
    pub(crate) data: Data,
    /// Master seed of the dice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Policy of both sides, see `equipoise list policies`
    #[arg(long, default_value = S::Policy::ALL[0].name(), value_parser = policies::<S::Policy>())]
    pub(crate) policy: S::Policy,
    #[command(flatten)]
    pub(crate) rules: Rules<S>,
}

/// Rules options of the commands that play battles.
#[derive(Args)]
pub(crate) struct Rules<S: FrontEnd> {
    /// Sets rules options that belong together, see `equipoise list presets`; `none` leaves the defaults
    #[arg(long, value_name = "NAME", value_parser = preset::<S>)]
    preset: Option<&'static Preset>,
    /// Sets a rules option, see `equipoise list options`; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value::<S>)]
    options: Vec<(String, String)>,
    #[arg(skip)]
    game: PhantomData<S>,
}

impl<S: FrontEnd> Rules<S> {
    /// The options asked for by themselves.
    pub(crate) fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// The options of the preset, then these.
    ///
    /// # Errors
    /// When the preset sets one of these to another value.
    pub(crate) fn with_preset(
        &self,
        options: &[(String, String)],
    ) -> Result<Vec<(String, String)>, Failure> {
        let Some(preset) = self.preset else {
            return Ok(options.to_vec());
        };
        for (name, value) in options {
            let set = preset.options.iter().find(|set| set.0 == name);
            if let Some((_, other)) = set.filter(|set| set.1 != value) {
                return Err(Failure::Input(format!(
                    "--preset {} sets {name}={other}, --option sets {name}={value}: leave one of them out",
                    preset.name
                )));
            }
        }
        let set = preset.options.iter();
        let set = set.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        Ok(set.chain(options.iter().cloned()).collect())
    }

    /// All options asked for.
    ///
    /// # Errors
    /// As [`Rules::with_preset`].
    pub(crate) fn all(&self) -> Result<Vec<(String, String)>, Failure> {
        self.with_preset(&self.options)
    }
}

/// The preset that sets nothing.
static DEFAULTS: Preset = Preset {
    name: "none",
    summary: "the defaults",
    options: &[],
};

fn preset<S: FrontEnd>(name: &str) -> Result<&'static Preset, String> {
    if name == DEFAULTS.name {
        return Ok(&DEFAULTS);
    }
    let found = S::PRESETS.iter().find(|preset| preset.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = S::PRESETS.iter().map(|preset| preset.name).collect();
        match names.as_slice() {
            [] => format!("{} has no presets", S::NAME),
            _ => format!("the presets are {}", names.join(", ")),
        }
    })
}

impl<S: FrontEnd> Shared<S> {
    /// The game, both sides played by one policy.
    ///
    /// # Errors
    /// When a preset and an option contradict each other.
    pub(crate) fn request(&self) -> Result<GameRequest, Failure> {
        Ok(self.under(self.rules.all()?))
    }

    /// The game, both sides played by one policy, under the options of a preset where no preset is asked for and
    /// where no option is set otherwise.
    ///
    /// # Errors
    /// As [`Shared::request`].
    pub(crate) fn request_by_default(&self, preset: Option<&str>) -> Result<GameRequest, Failure> {
        let mut request = self.request()?;
        let default = preset.filter(|_| self.rules.preset.is_none());
        let default = S::PRESETS.iter().find(|of| Some(of.name) == default);
        for &(name, value) in default.map_or(&[][..], |of| of.options) {
            if !request.options.iter().any(|(set, _)| set == name) {
                request.options.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(request)
    }

    /// A request under these rules options in place of those of the command line; those of a preset stay.
    ///
    /// # Errors
    /// As [`Shared::request`].
    pub(crate) fn request_under(
        &self,
        options: &[(String, String)],
    ) -> Result<GameRequest, Failure> {
        Ok(self.under(self.rules.with_preset(options)?))
    }

    fn under(&self, options: Vec<(String, String)>) -> GameRequest {
        let policy = self.policy.name();
        GameRequest {
            system: S::NAME.to_owned(),
            dataset: self.data.dataset.clone(),
            policies: [policy, policy].map(str::to_owned),
            options,
            seed: self.seed,
        }
    }

    /// The game, each side played by its policy.
    ///
    /// # Errors
    /// As [`Shared::request`].
    pub(crate) fn between(&self, sides: &Sides<S>) -> Result<GameRequest, Failure> {
        let policy = |own: Option<S::Policy>| own.unwrap_or(self.policy).name().to_owned();
        Ok(GameRequest {
            policies: [policy(sides.policy_a), policy(sides.policy_b)],
            ..self.request()?
        })
    }
}

/// Who plays each side, where that is not one policy.
#[derive(Args)]
pub(crate) struct Sides<S: FrontEnd> {
    /// Policy of the side named first [default: --policy]
    #[arg(long, value_name = "POLICY", value_parser = policies::<S::Policy>())]
    pub(crate) policy_a: Option<S::Policy>,
    /// Policy of the side named second [default: --policy]
    #[arg(long, value_name = "POLICY", value_parser = policies::<S::Policy>())]
    pub(crate) policy_b: Option<S::Policy>,
}

/// Where units and weapons come from.
#[derive(Clone, Debug, Args)]
pub(crate) struct Data {
    /// Dataset folder, instead of the embedded dataset
    #[arg(long, value_name = "DIR")]
    pub(crate) dataset: Option<PathBuf>,
}

/// How many battles are played at once.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Workers {
    /// Worker threads; the number does not affect results [default: one per core]
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

/// How often what has been played is written.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Checkpoints {
    /// Seconds between two checkpoints
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

pub(crate) fn policies<P: Policy>() -> impl TypedValueParser<Value = P> {
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
    below(text, 0.5).ok_or_else(|| {
        "expected a half-width of at least 0.000000001 and below 0.5, such as 0.02 for ± 2 percentage points".into()
    })
}

/// A share of a price.
pub(crate) fn price_share(text: &str) -> Result<f64, String> {
    below(text, 0.5).ok_or_else(|| {
        "expected a share of a price of at least 0.000000001 and below 0.5, such as 0.1 for 10 %".into()
    })
}

/// A probability of error.
pub(crate) fn alpha(text: &str) -> Result<f64, String> {
    below(text, 1.0).ok_or_else(|| {
        "expected a probability of at least 0.000000001 and below 1, such as 0.05".into()
    })
}

/// A score to decide about.
fn line(text: &str) -> Result<f64, String> {
    below(text, 1.0)
        .ok_or_else(|| "expected a score of at least 0.000000001 and below 1, such as 0.5".into())
}

/// A confidence level.
pub(crate) fn confidence(text: &str) -> Result<f64, String> {
    below(text, 1.0)
        .ok_or_else(|| "expected a level of at least 0.000000001 and below 1, such as 0.95".into())
}

/// A number of at least a billionth, and below a limit.
fn below(text: &str, limit: f64) -> Option<f64> {
    const LEAST: f64 = 1e-9;
    let number = text.parse().ok();
    number.filter(|number| (LEAST..limit).contains(number))
}

/// A rules option with its value.
pub(crate) fn name_value<S: FrontEnd>(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("expected NAME=VALUE like {}", S::HELP.option))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text for reading
    Text,
    /// JSON with a schema number
    Json,
    /// CSV for spreadsheets
    Csv,
}

/// How `--until` and `--decide` end, for help.
pub(crate) const UNTIL: &str = "\
With --until H the battles end once the score is known to ± H; with --decide SCORE, once it is known
to be above or below SCORE, or within --margin of it.";

/// When the battles of a pairing end by themselves.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct Precision {
    /// Plays each pairing until its score is known to ± H, such as 0.02 for 2 %
    #[arg(long, group = "goal", value_name = "H", value_parser = half_width, conflicts_with = "runs")]
    pub(crate) until: Option<f64>,
    /// Plays each pairing until its score is known to be above or below SCORE, such as 0.5, or within
    /// --margin of it
    #[arg(long, group = "goal", value_name = "SCORE", value_parser = line, conflicts_with = "runs")]
    pub(crate) decide: Option<f64>,
    /// Half-width of the near zone around the score of --decide [default: 0.02]
    #[arg(long, value_name = "M", value_parser = half_width, requires = "decide", conflicts_with_all = ["runs", "until"])]
    pub(crate) margin: Option<f64>,
    /// Confidence of all intervals with --until or --decide [default: 0.95]
    #[arg(long, value_name = "LEVEL", value_parser = confidence, requires = "goal", conflicts_with = "runs")]
    pub(crate) confidence: Option<f64>,
    /// Most battles of a pairing with --until or --decide, rounded up to an even number [default:
    /// enough for any pairing]
    #[arg(long, value_name = "N", value_parser = runs(), requires = "goal", conflicts_with = "runs")]
    pub(crate) max_runs: Option<u64>,
}

impl Precision {
    /// Whether each pairing ends after a fixed number of battles.
    pub(crate) const fn is_default(&self) -> bool {
        self.until.is_none() && self.decide.is_none()
    }
}

/// Which units of a grid are played or priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Grid {
    /// All profiles and named units; in a sweep each against the reference profiles
    Standard,
    /// The profiles alone; in a sweep every pairing of them
    Full,
}

impl From<Grid> for equipoise_analysis::Grid {
    fn from(grid: Grid) -> Self {
        match grid {
            Grid::Standard => Self::Standard,
            Grid::Full => Self::Full,
        }
    }
}
