//! A row for each battle: the columns of the quantities that a game observes.

use std::path::Path;

use equipoise_engine::PlayWith;
use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::{
    CompiledPairing, Control, Guests, Observed, Plan, RecordsFile, run_recorded, run_with,
};

use crate::error::Error;

/// Plays a pairing and writes a row for each battle into a file.
///
/// # Errors
/// When it cannot be written, or the run is interrupted.
pub(crate) fn play<S: FrontEnd>(
    plan: &Plan,
    pairing: &CompiledPairing<S>,
    file: &Path,
    stage: Control<'_>,
) -> Result<Observed, Error> {
    let mut file = create(file, plan.setting().seed, pairing)?;
    let observed = run_recorded::<S, S::CompileError>(plan, pairing, &mut file, stage)?;
    file.finish()?;
    Ok(observed)
}

/// Plays a pairing with guests, and writes a row for each battle if there is a file.
///
/// # Errors
/// When it cannot be written, or the run is interrupted.
pub(crate) fn play_with<S: FrontEnd>(
    plan: &Plan,
    pairing: &CompiledPairing<S>,
    play: PlayWith<S>,
    guests: &mut Guests<'_>,
    file: Option<&Path>,
    stage: Control<'_>,
) -> Result<Observed, Error> {
    let seed = plan.setting().seed;
    let mut file = file.map(|file| create(file, seed, pairing)).transpose()?;
    let rows = file.as_mut();
    let observed = run_with::<S, S::CompileError>(plan, pairing, play, guests, rows, stage)?;
    file.map(RecordsFile::finish).transpose()?;
    Ok(observed)
}

/// Begins the file of a pairing's battles under a master seed.
///
/// # Errors
/// When it cannot be written.
fn create<S: FrontEnd>(
    file: &Path,
    seed: u64,
    pairing: &CompiledPairing<S>,
) -> Result<RecordsFile, Error> {
    let seat = pairing.seat_of_a(0);
    let columns = [(seat, "a"), (seat.other(), "b")].map(|(side, contestant)| {
        let quantities = S::quantities(pairing.bout(0), side);
        columns::<S>(quantities, contestant)
    });
    Ok(RecordsFile::create(file, seed, columns)?)
}

/// Names of the quantities of a contestant in the order in which they are observed: `momentum_round_1_a` by round,
/// `vp_destroyed_a` over the battle and `survival_unit_1_a` of a model.
fn columns<S: FrontEnd>(quantities: usize, contestant: &str) -> Vec<String> {
    let words = S::QUANTITIES;
    let by_round = words.by_round.iter().flat_map(|name| {
        let rounds = 1..=words.rounds;
        rounds.map(move |round| format!("{name}_round_{round}_{contestant}"))
    });
    let of_battle = words.of_battle.iter();
    let of_battle = of_battle.map(|quantity| format!("{}_{contestant}", quantity.name));
    let of_models = (1..).flat_map(|unit| {
        let of_model = words.of_model.iter();
        of_model.map(move |quantity| format!("{}_unit_{unit}_{contestant}", quantity.name))
    });
    by_round
        .chain(of_battle)
        .chain(of_models.take(quantities.saturating_sub(words.of_side())))
        .collect()
}

#[cfg(test)]
mod tests {
    use equipoise_bullseye::Bullseye;
    use equipoise_toy::Toy;

    use super::columns;

    #[test]
    fn columns_are_named_by_round_and_by_model() {
        assert_eq!(columns::<Toy>(1, "a"), ["draws_won_round_1_a"]);
        let names = columns::<Bullseye>(6, "b");
        assert_eq!(names.len(), 6);
        assert_eq!(
            [&names[0], &names[5]],
            ["survived_unit_1_b", "destroyed_unit_2_b"]
        );
    }
}
