//! Typed reading of a parsed TOML file that reports every mistake and continues.
//!
//! Readers return `None` for a value that is absent or wrong. A wrong value is reported at its
//! place, so callers read everything first and fail afterwards.

use std::cell::RefCell;
use std::fmt::Display;
use std::rc::Rc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::limits::Limits;
use super::nearest::nearest;
use super::problem::Source;

/// Parses a file; `None` after reporting its syntax errors.
pub fn parse<'a>(source: &Source<'a>) -> Option<Spanned<DeTable<'a>>> {
    let (table, errors) = DeTable::parse_recoverable(source.text());
    for error in &errors {
        let offset = error.span().map_or(0, |span| span.start);
        source.report(offset, format!("not valid TOML: {}", error.message()));
    }
    errors.is_empty().then_some(table)
}

/// One value with its name and the label of its table.
#[derive(Clone)]
pub struct Node<'a> {
    source: &'a Source<'a>,
    label: Rc<str>,
    name: &'static str,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Node<'a> {
    /// Where the value begins, in bytes from the start of the file.
    pub fn offset(&self) -> usize {
        self.value.span().start
    }

    /// Reports the value found and the value expected.
    pub fn refuse(&self, expected: impl Display) {
        let found = describe(self.value.get_ref());
        self.complain(format!("`{}` is {found}, expected {expected}", self.name));
    }

    /// Reports a mistake at this value with the caller's message.
    pub fn complain(&self, message: impl Display) {
        self.source
            .report(self.offset(), format!("{}: {message}", self.label));
    }

    /// A whole number within limits; anything else is reported.
    pub fn number<T: TryFrom<i64>>(&self, limits: Limits) -> Option<T> {
        let value = integer(self.value.get_ref()).and_then(|value| limits.admit(value));
        self.or_refuse(value, limits)
    }

    /// A string; anything else is reported.
    pub fn text(&self) -> Option<&'a str> {
        self.or_refuse(self.value.get_ref().as_str(), "text in quotes")
    }

    /// `true` or `false`; anything else is reported.
    pub fn flag(&self) -> Option<bool> {
        self.or_refuse(self.value.get_ref().as_bool(), "true or false")
    }

    /// The value of one of these words; anything else is reported.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Option<T> {
        let text = self.value.get_ref().as_str();
        let found = choices
            .iter()
            .find(|(name, _)| Some(*name) == text)
            .map(|choice| choice.1);
        let names: Vec<_> = choices
            .iter()
            .map(|(name, _)| format!("\"{name}\""))
            .collect();
        self.or_refuse(found, format!("one of {}", names.join(", ")))
    }

    /// Reads text in a notation of the rules; `None` from `read` refuses it.
    pub fn notation<T>(&self, read: impl Fn(&str) -> Option<T>, expected: &str) -> Option<T> {
        self.or_refuse(self.value.get_ref().as_str().and_then(read), expected)
    }

    /// The value as the text of an option: a string, or a flag or whole number as text.
    pub fn plain(&self) -> Option<String> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Boolean(flag) => Some(flag.to_string()),
            DeValue::Integer(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Whether the value is a string.
    pub fn is_text(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::String(_))
    }

    /// Whether the value is an array.
    pub fn is_array(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Array(_))
    }

    /// Whether the value is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Table(_))
    }

    /// The items of an array; anything else is reported as not what was expected.
    pub fn items(&self, expected: &str) -> Option<Vec<Self>> {
        let array = self.or_refuse(self.value.get_ref().as_array(), expected)?;
        Some(
            array
                .iter()
                .map(|value| Self {
                    value,
                    ..self.clone()
                })
                .collect(),
        )
    }

    /// The tables of a `[[name]]`, each labelled by its field `key`.
    fn entries(&self, name: &str, key: &str) -> Vec<Fields<'a>> {
        let items = self.items(&format!("at least one [[{name}]]"));
        let tables = items.unwrap_or_default();
        let read = |item: &Self| Some(item.fields("a table")?.labelled(name, key));
        tables.iter().filter_map(read).collect()
    }

    /// The fields of a table; anything else is reported as not what was expected.
    pub fn fields(&self, expected: &str) -> Option<Fields<'a>> {
        let table = self.or_refuse(self.value.get_ref().as_table(), expected)?;
        Some(Fields::new(
            self.source,
            Rc::clone(&self.label),
            table,
            self.offset(),
        ))
    }

    fn or_refuse<T>(&self, value: Option<T>, expected: impl Display) -> Option<T> {
        if value.is_none() {
            self.refuse(expected);
        }
        value
    }
}

/// The fields of one table.
pub struct Fields<'a> {
    source: &'a Source<'a>,
    label: Rc<str>,
    table: &'a DeTable<'a>,
    offset: usize,
    known: RefCell<Vec<&'static str>>,
}

impl<'a> Fields<'a> {
    fn new(source: &'a Source<'a>, label: Rc<str>, table: &'a DeTable<'a>, offset: usize) -> Self {
        Self {
            source,
            label,
            table,
            offset,
            known: RefCell::default(),
        }
    }

    /// The top level of a file.
    pub fn root(source: &'a Source<'a>, table: &'a Spanned<DeTable<'a>>) -> Self {
        Self::new(source, Rc::from("top level"), table.get_ref(), 0)
    }

    /// Labels the table in messages by one of its fields, as `unit "White Asura"`.
    pub fn labelled(mut self, kind: &str, key: &str) -> Self {
        self.label = match self.lookup(key).map(|value| value.get_ref()) {
            Some(DeValue::String(name)) => format!("{kind} \"{}\"", name.escape_debug()).into(),
            Some(DeValue::Integer(number)) => format!("{kind} {}", number.as_str()).into(),
            _ => kind.into(),
        };
        self
    }

    fn lookup(&self, name: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table
            .iter()
            .find(|(key, _)| key.get_ref() == name)
            .map(|(_, value)| value)
    }

    /// Reports a mistake that concerns the table as a whole.
    pub fn complain(&self, message: impl Display) {
        self.complain_at(self.offset, message);
    }

    /// A field, if it is there.
    pub fn optional(&self, name: &'static str) -> Option<Node<'a>> {
        self.known.borrow_mut().push(name);
        let value = self.lookup(name)?;
        Some(Node {
            source: self.source,
            label: Rc::clone(&self.label),
            name,
            value,
        })
    }

    /// A field; its absence is reported.
    pub fn required(&self, name: &'static str, expected: impl Display) -> Option<Node<'a>> {
        let node = self.optional(name);
        if node.is_none() {
            self.complain(format!("missing `{name}`, expected {expected}"));
        }
        node
    }

    /// A required whole number within limits.
    pub fn number<T: TryFrom<i64>>(&self, name: &'static str, limits: Limits) -> Option<T> {
        self.required(name, limits)?.number(limits)
    }

    /// A whole number within limits, if the field is there.
    pub fn optional_number<T: TryFrom<i64>>(
        &self,
        name: &'static str,
        limits: Limits,
    ) -> Option<T> {
        self.optional(name)?.number(limits)
    }

    /// An optional number with a default; `None` only after a mistake.
    pub fn number_or<T: TryFrom<i64>>(
        &self,
        name: &'static str,
        limits: Limits,
        default: T,
    ) -> Option<T> {
        match self.optional(name) {
            Some(node) => node.number(limits),
            None => Some(default),
        }
    }

    /// An optional flag, false by default.
    pub fn switch(&self, name: &'static str) -> bool {
        let node = self.optional(name);
        node.and_then(|node| node.flag()).unwrap_or(false)
    }

    /// A required field with one of these words.
    pub fn choice<T: Copy>(&self, name: &'static str, choices: &[(&str, T)]) -> Option<T> {
        let names: Vec<_> = choices
            .iter()
            .map(|(name, _)| format!("\"{name}\""))
            .collect();
        self.required(name, format!("one of {}", names.join(", ")))?
            .choice(choices)
    }

    /// The tables of a required `[[name]]`, each labelled by its field `key`.
    pub fn entries(&self, name: &'static str, key: &str) -> Vec<Self> {
        let expected = format!("at least one [[{name}]]");
        let node = self.required(name, &expected);
        node.map(|node| node.entries(name, key)).unwrap_or_default()
    }

    /// The tables of a `[[name]]` that may be missing, each labelled by its field `key`.
    pub fn optional_entries(&self, name: &'static str, key: &str) -> Vec<Self> {
        let node = self.optional(name);
        node.map(|node| node.entries(name, key)).unwrap_or_default()
    }

    /// Every field of a table whose names are free, with the offset of each name.
    pub fn pairs(&self, name: &'static str) -> Vec<(&'a str, usize, Node<'a>)> {
        let node = |value| Node {
            source: self.source,
            label: Rc::clone(&self.label),
            name,
            value,
        };
        self.table
            .iter()
            .map(|(key, value)| (key.get_ref().as_ref(), key.span().start, node(value)))
            .collect()
    }

    /// Reports a mistake at a byte offset inside the table.
    pub fn complain_at(&self, offset: usize, message: impl Display) {
        self.source
            .report(offset, format!("{}: {message}", self.label));
    }

    /// A required `[name]`.
    pub fn section(&self, name: &'static str) -> Option<Self> {
        let expected = format!("a table [{name}]");
        let mut fields = self.required(name, &expected)?.fields(&expected)?;
        fields.label = format!("[{name}]").into();
        Some(fields)
    }

    /// Reports every field that has not been read.
    pub fn finish(&self) {
        let known = self.known.borrow();
        for key in self
            .table
            .keys()
            .filter(|key| !known.contains(&key.get_ref().as_ref()))
        {
            let advice = advise(key.get_ref(), &known);
            let message = format!(
                "{}: unknown field `{}`; {advice}",
                self.label,
                key.get_ref()
            );
            self.source.report(key.span().start, message);
        }
    }
}

fn advise(unknown: &str, known: &[&str]) -> String {
    let near = nearest(unknown, known.iter().copied());
    let (lead, names) = match near.is_empty() {
        false => ("did you mean", near),
        true => (
            "expected one of",
            known.iter().map(ToString::to_string).collect(),
        ),
    };
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    let end = if lead.starts_with("did") { "?" } else { "" };
    format!("{lead} {}{end}", quoted.join(", "))
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

fn describe(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{}\"", text.escape_debug()),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(date) => format!("the date {date}"),
        DeValue::Array(_) => "an array".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
