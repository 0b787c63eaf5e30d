//! The dataset inside the program.

use equipoise_engine::source::SourceFile;

macro_rules! file {
    ($name:literal) => {
        SourceFile::new(
            $name,
            include_str!(concat!("../../../../../../datasets/thirty_mm/", $name)),
        )
    };
}

pub(super) fn sources() -> Vec<SourceFile> {
    vec![
        file!("parts.toml"),
        file!("profiles.toml"),
        file!("units.toml"),
    ]
}

/// Each scenario with its name, in alphabetical order.
pub(super) fn scenarios() -> Vec<(&'static str, SourceFile)> {
    vec![
        ("crossing", file!("scenarios/crossing.toml")),
        ("open-duel", file!("scenarios/open-duel.toml")),
        ("outpost", file!("scenarios/outpost.toml")),
        ("skirmish", file!("scenarios/skirmish.toml")),
        ("snowfield", file!("scenarios/snowfield.toml")),
    ]
}
