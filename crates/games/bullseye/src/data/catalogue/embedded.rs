//! The dataset inside the program.

use equipoise_engine::source::SourceFile;

/// Name and contents of each file, in the order of [`super::Catalogue::FILES`].
const FILES: [(&str, &str); 2] = [
    (
        "profiles.toml",
        include_str!("../../../../../../datasets/bullseye/profiles.toml"),
    ),
    (
        "units.toml",
        include_str!("../../../../../../datasets/bullseye/units.toml"),
    ),
];

pub(super) fn sources() -> Vec<SourceFile> {
    FILES.map(|(name, text)| SourceFile::new(name, text)).into()
}

/// Name and contents of each scenario, in alphabetical order.
const SCENARIOS: [(&str, &str); 5] = [
    (
        "game-night",
        include_str!("../../../../../../datasets/bullseye/scenarios/game-night.toml"),
    ),
    (
        "head-start",
        include_str!("../../../../../../datasets/bullseye/scenarios/head-start.toml"),
    ),
    (
        "open-duel",
        include_str!("../../../../../../datasets/bullseye/scenarios/open-duel.toml"),
    ),
    (
        "relay-station",
        include_str!("../../../../../../datasets/bullseye/scenarios/relay-station.toml"),
    ),
    (
        "two-wings",
        include_str!("../../../../../../datasets/bullseye/scenarios/two-wings.toml"),
    ),
];

pub(super) fn scenarios() -> Vec<(&'static str, SourceFile)> {
    let file = |(name, text): (&'static str, &str)| {
        (
            name,
            SourceFile::new(format!("scenarios/{name}.toml"), text),
        )
    };
    SCENARIOS.map(file).into()
}
