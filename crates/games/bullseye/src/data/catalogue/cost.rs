//! What a mecha costs by its numbers.

use super::limits;
use crate::data::profile::Mecha;
use equipoise_engine::source::raw::Fields;

/// The cost formula of `profiles.toml`: `base`, plus the skill times the price of each linked-stat
/// die, plus a price for each weapon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs {
    base: u16,
    engineering: u16,
    movement: u16,
    attack: u16,
    defense: u16,
    weapon: u16,
}

impl Costs {
    /// Reads the section; `None` after a mistake.
    pub(super) fn read(root: &Fields<'_>) -> Option<Self> {
        let fields = root.section("cost")?;
        let stat = |name| fields.number(name, limits::STAT_PRICE);
        let base = fields.number("base", limits::BASE_PRICE);
        let stats = ["engineering", "movement", "attack", "defense"].map(stat);
        let weapon = fields.number("weapon", limits::WEAPON_PRICE);
        fields.finish();
        let [engineering, movement, attack, defense] = stats;
        Some(Self {
            base: base?,
            engineering: engineering?,
            movement: movement?,
            attack: attack?,
            defense: defense?,
            weapon: weapon?,
        })
    }

    /// The points of a mecha, whatever its own entry says.
    pub(super) fn points(&self, mecha: &Mecha) -> u16 {
        let dice = u16::from(mecha.engineering) * self.engineering
            + u16::from(mecha.movement) * self.movement
            + u16::from(mecha.attack) * self.attack
            + u16::from(mecha.defense) * self.defense;
        self.base + u16::from(mecha.skill) * dice + mecha.weapons.len() as u16 * self.weapon
    }
}
