//! How many dice battles throw.

use equipoise_dice::{Dice, PoolShape, Roll, Sides, TableDice, stream};
use equipoise_engine::{GameSystem, NoLog};

use crate::catalogue::Catalogue;
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::state::Battle;
use crate::system::ThirtyMm;

/// Counts the calls; a table source draws once for each.
struct Counting<D> {
    inner: D,
    calls: u32,
}

impl<D: Dice> Dice for Counting<D> {
    fn pool(&mut self, shape: PoolShape) -> Roll {
        self.calls += 1;
        self.inner.pool(shape)
    }

    fn fails(&mut self, sides: Sides, dice: u8, needed: i32) -> u8 {
        self.calls += 1;
        self.inner.fails(sides, dice, needed)
    }

    fn die(&mut self, sides: Sides) -> u8 {
        self.calls += 1;
        self.inner.die(sides)
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.calls += 1;
        self.inner.below(bound)
    }
}

/// The most draws of 200 battles.
fn most_draws(bout: &Bout) -> u32 {
    let mut battle = Battle::default();
    let draws = (0..200).map(|number| {
        let mut dice = Counting {
            inner: TableDice::new(stream(7, 9, number)),
            calls: 0,
        };
        ThirtyMm::play(bout, &mut battle, &mut dice, &mut NoLog);
        dice.calls
    });
    draws.max().unwrap_or_default()
}

/// A unit throws a die for its Action Points in each of 10 rounds, at most 8 + 2 of them, and two dice at most
/// for each attack, which costs 2 Action Points at least: a standing duel of pistols stays under
/// 20 x (1 + 2 x 5) = 220 dice and those that decide who begins.
#[test]
fn standing_duels_throw_few_dice() {
    let catalogue = Catalogue::embedded();
    let unit = catalogue.find("REF-2").expect("it ships");
    let options = Options {
        duel_distance: 2,
        ..Options::default()
    };
    let bout = Bout::duel([unit, unit], [PolicyKind::Stand; 2], &options);
    let most = most_draws(&bout.expect("a legal duel"));
    assert!((1..=230).contains(&most), "{most}");
}

/// Moving duels and three against three with woods and structures: the dice are the least a battle can cost.
/// Each turn throws one for Action Points, each attack at most two, and no attack costs less than one of the 16
/// Action Points that a unit holds: 33 dice a turn, 10 turns a unit, some for deployment, drones, falls and the ground.
#[test]
fn battles_throw_no_more_dice_than_their_action_points_pay() {
    let catalogue = Catalogue::embedded();
    let options = Options::default();
    let unit = |name: &str| catalogue.find(name).expect("it ships");
    let duel = [unit("C2R4:rifle"), unit("C2R4:blade")];
    let duel = Bout::duel(duel, [PolicyKind::Plain; 2], &options).expect("a legal duel");
    let mut shipped = Catalogue::scenarios().into_iter();
    let skirmish = shipped.find(|(name, _)| *name == "skirmish");
    let (_, file) = skirmish.expect("it ships");
    let scenario = catalogue.scenario(&file, &[]).expect("it is legal");
    let battle = Bout::battle(&scenario, [PolicyKind::Plain; 2], &options).expect("it is legal");
    for (bout, units) in [(duel, 2), (battle, 6)] {
        let most = most_draws(&bout);
        assert!((1..=units * 10 * 33 + 50).contains(&most), "{most}");
    }
}
