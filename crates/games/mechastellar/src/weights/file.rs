//! Files of weights: their version, where they come from, and the numbers.

use std::fmt::Display;
use std::sync::LazyLock;

use equipoise_engine::source::problem::{Problem, Source, SourceFile};
use equipoise_engine::source::raw::{self, Fields, Node};
use equipoise_engine::source::{Limits, finish};
use serde::Serialize;

use super::values::{Weight, Weights};

/// A set of weights with its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsFile {
    /// Where the weights come from, each named once.
    pub origins: Vec<Origin>,
    /// The numbers.
    pub weights: Weights,
}

/// How some of the weights were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// Their names.
    pub weights: Vec<String>,
    /// How they were found, in a sentence.
    pub method: String,
    /// Seed of the search, where this program can repeat it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Steps of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Battles of each step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battles: Option<u32>,
    /// What a test against the weights before them said, on other dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
}

impl Weights {
    /// The weights that ship with the program, read once.
    ///
    /// # Panics
    /// Never: the file is fixed when the program is built, and the tests parse it.
    #[must_use]
    pub fn shipped() -> Self {
        static SHIPPED: LazyLock<Weights> = LazyLock::new(|| WeightsFile::shipped().weights);
        *SHIPPED
    }
}

/// The file that ships with the program.
pub(super) fn shipped_source() -> SourceFile {
    SourceFile::new(
        "weights/greedy.toml",
        include_str!("../../weights/greedy.toml"),
    )
}

/// A file as it is written.
#[derive(Serialize)]
struct Written<'a> {
    version: i64,
    origin: &'a [Origin],
    weights: &'a Weights,
}

/// The first lines of a written file.
const HEAD: &str = "\
# Weights of the policy `greedy` of MechaStellar: what it sets against what. Shares are in 256ths.
# What each one means: `Weights` in crates/games/mechastellar/src/weights. How they are found: docs/tuning.md.

";

impl WeightsFile {
    /// Version of what the weights mean. It changes with their names and meanings, not with their
    /// values.
    pub const VERSION: i64 = 3;

    /// The command that makes weights for this program.
    pub const COMMAND: &'static str =
        "cargo run --release -p equipoise-tuner -- tune --out weights.toml";

    /// The weights that ship with the program.
    ///
    /// # Panics
    /// Never: the file is fixed when the program is built, and the tests parse it.
    #[must_use]
    pub fn shipped() -> Self {
        match Self::parse(&shipped_source()) {
            Ok(file) => file,
            Err(problems) => unreachable!("the shipped weights are broken: {problems:?}"),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Every problem of it with its line, sorted; of a file of another version that alone.
    pub fn parse(file: &SourceFile) -> Result<Self, Vec<Problem>> {
        let source = Source::new(file);
        let table = raw::parse(&source);
        let read = table
            .as_ref()
            .and_then(|table| Self::read(&Fields::root(&source, table)));
        drop(table);
        finish(read, source.into_problems())
    }

    fn read(root: &Fields<'_>) -> Option<Self> {
        let any = Limits::whole(0, i64::MAX);
        let version = root.required("version", Self::VERSION)?;
        let found: i64 = version.number(any)?;
        if found != Self::VERSION {
            version.complain(other_version(found));
            return None;
        }
        let origins = root.entries("origin", "method");
        let origins: Vec<Option<Origin>> = origins.iter().map(Origin::read).collect();
        let numbers = root.section("weights");
        root.finish();
        let weights = Weights::read(&numbers?)?;
        let origins: Vec<Origin> = origins.into_iter().collect::<Option<_>>()?;
        for weight in Weights::ALL {
            let told = origins.iter().flat_map(|origin| &origin.weights);
            let times = told.filter(|name| *name == weight.name).count();
            if times != 1 {
                let name = weight.name;
                root.complain(format!(
                    "`{name}` is named by {times} [[origin]], expected 1"
                ));
            }
        }
        Some(Self { origins, weights })
    }

    /// The text of a file that [`WeightsFile::parse`] reads.
    ///
    /// # Panics
    /// Never: all of it are numbers and texts.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let written = Written {
            version: Self::VERSION,
            origin: &self.origins,
            weights: &self.weights,
        };
        match toml::to_string(&written) {
            Ok(text) => format!("{HEAD}{text}"),
            Err(error) => unreachable!("weights that cannot be written: {error}"),
        }
    }

    /// The same set with new values of the weights that an origin names, which is theirs from now on.
    #[must_use]
    pub fn with(&self, weights: Weights, origin: Origin) -> Self {
        let mut origins = self.origins.clone();
        for before in &mut origins {
            before.weights.retain(|name| !origin.weights.contains(name));
        }
        origins.retain(|before| !before.weights.is_empty());
        origins.push(origin);
        Self { origins, weights }
    }
}

impl Origin {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        let count = Limits::whole(1, u32::MAX.into());
        let text = |node: Node<'_>| Some(node.text()?.to_owned());
        let names = fields.required("weights", "an array of names of weights");
        let method = fields.required("method", "text in quotes").and_then(text);
        let this = Self {
            weights: names
                .and_then(|names| weight_names(&names))
                .unwrap_or_default(),
            method: method.unwrap_or_default(),
            seed: fields.optional_number("seed", Limits::whole(0, i64::MAX)),
            steps: fields.optional_number("steps", count),
            battles: fields.optional_number("battles", count),
            verdict: fields.optional("verdict").and_then(text),
        };
        fields.finish();
        Some(this)
    }
}

/// The names in an array; those that are of no weight are reported.
fn weight_names(names: &Node<'_>) -> Option<Vec<String>> {
    let items = names.items("an array of names of weights")?;
    let name = |item: &Node<'_>| {
        let name = item.text()?;
        if Weight::named(name).is_none() {
            item.complain(format!("there is no weight `{name}`"));
        }
        Some(name.to_owned())
    };
    items.iter().map(name).collect()
}

fn other_version(found: impl Display) -> String {
    format!(
        "these are weights of version {found}, and this program plays with version {}; make them anew \
         with `{}`",
        WeightsFile::VERSION,
        WeightsFile::COMMAND
    )
}
