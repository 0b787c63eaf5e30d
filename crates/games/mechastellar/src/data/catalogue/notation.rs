//! Short notations that the rules print: `8d10+3`, `S2`, `MD1`.

use super::limits;
use crate::data::profile::{Defence, Shield};

pub(super) const DEFENCE_EXPECTED: &str =
    "a pool such as \"8d10+2\" with 0 to 14 dice and a bonus from -5 to 15";
pub(super) const SHIELD_EXPECTED: &str = "\"S1\" to \"S4\" or \"MD1\" to \"MD4\"";

pub(super) const TIED_TRAIT_EXPECTED: &str =
    "a trait with its value such as \"Swordsman+III\", +I to +X";

const ROMAN: [&str; 10] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

/// Reads `Swordsman+III`: a name and its value (`ms93.upgrade.trait-removal`).
pub(super) fn tied_trait(text: &str) -> Option<(String, u8)> {
    let (name, value) = text.rsplit_once('+')?;
    let value = (1..).zip(ROMAN).find(|(_, roman)| *roman == value)?.0;
    let plain = !name.is_empty() && name.trim() == name;
    plain.then(|| (name.to_owned(), value))
}

/// Reads `8d10+3`, `8d10-1` or `8d10`.
pub(super) fn defence(text: &str) -> Option<Defence> {
    let (dice, rest) = text.split_once("d10")?;
    let bonus = if rest.is_empty() { 0 } else { signed(rest)? };
    Some(Defence {
        dice: limits::DEFENCE_DICE.admit(digits(dice)?)?,
        bonus: limits::BONUS.admit(bonus)?,
    })
}

/// Reads `S2` or `MD1`.
pub(super) fn shield(text: &str) -> Option<Shield> {
    if let Some(value) = text.strip_prefix("MD") {
        return Some(Shield::Melee(limits::SHIELD.admit(digits(value)?)?));
    }
    let value = text.strip_prefix('S')?;
    Some(Shield::Full(limits::SHIELD.admit(digits(value)?)?))
}

fn signed(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(rest) => Some(-digits(rest)?),
        None => digits(text.strip_prefix('+')?),
    }
}

/// Plain digits: no sign, no blanks.
pub(super) fn digits(text: &str) -> Option<i64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{defence, shield, tied_trait};
    use crate::data::profile::{Defence, Shield};

    #[test]
    fn pools_read_as_printed() {
        assert_eq!(defence("8d10+3"), Some(Defence { dice: 8, bonus: 3 }));
        assert_eq!(defence("6d10-5"), Some(Defence { dice: 6, bonus: -5 }));
        assert_eq!(defence("14d10"), Some(Defence { dice: 14, bonus: 0 }));
    }

    #[test]
    fn other_pools_are_refused() {
        for text in [
            "", "8", "d10", "8d6+1", "15d10", "8d10+16", "8d10-6", "8d10+", "8d10 +1", "+8d10",
            "8d10++1",
        ] {
            assert_eq!(defence(text), None, "{text}");
        }
    }

    #[test]
    fn shields_read_as_printed() {
        assert_eq!(shield("S2"), Some(Shield::Full(2)));
        assert_eq!(shield("MD1"), Some(Shield::Melee(1)));
        for text in ["", "S", "S0", "S5", "MD", "MD5", "s2", "2", "D1"] {
            assert_eq!(shield(text), None, "{text}");
        }
    }

    #[test]
    fn traits_have_roman_values() {
        let read = |text| tied_trait(text).map(|(_, value)| value);
        for (text, value) in [("Swordsman+I", 1), ("Secret Technique+V", 5), ("A+B+X", 10)] {
            assert_eq!(read(text), Some(value), "{text}");
        }
        for text in [
            "",
            "+I",
            "Swordsman",
            "Swordsman+3",
            "Swordsman+IIII",
            " A+I",
            "A +I",
            "A+i",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
