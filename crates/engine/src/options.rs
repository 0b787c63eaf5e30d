//! Rules options: where editions or readings differ, the designer chooses by name.
//!
//! [`rules_options!`](crate::rules_options) makes a struct of a list of options,
//! [`option_values!`](crate::option_values) an enum of the values of one.

use serde::Serialize;
use serde_json::{Value, json};
use thiserror::Error;

use crate::front_end::dataset::Row;
use crate::source::nearest;

/// One rules option of a system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// Name on the command line.
    pub name: &'static str,
    /// Legal values, or a description of them such as "1 to 255".
    pub values: &'static [&'static str],
    /// Value unless set.
    pub default: String,
    /// What it changes.
    pub summary: &'static str,
    /// Rule it belongs to.
    pub rule: &'static str,
}

impl Row for OptionInfo {
    const COLUMNS: &'static [&'static str] = &["name", "default", "values", "rule", "summary"];

    fn row(&self) -> Vec<Value> {
        vec![
            json!(self.name),
            json!(self.default),
            json!(self.values),
            json!(self.rule),
            json!(self.summary),
        ]
    }
}

/// A type whose values have names on the command line.
pub trait OptionValue: Sized {
    /// Legal values, or a description of them.
    const VALUES: &'static [&'static str];

    /// The value of this name; `None` when there is none.
    fn parse(name: &str) -> Option<Self>;

    /// The name of the value.
    fn name(&self) -> String;
}

impl OptionValue for bool {
    const VALUES: &'static [&'static str] = &["false", "true"];

    fn parse(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    fn name(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for u8 {
    const VALUES: &'static [&'static str] = &["0 to 255"];

    /// Plain digits only: no sign.
    fn parse(name: &str) -> Option<Self> {
        let plain = name.bytes().all(|byte| byte.is_ascii_digit());
        name.parse().ok().filter(|_| plain)
    }

    fn name(&self) -> String {
        self.to_string()
    }
}

/// The options that resemble a misspelt one, or all.
fn resembling(name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()).as_slice() {
        [] => format!("the options are {}", known.join(", ")),
        near => format!("did you mean \"{}\"?", near.join("\" or \"")),
    }
}

/// An option that does not exist or a value it does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option of that name.
    #[error("no rules option named \"{name}\"; {}", resembling(name, known))]
    Unknown {
        /// The name given.
        name: String,
        /// Names of all options.
        known: &'static [&'static str],
    },
    /// Not a value of that option.
    #[error(
        "option {name} does not take \"{value}\"; expected {}",
        expected(values)
    )]
    Value {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// Legal values.
        values: &'static [&'static str],
    },
}

fn expected(values: &[&str]) -> String {
    match values {
        [only] => (*only).to_owned(),
        several => format!("one of {}", several.join(", ")),
    }
}

/// An enum whose variants are the values of a rules option, each with its command-line name, in the
/// order of lists. The calling crate needs `serde` with `derive`.
///
/// ```
/// equipoise_engine::option_values! {
///     /// Who begins.
///     pub enum First {
///         /// The side that rolls higher.
///         Higher = "higher",
///         /// The side that rolls lower.
///         Lower = "lower",
///     }
/// }
/// ```
#[macro_export]
macro_rules! option_values {
    ($(
        $(#[$about:meta])*
        pub enum $type:ident {
            $($(#[$what:meta])* $variant:ident = $name:literal,)+
        }
    )+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $type {
            $($(#[$what])* $variant,)+
        }

        impl $crate::OptionValue for $type {
            const VALUES: &'static [&'static str] = &[$($name),+];

            fn parse(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }

            fn name(&self) -> String {
                match self {
                    $(Self::$variant => $name,)+
                }
                .to_owned()
            }
        }
    )+};
}

/// A struct of rules options. Each states name, type, default, rule and summary; a number may state
/// its range. The struct gets `Default`, `list`, `set` and `values`. The calling crate needs `serde`
/// with `derive`.
///
/// ```
/// equipoise_engine::rules_options! {
///     /// Every rules option with the value in force.
///     pub struct Options {
///         die_faces: u8 [2 to 20] = 6, "dice.die", "faces of every die";
///         ones_count: bool = true, "dice.ones", "a die that shows 1 scores";
///     }
/// }
/// let mut options = Options::default();
/// options.set("die_faces", "8")?;
/// assert_eq!(options.values()[0], ("die_faces", "8".to_owned()));
/// assert!(options.set("die_faces", "1").is_err());
/// # Ok::<(), equipoise_engine::OptionError>(())
/// ```
#[macro_export]
macro_rules! rules_options {
    (
        $(#[$about:meta])*
        pub struct $options:ident {$(
            $option:ident: $type:ty $([$min:literal to $max:literal])? = $default:expr,
            $rule:literal, $summary:literal;
        )+}
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        pub struct $options {$(
            #[doc = concat!($summary, " (`", $rule, "`)")]
            pub $option: $type,
        )+}

        impl Default for $options {
            fn default() -> Self {
                Self {$(
                    $option: $default,
                )+}
            }
        }

        impl $options {
            /// All options with their legal values.
            #[must_use]
            pub fn list() -> Vec<$crate::OptionInfo> {
                let default = Self::default();
                vec![$($crate::OptionInfo {
                    name: stringify!($option),
                    values: $crate::rules_options!(@values $type $(, $min, $max)?),
                    default: $crate::OptionValue::name(&default.$option),
                    summary: $summary,
                    rule: $rule,
                }),+]
            }

            /// Puts a value in force by its command-line names.
            ///
            /// # Errors
            /// When there is no such option, or the option does not take the value; the message lists
            /// what is legal.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::OptionError> {
                $(if name == stringify!($option) {
                    let read = <$type as $crate::OptionValue>::parse(value)
                        $(.filter(|number| ($min..=$max).contains(number)))?;
                    self.$option = read.ok_or_else(|| $crate::OptionError::Value {
                        name: stringify!($option),
                        value: value.to_owned(),
                        values: $crate::rules_options!(@values $type $(, $min, $max)?),
                    })?;
                    return Ok(());
                })+
                Err($crate::OptionError::Unknown {
                    name: name.to_owned(),
                    known: &[$(stringify!($option)),+],
                })
            }

            /// Name and value of every option, in the order of [`Self::list`].
            #[must_use]
            pub fn values(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($option), $crate::OptionValue::name(&self.$option))),+]
            }
        }

        impl $crate::front_end::RulesOptions for $options {
            fn list() -> Vec<$crate::OptionInfo> {
                Self::list()
            }

            fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
                self.set(name, value).map_err(|error| error.to_string())
            }

            fn values(&self) -> Vec<(&'static str, String)> {
                self.values()
            }
        }
    };
    (@values $type:ty) => { <$type as $crate::OptionValue>::VALUES };
    (@values $type:ty, $min:literal, $max:literal) => { &[concat!($min, " to ", $max)] };
}

option_values! {
    /// Play-outs a policy that looks ahead spends on one choice.
    #[allow(missing_docs)] // the names are the numbers
    pub enum SearchBudget {
        Four = "4",
        Eight = "8",
        Sixteen = "16",
        ThirtyTwo = "32",
        SixtyFour = "64",
        OneHundredTwentyEight = "128",
        TwoHundredFiftySix = "256",
    }
}

impl SearchBudget {
    /// The number.
    #[must_use]
    pub const fn play_outs(self) -> u64 {
        4 << self as u64
    }
}

#[cfg(test)]
#[expect(unreachable_pub)] // the macro is for public structs
mod tests {
    use super::SearchBudget;

    rules_options! {
        /// One option of each kind.
        pub struct Options {
            faces: u8 [2 to 20] = 6, "dice.die", "faces of every die";
            carry: bool = false, "round.hold", "a held turn carries over";
            budget: SearchBudget = SearchBudget::Eight, "policy", "play-outs";
        }
    }

    #[test]
    fn every_value_can_be_set_and_read_back() {
        for info in Options::list() {
            let range = info.values[0].split_once(" to ");
            let ends = range.map(|(from, to)| vec![from, to]);
            for value in ends.unwrap_or_else(|| info.values.to_vec()) {
                let mut options = Options::default();
                options.set(info.name, value).unwrap();
                let set = (info.name, value.to_owned());
                assert!(options.values().contains(&set), "{set:?}");
            }
        }
        let numbers = [SearchBudget::Four, SearchBudget::TwoHundredFiftySix];
        assert_eq!(numbers.map(SearchBudget::play_outs), [4, 256]);
    }

    #[test]
    fn errors_say_what_is_legal() {
        let error = |name, value| Options::default().set(name, value).unwrap_err().to_string();
        assert_eq!(
            error("face", "4"),
            "no rules option named \"face\"; did you mean \"faces\"?"
        );
        assert_eq!(
            error("dice", "4"),
            "no rules option named \"dice\"; the options are faces, carry, budget"
        );
        for outside in ["1", "21", "-2", "x"] {
            assert_eq!(
                error("faces", outside),
                format!("option faces does not take \"{outside}\"; expected 2 to 20")
            );
        }
        assert_eq!(
            error("budget", "5"),
            "option budget does not take \"5\"; expected one of 4, 8, 16, 32, 64, 128, 256"
        );
    }
}
