//! Files of results, which tests compare with and record anew when `EQUIPOISE_BLESS` is set.

use std::path::Path;

/// Compares what the program gives now with a file beside the tests, line by line.
pub(crate) fn compare(file: &str, now: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/bullseye")
        .join(file);
    if std::env::var_os("EQUIPOISE_BLESS").is_some() {
        std::fs::write(&file, now).expect("the golden file can be written");
    }
    let before = std::fs::read_to_string(&file).expect("the golden file");
    for (before, now) in before.lines().zip(now.lines()) {
        assert_eq!(
            before, now,
            "a value-breaking change: name it in the CHANGELOG"
        );
    }
    assert_eq!(before.lines().count(), now.lines().count());
}
