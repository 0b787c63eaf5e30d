//! Progress on standard error.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use equipoise_analysis::{Control, Watch, Work};
use equipoise_simulator::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::{Output, Workers};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::note;
use equipoise_engine::text::counted;

/// What has been played or gone through, on standard error.
pub(crate) struct Bar {
    bar: ProgressBar,
    /// What the bar counts.
    counted: Counted,
    battles: AtomicU64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    Battles,
    Pairings,
    States,
    Steps,
}

impl Bar {
    /// A bar for this many battles; hidden with `--quiet` or when nobody watches.
    pub(crate) fn new(output: &Output, battles: u64) -> Self {
        let template =
            "{bar:32} {percent:>3} %  {human_pos} of {human_len} battles  {per_sec}  {eta} left";
        Self::with(output, Counted::Battles, battles, template)
    }

    /// A bar for this many pairings, whose battles nobody knows beforehand.
    pub(crate) fn of_pairings(output: &Output, pairings: u64) -> Self {
        let template =
            "{bar:32} {percent:>3} %  {human_pos} of {human_len} pairings  {msg}  {eta} left";
        Self::with(output, Counted::Pairings, pairings, template)
    }

    /// A count of states, of which there are at most so many.
    pub(crate) fn states(output: &Output, most: u64) -> Self {
        let template = "{spinner} {human_pos} states of at most {human_len}  {per_sec}";
        Self::with(output, Counted::States, most, template)
    }

    /// A bar for this many steps, in the plural: `checks`.
    pub(crate) fn of_steps(output: &Output, steps: u64, noun: &str) -> Self {
        let template = format!(
            "{{bar:32}} {{percent:>3}} %  {{human_pos}} of {{human_len}} {noun}  {{eta}} left"
        );
        Self::with(output, Counted::Steps, steps, &template)
    }

    fn with(output: &Output, counted: Counted, length: u64, template: &str) -> Self {
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
        Self {
            bar,
            counted,
            battles: AtomicU64::new(0),
        }
    }

    /// Begins with so many done, which took no time now.
    pub(crate) fn begin_at(&self, done: u64) {
        self.bar.set_position(done);
        self.bar.reset_eta();
    }

    /// Takes the bar off the screen.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.finish();
    }
}

/// The terminal as a front end of analyses: bars and notes on standard error, Ctrl-C.
pub(crate) struct Terminal<'a> {
    output: &'a Output,
    cancel: &'static AtomicBool,
}

impl<'a> Terminal<'a> {
    /// Listens for Ctrl-C from now on.
    ///
    /// # Errors
    /// When that is not possible.
    pub(crate) fn new(output: &'a Output) -> Result<Self, Failure> {
        let cancel = interrupt::watch()?;
        Ok(Self { output, cancel })
    }

    /// How an analysis runs under this terminal.
    pub(crate) fn control(&self, workers: Workers) -> Control<'_> {
        Control {
            threads: workers.threads.map(usize::from),
            watch: self,
        }
    }
}

impl Watch for Terminal<'_> {
    fn begin(&self, work: Work) -> Box<dyn Progress + '_> {
        let (bar, done) = match work {
            Work::Battles { total, done } => (Bar::new(self.output, total), done),
            Work::Pairings { total, done } => (Bar::of_pairings(self.output, total), done),
            Work::States { most } => (Bar::states(self.output, most), 0),
            Work::Steps { total, noun } => (Bar::of_steps(self.output, total, noun), 0),
        };
        bar.begin_at(done);
        Box::new(bar)
    }

    fn note(&self, text: &str) {
        note(self.output, &format!("note: {text}"));
    }

    fn status(&self, text: &str) {
        note(self.output, text);
    }

    fn cancel(&self) -> &AtomicBool {
        self.cancel
    }
}

impl Progress for Bar {
    fn add(&self, battles: u64) {
        match self.counted {
            Counted::Battles | Counted::States | Counted::Steps => self.bar.inc(battles),
            Counted::Pairings => {
                self.battles.fetch_add(battles, Ordering::Relaxed);
            }
        }
    }

    fn end_pairing(&self) {
        if self.counted == Counted::Pairings {
            self.bar.inc(1);
            if !self.bar.is_hidden() {
                let battles = self.battles.load(Ordering::Relaxed);
                self.bar.set_message(counted(battles, "battle"));
            }
        }
    }
}
