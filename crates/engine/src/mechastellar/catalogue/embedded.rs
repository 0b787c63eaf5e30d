//! The dataset inside the program.

use super::problem::SourceFile;

/// Name and contents of each file, in the order of [`super::Catalogue::FILES`].
const FILES: [(&str, &str); 3] = [
    (
        "profiles.toml",
        include_str!("../../../../../datasets/mechastellar/profiles.toml"),
    ),
    (
        "weapons.toml",
        include_str!("../../../../../datasets/mechastellar/weapons.toml"),
    ),
    (
        "units.toml",
        include_str!("../../../../../datasets/mechastellar/units.toml"),
    ),
];

pub(super) fn sources() -> Vec<SourceFile> {
    let file = |(name, text): (&str, &str)| SourceFile {
        name: name.into(),
        text: text.into(),
    };
    FILES.map(file).into()
}
