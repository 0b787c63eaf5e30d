//! What a place is worth by what is fought for: control points and buildings.

use equipoise_engine::Hex;

use super::{Field, Worth};
use crate::policy::duel::rounds_after;
use crate::rules::constants::MOVE_ACTIONS;

impl Field<'_> {
    /// Worth of the control points beside a hex (`ms10.cp.momentum`).
    pub(super) fn control(&self, hex: Hex) -> Worth {
        let view = self.view;
        let mut worth = 0;
        for (point, owner) in view.bout.control_points.iter().zip(&view.state.owners) {
            if hex.distance(*point) <= view.bout.distances.control {
                let rounds = Worth::from(rounds_after(view) + 1).min(3);
                let gain = self.purse.gain(view.bout.scoring.control_momentum) * rounds;
                let weight = if *owner == Some(self.side) {
                    self.weights.hold
                } else {
                    self.weights.take
                };
                worth += gain * weight / 256;
            }
        }
        worth
    }

    /// Worth of the buildings that the unit may attack in its next turn from a hex.
    pub(super) fn prospect(&self, hex: Hex) -> Worth {
        let Some(city) = self.city.as_ref().filter(|_| rounds_after(self.view) > 0) else {
            return 0;
        };
        let far = self.reach * u16::from(MOVE_ACTIONS);
        city.prospect_from(self.view, hex, far) * self.weights.hope / 256
    }

    /// Worth of the best attack on a building from a hex.
    pub(super) fn wreck_from(&self, hex: Hex) -> Worth {
        let best = self
            .city
            .as_ref()
            .and_then(|city| city.best_from(self.view, hex));
        best.map_or(0, |(worth, _)| worth)
    }
}
