//! Where to act from and where to end a turn: places of the table weighed by what the unit can do
//! from there and what the enemies can do to it there.

mod find;
mod leave;
mod score;

use std::cell::Cell;
use std::cmp::{Ordering, Reverse};

use smallvec::SmallVec;

use equipoise_engine::{Hex, Side};

use super::duel::{Worth, rounds_after};
use super::foe::{Foe, fill};
use super::secondary::Battlespace;
use super::stake::{Purse, Share};
use super::steps;
use super::tactics::{self, Choice, Measure};
use super::wreck::{self, City};
use crate::data::profile::Category;
use crate::rules::constants::{SHIFT_GAIN, SHIFT_LOSS, SHIFT_PIVOT};
use crate::rules::decision::Action;
use crate::rules::moves::MoveWith;
use crate::rules::state::{Battle, MAX_CONTROL_POINTS};
use crate::rules::unit::CompiledWeapon;
use crate::rules::unit_id::{MAX_UNITS, UnitId};
use crate::rules::view::View;
use crate::weights::Weights;

/// Enemies that are looked at, the nearest.
const FOES: usize = 12;
/// Places that are looked at, at most.
const PLACES: usize = 128;

/// A place that may be worth going to.
struct Place {
    hex: Hex,
    /// Its number as the side sees the table: the order between equals.
    rank: u8,
    /// Worth of ending the turn here, once it is worked out.
    end: Cell<Option<Worth>>,
    /// Worth of the control points beside it.
    control: Worth,
    /// Worth of what the unit may do to buildings in its next turn.
    prospect: Worth,
    /// Worth of the best attack from here, sight and arcs aside.
    attack: Worth,
    /// It is as much nearer to an enemy as a Momentum Shift asks for.
    closes: bool,
    /// Hexes from the enemy that is nearest now.
    near: u16,
}

/// The Momentum Shift that the turn may still bring.
#[derive(Clone, Copy)]
enum Shift {
    None,
    /// Worth of what coming nearer brings.
    Closing(Worth),
    /// Worth of what backing off costs.
    BackingOff(Worth),
}

/// What the active unit sees.
pub(super) struct Field<'a> {
    view: View<'a>,
    weights: &'a Weights,
    unit: UnitId,
    side: Side,
    from: Hex,
    reach: u16,
    moves: u8,
    purse: Purse<'a>,
    shift: Shift,
    /// It has weapons that need no line of sight.
    lobs: bool,
    /// Hexes within which it shoots through a piece of terrain.
    pierces: u16,
    /// Where the nearest enemy is, and how far.
    nearest: Option<Hex>,
    near: u16,
    foes: SmallVec<[Foe; FOES]>,
    places: SmallVec<[Place; PLACES]>,
    city: Option<City>,
    battlespace: Option<Battlespace<'a>>,
    /// What each control point scores by the unit being on it, and on its way there; none where points score
    /// nothing.
    points: SmallVec<[(Worth, Worth); MAX_CONTROL_POINTS]>,
}

impl<'a> Field<'a> {
    /// Asks about what the active unit sees. It is large, and stays where it is made.
    pub(super) fn ask<T>(view: View<'a>, question: impl FnOnce(&Self) -> T) -> T {
        let mut this = Self::new(view);
        let own = Share::of(view, this.side, this.unit);
        let from = this.from;
        let away = |foe: UnitId| from.distance(view.unit(foe).pos);
        let mut near: SmallVec<[(u16, UnitId); MAX_UNITS / 2]> = view
            .enemies(this.unit)
            .map(|foe| (away(foe), foe))
            .collect();
        near.sort_unstable();
        for &(_, foe) in near.iter().take(FOES) {
            let foe = this.look_at(foe, &own);
            this.foes.push(foe);
        }
        this.weigh_points();
        this.find_places();
        question(&this)
    }

    /// Nothing looked at yet.
    #[inline(always)]
    fn new(view: View<'a>) -> Self {
        let turn = &view.state.turn;
        let unit = turn.unit;
        let side = view.side_of(unit);
        let purse = Purse::of(view, unit);
        let nearest = view.nearest_enemy(unit).map(|foe| view.unit(foe).pos);
        let momentum = view.momentum(side);
        let profile = view.profile(unit);
        let has =
            |tag: fn(&CompiledWeapon) -> bool| profile.weapons[..profile.printed].iter().any(tag);
        let energy = has(|weapon| weapon.category == Some(Category::Energy) && !weapon.is_melee());
        let city = City::of(view, &purse);
        Self {
            view,
            city,
            battlespace: Battlespace::of(view, unit, view.reach(unit, MoveWith::MoveAction)),
            lobs: has(|weapon| weapon.indirect || weapon.remote.is_some()),
            pierces: if energy { profile.sensors_shooting } else { 0 },
            shift: match momentum.cmp(&SHIFT_PIVOT) {
                _ if !view.shift_open(unit) => Shift::None,
                Ordering::Less => Shift::Closing(purse.gain(SHIFT_GAIN)),
                Ordering::Equal => Shift::None,
                Ordering::Greater => Shift::BackingOff(purse.cost(SHIFT_LOSS)),
            },
            near: nearest.map_or(0, |at| at.distance(view.unit(unit).pos)),
            nearest,
            weights: &view.bout.weights[side.index()],
            unit,
            side,
            from: view.unit(unit).pos,
            reach: view.reach(unit, MoveWith::MoveAction),
            moves: turn.move_actions,
            purse,
            foes: SmallVec::new(),
            places: SmallVec::new(),
            points: SmallVec::new(),
        }
    }

    fn far(&self) -> u16 {
        self.reach * u16::from(self.moves)
    }

    #[inline(never)]
    fn look_at(&self, foe: UnitId, own: &Share) -> Foe {
        let (view, unit, weights) = (self.view, self.unit, self.weights);
        let at = view.unit(foe).pos;
        let now = self.from.distance(at);
        let first = now.saturating_sub(self.far()).max(1);
        let stake = Share::of(view, self.side, foe);
        let mut scratch = tactics::NO_DAMAGE;
        let attacks = tactics::ready_row(view, unit, foe, true, &mut scratch);
        let pursuit = view.pursuit_row(unit, foe);
        let threats = view.threat_row(foe, unit);
        let after = rounds_after(view);
        // Whether it acts before the unit does again, in 256ths.
        let likely = match (view.unit(foe).activated, after) {
            (false, _) => 256,
            (true, 0) => 0,
            (true, _) => 128,
        };
        // Worth of what it may do to others of the side instead.
        let elsewhere: i64 = view
            .standing(self.side)
            .filter(|&other| other != unit)
            .map(|other| {
                let profile = view.profile(other);
                let threat = view.threat(foe, other, view.distance(foe, other));
                i64::from(threat) * view.bout.scoring.point() * i64::from(profile.vp.max(1))
                    / i64::from(profile.hp.max(1))
            })
            .sum();
        let risk = |threat: i32| -> Worth {
            if threat == 0 || likely == 0 {
                return 0;
            }
            let loss = i64::from(own.value(threat * weights.threat / 256)).max(1);
            let share = 256 * loss / (loss + elsewhere);
            (loss * share / 256 * likely / 256 * i64::from(weights.danger) / 256) as Worth
        };
        let hope = |damage: i32| -> Worth {
            if after == 0 {
                return 0;
            }
            stake.value(damage) * weights.hope / 256
        };
        Foe {
            unit: foe,
            at,
            start: view.state.turn.start.distance(at),
            first,
            attack: fill(first, attacks, |damage| stake.value(damage)),
            danger: fill(first, threats, risk),
            hope: fill(first, pursuit, hope),
            rear: if after > 0 {
                (256 - likely as i32) * weights.flank / 256
            } else {
                0
            },
        }
    }

    /// Weighs a hex.
    fn place(&self, hex: Hex, rank: u8) -> Place {
        let by = self.view.bout.distances.shift;
        let (mut attack, mut closes) = (0, false);
        for foe in &self.foes {
            let away = hex.distance(foe.at);
            if !self.view.is_behind_allies(hex, foe.unit) {
                attack = attack.max(foe.attack[foe.index(away)]);
            }
            closes |= away + by <= foe.start;
        }
        if let Some(city) = &self.city {
            attack = attack.max(city.most_from(self.view, hex));
        }
        Place {
            hex,
            rank,
            end: Cell::new(None),
            control: self.control(hex),
            prospect: self.prospect(hex),
            attack,
            closes,
            near: self.nearest.map_or(0, |at| hex.distance(at)),
        }
    }

    /// The most that it can be worth to end the turn at a place, whatever lies between it and the enemies.
    fn most_at(&self, place: &Place) -> Worth {
        let weights = self.weights;
        let [risks, prospects] = if self.view.bout.terrain.is_empty() {
            [256; 2]
        } else {
            let risks = weights.hidden.min(weights.covered).min(256);
            [risks, weights.blind.max(256)]
        };
        let (mut danger, mut hope) = (0, place.prospect);
        for foe in &self.foes {
            let at = foe.index(place.hex.distance(foe.at));
            danger += foe.danger[at] * risks / 256;
            hope = hope.max(foe.hope_from(self.view, place.hex, at) * prospects / 256);
        }
        self.or_leave(place.hex, hope - danger + place.control)
    }

    /// What it is worth to end the turn at a place.
    #[inline]
    fn end_at(&self, place: &Place) -> Worth {
        place.end.get().unwrap_or_else(|| {
            let end = self.end(place);
            debug_assert!(end <= self.most_at(place));
            place.end.set(Some(end));
            end
        })
    }

    /// Works out what it is worth to end the turn at a place, by staying there or by leaving the table.
    fn end(&self, place: &Place) -> Worth {
        self.or_leave(place.hex, self.stay(place))
    }

    /// What it is worth to stay at a place, with a look at what lies between it and the enemies that count, where
    /// they stand: terrain takes from hopes and from dangers alike.
    fn stay(&self, place: &Place) -> Worth {
        let (view, hex) = (self.view, place.hex);
        let open = view.bout.terrain.is_empty();
        let at: SmallVec<[usize; FOES]> = self
            .foes
            .iter()
            .map(|foe| foe.index(hex.distance(foe.at)))
            .collect();
        let dangers = self.foes.iter().zip(&at).map(|(foe, &at)| foe.danger[at]);
        let all: Worth = dangers.sum();
        let (mut danger, mut hope) = (0, place.prospect);
        for (foe, at) in self.foes.iter().zip(at) {
            let (mut risk, mut prospect) = (foe.danger[at], foe.hope_from(view, hex, at));
            let counts = COUNTING * risk > all;
            if !open && (counts || prospect > hope) {
                if view.is_blocked(foe.at, hex) {
                    risk = risk * self.weights.hidden / 256;
                    prospect = prospect * self.weights.blind / 256;
                } else if counts && view.would_cover(hex, foe.unit) {
                    risk = risk * self.weights.covered / 256;
                }
            }
            danger += risk;
            hope = hope.max(prospect);
        }
        hope - danger + place.control
    }

    /// Worth of a Momentum Shift by going to a place and on to another.
    #[inline]
    fn shift(&self, attack: &Place, end: &Place) -> Worth {
        match self.shift {
            Shift::None => 0,
            Shift::Closing(gain) if attack.closes || end.closes => gain,
            Shift::Closing(_) => 0,
            Shift::BackingOff(loss) if attack.near > self.near || end.near > attack.near => -loss,
            Shift::BackingOff(_) => 0,
        }
    }

    /// Worth of the best place to end at, going on from one.
    fn best_end(&self, ends: &[&Place], from: &Place, moves: u8) -> Worth {
        let far = self.reach * u16::from(moves);
        let gain = self.most_shift();
        let mut best = self.end_at(from) + self.shift(from, from);
        for place in ends {
            let end = self.end_at(place);
            if end + gain <= best {
                break;
            }
            let worth = end + self.shift(from, place);
            if worth > best && from.hex.distance(place.hex) <= far {
                best = worth;
            }
        }
        best
    }

    /// No Momentum Shift is worth more.
    fn most_shift(&self) -> Worth {
        match self.shift {
            Shift::Closing(gain) => gain,
            Shift::None | Shift::BackingOff(_) => 0,
        }
    }

    /// Places where it is worth more than so much to end, the best first.
    fn ends_above(&self, least: Worth) -> SmallVec<[&Place; PLACES]> {
        let better = |place: &&Place| {
            let end = place.end.get();
            let most = end.unwrap_or_else(|| self.most_at(place));
            most > least && self.end_at(place) > least
        };
        self.best_first(self.places.iter().filter(better))
    }

    /// All places, the best to end at first.
    fn ends(&self) -> SmallVec<[&Place; PLACES]> {
        self.best_first(self.places.iter())
    }

    fn best_first<'b>(
        &self,
        places: impl Iterator<Item = &'b Place>,
    ) -> SmallVec<[&'b Place; PLACES]> {
        let mut ends: SmallVec<[&Place; PLACES]> = places.collect();
        ends.sort_unstable_by_key(|place| (Reverse(self.end_at(place)), place.rank));
        ends
    }

    /// What is gained by ending the turn at a better place than here.
    pub(super) fn gain_by_moving(&self) -> Worth {
        let stay = self.place(self.from, 0);
        self.best_end(&self.ends(), &stay, self.moves) - self.end_at(&stay)
    }

    /// The place to go to before the attack; `None` to attack at once.
    pub(super) fn spot(&self) -> Option<Hex> {
        let view = self.view;
        if self.moves == 0 || self.reach == 0 {
            return None;
        }
        let ends = self.ends();
        let mover = view.mover(MoveWith::MoveAction);
        let attack_now = tactics::best_attack(view, Choice::of(Measure::Worth(&self.purse)));
        let wreck_now = self
            .city
            .as_ref()
            .and_then(|_| wreck::best_worth(view, &self.purse));
        let here = attack_now.map_or(0, |(_, worth)| worth.max(0));
        let here = here.max(wreck_now.map_or(0, |(_, worth)| worth));
        let stay = self.place(self.from, 0);
        let mut best = (here + self.best_end(&ends, &stay, self.moves), None);
        let mut order: SmallVec<[(Worth, Worth, &Place); PLACES]> = SmallVec::new();
        // No turn ends better.
        let last = ends.first().map_or(0, |place| self.end_at(place)) + self.most_shift();
        for place in &self.places {
            let spent = self.moves_to(place.hex);
            if place.hex == self.from || spent > self.moves || place.attack + last <= best.0 {
                continue;
            }
            let rest = self.best_end(&ends, place, self.moves - spent);
            order.push((place.attack + rest, rest, place));
        }
        order.sort_unstable_by_key(|&(worth, _, place)| (Reverse(worth), place.rank));
        let duty = view.sight_duty();
        let mut there = None;
        let mut tried = 0;
        for (most, rest, &Place { hex, .. }) in order {
            if most <= best.0 || tried >= TRIED {
                break;
            }
            // Only where it may attack is it worth trying how well.
            let look = self.best_foe(hex);
            let wreck = self.wreck_from(hex);
            if look.map_or(0, |foe| foe.attack_at(hex)).max(wreck) + rest <= best.0 {
                continue;
            }
            let step = steps::on_the_way(view, hex, self.reach);
            let Some(kind) = mover.kind(step).filter(|_| !duty.shirks(step)) else {
                continue;
            };
            let cost = self.purse.cost(view.price_of(self.unit, kind));
            let attack = look.map_or(0, |look| {
                tried += 1;
                let there = there.get_or_insert_with(|| view.state.clone());
                self.attack_from(hex, look, there)
            });
            let worth = attack.max(wreck) + rest - cost;
            // Without an attack at its end the way is for `finish`, which knows where to stay.
            if attack.max(wreck) > 0 && worth > best.0 {
                best = (worth, Some(hex));
            }
        }
        best.1
    }

    /// Places that promise most, far from each other: two to attack from and two to end at.
    pub(super) fn spots(&self) -> SmallVec<[Hex; 4]> {
        let mut spots: SmallVec<[Hex; 4]> = SmallVec::new();
        if self.reach == 0 {
            return spots;
        }
        let apart = (self.reach / 2).max(2);
        let mut add = |hex: Hex, most: usize| {
            let new = spots.iter().all(|spot| spot.distance(hex) >= apart);
            if spots.len() < most && hex != self.from && new {
                spots.push(hex);
            }
        };
        let ends = self.ends();
        if self.view.state.turn.combat_actions > 0 {
            let mut order: SmallVec<[(Worth, &Place); PLACES]> = SmallVec::new();
            for place in &self.places {
                let spent = self.moves_to(place.hex);
                if spent <= self.moves {
                    let rest = self.best_end(&ends, place, self.moves - spent);
                    let attack = self
                        .best_foe(place.hex)
                        .map_or(0, |foe| foe.attack_at(place.hex))
                        .max(self.wreck_from(place.hex));
                    order.push((attack + rest, place));
                }
            }
            order.sort_unstable_by_key(|&(worth, place)| (Reverse(worth), place.rank));
            order.iter().for_each(|(_, place)| add(place.hex, 2));
        }
        let near = |place: &&Place| self.moves_to(place.hex) <= self.moves;
        ends.into_iter()
            .filter(near)
            .for_each(|place| add(place.hex, 4));
        spots
    }

    /// Move Actions to a hex.
    fn moves_to(&self, hex: Hex) -> u8 {
        self.from.distance(hex).div_ceil(self.reach) as u8
    }

    /// Worth of the best attack from a hex, looking at an enemy.
    fn attack_from(&self, hex: Hex, look: &Foe, there: &mut Battle) -> Worth {
        let view = self.view;
        let delta = hex - self.from;
        // A ship ends a move looking along its way and turns by a Move Action, if one is left.
        let turns = !view.profile(self.unit).steers() || self.moves_to(hex) < self.moves;
        let facing = if turns { look.at - hex } else { delta };
        for model in view.models(self.unit) {
            there.units[model].pos = view.unit(model).pos + delta;
            if facing != Hex::default() {
                there.units[model].facing = facing;
            }
        }
        let moved = View {
            bout: view.bout,
            state: there,
        };
        let attack = tactics::best_attack(moved, Choice::of(Measure::Worth(&self.purse)));
        attack.map_or(0, |(_, worth)| worth.max(0))
    }

    /// Whether the unit could attack an enemy from a hex for all that stands between them.
    fn may_attack(&self, hex: Hex, foe: &Foe) -> bool {
        self.lobs
            || self.view.would_see(hex, foe.unit)
            || hex.distance(foe.at) <= self.pierces && self.view.only_blocker(hex, foe.at).is_some()
    }

    /// The enemy that is best attacked from a hex, of those that may be, the nearest of equals.
    fn best_foe(&self, hex: Hex) -> Option<&Foe> {
        let seen = self
            .foes
            .iter()
            .filter(|foe| foe.attack_at(hex) > 0 && self.may_attack(hex, foe));
        seen.max_by_key(|foe| (foe.attack_at(hex), Reverse(hex.distance(foe.at))))
    }

    /// The move to a better place to end at, or off the table, the fight over.
    pub(super) fn finish(&self) -> Option<Action> {
        let view = self.view;
        if self.moves == 0 || self.reach == 0 {
            return self.leave();
        }
        let mover = view.mover(MoveWith::MoveAction);
        let gain = self.most_shift();
        let duty = view.sight_duty();
        let here = self.place(self.from, 0);
        let end = self.end_at(&here);
        let mut best = if gain > 0 && view.is_engaged(self.unit) {
            (end + gain, Some(Action::PressOn))
        } else {
            (end, None)
        };
        for place in self.ends_above(best.0 - gain) {
            let end = self.end_at(place);
            if end + gain <= best.0 {
                break;
            }
            let away = self.from.distance(place.hex);
            if away == 0 || away > self.far() {
                continue;
            }
            let step = steps::on_the_way(view, place.hex, self.reach);
            let Some(kind) = mover.kind(step).filter(|_| !duty.shirks(step)) else {
                continue;
            };
            let cost = self.purse.cost(view.price_of(self.unit, kind));
            let worth = end + self.shift(&here, place) - cost;
            if worth > best.0 {
                let near = self.foes.iter().min_by_key(|foe| step.distance(foe.at));
                let spin = near.map(|foe| foe.at - step);
                best = (worth, Some(Action::Move { to: step, spin }));
            }
        }
        best.1.or_else(|| self.leave())
    }
}

/// The next move of the active unit on the way to a place to attack from, looking at whom it would attack.
pub(super) fn step_to(view: View<'_>, spot: Hex) -> Option<Action> {
    let unit = view.state.turn.unit;
    let side = view.side_of(unit);
    if view.state.turn.move_actions == 0 || view.unit(unit).pos == spot {
        return None;
    }
    let to = steps::on_the_way(view, spot, view.reach(unit, MoveWith::MoveAction));
    if view.move_kind(to, MoveWith::MoveAction).is_none() || view.shirks(to) {
        return None;
    }
    let value = |foe: UnitId| {
        let distance = to.distance(view.unit(foe).pos);
        let damage = tactics::ready_damage(view, unit, foe, distance, true);
        (Share::of(view, side, foe).value(damage), Reverse(distance))
    };
    let look = view.enemies(unit).max_by_key(|&foe| value(foe));
    let city = City::of(view, &Purse::of(view, unit));
    let building = city.and_then(|city| city.best_from(view, to));
    let spin = match building {
        Some((worth, at)) if look.is_none_or(|foe| value(foe).0 < worth) => Some(at - to),
        _ => look.map(|foe| view.unit(foe).pos - to),
    };
    Some(Action::Move { to, spin })
}

/// What is seen of an enemy counts where it is more than one part in so many of the danger.
const COUNTING: Worth = 6;
/// Places to attack from that are tried.
const TRIED: usize = 4;
