//! Any legal choice, all equally likely: the friend of the conformance tests.

use equipoise_dice::{Dice, Reroll, Roll};

use equipoise_engine::{Hex, Side};

use super::policy::Policy;
use crate::rules::clash::{Clash, CounterTerms, Strike};
use crate::rules::decision::{
    Action, AttackBonus, AttackSkills, Boon, Command, DefenceBonus, DefenceSkills, Offer, Order,
    Plan, Reform, Reply, Tuning,
};
use crate::rules::decision::{Fuel, Ram};
use crate::rules::hurt::{Hurt, Location};
use crate::rules::moves::{MoveWith, hexes_within};
use crate::rules::skilled::{Readied, Skill};
use crate::rules::unit_id::{UnitId, UnitSet, bits};
use crate::rules::view::View;

/// Chance as the only adviser.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random;

/// Draws of a hex before a random move gives up.
const TRIES: usize = 8;

fn coin<D: Dice>(dice: &mut D) -> bool {
    dice.below(2) == 1
}

/// One of the items, all equally likely.
fn pick<T, I: Iterator<Item = T>, D: Dice>(items: impl Fn() -> I, dice: &mut D) -> Option<T> {
    let count = items().count() as u32;
    if count == 0 {
        None
    } else {
        items().nth(dice.below(count) as usize)
    }
}

fn direction<D: Dice>(dice: &mut D) -> Hex {
    Hex::DIRECTIONS[dice.below(6) as usize]
}

fn random_hex<D: Dice>(view: View<'_>, with: MoveWith, dice: &mut D) -> Option<Hex> {
    let unit = view.state.turn.unit;
    let reach = i32::from(view.reach(unit, with));
    let from = view.unit(unit).pos;
    let span = 2 * reach as u32 + 1;
    let mover = view.mover(with);
    for _ in 0..TRIES {
        let (q, r) = (
            dice.below(span) as i32 - reach,
            dice.below(span) as i32 - reach,
        );
        let to = from + Hex::new(q as i16, r as i16);
        if mover.kind(to).is_some() {
            return Some(to);
        }
    }
    None
}

/// An enemy or a piece of terrain thrown.
fn throw<D: Dice>(view: View<'_>, dice: &mut D) -> Option<Action> {
    let unit = view.state.turn.unit;
    let natives = || view.profile(unit).printed..view.profile(unit).weapons.len();
    let throws = || {
        view.enemies(unit)
            .flat_map(|target| natives().map(move |weapon| (weapon, target)))
            .filter(|&(weapon, target)| {
                view.has_action_for(weapon) && view.may_attack(weapon, false, target)
            })
    };
    let (weapon, target) = pick(throws, dice)?;
    Some(Action::Attack {
        weapon,
        special: false,
        target,
    })
}

/// A Crash into any enemies and terrain, ending anywhere.
fn crash<D: Dice>(view: View<'_>, dice: &mut D) -> Option<Action> {
    let unit = view.state.turn.unit;
    let able = |&weapon: &usize| view.weapon(unit, weapon).crash;
    let weapon = pick(|| (0..view.profile(unit).printed).filter(able), dice)?;
    let rams = || {
        let pieces = (0..view.bout.terrain.pieces.len()).map(Ram::Piece);
        view.enemies(unit).map(Ram::Unit).chain(pieces)
    };
    let first = pick(|| rams().filter(|&ram| view.may_ram(weapon, ram)), dice)?;
    let second = pick(rams, dice).filter(|_| coin(dice));
    let rams = [Some(first), second.filter(|&ram| ram != first)];
    let from = view.unit(unit).pos;
    let ends = || {
        hexes_within(view.reach(unit, MoveWith::MoveAction))
            .map(|way| from + way)
            .filter(|&to| view.crash_way(weapon, rams, to).is_some())
    };
    let to = pick(ends, dice)?;
    Some(Action::Crash { weapon, rams, to })
}

/// A shot at any piece of terrain.
fn batter<D: Dice>(view: View<'_>, dice: &mut D) -> Option<Action> {
    let unit = view.state.turn.unit;
    let shots = || {
        (0..view.bout.terrain.pieces.len())
            .flat_map(|piece| (0..view.profile(unit).printed).map(move |weapon| (weapon, piece)))
            .filter(|&(weapon, piece)| view.may_batter(weapon, piece))
    };
    pick(shots, dice).map(|(weapon, piece)| Action::Batter { weapon, piece })
}

/// Under water or up again.
fn submerge<D: Dice>(view: View<'_>, dice: &mut D) -> Option<Action> {
    let below = coin(dice);
    let open = view.may_submerge(view.state.turn.unit, below);
    open.then_some(Action::Submerge { below })
}

impl Policy for Random {
    fn goes_first<D: Dice>(&self, _: View<'_>, _: Side, dice: &mut D) -> bool {
        coin(dice)
    }

    fn deploy<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> (Hex, Hex) {
        let table = view.bout.table;
        let col = dice.below(table.width as u32) as i16;
        let row = dice.below(table.zone as u32) as i16;
        (
            table.from_edge(view.side_of(unit), col, row),
            direction(dice),
        )
    }

    fn deploy_next<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        among: UnitSet,
        dice: &mut D,
    ) -> UnitId {
        let units = || view.bout.side(side).filter(|&u| among.contains(u));
        pick(units, dice).unwrap_or_default()
    }

    fn early_wave<D: Dice>(&self, _: View<'_>, _: Side, dice: &mut D) -> bool {
        coin(dice)
    }

    fn turn_about<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> Option<Hex> {
        coin(dice).then(|| direction(dice))
    }

    fn challenge<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        dice: &mut D,
    ) -> Option<(UnitId, UnitId)> {
        if coin(dice) {
            return None;
        }
        let unit = pick(
            || {
                view.standing(side)
                    .filter(|&u| view.profile(u).tier.is_elite())
            },
            dice,
        )?;
        let enemy = pick(|| view.enemies(unit), dice)?;
        Some((unit, enemy))
    }

    fn revenge<D: Dice>(&self, view: View<'_>, enemy: UnitId, dice: &mut D) -> Option<UnitId> {
        let side = view.side_of(enemy).other();
        pick(|| view.standing(side), dice)
    }

    fn activate<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        among: UnitSet,
        dice: &mut D,
    ) -> UnitId {
        pick(|| view.standing(side).filter(|&u| among.contains(u)), dice).unwrap_or_default()
    }

    fn plan<D: Dice>(&self, _: View<'_>, _: UnitId, _: Order, _: &mut D) -> Plan {
        Plan::default()
    }

    fn action<D: Dice>(&self, view: View<'_>, dice: &mut D) -> Action {
        let turn = &view.state.turn;
        let attack = |dice: &mut D| -> Option<Action> {
            let (aim, weapon, special) = pick(|| view.attacks(), dice)?;
            Some(Action::Attack {
                weapon,
                special,
                target: aim.target,
            })
        };
        let skill = view.profile(turn.unit).perks.skill;
        let readied = || {
            let all = skill.map_or(&[][..], Readied::of).iter().copied();
            all.filter(|&readied| view.may_ready(readied))
        };
        if let Some(readied) = pick(readied, dice).filter(|_| coin(dice)) {
            return Action::Ready(readied);
        }
        let points = || (0..view.bout.control_points.len()).filter(|&p| view.may_secure(p));
        if let Some(point) = pick(points, dice).filter(|_| coin(dice)) {
            return Action::Secure { point };
        }
        if view.may_leave() && coin(dice) {
            return Action::Leave;
        }
        let burnt = || (0..view.bout.control_points.len()).filter(|&p| view.may_scorch(p));
        if let Some(point) = pick(burnt, dice).filter(|_| coin(dice)) {
            return Action::Scorch { point };
        }
        let chosen = match dice.below(9) {
            0 | 1 => random_hex(view, MoveWith::MoveAction, dice).map(|to| Action::Move {
                to,
                spin: Some(direction(dice)),
            }),
            2 | 3 => attack(dice),
            4 => {
                let fuel = if coin(dice) {
                    Fuel::CombatAction
                } else {
                    Fuel::Point
                };
                let paid = view.can_accelerate(fuel);
                let to = if paid {
                    random_hex(view, MoveWith::Accelerate, dice)
                } else {
                    None
                };
                to.map(|to| Action::Accelerate { to, fuel })
            }
            5 => {
                let actions = 1 + dice.below(3) as u8;
                view.can_zeal(turn.unit, actions)
                    .then_some(Action::Zeal { actions })
            }
            6 => throw(view, dice).or_else(|| crash(view, dice)),
            7 => batter(view, dice).or_else(|| submerge(view, dice)),
            _ if turn.move_actions > 0 && coin(dice) => Some(Action::Rotate {
                facing: direction(dice),
            }),
            _ if turn.move_actions > 0 && view.is_engaged(turn.unit) => Some(Action::PressOn),
            _ => None,
        };
        chosen.or_else(|| attack(dice)).unwrap_or(Action::End)
    }

    fn dodge<D: Dice>(&self, view: View<'_>, strike: &Strike, dice: &mut D) -> Option<Hex> {
        let unit = strike.target();
        let from = view.unit(unit).pos;
        let ways = || {
            hexes_within(view.bout.distances.accelerate)
                .map(|way| from + way)
                .filter(|&to| view.may_dodge(unit, to))
        };
        pick(ways, dice).filter(|_| coin(dice))
    }

    fn lock_on<D: Dice>(&self, _: View<'_>, _: &Strike, _: bool, dice: &mut D) -> bool {
        coin(dice)
    }

    fn blindside<D: Dice>(&self, _: View<'_>, _: &Strike, dice: &mut D) -> bool {
        coin(dice)
    }

    fn attack_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, dice: &mut D) -> AttackBonus {
        let melee = view.weapon(strike.attacker(), strike.weapon()).is_melee();
        match dice.below(if melee { 3 } else { 2 }) {
            0 => AttackBonus::Die,
            1 => AttackBonus::Critical,
            _ => AttackBonus::Size,
        }
    }

    fn defence_bonus<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        dice: &mut D,
    ) -> DefenceBonus {
        let counters = view.counters_instead() && coin(dice);
        if view.may_double_defence(strike.target()) && coin(dice) {
            DefenceBonus::double(counters)
        } else if counters {
            DefenceBonus::Counter
        } else if coin(dice) {
            DefenceBonus::Die
        } else {
            DefenceBonus::Critical
        }
    }

    fn trade<D: Dice>(&self, _: View<'_>, _: &Strike, dice: &mut D) -> bool {
        coin(dice)
    }

    fn attack_reroll<D: Dice>(&self, _: View<'_>, clash: &Clash, dice: &mut D) -> Option<Reroll> {
        random_reroll(clash.attack.roll, dice)
    }

    fn attack_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D) -> AttackSkills {
        let open = |skill| view.skill_price(clash.strike.attacker(), skill).is_some();
        AttackSkills {
            focus: coin(dice),
            valor: coin(dice),
            all_weapons: dice.below(3) as u8,
            anti_air: dice.below(3) as u8,
            slayer: open(Skill::GiantSlayer) && coin(dice),
        }
    }

    fn defence_reroll<D: Dice>(&self, _: View<'_>, clash: &Clash, dice: &mut D) -> Option<Reroll> {
        random_reroll(clash.defence.roll, dice)
    }

    fn defence_skills<D: Dice>(
        &self,
        view: View<'_>,
        clash: &Clash,
        dice: &mut D,
    ) -> DefenceSkills {
        let unit = clash.strike.target();
        let steps = 1 + dice.below(2) as u8;
        let (flash, iron_wall) =
            [(0, 0), (steps, 0), (0, steps), (steps, steps)][dice.below(4) as usize];
        DefenceSkills {
            focus: coin(dice),
            flash,
            iron_wall,
            anti_air: dice.below(3) as u8,
            instincts: view.may_brace(unit) && coin(dice),
            ward: view.may_ward(clash) && coin(dice),
            firm: view.may_stand_firm(&clash.strike) && coin(dice),
            persevere: view.skill_price(unit, Skill::Persevere).is_some() && coin(dice),
        }
    }

    fn battle_damage<D: Dice>(
        &self,
        view: View<'_>,
        hurt: &Hurt,
        dice: &mut D,
    ) -> Option<Location> {
        random_location(view, hurt, dice)
    }

    fn called_shot<D: Dice>(&self, view: View<'_>, hurt: &Hurt, dice: &mut D) -> Option<Location> {
        random_location(view, hurt, dice)
    }

    fn counter<D: Dice>(
        &self,
        view: View<'_>,
        struck: &Strike,
        terms: CounterTerms,
        dice: &mut D,
    ) -> Option<Reply> {
        let (unit, enemy) = (struck.target(), struck.attacker());
        let able = |reply: &Reply| {
            let shot = terms.skill.is_none() || view.may_answer_with(unit, *reply, enemy);
            shot && view.may_counter_with(unit, *reply, enemy)
        };
        let count = view.replies(unit).filter(able).count() as u32;
        let choice = dice.below(count + 1) as usize;
        view.replies(unit).filter(able).nth(choice)
    }

    fn command<D: Dice>(&self, view: View<'_>, commander: UnitId, dice: &mut D) -> Option<Command> {
        let side = view.side_of(commander);
        let count = view.standing(side).count() as u32;
        match dice.below(3) {
            0 => None,
            1 => Some(Command::Rally),
            _ => view
                .standing(side)
                .nth(dice.below(count) as usize)
                .map(Command::Trust),
        }
    }

    fn sweep<D: Dice>(
        &self,
        view: View<'_>,
        strike: &Strike,
        chosen: UnitSet,
        dice: &mut D,
    ) -> Option<UnitId> {
        let able = || {
            view.enemies(strike.attacker())
                .filter(|&u| !chosen.contains(u) && view.further(strike, u).is_some())
        };
        if coin(dice) { pick(able, dice) } else { None }
    }

    fn support<D: Dice>(
        &self,
        _: View<'_>,
        _: &Strike,
        able: u16,
        _: bool,
        dice: &mut D,
    ) -> Option<usize> {
        let weapon = pick(|| bits(able.into()), dice);
        weapon.filter(|_| coin(dice))
    }

    fn slip_away<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> Option<Hex> {
        let from = view.unit(unit).pos;
        let ways = || {
            hexes_within(view.bout.distances.disengage)
                .map(|way| from + way)
                .filter(|&to| view.may_slip_away(to))
        };
        pick(ways, dice).filter(|_| coin(dice))
    }

    fn lead<D: Dice>(
        &self,
        view: View<'_>,
        fallen: UnitId,
        among: UnitSet,
        dice: &mut D,
    ) -> UnitId {
        let models = || {
            let side = view.bout.side(view.side_of(fallen));
            side.filter(|&u| among.contains(u))
        };
        pick(models, dice).unwrap_or_default()
    }

    fn clear_point<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }

    fn checked_cover<D: Dice>(&self, _: View<'_>, _: &Strike, pieces: u64, dice: &mut D) -> usize {
        pick(|| bits(pieces), dice).unwrap_or_default()
    }

    fn thrown_piece<D: Dice>(&self, _: View<'_>, _: UnitId, pieces: u64, dice: &mut D) -> usize {
        pick(|| bits(pieces), dice).unwrap_or_default()
    }

    fn assign<D: Dice>(&self, _: View<'_>, _: &Strike, through: i32, dice: &mut D) -> [i32; 3] {
        let first = dice.below(through as u32 + 1) as i32;
        let second = dice.below((through - first) as u32 + 1) as i32;
        [first, second, through - first - second]
    }

    fn push<D: Dice>(&self, _: View<'_>, _: &Strike, _: UnitId, dice: &mut D) -> Hex {
        direction(dice)
    }

    fn drag<D: Dice>(&self, _: View<'_>, _: usize, dice: &mut D) -> Hex {
        direction(dice)
    }

    fn reform<D: Dice>(&self, view: View<'_>, side: Side, dice: &mut D) -> Option<Reform> {
        if dice.below(4) > 0 {
            return None;
        }
        let open = || {
            let merges = view.standing(side).flat_map(move |leader| {
                view.standing(side)
                    .map(move |joins| Reform::Merge { leader, joins })
            });
            let splits = view.standing(side).map(|leader| Reform::Disband { leader });
            merges
                .chain(splits)
                .filter(move |&reform| view.may_reform(side, reform))
        };
        pick(open, dice)
    }

    fn recharge<D: Dice>(&self, view: View<'_>, clash: &Clash, dice: &mut D) -> u8 {
        dice.below(u32::from(view.rechargeable(clash.strike.target())) + 1) as u8
    }

    fn pay_collision<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }

    fn buy_off_stun<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }

    fn stunned<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> (u8, u8) {
        (dice.below(4) as u8, dice.below(3) as u8)
    }

    fn transform<D: Dice>(&self, view: View<'_>, unit: UnitId, _: bool, dice: &mut D) -> u8 {
        dice.below(view.profile(unit).modes.len() as u32 + 1) as u8
    }

    fn boon<D: Dice>(&self, _: View<'_>, _: UnitId, offer: Offer, dice: &mut D) -> Boon {
        pick(|| offer.among.iter().copied(), dice).unwrap_or(Boon::Momentum)
    }

    fn tune<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> Tuning {
        if coin(dice) { Tuning::Pen } else { Tuning::Dmg }
    }

    fn guide<D: Dice>(&self, _: View<'_>, _: UnitId, among: UnitSet, dice: &mut D) -> UnitId {
        pick(|| among.iter(), dice).unwrap_or_default()
    }

    fn smash_cover<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }

    fn order<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }

    fn launch<D: Dice>(
        &self,
        view: View<'_>,
        ship: UnitId,
        _: UnitId,
        dice: &mut D,
    ) -> Option<Hex> {
        let to = view.unit(ship).pos + direction(dice) + direction(dice);
        coin(dice).then_some(to)
    }

    fn repair<D: Dice>(&self, view: View<'_>, ship: UnitId, dice: &mut D) -> Option<UnitId> {
        let aboard = view.aboard(ship);
        let able = || {
            view.bout
                .side(view.side_of(ship))
                .filter(|&u| aboard.contains(u))
        };
        pick(able, dice)
    }

    fn board<D: Dice>(&self, _: View<'_>, _: UnitId, _: UnitId, dice: &mut D) -> bool {
        dice.below(8) == 0
    }

    fn reinforce<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        dice: &mut D,
    ) -> Option<(UnitId, Hex)> {
        let unit = pick(|| view.reserves(side), dice)?;
        let table = view.bout.table;
        let edge = || {
            (0..table.width)
                .map(|column| table.from_edge(side, column, 0))
                .chain(view.bout.control_points.iter().copied())
                .filter(|&hex| view.may_arrive(unit, hex))
        };
        pick(edge, dice).map(|hex| (unit, hex))
    }

    fn rout<D: Dice>(&self, _: View<'_>, _: UnitId, dice: &mut D) -> bool {
        coin(dice)
    }
}

/// No reroll, the failures, or any dice.
fn random_reroll<D: Dice>(roll: Roll, dice: &mut D) -> Option<Reroll> {
    match dice.below(4) {
        0 => None,
        1 => Some(Reroll::Low),
        2 => Some(Reroll::LowAndMid),
        _ => {
            let counts = [roll.low, roll.mid, roll.hit, roll.crit];
            let [low, mid, hit, crit] = counts.map(|n| dice.below(u32::from(n) + 1) as u8);
            Some(Reroll::Those(Roll {
                low,
                mid,
                hit,
                crit,
            }))
        }
    }
}

/// Nothing, or any location that may be lost.
fn random_location<D: Dice>(view: View<'_>, hurt: &Hurt, dice: &mut D) -> Option<Location> {
    let unit = hurt.strike.target();
    let count = view.locations(unit).count() as u32;
    view.locations(unit).nth(dice.below(count + 1) as usize)
}
