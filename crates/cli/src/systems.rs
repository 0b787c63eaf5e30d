//! The game that a command line is about.
//!
//! Which one it is is decided before anything else is read, so that everything below knows its game
//! at compile time and no command names any.

use std::ffi::OsString;

use equipoise_analysis::games::{self, GAMES};

/// The game that a command line names with `--system`, which decides how the rest of it is read. Where
/// it names none it is the default one; where it names it wrongly too, and reading the rest refuses it.
pub(crate) fn named_in(arguments: impl IntoIterator<Item = OsString>) -> &'static str {
    let words = arguments
        .into_iter()
        .map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.take_while(|word| word != "--").collect();
    let apart = words.windows(2).find(|pair| pair[0] == "--system");
    let joined = || words.iter().find_map(|word| word.strip_prefix("--system="));
    let name = apart.map(|pair| pair[1].as_str()).or_else(joined);
    let game = name.and_then(games::find);
    game.unwrap_or(&GAMES[0]).name
}

#[cfg(test)]
mod tests {
    use equipoise_analysis::games;

    use super::named_in;

    #[test]
    fn a_system_is_found_wherever_it_is_named() {
        let mut names = games::names();
        let [default, other] = [(); 2].map(|()| names.next().expect("two games"));
        let named = |line: &str| {
            let line = line.replace("OTHER", other);
            named_in(line.split(' ').map(Into::into))
        };
        assert_eq!(named("equipoise duel a b"), default);
        assert_eq!(named("equipoise --system OTHER duel a b"), other);
        assert_eq!(named("equipoise duel a b --system=OTHER"), other);
        // What parsing the rest refuses.
        assert_eq!(named("equipoise duel a b --system"), default);
        assert_eq!(named("equipoise duel a b --system chess"), default);
        // Units of that name.
        assert_eq!(named("equipoise duel -- --system OTHER"), default);
    }
}
