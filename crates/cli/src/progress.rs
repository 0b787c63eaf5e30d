//! A progress bar with rate and time left.

use std::io::IsTerminal as _;

use equipoise_simulator::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Output;

/// Battles played, on standard error.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar for this many battles; hidden with `--quiet` or when nobody watches.
    pub(crate) fn new(output: &Output, battles: u64) -> Self {
        let visible = !output.quiet && std::io::stderr().is_terminal();
        let target = if visible {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(battles), target);
        let template =
            "{bar:32} {percent:>3} %  {human_pos} of {human_len} battles  {per_sec}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
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
