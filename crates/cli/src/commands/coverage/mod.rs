//! `equipoise coverage`: do the intervals keep their word?

mod armies;
mod leagues;
mod promise;
mod scores;
mod show;
mod world;

#[cfg(test)]
mod tests;

use clap::{Args, value_parser};

use crate::args::{Output, Workers};
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Bar;

use promise::Kept;
pub(crate) use promise::Promise;
#[cfg(test)]
pub(crate) use {promise::Held, world::World};

/// Arguments of `coverage`.
#[derive(Debug, Args)]
#[command(after_help = "\
Each replicate is a little study by itself: games are drawn by chance and played, an interval is
computed as the other commands compute it, and it holds the truth or it does not. The games are those
of a toy in which a side of strength a beats one of strength b with probability a / (a + b), so that
the truth is known. The table says how often each kind of interval held it, with the error of that
number, beside how often it should. Results do not depend on threads.

Ends with exit code 1 if a kind of interval is off by more than five of those errors.

Examples:
  equipoise coverage
  equipoise coverage --replicates 1000 --only points
  equipoise coverage --seed 7 --format csv")]
pub(crate) struct CoverageArgs {
    /// Replicates of each kind of interval
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(20..=10_000_000))]
    pub(crate) replicates: u64,
    /// Only the rows whose name holds this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Master seed of everything drawn
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

/// Every kind of interval the program gives.
pub(crate) fn promises() -> Vec<Promise> {
    let parts = [scores::promises(), armies::promises(), leagues::promises()];
    parts.into_iter().flatten().collect()
}

pub(crate) fn run(output: &Output, args: &CoverageArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let promises = asked_for(args.only.as_deref())?;
    let pool = args.workers.pool()?;
    let bar = Bar::of_steps(
        output,
        promises.len() as u64 * args.replicates,
        "replicates",
    );
    let mut rows = Vec::new();
    for promise in promises {
        let kept = pool.install(|| promise.keep(args.seed, args.replicates, &bar))?;
        rows.push((promise, kept));
    }
    bar.finish();
    show::print(output, args, &rows)?;
    verdict(&rows)
}

/// The rows whose name holds the text.
fn asked_for(only: Option<&str>) -> Result<Vec<Promise>, Failure> {
    let all = promises();
    let names: Vec<&str> = all.iter().map(|promise| promise.what).collect();
    let names = names.join("\n  ");
    let wanted = only.unwrap_or_default().to_lowercase();
    let holds = |promise: &Promise| promise.what.to_lowercase().contains(&wanted);
    let rows: Vec<Promise> = all.into_iter().filter(holds).collect();
    if rows.is_empty() {
        let message = format!("no row has \"{wanted}\" in its name; there are\n  {names}");
        return Err(Failure::Input(message));
    }
    Ok(rows)
}

/// Exit code 1 if a promise is broken.
fn verdict(rows: &[(Promise, Kept)]) -> Result<(), Failure> {
    let broken = rows
        .iter()
        .filter(|(promise, kept)| promise.is_broken(kept));
    let broken: Vec<&str> = broken.map(|(promise, _)| promise.what).collect();
    if broken.is_empty() {
        return Ok(());
    }
    let message = format!(
        "intervals that do not keep their word: {}",
        broken.join(", ")
    );
    Err(Failure::Check(message))
}
