//! Battles of units whose sheets are drawn by lot.

use equipoise_dice::{Dice, StreamDice, stream};
use equipoise_engine::{GameSystem, LogEntry, Scratch, Side};

use super::battles::{check, matchup, observed, one};
use crate::catalogue::Catalogue;
use crate::data::ability::{Ability, AbilityKind};
use crate::data::item::{Equipment, Shield};
use crate::data::kind::{SectionKind, UnitKind};
use crate::data::pilot::{Pilot, Rank};
use crate::data::sheet::{Held, Mount, Section, Sheet};
use crate::data::stats::PerStat;
use crate::data::weapon::{Weapon, WeaponCategory};
use crate::policy_kind::PolicyKind;
use crate::rules::event::Event;
use crate::system::ThirtyMm;

/// What shipped sheets carry.
struct Parts {
    hand: Vec<Weapon>,
    mounted: Vec<Weapon>,
    shields: Vec<Shield>,
    equipment: Vec<Equipment>,
    abilities: Vec<Ability>,
}

impl Parts {
    fn shipped() -> Self {
        let catalogue = Catalogue::embedded();
        let units = || catalogue.units().iter();
        let weapons = |category| {
            let all = units().flat_map(Sheet::all_weapons);
            all.filter(|it| it.category == category).cloned().collect()
        };
        let shields = units().flat_map(|it| &it.shields);
        Self {
            hand: weapons(WeaponCategory::Hand),
            mounted: weapons(WeaponCategory::Mounted),
            shields: shields.map(|held| held.item.clone()).collect(),
            equipment: units().flat_map(|it| it.equipment.clone()).collect(),
            abilities: units().flat_map(Sheet::abilities).cloned().collect(),
        }
    }

    fn abilities(&self, dice: &mut StreamDice, kind: AbilityKind, most: usize) -> Vec<Ability> {
        let count = dice.below(most as u32 + 1);
        let drawn = (0..count).map(|_| one(dice, &self.abilities).clone());
        drawn.filter(|it| it.kind == kind).collect()
    }

    /// A sheet by lot, legal or not.
    fn draw(&self, dice: &mut StreamDice) -> Sheet {
        let kind = one(dice, &UnitKind::NAMES).1;
        let section = |dice: &mut StreamDice, number: u32| Section {
            name: format!("section {number}"),
            kind: one(dice, &SectionKind::NAMES).1,
            defense: 1 + dice.below(60) as u16,
            thruster: dice.below(6) == 0,
        };
        let count = 1 + dice.below(10);
        let sections: Vec<Section> = (0..count).map(|number| section(dice, number)).collect();
        let equipment = (0..dice.below(4)).map(|_| Equipment {
            section: (dice.below(2) == 0).then(|| dice.below(count) as usize),
            ..one(dice, &self.equipment).clone()
        });
        let equipment: Vec<Equipment> = equipment.collect();
        let arms = (0..sections.len()).filter(|&at| sections[at].kind == SectionKind::Arm);
        let mut hands: Vec<usize> = arms.collect();
        let (mut weapons, mut shields) = (Vec::new(), Vec::new());
        while let Some(hand) = hands.pop() {
            match dice.below(3) {
                0 => weapons.push(Held {
                    item: one(dice, &self.hand).clone(),
                    hands: vec![hand],
                }),
                1 => shields.push(Held {
                    item: one(dice, &self.shields).clone(),
                    hands: vec![hand],
                }),
                _ => {
                    let other = hands.pop();
                    weapons.push(Held {
                        item: one(dice, &self.hand).clone(),
                        hands: [Some(hand), other].into_iter().flatten().collect(),
                    });
                }
            }
        }
        let mounted = (0..dice.below(4)).map(|_| {
            let weapon = one(dice, &self.mounted).clone();
            let mount = match equipment.len() as u32 {
                groups @ 1.. if dice.below(2) == 0 => Mount::Equipment(dice.below(groups) as usize),
                _ => Mount::Section(dice.below(count) as usize),
            };
            (weapon, mount)
        });
        let mounted = mounted.collect();
        let carried = (0..dice.below(4)).map(|_| one(dice, &self.hand).clone());
        let carried = carried.collect();
        let carried_shields = (0..dice.below(2)).map(|_| one(dice, &self.shields).clone());
        let carried_shields = carried_shields.collect();
        let base = PerStat([(); 3].map(|()| 2 + dice.below(8) as u8));
        Sheet {
            name: "By lot".to_owned(),
            kind,
            core_type: "By lot".to_owned(),
            base,
            sections,
            weapons,
            carried,
            mounted,
            shields,
            carried_shields,
            equipment,
            systems: self.abilities(dice, AbilityKind::System, 5),
            pilot: self.pilot(dice),
            points: None,
        }
    }

    fn pilot(&self, dice: &mut StreamDice) -> Pilot {
        let number = 1 + dice.below(5) as u8;
        let rank = Rank::of(number);
        let mut points = [0_u8; 3];
        for _ in 0..dice.below(u32::from(rank.points) + 1) {
            points[dice.below(3) as usize] += 1;
        }
        Pilot {
            rank: number,
            points: PerStat(points),
            mods: self.abilities(dice, AbilityKind::Mod, rank.mods),
            traits: self.abilities(dice, AbilityKind::Trait, rank.traits),
        }
    }

    /// A legal sheet by lot.
    fn legal(&self, dice: &mut StreamDice) -> Sheet {
        loop {
            let sheet = self.draw(dice);
            if sheet.faults().is_empty() {
                return sheet;
            }
        }
    }
}

/// Battles of squads, fields and options by lot, of four fresh sheets each, that break no invariant.
fn play(battles: u32, seed: u64) {
    let parts = Parts::shipped();
    let mut dice = StreamDice::new(stream(seed, 0, 0));
    let mut scratch = Scratch::<ThirtyMm>::default();
    let mut played = 0;
    while played < battles {
        let policies = match played % 4 {
            0..=2 => [PolicyKind::Random; 2],
            _ => [PolicyKind::Plain, PolicyKind::Random],
        };
        let sheets = [(); 4].map(|()| parts.legal(&mut dice));
        let Some(bout) = matchup(&mut dice, &sheets, policies) else {
            continue;
        };
        let mut thrown = false;
        let mut listen = |entry| {
            thrown |= matches!(entry, LogEntry::Event(Event::Throws { .. }));
        };
        let outcome = ThirtyMm::play_logged(&bout, &mut scratch.battle, &mut dice, &mut listen);
        check(bout.table(Side::A), &scratch.battle, &outcome, thrown);
        observed(&bout, &scratch.battle);
        played += 1;
    }
}

/// mm30.build.core-sections, mm30.turn.game-end: 500 battles of sheets by lot, seed 48.
#[test]
fn battles_of_random_sheets_keep_the_invariants() {
    play(500, 48);
}

#[test]
#[ignore = "statistical: 100,000 battles; false alarm 0; finds an invariant broken in 1 of 21,700 with 99 %"]
fn many_battles_of_random_sheets_keep_the_invariants() {
    play(100_000, 49);
}
