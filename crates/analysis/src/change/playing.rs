//! The battles of both ways.

use equipoise_engine::front_end::FrontEnd;

use super::ways::{Meeting, Ways};
use super::worth::{Armies, Worths};
use crate::control::{Control, Work};
use crate::error::Error;

/// Plays the battles of units, then those of armies if there are any.
pub(super) fn play<'w, S: FrontEnd>(
    ways: &'w Ways<'_, S>,
    armies: Option<&Armies<'_, S>>,
    control: Control<'_>,
) -> Result<(Vec<Meeting<'w>>, Option<Worths>), Error> {
    // Each battle is played twice.
    let battles = 2 * (ways.battles() + armies.map_or(0, Armies::battles));
    let progress = control.watch.begin(Work::battles(battles));
    let control = control.stage(&*progress);
    let meetings = ways.play(control)?;
    let worths = armies.map(|armies| armies.measure(control)).transpose()?;
    Ok((meetings, worths))
}
