//! What the command line asks of a game beyond what analyses do.

use equipoise_engine::front_end::FrontEnd;

use crate::args::Output;
use crate::failure::Failure;

/// A game as the command line serves it.
pub(crate) trait Front: FrontEnd {
    /// Arguments of `odds`, and the answer.
    type Odds: Odds;
}

/// Exact odds: the arguments, which are each game's own.
pub(crate) trait Odds: clap::Args {
    /// Works them out and prints them.
    ///
    /// # Errors
    /// When the arguments do not fit together or the result cannot be printed.
    fn run(&self, output: &Output) -> Result<(), Failure>;
}
