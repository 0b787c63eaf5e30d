//! Runs the program, in a temporary folder where it reads or writes files.
//!
//! A command is one line, as in a shell: words at blanks, names of several words in single quotes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// The program with the arguments of this line.
pub(crate) fn equipoise(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_equipoise"));
    for (part, text) in line.split('\'').enumerate() {
        match part % 2 {
            0 => command.args(text.split_whitespace()),
            _ => command.arg(text),
        };
    }
    command
}

/// Exit code, standard output and standard error.
pub(crate) fn outcome(mut command: Command) -> (i32, String, String) {
    let output = command.output().expect("the program starts");
    let Output {
        status,
        stdout,
        stderr,
    } = output;
    let code = status.code().expect("an exit code");
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).expect("text"));
    (code, stdout, stderr)
}

fn printed(command: Command) -> String {
    let shown = format!("{command:?}");
    let (code, stdout, stderr) = outcome(command);
    assert_eq!(code, 0, "{shown}: {stderr}");
    stdout
}

fn document(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// What the program prints when all is well.
pub(crate) fn ok(line: &str) -> String {
    printed(equipoise(line))
}

/// The JSON document it prints.
pub(crate) fn json(line: &str) -> Value {
    document(&ok(&format!("{line} --format json")))
}

/// The lines of JSON it prints.
pub(crate) fn json_lines(line: &str) -> Vec<Value> {
    let text = ok(&format!("{line} --format json"));
    text.lines().map(document).collect()
}

/// A temporary folder; the commands it runs see paths relative to it.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The names in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        names(self.0.path())
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("written");
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("text")
    }

    /// Replaces the first place of a text in a file, which must have one.
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.text(name);
        assert!(text.contains(from), "{name} has no {from}");
        self.write(name, text.replacen(from, to, 1));
    }

    /// A copy of the shipped dataset of a system, without scenarios and armies.
    pub(crate) fn dataset(&self, system: &str, name: &str) {
        fs::create_dir(self.path(name)).expect("made");
        for file in names(&shipped(system)) {
            if file.ends_with(".toml") {
                let to = self.path(name).join(&file);
                fs::copy(shipped(system).join(file), to).expect("copied");
            }
        }
    }

    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = equipoise(line);
        command.current_dir(self.0.path());
        command
    }

    /// What the program prints when all is well.
    pub(crate) fn ok(&self, line: &str) -> String {
        printed(self.command(line))
    }

    /// The JSON document it prints.
    pub(crate) fn json(&self, line: &str) -> Value {
        document(&self.ok(&format!("{line} --format json")))
    }

    /// Its message where it ends with this exit code, without a result and without a trace.
    pub(crate) fn fails(&self, line: &str, code: i32) -> String {
        let before = self.names();
        let (found, stdout, message) = outcome(self.command(line));
        assert_eq!(found, code, "{line}: {message}");
        assert_eq!(stdout, "", "{line}");
        let panicked = message.contains("panicked");
        assert!(message.starts_with("error: ") && !panicked, "{message}");
        assert_eq!(self.names(), before, "{line}");
        message
    }

    /// A text without what differs from run to run: this folder, names of temporary files in it, the
    /// version.
    pub(crate) fn relative(&self, text: &str) -> String {
        let place = self.0.path().display().to_string();
        let text = text
            .replace(&format!("{place}/"), "")
            .replace(&place, "FOLDER");
        let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
        let shown = |line: &str| line.split(" at path ").next().map(str::to_owned);
        text.lines()
            .filter_map(shown)
            .map(|line| line + "\n")
            .collect()
    }

    /// Each of the lines and its message; all of them end with this exit code.
    pub(crate) fn refusals(&self, lines: &str, code: i32) -> String {
        let lines = lines.lines().map(str::trim);
        let refusal = |line| format!("$ {line}\n{}\n", self.relative(&self.fails(line, code)));
        lines.filter(|line| !line.is_empty()).map(refusal).collect()
    }
}

/// A text whose numbers of many digits are rounded to nine: the last bits of a logarithm are those of
/// the machine.
pub(crate) fn rounded(text: &str) -> String {
    let within = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '+' | '-');
    let round = |piece: &str| {
        let token = piece.trim_end_matches(|c| !within(c));
        match token.parse::<f64>() {
            Ok(value) if token.contains('.') && token.len() > 12 => {
                let value = (value * 1e9).round() / 1e9 + 0.0;
                format!("{value}{}", &piece[token.len()..])
            }
            _ => piece.to_owned(),
        }
    };
    text.split_inclusive(|c| !within(c)).map(round).collect()
}

/// Where the dataset of a system lies.
pub(crate) fn shipped(system: &str) -> PathBuf {
    let datasets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets");
    datasets.join(system)
}

/// Names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("a plain name");
    let mut names: Vec<String> = entries
        .map(|entry| name(entry.expect("an entry")))
        .collect();
    names.sort();
    names
}

pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Lower end, estimate and upper end.
pub(crate) fn interval(value: &Value) -> [f64; 3] {
    ["low", "estimate", "high"].map(|end| number(&value[end]))
}

pub(crate) fn rows(value: &Value) -> &[Value] {
    value.as_array().expect("rows")
}

/// The row of this name.
pub(crate) fn row<'v>(rows: &'v Value, name: &str) -> &'v Value {
    let rows = rows.as_array().expect("rows");
    let found = rows.iter().find(|row| row["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

/// The texts of one field of all rows.
pub(crate) fn field<'v>(value: &'v Value, name: &str) -> Vec<&'v str> {
    let text = |row: &'v Value| row[name].as_str().expect("text");
    rows(value).iter().map(text).collect()
}

/// The same numbers on the effect of a change.
pub(crate) fn assert_same_answer(one: &Value, other: &Value) {
    let keys = [
        "battles",
        "battles_changed",
        "difference",
        "differences",
        "implied",
        "mean_absolute_difference",
        "score",
        "surely_down",
        "surely_up",
        "variance_ratio",
    ];
    for key in keys {
        assert!(
            !one[key].is_null() || !other[key].is_null() || key == "implied",
            "{key}"
        );
        assert_eq!(one[key], other[key], "{key}");
    }
}

/// Equal but for rounding.
pub(crate) fn assert_near(left: f64, right: f64) {
    assert!(
        (left - right).abs() < 1e-12 * right.abs().max(1.0),
        "{left} is not {right}"
    );
}
