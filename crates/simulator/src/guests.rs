//! Players of the contestants, whatever their seats.

use equipoise_engine::{Decision, Player, Side};

/// Who plays contestant a and contestant b in the place of a policy.
pub type Guests<'p> = [Option<&'p mut dyn Player>; 2];

/// Guests at a table.
pub(crate) struct Seated<'s, 'p> {
    pub(crate) seat_of_a: Side,
    pub(crate) guests: &'s mut Guests<'p>,
}

impl Seated<'_, '_> {
    fn contestant(&self, side: Side) -> usize {
        usize::from(side != self.seat_of_a)
    }
}

impl Player for Seated<'_, '_> {
    fn decides(&self, side: Side, point: &'static str) -> bool {
        let guest = self.guests[self.contestant(side)].as_ref();
        guest.is_some_and(|guest| guest.decides(side, point))
    }

    fn choose(&mut self, decision: Decision) -> Option<usize> {
        let contestant = self.contestant(decision.side);
        self.guests[contestant].as_mut()?.choose(decision)
    }
}
