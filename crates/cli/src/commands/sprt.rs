//! `equipoise sprt`: is one side better by so much?

use clap::{Args, ValueEnum};
use equipoise_analysis::sprt::{
    Decision, EloInterval, EloModel, Scores, SprtRequest, SprtResult, sprt,
};
use equipoise_engine::text::{counted, percentage};

use crate::args::Output;
use crate::failure::Failure;
use crate::output::print_result;
use crate::table::Table;

/// Arguments of `sprt`.
#[derive(Debug, Args)]
#[command(after_help = "\
Give single games with --wins, --losses and --draws, or pairs of games (same start, sides swapped)
with --pentanomial: the numbers of pairs that scored 0, 1/2, 1, 1 1/2 and 2 points.

The verdict is H1 if the games support elo1 rather than elo0, H0 in the opposite case, and `continue`
while they support neither. The error rates hold even if you look after every game.

Examples:
  equipoise sprt --wins 136 --losses 96 --draws 111
  equipoise sprt --wins 136 --losses 96 --draws 111 --elo0 0 --elo1 40 --model logistic
  equipoise sprt --pentanomial 365,16618,36229,16974,390 --elo0 0 --elo1 2 --format json")]
pub(crate) struct SprtArgs {
    /// Games won
    #[arg(long, value_name = "N", value_parser = count, required_unless_present = "pentanomial", requires = "losses")]
    pub(crate) wins: Option<u64>,
    /// Games lost
    #[arg(long, value_name = "N", value_parser = count, requires = "wins")]
    pub(crate) losses: Option<u64>,
    /// Games drawn
    #[arg(long, value_name = "N", value_parser = count, default_value_t = 0)]
    pub(crate) draws: u64,
    /// Numbers of pairs by points scored, instead of single games
    #[arg(long, value_name = "LL,LD,M,WD,WW", allow_hyphen_values = true, value_parser = pentanomial, conflicts_with_all = ["wins", "losses", "draws"])]
    pub(crate) pentanomial: Option<[u64; 5]>,
    /// Elo difference of the hypothesis H0
    #[arg(long, value_name = "ELO", default_value_t = 0.0)]
    pub(crate) elo0: f64,
    /// Elo difference of the hypothesis H1
    #[arg(long, value_name = "ELO", default_value_t = 5.0)]
    pub(crate) elo1: f64,
    /// Scale of the Elo differences
    #[arg(long, value_enum, default_value_t = Model::Normalized)]
    pub(crate) model: Model,
    /// Probability of accepting H1 when H0 is true
    #[arg(long, default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// Probability of accepting H0 when H1 is true
    #[arg(long, default_value_t = 0.05)]
    pub(crate) beta: f64,
}

/// What an Elo difference means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Model {
    /// Relative to the standard deviation of one game; the share of draws has no effect on test length
    Normalized,
    /// By the expected score only
    Logistic,
}

impl From<Model> for EloModel {
    fn from(model: Model) -> Self {
        match model {
            Model::Normalized => Self::Normalized,
            Model::Logistic => Self::Logistic,
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
    let counts = match (args.pentanomial, args.wins, args.losses) {
        (Some(pairs), ..) => Scores::Pentanomial(pairs),
        (None, wins, losses) => {
            Scores::Trinomial([losses.unwrap_or(0), args.draws, wins.unwrap_or(0)])
        }
    };
    let result = sprt(&SprtRequest {
        counts,
        elo0: args.elo0,
        elo1: args.elo1,
        model: args.model.into(),
        alpha: args.alpha,
        beta: args.beta,
    })?;
    print_result(output, &result, || text(&result), || table(&result))
}

fn table(result: &SprtResult) -> Table {
    let columns = "llr lower upper decision elo elo_low elo_high los";
    Table::of_fields([result], columns)
}

const fn decision_name(decision: Decision) -> &'static str {
    match decision {
        Decision::H0 => "H0",
        Decision::H1 => "H1",
        Decision::Continue => "continue",
    }
}

fn text(result: &SprtResult) -> String {
    let (elo0, elo1) = (result.elo0, result.elo1);
    let rather = match result.decision {
        Decision::H0 => format!(", rather {elo0} than {elo1}"),
        Decision::H1 => format!(", rather {elo1} than {elo0}"),
        Decision::Continue => String::new(),
    };
    let model = match result.model {
        EloModel::Normalized => "Normalized",
        EloModel::Logistic => "Logistic",
    };
    format!(
        "{model} Elo {elo0} (H0) against {elo1} (H1), alpha {}, beta {}\n  {}\n  \
         log-likelihood ratio {:.2}, between {:.2} and {:.2}: {}{rather}\n  \
         Elo {}; normalized Elo {} (95 %)\n  likelihood of superiority {} %{}\n",
        result.alpha,
        result.beta,
        played(&result.counts),
        result.llr,
        result.lower,
        result.upper,
        decision_name(result.decision),
        elo_text(&result.elo),
        elo_text(&result.normalized_elo),
        percentage(result.los, 2),
        if result.counts.are_few() {
            format!("\n  {}", result.method)
        } else {
            String::new()
        },
    )
}

fn played(counts: &Scores) -> String {
    match *counts {
        Scores::Trinomial([losses, draws, wins]) => {
            let games = counted(counts.total(), "game");
            format!("{games}: {wins} won, {losses} lost, {draws} drawn")
        }
        Scores::Pentanomial([ll, ld, middle, wd, ww]) => {
            let pairs = counted(counts.total(), "pair");
            format!("{pairs} of games, by points: {ll}, {ld}, {middle}, {wd}, {ww}")
        }
    }
}

fn elo_text(elo: &EloInterval) -> String {
    match (elo.estimate, elo.low, elo.high) {
        (Some(estimate), Some(low), Some(high)) => {
            let (below, above) = (estimate - low, high - estimate);
            // Ends at different distances are shown as they are.
            if (above - below).abs() < 0.005 {
                format!("{estimate:.2} ± {above:.2}")
            } else {
                format!("{estimate:.2}, {low:.2} to {high:.2}")
            }
        }
        (Some(estimate), ..) => format!("{estimate:.2}, interval unbounded"),
        (None, Some(low), _) => format!("unbounded, at least {low:.2}"),
        (None, _, Some(high)) => format!("unbounded, at most {high:.2}"),
        (None, None, None) => "unbounded".into(),
    }
}
