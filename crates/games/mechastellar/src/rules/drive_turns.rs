//! What traits of crews bring as turns begin and end: Momentum, mostly.

use equipoise_dice::Dice;

use equipoise_engine::{Log, Side};

use super::clash::Strike;
use super::constants::FOCUS_COST;
use super::decider::{Decider, ask};
use super::decision::{Boon, Offer};
use super::drive::{Fury, Tuned};
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;
use crate::data::profile::{Tier, UnitType};

/// Round from which confidence counts (`ms93.pilot1.immortal`).
const CONFIDENT_FROM: u8 = 2;
/// Momentum of fury (`ms93.pilot1.hot-blooded`, `ms93.pilot2.burning-passion`).
const FURY_MOMENTUM: i32 = 2;
/// HITS of fury in a turn of Return Fire (the same).
const FURY_HITS: i32 = 1;
/// Inches by which a furious unit comes closer (the same).
const FURY_IN: i32 = 5;

impl View<'_> {
    /// HITS of a unit in a turn of Return Fire (`ms93.pilot1.hot-blooded`, `ms93.pilot2.burning-passion`).
    pub(crate) fn answer_hits(self, unit: UnitId) -> i32 {
        let turn = &self.state.turn;
        let furious = || self.profile(unit).perks.drive.fury.is_some();
        if turn.return_fire && turn.unit == unit && furious() {
            FURY_HITS
        } else {
            0
        }
    }

    /// Momentum for Focus, an order aside: none while the active unit has uses of its traits
    /// (`ms93.pilot1.renowned`), nor for a Commander of impressive skill (`ms93.commander.impressive-skill`).
    #[inline]
    pub(crate) fn focus_cost(self, unit: UnitId) -> u8 {
        if self.unit(unit).free_focus > 0 && self.state.turn.unit == unit {
            0
        } else {
            self.skill_cost(unit, FOCUS_COST)
        }
    }

    /// Whether Focus uses up one of the free uses of the active unit: not where it costs nothing anyway.
    pub(super) fn uses_free_focus(self, unit: UnitId) -> bool {
        self.unit(unit).free_focus > 0
            && self.state.turn.unit == unit
            && self.skill_cost(unit, FOCUS_COST) > 0
    }

    /// What the weapon of a strike has more: in all attacks of the own turn, Counters aside
    /// (`ms93.pilot1.mechanics-expert`).
    pub(crate) fn tuned(self, strike: &Strike) -> Tuned {
        let turn = &self.state.turn;
        if strike.counter.is_none() && turn.unit == strike.attacker() {
            turn.tuned
        } else {
            Tuned::default()
        }
    }

    /// Allies that a unit may guide: others in its line of sight or within its Sensors
    /// (`ms93.pilot1.tactician`).
    fn guided_by(self, unit: UnitId) -> UnitSet {
        let profile = self.profile(unit);
        let sensors = profile.sensors_shooting.max(profile.sensors_evade);
        let mut allies = UnitSet::EMPTY;
        for ally in self.standing(self.side_of(unit)) {
            let near = || self.sees(unit, ally) || self.distance(unit, ally) <= sensors;
            if ally != unit && near() {
                allies.insert(ally);
            }
        }
        allies
    }

    /// Whether the turn of the active unit feeds its fury: by its own way from where it began, towards
    /// where the nearest enemy stood then.
    fn feeds(self, fury: Fury) -> bool {
        let turn = &self.state.turn;
        let here = self.unit(turn.unit).pos;
        let fights = match fury {
            Fury::OnEngaging => turn.engages,
            Fury::WhileEngaged => self.is_engaged(turn.unit),
        };
        let inches = i32::from(self.bout.distances.hex_in.inches());
        let nearer = |quarry| {
            let hexes = i32::from(turn.start.distance(quarry)) - i32::from(here.distance(quarry));
            hexes * inches >= FURY_IN
        };
        fights || turn.quarry.is_some_and(nearer)
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// What the traits of a unit bring as it is activated: all as it stands before any of it.
    #[inline(never)]
    pub(crate) fn stir(&mut self, unit: UnitId) {
        let view = self.view();
        let nearest = view.nearest_enemy(unit);
        let drive = self.bout.units[unit].perks.drive;
        let whole = 2 * view.unit(unit).hp >= self.bout.units[unit].hp;
        let pressed = !whole || view.momentum_of(unit) == 0;
        let confident = whole && self.state.round >= CONFIDENT_FROM;
        self.state.turn.quarry = nearest.map(|enemy| self.state.units[enemy].pos);
        if confident {
            self.hearten(unit, drive.confidence.into());
        }
        if drive.solitude > 0 && self.view().is_alone(unit) {
            self.hearten(unit, drive.solitude.into());
        }
        if pressed {
            self.offer_boon(unit, drive.courage);
        }
        self.offer_boon(unit, drive.renown);
        if drive.defiant {
            let lost = self.state.units[unit].disabled.count_ones();
            self.embolden(unit, lost as u8);
        }
        if drive.tuning > 0 {
            let side = self.bout.side_of(unit);
            let tuned = Tuned::of(ask!(self, side, tune(unit)), drive.tuning);
            self.state.turn.tuned = tuned;
            let (pen, dmg) = (tuned.pen, tuned.dmg());
            self.log.record(|| Event::Tuned { unit, pen, dmg });
        }
    }

    /// So much of what the unit wants of an offer.
    fn offer_boon(&mut self, unit: UnitId, offer: Offer) {
        let Some(&first) = offer.among.first() else {
            return;
        };
        let (side, amount) = (self.bout.side_of(unit), offer.amount);
        let wanted = ask!(self, side, boon(unit, offer));
        let boon = if offer.among.contains(&wanted) {
            wanted
        } else {
            first
        };
        match boon {
            Boon::Momentum => self.hearten(unit, amount.into()),
            Boon::Focus => self.inspire(unit, amount),
            Boon::Actions => self.embolden(unit, amount),
            Boon::Orders => self.sway(unit, amount),
        }
    }

    /// Combat Actions of the present turn (`ms93.captain1.determined`).
    fn embolden(&mut self, unit: UnitId, actions: u8) {
        if actions > 0 {
            self.state.turn.combat_actions += actions;
            self.log.record(|| Event::Emboldened { unit, actions });
        }
    }

    /// Captain's Orders of the present round, the first of which the ship itself may have
    /// (`ms93.captain1.renowned`).
    fn sway(&mut self, unit: UnitId, orders: u8) {
        self.state.sides[self.bout.side_of(unit).index()].orders += orders;
        self.log.record(|| Event::Influence { unit, orders });
        self.offer_order(unit);
    }

    /// Free uses of Focus for a unit's turn.
    fn inspire(&mut self, unit: UnitId, uses: u8) {
        self.state.units[unit].free_focus += uses;
        self.log.record(|| Event::Inspired { unit, uses });
    }

    /// Free Focus for the allies of those who guide, as a round begins (`ms93.pilot1.tactician`).
    pub(crate) fn guide(&mut self, first: Side) {
        if !self.bout.perks {
            return;
        }
        for side in [first, first.other()] {
            for unit in self.bout.side(side) {
                let most = self.bout.units[unit].perks.drive.guides;
                if most > 0 && self.view().is_unit(unit) {
                    self.guide_allies(unit, most);
                }
            }
        }
    }

    fn guide_allies(&mut self, unit: UnitId, most: u8) {
        let side = self.bout.side_of(unit);
        let mut among = self.view().guided_by(unit);
        for _ in 0..most {
            let Some(first) = among.iter().next() else {
                return;
            };
            let ally = if among.only().is_some() {
                first
            } else {
                let wanted = ask!(self, side, guide(unit, among));
                if among.contains(wanted) {
                    wanted
                } else {
                    first
                }
            };
            let mut done = UnitSet::EMPTY;
            done.insert(ally);
            among = among.without(done);
            self.inspire(ally, 1);
        }
    }

    /// The Momentum of an attack on an Ace, once a turn (`ms93.pilot2.unflinching-courage`).
    pub(crate) fn dare(&mut self, unit: UnitId, target: UnitId) {
        let prey = &self.bout.units[target];
        let ace = prey.tier == Tier::Ace && prey.unit_type != UnitType::Warship;
        let daring = self.bout.units[unit].perks.drive.daring;
        if ace && daring > 0 && !self.state.turn.dared {
            self.state.turn.dared = true;
            self.hearten(unit, daring.into());
        }
    }

    /// The Momentum that a destroyed model leaves its side (`ms93.pilot1.fighting-spirit`).
    pub(crate) fn bequeath(&mut self, unit: UnitId) {
        self.hearten(unit, self.bout.units[unit].perks.drive.legacy.into());
    }

    /// Notes whom a move has brought into an engagement with the active unit.
    pub(crate) fn note_engagement(&mut self, unit: UnitId, before: UnitSet) {
        let met = self.view().engaged_enemies(unit).without(before);
        self.state.turn.engages |= !met.is_empty();
    }

    /// The Momentum of fury as the turn of a unit ends.
    #[inline(never)]
    pub(crate) fn rage(&mut self, unit: UnitId) {
        let fury = self.bout.units[unit].perks.drive.fury;
        if fury.is_some_and(|fury| self.view().feeds(fury)) {
            self.hearten(unit, FURY_MOMENTUM);
        }
    }

    /// Momentum for the side of a unit by one of its traits.
    fn hearten(&mut self, unit: UnitId, momentum: i32) {
        self.change_momentum(self.bout.side_of(unit), momentum, MomentumCause::Trait);
    }
}
