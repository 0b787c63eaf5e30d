//! A baseline as text.

use std::fmt::Write as _;

use std::collections::BTreeMap;

use super::{Baseline, RecordedPairing, RecordedPrices, SCHEMA};

impl Baseline {
    /// The text of the file: the same baseline gives the same bytes.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut text = format!(
            "# Recorded balance: `equipoise gate` checks later versions against it, `equipoise baseline` renews it.\n\
             # Each line of pairings counts the battles of a against b that a won or drew.\n\
             schema = {SCHEMA}\nkind = \"baseline\"\n"
        );
        for (key, value) in [
            ("version", &self.version),
            ("system", &self.system),
            ("policy", &self.policy),
            ("grid", &self.grid),
        ] {
            let _ = writeln!(text, "{key} = {}", quoted(value));
        }
        let _ = write!(
            text,
            "seed = {}\nmargin = {:?}\nalpha = {:?}\nhalf_width = {:?}\ndigest = {}\ndataset = {{ name = {}, sha256 = {} }}\n",
            self.seed,
            self.margin,
            self.alpha,
            self.half_width,
            quoted(&self.digest),
            quoted(&self.dataset.name),
            quoted(&self.dataset.sha256),
        );
        for (name, value) in &self.options {
            text.push_str(&option(name, value));
        }
        text.push_str("pairings = [\n");
        for pairing in &self.pairings {
            text.push_str(&line(pairing));
        }
        text.push_str("]\n");
        if let Some(prices) = &self.prices {
            text.push_str(&table(prices, &self.options));
        }
        text
    }
}

/// The price map; of its options those that the pairings do not have.
fn table(prices: &RecordedPrices, options: &BTreeMap<String, String>) -> String {
    let mut text = format!(
        "\n# Price map: listed and implied points of each unit, with the standard error of the implied ones.\n\
         [prices]\ngrid = \"{}\"\nscenario = {}\nbudget = {}\nmatchups = {}\nbattles_per_matchup = {}\n\
         margin = {:?}\ndigest = {}\n",
        prices.grid.name(),
        quoted(&prices.scenario),
        prices.budget,
        prices.matchups,
        prices.battles_per_matchup,
        prices.margin,
        quoted(&prices.digest),
    );
    for (name, value) in &prices.options {
        if options.get(name) != Some(value) {
            text.push_str(&option(name, value));
        }
    }
    text.push_str("units = [\n");
    for unit in &prices.units {
        let _ = writeln!(
            text,
            "  {{ name = {}, listed = {}, implied = {:.3}, error = {:.3} }},",
            quoted(&unit.name),
            unit.listed,
            unit.implied,
            unit.error
        );
    }
    text + "]\n"
}

fn option(name: &str, value: &str) -> String {
    format!("options.{} = {}\n", key(name), quoted(value))
}

fn line(pairing: &RecordedPairing) -> String {
    let [a, b] = [&pairing.a, &pairing.b].map(|name| quoted(name));
    format!(
        "  {{ a = {a}, b = {b}, battles = {}, wins = {}, draws = {} }},\n",
        pairing.battles, pairing.wins, pairing.draws
    )
}

/// A basic string of TOML, on one line: that of JSON, but for one character TOML wants escaped.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text)
        .to_string()
        .replace('\u{7f}', "\\u007f")
}

fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}
