//! Prepared pools roll what pools of their shape roll.

use equipoise_dice::{Dice, PoolShape, PreparedPool, Sides, TableDice, stream};

/// Shapes of all kinds of dice, common and not, with numbers no die shows and sizes over the cap.
fn shapes() -> impl Iterator<Item = PoolShape> {
    let sides = [Sides::D6, Sides::D8, Sides::D10].into_iter();
    let numbers = [(5, 10, 3), (4, 6, 4), (6, 255, 2), (0, 7, 0)];
    let sizes = [0, 1, 6, 10, 11, 34, 255];
    sides.flat_map(move |sides| {
        numbers
            .into_iter()
            .flat_map(move |(target, critical, lowered)| {
                sizes.map(|dice| PoolShape {
                    sides,
                    dice,
                    target,
                    critical,
                    lowered,
                })
            })
    })
}

#[test]
fn a_prepared_pool_makes_the_same_draws_and_the_same_roll() {
    let mut dice = TableDice::new(stream(1, 2, 3));
    let mut prepared = dice.clone();
    for shape in shapes() {
        let pool = PreparedPool::new(shape);
        for _ in 0..20 {
            assert_eq!(prepared.roll(pool), dice.pool(shape), "{shape:?}");
        }
    }
    assert_eq!(prepared.into_inner(), dice.into_inner());
}
