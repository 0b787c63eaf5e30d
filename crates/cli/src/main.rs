//! The `equipoise` command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(equipoise::run(std::env::args_os()))
}
