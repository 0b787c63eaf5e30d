//! A duel of which Python plays one side step by step.
//!
//! The rules call a player and wait for its answer; a step is the other way round. So the battles run on a thread of
//! their own, which hands each decision over and sleeps until the answer comes: one of the two threads runs at a time.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use equipoise_analysis::replay::{ReplayHead, ReplayRequest, host};
use equipoise_analysis::{Error, Guest};
use equipoise_engine::{Decision, Player, Side};
use pyo3::prelude::{PyErr, PyResult, Python, pyclass, pymethods};

use crate::failure::{exception, fault, input};
use crate::player::{CalledPair, Failure, Seat};
use crate::running::{PAUSE, record_panics, what_panicked};

/// What Python asks for.
enum Command {
    /// The battle of this number, from its beginning.
    Battle(u64),
    /// The choice at this place.
    Answer(usize),
}

/// What comes of it.
enum Told {
    /// A decision, as JSON.
    Decision(String),
    /// The battle has ended: its head, as JSON.
    Ended(String),
    /// The opponent raised an exception.
    Raised(PyErr),
    /// The duel cannot be played.
    Refused(Error),
    /// The program is at fault.
    Panicked(String),
}

/// Python's end of the line.
#[pyclass(frozen, module = "equipoise._equipoise")]
pub(crate) struct Table {
    line: Mutex<Line>,
}

struct Line {
    commands: Sender<(u64, Command)>,
    told: Receiver<(u64, Told)>,
    /// Commands sent. What is told names the command that it belongs to: one whose answer nobody waited for, because of
    /// Ctrl-C, is passed over.
    sent: u64,
}

#[pymethods]
impl Table {
    /// Sets up a duel, of which Python plays contestant a under this name at these decision points; `opponent` plays
    /// contestant b in the place of its policy.
    #[new]
    fn new(
        py: Python<'_>,
        request: &str,
        name: String,
        points: Vec<String>,
        opponent: Option<Seat>,
    ) -> PyResult<Self> {
        let request: ReplayRequest =
            serde_json::from_str(request).map_err(|error| input(py, &error.to_string()))?;
        record_panics();
        let (commands, orders) = channel();
        let (reports, told) = channel();
        let play = move || {
            let end = TheirEnd {
                orders,
                reports,
                last: 0,
                waiting: None,
                deaf: false,
            };
            serve(&request, name, points, opponent, end);
        };
        let started = thread::Builder::new().spawn(play);
        started.map_err(|error| input(py, &format!("cannot start threads: {error}")))?;
        let line = Line {
            commands,
            told,
            sent: 0,
        };
        Ok(Self {
            line: Mutex::new(line),
        })
    }

    /// Begins a battle: whether it has ended, and the first decision or how it ended.
    fn battle(&self, py: Python<'_>, battle: u64) -> PyResult<(bool, String)> {
        self.ask(py, Command::Battle(battle))
    }

    /// Answers a decision: whether the battle has ended, and the next decision or how it ended.
    fn answer(&self, py: Python<'_>, place: usize) -> PyResult<(bool, String)> {
        self.ask(py, Command::Answer(place))
    }
}

impl Table {
    fn ask(&self, py: Python<'_>, command: Command) -> PyResult<(bool, String)> {
        let number = py.detach(|| {
            let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
            line.sent += 1;
            // Who is gone has said why.
            let _ = line.commands.send((line.sent, command));
            line.sent
        });
        loop {
            let told = py.detach(|| {
                let line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
                line.told.recv_timeout(PAUSE)
            });
            match told {
                Ok((of, _)) if of < number => {}
                Ok((_, told)) => return answer(py, told),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(input(
                        py,
                        "this environment has failed before; make another",
                    ));
                }
            }
        }
    }
}

fn answer(py: Python<'_>, told: Told) -> PyResult<(bool, String)> {
    match told {
        Told::Decision(decision) => Ok((false, decision)),
        Told::Ended(head) => Ok((true, head)),
        Told::Raised(error) => Err(error),
        Told::Refused(error) => Err(exception(py, &error)),
        Told::Panicked(what) => Err(fault(py, &what)),
    }
}

/// The end of the line that plays.
struct TheirEnd {
    orders: Receiver<(u64, Command)>,
    reports: Sender<(u64, Told)>,
    /// Number of the command that is being carried out.
    last: u64,
    /// The battle that was asked for in the middle of another.
    waiting: Option<u64>,
    /// Nobody waits for the end of this battle: it is played out by the policies.
    deaf: bool,
}

impl TheirEnd {
    fn tell(&self, told: Told) {
        // Nobody listens once Python has dropped its end.
        let _ = self.reports.send((self.last, told));
    }

    fn order(&mut self) -> Option<Command> {
        let (number, command) = self.orders.recv().ok()?;
        self.last = number;
        Some(command)
    }

    /// The number of the next battle; `None` when Python has dropped its end.
    fn next(&mut self) -> Option<u64> {
        self.deaf = false;
        loop {
            if let Some(battle) = self.waiting.take() {
                return Some(battle);
            }
            match self.order()? {
                Command::Battle(battle) => self.waiting = Some(battle),
                // Of a battle that has ended.
                Command::Answer(_) => {}
            }
        }
    }
}

/// The side that Python plays step by step.
struct Stepping<'a> {
    points: Vec<String>,
    end: &'a RefCell<TheirEnd>,
    failure: &'a Failure,
}

impl Player for Stepping<'_> {
    fn decides(&self, _: Side, point: &'static str) -> bool {
        let heard = !self.end.borrow().deaf && !self.failure.is_there();
        heard && self.points.iter().any(|own| own == point)
    }

    fn choose(&mut self, decision: Decision) -> Option<usize> {
        let mut end = self.end.borrow_mut();
        let text = serde_json::to_string(&decision).ok()?;
        end.tell(Told::Decision(text));
        match end.order() {
            Some(Command::Answer(place)) => return Some(place),
            Some(Command::Battle(battle)) => end.waiting = Some(battle),
            None => {}
        }
        end.deaf = true;
        None
    }
}

/// Plays battles as Python asks for them until it drops its end.
fn serve(
    request: &ReplayRequest,
    name: String,
    points: Vec<String>,
    opponent: Option<Seat>,
    end: TheirEnd,
) {
    let end = RefCell::new(end);
    let failure = Failure::default();
    let mut called = CalledPair::new([None, opponent], &failure, &|| {});
    let [_, opponent] = called.guests();
    let mut stepping = Stepping {
        points,
        end: &end,
        failure: &failure,
    };
    let own = Guest {
        name,
        player: &mut stepping,
    };
    let mut next = |ended: Option<ReplayHead>| {
        let mut end = end.borrow_mut();
        if let Some(error) = failure.take() {
            end.tell(Told::Raised(error));
        } else if let Some(head) = ended.filter(|_| !end.deaf)
            && let Ok(text) = serde_json::to_string(&head)
        {
            end.tell(Told::Ended(text));
        }
        end.next()
    };
    let play = || host(request, [Some(own), opponent], &mut next);
    let played = panic::catch_unwind(AssertUnwindSafe(play));
    let why = match played {
        Ok(Ok(())) => return,
        Ok(Err(error)) => Told::Refused(error),
        Err(panic) => Told::Panicked(what_panicked(panic.as_ref())),
    };
    let mut end = end.borrow_mut();
    // Refused before it was asked for a battle, the reason answers the first command.
    if end.last == 0 {
        end.order();
    }
    end.tell(why);
}
