//! Dice as players write them.

use std::fmt;

/// A number of d10s and a flat bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DiceNotation {
    /// Number of dice.
    pub(super) dice: u8,
    /// Added to the successes.
    pub(super) bonus: i8,
}

impl fmt::Display for DiceNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bonus {
            0 => write!(f, "{}d10", self.dice),
            bonus => write!(f, "{}d10{bonus:+}", self.dice),
        }
    }
}

/// Most dice and largest bonus that are taken.
const LIMIT: u32 = 40;

/// Reads `6d10+5`, `6d10` or `6d10-1`.
pub(super) fn parse_dice(text: &str) -> Result<DiceNotation, String> {
    let malformed = || format!("expected NdS+B like 6d10+5, got \"{text}\"");
    let (dice, rest) = text.trim().split_once(['d', 'D']).ok_or_else(malformed)?;
    let (sides, sign, bonus) = match rest.find(['+', '-']) {
        Some(at) => (&rest[..at], &rest[at..=at], &rest[at + 1..]),
        None => (rest, "+", "0"),
    };
    let [dice, sides, bonus] = [dice, sides, bonus].map(digits);
    let (dice, sides, bonus) = dice
        .zip(sides)
        .zip(bonus)
        .map(|((d, s), b)| (d, s, b))
        .ok_or_else(malformed)?;
    if sides != 10 {
        return Err(format!(
            "only ten-sided dice are rolled: expected {dice}d10, got {dice}d{sides}"
        ));
    }
    let dice = small(dice, "dice")?;
    let bonus = small(bonus, "bonus")? as i8;
    Ok(DiceNotation {
        dice,
        bonus: if sign == "-" { -bonus } else { bonus },
    })
}

fn digits(text: &str) -> Option<u32> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

fn small(number: u32, what: &str) -> Result<u8, String> {
    u8::try_from(number)
        .ok()
        .filter(|_| number <= LIMIT)
        .ok_or_else(|| format!("{what}: expected 0 to {LIMIT}, got {number}"))
}

#[cfg(test)]
mod tests {
    use super::{DiceNotation, parse_dice};

    #[test]
    fn dice_are_read() {
        let read = |text| parse_dice(text).map(|DiceNotation { dice, bonus }| (dice, bonus));
        assert_eq!(read("6d10+5"), Ok((6, 5)));
        assert_eq!(read("6d10"), Ok((6, 0)));
        assert_eq!(read("6d10-1"), Ok((6, -1)));
        assert_eq!(read(" 0D10+40 "), Ok((0, 40)));
        assert_eq!(read("12d10-40"), Ok((12, -40)));
        for text in ["6d10+5", "6d10", "6d10-1"] {
            assert_eq!(
                parse_dice(text).map(|dice| dice.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn malformed_dice_say_what_is_expected() {
        for text in [
            "", "6", "6d", "d10", "6d10+", "6d10+-1", "+6d10", "6d10+5x", "6 d10", "6d1e1", "é6d10",
        ] {
            let message = parse_dice(text).unwrap_err();
            assert!(
                message.contains("expected NdS+B like 6d10+5"),
                "{text}: {message}"
            );
        }
    }

    #[test]
    fn other_dice_and_huge_numbers_are_refused() {
        assert!(
            parse_dice("6d6")
                .unwrap_err()
                .contains("expected 6d10, got 6d6")
        );
        assert!(
            parse_dice("41d10")
                .unwrap_err()
                .contains("expected 0 to 40, got 41")
        );
        assert!(parse_dice("300d10").unwrap_err().contains("got 300"));
        assert!(parse_dice("6d10+99").unwrap_err().contains("bonus"));
        assert!(parse_dice("99999999999d10").is_err());
    }
}
