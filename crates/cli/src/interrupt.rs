//! Ctrl-C stops a run between two batches, so that nothing is left half-written.

use std::sync::atomic::{AtomicBool, Ordering};

use equipoise_analysis::Error;

use crate::failure::Failure;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C from now on; the flag is set when it is pressed. A command may ask more than once.
pub(crate) fn watch() -> Result<&'static AtomicBool, Failure> {
    match ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed)) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(&INTERRUPTED),
        Err(error) => Err(Failure::Access(format!("cannot handle Ctrl-C: {error}"))),
    }
}

/// Ends the command if Ctrl-C has been pressed.
pub(crate) fn check() -> Result<(), Error> {
    if INTERRUPTED.load(Ordering::Relaxed) {
        Err(Error::Interrupted)
    } else {
        Ok(())
    }
}
