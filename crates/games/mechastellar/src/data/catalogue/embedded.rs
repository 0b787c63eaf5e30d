//! The dataset inside the program.

use equipoise_engine::source::SourceFile;

/// Name and contents of a file of the dataset.
type File = (&'static str, &'static str);

macro_rules! file {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../../../../../datasets/mechastellar/", $name)),
        )
    };
}

/// In the order of `Catalogue::FILES`.
const FILES: [File; 3] = [
    file!("profiles.toml"),
    file!("weapons.toml"),
    file!("units.toml"),
];

pub(super) fn sources() -> Vec<SourceFile> {
    FILES.map(|(name, text)| SourceFile::new(name, text)).into()
}

/// Each scenario with its name, in alphabetical order.
const SCENARIOS: [(&str, File); 9] = [
    ("battlefield", file!("scenarios/battlefield.toml")),
    ("crossover", file!("scenarios/crossover.toml")),
    ("kaiju-hunt", file!("scenarios/kaiju-hunt.toml")),
    ("last-stand", file!("scenarios/last-stand.toml")),
    ("monster-movie", file!("scenarios/monster-movie.toml")),
    ("open-duel", file!("scenarios/open-duel.toml")),
    ("simple-battle", file!("scenarios/simple-battle.toml")),
    ("skirmish", file!("scenarios/skirmish.toml")),
    ("warships", file!("scenarios/warships.toml")),
];

pub(super) fn scenarios() -> Vec<(&'static str, SourceFile)> {
    SCENARIOS
        .map(|(name, (file, text))| (name, SourceFile::new(file, text)))
        .into()
}
