//! Whether a datasheet is legal.

use super::ability::{AbilityKind, Power};
use super::fault::Fault;
use super::kind::SectionKind;
use super::pilot::Rank;
use super::sheet::{Mount, Sheet};
use super::stats::Stat;
use super::weapon::{Tag, WeaponCategory};

/// Most core sections (`mm30.build.core-sections`).
const MAX_SECTIONS: usize = 10;
/// Most carried weapons, and most carried shields (`mm30.build.hands-and-carry`).
const MAX_CARRIED: usize = 3;
/// Most mounted weapons, groups of equipment, and systems (`mm30.build.slot-limits`).
const MAX_MOUNTED: usize = 10;
const MAX_EQUIPMENT: usize = 10;
const MAX_SYSTEMS: usize = 5;

impl Sheet {
    /// Every rule that the sheet breaks.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.check_sections(&mut faults);
        self.check_kind(&mut faults);
        self.check_pilot(&mut faults);
        self.check_hands(&mut faults);
        self.check_mounts(&mut faults);
        self.check_slots(&mut faults);
        let drones = self.equipment.iter().any(|group| group.drone.is_some());
        if drones && !self.has(Power::ControlManagement) {
            let message = "drones without Control Management, expected that mod".to_owned();
            faults.push(Fault::new("mm30.drone.equipment", "equipment", message));
        }
        faults
    }

    fn count(&self, kind: SectionKind) -> usize {
        let of_kind = |section: &&super::sheet::Section| section.kind == kind;
        self.sections.iter().filter(of_kind).count()
    }

    fn check_sections(&self, faults: &mut Vec<Fault>) {
        let rule = "mm30.build.core-sections";
        let count = self.sections.len();
        if count == 0 || count > MAX_SECTIONS {
            let message = format!("{count} core sections, expected 1 to {MAX_SECTIONS}");
            faults.push(Fault::new(rule, "sections", message));
        }
        for (at, section) in self.sections.iter().enumerate() {
            if self.sections[..at].iter().any(|it| it.name == section.name) {
                let message = format!(
                    "two core sections \"{}\", expected different names",
                    section.name
                );
                faults.push(Fault::new(rule, "sections", message));
            }
        }
    }

    fn check_kind(&self, faults: &mut Vec<Fault>) {
        let least = self.kind.min_sections();
        if self.sections.len() < least {
            let count = self.sections.len();
            let message = format!("{count} core sections, expected at least {least} of a vehicle");
            faults.push(Fault::new("mm30.vehicle.min-sections", "sections", message));
        }
        let arms = self.count(SectionKind::Arm);
        if self.kind.is_vehicle() && arms > 0 {
            let message = format!("a vehicle with {arms} arms, expected none");
            faults.push(Fault::new("mm30.unit.vehicle", "kind", message));
        }
        if self.kind.is_vehicle() && self.has(Power::Jump) {
            let message = "a vehicle that jumps, expected no Jump ability".to_owned();
            faults.push(Fault::new("mm30.vehicle.elevation-lock", "kind", message));
        }
        let limbs = arms + self.count(SectionKind::Leg) + self.count(SectionKind::Torso);
        if self.kind == super::kind::UnitKind::Mech && limbs == 0 {
            let message = "a mech without leg, arm and torso, expected at least one of them";
            faults.push(Fault::new("mm30.unit.mech", "kind", message.to_owned()));
        }
    }

    fn check_pilot(&self, faults: &mut Vec<Fault>) {
        let pilot = &self.pilot;
        if !(1..=Rank::HIGHEST).contains(&pilot.rank) {
            let message = format!("rank {}, expected 1 to {}", pilot.rank, Rank::HIGHEST);
            faults.push(Fault::new("mm30.pilot.ranks", "pilot", message));
            return;
        }
        let rank = Rank::of(pilot.rank);
        let spent: u32 = pilot.points.0.iter().map(|&points| u32::from(points)).sum();
        if spent > u32::from(rank.points) {
            let message = format!(
                "{spent} stat-reduction points, expected at most {} at rank {}",
                rank.points, pilot.rank
            );
            faults.push(Fault::new("mm30.stat.reduction", "pilot", message));
        }
        for stat in Stat::ALL {
            let (base, points) = (self.base.get(stat), pilot.points.get(stat));
            if points > 0 && i32::from(base) - i32::from(points) < i32::from(Stat::MIN) {
                let most = base.saturating_sub(Stat::MIN);
                let message = format!(
                    "{points} points on {} {base}, expected at most {most}: no stat falls below {}",
                    stat.name(),
                    Stat::MIN
                );
                faults.push(Fault::new("mm30.stat.floor", "pilot", message));
            }
        }
        let rule = "mm30.pilot.smt-slots";
        let counts = [
            ("mods", &pilot.mods, rank.mods),
            ("traits", &pilot.traits, rank.traits),
        ];
        for (what, chosen, most) in counts {
            faults.extend(Fault::too_many(rule, "pilot", what, chosen.len(), most));
        }
        let kinds = [
            (AbilityKind::Mod, &pilot.mods, "pilot"),
            (AbilityKind::Trait, &pilot.traits, "pilot"),
            (AbilityKind::System, &self.systems, "systems"),
        ];
        for (kind, chosen, field) in kinds {
            for wrong in chosen.iter().filter(|ability| ability.kind != kind) {
                let message = format!("\"{}\" is no {kind:?}", wrong.name);
                faults.push(Fault::new(rule, field, message));
            }
        }
    }

    fn check_hands(&self, faults: &mut Vec<Fault>) {
        let rule = "mm30.build.hands-and-carry";
        let mut used = vec![0_usize; self.sections.len()];
        let weapons = self.weapons.iter().map(|held| {
            let hands = if held.item.has(Tag::TwoHanded) { 2 } else { 1 };
            ("weapons", &held.item.name, &held.hands, hands)
        });
        let shields = self
            .shields
            .iter()
            .map(|held| ("shields", &held.item.name, &held.hands, 1));
        for (field, name, hands, most) in weapons.chain(shields) {
            if hands.is_empty() || hands.len() > most {
                let message = format!("\"{name}\" in {} hands, expected 1 to {most}", hands.len());
                faults.push(Fault::new(rule, field, message));
            }
            let arm = |&&hand: &&usize| {
                let section = self.sections.get(hand);
                section.is_some_and(|it| it.kind == SectionKind::Arm)
            };
            for &hand in hands.iter().filter(arm) {
                used[hand] += 1;
            }
            if !hands.iter().all(|hand| arm(&hand)) {
                let message = format!("\"{name}\" is not in a hand, expected an arm section");
                faults.push(Fault::new(rule, field, message));
            }
        }
        for (section, count) in self.sections.iter().zip(used) {
            let what = format!("items in the hand of \"{}\"", section.name);
            faults.extend(Fault::too_many(rule, "weapons", &what, count, 1));
        }
        let carried = self.carried.len();
        faults.extend(Fault::too_many(
            rule,
            "carried",
            "carried weapons",
            carried,
            MAX_CARRIED,
        ));
        let carried = self.carried_shields.len();
        let what = "carried shields";
        faults.extend(Fault::too_many(
            rule,
            "carried_shields",
            what,
            carried,
            MAX_CARRIED,
        ));
    }

    fn check_mounts(&self, faults: &mut Vec<Fault>) {
        let rule = "mm30.tag.category";
        let held = self.weapons.iter().map(|held| &held.item);
        let in_hand = held.map(|it| (it, "weapons"));
        let in_hand = in_hand.chain(self.carried.iter().map(|it| (it, "carried")));
        for (weapon, field) in in_hand.filter(|(it, _)| it.category != WeaponCategory::Hand) {
            let message = format!(
                "\"{}\" is a mounted weapon, expected category WN",
                weapon.name
            );
            faults.push(Fault::new(rule, field, message));
        }
        for (weapon, mount) in &self.mounted {
            if weapon.category != WeaponCategory::Mounted {
                let message = format!("\"{}\" is a hand weapon, expected category MW", weapon.name);
                faults.push(Fault::new(rule, "mounted", message));
            }
            let there = match *mount {
                Mount::Section(at) => at < self.sections.len(),
                Mount::Equipment(at) => at < self.equipment.len(),
            };
            if !there {
                let message = format!("\"{}\" is mounted on nothing", weapon.name);
                faults.push(Fault::new(rule, "mounted", message));
            }
        }
    }

    fn check_slots(&self, faults: &mut Vec<Fault>) {
        let slots = [
            (
                "mounted",
                "mounted weapons",
                self.mounted.len(),
                MAX_MOUNTED,
            ),
            (
                "equipment",
                "groups of equipment",
                self.equipment.len(),
                MAX_EQUIPMENT,
            ),
            ("systems", "systems", self.systems.len(), MAX_SYSTEMS),
        ];
        for (field, what, count, most) in slots {
            faults.extend(Fault::too_many(
                "mm30.build.slot-limits",
                field,
                what,
                count,
                most,
            ));
        }
    }
}
