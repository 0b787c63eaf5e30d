//! The rules: draws, what decides them, and their probabilities.

use equipoise_dice::{Dice, StreamDice};
use serde::Serialize;

use equipoise_engine::{
    Choices, Decide, GameSystem, Listener, Log, LogEntry, Narrate, Observe, Outcome, Player, Side,
};
use serde_json::json;

/// The game system.
#[derive(Clone, Copy, Debug)]
pub struct Toy;

equipoise_engine::policy_kind! {
    /// How a side takes the loss of the first draw.
    pub enum Policy {
        Accept = "accept", "accepts the first draw";
        Demand = "demand", "demands a second draw when it loses the first";
    }
}

equipoise_engine::rules_options! {
    /// Rules options.
    pub struct Options {
        second_draw: bool = true, "toy.second-draw", "the side that loses the first draw may demand a second one";
    }
}

/// A matchup, seat A first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bout {
    /// Strengths.
    pub strengths: [u16; 2],
    /// How each side plays.
    pub policies: [Policy; 2],
    /// Whether a second draw may be demanded.
    pub second_draw: bool,
}

impl Bout {
    /// A matchup of two sides that accept the first draw, which alone decides.
    #[must_use]
    pub const fn new(strengths: [u16; 2]) -> Self {
        Self {
            strengths,
            policies: [Policy::Accept; 2],
            second_draw: true,
        }
    }

    /// A matchup under rules options: nobody demands what is not allowed.
    #[must_use]
    pub const fn under(options: Options, strengths: [u16; 2], policies: [Policy; 2]) -> Self {
        let policies = if options.second_draw {
            policies
        } else {
            [Policy::Accept; 2]
        };
        Self {
            strengths,
            policies,
            second_draw: options.second_draw,
        }
    }

    /// Whose number this is.
    fn winner(&self, number: u32) -> Side {
        if number < self.strengths[0].into() {
            Side::A
        } else {
            Side::B
        }
    }

    /// Whether a second draw follows this number.
    fn demanded(&self, number: u32) -> bool {
        self.policies[self.winner(number).other().index()] == Policy::Demand
    }

    /// Every outcome with its probability: one for each number that may decide the battle.
    #[must_use]
    pub fn outcomes(&self) -> Vec<(Outcome, f64)> {
        let [a, b] = self.strengths.map(u32::from);
        let numbers = a + b;
        if numbers == 0 {
            return vec![(NOBODY_WINS, 1.0)];
        }
        let each = 1.0 / f64::from(numbers);
        let demanded = (0..numbers).filter(|&number| self.demanded(number)).count();
        // The second draw, if there is one, decides whatever the first one was.
        let second = demanded as f64 * each * each;
        let outcome = |number| {
            let first = if self.demanded(number) { 0.0 } else { each };
            (outcome(self.winner(number), number), first + second)
        };
        (0..numbers).map(outcome).collect()
    }

    /// Probability that side A wins; every other battle is won by B, but for those of two strengths
    /// of zero, which are drawn.
    #[must_use]
    pub fn win_probability(&self) -> f64 {
        let [a, b] = self.strengths.map(f64::from);
        if a + b == 0.0 {
            return 0.0;
        }
        let p = a / (a + b);
        match self.policies {
            [Policy::Accept, Policy::Demand] => p * p,
            [Policy::Demand, Policy::Accept] => 1.0 - (1.0 - p) * (1.0 - p),
            _ => p,
        }
    }
}

/// The state of one battle: what there is to observe of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Battle {
    /// Draws that went to each side.
    draws: [u8; 2],
}

/// What happens in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A number has been drawn.
    Drawn {
        /// The number.
        number: u32,
    },
    /// The side that lost the first draw demands another.
    Demand {
        /// That side.
        side: Side,
    },
}

/// The one decision point.
const DEMAND: &str = "demand";

/// Victory points of either side.
const POINTS: i32 = 10;
/// Victory points of winning, beside the number drawn.
pub(crate) const PRIZE: i32 = 5;
/// Rounds of the longest battle.
const ROUNDS: u32 = 5;

/// The winner scores 15 and the number drawn, the loser 10; of a drawn battle nobody scores. The
/// number also says how many of at most five rounds were played.
impl GameSystem for Toy {
    type Bout = Bout;
    type Battle = Battle;
    type Memo = ();
    type Event = Event;

    const NAME: &'static str = "toy";

    fn play<D: Dice, L: Log<Event>>(
        bout: &Bout,
        battle: &mut Battle,
        dice: &mut D,
        log: &mut L,
    ) -> Outcome {
        let demands = |side: Side, _| bout.policies[side.index()] == Policy::Demand;
        play(bout, battle, dice, log, demands)
    }

    fn play_logged(
        bout: &Bout,
        battle: &mut Battle,
        dice: &mut StreamDice,
        listen: &mut dyn FnMut(LogEntry<Event>),
    ) -> Outcome {
        Self::play(bout, battle, dice, &mut Listener(listen))
    }
}

/// One battle; `demands` says whether a side that has lost the first draw by this number demands another.
fn play<D: Dice, L: Log<Event>>(
    bout: &Bout,
    battle: &mut Battle,
    dice: &mut D,
    log: &mut L,
    demands: impl FnOnce(Side, u32) -> bool,
) -> Outcome {
    *battle = Battle::default();
    if bout.strengths == [0, 0] {
        return NOBODY_WINS;
    }
    let (mut winner, mut number) = draw(bout, battle, dice, log);
    let side = winner.other();
    log.decision(DEMAND);
    if demands(side, number) {
        log.record(|| Event::Demand { side });
        (winner, number) = draw(bout, battle, dice, log);
    }
    outcome(winner, number)
}

/// One battle in which a player may decide whether to demand. It sees the strengths and the number drawn.
pub(crate) fn play_with(
    bout: &Bout,
    battle: &mut Battle,
    dice: &mut StreamDice,
    player: &mut dyn Player,
    listen: &mut dyn FnMut(LogEntry<Event>),
) -> Outcome {
    play(bout, battle, dice, &mut Listener(listen), |side, number| {
        let by_policy = bout.policies[side.index()] == Policy::Demand;
        if !bout.second_draw || !player.decides(side, DEMAND) {
            return by_policy;
        }
        let [a, b] = bout.strengths;
        let view = || json!({"strengths": {"a": a, "b": b}, "number": number});
        let choices = Choices::of([(json!("accept"), false), (json!("demand"), true)]);
        choices.put(player, DEMAND, side, view).unwrap_or(by_policy)
    })
}

/// The outcome of two strengths of zero.
const NOBODY_WINS: Outcome = Outcome {
    winner: None,
    score: [0, 0],
    rounds: 1,
};

/// The outcome that a number decides.
fn outcome(winner: Side, number: u32) -> Outcome {
    let mut score = [POINTS; 2];
    score[winner.index()] += PRIZE + number as i32;
    Outcome {
        winner: Some(winner),
        score,
        rounds: 1 + (number % ROUNDS) as u8,
    }
}

/// Draws a number; it goes to a side.
fn draw<D: Dice, L: Log<Event>>(
    bout: &Bout,
    battle: &mut Battle,
    dice: &mut D,
    log: &mut L,
) -> (Side, u32) {
    let [a, b] = bout.strengths.map(u32::from);
    let number = dice.below(a + b);
    log.record(|| Event::Drawn { number });
    let winner = bout.winner(number);
    battle.draws[winner.index()] += 1;
    (winner, number)
}

/// Whether the side that lost the first draw demands another.
impl Decide for Toy {
    const POINTS: &'static [&'static str] = &[DEMAND];
}

/// One quantity: the draws that went to the side.
impl Observe for Toy {
    fn quantities(_bout: &Bout, _side: Side) -> usize {
        1
    }

    fn observe(_bout: &Bout, battle: &Battle, mut record: impl FnMut(Side, usize, i64)) {
        for side in Side::BOTH {
            record(side, 0, battle.draws[side.index()].into());
        }
    }
}

impl Narrate for Toy {
    fn narrate(_bout: &Bout, event: &Event) -> String {
        match event {
            Event::Drawn { number } => format!("drew {number}"),
            Event::Demand { side } => format!("{side} demands another draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use equipoise_dice::{StreamDice, stream};

    use super::{Battle, Bout, Options, Policy, Toy, play_with};
    use equipoise_engine::{Decision, GameSystem, Player, Scratch, Side};

    fn wins_of_a(bout: &Bout, cell: u64, battles: u64) -> u64 {
        let win = |number| {
            let mut dice = StreamDice::new(stream(20_261_123, cell, number));
            Toy::run(bout, &mut Scratch::default(), &mut dice).winner == Some(Side::A)
        };
        (0..battles).map(|number| u64::from(win(number))).sum()
    }

    /// By hand, for strengths 3 and 7: 0.3; 0.3²; 1 - 0.7²; 0.3 · 0.3 + 0.7 · 0.3.
    const THREE_TO_SEVEN: [([Policy; 2], f64); 4] = [
        ([Policy::Accept, Policy::Accept], 0.3),
        ([Policy::Accept, Policy::Demand], 0.09),
        ([Policy::Demand, Policy::Accept], 0.51),
        ([Policy::Demand, Policy::Demand], 0.3),
    ];

    /// By Hoeffding's inequality a share of 40,000 battles strays by 0.0165 from its probability in
    /// less than one of 10^9 runs.
    #[test]
    fn the_score_is_the_one_worked_out_by_hand() {
        for (cell, (policies, expected)) in (0..).zip(THREE_TO_SEVEN) {
            let bout = Bout {
                policies,
                ..Bout::new([3, 7])
            };
            assert!((bout.win_probability() - expected).abs() < 1e-12);
            let wins = bout.outcomes().into_iter();
            let wins = wins.filter(|(outcome, _)| outcome.winner == Some(Side::A));
            let sum: f64 = wins.map(|(_, p)| p).sum();
            assert!((sum - expected).abs() < 1e-12);
            let share = wins_of_a(&bout, cell, 40_000) as f64 / 40_000.0;
            assert!(
                (share - expected).abs() < 0.0165,
                "{policies:?}: {share}, not {expected}"
            );
        }
    }

    #[test]
    fn strengths_of_zero_draw_and_one_strength_always_wins() {
        assert_eq!(wins_of_a(&Bout::new([0, 0]), 0, 100), 0);
        assert_eq!(wins_of_a(&Bout::new([0, 1]), 0, 100), 0);
        assert_eq!(wins_of_a(&Bout::new([1, 0]), 0, 100), 100);
        assert_eq!(Bout::new([0, 0]).win_probability(), 0.0);
        let mut dice = StreamDice::new(stream(1, 0, 0));
        let outcome = Toy::run(&Bout::new([0, 0]), &mut Scratch::default(), &mut dice);
        assert_eq!((outcome.winner, outcome.score), (None, [0, 0]));
    }

    /// Plays side A: demands a second draw where the first went against it by less than this.
    struct Near {
        margin: u32,
        asked: u32,
    }

    impl Player for Near {
        fn decides(&self, side: Side, _: &'static str) -> bool {
            side == Side::A
        }

        fn choose(&mut self, decision: Decision) -> Option<usize> {
            self.asked += 1;
            assert_eq!((decision.point, decision.side), ("demand", Side::A));
            assert_eq!(decision.choices, ["accept", "demand"]);
            let number = decision.view["number"].as_u64().unwrap() as u32;
            let own = decision.view["strengths"]["a"].as_u64().unwrap() as u32;
            Some(usize::from(number - own < self.margin))
        }
    }

    fn wins_with(bout: &Bout, player: &mut Near) -> u64 {
        let mut win = |number| {
            let mut dice = StreamDice::new(stream(20_261_123, 3, number));
            let battle = &mut Battle::default();
            let outcome = play_with(bout, battle, &mut dice, player, &mut |_| {});
            outcome.winner == Some(Side::A)
        };
        (0..40_000).map(|number| u64::from(win(number))).sum()
    }

    /// Of ten numbers A has three; it demands at numbers 3 and 4, and so wins with 3/10 + 2/10 · 3/10.
    #[test]
    fn a_player_that_looks_at_the_number_wins_as_often_as_worked_out() {
        let bout = Bout::new([3, 7]);
        let mut near = Near {
            margin: 2,
            asked: 0,
        };
        let share = wins_with(&bout, &mut near) as f64 / 40_000.0;
        assert!((share - 0.36).abs() < 0.0165, "{share}");
        assert!(near.asked > 20_000);
    }

    #[test]
    fn a_player_that_always_or_never_demands_plays_as_the_policy_does() {
        for (margin, policy) in [(0, Policy::Accept), (100, Policy::Demand)] {
            let mut player = Near { margin, asked: 0 };
            let wins = wins_with(&Bout::new([3, 7]), &mut player);
            let bout = Bout {
                policies: [policy, Policy::Accept],
                ..Bout::new([3, 7])
            };
            assert_eq!(wins, wins_of_a(&bout, 3, 40_000));
        }
    }

    #[test]
    fn nobody_is_asked_where_there_is_no_second_draw() {
        let options = Options { second_draw: false };
        let mut player = Near {
            margin: 100,
            asked: 0,
        };
        wins_with(
            &Bout::under(options, [3, 7], [Policy::Demand; 2]),
            &mut player,
        );
        assert_eq!(player.asked, 0);
    }
}
