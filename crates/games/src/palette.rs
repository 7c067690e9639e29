//! The colours of the design language, by name: what they are by day and by night.
//!
//! The list is a style sheet, [`CSS`]: the page and the reports take it as it is, pictures look their
//! colours up in it.

use std::{collections::BTreeMap, sync::OnceLock};

/// The list as a style sheet, each colour a custom property.
pub const CSS: &str = include_str!("palette.css");

/// The colour of that name by day, as CSS and SVG write it; none if there is none.
///
/// ```
/// assert_eq!(ludoteca_games::palette::by_day("a"), Some("#c23b20"));
/// ```
pub fn by_day(name: &str) -> Option<&'static str> {
    colours().get(name).copied()
}

/// The name as the list has it; none if there is no such colour.
pub fn named(name: &str) -> Option<&'static str> {
    colours().get_key_value(name).map(|(name, _)| *name)
}

/// So much of one colour in another by day, mixed as the page mixes them: in OKLab.
///
/// ```
/// use ludoteca_games::palette::mixed;
/// assert_eq!(mixed("a", 1.0, "w1").as_deref(), Some("#c23b20"));
/// assert_eq!(mixed("a", 0.5, "nothing"), None);
/// ```
pub fn mixed(one: &str, share: f32, other: &str) -> Option<String> {
    Some(hex(between(one, share, other)?))
}

/// How light such a mixture is, from 0 to 1 in OKLab; a colour that is not there is as light as none.
pub fn lightness(one: &str, share: f32, other: &str) -> f32 {
    between(one, share, other).map_or(1.0, |[light, ..]| light)
}

/// A mixture in OKLab.
fn between(one: &str, share: f32, other: &str) -> Option<[f32; 3]> {
    let (one, other) = (oklab(by_day(one)?)?, oklab(by_day(other)?)?);
    Some([0, 1, 2].map(|part| share * one[part] + (1.0 - share) * other[part]))
}

fn colours() -> &'static BTreeMap<&'static str, &'static str> {
    static COLOURS: OnceLock<BTreeMap<&str, &str>> = OnceLock::new();
    COLOURS.get_or_init(|| properties().collect())
}

/// A colour in OKLab (B. Ottosson, *A perceptual color space for image processing*, 2020). What lets
/// others shine through is taken for what it is without that.
fn oklab(colour: &str) -> Option<[f32; 3]> {
    let digits = colour.strip_prefix('#')?;
    let part = |number: usize| {
        let byte = match digits.len() {
            3 => u8::from_str_radix(digits.get(number..=number)?, 16).ok()? * 17,
            _ => u8::from_str_radix(digits.get(2 * number..2 * number + 2)?, 16).ok()?,
        };
        let share = f32::from(byte) / 255.0;
        Some(if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) })
    };
    let (r, g, b) = (part(0)?, part(1)?, part(2)?);
    let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    Some([
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ])
}

/// A colour in OKLab as pictures write it.
fn hex([light, a, b]: [f32; 3]) -> String {
    let l = (light + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (light - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (light - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    let parts = [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ];
    let byte = |part: f32| {
        let part = part.clamp(0.0, 1.0);
        let share =
            if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
        (share * 255.0).round() as u8
    };
    let [r, g, b] = parts.map(byte);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The names in the list with what each is by day.
fn properties() -> impl Iterator<Item = (&'static str, &'static str)> {
    let declared = CSS.split(['{', ';', '}', '/']).map(str::trim);
    declared.filter_map(|declared| {
        let (name, colour) = declared.strip_prefix("--")?.split_once(':')?;
        let both = colour.strip_prefix("light-dark(").and_then(|both| both.split(',').next());
        Some((name, both.unwrap_or(colour)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_mixed_as_browsers_mix_them() {
        // What Chromium makes of `color-mix(in oklab,…)` of these.
        for (one, share, other, mixture) in [
            ("h2", 0.5, "h3", "#e79f49"),
            ("a", 0.3, "w1", "#e4ac87"),
            ("b", 0.62, "w1", "#6f8db0"),
            ("ink", 0.13, "w2", "#cbb590"),
        ] {
            assert_eq!(mixed(one, share, other).as_deref(), Some(mixture), "{one} {share} {other}");
        }
        let mixed = |name| super::mixed(name, 1.0, "w1");
        let mut opaque = properties().filter(|(_, colour)| colour.len() == 7);
        assert!(opaque.all(|(name, colour)| mixed(name).as_deref() == Some(colour)));
    }

    #[test]
    fn every_colour_stands_once_and_is_a_number_that_every_program_reads() {
        let all: Vec<_> = properties().collect();
        assert_eq!(all.len(), CSS.matches("--").count());
        for (name, colour) in &all {
            let digits = colour.strip_prefix('#').unwrap_or_default();
            assert!([3, 6, 8].contains(&digits.len()), "{name}: {colour}");
            assert!(digits.chars().all(|digit| digit.is_ascii_hexdigit()), "{name}: {colour}");
            assert_eq!(by_day(name), Some(*colour), "{name} stands twice");
        }
    }
}
