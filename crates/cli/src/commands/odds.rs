//! `equipoise odds`: exact odds of one attack, by arguments that the game lists.

use std::marker::PhantomData;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, FromArgMatches, value_parser};
use equipoise_analysis::odds::{ArgumentValue, OddsRequest, OddsResult, Sample, SampledOdds};
use equipoise_analysis::{Interval, games::GAMES, odds};
use equipoise_engine::front_end::{Argument, ArgumentKind, FrontEnd, OddsSection, OddsTable};
use equipoise_engine::text::counted;
use serde_json::{Value, json};

use crate::args::{Output, Workers, name_value};
use crate::failure::Failure;
use crate::numbers::percent;
use crate::output::print_result;
use crate::progress::Terminal;
use crate::table::Table;

/// Arguments of `odds`: those that the game lists, rules options where they matter, and a sample.
pub(crate) struct OddsArgs<S> {
    request: OddsRequest,
    game: PhantomData<S>,
}

/// Arguments that sample the attack as well.
#[derive(Debug, Args)]
#[group(skip)]
struct SampleArgs {
    /// Also rolls the attack N times with the dice used in battles
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=Sample::MOST))]
    sample: Option<u64>,
    /// Seed of the dice of --sample
    #[arg(long, default_value_t = 1, requires = "sample")]
    seed: u64,
}

const OPTION: &str = "option";

impl<S: FrontEnd> Args for OddsArgs<S> {
    fn augment_args(command: Command) -> Command {
        let Some(odds) = S::ODDS else {
            return command;
        };
        let mut command = command.args(odds.arguments.iter().map(argument));
        if !odds.any_of.is_empty() {
            let group = ArgGroup::new("any_of").args(odds.any_of);
            command = command.group(group.required(true).multiple(true));
        }
        if odds.options {
            command = command.arg(option::<S>());
        }
        SampleArgs::augment_args(command)
            .mut_arg("sample", |sample| sample.requires(odds.attack))
            .after_help(format!(
                "Other systems have other arguments: `equipoise odds --system NAME --help`.\n\n{}",
                odds.help
            ))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn option<S: FrontEnd>() -> Arg {
    let system = if S::NAME == GAMES[0].name {
        String::new()
    } else {
        format!(" --system {}", S::NAME)
    };
    Arg::new(OPTION)
        .long(OPTION)
        .value_name("NAME=VALUE")
        .action(ArgAction::Append)
        .value_parser(name_value::<S>)
        .help(format!(
            "Sets a rules option, see `equipoise list options{system}`; may be repeated"
        ))
}

/// An argument of a game, as the command line takes it.
fn argument(described: &Argument) -> Arg {
    let arg = Arg::new(described.name)
        .long(described.name.replace('_', "-"))
        .help(described.help)
        .required(described.required)
        .help_heading(described.heading);
    let requires = described.requires.iter();
    let arg = requires.fold(arg, |arg, other| arg.requires(*other));
    match described.kind {
        ArgumentKind::Flag => arg.action(ArgAction::SetTrue),
        ArgumentKind::Number {
            least,
            most,
            default,
        } => arg
            .value_name(described.value)
            .value_parser(value_parser!(i64).range(least..=most))
            .default_values(default.map(|number| number.to_string())),
        ArgumentKind::Choice { choices } => {
            let words = choices.iter();
            let words =
                words.map(|&(word, help)| clap::builder::PossibleValue::new(word).help(help));
            arg.value_name(described.value)
                .value_parser(clap::builder::PossibleValuesParser::new(words))
                .default_values(choices.first().map(|(word, _)| *word))
        }
        ArgumentKind::Text { check } => arg
            .value_name(described.value)
            .value_parser(move |text: &str| check(text).map(|()| text.to_owned())),
    }
}

impl<S: FrontEnd> FromArgMatches for OddsArgs<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let odds = S::ODDS;
        let arguments = odds.as_ref().map_or(&[][..], |odds| odds.arguments);
        let given = arguments
            .iter()
            .filter(|known| matches.value_source(known.name) == Some(ValueSource::CommandLine))
            .filter_map(|known| Some((known.name.to_owned(), value(known, matches)?)));
        let options = odds.as_ref().filter(|odds| odds.options);
        let options = options.and_then(|_| matches.get_many(OPTION));
        let sample = odds.map(|_| SampleArgs::from_arg_matches(matches));
        let sample = sample
            .transpose()?
            .and_then(|SampleArgs { sample, seed }| sample.map(|attacks| Sample { attacks, seed }));
        Ok(Self {
            request: OddsRequest {
                system: S::NAME.to_owned(),
                arguments: given.collect(),
                options: options.into_iter().flatten().cloned().collect(),
                sample,
            },
            game: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The value that an argument was given.
fn value(argument: &Argument, matches: &ArgMatches) -> Option<ArgumentValue> {
    let name = argument.name;
    match argument.kind {
        ArgumentKind::Flag => Some(ArgumentValue::Flag(matches.get_flag(name))),
        ArgumentKind::Number { .. } => matches.get_one(name).copied().map(ArgumentValue::Number),
        ArgumentKind::Choice { .. } | ArgumentKind::Text { .. } => {
            matches.get_one(name).cloned().map(ArgumentValue::Text)
        }
    }
}

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &OddsArgs<S>) -> Result<(), Failure> {
    let terminal = Terminal::new(output)?;
    let workers = Workers { threads: None };
    let result = odds(&args.request, terminal.control(workers))?;
    print_result(output, &result, || text(&result), || table(&result))
}

fn text(result: &OddsResult) -> String {
    let sections = result.sections.iter();
    let sections = sections.map(|of| section(of, result));
    sections.collect::<Vec<_>>().join("\n")
}

fn section(section: &OddsSection, result: &OddsResult) -> String {
    let mut parts = Vec::new();
    for table in &section.tables {
        let heading = table.heading.map(|heading| format!("{heading}\n\n"));
        let sampled = result.sampled.as_ref().filter(|_| table.charted);
        let shown = shown(table, sampled).to_text();
        parts.push(heading.unwrap_or_default() + &shown);
        parts.extend(sampled.map(|sampled| summary(sampled, table.columns[0])));
    }
    format!("{}\n\n{}", section.title, parts.join("\n"))
}

/// A table for people, with the sample beside the probabilities of its values.
fn shown(table: &OddsTable, sampled: Option<&SampledOdds>) -> Table {
    let mut columns = table.columns.clone();
    if sampled.is_some() {
        columns.extend(["sampled", "interval"]);
    }
    let mut shown = Table::new(&columns);
    for row in &table.rows {
        let mut row = row.clone();
        let value = row[0].as_i64().unwrap_or_default();
        row.extend(
            sampled
                .into_iter()
                .flat_map(|sampled| cells(sampled, value)),
        );
        shown.push(row);
    }
    shown
}

/// Share of a value in the sample, and its interval.
fn cells(sampled: &SampledOdds, value: i64) -> [Value; 2] {
    let Ok(share) = sampled.share(value) else {
        return [Value::Null, Value::Null];
    };
    let (low, high) = (percent(share.low), percent(share.high));
    [
        json!(percent(share.estimate)),
        json!(format!("{low} to {high}")),
    ]
}

/// The sample in words, of attacks that each throw `what`.
fn summary(sampled: &SampledOdds, what: &str) -> String {
    let mean = sampled.mean.map_or_else(String::new, |mean| {
        format!(
            "; mean {what} {:.3} ({:.0} % interval {:.3} to {:.3})",
            mean.estimate,
            100.0 * sampled.confidence,
            mean.low,
            mean.high
        )
    });
    let attacks = counted(sampled.attacks, "attack");
    format!("sampled: {attacks}, seed {}{mean}\n", sampled.seed)
}

/// One row for each value of each distribution, and of the sample.
fn table(result: &OddsResult) -> Table {
    let mut table = Table::new(&["distribution", "value", "probability"]);
    let mut push = |name: &str, value: i64, p: f64| {
        table.push(vec![json!(name), json!(value), json!(p)]);
    };
    for (name, outcomes) in result.distributions() {
        for (value, p) in outcomes {
            push(name, value, p);
        }
    }
    if let Some(sampled) = &result.sampled {
        let mut push_shares = |name: &str, end: fn(&Interval) -> f64| {
            for (value, _) in result.charted_outcomes() {
                if let Ok(share) = sampled.share(value) {
                    push(name, value, end(&share));
                }
            }
        };
        push_shares("sampled", |share| share.estimate);
        push_shares("sampled_low", |share| share.low);
        push_shares("sampled_high", |share| share.high);
    }
    table
}
