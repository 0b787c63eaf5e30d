//! A battle from placement to its end: asks the policies, and lets the rules act on their answers.

use std::mem;

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log, NoLog, Outcome, Side};

use super::board::Edge;
use super::bout::Bout;
use super::decision::{Action, DroneMoves, Policy, inward};
use super::deploy::Deployment;
use super::event::Event;
use super::facing::Facing;
use super::game::Game;
use super::refusal::Refusal;
use super::setup::roll_for_sides;
use super::state::{Battle, Table, Turn, UnitId};
use super::view::View;

/// Answers the rules refuse before a question is taken as answered with "nothing".
const PATIENCE: u8 = 40;
/// Actions of a turn. Action Points and Movement Points run out long before, but grapples may cost
/// nothing.
const MOST_ACTIONS: u8 = 200;

/// Plays a battle; `policies` decide for side A and B.
pub(crate) fn play<P: Policy, D: Dice, L: Log<Event>>(
    bout: &Bout,
    policies: [P; 2],
    battle: &mut Battle,
    dice: &mut D,
    log: &mut L,
) -> Outcome {
    battle.copy_from(&bout.before);
    let mut winner = None;
    let attacker = bout.attacker.unwrap_or_else(|| {
        let won = roll_for_sides(dice);
        winner = Some(won);
        log.decision("attacker");
        let view = View {
            table: bout.table(Side::A),
            battle,
        };
        if policies[won.index()].leads(view, won, dice) {
            won
        } else {
            won.other()
        }
    });
    log.record(|| Event::Sides { winner, attacker });
    let game = Game {
        table: bout.table(attacker),
        battle,
        dice,
        log,
    };
    Play { policies, game }.play(bout)
}

/// Plays a battle on from an action of the unit in turn, the rest of the turn by one policy of both sides, all later
/// turns by another.
pub(crate) fn play_on<P: Policy, D: Dice>(
    table: &Table,
    [turn, later]: [P; 2],
    battle: &mut Battle,
    dice: &mut D,
    action: Action,
) -> Outcome {
    let game = Game {
        table,
        battle,
        dice,
        log: &mut NoLog,
    };
    let mut play = Play {
        policies: [turn; 2],
        game,
    };
    // A player whose action is refused is asked again.
    let _ = play.apply(action);
    let over = play.turns();
    play.policies = [later; 2];
    over.unwrap_or_else(|| play.rest())
}

/// The situation after both squads are placed, side A the Attacker.
pub(crate) fn placed<D: Dice>(bout: &Bout, dice: &mut D) -> Battle {
    let mut battle = bout.before.clone();
    let game = Game {
        table: bout.table(Side::A),
        battle: &mut battle,
        dice,
        log: &mut NoLog,
    };
    Play {
        policies: bout.policies,
        game,
    }
    .set_up(bout);
    battle
}

/// A battle with those who decide in it.
struct Play<'a, P, D, L> {
    policies: [P; 2],
    game: Game<'a, D, L>,
}

impl<P: Policy, D: Dice, L: Log<Event>> Play<'_, P, D, L> {
    /// The decision of a side; `point` is one of `DECISION_POINTS`.
    fn ask<T>(
        &mut self,
        point: &'static str,
        side: Side,
        decide: impl FnOnce(P, View<'_>, &mut D) -> T,
    ) -> T {
        self.game.log.decision(point);
        let view = View {
            table: self.game.table,
            battle: self.game.battle,
        };
        decide(self.policies[side.index()], view, self.game.dice)
    }

    fn side(&self, unit: UnitId) -> Side {
        self.game.table.pieces[unit].side
    }

    fn play(mut self, bout: &Bout) -> Outcome {
        self.set_up(bout);
        self.begin_round();
        let outcome = self.rest();
        self.game.note_round();
        let (winner, score) = (outcome.winner, outcome.score);
        self.game.log.record(|| Event::End { winner, score });
        outcome
    }

    fn begin_round(&mut self) {
        self.game.begin_round();
        let round = self.game.battle.round;
        self.game.log.record(|| Event::Round { round });
    }

    /// The turns that are left in this round, and all later rounds.
    fn rest(&mut self) -> Outcome {
        loop {
            while let Some(side) = self.game.next_side() {
                self.activate(side);
                if let Some(outcome) = self.turns() {
                    return outcome;
                }
            }
            // A squad that was kept back whole has nobody to act.
            if let Some(outcome) = self.game.outcome() {
                return outcome;
            }
            self.game.note_round();
            self.begin_round();
        }
    }

    /// The turn in progress, and turns lent in it; the outcome if the battle is over.
    fn turns(&mut self) -> Option<Outcome> {
        while let Some(turn) = self.game.battle.turn {
            let outcome = self.settle();
            if outcome.is_some() {
                return outcome;
            }
            self.turn(&turn);
        }
        self.settle()
    }

    fn set_up(&mut self, bout: &Bout) {
        if let Some(starts) = &bout.starts {
            bout.put_all(self.game.battle, starts);
            for (unit, &(hex, facing)) in starts.iter().enumerate() {
                self.game.log.record(|| Event::Placed { unit, hex, facing });
            }
        } else {
            self.deploy();
        }
    }

    /// The Defender chooses an edge, then the sides place their squads in turn
    /// (`mm30.deploy.area`, `mm30.deploy.alternate`).
    fn deploy(&mut self) {
        let table = self.game.table;
        let defender = table.attacker.other();
        let chosen = self.ask("edge", defender, |policy, view, dice| {
            policy.edge(view, defender, dice)
        });
        let (side, north) = (defender, chosen == Edge::North);
        self.game.log.record(|| Event::Edge { side, north });
        let lists = &mut self.game.battle.lists;
        let [mut waiting, mut own] = [&mut lists.waiting, &mut lists.own].map(mem::take);
        let placed = mem::take(&mut lists.placed);
        let mut deployment = Deployment::in_memory(table, chosen, placed);
        waiting.clear();
        waiting.extend(0..table.pieces.len());
        while let Some(side) = deployment.next_side(table) {
            let edge = Edge::of_side(side, defender, chosen);
            let of_side = |unit: &UnitId| table.pieces[*unit].side == side;
            own.clear();
            own.extend(waiting.iter().copied().filter(of_side));
            let placed = (0..PATIENCE)
                .find_map(|_| self.place(&mut deployment, &own, edge))
                .or_else(|| self.place_anywhere(&mut deployment, &own, edge));
            // The area is full: who has no room stays in reserve.
            let placed = placed.unwrap_or_else(|| {
                let kept = deployment.keep_back(&mut self.game, own[0]);
                debug_assert!(kept.is_ok());
                own[0]
            });
            waiting.retain(|&unit| unit != placed);
        }
        let lists = &mut self.game.battle.lists;
        (lists.waiting, lists.own) = (waiting, own);
        lists.placed = deployment.into_memory();
    }

    fn place(&mut self, to: &mut Deployment, own: &[UnitId], edge: Edge) -> Option<UnitId> {
        let side = self.side(own[0]);
        let placing = self.ask("place", side, |policy, view, dice| {
            policy.place(view, own, edge, dice)
        });
        let (unit, hex, facing) = (placing.unit, placing.hex, placing.facing);
        let placed = to.place(&mut self.game, unit, hex, facing);
        placed.is_ok().then_some(unit)
    }

    fn place_anywhere(
        &mut self,
        to: &mut Deployment,
        own: &[UnitId],
        edge: Edge,
    ) -> Option<UnitId> {
        let table = self.game.table;
        let facing = inward(edge);
        let mut hexes = table.board.hexes().iter();
        let placed = hexes.any(|&hex| to.place(&mut self.game, own[0], hex, facing).is_ok());
        placed.then_some(own[0])
    }

    /// Begins the turn of a unit that the side chooses.
    fn activate(&mut self, side: Side) {
        let mut waiting = mem::take(&mut self.game.battle.lists.waiting);
        let view = self.game.view();
        let waits = |unit: &UnitId| !view.unit(*unit).activated;
        waiting.clear();
        waiting.extend(view.side(side).filter(waits));
        let chosen = self.ask("activate", side, |policy, view, dice| {
            policy.activate(view, &waiting, dice)
        });
        let chosen = if waiting.contains(&chosen) {
            chosen
        } else {
            waiting[0]
        };
        self.game.battle.lists.waiting = waiting;
        let begun = self.game.begin_turn(chosen);
        debug_assert!(begun.is_ok());
    }

    /// A turn with its actions, up to the first that has to be settled or ends it.
    fn turn(&mut self, turn: &Turn) {
        let unit = turn.unit;
        let able = self.game.view().takes_part(unit);
        if !able {
            return self.finish(turn);
        }
        let side = self.side(unit);
        let mut actions = 0;
        while actions < MOST_ACTIONS {
            let Some(action) = self.next_action(unit, side) else {
                break;
            };
            actions += 1;
            let open = self.game.battle.turn;
            let same = open.is_some_and(|open| open.unit == unit && open.lent == turn.lent);
            let quiet = self.game.battle.reactions.is_empty() && self.game.battle.falls.is_empty();
            if !same || !quiet || action == Action::End || !self.game.view().takes_part(unit) {
                return;
            }
            if self.game.outcome().is_some() {
                return;
            }
        }
        if let Some(turn) = self.game.battle.turn {
            self.finish(&turn);
        }
    }

    /// The next action that the rules allow; `None` when the policy has none.
    fn next_action(&mut self, unit: UnitId, side: Side) -> Option<Action> {
        (0..PATIENCE).find_map(|refused| {
            let action = self.ask("act", side, |policy, view, dice| {
                policy.act(view, unit, refused, dice)
            });
            self.apply(action).is_ok().then_some(action)
        })
    }

    /// Ends a turn that its player does not end. An EXA Air Fighter takes the first step it can as
    /// long as it has to (`mm30.vehicle.fighter-full-move`).
    fn finish(&mut self, turn: &Turn) {
        let ended = self.apply(Action::End).is_ok();
        let went_on = ended || Facing::ALL.into_iter().any(|it| self.game.step(it).is_ok());
        if !went_on {
            debug_assert!(false, "a turn that neither ends nor goes on");
            self.game.close_turn(turn);
        }
    }

    /// Resolves falls and reactions until nothing is open; the outcome if the battle is over.
    fn settle(&mut self) -> Option<Outcome> {
        loop {
            let outcome = self.game.outcome();
            if outcome.is_some() {
                return outcome;
            }
            if let Some(&(unit, _)) = self.game.battle.falls.first() {
                self.fall(unit);
            } else if self.game.battle.reactions.is_empty() {
                return None;
            } else {
                self.reactions();
            }
        }
    }

    fn fall(&mut self, unit: UnitId) {
        let side = self.side(unit);
        let section = self.ask("fall", side, |policy, view, dice| {
            policy.fall(view, unit, dice)
        });
        if self.game.take_fall(unit, section).is_ok() {
            return;
        }
        let sections = 0..self.game.table.pieces[unit].sheet.sections.len();
        let mut sections = sections.into_iter();
        let taken = sections.any(|section| self.game.take_fall(unit, section).is_ok());
        if !taken {
            debug_assert!(false, "a fall that nobody takes");
            self.game.battle.falls.retain(|fall| fall.0 != unit);
        }
    }

    /// Every unit that may react to the last step fires as often as it wants to
    /// (`mm30.command.offensive-stance`).
    fn reactions(&mut self) {
        let mut watchers = mem::take(&mut self.game.battle.lists.watchers);
        watchers.clone_from(&self.game.battle.reactions);
        let mover = self.game.battle.turn.map(|turn| turn.unit);
        for &unit in &watchers {
            let side = self.side(unit);
            for _ in 0..PATIENCE {
                let Some(mover) = mover.filter(|_| self.game.battle.reactions.contains(&unit))
                else {
                    break;
                };
                let attack = self.ask("react", side, |policy, view, dice| {
                    policy.react(view, unit, mover, dice)
                });
                let fired = attack.is_some_and(|it| self.game.react(unit, it).is_ok());
                if !fired {
                    break;
                }
            }
        }
        self.game.battle.lists.watchers = watchers;
        self.game.end_reactions();
    }

    /// Does what an action says.
    fn apply(&mut self, action: Action) -> Result<(), Refusal> {
        let game = &mut self.game;
        match action {
            Action::End if game.battle.turn.is_some_and(|turn| turn.lent) => game.end_drone_move(),
            Action::End => game.end_turn(),
            Action::EndMovement => game.end_movement().map(drop),
            Action::Step(direction) => game.step(direction),
            Action::Rotate(facing) => game.rotate(facing),
            Action::Thrust(direction) => game.thrust(direction),
            Action::ChangeLevel(level) => game.change_level(level),
            Action::PressOn => game.press_on(),
            Action::Attack(attack) => game.attack(attack).map(drop),
            Action::AttackStructure(arm, at) => game.attack_structure(arm, at).map(drop),
            Action::Grapple(target, grip) => game.grapple(target, grip).map(drop),
            Action::Break(to) => game.break_grapple(to).map(drop),
            Action::Release => game.release().map(drop),
            Action::GetUp => game.get_up(),
            Action::Kneel => game.kneel(),
            Action::Prone => game.prone(),
            Action::Swap(carried, hand) => game.swap(carried, hand),
            Action::Retrieve(weapon, hand) => game.retrieve(weapon, hand),
            Action::Transform(weapon) => game.transform(weapon),
            Action::Offensive => game.take_offensive_stance(),
            Action::Defensive(cover, direction) => game.take_defensive_stance(cover, direction),
            Action::Deploy(drones) => game.deploy_drones(&listed(drones)),
            Action::Recall => game.recall_drones(),
            Action::Reposition(drones) => game.reposition_drones(&listed(drones)),
            Action::TurnTurret(group, facing) => game.turn_turret(group, facing),
            Action::Lead(unit) => game.begin_drone_move(unit),
        }
    }
}

fn listed(drones: DroneMoves) -> Vec<(usize, Hex)> {
    drones.into_iter().flatten().collect()
}
