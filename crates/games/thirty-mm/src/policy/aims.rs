//! What an attack is worth: exact expected damage, in whole numbers.

use crate::data::kind::SectionKind;
use crate::data::weapon::Tag;
use crate::rules::aim::Aim;
use crate::rules::attack::Attack;
use crate::rules::state::{AP_CAP, Phase, UnitId};
use crate::rules::view::{Arm, View};

/// Which attacks are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    /// Action Points at hand.
    pub(super) ap: u8,
    /// The earliest phase that is open.
    pub(super) from: Phase,
    /// Unarmed strikes too.
    pub(super) unarmed: bool,
    /// At torsos only.
    pub(super) torso_only: bool,
}

impl Search {
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
    let others = view.side(view.piece(unit).side.other());
    others.filter(move |&enemy| view.in_play(enemy))
}

/// The best attack on any enemy; of equal ones the first.
pub(super) fn best(view: View<'_>, unit: UnitId, search: Search) -> Option<Rated> {
    let all = enemies(view, unit).filter_map(|target| best_on(view, unit, target, search));
    all.reduce(|best, it| if it.beats(&best) { it } else { best })
}

/// The best attack on a target.
pub(super) fn best_on(
    view: View<'_>,
    unit: UnitId,
    target: UnitId,
    search: Search,
) -> Option<Rated> {
    let (section, remaining) = if search.torso_only {
        let torso = view.torso(target)?;
        (torso, u64::from(view.unit(target).defense[torso]))
    } else {
        weak_spot(view, target)?
    };
    let rate = |arm: Arm| {
        let strike = view.strike(unit, arm);
        let phase = if view.range(unit, arm) > 1 {
            Phase::Ranged
        } else {
            Phase::Close
        };
        let open = strike.ap <= search.ap && search.from <= phase;
        let plain = Attack::new(arm, target, Aim::Section(section));
        if !open
            || (arm == Arm::Basic && !search.unarmed)
            || view.check_attack(unit, &plain).is_err()
        {
            return None;
        }
        let odds = view.shot_odds(unit, arm, target);
        let left = u64::from(view.unit(target).defense[section]);
        let counts = |ways: u8, damage: u16| u64::from(ways) * u64::from(damage).min(left);
        Some(Rated {
            attack: if search.torso_only {
                plain
            } else {
                spread(view, unit, plain, section)
            },
            ap: strike.ap,
            damage: counts(odds.plain, strike.damage) + counts(odds.critical, strike.critical()),
            remaining,
        })
    };
    let all = arms(view, unit).filter_map(rate);
    all.reduce(|best, it| if it.beats(&best) { it } else { best })
}

/// Where a unit is ended soonest, and the Defense that has to go there: its torsos, or all its other
/// sections if they hold less, the weakest of them first (`mm30.section.torso`,
/// `mm30.section.inoperative`).
fn weak_spot(view: View<'_>, target: UnitId) -> Option<(usize, u64)> {
    let torso = view.torso(target)?;
    let sections = &view.piece(target).sheet.sections;
    let left = &view.unit(target).defense;
    let all = || sections.iter().zip(left).enumerate();
    let sum = |torsos: bool| {
        let of_kind = all().filter(|(_, (it, _))| (it.kind == SectionKind::Torso) == torsos);
        of_kind.map(|(_, (_, &left))| u64::from(left)).sum::<u64>()
    };
    let (torsos, limbs) = (sum(true).max(u64::from(left[torso])), sum(false));
    let vehicle = view.piece(target).sheet.kind.is_vehicle();
    let limbless = sections.iter().all(|it| it.kind != SectionKind::Torso);
    if vehicle || limbless || limbs == 0 || torsos <= limbs {
        return Some((torso, torsos));
    }
    let limb = all().filter(|(_, (it, left))| it.kind != SectionKind::Torso && **left > 0);
    let weakest = limb.min_by_key(|(_, (_, left))| **left)?;
    Some((weakest.0, limbs))
}

/// A shotgun strikes two more sections, the weakest that are left (`mm30.tag.shotgun`).
fn spread(view: View<'_>, unit: UnitId, attack: Attack, section: usize) -> Attack {
    let Arm::Weapon(at) = attack.arm else {
        return attack;
    };
    if !view.piece(unit).weapons[at].has(Tag::Shotgun) {
        return attack;
    }
    let left = &view.unit(attack.target).defense;
    let weakest = |except: Option<usize>| {
        let others = (0..left.len()).filter(|&it| it != section && left[it] > 0);
        let others = others.filter(|&it| Some(it) != except);
        others.min_by_key(|&it| left[it])
    };
    let first = weakest(None);
    let wide = Attack {
        spread: [first, first.and(weakest(first))],
        ..attack
    };
    if view.check_attack(unit, &wide).is_ok() {
        wide
    } else {
        attack
    }
}
