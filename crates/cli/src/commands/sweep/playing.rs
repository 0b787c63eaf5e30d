//! Plays a sweep, from its beginning or from where it was left.

use equipoise_analysis::Grid;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use equipoise_engine::text::grouped;
use equipoise_simulator::{Control, Journal, Kept, Order, Plan, Staged, Stopping, Tally, run_kept};

use super::SweepArgs;
use super::command_line::{line, repeating, resuming};
use super::saving::{Saved, Sitting};
use crate::args::{Output, Workers};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{note, note_rounding};
use crate::progress::Bar;
use crate::systems::Front;
use equipoise_analysis::Game;
use equipoise_engine::text::counted;

/// A sweep that has been planned.
pub(crate) struct Sweep<'g, S: Front> {
    output: &'g Output,
    args: &'g SweepArgs<S>,
    game: &'g Game<S>,
    plan: Plan,
    /// The unit behind each contestant.
    units: Vec<&'g S::Unit>,
    place: PathBuf,
}

impl<'g, S: Front> Sweep<'g, S> {
    /// Plans what the arguments ask for.
    pub(crate) fn new(
        output: &'g Output,
        args: &'g SweepArgs<S>,
        game: &'g Game<S>,
    ) -> Result<Self, Failure> {
        let runs = args
            .runs
            .unwrap_or_else(|| Grid::from(args.grid).default_runs());
        let (runs, stopping) = args.precision.battles(runs)?;
        let (plan, units) = game.sweep(args.grid.into(), runs)?;
        let plan = plan.stopping_by(stopping);
        let plan = match args.shard {
            Some(shard) => plan.part(shard),
            None => plan,
        };
        note_rounding(output, runs, &plan);
        Ok(Self {
            output,
            args,
            game,
            plan,
            units,
            place: out_folder(args),
        })
    }

    /// What is played.
    pub(crate) const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Where the results belong.
    pub(crate) fn place(&self) -> &Path {
        &self.place
    }

    /// What an unfinished run keeps of what was asked for.
    pub(crate) fn order(&self) -> Order {
        let words = repeating(self.args, &self.plan);
        Order::new(&self.plan, env!("CARGO_PKG_VERSION"), words)
    }

    /// Plays what has not been kept, writes the results, removes the journal and prints the summary.
    pub(crate) fn play(&self, mut journal: Journal, kept: &Kept) -> Result<(), Failure> {
        let cancel = interrupt::watch()?;
        let started = Instant::now();
        let threads = thread_count(self.args.workers);
        let played = self.play_on(&mut journal, kept, threads, cancel);
        let sitting = Sitting {
            elapsed: kept.elapsed + started.elapsed(),
            threads: threads as u64,
        };
        match played.and_then(|tallies| self.save(tallies, sitting, Some(journal.folder()))) {
            Ok(saved) => {
                if let Err(error) = journal.discard() {
                    note(self.output, &format!("note: the run is complete; {error}"));
                }
                saved.print(self.output)
            }
            Err(failure) => Err(self.with_way_back(journal, failure)),
        }
    }

    fn play_on(
        &self,
        journal: &mut Journal,
        kept: &Kept,
        threads: usize,
        cancel: &AtomicBool,
    ) -> Result<Vec<Tally>, Failure> {
        let bar = self.bar(kept);
        let control = Control {
            threads: Some(threads),
            progress: &bar,
            cancel,
        };
        let compile = |a: usize, b: usize| self.game.compile(self.units[a], self.units[b]);
        let pause = self.args.checkpoints.checkpoint_every;
        let (plan, known) = (&self.plan, &kept.tallies);
        let played = run_kept::<S, _, _>(plan, known, compile, control, journal, pause);
        bar.finish();
        Ok(played?)
    }

    fn bar(&self, kept: &Kept) -> Bar {
        match self.plan.stopping() {
            Stopping::Fixed => {
                let bar = Bar::new(self.output, self.plan.battles());
                bar.begin_at(battles(kept));
                bar
            }
            Stopping::HalfWidth(_) | Stopping::Decide(_) => {
                let bar = Bar::of_pairings(self.output, self.plan.cells().len() as u64);
                bar.begin_at(self.finished(kept));
                bar
            }
        }
    }

    /// Writes the results of these tallies, prepared in the folder `workplace` or beside their place.
    pub(crate) fn save(
        &self,
        tallies: Vec<Tally>,
        sitting: Sitting,
        workplace: Option<&Path>,
    ) -> Result<Saved, Failure> {
        let made = sitting.made_by(repeating(self.args, &self.plan));
        let staged = match workplace {
            Some(workplace) => Staged::create_within(&self.place, workplace)?,
            None => Staged::create(&self.place)?,
        };
        Saved::write(self.output, &self.plan, tallies, made, staged)
    }

    /// How far a run has come.
    pub(crate) fn progress(&self, kept: &Kept) -> String {
        format!(
            "{} are kept, {} of {} pairings are complete",
            counted(battles(kept), "battle"),
            grouped(self.finished(kept)),
            grouped(self.plan.cells().len() as u64),
        )
    }

    fn finished(&self, kept: &Kept) -> u64 {
        let tallies = kept.tallies.values();
        tallies.filter(|tally| self.plan.is_finished(tally)).count() as u64
    }

    /// The failure, with how to go on if anything has been kept; else nothing is left behind.
    fn with_way_back(&self, journal: Journal, failure: Failure) -> Failure {
        let Ok(kept) = journal.kept(&self.plan) else {
            return failure;
        };
        if kept.tallies.is_empty() {
            // What matters is why there is no result.
            let _ = journal.discard();
            return failure;
        }
        let way = format!(
            "{}\nto continue: {}",
            self.progress(&kept),
            resuming(&self.place)
        );
        match failure {
            Failure::Interrupted => Failure::Paused(format!("interrupted; {way}")),
            Failure::Access(message) => Failure::Access(format!("{message}\n{way}")),
            other => other,
        }
    }
}

fn battles(kept: &Kept) -> u64 {
    kept.tallies.values().map(|tally| tally.battles).sum()
}

/// Ends the command if an unfinished run lies beside the place of the results.
pub(crate) fn refuse_unfinished(
    place: &Path,
    mine: &Order,
    otherwise: &str,
) -> Result<(), Failure> {
    let folder = Journal::folder_of(place)?;
    let theirs = match Journal::order(place) {
        Ok(None) => return Ok(()),
        Ok(Some(order)) => order,
        // What it was cannot be told; it can only be thrown away.
        Err(error) => {
            return Err(Failure::Input(format!(
                "{error}\nthis unfinished run cannot be continued; {otherwise}"
            )));
        }
    };
    let what = match theirs.difference(mine) {
        None => "this run, unfinished".to_owned(),
        Some(_) => format!("another run, unfinished: {}", line(&theirs.arguments)),
    };
    Err(Failure::Input(format!(
        "{} holds {what}\nto continue it: {}\nelse {otherwise}",
        folder.display(),
        resuming(place),
    )))
}

fn out_folder<S: Front>(args: &SweepArgs<S>) -> PathBuf {
    let named = || {
        let (system, grid, seed) = (S::NAME, Grid::from(args.grid).name(), args.shared.seed);
        let part = args.shard.map(|shard| {
            let (part, of) = (shard.part(), shard.of());
            format!("-shard{part}of{of}")
        });
        let part = part.unwrap_or_default();
        PathBuf::from("runs").join(format!("{system}-{grid}-seed{seed}{part}"))
    };
    args.out.clone().unwrap_or_else(named)
}

fn thread_count(workers: Workers) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    workers.threads.map_or_else(cores, usize::from)
}
