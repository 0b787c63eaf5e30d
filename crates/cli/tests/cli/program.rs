//! Runs the program.

use std::process::{Command, Output};

use serde_json::Value;

/// The program with these arguments.
pub(crate) fn equipoise(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_equipoise"));
    command.args(arguments);
    command
}

fn output(arguments: &[&str]) -> Output {
    equipoise(arguments).output().expect("the program starts")
}

/// What it prints when all is well.
pub(crate) fn ok(arguments: &[&str]) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = output(arguments);
    let stderr = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(0), "{arguments:?}: {stderr}");
    String::from_utf8(stdout).expect("text")
}

/// The JSON document it prints.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let text = ok(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&text).expect("JSON")
}

/// The lines of JSON it prints.
pub(crate) fn json_lines(arguments: &[&str]) -> Vec<Value> {
    let text = ok(&[arguments, &["--format", "json"]].concat());
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON lines"))
        .collect()
}

/// Its message when it ends with this exit code; there must be no panic and no result.
pub(crate) fn fails(arguments: &[&str], code: i32) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = output(arguments);
    let message = String::from_utf8(stderr).expect("text");
    assert_eq!(status.code(), Some(code), "{arguments:?}: {message}");
    assert!(
        !message.contains("panicked") && message.starts_with("error: "),
        "{message}"
    );
    assert_eq!(
        String::from_utf8(stdout).expect("text"),
        "",
        "{arguments:?}"
    );
    message
}

/// Equal but for rounding.
pub(crate) fn assert_near(left: f64, right: f64) {
    assert!(
        (left - right).abs() < 1e-12 * right.abs().max(1.0),
        "{left} is not {right}"
    );
}
