//! Odds of MechaStellar on the command line.

mod dice_notation;
mod odds;

use equipoise_mechastellar::MechaStellar;

use super::Front;
use odds::OddsArgs;

impl Front for MechaStellar {
    type Odds = OddsArgs;
}
