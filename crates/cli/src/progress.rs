//! Progress on standard error.

use std::io::IsTerminal as _;

use equipoise_simulator::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Output;

/// Battles played or states gone through, on standard error.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar for this many battles; hidden with `--quiet` or when nobody watches.
    pub(crate) fn new(output: &Output, battles: u64) -> Self {
        let battles_left =
            "{bar:32} {percent:>3} %  {human_pos} of {human_len} battles  {per_sec}  {eta} left";
        Self::with_template(output, battles, battles_left)
    }

    /// A count of states, of which there are at most so many.
    pub(crate) fn states(output: &Output, most: u64) -> Self {
        Self::with_template(
            output,
            most,
            "{spinner} {human_pos} states of at most {human_len}  {per_sec}",
        )
    }

    fn with_template(output: &Output, length: u64, template: &str) -> Self {
        let visible = !output.quiet && std::io::stderr().is_terminal();
        let target = if visible {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(length), target);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Shows how many are done.
    pub(crate) fn show(&self, done: u64) {
        self.0.set_position(done);
    }

    /// Takes the bar off the screen.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn add(&self, battles: u64) {
        self.0.inc(battles);
    }
}
