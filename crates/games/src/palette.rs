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
    static COLOURS: OnceLock<BTreeMap<&str, &str>> = OnceLock::new();
    COLOURS.get_or_init(|| properties().collect()).get(name).copied()
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
