//! Attacks: pools, totals, damage.

use crate::Side;

use super::super::policy::AttackSkills;
use super::arena::{Arena, RIFLE, mech, pools, results};

/// `ms10.attack.sequence`, `ms10.core.unblocked`, `ms10.attack.damage`: the book's shooting example.
/// Attack [1,2,2,3,5,6,7,7,8,10] is 5 plain and 1 critical, 7, and 5 more: 12 HITS. Defence
/// [2,2,5,6,8,8,8,9] is 6, and 3 more: 9 DEF. 3 unblocked times 200 are 600.
#[test]
fn shooting_example_of_the_book() {
    let mut argonaut = mech();
    argonaut.weapons[RIFLE].dice = 10;
    argonaut.weapons[RIFLE].dmg = 200;
    let mut dervish = mech();
    dervish.evade.bonus = 3;
    let mut arena = Arena::new(&[argonaut], &[dervish]);
    let faces = [1, 2, 2, 3, 5, 6, 7, 7, 8, 10, 2, 2, 5, 6, 8, 8, 8, 9];
    let events = arena.attack(0, RIFLE, 1, &faces);
    assert_eq!(pools(&events), [(10, 0), (8, 0)]);
    assert_eq!(results(&events), [(12, 9, 3)]);
    assert_eq!(arena.unit(1).hp, 4000 - 600);
}

/// `ms10.skill.focus`: after the roll, 3s and 4s succeed, for 1 Momentum.
#[test]
fn focus_turns_threes_and_fours() {
    let mut arena = Arena::duel();
    arena.script(|s| {
        s.attack_skills.push_back(AttackSkills {
            focus: true,
            valor: false,
        })
    });
    let faces = [2, 3, 3, 4, 5, 10, 1, 1, 1, 1, 1, 1, 1, 1];
    let events = arena.attack(0, RIFLE, 1, &faces);
    // 3,3,4 now succeed: 3 + 1 + 2 = 6 on the dice, 5 more; 2 DEF by profile.
    assert_eq!(results(&events), [(11, 2, 9)]);
    assert_eq!(arena.momentum(Side::A), 9);
}
