//! Progress on standard error.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for so many steps or battles; hidden with `--quiet` or when nobody watches.
pub(crate) fn bar(quiet: bool, length: u64, noun: &str) -> ProgressBar {
    let target = if !quiet && std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(10)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(length), target);
    let template =
        format!("{{bar:32}} {{percent:>3}} %  {{human_pos}} of {{human_len}} {noun}  {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
