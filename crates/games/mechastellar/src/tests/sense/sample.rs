//! The battles that are looked at.

use std::cell::RefCell;

use equipoise_dice::{Dice, TableDice, stream};
use equipoise_engine::{NoLog, Outcome, Side};

use super::deployment::is_a_corner_row;
use super::notes::{Kind, Notes};
use super::spy::Spy;
use crate::data::catalogue::Catalogue;
use crate::data::scenario::BattleMode;
use crate::fast::memo::play_on;
use crate::policy::policies::Policies;
use crate::policy::search::PlayOuts;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::game::Game;
use crate::rules::play::{Pace, Stage};
use crate::rules::state::Battle;
use crate::rules::view::View;
use crate::tests::hexmap;

const SEED: u64 = 79;
/// Battles of each shipped scenario.
const BATTLES: u64 = 200;
const DUELS: u64 = 2000;
/// Cell of the dice of duels; those of scenarios are numbered from 0.
const DUEL_CELL: u64 = 100;

/// The dice of a battle of the sample.
pub(super) fn dice(cell: u64, number: u64) -> impl Dice {
    TableDice::new(stream(SEED, cell, number))
}

/// Plays a battle under the eyes of the notes.
pub(super) fn play(bout: &Bout, mut dice: impl Dice, notes: Notes) -> (Outcome, Notes) {
    let mut battle = Battle::default();
    let play_outs = PlayOuts::new(play_on);
    let mut spy = Spy {
        policies: Policies::new(bout.policies, &play_outs),
        notes: RefCell::new(notes),
    };
    let mut game = Game {
        bout,
        decider: &mut spy,
        state: &mut battle,
        dice: &mut dice,
        log: &mut NoLog,
    };
    let mut stage = Stage::Setup;
    while stage != Stage::Over {
        let deploys = stage == Stage::Setup;
        stage = game.step(stage, Pace::Turn);
        let view = View {
            bout,
            state: game.state,
        };
        let mut notes = game.decider.notes.borrow_mut();
        if deploys {
            notes.begin(view);
            look_at_deployment(view, &mut notes);
        }
        notes.watch_challenge(view, stage == Stage::Over);
        if stage == Stage::EndOfTurn {
            notes.close(view);
        }
    }
    let outcome = game.score();
    let view = View {
        bout,
        state: game.state,
    };
    game.decider.notes.borrow_mut().end(view, &outcome);
    (outcome, spy.notes.into_inner())
}

fn look_at_deployment(view: View<'_>, notes: &mut Notes) {
    for side in Side::BOTH {
        notes.deployments += 1;
        if let Some(unit) = view.standing(side).next()
            && is_a_corner_row(view, side)
        {
            notes.add(view, unit, Kind::CornerRow, "");
        }
    }
}

/// The shipped Simple Battles with their cells, played by a policy on hexes of 4 in.
pub(super) fn scenarios(kind: PolicyKind) -> Vec<(u64, &'static str, Bout)> {
    let catalogue = Catalogue::embedded();
    let shipped = Catalogue::scenarios().into_iter().map(|(name, file)| {
        let scenario = catalogue.scenario(&file).expect("a sound file");
        (name, scenario)
    });
    let simple = shipped.filter(|(_, scenario)| scenario.mode == BattleMode::Simple);
    (0..)
        .zip(simple)
        .map(|(cell, (name, scenario))| {
            let mut options = hexmap();
            for (option, value) in &scenario.options {
                options.set(option, value).expect("a listed option");
            }
            let bout = Bout::battle(&scenario, [kind; 2], &options).expect("legal forces");
            (cell, name, bout)
        })
        .collect()
}

/// All battles of the sample: 200 of each shipped Simple Battle and 2,000 duels of named units.
pub(super) fn sample(kind: PolicyKind) -> Notes {
    let mut notes = Notes::default();
    for (cell, name, bout) in scenarios(kind) {
        for number in 0..BATTLES {
            notes.label = format!("{name} {number}");
            (_, notes) = play(&bout, dice(cell, number), notes);
        }
    }
    let catalogue = Catalogue::embedded();
    let units = catalogue.units();
    for number in 0..DUELS {
        // Every unit comes up on both sides, against others each time round.
        let at = number as usize;
        let pair = [at, 7 * at + at / units.len() + 3].map(|i| units[i % units.len()].clone());
        let forces = [&pair[..1], &pair[1..]];
        let bout = Bout::compile(forces, [kind; 2], &hexmap()).expect("legal forces");
        notes.label = format!("duel {number}");
        (_, notes) = play(&bout, dice(DUEL_CELL, number), notes);
    }
    notes
}
