//! `equipoise variant` and `equipoise whatif`: the old way against the new one, on the same dice.

mod args;
mod findings;
mod record;
mod show;
mod variant;
mod variation;
mod ways;
mod whatif;
mod worth;

use equipoise_simulator::Control;

pub(crate) use args::{VariantArgs, WhatifArgs};
pub(crate) use variant::run as variant;
pub(crate) use whatif::run as whatif;

use crate::args::{Output, Workers};
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Bar;
use crate::systems::Front;
use equipoise_analysis::Game;

use ways::{Meeting, Ways};
use worth::{Armies, Worths};

/// The opponents asked for, or those that everyone meets on the standard grid.
fn opponents<'a, S: Front>(
    game: &'a Game<S>,
    names: &[String],
) -> Result<Vec<&'a S::Unit>, Failure> {
    if names.is_empty() {
        return Ok(game.reference());
    }
    Ok(game.units_named("--against", names)?)
}

/// Plays the battles of units, then those of armies if there are any.
fn play<'w, S: Front>(
    output: &Output,
    workers: Workers,
    ways: &'w Ways<'_, S>,
    armies: Option<&Armies<'_, S>>,
) -> Result<(Vec<Meeting<'w>>, Option<Worths>), Failure> {
    // Each battle is played twice.
    let battles = 2 * (ways.battles() + armies.map_or(0, Armies::battles));
    let bar = Bar::new(output, battles);
    let control = Control {
        threads: workers.threads.map(usize::from),
        progress: &bar,
        cancel: interrupt::watch()?,
    };
    let meetings = ways.play(control)?;
    let worths = armies.map(|armies| armies.measure(control)).transpose()?;
    bar.finish();
    Ok((meetings, worths))
}
