//! Exact odds beside a sample of them.

use std::collections::BTreeMap;

use clap::{Args, value_parser};
use equipoise_dice::{StreamDice, stream};
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::{Estimate, StatsError, normal_mean, wilson};
use serde_json::{Map, Value, json};

use crate::numbers::percent;
use crate::table::Table;
use equipoise_engine::text::counted;

/// Arguments of `odds` that throw the attack beside computing it.
#[derive(Debug, Args)]
pub(crate) struct SampleArgs {
    /// Also throws the attack N times, with the dice of battles
    #[arg(long, value_name = "N", requires = "attack", value_parser = value_parser!(u64).range(1..=MOST))]
    sample: Option<u64>,
    /// Seed of the dice of --sample
    #[arg(long, default_value_t = 1, requires = "sample")]
    seed: u64,
}

/// A few seconds' worth of throws.
const MOST: u64 = 100_000_000;

impl SampleArgs {
    /// Throws as often as asked for; `None` where nobody asked.
    pub(crate) fn draw(&self, mut throw: impl FnMut(&mut StreamDice) -> i64) -> Option<Sampled> {
        let attacks = self.sample?;
        let mut dice = StreamDice::new(stream(self.seed, 0, 0));
        let mut counts = BTreeMap::new();
        for _ in 0..attacks {
            *counts.entry(throw(&mut dice)).or_insert(0) += 1;
        }
        Some(Sampled {
            seed: self.seed,
            attacks,
            counts,
        })
    }
}

/// How often each value was thrown.
pub(crate) struct Sampled {
    seed: u64,
    attacks: u64,
    counts: BTreeMap<i64, u64>,
}

impl Sampled {
    fn count(&self, value: i64) -> u64 {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// Share of the attacks with a value; Wilson's interval.
    fn share(&self, value: i64) -> Result<Estimate, StatsError> {
        wilson(self.count(value) as f64, self.attacks, CONFIDENCE)
    }

    /// Mean of the values; `None` for a single attack, which has no interval.
    fn mean(&self) -> Option<Estimate> {
        let sum_of = |power| {
            let each = self.counts.iter();
            each.map(|(&value, &count)| i128::from(count) * i128::from(value).pow(power))
                .sum()
        };
        normal_mean(sum_of(1), sum_of(2), self.attacks, CONFIDENCE).ok()
    }

    /// Counts by value, with the seed and the mean.
    pub(crate) fn json(&self) -> Value {
        let counts = self.counts.iter();
        let counts = counts.map(|(value, count)| (value.to_string(), json!(count)));
        let mean =
            |mean: Estimate| json!({"estimate": mean.estimate, "low": mean.low, "high": mean.high});
        json!({
            "attacks": self.attacks,
            "seed": self.seed,
            "counts": Value::Object(counts.collect::<Map<_, _>>()),
            "mean": self.mean().map(mean),
            "confidence": CONFIDENCE,
        })
    }

    /// The sample in words, of attacks that each throw `what`.
    pub(crate) fn summary(&self, what: &str) -> String {
        let mean = self.mean().map_or_else(String::new, |mean| {
            format!(
                "; mean {what} {:.3} ({:.0} % interval {:.3} to {:.3})",
                mean.estimate,
                100.0 * CONFIDENCE,
                mean.low,
                mean.high
            )
        });
        let attacks = counted(self.attacks, "attack");
        format!("sampled: {attacks}, seed {}{mean}\n", self.seed)
    }

    /// Cells beside an exact probability, in the order of [`SAMPLED`].
    pub(crate) fn cells(&self, value: i64) -> [Value; 2] {
        self.share(value)
            .map_or([Value::Null, Value::Null], |share| {
                let (low, high) = (percent(share.low), percent(share.high));
                [
                    json!(percent(share.estimate)),
                    json!(format!("{low} to {high}")),
                ]
            })
    }

    /// Rows of the shares of these values and of the ends of their intervals.
    pub(crate) fn push_rows(&self, values: &[i64], table: &mut Table) {
        let mut push = |name: &str, end: fn(&Estimate) -> f64| {
            for &value in values {
                if let Ok(share) = self.share(value) {
                    table.push(vec![json!(name), json!(value), json!(end(&share))]);
                }
            }
        };
        push("sampled", |share| share.estimate);
        push("sampled_low", |share| share.low);
        push("sampled_high", |share| share.high);
    }
}

/// Names of the columns of [`Sampled::cells`].
pub(crate) const SAMPLED: [&str; 2] = ["sampled", "interval"];
