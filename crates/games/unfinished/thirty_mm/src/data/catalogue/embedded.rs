//! The dataset inside the program.

use equipoise_engine::source::SourceFile;

macro_rules! file {
    ($name:literal) => {
        SourceFile::new(
            $name,
            include_str!(concat!("../../../../../../../datasets/thirty_mm/", $name)),
        )
    };
}

pub(super) fn sources() -> Vec<SourceFile> {
    vec![file!("parts.toml"), file!("units.toml")]
}
