//! Squads: one unit of two or three models, led by the first.

use super::hexmap;
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, activations, force, go, pools, results, rifle, squad};
use super::drill::{FULL, VALOR, drill, hit, lost, saves, spent, strikes, times};
use crate::data::profile::{Effect, Support, Tier, UnitProfile, Weapon};
use crate::data::scenario::{Entry, Scenario};
use crate::data::table::Table;
use crate::rules::clash::Strike;
use crate::rules::decision::{Action, AttackBonus};
use crate::rules::event::Event;

/// A squad against a squad with standard options.
fn squads(a: &[UnitProfile], b: &[UnitProfile]) -> Arena {
    Arena::entries(vec![squad(a)], vec![squad(b)], &hexmap())
}

fn plain(hits: i8) -> UnitProfile {
    drill(Tier::Basic, hits)
}

/// `ms10.squad.form`: three models are one unit: one activation each of the five rounds, one target
/// to choose; each keeps its own HP.
#[test]
fn a_squad_is_one_unit() {
    let forces = [
        force(vec![squad(&[plain(0), plain(0), plain(0)])]),
        force(vec![Entry::single(plain(0))]),
    ];
    let scenario = Scenario::open(Table::DUEL, forces);
    let mut arena = Arena::scene(&scenario, &hexmap());
    assert_eq!(arena.view().standing(Side::A).count(), 1);
    assert_eq!(arena.view().models(0).count(), 3);
    let (_, events) = arena.battle(&[2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]);
    let own = activations(&events).iter().filter(|(u, _)| *u < 3).count();
    assert_eq!(own, 5);

    let mut arena = squads(&[plain(2)], &[plain(0), plain(0)]);
    arena.attack(0, RIFLE, 1, &[1]);
    assert_eq!([1, 2].map(|u| lost(&arena, u)), [600, 0]);
    assert_eq!(strikes(&arena.attack(0, RIFLE, 2, &[])), [], "not a model");
}

/// `ms10.squad.coherency`: the models of a squad move together and stand on the leader's hex.
#[test]
fn a_squad_moves_together() {
    let mut arena = squads(&[plain(0), plain(0)], &[plain(0)]);
    arena.turn(0, &[go(3, 4)], &[]);
    assert_eq!([0, 1].map(|u| arena.unit(u).pos), [Hex::new(3, 4); 2]);
}

/// `ms10.squad.size`: three models of Size 0 count 3, three of Size 2 count 6, two of Size 1 and 0
/// count 2; a single model its own Size; after a loss the rest.
#[test]
fn squads_have_the_size_of_their_models() {
    let sized = |sizes: &[u8]| -> Vec<UnitProfile> {
        sizes
            .iter()
            .map(|&size| UnitProfile { size, ..plain(0) })
            .collect()
    };
    for (sizes, expected) in [
        (&[0, 0, 0][..], 3),
        (&[2, 2, 2], 6),
        (&[1, 0], 2),
        (&[0], 0),
        (&[2], 2),
    ] {
        let arena = squads(&sized(sizes), &[plain(0)]);
        assert_eq!(arena.view().size_of(0), expected);
    }
    let mut arena = squads(&sized(&[0, 0, 0]), &[plain(0)]);
    arena.unit_mut(2).on_table = false;
    assert_eq!(arena.view().size_of(0), 2);
}

/// `ms10.squad.leader`: only the leader's tier counts: a squad of an Ace and a Basic model Counters;
/// a squad led by the Basic one does not, although the other is an Ace.
#[test]
fn the_leader_decides_what_a_squad_may() {
    let crew = |tiers: [Tier; 2]| tiers.map(|tier| drill(tier, 1));
    for (tiers, counters) in [([Tier::Ace, Tier::Basic], 1), ([Tier::Basic, Tier::Ace], 0)] {
        let mut arena = squads(&[plain(1)], &crew(tiers));
        arena.script(|s| s.counter = Some(RIFLE));
        let faces = vec![1; 1 + counters];
        let events = arena.attack(0, RIFLE, 1, &faces);
        assert_eq!(strikes(&events).len(), 1 + counters);
    }
    for (tiers, hits) in [([Tier::Ace, Tier::Basic], 6), ([Tier::Basic, Tier::Ace], 1)] {
        let models = crew(tiers);
        let mut arena = squads(&models, &[plain(0)]);
        arena.script(|s| s.attack_skills.push_back(VALOR));
        // Two dice: the other model has the same rifle.
        let events = arena.attack(0, RIFLE, 2, &[1, 1]);
        assert_eq!(results(&events)[0].0, hits);
    }
}

/// `ms10.squad.leader`: with the leader gone the next model leads: a Basic one makes no Counter to the
/// attack that killed the leader, a Skilled one does.
#[test]
fn the_next_leader_answers() {
    for (tier, counters) in [(Tier::Basic, 0), (Tier::Skilled, 1)] {
        let mut first = drill(Tier::Ace, 1);
        first.hp = 300;
        let mut arena = squads(&[plain(1)], &[first, drill(tier, 1)]);
        arena.script(|s| s.counter = Some(RIFLE));
        // The loss of an Elite model asks for a Morale save, which a 10 passes.
        let faces = [&[1, 10][..], &vec![1; counters]].concat();
        let events = arena.attack(0, RIFLE, 1, &faces);
        assert!(events.contains(&Event::Leads { unit: 2 }));
        assert_eq!(strikes(&events).len(), 1 + counters);
        assert_eq!(arena.view().standing(Side::B).collect::<Vec<_>>(), [2]);
    }
}

/// `ms10.squad.leader`: Stun Tokens, the place, whether the squad has acted and how often it was
/// attacked this turn belong to the unit, not to the fallen leader: after two attacks the squad is no
/// target any more this turn.
#[test]
fn the_next_leader_takes_over_the_turn() {
    let mut first = plain(0);
    first.hp = 300;
    let mut arena = squads(&[drill(Tier::Skilled, 1)], &[first, plain(0)]);
    arena.unit_mut(1).stun = 2;
    arena.unit_mut(1).activated = true;
    let zeal = Action::Zeal { actions: 3 };
    let fire = [hit(RIFLE, 1), zeal, hit(RIFLE, 2), hit(RIFLE, 2)];
    let events = arena.turn(0, &fire, &[1, 1]);
    assert_eq!(
        strikes(&events),
        [(0, 1, false), (0, 2, false)],
        "two attacks on one squad"
    );
    assert_eq!(arena.unit(2).stun, 2);
    assert!(arena.unit(2).activated);
    assert_eq!(arena.unit(2).pos, Hex::new(3, 8));
}

/// `ms10.squad.leader`: the owner names the next leader, not the list.
#[test]
fn the_owner_names_the_next_leader() {
    for (wanted, leader) in [(None, 2), (Some(3), 3)] {
        let mut first = plain(0);
        first.hp = 300;
        let mut arena = squads(&[drill(Tier::Basic, 1)], &[first, plain(0), plain(0)]);
        arena.script(|s| s.lead = wanted);
        arena.turn(0, &[hit(RIFLE, 1)], &[1]);
        assert!(!arena.unit(1).on_table);
        assert_eq!([2, 3].map(|unit| arena.unit(unit).leader), [leader; 2]);
    }
}

/// `ms10.squad.leader`, `ms10.round.alternate`: a squad that loses its leader to a Counter in its own
/// turn has had that turn.
#[test]
fn a_squad_acts_once_although_its_leader_falls() {
    let mut first = plain(1);
    first.hp = 300;
    let mut arena = squads(&[first, plain(1)], &[drill(Tier::Skilled, 3)]);
    arena.script(|s| s.counter = Some(RIFLE));
    arena.full_turn(0, &[hit(RIFLE, 2)], &[1, 1, 1]);
    assert!(!arena.unit(0).on_table);
    assert!(arena.unit(1).on_table && arena.unit(1).activated);
    assert_eq!(arena.battle.aggressor, Some(1));
}

/// `ms10.squad.attack-dice`: one die more for each other model with the same weapon that works: not
/// for one that has lost it or never had it; not in a Counter.
#[test]
fn the_same_weapons_add_dice() {
    let mut other = plain(0);
    other.weapons[RIFLE].name = "Bow".to_owned();
    let mut arena = squads(&[plain(0), plain(0), other], &[plain(0)]);
    assert_eq!(pools(&arena.attack(0, RIFLE, 3, &[1, 1]))[0], (2, 0));
    arena.unit_mut(1).disabled = 1;
    assert_eq!(pools(&arena.attack(0, RIFLE, 3, &[1]))[0], (1, 0));
    let mut arena = squads(&[plain(1)], &[drill(Tier::Skilled, 1), plain(1)]);
    arena.script(|s| s.counter = Some(RIFLE));
    let events = arena.attack(0, RIFLE, 1, &[1, 1]);
    assert_eq!(pools(&events)[2], (1, 0));
}

/// `ms10.squad.assign`: one defence for the squad, then 6 unblocked HITS as the attacker likes: 4 on
/// the second model and 2 on the leader, PEN 5 saves for each on its own: [1,9,9,9] and [9,9].
#[test]
fn the_attacker_assigns_the_hits() {
    let mut attacker = plain(6);
    attacker.weapons[RIFLE].pen = Some(5);
    let mut arena = squads(&[attacker], &[plain(0), plain(0)]);
    arena.script(|s| s.assign = Some([2, 4, 0]));
    let events = arena.attack(0, RIFLE, 1, &[1, 9, 9, 1, 9, 9, 9]);
    assert_eq!(results(&events).len(), 1);
    assert_eq!(saves(&events), [(5, 2, 0), (5, 4, 1)]);
    assert_eq!([1, 2].map(|u| lost(&arena, u)), [600, 1200 + 1000]);
}

/// `ms10.squad.assign`: no more than what is unblocked: of 3 HITS shares of 2 and 5 are 2 and 1.
#[test]
fn shares_stop_at_what_is_unblocked() {
    let mut arena = squads(&[plain(3)], &[plain(0), plain(0)]);
    arena.script(|s| s.assign = Some([2, 5, 0]));
    arena.attack(0, RIFLE, 1, &[1]);
    assert_eq!([1, 2].map(|u| lost(&arena, u)), [600, 300]);
}

/// `ms10.squad.assign`, `ms10.stun.token`, `ms10.push.move`: what failed saves do to the unit happens
/// also when its leader falls first: the next leader has the token of its own save; a Push moves the
/// squad on.
#[test]
fn the_unit_suffers_after_its_leader() {
    for effect in [Effect::Stun, Effect::Push] {
        let mut attacker = plain(2);
        attacker.weapons[RIFLE].pen = Some(5);
        attacker.weapons[RIFLE].effect = effect;
        let mut first = plain(0);
        first.hp = 300;
        let mut arena = squads(&[attacker], &[first, plain(0)]);
        arena.put(1, Hex::new(3, 6), Hex::new(0, -1));
        arena.put(2, Hex::new(3, 6), Hex::new(0, -1));
        arena.script(|s| {
            s.assign = Some([1, 1, 0]);
            s.push = [Hex::new(0, 1); 2].into();
        });
        arena.attack(0, RIFLE, 1, &[1, 9, 1]);
        assert!(!arena.unit(1).on_table);
        match effect {
            Effect::Stun => assert_eq!(arena.unit(2).stun, 1),
            _ => assert_eq!(arena.unit(2).pos, Hex::new(3, 7)),
        }
    }
}

/// `ms10.squad.assign`, `ms10.push.collision`: the leader falls to its HIT, the next one, at the table's
/// edge, to the collision of the Push; its own HIT finds nobody, so it makes no save and falls once.
#[test]
fn hits_on_a_fallen_model_are_lost() {
    let mut attacker = plain(2);
    attacker.weapons[RIFLE].pen = Some(5);
    attacker.weapons[RIFLE].effect = Effect::Push;
    let mut frail = plain(0);
    frail.hp = 300;
    let mut arena = squads(&[attacker], &[frail.clone(), frail]);
    for (unit, r) in [(0, 6), (1, 11), (2, 11)] {
        arena.put(
            unit,
            Hex::new(0, r),
            Hex::new(0, if unit == 0 { 1 } else { -1 }),
        );
    }
    arena.set_momentum(Side::B, 0);
    arena.script(|s| {
        s.assign = Some([1, 1, 0]);
        s.push = [Hex::new(0, 1); 2].into();
    });
    let events = arena.attack(0, RIFLE, 1, &[1, 1]);
    let fallen = |e: &Event| match e {
        Event::Destroyed { unit, .. } => Some(*unit),
        _ => None,
    };
    assert_eq!(events.iter().filter_map(fallen).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(saves(&events), [(5, 1, 1)]);
}

fn pods(attack: u8, range_in: u8) -> Weapon {
    with!(rifle(), name: "Pods".to_owned(), range_in: range_in,
        support: Some(Support::of(attack, 0, false)))
}

/// `ms10.squad.support`, `ms10.support.cap`: Support ATK of two other models is +2 HITS without being
/// declared; out of its range +0; of four weapons still +2. The model's use is spent.
#[test]
fn the_other_models_support() {
    let armed = |range: u8, count: usize| {
        let mut unit = plain(0);
        unit.weapons.truncate(1);
        unit.weapons[RIFLE].name = "Bow".to_owned();
        for _ in 0..count {
            unit.weapons.push(pods(1, range));
        }
        unit
    };
    for (range, count, bonus) in [(24, 1, 2), (20, 1, 0), (24, 2, 2)] {
        let models = [plain(0), armed(range, count), armed(range, count)];
        let mut arena = squads(&models, &[plain(0)]);
        let events = arena.attack(0, RIFLE, 3, &[1]);
        assert_eq!(results(&events)[0].0, bonus);
        assert_eq!(times(&arena, "support"), 0);
    }
    let mut limited = armed(24, 1);
    limited.weapons[1].uses = Some(1);
    let mut arena = squads(&[plain(0), limited], &[plain(0)]);
    for bonus in [1, 0] {
        let events = arena.attack(0, RIFLE, 2, &[1]);
        assert_eq!(results(&events)[0].0, bonus);
    }
    assert_eq!(arena.unit(1).uses[1], 0);
}

/// `ms10.bonus.tear`, `ms10.squad.size`: against a squad of three of Size 0 Tear Through gives +3
/// HITS, against a single Size 2 unit +2.
#[test]
fn tear_through_the_ranks() {
    let options = with!(hexmap(), elite_bonus: true);
    let sized = |size: u8| {
        let mut unit = plain(0);
        unit.size = size;
        unit.melee_def.bonus = 9;
        unit
    };
    for (models, hits) in [(vec![sized(0); 3], 3), (vec![sized(2)], 2)] {
        let own = vec![Entry::single(drill(Tier::Skilled, 0))];
        let mut arena = Arena::entries(own, vec![squad(&models)], &options);
        for unit in 1..=models.len() {
            arena.put(unit, Hex::new(3, 3), Hex::new(0, -1));
        }
        arena.script(|s| s.attack_bonus = AttackBonus::Size);
        let events = arena.attack(0, SABER, 1, &[1]);
        assert_eq!(results(&events)[0].0, hits);
    }
}

/// `ms10.score.destroyed`: each destroyed model gives its points: two of three models of 40 are 80.
#[test]
fn every_model_scores() {
    let mut arena = squads(&[plain(0)], &[plain(0), plain(0), plain(0)]);
    for unit in [1, 2] {
        arena.run(&[], |game| game.hurt(unit, 0, FULL as u32, 0));
    }
    let (points, _) = arena.run(&[], |game| game.view().earnings(Side::A).total());
    // 30,000 damage at a blow score 100 each as well.
    assert_eq!(points, 80 + 200);
    assert_eq!(arena.unit(3).leader, 3);
    assert_eq!(spent(&arena, Side::A), 0);
}

/// `ms10.squad.assign`: a sensible attacker wastes no HITS on a model that is destroyed already: of five HITS of DMG 300
/// one destroys a model of 300 HP, wherever it stands, and four go to the one of 4,000.
#[test]
fn hits_go_to_models_that_stand() {
    for (hp, shares) in [([300, 4000], [1, 4, 0]), ([4000, 300], [4, 1, 0])] {
        let models = hp.map(|hp| with!(plain(0), hp: hp));
        let arena = squads(&[plain(5)], &models);
        let (view, strike) = (arena.view(), Strike::plain(0, RIFLE, 1));
        assert_eq!(view.likely_shares(&strike, &view.harm(&strike), 5), shares);
    }
}
