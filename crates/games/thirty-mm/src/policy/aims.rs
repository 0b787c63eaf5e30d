//! What an attack is worth: exact expected damage, in whole numbers.

use crate::data::kind::SectionKind;
use crate::data::weapon::Tag;
use crate::rules::aim::Aim;
use crate::rules::attack::Attack;
use crate::rules::command::holds;
use crate::rules::shot::ShotOdds;
use crate::rules::state::{AP_CAP, Phase, UnitId};
use crate::rules::view::{Arm, View};

/// Which attacks are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// Action Points at hand.
    pub(super) ap: u8,
    /// The earliest phase that is open.
    pub(super) from: Phase,
    /// Unarmed strikes too.
    pub(super) unarmed: bool,
    /// At torsos only.
    pub(super) torso_only: bool,
}

impl Scope {
    /// Every attack that Action Points can ever pay.
    pub(super) const ANY: Self = Self {
        ap: AP_CAP,
        from: Phase::Movement,
        unarmed: true,
        torso_only: false,
    };
}

/// An attack with its price and worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rated {
    pub(super) attack: Attack,
    pub(super) ap: u8,
    /// Expected damage in 64ths.
    damage: u64,
    /// Defense that has to go before the target is out of play.
    remaining: u64,
}

impl Rated {
    /// Whether it ends its target with fewer Action Points than another attack does.
    fn beats(&self, other: &Self) -> bool {
        let worth = |own: &Self, against: &Self| {
            own.damage * u64::from(against.ap.max(1)) * against.remaining
        };
        worth(self, other) > worth(other, self)
    }
}

/// The arms of a unit: its weapons, then its fists.
pub(super) fn arms(view: View<'_>, unit: UnitId) -> impl Iterator<Item = Arm> {
    let weapons = 0..view.piece(unit).weapons.len();
    weapons.map(Arm::Weapon).chain([Arm::Basic])
}

/// Enemies of a unit that take part.
pub(super) fn enemies(view: View<'_>, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    let side = view.piece(unit).side;
    let others = view.table.pieces.iter().enumerate();
    let others = others.filter(move |(_, piece)| piece.side != side);
    let others = others.map(|(enemy, _)| enemy);
    others.filter(move |&enemy| view.in_play(enemy))
}

/// The best attack on any enemy; of equal ones the first.
pub(super) fn best(view: View<'_>, unit: UnitId, scope: Scope) -> Option<Rated> {
    let all = enemies(view, unit).filter_map(|target| best_on(view, unit, target, scope));
    all.reduce(|best, it| if it.beats(&best) { it } else { best })
}

/// The best attack on a target.
pub(super) fn best_on(view: View<'_>, unit: UnitId, target: UnitId, scope: Scope) -> Option<Rated> {
    let (section, remaining) = if scope.torso_only {
        let torso = view.torso(target)?;
        (torso, u64::from(view.unit(target).defense[torso]))
    } else {
        weak_spot(view, target)?
    };
    let left = u64::from(view.unit(target).defense[section]);
    let mut prospect = Prospect::new(view, unit, target);
    let mut best: Option<Rated> = None;
    if left == 0 {
        return None;
    }
    for arm in arms(view, unit) {
        let drawn = arm != Arm::Basic || scope.unarmed;
        if !drawn || !prospect.allows(arm, section) {
            continue;
        }
        let strike = view.strike(unit, arm);
        let phase = if view.range(unit, arm) > 1 {
            Phase::Ranged
        } else {
            Phase::Close
        };
        if strike.ap > scope.ap || scope.from > phase {
            continue;
        }
        let odds = prospect.odds(arm, phase);
        let counts = |ways: u8, damage: u16| u64::from(ways) * u64::from(damage).min(left);
        let rated = Rated {
            attack: Attack::new(arm, target, Aim::Section(section)),
            ap: strike.ap,
            damage: counts(odds.plain, strike.damage) + counts(odds.critical, strike.critical()),
            remaining,
        };
        if best.as_ref().is_none_or(|best| rated.beats(best)) {
            best = Some(rated);
        }
    }
    best.map(|best| Rated {
        attack: if scope.torso_only {
            best.attack
        } else {
            spread(view, unit, best.attack, section)
        },
        ..best
    })
}

/// Whether a unit has any attack that Action Points can ever pay: whether [`best`] finds one in
/// [`Scope::ANY`].
pub(super) fn can_attack(view: View<'_>, unit: UnitId) -> bool {
    enemies(view, unit).any(|target| {
        // With a torso left, some section can be aimed at.
        let torso = view.torso(target);
        let torso = torso.filter(|&at| view.unit(target).defense[at] > 0);
        let mut prospect = Prospect::new(view, unit, target);
        let paid = |arm| view.strike(unit, arm).ap <= AP_CAP;
        let bears = |torso| arms(view, unit).any(|arm| prospect.allows(arm, torso) && paid(arm));
        torso.is_some_and(bears)
    })
}

/// Attacks of a unit on a target: what all its arms share is found once.
struct Prospect<'a> {
    view: View<'a>,
    unit: UnitId,
    target: UnitId,
    /// Hexes and levels between the two.
    apart: (u16, u16),
    /// Whether the target is in the field of view and, if it is, whether the line of sight is clear.
    seen: Option<[bool; 2]>,
    /// Odds of ranged and of close attacks.
    odds: [Option<ShotOdds>; 2],
}

impl<'a> Prospect<'a> {
    fn new(view: View<'a>, unit: UnitId, target: UnitId) -> Self {
        let (own, other) = (view.unit(unit), view.unit(target));
        let levels = (own.elevation - other.elevation).unsigned_abs();
        Self {
            view,
            unit,
            target,
            apart: (own.hex.distance(other.hex), levels.into()),
            seen: None,
            odds: [None; 2],
        }
    }

    /// Whether the rules allow an attack on a section that is left, as [`View::check_attack`] does.
    fn allows(&mut self, arm: Arm, section: usize) -> bool {
        let (view, unit, target) = (self.view, self.unit, self.target);
        // A drone that fires stands elsewhere.
        if view.sent_carrier(unit, arm).is_some() {
            let attack = Attack::new(arm, target, Aim::Section(section));
            return view.check_attack(unit, &attack).is_ok();
        }
        let reaches = view.reaches_so_far(unit, arm, self.apart);
        let allowed = reaches && view.check_weapon(unit, arm).is_ok() && {
            let [seen, clear] = *self.seen.get_or_insert_with(|| {
                let seen = view.sees(unit, target);
                [seen, seen && view.has_line(unit, target)]
            });
            seen && (clear || view.fires_blind(unit, arm))
        };
        debug_assert_eq!(
            allowed,
            view.check_attack(unit, &Attack::new(arm, target, Aim::Section(section)))
                .is_ok(),
            "the rules decide"
        );
        allowed
    }

    /// The odds of an attack with an arm that is used in this phase.
    fn odds(&mut self, arm: Arm, phase: Phase) -> ShotOdds {
        let (view, unit, target) = (self.view, self.unit, self.target);
        let known = &mut self.odds[usize::from(phase == Phase::Close)];
        *known.get_or_insert_with(|| view.shot_odds(unit, arm, target))
    }
}

/// Where a unit is ended soonest, and the Defense that has to go there: its torsos, or all its other
/// sections if they hold less, the weakest of them first (`mm30.section.torso`,
/// `mm30.section.inoperative`).
fn weak_spot(view: View<'_>, target: UnitId) -> Option<(usize, u64)> {
    let torso = view.torso(target)?;
    let piece = view.piece(target);
    let of_kind = piece.makeup.sections(SectionKind::Torso);
    let left = &view.unit(target).defense;
    let (mut torsos, mut limbs) = (0, 0);
    let mut weakest: Option<usize> = None;
    for (at, &here) in left.iter().enumerate() {
        if of_kind.contains(at) {
            torsos += u64::from(here);
        } else {
            limbs += u64::from(here);
            if here > 0 && weakest.is_none_or(|weakest| here < left[weakest]) {
                weakest = Some(at);
            }
        }
    }
    let torsos = torsos.max(u64::from(left[torso]));
    let vehicle = piece.sheet.kind.is_vehicle();
    if vehicle || of_kind.is_empty() || limbs == 0 || torsos <= limbs {
        return Some((torso, torsos));
    }
    Some((weakest?, limbs))
}

/// A shotgun strikes two more sections (`mm30.tag.shotgun`): an arm that holds a weapon first, then the weakest
/// that are left. By Defense alone, more of it on an empty arm would turn the pellets on the armed one.
fn spread(view: View<'_>, unit: UnitId, attack: Attack, section: usize) -> Attack {
    let Arm::Weapon(at) = attack.arm else {
        return attack;
    };
    if !view.piece(unit).weapons[at].has(Tag::Shotgun) {
        return attack;
    }
    let target = view.unit(attack.target);
    let left = &target.defense;
    let armed = |section: usize| {
        let mut weapons = target.weapons.iter();
        weapons.any(|it| it.durability > 0 && holds(it.place, section))
    };
    let best = |except: Option<usize>| {
        let others = (0..left.len()).filter(|&it| it != section && left[it] > 0);
        let others = others.filter(|&it| Some(it) != except);
        others.min_by_key(|&it| (!armed(it), left[it]))
    };
    let first = best(None);
    let wide = Attack {
        spread: [first, first.and(best(first))],
        ..attack
    };
    if view.check_attack(unit, &wide).is_ok() {
        wide
    } else {
        attack
    }
}
