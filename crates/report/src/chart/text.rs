//! The charts' font: measuring, wrapping, and number formats.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use ab_glyph::{Font as _, FontRef, GlyphId};
use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

use crate::format::level;
use crate::stopping::method_words;
use equipoise_engine::text::{grouped, percentage};
use equipoise_simulator::Manifest;

/// The name under which the font is registered, and which an SVG viewer resolves to its own.
pub(super) const FAMILY: FontFamily<'static> = FontFamily::SansSerif;

/// Plotters divides font sizes by this when it writes SVG, so that a size given in CSS pixels
/// must be multiplied by it.
pub(super) const SIZE_UNIT: f64 = 1.24;

const REGULAR: &[u8] = include_bytes!("../../assets/DejaVuSans.ttf");
const BOLD: &[u8] = include_bytes!("../../assets/DejaVuSans-Bold.ttf");

/// Registers the embedded font with plotters, once; true if it is readable.
pub(super) fn register() -> bool {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    *REGISTERED.get_or_init(|| {
        let add = |style, bytes| register_font(FAMILY.as_str(), style, bytes).is_ok();
        add(FontStyle::Normal, REGULAR) && add(FontStyle::Bold, BOLD)
    })
}

/// Letters that the embedded font does not have, each once, in order.
pub(super) fn missing(text: &str) -> Vec<char> {
    let Ok(font) = FontRef::try_from_slice(REGULAR) else {
        return Vec::new();
    };
    let unknown = |letter: &char| !letter.is_control() && font.glyph_id(*letter) == GlyphId(0);
    let letters: BTreeSet<char> = text.chars().filter(unknown).collect();
    letters.into_iter().collect()
}

/// Width of a text in CSS pixels.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    register();
    let style = if bold {
        FontStyle::Bold
    } else {
        FontStyle::Normal
    };
    let font = FontDesc::new(FAMILY, size * SIZE_UNIT, style);
    // A rough guess when the font cannot be read; painting reports the cause.
    let guess = text.chars().count() as f64 * size * 0.6;
    font.box_size(text)
        .map_or(guess, |(width, _)| f64::from(width))
}

/// Breaks a text between words into lines no wider than `limit`; a single longer word stays.
pub(super) fn wrap(text: &str, size: f64, bold: bool, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size, bold) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Shortens a text with an ellipsis until it is no wider than `limit`.
pub(super) fn fit(text: &str, size: f64, bold: bool, limit: f64) -> String {
    if width(text, size, bold) <= limit {
        return text.to_owned();
    }
    let mut short: String = text.to_owned();
    while short.pop().is_some() {
        let candidate = format!("{}…", short.trim_end());
        if width(&candidate, size, bold) <= limit {
            return candidate;
        }
    }
    "…".to_owned()
}

/// A tick label without needless decimals, with a true minus sign.
pub(super) fn short(value: f64) -> String {
    format!("{}", (value * 1000.0).round() / 1000.0 + 0.0).replace('-', "−")
}

/// The known parts of a run's provenance: `10,000 battles, policy greedy, seed 7`.
pub(super) fn provenance(battles: Option<u64>, policy: &str, seed: u64) -> String {
    let battles = battles.map(|battles| format!("{} battles", grouped(battles)));
    let policy = (!policy.is_empty()).then(|| format!("policy {policy}"));
    let seed = Some(format!("seed {seed}"));
    let known: Vec<String> = [battles, policy, seed].into_iter().flatten().collect();
    known.join(", ")
}

/// A share in per cent, as a whole number where that reads neither as never nor as always: `57 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", percent_number(share))
}

/// [`percent`] without its sign.
pub(super) fn percent_number(share: f64) -> String {
    percentage(share, 0)
}

/// The level and half-width of intervals: `95 % intervals (wilson) reach at most ± 1.4 …`.
pub(super) fn uncertainty(info: &Manifest, half_widths: impl Iterator<Item = f64>) -> String {
    let widest = half_widths.fold(0.0, f64::max);
    format!(
        "{} intervals ({}) reach at most ± {:.1} percentage points",
        level(info.confidence),
        method_words(info),
        widest * 100.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_is_readable_and_measures() {
        assert!(register());
        let (narrow, wide) = (width("iii", 12.0, false), width("WWW", 12.0, false));
        assert!(narrow > 0.0 && wide > 2.0 * narrow, "{narrow} {wide}");
        assert!(width("score", 12.0, true) > width("score", 12.0, false));
    }

    /// Polish, Czech, Greek and Cyrillic letters are there; a Romanian, a Vietnamese and a Chinese one are not.
    #[test]
    fn letters_that_the_font_lacks_are_found_once_each() {
        assert_eq!(missing("Łódź Čáp Ωμέγα Москва – “5 %” ± → ×\n"), []);
        assert_eq!(missing("装 Ștefan Việt Ș"), ['Ș', 'ệ', '装']);
    }

    #[test]
    fn wrapping_keeps_every_word_and_the_limit() {
        let text = "the quick brown fox jumps over the lazy dog";
        let lines = wrap(text, 12.0, false, 90.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), text);
        assert!(lines.iter().all(|line| width(line, 12.0, false) <= 90.0));
    }

    #[test]
    fn fitting_shortens_only_what_is_too_long() {
        assert_eq!(fit("short", 12.0, false, 100.0), "short");
        let cut = fit("a rather long unit name", 12.0, false, 80.0);
        assert!(cut.starts_with("a r") && cut.ends_with('…'));
        assert!(width(&cut, 12.0, false) <= 80.0);
    }
}
