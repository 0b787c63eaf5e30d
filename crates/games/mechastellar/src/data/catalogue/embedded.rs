//! The dataset inside the program.

use equipoise_engine::source::SourceFile;

/// Name and contents of each file, in the order of `Catalogue::FILES`.
const FILES: [(&str, &str); 3] = [
    (
        "profiles.toml",
        include_str!("../../../../../../datasets/mechastellar/profiles.toml"),
    ),
    (
        "weapons.toml",
        include_str!("../../../../../../datasets/mechastellar/weapons.toml"),
    ),
    (
        "units.toml",
        include_str!("../../../../../../datasets/mechastellar/units.toml"),
    ),
];

pub(super) fn sources() -> Vec<SourceFile> {
    FILES.map(|(name, text)| SourceFile::new(name, text)).into()
}

/// Name and contents of each scenario, in alphabetical order.
const SCENARIOS: [(&str, &str); 5] = [
    (
        "kaiju-hunt",
        include_str!("../../../../../../datasets/mechastellar/scenarios/kaiju-hunt.toml"),
    ),
    (
        "open-duel",
        include_str!("../../../../../../datasets/mechastellar/scenarios/open-duel.toml"),
    ),
    (
        "simple-battle",
        include_str!("../../../../../../datasets/mechastellar/scenarios/simple-battle.toml"),
    ),
    (
        "skirmish",
        include_str!("../../../../../../datasets/mechastellar/scenarios/skirmish.toml"),
    ),
    (
        "warships",
        include_str!("../../../../../../datasets/mechastellar/scenarios/warships.toml"),
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
