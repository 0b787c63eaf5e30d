//! Players from outside of the program, in every game that asks them.

use std::collections::BTreeSet;

use equipoise_analysis::duel::{DuelRequest, DuelResult};
use equipoise_analysis::games::{GAMES, Visitor, visit};
use equipoise_analysis::replay::{ReplayHead, ReplayRequest, host, replay_with};
use equipoise_analysis::{
    Control, GameRequest, Goal, Guest, battle, battle_with, duel, duel_with, replay,
};
use equipoise_dice::{StreamDice, stream};
use equipoise_engine::front_end::{Dataset as _, FrontEnd, Policy as _};
use equipoise_engine::{Decision, Player, Scratch, Side};
use serde_json::json;

/// Decides nothing.
struct Bystander;

impl Player for Bystander {
    fn decides(&self, _: Side, _: &'static str) -> bool {
        false
    }

    fn choose(&mut self, _: Decision) -> Option<usize> {
        unreachable!("decides nothing")
    }
}

/// Decides everything by a generator of its own, and checks what it is offered.
struct Whim {
    state: u64,
    points: &'static [&'static str],
    reached: BTreeSet<&'static str>,
}

impl Whim {
    fn of(points: &'static [&'static str]) -> Self {
        Self {
            state: 1,
            points,
            reached: BTreeSet::new(),
        }
    }
}

impl Player for Whim {
    fn decides(&self, _: Side, point: &'static str) -> bool {
        self.points.contains(&point)
    }

    fn choose(&mut self, decision: Decision) -> Option<usize> {
        let Decision { point, choices, .. } = decision;
        self.reached.insert(point);
        assert!(choices.len() > 1, "{point}");
        for (at, choice) in choices.iter().enumerate() {
            assert!(choice.is_string() || choice.is_object(), "{choice}");
            assert!(!choices[..at].contains(choice), "{choice} twice");
        }
        // A linear congruential generator (D. Knuth, MMIX); its upper bits are good.
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005);
        self.state = self.state.wrapping_add(1_442_695_040_888_963_407);
        Some((self.state >> 33) as usize % choices.len())
    }
}

/// Leaves every decision to the policy after a look at it.
struct Undecided(u64);

impl Player for Undecided {
    fn decides(&self, _: Side, _: &'static str) -> bool {
        true
    }

    fn choose(&mut self, _: Decision) -> Option<usize> {
        self.0 += 1;
        None
    }
}

fn guest(player: &mut dyn Player) -> Option<Guest<'_>> {
    let name = "outsider".to_owned();
    Some(Guest { name, player })
}

/// Duels of the first units, under every policy that plays no battle out, with each of these players.
struct Duels;

impl Visitor for Duels {
    type Output = bool;

    fn visit<S: FrontEnd>(self) -> bool {
        let Some(play) = S::PLAYERS else {
            return false;
        };
        let dataset = S::Dataset::embedded();
        let units = &dataset.units()[..3];
        let quick = S::Policy::ALL.iter().filter(|policy| !policy.plays_out());
        let mut whim = Whim::of(S::POINTS);
        let mut undecided = Undecided(0);
        for &policy in quick {
            for (a, b) in [(0, 0), (0, 1), (1, 2)] {
                let options = S::Options::default();
                let bout = S::duel([&units[a], &units[b]], [policy; 2], &options).unwrap();
                for battle in 0..50 {
                    let dice = || StreamDice::new(stream(1, 0, battle));
                    let run = S::run(&bout, &mut Scratch::default(), &mut dice());
                    let with = |player: &mut dyn Player| {
                        let state = &mut S::Battle::default();
                        play(&bout, state, &mut dice(), player, &mut |_| {})
                    };
                    assert_eq!(with(&mut Bystander), run, "{}", policy.name());
                    assert_eq!(with(&mut undecided), run, "{}", policy.name());
                    with(&mut whim);
                }
            }
        }
        assert!(undecided.0 > 0 && !whim.reached.is_empty());
        true
    }
}

#[test]
fn who_decides_nothing_plays_the_battle_of_the_policies_and_whims_are_legal() {
    let asks = |name: &str| visit(name, Duels).unwrap();
    let asking: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    let asking: Vec<&str> = asking.into_iter().filter(|name| asks(name)).collect();
    assert_eq!(asking, ["bullseye", "toy"]);
}

fn game(system: &str, options: &[(&str, &str)]) -> GameRequest {
    let options = options.iter();
    GameRequest {
        options: options
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        ..GameRequest::new(system)
    }
}

/// All of them by default options, but for the Tactical Points that a duel must be given.
#[test]
fn every_decision_point_is_put_to_a_player() {
    for (system, a, b, options) in [
        ("toy", "Guard", "Ram", &[][..]),
        (
            "bullseye",
            "Bastion",
            "Far Owl",
            &[("tactical_points", "2")],
        ),
    ] {
        let points = GAMES.iter().find(|game| game.name == system).unwrap();
        let points = points.decision_points();
        let [mut one, mut other] = [Whim::of(points), Whim::of(points)];
        let request = DuelRequest {
            goal: Goal::Runs(300),
            ..DuelRequest::new(game(system, options), a, b)
        };
        let guests = [guest(&mut one), guest(&mut other)];
        duel_with(&request, guests, None, Control::silent()).unwrap();
        let reached: BTreeSet<&str> = one.reached.union(&other.reached).copied().collect();
        assert_eq!(reached, points.iter().copied().collect(), "{system}");
    }
}

fn digest_and_wins(result: DuelResult) -> (String, [u64; 3]) {
    let DuelResult::Sampled(duel) = result else {
        unreachable!("it was sampled");
    };
    let fought = duel.fought;
    (fought.digest, [fought.wins_a, fought.wins_b, fought.draws])
}

#[test]
fn a_duel_with_an_undecided_guest_has_the_battles_of_its_policy_under_another_name() {
    let request = DuelRequest {
        goal: Goal::Runs(200),
        ..DuelRequest::new(game("bullseye", &[]), "Bastion", "Red Mauler")
    };
    let (plain, wins) = digest_and_wins(duel(&request, Control::silent()).unwrap());
    let mut digests = Vec::new();
    for _ in 0..2 {
        let mut undecided = Undecided(0);
        let guests = [None, guest(&mut undecided)];
        let with = duel_with(&request, guests, None, Control::silent()).unwrap();
        let DuelResult::Sampled(sampled) = &with else {
            unreachable!("it was sampled");
        };
        let played_by = &sampled.played_by.policy;
        assert_eq!(played_by, "greedy against outsider, else greedy");
        let (digest, wins_with) = digest_and_wins(with);
        assert_eq!(wins_with, wins);
        digests.push(digest);
    }
    assert!(digests[0] == digests[1] && digests[0] != plain);
}

#[test]
fn scenarios_replays_and_hosted_battles_are_those_of_duels() {
    let fields = json!({"scenario": "even", "runs": 100, "game": game("toy", &[])});
    let request = serde_json::from_value(fields).unwrap();
    let plain = battle(&request, Control::silent()).unwrap();
    let mut bystander = Bystander;
    let guests = [guest(&mut bystander), None];
    let with = battle_with(&request, guests, None, Control::silent()).unwrap();
    assert_eq!([plain.a, plain.b], [with.a, with.b]);

    let request = ReplayRequest {
        game: game("bullseye", &[]),
        a: "Bastion".to_owned(),
        b: "Red Mauler".to_owned(),
        battle: 5,
    };
    let plain = replay(&request).unwrap();
    let with = replay_with(&request, [guest(&mut Bystander), None]).unwrap();
    assert_eq!(plain.events, with.events);
    let mut heads = Vec::new();
    let mut numbers = vec![3, 5, 5];
    let mut next = |ended: Option<ReplayHead>| {
        heads.extend(ended);
        numbers.pop()
    };
    host(&request, [guest(&mut Bystander), None], &mut next).unwrap();
    assert_eq!(heads[0], with.head);
    assert_eq!(heads[1], with.head);
    assert_eq!((heads.len(), heads[2].battle), (3, 3));
}

#[test]
fn a_game_that_asks_nobody_and_a_name_that_is_taken_are_refused() {
    let request = DuelRequest::new(game("mechastellar", &[]), "White Asura", "Kestrel");
    let refused = duel_with(&request, [None, None], None, Control::silent());
    assert_eq!(
        refused.unwrap_err().to_string(),
        "the decisions of mechastellar cannot be made by a policy of your own; those of bullseye and toy can"
    );
    let request = DuelRequest::new(game("toy", &[]), "Guard", "Ram");
    let mut bystander = Bystander;
    let named = Guest {
        name: "demand".to_owned(),
        player: &mut bystander,
    };
    let refused = duel_with(&request, [Some(named), None], None, Control::silent());
    assert_eq!(
        refused.unwrap_err().to_string(),
        "toy has a policy named \"demand\"; give yours another name"
    );
}
