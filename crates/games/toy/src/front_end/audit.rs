//! The stat that an audit of play improves, and the tool whose use it counts.

use equipoise_engine::front_end::{Audit, Step, Tool};

use super::Unit;
use crate::rules::{Event, Toy};

pub(super) const AUDIT: Audit<Toy> = Audit {
    steps,
    tools: &[Tool::new("second draw", "demand")],
    used: |_, _, event, count| {
        if matches!(event, Event::Demand { .. }) {
            count("second draw");
        }
    },
};

fn steps(unit: &Unit) -> Vec<Step> {
    let strength = unit.strength + 5;
    vec![Step::new("strength +5", format!("strength={strength}"))]
}
