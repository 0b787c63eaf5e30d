//! An analysis on a thread of its own, while the calling thread serves the interpreter; or on the calling thread, if it
//! calls Python.
//!
//! Python delivers Ctrl-C to its main thread only, when that thread asks. So the battles run beside it, and the calling
//! thread sleeps without the interpreter's lock and wakes a few times a second to ask, to report progress and to pass
//! notes on to `logging`.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use equipoise_analysis::{Control, Error, Guest, Watch, Work};
use equipoise_simulator::Progress;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods as _, PyErr, PyResult, Python};

use crate::failure::{exception, fault, input};
use crate::player::{CalledPair, Failure, Seat};
use crate::watch::{Told, Watching};

/// Time between two looks at signals and progress.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

/// The logger that gets the notes of an analysis.
const LOGGER: &str = "equipoise";

/// Runs an analysis; `progress` is called with what is done, what there is to do and its noun.
pub(crate) fn run(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    analysis: impl FnOnce(Control<'_>) -> Result<String, Error> + Send,
) -> PyResult<String> {
    record_panics();
    let watch = Watching::default();
    let finished = AtomicBool::new(false);
    let caller = thread::current();
    let analyse = || {
        let control = Control {
            threads,
            watch: &watch,
        };
        let result = panic::catch_unwind(AssertUnwindSafe(|| analysis(control)));
        finished.store(true, Ordering::Release);
        caller.unpark();
        result
    };
    let (result, stopped) = thread::scope(|scope| {
        let worker = match thread::Builder::new().spawn_scoped(scope, analyse) {
            Ok(worker) => worker,
            Err(error) => {
                return (
                    Err(input(py, &format!("cannot start threads: {error}"))),
                    None,
                );
            }
        };
        let mut stopped = None;
        let mut under_way = true;
        // Once more when all is done, for the last notes.
        while under_way {
            py.detach(|| thread::park_timeout(PAUSE));
            under_way = !finished.load(Ordering::Acquire);
            if stopped.is_none()
                && let Err(error) = serve(py, &watch, progress)
            {
                watch.interrupt();
                stopped = Some(error);
            }
        }
        (Ok(py.detach(|| worker.join())), stopped)
    });
    let result = match result?.and_then(|result| result) {
        Ok(result) => result,
        Err(panic) => return Err(fault(py, &what_panicked(panic.as_ref()))),
    };
    match (stopped, result) {
        (Some(error), result) => Err(interrupted(py, error, result.err())),
        (None, Ok(document)) => Ok(document),
        (None, Err(error)) => Err(exception(py, &error)),
    }
}

/// Runs an analysis that calls Python on the calling thread: Ctrl-C and debuggers reach a policy there, and no two of
/// them run at once. Other Python threads go on between the calls.
pub(crate) fn run_here(
    py: Python<'_>,
    seats: [Option<Seat>; 2],
    progress: Option<Bound<'_, PyAny>>,
    analysis: impl FnOnce([Option<Guest<'_>>; 2], Control<'_>) -> Result<String, Error> + Send,
) -> PyResult<String> {
    record_panics();
    let here = Here {
        watching: Watching::default(),
        failure: Failure::default(),
        progress: progress.map(Bound::unbind),
        served: Mutex::new(Instant::now()),
    };
    let result = py.detach(|| {
        let stop = || here.watching.interrupt();
        let mut called = CalledPair::new(seats, &here.failure, &stop);
        let control = Control {
            threads: Some(1),
            watch: &here,
        };
        panic::catch_unwind(AssertUnwindSafe(|| analysis(called.guests(), control)))
    });
    if let Some(error) = here.failure.take() {
        return Err(error);
    }
    // Once more, for the last notes.
    let progress = here.progress.as_ref().map(|progress| progress.bind(py));
    serve(py, &here.watching, progress)?;
    match result {
        Ok(result) => result.map_err(|error| exception(py, &error)),
        Err(panic) => Err(fault(py, &what_panicked(panic.as_ref()))),
    }
}

/// Watches an analysis from the thread that it runs on.
struct Here {
    watching: Watching,
    failure: Failure,
    progress: Option<Py<PyAny>>,
    /// When the interpreter was served last.
    served: Mutex<Instant>,
}

impl Here {
    /// Serves the interpreter if that was long ago.
    fn look(&self) {
        let mut served = self.served.lock().unwrap_or_else(PoisonError::into_inner);
        if served.elapsed() < PAUSE {
            return;
        }
        *served = Instant::now();
        let looked = Python::attach(|py| {
            let progress = self.progress.as_ref().map(|progress| progress.bind(py));
            serve(py, &self.watching, progress)
        });
        if let Err(error) = looked {
            self.failure.note(error);
            self.watching.interrupt();
        }
    }
}

impl Watch for Here {
    fn begin(&self, work: Work) -> Box<dyn Progress + '_> {
        Box::new(Looking {
            here: self,
            count: self.watching.begin(work),
        })
    }

    fn note(&self, text: &str) {
        self.watching.note(text);
    }

    fn status(&self, text: &str) {
        self.watching.status(text);
    }

    fn cancel(&self) -> &AtomicBool {
        self.watching.cancel()
    }
}

/// Counts what is done, and looks at the interpreter meanwhile.
struct Looking<'a> {
    here: &'a Here,
    count: Box<dyn Progress + 'a>,
}

impl Progress for Looking<'_> {
    fn add(&self, battles: u64) {
        self.count.add(battles);
        self.here.look();
    }

    fn end_pairing(&self) {
        self.count.end_pairing();
    }
}

/// Raises what a signal raises, passes notes on and reports progress.
fn serve(py: Python<'_>, watch: &Watching, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    let told = watch.told();
    if !told.is_empty() {
        let logger = py.import("logging")?.call_method1("getLogger", (LOGGER,))?;
        for told in told {
            let (level, text) = match told {
                Told::Note(text) => ("warning", text),
                Told::Status(text) => ("info", text),
            };
            logger.call_method1(level, ("%s", text))?;
        }
    }
    let (done, stage) = watch.stage();
    if let Some(progress) = progress.filter(|_| !stage.noun.is_empty()) {
        progress.call1((done, stage.total, stage.noun))?;
    }
    Ok(())
}

/// The exception that stopped an analysis. After Ctrl-C it says how far a sweep has come and how to go on.
fn interrupted(py: Python<'_>, stopped: PyErr, error: Option<Error>) -> PyErr {
    match error {
        Some(error @ Error::Checkpointed { .. })
            if stopped.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) =>
        {
            exception(py, &error)
        }
        _ => stopped,
    }
}

/// Where the last panic was and what it said. The threads that play battles panic, and the thread that asked for them
/// gets no more than the words.
static PANICKED: Mutex<Option<String>> = Mutex::new(None);

/// Keeps panics from standard error and notes their places.
pub(crate) fn record_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panic::set_hook(Box::new(|panic: &PanicHookInfo<'_>| {
            *PANICKED.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic.to_string());
        }));
    });
}

/// The place and the words of a panic.
pub(crate) fn what_panicked(panic: &(dyn Any + Send)) -> String {
    let noted = PANICKED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    let words = panic.downcast_ref::<&str>().copied();
    noted.unwrap_or_else(|| words.unwrap_or("a panic without words").to_owned())
}
