//! A policy written in Python.

use std::sync::{Mutex, PoisonError};

use equipoise_analysis::Guest;
use equipoise_engine::{Decision, Player, Side};
use pyo3::prelude::{Py, PyAny, PyErr, Python};

/// What Python gives of a policy: its name in results, the decision points at which it decides, and a function that gets
/// a decision as JSON and returns the place of its choice, or `None` to leave the decision to a policy of the game.
pub(crate) type Seat = (String, Vec<String>, Py<PyAny>);

/// The first exception that a policy raised. After it nobody is asked any more.
#[derive(Default)]
pub(crate) struct Failure(Mutex<Option<PyErr>>);

impl Failure {
    /// Whether there is one.
    pub(crate) fn is_there(&self) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_some()
    }

    /// Notes an exception unless there is one.
    pub(crate) fn note(&self, error: PyErr) {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.get_or_insert(error);
    }

    /// Takes it out.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A policy that is called for its decisions.
pub(crate) struct Called<'a> {
    points: Vec<String>,
    choose: Py<PyAny>,
    failure: &'a Failure,
    /// Ends the play once a policy has failed.
    stop: &'a (dyn Fn() + Sync),
}

impl Player for Called<'_> {
    fn decides(&self, _: Side, point: &'static str) -> bool {
        self.points.iter().any(|own| own == point) && !self.failure.is_there()
    }

    fn choose(&mut self, decision: Decision) -> Option<usize> {
        let answer = Python::attach(|py| {
            let text = serde_json::to_string(&decision)
                .map_err(|error| crate::failure::fault(py, &error.to_string()))?;
            self.choose.call1(py, (text,))?.extract(py)
        });
        answer.unwrap_or_else(|error| {
            self.failure.note(error);
            (self.stop)();
            None
        })
    }
}

/// Policies of contestant a and of contestant b, and their names.
pub(crate) struct CalledPair<'a>([Option<(String, Called<'a>)>; 2]);

impl<'a> CalledPair<'a> {
    pub(crate) fn new(
        seats: [Option<Seat>; 2],
        failure: &'a Failure,
        stop: &'a (dyn Fn() + Sync),
    ) -> Self {
        Self(seats.map(|seat| {
            let (name, points, choose) = seat?;
            let called = Called {
                points,
                choose,
                failure,
                stop,
            };
            Some((name, called))
        }))
    }

    /// The policies as guests of an analysis.
    pub(crate) fn guests(&mut self) -> [Option<Guest<'_>>; 2] {
        self.0.each_mut().map(|seat| {
            let (name, player) = seat.as_mut()?;
            Some(Guest {
                name: name.clone(),
                player,
            })
        })
    }
}
