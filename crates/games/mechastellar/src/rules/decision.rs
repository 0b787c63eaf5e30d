//! What players decide: the answers to the questions of the rules.

use equipoise_engine::Hex;

use super::constants::{BLITZ_IN, ORDER_HITS, ROAR_MOMENTUM};
use super::skilled::Readied;
use super::unit_id::UnitId;
use crate::options::Options;

/// What a unit means to do in its turn, named as in the behaviour tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Order {
    /// No order of a table.
    #[default]
    Free,
    Attack,
    AttackAndRetreat,
    Retreat,
    LastStand,
    FinishThem,
    Hold,
    HoldAndAttack,
    Flank,
    Blitz,
    RoaringBehemoth,
    RetreatAndRampage,
}

/// What an order of the behaviour tables adds to the core rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OrderBonus {
    /// HITS of each attack of the turn (`ms93.mecha-ai.last-stand`, `ms93.mecha-ai.finish-them`).
    pub(crate) hits: i32,
    /// Inches of the first Move Action (`ms93.mecha-ai.blitz`).
    pub(crate) move_in: u16,
    /// Momentum as the turn begins (`ms93.kaiju-ai.roaring-behemoth`).
    pub(crate) momentum: i32,
}

impl Order {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Free => "",
            Self::Attack => "Attack",
            Self::AttackAndRetreat => "Attack and Retreat",
            Self::Retreat => "Retreat",
            Self::LastStand => "Last Stand",
            Self::FinishThem => "Finish Them",
            Self::Hold => "Hold",
            Self::HoldAndAttack => "Hold and Attack",
            Self::Flank => "Flank",
            Self::Blitz => "Blitz",
            Self::RoaringBehemoth => "Roaring Behemoth",
            Self::RetreatAndRampage => "Retreat and Rampage",
        }
    }

    /// What the order adds; nothing unless the option for it is on.
    pub(crate) fn bonus(self, options: &Options) -> OrderBonus {
        let mut bonus = OrderBonus::default();
        if !options.behaviour_bonus {
            return bonus;
        }
        match self {
            Self::LastStand | Self::FinishThem => bonus.hits = ORDER_HITS,
            Self::Blitz => bonus.move_in = BLITZ_IN,
            Self::RoaringBehemoth => bonus.momentum = ROAR_MOMENTUM,
            Self::Free
            | Self::Attack
            | Self::AttackAndRetreat
            | Self::Retreat
            | Self::Hold
            | Self::HoldAndAttack
            | Self::Flank
            | Self::RetreatAndRampage => {}
        }
        bonus
    }
}

/// A policy's plan for one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Plan {
    pub(crate) order: Order,
    pub(crate) target: UnitId,
    /// Hexes from the target to attack at; 0 where a spot is planned instead, or no move at all.
    pub(crate) approach: u16,
    /// Hexes from the target to attack at after Accelerates for points; 0 where none are meant.
    pub(crate) chase: u16,
    /// Where to go before the attack.
    pub(crate) spot: Option<Hex>,
}

/// What pays for an Accelerate (`ms10.accel.action`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fuel {
    /// The Combat Action.
    CombatAction,
    /// A Boost or Power point (`ms10.boost.accelerate`, `ms10.power.accelerate`).
    Point,
}

/// What a Crash goes into (`ms10.crash.targets`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ram {
    Unit(UnitId),
    /// A piece of terrain.
    Piece(usize),
}

/// What a side makes of its squads (`ms10.squad.reform`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reform {
    /// A unit beside another joins it.
    Merge { leader: UnitId, joins: UnitId },
    /// Every model of a squad for itself.
    Disband { leader: UnitId },
}

/// One action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A Move Action, and the facing of the free spin after the first.
    Move { to: Hex, spin: Option<Hex> },
    /// A Move Action spent on turning.
    Rotate { facing: Hex },
    /// A Move Action spent inside an engagement for the Momentum Shift.
    PressOn,
    /// Accelerate by one hex.
    Accelerate { to: Hex, fuel: Fuel },
    /// An attack with a Combat Action.
    Attack {
        weapon: usize,
        special: bool,
        target: UnitId,
    },
    /// A Crash attack inside a Move Action into one target or two, ending on `to`.
    Crash {
        weapon: usize,
        rams: [Option<Ram>; 2],
        to: Hex,
    },
    /// A Combat Action aimed at terrain.
    Batter { weapon: usize, piece: usize },
    /// The whole turn given up for a control point.
    Secure { point: usize },
    /// A Combat Action in melee that destroys a control point.
    Scorch { point: usize },
    /// Leaving the table alive from its edge (`ms93.game.retreat`).
    Leave,
    /// Sinking, or surfacing with a Move Action, in deep water.
    Submerge { below: bool },
    /// Extra Combat Actions for Momentum.
    Zeal { actions: u8 },
    /// A Skill for the attacks to come (`ms93.skill.take-the-shot`, `ms93.upgrade.highly-skilled-20`).
    Ready(Readied),
    /// Nothing more this turn.
    End,
}

/// Elite bonus of an attack (`ms10.bonus.barrage`, `ms10.bonus.swift`, `ms10.bonus.feint`, `ms10.bonus.tear`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AttackBonus {
    /// Barrage or Swift Strike: one more die.
    Die,
    /// Bullseye or Feint: critical number better by one.
    Critical,
    /// Tear Through The Ranks: HITS by the target's Size; melee only.
    Size,
}

/// A Counter: the weapon, and whether its paid special is used (`ms10.counter.weapon`,
/// `ms10.counter.profile`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reply {
    /// Position of the weapon in the unit's profile.
    pub(crate) weapon: usize,
    pub(crate) special: bool,
}

/// Elite bonus of a defence (`ms10.bonus.guard`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DefenceBonus {
    /// Guard: one more die.
    Die,
    /// Dodge: critical number better by one.
    Critical,
    /// Neither: the unit keeps the choice for a Counter, where that is one of three.
    Counter,
    /// Guard and Dodge, where a trait allows it (`ms93.pilot2.solo-operative`).
    Both,
    /// Guard and the choice for a Counter, where the same trait allows it.
    DieAndCounter,
}

impl DefenceBonus {
    /// Whether it is a Guard.
    #[inline]
    pub(crate) const fn guards(self) -> bool {
        matches!(self, Self::Die | Self::Both | Self::DieAndCounter)
    }

    /// Whether it is a Dodge.
    #[inline]
    pub(crate) const fn dodges(self) -> bool {
        matches!(self, Self::Critical | Self::Both)
    }

    /// Whether it leaves a Counter open, where that is one of three.
    #[inline]
    pub(crate) const fn counters(self) -> bool {
        matches!(self, Self::Counter | Self::DieAndCounter)
    }

    /// Guard, and a Counter or a Dodge besides (`ms93.pilot2.solo-operative`).
    pub(crate) const fn double(counters: bool) -> Self {
        if counters {
            Self::DieAndCounter
        } else {
            Self::Both
        }
    }

    /// Whether it is two in one (`ms93.pilot2.solo-operative`).
    #[inline]
    pub(crate) const fn doubles(self) -> bool {
        matches!(self, Self::Both | Self::DieAndCounter)
    }
}

/// Skills bought on an attack roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AttackSkills {
    pub(crate) focus: bool,
    pub(crate) valor: bool,
    /// Giant Slayer (`ms93.skill.giant-slayer`).
    pub(crate) slayer: bool,
    /// Uses of All Weapons Fire (`ms10.ship.all-weapons`).
    pub(crate) all_weapons: u8,
    /// Uses of Anti-Air Defences (`ms10.ship.anti-air`).
    pub(crate) anti_air: u8,
}

/// Skills bought on a defence roll; steps of 3 Momentum, 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DefenceSkills {
    pub(crate) focus: bool,
    pub(crate) flash: u8,
    pub(crate) iron_wall: u8,
    /// A turn of Superior Instincts (`ms93.upgrade.superior-instincts`).
    pub(crate) instincts: bool,
    /// The firm defence of a Commander (`ms93.commander.unyielding`).
    pub(crate) firm: bool,
    /// What a trait makes of the criticals of the attack (`ms93.pilot2.invincible-untouchable`).
    pub(crate) ward: bool,
    /// Persevere (`ms93.skill.persevere`).
    pub(crate) persevere: bool,
    /// Uses of Anti-Air Defences (`ms10.ship.anti-air`).
    pub(crate) anti_air: u8,
}

/// What a unit makes of a trait that brings one of several things (`ms93.pilot1.renowned`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boon {
    Momentum,
    /// Free uses of Focus in the present turn.
    Focus,
    /// Combat Actions of the present turn (`ms93.captain1.determined`).
    Actions,
    /// Captain's Orders of the present round (`ms93.captain1.renowned`).
    Orders,
}

/// A trait that brings so much of one of several things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) amount: u8,
    /// What may be taken; an answer that is none of them is the first.
    pub(crate) among: &'static [Boon],
}

/// What a unit's weapons have more in its turn (`ms93.pilot1.mechanics-expert`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tuning {
    Pen,
    Dmg,
}

/// A Command at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Trust(UnitId),
    Rally,
}
