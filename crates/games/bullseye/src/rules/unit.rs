//! A combatant of a bout.

use std::ops::Deref;

use equipoise_engine::Side;

use crate::data::profile::{MAX_WEAPONS, Mecha};

use super::sectors::SectorId;

/// A mecha as one of the combatants of a bout.
#[derive(Clone, Debug)]
pub(crate) struct CompiledUnit {
    pub(crate) mecha: Mecha,
    /// Optimal Range of each weapon, side by side: policies compare all of them.
    pub(crate) optimal: [u8; MAX_WEAPONS],
    pub(crate) side: Side,
    /// Its pool of Overdrive.
    pub(crate) pool: usize,
    /// Where the rolls of its skill begin in the bout's list.
    pub(crate) rolls: usize,
    pub(crate) start: SectorId,
}

impl CompiledUnit {
    pub(crate) fn new(mecha: &Mecha, side: Side, pool: usize, start: SectorId) -> Self {
        let mut optimal = [0; MAX_WEAPONS];
        for (optimal, weapon) in optimal.iter_mut().zip(&mecha.weapons) {
            *optimal = weapon.optimal_range;
        }
        Self {
            mecha: mecha.clone(),
            optimal,
            side,
            pool,
            rolls: 0,
            start,
        }
    }
}

impl Deref for CompiledUnit {
    type Target = Mecha;

    fn deref(&self) -> &Mecha {
        &self.mecha
    }
}
