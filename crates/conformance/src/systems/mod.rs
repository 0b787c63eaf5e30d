//! The systems of the suite, one file each.

use crate::check::Subject;
use crate::specimen::Effort;

mod bullseye;
mod mechastellar;
mod thirty_mm;
mod toy;

/// Every game, to be checked with this effort.
#[must_use]
pub fn all(effort: Effort) -> Vec<Box<dyn Subject>> {
    vec![
        Box::new(toy::specimen().with_effort(effort)),
        Box::new(mechastellar::specimen().with_effort(effort)),
        Box::new(bullseye::specimen().with_effort(effort)),
        Box::new(thirty_mm::specimen().with_effort(effort)),
    ]
}
