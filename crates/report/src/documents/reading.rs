//! What all documents have in common: their head, names and intervals.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;

use super::kind::DocumentKind;
use crate::error::ReportError;

/// The schema that this version reads.
const SCHEMA: u64 = 1;

/// The keys that say what a document is.
#[derive(Deserialize)]
pub(crate) struct Head {
    #[serde(default)]
    schema: Value,
    #[serde(default)]
    kind: Value,
}

impl Head {
    /// The kind, if it is one of this schema.
    pub(crate) fn kind(&self, name: &str) -> Result<DocumentKind, ReportError> {
        let refuse = |message: String| {
            Err(ReportError::Document {
                name: name.to_owned(),
                message,
            })
        };
        if self.schema.as_u64() != Some(SCHEMA) {
            let found = shown(&self.schema);
            return refuse(format!("expected \"schema\": {SCHEMA}, found {found}"));
        }
        let known = DocumentKind::ALL.into_iter();
        let mut named = known.filter(|kind| self.kind.as_str() == Some(kind.name()));
        named.next().map_or_else(
            || {
                let found = shown(&self.kind);
                let kinds = DocumentKind::ALL.map(DocumentKind::name).join(", ");
                refuse(format!("expected a \"kind\" of {kinds}; found {found}"))
            },
            Ok,
        )
    }
}

/// A value as messages show it: short.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        value => cut(value.to_string(), 40),
    }
}

/// Reads a type from JSON.
pub(crate) fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, ReportError> {
    serde_json::from_str(text).map_err(|error| json_error(name, &error))
}

/// An error with the place that serde found it at.
fn json_error(name: &str, error: &serde_json::Error) -> ReportError {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let place = format!(" at line {line} column {column}");
    let message = message.strip_suffix(&place).unwrap_or(&message);
    let message = match error.classify() {
        Category::Syntax | Category::Eof => format!("cannot be read as JSON: {message}"),
        Category::Data | Category::Io => message.to_owned(),
    };
    ReportError::Json {
        name: name.to_owned(),
        line,
        column,
        message,
    }
}

/// Longest name, in characters: no chart has room for more, and nothing takes long to measure.
const LONGEST: usize = 120;

/// Makes names printable in place.
pub(super) fn make_printable<'a>(names: impl IntoIterator<Item = &'a mut String>) {
    for name in names {
        *name = printable(name);
    }
}

/// A name as a chart can show it: on one line, without the characters that turn or hide text or that
/// XML cannot hold.
pub(super) fn printable(text: &str) -> String {
    let hidden = |c: char| {
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let visible = text.chars().filter(|c| !hidden(*c));
    let spaced = visible.map(|c| if c.is_control() { ' ' } else { c });
    let spaced: String = spaced.take(4 * LONGEST).collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    cut(words.join(" "), LONGEST)
}

/// A text of so many characters at most.
fn cut(text: String, most: usize) -> String {
    if text.chars().count() <= most {
        return text;
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
