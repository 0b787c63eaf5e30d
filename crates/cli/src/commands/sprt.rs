//! `equipoise sprt`: is one side better by so much?

use clap::{Args, ValueEnum};
use equipoise_stats::{
    Decision, EloEstimate, EloModel, Scores, Sprt, elo_estimate, likelihood_of_superiority,
};
use serde_json::{Value, json};

use crate::args::Output;
use crate::failure::Failure;
use crate::output::print_as;
use crate::table::Table;
use equipoise_engine::text::counted;

/// Arguments of `sprt`.
#[derive(Debug, Args)]
#[command(after_help = "\
Give the results of single games with --wins, --losses and --draws, or those of pairs of games (the same
start with sides changed) with --pentanomial: how often a pair gave 0, 1/2, 1, 1 1/2 and 2 points.

The test says H1 when the difference is rather elo1 than elo0, H0 in the other case, and `continue` as
long as the games do not tell. One may look after every game: the error rates allow for that.

Examples:
  equipoise sprt --wins 136 --losses 96 --draws 111
  equipoise sprt --wins 136 --losses 96 --draws 111 --elo0 0 --elo1 40 --model logistic
  equipoise sprt --pentanomial 365,16618,36229,16974,390 --elo0 0 --elo1 2 --format json")]
pub(crate) struct SprtArgs {
    /// Games won
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count, required_unless_present = "pentanomial", requires = "losses")]
    pub(crate) wins: Option<u64>,
    /// Games lost
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count, requires = "wins")]
    pub(crate) losses: Option<u64>,
    /// Games drawn
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count, default_value_t = 0)]
    pub(crate) draws: u64,
    /// Pairs of games by their points, instead of single games
    #[arg(long, value_name = "LL,LD,M,WD,WW", allow_hyphen_values = true, value_parser = pentanomial, conflicts_with_all = ["wins", "losses", "draws"])]
    pub(crate) pentanomial: Option<[u64; 5]>,
    /// Elo difference of the hypothesis H0
    #[arg(
        long,
        value_name = "ELO",
        allow_negative_numbers = true,
        default_value_t = 0.0
    )]
    pub(crate) elo0: f64,
    /// Elo difference of the hypothesis H1
    #[arg(
        long,
        value_name = "ELO",
        allow_negative_numbers = true,
        default_value_t = 5.0
    )]
    pub(crate) elo1: f64,
    /// What these differences mean
    #[arg(long, value_enum, default_value_t = Model::Normalized)]
    pub(crate) model: Model,
    /// Chance of deciding for H1 when H0 is true
    #[arg(long, allow_negative_numbers = true, default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// Chance of deciding for H0 when H1 is true
    #[arg(long, allow_negative_numbers = true, default_value_t = 0.05)]
    pub(crate) beta: f64,
}

/// What an Elo difference means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Model {
    /// In units of the scatter of a single game: as many games whatever the share of draws
    Normalized,
    /// By the expected score alone
    Logistic,
}

impl Model {
    const fn elo(self) -> EloModel {
        match self {
            Self::Normalized => EloModel::Normalized,
            Self::Logistic => EloModel::Logistic,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

/// More games than anybody plays; with far more, what never occurred would be too rare for a double.
const MOST: u64 = 1_000_000_000_000;

fn count(text: &str) -> Result<u64, String> {
    let count = text.trim().parse().ok().filter(|count| *count <= MOST);
    count.ok_or_else(|| format!("expected a whole number from 0 to {MOST}"))
}

fn pentanomial(text: &str) -> Result<[u64; 5], String> {
    let counts: Vec<u64> = text.split(',').map(count).collect::<Result<_, _>>()?;
    let got = counts.len();
    counts
        .try_into()
        .map_err(|_| format!("expected five counts LL,LD,M,WD,WW, got {got}"))
}

pub(crate) fn run(output: &Output, args: &SprtArgs) -> Result<(), Failure> {
    let verdict = Verdict::new(args)?;
    print_as(
        output.format,
        || verdict.text(args),
        || verdict.json(args),
        || verdict.table(),
    )
}

struct Verdict {
    scores: Scores,
    test: Sprt,
    ratio: f64,
    elo: EloEstimate,
    normalized: EloEstimate,
    superiority: f64,
}

impl Verdict {
    fn new(args: &SprtArgs) -> Result<Self, Failure> {
        let scores = match (args.pentanomial, args.wins, args.losses) {
            (Some(pairs), ..) => Scores::Pentanomial(pairs),
            (None, wins, losses) => {
                Scores::Trinomial([losses.unwrap_or(0), args.draws, wins.unwrap_or(0)])
            }
        };
        let test = Sprt::new(
            [args.elo0, args.elo1],
            [args.alpha, args.beta],
            args.model.elo(),
        )?;
        if scores.total() == 0 {
            return Err(Failure::Input("expected at least one game".into()));
        }
        Ok(Self {
            ratio: test.log_likelihood_ratio(&scores)?,
            elo: elo_estimate(&scores, EloModel::Logistic, 0.95)?,
            normalized: elo_estimate(&scores, EloModel::Normalized, 0.95)?,
            superiority: likelihood_of_superiority(&scores)?,
            scores,
            test,
        })
    }

    fn decision(&self) -> &'static str {
        match self.test.decision(self.ratio) {
            Decision::H0 => "H0",
            Decision::H1 => "H1",
            Decision::Continue => "continue",
        }
    }

    fn json(&self, args: &SprtArgs) -> Value {
        json!({
            "schema": 1,
            "llr": self.ratio,
            "lower": self.test.lower(),
            "upper": self.test.upper(),
            "decision": self.decision(),
            "elo": elo_json(&self.elo),
            "normalized_elo": elo_json(&self.normalized),
            "los": self.superiority,
            "model": args.model.name(),
            "elo0": args.elo0,
            "elo1": args.elo1,
            "alpha": args.alpha,
            "beta": args.beta,
            "counts": self.scores.counts(),
        })
    }

    fn table(&self) -> Table {
        let [low, high] = limits(&self.elo);
        let mut table = Table::new(&[
            "llr", "lower", "upper", "decision", "elo", "elo_low", "elo_high", "los",
        ]);
        table.push(vec![
            json!(self.ratio),
            json!(self.test.lower()),
            json!(self.test.upper()),
            json!(self.decision()),
            json!(finite(self.elo.estimate)),
            json!(low),
            json!(high),
            json!(self.superiority),
        ]);
        table
    }

    fn text(&self, args: &SprtArgs) -> String {
        let decision = match self.test.decision(self.ratio) {
            Decision::H0 => format!("H0, rather {} than {}", args.elo0, args.elo1),
            Decision::H1 => format!("H1, rather {} than {}", args.elo1, args.elo0),
            Decision::Continue => "continue".into(),
        };
        format!(
            "{} Elo {} (H0) against {} (H1), alpha {}, beta {}\n  {}\n  \
             log-likelihood ratio {:.2}, between {:.2} and {:.2}: {decision}\n  \
             Elo {}; normalized Elo {} (95 %)\n  likelihood of superiority {:.2} %\n",
            if args.model == Model::Normalized {
                "Normalized"
            } else {
                "Logistic"
            },
            args.elo0,
            args.elo1,
            args.alpha,
            args.beta,
            self.played(),
            self.ratio,
            self.test.lower(),
            self.test.upper(),
            elo_text(&self.elo),
            elo_text(&self.normalized),
            100.0 * self.superiority,
        )
    }

    fn played(&self) -> String {
        match self.scores {
            Scores::Trinomial([losses, draws, wins]) => {
                let games = counted(self.scores.total(), "game");
                format!("{games}: {wins} won, {losses} lost, {draws} drawn")
            }
            Scores::Pentanomial([ll, ld, middle, wd, ww]) => {
                let pairs = counted(self.scores.total(), "pair");
                format!("{pairs} of games, by points: {ll}, {ld}, {middle}, {wd}, {ww}")
            }
        }
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// The ends of the interval, where they are finite.
fn limits(elo: &EloEstimate) -> [Option<f64>; 2] {
    [elo.estimate - elo.error, elo.estimate + elo.error].map(finite)
}

/// Infinite numbers are null.
fn elo_json(elo: &EloEstimate) -> Value {
    let [low, high] = limits(elo);
    json!({"estimate": finite(elo.estimate), "low": low, "high": high})
}

fn elo_text(elo: &EloEstimate) -> String {
    match (finite(elo.estimate), finite(elo.error)) {
        (Some(estimate), Some(error)) => format!("{estimate:.2} ± {error:.2}"),
        (Some(estimate), None) => format!("{estimate:.2}, interval unbounded"),
        (None, _) => "unbounded".into(),
    }
}
