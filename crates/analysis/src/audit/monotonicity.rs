//! Whether units do better when one stat is better.

use equipoise_engine::front_end::{FrontEnd, Scenario as _, Step, Unit as _};
use equipoise_simulator::{CONFIDENCE, Contestant, Plan, Variation, run_variants};
use equipoise_stats::{Paired, holm, mean_difference, normal_below, z_score};

use super::request::PlayAuditRequest;
use super::result::{Case, Monotonicity, StatSummary, Untested};
use crate::change::{Change, Changes, Varied};
use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;

/// How units meet: in duels, or as many of one against as many of the other on a table.
struct Table<S: FrontEnd> {
    game: Game<S>,
    policy: S::Policy,
    copies: usize,
    /// Where more than one of each fight.
    scenario: Option<S::Scenario>,
}

impl<S: FrontEnd> Table<S> {
    fn new(request: &PlayAuditRequest) -> Result<Self, Error> {
        let mut game = Game::<S>::new(&request.game)?;
        let scenario = (request.copies > 1).then(|| game.scenario(S::ARMIES.scenario, None));
        Ok(Self {
            policy: game.policy()?,
            copies: request.copies as usize,
            scenario: scenario.transpose()?,
            game,
        })
    }

    fn compile(&self, a: &S::Unit, b: &S::Unit) -> Result<S::Bout, S::CompileError> {
        match &self.scenario {
            None => self.game.compile(a, b),
            Some(scenario) => {
                let forces = [a, b].map(|unit| vec![unit; self.copies]);
                self.game
                    .compile_battle(&scenario.mustered(forces), self.policy)
            }
        }
    }
}

/// A unit with its better versions.
struct Subject<'a, S: FrontEnd> {
    unit: &'a S::Unit,
    /// The unit of each, as [`Varied`] makes it.
    better: Vec<(Step, S::Unit)>,
}

/// Plays every unit with every better stat.
pub(super) fn measure<S: FrontEnd>(
    game: &Game<S>,
    units: &[&S::Unit],
    request: &PlayAuditRequest,
    control: Control<'_>,
) -> Result<Monotonicity, Error> {
    let opponents = match request.against.as_slice() {
        [] => game.reference(),
        names => game.units_named("against", names)?,
    };
    let table = Table::<S>::new(request)?;
    let runs = request.runs.next_multiple_of(2);
    let of_way = runs * opponents.len() as u64;
    let ways = |unit: &&S::Unit| 1 + (S::AUDIT.steps)(unit).len() as u64;
    let most: u64 = units.iter().map(ways).sum();
    let progress = control.watch.begin(Work::battles(of_way * most));
    let stage = control.stage(&*progress);
    let (mut cases, mut untested) = (Vec::new(), Vec::new());
    for unit in units {
        control.check()?;
        let (subject, impossible) = subject(&table, unit, opponents[0]);
        progress.add(of_way * impossible.len() as u64);
        untested.extend(impossible);
        cases.extend(subject.play(&table, &opponents, runs, stage)?);
    }
    judge(&mut cases);
    let count = |is: fn(&Case) -> bool| cases.iter().filter(|case| is(case)).count() as u64;
    Ok(Monotonicity {
        opponents: opponents
            .iter()
            .map(|unit| unit.name().to_owned())
            .collect(),
        copies: request.copies,
        battles_per_opponent: runs,
        battles: of_way * (most - untested.len() as u64),
        significance: PlayAuditRequest::SIGNIFICANCE,
        worse: count(|case| case.worse),
        worse_alone: count(|case| case.difference.high < 0.0),
        unchanged: count(|case| case.battles_altered == 0),
        stats: summaries(&cases),
        cases,
        untested,
    })
}

/// The unit with those better stats that the dataset and the rules options allow.
fn subject<'a, S: FrontEnd>(
    table: &Table<S>,
    unit: &'a S::Unit,
    opponent: &S::Unit,
) -> (Subject<'a, S>, Vec<Untested>) {
    let (mut better, mut untested) = (Vec::new(), Vec::new());
    for step in (S::AUDIT.steps)(unit) {
        match improved(table, unit, &step, opponent) {
            Ok(unit) => better.push((step, unit)),
            Err(reason) => untested.push(Untested {
                unit: unit.name().to_owned(),
                set: step.set,
                reason: reason.to_string(),
            }),
        }
    }
    (Subject { unit, better }, untested)
}

/// The better unit, if it may fight.
fn improved<S: FrontEnd>(
    table: &Table<S>,
    unit: &S::Unit,
    step: &Step,
    opponent: &S::Unit,
) -> Result<S::Unit, Error> {
    let change: Change = step.set.parse().map_err(Error::Input)?;
    let changes = Changes {
        set: &[change],
        upgrades: &[],
    };
    let better = Varied::new(table.game.dataset(), unit.name(), changes)?.unit;
    table.compile(&better, opponent).map_err(Error::input)?;
    Ok(better)
}

impl<S: FrontEnd> Subject<'_, S> {
    /// A case for each better stat. The battles have the dice that `variant` gives them.
    fn play(
        &self,
        table: &Table<S>,
        opponents: &[&S::Unit],
        runs: u64,
        control: equipoise_simulator::Control<'_>,
    ) -> Result<Vec<Case>, Error> {
        let name = |unit: &S::Unit| match unit.name() == self.unit.name() {
            true => format!("{} (as it is)", unit.name()),
            false => unit.name().to_owned(),
        };
        let names = opponents.iter().map(|&unit| name(unit));
        let names = std::iter::once(self.unit.name().to_owned()).chain(names);
        let contestants = names.map(Contestant::named).collect();
        let pairs = (1..=opponents.len()).map(|opponent| (0, opponent));
        let game = &table.game;
        let plan = Plan::of_pairings(game.setting(), "change", runs, contestants, pairs.collect())?;
        let better = self.better.iter().map(|(_, unit)| unit);
        let ways: Vec<&S::Unit> = std::iter::once(self.unit).chain(better).collect();
        let unit = |way: usize, index: usize| match index {
            0 => ways[way],
            opponent => opponents[opponent - 1],
        };
        let found = run_variants::<S, _>(
            &plan,
            self.better.len(),
            |way, a, b| table.compile(unit(way, a), unit(way, b)),
            control,
        )?;
        let case = |(place, (step, _)): (usize, &(Step, S::Unit))| {
            let of_step: Vec<Variation> = found.iter().map(|pairing| pairing[place]).collect();
            case(self.unit.name(), step, &of_step)
        };
        self.better.iter().enumerate().map(case).collect()
    }
}

/// What a step did against all opponents, each of which weighs the same.
fn case(unit: &str, step: &Step, found: &[Variation]) -> Result<Case, Error> {
    let results: Vec<Paired> = found.iter().map(|variation| variation.results).collect();
    let difference = mean_difference(&results, CONFIDENCE)?.estimate;
    // The interval is centred with a battle changed either way: where nothing changed, on zero.
    let centre = (difference.low + difference.high) / 2.0;
    let spread = (difference.high - difference.low) / 2.0 / z_score(CONFIDENCE)?;
    Ok(Case {
        unit: unit.to_owned(),
        stat: step.stat.to_owned(),
        set: step.set.clone(),
        difference: (&difference).into(),
        z: centre / spread,
        worse: false,
        battles: results.iter().map(Paired::battles).sum(),
        battles_changed: results.iter().map(Paired::changed).sum(),
        battles_altered: found.iter().map(|variation| variation.altered).sum(),
    })
}

/// Calls cases worse by one-sided tests of all of them together.
fn judge(cases: &mut [Case]) {
    let chances: Vec<f64> = cases.iter().map(|case| normal_below(case.z)).collect();
    let worse = holm(&chances, PlayAuditRequest::SIGNIFICANCE);
    for (case, worse) in cases.iter_mut().zip(worse) {
        case.worse = worse;
    }
}

/// The cases by stat, in the order in which stats come first.
fn summaries(cases: &[Case]) -> Vec<StatSummary> {
    let mut stats: Vec<&str> = Vec::new();
    for case in cases {
        if !stats.contains(&case.stat.as_str()) {
            stats.push(&case.stat);
        }
    }
    let summary = |stat: &str| {
        let of_stat: Vec<&Case> = cases.iter().filter(|case| case.stat == stat).collect();
        let count = |is: fn(&Case) -> bool| of_stat.iter().filter(|case| is(case)).count() as u64;
        let differences = || of_stat.iter().map(|case| case.difference.estimate);
        StatSummary {
            stat: stat.to_owned(),
            cases: of_stat.len() as u64,
            worse: count(|case| case.worse),
            better_alone: count(|case| case.difference.low > 0.0),
            unchanged: count(|case| case.battles_altered == 0),
            mean_difference: differences().sum::<f64>() / of_stat.len() as f64,
            least_difference: differences().fold(f64::INFINITY, f64::min),
        }
    };
    stats.into_iter().map(summary).collect()
}

/// Cases as they are judged, of these variations.
#[cfg(test)]
pub(super) fn judged(found: &[Vec<Variation>]) -> Vec<Case> {
    let step = Step::new("stat +1", "stat=1");
    let case = |found: &Vec<Variation>| case("unit", &step, found).expect("battles");
    let mut cases: Vec<Case> = found.iter().map(case).collect();
    judge(&mut cases);
    cases
}
