//! The game systems, and what the command line asks of one.
//!
//! A system is named here once. Which one runs is decided before anything else is read, so that
//! everything below knows its own system at compile time and no command names any.

mod bullseye;
mod front;
mod mechastellar;
mod sampled;

use std::ffi::OsString;
use std::process::ExitCode;

use equipoise_bullseye::Bullseye;
use equipoise_mechastellar::MechaStellar;

use crate::commands::selfcheck::Checked;

pub(crate) use front::{Front, Odds};

/// The systems there are, the default first.
pub(crate) static SYSTEMS: [System; 2] = [System::of::<MechaStellar>(), System::of::<Bullseye>()];

/// A system that can be asked for.
#[derive(Debug)]
pub(crate) struct System {
    /// Name on the command line.
    pub(crate) name: &'static str,
    /// One line for lists.
    pub(crate) summary: &'static str,
    /// Reads the command line and does what it says.
    pub(crate) serve: fn() -> ExitCode,
    /// What it can check about itself.
    pub(crate) checked: Checked,
}

impl System {
    const fn of<S: Front>() -> Self {
        Self {
            name: S::NAME,
            summary: S::SUMMARY,
            serve: crate::serve::<S>,
            checked: Checked::of::<S>(),
        }
    }
}

/// The system a command line names with `--system`, which decides how the rest of it is read. Where
/// it names none it is the default one; where it names it wrongly too, and reading it tells so.
pub(crate) fn named_in(arguments: impl IntoIterator<Item = OsString>) -> &'static System {
    let words = arguments
        .into_iter()
        .map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.take_while(|word| word != "--").collect();
    let apart = words.windows(2).find(|pair| pair[0] == "--system");
    let joined = || words.iter().find_map(|word| word.strip_prefix("--system="));
    let name = apart.map(|pair| pair[1].as_str()).or_else(joined);
    let system = SYSTEMS.iter().find(|system| name == Some(system.name));
    system.unwrap_or(&SYSTEMS[0])
}

#[cfg(test)]
mod tests {
    use super::named_in;

    #[test]
    fn a_system_is_found_wherever_it_is_named() {
        let named = |line: &str| named_in(line.split(' ').map(Into::into)).name;
        assert_eq!(named("equipoise duel a b"), "mechastellar");
        assert_eq!(named("equipoise --system bullseye duel a b"), "bullseye");
        assert_eq!(named("equipoise duel a b --system=bullseye"), "bullseye");
        // What parsing the rest refuses.
        assert_eq!(named("equipoise duel a b --system"), "mechastellar");
        assert_eq!(named("equipoise duel a b --system chess"), "mechastellar");
        // Units of that name.
        assert_eq!(named("equipoise duel -- --system bullseye"), "mechastellar");
    }
}
