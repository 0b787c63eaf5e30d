//! Results of games between pairs of players.

use crate::error::StatsError;
use crate::graph::{Graph, components};

/// All games between two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    /// Number of one player.
    pub a: usize,
    /// Number of the other.
    pub b: usize,
    /// Games that `a` won.
    pub wins_a: u64,
    /// Games that `b` won.
    pub wins_b: u64,
    /// Games without a winner.
    pub draws: u64,
}

impl Meeting {
    /// Number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins_a + self.wins_b + self.draws
    }

    /// Wins of `a`, a draw counting half.
    #[must_use]
    pub fn points_a(&self) -> f64 {
        self.wins_a as f64 + self.draws as f64 / 2.0
    }

    /// Wins minus losses of `a` per game, in [−1, 1].
    #[must_use]
    pub fn payoff_a(&self) -> f64 {
        (self.wins_a as f64 - self.wins_b as f64) / self.games() as f64
    }

    /// The same games with the smaller player number first.
    const fn in_order(self) -> Self {
        if self.a <= self.b {
            return self;
        }
        Self {
            a: self.b,
            b: self.a,
            wins_a: self.wins_b,
            wins_b: self.wins_a,
            draws: self.draws,
        }
    }
}

/// Players that the search for a panel starts from.
const STARTS: usize = 100;

/// The meetings of a number of players: each pair at most once, in order, with at least one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct League {
    players: usize,
    meetings: Vec<Meeting>,
}

impl League {
    /// Most players that [`BradleyTerry`](crate::BradleyTerry) rates together: the covariance of the ratings takes 8
    /// bytes for each pair of players, several times over.
    pub const MOST_RATED: usize = 5_000;

    /// Adds up the games of each pair; their order does not matter.
    ///
    /// # Errors
    ///
    /// [`StatsError::Player`] for a player out of range or against itself,
    /// [`StatsError::Overflow`] where counts add up to more than 2⁵³ games, the limit of exact doubles,
    /// and [`StatsError::TooFew`] without a game.
    pub fn new(
        players: usize,
        games: impl IntoIterator<Item = Meeting>,
    ) -> Result<Self, StatsError> {
        let mut all: Vec<Meeting> = games.into_iter().map(Meeting::in_order).collect();
        let odd_one = |m: &&Meeting| m.b >= players || m.a == m.b;
        if let Some(meeting) = all.iter().find(odd_one) {
            return Err(StatsError::Player(meeting.b));
        }
        all.sort_by_key(|meeting| (meeting.a, meeting.b));
        let mut meetings: Vec<Meeting> = Vec::new();
        for next in all {
            match meetings.last_mut() {
                Some(last) if (last.a, last.b) == (next.a, next.b) => *last = sum(last, &next)?,
                _ => meetings.push(sum(
                    &Meeting {
                        wins_a: 0,
                        wins_b: 0,
                        draws: 0,
                        ..next
                    },
                    &next,
                )?),
            }
        }
        meetings.retain(|meeting| meeting.games() > 0);
        if meetings.is_empty() {
            return Err(StatsError::TooFew { needed: 1, got: 0 });
        }
        Ok(Self { players, meetings })
    }

    /// Number of players.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// The meetings, by the numbers of the players.
    #[must_use]
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// The same pairs with other results.
    pub(crate) const fn with(players: usize, meetings: Vec<Meeting>) -> Self {
        Self { players, meetings }
    }

    /// Games of each player.
    #[must_use]
    pub fn games(&self) -> Vec<u64> {
        let mut games = vec![0; self.players];
        for meeting in &self.meetings {
            games[meeting.a] += meeting.games();
            games[meeting.b] += meeting.games();
        }
        games
    }

    /// Number of pairs that never met.
    #[must_use]
    pub fn missing_pairings(&self) -> usize {
        self.players * self.players.saturating_sub(1) / 2 - self.meetings.len()
    }

    /// Players that all met each other, in order.
    ///
    /// Those who met every other player, in a gauntlet the common opponents, and the largest set of others that is found
    /// by starting from each of a hundred of them and adding whoever met all so far, those with the most opponents first.
    /// To find the largest of all takes exponential time (R. M. Karp, 1972). A set of a single other player is left out: in a
    /// gauntlet it would be one of many that are alike.
    #[must_use]
    pub fn panel(&self) -> Vec<usize> {
        let met = |i: usize, j: usize| {
            let pair = (i.min(j), i.max(j));
            let found = self.meetings.binary_search_by_key(&pair, |of| (of.a, of.b));
            found.is_ok()
        };
        let mut opponents = vec![0; self.players];
        for &Meeting { a, b, .. } in &self.meetings {
            opponents[a] += 1;
            opponents[b] += 1;
        }
        let (mut panel, mut others): (Vec<usize>, Vec<usize>) =
            (0..self.players).partition(|&i| opponents[i] + 1 == self.players);
        others.sort_by_key(|&i| std::cmp::Reverse(opponents[i]));
        let from = |&first: &usize| {
            let mut all = vec![first];
            for &next in others.iter().filter(|&&next| next != first) {
                if all.iter().all(|&j| met(next, j)) {
                    all.push(next);
                }
            }
            all
        };
        // Of sets of one size the first.
        let mut largest: Vec<usize> = Vec::new();
        for found in others.iter().take(STARTS).map(from) {
            if found.len() > largest.len() {
                largest = found;
            }
        }
        if largest.len() > 1 || panel.is_empty() {
            panel.extend(largest);
        }
        panel.sort_unstable();
        panel
    }

    /// The games of these players, given in ascending order, against each other; they are numbered by
    /// their places.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] if none of them met.
    pub fn among(&self, players: &[usize]) -> Result<Self, StatsError> {
        let place = |player: usize| players.binary_search(&player).ok();
        let renumbered = |meeting: &Meeting| {
            let (a, b) = (place(meeting.a)?, place(meeting.b)?);
            Some(Meeting { a, b, ..*meeting })
        };
        Self::new(players.len(), self.meetings.iter().filter_map(renumbered))
    }

    /// How each player stands to a group of comparable players; `None` for those of the group.
    ///
    /// # Panics
    ///
    /// When the group has a number that is no player's.
    #[must_use]
    pub fn relations(&self, group: &[usize]) -> Vec<Option<Relation>> {
        let graph = self.scored_against();
        let (below, above) = (graph.reached_from(group), graph.reaching(group));
        let relation = |player: usize| match (above[player], below[player]) {
            (true, true) => None,
            (true, false) => Some(Relation::Above),
            (false, true) => Some(Relation::Below),
            (false, false) => Some(Relation::Apart),
        };
        (0..self.players).map(relation).collect()
    }

    /// Groups of comparable players: the strongly connected components of the relation "scored
    /// against". Groups that beat others come first.
    pub(crate) fn comparable_groups(&self) -> Vec<Vec<usize>> {
        components(&self.scored_against())
    }

    /// An edge from each player to those it won or drew a game against.
    fn scored_against(&self) -> Graph {
        let mut graph = Graph::new(self.players);
        for meeting in &self.meetings {
            let half = u64::from(meeting.draws > 0);
            if meeting.wins_a + half > 0 {
                graph.add(meeting.a, meeting.b);
            }
            if meeting.wins_b + half > 0 {
                graph.add(meeting.b, meeting.a);
            }
        }
        graph
    }
}

/// How a player stands to a group of comparable players that it does not belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// It scored against the group, or against somebody who did, and nobody of the group against it: its rating would be
    /// infinitely higher.
    Above,
    /// The group scored against it, or against somebody who did, and it against nobody of the group.
    Below,
    /// No games tell.
    Apart,
}

fn sum(left: &Meeting, right: &Meeting) -> Result<Meeting, StatsError> {
    const MOST: u64 = 1 << 53;
    let add = |x: u64, y: u64| x.checked_add(y).ok_or(StatsError::Overflow);
    let total = Meeting {
        a: left.a,
        b: left.b,
        wins_a: add(left.wins_a, right.wins_a)?,
        wins_b: add(left.wins_b, right.wins_b)?,
        draws: add(left.draws, right.draws)?,
    };
    let games = add(add(total.wins_a, total.wins_b)?, total.draws)?;
    if games > MOST {
        return Err(StatsError::Overflow);
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::{League, Meeting, Relation};
    use crate::error::StatsError;

    fn meeting(a: usize, b: usize, wins_a: u64, wins_b: u64, draws: u64) -> Meeting {
        Meeting {
            a,
            b,
            wins_a,
            wins_b,
            draws,
        }
    }

    #[test]
    fn games_of_a_pair_add_up_in_either_order() {
        let league = League::new(3, [meeting(2, 0, 1, 2, 3), meeting(0, 2, 10, 20, 30)]).unwrap();
        assert_eq!(league.meetings(), [meeting(0, 2, 12, 21, 33)]);
        assert_eq!(league.games(), [66, 0, 66]);
        assert_eq!(league.missing_pairings(), 2);
    }

    #[test]
    fn games_among_some_players_keep_their_results() {
        let games = [
            meeting(0, 1, 1, 2, 3),
            meeting(3, 1, 4, 5, 6),
            meeting(0, 2, 7, 8, 9),
        ];
        let some = League::new(4, games).unwrap().among(&[1, 3]).unwrap();
        assert_eq!(
            (some.players(), some.meetings()),
            (2, &[meeting(0, 1, 5, 4, 6)][..])
        );
        assert!(League::new(4, games).unwrap().among(&[2, 3]).is_err());
    }

    #[test]
    fn impossible_games_are_refused() {
        let of = |meeting| League::new(2, [meeting]).unwrap_err();
        assert_eq!(of(meeting(0, 2, 1, 0, 0)), StatsError::Player(2));
        assert_eq!(of(meeting(1, 1, 1, 0, 0)), StatsError::Player(1));
        assert_eq!(of(meeting(0, 1, u64::MAX, 1, 0)), StatsError::Overflow);
        let none = StatsError::TooFew { needed: 1, got: 0 };
        assert_eq!(of(meeting(0, 1, 0, 0, 0)), none);
    }

    /// 1 and 2 drew; 0 beat 1 only, 3 lost to 0 only, 4 and 5 met nobody else.
    #[test]
    fn players_stand_above_below_or_apart() {
        let games = [
            meeting(1, 2, 0, 0, 1),
            meeting(0, 1, 1, 0, 0),
            meeting(3, 0, 0, 1, 0),
            meeting(4, 5, 1, 0, 0),
            meeting(2, 6, 2, 0, 0),
        ];
        let league = League::new(7, games).unwrap();
        let [above, below, apart] = [Relation::Above, Relation::Below, Relation::Apart].map(Some);
        assert_eq!(
            league.relations(&[1, 2]),
            [above, None, None, apart, apart, apart, below]
        );
        assert_eq!(league.relations(&[0])[3], below);
    }

    #[test]
    fn the_panel_of_a_gauntlet_is_its_common_opponents() {
        // 1 and 3 met all of 0..5; 0, 2 and 4 met only these two.
        let pairs = [(0, 1), (2, 1), (4, 1), (0, 3), (2, 3), (4, 3), (1, 3)];
        let league = League::new(5, pairs.map(|(a, b)| meeting(a, b, 1, 0, 0))).unwrap();
        assert_eq!(league.panel(), [1, 3]);
    }

    /// As in a sweep with named units: 1 and 3 met all, and of the others 0, 2 and 4 met each other, 5 and 6 only
    /// one of them each.
    #[test]
    fn a_panel_has_common_opponents_and_the_largest_set_beside_them() {
        let pairs = [
            (0, 1),
            (2, 1),
            (4, 1),
            (5, 1),
            (6, 1),
            (3, 1),
            (0, 3),
            (2, 3),
            (4, 3),
            (5, 3),
            (6, 3),
            (0, 2),
            (2, 4),
            (0, 4),
            (0, 5),
            (4, 6),
        ];
        let league = League::new(7, pairs.map(|(a, b)| meeting(a, b, 1, 0, 0))).unwrap();
        assert_eq!(league.panel(), [0, 1, 2, 3, 4]);
    }

    /// The unit with the most opponents, 0, has none that met; 5, 6 and 7 all did.
    #[test]
    fn the_most_opponents_do_not_make_the_largest_set() {
        let pairs = [(0, 1), (0, 2), (0, 3), (0, 4), (5, 6), (5, 7), (6, 7)];
        let league = League::new(8, pairs.map(|(a, b)| meeting(a, b, 1, 0, 0))).unwrap();
        assert_eq!(league.panel(), [5, 6, 7]);
    }

    #[test]
    fn a_panel_without_common_opponents_cannot_be_extended() {
        // A ring of five with one chord: 0, 1 and 2 met.
        let pairs = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2)];
        let league = League::new(5, pairs.map(|(a, b)| meeting(a, b, 1, 0, 0))).unwrap();
        assert_eq!(league.panel(), [0, 1, 2]);
    }
}
