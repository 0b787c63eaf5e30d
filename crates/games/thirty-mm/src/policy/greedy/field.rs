//! Where to act from and where to end a turn: places weighed by what the unit can do from there and what
//! the enemies can do to it there.

use std::cmp::Reverse;
use std::ops::Range;

use equipoise_engine::Hex;

use super::super::aims::enemies;
use super::super::ways::preferred;
use super::grip::{Grapple, grapple, throws};
use super::places::{self, Spot, spots};
use super::shots::{Line, Prospect, cover_of, prospects};
use super::trial::Trial;
use super::worth::{PATIENCE, Worth, next_ap, turns_left};
use crate::data::colour::Colour;
use crate::rules::decision::Action;
use crate::rules::facing::Facing;
use crate::rules::grapple::Grip;
use crate::rules::state::{Cover, Stance, Turn, UnitId};
use crate::rules::view::{Arm, View};

/// Sixteenths by which expected losses count against expected gains.
const CAUTION: Worth = 4;

/// What a unit can do from a hex in this turn.
#[derive(Clone, Debug, Default)]
struct Stand {
    level: i8,
    /// Which of the attacks of this turn start here.
    now: Range<usize>,
    /// The best grapple, and where its target is.
    grapple: Option<(Hex, Grapple)>,
    /// Worth of ending the turn here.
    end: Worth,
}

/// What the unit in turn sees.
pub(super) struct Field<'a> {
    pub(super) trial: Trial<'a>,
    unit: UnitId,
    next_ap: Worth,
    own: Vec<Prospect>,
    foes: Vec<Prospect>,
    /// How much each of them counts, in 16ths.
    shares: Vec<Worth>,
    /// What each of them gains by throws where it can grapple: attacks with bare hands alone.
    throws: Vec<Worth>,
    stands: Vec<Stand>,
    /// Number of the last stand on each hex of the board, from 1.
    known: Vec<u16>,
    /// Attacks of this turn from all of them: the number of the prospect, and 64 times its worth.
    attacks: Vec<(usize, Worth)>,
    /// The best grapples of the enemies that have been looked at.
    grapples: Vec<(UnitId, Option<Grapple>)>,
    /// Rolls of 64 after which the turn goes on, by the tan and white hexes entered and whether the unit has left
    /// its first hex.
    climates: Vec<((u8, u8, bool), Worth)>,
}

impl<'a> Field<'a> {
    pub(super) fn new(view: View<'a>, unit: UnitId) -> Self {
        let mut trial = Trial::new(view);
        let mut own = Vec::new();
        for enemy in enemies(view, unit) {
            let target = (enemy, cover_of(view, enemy));
            prospects(&mut trial, &[unit], target, &mut own);
        }
        Self {
            trial,
            unit,
            next_ap: next_ap(view, unit),
            own,
            foes: Vec::new(),
            shares: Vec::new(),
            throws: Vec::new(),
            stands: Vec::new(),
            known: Vec::new(),
            attacks: Vec::new(),
            grapples: Vec::new(),
            climates: Vec::new(),
        }
    }

    /// What a unit sees, and what the enemies can do to it.
    pub(super) fn with_foes(view: View<'a>, unit: UnitId) -> Self {
        let mut this = Self::new(view, unit);
        this.expect(cover_of(view, unit));
        this
    }

    /// Finds what the enemies can do to the unit, if it hides behind an item.
    fn expect(&mut self, cover: Option<Cover>) {
        let (view, unit) = (self.trial.real, self.unit);
        let others: Vec<UnitId> = enemies(view, unit).collect();
        self.foes.clear();
        prospects(&mut self.trial, &others, (unit, cover), &mut self.foes);
        self.shares.clear();
        let shares = self.foes.iter().map(|it| share(view, it));
        self.shares.extend(shares);
        let trial = &self.trial;
        let thrown = self.foes.iter().map(|it| match it.arm {
            Arm::Basic => throws(trial, it.unit, unit),
            Arm::Weapon(_) => 0,
        });
        self.throws.clear();
        self.throws.extend(thrown);
    }

    /// What the unit can do to its enemies, wherever it stands.
    pub(super) fn own(&self) -> &[Prospect] {
        &self.own
    }

    /// The first action on the way of the unit in turn to the best place; `None` if it is there.
    pub(super) fn way(view: View<'a>, turn: &Turn) -> Option<Action> {
        let spots = spots(view, turn);
        if spots.len() == 1 && spots[0].facing.is_some() {
            return None;
        }
        Self::with_foes(view, turn.unit).way_to_best(spots)
    }

    /// The different first actions on the ways of the unit in turn to all places, that to the best place first.
    pub(super) fn ways(view: View<'a>, turn: &Turn) -> Vec<Action> {
        let mut field = Self::with_foes(view, turn.unit);
        field.known = vec![0; places::numbers(view)];
        let mut found: Vec<(Worth, Action)> = Vec::new();
        for spot in spots(view, turn) {
            let (worth, towards) = field.weigh(&spot);
            let first = spot.first.or_else(|| field.turn_to(&spot, towards));
            let first = first.unwrap_or(Action::EndMovement);
            match found.iter_mut().find(|(_, action)| *action == first) {
                Some((most, _)) => *most = worth.max(*most),
                None => found.push((worth, first)),
            }
        }
        found.sort_by_key(|&(worth, _)| Reverse(worth));
        found.into_iter().map(|(_, action)| action).collect()
    }

    fn way_to_best(&mut self, spots: Vec<Spot>) -> Option<Action> {
        self.known = vec![0; places::numbers(self.trial.real)];
        let mut best: Option<(Worth, Spot, Option<Hex>)> = None;
        for spot in spots {
            let (worth, towards) = self.weigh(&spot);
            if best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, spot, towards));
            }
        }
        let (_, spot, towards) = best?;
        spot.first.or_else(|| self.turn_to(&spot, towards))
    }

    /// A turn towards who is attacked from a place, else towards the nearest enemy, if it is open and does
    /// something.
    fn turn_to(&self, spot: &Spot, towards: Option<Hex>) -> Option<Action> {
        let present = self.trial.real.unit(self.unit).facing;
        let hex = towards.or_else(|| self.nearest())?;
        let offset = hex - spot.hex;
        let sees = towards.is_some() && self.faces(present, offset);
        if sees || spot.facing.is_some() {
            return None;
        }
        let facing = Facing::towards(offset, present);
        (facing != present).then_some(Action::Rotate(facing))
    }

    /// Worth of a place, and where the target of the attack from there is.
    fn weigh(&mut self, spot: &Spot) -> (Worth, Option<Hex>) {
        let view = self.trial.real;
        let own = view.unit(self.unit);
        let ap = Worth::from(own.ap) - Worth::from(spot.ap);
        let at = self.stand(spot.hex, spot.level);
        let action_point = self.trial.action_point(self.unit);
        let price = action_point * Worth::from(spot.ap);
        let (mut most, mut towards) = (0, None);
        if !spot.thrust {
            for &(number, gain) in &self.attacks[self.stands[at].now.clone()] {
                let prospect = &self.own[number];
                let target = view.unit(prospect.target).hex;
                let there = target - spot.hex;
                let seen = spot.facing.is_none_or(|facing| self.faces(facing, there));
                let attacks = ap / Worth::from(prospect.ap.max(1));
                let total = (gain * attacks / 64).min(self.trial.worth(prospect.target));
                if seen && total > most {
                    (most, towards) = (total, Some(target));
                }
            }
        }
        if let Some((target, grapple)) = self.stands[at].grapple.filter(|_| !spot.thrust) {
            let there = target - spot.hex;
            let seen = spot.facing.is_none_or(|facing| self.faces(facing, there));
            let total = grapple.gain_of(ap) / 64;
            if seen && total > most {
                (most, towards) = (total, Some(target));
            }
        }
        // Heat and snow may end the turn before it attacks.
        let goes_on = self.goes_on(spot);
        let end = self.stands[at].end;
        let frozen = (64 - goes_on) * self.next_ap / 2 * action_point / 64;
        let worth = most * goes_on / 64 + end - price - frozen;
        (worth, towards)
    }

    fn nearest(&self) -> Option<Hex> {
        let view = self.trial.real;
        let all = enemies(view, self.unit);
        let nearest = all.min_by_key(|&enemy| view.distance(self.unit, enemy))?;
        let hex = view.unit(nearest).hex;
        (hex != view.unit(self.unit).hex).then_some(hex)
    }

    /// Whether the unit sees a hex so far off if it faces that way.
    fn faces(&self, facing: Facing, offset: Hex) -> bool {
        let view = self.trial.real;
        let tank = crate::data::kind::UnitKind::Tank;
        offset == Hex::default()
            || view.piece(self.unit).sheet.kind == tank
            || facing.sees(offset, view.table.options.fov_model)
    }

    /// Rolls of 64 with which heat and snow let the turn go on.
    fn goes_on(&mut self, spot: &Spot) -> Worth {
        let view = self.trial.real;
        let stays = spot.hex == view.unit(self.unit).hex;
        let harsh = |unit| matches!(view.colour_under(unit), Colour::Tan | Colour::White);
        let mild = spot.tan == 0 && spot.white == 0 && !(stays && harsh(self.unit));
        let Some(turn) = view.battle.turn.filter(|_| !spot.thrust && !mild) else {
            return 64;
        };
        let turn = Turn {
            tan: spot.tan,
            white: spot.white,
            left: turn.left || !stays,
            ..turn
        };
        let climate = (turn.tan, turn.white, turn.left);
        if let Some(&(_, ways)) = self.climates.iter().find(|it| it.0 == climate) {
            return ways;
        }
        let mut ways = 0;
        for heat in 1..=8 {
            for snow in 1..=8 {
                let faces = [heat, snow];
                let mut ended = false;
                let act = |game: &mut crate::rules::game::Game<'_, _, _>| {
                    ended = game.bear_climate(&turn);
                };
                self.trial.read(&[self.unit], faces, act, |_| ());
                ways += Worth::from(!ended);
            }
        }
        self.climates.push((climate, ways));
        ways
    }

    /// The number of a hex among those looked at.
    fn stand(&mut self, hex: Hex, level: i8) -> usize {
        let number = places::number(self.trial.real, hex);
        let known = usize::from(self.known[number]);
        if known > 0 && self.stands[known - 1].level == level {
            return known - 1;
        }
        self.trial.put(self.unit, (hex, level));
        let mut stand = self.look(level);
        stand.grapple = self.grapple();
        let real = self.trial.real.unit(self.unit);
        self.trial.put(self.unit, (real.hex, real.elevation));
        self.stands.push(stand);
        self.known[number] = self.stands.len() as u16;
        self.stands.len() - 1
    }

    fn look(&mut self, level: i8) -> Stand {
        let view = self.trial.view();
        let (first, mut promise, mut line) = (self.attacks.len(), 0, Line::none());
        for (number, prospect) in self.own.iter().enumerate() {
            let (near, gain) = prospect.next(view, &mut line);
            if near == 16 && view.reaches(prospect.unit, prospect.arm, prospect.target) {
                self.attacks.push((number, gain));
            }
            let next = prospect.total(gain, self.trial.worth(prospect.target));
            promise = promise.max(next * near / 16);
        }
        if turns_left(view, self.unit) <= 1 {
            promise = 0;
        }
        let end = PATIENCE * promise / 16 - CAUTION * self.threat() / 16;
        let end = end + super::mission::worth(&mut self.trial, self.unit) - self.drowning();
        Stand {
            level,
            now: first..self.attacks.len(),
            grapple: None,
            end,
        }
    }

    /// What deep water does at the end of a turn (`mm30.status.abyss`).
    fn drowning(&self) -> Worth {
        let deep = self.trial.view().water(self.unit) == Some(Colour::DarkBlue);
        self.trial.worth(self.unit) / 4 * Worth::from(deep)
    }

    /// What the enemies are expected to do to the unit where it stands in the trial before it acts again.
    pub(super) fn threat(&self) -> Worth {
        let view = self.trial.view();
        let all = self.trial.worth(self.unit);
        let (mut sum, mut enemy, mut most, mut line) = (0, None, 0, Line::none());
        let foes = self.foes.iter().zip(&self.shares).zip(&self.throws);
        for ((it, &share), &thrown) in foes {
            if enemy != Some(it.unit) {
                sum += most;
                (enemy, most) = (Some(it.unit), 0);
            }
            if it.turns > 0 && it.reaches_next(view) {
                let (near, gain) = it.next(view, &mut line);
                let thrown = if it.grapples_next(view) { thrown } else { 0 };
                most = most.max(it.total(gain, all).max(thrown) * near / 16 * share);
            }
        }
        ((sum + most) / 16).min(all)
    }

    /// What the next turn of the unit promises from where it stands.
    pub(super) fn promise(&self) -> Worth {
        let view = self.trial.real;
        let promise = |it: &Prospect| {
            let (near, gain) = it.next(view, &mut Line::none());
            it.total(gain, self.trial.worth(it.target)) * near / 16
        };
        self.own.iter().map(promise).max().unwrap_or(0)
    }

    /// The Defensive Stances that the unit can take, and 64 times what each saves.
    pub(super) fn covers(&mut self) -> Vec<(Cover, Facing, Worth)> {
        let (view, unit) = (self.trial.real, self.unit);
        let state = view.unit(unit);
        let shields = (0..state.shields.len()).map(Cover::Shield);
        let all = shields.chain((0..state.weapons.len()).map(Cover::Weapon));
        let all = all.filter(|&it| state.stance == Stance::None && view.covers(unit, it));
        let mut found = Vec::new();
        let all: Vec<Cover> = all.collect();
        if all.is_empty() {
            return found;
        }
        self.expect(None);
        let open = self.threat();
        for cover in all {
            self.expect(Some(cover));
            for direction in preferred(state.facing) {
                self.trial.state(unit).stance = Stance::Defensive { cover, direction };
                found.push((cover, direction, 64 * (open - self.threat())));
            }
            self.trial.take_back(unit);
        }
        found
    }

    /// The best grapple from where the unit stands in the trial, facing its target, and where that is.
    fn grapple(&mut self) -> Option<(Hex, Grapple)> {
        let unit = self.unit;
        let mut best: Option<(Hex, Grapple)> = None;
        for target in 0..self.trial.real.battle.units.len() {
            let (own, other) = (self.trial.view().unit(unit), self.trial.view().unit(target));
            let there = other.hex;
            if own.hex.distance(there) > 1 || own.elevation != other.elevation {
                continue;
            }
            let (present, offset) = (own.facing, there - own.hex);
            self.trial.state(unit).facing = Facing::towards(offset, present);
            let found = self.grapple_of(target);
            self.trial.state(unit).facing = present;
            if let Some(found) = found
                && best.is_none_or(|(_, it)| found.gain_of(1) > it.gain_of(1))
            {
                best = Some((there, found));
            }
        }
        best
    }

    /// The best grapple of a target from the first place that was looked at: others hardly differ.
    fn grapple_of(&mut self, target: UnitId) -> Option<Grapple> {
        let view = self.trial.view();
        view.check_grapple(self.unit, target, Grip::Hold).ok()?;
        if let Some(&(_, known)) = self.grapples.iter().find(|it| it.0 == target) {
            return known;
        }
        let found = grapple(&mut self.trial, self.unit, target, &self.own);
        self.grapples.push((target, found));
        found
    }

    /// The best grapple as the unit really stands.
    pub(super) fn grapple_here(&mut self) -> Option<Grapple> {
        let view = self.trial.real;
        let mut best: Option<Grapple> = None;
        for target in enemies(view, self.unit) {
            if let Some(found) = self.grapple_of(target)
                && best.is_none_or(|it| found.gain_of(1) > it.gain_of(1))
            {
                best = Some(found);
            }
        }
        best
    }
}

/// How likely an enemy turns its weapon on its target rather than on the friends of that, in 16ths.
fn share(view: View<'_>, it: &Prospect) -> Worth {
    let reach = u16::from(it.range) + it.movement as u16;
    let friends = enemies(view, it.unit)
        .filter(|&friend| friend != it.target && view.distance(it.unit, friend) <= reach);
    32 / (2 + friends.count() as Worth)
}
