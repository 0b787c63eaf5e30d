//! What must hold in every battle whoever plays: thousands of battles of chance, checked event by
//! event against a record kept apart from the engine's own state.

use super::hexmap;
use equipoise_dice::{Dice, TableDice, stream};

use equipoise_engine::{GameSystem, Log, Outcome};

use super::witness::Witness;
use crate::MechaStellar;
use crate::data::catalogue::Catalogue;
use crate::data::profile::{Tier, UnitProfile};
use crate::options::{Options, ScoringProfile};
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::event::Event;
use crate::rules::state::Battle;

const SEED: u64 = 77;

/// A log that shows every event to the witness at once.
struct Watched<'a>(Witness<'a>);

impl Log<Event> for Watched<'_> {
    fn record(&mut self, event: impl FnOnce() -> Event) {
        self.0.see(&event());
    }
}

/// Any profile of the catalogue, in the hands of any crew, with some Sizes and Fly thrown in.
pub(super) fn any_profile<D: Dice>(catalogue: &Catalogue, dice: &mut D) -> UnitProfile {
    let grid: Vec<&UnitProfile> = catalogue.grid().map(|(_, profile)| profile).collect();
    let units = catalogue.units();
    let at = dice.below((grid.len() + units.len()) as u32) as usize;
    let mut profile = grid
        .get(at)
        .map_or_else(|| units[at - grid.len()].clone(), |p| (*p).clone());
    profile.tier =
        [Tier::Basic, Tier::BattleTested, Tier::Skilled, Tier::Ace][dice.below(4) as usize];
    profile.morale = profile.tier.default_morale();
    profile.elite_level = profile.tier.default_elite_level();
    if dice.below(4) == 0 {
        profile.size = dice.below(4) as u8;
    }
    if dice.below(8) == 0 {
        profile.fly = true;
    }
    profile
}

/// Standard options with every one of them set to any of its values.
pub(super) fn any_options<D: Dice>(dice: &mut D) -> Options {
    let mut options = hexmap();
    for info in Options::list() {
        let value = dice.below(info.values.len() as u32) as usize;
        options.set(info.name, info.values[value]).expect("listed");
    }
    options
}

pub(super) fn watch<D: Dice>(bout: &Bout, battle: &mut Battle, dice: &mut D) -> Outcome {
    let mut log = Watched(Witness::new(bout));
    let outcome = MechaStellar::play(bout, battle, dice, &mut log);
    log.0.leave(battle, &outcome);
    outcome
}

/// Plays `bouts` matchups of `size` units a side, `each` battles of every one; returns how many
/// battles ended early, so that tests can see that units do die.
fn play(cell: u64, size: usize, bouts: u64, each: u64) -> u32 {
    let catalogue = Catalogue::embedded();
    let mut battle = Battle::default();
    let mut early = 0;
    for number in 0..bouts {
        let mut dice = TableDice::new(stream(SEED, cell, number));
        let mut force = || -> Vec<UnitProfile> {
            (0..size)
                .map(|_| any_profile(&catalogue, &mut dice))
                .collect()
        };
        let forces = [force(), force()];
        let options = any_options(&mut dice);
        let policies = [PolicyKind::Random; 2];
        let bout = Bout::with_forces([&forces[0], &forces[1]], policies, &options);
        let bout = bout.expect("profiles of the catalogue are legal");
        for _ in 0..each {
            early += u32::from(watch(&bout, &mut battle, &mut dice).rounds < 5);
        }
    }
    early
}

/// 20,000 duels: 2,000 random matchups of random crews under random options, 10 battles each.
/// Momentum (`ms10.momentum.pool`, `ms10.momentum.shift-limit`), pools and saves
/// (`ms10.core.pool-cap`, `ms10.core.crit-cap`, `ms10.save.cap`), rerolls (`ms10.core.reroll-once`),
/// attacks a target (`ms10.attack.two-per-target`), actions (`ms10.round.allowance`), activations
/// (`ms10.round.alternate`), moves (`ms10.move.actions`), ranges and arcs (`ms10.range.max`,
/// `ms10.target.arc`) stay inside their bounds.
#[test]
fn duels_of_chance_break_no_rule() {
    let early = play(1, 1, 2_000, 10);
    assert!(early > 1_000, "units die in {early} of 20,000 duels");
}

/// 2,000 battles of 3 against 3, the same checks, in which also engagements of several units,
/// (`ms10.engage.untargetable`), Return Fire (`ms10.return-fire.activate`), Challenges
/// (`ms10.challenge.duty-target`), Revenge and Commands (`ms10.command.limit`) occur.
#[test]
fn battles_of_three_a_side_break_no_rule() {
    play(2, 3, 500, 4);
}

/// The other policies keep the rules as well: 2,000 duels of each.
#[test]
fn no_policy_breaks_a_rule() {
    let catalogue = Catalogue::embedded();
    let mut battle = Battle::default();
    for (cell, kind) in (3..).zip([PolicyKind::Solo, PolicyKind::Greedy]) {
        for number in 0..400 {
            let mut dice = TableDice::new(stream(SEED, cell, number));
            let forces = [0; 2].map(|_| [any_profile(&catalogue, &mut dice)]);
            let options = any_options(&mut dice);
            let bout = Bout::compile([&forces[0], &forces[1]], [kind; 2], &options);
            let bout = bout.expect("profiles of the catalogue are legal");
            for _ in 0..5 {
                let outcome = watch(&bout, &mut battle, &mut dice);
                // The supplement takes 3 points for a critical machine and 2 for an Ace.
                let least = match options.scoring {
                    ScoringProfile::Ver10 => 0,
                    ScoringProfile::Ms93 => -5,
                };
                assert!(outcome.score.iter().all(|&score| score >= least));
            }
        }
    }
}
