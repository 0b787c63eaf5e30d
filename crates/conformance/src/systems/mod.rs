//! The systems of the suite, one file each.

use crate::check::Subject;

mod bullseye;
mod mechastellar;
mod toy;

/// Every game.
#[must_use]
pub fn all() -> Vec<Box<dyn Subject>> {
    vec![
        Box::new(toy::specimen()),
        Box::new(mechastellar::specimen()),
        Box::new(bullseye::specimen()),
    ]
}
