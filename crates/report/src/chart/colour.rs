//! Colours that are readable in print, on screen and with colour blindness.

use plotters::style::RGBColor;

/// Page background. The HTML page recolours these four in dark mode; data colours stay.
pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);
/// Titles and axis lines.
pub(super) const INK: RGBColor = RGBColor(31, 41, 51);
/// Captions and tick labels.
pub(super) const MUTED: RGBColor = RGBColor(82, 96, 109);
/// Grid lines.
pub(super) const GRID: RGBColor = RGBColor(217, 222, 227);

/// Above what is expected.
pub(super) const HIGH: RGBColor = RGBColor(33, 102, 172);
/// Below what is expected.
pub(super) const LOW: RGBColor = RGBColor(196, 92, 10);
/// Neither.
pub(super) const NEUTRAL: RGBColor = RGBColor(138, 148, 158);
/// Areas and bars that carry marks; stands out from light and from dark paper.
pub(super) const BAR: RGBColor = RGBColor(91, 147, 199);
/// Not judged; readable on light and on dark paper.
pub(super) const FAINT: RGBColor = RGBColor(196, 203, 210);

/// Labels on light and on dark cells; not [`INK`], which dark mode turns light.
const ON_LIGHT: RGBColor = RGBColor(0, 0, 0);
const ON_DARK: RGBColor = RGBColor(254, 254, 254);

/// Colour of a score: orange below one half, blue above, near white at one half.
///
/// Lightness and chroma change linearly in Oklab (B. Ottosson, 2020), alike on both sides, so
/// equal steps of score look equal; blue and orange differ to every common kind of colour
/// blindness.
pub(super) fn diverging(score: f64) -> RGBColor {
    let signed = (score.clamp(0.0, 1.0) - 0.5) * 2.0;
    let hue = if signed < 0.0 { 55.0_f64 } else { 253.0 };
    let far = signed.abs();
    let chroma = 0.125 * far;
    let (sin, cos) = hue.to_radians().sin_cos();
    oklab(0.97 - 0.47 * far, chroma * cos, chroma * sin)
}

/// The label colour that stands out more from a cell's colour.
pub(super) fn label_on(cell: RGBColor) -> RGBColor {
    if contrast(cell, ON_DARK) > contrast(cell, ON_LIGHT) {
        ON_DARK
    } else {
        ON_LIGHT
    }
}

/// From Oklab to sRGB, with Ottosson's matrices.
fn oklab(lightness: f64, a: f64, b: f64) -> RGBColor {
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    RGBColor(
        encode(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
        encode(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
        encode(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s),
    )
}

/// Linear light to an sRGB byte.
fn encode(linear: f64) -> u8 {
    let linear = linear.clamp(0.0, 1.0);
    let encoded = if linear <= 0.003_130_8 {
        12.92 * linear
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    };
    (encoded * 255.0).round() as u8
}

/// WCAG 2 relative luminance.
fn luminance(colour: RGBColor) -> f64 {
    let linear = |byte: u8| {
        let encoded = f64::from(byte) / 255.0;
        if encoded <= 0.040_45 {
            encoded / 12.92
        } else {
            ((encoded + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
}

/// WCAG 2 contrast ratio, from 1 to 21.
fn contrast(a: RGBColor, b: RGBColor) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_has_the_published_extremes() {
        let black = RGBColor(0, 0, 0);
        assert!((contrast(black, PAPER) - 21.0).abs() < 1e-12);
        assert!((contrast(INK, INK) - 1.0).abs() < 1e-12);
    }

    /// WCAG requires 3 : 1 for graphics.
    #[test]
    fn bars_stand_out_from_paper_and_marks_from_bars() {
        const DARK_PAPER: RGBColor = RGBColor(27, 34, 41);
        for other in [PAPER, DARK_PAPER, INK] {
            assert!(contrast(BAR, other) >= 3.0, "{}", contrast(BAR, other));
        }
    }

    #[test]
    fn every_score_has_a_readable_label() {
        for step in 0..=100 {
            let cell = diverging(f64::from(step) / 100.0);
            let ratio = contrast(cell, label_on(cell));
            assert!(ratio >= 4.5, "score {step} %: contrast {ratio}");
        }
    }

    #[test]
    fn both_sides_darken_steadily_and_alike() {
        for step in 1..=50 {
            let far = f64::from(step) / 100.0;
            let (low, high) = (diverging(0.5 - far), diverging(0.5 + far));
            let nearer = far - 0.01;
            assert!(luminance(low) < luminance(diverging(0.5 - nearer)));
            assert!(luminance(high) < luminance(diverging(0.5 + nearer)));
            assert!((luminance(low) - luminance(high)).abs() < 0.05, "{step}");
        }
    }

    #[test]
    fn conversion_gives_the_published_colours() {
        // Ottosson's reference: Oklab (1, 0, 0) is white, (0, 0, 0) black, and sRGB red is
        // (0.627955, 0.224863, 0.125846).
        assert_eq!(oklab(1.0, 0.0, 0.0), RGBColor(255, 255, 255));
        assert_eq!(oklab(0.0, 0.0, 0.0), RGBColor(0, 0, 0));
        assert_eq!(oklab(0.627_955, 0.224_863, 0.125_846), RGBColor(255, 0, 0));
    }
}
