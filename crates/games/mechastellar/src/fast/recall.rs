//! What a policy does next in a duel, remembered within a bout.
//!
//! In a duel on an open table the next action of a policy that thinks depends on little: where the
//! two stand and look, what is left of the turn, Momentum, what can still be fired. A [`Juncture`]
//! holds all of it, so that equal junctures have equal answers and rulings: each is worked out
//! once and looked up from then on. After an action that throws no dice most of the next juncture is
//! known; what is not, the [`Hinge`], leads on to its answer. A bout in which more could matter
//! remembers nothing. Debug builds compare every remembered answer with a fresh one.

use std::sync::Arc;

use equipoise_engine::Hex;

use crate::data::scenario::Scenario;
use crate::policy::ZEAL_RESERVE;
use crate::policy_kind::PolicyKind;
use crate::rules::aim::Form;
use crate::rules::bout::Bout;
use crate::rules::clash::{Clash, Strike};
use crate::rules::constants::{
    ATTACKS_PER_TARGET, ENGAGED_SHOT_COST, ENGAGEMENT, MOVE_ACTIONS, SHIFT_PIVOT,
    finisher_threshold,
};
use crate::rules::decision::{Action, Order, Plan};
use crate::rules::state::Battle;
use crate::rules::turn::Ruling;
use crate::rules::unit::{CompiledUnit, CompiledWeapon};
use crate::rules::view::View;

/// Answers kept at a time; a power of two, so that a place is found by masking.
const ANSWERS: usize = 8192;
/// Exchanges kept at a time; a power of two.
const EXCHANGES: usize = 1024;
/// Plans kept at a time; a power of two.
const OUTSETS: usize = 1024;
/// Multiplier of Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// Defence dice and bonus never fall lower.
const DICE_BELOW: i32 = 4;
const BONUS_BELOW: i32 = 24;
/// Weapons that fit into a juncture, with their uses.
const WEAPONS: usize = 8;
/// Bits of an outset that only the greedy policy asks for.
const PURSE: u32 = 39;
/// Points of a unit that fit are fewer.
const POINTS: u8 = 8;

/// An action and the rules' word on it.
pub(crate) type Answer = (Action, Option<Ruling>);

/// What of a juncture an action without dice does not settle: what Momentum and facing allow next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hinge(u8);

impl Hinge {
    /// Of the active unit; `None` where more than a juncture holds can matter.
    #[inline(always)]
    pub(crate) fn of(view: View<'_>, policy: PolicyKind) -> Option<Self> {
        let greedy = thinker(policy)?;
        if !view.bout.remembers {
            return None;
        }
        let turn = &view.state.turn;
        let (unit, enemy) = (view.unit(turn.unit), view.unit(1 - turn.unit));
        let momentum = view.momentum_of(turn.unit);
        // Momentum counts for shots and ways out of an engagement, for Zeal where another attack is
        // left, and for pressing on.
        let engaged = unit.pos.distance(enemy.pos) <= ENGAGEMENT;
        let spare = if engaged {
            momentum.min(ENGAGED_SHOT_COST)
        } else {
            0
        };
        let open = !unit.skill_used && turn.attacks_on(1 - turn.unit) < ATTACKS_PER_TARGET;
        let zeal = open && (turn.acted || turn.moves_made >= MOVE_ACTIONS);
        let reserve = if greedy { 1 } else { ZEAL_RESERVE };
        let presses = greedy && engaged && !turn.shift_done && momentum < SHIFT_PIVOT;
        let front = view.in_front(turn.unit, enemy.pos);
        let zeal = zeal && momentum >= reserve;
        Some(Self(
            spare | u8::from(zeal) << 2 | u8::from(presses) << 3 | u8::from(front) << 4,
        ))
    }
}

/// Everything the next action of a thinking policy and its ruling can depend on in a bout that
/// remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Juncture([u64; 3]);

impl Juncture {
    /// The juncture of the active unit.
    #[inline]
    pub(crate) fn of(state: &Battle, policy: PolicyKind, hinge: Hinge) -> Self {
        let greedy = thinker(policy) == Some(true);
        let turn = &state.turn;
        let (unit, enemy) = (&state.units[turn.unit], &state.units[1 - turn.unit]);
        // An oath binds the unit to where it and its enemy stood before.
        let start = if state.challenge.is_some() || state.revenge() {
            place(turn.start)
        } else {
            NOWHERE
        };
        // Orders that move and attack alike.
        let order = match turn.plan.order {
            Order::Free | Order::Attack | Order::LastStand => Order::Attack,
            order => order,
        };
        let places = Bits::default()
            .with(place(unit.pos), 16)
            .with(place(enemy.pos), 16)
            .with(start, 16)
            .with(turn.plan.approach, 8)
            .with(turn.plan.finish, 8);
        let rest = Bits::default()
            .with(hinge.0, 5)
            .with(turn.unit as u8, 1)
            .with(greedy, 1)
            // Only the price that a greedy policy puts on Momentum asks for the round.
            .with(if greedy { state.round } else { 0 }, 3)
            .with(turn.attacks_on(1 - turn.unit), 2)
            .with(unit.flash_used, 1)
            .with(unit.arrived, 1)
            .with(enemy.on_table, 1)
            .with(order as u8, 3)
            .with(turn.combat_actions, 3)
            .with(turn.move_actions, 2)
            .with(turn.accelerations, 4)
            .with(unit.points, 3)
            .with(unit.disabled, WEAPONS as u32)
            .with(unit.supporting, WEAPONS as u32)
            .with(turn.free_used, WEAPONS as u32);
        let mut uses = [0; WEAPONS];
        uses.copy_from_slice(&unit.uses[..WEAPONS]);
        Self([places.0, rest.0, u64::from_le_bytes(uses)])
    }

    /// Where its answer is kept.
    #[inline]
    fn place(self) -> usize {
        // Word by word.
        let mixed = self.0.iter().fold(0_u64, |hash, word| {
            (hash.rotate_left(23) ^ word).wrapping_mul(GOLDEN)
        });
        top_bits(mixed, ANSWERS)
    }
}

/// Whether a policy that draws no dice for these answers is the greedy one; `None` for others.
#[inline]
fn thinker(policy: PolicyKind) -> Option<bool> {
    match policy {
        PolicyKind::Rulebook => Some(false),
        PolicyKind::Greedy | PolicyKind::Rollout => Some(true),
        _ => None,
    }
}

/// A hex of a table in 16 bits.
#[inline]
fn place(hex: Hex) -> u16 {
    u16::from_le_bytes([hex.q as u8, hex.r as u8])
}

/// No hex of a table that remembers: its coordinates are below 64.
const NOWHERE: u16 = 0x7F7F;

/// The top bits of a product, which all bits of its factors reach: a number below a power of two.
#[inline]
fn top_bits(product: u64, places: usize) -> usize {
    (product >> (64 - places.trailing_zeros())) as usize
}

/// Small numbers side by side in one word.
#[derive(Clone, Copy, Default)]
struct Bits(u64);

impl Bits {
    /// Appends a number below 2^`width`.
    #[inline(always)]
    fn with(self, value: impl Into<u64>, width: u32) -> Self {
        let value = value.into();
        debug_assert!(value < 1 << width && self.0.leading_zeros() >= width);
        Self(self.0 << width | value)
    }
}

/// Everything the plan of a thinking policy can depend on in a bout that remembers, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outset(u64);

impl Outset {
    /// The outset of the active unit's turn under an order; `None` where more can matter.
    #[inline]
    pub(crate) fn of(view: View<'_>, policy: PolicyKind, order: Order) -> Option<Self> {
        let greedy = thinker(policy)?;
        if !view.bout.remembers {
            return None;
        }
        let turn = &view.state.turn;
        let (unit, enemy) = (view.unit(turn.unit), view.unit(1 - turn.unit));
        if !enemy.on_table {
            return None;
        }
        let bits = Bits::default()
            .with(turn.unit as u8, 1)
            .with(greedy, 1)
            .with(order as u8, 3)
            .with(view.distance(turn.unit, 1 - turn.unit), 6)
            .with(turn.move_actions, 2)
            .with(unit.arrived, 1)
            .with(view.ready_weapons(turn.unit), WEAPONS as u32);
        // What the greedy policy weighs up besides.
        let purse = if greedy { Self::purse(view) } else { 0 };
        Some(Self(bits.0 << PURSE | purse))
    }

    /// Price and amount of Momentum, attacks to come, and the enemy's HP where the attacks of a turn
    /// may take more than is there.
    #[inline]
    fn purse(view: View<'_>) -> u64 {
        let turn = &view.state.turn;
        let hp = view.unit(1 - turn.unit).hp;
        let most = 2 * view.best_damage(turn.unit, 1 - turn.unit);
        let bits = Bits::default()
            .with(view.state.round, 3)
            .with(turn.combat_actions.min(ATTACKS_PER_TARGET), 2)
            .with(level(view.momentum_of(turn.unit)), 2)
            .with(if hp < most { hp as u32 } else { 0 }, 32);
        bits.0
    }

    #[inline]
    fn place(self) -> usize {
        top_bits(self.0.wrapping_mul(GOLDEN), OUTSETS)
    }
}

/// Momentum as a plan sees it: none, below the pivot of a shift, at it, above it.
#[inline]
fn level(momentum: u8) -> u8 {
    u8::from(momentum > 0) + u8::from(momentum >= SHIFT_PIVOT) + u8::from(momentum > SHIFT_PIVOT)
}

/// The policies of both sides, which think.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinkers([PolicyKind; 2]);

impl Thinkers {
    /// `None` where more than [`Terms`] hold can matter to an exchange.
    #[inline]
    pub(crate) fn of(bout: &Bout, policies: [PolicyKind; 2]) -> Option<Self> {
        let think = bout.remembers && policies.iter().all(|&policy| thinker(policy).is_some());
        think.then_some(Self(policies))
    }
}

/// Everything that is settled before the dice of a strike can depend on, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms(u64);

impl Terms {
    /// The terms of a strike with its Blindside and support.
    #[inline]
    pub(crate) fn of(
        view: View<'_>,
        Thinkers([own, other]): Thinkers,
        strike: &Strike,
        weapon: &CompiledWeapon,
        blindside: bool,
        support: [u8; 2],
    ) -> Self {
        let (attacker, target) = (strike.attacker(), view.unit(strike.target()));
        let turn = &view.state.turn;
        let line = if weapon.is_melee() {
            target.melee_def
        } else {
            target.evade
        };
        let counter = strike.counter.map_or(0, |terms| {
            1 | u8::from(terms.penalty) << 1 | u8::from(terms.trade) << 2
        });
        let bits = Bits::default()
            .with(own as u8, 2)
            .with(other as u8, 2)
            .with(attacker as u8, 1)
            .with(strike.weapon() as u8, 4)
            .with(strike.special, 1)
            .with(strike.form == Form::Melee, 1)
            .with(counter, 3)
            .with(view.distance(attacker, strike.target()) as u8, 6)
            // Of the round nothing counts but what makes a finishing blow in it.
            .with(finisher_threshold(weapon.finisher, view.state.round), 5)
            .with(turn.order_hits as u8, 1)
            .with(turn.accelerations, 4)
            .with(blindside, 1)
            // They only count from behind.
            .with(if blindside { target.shields } else { 0 }, 8)
            .with(support[0], 2)
            .with(support[1], 2)
            .with(view.is_shut_down(strike.target()), 1)
            .with(target.fallen, 1)
            .with(target.iron_wall as u8, 6)
            .with((line.dice + DICE_BELOW) as u8, 5)
            .with((line.bonus + BONUS_BELOW) as u8, 6);
        Self(bits.0)
    }

    #[inline]
    fn place(self) -> usize {
        top_bits(self.0.wrapping_mul(GOLDEN), EXCHANGES)
    }
}

/// Whether a juncture holds all that the actions of a bout can depend on: two models on an open
/// table, neither a ship nor changing mode, with weapons that take no more than a Combat Action,
/// uses and points.
pub(crate) fn remembers(units: &[CompiledUnit], scenario: &Scenario) -> bool {
    let plain = |weapon: &CompiledWeapon| {
        weapon.remote.is_none() && weapon.aoe.is_none() && !weapon.indirect && !weapon.crash
    };
    let simple = |unit: &CompiledUnit| {
        !unit.steers()
            && unit.ship.is_none()
            && unit.modes.is_empty()
            && unit.printed <= WEAPONS
            && unit.fresh.stat < POINTS
            && unit.weapons[..unit.printed].iter().all(plain)
    };
    units.len() == 2
        && scenario.terrain.is_empty()
        && scenario.control_points.is_empty()
        && scenario.width + scenario.depth < 64
        && units.iter().all(simple)
}

/// What is remembered within bouts: of the last two, for the two seat orders of a pairing may take
/// turns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recall {
    /// The last two bouts and their numbers; while a bout is held here no other can have its
    /// identity.
    bouts: [Option<(Arc<()>, u32)>; 2],
    /// Number of the present bout; what bears another number answers others.
    stamp: u32,
    /// The last number given to a bout.
    stamps: u32,
    /// Answers ever kept.
    serial: u64,
    answers: Vec<Place<Juncture, Noted>>,
    exchanges: Vec<Place<Terms, Clash>>,
    plans: Vec<Place<Outset, Plan>>,
}

/// Where an answer is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot(usize);

/// An answer as it is kept.
#[derive(Clone, Copy, Debug)]
struct Noted {
    answer: Answer,
    /// Never the same twice, so that a link to an answer that made room for another is told.
    serial: u64,
    /// The juncture that followed when this was last answered and no dice were thrown.
    link: Option<Link>,
}

/// From an answer without dice to the next one, by the hinge between the two.
#[derive(Clone, Copy, Debug)]
struct Link {
    hinge: Hinge,
    spot: Spot,
    serial: u64,
}

/// A question with its answer, and the bout it belongs to.
#[derive(Clone, Copy, Debug)]
struct Place<Q, A> {
    stamp: u32,
    entry: Option<(Q, A)>,
}

impl<Q: PartialEq + Copy, A: Copy> Place<Q, A> {
    const EMPTY: Self = Self {
        stamp: 0,
        entry: None,
    };

    /// The place of a question of a bout; those of bouts that take turns lie half the places apart.
    #[inline]
    fn index(place: usize, stamp: u32, places: &[Self]) -> usize {
        let half = places.len() / 2;
        place ^ (half * (stamp as usize % 2))
    }

    /// The answer to a question of this bout, if it is known.
    #[inline]
    fn find(places: &[Self], stamp: u32, question: Q, place: usize) -> Option<&A> {
        let at = places.get(Self::index(place, stamp, places))?;
        let (asked, answer) = at.entry.as_ref().filter(|_| at.stamp == stamp)?;
        (*asked == question).then_some(answer)
    }

    /// Keeps an answer, in the place of another if need be.
    fn keep(places: &mut [Self], stamp: u32, question: Q, place: usize, answer: A) {
        let at = Self::index(place, stamp, places);
        if let Some(place) = places.get_mut(at) {
            place.stamp = stamp;
            place.entry = Some((question, answer));
        }
    }
}

impl Recall {
    /// Turns to what is remembered of a bout.
    #[inline]
    pub(crate) fn begin(&mut self, bout: &Bout) {
        if !bout.remembers {
            return;
        }
        let known = self.bouts.iter().flatten();
        let stamp = known
            .filter(|(identity, _)| Arc::ptr_eq(identity, &bout.identity))
            .map(|(_, stamp)| *stamp)
            .next();
        match stamp {
            Some(stamp) => self.stamp = stamp,
            None => self.meet(&bout.identity),
        }
    }

    /// Numbers a bout not seen lately and forgets the older of the last two.
    #[cold]
    fn meet(&mut self, identity: &Arc<()>) {
        self.stamps = self.stamps.wrapping_add(1);
        // The first bout of this memory, or the first after all numbers are used up.
        if self.stamps <= 1 || self.answers.is_empty() {
            self.stamps = 1;
            self.bouts = [None, None];
            self.answers = vec![Place::EMPTY; ANSWERS];
            self.exchanges = vec![Place::EMPTY; EXCHANGES];
            self.plans = vec![Place::EMPTY; OUTSETS];
        }
        self.stamp = self.stamps;
        self.bouts[self.stamp as usize % 2] = Some((Arc::clone(identity), self.stamp));
    }

    /// The answer to a juncture and where it is kept, if it is known.
    #[inline]
    pub(crate) fn answer(&self, juncture: Juncture) -> Option<(Spot, Answer)> {
        let place = juncture.place();
        let noted = Place::find(&self.answers, self.stamp, juncture, place)?;
        let spot = Spot(Place::index(place, self.stamp, &self.answers));
        Some((spot, noted.answer))
    }

    /// The answer that follows one given without dice, and where it is kept, if the same hinge led
    /// on from it before.
    #[inline]
    pub(crate) fn following(&self, last: Spot, hinge: Hinge) -> Option<(Spot, Answer)> {
        let (_, last) = self.noted(last)?;
        let link = last.link.filter(|link| link.hinge == hinge)?;
        let (_, next) = self.noted(link.spot)?;
        (next.serial == link.serial).then_some((link.spot, next.answer))
    }

    /// The juncture whose answer is kept somewhere.
    pub(crate) fn asked(&self, spot: Spot) -> Option<Juncture> {
        self.noted(spot).map(|(juncture, _)| *juncture)
    }

    #[inline]
    fn noted(&self, Spot(at): Spot) -> Option<&(Juncture, Noted)> {
        self.answers.get(at)?.entry.as_ref()
    }

    /// Keeps an answer and tells where.
    pub(crate) fn keep(&mut self, juncture: Juncture, answer: Answer) -> Spot {
        self.serial += 1;
        let noted = Noted {
            answer,
            serial: self.serial,
            link: None,
        };
        let place = juncture.place();
        Place::keep(&mut self.answers, self.stamp, juncture, place, noted);
        Spot(Place::index(place, self.stamp, &self.answers))
    }

    /// Keeps which answer follows one given without dice.
    pub(crate) fn link(&mut self, from: Spot, hinge: Hinge, to: Spot) {
        let next = self.noted(to).map(|(_, noted)| noted.serial);
        let entry = self.answers.get_mut(from.0);
        let noted = entry.and_then(|place| place.entry.as_mut());
        if let (Some((_, noted)), Some(serial)) = (noted, next) {
            noted.link = Some(Link {
                hinge,
                spot: to,
                serial,
            });
        }
    }

    /// The plan made from an outset, if it is known.
    #[inline]
    pub(crate) fn plan(&self, outset: Outset) -> Option<Plan> {
        Place::find(&self.plans, self.stamp, outset, outset.place()).copied()
    }

    /// Keeps a plan.
    pub(crate) fn keep_plan(&mut self, outset: Outset, plan: Plan) {
        Place::keep(&mut self.plans, self.stamp, outset, outset.place(), plan);
    }

    /// What is settled before the dice on these terms, if it is known.
    #[inline]
    pub(crate) fn exchange(&self, terms: Terms) -> Option<&Clash> {
        Place::find(&self.exchanges, self.stamp, terms, terms.place())
    }

    /// Keeps what is settled.
    pub(crate) fn keep_exchange(&mut self, terms: Terms, clash: Clash) {
        let place = terms.place();
        Place::keep(&mut self.exchanges, self.stamp, terms, place, clash);
    }
}

#[cfg(test)]
mod tests {
    use super::{ANSWERS, Action, Answer, GOLDEN, Hinge, Juncture, Place, Recall};

    fn recall() -> Recall {
        let answers = vec![Place::EMPTY; ANSWERS];
        Recall {
            answers,
            ..Recall::default()
        }
    }

    fn zeal(actions: u8) -> Answer {
        (Action::Zeal { actions }, None)
    }

    /// Two junctures of one place: the words before the last one differ by what the last one undoes.
    fn neighbours() -> [Juncture; 2] {
        let first = Juncture([0; 3]);
        let carried = 1_u64.wrapping_mul(GOLDEN).rotate_left(23);
        let second = Juncture([0, 1, carried]);
        assert_eq!(first.place(), second.place());
        [first, second]
    }

    #[test]
    fn a_link_is_followed_by_its_hinge_alone() {
        let mut recall = recall();
        let last = recall.keep(Juncture([1, 2, 3]), zeal(1));
        let next = recall.keep(Juncture([4, 5, 6]), zeal(2));
        assert!(recall.following(last, Hinge(7)).is_none());
        recall.link(last, Hinge(7), next);
        assert!(recall.following(last, Hinge(6)).is_none());
        let (_, answer) = recall.following(last, Hinge(7)).expect("linked");
        assert_eq!(answer, zeal(2));
    }

    /// A link leads to an answer, not to its place: what takes the place is not followed.
    #[test]
    fn a_link_to_an_answer_that_made_room_is_dead() {
        let mut recall = recall();
        let [kept, newcomer] = neighbours();
        let last = recall.keep(Juncture([1, 2, 3]), zeal(1));
        let next = recall.keep(kept, zeal(2));
        recall.link(last, Hinge(0), next);
        recall.keep(newcomer, zeal(3));
        assert!(recall.answer(kept).is_none());
        assert!(recall.following(last, Hinge(0)).is_none());
        let renewed = recall.keep(kept, zeal(2));
        assert!(recall.following(last, Hinge(0)).is_none());
        recall.link(last, Hinge(0), renewed);
        assert!(recall.following(last, Hinge(0)).is_some());
    }
}
