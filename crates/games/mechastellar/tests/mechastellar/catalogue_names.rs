//! How units are found, what an unknown name is answered, and that no file makes the reader panic.

use crate::damage::{assert_placed, damaged};
use equipoise_mechastellar::catalogue::{Catalogue, ProfileId, ProfileIdError};
use equipoise_mechastellar::{Role, UnitProfile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn found<'a>(catalogue: &'a Catalogue, name: &str) -> &'a UnitProfile {
    catalogue
        .find(name)
        .unwrap_or_else(|unknown| panic!("{unknown}"))
}

#[test]
fn units_are_found_in_any_case() {
    let catalogue = Catalogue::embedded();
    assert_eq!(found(&catalogue, "  white ASURA ").name, "White Asura");
    assert_eq!(found(&catalogue, "f3p5:SNIPER").name, "F3P5:sniper");
    assert_eq!(
        found(&catalogue, "F5P10:Heavy-Arms").name,
        "F5P10:heavy-arms"
    );
}

#[test]
fn coordinates_read_back_as_written() {
    for id in ProfileId::all() {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    assert_eq!(ProfileId::all().count(), ProfileId::COUNT);
    for wrong in [
        "",
        "F3",
        "F3P5",
        "3P5:sniper",
        "F3P5 sniper",
        "F+3P5:sniper",
        "FP:sniper",
    ] {
        assert_eq!(
            wrong.parse::<ProfileId>(),
            Err(ProfileIdError::Malformed),
            "{wrong}"
        );
    }
    assert_eq!(
        ProfileId::new(0, 5, Role::Raid),
        Err(ProfileIdError::Frame(0))
    );
    assert_eq!(
        ProfileId::new(1, 11, Role::Raid),
        Err(ProfileIdError::Performance(11))
    );
}

#[test]
fn an_unknown_name_brings_the_nearest_in_one_sentence() {
    let catalogue = Catalogue::embedded();
    let says = |name: &str| {
        catalogue
            .find(name)
            .expect_err("an unknown unit")
            .to_string()
    };
    assert_eq!(
        says("Wite Asura"),
        "no unit named \"Wite Asura\"; did you mean \"White Asura\"?"
    );
    assert_eq!(
        says("volt lion"),
        "no unit named \"volt lion\"; did you mean \"VoltLion\"?"
    );
    assert_eq!(
        says("Iron"),
        "no unit named \"Iron\"; did you mean \"Iron Castle\" or \"Iron Duke\"?"
    );
    assert_eq!(
        says("zzzzzz"),
        "no unit named \"zzzzzz\"; name a unit of the dataset or a profile such as \"F3P5:versatile\""
    );
    assert_eq!(
        says("F6P5:sniper"),
        "no unit named \"F6P5:sniper\": Frame 6 is out of range, expected F1 to F5"
    );
    assert_eq!(
        says("F3P99999999999:sniper"),
        "no unit named \"F3P99999999999:sniper\": Performance 99999999999 is out of range, expected P0 to P10"
    );
    let role = catalogue.find("f3p5:snipper").expect_err("no such role");
    assert_eq!(role.nearest, ["F3P5:sniper"]);
}

/// Whatever a file holds, reading it ends in a catalogue or in problems with a place.
#[test]
fn damaged_files_never_panic() {
    let sources = Catalogue::embedded().sources().to_vec();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20_260_601);
    for _ in 0..600 {
        let mut files = sources.clone();
        let file = &mut files[rng.random_range(0..3)];
        *file = damaged(file, &mut rng);
        for problem in Catalogue::parse(&files).err().unwrap_or_default() {
            let file = files
                .iter()
                .find(|file| file.name == problem.file)
                .expect("one of ours");
            assert_placed(&problem, file);
        }
    }
}
