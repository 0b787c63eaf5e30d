//! Exact odds of one attack: what a game takes to work them out, and what it answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::trial::Draw;
use crate::text::percent;

/// How a game with rules options `O` works out the odds of one attack.
pub struct Odds<O> {
    /// What it can be given, in the order of lists.
    pub arguments: &'static [Argument],
    /// Arguments of which at least one must be given, if there are any.
    pub any_of: &'static [&'static str],
    /// The argument without which there is no attack to sample.
    pub attack: &'static str,
    /// Whether the odds depend on rules options.
    pub options: bool,
    /// Explanations and examples for the help.
    pub help: &'static str,
    /// Works them out; the error is a message for people.
    pub compute: fn(&Given, O) -> Result<ExactOdds, String>,
}

/// An argument of a game's odds.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Name in requests; on the command line `-` stands for `_`.
    pub name: &'static str,
    /// What its value is called; flags have none.
    pub value: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Heading in the help.
    pub heading: Option<&'static str>,
    /// Kind of its values.
    pub kind: ArgumentKind,
    /// Whether it must be given.
    pub required: bool,
    /// Arguments that must be given with it.
    pub requires: &'static [&'static str],
}

/// Kind of the values of an [`Argument`].
#[derive(Clone, Copy, Debug)]
pub enum ArgumentKind {
    /// Given or not.
    Flag,
    /// A whole number within limits.
    Number {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
        /// Taken where none is given.
        default: Option<i64>,
    },
    /// One of a few words; the first is taken where none is given.
    Choice {
        /// Each word with one line of help.
        choices: &'static [(&'static str, &'static str)],
    },
    /// A text, such as `6d10+5`.
    Text {
        /// Refuses what cannot be read, with a message for people.
        check: fn(&str) -> Result<(), String>,
    },
}

impl Argument {
    const fn new(
        name: &'static str,
        value: &'static str,
        help: &'static str,
        kind: ArgumentKind,
    ) -> Self {
        Self {
            name,
            value,
            help,
            heading: None,
            kind,
            required: false,
            requires: &[],
        }
    }

    /// A flag.
    #[must_use]
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        Self::new(name, "", help, ArgumentKind::Flag)
    }

    /// A whole number from `least` to `most`.
    #[must_use]
    pub const fn number(
        name: &'static str,
        value: &'static str,
        [least, most]: [i64; 2],
        help: &'static str,
    ) -> Self {
        let kind = ArgumentKind::Number {
            least,
            most,
            default: None,
        };
        Self::new(name, value, help, kind)
    }

    /// One of a few words, each with one line of help; the first is taken where none is given.
    #[must_use]
    pub const fn choice(
        name: &'static str,
        value: &'static str,
        choices: &'static [(&'static str, &'static str)],
        help: &'static str,
    ) -> Self {
        Self::new(name, value, help, ArgumentKind::Choice { choices })
    }

    /// A text that `check` accepts.
    #[must_use]
    pub const fn text(
        name: &'static str,
        value: &'static str,
        check: fn(&str) -> Result<(), String>,
        help: &'static str,
    ) -> Self {
        Self::new(name, value, help, ArgumentKind::Text { check })
    }

    /// The same number with a default.
    #[must_use]
    pub const fn or(mut self, default: i64) -> Self {
        if let ArgumentKind::Number { least, most, .. } = self.kind {
            self.kind = ArgumentKind::Number {
                least,
                most,
                default: Some(default),
            };
        }
        self
    }

    /// The same, and it must be given.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// The same, and these must be given with it.
    #[must_use]
    pub const fn with(mut self, requires: &'static [&'static str]) -> Self {
        self.requires = requires;
        self
    }

    /// The same under a heading of the help.
    #[must_use]
    pub const fn under(mut self, heading: &'static str) -> Self {
        self.heading = Some(heading);
        self
    }

    /// The value as this argument takes it.
    fn checked(&self, value: &ArgumentValue) -> Result<ArgumentValue, String> {
        let expected = match (&self.kind, value) {
            (ArgumentKind::Flag, ArgumentValue::Flag(_)) => return Ok(value.clone()),
            (ArgumentKind::Flag, _) => "true or false".to_owned(),
            (ArgumentKind::Number { least, most, .. }, ArgumentValue::Number(number))
                if (least..=most).contains(&number) =>
            {
                return Ok(value.clone());
            }
            (ArgumentKind::Number { least, most, .. }, _) => {
                format!("a whole number from {least} to {most}")
            }
            (ArgumentKind::Choice { choices }, ArgumentValue::Text(text))
                if choices.iter().any(|(word, _)| word == text) =>
            {
                return Ok(value.clone());
            }
            (ArgumentKind::Choice { choices }, _) => {
                let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
                format!("one of {}", words.join(", "))
            }
            (ArgumentKind::Text { check }, ArgumentValue::Text(text)) => {
                check(text).map_err(|error| format!("{}: {error}", self.name))?;
                return Ok(value.clone());
            }
            (ArgumentKind::Text { .. }, _) => "a text".to_owned(),
        };
        Err(format!("{}: expected {expected}", self.name))
    }

    fn default(&self) -> Option<ArgumentValue> {
        match self.kind {
            ArgumentKind::Number { default, .. } => default.map(ArgumentValue::Number),
            ArgumentKind::Choice { choices } => {
                let first = choices.first();
                first.map(|(word, _)| ArgumentValue::Text((*word).to_owned()))
            }
            ArgumentKind::Flag | ArgumentKind::Text { .. } => None,
        }
    }
}

/// The value of an [`Argument`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ArgumentValue {
    /// Of a flag.
    Flag(bool),
    /// Of a number.
    Number(i64),
    /// Of a choice or a text.
    Text(String),
}

/// The arguments that are given, checked, with the defaults of the others.
#[derive(Clone, Debug)]
pub struct Given(BTreeMap<&'static str, ArgumentValue>);

impl Given {
    /// Checks values against the arguments of a game.
    ///
    /// # Errors
    /// A message about an argument that does not exist, has a value it cannot have or lacks another.
    pub fn new<O>(
        odds: &Odds<O>,
        values: &BTreeMap<String, ArgumentValue>,
    ) -> Result<Self, String> {
        let arguments = odds.arguments;
        let has = |name: &&str| values.contains_key(*name);
        if let Some(stray) = values
            .keys()
            .find(|name| arguments.iter().all(|known| known.name != **name))
        {
            let names: Vec<&str> = arguments.iter().map(|known| known.name).collect();
            let names = names.join(", ");
            return Err(format!(
                "no argument \"{stray}\"; the arguments are {names}"
            ));
        }
        if !odds.any_of.is_empty() && !odds.any_of.iter().any(has) {
            return Err(format!("expected one of {}", odds.any_of.join(", ")));
        }
        let mut given = BTreeMap::new();
        for argument in arguments {
            let value = match values.get(argument.name) {
                Some(value) => {
                    if let Some(missing) = argument.requires.iter().find(|name| !has(name)) {
                        return Err(format!("{} needs {missing}", argument.name));
                    }
                    Some(argument.checked(value)?)
                }
                None if argument.required => return Err(missing(argument.name)),
                None => argument.default(),
            };
            given.extend(value.map(|value| (argument.name, value)));
        }
        Ok(Self(given))
    }

    /// Whether a flag is set.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        self.0.get(name) == Some(&ArgumentValue::Flag(true))
    }

    /// A number, if there is one.
    #[must_use]
    pub fn number<T: TryFrom<i64>>(&self, name: &str) -> Option<T> {
        match self.0.get(name) {
            Some(&ArgumentValue::Number(number)) => T::try_from(number).ok(),
            _ => None,
        }
    }

    /// A number that is required or has a default.
    ///
    /// # Errors
    /// A message, where it is neither and was not given.
    pub fn needed<T: TryFrom<i64>>(&self, name: &str) -> Result<T, String> {
        self.number(name).ok_or_else(|| missing(name))
    }

    /// A choice or a text; empty where there is none.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        match self.0.get(name) {
            Some(ArgumentValue::Text(text)) => text,
            _ => "",
        }
    }
}

fn missing(name: &str) -> String {
    format!("{name} is missing")
}

/// The odds of an attack, worked out.
pub struct ExactOdds {
    /// By name, as results hold them: distributions as probabilities by value, means, probabilities.
    pub parts: Map<String, Value>,
    /// The distribution that stands for the attack.
    pub charted: Charted,
    /// Draws a value of that distribution by the rules, if it is that of an attack.
    pub draw: Option<Draw>,
    /// The same for people.
    pub sections: Vec<OddsSection>,
}

/// Which distribution stands for the attack, in the game's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charted {
    /// Where it stands in the result, as a JSON pointer (RFC 6901).
    pub path: String,
    /// What its values are.
    pub of: String,
    /// What they are counted in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What the attack is from some value on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success: Option<Success>,
    /// The attack.
    pub attack: String,
}

/// A value from which on an attack counts as something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Success {
    /// The least such value.
    pub from: i64,
    /// What it then is.
    pub name: String,
}

/// Odds that people read together.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsSection {
    /// What they are the odds of.
    pub title: String,
    /// The odds.
    pub tables: Vec<OddsTable>,
}

/// A table of odds for people.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsTable {
    /// A line above it.
    pub heading: Option<&'static str>,
    /// Names of the columns; empty names only, where a table has no header.
    pub columns: Vec<&'static str>,
    /// A value for each column.
    pub rows: Vec<Vec<Value>>,
    /// Whether its rows are values of the charted distribution, beside which a sample can be shown.
    pub charted: bool,
}

impl OddsTable {
    /// A table of any kind.
    #[must_use]
    pub fn new(columns: &[&'static str], rows: Vec<Vec<Value>>) -> Self {
        Self {
            heading: None,
            columns: columns.into(),
            rows,
            charted: false,
        }
    }

    /// Probabilities, each with its name.
    #[must_use]
    pub fn of_chances(chances: &[(&str, f64)]) -> Self {
        let rows = chances.iter();
        let rows = rows.map(|&(name, p)| vec![json!(name), json!(percent(p))]);
        Self::new(&["", ""], rows.collect())
    }

    /// The charted distribution: each value with its probability, unless that is below `least`, and
    /// with the probability of at least as much.
    #[must_use]
    pub fn of_charted(name: &'static str, outcomes: &[(i64, f64)], least: f64) -> Self {
        let mut rows = Vec::new();
        let mut at_least = 1.0;
        for &(value, p) in outcomes {
            if p >= least {
                rows.push(vec![
                    json!(value),
                    json!(percent(p)),
                    json!(percent(at_least)),
                ]);
            }
            at_least -= p;
        }
        Self {
            charted: true,
            ..Self::new(&[name, "probability", "at least"], rows)
        }
    }
}

/// Probabilities by value, as results hold a distribution.
pub fn distribution<V: Into<i64>>(outcomes: impl IntoIterator<Item = (V, f64)>) -> Value {
    let named = outcomes
        .into_iter()
        .map(|(value, p)| (value.into().to_string(), json!(p)));
    Value::Object(named.collect())
}

/// A mean as tables show it, with three decimals.
#[must_use]
pub fn rounded(mean: f64) -> Value {
    json!((mean * 1000.0).round() / 1000.0)
}
