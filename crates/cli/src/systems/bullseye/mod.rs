//! Odds of Bullseye on the command line.

mod odds;

use equipoise_bullseye::Bullseye;

use super::Front;
use odds::OddsArgs;

impl Front for Bullseye {
    type Odds = OddsArgs;
}
