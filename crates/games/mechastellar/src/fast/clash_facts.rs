//! What is read of a clash and what comes of it, so that rolls with equal results can be taken together
//! when all of them are gone through.

use equipoise_dice::{PairReads, Reads};

use equipoise_engine::Side;

use super::situation::Rest;
use crate::data::profile::{ResourceKind, Tier};
use crate::rules::clash::{Clash, Line};
use crate::rules::state::Battle;
use crate::rules::unit_id::UnitId;
use crate::rules::unit_state::UnitState;
use crate::rules::view::View;

/// The result of a strike before damage: the HITS that come through and what both sides spent on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StrikeResult {
    unblocked: i32,
    flashed: bool,
    /// Criticals of the defence, where they shoot down remote weapons.
    criticals: u8,
    momentum: [u8; 2],
    /// Commanders that have stood firm (`ms93.commander.unyielding`).
    firm: [bool; 2],
    units: [Spent; 2],
}

/// What commitments change of a unit (`ms10.attack.sequence`, step 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Spent {
    points: u8,
    orders: u8,
    free_focus: u8,
    barrier: u8,
    iron_wall: i32,
    skill_used: bool,
    flash_used: bool,
    skills: u16,
    perks_left: u8,
    boost_reroll: bool,
    all_weapons: u8,
    anti_air: u8,
}

/// What decides how a clash goes, dice aside.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClashFacts {
    clash: Clash,
    units: Vec<UnitState>,
    rest: Rest,
}

/// What of a unit may be read beside what every clash reads.
#[derive(Clone, Copy)]
struct Extent {
    /// HP: of the target, and of all where a player weighs what HP are worth.
    hp: bool,
    /// Its place: where a barrier has a front, and where a player weighs.
    placed: bool,
    /// What it still does in the round, where a player weighs.
    weighed: bool,
}

/// What a clash reads of a unit.
fn bare_unit(unit: &UnitState, extent: Extent) -> UnitState {
    let blank = UnitState::default();
    let (pos, facing) = if extent.placed {
        (unit.pos, unit.facing)
    } else {
        (blank.pos, blank.facing)
    };
    UnitState {
        pos,
        facing,
        hp: if extent.hp { unit.hp } else { 0 },
        activated: extent.weighed && unit.activated,
        // Already in the pools, or without a part in a clash.
        evade: blank.evade,
        melee_def: blank.melee_def,
        shields: blank.shields,
        disabled: blank.disabled,
        uses: blank.uses,
        head_lost: blank.head_lost,
        legs_lost: blank.legs_lost,
        reserve: blank.reserve,
        aboard: blank.aboard,
        wreck: blank.wreck,
        fallen: blank.fallen,
        fired: blank.fired,
        supporting: blank.supporting,
        dice_lost: blank.dice_lost,
        arrived: blank.arrived,
        repaired: blank.repaired,
        repairs: blank.repairs,
        attacked_by: blank.attacked_by,
        damage_dealt: blank.damage_dealt,
        vp_earned: blank.vp_earned,
        ..*unit
    }
}

impl Spent {
    fn of(unit: &UnitState) -> Self {
        Self {
            points: unit.points,
            orders: unit.orders,
            free_focus: unit.free_focus,
            barrier: unit.barrier,
            iron_wall: unit.iron_wall,
            skill_used: unit.skill_used,
            flash_used: unit.flash_used,
            skills: unit.skills,
            perks_left: unit.perks_left,
            boost_reroll: unit.boost_reroll,
            all_weapons: unit.all_weapons,
            anti_air: unit.anti_air,
        }
    }
}

impl View<'_> {
    /// What of both pools the rules and the players may look at. A player looks at what could be
    /// bought: the dice that Focus would turn if there is Momentum for it (`ms10.skill.focus`), the
    /// failed ones if there are points to throw them again (`ms10.power.reroll`, `ms10.boost.reroll`).
    pub(crate) fn clash_reads(self, clash: &Clash) -> PairReads {
        let strike = &clash.strike;
        let rerolls = |unit: UnitId, kinds: &[ResourceKind]| {
            let state = self.unit(unit);
            let fuel = self.profile(unit).resource;
            fuel.is_some_and(|kind| kinds.contains(&kind))
                && (state.points > 0 || state.boost_reroll)
        };
        let again =
            self.unbeaten_price(&clash.strike).is_some() || self.evade_rerolls(&clash.strike) > 0;
        let desperate = self.is_desperate(strike);
        let warded = self.may_ward(clash);
        let reads = |unit: UnitId, kinds: &[ResourceKind]| {
            // Which dice are alike hangs on how many are of each category.
            let matched = desperate && unit == strike.attacker();
            Reads {
                mid: matched
                    || self.momentum_of(unit) >= self.relieved(unit, self.focus_cost(unit)),
                failures: rerolls(unit, kinds) || again && unit == strike.target(),
                criticals: matched
                    || warded && unit == strike.attacker()
                    || self.counts_criticals(clash),
            }
        };
        PairReads {
            pools: [
                reads(
                    strike.attacker(),
                    &[ResourceKind::Power, ResourceKind::Havoc],
                ),
                reads(strike.target(), &[ResourceKind::Boost]),
            ],
            difference: stays_positive(&clash.attack) && stays_positive(&clash.defence),
        }
    }

    /// All that the dice and the commitments of a clash read beside the profiles, and a battle that
    /// holds nothing else.
    pub(crate) fn facts(self, clash: &Clash) -> (ClashFacts, Battle) {
        let strike = &clash.strike;
        let mut bare = Battle {
            round: self.state.round,
            crowd: self.state.crowd,
            ..Battle::default()
        };
        bare.turn.accelerations = self.state.turn.accelerations;
        if self.bout.perks {
            // Free Focus and what weapons have more are for the own turn.
            (bare.turn.unit, bare.turn.tuned) = (self.state.turn.unit, self.state.turn.tuned);
        }
        for side in Side::BOTH {
            bare.sides[side.index()].momentum = self.momentum(side);
            bare.sides[side.index()].stood_firm = self.state.sides[side.index()].stood_firm;
        }
        let weighed = self.bout.policies.iter().any(|policy| policy.weighs());
        if weighed {
            let turn = &self.state.turn;
            (bare.turn.unit, bare.turn.move_actions) = (turn.unit, turn.move_actions);
            bare.challenge = self.state.challenge;
            for side in Side::BOTH {
                bare.sides[side.index()].revenge = self.state.sides[side.index()].revenge;
            }
        }
        let placed = weighed || self.profile(strike.target()).barrier.is_some();
        let unit = |(unit, state): (UnitId, &UnitState)| {
            let is_target = unit == strike.target();
            if is_target || unit == strike.attacker() {
                let hp = weighed || is_target;
                let extent = Extent {
                    hp,
                    placed,
                    weighed,
                };
                bare_unit(state, extent)
            } else {
                *state
            }
        };
        let units = self.state.units.iter().enumerate().map(unit);
        bare.units.assign(units);
        let facts = ClashFacts {
            clash: *clash,
            units: bare.units.to_vec(),
            rest: Rest::of(&bare),
        };
        (facts, bare)
    }

    /// What a clash has decided once both sides have committed.
    pub(crate) fn strike_result(self, clash: &Clash) -> StrikeResult {
        let strike = &clash.strike;
        StrikeResult {
            unblocked: clash.unblocked(),
            flashed: clash.flashed,
            criticals: if self.counts_criticals(clash) {
                clash.defence.roll.crit
            } else {
                0
            },
            momentum: self.state.sides.map(|side| side.momentum),
            firm: self.state.sides.map(|side| side.stood_firm),
            units: [strike.attacker(), strike.target()].map(|unit| Spent::of(self.unit(unit))),
        }
    }

    /// Whether the defence may shoot down remote weapons (`ms10.remote.shoot-down`).
    fn counts_criticals(self, clash: &Clash) -> bool {
        let strike = &clash.strike;
        let remote = self
            .weapon(strike.attacker(), strike.weapon())
            .remote
            .is_some();
        remote && self.profile(strike.target()).tier == Tier::Ace
    }
}

/// Whether a total is above the floor of 0 whatever the dice show, so that only the difference of
/// two rolls matters (`ms10.core.total-floor`); commitments only add to it.
fn stays_positive(line: &Line) -> bool {
    line.flat + i32::from(line.automatic) >= 0
}
