//! `equipoise variant` and `equipoise whatif`: the old way against the new one, on the same dice.

mod args;
mod by_policy;
mod opinions;
mod show;
mod variant;
mod whatif;

pub(crate) use args::{VariantArgs, WhatifArgs};
pub(crate) use show::in_points;
pub(crate) use variant::run as variant;
pub(crate) use whatif::run as whatif;
