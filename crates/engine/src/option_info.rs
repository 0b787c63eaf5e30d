//! Descriptions of rules options.

use serde::Serialize;
use serde_json::{Value, json};

use crate::front_end::Row;

/// One rules option of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// Name on the command line.
    pub name: &'static str,
    /// Legal values, or a description of them such as "1 to 255".
    pub values: &'static [&'static str],
    /// Value unless set.
    pub default: &'static str,
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
